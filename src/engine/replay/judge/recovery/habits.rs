//! Habits: one finding for a fault that the author of a game makes throughout, not one per half-move.
//!
//! A habit is a spelling that occurs in several places of a game and is correct in none: it is detected after the whole
//! game has been read. Faults that depend on their place remain separate findings.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::lint::cause::{Cause, OF_HABITS};
use crate::lint::diagnostic::HERE_TOO;
use crate::lint::{Code, Diagnostic, Edit, Fix, Related};
use crate::replay::judge::Judge;
use crate::replay::judge::half_moves::clocks::SLIPS;
use crate::replay::judge::letters::move_texts::MoveTexts;
use crate::replay::judge::movetext::number_text::{ELLIPSIS, SIGNS};
use crate::replay::judge::movetext::stray::are_wide_blanks;
use crate::replay::judge::movetext::structure::CURLY;

/// Maximum number of places after the first one that a finding names.
const MOST_PLACES: usize = 10;

/// Kinds of findings of one code, where neither the code nor the text distinguishes them.
pub(crate) const OTHER_NOTATION: &str = "another notation's moves";
pub(crate) const CASTLING_RIGHTS: &str = "castling rights";
pub(crate) const TURN: &str = "the side to move";
pub(crate) const EN_PASSANT_SQUARE: &str = "the en passant square";
pub(crate) const UNMARKED_MATE: &str = "mate with the mark for check";
pub(crate) const CHECK_AS_MATE: &str = "check with the mark for mate";
pub(crate) const TWICE: &str = "a number that stands twice";
const WIDE_BLANK: &str = "a blank that is not a plain one";
pub(crate) const NO_CHECK: &str = "a mark without check";

/// Deviations from export form.
const PROMOTION: &str = "e8Q";
const COLON: &str = "Rh6:";
const PAWN: &str = "Pe4";
const EN_PASSANT: &str = "e.p.";
const TIMES: &str = "\u{d7}";
const PARTED: &str = "e x d5";
const PAWN_TAKES: &str = "ed5";

/// A capture without the captured piece, in a notation that names it.
const NAMELESS: &str = "Pe4-d5x";

/// Moves of another notation in a game, by kind.
const OTHER_CASTLING: &str = "O-O for KC";
const OTHER_PAWNS: &str = "e2-e4 for Pe2-e4";
const OTHER_CAPTURES: &str = "Qd8xd5 for Qd8-d5xP";

/// The findings of one habit.
struct Habit {
    code: Code,
    /// Indices of its findings, at least two, in the order of their ranges.
    found: Vec<usize>,
    /// The description of the habit that follows the message of the first finding.
    description: &'static str,
}

impl<'a> Judge<'a> {
    /// Replaces the findings of each habit by one, after the game has been read.
    pub(crate) fn gather_habits(&mut self) {
        if self.report.drafts().len() < 2 {
            return;
        }
        let Some((written, habits)) = self.habits() else { return };
        let mut one: Vec<Diagnostic> = habits.iter().map(|habit| gathered(habit, self.report.drafts())).collect();
        let mut gone: Vec<usize> = habits.iter().flat_map(|habit| habit.found.iter().copied()).collect();
        if let Some(habit) = habits.iter().find(|habit| habit.code == Code::ImportFormat && self.is_most(habit))
            && !written.has_marks(self.has_end_marks())
        {
            // Coordinates have no marks: their fix adds them.
            let starts: Vec<u32> = habit.found.iter().map(|n| self.report.drafts()[*n].range.start).collect();
            let follows =
                |d: &Diagnostic| d.code == Code::MissingCheckMark && starts.binary_search(&d.range.start).is_ok();
            one.retain(|d| !follows(d));
            gone.extend((0..self.report.drafts().len()).filter(|n| follows(&self.report.drafts()[*n])));
        }
        gone.sort_unstable();
        self.report.account(&Cause::Habit { places: &gone });
        one.into_iter().for_each(|habit| self.report.add_whole(habit));
    }

    /// Number of half-moves that were read: the others could have no finding of a habit.
    fn half_moves_read(&self) -> usize {
        self.counts.half_moves.saturating_sub(self.counts.unread) as usize
    }

    /// The habit concerns at least half of all half-moves.
    fn is_most(&self, habit: &Habit) -> bool {
        habit.found.len() * 2 >= self.half_moves_read()
    }

