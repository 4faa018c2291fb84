//! The bytes of a file with binary games, and the search for the game that a text was made of.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher as _};
use std::ops::Range;
use std::sync::Arc;

use super::likeness;
use crate::syntax::games::{Span, games, next_game_of_editor};

/// A file's bytes, divided into games by their binary formats.
#[derive(Debug, Default)]
pub struct FileBytes {
    bytes: Vec<u8>,
    games: Vec<BinaryGameSpan>,
    /// Indices of the binary games by the hash of what any editor preserves of them.
    by_likeness: HashMap<u64, Vec<usize>>,
}

/// A game with a binary section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BinaryGameSpan {
    /// Range in bytes of the file.
    pub range: Range<usize>,
    /// Start of the section, in bytes of the file; it extends to the end of the range.
    pub section: usize,
}

/// State of the file that a text was made of.
#[derive(Clone, Debug)]
pub enum DiskState {
    /// The text is in no file.
    Nowhere,
    /// The file cannot be read, for the given reason.
    Unreadable(String),
    Read(Arc<FileBytes>),
}

/// Why the bytes of a game's text are not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MissingBytes {
    /// The text is in no file.
    Nowhere,
    /// The file cannot be read, for the given reason.
    Unreadable(String),
    /// The file holds no such game: the text or the file was changed.
    Changed,
    /// Several games of the file look like this text.
    Alike,
}

impl DiskState {
    /// The bytes of the section that begins at `section` in a game's text in the editor.
    ///
    /// # Errors
    /// If the text does not determine the bytes.
    pub fn section(&self, text: &str, section: usize) -> Result<&[u8], MissingBytes> {
        match self {
            DiskState::Nowhere => Err(MissingBytes::Nowhere),
            DiskState::Unreadable(reason) => Err(MissingBytes::Unreadable(reason.clone())),
            DiskState::Read(file) => file.section(text, section),
        }
    }

    /// Whether both are equal, byte for byte.
    pub fn is_same(&self, other: &DiskState) -> bool {
        match (self, other) {
            (DiskState::Nowhere, DiskState::Nowhere) => true,
            (DiskState::Unreadable(one), DiskState::Unreadable(other)) => one == other,
            (DiskState::Read(one), DiskState::Read(other)) => one.bytes == other.bytes,
            _ => false,
        }
    }

    /// The file, if it holds binary sections.
    pub fn with_sections(&self) -> Option<&Arc<FileBytes>> {
        match self {
            DiskState::Read(file) => Some(file).filter(|file| !file.games.is_empty()),
            _ => None,
        }
    }
}

impl FileBytes {
    /// Finds the binary games of a file.
    pub fn new(bytes: Vec<u8>) -> FileBytes {
        let binary = games(&bytes).filter_map(|span| Some(BinaryGameSpan { section: span.binary?, range: span.range }));
        let games: Vec<BinaryGameSpan> = binary.collect();
        let by_likeness = by_likeness(&bytes, &games);
        FileBytes { bytes, games, by_likeness }
    }

    /// The whole file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// All games with the starts of their binary sections, and the rest at the end; in bytes of the file.
    pub fn spans(&self) -> impl Iterator<Item = Span> {
        games(&self.bytes)
    }

    /// The games with binary sections, in order.
    pub fn binary_games(&self) -> &[BinaryGameSpan] {
        &self.games
    }

    /// The bytes of a game's section.
    pub fn section_of(&self, game: &BinaryGameSpan) -> &[u8] {
        &self.bytes[game.section..game.range.end]
    }

    /// The binary games of this file whose section occurs fewer times in `other`: their bytes are lost there.
    pub fn missing_in<'a>(&'a self, other: &FileBytes) -> Vec<&'a BinaryGameSpan> {
        let mut there: HashMap<&[u8], usize> = HashMap::new();
        for game in &other.games {
            *there.entry(other.section_of(game)).or_default() += 1;
        }
        let is_missing = |game: &&BinaryGameSpan| match there.get_mut(self.section_of(game)) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        };
        self.games.iter().filter(is_missing).collect()
    }

    fn section(&self, text: &str, section: usize) -> Result<&[u8], MissingBytes> {
        let (tags, damaged) = text.as_bytes().split_at_checked(section).ok_or(MissingBytes::Changed)?;
        let like = self.by_likeness.get(&likeness(tags, damaged)).ok_or(MissingBytes::Changed)?;
        let mut like = like.iter().map(|index| self.section_of(&self.games[*index]));
        let first = like.next().ok_or(MissingBytes::Changed)?;
        if like.all(|other| other == first) { Ok(first) } else { Err(MissingBytes::Alike) }
    }
}

/// The binary games by their likeness, with sections as long as in an editor: a game that begins on the last line of
/// the game before it is part of that game's section there, and has no text of its own.
fn by_likeness(bytes: &[u8], games: &[BinaryGameSpan]) -> HashMap<u64, Vec<usize>> {
    let mut by_likeness: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut at = 0;
    while let Some(span) = next_game_of_editor(bytes, at, true).filter(|_| !games.is_empty()) {
        if let Some(section) = span.binary
            && let Ok(index) = games.binary_search_by_key(&section, |game| game.section)
        {
            let key = likeness(&bytes[span.range.start..section], &bytes[section..span.range.end]);
            by_likeness.entry(key).or_default().push(index);
        }
        at = span.range.end;
    }
    by_likeness
}

