//! Games that stand in a file already: told as the games go by in their order.

use std::ops::Range;
use std::sync::Arc;

use crate::analysis::{Code, Diagnostic, Duplicates, Identity, Settings, duplicate_game};
use crate::cli::format::OtherGame;
use crate::source::{ChunkExtent, ChunkStart, Encoding, FilePosition, Locator};

/// The games of one file, by what tells them from others.
pub struct Seen {
    settings: Arc<Settings>,
    games: Duplicates<First>,
}

/// A game as it is in its file.
pub struct Here<'a> {
    pub bytes: &'a [u8],
    pub encoding: Encoding,
    pub start: ChunkStart,
    pub advance: &'a ChunkExtent,
    /// Counted from 1 in its file.
    pub number: u64,
}

/// Where a game's first tag is: kept of very many games.
struct First {
    line: u64,
    offset: u64,
    column: u32,
    /// The length of the tag, in bytes and in characters, as far as it stands on its first line.
    len: u32,
    columns: u32,
    number: u32,
}

impl Seen {
    /// None where nobody wants to know.
    pub fn wanted(settings: &Arc<Settings>) -> Option<Seen> {
        settings.level(Code::DuplicateGame)?;
        Some(Seen { settings: Arc::clone(settings), games: Duplicates::default() })
    }

    /// What is found of a game that was in the file already, and where that is.
    pub fn meet(&mut self, identity: &Identity, here: &Here<'_>) -> Option<(Diagnostic, OtherGame)> {
        let first = self.games.meet(identity, || here.first(&identity.first_tag()))?.other_game();
        let place = format!("game {} (line {})", first.number, first.start.line + 1);
        Some((duplicate_game(identity, &place, &self.settings)?, first))
    }
}

impl Here<'_> {
    fn first(&self, tag: &Range<u32>) -> First {
        let mut range = tag.start as usize..tag.end as usize;
        if self.encoding != Encoding::Utf8 {
            let locator = Locator::new(self.bytes, self.encoding);
            range = locator.byte_offset(range.start)..locator.byte_offset(range.end);
        }
        // At most an empty line stands before the first tag of nearly every game.
        let inside = match range.start {
            0 => FilePosition::default(),
            start => ChunkExtent::of(self.bytes.get(..start).unwrap_or_default(), self.encoding).end,
        };
        let tag = self.bytes.get(range).unwrap_or_default();
        let len = memchr::memchr2(b'\n', b'\r', tag).unwrap_or(tag.len());
        let tag = &tag[..len];
        let columns = if tag.is_ascii() { len as u64 } else { ChunkExtent::of(tag, self.encoding).end.column };
        let FilePosition { line, column, offset } = self.start.place(inside, self.advance);
        First {
            line,
            offset,
            column: u32::try_from(column).unwrap_or(u32::MAX),
            len: tag.len() as u32,
            columns: columns as u32,
            number: u32::try_from(self.number).unwrap_or(u32::MAX),
        }
    }
}

impl First {
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