    fn habits(&self) -> Option<(MoveTexts<'a>, Vec<Habit>)> {
        let mut groups: Vec<(Code, &str, Vec<usize>)> = Vec::new();
        for (n, found) in self.report.drafts().iter().enumerate() {
            let Some(kind) = self.kind(found) else { continue };
            match groups.iter_mut().find(|(code, other, _)| (*code, *other) == (found.code, kind)) {
                Some((.., group)) => group.push(n),
                None => groups.push((found.code, kind, vec![n])),
            }
        }
        self.split_other_moves(&mut groups);
        groups.retain(|(.., group)| group.len() > 1);
        if groups.is_empty() {
            return None;
        }
        let written = MoveTexts::read(self.text);
        let habit = |(code, kind, mut found): (Code, &str, Vec<usize>)| {
            found.sort_by_key(|n| self.report.drafts()[*n].range.start);
            let description = self.habit(code, kind, &found, &written)?;
            Some(Habit { code, found, description })
        };
        let habits: Vec<Habit> = groups.into_iter().filter_map(habit).collect();
        (!habits.is_empty()).then_some((written, habits))
    }

    /// Divides moves of another notation, if they are not most of the game's, into their kinds: each can be a habit.
    fn split_other_moves(&self, groups: &mut Vec<(Code, &str, Vec<usize>)>) {
        let is_few = |(_, kind, found): &(Code, &str, Vec<usize>)| {
            *kind == OTHER_NOTATION && found.len() * 2 < self.half_moves_read()
        };
        let Some(at) = groups.iter().position(is_few).filter(|_| self.has_end_marks()) else { return };
        let (code, kind, found) = groups.swap_remove(at);
        let mut kinds = [(OTHER_CASTLING, Vec::new()), (OTHER_PAWNS, Vec::new()), (OTHER_CAPTURES, Vec::new())];
        let mut others = Vec::new();
        for n in found {
            let text = self.slice(&self.report.drafts()[n].range);
            let kind = match text.as_bytes() {
                [b'O' | b'0', ..] => &mut kinds[0].1,
                [b'a'..=b'h', b'1'..=b'8', ..] => &mut kinds[1].1,
                _ if text.contains(['x', 'X', ':']) => &mut kinds[2].1,
                _ => &mut others,
            };
            kind.push(n);
        }
        groups.push((code, kind, others));
        groups.extend(kinds.map(|(kind, found)| (code, kind, found)));
    }

