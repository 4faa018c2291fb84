//! Joins two comments on a half-move.

use vgn_engine::lint::Edit;
use vgn_engine::score::PlyPart;
use vgn_engine::syntax::SyntaxElement;
use vgn_engine::syntax::ast::{AstToken, MovetextItem};

use crate::actions::refactoring::comments::move_comment::owner_of;
use crate::actions::refactoring::comments::owned_comment::OwnedComment;
use crate::actions::refactoring::site::RefactoringSite;
use crate::actions::refactoring::{ActionKind, Refactoring, RefactoringJob, ScoreChange};

pub static ROW: Refactoring = Refactoring::at_cursor("join-comments", ActionKind::Refactor, offer, edits);

fn offer(site: &RefactoringSite<'_>) -> Option<(String, u32)> {
    let first = OwnedComment::at(site)?;
    let next = |element: &SyntaxElement| element.next_sibling_or_token();
    let mut items =
        std::iter::successors(first.comment.syntax().next_sibling_or_token(), next).filter_map(MovetextItem::cast);
    let Some(MovetextItem::Comment(second)) = items.next() else { return None };
    let second = OwnedComment::of(site, second)?;
    let is_of_one = (first.owner, first.is_before) == (second.owner, second.is_before);
    let can_join = joined(first.comment.text(), second.comment.text()).is_some();
    (is_of_one && can_join).then(|| ("Join this comment with the next one".to_owned(), first.comment.range().start))
}

fn edits(job: &RefactoringJob<'_>) -> Option<Vec<Edit>> {
    job.changed(ScoreChange::Notes, |score| {
        let (owner, first) = owner_of(score, job.at)?;
        let parts = match owner {
            Some(owner) if score.plies[owner].before.contains(&first) => &score.plies[owner].before,
            Some(owner) => &score.plies[owner].parts,
            None => &score.lines.iter().find(|line| line.lead.contains(&first))?.lead,
        };
        let at = parts.iter().position(|part| *part == first)?;
        let (PlyPart::Comment(first), PlyPart::Comment(second)) = (&first, parts.get(at + 1)?.clone()) else {
            return None;
        };
        let joined = joined(score.slice(first), &score.comment(&second))?;
        // An empty comment is removed.
        score.rewrite(&second, "{}".to_owned());
        score.rewrite(first, joined);
        Some(())
    })
}

/// Both texts in one pair of braces, with the name of the first if it has one.
fn joined(first: &str, second: &str) -> Option<String> {
    let body = |text: &str| match text.strip_prefix('{') {
        Some(inner) => inner.strip_suffix('}').unwrap_or(inner).to_owned(),
        None => text.strip_prefix(';').unwrap_or(text).to_owned(),
    };
    let (first, second) = (body(first), body(second));
    let is_closed_before_its_end = first.contains('}') || second.contains('}');
    let blank = if first.ends_with(char::is_whitespace) || second.starts_with(char::is_whitespace) { "" } else { " " };
    (!is_closed_before_its_end).then(|| format!("{{{}{blank}{}}}", first.trim_end_matches(['\n', '\r']), second))
}
