//! Comments that swallowed movetext: the `}` of an earlier comment is missing, so that half-moves, and perhaps
//! parentheses, up to the end of the next comment became text. A `{` in a comment is allowed (rule C4), so it is read
//! as a missing end only if half-moves precede the `{` and the game cannot continue after the comment. A wrong number
//! after it is no proof by itself. Line comments that begin with half-moves are held against the game in the same way.

use std::ops::Range;

use crate::lint::cause::Cause;
use crate::lint::{Code, Diagnostic, Edit, Fix};
use crate::replay::judge::Judge;
use crate::replay::judge::half_moves::coordinates::legal_play;
use crate::replay::judge::movetext::numbers::spell;
use crate::replay::judge::recovery::suppositions::Suppositions;
use crate::replay::shape_of;
use crate::syntax::{Node, Sink, SyntaxError, Token, parse};

/// Maximum length in bytes of a comment whose half-moves are counted repeatedly.
const MOST_READ: usize = 2_000;

/// Maximum length of what is between a line comment and the half-move whose number shows what is missing, in bytes.
const MOST_BETWEEN: usize = 40;

impl Judge<'_> {
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
        if fits && (is_counted && !is_line || is_next) {
            return;
        }
        self.line.suspicious_comment = None;
        let is_first = self.line.last_move.as_ref().is_none_or(|last| last.range.end <= comment.start);
        let is_certain = !is_line || !is_first || is_counted;
        if fits && !is_counted
            || self.half_moves_in(&comment) == 0
            || !is_certain && !self.is_explained_by(&comment, half_move)
        {
            self.comments.suspicious.retain(|other| *other != comment);
            return;
        }
        match drift {
            0 => _ = self.report.account(&Cause::SwallowedBefore { since: reported }),
            _ => self.drop_line_findings(comment.start),
        }
        match is_line {
            true => self.line_comment_swallowed(&comment),
            false => self.swallowed_by(comment),
        }
        self.line.suppositions = Suppositions::default();
        self.line.lose_board();
    }

    /// At the end of a line after a suspicious comment: if the half-move that is due is in the comment, after its
    /// number or at the beginning, the comment has swallowed the rest of the line. False if not.
    pub(crate) fn comment_swallowed_rest(&mut self) -> bool {
        let comment = self.line.suspicious_comment.clone().filter(|comment| !self.is_line_comment(comment));
        let Some(comment) = comment.filter(|_| !self.moves_unjudged) else { return false };
        let Some(position) = self.line.position() else { return false };
        let text = &self.slice(&comment)[1..];
        let swallowed = &text[..text.rfind('{').unwrap_or(0)];
        let number = spell(self.line.number, self.line.color, self.is_vgn());
        let pending = self.line.pending_number.clone();
        let is_after_number = pending.as_ref().is_some_and(|number| {
            let between = self.text.get(number.end as usize..comment.start as usize);
            between.is_some_and(|between| between.trim().is_empty()) && self.names_due(number)
        });
        let due = match is_after_number {
            true => Some(swallowed),
            false => swallowed.split_once(&number).map(|(_, after)| after),
        };
        let word = due.and_then(|due| due.split_ascii_whitespace().next()).unwrap_or_default();
        if self.read_text(word).is_none_or(|read| legal_play(&position, &read).is_none()) {
            return false;
        }
        self.line.pending_number = None;
        self.line.misplaced_comments.clear();
        self.line.suspicious_comment = None;
        self.causes.other_count |= !self.in_variation();
        let gap = pending.map_or(comment.start, |number| number.end)..self.text.len() as u32;
        self.report.account(&Cause::MissingIn { gap: &gap });
        self.swallowed_by(comment);
        self.line.lose_board();
        true
    }

    /// Number of half-moves, without variations, in a comment before its last `{`, or in a line comment.
    pub(crate) fn half_moves_in(&self, comment: &Range<u32>) -> i64 {
        if self.is_line_comment(comment) {
            return self.half_moves_in_line(comment);
        }
        let text = &self.slice(comment)[1..];
        self.half_moves_of(&text[..text.rfind('{').unwrap_or(0)])
    }

    /// Number of half-moves in a text, without variations.
    pub(crate) fn half_moves_of(&self, text: &str) -> i64 {
        let mut counted = HalfMoveCounter::default();
        parse::<dyn Sink>(text, &shape_of, &mut counted);
        counted.played
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
        let Some(comment) = self.comments.suspicious.iter().find(|range| contains(range)).cloned() else {
            return false;
        };
        self.drop_line_findings(comment.start);
        self.swallowed_by(comment);
        true
    }

    /// Notes that an unclosed comment contains tags, which are then not reported as missing.
    pub(crate) fn note_swallowed_tags(&mut self, comment: &Range<u32>) {
        let mut lines = self.slice(comment).split(['{', '\n', '\r']);
        self.causes.swallowed_tags |= lines.any(|line| line.trim_start().starts_with('['));
    }

    /// Reports a suspicious comment, once: a half-move and a parenthesis after it may both show its fault.
    pub(crate) fn swallowed_by(&mut self, comment: Range<u32>) {
        let Some(found) = self.comments.suspicious.iter().position(|other| *other == comment) else { return };
        self.comments.suspicious.remove(found);
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
        let text = self.slice(&comment);
        // The `}` belongs before the next half-move, if its number is in the comment.
        let (number, color) = (self.line.number, self.line.color);
        let next = [spell(number, color, self.is_vgn()), format!("{number}.")];
        let inner = text[1..].find('{').map_or(text.len(), |n| n + 1);
        let place = next.iter().find_map(|number| text[..inner].find(&format!(" {number}")));
        let open = comment.start..comment.start + 1;
        let at = place.map(|place| comment.start + text[..place].trim_end().len() as u32);
        self.report_fixed(
            Code::UnclosedComment,
            open,
            "the comment has no closing `}` before the next one begins",
            || at.map(|at| Fix::choice("insert `}`", vec![Edit::insert(at, "}")])).into_iter().collect(),
        );
    }
}

/// Counts the half-moves of a text outside variations.
#[derive(Default)]
struct HalfMoveCounter {
    depth: u32,
    played: i64,
}

impl Sink for HalfMoveCounter {
    fn start(&mut self, node: Node) {
        self.depth += u32::from(node == Node::Variation);
    }

    fn token(&mut self, token: Token, _: Range<u32>) {
        self.played += i64::from(token == Token::Move && self.depth == 0);
    }

    fn finish(&mut self, node: Node) {
        self.depth -= u32::from(node == Node::Variation);
    }

    fn error(&mut self, _: SyntaxError) {}
}
