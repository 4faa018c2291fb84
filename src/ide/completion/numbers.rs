//! The next move number: before White's half-moves; before Black's at the start of a line or after anything but White's
//! half-move (PGN 8.2.2), or always if the game numbers every half-move (rule C2). None if the game has ended on the
//! board.

use shakmaty::Color;
use vgn_engine::lint::GameFormat;
use vgn_engine::syntax::Token;

use super::board::CompletionBoard;
use super::syntax_context::SyntaxContext;
use super::{CompletionItem, CompletionKind, CompletionSite};
use crate::hover;
use crate::outline::{GameOutline, Leaf};

/// A game with this many half-moves and no number is taken as one without numbers.
const UNNUMBERED: usize = 2;

/// The number of the next half-move.
pub fn items(site: &CompletionSite<'_>) -> Vec<CompletionItem> {
    let SyntaxContext::Movetext { line, typed, word } = &site.syntax else { return Vec::new() };
    let leaves = site.before.leaves();
    let before = &leaves[..leaves.partition_point(|leaf| leaf.range.start < word.start)];
    let is_asked = |board: &&CompletionBoard| !board.has_ended() && belongs(site, board, before, *line);
    let Some(board) = site.board().filter(is_asked) else { return Vec::new() };
    let number = i64::from(board.number) + board.ahead;
    let text = hover::numbered(board.format, number, board.color);
    if !text.starts_with(typed.as_str()) || number < 1 {
        return Vec::new();
    }
    let mut item = CompletionItem::new(CompletionKind::Number, word, text);
    let rest = site.query.text.get(site.query.offset as usize..).unwrap_or_default();
    if is_spaced(site, before) && !rest.starts_with(' ') {
        item.text.push(' ');
    }
    vec![item.detail(format!("{} to move", hover::side(board.color)))]
}

fn belongs(site: &CompletionSite<'_>, board: &CompletionBoard, before: &[Leaf], line: usize) -> bool {
    let here = before.iter().rev().find(|leaf| leaf.line == line);
    if here.is_some_and(|leaf| matches!(leaf.token, Token::MoveNumber | Token::Periods | Token::Terminator)) {
        return false;
    }
    let half_moves = before.iter().filter(|leaf| leaf.token == Token::Move).take(UNNUMBERED).count();
    if half_moves == UNNUMBERED && !before.iter().any(|leaf| leaf.token == Token::MoveNumber) {
        return false;
    }
    let direct = before.last().is_some_and(|leaf| {
        leaf.line == line && matches!(leaf.token, Token::Move | Token::Suffix | Token::Nag | Token::CompositeNag)
    });
    board.color == Color::White || !direct || numbers_black(&site.before, board.format, before)
}

/// The game numbers Black's half-moves directly after White's.
pub fn numbers_black(outline: &GameOutline<'_>, format: GameFormat, before: &[Leaf]) -> bool {
    let mut pairs = before.windows(2).rev().filter(|pair| pair[0].token == Token::Move && pair[0].line == pair[1].line);
    let habit = pairs.find_map(|pair| match pair[1].token {
        Token::Move => Some(false),
        Token::MoveNumber => {
            let number = outline.slice(&pair[1].range);
            (number.contains("..") || number.ends_with(".5")).then_some(true)
        }
        _ => None,
    });
    habit.unwrap_or(format == GameFormat::Vgn)
}

/// The game's numbers are followed by white space.
fn is_spaced(site: &CompletionSite<'_>, before: &[Leaf]) -> bool {
    let mut pairs = before.windows(2).rev().filter(|pair| pair[0].token == Token::MoveNumber);
    pairs.next().is_none_or(|pair| pair[0].range.end < pair[1].range.start) || site.format() == GameFormat::Vgn
}
