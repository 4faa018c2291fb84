//! The destination of converted games, which arrive in order.

use std::borrow::Cow;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use vgn_engine::convert::{ends_in_terminator, last_line_end, separate_after_section};
use vgn_engine::source::BYTE_ORDER_MARK;

use super::game::{ConversionOutcome, ConvertedGame};
use super::game_border::{GameBorder, GameSeparator};
use super::output_encoding::{EncodingMismatch, OutputEncoding};
use crate::batch::new_file::OutputFile;
use crate::batch::reader::{FileClosing, FileOpening};
use crate::batch::rewrite::FileRewrite;
use crate::batch::sink::not_rewritten;
use crate::batch::stdout::Stdout;
use crate::batch::{FileFault, FileJob};
use crate::reason;
use crate::terminal::readable;

/// The destination of all games, or of the games of one file.
pub struct Destination {
    sink: DestinationSink,
    /// Refused games are written unchanged.
    keep_refused: bool,
    /// Files are replaced even if they are protected, or lose a property.
    forced: bool,
    /// The written sections have no terminator, so that nothing can follow one.
    endless: bool,
    /// Such a section was written.
    full: bool,
    /// A game was refused: nothing more is written, and no file is put in its place.
    refused: bool,
    /// A part of the games to convert has not been written.
    incomplete: bool,
    /// Games that have reached their place.
    written: PlacedGames,
    /// Games written, but not at their place yet.
    pending: PlacedGames,
    /// The last written byte ended a line, or there is none.
    at_line_start: bool,
    /// The last written game ended in a blank.
    after_blank: bool,
    /// The last written game ended with an empty line, as games in export format do.
    after_empty_line: bool,
    /// The last written game was refused, and kept with its terminator.
    was_refused: bool,
    /// The last written game was changed.
    converted: bool,
    /// The last written game is text that was a section, and ended with this line end.
    was_section: Option<&'static str>,
    has_output: bool,
    /// The encoding of the games that were written, or kept in place.
    letters: OutputEncoding,
    border: GameBorder,
}

/// Numbers of games that have reached their place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlacedGames {
    /// Converted games.
    pub converted: u64,
    /// Games with losses.
    pub with_losses: u64,
}

/// The result of a whole conversion.
pub struct ConversionTotals {
    pub written: PlacedGames,
    /// The consequence of a refused game, in words; `None` if everything was written.
    pub left: Option<&'static str>,
}

enum DestinationSink {
    Stdout(Stdout),
    /// Standard output is a terminal.
    Terminal(Stdout),
    File(Box<OutputFile>, PathBuf),
    /// Each file is replaced; `None` between two files.
    InPlace(Option<Box<FileRewrite>>),
    /// Writing has failed.
    Broken,
}

/// The destination given on the command line.
pub enum DestinationKind {
    Stdout,
    File(PathBuf),
    InPlace,
}

impl Destination {
    /// # Errors
    ///
    /// If the file cannot be created.
    pub fn new(
        kind: DestinationKind,
        keep_refused: bool,
        endless: bool,
        forced: bool,
        files: usize,
    ) -> Result<Destination, FileFault> {
        let is_one_output = !matches!(kind, DestinationKind::InPlace);
        let sink = match kind {
            DestinationKind::Stdout if io::stdout().is_terminal() => DestinationSink::Terminal(Stdout::new()),
            DestinationKind::Stdout => DestinationSink::Stdout(Stdout::new()),
            DestinationKind::InPlace => DestinationSink::InPlace(None),
            DestinationKind::File(path) => match OutputFile::new(&path, forced) {
                Ok(file) => DestinationSink::File(Box::new(file), path),
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
            pending: PlacedGames::default(),
            at_line_start: true,
            after_blank: false,
            after_empty_line: false,
            was_refused: false,
            converted: false,
            was_section: None,
            has_output: false,
            letters: OutputEncoding::default(),
            border: GameBorder::new(is_one_output && files > 1),
        })
    }