/// Hash of what any editor preserves of a game.
fn likeness(tags: &[u8], section: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for part in [likeness::from_first_tag(tags), section] {
        likeness::of_bytes(part).for_each(|sign| hasher.write_u8(sign));
        hasher.write_u8(0);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: &[u8] = b"[GameFormat \"VGN\"]\n[White \"M\xfcller\"]\n[MoveFormat \"BCCF\"]";

    fn file(parts: &[&[u8]]) -> FileBytes {
        FileBytes::new(parts.concat())
    }

    /// The binary games of an editor's text, with the starts of their sections.
    fn binary(text: &str) -> Vec<(&str, usize)> {
        let file: crate::games::File = crate::games::File::new(text);
        let games = file.games().filter_map(|game| Some((game.range(), game.binary()?)));
        games.map(|(range, section)| (&text[range], section)).collect()
    }

    fn latin1(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| char::from(*byte)).collect()
    }

    #[test]
    fn games_are_found_in_any_encoding_and_with_any_line_ends() {
        let bytes = file(&[
            FORMAT,
            b"\x31\x70\xe2\x82\x18\xd1",
            b"\n{a comment}\n[Event \"x\"]\n\n1. e4 *\n",
            FORMAT,
            b"\x65\xb4\x0d\x0a\x18\xd1",
            b"   \n\n",
        ]);
        assert_eq!(bytes.binary_games().len(), 2);
        let texts = [
            String::from_utf8_lossy(bytes.bytes()).into_owned(),
            latin1(bytes.bytes()),
            latin1(bytes.bytes()).replace("\r\n", "\n").replace('\r', "\n"),
            String::from_utf8_lossy(bytes.bytes()).replace('\n', "\r\n"),
        ];
        let on_disk = DiskState::Read(Arc::new(bytes));
        for text in texts {
            let found: Vec<_> = binary(&text).iter().map(|(game, section)| on_disk.section(game, *section)).collect();
            assert_eq!(found, [Ok(&b"\x31\x70\xe2\x82\x18\xd1"[..]), Ok(&b"\x65\xb4\x0d\x0a\x18\xd1"[..])], "{text:?}");
        }
    }

    #[test]
    fn a_changed_game_is_not_taken_for_the_game_of_the_file() {
        let bytes = file(&[FORMAT, b"\x31\x70\x5b\x2b"]);
        let text = String::from_utf8_lossy(bytes.bytes()).into_owned();
        let on_disk = DiskState::Read(Arc::new(bytes));
        let section = |text: &str| binary(text).first().map(|(game, section)| on_disk.section(game, *section).is_ok());
        assert_eq!(section(&text), Some(true));
        assert_eq!(section(&format!("\n {text}\n")), Some(true));
        assert_eq!(section(&text.replace("ller", "lller")), Some(false));
        assert_eq!(section(&format!("{text}x")), Some(false));
        assert_eq!(section(&text.replace("1p", "1")), Some(false));
        assert_eq!(DiskState::Nowhere.section(&text, 10), Err(MissingBytes::Nowhere));
    }

    #[test]
    fn tags_inside_a_section_cut_the_bytes_and_the_text_alike() {
        // A comment of PGC that contains a line of tags, and a game that begins on the line where another ends.
        let format: &[u8] = b"[MoveFormat \"PGC\"]";
        let comment: &[u8] = b"\x0a\x14\x00\x06\n[A \"tag\"] of text\x06\x06";
        let bytes = file(&[format, comment, format, b"\x06"]);
        assert_eq!(bytes.binary_games().len(), 2);
        let text = String::from_utf8_lossy(bytes.bytes()).into_owned();
        let on_disk = DiskState::Read(Arc::new(bytes));
        let found: Vec<_> = binary(&text).iter().map(|(game, section)| on_disk.section(game, *section)).collect();
        assert_eq!(found.first(), Some(&Ok(comment)));
    }

    #[test]
    fn games_that_look_alike_are_not_confused() {
        let games = [FORMAT, b"\x98\xd1", b"\n\n", FORMAT, b"\x90\xd1"];
        let text = String::from_utf8_lossy(&games.concat()).into_owned();
        let both = DiskState::Read(Arc::new(file(&games)));
        let found: Vec<_> = binary(&text).iter().map(|(game, section)| both.section(game, *section)).collect();
        assert_eq!(found, [Err(MissingBytes::Alike), Err(MissingBytes::Alike)]);
        let same = DiskState::Read(Arc::new(file(&[FORMAT, b"\x98\xd1", b"\n\n", FORMAT, b"\x98\xd1"])));
        let found: Vec<_> = binary(&text).iter().map(|(game, section)| same.section(game, *section)).collect();
        assert_eq!(found, [Ok(&b"\x98\xd1"[..]), Ok(&b"\x98\xd1"[..])]);
    }

    #[test]
    fn sections_that_a_save_destroyed_are_missing() {
        let before = file(&[FORMAT, b"\x98\xd1", b"\n\n", FORMAT, b"\x98\xd1", b"\n\n", FORMAT, b"\x31\x31"]);
        assert_eq!(before.missing_in(&before).len(), 0);
        let after = FileBytes::new(String::from_utf8_lossy(before.bytes()).into_owned().into_bytes());
        let missing: Vec<_> = before.missing_in(&after).iter().map(|game| before.section_of(game)).collect();
        assert_eq!(missing, [b"\x98\xd1", b"\x98\xd1"]);
        assert_eq!(before.missing_in(&file(&[FORMAT, b"\x98\xd1", b"\n\n"])).len(), 2);
    }
}
