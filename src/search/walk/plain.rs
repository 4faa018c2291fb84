//! Plain games, passed on while the fast pass reads them.

use std::ops::Range;

use vgn_engine::replay::{Deviation, PlayedMove, Visitor};
use vgn_engine::rules::Bitboards;

use super::{GameSink, WalkBoard, WalkPlace, WalkStep};
use crate::SearchKey;
use crate::key::PieceHash;

/// A visitor of the fast pass that passes a game on to a sink.
pub(super) struct PlainWalk<'w, S: ?Sized> {
    bytes: &'w [u8],
    sink: &'w mut S,
    line: PlainLine,
    /// The interrupted lines, outermost first.
    outer: Vec<PlainLine>,
    /// By how much the numbers of the text are ahead of the true ones: see [`Deviation::Numbers`].
    ahead: i64,
}

/// A line with its last two positions: a variation begins on the earlier one.
#[derive(Clone, Copy)]
struct PlainLine {
    now: KeyedBoard,
    before: KeyedBoard,
    /// Half-moves up to `now`.
    ply: u32,
}

#[derive(Clone, Copy)]
struct KeyedBoard {
    board: Bitboards,
    pieces: PieceHash,
    /// `None` if the sink wants no keys.
    key: Option<SearchKey>,
}

impl KeyedBoard {
    fn new(board: &Bitboards, is_keyed: bool) -> KeyedBoard {
        let mut pieces = PieceHash::default();
        let key = is_keyed.then(|| {
            pieces.follow(board);
            pieces.key(board)
        });
        KeyedBoard { board: *board, pieces, key }
    }

    #[inline]
    fn then(&self, after: &Bitboards) -> KeyedBoard {
        let mut pieces = self.pieces;
        let key = self.key.map(|_| {
            pieces.follow(after);
            pieces.key(after)
        });
        KeyedBoard { board: *after, pieces, key }
    }

    fn place(&self) -> WalkPlace<'_> {
        WalkPlace { board: WalkBoard::Bitboards(&self.board), key: self.key }
    }
}

impl<'w, S: GameSink + ?Sized> PlainWalk<'w, S> {
    pub(super) fn new(bytes: &'w [u8], sink: &'w mut S) -> PlainWalk<'w, S> {
        let first = KeyedBoard::new(&Bitboards::initial(), sink.wants_keys());
        PlainWalk { bytes, sink, line: PlainLine { now: first, before: first, ply: 0 }, outer: Vec::new(), ahead: 0 }
    }
}

impl<S: GameSink + ?Sized> Visitor for PlainWalk<'_, S> {
    fn visits_variants(&self) -> bool {
        true
    }

    fn tag(&mut self, _open: usize, name: Range<usize>, value: Range<usize>) -> Option<()> {
        self.sink.tag(&self.bytes[name], &self.bytes[value]);
        Some(())
    }

    fn start(&mut self, board: &Bitboards) {
        let first = KeyedBoard::new(board, self.sink.wants_keys());
        self.line = PlainLine { now: first, before: first, ply: 0 };
        self.sink.start(first.place());
    }

    #[inline]
    fn half_move(&mut self, range: Range<usize>, played: PlayedMove<'_>) -> Option<()> {
        let after = self.line.now.then(played.after);
        self.line.before = std::mem::replace(&mut self.line.now, after);
        let number = u32::try_from(i64::from(played.number) - self.ahead).unwrap_or(played.number);
        let step = WalkStep {
            range,
            mv: Some(played.mv),
            ply: self.line.ply,
            number,
            color: played.color,
            depth: self.outer.len() as u32,
            is_sound: true,
        };
        self.line.ply += 1;
        self.sink.half_move(&step, Some(self.line.before.place()), Some(self.line.now.place()));
        Some(())
    }

    fn glyph(&mut self, range: Range<usize>, number: u32) {
        self.sink.glyph(range, number);
    }

    fn comment(&mut self, range: Range<usize>) -> Option<()> {
        let text = &self.bytes[range.clone()];
        self.sink.comment(range, text);
        Some(())
    }

    fn variation(&mut self, _open: usize) -> Option<()> {
        // Without a half-move to replace, the pass gives up.
        let first = self.line.before;
        let inner = PlainLine { now: first, before: first, ply: self.line.ply.saturating_sub(1) };
        self.outer.push(std::mem::replace(&mut self.line, inner));
        Some(())
    }

    fn variation_end(&mut self, _close: usize) {
        if let Some(outer) = self.outer.pop() {
            self.line = outer;
        }
    }

    fn terminator(&mut self, range: Range<usize>) {
        self.sink.terminator(&self.bytes[range]);
    }

    fn deviation(&mut self, deviation: Deviation) -> Option<()> {
        if let Deviation::Numbers { ahead } = deviation {
            self.ahead = ahead;
        }
        Some(())
    }
}
