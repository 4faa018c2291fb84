//! Letter case: the case of moves that fixes write, and a small `b`, which is read as a file rather than a bishop.

use std::ops::Range;

use shakmaty::{File, Move, Role};

use super::move_texts::MoveTexts;
use crate::notation::{Codec, MoveText, ParsedMove, PieceMove};
use crate::replay::judge::Judge;
use crate::replay::judge::half_moves::coordinates::legal_play;

/// The case that all half-moves of a game have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LetterCase {
    Capital,
    Small,
}

impl Judge<'_> {
    /// The spelling in capitals or small letters, if the text that it replaces is so throughout and the notation reads
    /// both spellings as the same move: MCN's `E2E4`, FCN's `pe2-e4` (`notations.md`).
    pub(crate) fn in_case_of(&self, text: &str, spelling: String) -> String {
        let Codec::Moves { read, .. } = self.notation.codec else { return spelling };
        // Castling has no squares that show the case: `KC`.
        let is_capital = text.bytes().any(|b| b.is_ascii_digit()) && !text.bytes().any(|b| b.is_ascii_lowercase());
        let is_small = text.bytes().any(|b| b.is_ascii_lowercase()) && !text.bytes().any(|b| b.is_ascii_uppercase());
        // `e2-e4` and `%e2-e4` do not show the case of their piece letter.
        let has_letter = matches!(text.as_bytes(), [a, b, ..] if a.is_ascii_lowercase() && b.is_ascii_lowercase());
        let wants_letter = spelling.starts_with(|c: char| c.is_ascii_uppercase());
        let is_small = is_small && (has_letter || !wants_letter || *self.has_small_letters());
        let same = match (is_capital, is_small) {
            (true, false) => spelling.to_ascii_uppercase(),
            (false, true) => spelling.to_ascii_lowercase(),
            _ => return spelling,
        };
        if read(&same).is_some_and(|same| read(&spelling) == Some(same)) { same } else { spelling }
    }

    /// Same as [`Self::in_case_of`], and in the capitals or small letters of the whole game, although its notation
    /// reads these only as a deviation: `nf3` in SAN, `E2E4` in UCI.
    pub(crate) fn in_case_of_game(&self, text: &str, spelling: String) -> String {
        let Codec::Moves { read, .. } = self.notation.codec else { return spelling };
        let shows =
            |has: fn(&u8) -> bool| text.bytes().all(|b| !has(&b)) && spelling.bytes().any(|b| b.is_ascii_digit());
        let is_same =
            |other: &str| matches!((read(other), read(&spelling)), (Some(a), Some(b)) if a.parsed == b.parsed);
        let (small, capital) = (spelling.to_ascii_lowercase(), spelling.to_ascii_uppercase());
        if shows(u8::is_ascii_uppercase) && is_same(&small) && *self.has_small_letters() {
            small
        } else if shows(u8::is_ascii_lowercase) && is_same(&capital) && self.own_case() == Some(LetterCase::Capital) {
            capital
        } else {
            self.in_case_of(text, spelling)
        }
    }

    /// The spelling of a half-move that is written in another notation, in the capitals or small letters of the game's
    /// own half-moves.
    pub(crate) fn in_case_of_others(&self, spelling: String) -> String {
        let Codec::Moves { read, .. } = self.notation.codec else { return spelling };
        let other = match self.own_case() {
            Some(LetterCase::Capital) => spelling.to_ascii_uppercase(),
            Some(LetterCase::Small) => spelling.to_ascii_lowercase(),
            None => return spelling,
        };
        match (read(&other), read(&spelling)) {
            (Some(cased), Some(usual)) if cased.parsed == usual.parsed => other,
            _ => spelling,
        }
    }

    /// The case of the half-moves that the notation reads, if it is another than the notation's own.
    fn own_case(&self) -> Option<LetterCase> {
        let Codec::Moves { read, .. } = self.notation.codec else { return None };
        *self.letters.own_case.get_or_init(|| {
            let mut written = MoveTexts::read(self.text);
            written.moves.retain(|text| read(text).is_some());
            match () {
                () if written.is_in_capitals() => Some(LetterCase::Capital),
                () if written.has_small_letters() => Some(LetterCase::Small),
                () => None,
            }
        })
    }

    /// `bxd5` names the b-file, not a piece: it is an illegal pawn move (PGN 8.2.3.2), unless the game's other pieces
    /// are in small letters. `None` if a bishop is intended, or cannot go there either.
    pub(crate) fn file_or_bishop(&mut self, range: &Range<u32>, bishops: &MoveText) -> Option<()> {
        let ParsedMove::Piece(piece_move) = &bishops.parsed else { return None };
        let PieceMove { role: Some(Role::Bishop), from_file: None, from_rank: None, to, promotion, .. } = *piece_move
        else {
            return None;
        };
        if !self.slice(range).starts_with('b') || *self.has_small_letters() {
            return None;
        }
        let position = self.line.position()?.into_owned();
        let bishop = legal_play(&position, bishops)?.as_move()?;
        let is_of_file =
            |m: &Move| m.role() == Role::Pawn && m.to() == to && m.from().is_some_and(|from| from.file() == File::B);
        match position.legal_moves().into_iter().find(is_of_file) {
            Some(pawn) => self.ambiguous(range, &[bishop, pawn]),
            None => {
                let why = position.why_not_san(Role::Pawn, Some(File::B), None, to, promotion);
                self.illegal_san(range, &why.to_string())
            }
        };
        Some(())
    }

    pub(crate) fn has_small_letters(&self) -> &bool {
        self.letters.small_letters.get_or_init(|| MoveTexts::read(self.text).has_small_letters())
    }
}

