//! Searches the games of a chunk: the work that runs on all cores.

use std::ops::Range;

use vgn_engine::lint::FileKind;
use vgn_engine::source::{ChunkExtent, ChunkStart, Encoding, FilePosition, Locator};
use vgn_engine::syntax::games::Span;
use vgn_engine::syntax::{CommentsBehind, comments_at_start, comments_behind};
use vgn_search::{GameHit, GameWalker, Query, QueryRun};

use super::cut::annotated_end;
use crate::batch::chunks::Chunk;
use crate::batch::reader::FileBlock;
use crate::index::StoredText;

/// Consecutive games that were searched.
#[derive(Default)]
pub struct SearchedGames<'a> {
    /// Number of games.
    pub games: u64,
    /// Number of those in which the condition cannot hold because of their variant.
    pub of_variants: u64,
    /// Their extent.
    pub advance: ChunkExtent,
    /// The games found, in order.
    pub found: Vec<MatchedGame<'a>>,
    /// What is before them and belongs to the game before: comments, with the blanks around them.
    pub leading: &'a [u8],
    /// Whether the last of them was found.
    pub is_last_found: bool,
}

/// A game found.
pub struct MatchedGame<'a> {
    pub hit: GameHit,
    /// The game's bytes, with comments behind it that belong to it, as far as they are among the searched ones.
    pub bytes: &'a [u8],
    /// Length of its bytes up to the half-move that was found, with what is said of it, if half-moves follow.
    pub cut: Option<usize>,
    /// Number of games before it among those that were searched with it.
    pub before: u64,
    /// Its start, relative to theirs.
    start: ChunkStart,
    /// The place of the hit in the game.
    inside: FilePosition,
    extent: ChunkExtent,
}

/// How the bytes of the file end before those that are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BytesBefore {
    /// The file begins.
    None,
    LineEnd,
    Other,
}

/// Walks games, and tells them by a condition.
pub struct Searcher<'q> {
    walker: GameWalker,
    run: QueryRun<'q>,
    before: BytesBefore,
    /// The comments behind the bytes that belong to the last game in them.
    behind: &'q [u8],
}

impl<'q> Searcher<'q> {
    /// For the games of a block.
    pub fn in_block(query: &'q Query, block: &'q FileBlock, before: BytesBefore) -> Searcher<'q> {
        Searcher { before, behind: &block.behind, ..Searcher::new(query, block.job.input.kind) }
    }

    /// For single games of files of this kind.
    pub fn new(query: &'q Query, kind: FileKind) -> Searcher<'q> {
        Searcher { walker: GameWalker::new(kind), run: QueryRun::new(query), before: BytesBefore::None, behind: &[] }
    }

    /// Searches a game of which the file's text is known from its start to behind its end. `None` if that is not one
    /// game, or does not show which comments belong to it.
    pub fn alone<'a>(&mut self, text: &'a StoredText, is_first: bool) -> Option<SearchedGames<'a>> {
        let StoredText { bytes, end, is_to_end: last, .. } = text;
        let (end, last) = (*end, *last);
        self.before = match text.before {
            _ if is_first => BytesBefore::None,
            Some(b'\n' | b'\r') => BytesBefore::LineEnd,
            Some(_) => BytesBefore::Other,
            None => return None,
        };
        let behind = comments_behind(bytes, end, last);
        // Binary sections may have them or not.
        let is_text = || memchr::memmem::find(&bytes[..end], b"MoveFormat").is_none();
        if !behind.is_whole || !(behind.comments.is_empty() || is_text()) {
            return None;
        }
        let (searched, reached) = self.chunk(Chunk { bytes, from: 0, until: end, last });
        let mut searched = searched.into_iter().next().filter(|searched| searched.games == 1 && reached == end)?;
        if searched.is_last_found
            && let Some(found) = searched.found.last_mut()
        {
            found.bytes = &bytes[end - found.bytes.len()..behind.end];
        }
        Some(searched)
    }

    /// Searches a game whose span is known; `last`: the file ends with the bytes.
    pub fn span<'a>(&mut self, bytes: &'a [u8], span: &Span, last: bool) -> SearchedGames<'a> {
        let mut searched = SearchedRun::new(bytes, self.own_start(bytes, span.range.start, last));
        self.walker.span(bytes, span, &mut self.run);
        self.take(&mut searched, span.range.clone(), span.binary.is_some(), last);
        searched.games
    }

    /// Searches the games of a chunk, and returns the end of the last one.
    pub fn chunk<'a>(&mut self, chunk: Chunk<'a>) -> (Vec<SearchedGames<'a>>, usize) {
        let Chunk { bytes, mut from, until, last } = chunk;
        let mut searched = SearchedRun::new(bytes, self.own_start(bytes, from, last));
        while from < until
            && let Some(end) = self.walker.game(bytes, from, last, &mut self.run)
        {
            self.take(&mut searched, from..end, false, last);
            from = end;
        }
        (vec![searched.games], from)
    }

    /// Where the own text begins of the game whose span begins here.
    fn own_start(&self, bytes: &[u8], from: usize, last: bool) -> usize {
        match self.before {
            _ if from > 0 => comments_behind(bytes, from, last).end,
            BytesBefore::None => 0,
            before => comments_at_start(bytes, before == BytesBefore::LineEnd, last).end,
        }
    }

    fn take(&mut self, searched: &mut SearchedRun<'_>, span: Range<usize>, is_section: bool, last: bool) {
        let behind = match is_section {
            true => CommentsBehind { end: span.end, ..CommentsBehind::default() },
            false => comments_behind(searched.bytes, span.end, last),
        };
        if span.end == searched.bytes.len() && !self.behind.is_empty() {
            let has_line_end = searched.bytes.last().is_none_or(|byte| matches!(byte, b'\n' | b'\r'));
            for comment in comments_at_start(self.behind, has_line_end, true).comments {
                self.run.add_comment(span.end, &self.behind[comment]);
            }
        }
        let (is_game, hit) = self.run.take_with(searched.bytes, searched.own_start, &behind);
        searched.games.of_variants += std::mem::take(&mut self.run.of_variants);
        searched.take(span, behind.end, is_game, hit);
    }
}

