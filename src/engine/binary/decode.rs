//! Decodes a game with a binary section to its transcript: the equivalent game in text.

use std::ops::Range;

use super::movetext::EventWriter;
use super::tags::BinaryTags;
use super::transcript::Transcript;
use super::transcript_map::{TranscriptMap, TranscriptToken};
use super::{LONGEST_SECTION, ending, movetext, transcript_notation};
use crate::lint::{Context, GameFormat, Settings, line_end_of};
use crate::notation::{BinaryError, BinaryEvent, BinaryFault, BinaryGame, BinaryStart, Codec, LocatedEvent, Notation};
use crate::replay::{Resolved, judge_game};

/// A game with a binary section, and its transcript.
#[derive(Clone, Debug)]
pub struct DecodedGame {
    /// The notation of the section.
    pub notation: &'static Notation,
    /// The notation of the transcript: [`transcript_notation`] of the section's.
    pub transcript: &'static Notation,
    /// The transcript: the tags, unchanged except for the value of `MoveFormat`, then movetext and terminator.
    pub text: String,
    /// Number of bytes read from the section: including its terminator, or up to the fault.
    pub len: usize,
    /// Why reading stopped before the terminator, if it did.
    pub error: Option<BinaryError>,
    /// The first unused bits that do not have the required value.
    pub(super) idle: Option<BinaryError>,
    /// The terminator's range in the transcript.
    pub(super) terminator: Range<u32>,
    pub(super) map: TranscriptMap,
    /// Comments whose line ends are missing in the transcript, in bytes of the section.
    pub respelt: Vec<Range<usize>>,
}

impl DecodedGame {
    /// The tokens of the transcript that represent bytes of the section, in text order.
    pub fn tokens(&self) -> &[TranscriptToken] {
        &self.map.tokens
    }

    /// The game's bytes for a range of the transcript's text. Offsets in the game are in bytes of the tags' text
    /// followed by the section.
    pub fn game_range(&self, range: &Range<u32>) -> Range<u32> {
        self.map.game_range(range)
    }

    /// The token of the transcript that represents the byte at this offset of the section.
    pub fn transcript_range(&self, offset: u32) -> Option<Range<u32>> {
        self.map.at(offset).map(|token| token.text.clone())
    }
}

/// The transcript of a game. `tags` is its text up to the section, `section` its bytes from there to its end.
///
/// `None` if the tags declare no binary notation.
pub fn decode(tags: &str, section: &[u8]) -> Option<DecodedGame> {
    let settings = Settings::default();
    let context = Context::new(&settings, Default::default());
    read(tags, section, &context, judge_game).map(|read| read.decoded)
}

/// A game, decoded and judged.
pub(super) struct SectionReading {
    pub decoded: DecodedGame,
    /// The transcript's resolved form, or only its report.
    pub resolved: Resolved,
    pub tags: BinaryTags,
    /// End of the first half-move in the transcript's text.
    pub first: Option<u32>,
}

/// Decodes a section and judges its transcript; `judge` determines whether half-moves are kept.
pub(super) fn read(
    text: &str,
    section: &[u8],
    context: &Context<'_>,
    judge: impl Fn(&str, &Context<'_>) -> Resolved,
) -> Option<SectionReading> {
    let tags = BinaryTags::of(text)?;
    let notation = tags.notation;
    let Codec::Binary { read, .. } = notation.codec else { return None };
    let text_notation = transcript_notation(notation);
    let (transcript_tags, shift) = tags.transcript(text, text_notation);
    let opening = judge_game(&transcript_tags, &Context { fixes: false, ..*context });
    let start = opening.start.filter(|_| opening.notation.is_some());
    let game = match &start {
        _ if section.len() > LONGEST_SECTION => too_long(section.len()),
        Some(start) => {
            let setup = start.setup();
            read(section, &BinaryStart { setup: &setup, mode: start.castling_mode(), variant: start.variant() })
        }
        None => BinaryGame { events: Vec::new(), len: section.len(), error: None, idle: None },
    };
    let transcript_len = transcript_tags.len() as u32;
    let mut transcript = Transcript::new(transcript_tags, line_end_of(text));
    movetext::tags(&game.events, &tags, text, &mut transcript);
    let transcript_head = transcript.text.len() as u32;
    transcript.end_tags();
    // A game without `GameFormat` is meant as VGN: only VGN has `MoveFormat`.
    let vgn = opening.format == GameFormat::Vgn || tags.tags.get(text, "GameFormat").is_none();
    let mut movetext = EventWriter::new(&mut transcript, text_notation, vgn, start.as_ref());
    for located in &game.events {
        movetext.event(located);
    }
    let last = game.events.last();
    let recorded = ending::recorded_result(last.map(|located| &located.event));
    let result = recorded.unwrap_or_else(|| ending::of_tag(tags.tags.value(text, "Result").as_deref()));
    let end = last.filter(|located| matches!(located.event, BinaryEvent::End(_))).map(|located| located.range.clone());
    let end = end.unwrap_or_else(|| terminator_bytes(notation, &game, section.len()));
    let first = movetext.first;
    movetext.finish(result, &end);
    let BinaryGame { events, len, error, idle } = game;
    // The events take more memory than the text made of them, and judging needs memory of its own.
    drop(events);
    let mut resolved = judge(&transcript.text, context);
    if recorded.is_none()
        && error.is_none()
        && let Some(right) = ending::result_on_board(&resolved)
        && right != result
    {
        transcript.text.truncate(transcript.text.len() - result.len());
        transcript.text.push_str(right);
        if let Some(token) = transcript.tokens.last_mut() {
            token.text.end = transcript.text.len() as u32;
        }
        resolved = judge(&transcript.text, context);
    }
    let terminator = transcript.tokens.last().map_or(0..0, |token| token.text.clone());
    let map = TranscriptMap {
        tokens: transcript.tokens,
        shift,
        tags: text.len() as u32,
        transcript_tags: transcript_len,
        transcript_head,
        section: section.len() as u32,
    };
    let (text, respelt) = (transcript.text, transcript.respelt);
    let decoded = DecodedGame { notation, transcript: text_notation, text, len, error, idle, terminator, map, respelt };
    Some(SectionReading { decoded, resolved, tags, first })
}

/// The result for a section that is too long to be read: a comment in its place.
fn too_long(len: usize) -> BinaryGame {
    let error = BinaryError { offset: 0, fault: BinaryFault::TooLong { len, most: LONGEST_SECTION } };
    let comment = BinaryEvent::Comment(format!("not shown: {error}"));
    BinaryGame { events: vec![LocatedEvent { range: 0..len, event: comment }], len, error: Some(error), idle: None }
}

/// The bytes that end a section without recording a result: a closing byte, or the last half-move.
fn terminator_bytes(notation: &Notation, game: &BinaryGame, len: usize) -> Range<usize> {
    if let Some(error) = &game.error {
        return error.offset.min(len)..(error.offset + 1).min(len);
    }
    let closing = match notation.codec {
        Codec::Binary { end, .. } => end.closing,
        _ => 0,
    };
    game.len.saturating_sub(closing)..game.len
}
