//! Writes a section's events as movetext in the transcript's notation.
//!
//! Comments, NAGs and variations keep the order of the bytes. Events that text cannot hold become equivalent text: a
//! comment with `}` becomes a line comment; a comment with lines like those of a tag section, which would end it,
//! becomes one line; a tag pair that would change the meaning of the moves, or that is malformed, becomes a comment.

use std::ops::Range;

use shakmaty::{Board, Color, Move};

use super::tags::BinaryTags;
use super::transcript::Transcript;
use crate::notation::{BinaryEvent, EndMark, LocatedEvent, Notation, ParsedMove, UCI};
use crate::replay::HalfMove;
use crate::rules::{Play, Position};
use crate::syntax::games::closed_comment;
use crate::syntax::tag_list::quoted;

/// Tags that determine how the moves are read: those of the text have precedence.
const GOVERNING_TAGS: [&str; 7] = ["GameFormat", "MoveFormat", "SetUp", "FEN", "Variant", "Rules", "Pieces"];

/// Writes the tag pairs of a section after those of the text, except for duplicates.
pub(super) fn tags(events: &[LocatedEvent], tags: &BinaryTags, text: &str, transcript: &mut Transcript) {
    for located in events {
        let BinaryEvent::Tag { name, value } = &located.event else { continue };
        let is_known = tags.tags.value(text, name).is_some_and(|known| known == value.as_str());
        if is_tag(name) && !is_known {
            transcript.tag(&format!("[{name} {}]", quoted(&on_one_line(value))), &located.range);
        }
    }
}

fn is_tag(name: &str) -> bool {
    let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    is_name && !GOVERNING_TAGS.contains(&name)
}

/// State of one line of play.
struct LineState {
    position: Option<Position>,
    before: Option<Position>,
    number: u32,
    color: Color,
}

/// Writes movetext from the game's first position, if known.
pub(super) struct EventWriter<'t> {
    transcript: &'t mut Transcript,
    notation: &'static Notation,
    /// Whether Black's numbers are VGN's `1.5`, not PGN's `1...`.
    vgn: bool,
    line: LineState,
    outer: Vec<LineState>,
    /// Whether Black's next half-move needs its number.
    number: bool,
    /// End of the first half-move in the transcript's text.
    pub first: Option<u32>,
}

