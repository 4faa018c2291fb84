//! The order of suggested moves.

use std::cmp::Reverse;

use shakmaty::{Move, Role};
use vgn_engine::rules::Play;

use super::board::CandidateMove;
use crate::continuations::book_lines;

/// Sorts the more likely move first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MoveRank {
    class: RankClass,
    /// Frequency in other games.
    played: Reverse<usize>,
    /// Numbers of book openings that continue with the move, and that pass through its position.
    book: Reverse<Option<(usize, usize)>>,
    /// Number of all games that play it: decides only where games nearby and the book do not, so that the order hardly
    /// depends on what is known at the moment.
    everywhere: Reverse<u64>,
    /// Cheap pieces that capture valuable ones come first.
    gain: i32,
    /// Groups by piece: castling, then pieces, then pawns.
    piece: u8,
    text: String,
}

/// The reasons why a move is likely, most likely first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum RankClass {
    Mate,
    Recapture,
    Check,
    /// Played in games nearby.
    Played,
    /// In the opening book.
    Book,
    Capture,
    Other,
}

impl MoveRank {
    /// The rank of a half-move with this text that games nearby play `played` times, and all known games `everywhere`
    /// times.
    pub fn of(next: &CandidateMove<'_>, m: Move, text: &str, (played, everywhere): (usize, u64)) -> MoveRank {
        let retakes = matches!(
            next.board.last, Some(Play::Move(last)) if last.is_capture() && m.is_capture() && last.to() == m.to()
        );
        let check = next.after.is_check();
        let book = book_lines(&next.board.before, next.play, &next.after);
        let class = if check && next.after.is_checkmate() {
            RankClass::Mate
        } else if retakes {
            RankClass::Recapture
        } else if check {
            RankClass::Check
        } else if played > 0 {
            RankClass::Played
        } else if book.is_some() {
            RankClass::Book
        } else if m.is_capture() || m.is_promotion() {
            RankClass::Capture
        } else {
            RankClass::Other
        };
        let taken = m.capture().map_or(0, worth) + m.promotion().map_or(0, worth);
        let gain = if m.is_capture() || m.is_promotion() { worth(m.role()) - 10 * taken } else { 0 };
        let piece = match m {
            Move::Castle { .. } => 0,
            _ => match m.role() {
                Role::Knight => 1,
                Role::Bishop => 2,
                Role::Rook => 3,
                Role::Queen => 4,
                Role::Pawn => 5,
                Role::King => 6,
            },
        };
        let (played, book, everywhere) = (Reverse(played), Reverse(book), Reverse(everywhere));
        MoveRank { class, played, book, everywhere, gain, piece, text: text.to_owned() }
    }
}

fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 10,
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Square;
    use vgn_engine::lint::{Context, FileKind, Settings};
    use vgn_engine::rules::Position;

    use super::*;
    use crate::completion::tests::offered;
    use crate::completion::{CompletionKind, CompletionQuery, MoveNumbers, completion};

    #[test]
    fn all_games_decide_where_games_near_by_and_the_book_do_not() {
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Pgn);
        let pawn = |from, to| Play::Move(Move::Normal { role: Role::Pawn, from, capture: None, to, promotion: None });
        let numbers = |games| MoveNumbers { games, words: format!("{games} games") };
        let counted =
            |_: &Position| vec![(pawn(Square::H7, Square::H5), numbers(9)), (pawn(Square::D7, Square::D5), numbers(7))];
        let query = CompletionQuery { counted: &counted, ..CompletionQuery::alone("1. h4 ", 6, context) };
        let items = completion(&query).expect("not called off").items;
        let moves = items.iter().filter(|item| item.kind == CompletionKind::HalfMove);
        let shown: Vec<_> = moves.map(|item| (item.label.as_str(), item.detail.as_deref())).collect();
        let book = ["d5", "a5", "g5", "c5", "e5", "f5"].map(|label| (label, (label == "d5").then_some("7 games")));
        assert_eq!(shown[..6], book);
        assert_eq!(shown[6..8], [("h5", Some("9 games")), ("Na6", None)]);
    }

    fn labels(marked: &str) -> String {
        let items = offered(marked).items.into_iter().filter(|item| item.kind == CompletionKind::HalfMove);
        items.map(|item| item.label).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_no_game_near_by_plays_comes_as_the_book_has_it() {
        // The games nearby start with 1. e4 and 1. a3.
        for (marked, first) in [
            ("[White \"?\"]\n\n¦", "e4 a3 d4 c4 Nf3 "),
            ("[White \"?\"]\n\n1. ¦ *", "e4 a3 d4 c4 Nf3 "),
            ("[MoveFormat \"MCN\"]\n\n1. ¦", "e2e4 a2a3 d2d4 c2c4 g1f3 "),
            ("1. d4 ¦", "Nf6 d5 "),
            ("1. e4 d5 2. ¦", "Bb5+ exd5 "),
            ("1. e4 e5 2. Nf3 (2. ¦)", "Nc3 f4 Bc4 "),
        ] {
            let found = labels(marked);
            assert!(found.starts_with(first), "{marked}: {found}");
        }
    }
}