    /// The kind of a finding: those of the same code and kind can be one habit. `None` for those that depend on their
    /// place.
    fn kind(&self, found: &Diagnostic) -> Option<&'a str> {
        if !OF_HABITS.contains(&found.code) {
            return None;
        }
        let text = self.slice(&found.range);
        Some(match found.code {
            Code::FenClock
            | Code::DuplicateTag
            | Code::MissingCheckMark
            | Code::CastlingZeros
            | Code::BlackNumberForWhite
            | Code::MissingSpaceAfterNumber
            | Code::ImpossibleEnPassant => "",
            Code::MissingCapture => {
                if text.contains('-') && text.contains(['x', 'X']) {
                    NAMELESS
                } else if text.contains('-') {
                    "all"
                } else if text.starts_with(char::is_lowercase) {
                    "pawns"
                } else {
                    "pieces"
                }
            }
            Code::MoveNumberStyle => {
                if text.ends_with(SIGNS) || text.ends_with(",5") {
                    ")"
                } else if text.ends_with(ELLIPSIS) {
                    "\u{2026}"
                } else if text.contains('.') {
                    "."
                } else {
                    ""
                }
            }
            Code::MissingTagValue if text.contains(CURLY) => "curly quotes",
            Code::OverDisambiguated if has_both_squares(text) => "Ng1f3",
            Code::ImportFormat => match import_kind(text) {
                // A bishop's `bb5`.
                PAWN_TAKES if self.has_small_letters() => "",
                kind => kind,
            },
            Code::StrayText if has_markup(text) => "<>",
            Code::StrayText if are_wide_blanks(text) => WIDE_BLANK,
            // The same sign: a comma between half-moves, the `>` of a quoted mail.
            Code::StrayText if text != "\\" && !text.contains(|c: char| c.is_ascii_alphanumeric()) => {
                text.trim_ascii_end()
            }
            Code::InvalidCommentCommand => text.split(char::is_whitespace).next()?,
            Code::MoveNumber => self.recorded_kind(found).unwrap_or(""),
            Code::BoardNotReachable | Code::InvalidMoveText | Code::WrongCheckMark | Code::WrongEndMark => {
                self.recorded_kind(found)?
            }
            _ => return None,
        })
    }

    /// The kind that was recorded with the report.
    fn recorded_kind(&self, found: &Diagnostic) -> Option<&'static str> {
        let at = self.report.kinds.binary_search_by_key(&found.range.start, |(start, _)| *start).ok()?;
        Some(self.report.kinds[at].1)
    }

    /// Whether all findings are at bare coordinates.
    fn are_squares(&self, found: &[usize]) -> bool {
        let texts = || found.iter().map(|n| self.slice(&self.report.drafts()[*n].range));
        texts().all(|text| has_both_squares(text) && text.starts_with(|c: char| c.is_ascii_lowercase()))
    }

    /// The description of the habit, if these findings, which are all of their kind, are one.
    fn habit(&self, code: Code, kind: &str, found: &[usize], written: &MoveTexts<'_>) -> Option<&'static str> {
        let count = found.len();
        let moves = self.half_moves_read();
        let (is, description) = match code {
            Code::StrayText if kind == WIDE_BLANK => (true, "the blanks of this game are written like this"),
            Code::StrayText if kind != "<>" => (count > 2, "this sign is in the whole game"),
            Code::StrayText => (true, "this game contains text for another program"),
            Code::MissingTagValue => (true, "the tags of this game are written like this"),
            Code::DuplicateTag => (true, "several tags of this game are repeated"),
            // Play continues from the clocks in the text, so each of these is wrong on its own.
            Code::FenClock => (count > SLIPS, "the half-move clocks of this game are wrong"),
            Code::MissingCheckMark => (!written.has_marks(self.has_end_marks()), "no check in this game is marked"),
            Code::WrongCheckMark | Code::WrongEndMark if kind == NO_CHECK => {
                (count * 2 >= moves, "the half-moves of this game are marked like this")
            }
            Code::WrongEndMark => (!written.has_checks(), "no check in this game has its `+`"),
            Code::WrongCheckMark => (!written.has_mates(), "no mate in this game has its `#`"),
            Code::MissingCapture if kind == NAMELESS => {
                (!written.names_captured(), "no capture in this game names what it takes")
            }
            Code::MissingCapture => (!written.has_captures(kind), "no capture in this game is marked"),
            Code::OverDisambiguated => (count > 2, "every move in this game names its source square"),
            Code::CastlingZeros => (!written.has_castlings(), "all castling in this game is written like this"),
            Code::MoveNumber if kind == TWICE => (count > 2, "the move numbers in this game stand twice"),
            Code::MoveNumber | Code::BlackNumberForWhite => (
                count > 2 && count * 3 >= written.numbers.len(),
                "the move numbers in this game are counted differently",
            ),
            Code::MissingSpaceAfterNumber => {
                (count * 2 > written.numbers.len(), "the move numbers in this game have no space after them")
            }
            Code::MoveNumberStyle if kind == "." => (
                !written.has_numbers_of_black(self.is_vgn()),
                "all numbers for Black in this game are written like this",
            ),
            Code::MoveNumberStyle => {
                let is_sign = matches!(kind, ")" | "\u{2026}");
                (is_sign || count * 2 > written.numbers.len(), "the numbers of this game are written like this")
            }
            Code::ImportFormat => {
                let is = match kind {
                    PROMOTION => !written.has('='),
                    COLON => !written.has('x'),
                    TIMES | PARTED => true,
                    PAWN_TAKES => !written.has_captures("pawns"),
                    PAWN => !written.has_pawns(),
                    EN_PASSANT => true,
                    _ => count * 2 >= moves || (self.are_squares(found) && !written.has_short_pawns()),
                };
                (is, "the half-moves of this game are written like this")
            }
            Code::InvalidMoveText if matches!(kind, OTHER_CASTLING | OTHER_PAWNS | OTHER_CAPTURES) => {
                let is = match kind {
                    OTHER_CASTLING => !written.castles_in_fcn(),
                    OTHER_PAWNS => !written.has_pawn_letters(),
                    _ => !written.names_captured(),
                };
                (is, "all such half-moves of this game are written like this")
            }
            Code::InvalidMoveText => (count * 2 >= moves, "the half-moves of this game are written like this"),
            Code::InvalidCommentCommand => {
                let all = self.text.matches(kind).count();
                (count > 2 && count * 2 > all, "the commands of this game are written like this")
            }
            Code::BoardNotReachable | Code::ImpossibleEnPassant => {
                (count > 2, "the boards of this game are written like this")
            }
            _ => return None,
        };
        is.then_some(description)
    }
}

