//! Games that stand in a file already: told as the games go by in their order.

use std::ops::Range;
use std::sync::Arc;

use crate::analysis::{Code, Diagnostic, Duplicates, Identity, Settings, duplicate_game};
use crate::cli::format::OtherGame;
use crate::source::{Advance, Encoding, Locator, Place, Start};

/// The games of one file, by what tells them from others.
pub struct Seen {
    settings: Arc<Settings>,
    games: Duplicates<First>,
}

/// A game as it is in its file.
pub struct Here<'a> {
    pub bytes: &'a [u8],
    pub encoding: Encoding,
    pub start: Start,
    pub advance: &'a Advance,
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
        let place = format!(", as game {} (line {})", first.number, first.start.line + 1);
        Some((duplicate_game(identity, &place, &self.settings)?, first))
    }
}

impl Here<'_> {
    fn first(&self, tag: &Range<u32>) -> First {
        let (mut range, mut inside) = (tag.start as usize..tag.end as usize, Place::default());
        // Nearly every game begins with its first tag, which is ASCII.
        if tag.start > 0 || self.encoding != Encoding::Utf8 {
            let locator = Locator::new(self.bytes, self.encoding);
            range = locator.byte_offset(range.start)..locator.byte_offset(range.end);
            inside = locator.place(range.start);
        }
        let tag = self.bytes.get(range).unwrap_or_default();
        let tag = tag.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
        let columns = Advance::of(tag, self.encoding).end.column;
        let Place { line, column, offset } = self.start.place(inside, self.advance);
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
        let start = Place { line: self.line, column: u64::from(self.column), offset: self.offset };
        let end = Place {
            column: start.column + u64::from(self.columns),
            offset: start.offset + u64::from(self.len),
            ..start
        };
        OtherGame { number: u64::from(self.number), start, end }
    }
}
