//! Brenner's texts: tag pairs before the moves, and comments.

use crate::notation::binary::{BinaryEvent, latin1};

/// First bytes of texts before the moves, with their tag names.
const TAGS: [(u8, &str); 6] =
    [(b'W', "White"), (b'B', "Black"), (b'D', "Date"), (b'L', "Site"), (b'T', "Event"), (b'V', "Variation")];

/// First byte of a comment before the moves.
const COMMENT: u8 = b';';

/// First byte of the text that encodes this tag pair.
pub(super) fn tag_byte(name: &str) -> Option<u8> {
    TAGS.iter().find(|(_, known)| *known == name).map(|&(byte, _)| byte)
}

/// The event of the text between two null bytes.
pub(super) fn event(text: &[u8], before_moves: bool) -> BinaryEvent {
    if let (true, Some((&first, rest))) = (before_moves, text.split_first()) {
        if let Some((_, name)) = TAGS.iter().find(|(byte, _)| *byte == first) {
            return BinaryEvent::Tag { name: (*name).to_owned(), value: decode(rest) };
        }
        if first == COMMENT {
            return BinaryEvent::Comment(decode(rest));
        }
    }
    BinaryEvent::Comment(decode(text))
}

/// A comment with its null bytes.
pub(super) fn comment(text: &str, before_moves: bool) -> Vec<u8> {
    enclosed(before_moves.then_some(COMMENT), text)
}

/// A text with its null bytes and its first byte.
pub(super) fn enclosed(first: Option<u8>, text: &str) -> Vec<u8> {
    std::iter::once(0).chain(first).chain(text.bytes()).chain([0]).collect()
}

fn decode(text: &[u8]) -> String {
    match std::str::from_utf8(text) {
        Ok(text) => text.to_owned(),
        Err(_) => latin1(text),
    }
}
