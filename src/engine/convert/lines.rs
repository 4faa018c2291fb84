//! Lines of play to be written to a binary section.

use std::ops::Range;

use super::cut_rest::CutRest;
use super::events::SourcedEvent;
use crate::notation::BinaryEvent;
use crate::replay::ResolvedMove;
use crate::replay::after::{CommentedMove, MoveName, NameableMoves};

/// A main line or variation.
pub(super) struct EventLine {
    /// Start of its `(`.
    pub open: u32,
    /// Events before its first half-move.
    pub head: Vec<LineItem>,
    pub nodes: Vec<MoveNode>,
    pub count: NumberedHalfMoves,
    pub cut: Option<UnencodedTail>,
}

/// The half-moves of a line that comments can name, and the offset of the written numbers from the true ones.
#[derive(Default)]
pub(super) struct NumberedHalfMoves {
    pub nameable: NameableMoves,
    pub ahead: i64,
}

impl NumberedHalfMoves {
    /// Adds a half-move with its number in the text, if any.
    pub(super) fn played(&mut self, half_move: &ResolvedMove, written: Option<u32>) {
        if let Some(written) = written {
            self.ahead = i64::from(written) - i64::from(half_move.number);
        }
        self.nameable.played(MoveName { number: half_move.number, color: half_move.color }, self.ahead);
    }
}

/// A half-move with the events behind it.
pub(super) struct MoveNode {
    pub event: BinaryEvent,
    pub range: Range<u32>,
    /// Number of half-moves before it, from the game's start.
    pub ply: u32,
    pub parts: Vec<LineItem>,
}

pub(super) enum LineItem {
    Event(BinaryEvent, Range<u32>),
    Variation(EventLine),
}

/// Position where a line ends because its next half-move cannot be encoded.
pub(super) struct UnencodedTail {
    pub half_move: Range<u32>,
    reason: String,
    pub rest: CutRest,
}

impl EventLine {
    pub(super) fn new(open: u32) -> EventLine {
        EventLine { open, head: Vec::new(), nodes: Vec::new(), count: NumberedHalfMoves::default(), cut: None }
    }

    pub(super) fn cut(&mut self, half_move: Range<u32>, reason: String) {
        self.cut = Some(UnencodedTail { half_move, reason, rest: CutRest::default() });
    }

    /// The events behind the last half-move.
    pub(super) fn last_parts(&mut self) -> &mut Vec<LineItem> {
        match self.nodes.last_mut() {
            Some(node) => &mut node.parts,
            None => &mut self.head,
        }
    }

    /// The events behind the half-move that a comment names; behind the last one if it names none.
    pub(super) fn parts_named(&mut self, which: Option<CommentedMove>) -> &mut Vec<LineItem> {
        match (which, self.nodes.len().checked_sub(2)) {
            (Some(CommentedMove::BeforeLast), Some(before)) => &mut self.nodes[before].parts,
            _ => self.last_parts(),
        }
    }

    /// The line as events in byte order.
    pub(super) fn flatten(self, events: &mut Vec<SourcedEvent>) {
        flatten(self.head, events);
        for node in self.nodes {
            events.push((node.event, node.range));
            flatten(node.parts, events);
        }
    }
}

fn flatten(parts: Vec<LineItem>, events: &mut Vec<SourcedEvent>) {
    for part in parts {
        match part {
            LineItem::Event(event, range) => events.push((event, range)),
            LineItem::Variation(line) => {
                let open = line.open..line.open + 1;
                events.push((BinaryEvent::VariationBegin, open.clone()));
                line.flatten(events);
                events.push((BinaryEvent::VariationEnd, open));
            }
        }
    }
}

impl UnencodedTail {
    /// Message about the loss of the half-move with this text, and of the rest of its line.
    pub(super) fn message(&self, text: &str) -> String {
        self.rest.message(text, &self.reason)
    }
}
