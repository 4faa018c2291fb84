//! What parts a game that was a binary section from the next one.

/// What stands behind a section whose game has become text, and so has a line end of its own: the line ends that come
/// before it now, and how many of its bytes go. A game is parted from the next by an empty line, as PGN has it; without
/// one, readers lose tags of the next game. The empty line is the text's, which ends with `line_end`, whatever the next
/// game has.
pub fn part_behind_section(line_end: &str, next: &[u8]) -> (Vec<u8>, usize) {
    let (mut count, mut at, mut first, mut are_same) = (0, 0, 0, true);
    while let Some(end) = line_end_at(&next[at..]) {
        are_same &= next[at..at + end] == *line_end.as_bytes();
        (count, at) = (count + 1, at + end);
        if count == 1 {
            first = at;
        }
    }
    let gone = if count > 1 || at == next.len() { 1 } else { 0 };
    match next.first() {
        None | Some(b' ' | b'\t') => (Vec::new(), 0),
        Some(_) if count == 0 => (line_end.into(), 0),
        Some(_) if are_same => (Vec::new(), first * gone),
        Some(_) => (line_end.repeat(count - gone).into(), at),
    }
}

/// A comment stands behind the game that ends before it, with no empty line between them: most readers take it for that
/// game's, and not for one of the next.
pub fn is_commented_behind(game: &[u8], behind: &[u8]) -> bool {
    let next = behind.trim_ascii_start();
    if !matches!(next.first(), Some(b'{' | b';')) {
        return false;
    }
    let ends = [&game[game.trim_ascii_end().len()..], &behind[..behind.len() - next.len()]];
    // Lines may end with CR, LF or both.
    let blank = ends.concat();
    memchr::memchr_iter(b'\n', &blank).count() < 2 && memchr::memmem::find(&blank, b"\r\r").is_none()
}

/// Leaves the empty line out that ends an exported game, for the comment that comes.
pub fn join_behind(exported: &mut Vec<u8>) {
    for empty in [b"\r\n\r\n".as_slice(), b"\n\n", b"\r\r"] {
        if exported.ends_with(empty) {
            return exported.truncate(exported.len() - empty.len() / 2);
        }
    }
}

/// The line end that a text ends with; `\n` if it ends with none.
pub fn last_line_end(text: &[u8]) -> &'static str {
    match text {
        [.., b'\r', b'\n'] => "\r\n",
        [.., b'\r'] => "\r",
        _ => "\n",
    }
}

/// The length of the line end that a text begins with.
fn line_end_at(text: &[u8]) -> Option<usize> {
    match text {
        [b'\r', b'\n', ..] => Some(2),
        [b'\r' | b'\n', ..] => Some(1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_line_parts_games() {
        let cases: [(&str, &str); 11] = [
            ("[White]", "\n[White]"),
            ("\n[White]", "\n[White]"),
            ("\n\n[White]", "\n[White]"),
            ("\n\n\n[White]", "\n\n[White]"),
            ("\n \n[White]", "\n \n[White]"),
            (" \n[White]", " \n[White]"),
            ("1. e4 *", "\n1. e4 *"),
            ("\n", ""),
            ("\n\n", "\n"),
            ("", ""),
            ("\r[White]", "\n[White]"),
        ];
        let ends = ["\n", "\r\n", "\r"];
        for (next, expected) in cases {
            for (of_text, of_next) in ends.iter().flat_map(|of_text| ends.map(|of_next| (of_text, of_next))) {
                // Line ends in front of anything else are the text's.
                let next = next.replace('\r', "\n").replace('\n', of_next);
                let lead = expected.len() - expected.trim_start_matches('\n').len();
                let expected = expected[..lead].replace('\n', of_text) + &expected[lead..].replace('\n', of_next);
                let (before, gone) = part_behind_section(of_text, next.as_bytes());
                let parted = [&before, &next.as_bytes()[gone..]].concat();
                let shown = |bytes: &[u8]| bytes.escape_ascii().to_string();
                assert_eq!(shown(&parted), shown(expected.as_bytes()), "{of_text:?} {next:?}");
            }
        }
    }
}
