//! Encodes events as the bytes of a section, as far as its notation can.

use std::ops::Range;

use shakmaty::{Color, KnownOutcome, Outcome};

use super::events::SourcedEvent;
use crate::binary::LONGEST_SECTION;
use crate::convert::losses::cut_rest::CutRest;
use crate::convert::outcome::{Loss, Refusal};
use crate::notation::{BinaryEvent, BinaryStart, Codec, Notation};
use crate::score::slice;

/// Maximum number of events that are dropped one by one; beyond it, all events of the same kind are dropped.
const ONE_BY_ONE: usize = 64;

/// Writes a section with its terminator. Events that cannot be written are removed from `events` and listed.
///
/// # Errors
///
/// When nothing of the game can be written.
pub(super) fn write(
    text: &str,
    mut events: Vec<SourcedEvent>,
    terminator: &str,
    start: &BinaryStart<'_>,
    to: &Notation,
    losses: &mut Vec<Loss>,
) -> Result<Vec<u8>, Refusal> {
    let Codec::Binary { write, .. } = to.codec else {
        return Err(Refusal::new(0..0, format!("{} is not binary", to.name)));
    };
    for round in 0.. {
        let mut to_write: Vec<BinaryEvent> = events.iter().map(|(event, _)| event.clone()).collect();
        to_write.push(BinaryEvent::End(outcome(terminator)));
        let error = match write(&to_write, start) {
            // The section must be readable again.
            Ok(section) if section.len() > LONGEST_SECTION => {
                let why = format!("the section would have {} bytes: at most {LONGEST_SECTION} are read", section.len());
                return Err(Refusal::new(0..0, why));
            }
            Ok(section) => return Ok(section),
            Err(error) => error,
        };
        let at = error.event;
        let Some((event, range)) = events.get(at).cloned() else {
            return Err(Refusal::new(0..0, error.why.reason().to_owned()));
        };
        match event {
            BinaryEvent::Move(_) | BinaryEvent::Parsed(_) | BinaryEvent::Board(_) => {
                let removed = rest_of_line(&events, at);
                let behind = events.get(at + 1..removed.end).unwrap_or_default();
                let count = |is_one: fn(&BinaryEvent) -> bool| behind.iter().filter(|(event, _)| is_one(event)).count();
                let rest = CutRest {
                    half_moves: count(is_half_move) as u32,
                    nags: count(|event| matches!(event, BinaryEvent::Nag(_))) as u32,
                    comments: count(|event| matches!(event, BinaryEvent::Comment(_))) as u32,
                };
                let message = rest.message(slice(text, &range), error.why.reason());
                losses.push(Loss::new(range, message));
                events.drain(removed);
                remove_empty_variation(&mut events, at);
            }
            BinaryEvent::VariationBegin => {
                losses.push(Loss::new(range, error.why.reason().to_owned()));
                let inside = rest_of_line(&events, at + 1);
                events.drain(at..(inside.end + 1).min(events.len()));
            }
            BinaryEvent::Comment(_) if round < ONE_BY_ONE => {
                losses.push(Loss::new(range, format!("the comment is left out: {}", error.why.reason())));
                events.remove(at);
            }
            event if round >= ONE_BY_ONE => {
                losses.push(Loss::new(range, format!("{}; all others like it are lost too", error.why.reason())));
                let kind = std::mem::discriminant(&event);
                events.retain(|(other, _)| std::mem::discriminant(other) != kind);
            }
            _ => {
                losses.push(Loss::new(range, error.why.reason().to_owned()));
                events.remove(at);
            }
        }
    }
    Ok(Vec::new())
}

/// The outcome for this terminator.
pub(in crate::convert) fn outcome(terminator: &str) -> Outcome {
    match terminator {
        "1-0" => Outcome::Known(KnownOutcome::Decisive { winner: Color::White }),
        "0-1" => Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }),
        "1/2-1/2" => Outcome::Known(KnownOutcome::Draw),
        _ => Outcome::Unknown,
    }
}

fn is_half_move(event: &BinaryEvent) -> bool {
    matches!(event, BinaryEvent::Move(_) | BinaryEvent::Parsed(_) | BinaryEvent::Board(_))
}

/// From an event to the end of its line.
fn rest_of_line(events: &[SourcedEvent], at: usize) -> Range<usize> {
    let mut depth = 0_usize;
    for (n, (event, _)) in events.iter().enumerate().skip(at) {
        match event {
            BinaryEvent::VariationBegin => depth += 1,
            BinaryEvent::VariationEnd if depth == 0 => return at..n,
            BinaryEvent::VariationEnd => depth -= 1,
            _ => {}
        }
    }
    at..events.len()
}

/// Removes a variation of which nothing remains.
fn remove_empty_variation(events: &mut Vec<SourcedEvent>, end: usize) {
    let is = |n: usize, wanted: BinaryEvent| events.get(n).is_some_and(|(event, _)| *event == wanted);
    if end > 0 && is(end - 1, BinaryEvent::VariationBegin) && is(end, BinaryEvent::VariationEnd) {
        events.drain(end - 1..=end);
    }
}
