//! The game state at the cursor: the last half-move, the board after it, the line that leads to it, and the opening. In
//! movetext the last half-move is the one at or before the cursor on the same line. At the beginning of a variation the
//! board is the one where it branches off, in tags the game's initial board.

use std::ops::Range;

use shakmaty::Color;
use vgn_engine::notation::SAN;
use vgn_engine::openings::Opening;
use vgn_engine::replay::ResolvedMove;
use vgn_engine::rules::Position;
use vgn_engine::syntax::ast::{AstNode, AstToken, Game, HasItems, Move, Movetext, Variation};
use vgn_engine::syntax::{NodeOrToken, SyntaxElement, TextRange};

use super::board::game::{fen_of, variant_name};
use super::line_of_play::{before, index_at, opening_of, replaced, spellable, squares_of};
use super::open_game::OpenGame;
use super::tree::token_at;

/// The game state at the cursor.
#[derive(Clone, Debug)]
pub struct CursorInfo {
    /// The board; `None` if an earlier half-move of the line cannot be played.
    pub board: Option<Position>,
    /// The last half-move; `None` at the beginning of a game.
    pub half_move: Option<LastHalfMove>,
    /// The last half-moves of the line up to the requested number, in SAN with numbers, or as in the text if SAN cannot
    /// express them.
    pub line: String,
    pub opening: Option<&'static Opening>,
}

/// The half-move that led to a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastHalfMove {
    /// Its index among all half-moves of the game, in text order.
    pub id: usize,
    pub range: Range<u32>,
    /// The move number.
    pub number: u32,
    pub is_white: bool,
    /// Number of half-moves before it along its line.
    pub ply: u32,
    /// 0 in the main line, 1 in a variation of it, and so on.
    pub depth: u32,
    /// The origin (except for drops) and target squares; the king's in castling. Empty if it cannot be played.
    pub squares: Vec<String>,
}

impl CursorInfo {
    /// The FEN of the board.
    pub fn fen(&self) -> Option<String> {
        self.board.as_ref().and_then(fen_of)
    }

    /// The side to move is in check.
    pub fn is_check(&self) -> bool {
        self.board.as_ref().is_some_and(Position::is_check)
    }

    /// The URL of the board on lichess; `None` for unsupported variants.
    pub fn lichess(&self) -> Option<String> {
        let (board, fen) = (self.board.as_ref()?, self.fen()?);
        let variant = variant_name(board).unwrap_or("standard");
        Some(format!("https://lichess.org/analysis/{variant}/{}", fen.replace(' ', "_")))
    }
}

/// The state at byte `place` of a game's text, with at most `longest` half-moves of the line.
pub fn cursor_info(open: &impl OpenGame, place: u32, longest: usize) -> Option<CursorInfo> {
    let cursor_ply = cursor_ply(&open.tree()?, place);
    let resolved = open.resolved()?;
    let moves = &resolved.moves;
    let at = match cursor_ply {
        CursorPly::After(start) => Some(index_at(moves, start)?),
        CursorPly::Beginning => None,
        CursorPly::Before(start) => {
            // A variation starts before the half-move that it replaces.
            let first = &moves[index_at(moves, start)?];
            let instead = replaced(moves, first).and_then(|replaced| index_at(moves, replaced.range.start));
            let Some(instead) = instead else { return Some(beginning(first.before.as_deref().cloned())) };
            before(&moves[..instead], &moves[instead]).next().and_then(|last| index_at(moves, last.range.start))
        }
    };
    Some(match at {
        Some(at) => after(open.text(), moves, at, longest),
        None => beginning(resolved.start.clone()),
    })
}

/// The half-move that a place belongs to.
enum CursorPly {
    /// After the half-move that starts here.
    After(u32),
    /// Before the half-move that starts here, the first of a variation.
    Before(u32),
    /// Before the game's first half-move.
    Beginning,
}

