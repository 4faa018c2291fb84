//! Stepping over binary move sections, so that the text after them is found again (rules B10 and E1).
//!
//! Only where a section ends is known here; what its bytes mean belongs to `notation`.

use super::comments::is_tag_pair;
use super::lines::at_line_start;

/// The ways in which binary sections end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BinaryKind {
    /// BCCF 1.1: two bytes a half-move, the last bit of the last one set.
    Bccf,
    /// BCFEN 1.1: 32 bytes a board, then the byte 88.
    Bcfen,
    /// The section's end is not known: it is taken to reach to the next line that begins with a whole tag pair.
    Open,
}

/// The kind of binary format that a `MoveFormat` value names, with or without its quotes; `None` for a text format.
pub(super) fn kind(value: &[u8]) -> Option<BinaryKind> {
    let value = value.strip_prefix(b"\"").unwrap_or(value);
    let value = value.strip_suffix(b"\"").unwrap_or(value);
    let first = value.split(|&b| b == b':').next().unwrap_or(value).trim_ascii();
    let is = |name: &[u8]| first.eq_ignore_ascii_case(name);
    if is(b"BCCF") || is(b"BCCF2") {
        Some(BinaryKind::Bccf)
    } else if is(b"BCFEN") || is(b"BCFEN2") {
        Some(BinaryKind::Bcfen)
    } else if is(b"PGC") || is(b"BRENNER") || is(b"BRENNER2") || is(b"BCCF1") || is(b"BCFEN1") {
        Some(BinaryKind::Open)
    } else {
        None
    }
}

/// The end of the section that starts at `start`; `None` when more bytes are needed (only without `last`).
pub(super) fn section_end(kind: BinaryKind, bytes: &[u8], start: usize, last: bool) -> Option<usize> {
    let cut = last.then_some(bytes.len());
    let section = &bytes[start..];
    match kind {
        BinaryKind::Bccf => {
            let over = section.chunks_exact(2).position(|pair| pair[1] & 1 == 1);
            over.map(|n| start + 2 * (n + 1)).or(cut)
        }
        BinaryKind::Bcfen => {
            let over = section.chunks(32).position(|board| board[0] == 0x88);
            over.map(|n| start + 32 * n + 1).or(cut)
        }
        BinaryKind::Open => {
            let tag = memchr::memchr_iter(b'[', section)
                .map(|n| start + n)
                .find(|&at| at_line_start(bytes, at) && is_tag_pair(bytes, at, true) == Some(true));
            tag.or(cut)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::games::games;

    #[test]
    fn games_after_binary_sections_are_found() {
        let mut file = b"[MoveFormat \"BCCF:x\"]".to_vec();
        file.extend([0x31, 0x70, 0x5b, 0x2a, 0x18, 0xd1]);
        file.extend(b"\n\n[GameFormat \"VGN\"]\n[MoveFormat \"bcfen\"]");
        file.extend([0x28; 32]);
        file.push(0x88);
        file.extend(b"1. e4 1-0\n");
        let spans: Vec<_> = games(&file).collect();
        assert_eq!(
            spans.iter().map(|s| (s.range.len(), s.binary.is_some())).collect::<Vec<_>>(),
            [(27, true), (74, true), (10, false),]
        );
    }
}
