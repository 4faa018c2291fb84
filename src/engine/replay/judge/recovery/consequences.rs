//! One cause, one finding: after a missing or repeated half-move, numbers and marks do not fit the board, and soon a
//! half-move is illegal. The illegal half-move is reported, with the earlier places as related ones.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use shakmaty::Color;

use crate::lint::cause::{Cause, Key};
use crate::lint::diagnostic::HERE_TOO;
use crate::lint::{Code, Diagnostic, Related, Severity};
use crate::replay::after::MoveName;
use crate::replay::judge::line::PrecedingToken;
use crate::replay::judge::movetext::numbers::NumberFault;
use crate::replay::judge::{Judge, JudgeLine};

/// Maximum distance, in half-moves, from a wrong number to an illegal half-move with the same cause.
const NUMBERS_REACH: u32 = 8;
/// The same for wrong marks of captures and checks.
const MARKS_REACH: u32 = 4;
/// The same for text that was intended as a half-move.
const STRAY_REACH: u32 = 3;

/// Maximum number of stray texts kept per line, to bound memory for text without half-moves.
const MAX_SYMPTOMS: usize = 32;

/// The state by which findings with a common cause become one.
#[derive(Default)]
pub(crate) struct CauseTracker {
    misfits: Vec<Misfit>,
    /// The text that was last reported as a whole: its tokens have no faults of their own.
    pub(crate) reported_text: Option<Range<u32>>,
    /// The tag that was last reported as unclosed: its start, and the place of the missing `]`.
    pub(crate) unclosed_tag: Option<(u32, u32)>,
    /// Starts of the unclosed comments and variations.
    pub(crate) unclosed: Vec<u32>,
    /// Starts of comments that a slip has begun, or whose end it has taken.
    pub(crate) lost_comments: Vec<u32>,
    /// The first half-move that fits neither the board nor its number: half-moves before it are missing or superfluous.
    pub(crate) first_misfit: Option<u32>,
    /// Starts of comments with a `{` inside: they may have swallowed half-moves and parentheses.
    pub(crate) inner_braces: Vec<u32>,
    /// A line ended in numbers that had jumped.
    pub(crate) jumped: bool,
    /// Starts of these numbers.
    pub(crate) jumps: Vec<u32>,
    /// A half-move of the main line is missing, superfluous or uncertain.
    pub(crate) other_count: bool,
    /// An unclosed comment contains tags.
    pub(crate) swallowed_tags: bool,
    /// Number of half-moves tried on boards that play may really have reached.
    pub(crate) tried: u32,
}

/// A finding that may be an early symptom of missing or superfluous half-moves.
#[derive(Clone, Debug)]
pub(crate) struct Symptom {
    code: Code,
    range: Range<u32>,
    /// Number of half-moves of the line before it.
    played: u32,
    /// It is one only if the number of the later half-move does not fit either.
    needs_number: bool,
}

/// A half-move that does not fit the board, with the symptoms before it.
pub(crate) struct Misfit {
    half_move: Range<u32>,
    symptoms: Vec<Symptom>,
}

impl Symptom {
    fn new(code: Code, range: &Range<u32>, played: u32) -> Symptom {
        Symptom { code, range: range.clone(), played, needs_number: false }
    }

    fn is_number(&self) -> bool {
        matches!(self.code, Code::MoveNumber | Code::BlackNumberForWhite)
    }

    fn reaches(&self, line: &JudgeLine) -> bool {
        let reach = match self.code {
            _ if self.range.len() == 1 => NUMBERS_REACH,
            Code::StrayText => STRAY_REACH,
            _ if self.is_number() => NUMBERS_REACH,
            _ => MARKS_REACH,
        };
        self.played + reach >= line.played
    }
}

