//! The check of one game from the grammar's events, without a tree.

use super::Identity;
use super::cancellable_sink::CancellableSink;
use super::judge::{Judge, keep_words_apart};
use super::merge_conflicts::ConflictedText;
use crate::lint::report::Report;
use crate::lint::{Cancellation, Code, Context, Diagnostic, LARGE, is_no_text, present_all};
use crate::syntax::{MoveShape, Sink, parse};

/// Findings in one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameReport {
    /// Ordered by range.
    pub diagnostics: Vec<Diagnostic>,
    /// Number of diagnostics that were left out: a game has at most 10,000.
    pub left_out: u32,
    /// Half-moves of the main line and all variations, including unreadable ones.
    pub half_moves: u32,
    /// Half-moves of the main line.
    pub main_line_half_moves: u32,
    /// Whether there are tags or moves; the end of a file that has only comments and white space is not a game (rule
    /// A2).
    pub is_game: bool,
    /// Key for finding duplicates, if `duplicate-game` is enabled and the game can be compared.
    pub identity: Option<Identity>,
}

impl GameReport {
    /// The report with the diagnostics of these drafts.
    pub(super) fn with_drafts(self, text: &str, drafts: Report<'_>) -> GameReport {
        let (mut diagnostics, left_out) = drafts.into_diagnostics();
        diagnostics.sort_by_key(|d| (d.range.start, d.range.end));
        keep_words_apart(text, &mut diagnostics);
        GameReport { diagnostics, left_out, ..self }.presentable()
    }

    /// The report with messages in a form that can be displayed. All reports pass through this function.
    pub(crate) fn presentable(mut self) -> GameReport {
        present_all(&mut self.diagnostics);
        self
    }
}

/// Judges the text of one game, as cut by [`crate::syntax::games::next_game`]. Never fails, whatever the text is; if it
/// is cancelled, a large game may be judged only in part.
pub fn check_game(text: &str, context: &Context<'_>) -> GameReport {
    if let Some(conflicted) = ConflictedText::of(text) {
        return check_conflicted(&conflicted, context);
    }
    let worth_fixing = context.fixes && !is_no_text(text);
    judge(text, &context.with_fixes(worth_fixing), false).into_report()
}

/// Judges our side of a game in conflict, without fixes: they would be made for one side alone.
fn check_conflicted(conflicted: &ConflictedText, context: &Context<'_>) -> GameReport {
    let mut report = judge(&conflicted.ours, &context.with_fixes(false), false).into_report();
    report.identity = None;
    if let Some(severity) = context.settings.level(Code::MergeConflict) {
        let message = "a merge has left both versions of this place: keep one, and remove the lines `<<<<<<<`, `=======` and \
                       `>>>>>>>`";
        report.diagnostics.extend(conflicted.conflicts.iter().map(|range| Diagnostic {
            code: Code::MergeConflict,
            severity,
            range: range.clone(),
            message: message.to_owned(),
            related: Vec::new(),
            fixes: Vec::new(),
        }));
        report.diagnostics.sort_by_key(|found| (found.range.start, found.range.end));
    }
    report.presentable()
}

/// Runs the judge over the text; a game with piece letters of another language is judged again in that language.
pub(crate) fn judge<'a>(text: &'a str, context: &'a Context<'a>, keep: bool) -> Judge<'a> {
    let run = |language| {
        let mut judge = Judge::new(text, context, keep, language);
        parse_game(text, &mut judge, context.cancel);
        judge
    };
    let mut english = run(None);
    let Some(candidates) = english.candidates() else { return english };
    let tried = candidates.whole_game.iter().map(|language| run(Some(*language)));
    let mut in_language: Vec<Judge> = tried.filter(|other| other.is_in_language(&candidates, &english)).collect();
    if in_language.is_empty() {
        english.doubt_letters();
        return english;
    }
    // Among equally certain languages, the first is used.
    in_language.sort_by_key(Judge::uncertainty);
    let mut best = in_language.swap_remove(0);
    let is_as_good = |other: &Judge| other.uncertainty() == best.uncertainty() && !other.spells_like(&best);
    if in_language.iter().any(is_as_good) || !best.is_sure_of_language() {
        best.doubt_letters();
    }
    best
}

/// Passes the events of a game's parse to a sink; the parse of a large game stops when it is cancelled.
pub fn parse_game<S: Sink + ?Sized>(text: &str, sink: &mut S, cancel: &dyn Cancellation) {
    if text.len() < LARGE {
        parse(text, &shape_of, sink);
    } else {
        let sink: &mut dyn Sink = &mut CancellableSink::new(sink, cancel);
        parse(text, &shape_of, sink);
    }
}

/// The syntax of half-moves in the notation named by a `MoveFormat` value (rules B4 and B5).
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
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::lint::{FileKind, Settings};

    fn asked(text: &str, off_after: u32) -> (Option<GameReport>, u32) {
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Pgn);
        let times = AtomicU32::new(0);
        let cancel = || times.fetch_add(1, Ordering::Relaxed) >= off_after;
        let asking = context.with_cancel(&cancel);
        let report = asking.whole(text, check_game(text, &asking));
        if let Some(report) = &report {
            assert_eq!(*report, check_game(text, &context));
        }
        (report, times.into_inner())
    }

    #[test]
    fn a_game_that_is_not_cancelled_is_judged_to_its_end() {
        let large = format!("[Event \"?\"]\n\n{} *", "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(10_000));
        assert!(asked("1. e4 *", u32::MAX).0.is_some());
        assert!(asked(&large, u32::MAX).0.is_some_and(|report| report.half_moves == 40_000));
    }

    #[test]
    fn fixes_of_very_many_wrong_numbers_do_not_fill_the_memory() {
        let text = format!("1. e4 e5 {}*", "2. Nf3 Nf6 3. Ng1 Ng8 ".repeat(5_000));
        let settings = Settings::default();
        let report = check_game(&text, &Context::new(&settings, FileKind::Pgn).with_fixes(true));
        let fixes = || report.diagnostics.iter().flat_map(|found| &found.fixes);
        assert!(fixes().next().is_some_and(|fix| fix.edits.len() > 5_000));
        let edits: usize = fixes().map(|fix| fix.edits.len()).sum();
        assert!(edits < 400_000, "{edits}");
    }

    #[test]
    fn a_cancelled_game_is_not_judged_further() {
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
        assert!(asked("1. e4 *", 0).0.is_some(), "a small game is judged to its end");
    }
}