impl<'t> EventWriter<'t> {
    pub(super) fn new(
        transcript: &'t mut Transcript,
        notation: &'static Notation,
        vgn: bool,
        start: Option<&Position>,
    ) -> EventWriter<'t> {
        let line = LineState {
            position: start.cloned(),
            before: None,
            number: start.map_or(1, |start| start.fullmoves().get()),
            color: start.map_or(Color::White, Position::turn),
        };
        EventWriter { transcript, notation, vgn, line, outer: Vec::new(), number: true, first: None }
    }

    pub(super) fn event(&mut self, located: &LocatedEvent) {
        let bytes = &located.range;
        match &located.event {
            BinaryEvent::Parsed(parsed) => self.squares(parsed, bytes),
            BinaryEvent::Move(mv) => self.legal_move(*mv, bytes),
            BinaryEvent::Board(board) => self.board(board, bytes),
            BinaryEvent::Nag(nag) => self.annotation(&format!("${nag}"), bytes),
            BinaryEvent::Comment(text) => self.comment(text, bytes),
            BinaryEvent::Escape(text) => {
                for line in text.split(['\n', '\r']) {
                    self.transcript.line(&format!("%{line}"), bytes);
                }
                self.number = true;
            }
            BinaryEvent::Tag { name, value } if !is_tag(name) => self.comment(&format!("{name} {value}"), bytes),
            BinaryEvent::VariationBegin => {
                self.transcript.open(bytes);
                self.number = true;
                let branch = self.branch();
                self.outer.push(std::mem::replace(&mut self.line, branch));
            }
            BinaryEvent::VariationEnd => self.end_variation(bytes),
            BinaryEvent::Tag { .. } | BinaryEvent::End(_) => {}
        }
    }

    /// Closes the variations that a fault has left open, and writes the terminator.
    pub(super) fn finish(mut self, terminator: &str, bytes: &Range<usize>) {
        while !self.outer.is_empty() {
            self.end_variation(bytes);
        }
        self.transcript.token(terminator, bytes);
    }

    fn end_variation(&mut self, bytes: &Range<usize>) {
        self.transcript.close(bytes);
        self.number = true;
        if let Some(outer) = self.outer.pop() {
            self.line = outer;
        }
    }

    /// A line that replaces the last half-move.
    fn branch(&self) -> LineState {
        let (number, color) = match self.line.color {
            Color::White => (self.line.number.saturating_sub(1).max(1), Color::Black),
            Color::Black => (self.line.number, Color::White),
        };
        LineState { position: self.line.before.clone(), before: None, number, color }
    }

    fn squares(&mut self, parsed: &ParsedMove, bytes: &Range<usize>) {
        let ParsedMove::Piece(parsed) = parsed else { return };
        let (Some(file), Some(rank)) = (parsed.from_file, parsed.from_rank) else { return };
        let promotion = parsed.promotion.map(|role| role.char().to_string()).unwrap_or_default();
        self.half_move(&format!("{}{}{}{promotion}", file.char(), rank.char(), parsed.to), bytes);
    }

    fn board(&mut self, board: &Board, bytes: &Range<usize>) {
        self.half_move(&board.to_string(), bytes);
    }

    fn legal_move(&mut self, mv: Move, bytes: &Range<usize>) {
        let Some(before) = self.line.position.take() else { return };
        let play = Play::Move(mv);
        let after = before.after(&play);
        let half_move = HalfMove { before: &before, play: &play, after: &after, end: EndMark::None };
        let text = half_move.spell(self.notation).or_else(|_| half_move.spell(&UCI));
        self.half_move(&text.unwrap_or_else(|_| mv.to_string()), bytes);
        self.line.before = Some(before);
        self.line.position = Some(after);
    }

    fn half_move(&mut self, text: &str, bytes: &Range<usize>) {
        let number = self.line.number;
        match self.line.color {
            Color::White => self.transcript.word(&format!("{number}.")),
            Color::Black if self.number && self.vgn => self.transcript.word(&format!("{number}.5")),
            Color::Black if self.number => self.transcript.word(&format!("{number}...")),
            Color::Black => {}
        }
        self.transcript.token(text, bytes);
        self.first.get_or_insert(self.transcript.text.len() as u32);
        self.number = false;
        if self.line.color == Color::Black {
            self.line.number = number.saturating_add(1);
        }
        self.line.color = !self.line.color;
    }

    fn annotation(&mut self, text: &str, bytes: &Range<usize>) {
        self.transcript.token(text, bytes);
        self.number = true;
    }

    fn comment(&mut self, text: &str, bytes: &Range<usize>) {
        self.number = true;
        let is_braced = !text.contains('}');
        let is_cut = is_braced && is_cut(text);
        if is_cut || !is_braced && text.contains(['\n', '\r']) {
            self.transcript.respelt.push(bytes.clone());
        }
        let text = if is_cut { on_one_line(text) } else { text.to_owned() };
        if is_braced {
            return self.transcript.token(&format!("{{{text}}}"), bytes);
        }
        for line in text.split(['\n', '\r']).filter(|line| !line.is_empty()) {
            match line.contains('}') {
                true => self.transcript.token_to_line_end(&format!(";{line}"), bytes),
                false => self.transcript.token(&format!("{{{line}}}"), bytes),
            }
        }
    }
}

/// Whether a text in braces would end before its `}`, because it contains lines like the tags of a next game.
fn is_cut(text: &str) -> bool {
    let braced = format!("{{{text}}}");
    closed_comment(braced.as_bytes(), 0) != Some(braced.len())
}

/// The text with spaces instead of line ends.
fn on_one_line(text: &str) -> String {
    text.replace("\r\n", " ").replace(['\n', '\r'], " ")
}
