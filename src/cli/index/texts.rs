//! Reads the texts of single games of an indexed file.

use std::io::{self, Read, Seek, SeekFrom};

use vgn_search::index::IndexedPlace;
use vgn_search::store::{CatalogueFile, StoredStamp};

use crate::batch::inputs::InputFile;

/// Bytes of a game at most, as a file's reader has it.
const LONGEST: u64 = 1 << 30;

/// Bytes behind a game that are read with it: comments may belong to it.
const BEHIND: u64 = 1024;

/// A game's text in its file.
#[derive(Clone, Default)]
pub struct StoredText {
    /// The game, and what follows it.
    pub bytes: Vec<u8>,
    /// The end of the game in them.
    pub end: usize,
    /// Whether the file ends with them.
    pub is_to_end: bool,
    /// The byte before them in the file; `None` at the start.
    pub before: Option<u8>,
}

impl StoredText {
    /// The game alone.
    pub fn game(&self) -> &[u8] {
        &self.bytes[..self.end]
    }

    /// Takes a game out of a piece of its file, which begins with the byte before it, unless the file begins.
    fn new(mut piece: Vec<u8>, has_before: bool, length: u64) -> io::Result<StoredText> {
        let before = (has_before && !piece.is_empty()).then(|| piece.remove(0));
        let end = usize::try_from(length).ok().filter(|end| *end <= piece.len()).ok_or(io::ErrorKind::UnexpectedEof)?;
        let is_to_end = ((piece.len() - end) as u64) < BEHIND;
        Ok(StoredText { bytes: piece, end, is_to_end, before })
    }
}

/// Reads single games of one file, in the order of `places`.
///
/// # Errors
///
/// If the file cannot be read, or is no longer the one that was indexed.
pub fn texts_of(input: &InputFile, indexed: &CatalogueFile, places: &[IndexedPlace]) -> io::Result<Vec<StoredText>> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|place| places[*place].start);
    let mut texts = vec![StoredText::default(); places.len()];
    if indexed.is_compressed {
        let opened = input.open()?;
        if opened.metadata.as_ref().map(StoredStamp::of) != Some(indexed.stamp) {
            return Err(changed());
        }
        // What was read from `at` on: the text behind one game may be the next one.
        let (mut text, mut at, mut read) = (opened.text, 0, Vec::new());
        for number in order {
            let (from, length) = reach(&places[number])?;
            let passed = read.len().min((from - at) as usize);
            read.drain(..passed);
            at += passed as u64;
            io::copy(&mut text.by_ref().take(from - at), &mut io::sink())?;
            at = from;
            text.by_ref().take(length.saturating_sub(read.len() as u64)).read_to_end(&mut read)?;
            let piece = read[..read.len().min(length as usize)].to_vec();
            texts[number] = StoredText::new(piece, from < places[number].start, own_length(&places[number]))?;
        }
        return Ok(texts);
    }
    let path = input.path.as_deref().ok_or(io::ErrorKind::NotFound)?;
    let (mut file, metadata) = vgn_config::files::open_regular(path)?;
    if StoredStamp::of(&metadata) != indexed.stamp {
        return Err(changed());
    }
    for number in order {
        let (from, length) = reach(&places[number])?;
        file.seek(SeekFrom::Start(from))?;
        let mut piece = Vec::new();
        file.by_ref().take(length).read_to_end(&mut piece)?;
        texts[number] = StoredText::new(piece, from < places[number].start, own_length(&places[number]))?;
    }
    Ok(texts)
}

fn changed() -> io::Error {
    io::Error::other("the file was changed meanwhile")
}

fn own_length(place: &IndexedPlace) -> u64 {
    place.end.saturating_sub(place.start)
}

/// Where a game's piece of its file begins, one byte before it, and how long it is.
fn reach(place: &IndexedPlace) -> io::Result<(u64, u64)> {
    if own_length(place) > LONGEST {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let from = place.start.saturating_sub(1);
    Ok((from, place.start - from + own_length(place) + BEHIND))
}
