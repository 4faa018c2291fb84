//! Whether the surroundings of a game in its file let other programs find it: the one condition on compatibility that
//! does not follow from the game's own text.

use super::lines::{BYTE_ORDER_MARK, is_line_end, line_ends};

/// How far back to search for an unterminated comment, in bytes.
pub const SURROUNDINGS: usize = 1 << 16;

/// Whether every PGN reader finds the game where it is cut: it stands on its own lines ([`has_own_lines`]), and an
/// empty line precedes its tags. Fixing another game is not safe: some programs read the tags as movetext, or the whole
/// game as part of a comment.
///
/// `before` is the text before the game, at least its last [`SURROUNDINGS`] bytes; `is_last`: no text follows the game.
pub fn stands_alone(before: &[u8], game: &[u8], is_last: bool) -> bool {
    stands_alone_behind(b"", before, game, is_last)
}

/// Same as [`stands_alone`], with the text before the game in two parts, the farther one first.
pub fn stands_alone_behind(far: &[u8], near: &[u8], game: &[u8], is_last: bool) -> bool {
    has_own_lines_behind(far, near, game, is_last) && !is_tagged_below(far, near, game)
}

/// Whether the game begins and ends at line boundaries, and no unterminated comment before it includes it. Parameters
/// as for [`stands_alone`].
pub fn has_own_lines(before: &[u8], game: &[u8], is_last: bool) -> bool {
    has_own_lines_behind(b"", before, game, is_last)
}

fn has_own_lines_behind(far: &[u8], near: &[u8], game: &[u8], is_last: bool) -> bool {
    let ends_line = |bytes: &[u8]| without_marks(bytes).last().map(|last| is_line_end(*last));
    let first = || game.iter().find(|byte| !matches!(byte, b' ' | b'\t'));
    let begins =
        || ends_line(near).or_else(|| ends_line(far)).unwrap_or(true) || first().is_none_or(|byte| is_line_end(*byte));
    let ends = || is_last || ends_line(game).unwrap_or(true);
    let is_in_comment = || {
        let near = &near[near.len().saturating_sub(SURROUNDINGS)..];
        let far = &far[far.len().saturating_sub(SURROUNDINGS - near.len())..];
        let last_brace = |bytes: &[u8]| memchr::memrchr2(b'{', b'}', bytes).map(|at| bytes[at]);
        last_brace(near).or_else(|| last_brace(far)) == Some(b'{')
    };
    begins() && ends() && !is_in_comment()
}

/// Whether the game begins with tags on the line directly below the preceding text.
fn is_tagged_below(far: &[u8], near: &[u8], game: &[u8]) -> bool {
    let lead = &game[..game.len() - game.trim_ascii_start().len()];
    if game.get(lead.len()) != Some(&b'[') {
        return false;
    }
    let solid_end = |text: &[u8]| {
        let is_solid = |byte: &u8| !byte.is_ascii_whitespace() && !BYTE_ORDER_MARK.contains(byte);
        text.iter().rposition(is_solid).map(|last| last + 1)
    };
    let blank = match (solid_end(near), solid_end(far)) {
        (Some(end), _) => [&near[end..], lead].concat(),
        (None, Some(end)) => [&far[end..], near, lead].concat(),
        (None, None) => return false,
    };
    line_ends(&blank) < 2
}

/// Strips byte order marks, which belong to neither of the games around them.
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
            ("1. e4 *\n", "[Event \"b\"]\n", "", false),
            ("1. e4 *\n\n", "[Event \"b\"]\n", "", true),
            ("1. e4 *\r\n \r\n", "[Event \"b\"]\n", "", true),
            ("1. e4 *\r\r", "[Event \"b\"]\r", "", true),
            ("1. e4 *\r\n\u{feff}", "[Event \"b\"]\r", "", false),
            ("1. e4 *", "\n\n[Event \"b\"]\n", "", true),
            ("\n", "[Event \"b\"]\n", "", true),
            ("\u{feff}", "[Event \"b\"]\n", "", true),
        ] {
            let found = stands_alone(before.as_bytes(), game.as_bytes(), behind.is_empty());
            assert_eq!(found, alone, "{before:?} {game:?} {behind:?}");
            for cut in (0..=before.len()).filter(|cut| before.is_char_boundary(*cut)) {
                let (far, near) = before.as_bytes().split_at(cut);
                assert_eq!(
                    stands_alone_behind(far, near, game.as_bytes(), behind.is_empty()),
                    alone,
                    "{before:?} {cut}"
                );
            }
        }
    }
}
