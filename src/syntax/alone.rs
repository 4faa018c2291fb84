//! What stands around a game in its file: of what other programs read, the one thing that the game's own text does not say.

use super::lines::{BYTE_ORDER_MARK, is_line_end};

/// So far back, in bytes, a comment is looked for that has no end.
pub const SURROUNDINGS: usize = 1 << 16;

/// Does every reader of the file find the game where it is cut? It begins a line and ends one, and no comment that was
/// left open before it takes it in. No fix of another game is safe: some programs read its tags as movetext, or all of it
/// as a part of the comment.
///
/// `before` is what stands before the game, the last [`SURROUNDINGS`] bytes of it at least; `is_last`: nothing stands behind
/// it.
pub fn stands_alone(before: &[u8], game: &[u8], is_last: bool) -> bool {
    let ends_line = |bytes: &[u8]| without_marks(bytes).last().is_none_or(|last| is_line_end(*last));
    let mut blanks = game.iter().skip_while(|byte| matches!(byte, b' ' | b'\t'));
    let begins = ends_line(before) || blanks.next().is_none_or(|first| is_line_end(*first));
    let near = &before[before.len().saturating_sub(SURROUNDINGS)..];
    let is_in_comment = || memchr::memrchr2(b'{', b'}', near).is_some_and(|brace| near[brace] == b'{');
    begins && (is_last || ends_line(game)) && !is_in_comment()
}

/// Byte order marks between two games belong to neither.
fn without_marks(mut bytes: &[u8]) -> &[u8] {
    while let Some(rest) = bytes.strip_suffix(BYTE_ORDER_MARK) {
        bytes = rest;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_alone_on_their_lines() {
        for (before, game, behind, alone) in [
            ("", "1. e4 *", "", true),
            ("1. e4 *\n", "1. d4 *\n", "[Event \"c\"]", true),
            ("1. e4 * \r", "1. d4 *\r", "[Event \"c\"]", true),
            ("1. e4 *\n\u{feff}", "1. d4 *\n\u{feff}", "1. c4 *", true),
            ("1. e4 *", " \n1. d4 *", "", true),
            ("", "1. e4 e5", "[Site \"b\"] 2. Nf3 *", false),
            ("1. e4 e5", "[Site \"b\"] 2. Nf3 *", "", false),
            ("1. e4 * ", "1. d4 *\n", "", false),
            ("1. e4 {a} *\n", "1. d4 *\n", "", true),
            ("1. e4 {a *\n\n", "[Event \"b\"]\n", "", false),
        ] {
            let found = stands_alone(before.as_bytes(), game.as_bytes(), behind.is_empty());
            assert_eq!(found, alone, "{before:?} {game:?} {behind:?}");
        }
    }
}
