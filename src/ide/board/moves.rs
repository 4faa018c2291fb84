//! The legal moves of a position, for a board on which pieces are moved by hand.

use std::collections::BTreeMap;

use shakmaty::{ByColor, ByRole, CastlingMode, CastlingSide, Color, Move, Role, Square};
use vgn_engine::replay::Resolved;
use vgn_engine::rules::{Position, may_promote_to, role_name};

use super::game::{fen_of, variant_name};
use super::hand_move::allows_illegal;

/// The legal moves of a position.
#[derive(Clone, Debug)]
pub struct LegalMoves {
    pub fen: Option<String>,
    pub variant: Option<&'static str>,
    pub is_white: bool,
    pub is_check: bool,
    /// Targets by origin. Castling has the rook's square as target, and in standard chess the king's target too.
    pub squares: BTreeMap<String, Vec<String>>,
    /// Targets by the name of the dropped piece.
    pub drops: BTreeMap<&'static str, Vec<String>>,
    /// Letters of the pieces that a pawn can promote to.
    pub promotions: Vec<char>,
    /// The game's notation can record illegal moves.
    pub allows_illegal: bool,
    pub pockets: Option<ByColor<BTreeMap<&'static str, u8>>>,
}

/// The board after a half-move, or the initial one.
pub fn board_after(resolved: &Resolved, id: Option<usize>) -> Option<&Position> {
    match id {
        None => resolved.start.as_ref(),
        Some(id) => resolved.moves.get(id)?.after.as_deref(),
    }
}

/// The legal moves after a half-move or at the beginning. `None` if the board is unknown.
pub fn legal_moves(resolved: &Resolved, after: Option<usize>) -> Option<LegalMoves> {
    let board = board_after(resolved, after)?;
    let mut squares: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut drops: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    let is_over = board.variant_end().is_some();
    for play in board.legal_moves().into_iter().filter(|_| !is_over) {
        match play {
            Move::Put { role, to } => drops.entry(role_name(role)).or_default().push(to.to_string()),
            Move::Castle { king, rook } => {
                let to = squares.entry(king.to_string()).or_default();
                if board.castling_mode() == CastlingMode::Standard {
                    to.push(king_target(king, rook).to_string());
                }
                to.push(rook.to_string());
            }
            _ => {
                let Some(from) = play.from() else { continue };
                let to = squares.entry(from.to_string()).or_default();
                // Each target once, as the promotions of a pawn share it.
                if to.last().map(String::as_str) != Some(&play.to().to_string()) {
                    to.push(play.to().to_string());
                }
            }
        }
    }
    let pieces = |pieces: ByRole<u8>| {
        let some = Role::ALL.into_iter().filter(move |role| *pieces.get(*role) > 0);
        some.map(|role| (role_name(role), *pieces.get(role))).collect()
    };
    let may = |role: &Role| may_promote_to(board.variant(), *role);
    let promotions = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::King].into_iter().filter(may);
    Some(LegalMoves {
        fen: fen_of(board),
        variant: variant_name(board),
        is_white: board.turn() == Color::White,
        is_check: board.is_check(),
        squares,
        drops,
        promotions: promotions.map(Role::char).collect(),
        allows_illegal: resolved.notation.is_some_and(allows_illegal),
        pockets: board.pockets().map(|pockets| pockets.map(pieces)),
    })
}

/// The king's target in castling.
pub fn king_target(king: Square, rook: Square) -> Square {
    Square::from_coords(CastlingSide::from_king_side(king < rook).king_to_file(), king.rank())
}

#[cfg(test)]
mod tests {
    use super::*;
    use vgn_engine::lint::{Context, FileKind, Settings};
    use vgn_engine::replay::resolve_game;

    fn moves(text: &str, after: Option<usize>) -> Option<LegalMoves> {
        let settings = Settings::default();
        let resolved = resolve_game(text, &Context::new(&settings, FileKind::Unknown));
        legal_moves(&resolved, after)
    }

    fn to(moves: &LegalMoves, from: &str) -> String {
        let mut to = moves.squares.get(from).cloned().unwrap_or_default();
        to.sort();
        to.join(" ")
    }

    #[test]
    fn what_can_be_played_by_the_squares() {
        let first = moves("1. e4 e5", None).expect("a board");
        assert_eq!((first.squares.len(), first.is_white, first.variant), (10, true, None));
        assert_eq!((to(&first, "e2"), to(&first, "g1")), ("e3 e4".to_owned(), "f3 h3".to_owned()));
        assert_eq!(first.promotions, ['q', 'r', 'b', 'n']);
        let second = moves("1. e4 e5", Some(0)).expect("a board");
        assert!(!second.is_white && second.squares.contains_key("e7"));
        assert!(moves("1. e4 Ke4 2. Nf3", Some(2)).is_none() && moves("1. e4", Some(7)).is_none());
        assert_eq!(
            moves("1. f3 e5 2. g4 Qh4# 0-1", Some(3)).map(|mate| (mate.squares.len(), mate.is_check)),
            Some((0, true))
        );
    }

    #[test]
    fn castling_goes_to_both_squares_and_in_chess960_to_the_rook() {
        let tags = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n\n*";
        assert_eq!(to(&moves(tags, None).expect("a board"), "e1"), "a1 c1 d1 d2 e2 f1 f2 g1 h1");
        let of_960 = format!("[Variant \"Chess960\"]\n{tags}");
        let found = moves(&of_960, None).expect("a board");
        assert_eq!((to(&found, "e1").as_str(), found.variant), ("a1 d1 d2 e2 f1 f2 h1", Some("chess960")));
    }

    #[test]
    fn pockets_are_told_and_what_can_be_dropped() {
        let text = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5";
        let found = moves(text, Some(3)).expect("a board");
        assert_eq!(found.drops.keys().copied().collect::<Vec<_>>(), ["pawn"]);
        assert_eq!(found.pockets.map(|pockets| pockets.white), Some([("pawn", 1)].into()));
        let anti = moves("[Variant \"Antichess\"]\n\n*", None).expect("a board");
        assert_eq!(anti.promotions, ['q', 'r', 'b', 'n', 'k']);
    }
}
