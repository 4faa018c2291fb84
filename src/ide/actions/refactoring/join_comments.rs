//! Two comments on a half-move become one.

use super::commented::Commented;
use super::move_comment::owner_of;
use super::score::Part;
use super::spot::Spot;
use super::{About, Change, Job, Kind, Refactoring};
use crate::analysis::Edit;
use crate::syntax::SyntaxElement;
use crate::syntax::ast::{AstToken, MovetextItem};

pub static ROW: Refactoring =
    Refactoring { name: "join-comments", kind: Kind::Refactor, about: About::Place, offer, edits };

fn offer(spot: &Spot<'_>) -> Option<(String, u32)> {
    let first = Commented::at(spot)?;
    let next = |element: &SyntaxElement| element.next_sibling_or_token();
    let mut items =
        std::iter::successors(first.comment.syntax().next_sibling_or_token(), next).filter_map(MovetextItem::cast);
    let Some(MovetextItem::Comment(second)) = items.next() else { return None };
    let second = Commented::of(spot, second)?;
    let is_of_one = (first.owner, first.is_before) == (second.owner, second.is_before);
    let can_join = joined(first.comment.text(), second.comment.text()).is_some();
    (is_of_one && can_join).then(|| ("Join this comment with the next one".to_owned(), first.comment.range().start))
}

fn edits(job: &Job<'_>) -> Option<Vec<Edit>> {
    job.changed(Change::Notes, |score| {
        let (owner, first) = owner_of(score, job.at)?;
        let parts = match owner {
            Some(owner) if score.plies[owner].before.contains(&first) => &score.plies[owner].before,
            Some(owner) => &score.plies[owner].parts,
            None => &score.lines.iter().find(|line| line.lead.contains(&first))?.lead,
        };
        let at = parts.iter().position(|part| *part == first)?;
        let (Part::Comment(first), Part::Comment(second)) = (&first, parts.get(at + 1)?.clone()) else { return None };
        let joined = joined(score.slice(first), &score.comment(&second))?;
        // The second one goes, for it says nothing any more.
        score.rewrite(&second, "{}".to_owned());
        score.rewrite(first, joined);
        Some(())
    })
}

/// Both texts in one pair of braces, the first with its name if it has one.
fn joined(first: &str, second: &str) -> Option<String> {
    let body = |text: &str| text.trim_start_matches(['{', ';']).trim_end_matches('}').to_owned();
    let (first, second) = (body(first), body(second));
    let is_closed_before_its_end = first.contains('}') || second.contains('}');
    let blank = if first.ends_with(char::is_whitespace) || second.starts_with(char::is_whitespace) { "" } else { " " };
    (!is_closed_before_its_end).then(|| format!("{{{}{blank}{}}}", first.trim_end_matches(['\n', '\r']), second))
}