/// Games while they are searched.
struct SearchedRun<'a> {
    games: SearchedGames<'a>,
    /// The walked text.
    bytes: &'a [u8],
    /// Where the own text of the next game begins.
    own_start: usize,
    /// Whether a span has been taken.
    is_begun: bool,
    /// The end of the games so far, relative to the start of the first.
    end: ChunkStart,
}

impl<'a> SearchedRun<'a> {
    fn new(bytes: &'a [u8], own_start: usize) -> SearchedRun<'a> {
        SearchedRun { games: SearchedGames::default(), bytes, own_start, is_begun: false, end: ChunkStart::default() }
    }

    /// Adds the next span; `own_end` is where the comments behind it end that belong to it.
    fn take(&mut self, span: Range<usize>, own_end: usize, is_game: bool, hit: Option<GameHit>) {
        let bytes = &self.bytes[span.clone()];
        let own_start = self.own_start.clamp(span.start, span.end);
        let leading = &self.bytes[span.start..own_start];
        if !std::mem::replace(&mut self.is_begun, true) {
            self.games.leading = leading;
        } else if self.games.is_last_found
            && let Some(found) = self.games.found.last_mut()
        {
            // They are side by side.
            found.bytes = &self.bytes[own_start - leading.len() - found.bytes.len()..own_start];
        }
        let encoding = Encoding::of(bytes);
        let extent = ChunkExtent::of(bytes, encoding);
        self.games.is_last_found = hit.is_some();
        if let Some(hit) = hit {
            let own = &self.bytes[own_start..span.end];
            let blanks = own.len() - own.trim_ascii_start().len() + own_start - span.start;
            let offset = hit.place.as_ref().map_or(blanks, |place| place.start.saturating_sub(span.start));
            let inside = Locator::new(&self.bytes[span.start..own_end], encoding).place(offset);
            let before = self.games.games;
            let is_followed = hit.half_move.as_ref().is_some_and(|half_move| half_move.ply < hit.plies);
            let cut = hit.place.as_ref().filter(|_| is_followed && !hit.is_section);
            let cut = cut.map(|place| annotated_end(self.bytes, place.end, span.end).saturating_sub(own_start));
            self.games.found.push(MatchedGame { hit, bytes: own, cut, before, start: self.end, inside, extent });
        }
        self.own_start = own_end.max(span.end);
        let begins = self.end.place.offset == 0;
        self.end = self.end.after(&extent);
        let advance = &mut self.games.advance;
        if begins {
            advance.starts_with_line_feed = extent.starts_with_line_feed;
        }
        advance.ends_with_carriage_return = bytes.last() == Some(&b'\r');
        advance.end = self.end.place;
        self.games.games += u64::from(is_game);
    }
}

impl MatchedGame<'_> {
    /// Whether the place of the hit is on the line on which the game's bytes begin.
    pub fn is_on_first_line(&self) -> bool {
        self.inside.line == 0
    }

    /// The place of the hit in the file, in which `searched` starts at `start`.
    pub fn place(&self, start: ChunkStart, searched: &SearchedGames<'_>) -> FilePosition {
        start.within(self.start, &searched.advance).place(self.inside, &self.extent)
    }
}
