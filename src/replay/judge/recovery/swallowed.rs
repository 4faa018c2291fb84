//! Comments that swallowed more than they should: the `}` of an earlier comment was forgotten, so that half-moves, and
//! perhaps parentheses, became text, up to the end of the next comment. A `{` inside a comment is allowed (rule C4), so
//! it is taken for a forgotten end only where the game cannot go on after it, and half-moves stand before that `{`. A
//! wrong number behind it proves nothing by itself.

use std::ops::Range;

use crate::lint::cause::Cause;
use crate::lint::{Code, Edit, Fix};
use crate::replay::judge::Judge;
use crate::replay::judge::half_moves::coordinates::legal_play;
use crate::replay::judge::movetext::numbers::spell;
use crate::replay::shape_of;
use crate::syntax::{Node, Sink, SyntaxError, Token, parse};

/// In a longer comment, in bytes, half-moves are not counted again and again.
const MOST_READ: usize = 2_000;

impl Judge<'_> {
    /// A half-move was judged. If it cannot be played and a suspicious comment stands before it, the comment is at fault,
    /// not the half-move, of which the drafts from `reported` on tell. One that can be played, but has the number of a
    /// later one, may do so by chance: the next ones show it.
    pub(crate) fn comment_before(&mut self, fits: bool, reported: usize) {
        let Some(comment) = self.line.suspicious.clone() else { return };
        let drift = self.line.drift;
        if fits && drift > 0 && comment.len() < MOST_READ && 2 * drift == self.half_moves_in(&comment) {
            return;
        }
        self.line.suspicious = None;
        self.comments.suspicious.retain(|other| *other != comment);
        if fits || self.half_moves_in(&comment) == 0 {
            return;
        }
        match drift {
            0 => _ = self.report.account(&Cause::SwallowedBefore { since: reported }),
            _ => self.lose_line_from(comment.start),
        }
        self.swallowed_by(comment);
        self.line.forget();
    }

    /// A line ends behind a suspicious comment: if the half-move that is due stands in it, with its number or straight behind
    /// that, it has swallowed the rest of the line. False where it has not.
    pub(crate) fn comment_swallowed_rest(&mut self) -> bool {
        let Some(comment) = self.line.suspicious.clone().filter(|_| !self.silent) else { return false };
        let Some(position) = self.line.position() else { return false };
        let text = &self.slice(&comment)[1..];
        let swallowed = &text[..text.rfind('{').unwrap_or(0)];
        let number = spell(self.line.number, self.line.color, self.is_vgn());
        let pending = self.line.pending_number.clone();
        let is_behind_number = pending.as_ref().is_some_and(|number| {
            let between = self.text.get(number.end as usize..comment.start as usize);
            between.is_some_and(|between| between.trim().is_empty()) && self.is_of_next(number)
        });
        let due = match is_behind_number {
            true => Some(swallowed),
            false => swallowed.split_once(&number).map(|(_, behind)| behind),
        };
        let word = due.and_then(|due| due.split_ascii_whitespace().next()).unwrap_or_default();
        if self.read_text(word).is_none_or(|read| legal_play(&position, &read).is_none()) {
            return false;
        }
        self.line.pending_number = None;
        self.line.misplaced.clear();
        self.line.suspicious = None;
        self.comments.suspicious.retain(|other| *other != comment);
        self.one_cause.other_count |= !self.in_variation();
        let behind = pending.map_or(comment.start, |number| number.end)..self.text.len() as u32;
        self.report.account(&Cause::MissingIn { gap: &behind });
        self.swallowed_by(comment);
        self.line.forget();
        true
    }

    /// Half-moves of one line that a comment has before its last `{`.
    fn half_moves_in(&self, comment: &Range<u32>) -> i64 {
        let text = &self.slice(comment)[1..];
        let mut counted = HalfMoves::default();
        parse::<dyn Sink>(&text[..text.rfind('{').unwrap_or(0)], &shape_of, &mut counted);
        counted.played
    }

    /// A variation without its end or its beginning: did a suspicious comment take the parenthesis?
    pub(crate) fn comment_took_parenthesis(&mut self) -> bool {
        if self.parentheses.lost {
            return true;
        }
        let took = |range: &Range<u32>| self.slice(range).contains(['(', ')']);
        let Some(found) = self.comments.suspicious.iter().position(took) else { return false };
        let comment = self.comments.suspicious.remove(found);
        self.lose_line_from(comment.start);
        self.swallowed_by(comment);
        true
    }

    /// A comment without an end is found: where tags are in it, they are not missing from the game.
    pub(crate) fn note_swallowed_tags(&mut self, comment: &Range<u32>) {
        let mut lines = self.slice(comment).split(['{', '\n', '\r']);
        self.one_cause.swallowed_tags |= lines.any(|line| line.trim_start().starts_with('['));
    }

    fn swallowed_by(&mut self, comment: Range<u32>) {
        self.structure_errors = true;
        self.parentheses.lost |= self.slice(&comment).contains(['(', ')']);
        self.note_swallowed_tags(&comment);
        let text = self.slice(&comment);
        // The end belongs before the half-move that comes next, if its number stands in the comment.
        let (number, color) = (self.line.number, self.line.color);
        let next = [spell(number, color, self.is_vgn()), format!("{number}.")];
        let inner = text[1..].find('{').map_or(text.len(), |n| n + 1);
        let place = next.iter().find_map(|number| text[..inner].find(&format!(" {number}")));
        let open = comment.start..comment.start + 1;
        let at = place.map(|place| comment.start + text[..place].trim_end().len() as u32);
        self.fixed(Code::UnclosedComment, open, "the comment has no closing `}` before the next one begins", || {
            at.map(|at| Fix::choice("insert `}`", vec![Edit::insert(at, "}")])).into_iter().collect()
        });
    }
}

/// Counts the half-moves of a text that stand in no variation.
#[derive(Default)]
struct HalfMoves {
    depth: u32,
    played: i64,
}

impl Sink for HalfMoves {
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
