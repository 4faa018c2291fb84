//! Where converted games go, in their order.

use std::borrow::Cow;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use crate::cli::batch::reader::{Closing, Opening};
use crate::cli::batch::rewrite::Rewrite;
use crate::cli::batch::stdout::Stdout;
use crate::cli::batch::{Fault, Job};
use crate::cli::reason;
use crate::cli::terminal::readable;
use crate::convert::{last_line_end, separate_after_section};
use crate::source::BYTE_ORDER_MARK;

use super::game::{ConversionOutcome, ConvertedGame};
use super::letters::{OneEncoding, Unfit};
use crate::cli::batch::new_file::NewFile;

/// Where all games, or the games of one file, go.
pub struct Destination {
    sink: Sink,
    /// Refused games are written as they are.
    keep_refused: bool,
    /// Files that are protected, or lose something, are replaced all the same.
    forced: bool,
    /// Nothing ends the sections that are written, so that nothing can follow one.
    endless: bool,
    /// Such a section was written.
    full: bool,
    /// A game was refused: nothing more is written, and no file is put in its place.
    refused: bool,
    /// Something of what was to be converted is not in its place.
    incomplete: bool,
    /// Games that are where they should be.
    written: PlacedGames,
    /// Games on their way there.
    on_the_way: PlacedGames,
    /// The last byte that was written ended a line, or there is none.
    at_line_start: bool,
    /// The game that was written last ended in a blank.
    after_blank: bool,
    /// What was written last is not as it was.
    converted: bool,
    /// What was written last is text that was a section, and ended with this line end.
    was_section: Option<&'static str>,
    begun: bool,
    /// The encoding of what was written, or kept in its place.
    letters: OneEncoding,
}

/// What was converted and is where it should be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlacedGames {
    /// Games.
    pub converted: u64,
    /// Games that have lost something.
    pub with_losses: u64,
}

/// What has become of all games.
pub struct Finished {
    pub written: PlacedGames,
    /// What the refusal of a game has left, in words; `None` where everything was written.
    pub left: Option<&'static str>,
}

enum Sink {
    Stdout(Stdout),
    /// Somebody looks at what is written.
    Terminal(Stdout),
    File(Box<NewFile>, PathBuf),
    /// Each file is replaced; `None` between two of them.
    InPlace(Option<Box<Rewrite>>),
    /// Nothing can be written any more.
    Broken,
}

/// What the command line says of the destination.
pub enum Wanted {
    Stdout,
    File(PathBuf),
    InPlace,
}

impl Destination {
    /// # Errors
    ///
    /// When the file cannot be made.
    pub fn new(wanted: Wanted, keep_refused: bool, endless: bool, forced: bool) -> Result<Destination, Fault> {
        let sink = match wanted {
            Wanted::Stdout if io::stdout().is_terminal() => Sink::Terminal(Stdout::new()),
            Wanted::Stdout => Sink::Stdout(Stdout::new()),
            Wanted::InPlace => Sink::InPlace(None),
            Wanted::File(path) => match NewFile::new(&path, forced) {
                Ok(file) => Sink::File(Box::new(file), path),
                Err(error) => return Err(cannot_write(&path.to_string_lossy(), &error, UNTOUCHED)),
            },
        };
        Ok(Destination {
            sink,
            keep_refused,
            forced,
            endless,
            full: false,
            refused: false,
            incomplete: false,
            written: PlacedGames::default(),
            on_the_way: PlacedGames::default(),
            at_line_start: true,
            after_blank: false,
            converted: false,
            was_section: None,
            begun: false,
            letters: OneEncoding::default(),
        })
    }

    /// A file begins.
    pub fn open(&mut self, job: &Job, opening: &Opening) -> Result<(), Fault> {
        let mark = if opening.mark { BYTE_ORDER_MARK } else { b"" };
        if let Sink::InPlace(rewrite) = &mut self.sink {
            let (Some(path), Some(metadata)) = (&job.input.path, &opening.metadata) else { return Ok(()) };
            (self.refused, self.full) = (false, false);
            (self.at_line_start, self.converted, self.was_section) = (true, false, None);
            self.letters = OneEncoding::default();
            let opened = Rewrite::new(path, metadata.clone(), self.forced);
            let opened = opened.and_then(|mut opened| opened.keep(mark).map(|()| opened));
            *rewrite = Some(Box::new(opened.map_err(|error| cannot_write(&job.input.name, &error, UNTOUCHED))?));
            return Ok(());
        }
        // Only what stands first can be a byte order mark; games of two files do not share a line.
        if !self.begun {
            self.write(mark)?;
            self.at_line_start = true;
        } else if !self.at_line_start && !self.full {
            self.write(b"\n")?;
        }
        Ok(())
    }

