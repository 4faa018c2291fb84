//! Reads PGC.

use shakmaty::Position as _;
use shakmaty::variant::VariantPosition;

use super::DEEPEST;
use super::ordinals::{count, nth};
use super::records::{Record, marker, record};
use crate::notation::binary::{
    BinaryError, BinaryEvent, BinaryFault, BinaryGame, BinaryStart, ByteReader, LocatedEvent, latin1,
    legal_start_of_variant,
};

pub(super) fn read(bytes: &[u8], start: &BinaryStart<'_>) -> BinaryGame {
    let position = match legal_start_of_variant(start) {
        Ok(position) => position,
        Err(why) => {
            let fault = BinaryFault::Start { why: why.reason().to_owned().into() };
            return BinaryGame {
                events: Vec::new(),
                len: 0,
                error: Some(BinaryError { offset: 0, fault }),
                idle: None,
            };
        }
    };
    let mut reader = PgcReader { events: Vec::new(), line: PgcLine { position, before: None }, outer: Vec::new() };
    let mut cursor = ByteReader::new(bytes);
    let mut first = true;
    loop {
        let at = cursor.at();
        let done = record(&mut cursor).and_then(|record| {
            let over = reader.record(record, at, cursor.at(), first)?;
            first &= record == Record::Noop;
            Ok(over)
        });
        let (len, error) = match done {
            Ok(false) => continue,
            Ok(true) => (cursor.at(), None),
            Err(error) => (error.offset, Some(error)),
        };
        return BinaryGame { events: reader.events, len, error, idle: None };
    }
}

/// A line of play: its position, and the position before its last move.
struct PgcLine {
    position: VariantPosition,
    before: Option<VariantPosition>,
}

struct PgcReader {
    events: Vec<LocatedEvent>,
    line: PgcLine,
    /// The suspended parent lines of open variations.
    outer: Vec<PgcLine>,
}

impl PgcReader {
    /// Processes the record between two offsets. Returns whether it is the section's last.
    fn record(&mut self, record: Record<'_>, at: usize, end: usize, first: bool) -> Result<bool, BinaryError> {
        let event = match record {
            Record::Noop => return Ok(false),
            Record::Begin if first => return Ok(false),
            Record::Moves(ordinals) => return self.moves(ordinals, end - ordinals.len()).map(|()| false),
            Record::End if self.outer.is_empty() => return Ok(true),
            Record::End => {
                let expected = "the marker 09 of a variation's end before the end of the game";
                return Err(BinaryError::invalid(at, marker::END, expected));
            }
            Record::Begin => {
                let expected = "the game's records: it can begin only once";
                return Err(BinaryError::invalid(at, marker::BEGIN, expected));
            }
            Record::ReducedGame => {
                let expected = "a record of the game that has begun, and no game of its own";
                return Err(BinaryError::invalid(at, marker::REDUCED_GAME, expected));
            }
            Record::Tag { name, value } => BinaryEvent::Tag { name: latin1(name), value: latin1(value) },
            Record::Nag(nag) => BinaryEvent::Nag(nag.into()),
            Record::Escape([b'{', comment @ .., b'}']) => BinaryEvent::Comment(latin1(comment)),
            Record::Escape(text) => BinaryEvent::Escape(latin1(text)),
            Record::VariationBegin => {
                self.begin_variation(at)?;
                BinaryEvent::VariationBegin
            }
            Record::VariationEnd => {
                let expected = "a record of the main line, for no variation is open";
                let outer = self.outer.pop();
                self.line = outer.ok_or_else(|| BinaryError::invalid(at, marker::VARIATION_END, expected))?;
                BinaryEvent::VariationEnd
            }
        };
        self.events.push(LocatedEvent { range: at..end, event });
        Ok(false)
    }

    fn begin_variation(&mut self, at: usize) -> Result<(), BinaryError> {
        let refuse = |expected: &'static str| BinaryError::invalid(at, marker::VARIATION_BEGIN, expected);
        if self.outer.len() >= DEEPEST {
            return Err(refuse("variations nested at most 500 deep"));
        }
        let Some(position) = self.line.before.clone() else {
            return Err(refuse("a move before the variation that replaces it"));
        };
        self.outer.push(std::mem::replace(&mut self.line, PgcLine { position, before: None }));
        Ok(())
    }

    fn moves(&mut self, ordinals: &[u8], start: usize) -> Result<(), BinaryError> {
        for (n, &ordinal) in ordinals.iter().enumerate() {
            let at = start + n;
            let Some(mv) = nth(&self.line.position, ordinal.into()) else {
                let expected = match count(&self.line.position) {
                    0 => "no more moves, because none is legal".to_owned(),
                    count => format!("the index of a legal move, from 00 to {:02X}", count - 1),
                };
                return Err(BinaryError::invalid(at, ordinal, expected));
            };
            self.line.before = Some(self.line.position.clone());
            self.line.position.play_unchecked(mv);
            self.events.push(LocatedEvent { range: at..at + 1, event: BinaryEvent::Move(mv) });
        }
        Ok(())
    }
}
