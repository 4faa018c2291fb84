//! The line from a half-move on becomes a variation, and the first variation on that half-move replaces it.

use vgn_engine::lint::Edit;
use vgn_engine::syntax::SyntaxElement;
use vgn_engine::syntax::ast::{AstNode, AstToken, HasItems, Move, MovetextItem, Variation};

use super::site::RefactoringSite;
use super::{ActionKind, Refactoring, RefactoringJob, ScoreChange, name_of};

pub static ROW: Refactoring = Refactoring::at_cursor("demote-line", ActionKind::Refactor, offer, edits);

fn offer(site: &RefactoringSite<'_>) -> Option<(String, u32)> {
    let half_move = site.half_move()?;
    let is_vgn = site.is_vgn();
    let behind = std::iter::successors(half_move.syntax().next_sibling_or_token(), |it| it.next_sibling_or_token());
    // In VGN a variation may follow the next half-move.
    let mut others = 0;
    let near = behind.take_while(|element| {
        others += usize::from(matches!(MovetextItem::cast(element.clone()), Some(MovetextItem::Move(_))));
        others <= usize::from(is_vgn)
    });
    let mut variations = near.filter_map(SyntaxElement::into_node).filter_map(Variation::cast);
    let variation =
        variations.find(|variation| variation.is_closed() && replaces(variation, &half_move, is_vgn) == Some(true))?;
    let first = variation.moves().next()?;
    let title = format!("Demote {}: play {} instead", name_of(half_move.text()), name_of(first.text()));
    Some((title, half_move.range().start))
}

/// The variation replaces the half-move, as far as the text shows. In VGN its first number names the replaced half-move
/// (rule C7).
fn replaces(variation: &Variation, half_move: &Move, is_vgn: bool) -> Option<bool> {
    variation.moves().next()?;
    let is_last = variation.replaces()?.range() == half_move.range();
    let number = |item: Option<MovetextItem>| match item {
        Some(MovetextItem::MoveNumber(number)) => Some(number.text().to_owned()),
        _ => None,
    };
    let before =
        std::iter::successors(half_move.syntax().prev_sibling_or_token(), |element| element.prev_sibling_or_token());
    let own = number(before.filter_map(MovetextItem::cast).next());
    let named = variation.items().find(|item| !matches!(item, MovetextItem::Comment(_)));
    Some(match (number(named), own) {
        (Some(named), Some(own)) if is_vgn => named == own,
        // A half-move without a number is Black's.
        (Some(named), None) if is_vgn => is_last && !named.ends_with('.'),
        _ => is_last,
    })
}

fn edits(job: &RefactoringJob<'_>) -> Option<Vec<Edit>> {
    job.changed(ScoreChange::Order, |score| {
        let ply = score.ply_at(job.at)?;
        let first = score.variations_on(ply).find(|variation| !score.lines[*variation].plies.is_empty())?;
        score.promote(first)
    })
}
