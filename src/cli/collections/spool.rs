//! Games that wait for their place in what is written: in a file without a name, which goes with the program.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::CollectedGame;
use super::writer::GameOrigin;

/// The waiting games.
pub struct GameSpool {
    file: BufWriter<File>,
    len: u64,
}

/// The place of a game among those that wait.
#[derive(Clone, Copy, Debug)]
pub struct SpooledGame {
    start: u64,
    /// In bytes.
    len: u32,
    /// The length of the text before a binary section, in bytes.
    text_len: u32,
    pub is_game: bool,
    pub origin: GameOrigin,
}

impl GameSpool {
    /// A file in this folder, where the games will be written in the end, and so have room.
    ///
    /// # Errors
    ///
    /// If it cannot be made.
    pub fn beside(folder: &Path) -> io::Result<GameSpool> {
        let file = tempfile::tempfile_in(folder).or_else(|_| tempfile::tempfile())?;
        Ok(GameSpool { file: BufWriter::with_capacity(1 << 20, file), len: 0 })
    }

    /// Adds a game of this file.
    pub fn add(&mut self, game: &CollectedGame<'_>, file: u32) -> io::Result<SpooledGame> {
        self.file.write_all(&game.bytes)?;
        let too_long = |_| io::Error::from(io::ErrorKind::FileTooLarge);
        let len = u32::try_from(game.bytes.len()).map_err(too_long)?;
        let text_len = u32::try_from(game.text_len).map_err(too_long)?;
        let start = self.len;
        self.len += u64::from(len);
        Ok(SpooledGame { start, len, text_len, is_game: game.is_game, origin: game.origin(file) })
    }

    /// All games have been added.
    pub fn into_reader(self) -> io::Result<SpoolReader> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok(SpoolReader { file, at: None, game: Vec::new() })
    }
}

/// Reads games that wait, in any order.
pub struct SpoolReader {
    file: File,
    /// Where the file is being read.
    at: Option<u64>,
    game: Vec<u8>,
}

impl SpoolReader {
    /// The bytes of a game, and the length of its text.
    pub fn get(&mut self, place: SpooledGame) -> io::Result<(&[u8], usize)> {
        if self.at != Some(place.start) {
            self.file.seek(SeekFrom::Start(place.start))?;
        }
        self.game.resize(place.len as usize, 0);
        self.file.read_exact(&mut self.game)?;
        self.at = Some(place.start + u64::from(place.len));
        Ok((&self.game, place.text_len as usize))
    }
}
