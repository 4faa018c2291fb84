//! Where the games of a file go, in their order.

use std::io;

use crate::cli::batch::diff::Diff;
use crate::cli::batch::reader::{Closing, Opening};
use crate::cli::batch::rewrite::Rewrite;
use crate::cli::batch::sink::Sink;
use crate::cli::batch::{Fault, Job};
use crate::cli::reason;
use crate::source::BYTE_ORDER_MARK;

use super::game::LaidOut;

/// What is done with what was laid out.
#[derive(Clone, Copy)]
pub enum Purpose {
    /// Files are replaced; standard input goes to standard output.
    Write { forced: bool },
    /// It is only known whether a file would change.
    Check,
    /// What would change is printed, in colour or not, and for a terminal of so many columns.
    Diff { colour: bool, columns: Option<usize> },
}

/// A file between its first and its last block.
pub struct FileInWork {
    name: String,
    sink: Sink,
    pub games: u64,
    /// Games that have another layout now, or would have.
    pub changed: u64,
    /// Why the file stays as it is.
    pub fault: Option<Fault>,
}

impl FileInWork {
    /// Begins a file; what goes to standard output is appended to `out`, here and below.
    pub fn open(job: &Job, opening: &Opening, purpose: Purpose, out: &mut Vec<u8>) -> FileInWork {
        let name = job.input.name.clone();
        let mut file = FileInWork { name, sink: Sink::None, games: 0, changed: 0, fault: None };
        file.sink = match (purpose, &job.input.path, &opening.metadata) {
            (Purpose::Check, ..) => Sink::None,
            (Purpose::Diff { colour, columns }, ..) => Sink::Diff(Box::new(Diff::new(&file.name, colour, columns))),
            (Purpose::Write { forced }, Some(path), Some(metadata)) => {
                match Rewrite::new(path, metadata.clone(), forced) {
                    Ok(rewrite) => Sink::File(Box::new(rewrite)),
                    Err(error) => {
                        file.cannot_write(&error);
                        Sink::None
                    }
                }
            }
            (Purpose::Write { .. }, ..) => Sink::Stdout,
        };
        if opening.mark {
            file.pass(BYTE_ORDER_MARK, None, out);
        }
        file
    }

    /// Takes the next games.
    pub fn next(&mut self, outcome: &LaidOut<'_>, out: &mut Vec<u8>) {
        self.games += outcome.games;
        self.changed += u64::from(outcome.after.is_some());
        self.pass(outcome.before, outcome.after.as_deref(), out);
    }

    /// Ends the file: puts the new one in its place. Gives `true` when something was, or would be, changed.
    pub fn close(&mut self, closing: &Closing, out: &mut Vec<u8>) -> bool {
        let complete = matches!(closing, Closing::End);
        match std::mem::replace(&mut self.sink, Sink::None) {
            Sink::File(rewrite) if complete => {
                if let Err(error) = rewrite.finish() {
                    self.cannot_write(&error);
                }
            }
            Sink::Diff(diff) => out.extend(diff.finish()),
            // Of a file that was not read to its end nothing is replaced.
            Sink::File(_) | Sink::Stdout | Sink::Terminal | Sink::None => {}
        }
        self.changed > 0 && complete && self.fault.is_none()
    }

    fn pass(&mut self, before: &[u8], after: Option<&[u8]>, out: &mut Vec<u8>) {
        if let Err(error) = self.sink.pass(before, after, out) {
            self.sink = Sink::None;
            self.cannot_write(&error);
        }
    }

    fn cannot_write(&mut self, error: &io::Error) {
        let message = format!("it cannot be written, and is unchanged: {}", reason(error));
        self.fault = Some(Fault::new(&self.name, message));
    }
}
