//! Reads games one after another, each in the quickest way that it allows.

use std::ops::Range;

use vgn_engine::binary::resolve_binary_game;
use vgn_engine::lint::{Context, FileKind, Settings};
use vgn_engine::replay::{FastPass, resolve_game};
use vgn_engine::source::Encoding;
use vgn_engine::syntax::games::{Span, next_game, next_game_resumed};

use super::judged::{pass_moves, pass_text};
use super::plain::PlainWalk;
use super::{GameSink, ReadingWay, WalkedGame};

/// Walks games; reuses its memory from game to game.
#[derive(Default)]
pub struct GameWalker {
    pass: FastPass,
    settings: Settings,
    kind: FileKind,
}

impl GameWalker {
    /// A walker of games from a file of this kind.
    pub fn new(kind: FileKind) -> GameWalker {
        GameWalker { kind, ..GameWalker::default() }
    }

    /// Walks the game that starts at `at`, which must be 0 or the end of an earlier game, and returns its end. `last`:
    /// the text ends where `bytes` end.
    ///
    /// `None` at the end of the bytes or, without `last`, if the game may continue after them.
    pub fn game<S: GameSink + ?Sized>(&mut self, bytes: &[u8], at: usize, last: bool, sink: &mut S) -> Option<usize> {
        sink.begin();
        if let Some(plain) = self.pass.visit(bytes, at, last, &mut PlainWalk::new(bytes, sink)) {
            sink.end(&WalkedGame { range: at..plain.end, way: ReadingWay::Plain });
            return Some(plain.end);
        }
        let span = match self.pass.resume_point() {
            Some(begun) => next_game_resumed(bytes, at, last, begun),
            None => next_game(bytes, at, last),
        }?;
        self.span(bytes, &span, sink);
        Some(span.range.end)
    }

    /// Walks a game whose span is known. A span that is no game (the end of a file with nothing but comments) is passed
    /// over.
    pub fn span<S: GameSink + ?Sized>(&mut self, bytes: &[u8], span: &Span, sink: &mut S) {
        if !span.is_game {
            return;
        }
        sink.begin();
        let start = span.range.start;
        let head = span.text_before_binary();
        let (text, section) = bytes[span.range.clone()].split_at(head.unwrap_or(span.range.len()));
        let encoding = Encoding::of(text);
        let decoded = encoding.decode(text);
        let mut offsets = EncodedOffsets { encoding, text: &decoded, start, known: (0, 0) };
        let context = Context::new(&self.settings, self.kind);
        let way = match head.and_then(|_| resolve_binary_game(&decoded, section, &context)) {
            Some(game) => {
                pass_text(&game.decoded.text, &context, |_| start..start, &mut WithoutComments(sink));
                pass_moves(&game.transcript, |range| offsets.of_section(&game.decoded.game_range(range)), sink);
                ReadingWay::Section
            }
            None => {
                pass_text(&decoded, &context, |range| offsets.of(range), sink);
                offsets.known = (0, 0);
                pass_moves(&resolve_game(&decoded, &context), |range| offsets.of(range), sink);
                ReadingWay::Judged
            }
        };
        sink.end(&WalkedGame { range: span.range.clone(), way });
    }
}

/// Finds the bytes of a file for ranges of decoded text that come in order.
struct EncodedOffsets<'t> {
    encoding: Encoding,
    text: &'t str,
    /// Start of the game.
    start: usize,
    /// An offset in the text, and the same place in bytes of the game.
    known: (usize, usize),
}

impl EncodedOffsets<'_> {
    fn of(&mut self, range: &Range<u32>) -> Range<usize> {
        self.at(range.start as usize)..self.at(range.end as usize)
    }

    /// For ranges of text followed by a section.
    fn of_section(&mut self, range: &Range<u32>) -> Range<usize> {
        let place = |at: u32| (at as usize).checked_sub(self.text.len());
        match (place(range.start), place(range.end)) {
            (Some(from), Some(to)) => {
                let head = self.at(self.text.len());
                head + from..head + to
            }
            _ => self.of(range),
        }
    }

    fn at(&mut self, offset: usize) -> usize {
        if self.encoding == Encoding::Utf8 {
            return self.start + offset;
        }
        if offset < self.known.0 {
            self.known = (0, 0);
        }
        let passed = self.text.get(self.known.0..offset).unwrap_or_default();
        let length = self.encoding.encode(passed).map_or(passed.len(), |bytes| bytes.len());
        self.known = (offset, self.known.1 + length);
        self.start + self.known.1
    }
}

/// A sink for a transcript, whose comments have no place in the file.
struct WithoutComments<'s, S: ?Sized>(&'s mut S);

impl<S: GameSink + ?Sized> GameSink for WithoutComments<'_, S> {
    fn begin(&mut self) {}

    fn tag(&mut self, name: &[u8], value: &[u8]) {
        self.0.tag(name, value);
    }

    fn half_move(&mut self, _: &super::WalkStep, _: Option<super::WalkPlace<'_>>, _: Option<super::WalkPlace<'_>>) {}

    fn terminator(&mut self, text: &[u8]) {
        self.0.terminator(text);
    }

    fn end(&mut self, _: &WalkedGame) {}
}
