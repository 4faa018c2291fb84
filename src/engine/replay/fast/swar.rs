//! SIMD within a register: finds the first matching byte among eight at once.

/// The same byte eight times.
pub(super) const fn all(byte: u8) -> u64 {
    u64::MAX / 0xff * byte as u64
}

const HIGHEST: u64 = all(0x80);

/// Eight bytes from `at`, the first one lowest, padded with zeros.
#[inline(always)]
pub(super) fn at(bytes: &[u8], at: usize) -> u64 {
    match bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        Some(eight) => u64::from_le_bytes(*eight),
        None => near_end(bytes, at),
    }
}

#[cold]
fn near_end(bytes: &[u8], at: usize) -> u64 {
    let rest = bytes.get(at..).unwrap_or_default();
    let mut eight = [0; 8];
    for (byte, there) in eight.iter_mut().zip(rest) {
        *byte = *there;
    }
    u64::from_le_bytes(eight)
}

/// Marks the first byte that is less than `bound` (at most 128), and possibly bytes after it.
#[inline(always)]
pub(super) const fn below(eight: u64, bound: u8) -> u64 {
    eight.wrapping_sub(all(bound)) & !eight & HIGHEST
}

/// Marks the first byte equal to `byte`, and possibly bytes after it.
#[inline(always)]
pub(super) const fn is(eight: u64, byte: u8) -> u64 {
    below(eight ^ all(byte), 1)
}

/// Index of the first marked byte; 8 if there is none.
#[inline(always)]
pub(super) const fn first(marks: u64) -> usize {
    marks.trailing_zeros() as usize / 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_match_is_marked_at_any_index() {
        for text in
            [&b"abcdefgh"[..], b"ab cd ef", b"\xe9\xe9 \"\xff\x80", b"", b"a\0b", b"      \"\"", b"xyz\\\n", b"\xa2\""]
        {
            let mut bytes = text.to_vec();
            bytes.resize(8, 0);
            for byte in 0..0x80 {
                let found = bytes.iter().position(|&b| b == byte);
                assert_eq!(first(is(at(text, 0), byte)), found.unwrap_or(8), "{text:?} {byte}");
                let found = bytes.iter().position(|&b| b < byte);
                assert_eq!(first(below(at(text, 0), byte)), found.unwrap_or(8), "{text:?} {byte}");
            }
        }
        assert_eq!(at(b"0123456789", 2), u64::from_le_bytes(*b"23456789"));
        assert_eq!(at(b"0123456789", 7), u64::from_le_bytes(*b"789\0\0\0\0\0"));
        assert_eq!(at(b"0123456789", 99), 0);
    }
}
