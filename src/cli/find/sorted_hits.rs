//! Hits in another order than that of the files: their texts wait in a file without a name, only keys are in memory.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use clap::ValueEnum;
use vgn_engine::source::Encoding;
use vgn_search::GameHit;

use crate::collections::{MergeOrder, OrderingTags};

/// The order of hits; what is unknown comes last, and equal ones are in the order of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum HitOrder {
    /// By date, then event and round
    Date,
    /// By event, then date and round
    Event,
    /// By White's name, then Black's, then date
    White,
    /// By Black's name, then White's, then date
    Black,
    /// By the code of the opening, then White's name
    Eco,
    /// The highest mean of both ratings first; an unknown one counts as 0
    Rating,
    /// The shortest game first
    Length,
}

impl HitOrder {
    /// What is compared; `game` has the game's bytes.
    pub fn key(self, hit: &GameHit, game: &[u8]) -> Box<str> {
        let tags = || OrderingTags::of(&Encoding::of(game).decode(game));
        match self {
            HitOrder::Date => tags().key(MergeOrder::Date),
            HitOrder::Event => tags().key(MergeOrder::Event),
            HitOrder::White => tags().key(MergeOrder::White),
            HitOrder::Black => {
                let tags = tags();
                OrderingTags { white: tags.black, black: tags.white, ..tags }.key(MergeOrder::White)
            }
            HitOrder::Eco => tags().key(MergeOrder::Eco),
            HitOrder::Rating => format!("{:05}", u16::MAX - hit.rating).into(),
            HitOrder::Length => format!("{:010}", hit.plies).into(),
        }
    }
}

/// Texts that wait for their place.
pub struct SortedHits {
    file: BufWriter<File>,
    /// In bytes.
    len: u64,
    waiting: Vec<WaitingHit>,
}

struct WaitingHit {
    key: Box<str>,
    start: u64,
    /// The lengths of the name and of the text, in bytes.
    name_len: u32,
    len: u64,
    is_section: bool,
}

/// A text with what it is called in messages.
pub struct SortedText {
    pub name: String,
    pub bytes: Vec<u8>,
    pub is_section: bool,
}

impl SortedHits {
    /// Waits in this folder, or where the system keeps such files.
    ///
    /// # Errors
    ///
    /// If no file can be made.
    pub fn beside(path: Option<&Path>) -> io::Result<SortedHits> {
        let folder = path.and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
        let file = match folder {
            Some(folder) => tempfile::tempfile_in(folder).or_else(|_| tempfile::tempfile())?,
            None => tempfile::tempfile()?,
        };
        Ok(SortedHits { file: BufWriter::with_capacity(1 << 18, file), len: 0, waiting: Vec::new() })
    }

    /// # Errors
    ///
    /// If it cannot be kept.
    pub fn add(&mut self, key: Box<str>, name: &str, bytes: &[u8], is_section: bool) -> io::Result<()> {
        self.file.write_all(name.as_bytes())?;
        self.file.write_all(bytes)?;
        let name_len = u32::try_from(name.len()).map_err(|_| io::ErrorKind::FileTooLarge)?;
        let hit = WaitingHit { key, start: self.len, name_len, len: bytes.len() as u64, is_section };
        self.len += u64::from(name_len) + hit.len;
        self.waiting.push(hit);
        Ok(())
    }

    /// Passes on all texts in their order.
    ///
    /// # Errors
    ///
    /// If one cannot be read again, or `take` has one.
    pub fn pass(mut self, mut take: impl FnMut(SortedText) -> io::Result<()>) -> io::Result<()> {
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        self.waiting.sort_by(|one, other| one.key.cmp(&other.key));
        for WaitingHit { start, name_len, len, is_section, .. } in self.waiting {
            file.seek(SeekFrom::Start(start))?;
            let mut name = vec![0; name_len as usize];
            file.read_exact(&mut name)?;
            let mut bytes = vec![0; usize::try_from(len).map_err(|_| io::ErrorKind::FileTooLarge)?];
            file.read_exact(&mut bytes)?;
            take(SortedText { name: String::from_utf8_lossy(&name).into_owned(), bytes, is_section })?;
        }
        Ok(())
    }
}
