//! Writes a half-move made on a board into the game, in the game's notation, as the next half-move of its line or as a
//! variation. The result is verified by reading it again.

use std::ops::Range;

use vgn_engine::lint::{Code, Context, Diagnostic, Edit, apply};
use vgn_engine::replay::{Resolved, resolve_game};

use super::game::parents;
use super::hand_move::HandMove;
use super::moves::board_after;
use super::play_writer::{PlayDraft, PlayWriter};
use crate::outline::GameOutline;

/// A half-move written into a game, or a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayEdit {
    /// `None` if the game already has all of it.
    pub edit: Option<Edit>,
    /// The range of the first half-move that is new, or of the last one if none is; in bytes of the edited text.
    pub range: Range<u32>,
    /// The index of that half-move among all half-moves of the edited game, in text order.
    pub id: usize,
}

/// Plays a half-move after another one, or at the game's beginning.
///
/// # Errors
/// The reason as a sentence.
pub fn play(
    text: &str,
    resolved: &Resolved,
    context: &Context<'_>,
    after: Option<usize>,
    wanted: HandMove<'_>,
) -> Result<PlayEdit, String> {
    if after.is_some_and(|id| id >= resolved.moves.len()) {
        return Err("the game has no such half-move".to_owned());
    }
    let board = board_after(resolved, after).ok_or("the board is not known here")?;
    let play = wanted.on(board, resolved.notation)?;
    let children = parents(&resolved.moves);
    let children: Vec<usize> = (0..children.len()).filter(|id| children[*id] == after).collect();
    if let Some(id) = children.iter().copied().find(|id| resolved.moves[*id].play == Some(play)) {
        return Ok(PlayEdit { edit: None, range: resolved.moves[id].range.clone(), id });
    }
    let site = PlayWriter { text, resolved, outline: GameOutline::new(text, context.cancel), board, play };
    let spelt = site.spelt()?;
    let drafts = match children.first() {
        None => site.next(after, &spelt),
        Some(replaced) => site.variation(*replaced, &spelt),
    };
    let id_at = |at: u32| resolved.moves.partition_point(|half_move| half_move.range.start < at);
    for PlayDraft { edit, at } in drafts {
        let start = edit.range.start + u32::try_from(at).unwrap_or(u32::MAX);
        let range = start..start + u32::try_from(spelt.len()).unwrap_or(u32::MAX);
        let id = id_at(edit.range.start);
        let text = apply(text, std::slice::from_ref(&edit));
        let Some(new) = context.whole(&text, resolve_game(&text, context)) else { continue };
        if site.is_right(&text, &new, id, after, context) {
            return match why_over(&new, &range).filter(|_| !wanted.may_be_illegal) {
                Some(why) => Err(why.to_owned()),
                None => Ok(PlayEdit { edit: Some(edit), range, id }),
            };
        }
    }
    Err("the half-move cannot be written here: other programs would read the game in another way".to_owned())
}

