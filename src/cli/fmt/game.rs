//! Formats one game's bytes: the work that runs on all cores.

use crate::batch::FileJob;
use crate::batch::chunks::Chunk;
use crate::convert::{ConversionOutcome, ConvertOptions, ConvertedGame};
use vgn_engine::convert::Target;
use vgn_engine::format::{Formatter, Surroundings, SurroundingsTracker};
use vgn_engine::lint::Context;
use vgn_engine::source::{ChunkExtent, Encoding, FilePosition};
use vgn_engine::syntax::games::{Span, next_game};

/// The result for some consecutive games.
pub struct FormattedGames<'a> {
    /// The bytes before formatting.
    pub before: &'a [u8],
    /// The formatted bytes, if they differ.
    pub after: Option<Vec<u8>>,
    pub games: u64,
    /// Number of games that have changed.
    pub changed: u64,
    /// Why the game has no portable form: the place in it, and a sentence.
    pub notes: Vec<(FilePosition, String)>,
    /// The extent of `before`, if it is needed to find the places of notes.
    pub advance: Option<ChunkExtent>,
}

/// The options by which `convert` writes portable games.
pub const PORTABLE: ConvertOptions =
    ConvertOptions { to: Target::Portable, from: None, allow_loss: false, only_pgn: true };

impl<'a> From<ConvertedGame<'a>> for FormattedGames<'a> {
    fn from(converted: ConvertedGame<'a>) -> FormattedGames<'a> {
        let ConvertedGame { before, outcome, games, converted, advance, notes, .. } = converted;
        let after = match outcome {
            ConversionOutcome::Converted(after) => Some(after),
            ConversionOutcome::Same | ConversionOutcome::Refused => None,
        };
        FormattedGames { before, after, games, changed: converted, notes, advance: Some(advance) }
    }
}

/// The bytes before a block's first game, and whether the file begins with it.
#[derive(Clone, Copy)]
pub struct BlockContext<'a> {
    pub bytes: &'a [u8],
    pub is_first: bool,
}

/// Formats the games of a chunk, and returns the end of the last one.
pub fn lay_out_chunk<'a>(
    chunk: Chunk<'a>,
    before: BlockContext<'_>,
    job: &FileJob,
) -> (Vec<FormattedGames<'a>>, usize) {
    let Chunk { bytes, mut from, until, last } = chunk;
    let mut formatter = Formatter::default();
    let mut tracker = SurroundingsTracker::behind(if from == 0 { before.bytes } else { &bytes[..from] });
    let mut outcomes: Vec<FormattedGames<'a>> = Vec::new();
    while from < until {
        let Some(span) = next_game(bytes, from, last) else { break };
        from = span.range.end;
        let outcome = lay_out(bytes, &span, last, before, &mut tracker, &mut formatter, job);
        // Unchanged games are combined.
        match outcomes.last_mut() {
            Some(run) if run.after.is_none() && outcome.after.is_none() => {
                run.before = &bytes[span.range.start - run.before.len()..from];
                run.games += outcome.games;
            }
            _ => outcomes.push(outcome),
        }
    }
    (outcomes, from)
}

/// Formats a game with a known span.
pub fn lay_out_known<'a>(
    bytes: &'a [u8],
    span: &Span,
    at_end: bool,
    before: BlockContext<'_>,
    job: &FileJob,
) -> FormattedGames<'a> {
    let mut tracker =
        SurroundingsTracker::behind(if span.range.start == 0 { before.bytes } else { &bytes[..span.range.start] });
    lay_out(bytes, span, at_end, before, &mut tracker, &mut Formatter::default(), job)
}

fn lay_out<'a>(
    bytes: &'a [u8],
    span: &Span,
    at_end: bool,
    before: BlockContext<'_>,
    tracker: &mut SurroundingsTracker,
    formatter: &mut Formatter,
    job: &FileJob,
) -> FormattedGames<'a> {
    let game = &bytes[span.range.clone()];
    let begins_block = span.range.start == 0;
    let near = if begins_block { before.bytes } else { &bytes[..span.range.start] };
    let surroundings =
        tracker.next(near, game, begins_block && before.is_first, at_end && span.range.end == bytes.len());
    let after =
        if span.is_game && span.binary.is_none() { format_bytes(game, surroundings, formatter, job) } else { None };
    let changed = u64::from(after.is_some());
    FormattedGames { before: game, after, games: u64::from(span.is_game), changed, notes: Vec::new(), advance: None }
}

fn format_bytes(bytes: &[u8], surroundings: Surroundings, formatter: &mut Formatter, job: &FileJob) -> Option<Vec<u8>> {
    let context = Context::new(&job.settings, job.input.kind);
    let mut format = |text: &str| Some(formatter.game(text, surroundings, &context, &job.layout, None)?.into_text());
    if let Ok(text) = std::str::from_utf8(bytes) {
        return format(text).map(String::into_bytes);
    }
    let encoding = Encoding::of(bytes);
    let text = format(&encoding.decode(bytes))?;
    let encoded = encoding.encode(&text).ok()?.into_owned();
    // Its letters must be read back unchanged.
    (Encoding::of(&encoded).decode(&encoded) == text).then_some(encoded)
}
