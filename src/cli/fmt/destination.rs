//! The destination of a file's games, which arrive in order.

use std::io;

use vgn_engine::source::{BYTE_ORDER_MARK, ChunkStart};

use super::game::FormattedGames;
use crate::batch::diff::UnifiedDiff;
use crate::batch::reader::{FileClosing, FileOpening};
use crate::batch::rewrite::FileRewrite;
use crate::batch::sink::FileSink;
use crate::batch::{FileFault, FileJob};
use crate::reason;

/// What is done with the formatted games.
#[derive(Clone, Copy)]
pub enum FmtMode {
    /// Files are replaced; standard input goes to standard output.
    Write { forced: bool },
    /// Files that would change are only named.
    Check,
    /// The changes are printed as a diff, in colour or not, and for a terminal of this width if there is one.
    Diff { colour: bool, columns: Option<usize> },
}

/// A file between its first and its last block.
pub struct FormattedFile {
    name: String,
    sink: FileSink,
    /// The start of the next games.
    pub start: ChunkStart,
    /// Whether a portable game was written last, with the empty line that separates it from the next one.
    is_behind_empty_line: bool,
    pub games: u64,
    /// Number of games whose layout has changed, or would change.
    pub changed: u64,
    /// The reason why the file stays unchanged.
    pub fault: Option<FileFault>,
}

impl FormattedFile {
    /// Begins a file, without a byte order mark if it is to be portable; output for standard output is appended to `out`, here and below.
    pub fn open(
        job: &FileJob,
        opening: &FileOpening,
        purpose: FmtMode,
        is_portable: bool,
        out: &mut Vec<u8>,
    ) -> FormattedFile {
        let name = job.input.name.clone();
        let mut file = FormattedFile {
            name,
            sink: FileSink::None,
            start: ChunkStart::default(),
            is_behind_empty_line: false,
            games: 0,
            changed: 0,
            fault: None,
        };
        file.sink = match (purpose, &job.input.path, &opening.metadata) {
            (FmtMode::Check, ..) => FileSink::None,
            (FmtMode::Diff { colour, columns }, ..) => {
                FileSink::Diff(Box::new(UnifiedDiff::new(&file.name, colour, columns)))
            }
            (FmtMode::Write { .. }, Some(_), _) if opening.compression.is_some() => {
                opening.compression.map_or(FileSink::None, FileSink::Compressed)
            }
            (FmtMode::Write { forced }, Some(path), Some(metadata)) => {
                match FileRewrite::new(path, metadata.clone(), forced) {
                    Ok(rewrite) => FileSink::File(Box::new(rewrite)),
                    Err(error) => {
                        file.cannot_write(&error);
                        FileSink::None
                    }
                }
            }
            (FmtMode::Write { .. }, ..) => FileSink::Stdout,
        };
        if opening.mark {
            file.pass(BYTE_ORDER_MARK, is_portable.then_some(b""), out);
        }
        file
    }

    /// Takes the next games.
    pub fn next(&mut self, outcome: &FormattedGames<'_>, out: &mut Vec<u8>) {
        self.games += outcome.games;
        self.start = outcome.advance.as_ref().map_or(self.start, |advance| self.start.after(advance));
        self.changed += outcome.changed;
        // A game in export format has its empty line behind it.
        let kept = match outcome.before.iter().position(|byte| !matches!(byte, b'\n' | b'\r')) {
            Some(lead) if self.is_behind_empty_line && lead > 0 => Some(&outcome.before[lead..]),
            _ => None,
        };
        let after = outcome.after.as_deref().or(kept);
        let is_portable = outcome.advance.is_some();
        self.is_behind_empty_line = is_portable && after.unwrap_or(outcome.before).ends_with(b"\n\n");
        self.pass(outcome.before, after, out);
    }

    /// Ends the file: puts the new one in its place. Returns whether something was, or would be, changed.
    pub fn close(&mut self, closing: &FileClosing, out: &mut Vec<u8>) -> bool {
        let complete = matches!(closing, FileClosing::End);
        match std::mem::replace(&mut self.sink, FileSink::None) {
            FileSink::File(rewrite) if complete => {
                if let Err(error) = rewrite.finish() {
                    self.cannot_write(&error);
                }
            }
            FileSink::Diff(diff) => out.extend(diff.finish()),
            // A file that was not read to its end is not replaced.
            FileSink::File(_) | FileSink::Stdout | FileSink::Terminal | FileSink::Compressed(_) | FileSink::None => {}
        }
        self.changed > 0 && complete && self.fault.is_none()
    }

    fn pass(&mut self, before: &[u8], after: Option<&[u8]>, out: &mut Vec<u8>) {
        if let Err(error) = self.sink.pass(before, after, out) {
            self.sink = FileSink::None;
            self.cannot_write(&error);
        }
    }

    fn cannot_write(&mut self, error: &io::Error) {
        let message = format!("it cannot be written, and is unchanged: {}", reason(error));
        self.fault = Some(FileFault::new(&self.name, message));
    }
}
