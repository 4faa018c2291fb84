//! One game judged from the grammar's events, without a tree.

use super::judge::{Judge, Letters};
use super::stoppable::Stoppable;
use super::{Diagnostic, FileKind, Identity, Settings};
use crate::syntax::{MoveShape, Sink, parse};

/// A smaller game, in bytes, is judged sooner than somebody could call it off.
const LARGE: usize = 1 << 16;

/// What a game is judged by, besides its text.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    pub settings: &'a Settings,
    pub kind: FileKind,
    /// Fill [`Diagnostic::fixes`]; without, they stay empty and no time is spent on them.
    pub fixes: bool,
}

/// What was found in one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameReport {
    /// In the order of their ranges.
    pub diagnostics: Vec<Diagnostic>,
    /// How many more there would have been: a game has 10,000 diagnostics at most.
    pub left_out: u32,
    /// Half-moves of the main line and all variations, whether they could be read or not.
    pub half_moves: u32,
    /// Half-moves of the main line.
    pub main_line_half_moves: u32,
    /// There are tags or moves; the end of a file that has only comments and white space is no game (rule A2).
    pub is_game: bool,
    /// What tells it from other games, if `duplicate-game` is wanted and the game can be compared.
    pub identity: Option<Identity>,
}

/// Judges the text of one game, as [`crate::syntax::games::next_game`] cut it. Never fails, whatever the text is.
pub fn check_game(text: &str, context: &Context<'_>) -> GameReport {
    judge(text, context, false).into_report()
}

/// Judges a game as [`check_game`] does, but for one that is called off meanwhile: then there is no report.
///
/// `is_called_off` is asked before, and while a large game is judged.
pub fn check_game_unless(text: &str, context: &Context<'_>, is_called_off: &dyn Fn() -> bool) -> Option<GameReport> {
    if is_called_off() {
        return None;
    }
    judge_unless(text, context, false, is_called_off).map(Judge::into_report)
}

/// Runs the judge over the text; a game whose piece letters are not English is judged again in its language.
pub(super) fn judge<'a>(text: &'a str, context: &'a Context<'a>, keep: bool) -> Judge<'a> {
    run(text, context, keep, &|| false)
}

/// Runs the judge as [`judge`] does; `None` if it was called off: `is_called_off` is asked while a large game is
/// judged.
pub(super) fn judge_unless<'a>(
    text: &'a str,
    context: &'a Context<'a>,
    keep: bool,
    is_called_off: &'a dyn Fn() -> bool,
) -> Option<Judge<'a>> {
    if text.len() < LARGE {
        return Some(judge(text, context, keep));
    }
    if is_called_off() {
        return None;
    }
    let judge = run(text, context, keep, is_called_off);
    (!is_called_off()).then_some(judge)
}

fn run<'a>(text: &'a str, context: &'a Context<'a>, keep: bool, is_called_off: &'a dyn Fn() -> bool) -> Judge<'a> {
    let run = |letters| {
        let mut judge = Judge::new(text, context, keep, letters, is_called_off);
        parse_unless(text, &mut judge, is_called_off);
        judge
    };
    let mut english = run(Letters::English);
    if let Some(language) = english.knights_of_pawns()
        && !run(Letters::Of(language)).has_only_pawn()
    {
        english = run(Letters::EnglishOrDutch);
    }
    let Some(voices) = english.voices() else {
        english.doubt_pawns_of_unread();
        return english;
    };
    let tried = voices.throughout.iter().map(|language| run(Letters::Of(language)));
    let mut in_language: Vec<Judge> = tried.filter(|other| other.is_in_language(&voices, &english)).collect();
    if !in_language.is_empty() {
        // Of several that are as sure, the first.
        in_language.sort_by_key(Judge::doubt);
        let mut best = in_language.swap_remove(0);
        let is_as_good = |other: &Judge| other.doubt() == best.doubt() && !other.writes_as(&best);
        if in_language.iter().any(is_as_good) || !best.is_sure_of_language() {
            best.doubt_letters();
        }
        return best;
    }
    let mut mixed = run(Letters::Mixed(voices.together.clone()));
    if !mixed.is_mixed() {
        english.doubt_english(&voices);
        return english;
    }
    match mixed.is_sure_of_letters(&voices) {
        true => mixed.doubt_pawn_letters(),
        false => mixed.doubt_letters(),
    }
    mixed
}

