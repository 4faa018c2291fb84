//! Judges games on all cores. Clean games, which are the great majority, are recognized by the fast pass.

use std::borrow::Cow;
use std::ops::Range;

use crate::binary::check_binary_game;
use crate::lint::{Code, Context, Diagnostic, Fix};
use crate::replay::{FastPass, GameReport, Identity, PlainGame, check_game};
use crate::source::{ChunkExtent, ChunkStart, Encoding, offending_bytes};
use crate::syntax::games::{Span, games, next_game, next_game_resumed};
use crate::syntax::stands_alone_behind;

use super::fix::{FixScope, fix};
use crate::cli::batch::FileJob;
use crate::cli::batch::chunks::Chunk;

/// The options of judging.
#[derive(Clone, Copy)]
pub struct JudgeOptions {
    /// The fixes to apply before the game is judged.
    pub scope: FixScope,
    /// The game is judged as it is, and the result of fixes is computed separately.
    pub only_shown: bool,
    /// Diagnostics include their fixes.
    pub fixes: bool,
}

/// A game and its findings.
pub struct JudgedGame<'a> {
    /// The bytes that the findings refer to: fixed, if fixes were applied.
    pub bytes: Cow<'a, [u8]>,
    /// The length of the text before a binary move section, in `bytes`.
    pub text_len: usize,
    pub encoding: Encoding,
    pub advance: ChunkExtent,
    pub report: GameReport,
    /// The finding that the game is not UTF-8, which is reported once per file.
    pub not_utf8: Option<Diagnostic>,
}

/// The result for a part of the file.
pub enum CheckedGames<'a> {
    Plain(PlainRun<'a>),
    Game(Box<GameOutcome<'a>>),
}

/// Consecutive games that the fast pass has read, in UTF-8.
pub struct PlainRun<'a> {
    pub bytes: &'a [u8],
    pub games: u64,
    pub half_moves: u64,
    pub main_line_half_moves: u64,
    /// Number of findings that are not among those of the games.
    pub left_out: u64,
    pub advance: ChunkExtent,
    /// The games with findings, and those that may have duplicates in the file, if those are reported; in order.
    pub noted: Vec<NotedGame>,
    /// The place up to which the bytes have been measured.
    measured: ChunkStart,
}

/// A game of a run that has findings, or may have duplicates in the file.
pub struct NotedGame {
    pub identity: Option<Identity>,
    pub diagnostics: Vec<Diagnostic>,
    /// In the bytes of the run.
    pub range: Range<usize>,
    /// Its start, relative to the start of the run.
    pub start: ChunkStart,
    /// Number of games before it in the run.
    pub before: u64,
}

/// The result for one span of the file.
pub struct GameOutcome<'a> {
    /// The games of the span: one, unless a fix has split it.
    pub games: Vec<JudgedGame<'a>>,
    /// The bytes before fixing.
    pub before: &'a [u8],
    /// The bytes after fixing, if they have changed.
    pub after: Option<Vec<u8>>,
    /// Number of findings removed by the fixes.
    pub fixed: u64,
    /// The span, unless no fix is possible in it.
    pub span: Option<Span>,
}

impl<'a> GameOutcome<'a> {
    /// The game as the file holds it.
    pub fn unfixed(&self, job: &FileJob, options: JudgeOptions) -> JudgedGame<'a> {
        let binary = self.span.as_ref().and_then(Span::text_before_binary);
        game(Cow::Borrowed(self.before), binary, job, options)
    }
}

/// The bytes around a game.
#[derive(Clone, Copy)]
pub struct SpanContext<'a, 'b> {
    /// The bytes of the file directly before `bytes`.
    pub before: &'b [u8],
    pub bytes: &'a [u8],
    /// The file ends at the end of `bytes`.
    pub at_end: bool,
}

