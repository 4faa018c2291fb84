//! Recognition of bytes that are not text, such as the rest of a damaged binary section. They are not worth a fix.

/// Minimum size in bytes: a smaller game is always treated as text.
pub(crate) const LEAST: usize = 1 << 14;

/// In text, fewer than one character in `FEW` is a control character; among random bytes it is one in ten.
const FEW: usize = 50;

/// Whether the game is not text, but other data.
pub fn is_no_text(text: &str) -> bool {
    let is_control = |byte: &u8| byte.is_ascii_control() && !byte.is_ascii_whitespace() && *byte != 0x0b;
    text.len() >= LEAST && text.bytes().filter(is_control).count() > text.len() / FEW
}
