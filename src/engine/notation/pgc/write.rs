//! Writes PGC.

use shakmaty::Position as _;
use shakmaty::variant::VariantPosition;

use super::DEEPEST;
use super::ordinals::ordinal;
use super::records::marker;
use crate::notation::SpellingError;
use crate::notation::binary::{
    BinaryEvent, BinaryStart, BinaryWriteError, latin1_bytes, legal_start_of_variant, no_move,
};

/// Maximum number of moves in a long sequence.
const LONGEST_RUN: usize = u16::MAX as usize;

pub(super) fn write(events: &[BinaryEvent], start: &BinaryStart<'_>) -> Result<Vec<u8>, BinaryWriteError> {
    let position = legal_start_of_variant(start).map_err(|why| BinaryWriteError::new(0, why))?;
    let mut writer = PgcWriter { bytes: Vec::new(), run: Vec::new(), line: (position, None), outer: Vec::new() };
    for (n, event) in events.iter().enumerate() {
        if matches!(event, BinaryEvent::End(_)) && n + 1 == events.len() {
            break;
        }
        writer.event(event).map_err(|why| BinaryWriteError::new(n, why))?;
    }
    writer.end_run();
    if !writer.outer.is_empty() {
        return Err(BinaryWriteError::new(events.len(), SpellingError::new("a variation is not closed")));
    }
    writer.bytes.push(marker::END);
    Ok(writer.bytes)
}

/// Whether the notation has a record for this kind of event.
pub(super) fn holds(event: &BinaryEvent) -> Result<(), SpellingError> {
    match event {
        BinaryEvent::Nag(nag) => nag_byte(*nag).map(|_| ()),
        BinaryEvent::Comment(text) => comment(text).map(|_| ()),
        BinaryEvent::Escape(text) => escaped(text).map(|_| ()),
        BinaryEvent::Tag { name, value } => string(name).and(string(value)).map(|_| ()),
        BinaryEvent::Parsed(_) | BinaryEvent::Board(_) => Err(no_move(event)),
        BinaryEvent::Move(_) | BinaryEvent::VariationBegin | BinaryEvent::VariationEnd | BinaryEvent::End(_) => Ok(()),
    }
}

struct PgcWriter {
    bytes: Vec<u8>,
    /// Pending ordinals of moves.
    run: Vec<u8>,
    /// The line's position, and the position before its last move.
    line: (VariantPosition, Option<VariantPosition>),
    outer: Vec<(VariantPosition, Option<VariantPosition>)>,
}

impl PgcWriter {
    fn event(&mut self, event: &BinaryEvent) -> Result<(), SpellingError> {
        if let BinaryEvent::Move(mv) = event {
            let illegal = || SpellingError::new("PGC can record only legal moves, and this move is not legal");
            let ordinal = ordinal(&self.line.0, *mv).ok_or_else(illegal)?;
            let byte = u8::try_from(ordinal)
                .map_err(|_| SpellingError::new("PGC can record 256 different legal moves at most"))?;
            self.line.1 = Some(self.line.0.clone());
            self.line.0.play_unchecked(*mv);
            self.run.push(byte);
            return Ok(());
        }
        self.end_run();
        match event {
            BinaryEvent::Nag(nag) => self.bytes.extend([marker::NAG, nag_byte(*nag)?]),
            BinaryEvent::Comment(text) => self.bytes.extend(comment(text)?),
            BinaryEvent::Escape(text) => self.bytes.extend(escaped(text)?),
            BinaryEvent::Tag { name, value } => {
                let (name, value) = (string(name)?, string(value)?);
                self.bytes.push(marker::TAG);
                self.bytes.extend(name);
                self.bytes.extend(value);
            }
            BinaryEvent::VariationBegin => {
                let Some(before) = self.line.1.clone() else {
                    return Err(SpellingError::new("a variation replaces the move before it, and there is none"));
                };
                if self.outer.len() >= DEEPEST {
                    return Err(SpellingError::new("variations are nested more than 500 deep"));
                }
                self.outer.push(std::mem::replace(&mut self.line, (before, None)));
                self.bytes.push(marker::VARIATION_BEGIN);
            }
            BinaryEvent::VariationEnd => {
                self.line =
                    self.outer.pop().ok_or_else(|| SpellingError::new("no variation is open that could end"))?;
                self.bytes.push(marker::VARIATION_END);
            }
            BinaryEvent::End(_) => return Err(SpellingError::new("nothing can stand after the terminator")),
            BinaryEvent::Move(_) | BinaryEvent::Parsed(_) | BinaryEvent::Board(_) => return Err(no_move(event)),
        }
        Ok(())
    }

    /// Writes the pending moves.
    fn end_run(&mut self) {
        for run in self.run.chunks(LONGEST_RUN) {
            match u8::try_from(run.len()) {
                Ok(len) => self.bytes.extend([marker::SHORT_MOVES, len]),
                Err(_) => {
                    self.bytes.push(marker::LONG_MOVES);
                    self.bytes.extend((run.len() as u16).to_le_bytes());
                }
            }
            self.bytes.extend(run);
        }
        self.run.clear();
    }
}

fn nag_byte(nag: u32) -> Result<u8, SpellingError> {
    u8::try_from(nag).map_err(|_| SpellingError::new(format!("PGC records NAGs up to $255, and this is ${nag}")))
}

/// A string with a one-byte length.
fn string(text: &str) -> Result<Vec<u8>, SpellingError> {
    let mut bytes = in_latin1(text)?;
    let len =
        u8::try_from(bytes.len()).map_err(|_| SpellingError::new("PGC records at most 255 characters in a tag"))?;
    bytes.insert(0, len);
    Ok(bytes)
}

fn comment(text: &str) -> Result<Vec<u8>, SpellingError> {
    escape_record(&format!("{{{text}}}"))
}

/// The record of an escaped line, unless it would be read as a comment.
fn escaped(text: &str) -> Result<Vec<u8>, SpellingError> {
    if text.len() > 1 && text.starts_with('{') && text.ends_with('}') {
        return Err(SpellingError::new("an escaped line in braces would be a comment in PGC"));
    }
    escape_record(text)
}

fn escape_record(text: &str) -> Result<Vec<u8>, SpellingError> {
    let text = in_latin1(text)?;
    let len =
        u16::try_from(text.len()).map_err(|_| SpellingError::new("PGC records at most 65535 characters in a text"))?;
    let mut bytes = vec![marker::ESCAPE];
    bytes.extend(len.to_le_bytes());
    bytes.extend(text);
    Ok(bytes)
}

fn in_latin1(text: &str) -> Result<Vec<u8>, SpellingError> {
    latin1_bytes(text).map_err(|c| SpellingError::new(format!("PGC has no byte for the character {c}")))
}
