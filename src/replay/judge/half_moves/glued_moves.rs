//! Half-moves without a blank after them: before another half-move, as in `e4e5` and `Nf3Nc6`, or before a number, as
//! in `c62. d4`.

use std::ops::Range;

use super::coordinates::legal_play;
use crate::lint::{Code, Edit, Fix};
use crate::notation::Codec;
use crate::replay::judge::Judge;
use crate::rules::Position;

/// Maximum number of letters of two half-moves.
const LONGEST: usize = 16;

impl Judge<'_> {
    /// Reports a text that is not a half-move but two, which can be separated in only one way, or one and the next
    /// number. False if it is something else.
    pub(crate) fn glued_half_moves(&mut self, range: &Range<u32>) -> bool {
        let text = self.slice(range);
        let (at, message) = if let Some(at) = self.only_gap(text) {
            let (first, second) = text.split_at(at);
            (at, format!("`{text}` is two half-moves: a blank belongs between `{first}` and `{second}`"))
        } else if let Some(at) = self.number_after(range) {
            let (first, second) = text.split_at(at);
            (at, format!("`{text}.` is a half-move and a number: a blank belongs between `{first}` and `{second}.`"))
        } else {
            return false;
        };
        let (first, second) = text.split_at(at);
        let title = format!("write `{first} {second}`");
        let edit = Edit::insert(range.start + at as u32, " ");
        self.report.add_fixed(Code::InvalidMoveText, range.clone(), message, || vec![Fix::choice(title, vec![edit])]);
        true
    }

    /// Offset of a number that ends the text, before its period; the text before it is a legal half-move.
    fn number_after(&self, range: &Range<u32>) -> Option<usize> {
        let text = self.slice(range);
        if self.letters.language.is_some()
            || !self.letters.candidates.is_empty()
            || text.len() > LONGEST
            || !text.is_ascii()
        {
            return None;
        }
        let Codec::Moves { read, .. } = self.notation.codec else { return None };
        let digits = text.len() - text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let is_numbered = self.text[range.end as usize..].starts_with('.');
        let before = self.line.position().filter(|_| is_numbered)?;
        let is_played = |at: &usize| read(&text[..*at]).is_some_and(|read| legal_play(&before, &read).is_some());
        (text.len() - digits + 1..text.len()).find(is_played)
    }

    /// The only offset that separates the text into two legal half-moves of the game's notation.
    fn only_gap(&self, text: &str) -> Option<usize> {
        if self.letters.language.is_some()
            || !self.letters.candidates.is_empty()
            || text.len() > LONGEST
            || !text.is_ascii()
        {
            return None;
        }
        let Codec::Moves { read, .. } = self.notation.codec else { return None };
        let before = self.line.position()?;
        let play = |text: &str, position: &Position| read(text).and_then(|read| legal_play(position, &read));
        let parts = |at: &usize| {
            let (first, second) = text.split_at(*at);
            play(first, &before).is_some_and(|played| play(second, &before.after(&played)).is_some())
        };
        let mut gaps = (2..text.len().saturating_sub(1)).filter(parts);
        gaps.next().filter(|_| gaps.next().is_none())
    }
}
