//! Writes a game as one number, or several.

use bitstream_io::{BigEndian, BitWrite, BitWriter};
use num_bigint::BigUint;
use shakmaty::Position as _;

use super::read::len_of;
use super::{FIELD, LONGEST_GAME, LONGEST_NUMBER, holds, most_half_moves, ordered};
use crate::notation::SpellingError;
use crate::notation::binary::{BinaryEvent, BinaryStart, BinaryWriteError, legal_start_of_variant};

pub(super) fn write(events: &[BinaryEvent], start: &BinaryStart<'_>) -> Result<Vec<u8>, BinaryWriteError> {
    let mut position = legal_start_of_variant(start).map_err(|why| BinaryWriteError::new(0, why))?;
    let mut digits: Vec<(usize, usize)> = Vec::with_capacity(events.len());
    for (n, event) in events.iter().enumerate() {
        let refuse = |why: SpellingError| BinaryWriteError::new(n, why);
        let mv = match event {
            BinaryEvent::End(_) if n + 1 == events.len() => break,
            BinaryEvent::Move(mv) => *mv,
            event => {
                holds(event).map_err(refuse)?;
                return Err(refuse(SpellingError::new("LEGALINDEX ends with the game's last half-move")));
            }
        };
        let illegal = || SpellingError::new("LEGALINDEX can record only legal moves, and this move is not legal");
        if digits.len() == LONGEST_GAME {
            return Err(refuse(SpellingError::new("LEGALINDEX can record 65,535 half-moves at most")));
        }
        let legal = ordered(&position);
        let index = legal.iter().position(|known| *known == mv).ok_or_else(|| refuse(illegal()))?;
        digits.push((index, legal.len()));
        position.play_unchecked(mv);
    }
    let mut bytes = count(digits.len());
    for digits in digits.chunks(LONGEST_NUMBER) {
        let (number, numbers) =
            digits.iter().rev().fold((BigUint::ZERO, BigUint::from(1_u32)), |(number, numbers), &(index, base)| {
                (number * base + index, numbers * base)
            });
        let len = len_of(&numbers);
        if digits.len() > most_half_moves(len) {
            return Err(BinaryWriteError::new(
                0,
                SpellingError::new("LEGALINDEX cannot record so many forced half-moves"),
            ));
        }
        bytes.extend(count(len));
        // `to_bytes_be` writes zero as one byte.
        let number = if number == BigUint::ZERO { Vec::new() } else { number.to_bytes_be() };
        bytes.resize(bytes.len() + len - number.len(), 0);
        bytes.extend(number);
    }
    Ok(bytes)
}

/// Encodes a count of at most 65,535.
pub(super) fn count(count: usize) -> Vec<u8> {
    let mut writer = BitWriter::endian(Vec::new(), BigEndian);
    writer.write_unsigned_vbr::<FIELD, _>(count as u16).expect("a vector takes every bit");
    writer.into_writer()
}