    /// Somebody looks at what is written.
    pub fn is_terminal(&self) -> bool {
        match &self.sink {
            Sink::Terminal(_) => true,
            Sink::File(file, _) => file.is_terminal(),
            Sink::Stdout(_) | Sink::InPlace(_) | Sink::Broken => false,
        }
    }

    /// What stands here cannot be written behind a section that nothing ends: it would be read as a part of it.
    pub fn has_no_room(&self, outcome: &ConvertedGame<'_>) -> bool {
        self.full && !outcome.before.trim_ascii().is_empty()
    }

    /// The next span of the file.
    pub fn next(&mut self, outcome: &ConvertedGame<'_>, name: &str) -> Result<(), Fault> {
        if self.has_no_room(outcome) || (matches!(outcome.outcome, ConversionOutcome::Refused) && !self.keep_refused) {
            self.refused = true;
        }
        if self.refused {
            return Ok(());
        }
        let converted = self.full || matches!(outcome.outcome, ConversionOutcome::Converted(_));
        if outcome.is_binary && self.is_terminal() {
            self.arrived();
            self.sink = Sink::Broken;
            return Err(Fault::new(name, "the moves of a game in this file are binary".to_owned() + NOT_SHOWN));
        }
        let next = if self.full { b"".into() } else { self.in_one_encoding(outcome) };
        let next = next.as_ref();
        self.full |= self.endless && outcome.games > 0 && !matches!(outcome.outcome, ConversionOutcome::Refused);
        let gone = self.part(next, converted, name)?;
        let next = &next[gone..];
        if !next.is_empty() {
            self.was_section = (converted && outcome.was_section).then(|| last_line_end(next));
        }
        let passed = match &mut self.sink {
            Sink::InPlace(Some(rewrite)) => {
                let changed = converted || gone > 0;
                let passed = if changed { rewrite.replace(outcome.before.len(), next) } else { rewrite.keep(next) };
                passed.map_err(|error| {
                    self.sink = Sink::InPlace(None);
                    cannot_write(name, &error, UNTOUCHED)
                })
            }
            Sink::InPlace(None) | Sink::Broken => return Ok(()),
            _ => self.write(next),
        };
        if passed.is_ok() && !matches!(outcome.outcome, ConversionOutcome::Refused) {
            self.on_the_way.converted += outcome.converted;
            self.on_the_way.with_losses += u64::from(!outcome.notes.is_empty());
        }
        passed
    }

    /// What was on its way is where it should be.
    fn arrived(&mut self) {
        let PlacedGames { converted, with_losses } = std::mem::take(&mut self.on_the_way);
        self.written.converted += converted;
        self.written.with_losses += with_losses;
    }

    /// What is written of the span, in the encoding of what was written before. What stays in its place stays as it is.
    fn in_one_encoding<'o>(&mut self, outcome: &'o ConvertedGame<'_>) -> Cow<'o, [u8]> {
        let (next, text) = outcome.next();
        if matches!(self.sink, Sink::InPlace(_)) && !matches!(outcome.outcome, ConversionOutcome::Converted(_)) {
            self.letters.keep(&next[..text], outcome.letters);
            return next.into();
        }
        let fitted = self.letters.fitted(&next[..text], outcome.letters);
        self.on_the_way.with_losses += u64::from(fitted.is_err() && outcome.notes.is_empty());
        match fitted.unwrap_or_else(|unfit| unfit.reduced.unwrap_or_default().into()) {
            Cow::Borrowed(_) => next.into(),
            Cow::Owned(mut fitted) => {
                fitted.extend_from_slice(&next[text..]);
                fitted.into()
            }
        }
    }

    /// Why what is to be written of the span cannot stand behind what was written before: one file has one encoding.
    pub fn unfit(&mut self, outcome: &ConvertedGame<'_>) -> Option<Unfit> {
        let (refused, same) =
            (matches!(outcome.outcome, ConversionOutcome::Refused), matches!(outcome.outcome, ConversionOutcome::Same));
        let in_place = matches!(self.sink, Sink::InPlace(_));
        if self.refused || self.full || (refused && !self.keep_refused) || (in_place && (same || refused)) {
            return None;
        }
        let (next, text) = outcome.next();
        self.letters.fitted(&next[..text], outcome.letters).err()
    }

    /// The next span of the file cannot be written in the encoding of what stands before it. Where refused games are
    /// kept, it alone is left out; in place it stays as it is, as the file has had it in an encoding of its own.
    pub fn refuse(&mut self, outcome: &ConvertedGame<'_>, name: &str) -> Result<(), Fault> {
        if !self.keep_refused {
            self.refused = true;
        } else if matches!(self.sink, Sink::InPlace(_)) {
            return self.next(&outcome.kept(), name);
        }
        Ok(())
    }

    /// Files are replaced, and refused games stay in their places.
    pub fn keeps_in_place(&self) -> bool {
        self.keep_refused && matches!(self.sink, Sink::InPlace(_))
    }

