//! Inlay hints: glyphs of NAGs, missing move numbers, half-moves in another notation, evaluations, time spent, the
//! opening, transpositions.
//!
//! Glyphs, evaluations and times need only the text (`texts`), up to the end of the requested range; the others need
//! positions (`boards`, `transpositions`).

mod boards;
mod texts;
mod transpositions;

use std::ops::Range;
use std::sync::Arc;

use vgn_engine::lint::Cancellation;
use vgn_engine::preferences::HintKinds;
use vgn_engine::replay::Resolved;

pub use transpositions::{TranspositionCandidate, transposition_candidates};

/// An inlay hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Its position, in bytes of the game's text.
    pub at: u32,
    /// Its text, on one line.
    pub label: String,
    /// It belongs to the text after it and could be inserted; otherwise it belongs to the text before.
    pub is_missing: bool,
    /// Start of the half-move or NAG that it describes, in bytes of the game's text.
    pub target: u32,
}

impl Hint {
    fn behind(range: &Range<u32>, label: impl Into<String>) -> Hint {
        Hint { at: range.end, label: label.into(), is_missing: false, target: range.start }
    }
}

/// The hints in a range of one game's text, in text order. `resolve` supplies the resolved game, or `None` if
/// cancelled; it is called only if positions are needed. After cancellation in a large game the list is incomplete.
pub fn inlay_hints(
    text: &str,
    requested: Range<u32>,
    kinds: &HintKinds,
    cancel: &dyn Cancellation,
    resolve: impl FnOnce() -> Option<Arc<Resolved>>,
) -> Vec<Hint> {
    let mut hints = Vec::new();
    if kinds.needs_boards() {
        let resolved = if cancel.is_cancelled() { None } else { resolve() };
        hints.extend(resolved.into_iter().flat_map(|resolved| boards::hints(text, &requested, kinds, &resolved)));
    }
    if kinds.needs_texts() {
        hints.extend(texts::hints(text, &requested, kinds, cancel));
    }
    hints.retain(|hint| requested.start <= hint.at && hint.at <= requested.end);
    hints.sort_by_key(|hint| hint.at);
    hints
}

#[cfg(test)]
mod tests {
    use super::*;
    use vgn_engine::lint::{Context, FileKind, Settings};
    use vgn_engine::notation::{FCN, UCI};
    use vgn_engine::replay::resolve_game;

    const NOTHING: HintKinds = HintKinds::NONE;

