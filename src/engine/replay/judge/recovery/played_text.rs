//! Text that may be movetext, read as a line of play and played on a board.

use std::ops::Range;

use shakmaty::Color;

use crate::replay::judge::Judge;
use crate::replay::judge::half_moves::coordinates::legal_play;
use crate::replay::judge::movetext::number_text::NumberText;
use crate::replay::shape_of;
use crate::rules::Position;
use crate::syntax::{Node, Sink, SyntaxError, SyntaxErrorKind, Token, parse};

/// Maximum length in bytes of a text that is played: it may be tried from many places.
pub(super) const LONGEST_PLAYED: usize = 20_000;

impl Judge<'_> {
    /// Whether the text consists of half-moves, with what annotates them, that can be played one after the other from
    /// this position, and then the half-move at `next`.
    pub(super) fn plays_through(&self, position: &Position, text: &str, next: Option<&Range<u32>>) -> bool {
        if text.len() > LONGEST_PLAYED {
            return false;
        }
        let line = main_line_of(text);
        if line.has_stray_text || line.half_moves.is_empty() {
            return false;
        }
        let words = line.half_moves.iter().map(|range| &text[range.start as usize..range.end as usize]);
        let mut position = position.clone();
        words.chain(next.map(|next| self.slice(next))).all(|word| {
            let play = self.read_text(word).and_then(|read| legal_play(&position, &read));
            let after = play.map(|play| position.after(&play));
            after.map(|after| position = after).is_some()
        })
    }
}

/// The numbers in a text that name this half-move, with their periods, at the beginnings of words.
pub(super) fn due_numbers(text: &str, (number, color): (u32, Color)) -> impl Iterator<Item = Range<usize>> {
    let digits = number.to_string();
    let starts: Vec<usize> = text.match_indices(&digits).map(|(start, _)| start).collect();
    starts.into_iter().filter_map(move |start| {
        let is_word = text[..start].chars().next_back().is_none_or(|before| !before.is_alphanumeric() && before != '.');
        let rest = &text[start + digits.len()..];
        let periods = match rest.strip_prefix(".5") {
            Some(after) if !after.starts_with(|sign: char| sign.is_ascii_digit()) => 2,
            _ => rest.len() - rest.trim_start_matches('.').len(),
        };
        let end = start + digits.len() + periods;
        let names = NumberText::read(&text[start..end]).color() == Some(color);
        (is_word && names).then_some(start..end)
    })
}

/// The half-moves of a text outside variations.
#[derive(Default)]
pub(super) struct MainLine {
    depth: u32,
    pub half_moves: Vec<Range<u32>>,
    pub numbers: Vec<Range<u32>>,
    /// A variation replaces the first half-move.
    pub has_first_replaced: bool,
    has_stray_text: bool,
}

pub(super) fn main_line_of(text: &str) -> MainLine {
    let mut line = MainLine::default();
    parse::<dyn Sink>(text, &shape_of, &mut line);
    line
}

impl Sink for MainLine {
    fn start(&mut self, node: Node) {
        self.has_first_replaced |= node == Node::Variation && self.depth == 0 && self.half_moves.len() == 1;
        self.depth += u32::from(node == Node::Variation);
    }

    fn token(&mut self, token: Token, range: Range<u32>) {
        match token {
            Token::Move if self.depth == 0 => self.half_moves.push(range),
            Token::MoveNumber if self.depth == 0 => self.numbers.push(range),
            _ => {}
        }
    }

    fn finish(&mut self, node: Node) {
        self.depth -= u32::from(node == Node::Variation);
    }

    fn error(&mut self, error: SyntaxError) {
        self.has_stray_text |= matches!(
            error.kind,
            SyntaxErrorKind::Stray { .. } | SyntaxErrorKind::Prose | SyntaxErrorKind::UnopenedVariation
        );
    }
}
