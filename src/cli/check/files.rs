//! A file as its games go by in their order: places, numbers, and what fixes make of it.

use crate::analysis::Diagnostic;
use crate::cli::reason;
use crate::source::{BYTE_ORDER_MARK, Start};

use super::diff::Diff;
use super::judge::{CleanRun, GameOutcome, Judged};
use super::mend::Mending;
use super::reader::{Closing, Opening};
use super::rewrite::Rewrite;
use super::{Fault, Job};

/// How files are mended.
#[derive(Clone, Copy)]
pub struct Manner {
    pub mending: Mending,
    /// What would change is shown, and nothing is written.
    pub only_shown: bool,
    /// A diff is printed in colour.
    pub colour: bool,
    /// Columns of the terminal behind standard output; `None` where there is none.
    pub columns: Option<usize>,
    /// Files that are protected, or lose something, are replaced all the same.
    pub forced: bool,
}

/// A file between its first and its last piece.
pub struct FileInWork {
    name: String,
    start: Start,
    games: u64,
    /// That it is not UTF-8 was reported.
    not_utf8: bool,
    pub mended_games: u64,
    /// Findings that the fixes have ended.
    pub fixed: u64,
    sink: Sink,
    /// The file cannot be mended.
    pub fault: Option<Fault>,
}

enum Sink {
    None,
    File(Box<Rewrite>),
    /// Standard input's text goes to standard output.
    Stdout,
    Diff(Box<Diff>),
}

/// A game that has findings, and where it is.
pub struct Placed<'a> {
    pub game: &'a Judged<'a>,
    pub start: Start,
    pub number: u64,
    pub findings: Vec<&'a Diagnostic>,
}

impl FileInWork {
    pub fn open(job: &Job, opening: &Opening, manner: Manner, out: &mut Vec<u8>) -> FileInWork {
        let mark = if opening.mark { BYTE_ORDER_MARK } else { b"" };
        let mut file = FileInWork {
            name: job.input.name.clone(),
            start: Start::at_offset(mark.len() as u64),
            games: 0,
            not_utf8: false,
            mended_games: 0,
            fixed: 0,
            sink: Sink::None,
            fault: None,
        };
        if manner.only_shown {
            file.sink = Sink::Diff(Box::new(Diff::new(&file.name, manner.colour, manner.columns)));
        } else if manner.mending != Mending::None {
            match (&job.input.path, &opening.metadata) {
                (Some(path), Some(metadata)) => match Rewrite::new(path, metadata.clone(), manner.forced) {
                    Ok(rewrite) => file.sink = Sink::File(Box::new(rewrite)),
                    Err(error) => file.cannot_mend(&error),
                },
                _ => file.sink = Sink::Stdout,
            }
        }
        file.pass(mark, None, out);
        file
    }

    /// Takes the next games, which are clean, and appends to `out` what goes to standard output.
    pub fn next_clean(&mut self, run: &CleanRun<'_>, out: &mut Vec<u8>) {
        self.pass(run.bytes, None, out);
        self.games += run.games;
        self.start = self.start.after(&run.advance);
    }

    /// Takes the next span: gives its games that have findings, and appends to `out` what goes to standard output.
    pub fn next<'a>(&mut self, outcome: &'a GameOutcome<'a>, out: &mut Vec<u8>) -> Vec<Placed<'a>> {
        self.pass(outcome.before, outcome.after.as_deref(), out);
        self.mended_games += u64::from(outcome.after.is_some());
        self.fixed += outcome.fixed;
        let mut placed = Vec::new();
        for game in &outcome.games {
            let mut findings: Vec<&Diagnostic> = game.report.diagnostics.iter().collect();
            if let Some(finding) = &game.not_utf8
                && !self.not_utf8
            {
                self.not_utf8 = true;
                let at = findings.partition_point(|other| other.range.start <= finding.range.start);
                findings.insert(at, finding);
            }
            if !findings.is_empty() {
                placed.push(Placed { game, start: self.start, number: self.games + 1, findings });
            }
            self.games += u64::from(game.report.is_game);
            self.start = self.start.after(&game.advance);
        }
        placed
    }

    /// Ends the file: puts the mended one in its place. Gives `true` when something was, or would be, changed.
    pub fn close(&mut self, closing: &Closing, out: &mut Vec<u8>) -> bool {
        let complete = matches!(closing, Closing::End);
        match std::mem::replace(&mut self.sink, Sink::None) {
            Sink::File(rewrite) if complete => {
                if let Err(error) = rewrite.finish() {
                    self.cannot_mend(&error);
                }
            }
            Sink::Diff(diff) => out.extend(diff.finish()),
            // Of a file that was not read to its end the mended part is dropped.
            Sink::File(_) | Sink::Stdout | Sink::None => {}
        }
        self.mended_games > 0 && complete && self.fault.is_none()
    }

    fn pass(&mut self, before: &[u8], after: Option<&[u8]>, out: &mut Vec<u8>) {
        let passed = match (&mut self.sink, after) {
            (Sink::None, _) => Ok(()),
            (Sink::Stdout, _) => {
                out.extend_from_slice(after.unwrap_or(before));
                Ok(())
            }
            (Sink::Diff(diff), after) => {
                match after {
                    Some(after) => diff.replace(before, after),
                    None => diff.keep(before),
                }
                out.extend(diff.take());
                Ok(())
            }
            (Sink::File(rewrite), Some(after)) => rewrite.replace(before.len(), after),
            (Sink::File(rewrite), None) => rewrite.keep(before),
        };
        if let Err(error) = passed {
            self.cannot_mend(&error);
        }
    }

    fn cannot_mend(&mut self, error: &std::io::Error) {
        self.sink = Sink::None;
        let message = format!("the fixes cannot be written, and the file is unchanged: {}", reason(error));
        self.fault = Some(Fault::new(&self.name, message));
    }
}
