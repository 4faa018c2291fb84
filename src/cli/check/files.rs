//! A file as its games go by in their order: places, numbers, and what fixes make of it.

use std::borrow::Cow;

use crate::analysis::Diagnostic;
use crate::cli::format::OtherGame;
use crate::cli::reason;
use crate::source::{BYTE_ORDER_MARK, ChunkExtent, ChunkStart, Encoding};

use super::duplicates::{Here, Seen};
use super::fix::FixScope;
use super::judge::{CleanRun, GameOutcome};
use crate::cli::batch::diff::Diff;
use crate::cli::batch::reader::{Closing, Opening};
use crate::cli::batch::rewrite::Rewrite;
use crate::cli::batch::sink::Sink;
use crate::cli::batch::{Fault, Job};

/// How files are fixed.
#[derive(Clone, Copy)]
pub struct FixOptions {
    pub scope: FixScope,
    /// What would change is shown, and nothing is written.
    pub only_shown: bool,
    /// A diff is printed in colour.
    pub colour: bool,
    /// Columns of the terminal behind standard output; `None` where there is none, and so the bytes go as they are.
    pub columns: Option<usize>,
    /// Files that are protected, or lose something, are replaced all the same.
    pub forced: bool,
}

/// A file between its first and its last block.
pub struct FileInWork {
    name: String,
    start: ChunkStart,
    games: u64,
    /// That it is not UTF-8 was reported.
    not_utf8: bool,
    /// The games so far, if it matters that one stands there again.
    seen: Option<Seen>,
    pub fixed_games: u64,
    /// Findings that the fixes have ended.
    pub fixed: u64,
    sink: Sink,
    /// The file cannot be fixed.
    pub fault: Option<Fault>,
}

/// A game that has findings, and where it is.
pub struct Placed<'a> {
    pub bytes: &'a [u8],
    /// The length of the text before a binary move section, in `bytes`.
    pub text_len: usize,
    pub encoding: Encoding,
    pub advance: ChunkExtent,
    pub start: ChunkStart,
    pub number: u64,
    pub findings: Vec<Cow<'a, Diagnostic>>,
    /// The first game of the file that is this one, if it was there already.
    pub first: Option<OtherGame>,
}

impl FileInWork {
    pub fn open(job: &Job, opening: &Opening, options: FixOptions, out: &mut Vec<u8>) -> FileInWork {
        let mark = if opening.mark { BYTE_ORDER_MARK } else { b"" };
        let mut file = FileInWork {
            name: job.input.name.clone(),
            start: ChunkStart::at_offset(mark.len() as u64),
            games: 0,
            not_utf8: false,
            seen: Seen::wanted(&job.settings),
            fixed_games: 0,
            fixed: 0,
            sink: Sink::None,
            fault: None,
        };
        if options.only_shown {
            file.sink = Sink::Diff(Box::new(Diff::new(&file.name, options.colour, options.columns)));
        } else if options.scope != FixScope::None {
            match (&job.input.path, &opening.metadata) {
                (Some(path), Some(metadata)) => match Rewrite::new(path, metadata.clone(), options.forced) {
                    Ok(rewrite) => file.sink = Sink::File(Box::new(rewrite)),
                    Err(error) => file.cannot_fix(&error),
                },
                _ if options.columns.is_some() => file.sink = Sink::Terminal,
                _ => file.sink = Sink::Stdout,
            }
        }
        file.pass(mark, None, out);
        file
    }

    /// Takes the next games, which are clean: gives those that were in the file already, and appends to `out` what goes
    /// to standard output.
    pub fn next_clean<'a>(&mut self, run: &'a CleanRun<'a>, out: &mut Vec<u8>) -> Vec<Placed<'a>> {
        self.pass(run.bytes, None, out);
        let mut placed = Vec::new();
        for game in self.seen.is_some().then_some(&run.identified).into_iter().flatten() {
            let bytes = &run.bytes[game.range.clone()];
            let start = self.start.within(game.start, &run.advance);
            let number = self.games + game.before + 1;
            // To place what stands in a game, no more is asked of it than how it begins.
            let advance =
                ChunkExtent { starts_with_line_feed: bytes.first() == Some(&b'\n'), ..ChunkExtent::default() };
            let here = Here { bytes, encoding: Encoding::Utf8, start, advance: &advance, number };
            if let Some((finding, first)) = self.seen.as_mut().and_then(|seen| seen.meet(&game.identity, &here)) {
                placed.push(Placed {
                    bytes,
                    text_len: bytes.len(),
                    encoding: Encoding::Utf8,
                    advance: ChunkExtent::of(bytes, Encoding::Utf8),
                    start,
                    number,
                    findings: vec![Cow::Owned(finding)],
                    first: Some(first),
                });
            }
        }
        self.games += run.games;
        self.start = self.start.after(&run.advance);
        placed
    }