/// Judges the games of a chunk, and returns the end of the last one. `before` precedes its block in the file.
pub fn judge_chunk<'a>(
    chunk: Chunk<'a>,
    before: &[u8],
    job: &FileJob,
    options: JudgeOptions,
) -> (Vec<CheckedGames<'a>>, usize) {
    let Chunk { bytes, mut from, until, last } = chunk;
    let mut fast_pass = FastPass::checking(&job.settings);
    let mut outcomes = Vec::new();
    let mut run: Option<PlainRun<'a>> = None;
    let context = Context::new(&job.settings, job.input.kind).with_fixes(options.fixes);
    while from < until {
        let plain = fast_pass.check(bytes, from, last, &context);
        if let Some(PlainGame { end, mut report }) = plain {
            let game = &bytes[from..end];
            let is_clean = report.diagnostics.is_empty();
            let alone = || stands_alone_behind(before, &bytes[..from], game, last && end == bytes.len());
            // The pass takes a game with findings only if it is UTF-8.
            let joins_run = match is_clean {
                true => std::str::from_utf8(game).is_ok(),
                false => options.scope == FixScope::None && (!options.fixes || alone()),
            };
            if joins_run {
                run.get_or_insert_with(|| PlainRun::at(bytes, from)).take(report, bytes, from..end);
                from = end;
                continue;
            }
            if is_clean && options.scope == FixScope::None {
                outcomes.extend(run.take().map(PlainRun::measured));
                let encoding = Encoding::of(game);
                report.identity = report.identity.map(|identity| decoded(identity, game, encoding));
                let games = vec![reported(Cow::Borrowed(game), game.len(), encoding, report, job, options)];
                let outcome = GameOutcome { games, before: game, after: None, fixed: 0, span: None };
                outcomes.push(CheckedGames::Game(Box::new(outcome)));
                from = end;
                continue;
            }
        }
        outcomes.extend(run.take().map(PlainRun::measured));
        let span = match fast_pass.resume_point() {
            Some(begun) => next_game_resumed(bytes, from, last, begun),
            None => next_game(bytes, from, last),
        };
        let Some(span) = span else { break };
        from = span.range.end;
        outcomes.push(judge(SpanContext { before, bytes, at_end: last }, &span, job, options));
    }
    outcomes.extend(run.map(PlainRun::measured));
    (outcomes, from)
}

impl<'a> PlainRun<'a> {
    fn at(bytes: &'a [u8], start: usize) -> PlainRun<'a> {
        PlainRun {
            bytes: &bytes[start..start],
            games: 0,
            half_moves: 0,
            main_line_half_moves: 0,
            left_out: 0,
            advance: ChunkExtent::default(),
            noted: Vec::new(),
            measured: ChunkStart::default(),
        }
    }

    /// Adds the next game, which has this range in `bytes`.
    fn take(&mut self, game: GameReport, bytes: &'a [u8], Range { start, end }: Range<usize>) {
        let GameReport { identity, diagnostics, .. } = game;
        if identity.is_some() || !diagnostics.is_empty() {
            self.measure();
            let range = self.bytes.len()..self.bytes.len() + end - start;
            let (start, before) = (self.measured, self.games);
            self.noted.push(NotedGame { identity, diagnostics, range, start, before });
        }
        self.bytes = &bytes[start - self.bytes.len()..end];
        self.games += 1;
        self.half_moves += u64::from(game.half_moves);
        self.main_line_half_moves += u64::from(game.main_line_half_moves);
        self.left_out += u64::from(game.left_out);
    }

    /// Measures the bytes that have not been measured yet.
    fn measure(&mut self) {
        let at = usize::try_from(self.measured.place.offset).unwrap_or(usize::MAX).min(self.bytes.len());
        self.measured = self.measured.after(&ChunkExtent::of(&self.bytes[at..], Encoding::Utf8));
    }

    fn measured(mut self) -> CheckedGames<'a> {
        self.measure();
        self.advance = ChunkExtent {
            end: self.measured.place,
            starts_with_line_feed: self.bytes.first() == Some(&b'\n'),
            ends_with_carriage_return: self.bytes.last() == Some(&b'\r'),
        };
        CheckedGames::Plain(self)
    }
}

/// Converts the tag of an identity from bytes of the file to bytes of the decoded text.
fn decoded(identity: Identity, bytes: &[u8], encoding: Encoding) -> Identity {
    let in_text = |at: u32| encoding.decode(&bytes[..(at as usize).min(bytes.len())]).len() as u32;
    let Range { start, end } = identity.first_tag();
    identity.moved(in_text(start)..in_text(end))
}

