//! Numbers in bits, the lowest bits of a byte first.

/// Ones in a row that announce a number of 32 bits in place of a long quotient.
const ESCAPE: u32 = 24;

/// Appends numbers to bytes; [`BitWriter::finish`] fills the last byte with zeros.
pub(super) struct BitWriter<'b> {
    bytes: &'b mut Vec<u8>,
    pending: u64,
    /// Bits in `pending`, below 32.
    count: u32,
}

impl<'b> BitWriter<'b> {
    pub(super) fn new(bytes: &'b mut Vec<u8>) -> BitWriter<'b> {
        BitWriter { bytes, pending: 0, count: 0 }
    }

    /// Bits of all bytes so far, those before the first number included.
    pub(super) fn written(&self) -> usize {
        self.bytes.len() * 8 + self.count as usize
    }

    /// A number in so many bits, at most 32.
    #[inline]
    pub(super) fn push(&mut self, number: u32, bits: u32) {
        debug_assert!(bits == 32 || number >> bits == 0, "{number} has more than {bits} bits");
        self.pending |= u64::from(number) << self.count;
        self.count += bits;
        if self.count >= 32 {
            self.bytes.extend_from_slice(&(self.pending as u32).to_le_bytes());
            self.pending >>= 32;
            self.count -= 32;
        }
    }

    /// A number near 2^`low`: the quotient as ones and a zero, then the low bits (Rice).
    #[inline]
    pub(super) fn push_near(&mut self, number: u32, low: u32) {
        let quotient = number >> low;
        if quotient < ESCAPE {
            self.push((1 << quotient) - 1, quotient + 1);
            self.push(number & ((1 << low) - 1), low);
        } else {
            self.push((1 << ESCAPE) - 1, ESCAPE);
            self.push(number, 32);
        }
    }

    /// A number from 0 on that is mostly small: one bit for 0 (Elias's gamma of the number after it).
    #[inline]
    pub(super) fn push_small(&mut self, number: u32) {
        let next = u64::from(number) + 1;
        let length = next.ilog2();
        if length == 32 {
            self.push(u32::MAX, 32);
            return self.push(0, 32);
        }
        self.push((1u32 << length) - 1, length);
        self.push(0, 1);
        self.push((next - (1 << length)) as u32, length);
    }

    pub(super) fn finish(mut self) {
        while self.count > 0 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.count = self.count.saturating_sub(8);
        }
    }
}

/// Reads numbers from bytes; `None` behind their end.
pub(super) struct BitReader<'b> {
    bytes: &'b [u8],
    /// In bits.
    at: usize,
}

impl<'b> BitReader<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> BitReader<'b> {
        BitReader { bytes, at: 0 }
    }

    /// Whether less than a byte is left.
    pub(super) fn is_over(&self) -> bool {
        self.bytes.len() * 8 - self.at < 8
    }

    /// Bits left.
    pub(super) fn left(&self) -> usize {
        self.bytes.len() * 8 - self.at
    }

    /// At least 57 bits from here on, zeros behind the end.
    #[inline]
    fn peek(&self) -> u64 {
        let rest = &self.bytes[self.at / 8..];
        let word = match rest.first_chunk() {
            Some(word) => u64::from_le_bytes(*word),
            None => rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)),
        };
        word >> (self.at % 8)
    }

    #[inline]
    fn pass(&mut self, bits: u32) -> Option<()> {
        let at = self.at + bits as usize;
        (at <= self.bytes.len() * 8).then(|| self.at = at)
    }

    #[inline]
    pub(super) fn take(&mut self, bits: u32) -> Option<u32> {
        let number = (self.peek() & ((1 << bits) - 1)) as u32;
        self.pass(bits)?;
        Some(number)
    }

    #[inline]
    pub(super) fn take_near(&mut self, low: u32) -> Option<u32> {
        let quotient = self.peek().trailing_ones();
        if quotient >= ESCAPE {
            self.pass(ESCAPE)?;
            return self.take(32);
        }
        self.pass(quotient + 1)?;
        (quotient << low).checked_add(self.take(low)?)
    }

    #[inline]
    pub(super) fn take_small(&mut self) -> Option<u32> {
        let length = self.peek().trailing_ones();
        if length >= 32 {
            self.pass(32)?;
            return (self.take(32)? == 0).then_some(u32::MAX);
        }
        self.pass(length + 1)?;
        Some((1u32 << length) - 1 + self.take(length)?)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn numbers_are_read_back(
            numbers in prop::collection::vec((prop_oneof![0u32..40, 1000u32..3000, any::<u32>()], 0u32..20), 0..60),
        ) {
            let mut bytes = vec![7];
            let mut writer = BitWriter::new(&mut bytes);
            for (number, low) in &numbers {
                writer.push(*number, 32);
                writer.push_near(*number, *low);
                writer.push_small(*number);
            }
            writer.finish();
            let mut reader = BitReader::new(&bytes[1..]);
            for (number, low) in &numbers {
                prop_assert_eq!(reader.take(32), Some(*number));
                prop_assert_eq!(reader.take_near(*low), Some(*number));
                prop_assert_eq!(reader.take_small(), Some(*number));
            }
            prop_assert!(reader.is_over());
        }

        #[test]
        fn whatever_the_bytes_are_nothing_fails(bytes in prop::collection::vec(any::<u8>(), 0..40), low in 0u32..32) {
            let mut reader = BitReader::new(&bytes);
            while reader.take_small().is_some() && reader.take_near(low).is_some() && reader.take(low).is_some() {
                if low == 0 && reader.is_over() { break; }
            }
        }
    }
}
