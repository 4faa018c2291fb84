//! Comments that swallowed movetext: the `}` of an earlier comment is missing, so that half-moves, and perhaps
//! parentheses, up to the end of the next comment became text. A `{` in a comment is allowed (rule C4), so it is read
//! as a missing end only if half-moves precede the `{` and the game cannot continue after the comment. A wrong number
//! after it is no proof by itself. Line comments that begin with half-moves are held against the game in the same way.

use std::ops::Range;

use shakmaty::Color;

use crate::lint::cause::Cause;
use crate::lint::{Code, Diagnostic, Edit, Fix, Related, Severity};
use crate::replay::judge::Judge;
use crate::replay::judge::half_moves::coordinates::legal_play;
use crate::replay::judge::line_boards::Board;
use crate::replay::judge::recovery::played_text::{due_numbers, main_line_of};
use crate::replay::judge::recovery::suppositions::Suppositions;
use crate::rules::Position;
use crate::syntax::game_in_comment;

/// Maximum length in bytes of a comment whose half-moves are counted repeatedly.
const MOST_READ: usize = 2_000;

/// Maximum number of numbers in a comment from which half-moves are tried.
const MOST_NUMBERS: usize = 64;

/// Number of words at the end of a comment that may be half-moves.
const LAST_WORDS: usize = 24;

/// Maximum length of what is between a line comment and the half-move whose number shows what is missing, in bytes.
const MOST_BETWEEN: usize = 40;

/// A comment that contains `{`, or that does not end: the end of an earlier comment may be missing.
pub(crate) struct SuspiciousComment {
    pub range: Range<u32>,
    /// Number and side of the half-move that is due at its beginning, as the numbers of the text count.
    due: (u32, Color),
    /// The board there.
    board: Board,
}