    fn all(text: &str, requested: Range<u32>, kinds: &HintKinds) -> Vec<Hint> {
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Unknown);
        let resolve = || {
            assert!(kinds.needs_boards());
            Some(Arc::new(resolve_game(text, &context)))
        };
        inlay_hints(text, requested, kinds, &|| false, resolve)
    }

    /// The text with its hints inserted.
    fn shown(text: &str, kinds: HintKinds) -> String {
        let mut out = text.to_owned();
        for hint in all(text, 0..text.len() as u32, &kinds).iter().rev() {
            out.insert_str(hint.at as usize, &format!("‹{}›", hint.label));
        }
        out
    }

    #[test]
    fn glyphs_of_nags() {
        assert_eq!(
            shown("1. e4 $14 ({$3} 1. d4 $1 $146 $9999) e5!? $5.1.2.1.1 *", HintKinds::default()),
            "1. e4 $14‹⩲› ({$3} 1. d4 $1‹!› $146‹N› $9999) e5!? $5.1.2.1.1 *"
        );
    }

    #[test]
    fn numbers_that_are_left_out() {
        let kinds = HintKinds { numbers: true, ..NOTHING };
        assert_eq!(shown("1. e4 e5 2. Nf3 Nc6 *", kinds), "1. e4 e5 2. Nf3 Nc6 *");
        assert_eq!(
            shown("e4 {x} e5 Nf3 $1 Nc6 (d6 d4) (2... Nf6) Bb5 1/2-1/2", kinds),
            "‹1.›e4 {x} ‹1...›e5 ‹2.›Nf3 $1 Nc6 (‹2...›d6 ‹3.›d4) (2... Nf6) ‹3.›Bb5 1/2-1/2"
        );
        assert_eq!(
            shown("[GameFormat \"VGN\"]\n\n1. e4 (1. d4) e5 Ke4 d6", kinds),
            "[GameFormat \"VGN\"]\n\n1. e4 (1. d4) ‹1.5›e5 ‹2.›Ke4 d6",
            "as far as it is known which move it is"
        );
    }

    #[test]
    fn half_moves_in_another_notation() {
        let kinds = HintKinds { notation: Some(&FCN), ..NOTHING };
        assert_eq!(shown("1. e4 (1. Nf3) e5 2. Ke3", kinds), "1. e4‹Pe2-e4› (1. Nf3‹Ng1-f3›) e5‹Pe7-e5› 2. Ke3");
        assert_eq!(shown("[MoveFormat \"FCN\"]\n\n1. Pe2-e4", kinds), "[MoveFormat \"FCN\"]\n\n1. Pe2-e4");
        let kinds = HintKinds { notation: Some(&UCI), ..NOTHING };
        assert_eq!(shown("[MoveFormat \"FCN\"]\n\n1. Pe2-e4", kinds), "[MoveFormat \"FCN\"]\n\n1. Pe2-e4‹e2e4›");
    }

    #[test]
    fn evaluations_and_times() {
        let kinds = HintKinds { evaluations: true, ..NOTHING };
        assert_eq!(
            shown("1. e4 {[%eval 20,22]} e5 {[%eval -10,21]}", kinds),
            "1. e4‹+0.20› {[%eval 20,22]} e5‹-0.10› {[%eval -10,21]}"
        );
        assert_eq!(
            shown("1. e4 {[%eval 0.3]} e5 $1 {[%eval -1.25,17]} (e6 {[%eval #-3]}) 2. d4 {[%eval x]}", kinds),
            "1. e4‹+0.30› {[%eval 0.3]} e5‹-1.25› $1 {[%eval -1.25,17]} (e6‹#-3› {[%eval #-3]}) 2. d4 {[%eval x]}"
        );
        let kinds = HintKinds { times: true, ..NOTHING };
        assert_eq!(
            shown(
                "[TimeControl \"300+2\"]\n\n1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:52]} 2. Nf3 {[%clk 0:03:57]} \
                 (2. d4 {[%clk 0:04:40]} d6 {[%clk 0:04:54]}) Nc6 {[%clk 0:04:54.5]} 3. Bb5 {[%emt 0:00:04]} a6",
                kinds
            ),
            "[TimeControl \"300+2\"]\n\n1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:52]} 2. Nf3‹1:05› \
             {[%clk 0:03:57]} (2. d4‹0:22› {[%clk 0:04:40]} d6‹0:00› {[%clk 0:04:54]}) Nc6 {[%clk 0:04:54.5]} \
             3. Bb5‹0:04› {[%emt 0:00:04]} a6"
        );
        assert_eq!(
            shown("1. e4 {[%clk 1:00:00]} e5 2. d4 {[%clk 0:59:00]}", kinds),
            "1. e4 {[%clk 1:00:00]} e5 2. d4‹1:00› {[%clk 0:59:00]}"
        );
        assert_eq!(
            shown("1. e4 {[%clk 1:00:00]} e5 2. d4 {[%clk 0:59:00] [%emt 0:01:00]} d5 {[%emt 0:00:05]}", kinds),
            "1. e4 {[%clk 1:00:00]} e5 2. d4‹1:00› {[%clk 0:59:00] [%emt 0:01:00]} d5‹0:05› {[%emt 0:00:05]}",
            "what both commands tell is said once"
        );
    }

    #[test]
    fn a_first_clock_tells_what_was_spent_where_that_is_certain() {
        let kinds = HintKinds { times: true, ..NOTHING };
        let first = |control: &str, clock: &str, format: &str, first: &str| {
            let text = format!("[TimeControl \"{control}\"]\n{format}\n1. {first} {{[%clk {clock}]}} *");
            let shown = shown(&text, kinds);
            shown.split_once('‹').and_then(|(_, rest)| rest.split_once('›')).map(|(label, _)| label.to_owned())
        };
        for (control, clock, expected) in [
            ("300+3", "0:05:00", None),           // lichess: no clock runs yet
            ("300", "0:05:00", None),             // the same
            ("180+2", "0:03:00.9", Some("0:01")), // chess.com
            ("180", "0:02:58.9", Some("0:01")),   // chess.com
            ("180+2", "0:02:58", None),           // with the increment or without
            ("180+2", "0:01:30", None),           // lichess: berserk
            ("180", "0:01:30", None),             // the same
            ("5400+30", "1:30:57", None),         // boards that add the increment at the start too
        ] {
            assert_eq!(first(control, clock, "", "e4").as_deref(), expected, "{control}: {clock}");
            let fcn = "[GameFormat \"VGN\"]\n[MoveFormat \"FCN\"]\n";
            assert_eq!(first(control, clock, fcn, "Pe2-e4").as_deref(), expected, "{control}: {clock} in FCN");
        }
        assert_eq!(
            shown(
                "[TimeControl \"300+3\"]\n\n1. e4 {[%clk 0:05:00]} (1. d4 {[%clk 0:05:00]}) e5 {[%clk 0:02:30]} \
                   2. Nf3 {[%clk 0:05:02]} Nc6 {[%clk 0:02:28]} *",
                kinds
            ),
            "[TimeControl \"300+3\"]\n\n1. e4 {[%clk 0:05:00]} (1. d4 {[%clk 0:05:00]}) e5 {[%clk 0:02:30]} \
             2. Nf3‹0:01› {[%clk 0:05:02]} Nc6‹0:02› {[%clk 0:02:28]} *",
            "whoever goes berserk has no increments"
        );
    }

    /// In VGN White's comments stand after Black's half-move and name White's (rule C4).
    #[test]
    fn in_vgn_evaluations_and_times_are_those_of_the_half_move_that_a_comment_names() {
        let kinds = HintKinds { evaluations: true, times: true, ..NOTHING };
        let vgn = |movetext: &str| format!("[GameFormat \"VGN\"]\n[TimeControl \"300+0\"]\n\n{movetext}");
        let text = "1. e4‹0:10›‹+0.30› 1.5 e5‹0:20› {[%after 1.] [%clk 0:04:50] [%eval 0.3]} {[%clk 0:04:40]} \
                    2. Nf3‹0:05› 2.5 Nc6‹0:40› {[%after 2.] [%clk 0:04:45]} {[%clk 0:04:00]} \
                    (2. f4‹0:15› 2.5 d5‹0:01› {[%after 2.] [%clk 0:04:35]} {[%clk 0:04:39]}) \
                    (2.5 d6‹0:02› {[%clk 0:04:38]} 3. d4‹0:01› {[%clk 0:04:44]}) *";
        let plain: String = text.split('‹').map(|part| part.split_once('›').map_or(part, |(_, rest)| rest)).collect();
        assert_eq!(shown(&vgn(&plain), kinds), vgn(text));
        let pgn = "1. e4 e5‹+0.30› {[%after 1.] [%eval 0.3]} *";
        assert_eq!(shown(&pgn.replace("‹+0.30›", ""), kinds), pgn, "a part of the text");
    }

    #[test]
    fn the_opening_where_the_book_is_left() {
        let kinds = HintKinds { opening: true, ..NOTHING };
        assert_eq!(
            shown("1. Nf3 Nc6 2. e4 e5 3. Bb5 a6 4. h4 h5 *", kinds),
            "1. Nf3 Nc6 2. e4 e5 3. Bb5 a6‹C70 Ruy Lopez: Morphy Defense› 4. h4 h5 *"
        );
        assert_eq!(shown("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *", kinds).matches('‹').count(), 0);
    }

    #[test]
    fn positions_of_other_lines() {
        let kinds = HintKinds { transpositions: true, ..NOTHING };
        assert_eq!(
            shown("1. d4 d5 2. c4 e6 3. Nf3 (3. Nc3 Nf6 4. Nf3) Nf6 4. Nc3 (4. g3 Be7) *", kinds),
            "1. d4 d5 2. c4 e6 3. Nf3 (3. Nc3 Nf6 4. Nf3‹= 4. Nc3›) Nf6 4. Nc3‹= 4. Nf3› (4. g3 Be7) *"
        );
        assert_eq!(
            shown("1. d4 d5 2. c4 e6 3. Nf3 (3. Nc3 Nf6 4. Nf3 Be7 5. Bg5) Nf6 4. Nc3 Be7 5. Bg5 *", kinds),
            "1. d4 d5 2. c4 e6 3. Nf3 (3. Nc3 Nf6 4. Nf3‹= 4. Nc3› Be7 5. Bg5) Nf6 4. Nc3‹= 4. Nf3› Be7 5. Bg5 *",
            "where the lines meet, and not as long as they go on together"
        );
        assert_eq!(shown("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 *", kinds).matches('‹').count(), 0, "a repetition is none");
    }

    #[test]
    fn medals_and_whose_a_comment_is() {
        let kinds = HintKinds { commands: true, ..NOTHING };
        assert_eq!(
            shown("1. e4 {[%mdl 576] x} (1. d4 {[%mdl 0] [%mdl x]}) e5 {[%after 1.]} *", kinds),
            "1. e4 {[%mdl 576]‹tactics, sacrifice› x} (1. d4 {[%mdl 0] [%mdl x]}) e5 {[%after 1.]} *"
        );
        let vgn = "[GameFormat \"VGN\"]\n\n";
        for (text, expected) in [
            ("1. e4 1.5 e5 {[%after 1.] x} *", "1. e4 1.5 e5 {[%after 1.]‹e4› x} *"),
            ("1. e4 (1. d4 1.5 d5 {[%after 1.5]}) *", "1. e4 (1. d4 1.5 d5 {[%after 1.5]‹d5›}) *"),
            ("7. e4 7.5 e5 {[%after 7.]} *", "7. e4 7.5 e5 {[%after 7.]‹e4›} *"),
            ("1. e4 1.5 e5 {[%after 4.]} {a [%after 1.]} *", "1. e4 1.5 e5 {[%after 4.]} {a [%after 1.]} *"),
        ] {
            assert_eq!(shown(&format!("{vgn}{text}"), kinds), format!("{vgn}{expected}"));
        }
    }

    #[test]
    fn what_is_asked_for_is_what_stands_there_in_all() {
        let text = "e4 $14 {[%eval 3] [%clk 0:00:04] [%mdl 64]} (1. Nf3 $1 d5) e5 Qh5 $2 Nc6 {[%eval #1]} Qxf7# 1-0";
        let kinds = HintKinds {
            nags: true,
            numbers: true,
            notation: Some(&FCN),
            evaluations: true,
            times: true,
            opening: true,
            transpositions: true,
            commands: true,
            engine: false,
        };
        let whole = all(text, 0..text.len() as u32, &kinds);
        assert!(whole.len() > 10, "{whole:?}");
        for start in 0..text.len() as u32 {
            for end in start..text.len() as u32 {
                let wanted: Vec<_> = whole.iter().filter(|hint| start <= hint.at && hint.at <= end).cloned().collect();
                assert_eq!(all(text, start..end, &kinds), wanted, "{start}..{end}");
            }
        }
    }
}
