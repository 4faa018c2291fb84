//! A file whose games pass in order: places, numbers, and the output of fixes.

use std::borrow::Cow;

use vgn_engine::lint::Diagnostic;
use vgn_engine::source::{BYTE_ORDER_MARK, ChunkExtent, ChunkStart, Encoding};

use super::duplicates::{GameInFile, SeenGames};
use super::fix::FixScope;
use super::judge::{GameOutcome, JudgedGame, PlainRun};
use crate::batch::diff::UnifiedDiff;
use crate::batch::reader::{FileClosing, FileOpening};
use crate::batch::rewrite::FileRewrite;
use crate::batch::sink::FileSink;
use crate::batch::{FileFault, FileJob};
use crate::format::OtherGame;
use crate::reason;
use crate::summary::Summary;

/// The options for fixing files.
#[derive(Clone, Copy)]
pub struct FixOptions {
    pub scope: FixScope,
    /// Changes are shown, and nothing is written.
    pub only_shown: bool,
    /// A diff is printed in colour.
    pub colour: bool,
    /// Columns of the terminal at standard output; `None` if it is not a terminal, so that bytes are written as they
    /// are.
    pub columns: Option<usize>,
    /// Files are replaced even if they are protected, or lose a property.
    pub forced: bool,
}

/// A file between its first and its last block.
pub struct CheckedFile {
    name: String,
    start: ChunkStart,
    /// Number of games so far.
    pub games: u64,
    /// Its encoding has been reported.
    not_utf8: bool,
    /// The games so far, if duplicates are reported.
    seen: Option<SeenGames>,
    pub fixed_games: u64,
    /// Number of findings that the fixes have removed.
    pub fixed: u64,
    sink: FileSink,
    /// The reason why the file cannot be fixed.
    pub fault: Option<FileFault>,
}

/// A game with findings, and its place.
pub struct LocatedFindings<'a> {
    pub bytes: &'a [u8],
    /// The length of the text before a binary move section, in `bytes`.
    pub text_len: usize,
    pub encoding: Encoding,
    pub advance: ChunkExtent,
    pub start: ChunkStart,
    pub number: u64,
    pub findings: Vec<Cow<'a, Diagnostic>>,
    /// The first game of the file that is equal to this one.
    pub first: Option<OtherGame>,
}

impl CheckedFile {
    pub fn open(job: &FileJob, opening: &FileOpening, options: FixOptions, out: &mut Vec<u8>) -> CheckedFile {
        let mark = if opening.mark { BYTE_ORDER_MARK } else { b"" };
        let mut file = CheckedFile {
            name: job.input.name.clone(),
            start: if opening.mark { ChunkStart::at_offset(mark.len() as u64) } else { opening.start },
            games: 0,
            not_utf8: false,
            seen: SeenGames::for_settings(&job.settings),
            fixed_games: 0,
            fixed: 0,
            sink: FileSink::None,
            fault: None,
        };
        if options.only_shown {
            file.sink = FileSink::Diff(Box::new(UnifiedDiff::new(&file.name, options.colour, options.columns)));
        } else if let (Some(kind), Some(_), true) =
            (opening.compression, &job.input.path, options.scope != FixScope::None)
        {
            file.sink = FileSink::Compressed(kind);
        } else if options.scope != FixScope::None {
            match (&job.input.path, &opening.metadata) {
                (Some(path), Some(metadata)) => match FileRewrite::new(path, metadata.clone(), options.forced) {
                    Ok(rewrite) => file.sink = FileSink::File(Box::new(rewrite)),
                    Err(error) => file.cannot_fix(&error),
                },
                _ if options.columns.is_some() => file.sink = FileSink::Terminal,
                _ => file.sink = FileSink::Stdout,
            }
        }
        file.pass(mark, None, out);
        file
    }

    /// Takes the next games, which were read plainly: returns those with findings, and appends the output for standard
    /// output to `out`.
    pub fn next_plain<'a>(&mut self, run: &'a PlainRun<'a>, out: &mut Vec<u8>) -> Vec<LocatedFindings<'a>> {
        self.pass(run.bytes, None, out);
        let mut placed = Vec::new();
        for game in &run.noted {
            let bytes = &run.bytes[game.range.clone()];
            let start = self.start.within(game.start, &run.advance);
            let number = self.games + game.before + 1;
            // Places within a game depend on nothing of it but its first byte.
            let advance =
                ChunkExtent { starts_with_line_feed: bytes.first() == Some(&b'\n'), ..ChunkExtent::default() };
            let here = GameInFile { bytes, encoding: Encoding::Utf8, start, advance: &advance, number };
            let mut findings: Vec<Cow<'a, Diagnostic>> = game.diagnostics.iter().map(Cow::Borrowed).collect();
            let again = self.seen.as_mut().and_then(|seen| seen.meet(game.identity.as_ref()?, &here));
            let first = again.map(|(finding, first)| {
                insert(&mut findings, Cow::Owned(finding));
                first
            });
            if !findings.is_empty() {
                let (text_len, encoding) = (bytes.len(), Encoding::Utf8);
                placed.push(LocatedFindings { bytes, text_len, encoding, advance, start, number, findings, first });
            }
        }
        self.games += run.games;
        self.start = self.start.after(&run.advance);
        placed
    }