/// The reason why no half-move can stand at a place: the line has ended before it.
fn why_over<'r>(resolved: &'r Resolved, range: &Range<u32>) -> Option<&'r str> {
    let mut found = resolved.report.diagnostics.iter();
    let is_it = |it: &&Diagnostic| it.code == Code::MoveAfterEnd && it.range == *range;
    found.find(is_it).map(|found| found.message.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use vgn_engine::lint::{FileKind, Settings};
    use vgn_engine::replay::resolve_game;

    /// The game with a half-move played after the one with the text `after`, or the error.
    fn played(text: &str, after: &str, wanted: &str) -> String {
        put(text, after, HandMove { text: wanted, may_be_illegal: false })
    }

    fn put(text: &str, after: &str, wanted: HandMove<'_>) -> String {
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Unknown);
        let resolved = resolve_game(text, &context);
        let is_it =
            |it: &vgn_engine::replay::ResolvedMove| text[it.range.start as usize..it.range.end as usize] == *after;
        let id = resolved.moves.iter().position(is_it);
        assert!(after.is_empty() || id.is_some(), "{after}");
        match play(text, &resolved, &context, id, wanted) {
            Ok(PlayEdit { edit: None, id, .. }) => format!("there: {id}"),
            Ok(PlayEdit { edit: Some(edit), range, id }) => {
                assert!(edit.range.is_empty());
                let new = apply(text, &[edit]);
                let moves = resolve_game(&new, &context).moves;
                assert_eq!(moves[id].range, range, "{new}");
                new
            }
            Err(why) => why,
        }
    }

    #[test]
    fn the_next_half_move_goes_behind_its_line() {
        for (text, after, wanted, expected) in [
            ("1. e4 *", "e4", "e7e5", "1. e4 e5 *"),
            ("1. e4 e5\n*\n", "e5", "Nf3", "1. e4 e5 2. Nf3\n*\n"),
            ("1. e4 {x} *", "e4", "e5", "1. e4 {x} 1... e5 *"),
            ("1. e4 e5 2. *", "e5", "g1f3", "1. e4 e5 2. Nf3 *"),
            ("1. e4 (1. d4 d5) 1... e5 *", "d5", "c4", "1. e4 (1. d4 d5 2. c4) 1... e5 *"),
            ("1.e4 e5", "e5", "Nf3", "1.e4 e5 2.Nf3"),
            ("1. e4 ;good\n*", "e4", "e5", "1. e4 ;good\n1... e5\n*"),
            ("[White \"a\"]\n\n*\n", "", "e4", "[White \"a\"]\n\n1. e4 *\n"),
            ("[White \"a\"]\n", "", "e4", "[White \"a\"]\n\n1. e4\n"),
            ("[MoveFormat \"FCN\"]\n\n1. Pe2-e4 *", "Pe2-e4", "e5", "[MoveFormat \"FCN\"]\n\n1. Pe2-e4 Pe7-e5 *"),
            ("e4 e5 *", "e5", "Nf3", "e4 e5 Nf3 *"),
            ("1. e4 e5 2. Sf3 Sc6 *", "Sc6", "f1b5", "1. e4 e5 2. Sf3 Sc6 3. Lb5 *"),
        ] {
            assert_eq!(played(text, after, wanted), expected);
        }
    }

    #[test]
    fn another_half_move_becomes_a_variation() {
        for (text, after, wanted, expected) in [
            ("1. e4 e5 *", "", "d4", "1. e4 (1. d4) 1... e5 *"),
            ("1. e4 e5 2. Nf3 *", "e4", "c5", "1. e4 e5 (1... c5) 2. Nf3 *"),
            ("1. e4 {x} (1. d4) 1... e5 *", "", "c4", "1. e4 {x} (1. d4) (1. c4) 1... e5 *"),
            ("1. e4 (1. d4 d5) e5 *", "d4", "Nf6", "1. e4 (1. d4 d5 (1... Nf6)) e5 *"),
            ("1. e4! $14 e5 *", "", "d4", "1. e4! $14 (1. d4) 1... e5 *"),
            ("1. e4 Ke4 2. Nf3 *", "e4", "e5", "1. e4 Ke4 (1... e5) 2. Nf3 *"),
        ] {
            assert_eq!(played(text, after, wanted), expected);
        }
        let vgn = "[GameFormat \"VGN\"]\n[MoveFormat \"SAN\"]\n\n";
        let text = format!("{vgn}1. e4 1.5 e5 2. Nf3 *");
        assert_eq!(played(&text, "", "d4"), format!("{vgn}1. e4 1.5 e5 (1. d4) 2. Nf3 *"));
    }

    #[test]
    fn what_is_there_is_only_told() {
        let text = "1. e4 (1. d4) 1... e5 *";
        assert_eq!((played(text, "", "e4"), played(text, "", "d2d4")), ("there: 0".to_owned(), "there: 1".to_owned()));
        assert_eq!(played(text, "e4", "e7e5"), "there: 2");
    }

    #[test]
    fn moves_of_all_kinds() {
        let set = |fen: &str| format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n*");
        let end = |text: String| text.rsplit("\n\n").next().unwrap_or_default().to_owned();
        let promotes = set("7k/P7/8/8/8/8/8/K7 w - - 0 1");
        assert_eq!(end(played(&promotes, "", "a7a8n")), "1. a8=N *");
        assert_eq!(played(&promotes, "", "a7a8"), "`a7a8` lacks what the pawn becomes");
        let castles = set("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
        for wanted in ["e1g1", "e1h1", "O-O", "0-0"] {
            assert_eq!(end(played(&castles, "", wanted)), "1. O-O *");
        }
        let of_960 = castles.replace("[SetUp", "[Variant \"Chess960\"]\n[SetUp");
        assert_eq!(end(played(&of_960, "", "e1h1")), "1. O-O *");
        let house = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 *";
        assert!(
            played(house, "Qxd5", "P@e4").ends_with("3. @e4 *") || played(house, "Qxd5", "P@e4").ends_with("3. P@e4 *")
        );
        assert_eq!(end(played("1. e4 *", "e4", "--")), "1. e4 -- *");
        assert_eq!(played("1. e4 *", "e4", "e7e4"), "`exe4` is not legal here: the pawn on e7 cannot move to e4");
        assert_eq!(played("1. f3 e5 2. g4 Qh4# *", "Qh4#", "e2e4").find("is not legal"), Some(5));
    }

    #[test]
    fn moves_are_found_however_they_are_typed() {
        for wanted in ["nf3", "NF3", "Ng1-f3", "2. Nf3", "2.Nf3", "Ngf3", "N1f3", "Nf3!?", "Nf3+"] {
            assert_eq!(played("1. e4 e5 *", "e5", wanted), "1. e4 e5 2. Nf3 *", "{wanted}");
        }
        for (text, after, wanted, expected) in [
            ("1. e4 *", "e4", "e7-e5", "1. e4 e5 *"),
            ("1. e4 *", "e4", "1... e5", "1. e4 e5 *"),
            ("1. e4 *", "e4", "E5", "1. e4 e5 *"),
            ("1. e4 e5 *", "e5", "bc4", "1. e4 e5 2. Bc4 *"),
            ("1. e4 d5 *", "d5", "ed", "`ed` is not legal here"),
            ("1. e4 d5 *", "d5", "e:d5", "1. e4 d5 2. exd5 *"),
            ("1. e4 e5 *", "e5", "Nd4", "`Nd4` is not legal here: none of the knights on b1 and g1 can move to d4"),
            ("1. e4 e5 *", "e5", "Qd3", "`Qd3` is not legal here: the pawn on d2 is in the way of the queen on d1"),
            ("1. e4 e5 *", "e5", "o-o", "`o-o` is not legal here: the bishop on f1 is in the way of castling"),
            ("1. d4 d5 2. Nf3 Nf6 *", "Nf6", "nd2", "`nd2` may be `Nbd2` or `Nfd2`"),
        ] {
            assert_eq!(played(text, after, wanted), expected, "{wanted}");
        }
    }

    #[test]
    fn what_the_rules_forbid_is_written_where_the_notation_and_people_allow_it() {
        let any =
            |text: &str, after: &str, wanted: &str| put(text, after, HandMove { text: wanted, may_be_illegal: true });
        for (notation, first, wanted, expected) in [
            ("UCI", "e2e4", "e7e4", "e2e4 e7e4"),
            ("LAN", "e2-e4", "e8e4", "e2-e4 Ke8xe4"),
            ("FCN", "Pe2-e4", "d8h2", "Pe2-e4 Qd8-h2xP"),
            ("MCN", "e2e4", "d2d4", "e2e4 d2d4"),
        ] {
            let text = format!("[MoveFormat \"{notation}\"]\n\n1. {first} *");
            assert_eq!(any(&text, first, wanted), format!("[MoveFormat \"{notation}\"]\n\n1. {expected} *"));
            let named = expected.split(' ').next_back().unwrap_or_default();
            let why = played(&text, first, wanted);
            assert!(why.starts_with(&format!("`{named}` is not legal here")), "{notation}: {why}");
            assert_eq!(any(&text, first, "a5a4"), "no piece stands on a5");
        }
        let why = any("1. e4 *", "e4", "e7e4");
        assert!(
            why.ends_with("the pawn on e7 cannot move to e4, and SAN cannot record what the rules forbid"),
            "{why}"
        );
        assert_eq!(any("1. e4 *", "e4", "e7e5"), "1. e4 e5 *");
    }

    #[test]
    fn nothing_is_played_after_a_mark_that_ends_the_game() {
        let text = "[GameFormat \"VGN\"]\n[MoveFormat \"FCN\"]\n[Result \"White wins\"]\n\n1. Pe2-e4 Pe7-e5#+ 1-0\n";
        let why = "the game was over with `Pe7-e5#+`: no move can follow";
        assert_eq!(played(text, "Pe7-e5#+", "g1f3"), why);
        assert!(played(text, "Pe2-e4", "c5").contains("Pe7-e5#+ (1.5 Pc7-c5) 1-0"), "a variation may go on");
    }

    #[test]
    fn nothing_is_written_where_it_would_be_read_otherwise() {
        let refusal = "the half-move cannot be written here: other programs would read the game in another way";
        assert_eq!(played("1. e4 {never closed", "e4", "e5"), refusal);
    }
}