/// A half-move that names both squares, with small squares and a capital piece, as all notations read it: `PE2E4`,
/// `NG1-F3`. `None` if the text is already so.
pub(crate) fn in_usual_case(text: &str) -> Option<String> {
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']);
    let bytes = text.as_bytes();
    let from = bytes.windows(2).position(is_square).filter(|from| *from < 2)?;
    let to = from + 2 + bytes[from + 2..].windows(2).position(is_square).filter(|between| *between < 2)?;
    if !text.is_ascii() {
        return None;
    }
    let (head, squares, tail) = (&text[..from], &text[from..to + 2], &text[to + 2..]);
    let tail = match tail.len() >= 2 && tail[..2].eq_ignore_ascii_case("en") {
        true => tail.to_ascii_lowercase(),
        false => tail.to_ascii_uppercase().replace('X', "x"),
    };
    let usual = [head.to_ascii_uppercase(), squares.to_ascii_lowercase(), tail].concat();
    (usual != text).then_some(usual)
}

#[cfg(test)]
mod tests {
    use crate::lint::{Context, FileKind, Settings};
    use crate::replay::check_game;

    /// The replacement texts of all fixes.
    fn fixes(moves: &str) -> Vec<String> {
        fixes_in("MCN", moves)
    }

    fn fixes_in(notation: &str, moves: &str) -> Vec<String> {
        let text = format!(
            "[GameFormat \"VGN\"]\n[MoveFormat \"{notation}\"]\n[SetUp \"FEN:{}\"]\n\n{moves}",
            "4k3/P7/8/8/8/8/8/4K2R w K - 0 1"
        );
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Vgn).with_fixes(true);
        let found = check_game(&text, &context).diagnostics;
        found.into_iter().flat_map(|found| found.fixes).flat_map(|fix| fix.edits).map(|edit| edit.text).collect()
    }

    #[test]
    fn a_fix_keeps_the_capitals_of_the_text() {
        assert_eq!(fixes("1. A7A8 *")[..2], ["A7A8Q", "A7A8R"]);
        assert_eq!(fixes("1. a7a8 *")[..2], ["a7a8q", "a7a8r"]);
        assert_eq!(fixes("1. E1E3 *").first().map(String::as_str), Some("E1E2"));
    }

    #[test]
    fn a_fix_keeps_the_small_letters_of_the_text() {
        assert_eq!(fixes_in("FCN", "1. pa7-a8 *")[..2], ["pa7-a8=q+", "pa7-a8=r+"]);
        assert_eq!(fixes_in("FCN", "1. Pa7-a8 *")[..2], ["Pa7-a8=Q+", "Pa7-a8=R+"]);
        assert_eq!(fixes_in("FCN", "1. qe1-e2 *"), ["ke1-e2"]);
        assert_eq!(fixes_in("FCN", "1. ke1-g1 *"), ["kc"]);
        assert_eq!(fixes_in("FCN", "1. Ke1-g1 *"), ["KC"]);
        // SAN's pieces are capitals.
        assert_eq!(fixes_in("SAN", "1. kf2 *"), ["Kf2"]);
    }

    #[test]
    fn a_half_move_of_another_notation_gets_the_case_of_the_others() {
        let last = |notation, moves| fixes_in(notation, moves).pop().unwrap_or_default();
        assert_eq!(last("MCN", "1. E1E2 1.5 E8E7 2. Kf3 *"), "E2F3");
        assert_eq!(last("FCN", "1. KE1-E2 1.5 KE8-E7 2. Kf3 *"), "KE2-F3");
        assert_eq!(last("FCN", "1. ke1-e2 1.5 ke8-e7 2. Kf3 *"), "ke2-f3");
        assert_eq!(last("FCN", "1. Ke1-e2 1.5 Ke8-e7 2. e2f3 *"), "Ke2-f3");
    }

    #[test]
    fn squares_that_no_move_is_played_from_stay() {
        let none: [&str; 0] = [];
        assert_eq!(fixes_in("UCI", "1. E3E4 1.5 e8e7 *"), none, "no null move for what is not on the board");
    }

    #[test]
    fn a_fix_keeps_the_capitals_of_the_game() {
        let last = |moves: &str| fixes_in("UCI", moves).pop();
        assert_eq!(last("1. E1E2 E8E7 2. E2F3 E7F7 3. F3F5 *").as_deref(), Some("F3F2"));
        assert_eq!(last("1. E1E2 E8E7 2. A7A8 *").as_deref(), Some("A7A8N"));
        assert_eq!(last("1. e1e2 e8e7 2. e2f3 e7f7 3. f3f5 *").as_deref(), Some("f3f2"));
        // Where it cannot be played, its case is no fault of its own.
        assert_eq!(last("1. e1e2 e8e7 2. e2f3 e7f7 3. F3F5 *").as_deref(), Some("f3f2"));
    }
}