fn cursor_ply(game: &Game, place: u32) -> CursorPly {
    let lines = token_at(game, place).into_iter().flat_map(|token| token.parent_ancestors());
    for line in lines {
        if let Some(variation) = Variation::cast(line.clone()) {
            // A cursor at the brackets is outside of the variation.
            let range = variation.range();
            if place <= range.start || place >= range.end && variation.is_closed() {
                continue;
            }
            match (last_played(&variation, place), variation.moves().next()) {
                (Some(start), _) => return CursorPly::After(start),
                (None, Some(first)) => return CursorPly::Before(first.range().start),
                (None, None) => {}
            }
        } else if let Some(movetext) = Movetext::cast(line) {
            return last_played(&movetext, place).map_or(CursorPly::Beginning, CursorPly::After);
        }
    }
    CursorPly::Beginning
}

/// The start of the last half-move of a line that starts at or before a place.
fn last_played(line: &impl HasItems, place: u32) -> Option<u32> {
    let Range { start, end } = line.range();
    let at = place.clamp(start, end.checked_sub(1)?);
    let here = line.syntax().child_or_token_at_range(TextRange::at(at.into(), 1.into()));
    let backwards = std::iter::successors(here, SyntaxElement::prev_sibling_or_token);
    let moves = backwards.filter_map(NodeOrToken::into_token).filter_map(Move::cast);
    moves.map(|half_move| half_move.range().start).find(|start| *start <= place)
}

fn beginning(board: Option<Position>) -> CursorInfo {
    CursorInfo { board, half_move: None, line: String::new(), opening: None }
}

fn after(text: &str, moves: &[ResolvedMove], at: usize, longest: usize) -> CursorInfo {
    let here = &moves[at];
    let mut line: Vec<&ResolvedMove> = std::iter::once(here).chain(before(&moves[..at], here)).take(longest).collect();
    line.reverse();
    CursorInfo {
        board: here.after.as_deref().cloned(),
        half_move: Some(LastHalfMove {
            id: at,
            range: here.range.clone(),
            number: here.number,
            is_white: here.color.is_white(),
            ply: here.ply,
            depth: here.depth,
            squares: squares_of(here),
        }),
        line: written(text, &line),
        opening: opening_of(moves, at).map(|(opening, _)| opening),
    }
}