    /// Takes the next span: gives its games that have findings, and appends to `out` what goes to standard output.
    pub fn next<'a>(&mut self, outcome: &'a GameOutcome<'a>, out: &mut Vec<u8>) -> Vec<Placed<'a>> {
        self.refuse_to_show(outcome);
        self.pass(outcome.before, outcome.after.as_deref(), out);
        self.fixed_games += u64::from(outcome.after.is_some());
        self.fixed += outcome.fixed;
        let mut placed = Vec::new();
        for game in &outcome.games {
            let mut findings: Vec<Cow<'a, Diagnostic>> = game.report.diagnostics.iter().map(Cow::Borrowed).collect();
            if let Some(finding) = &game.not_utf8
                && !self.not_utf8
            {
                self.not_utf8 = true;
                insert(&mut findings, Cow::Borrowed(finding));
            }
            let (bytes, encoding, start, number) = (&game.bytes[..], game.encoding, self.start, self.games + 1);
            let here = Here { bytes: &bytes[..game.text_len], encoding, start, advance: &game.advance, number };
            let again = self.seen.as_mut().and_then(|seen| seen.meet(game.report.identity.as_ref()?, &here));
            let first = again.map(|(finding, first)| {
                insert(&mut findings, Cow::Owned(finding));
                first
            });
            if !findings.is_empty() {
                let (text_len, advance) = (game.text_len, game.advance);
                placed.push(Placed { bytes, text_len, encoding, advance, start, number, findings, first });
            }
            self.games += u64::from(game.report.is_game);
            self.start = self.start.after(&game.advance);
        }
        placed
    }

    /// Ends the file: puts the fixed one in its place. Gives `true` when something was, or would be, changed.
    pub fn close(&mut self, closing: &Closing, out: &mut Vec<u8>) -> bool {
        let complete = matches!(closing, Closing::End);
        match std::mem::replace(&mut self.sink, Sink::None) {
            Sink::File(rewrite) if complete => {
                if let Err(error) = rewrite.finish() {
                    self.cannot_fix(&error);
                }
            }
            Sink::Diff(diff) => out.extend(diff.finish()),
            // Of a file that was not read to its end the fixed part is dropped.
            Sink::File(_) | Sink::Stdout | Sink::Terminal | Sink::None => {}
        }
        self.fixed_games > 0 && complete && self.fault.is_none()
    }

    /// Binary moves are not sent to a terminal.
    fn refuse_to_show(&mut self, outcome: &GameOutcome<'_>) {
        let is_binary = outcome.games.iter().any(|game| game.text_len < game.bytes.len());
        if is_binary && matches!(self.sink, Sink::Terminal) {
            self.sink = Sink::None;
            let message = "the moves of a game are binary, which a terminal cannot show: name a file instead of `-`, which \
                           is fixed where it is";
            self.fault = Some(Fault::new(&self.name, message.into()));
        }
    }

    fn pass(&mut self, before: &[u8], after: Option<&[u8]>, out: &mut Vec<u8>) {
        if let Err(error) = self.sink.pass(before, after, out) {
            self.cannot_fix(&error);
        }
    }

    fn cannot_fix(&mut self, error: &std::io::Error) {
        self.sink = Sink::None;
        let message = format!("the fixes cannot be written, and the file is unchanged: {}", reason(error));
        self.fault = Some(Fault::new(&self.name, message));
    }
}

/// Puts a finding behind those that begin no later.
fn insert<'a>(findings: &mut Vec<Cow<'a, Diagnostic>>, finding: Cow<'a, Diagnostic>) {
    let at = findings.partition_point(|other| other.range.start <= finding.range.start);
    findings.insert(at, finding);
}
