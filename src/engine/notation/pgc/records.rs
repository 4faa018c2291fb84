//! The records of PGC as byte sequences, independent of any board.

use crate::notation::binary::{BinaryError, ByteReader};

/// One record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Record<'a> {
    Noop,
    /// A whole game, which is not read.
    ReducedGame,
    Tag {
        name: &'a [u8],
        value: &'a [u8],
    },
    /// Move ordinals.
    Moves(&'a [u8]),
    Begin,
    End,
    Nag(u8),
    VariationBegin,
    VariationEnd,
    Escape(&'a [u8]),
}

/// The markers.
pub(super) mod marker {
    pub const NOOP: u8 = 0x00;
    pub const REDUCED_GAME: u8 = 0x01;
    pub const TAG: u8 = 0x02;
    pub const SHORT_MOVES: u8 = 0x03;
    pub const LONG_MOVES: u8 = 0x04;
    pub const BEGIN: u8 = 0x05;
    pub const END: u8 = 0x06;
    pub const NAG: u8 = 0x07;
    pub const VARIATION_BEGIN: u8 = 0x08;
    pub const VARIATION_END: u8 = 0x09;
    pub const ESCAPE: u8 = 0x0A;
}

/// The next record.
pub(super) fn record<'a>(cursor: &mut ByteReader<'a>) -> Result<Record<'a>, BinaryError> {
    let offset = cursor.at();
    let Some(marker) = cursor.byte() else { return Err(cursor.cut("another record, or the marker 06")) };
    let taken = match marker {
        marker::NOOP => Some(Record::Noop),
        marker::REDUCED_GAME => reduced_game(cursor),
        marker::TAG => short(cursor).and_then(|name| Some(Record::Tag { name, value: short(cursor)? })),
        marker::SHORT_MOVES => short(cursor).map(Record::Moves),
        marker::LONG_MOVES => long(cursor).map(Record::Moves),
        marker::BEGIN => Some(Record::Begin),
        marker::END => Some(Record::End),
        marker::NAG => cursor.byte().map(Record::Nag),
        marker::VARIATION_BEGIN => Some(Record::VariationBegin),
        marker::VARIATION_END => Some(Record::VariationEnd),
        marker::ESCAPE => long(cursor).map(Record::Escape),
        _ => return Err(BinaryError::invalid(offset, marker, "a record's marker, from 00 to 0A")),
    };
    taken.ok_or_else(|| cursor.cut("the rest of a record"))
}

fn reduced_game<'a>(cursor: &mut ByteReader<'a>) -> Option<Record<'a>> {
    for _ in 0..7 {
        short(cursor)?;
    }
    long(cursor).map(|_| Record::ReducedGame)
}

/// The bytes of a string with a one-byte length.
fn short<'a>(cursor: &mut ByteReader<'a>) -> Option<&'a [u8]> {
    let len = cursor.byte()?;
    cursor.take(len.into())
}

/// The bytes of a string with a one-word length.
fn long<'a>(cursor: &mut ByteReader<'a>) -> Option<&'a [u8]> {
    let len = u16::from_le_bytes([cursor.byte()?, cursor.byte()?]);
    cursor.take(len.into())
}

/// Length of the section at the start of `bytes`: to the first marker 06 that is not inside another record.
pub(super) fn end(bytes: &[u8]) -> Option<usize> {
    let mut cursor = ByteReader::new(bytes);
    while let Ok(record) = record(&mut cursor) {
        if record == Record::End {
            return Some(cursor.at());
        }
    }
    None
}
