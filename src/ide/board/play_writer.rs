//! Writes a half-move at a place of a game: where it goes, its number, its line, and the check that the edited game
//! says the same otherwise.

use shakmaty::Color;
use vgn_engine::format::games_by_lines;
use vgn_engine::lint::{Context, Edit, GameFormat, line_end_of};
use vgn_engine::notation::{EndMark, Medium, TokenContent};
use vgn_engine::replay::{HalfMove, Resolved, ResolvedMove};
use vgn_engine::rules::{Play, Position};
use vgn_engine::syntax::Token;

use super::game::annotations;
use crate::completion::{ahead, language, numbers_black};
use crate::hover::numbered;
use crate::outline::{GameOutline, Leaf};

/// Maximum line length of PGN's export format, in characters.
const WIDTH: usize = 79;

/// A possible edit, and the offset of the half-move in its text.
pub(super) struct PlayDraft {
    pub(super) edit: Edit,
    pub(super) at: usize,
}

/// Writes a half-move into a game.
pub(super) struct PlayWriter<'a> {
    pub(super) text: &'a str,
    pub(super) resolved: &'a Resolved,
    pub(super) outline: GameOutline<'a>,
    pub(super) board: &'a Position,
    pub(super) play: Play,
}

impl PlayWriter<'_> {
    /// The half-move in the game's notation and language.
    pub(super) fn spelt(&self) -> Result<String, String> {
        let notation = self.resolved.notation.ok_or("the game's notation is not known")?;
        if notation.medium == Medium::Binary {
            return Err("the moves of this game are binary: convert it to text first".to_owned());
        }
        let after = self.board.after(&self.play);
        let half_move = HalfMove { before: self.board, play: &self.play, after: &after, end: EndMark::None };
        let spelt = half_move.spell(notation).map_err(|why| why.to_string())?;
        let language = language(&self.outline, &self.resolved.moves, notation);
        Ok(language.map_or(spelt.clone(), |language| language.from_english(&spelt)))
    }

    /// Continues the line of `after` at its end.
    pub(super) fn next(&self, after: Option<usize>, spelt: &str) -> Vec<PlayDraft> {
        let leaves = self.outline.leaves();
        let tags_end = self.outline.tags_end();
        let line = after.and_then(|id| self.leaf_of(id)).map_or(0, |at| leaves[at].line);
        let is_inside = |leaf: &Leaf| self.outline.is_within(leaf.line, line);
        let ends = |leaf: &Leaf| leaf.line == line && matches!(leaf.token, Token::Terminator | Token::VariationClose);
        let first = after.and_then(|id| self.leaf_of(id)).unwrap_or(tags_end);
        let count = leaves[first..].iter().take_while(|leaf| is_inside(leaf) && !ends(leaf)).count();
        let (number, color) = match after {
            Some(id) => {
                let last = &self.resolved.moves[id];
                (last.number + u32::from(last.color.is_black()), !last.color)
            }
            None => (self.board.fullmoves().get(), self.board.turn()),
        };
        if count == 0 {
            return vec![self.first(tags_end, &self.number(number, color), spelt)];
        }
        let before = &leaves[..first + count];
        let number = if self.belongs(before, line, color) { self.number(number, color) } else { String::new() };
        vec![self.behind(before, "", &number, spelt, "")]
    }

    /// Adds a variation on a half-move, after its annotations and other variations; in VGN first after Black's reply
    /// (rule C7).
    pub(super) fn variation(&self, replaced: usize, spelt: &str) -> Vec<PlayDraft> {
        let half_move = &self.resolved.moves[replaced];
        let number = self.number(half_move.number, half_move.color);
        let mut drafts = Vec::new();
        let is_vgn = self.resolved.format == GameFormat::Vgn;
        let answer =
            self.leaf_of(replaced).and_then(|at| self.next_move(at)).filter(|_| is_vgn && half_move.color.is_white());
        for at in answer.into_iter().chain(self.leaf_of(replaced)) {
            let leaves = self.outline.leaves();
            let line = leaves[at].line;
            let is_of_it = |leaf: &&Leaf| {
                leaf.line != line
                    || matches!(
                        leaf.token,
                        Token::Nag
                            | Token::CompositeNag
                            | Token::Suffix
                            | Token::BraceComment
                            | Token::LineComment
                            | Token::Escape
                    )
            };
            let is_inside = |leaf: &Leaf| self.outline.is_within(leaf.line, line);
            let count = leaves[at + 1..].iter().take_while(|leaf| is_inside(leaf) && is_of_it(leaf)).count();
            let before = &leaves[..at + 1 + count];
            // Black's half-move after a variation needs its number (PGN 8.2.2.2).
            let next = leaves.get(at + 1 + count).filter(|leaf| leaf.line == line && leaf.token == Token::Move);
            let next = next.and_then(|leaf| self.resolved.moves.iter().find(|it| it.range.start == leaf.range.start));
            let next = next.filter(|next| next.color.is_black() && !number.is_empty());
            let again = next.map_or_else(String::new, |next| self.number(next.number, next.color));
            drafts.push(self.behind(before, "(", &number, spelt, &again));
            if !number.is_empty() {
                drafts.push(self.behind(before, "(", "", spelt, &again));
            }
        }
        drafts
    }

    /// Index of a half-move's token.
    fn leaf_of(&self, id: usize) -> Option<usize> {
        let start = self.resolved.moves.get(id)?.range.start;
        self.outline.leaves().binary_search_by_key(&start, |leaf| leaf.range.start).ok()
    }

    /// Index of the next half-move of the line.
    fn next_move(&self, at: usize) -> Option<usize> {
        let leaves = self.outline.leaves();
        (at + 1..leaves.len()).find(|next| leaves[*next].line == leaves[at].line && leaves[*next].token == Token::Move)
    }

    /// The next half-move needs a number.
    fn belongs(&self, before: &[Leaf], line: usize, color: Color) -> bool {
        let here = before.iter().rev().find(|leaf| leaf.line == line);
        if here.is_some_and(|leaf| matches!(leaf.token, Token::MoveNumber | Token::Periods)) {
            return false;
        }
        let is_direct = before.last().is_some_and(|leaf| {
            leaf.line == line && matches!(leaf.token, Token::Move | Token::Suffix | Token::Nag | Token::CompositeNag)
        });
        color == Color::White || !is_direct || numbers_black(&self.outline, self.resolved.format, before)
    }

    /// The number of a half-move in the game's style; empty if the game has no numbers.
    fn number(&self, number: u32, color: Color) -> String {
        let leaves = self.outline.leaves();
        let is_numbered = leaves.iter().any(|leaf| leaf.token == Token::MoveNumber);
        if !is_numbered && self.resolved.moves.len() > 1 {
            return String::new();
        }
        let number = i64::from(number) + ahead(&self.outline, &self.resolved.moves);
        if number < 1 {
            return String::new();
        }
        let mut spaced = leaves.windows(2).rev().filter(|pair| pair[0].token == Token::MoveNumber);
        let is_spaced = spaced.next().is_none_or(|pair| pair[0].range.end < pair[1].range.start);
        let blank = if is_spaced || self.resolved.format == GameFormat::Vgn { " " } else { "" };
        format!("{}{blank}", numbered(self.resolved.format, number, color))
    }

    /// The first half-move of a game, after its tags.
    fn first(&self, tags_end: usize, number: &str, spelt: &str) -> PlayDraft {
        let leaves = self.outline.leaves();
        match leaves.get(tags_end).filter(|leaf| leaf.token == Token::Terminator) {
            Some(terminator) => {
                let at = terminator.range.start;
                PlayDraft { edit: Edit { range: at..at, text: format!("{number}{spelt} ") }, at: number.len() }
            }
            None => {
                let end = tags_end.checked_sub(1).map_or(0, |last| leaves[last].range.end);
                let lead = if tags_end > 0 { line_end_of(self.text).repeat(2) } else { String::new() };
                let at = lead.len() + number.len();
                PlayDraft { edit: Edit { range: end..end, text: format!("{lead}{number}{spelt}") }, at }
            }
        }
    }

    /// Inserts the half-move after these tokens.
    fn behind(&self, before: &[Leaf], open: &str, number: &str, spelt: &str, again: &str) -> PlayDraft {
        let end = before.last().map_or(0, |last| last.range.end);
        let is_line = before.last().is_some_and(|last| matches!(last.token, Token::LineComment | Token::Escape));
        let line_end = line_end_of(self.text);
        let close = if open.is_empty() { "" } else { ")" };
        let words = format!("{open}{number}{spelt}{close}");
        let head = &self.text[..end as usize];
        let column = head.rsplit(['\n', '\r']).next().unwrap_or_default().chars().count();
        let is_wrapped = self.text.lines().all(|line| line.chars().count() <= WIDTH + 1);
        let opens = head.ends_with('(');
        let lead = match () {
            () if is_line => line_end,
            () if opens => "",
            () if is_wrapped && column + 1 + words.chars().count() > WIDTH => line_end,
            () => " ",
        };
        let at = lead.len() + open.len() + number.len();
        let mut text = format!("{lead}{words}");
        if !again.is_empty() {
            text.push(' ');
            text += again.trim_end();
        }
        let rest = &self.text[end as usize..];
        if !rest.is_empty() && !rest.starts_with([' ', '\t', '\n', '\r', ')']) {
            text.push(' ');
        }
        if is_line && !rest.starts_with(['\n', '\r']) && !rest.is_empty() {
            text += line_end;
        }
        PlayDraft { edit: Edit { range: end..end, text }, at }
    }

    /// The half-move was read as the one that was played; in a notation of boards only the board counts.
    fn is_played(&self, read: &ResolvedMove) -> bool {
        let after = self.board.after(&self.play);
        let is_board = self.resolved.notation.is_some_and(|notation| notation.content == TokenContent::Boards);
        let is_same = |read: &Position| read.board() == after.board() && read.turn() == after.turn();
        read.play == Some(self.play) || is_board && read.after.as_deref().is_some_and(is_same)
    }

    /// The edited game differs from the old one only by the additional half-move.
    pub(super) fn is_right(
        &self,
        text: &str,
        new: &Resolved,
        id: usize,
        after: Option<usize>,
        context: &Context<'_>,
    ) -> bool {
        let old = &self.resolved.moves;
        let is_one_game = games_by_lines(text) <= games_by_lines(self.text);
        if new.moves.len() != old.len() + 1 || !self.is_played(&new.moves[id]) || !is_one_game {
            return false;
        }
        let later = |old: usize| old + usize::from(old >= id);
        let is_same = |at: usize| {
            let (old, new) = (&old[at], &new.moves[later(at)]);
            (old.play, old.depth, old.ply, old.color) == (new.play, new.depth, new.ply, new.color)
        };
        let old_notes = annotations(self.text, self.resolved, &self.outline);
        let new_notes = annotations(text, new, &GameOutline::new(text, context.cancel));
        let has_same_notes = |at: usize| {
            let (old, new) = (&old_notes[at], &new_notes[later(at)]);
            old.parent.map(later) == new.parent
                && (&old.san, &old.nags, &old.before, &old.notes) == (&new.san, &new.nags, &new.before, &new.notes)
        };
        new_notes[id].parent == after && (0..old.len()).all(|at| is_same(at) && has_same_notes(at))
    }
}
