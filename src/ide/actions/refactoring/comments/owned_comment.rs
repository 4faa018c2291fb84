//! The owner of a comment as the tree alone shows it: the same answer as `Score`, without a board. Used for long games,
//! so that actions without an effect are not offered.

use vgn_engine::replay::after::{MoveName, after};
use vgn_engine::syntax::ast::{AstNode, AstToken, Comment, Movetext, MovetextItem, Variation};
use vgn_engine::syntax::{SyntaxElement, SyntaxKind, Token};

use crate::actions::refactoring::site::RefactoringSite;

/// A comment of a line and its position among the half-moves.
pub struct OwnedComment {
    pub comment: Comment,
    /// Start of the half-move that owns it; `None` for a comment at the beginning of the line.
    pub owner: Option<u32>,
    /// The owner comes after the comment.
    pub is_before: bool,
    /// The line has a half-move before the owner, and one after it.
    pub has_previous: bool,
    pub has_next: bool,
}

impl OwnedComment {
    /// The comment at the cursor; `None` if it is not part of a line or stands after its end.
    pub fn at(site: &RefactoringSite<'_>) -> Option<OwnedComment> {
        OwnedComment::of(site, site.comment()?)
    }

    /// Like [`OwnedComment::at`], for any comment.
    pub fn of(site: &RefactoringSite<'_>, comment: Comment) -> Option<OwnedComment> {
        let node = comment.syntax().parent()?;
        let is_variation = Variation::cast(node.clone()).is_some();
        if !comment.is_closed() || !(is_variation || Movetext::cast(node).is_some()) || !is_whole(site) {
            return None;
        }
        let element: SyntaxElement = comment.syntax().clone().into();
        let before: Vec<MovetextItem> =
            walk(&element, SyntaxElement::prev_sibling_or_token).filter_map(MovetextItem::cast).collect();
        let mut behind = walk(&element, SyntaxElement::next_sibling_or_token).filter_map(MovetextItem::cast);
        if before.iter().any(|item| matches!(item, MovetextItem::Terminator(_))) {
            return None;
        }
        let last: Vec<u32> = before.iter().filter_map(half_move).take(3).collect();
        let follows_number = || {
            before.iter().find(|item| !is_comment(item)).is_some_and(|item| matches!(item, MovetextItem::MoveNumber(_)))
        };
        let begins = is_variation && last.is_empty() && before.iter().all(is_comment);
        if !site.is_vgn()
            && (begins || follows_number())
            && let Some(next) = behind.find_map(|item| half_move(&item))
        {
            let has_previous = !last.is_empty();
            return Some(OwnedComment { comment, owner: Some(next), is_before: true, has_previous, has_next: true });
        }
        let of_before_last = last.len() > 1
            && site.is_vgn()
            && names_before_last(&comment, &before, !is_variation && site.game.tag("FEN").is_none());
        let has_previous = last.len() > 1 + usize::from(of_before_last);
        let has_next = of_before_last || behind.any(|item| half_move(&item).is_some());
        let owner = last.get(usize::from(of_before_last)).copied();
        Some(OwnedComment { comment, owner, is_before: false, has_previous, has_next })
    }
}

fn walk(
    from: &SyntaxElement,
    next: fn(&SyntaxElement) -> Option<SyntaxElement>,
) -> impl Iterator<Item = SyntaxElement> {
    std::iter::successors(next(from), next)
}

fn half_move(item: &MovetextItem) -> Option<u32> {
    if let MovetextItem::Move(found) = item { Some(found.range().start) } else { None }
}

fn is_comment(item: &MovetextItem) -> bool {
    matches!(item, MovetextItem::Comment(_))
}

/// The comment names the second to last half-move of its line (rule C4), by the numbers in the text or, in a line that
/// starts with the game's first half-move, by the true numbers. `before`: the items before the comment, nearest first.
fn names_before_last(comment: &Comment, before: &[MovetextItem], is_from_first: bool) -> bool {
    let Some(named) = after(comment.text()).and_then(|after| after.named) else { return false };
    let count = before.iter().filter(|item| half_move(item).is_some()).count();
    if is_from_first && is_it(named, 2, u32::try_from(count).unwrap_or(u32::MAX)) {
        return true;
    }
    let mut passed = 0;
    for item in before {
        match item {
            MovetextItem::Move(_) => passed += 1,
            MovetextItem::MoveNumber(number) if passed > 0 => {
                let is_black = number.text().ends_with(".5") || number.text().contains("...");
                return number.number().is_some_and(|number| is_it(named, 2 * number + u32::from(is_black), passed));
            }
            _ => {}
        }
    }
    false
}

/// Of `count` half-moves from `first` on, the second to last is named. White's first half-move has index 2.
fn is_it(named: MoveName, first: u32, count: u32) -> bool {
    2 * named.number + u32::from(named.color.is_black()) + 2 == first.saturating_add(count)
}

/// The movetext has no escape, which no refactoring can move.
fn is_whole(site: &RefactoringSite<'_>) -> bool {
    let is_escape = |element: SyntaxElement| element.kind() == SyntaxKind::Token(Token::Escape);
    let may_escape = site.text.contains("\n%") || site.text.contains("\r%");
    !may_escape || site.movetext().is_some_and(|movetext| !movetext.syntax().descendants_with_tokens().any(is_escape))
}
