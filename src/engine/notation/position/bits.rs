//! Bit writer and bit reader for positions; errors of the reader have the bit's offset.
//!
//! The most significant bit of a byte comes first. Zeros pad the last byte and do not count as bits of the position.

use bitstream_io::huffman::{FromBits, ToBits};
use bitstream_io::{BigEndian, BitRead, BitReader, BitWrite, BitWriter};
use num_bigint::BigUint;

use super::{PositionBits, PositionError};

/// Why writing cannot fail.
const TAKES_ALL: &str = "a vector takes every bit";

/// Collects the bits of a position.
pub(super) struct PositionWriter {
    writer: BitWriter<Vec<u8>, BigEndian>,
    len: usize,
}

impl PositionWriter {
    pub(super) fn new() -> PositionWriter {
        PositionWriter { writer: BitWriter::endian(Vec::with_capacity(32), BigEndian), len: 0 }
    }

    pub(super) fn bit(&mut self, bit: bool) {
        self.writer.write_bit(bit).expect(TAKES_ALL);
        self.len += 1;
    }

    /// Appends the lowest `width` bits of a value, at most 64.
    pub(super) fn put(&mut self, width: u32, value: u64) {
        for n in (0..width).rev() {
            self.bit(value >> n & 1 == 1);
        }
    }

    /// Appends the code of a symbol.
    pub(super) fn symbol<C: ToBits>(&mut self, symbol: C::Symbol) {
        let Ok(()) = C::to_bits(symbol, |bit| {
            self.bit(bit);
            Ok::<(), std::convert::Infallible>(())
        });
    }

    /// Appends the lowest `width` bits of a number.
    pub(super) fn number(&mut self, width: u32, number: &BigUint) {
        for n in (0..u64::from(width)).rev() {
            self.bit(number.bit(n));
        }
    }

    pub(super) fn append(&mut self, bits: &PositionBits) {
        for n in 0..bits.len {
            self.bit(bits.bytes[n / 8] >> (7 - n % 8) & 1 == 1);
        }
    }

    pub(super) fn finish(mut self) -> PositionBits {
        self.writer.byte_align().expect(TAKES_ALL);
        PositionBits { bytes: self.writer.into_writer(), len: self.len }
    }
}

/// Reads the bits of a position.
pub(super) struct PositionReader<'a> {
    reader: BitReader<&'a [u8], BigEndian>,
    len: usize,
    at: usize,
}

impl<'a> PositionReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> PositionReader<'a> {
        PositionReader { reader: BitReader::endian(bytes, BigEndian), len: bytes.len() * 8, at: 0 }
    }

    /// Number of bits consumed.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The next bit; `expected` names the value that it belongs to.
    pub(super) fn bit(&mut self, expected: &'static str) -> Result<bool, PositionError> {
        let bit = self.reader.read_bit().map_err(|_| PositionError::cut_off(self.len, expected))?;
        self.at += 1;
        Ok(bit)
    }

    /// The next `width` bits, at most 64, as a number.
    pub(super) fn take(&mut self, width: u32, expected: &'static str) -> Result<u64, PositionError> {
        (0..width).try_fold(0, |value, _| Ok(value << 1 | u64::from(self.bit(expected)?)))
    }

    /// The symbol of the next code.
    pub(super) fn symbol<C: FromBits>(&mut self, expected: &'static str) -> Result<C::Symbol, PositionError> {
        C::from_bits(|| self.bit(expected))
    }

    pub(super) fn number(&mut self, width: u32, expected: &'static str) -> Result<BigUint, PositionError> {
        let mut bytes = Vec::with_capacity(width as usize / 8 + 1);
        // The bits in excess of whole bytes come first.
        bytes.push(self.take(width % 8, expected)? as u8);
        for _ in 0..width / 8 {
            bytes.push(self.take(8, expected)? as u8);
        }
        Ok(BigUint::from_bytes_be(&bytes))
    }

    /// Checks that only zeros, less than a byte, follow the position.
    pub(super) fn end(mut self) -> Result<(), PositionError> {
        let end = self.at;
        if self.len - end >= 8 {
            return Err(PositionError::too_long(end, self.len));
        }
        while self.at < self.len {
            let at = self.at;
            if self.bit("zeros")? {
                return Err(PositionError::invalid(at, "a bit that is set", "zeros after the position's last bit"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_bit_comes_first_and_the_last_byte_is_filled_with_zeros() {
        let mut sink = PositionWriter::new();
        sink.put(3, 0b101);
        sink.number(9, &BigUint::from(0b1_0000_0011_u32));
        let bits = sink.finish();
        assert_eq!((bits.bytes.as_slice(), bits.len), ([0b1011_0000, 0b0011_0000].as_slice(), 12));
        let mut read = PositionReader::new(&bits.bytes);
        assert_eq!(read.take(3, "x"), Ok(0b101));
        assert_eq!(read.number(9, "x"), Ok(BigUint::from(0b1_0000_0011_u32)));
        assert_eq!(read.end(), Ok(()));
    }

    #[test]
    fn bits_that_are_missing_and_bits_too_many() {
        let mut read = PositionReader::new(&[0xff]);
        assert_eq!(read.take(9, "nine bits").unwrap_err().to_string(), "the bits end after 8: expected nine bits");
        let mut read = PositionReader::new(&[0xf4, 0]);
        assert_eq!(read.take(4, "x"), Ok(15));
        assert_eq!(
            read.end().unwrap_err().to_string(),
            "the position ends after 4 bits, and there are 16: expected no byte after its last one"
        );
        let mut read = PositionReader::new(&[0xf4]);
        assert_eq!(read.take(4, "x"), Ok(15));
        assert_eq!(
            read.end().unwrap_err().to_string(),
            "a bit that is set at bit 5 has no meaning there: expected zeros after the position's last bit"
        );
    }
}
