//! Duplicates in a file, found as its games pass in order.

use std::ops::Range;
use std::sync::Arc;

use vgn_engine::lint::{Code, Diagnostic, Settings};
use vgn_engine::replay::{Duplicates, Identity, duplicate_game};
use vgn_engine::source::{ChunkExtent, ChunkStart, Encoding, FilePosition, Locator};

use crate::format::OtherGame;

/// The games of one file, by their identities.
pub struct SeenGames {
    settings: Arc<Settings>,
    games: Duplicates<FirstTagPlace>,
}

/// A game and its place in its file.
pub struct GameInFile<'a> {
    pub bytes: &'a [u8],
    pub encoding: Encoding,
    pub start: ChunkStart,
    pub advance: &'a ChunkExtent,
    /// Counted from 1 in its file.
    pub number: u64,
}

/// The place of a game's first tag: compact, as it is kept for very many games.
struct FirstTagPlace {
    line: u64,
    offset: u64,
    column: u32,
    /// The length of the tag's first line, in bytes and in characters.
    len: u32,
    columns: u32,
    number: u32,
}

impl SeenGames {
    /// `None` if duplicates are not reported.
    pub fn for_settings(settings: &Arc<Settings>) -> Option<SeenGames> {
        settings.level(Code::DuplicateGame)?;
        Some(SeenGames { settings: Arc::clone(settings), games: Duplicates::default() })
    }

    /// The finding about a game that was in the file already, and the place of the first.
    pub fn meet(&mut self, identity: &Identity, here: &GameInFile<'_>) -> Option<(Diagnostic, OtherGame)> {
        let first = self.games.find_or_insert(identity, || here.first(&identity.first_tag()))?.other_game();
        let place = format!("game {} (line {})", first.number, first.start.line + 1);
        Some((duplicate_game(identity, &place, &self.settings)?, first))
    }
}

impl GameInFile<'_> {
    fn first(&self, tag: &Range<u32>) -> FirstTagPlace {
        let mut range = tag.start as usize..tag.end as usize;
        if self.encoding != Encoding::Utf8 {
            let locator = Locator::new(self.bytes, self.encoding);
            range = locator.byte_offset(range.start)..locator.byte_offset(range.end);
        }
        // In nearly every game at most an empty line precedes the first tag.
        let inside = match range.start {
            0 => FilePosition::default(),
            start => ChunkExtent::of(self.bytes.get(..start).unwrap_or_default(), self.encoding).end,
        };
        let tag = self.bytes.get(range).unwrap_or_default();
        let len = memchr::memchr2(b'\n', b'\r', tag).unwrap_or(tag.len());
        let tag = &tag[..len];
        let columns = if tag.is_ascii() { len as u64 } else { ChunkExtent::of(tag, self.encoding).end.column };
        let FilePosition { line, column, offset } = self.start.place(inside, self.advance);
        FirstTagPlace {
            line,
            offset,
            column: u32::try_from(column).unwrap_or(u32::MAX),
            len: tag.len() as u32,
            columns: columns as u32,
            number: u32::try_from(self.number).unwrap_or(u32::MAX),
        }
    }
}

impl FirstTagPlace {
    fn other_game(&self) -> OtherGame {
        let start = FilePosition { line: self.line, column: u64::from(self.column), offset: self.offset };
        let end = FilePosition {
            column: start.column + u64::from(self.columns),
            offset: start.offset + u64::from(self.len),
            ..start
        };
        OtherGame { number: u64::from(self.number), start, end }
    }
}