/// Hands the events of a game's parse to a sink; of a large game only until `is_called_off`, which is asked now and
/// then.
pub fn parse_unless(text: &str, sink: &mut impl Sink, is_called_off: &dyn Fn() -> bool) {
    if text.len() < LARGE {
        parse(text, &shape_of, sink);
    } else {
        parse(text, &shape_of, &mut Stoppable::new(sink, is_called_off));
    }
}

/// What half-moves look like in the format that a `MoveFormat` value names (rules B4 and B5).
pub fn shape_of(value: &str) -> MoveShape {
    use crate::notation::{Codec, find};
    let name = value.split_once(':').map_or(value, |(name, _)| name);
    match find(name).map(|notation| notation.codec) {
        None => MoveShape::Unknown,
        Some(Codec::Binary { .. }) => MoveShape::Binary,
        Some(Codec::Moves { .. }) => MoveShape::Word,
        Some(Codec::Boards { clocks, .. }) => MoveShape::Board { clocks },
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    fn asked(text: &str, off_after: u32) -> (Option<GameReport>, u32) {
        let settings = Settings::default();
        let context = Context { settings: &settings, kind: FileKind::Pgn, fixes: false };
        let times = Cell::new(0);
        let is_called_off = || {
            times.set(times.get() + 1);
            times.get() > off_after
        };
        let report = check_game_unless(text, &context, &is_called_off);
        if let Some(report) = &report {
            assert_eq!(*report, check_game(text, &context));
        }
        (report, times.get())
    }

    #[test]
    fn a_game_that_nobody_calls_off_is_judged_to_its_end() {
        let large = format!("[Event \"?\"]\n\n{} *", "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(10_000));
        assert!(asked("1. e4 *", u32::MAX).0.is_some());
        assert!(asked(&large, u32::MAX).0.is_some_and(|report| report.half_moves == 40_000));
    }

    #[test]
    fn fixes_of_very_many_wrong_numbers_do_not_fill_the_memory() {
        let text = format!("1. e4 e5 {}*", "2. Nf3 Nf6 3. Ng1 Ng8 ".repeat(5_000));
        let settings = Settings::default();
        let report = check_game(&text, &Context { settings: &settings, kind: FileKind::Pgn, fixes: true });
        let fixes = || report.diagnostics.iter().flat_map(|found| &found.fixes);
        assert!(fixes().next().is_some_and(|fix| fix.edits.len() > 5_000));
        let edits: usize = fixes().map(|fix| fix.edits.len()).sum();
        assert!(edits < 400_000, "{edits}");
    }

    #[test]
    fn a_game_that_is_called_off_is_not_judged_further() {
        let moves = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(10_000);
        let nested = format!("1. e4 {}{}*", "(1. d4 {x} ".repeat(20_000), ") ".repeat(20_000));
        let comment = format!("1. e4 {{{}}} *", "[%clk 1:99:00] [%clk 1:00:00]".repeat(20_000));
        let others = [nested, "(".repeat(100_000), "1. Xf3 ".repeat(20_000), comment];
        for large in [moves, "[A \"b\"]\n".repeat(20_000)].into_iter().chain(others) {
            let (_, most) = asked(&large, u32::MAX);
            assert!(most > 20, "{most}: {}", &large[..20]);
            let (report, times) = asked(&large, 10);
            assert!(report.is_none() && times <= 14, "{times}: {}", &large[..20]);
        }
        assert_eq!(asked("1. e4 *", 0).0, None);
    }
}