/// Half-moves with their numbers, in SAN or as in the game's text.
fn written(game: &str, line: &[&ResolvedMove]) -> String {
    let mut text = String::new();
    for half_move in line {
        let as_written = || game.get(half_move.range.start as usize..half_move.range.end as usize);
        let number = match half_move.color {
            Color::White => format!("{}. ", half_move.number),
            Color::Black if text.is_empty() => format!("{}... ", half_move.number),
            Color::Black => String::new(),
        };
        if !text.is_empty() {
            text.push(' ');
        }
        text += &number;
        text += spellable(half_move).and_then(|it| it.spell(&SAN).ok()).as_deref().or_else(as_written).unwrap_or("--");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open_game::StandaloneGame;

    fn at(marked: &str) -> CursorInfo {
        let place = marked.find('|').expect("a mark");
        let text = marked.replacen('|', "", 1);
        cursor_info(&StandaloneGame::of(&text), place as u32, 4).expect("a game")
    }

    fn line(marked: &str) -> String {
        at(marked).line
    }

    #[test]
    fn the_cursor_is_behind_a_half_move_of_its_line() {
        assert_eq!(line("1. |e4 e5"), "1. e4", "the cursor is at it");
        assert_eq!(line("1. e4 |e5"), "1. e4 e5");
        assert_eq!(line("1. e4| e5"), "1. e4");
        assert_eq!(line("1. e4 {said| of it} e5"), "1. e4");
        assert_eq!(line("1. e4 $1| e5"), "1. e4");
        assert_eq!(line("1|. e4 e5"), "");
        assert_eq!(line("[White| \"a\"]\n\n1. e4"), "");
        assert_eq!(line("1. e4 e5 *|"), "1. e4 e5");
        assert_eq!(line("1. e4 e5\n|\n"), "1. e4 e5");
        assert_eq!(line("1. e4 e5 2. Nf3 Nc6 3. B|b5"), "1... e5 2. Nf3 Nc6 3. Bb5", "no more than was asked for");
    }

    #[test]
    fn variations_are_lines_of_their_own() {
        let text = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 *";
        let line = |at: &str| line(&text.replacen(&at.replace('|', ""), at, 1));
        assert_eq!(line("1... c|5"), "1. e4 c5");
        assert_eq!(line("(|1..."), "1. e4", "before its first half-move: the board on which it begins");
        assert_eq!(line("|(1..."), "1. e4 e5");
        assert_eq!(line("2. c|3"), "1. e4 c5 2. c3");
        assert_eq!(line("2... d|6"), "1. e4 c5 2. Nf3 d6");
        assert_eq!(line("d6)|"), "1. e4 e5");
        assert_eq!(line("N|f3 *"), "1. e4 e5 2. Nf3");
    }

    /// A status line combines the half-move's number with the last word of the line.
    #[test]
    fn the_line_ends_with_the_half_move_wherever_the_cursor_is() {
        let text = "1. e4 e5 2. Qd4 Nf6 (2... Nc6 (2... d6) 3. Nf3) 3. Nf3 Ke4 (3... Kd4 4. a3) 4. h3 *";
        for place in 0..=text.len() {
            let here = cursor_info(&StandaloneGame::of(text), place as u32, 4).expect("a game");
            let last = here.half_move.as_ref().map_or("", |it| &text[it.range.start as usize..it.range.end as usize]);
            let word = here.line.rsplit(' ').next();
            assert_eq!(word, Some(last), "{}|{}", &text[..place], &text[place..]);
            let side = here.half_move.as_ref().zip(here.board.as_ref());
            assert!(side.is_none_or(|(it, board)| it.is_white == (board.turn() == Color::Black)));
        }
        let before = at("1. e4 e5 2. Qd4 Nf6 (|2... Nc6) *");
        assert_eq!((before.line.as_str(), before.fen()), ("1. e4 e5 2. Qd4", None));
        assert_eq!(before.half_move.map(|it| (it.number, it.is_white, it.ply)), Some((2, true, 2)));
    }

    #[test]
    fn the_board_the_opening_and_an_address_are_known() {
        let here = at("1. e4 c5 2. N|f3 *");
        let fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
        assert_eq!(here.fen().as_deref(), Some(fen));
        let address = format!("https://lichess.org/analysis/standard/{}", fen.replace(' ', "_"));
        assert_eq!(here.lichess(), Some(address));
        assert_eq!(here.opening.map(|opening| opening.name), Some("Sicilian Defense"));
        let last = here.half_move.expect("a half-move");
        assert_eq!((last.id, last.number, last.is_white, last.ply, last.depth), (2, 2, true, 2, 0));
        assert_eq!(last.squares, ["g1", "f3"]);
        let fcn = at("[MoveFormat \"FCN\"]\n\n1. Pe2-e4 1.5 P|c7-c5");
        assert_eq!(
            (fcn.line.as_str(), fcn.opening.map(|opening| opening.name)),
            ("1. e4 c5", Some("Sicilian Defense"))
        );
        let set_up = at("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4p3/K7 b - - 0 40\"]\n\n40... e1=Q|+ *");
        assert_eq!(set_up.line, "40... e1=Q+");
        let broken = at("1. e4 Ke4 2. N|f3");
        assert_eq!((broken.fen(), broken.line.as_str()), (None, "1. e4 Ke4 2. Nf3"));
        assert_eq!(at("[Variant \"Atomic\"]\n\n1. e|4").lichess().map(|a| a.contains("/atomic/")), Some(true));
    }
}