    /// Begins a file, without a byte order mark if it is to be portable.
    pub fn open(&mut self, job: &FileJob, opening: &FileOpening, is_portable: bool) -> Result<(), FileFault> {
        let mark = if opening.mark { BYTE_ORDER_MARK } else { b"" };
        if let DestinationSink::InPlace(rewrite) = &mut self.sink {
            let (Some(path), Some(metadata)) = (&job.input.path, &opening.metadata) else { return Ok(()) };
            if let Some(kind) = opening.compression {
                *rewrite = None;
                self.refused = true;
                return Err(FileFault::new(&job.input.name, not_rewritten(kind) + ", or use `-o FILE`"));
            }
            (self.refused, self.full) = (false, false);
            (self.at_line_start, self.converted, self.was_section) = (true, false, None);
            (self.after_empty_line, self.was_refused) = (true, false);
            self.letters = OutputEncoding::default();
            self.border.clear();
            let opened = FileRewrite::new(path, metadata.clone(), self.forced);
            let opened = opened.and_then(|mut opened| {
                match is_portable && opening.mark {
                    true => opened.replace(mark.len(), b"")?,
                    false => opened.keep(mark)?,
                }
                Ok(opened)
            });
            *rewrite = Some(Box::new(opened.map_err(|error| cannot_write(&job.input.name, &error, UNTOUCHED))?));
            return Ok(());
        }
        self.border.open();
        self.letters.begin_file();
        // A byte order mark is only valid at the beginning; games of two files do not share a line.
        if !self.has_output {
            self.write(if is_portable { b"" } else { mark })?;
            (self.at_line_start, self.after_empty_line) = (true, true);
        } else if !self.at_line_start && !self.full {
            self.write(b"\n")?;
            self.border.pass(b"\n", 0, false);
        }
        Ok(())
    }

    /// Whether the output goes to a terminal.
    pub fn is_terminal(&self) -> bool {
        match &self.sink {
            DestinationSink::Terminal(_) => true,
            DestinationSink::File(file, _) => file.is_terminal(),
            DestinationSink::Stdout(_) | DestinationSink::InPlace(_) | DestinationSink::Broken => false,
        }
    }

    /// Whether the span follows a section without terminator: it would be read as a part of it.
    pub fn has_no_room(&self, outcome: &ConvertedGame<'_>) -> bool {
        self.full && !outcome.before.trim_ascii().is_empty()
    }

    /// What separates the span from the game before, or why it would be read as a part of that.
    pub fn separator(&self, outcome: &ConvertedGame<'_>) -> GameSeparator {
        let is_left_out = matches!(outcome.outcome, ConversionOutcome::Refused) && !self.keep_refused;
        if self.refused || is_left_out || outcome.games == 0 {
            return Ok(b"");
        }
        self.border.separator(outcome.next().0)
    }

    /// Writes the next span of the file behind its [separator](Self::separator).
    pub fn next(&mut self, outcome: &ConvertedGame<'_>, name: &str, separator: GameSeparator) -> Result<(), FileFault> {
        if self.has_no_room(outcome)
            || separator.is_err()
            || (matches!(outcome.outcome, ConversionOutcome::Refused) && !self.keep_refused)
        {
            self.refused = true;
        }
        if self.refused {
            return Ok(());
        }
        let converted = self.full || matches!(outcome.outcome, ConversionOutcome::Converted(_));
        let refused = matches!(outcome.outcome, ConversionOutcome::Refused);
        if outcome.is_binary && self.is_terminal() {
            self.commit_counts();
            self.sink = DestinationSink::Broken;
            return Err(FileFault::new(name, "the moves of a game in this file are binary".to_owned() + NOT_SHOWN));
        }
        let next = if self.full { b"".into() } else { self.in_one_encoding(outcome) };
        let next = next.as_ref();
        self.full |= self.endless && outcome.games > 0 && !matches!(outcome.outcome, ConversionOutcome::Refused);
        let gone = self.separate(next, converted, refused, name)?;
        let next = &next[gone..];
        if !next.is_empty() {
            self.insert(separator.unwrap_or_default(), name)?;
        }
        self.border.pass(next, outcome.games, outcome.is_binary);
        if !next.is_empty() {
            self.was_section = (converted && outcome.was_section).then(|| last_line_end(next));
        }
        let passed = match &mut self.sink {
            DestinationSink::InPlace(Some(rewrite)) => {
                let changed = converted || gone > 0;
                let passed = if changed { rewrite.replace(outcome.before.len(), next) } else { rewrite.keep(next) };
                passed.map_err(|error| {
                    self.sink = DestinationSink::InPlace(None);
                    cannot_write(name, &error, UNTOUCHED)
                })
            }
            DestinationSink::InPlace(None) | DestinationSink::Broken => return Ok(()),
            _ => self.write(next),
        };
        if passed.is_ok() && !matches!(outcome.outcome, ConversionOutcome::Refused) {
            self.pending.converted += outcome.converted;
            self.pending.with_losses += u64::from(!outcome.notes.is_empty());
        }
        passed
    }

