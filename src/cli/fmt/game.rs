//! Formats one game's bytes: the work that runs on all cores.

use std::ops::Range;

use vgn_engine::convert::Target;
use vgn_engine::format::{Formatter, PlainLayout, Surroundings, SurroundingsTracker};
use vgn_engine::lint::Context;
use vgn_engine::source::{ChunkExtent, Encoding, FilePosition};
use vgn_engine::syntax::games::{Span, next_game, next_game_resumed};

use crate::batch::FileJob;
use crate::batch::chunks::Chunk;
use crate::convert::{ConversionOutcome, ConvertOptions, ConvertedGame};

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
        let start = from;
        let outcome = match formatter.read_plain(bytes, start, last) {
            Some(end) => {
                from = end;
                let place = GameInBlock { bytes, range: start..end, at_end: last, before };
                place.lay_out_plain(&mut tracker, &mut formatter, job)
            }
            None => {
                let span = match formatter.resume_point() {
                    Some(begun) => next_game_resumed(bytes, start, last, begun),
                    None => next_game(bytes, start, last),
                };
                let Some(span) = span else { break };
                from = span.range.end;
                lay_out(bytes, &span, last, before, &mut tracker, &mut formatter, job)
            }
        };
        // Unchanged games are combined.
        match outcomes.last_mut() {
            Some(run) if run.after.is_none() && outcome.after.is_none() => {
                run.before = &bytes[start - run.before.len()..from];
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
    let place = GameInBlock { bytes, range: span.range.clone(), at_end, before };
    let surroundings = place.surroundings(tracker);
    let game = place.game();
    let after =
        if span.is_game && span.binary.is_none() { format_bytes(game, surroundings, formatter, job) } else { None };
    laid_out(game, after, span.is_game)
}

/// A game's place in its block.
struct GameInBlock<'a, 'b> {
    bytes: &'a [u8],
    range: Range<usize>,
    /// The file ends where `bytes` end.
    at_end: bool,
    before: BlockContext<'b>,
}

impl<'a> GameInBlock<'a, '_> {
    fn game(&self) -> &'a [u8] {
        &self.bytes[self.range.clone()]
    }

    fn surroundings(&self, tracker: &mut SurroundingsTracker) -> Surroundings {
        let begins_block = self.range.start == 0;
        let near = if begins_block { self.before.bytes } else { &self.bytes[..self.range.start] };
        let is_last = self.at_end && self.range.end == self.bytes.len();
        tracker.next(near, self.game(), begins_block && self.before.is_first, is_last)
    }

    /// Formats the game, which the formatter has read plainly.
    fn lay_out_plain(
        &self,
        tracker: &mut SurroundingsTracker,
        formatter: &mut Formatter,
        job: &FileJob,
    ) -> FormattedGames<'a> {
        let (surroundings, game) = (self.surroundings(tracker), self.game());
        let plain = std::str::from_utf8(game).map(|text| formatter.plain_game(text, surroundings, &job.layout));
        let after = match plain {
            Ok(PlainLayout::Same) => None,
            Ok(PlainLayout::Changed(formatted)) => Some(formatted.into_text().into_bytes()),
            Ok(PlainLayout::Undecided) | Err(_) => format_bytes(game, surroundings, formatter, job),
        };
        laid_out(game, after, true)
    }
}

fn laid_out(game: &[u8], after: Option<Vec<u8>>, is_game: bool) -> FormattedGames<'_> {
    let changed = u64::from(after.is_some());
    FormattedGames { before: game, after, games: u64::from(is_game), changed, notes: Vec::new(), advance: None }
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