/// Judges the game in one span of the bytes.
pub fn judge<'a>(around: SpanContext<'a, '_>, span: &Span, job: &FileJob, options: JudgeOptions) -> CheckedGames<'a> {
    let SpanContext { bytes, at_end, .. } = around;
    let Range { start, end } = span.range;
    let before = &bytes[start..end];
    let binary = span.text_before_binary();
    let needs_fixes = options.fixes || options.scope == FixScope::Safe;
    let is_last = at_end && end == bytes.len();
    let alone = !needs_fixes || stands_alone_behind(around.before, &bytes[..start], before, is_last);
    let fixed_by = |scope| fix(before, binary, glued(bytes, end), job, scope);
    let after = match options.scope {
        FixScope::None => None,
        FixScope::Safe if !alone => None,
        scope => fixed_by(scope),
    };
    let (after, fixed) = after.map_or((None, 0), |(after, fixed)| (Some(after), fixed));
    let mut games: Vec<JudgedGame<'a>> = match &after {
        Some(after) if !options.only_shown => spans_of(after)
            .map(|(range, binary)| game(Cow::Owned(after[range].to_vec()), binary, job, options))
            .collect(),
        _ => vec![game(Cow::Borrowed(before), binary, job, options)],
    };
    if options.fixes && !alone {
        let possible = after.is_some() || fixed_by(FixScope::All).is_some();
        for diagnostic in games.iter_mut().flat_map(|game| &mut game.report.diagnostics) {
            diagnostic.fixes.iter_mut().for_each(|fix| fix.safe = false);
            diagnostic.fixes.retain(|_| possible);
        }
    }
    CheckedGames::Game(Box::new(GameOutcome { games, before, after, fixed, span: Some(span.clone()) }))
}

/// The word that directly follows the end of a game on the same line.
fn glued(bytes: &[u8], end: usize) -> &[u8] {
    let (before, rest) = bytes.split_at(end);
    match before.last() {
        Some(last) if !last.is_ascii_whitespace() => {
            let word = rest.iter().take(LONGEST_GLUED).take_while(|byte| !byte.is_ascii_whitespace()).count();
            &rest[..word]
        }
        _ => &[],
    }
}

/// Maximum length of such a word, in bytes.
const LONGEST_GLUED: usize = 256;

/// The games in bytes that form a whole file, and the start of each game's binary section in the game.
pub fn spans_of(bytes: &[u8]) -> impl Iterator<Item = (Range<usize>, Option<usize>)> {
    games(bytes).map(|span| {
        let binary = span.text_before_binary();
        (span.range, binary)
    })
}

fn game<'a>(bytes: Cow<'a, [u8]>, binary: Option<usize>, job: &FileJob, options: JudgeOptions) -> JudgedGame<'a> {
    let text_len = binary.unwrap_or(bytes.len()).min(bytes.len());
    let text_bytes = &bytes[..text_len];
    let encoding = Encoding::of(text_bytes);
    let context = Context::new(&job.settings, job.input.kind).with_fixes(options.fixes);
    let text = encoding.decode(text_bytes);
    let report = match binary {
        Some(_) => check_binary_game(&text, &bytes[text_len..], &context),
        None => check_game(&text, &context),
    };
    reported(bytes, text_len, encoding, report, job, options)
}

/// A game and its findings, including that of its encoding.
fn reported<'a>(
    bytes: Cow<'a, [u8]>,
    text_len: usize,
    encoding: Encoding,
    report: GameReport,
    job: &FileJob,
    options: JudgeOptions,
) -> JudgedGame<'a> {
    let text_bytes = &bytes[..text_len];
    let not_utf8 = if encoding == Encoding::Utf8 { None } else { not_utf8(text_bytes, encoding, job, options.fixes) };
    JudgedGame { text_len, encoding, advance: ChunkExtent::of(&bytes, encoding), report, not_utf8, bytes }
}

fn not_utf8(bytes: &[u8], encoding: Encoding, job: &FileJob, fixes: bool) -> Option<Diagnostic> {
    let severity = job.settings.level(Code::InvalidUtf8)?;
    let offending = offending_bytes(bytes)?;
    let start = encoding.decode(&bytes[..offending.start]).len();
    let end = start + encoding.decode(&bytes[offending]).len();
    // The whole game is rewritten, which text edits cannot express: `fix` does it.
    let fix = || Fix { title: "rewrite in UTF-8".into(), edits: Vec::new(), safe: false };
    let is_plausible = encoding.is_plausible_for(bytes);
    let doubt = match is_plausible {
        true => "",
        false => ", but its words are probably others: save it as UTF-8 in an editor that knows its encoding",
    };
    Some(Diagnostic {
        code: Code::InvalidUtf8,
        severity,
        range: u32::try_from(start).ok()?..u32::try_from(end).ok()?,
        message: format!("text that is not UTF-8 is read as {}{doubt}", encoding.name(bytes)),
        related: Vec::new(),
        fixes: if fixes && is_plausible { vec![fix()] } else { Vec::new() },
    })
}
