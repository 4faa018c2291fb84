//! The bytes that survive when an editor decodes a file as text: printable ASCII.
//!
//! Printable ASCII characters keep their order in any encoding, and however an editor changes line ends, null bytes and
//! invalid bytes. White space is left out with the rest.

/// The printable ASCII bytes, which every editor preserves.
pub(super) fn of_bytes(bytes: &[u8]) -> impl Iterator<Item = u8> {
    bytes.iter().copied().filter(u8::is_ascii_graphic)
}

/// The part of a game's text, or of its bytes, from its first tag. Comments and white space before the tag cannot be
/// distinguished from the rest of a damaged section.
pub(super) fn from_first_tag(bytes: &[u8]) -> &[u8] {
    let starts_line = |at: &usize| {
        let before = bytes[..*at].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
        before.is_none_or(|before| matches!(before, b'\n' | b'\r' | b'\xbf'))
    };
    let mut brackets = memchr::memchr_iter(b'[', bytes);
    let first = brackets.clone().find(starts_line).or_else(|| brackets.next());
    first.map_or(&[], |first| &bytes[first..])
}
