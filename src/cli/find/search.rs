//! Searches the games of a chunk: the work that runs on all cores.

use vgn_engine::source::{ChunkExtent, ChunkStart, Encoding, FilePosition, Locator};
use vgn_engine::syntax::games::Span;
use vgn_search::{GameHit, GameWalker, Query, QueryRun};

use crate::batch::FileJob;
use crate::batch::chunks::Chunk;

/// Consecutive games that were searched.
#[derive(Default)]
pub struct SearchedGames<'a> {
    /// Number of games.
    pub games: u64,
    /// Their extent.
    pub advance: ChunkExtent,
    /// The games found, in order.
    pub found: Vec<MatchedGame<'a>>,
}

/// A game found.
pub struct MatchedGame<'a> {
    pub hit: GameHit,
    /// The game's bytes.
    pub bytes: &'a [u8],
    /// Number of games before it among those that were searched with it.
    pub before: u64,
    /// Its start, relative to theirs.
    start: ChunkStart,
    /// The place of the hit in the game.
    inside: FilePosition,
    extent: ChunkExtent,
}

/// Walks games, and tells them by a condition.
pub struct Searcher<'q> {
    walker: GameWalker,
    run: QueryRun<'q>,
}

impl<'q> Searcher<'q> {
    pub fn new(query: &'q Query, job: &FileJob) -> Searcher<'q> {
        Searcher { walker: GameWalker::new(job.input.kind), run: QueryRun::new(query) }
    }

    /// Searches a game whose span is known.
    pub fn span<'a>(&mut self, bytes: &'a [u8], span: &Span) -> SearchedGames<'a> {
        let mut searched = SearchedRun::default();
        self.walker.span(bytes, span, &mut self.run);
        let (is_game, hit) = self.run.take(bytes);
        searched.take(&bytes[span.range.clone()], span.range.start, is_game, hit);
        searched.games
    }

    /// Searches the games of a chunk, and returns the end of the last one.
    pub fn chunk<'a>(&mut self, chunk: Chunk<'a>) -> (Vec<SearchedGames<'a>>, usize) {
        let Chunk { bytes, mut from, until, last } = chunk;
        let mut searched = SearchedRun::default();
        while from < until
            && let Some(end) = self.walker.game(bytes, from, last, &mut self.run)
        {
            let (is_game, hit) = self.run.take(bytes);
            searched.take(&bytes[from..end], from, is_game, hit);
            from = end;
        }
        (vec![searched.games], from)
    }
}

/// Games while they are searched.
#[derive(Default)]
struct SearchedRun<'a> {
    games: SearchedGames<'a>,
    /// The end of the games so far, relative to the start of the first.
    end: ChunkStart,
}

impl<'a> SearchedRun<'a> {
    /// Adds the next span, which starts here in the walked text.
    fn take(&mut self, bytes: &'a [u8], start: usize, is_game: bool, hit: Option<GameHit>) {
        let encoding = Encoding::of(bytes);
        let extent = ChunkExtent::of(bytes, encoding);
        if let Some(hit) = hit {
            let blanks = bytes.len() - bytes.trim_ascii_start().len();
            let offset = hit.place.as_ref().map_or(blanks, |place| place.start.saturating_sub(start));
            let inside = Locator::new(bytes, encoding).place(offset);
            let before = self.games.games;
            self.games.found.push(MatchedGame { hit, bytes, before, start: self.end, inside, extent });
        }
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
    /// The place of the hit in the file, in which `searched` starts at `start`.
    pub fn place(&self, start: ChunkStart, searched: &SearchedGames<'_>) -> FilePosition {
        start.within(self.start, &searched.advance).place(self.inside, &self.extent)
    }
}