    /// Moves the counts of games under way to those that have reached their place.
    fn commit_counts(&mut self) {
        let PlacedGames { converted, with_losses } = std::mem::take(&mut self.pending);
        self.written.converted += converted;
        self.written.with_losses += with_losses;
    }

    /// Whether the bytes of the span are kept, whatever the encoding of the output before: a refused game stays as it
    /// is, and so does any that a file in place already had.
    fn keeps_bytes(&self, outcome: &ConvertedGame<'_>) -> bool {
        match outcome.outcome {
            ConversionOutcome::Refused => true,
            ConversionOutcome::Same => matches!(self.sink, DestinationSink::InPlace(_)),
            ConversionOutcome::Converted(_) => false,
        }
    }

    /// The output of the span, in the encoding of the output before unless its bytes are kept.
    fn in_one_encoding<'o>(&mut self, outcome: &'o ConvertedGame<'_>) -> Cow<'o, [u8]> {
        let (next, text) = outcome.next();
        if self.keeps_bytes(outcome) {
            self.letters.keep(&next[..text], outcome.letters);
            return next.into();
        }
        let fitted = self.letters.fitted(&next[..text], outcome.letters);
        self.pending.with_losses += u64::from(fitted.is_err() && outcome.notes.is_empty());
        match fitted.unwrap_or_else(|mismatch| mismatch.reduced.unwrap_or_default().into()) {
            Cow::Borrowed(_) => next.into(),
            Cow::Owned(mut fitted) => {
                fitted.extend_from_slice(&next[text..]);
                fitted.into()
            }
        }
    }

    /// The reason why the output of the span cannot follow the output before it: one file has one encoding.
    pub fn mismatch(&mut self, outcome: &ConvertedGame<'_>) -> Option<EncodingMismatch> {
        if self.refused || self.full || self.keeps_bytes(outcome) {
            return None;
        }
        let (next, text) = outcome.next();
        self.letters.fitted(&next[..text], outcome.letters).err()
    }

