//! Bytes that are no text: what a damaged binary section leaves behind its end. Nothing in them is worth a fix.

/// A smaller game, in bytes, is fixed at once, whatever it is.
pub(crate) const LEAST: usize = 1 << 14;

/// In text, fewer than one character in so many is a control character; among random bytes every tenth is one.
const FEW: usize = 50;

/// Is the game no text, but bytes of something else?
pub fn is_no_text(text: &str) -> bool {
    let is_control = |byte: &u8| byte.is_ascii_control() && !byte.is_ascii_whitespace() && *byte != 0x0b;
    text.len() >= LEAST && text.bytes().filter(is_control).count() > text.len() / FEW
}