    /// Takes the next span: returns its games with findings, and appends the output for standard output to `out`.
    /// If its fixes cannot be written, the findings are those of `unfixed`, the game that the file still holds.
    pub fn next<'a>(
        &mut self,
        outcome: &'a GameOutcome<'a>,
        unfixed: impl FnOnce() -> JudgedGame<'a>,
        summary: &mut Summary,
        out: &mut Vec<u8>,
    ) -> Vec<LocatedFindings<'a>> {
        self.refuse_to_show(outcome);
        self.pass(outcome.before, outcome.after.as_deref(), out);
        if outcome.after.is_some() && self.fault.is_some() {
            let game = unfixed();
            let findings = game.report.diagnostics.iter().cloned().map(Cow::Owned).collect();
            let not_utf8 = game.not_utf8.clone().map(Cow::Owned);
            return self.locate(outcome.before, &game, findings, not_utf8, summary).into_iter().collect();
        }
        self.fixed_games += u64::from(outcome.after.is_some());
        self.fixed += outcome.fixed;
        let games = outcome.games.iter().filter_map(|game| {
            let findings = game.report.diagnostics.iter().map(Cow::Borrowed).collect();
            let not_utf8 = game.not_utf8.as_ref().map(Cow::Borrowed);
            self.locate(&game.bytes, game, findings, not_utf8, summary)
        });
        games.collect()
    }

    /// Counts the next game, and gives its findings their place in the file; `None` if there are none.
    fn locate<'a>(
        &mut self,
        bytes: &'a [u8],
        game: &JudgedGame<'_>,
        mut findings: Vec<Cow<'a, Diagnostic>>,
        not_utf8: Option<Cow<'a, Diagnostic>>,
        summary: &mut Summary,
    ) -> Option<LocatedFindings<'a>> {
        summary.count_game(&game.report);
        if let Some(finding) = not_utf8
            && !self.not_utf8
        {
            self.not_utf8 = true;
            insert(&mut findings, finding);
        }
        let (start, number) = (self.start, self.games + 1);
        let JudgedGame { text_len, encoding, advance, .. } = *game;
        let here = GameInFile { bytes: &bytes[..text_len], encoding, start, advance: &advance, number };
        let again = self.seen.as_mut().and_then(|seen| seen.meet(game.report.identity.as_ref()?, &here));
        let first = again.map(|(finding, first)| {
            insert(&mut findings, Cow::Owned(finding));
            first
        });
        self.games += u64::from(game.report.is_game);
        self.start = self.start.after(&advance);
        let has_findings = !findings.is_empty();
        has_findings.then_some(LocatedFindings { bytes, text_len, encoding, advance, start, number, findings, first })
    }

    /// Ends the file: puts the fixed one in its place. Returns whether something was, or would be, changed.
    pub fn close(&mut self, closing: &FileClosing, out: &mut Vec<u8>) -> bool {
        let complete = matches!(closing, FileClosing::End);
        match std::mem::replace(&mut self.sink, FileSink::None) {
            FileSink::File(rewrite) if complete => {
                if let Err(error) = rewrite.finish() {
                    self.cannot_fix(&error);
                }
            }
            FileSink::Diff(diff) => out.extend(diff.finish()),
            // If a file was not read to its end, its fixed part is dropped.
            FileSink::File(_) | FileSink::Stdout | FileSink::Terminal | FileSink::Compressed(_) | FileSink::None => {}
        }
        self.fixed_games > 0 && complete && self.fault.is_none()
    }

    /// Binary moves are not sent to a terminal.
    fn refuse_to_show(&mut self, outcome: &GameOutcome<'_>) {
        let is_binary = outcome.games.iter().any(|game| game.text_len < game.bytes.len());
        if is_binary && matches!(self.sink, FileSink::Terminal) {
            self.sink = FileSink::None;
            let message = "the moves of a game are binary, which a terminal cannot show: name a file instead of `-`, which \
                           is fixed where it is";
            self.fault = Some(FileFault::new(&self.name, message.into()));
        }
    }

    fn pass(&mut self, before: &[u8], after: Option<&[u8]>, out: &mut Vec<u8>) {
        if let Err(error) = self.sink.pass(before, after, out) {
            self.cannot_fix(&error);
        }
    }

    fn cannot_fix(&mut self, error: &std::io::Error) {
        self.sink = FileSink::None;
        let message = format!("the fixes cannot be written, and the file is unchanged: {}", reason(error));
        self.fault = Some(FileFault::new(&self.name, message));
    }
}

/// Inserts a finding after those that begin no later.
fn insert<'a>(findings: &mut Vec<Cow<'a, Diagnostic>>, finding: Cow<'a, Diagnostic>) {
    let at = findings.partition_point(|other| other.range.start <= finding.range.start);
    findings.insert(at, finding);
}
