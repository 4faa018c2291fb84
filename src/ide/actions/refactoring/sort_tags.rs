//! Sorts the tags as in PGN's export format: the seven tag roster, then the others by name (PGN 8.1.1).

use std::ops::Range;

use vgn_engine::format::tag_rank;
use vgn_engine::lint::Edit;
use vgn_engine::syntax::SyntaxElement;
use vgn_engine::syntax::ast::{AstNode, AstToken, Game};

use super::site::RefactoringSite;
use super::{ActionKind, Refactoring, RefactoringJob, apply};
use crate::tree::game_tree;

pub static ROW: Refactoring = Refactoring::at_cursor("sort-tags", ActionKind::Refactor, offer, edits);

fn offer(site: &RefactoringSite<'_>) -> Option<(String, u32)> {
    let tags = tags_of(site.game)?;
    let is_sorted = tags.is_sorted_by_key(|(name, _)| (tag_rank(name), name.clone()));
    (site.is_in_tags() && !is_sorted).then(|| ("Sort the tags as PGN's export format does".to_owned(), 0))
}

/// Names and ranges of the tags; `None` if a tag is malformed or if there is text between tags.
fn tags_of(game: &Game) -> Option<Vec<(String, Range<u32>)>> {
    let section = game.tag_section()?;
    let elements = section.syntax().children_with_tokens();
    let is_plain = |element: SyntaxElement| match element {
        SyntaxElement::Node(_) => true,
        SyntaxElement::Token(token) => token.text().trim_start_matches('\u{feff}').trim().is_empty(),
    };
    if !elements.into_iter().all(is_plain) {
        return None;
    }
    let whole = |tag: vgn_engine::syntax::ast::TagPair| {
        tag.value()?;
        let closes = tag.syntax().last_token().is_some_and(|last| last.text() == "]");
        closes.then_some((tag.name()?.text().to_owned(), tag.range()))
    };
    let tags: Option<Vec<_>> = section.tags().map(whole).collect();
    // A binary section follows `MoveFormat`, which is the last tag (rule B10).
    let may_be_binary = |tags: &Vec<(String, _)>| {
        game.movetext().is_none() && tags.last().is_some_and(|(name, _)| name == "MoveFormat")
    };
    tags.filter(|tags| !may_be_binary(tags))
}

/// Replaces the tag at each position and keeps the text between positions. Tags of one name keep their order (rule B3).
fn edits(job: &RefactoringJob<'_>) -> Option<Vec<Edit>> {
    let game = game_tree(job.text, job.context.cancel)?;
    let tags = tags_of(&game)?;
    let mut sorted: Vec<&(String, Range<u32>)> = tags.iter().collect();
    sorted.sort_by_key(|(name, _)| (tag_rank(name), name.as_str()));
    let slice = |range: &Range<u32>| &job.text[range.start as usize..range.end as usize];
    let pairs = tags.iter().zip(&sorted).filter(|(there, wanted)| slice(&there.1) != slice(&wanted.1));
    let edits: Vec<Edit> =
        pairs.map(|(there, wanted)| Edit { range: there.1.clone(), text: slice(&wanted.1).to_owned() }).collect();
    let again = apply(job.text, &edits);
    let again = tags_of(&game_tree(&again, job.context.cancel)?)?;
    let same = again.iter().map(|(name, _)| name).eq(sorted.iter().map(|(name, _)| name));
    same.then_some(edits)
}
