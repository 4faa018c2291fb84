//! Reports the events of the game to the lints that want them.

use std::borrow::Cow;
use std::ops::Range;

use shakmaty::Color;

use super::Judge;
use crate::lint::{Event, Events, FindingDetail, Findings, GameFormat, GameView, TagEvent};
use crate::rules::Position;
use crate::syntax::tag_list::{Tag, name_index};

impl Judge<'_> {
    /// Whether any lint wants events of this kind.
    #[inline]
    pub(super) fn wants(&self, kind: Events) -> bool {
        self.lints.wanted.meets(kind)
    }

    /// Reports an event to the lints, if any wants it.
    #[inline(always)]
    pub(super) fn emit(&mut self, event: Event<'static>) {
        if self.wants(event.kind()) {
            self.dispatch(&event);
        }
    }

    /// Reports a half-move, played or not.
    #[inline]
    pub(super) fn emit_half_move(&mut self, range: Range<u32>, number: u32, color: Color) {
        if self.wants(Events::HALF_MOVE) {
            let play = self.last_play.take();
            self.dispatch(&Event::HalfMove { range, number, color, play });
        }
    }

    /// Reports each tag that lints want, and the opening.
    pub(super) fn emit_tags(&mut self) {
        if self.wants(Events::TAG) {
            for n in 0..self.tags.list.len() {
                let tag = &self.tags.list[n];
                // Of a name in common use only the last tag counts (rule B11).
                let counts = || {
                    tag.in_use().is_none() || self.tags.list[n + 1..].iter().all(|next| next.in_use() != tag.in_use())
                };
                if self.lints.set.wants_tag(tag.in_use()) && counts() {
                    let text = self.text;
                    self.dispatch(&Event::Tag(tag_event(tag, text)));
                }
            }
        }
        self.emit(Event::Opening);
    }

    #[inline(never)]
    fn dispatch(&mut self, event: &Event<'_>) {
        let mut memories = std::mem::take(&mut self.lints.memories);
        let wanted = if self.report.wants_fixes() { FindingDetail::MessagesAndFixes } else { FindingDetail::Messages };
        let mut findings = Findings::new(&*self, wanted);
        self.lints.set.ask(&mut memories, event, &mut findings);
        let found = findings.into_found();
        self.lints.memories = memories;
        for finding in found {
            self.report.add_finding(finding);
        }
    }
}

fn tag_event<'t>(tag: &Tag, text: &'t str) -> TagEvent<'t> {
    TagEvent {
        name: tag.name(text),
        in_use: tag.in_use(),
        value: match tag.value(text) {
            Cow::Borrowed(value) => Cow::Borrowed(value.as_bytes()),
            Cow::Owned(value) => Cow::Owned(value.into_bytes()),
        },
        range: tag.range.clone(),
        inner: tag.inner(text),
    }
}

impl GameView for Judge<'_> {
    fn slice(&self, range: &Range<u32>) -> &str {
        Judge::slice(self, range)
    }

    fn format(&self) -> GameFormat {
        self.format.game
    }

    fn has_tags(&self) -> bool {
        !self.tags.list.is_empty()
    }

    fn tag(&self, in_use: u8) -> Option<TagEvent<'_>> {
        self.tags.get(self.text, name_index::name(in_use)).map(|tag| tag_event(tag, self.text))
    }

    fn position(&self) -> Option<Cow<'_, Position>> {
        self.line.position()
    }

    fn depth(&self) -> usize {
        self.outer_lines.len()
    }

    fn main_line_half_moves(&self) -> u32 {
        self.counts.main_line
    }

    fn terminator(&self) -> Option<Range<u32>> {
        self.termination.terminator.clone()
    }

    fn result_on_board(&self) -> Option<&'static str> {
        self.termination.right_result
    }

    fn is_read_whole(&self) -> bool {
        !self.structure_errors && !self.moves_unjudged && self.counts.unread == 0
    }
}
