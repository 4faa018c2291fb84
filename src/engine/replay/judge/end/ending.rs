//! The end of a line: its terminator compared with the board and the marks (rule D4), and play after an end (rule D5).

use std::ops::Range;

use shakmaty::Color;

use crate::lint::{Code, Edit, Event, Fix, PLAYED, Related, Severity, ended_by_claim_only};
use crate::notation::{EndMark, fitting};
use crate::replay::judge::Judge;
use crate::replay::judge::line::PrecedingToken;
use crate::replay::study::is_study;
use crate::rules::{Position, Variant, VariantEnd};
use crate::syntax::results::intended_result;

/// The state of the game's end.
#[derive(Default)]
pub(crate) struct GameTermination {
    pub terminator: Option<Range<u32>>,
    /// The terminator that the board requires, if the game has another one.
    pub right_result: Option<&'static str>,
    /// A reported text may be or hide the terminator, so that a missing one is not reported.
    pub near_terminator: bool,
}

impl Judge<'_> {
    #[inline(never)]
    pub(crate) fn terminator(&mut self, range: Range<u32>) {
        self.settle_glyphs();
        // In a variation it may be a slip: in a half-move, or for one.
        let is_slip = self.in_variation()
            && (self.line.pending_number.is_some() || self.line.move_end == range.start && !self.line.is_known());
        self.dangling_number();
        self.line.has_content = true;
        self.line.preceding = PrecedingToken::Terminator;
        self.line.terminator = Some(range.clone()).filter(|_| !is_slip);
        self.close_line();
        if !self.in_variation() {
            self.termination.terminator = Some(range.clone());
        }
        if !self.contradicts_board(&range) {
            self.contradicts_mark(&range);
        }
        self.emit(Event::Terminator(range));
    }

    /// Reports a terminator that contradicts the end on the board. Returns whether the board decides the result.
    fn contradicts_board(&mut self, range: &Range<u32>) -> bool {
        let found = self.slice(range);
        let (right, what) = match self.line.boards.back(0).end() {
            Some(BoardEnd::Mate(winner)) => (result_of_winner(winner), format!("{winner:?} has mated")),
            Some(BoardEnd::Variant(end)) => match end.winner {
                Some(winner) => (result_of_winner(winner), end.to_string()),
                None if matches!(found, "1-0" | "0-1") => ("1/2-1/2", end.to_string()),
                None => return false,
            },
            Some(BoardEnd::Stalemate) if matches!(found, "1-0" | "0-1") => {
                ("1/2-1/2", "the position is stalemate".to_owned())
            }
            _ => return false,
        };
        if found == right {
            // A contradicting mark has already been reported against the board.
            return true;
        }
        if !self.in_variation() {
            self.termination.right_result = Some(right);
        }
        let message = format!("{what}, so the game ends with `{right}`, not `{found}`");
        self.replace_terminator(Code::TerminatorContradictsBoard, range.clone(), message, &[right]);
        true
    }

    /// Reports a terminator that contradicts the end mark of the last half-move.
    fn contradicts_mark(&mut self, range: &Range<u32>) {
        let last = match (&self.line.last_move, &self.setup_end) {
            (Some(last), _) if self.has_end_marks() => last,
            (None, Some(setup)) => setup,
            _ => return,
        };
        if self.line.past_end {
            return;
        }
        let found = self.slice(range);
        let mover = result_of_winner(last.color);
        let right: &[&str] = match (last.end, last.check) {
            (EndMark::None, _) => return,
            (EndMark::Over, true) => &[mover],
            // An unfinished game that ends in stalemate contradicts nothing (rule D4 speaks of winners).
            (EndMark::Over, false) if found == "*" => return,
            (EndMark::Over, false) | (EndMark::Drawn, _) => &["1/2-1/2"],
            (EndMark::Won, _) => &["1-0", "0-1"],
        };
        if right.contains(&found) {
            return;
        }
        let text = self.slice(&last.range);
        let message =
            format!("`{text}` records how the game ended: `{}` was expected, not `{found}`", right.join("` or `"));
        let right = right.to_vec();
        self.replace_terminator(Code::TerminatorContradictsMark, range.clone(), message, &right);
    }

    /// Reports a wrong terminator; the fix also corrects a `Result` tag with the same value.
    fn replace_terminator(&mut self, code: Code, range: Range<u32>, message: String, right: &[&str]) {
        let found = self.slice(&range);
        let tag = self
            .tags
            .get(self.text, "Result")
            .filter(|tag| !self.is_vgn() && !self.in_variation() && tag.value(self.text).trim() == found);
        let tag = tag.map(|tag| tag.inner(self.text));
        let fixes: Vec<Fix> = right
            .iter()
            .map(|right| {
                let mut edits: Vec<Edit> = tag.iter().map(|tag| Edit::replace(tag.clone(), *right)).collect();
                edits.push(Edit::replace(range.clone(), *right));
                Fix::choice(format!("write `{right}`"), edits)
            })
            .collect();
        let is_by_design = found == "*" && is_study(self);
        let severity = if is_by_design { Severity::Hint } else { code.lint().severity };
        let wanted = self.report.wants_fixes();
        if let Some(diagnostic) = self.report.add_at(severity, code, range, message).filter(|_| wanted) {
            diagnostic.fixes = fixes;
        }
    }

    /// The most likely terminator of the main line.
    pub(crate) fn likely_terminator(&self) -> &'static str {
        let main = self.main_line();
        match main.boards.back(0).end() {
            Some(BoardEnd::Mate(winner)) => return result_of_winner(winner),
            Some(BoardEnd::Stalemate) => return "1/2-1/2",
            Some(BoardEnd::Variant(end)) => return end.winner.map_or("1/2-1/2", result_of_winner),
            None => {}
        }
        match main.last_move.as_ref().map(|last| (last.end, last.check)) {
            Some((EndMark::Drawn, _)) => return "1/2-1/2",
            Some((EndMark::Won, _)) if self.is_vgn() => {
                return match self.tags.value(self.text, "Result").map(|v| v.to_lowercase()) {
                    Some(result) if result.contains("white wins") || result == "1-0" => "1-0",
                    Some(result) if result.contains("black wins") || result == "0-1" => "0-1",
                    _ => result_of_winner(main.last_move.as_ref().map_or(Color::White, |last| last.color)),
                };
            }
            _ => {}
        }
        self.tags.value(self.text, "Result").and_then(|result| intended_result(&result)).unwrap_or("*")
    }

    /// A mark records a win, but neither the board nor the `Result` tag names the winner.
    pub(crate) fn winner_is_guessed(&self) -> bool {
        let main = self.main_line();
        let is_won = main.last_move.as_ref().is_some_and(|last| last.end == EndMark::Won);
        let names_winner =
            self.tags.value(self.text, "Result").is_some_and(|result| intended_result(&result).is_some());
        is_won && main.boards.back(0).end().is_none() && !names_winner
    }

    /// Reports a half-move after an end of the game on this line.
    pub(crate) fn play_after_end(&mut self, range: &Range<u32>) {
        if self.line.past_end {
            return;
        }
        if let Some(last) = self.line.last_move.clone().filter(|last| last.end != EndMark::None)
            && self.has_end_marks()
        {
            if !self.may_be_half_move(range) {
                return;
            }
            self.line.past_end = true;
            let text = self.slice(&last.range);
            let message = format!("the game was over with `{text}`: no move can follow");
            if let Some(diagnostic) = self.report.add(Code::MoveAfterEnd, range.clone(), message) {
                diagnostic.related.push(Related::new(last.range, "the end of the game"));
            }
            return;
        }
        let Some(position) = self.line.position() else { return };
        let why = if position.dead() {
            if position.variant() == Variant::Chess {
                "neither side can mate any more"
            } else {
                "neither side can win any more"
            }
        } else if position.seventy_five_moves() {
            "each side has made 75 moves without a capture or a pawn move"
        } else if !self.in_variation() && self.history.fivefold() {
            "the same position has occurred for the fifth time"
        } else {
            return;
        };
        if !position.dead() && self.ended_by_claim_only() {
            return;
        }
        self.line.past_end = true;
        let message = format!("the game is a draw by the rules, but it goes on: {why}");
        self.report.add(Code::DrawnPosition, range.clone(), message);
    }

    /// Some notation reads the text, or it may be in the letters of a language.
    fn may_be_half_move(&self, range: &Range<u32>) -> bool {
        self.letters.language.is_some() || fitting(self.slice(range)).next().is_some()
    }

    /// Reports a half-move after the terminator of its variation.
    pub(crate) fn after_terminator(&mut self, range: &Range<u32>) {
        let Some(terminator) = self.line.terminator.clone().filter(|_| !self.line.past_end) else { return };
        self.line.past_end = true;
        let message = format!("the variation has ended with `{}`: no move can follow", self.slice(&terminator));
        if let Some(diagnostic) = self.report.add(Code::MoveAfterEnd, range.clone(), message) {
            diagnostic.related.push(Related::new(terminator, "the end of the variation"));
        }
    }

    /// The game was played before fivefold repetition and 75 moves ended a game without a claim.
    fn ended_by_claim_only(&self) -> bool {
        let values: Vec<_> = PLAYED.iter().filter_map(|name| self.tags.value(self.text, name)).collect();
        ended_by_claim_only(values.iter().map(|value| value.as_bytes()))
    }

    /// Reports an illegal half-move after the board has ended the game as play after the end. False if the board has
    /// not.
    pub(crate) fn after_board_end(&mut self, range: &Range<u32>) -> bool {
        let Some(end) = self.line.boards.back(0).end() else { return false };
        self.line.past_board_end = true;
        if !std::mem::replace(&mut self.line.past_end, true) {
            let what = match end {
                BoardEnd::Mate(_) => "the game ended with checkmate".to_owned(),
                BoardEnd::Stalemate => "the game ended with stalemate".to_owned(),
                BoardEnd::Variant(end) => format!("the game ended: {end}"),
            };
            let message = format!("{what}: no move can follow");
            let last = self.line.last_move.clone();
            if let Some(diagnostic) = self.report.add(Code::MoveAfterEnd, range.clone(), message)
                && let Some(last) = last
            {
                diagnostic.related.push(Related::new(last.range, "the last move"));
            }
        }
        true
    }

    /// Judges what can only be judged at the end of a line.
    pub(crate) fn close_line(&mut self) {
        self.settle_comments();
        self.dangling_number();
        self.causes.jumped |= self.line.jumped;
        if self.line.jumped
            && let Some(jump) = self.line.jump.take()
        {
            self.causes.jumps.push(jump);
        }
        self.stalemate_mark();
    }

    pub(crate) fn close_movetext(&mut self) {
        if self.numbering.counted.is_some() {
            return;
        }
        self.close_line();
        self.judge_escapes();
        self.judge_boardless();
        self.emit(Event::End);
        self.judge_opening();
        self.roster_fix();
        self.score_tag_fix();
        self.drop_move_findings();
        self.undeclared_notation();
        let clocks = self.counted_clocks();
        self.gather_habits();
        self.fold_consequences();
        self.clock_fix(clocks);
        self.renumber();
        self.judge_foreign();
        self.game_format_fix();
        self.try_fixes();
        self.doubt_fixes();
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardEnd {
    Mate(Color),
    Stalemate,
    /// The rules of a variant ended the game (rule G2).
    Variant(VariantEnd),
}

/// The end of the game on this board, if certain.
pub(crate) fn board_end(position: &Position) -> Option<BoardEnd> {
    if let Some(end) = position.variant_end() {
        Some(BoardEnd::Variant(end))
    } else if position.is_checkmate() {
        Some(BoardEnd::Mate(!position.turn()))
    } else if position.is_stalemate() {
        Some(BoardEnd::Stalemate)
    } else {
        None
    }
}

fn result_of_winner(color: Color) -> &'static str {
    match color {
        Color::White => "1-0",
        Color::Black => "0-1",
    }
}
