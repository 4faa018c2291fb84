//! The games found, written to one file byte for byte, with an empty line between two of them.

use std::io;
use std::path::Path;

use vgn_engine::convert::ends_in_terminator;
use vgn_engine::syntax::are_comments;
use vgn_engine::syntax::games::games;

use super::sorted_hits::SortedHits;
use crate::batch::new_file::OutputFile;
use crate::batch::stdout::Stdout;
use crate::terminal::{Stream, is_terminal, readable};

/// The file of `--output`.
pub struct FoundGames {
    sink: FoundSink,
    /// The last game, which is written when nothing more can belong to it.
    waiting: Option<LastFoundGame>,
    /// The game before it, unless that certainly ends where its bytes end.
    open: Option<Vec<u8>>,
    /// The line end behind that.
    line_end: Option<&'static str>,
    /// Whether that ends in a binary section.
    is_section: bool,
    /// Games that are to be sorted.
    sorted: Option<SortedHits>,
}

struct LastFoundGame {
    bytes: Vec<u8>,
    /// Its end is a binary section.
    is_section: bool,
    /// What it is called in messages.
    name: String,
    /// By which it is sorted.
    key: Box<str>,
}

enum FoundSink {
    Stdout(Stdout),
    File(Box<OutputFile>),
}

impl FoundGames {
    /// # Errors
    ///
    /// If the file cannot be created.
    pub fn new(path: &Path, forced: bool, is_sorted: bool) -> io::Result<FoundGames> {
        let sink = match path.as_os_str() == "-" {
            true => FoundSink::Stdout(Stdout::new()),
            false => FoundSink::File(Box::new(OutputFile::new(path, forced)?)),
        };
        let sorted = is_sorted.then(|| SortedHits::beside(Some(path))).transpose()?;
        Ok(FoundGames { sink, waiting: None, open: None, line_end: None, is_section: false, sorted })
    }

    /// Writes a game; `is_section`: its end is a binary section; `name`: what it is called in messages; `key`: by which
    /// it is sorted, if games are.
    ///
    /// # Errors
    ///
    /// If the game before cannot be written.
    pub fn write(&mut self, game: &[u8], is_section: bool, name: String, key: Box<str>) -> io::Result<()> {
        self.pass_waiting()?;
        self.waiting = Some(LastFoundGame { bytes: game.to_vec(), is_section, name, key });
        Ok(())
    }

    /// Adds what belongs to the last game.
    pub fn append(&mut self, bytes: &[u8]) {
        if let Some(game) = &mut self.waiting {
            game.bytes.extend_from_slice(bytes);
        }
    }

    /// Writes what waits, or lets it wait for its place.
    fn pass_waiting(&mut self) -> io::Result<()> {
        let Some(LastFoundGame { bytes, is_section, name, key }) = self.waiting.take() else { return Ok(()) };
        match &mut self.sorted {
            Some(sorted) => sorted.add(key, &name, &bytes, is_section),
            None => self.put(&bytes, is_section, &name),
        }
    }

    /// Writes a game.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or would be read as a part of the game before.
    fn put(&mut self, game: &[u8], is_section: bool, name: &str) -> io::Result<()> {
        let game = if is_section { game.trim_ascii_start() } else { game.trim_ascii() };
        self.is_section = is_section;
        let border = self.line_end.map_or(String::new(), |line_end| line_end.repeat(2));
        if let Some(open) = &self.open {
            let start = open.len() + border.len();
            let joined = [open, border.as_bytes(), game].concat();
            // Comments in between continue no game.
            let mut ends = games(&joined).map(|span| span.range.end).take_while(|end| *end <= start);
            if !ends.any(|end| are_comments(&joined[end..start])) {
                let message = "the game before it has no terminator, and it would be read as a part of that: end that game \
                               with `*`";
                return Err(io::Error::other(format!("{name}: {message}")));
            }
        }
        self.pass(border.as_bytes())?;
        self.pass(game)?;
        self.line_end = Some(line_end_of(game));
        self.open = (is_section || !ends_in_terminator(game)).then(|| game.to_vec());
        Ok(())
    }

    /// Ends the last line, and puts the file in its place.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn finish(mut self) -> io::Result<()> {
        self.pass_waiting()?;
        if let Some(sorted) = self.sorted.take() {
            sorted.pass(|game| self.put(&game.bytes, game.is_section, &game.name))?;
        }
        // Behind a section, a line end may be a part of it.
        if let (Some(line_end), false) = (self.line_end, self.is_section) {
            self.pass(line_end.as_bytes())?;
        }
        match self.sink {
            FoundSink::Stdout(stdout) => stdout.finish(),
            FoundSink::File(file) => file.finish(),
        }
    }

    /// Whether nobody reads standard output any more.
    pub fn is_closed(&self) -> bool {
        matches!(&self.sink, FoundSink::Stdout(stdout) if stdout.is_closed())
    }

    fn pass(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.sink {
            FoundSink::Stdout(stdout) if is_terminal(Stream::Stdout) => stdout.write(readable(bytes).as_bytes()),
            FoundSink::Stdout(stdout) => stdout.write(bytes),
            FoundSink::File(file) => file.write(bytes)?,
        }
        Ok(())
    }
}

/// The line end that a game uses first.
fn line_end_of(game: &[u8]) -> &'static str {
    match memchr::memchr2(b'\r', b'\n', game).map(|at| &game[at..]) {
        Some([b'\r', b'\n', ..]) => "\r\n",
        Some([b'\r', ..]) => "\r",
        _ => "\n",
    }
}