impl Judge<'_> {
    /// Records the findings about the half-move, from index `reported` on, as symptoms for a later illegal one.
    pub(crate) fn record_symptoms(&mut self, reported: usize, half_move: &Range<u32>) {
        let found = self.report.drafts().get(reported..).unwrap_or_default();
        if found.is_empty() || self.notation.allows_illegal {
            return;
        }
        let does_not_fit = |code: Code| matches!(code, Code::IllegalMove | Code::AmbiguousMove);
        if !self.half_move_fits && found.iter().any(|d| does_not_fit(d.code) && d.range == *half_move) {
            let mut symptoms = std::mem::take(&mut self.line.symptoms);
            let number_misfits = found.iter().any(|d| d.message.contains(ITS_NUMBER));
            symptoms.retain(|symptom| symptom.reaches(&self.line) && (number_misfits || !symptom.needs_number));
            let of_number = found.iter().filter(|d| d.code == Code::MoveNumber);
            let played = self.line.played;
            symptoms.extend(of_number.map(|d| Symptom::new(d.code, &d.range, played)));
            if !symptoms.is_empty() {
                self.causes.misfits.push(Misfit { half_move: half_move.clone(), symptoms });
            }
            return;
        }
        let played = self.line.played;
        let symptoms = found.iter().filter(|d| {
            use Code::{
                BlackNumberForWhite, MissingCapture, MissingCheckMark, MoveNumber, WrongCapture, WrongCheckMark,
                WrongEndMark,
            };
            let of_number = matches!(d.code, MoveNumber | BlackNumberForWhite);
            of_number
                || matches!(d.code, MissingCapture | WrongCapture | MissingCheckMark | WrongCheckMark | WrongEndMark)
        });
        let symptoms = symptoms.map(|d| Symptom::new(d.code, &d.range, played));
        let before = self.line.symptoms.iter().filter(|symptom| symptom.reaches(&self.line)).cloned();
        self.line.symptoms = before.chain(symptoms).collect();
    }

    /// Records stray text that was intended as a half-move: later misfits are its consequences.
    pub(crate) fn record_stray_half_move(&mut self, range: &Range<u32>) {
        self.record_stray(Symptom::new(Code::StrayText, range, self.line.played));
    }

    /// Records stray text after a number: it was the number's half-move if a later number shows that one is missing.
    pub(crate) fn record_stray_after_number(&mut self, range: &Range<u32>) {
        if self.line.pending_number.is_some() && !self.notation.allows_illegal {
            let stray = Symptom::new(Code::StrayText, range, self.line.played);
            self.record_stray(Symptom { needs_number: true, ..stray });
        }
    }

    fn record_stray(&mut self, stray: Symptom) {
        let symptoms = &mut self.line.symptoms;
        if symptoms.len() == MAX_SYMPTOMS {
            symptoms.remove(0);
        }
        symptoms.push(stray);
    }

    /// Records a sign directly before the half-move, which may stand for its first letter.
    pub(crate) fn record_sign_before(&mut self, half_move: &Range<u32>) {
        let Some(last) = self.report.drafts().last().filter(|last| last.range.end == half_move.start) else { return };
        if last.range.len() == 1 && !self.notation.allows_illegal && self.line.symptoms.len() < MAX_SYMPTOMS {
            let (code, range, played) = (last.code, last.range.clone(), self.line.played);
            self.line.symptoms.push(Symptom::new(code, &range, played));
        }
    }

    /// Folds the symptoms into the finding of the half-move that does not fit, except those that are habits of the
    /// game.
    pub(crate) fn fold_consequences(&mut self) {
        self.judge_line_comments();
        self.fold_into_unclosed();
        if self.causes.other_count {
            self.report.account(&Cause::OtherCount);
        }
        if self.causes.swallowed_tags {
            self.report.account(&Cause::SwallowedTags);
        }
        let all = std::mem::take(&mut self.causes.misfits);
        if all.is_empty() {
            return;
        }
        let key = |code: Code, range: &Range<u32>| (code, range.start, range.end);
        let mut reported: HashSet<_> = self.report.drafts().iter().map(|d| key(d.code, &d.range)).collect();
        let mut folded: HashSet<Key> = HashSet::new();
        let mut of: HashMap<_, Vec<Symptom>> = HashMap::new();
        for Misfit { half_move, symptoms } in all {
            let codes = [Code::IllegalMove, Code::AmbiguousMove];
            let Some(code) = codes.into_iter().find(|code| reported.remove(&key(*code, &half_move))) else { continue };
            let mut symptoms = symptoms;
            let mut it = Symptom::new(code, &half_move, 0);
            if let Some(stray) = symptoms.iter().position(|symptom| symptom.code == Code::StrayText) {
                // The stray text is the cause, everything else a consequence.
                std::mem::swap(&mut it, &mut symptoms[stray]);
                symptoms.retain(|symptom| symptom.code != Code::StrayText);
            }
            folded.extend(symptoms.iter().map(|symptom| key(symptom.code, &symptom.range)));
            of.insert(key(it.code, &it.range), symptoms);
        }
        let is_habit = |d: &&Diagnostic| d.related.iter().any(|other| other.message == HERE_TOO);
        for habit in self.report.drafts().iter().filter(is_habit) {
            folded.remove(&key(habit.code, &habit.range));
        }
        let gone = self.report.account(&Cause::MissingHalfMoves { symptoms: &folded });
        let folded: HashMap<Key, String> = gone.into_iter().map(|d| (key(d.code, &d.range), d.message)).collect();
        let text = self.text;
        for diagnostic in self.report.drafts_mut() {
            let Some(symptoms) = of.remove(&key(diagnostic.code, &diagnostic.range)) else { continue };
            let message_of = |symptom: &Symptom| folded.get(&key(symptom.code, &symptom.range)).cloned();
            let symptoms: Vec<_> = symptoms
                .into_iter()
                .filter_map(|symptom| message_of(&symptom).map(|message| (symptom, message)))
                .collect();
            let Some((first, _)) = symptoms.first() else { continue };
            let is_cause = diagnostic.code == Code::StrayText;
            if !is_cause && !diagnostic.message.contains(ITS_NUMBER) {
                let shown = &text[first.range.start as usize..first.range.end as usize];
                diagnostic.message += &format!("; {}: {}", first.in_words(shown), either());
            }
            // With another half-move in its place, the others would still be wrong.
            if !is_cause {
                diagnostic.fixes.clear();
            }
            diagnostic
                .related
                .extend(symptoms.into_iter().map(|(symptom, message)| Related::new(symptom.range, message)));
        }
    }

    /// Drops the findings about texts that end at the beginning of an unclosed comment or variation, whose sign splits
    /// them.
    fn fold_into_unclosed(&mut self) {
        let CauseTracker { unclosed, lost_comments, .. } = &mut self.causes;
        if unclosed.is_empty() && lost_comments.is_empty() {
            return;
        }
        unclosed.sort_unstable();
        lost_comments.sort_unstable();
        self.report.account(&Cause::Unclosed { starts: unclosed, comments: lost_comments });
    }

    /// Reports a number without half-move, before a NAG or a variation: later half-moves are not at fault.
    /// `is_certain`: the next half-move cannot be played on the board before the number.
    pub(crate) fn missing_half_move(&mut self, is_certain: bool) {
        self.anchor_by_pending_number();
        let Some(range) = self.take_number() else { return };
        let text = self.slice(&range).to_owned();
        if !self.moves_unjudged {
            // The number is correct for the half-move that is due, without which later half-moves cannot be played.
            let is_due = is_certain || (self.line.is_known() && self.names_due(&range));
            let severity = if is_due { Severity::Error } else { Severity::Warning };
            self.report.add_at(
                severity,
                Code::MoveNumber,
                range.clone(),
                format!("no move follows the number `{text}`"),
            );
        }
        // A comment after the number is not between it and its half-move.
        self.line.misplaced_comments.retain(|comment| comment.start < range.start);
        self.count_unplayed_half_move();
    }

    /// Counts a half-move that could not be played, or is missing after its number.
    pub(crate) fn count_unplayed_half_move(&mut self) {
        self.causes.other_count |= !self.in_variation();
        self.line.pending_number = None;
        if self.is_vgn() {
            let named = MoveName { number: self.line.number, color: self.line.color };
            self.line.nameable.played(named, self.line.drift);
        }
        self.line.push_board(None);
        self.line.advance();
        self.line.side_uncertain = true;
        self.line.preceding = PrecedingToken::Move;
    }
}