/// The first finding with the count, the next places, and one fix for all.
fn gathered(habit: &Habit, all: &[Diagnostic]) -> Diagnostic {
    let found = || habit.found.iter().map(|n| &all[*n]);
    let count = habit.found.len();
    let mut one = all[habit.found[0]].clone();
    one.message += &format!("; {} ({count} places)", habit.description);
    one.related.extend(next_places(found().skip(1).map(|other| other.range.clone())));
    one.fixes = fix_of_all(found()).into_iter().collect();
    one
}

/// The places after the first one, up to the maximum that a finding names.
pub(crate) fn next_places(ranges: impl Iterator<Item = Range<u32>>) -> Vec<Related> {
    ranges.take(MOST_PLACES).map(|range| Related::new(range, HERE_TOO)).collect()
}

/// The safe or only fixes of all findings, joined to one. `None` if a move number has no fix: it gets the one that
/// renumbers the game.
fn fix_of_all<'d>(found: impl Iterator<Item = &'d Diagnostic>) -> Option<Fix> {
    let (mut safe, mut fixed, mut title) = (true, 0, None);
    let mut edits: BTreeMap<(u32, u32), Edit> = BTreeMap::new();
    for diagnostic in found {
        let only = if let [only] = diagnostic.fixes.as_slice() { Some(only) } else { None };
        let Some(fix) = diagnostic.fixes.iter().find(|fix| fix.safe).or(only) else {
            if diagnostic.code == Code::MoveNumber {
                return None;
            }
            continue;
        };
        title.get_or_insert(&fix.title);
        (safe, fixed) = (safe && fix.safe, fixed + 1);
        edits.extend(fix.edits.iter().map(|edit| ((edit.range.start, edit.range.end), edit.clone())));
    }
    let edits: Vec<Edit> = edits.into_values().collect();
    let title = match fixed {
        0 | 1 => title?.clone(),
        2 => format!("{}, and correct the other place", title?),
        _ => format!("{}, and correct the {} other places", title?, fixed - 1),
    };
    edits.is_sorted_by(|a, b| a.range.end <= b.range.start).then_some(Fix { title, edits, safe })
}

/// An HTML tag: `<br />`, `</p>`.
pub(crate) fn has_markup(text: &str) -> bool {
    let inside = text.split_once('<').and_then(|(_, rest)| rest.split_once('>')).map(|(inside, _)| inside);
    inside.is_some_and(|inside| inside.trim_start_matches('/').starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// The text names both squares.
pub(crate) fn has_both_squares(text: &str) -> bool {
    text.bytes().filter(u8::is_ascii_digit).count() > 1
}

/// The kind of a half-move's deviation from export form.
fn import_kind(text: &str) -> &'static str {
    let core = text.trim_end_matches(['+', '#', '!', '?']);
    let promoted = core.trim_end_matches(['(', ')', '/', 'Q', 'R', 'B', 'N', 'q', 'r', 'b', 'n']);
    match core.as_bytes() {
        _ if ["ep", "EP", "e.p.", "E.P."].iter().any(|suffix| core.ends_with(suffix)) => EN_PASSANT,
        _ if core.starts_with("e.p") || core.starts_with("E.P") => EN_PASSANT,
        _ if core.contains([' ', '\t']) => PARTED,
        _ if core.contains(TIMES) => TIMES,
        [b'P' | b'p', ..] => PAWN,
        [b'a'..=b'h', ..] if promoted.len() < core.len() && !has_both_squares(core) => PROMOTION,
        _ if core.contains(':') => COLON,
        [b'a'..=b'h', b'a'..=b'h', b'1'..=b'8', ..] => PAWN_TAKES,
        _ => "",
    }
}