    /// The encoding of the output before, if a refused game is kept byte for byte in another one.
    pub fn other_encoding(&self, refused: &ConvertedGame<'_>) -> Option<&'static str> {
        let in_place = matches!(self.sink, DestinationSink::InPlace(_));
        let kept = self.keep_refused && !self.refused && !in_place;
        self.letters.other_than(refused.letters).filter(|_| kept)
    }

    pub fn keeps_refused(&self) -> bool {
        self.keep_refused
    }

    /// Begins a new line if a game would directly follow another one without the separator that they had: the end of a
    /// binary section separates games, that of a text does not. One empty line is between a game in export format and
    /// one that is kept. Returns how many leading bytes of `next` to drop.
    fn separate(&mut self, next: &[u8], converted: bool, refused: bool, name: &str) -> Result<usize, FileFault> {
        let Some((&first, &last)) = next.first().zip(next.last()) else { return Ok(0) };
        let behind = self.was_section.map(|line_end| separate_after_section(line_end, next));
        let (mut line_end, mut gone) = behind.unwrap_or_default();
        let is_export = converted && ends_with_empty_line(next) && !first.is_ascii_whitespace();
        if refused && self.converted && self.after_empty_line {
            gone = gone.max(next.iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count());
        } else if is_export && self.was_refused && self.at_line_start && !self.after_empty_line {
            line_end = last_line_end(next).into();
        }
        // Behind a game without an end an empty line would end it for other programs.
        self.was_refused = refused && ends_in_terminator(next);
        let parted = !self.converted || self.at_line_start || self.after_blank || first.is_ascii_whitespace();
        self.converted = converted;
        if !parted || !line_end.is_empty() {
            self.insert(if line_end.is_empty() { b"\n" } else { line_end.as_slice() }, name)?;
        }
        self.at_line_start = matches!(last, b'\n' | b'\r');
        self.after_blank = matches!(last, b' ' | b'\t');
        self.after_empty_line = ends_with_empty_line(next);
        Ok(gone)
    }

    /// Writes what separates two games.
    fn insert(&mut self, separator: &[u8], name: &str) -> Result<(), FileFault> {
        match &mut self.sink {
            DestinationSink::InPlace(Some(rewrite)) if !separator.is_empty() => {
                rewrite.replace(0, separator).map_err(|error| {
                    self.sink = DestinationSink::InPlace(None);
                    cannot_write(name, &error, UNTOUCHED)
                })
            }
            _ => self.write(separator),
        }
    }

    /// Ends a file.
    pub fn close(&mut self, closing: &FileClosing, name: &str) -> Result<(), FileFault> {
        let complete = matches!(closing, FileClosing::End);
        self.refused |= !complete;
        self.incomplete |= self.refused;
        // A file that was not read to its end must not look complete.
        if let DestinationSink::InPlace(rewrite) = &mut self.sink {
            let finished = rewrite.take().filter(|_| !self.refused).map(|rewrite| rewrite.finish());
            match finished.transpose() {
                Ok(Some(())) => self.commit_counts(),
                not_there => {
                    self.pending = PlacedGames::default();
                    not_there.map_err(|error| cannot_write(name, &error, UNTOUCHED))?;
                }
            }
        }
        Ok(())
    }

    /// Ends the conversion.
    pub fn finish(mut self) -> Result<ConversionTotals, FileFault> {
        let left = match &self.sink {
            DestinationSink::File(file, _) if file.is_whole_or_not_there() => "nothing was written",
            DestinationSink::InPlace(_) => "nothing was changed in a file with a refused game",
            _ => "nothing was written from the refused game on",
        };
        match std::mem::replace(&mut self.sink, DestinationSink::Broken) {
            DestinationSink::Stdout(stdout) | DestinationSink::Terminal(stdout) => {
                stdout.finish().map_err(|error| cannot_write("standard output", &error, INCOMPLETE))?;
                self.commit_counts();
            }
            DestinationSink::File(file, path) if !self.refused || !file.is_whole_or_not_there() => {
                let state = state_of(&file);
                file.finish().map_err(|error| cannot_write(&path.to_string_lossy(), &error, state))?;
                self.commit_counts();
            }
            DestinationSink::File(..) | DestinationSink::InPlace(_) | DestinationSink::Broken => {}
        }
        Ok(ConversionTotals { written: self.written, left: self.incomplete.then_some(left) })
    }

    /// Whether standard output has been closed by its reader.
    pub fn is_closed(&self) -> bool {
        matches!(&self.sink, DestinationSink::Stdout(stdout) | DestinationSink::Terminal(stdout) if stdout.is_closed())
    }

    pub fn flush(&mut self) {
        if let DestinationSink::Stdout(stdout) | DestinationSink::Terminal(stdout) = &mut self.sink {
            stdout.flush();
        }
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), FileFault> {
        let Some(last) = bytes.last() else { return Ok(()) };
        self.at_line_start = matches!(last, b'\n' | b'\r');
        self.has_output = true;
        match &mut self.sink {
            DestinationSink::Stdout(stdout) => stdout.write(bytes),
            DestinationSink::Terminal(stdout) => stdout.write(readable(bytes).as_bytes()),
            DestinationSink::File(file, path) => {
                if let Err(error) = file.write(bytes) {
                    let fault = cannot_write(&path.to_string_lossy(), &error, state_of(file));
                    self.sink = DestinationSink::Broken;
                    return Err(fault);
                }
            }
            DestinationSink::InPlace(_) | DestinationSink::Broken => {}
        }
        Ok(())
    }
}

/// The explanation for output that a terminal cannot show.
pub const NOT_SHOWN: &str = ", which a terminal cannot show: use `-o FILE` to write a file";

/// The state of a file that is replaced as a whole, after a write error.
const UNTOUCHED: &str = ", and nothing was changed";
/// The state of an output that receives the bytes as they come, after a write error.
const INCOMPLETE: &str = " to the end, what was written before is not complete";

fn state_of(file: &OutputFile) -> &'static str {
    if file.is_whole_or_not_there() { UNTOUCHED } else { INCOMPLETE }
}

fn cannot_write(name: &str, error: &io::Error, state: &str) -> FileFault {
    FileFault::new(name, format!("this cannot be written{state}: {}", reason(error)))
}

/// Whether the text ends with an empty line.
fn ends_with_empty_line(text: &[u8]) -> bool {
    let rest = text.strip_suffix(last_line_end(text).as_bytes());
    rest.is_some_and(|rest| rest.ends_with(b"\n") || rest.ends_with(b"\r"))
}