impl Symptom {
    /// What is wrong with the number or half-move `shown`, before one that does not fit.
    fn in_words(&self, shown: &str) -> String {
        match self.code {
            Code::MissingCheckMark => format!("`{shown}` before it is legal, but lacks its check mark"),
            Code::WrongCheckMark | Code::WrongEndMark => format!("`{shown}` before it is legal, but its mark is wrong"),
            Code::MissingCapture => format!("`{shown}` before it is legal, but lacks its `x`"),
            Code::WrongCapture => format!("`{shown}` before it captures nothing"),
            _ => format!("`{shown}` before it does not fit either"),
        }
    }
}

/// The continuation of a half-move's message if its number does not fit either.
pub(crate) const ITS_NUMBER: &str = "; its number ";

fn either() -> &'static str {
    "is a half-move missing, or is there one too many?"
}

impl NumberFault {
    /// The gap that the number indicates, in words, where `expected` is the half-move due.
    pub(crate) fn gap(&self, expected: (u32, Color)) -> String {
        let half_moves = |(number, color): (u32, Color)| i64::from(number) * 2 + i64::from(color == Color::Black);
        let (number, color) = self.named;
        match color.map(|color| half_moves((number, color)) - half_moves(expected)) {
            Some(1) => format!("is {:?}'s half-move missing before it?", expected.1),
            Some(-1) => "is there a half-move too many before it?".to_owned(),
            _ => either().to_owned(),
        }
    }
}
