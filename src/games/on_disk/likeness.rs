//! What stays the same of bytes when an editor takes them for text: printable ASCII.
//!
//! Whatever encoding an editor reads a file in, and whatever it makes of line ends, null bytes and bytes that are no
//! text, ASCII signs stay, in their order. White space is left out with the rest.

/// The signs of bytes that every editor shows; those of text, whose other characters have no bytes of ASCII.
pub(super) fn of_bytes(bytes: &[u8]) -> impl Iterator<Item = u8> {
    bytes.iter().copied().filter(u8::is_ascii_graphic)
}

/// The part of a game's text, or of its bytes, that begins with its first tag. What stands before it, comments and
/// white space, cannot be told from what is left of a damaged section.
pub(super) fn from_first_tag(bytes: &[u8]) -> &[u8] {
    let starts_line = |at: &usize| {
        let before = bytes[..*at].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
        before.is_none_or(|before| matches!(before, b'\n' | b'\r' | b'\xbf'))
    };
    let mut brackets = memchr::memchr_iter(b'[', bytes);
    let first = brackets.clone().find(starts_line).or_else(|| brackets.next());
    first.map_or(&[], |first| &bytes[first..])
}
