//! One game's bytes converted: the work that runs on all cores.

use crate::analysis::{Context, Settings};
use crate::cli::check::Job;
use crate::convert::{Loss, Refusal, Target, apply, convert_game, export_pgn, move_format_edit};
use crate::notation::Notation;
use crate::source::{Advance, Encoding, Locator, Place};
use crate::syntax::games::Span;

/// What all games are to become.
#[derive(Clone, Copy)]
pub struct Order {
    pub to: Target,
    /// The notation of games that do not say theirs.
    pub from: Option<&'static Notation>,
    pub allow_loss: bool,
}

/// What became of one span of the file.
pub struct Outcome<'a> {
    /// The bytes as they were.
    pub before: &'a [u8],
    pub fate: Fate,
    pub is_game: bool,
    pub advance: Advance,
    /// What is lost, or why the game is refused: the place in the span, and a sentence.
    pub notes: Vec<(Place, String)>,
}

/// What a game becomes.
pub enum Fate {
    /// It stays as it is.
    Same,
    Converted(Vec<u8>),
    Refused,
}

/// Converts the game in one span of `bytes`.
pub fn convert<'a>(bytes: &'a [u8], span: &Span, job: &Job, order: Order) -> Outcome<'a> {
    let before = &bytes[span.range.clone()];
    let text_len = span.binary.map_or(before.len(), |at| at.saturating_sub(span.range.start).min(before.len()));
    let text_bytes = &before[..text_len];
    let encoding = Encoding::of(text_bytes);
    let mut outcome = Outcome {
        before,
        fate: Fate::Same,
        is_game: span.is_game,
        advance: Advance::of(before, encoding),
        notes: Vec::new(),
    };
    if !span.is_game {
        // Export ends each game with its empty line.
        if order.to == Target::Pgn && before.trim_ascii().is_empty() {
            outcome.fate = Fate::Converted(Vec::new());
        }
        return outcome;
    }
    let text = encoding.decode(text_bytes);
    let assumed = order.from.and_then(|notation| move_format_edit(&text, notation));
    let told = assumed.as_ref().map(|edit| apply(&text, std::slice::from_ref(edit)));
    let settings = Settings::default();
    let context = Context { settings: &settings, kind: job.input.kind, fixes: false };
    let locator = Locator::new(text_bytes, encoding);
    // Offsets are those of the text with the tag that was added to it.
    let place = |offset: u32| {
        let shift = assumed.as_ref().filter(|edit| offset >= edit.range.start);
        let offset = offset.saturating_sub(shift.map_or(0, |edit| edit.text.len() as u32));
        locator.place(locator.byte_offset(offset as usize))
    };
    match converted(told.as_deref().unwrap_or(&text), &context, &order.to) {
        Err(refusal) => {
            outcome.notes.push((place(refusal.range.start), refusal.message));
            outcome.fate = Fate::Refused;
        }
        Ok((result, losses)) => {
            outcome.notes.extend(losses.into_iter().map(|loss| (place(loss.range.start), loss.message)));
            let refused = !outcome.notes.is_empty() && !order.allow_loss;
            outcome.fate = match encoding.encode(&result) {
                _ if refused => Fate::Refused,
                Ok(result) if *result == *text_bytes => Fate::Same,
                Ok(result) => Fate::Converted(result.into_owned()),
                Err(character) => {
                    let message = format!("`{character}` cannot be written in {}", encoding.name(text_bytes));
                    outcome.notes.push((Place::default(), message));
                    Fate::Refused
                }
            };
        }
    }
    outcome
}

fn converted(text: &str, context: &Context<'_>, to: &Target) -> Result<(String, Vec<Loss>), Refusal> {
    if *to == Target::Pgn {
        return export_pgn(text, context).map(|export| (export.text, export.losses));
    }
    convert_game(text, context, to, None).map(|conversion| (apply(text, &conversion.edits), conversion.losses))
}