impl Judge<'_> {
    /// The comment, with what is due at its beginning.
    pub(crate) fn suspicious_comment(&self, range: Range<u32>) -> SuspiciousComment {
        // A variation begins with another half-move in place of the last one before it.
        let replaced = self.outer_lines.last().filter(|outer| self.line.played == 0 && outer.played > 0);
        let (line, back) = replaced.map_or((&self.line, 0), |outer| (outer, 1));
        let (number, color) = line.half_move_back(back);
        let number = u32::try_from(i64::from(number) + line.drift).unwrap_or(number);
        SuspiciousComment { range, due: (number, color), board: line.boards.back(back).clone() }
    }

    /// After a half-move has been judged: if it cannot be played, and a suspicious comment precedes it, the comment is
    /// at fault and the drafts from index `reported` on are dropped. A playable half-move with the number of a later
    /// one may fit by chance: the next ones decide.
    pub(crate) fn comment_before(&mut self, fits: bool, reported: usize, half_move: &Range<u32>) {
        let Some(comment) = self.line.suspicious_comment.clone() else { return };
        let drift = self.line.drift;
        let is_line = self.is_line_comment(&comment);
        let is_counted = drift > 0 && comment.len() < MOST_READ && 2 * drift == self.half_moves_in(&comment);
        // The number that shows what is missing may be before the next half-move only.
        let between = &self.text[comment.end as usize..half_move.start as usize];
        let is_next = is_line && between.len() < MOST_BETWEEN && !between.contains('.');
        let suspicious = self.comments.suspicious.iter().find(|other| other.range == comment);
        let place = suspicious.and_then(|suspicious| self.place_of_end(suspicious, Some(half_move)));
        if fits && (is_counted && !is_line && place.is_none() || is_next) {
            return;
        }
        self.line.suspicious_comment = None;
        let is_first = self.line.last_move.as_ref().is_none_or(|last| last.range.end <= comment.start);
        let is_certain = !is_line || !is_first || is_counted;
        if fits && !is_counted
            || self.half_moves_in(&comment) == 0 && place.is_none()
            || !is_certain && !self.is_explained_by(&comment, half_move)
        {
            self.comments.suspicious.retain(|other| other.range != comment);
            return;
        }
        match drift {
            0 => _ = self.report.account(&Cause::SwallowedBefore { since: reported }),
            _ => self.drop_line_findings(comment.start),
        }
        match is_line {
            true => self.line_comment_swallowed(&comment),
            false => self.swallowed_by(comment, Some(half_move)),
        }
        self.line.suppositions = Suppositions::default();
        self.line.lose_board();
    }

    /// At the end of a line after a suspicious comment: if the half-move that is due is in the comment, after its
    /// number or at the beginning, the comment has swallowed the rest of the line. False if not.
    pub(crate) fn comment_swallowed_rest(&mut self) -> bool {
        let comment = self.line.suspicious_comment.clone().filter(|comment| !self.is_line_comment(comment));
        let Some(comment) = comment.filter(|_| !self.moves_unjudged) else { return false };
        let Some(suspicious) = self.comments.suspicious.iter().find(|other| other.range == comment) else {
            return false;
        };
        let Some(position) = suspicious.board.position() else { return false };
        let text = &self.slice(&comment)[1..];
        let swallowed = &text[..text.rfind('{').unwrap_or(0)];
        let due = suspicious.due;
        let pending = self.line.pending_number.clone();
        let is_after_number = pending.as_ref().is_some_and(|number| {
            let between = self.text.get(number.end as usize..comment.start as usize);
            between.is_some_and(|between| between.trim().is_empty()) && self.names_due(number)
        });
        let begins_with_due = |text: &str| {
            let word = text.split_ascii_whitespace().next().unwrap_or_default().trim_end_matches(['!', '?', ')']);
            self.read_text(word).is_some_and(|read| legal_play(&position, &read).is_some())
        };
        let holds_due = || due_numbers(swallowed, due).any(|number| begins_with_due(&swallowed[number.end..]));
        if !(if is_after_number { begins_with_due(swallowed) } else { holds_due() }) {
            return false;
        }
        self.line.pending_number = None;
        self.line.misplaced_comments.clear();
        self.line.suspicious_comment = None;
        self.causes.other_count |= !self.in_variation();
        let gap = pending.map_or(comment.start, |number| number.end)..self.text.len() as u32;
        self.report.account(&Cause::MissingIn { gap: &gap });
        self.swallowed_by(comment, None);
        self.line.lose_board();
        true
    }

    /// Number of half-moves, without variations, in a comment before its last `{`, or in a line comment. Where words
    /// precede them, they are counted from the number on that is due.
    pub(crate) fn half_moves_in(&self, comment: &Range<u32>) -> i64 {
        if self.is_line_comment(comment) {
            return self.half_moves_in_line(comment);
        }
        let text = &self.slice(comment)[1..];
        let swallowed = &text[..text.rfind('{').unwrap_or(0)];
        match self.half_moves_of(swallowed) {
            0 => {
                let suspicious = self.comments.suspicious.iter().find(|other| other.range == *comment);
                let due = suspicious.and_then(|suspicious| due_numbers(swallowed, suspicious.due).next());
                due.map_or(0, |due| self.half_moves_of(&swallowed[due.start..]))
            }
            played => played,
        }
    }

    /// Number of half-moves in a text, without variations.
    pub(crate) fn half_moves_of(&self, text: &str) -> i64 {
        main_line_of(text).half_moves.len() as i64
    }

    /// Where the missing `}` of a comment belongs: before the number that is due at its beginning, if the half-moves from
    /// there to the next `{`, and `next` behind the comment, can be played one after the other. `None` if there is no
    /// such place, or more than one.
    pub(crate) fn place_of_end(&self, comment: &SuspiciousComment, next: Option<&Range<u32>>) -> Option<u32> {
        let position = comment.board.position()?;
        let text = &self.slice(&comment.range)[1..];
        // Behind a parenthesis that it has swallowed is another line.
        let is_of_line = |before: &str| {
            let parentheses = before.bytes().filter(|sign| matches!(sign, b'(' | b')'));
            let open = |open: u32, sign| if sign == b'(' { Some(open + 1) } else { open.checked_sub(1) };
            parentheses.into_iter().try_fold(0, open) == Some(0)
        };
        let mut places = due_numbers(text, comment.due).take(MOST_NUMBERS).filter(|due| {
            let rest = &text[due.end..];
            let (swallowed, behind) = rest.split_once('{').unwrap_or((rest, ""));
            // Where there are more comments or parentheses, the half-move behind them may be on another line.
            let next = next.filter(|_| !behind.contains('{') && !swallowed.contains(['(', ')']));
            is_of_line(&text[..due.start])
                && !holds_variation(&text[..due.start])
                && self.plays_through(&position, swallowed, next)
        });
        let place = match (places.next(), places.next()) {
            (Some(place), None) => place.start,
            (None, _) => self.last_words_played(&position, text, next?)?,
            _ => return None,
        };
        Some(comment.range.start + 1 + text[..place].trim_end().len() as u32)
    }

    /// The first place in a comment from which its words up to the one `{`, and the half-move `next` behind it, can be
    /// played without a number first.
    fn last_words_played(&self, position: &Position, text: &str, next: &Range<u32>) -> Option<usize> {
        let (swallowed, behind) = text.split_once('{')?;
        if behind.contains('{') || swallowed.contains(['(', ')']) {
            return None;
        }
        let starts = swallowed.match_indices([' ', '\n']).map(|(blank, _)| blank + 1).rev().take(LAST_WORDS);
        // Behind a number, it is another half-move than the one that is due.
        let is_numbered = |start: &usize| {
            let (before, rest) = (swallowed[..*start].trim_end(), &swallowed[*start..]);
            before.ends_with(|sign: char| sign == '.' || sign.is_ascii_digit())
                || rest.starts_with(|sign: char| sign.is_ascii_digit())
        };
        let places = starts
            .filter(|start| !is_numbered(start) && self.plays_through(position, &swallowed[*start..], Some(next)));
        places.last()
    }

    /// Where the `}` of a comment belongs that does not end before the text does: its own end, unless half-moves that are
    /// due are in it, or begin in it and cannot all be played, or its last words may be half-moves, or it holds the `)` of
    /// the variation around it.
    pub(crate) fn end_of_unclosed(&self, comment: Range<u32>) -> Option<u32> {
        let suspicious = self.suspicious_comment(comment.clone());
        let text = &self.slice(&comment)[1..];
        let holds_due = || due_numbers(text, suspicious.due).any(|due| self.begins_with_move(&text[due.end..]));
        let ends_with_moves = || {
            let position = suspicious.board.position();
            let words = text.match_indices([' ', '\n']).map(|(blank, _)| blank + 1).rev().take(LAST_WORDS);
            position
                .is_some_and(|position| words.into_iter().any(|at| self.plays_through(&position, &text[at..], None)))
        };
        let ends_variation = || self.in_variation() && text.matches(')').count() > text.matches('(').count();
        let is_own = || !holds_due() && !ends_with_moves() && !ends_variation();
        self.place_of_end(&suspicious, None).or_else(|| is_own().then_some(comment.end))
    }

    pub(crate) fn is_line_comment(&self, comment: &Range<u32>) -> bool {
        self.slice(comment).starts_with(';')
    }

    /// Whether a suspicious comment contains the missing parenthesis of a variation, which is then reported as its
    /// fault.
    pub(crate) fn comment_contains_parenthesis(&mut self) -> bool {
        if self.parentheses.lost {
            return true;
        }
        let contains = |range: &Range<u32>| self.slice(range).contains(['(', ')']);
        let mut ranges = self.comments.suspicious.iter().map(|comment| &comment.range);
        let Some(comment) = ranges.find(|range| contains(range)).cloned() else {
            return false;
        };
        self.drop_line_findings(comment.start);
        self.swallowed_by(comment, None);
        true
    }

    /// The start of the tags of another game within a comment.
    pub(crate) fn game_in_comment(&self, comment: &Range<u32>) -> Option<u32> {
        game_in_comment(self.slice(comment).as_bytes()).map(|at| comment.start + at as u32)
    }

    /// Reports a comment with a `}` that holds the tags of another game: the `}` may be that game's own.
    pub(crate) fn swallowed_game(&mut self, comment: &Range<u32>) {
        if !self.slice(comment).ends_with('}') {
            return;
        }
        let Some(tags) = self.game_in_comment(comment) else { return };
        let message = "the tags of another game are in this comment: is its `}` missing before them?";
        let open = comment.start..comment.start + 1;
        if let Some(found) = self.report.add_at(Severity::Warning, Code::UnclosedComment, open, message) {
            found.related.push(Related { range: tags..tags + 1, message: "the tags begin here".to_owned() });
        }
    }

    /// Notes that an unclosed comment contains tags, which are then not reported as missing.
    pub(crate) fn note_swallowed_tags(&mut self, comment: &Range<u32>) {
        let mut lines = self.slice(comment).split(['{', '\n', '\r']);
        self.causes.swallowed_tags |= lines.any(|line| line.trim_start().starts_with('['));
    }

    /// Reports a suspicious comment, once: a half-move and a parenthesis after it may both show its fault. `next` is the
    /// half-move behind it that does, if any.
    pub(crate) fn swallowed_by(&mut self, comment: Range<u32>, next: Option<&Range<u32>>) {
        let Some(found) = self.comments.suspicious.iter().position(|other| other.range == comment) else { return };
        let suspicious = self.comments.suspicious.remove(found);
        self.structure_errors = true;
        self.parentheses.lost |= self.slice(&comment).contains(['(', ')']);
        self.note_swallowed_tags(&comment);
        let before = self.text[..comment.start as usize].trim_end();
        let word = before.rsplit([' ', '\t', '\n', '\r', '(']).next().unwrap_or_default();
        if word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
            // The half-move of the number is in the comment.
            self.causes.unclosed.push(before.len() as u32);
        }
        self.causes.lost_comments.push(comment.start);
        let is_split = |found: &Diagnostic| {
            found.code == Code::InvalidMoveText && found.range.start < comment.start && found.range.end > comment.start
        };
        if self.report.last_drafts().iter().any(is_split) {
            // Its `{` is a slip in a half-move.
            return;
        }
        let at = self.place_of_end(&suspicious, next);
        let open = comment.start..comment.start + 1;
        if self.report.drafts().iter().any(|found| found.code == Code::UnclosedComment && found.range == open) {
            // The tags of another game are in it.
            return;
        }
        self.report_fixed(
            Code::UnclosedComment,
            open,
            "the comment has no closing `}` before the next one begins",
            || at.map(|at| Fix::choice("insert `}`", vec![Edit::insert(at, "}")])).into_iter().collect(),
        );
    }
}

/// Whether the text has a parenthesis in which a number is first, as in a variation: it may be one.
fn holds_variation(text: &str) -> bool {
    text.split('(').skip(1).any(|inside| inside.trim_start().starts_with(|sign: char| sign.is_ascii_digit()))
}
