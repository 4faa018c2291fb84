//! Units of a fixed number of bits, packed across byte boundaries, most significant bit first.

use std::ops::Range;

use super::BinaryError;
use bitstream_io::{BigEndian, BitRead, BitReader, BitWrite, BitWriter};

/// Why writing cannot fail.
const TAKES_ALL: &str = "a vector takes every bit";

/// The units that are wholly in these bytes. `width` is 8 to 16 bits.
pub(in crate::notation) fn units(bytes: &[u8], width: u32) -> impl Iterator<Item = u16> {
    let mut reader = BitReader::endian(bytes, BigEndian);
    std::iter::from_fn(move || reader.read_unsigned_var(width).ok())
}

/// The bytes attributed to a unit: each byte belongs to one unit, even if it holds bits of two.
pub(in crate::notation) fn bytes_of_unit(n: usize, width: u32) -> Range<usize> {
    let width = width as usize;
    n * width / 8..(n + 1) * width / 8
}

/// Number of bytes that hold `count` units.
pub(in crate::notation) fn bytes_of_units(count: usize, width: u32) -> usize {
    (count * width as usize).div_ceil(8)
}

/// The padding bits after `count` units, if they are not zeros.
pub(in crate::notation) fn bits_behind(bytes: &[u8], count: usize, width: u32) -> Option<BinaryError> {
    let used = count * width as usize % 8;
    let at = count * width as usize / 8;
    let value = *bytes.get(at).filter(|_| used > 0)?;
    let right = value & !(0xFF >> used);
    let why = format!("has bits set after the end of the moves, where only zeros are allowed: expected {right:02X}");
    (value != right).then(|| BinaryError::idle(at, value, why))
}

/// Packs the units; zeros pad the last byte.
pub(in crate::notation) fn pack(units: impl IntoIterator<Item = u16>, width: u32) -> Vec<u8> {
    let mut writer = BitWriter::endian(Vec::new(), BigEndian);
    for unit in units {
        writer.write_unsigned_var(width, unit).expect(TAKES_ALL);
    }
    writer.byte_align().expect(TAKES_ALL);
    writer.into_writer()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_zeros_fill_the_last_byte_up() {
        assert_eq!(bits_behind(&[0xab, 0xc0], 1, 12), None);
        assert_eq!(bits_behind(&[0xab, 0xcd, 0xef, 0xff], 2, 12), None);
        let found = bits_behind(&[0xab, 0xc1], 1, 12).map(|error| error.to_string());
        let said = "the byte C1 at offset 1 has bits set after the end of the moves, where only zeros are allowed: expected C0";
        assert_eq!(found.as_deref(), Some(said));
    }

    #[test]
    fn units_cross_byte_boundaries_and_round_trip() {
        let bytes = pack([0xabc, 0xdef, 0x123], 12);
        assert_eq!(bytes, [0xab, 0xcd, 0xef, 0x12, 0x30]);
        assert_eq!(units(&bytes, 12).collect::<Vec<_>>(), [0xabc, 0xdef, 0x123]);
        assert_eq!(units(&bytes[..4], 12).collect::<Vec<_>>(), [0xabc, 0xdef]);
        assert_eq!((bytes_of_unit(0, 12), bytes_of_unit(1, 12), bytes_of_unit(2, 12)), (0..1, 1..3, 3..4));
        assert_eq!(bytes_of_units(3, 12), 5);
    }
}
