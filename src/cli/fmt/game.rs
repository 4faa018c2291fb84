//! One game's bytes laid out: the work that runs on all cores.

use crate::analysis::Context;
use crate::cli::batch::Job;
use crate::cli::batch::chunks::Chunk;
use crate::format::{Formatter, Surroundings, SurroundingsTracker};
use crate::source::Encoding;
use crate::syntax::games::{Span, next_game};

/// What became of some games that follow one another.
pub struct LaidOut<'a> {
    /// The bytes as they were.
    pub before: &'a [u8],
    /// The bytes with another layout, where that changes something: of one game then.
    pub after: Option<Vec<u8>>,
    pub games: u64,
}

/// What stands before a block's first game, and whether the file begins with it.
#[derive(Clone, Copy)]
pub struct Before<'a> {
    pub bytes: &'a [u8],
    pub is_first: bool,
}

/// Lays out the games of a chunk, and tells where the last one ends.
pub fn lay_out_chunk<'a>(chunk: Chunk<'a>, before: Before<'_>, job: &Job) -> (Vec<LaidOut<'a>>, usize) {
    let Chunk { bytes, mut from, until, last } = chunk;
    let mut formatter = Formatter::default();
    let mut tracker = SurroundingsTracker::behind(if from == 0 { before.bytes } else { &bytes[..from] });
    let mut outcomes: Vec<LaidOut<'a>> = Vec::new();
    while from < until {
        let Some(span) = next_game(bytes, from, last) else { break };
        from = span.range.end;
        let outcome = lay_out(bytes, &span, last, before, &mut tracker, &mut formatter, job);
        // Games that stay go together.
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

/// Lays out the game in a span whose games are known.
pub fn lay_out_known<'a>(bytes: &'a [u8], span: &Span, at_end: bool, before: Before<'_>, job: &Job) -> LaidOut<'a> {
    let mut tracker =
        SurroundingsTracker::behind(if span.range.start == 0 { before.bytes } else { &bytes[..span.range.start] });
    lay_out(bytes, span, at_end, before, &mut tracker, &mut Formatter::default(), job)
}

fn lay_out<'a>(
    bytes: &'a [u8],
    span: &Span,
    at_end: bool,
    before: Before<'_>,
    tracker: &mut SurroundingsTracker,
    formatter: &mut Formatter,
    job: &Job,
) -> LaidOut<'a> {
    let game = &bytes[span.range.clone()];
    let begins_block = span.range.start == 0;
    let near = if begins_block { before.bytes } else { &bytes[..span.range.start] };
    let surroundings =
        tracker.next(near, game, begins_block && before.is_first, at_end && span.range.end == bytes.len());
    let after = if span.is_game && span.binary.is_none() { laid_out(game, surroundings, formatter, job) } else { None };
    LaidOut { before: game, after, games: u64::from(span.is_game) }
}

fn laid_out(bytes: &[u8], surroundings: Surroundings, formatter: &mut Formatter, job: &Job) -> Option<Vec<u8>> {
    let context = Context::new(&job.settings, job.input.kind);
    let mut format = |text: &str| Some(formatter.game(text, surroundings, &context, &job.layout, None)?.into_text());
    if let Ok(text) = std::str::from_utf8(bytes) {
        return format(text).map(String::into_bytes);
    }
    let encoding = Encoding::of(bytes);
    let text = format(&encoding.decode(bytes))?;
    let encoded = encoding.encode(&text).ok()?.into_owned();
    // Its letters must be read again as they are.
    (Encoding::of(&encoded).decode(&encoded) == text).then_some(encoded)
}