    /// Begins a new line where a game would stand right behind another one of which what parted them is gone: the end
    /// of a binary section parts games, that of a text does not. Gives how many bytes of what comes are too many.
    fn part(&mut self, next: &[u8], converted: bool, name: &str) -> Result<usize, Fault> {
        let Some((&first, &last)) = next.first().zip(next.last()) else { return Ok(0) };
        let behind = self.was_section.map(|line_end| separate_after_section(line_end, next));
        let (line_end, gone) = behind.unwrap_or_default();
        let parted = !self.converted || self.at_line_start || self.after_blank || first.is_ascii_whitespace();
        self.converted = converted;
        if !parted || !line_end.is_empty() {
            let line_end = if line_end.is_empty() { b"\n" } else { line_end.as_slice() };
            match &mut self.sink {
                Sink::InPlace(Some(rewrite)) => {
                    rewrite.replace(0, line_end).map_err(|error| {
                        self.sink = Sink::InPlace(None);
                        cannot_write(name, &error, UNTOUCHED)
                    })?;
                }
                _ => self.write(line_end)?,
            }
        }
        self.at_line_start = matches!(last, b'\n' | b'\r');
        self.after_blank = matches!(last, b' ' | b'\t');
        Ok(gone)
    }

    /// A file ends.
    pub fn close(&mut self, closing: &Closing, name: &str) -> Result<(), Fault> {
        let complete = matches!(closing, Closing::End);
        self.refused |= !complete;
        self.incomplete |= self.refused;
        // What was not read to its end must not look as if it were whole.
        if let Sink::InPlace(rewrite) = &mut self.sink {
            let finished = rewrite.take().filter(|_| !self.refused).map(|rewrite| rewrite.finish());
            match finished.transpose() {
                Ok(Some(())) => self.arrived(),
                not_there => {
                    self.on_the_way = PlacedGames::default();
                    not_there.map_err(|error| cannot_write(name, &error, UNTOUCHED))?;
                }
            }
        }
        Ok(())
    }

    /// All is converted.
    pub fn finish(mut self) -> Result<Finished, Fault> {
        let left = match &self.sink {
            Sink::File(file, _) if file.is_whole_or_not_there() => "nothing was written",
            Sink::InPlace(_) => "nothing was changed in a file with a refused game",
            _ => "nothing was written from the refused game on",
        };
        match std::mem::replace(&mut self.sink, Sink::Broken) {
            Sink::Stdout(stdout) | Sink::Terminal(stdout) => {
                stdout.finish().map_err(|error| cannot_write("standard output", &error, INCOMPLETE))?;
                self.arrived();
            }
            Sink::File(file, path) if !self.refused || !file.is_whole_or_not_there() => {
                let state = state_of(&file);
                file.finish().map_err(|error| cannot_write(&path.to_string_lossy(), &error, state))?;
                self.arrived();
            }
            Sink::File(..) | Sink::InPlace(_) | Sink::Broken => {}
        }
        Ok(Finished { written: self.written, left: self.incomplete.then_some(left) })
    }

    /// Nobody reads what is written.
    pub fn is_closed(&self) -> bool {
        matches!(&self.sink, Sink::Stdout(stdout) | Sink::Terminal(stdout) if stdout.is_closed())
    }

    pub fn flush(&mut self) {
        if let Sink::Stdout(stdout) | Sink::Terminal(stdout) = &mut self.sink {
            stdout.flush();
        }
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let Some(last) = bytes.last() else { return Ok(()) };
        self.at_line_start = matches!(last, b'\n' | b'\r');
        self.begun = true;
        match &mut self.sink {
            Sink::Stdout(stdout) => stdout.write(bytes),
            Sink::Terminal(stdout) => stdout.write(readable(bytes).as_bytes()),
            Sink::File(file, path) => {
                if let Err(error) = file.write(bytes) {
                    let fault = cannot_write(&path.to_string_lossy(), &error, state_of(file));
                    self.sink = Sink::Broken;
                    return Err(fault);
                }
            }
            Sink::InPlace(_) | Sink::Broken => {}
        }
        Ok(())
    }
}

/// Why a terminal gets no bytes, and what to do.
pub const NOT_SHOWN: &str = ", which a terminal cannot show: use `-o FILE` to write a file";

/// What a fault of writing leaves of a file that is replaced whole or not at all.
const UNTOUCHED: &str = ", and nothing was changed";
/// What it leaves of what takes the bytes as they come.
const INCOMPLETE: &str = " to the end, what was written before is not complete";

fn state_of(file: &NewFile) -> &'static str {
    if file.is_whole_or_not_there() { UNTOUCHED } else { INCOMPLETE }
}

fn cannot_write(name: &str, error: &io::Error, state: &str) -> Fault {
    Fault::new(name, format!("this cannot be written{state}: {}", reason(error)))
}
