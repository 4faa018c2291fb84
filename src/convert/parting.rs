//! What parts a game that was a binary section from the next one.

/// What stands behind a section whose game has become text, and so has a line end of its own: how many line ends come
/// before it now, and how many of its bytes go. A game is parted from the next by an empty line, as PGN has it; without
/// one, readers lose tags of the next game.
pub fn part_behind_section(next: &[u8]) -> (&'static [u8], usize) {
    let first = match next {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        [b' ' | b'\t', ..] | [] => return (b"", 0),
        _ => return (b"\n", 0),
    };
    match next.get(first) {
        None | Some(b'\r' | b'\n') => (b"", first),
        Some(_) => (b"", 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_line_parts_games() {
        let cases: [(&str, &str); 9] = [
            ("[White]", "\n[White]"),
            ("\n[White]", "\n[White]"),
            ("\n\n[White]", "\n[White]"),
            ("\r\n[White]", "\r\n[White]"),
            ("\r\n\r\n[White]", "\r\n[White]"),
            ("1. e4 *", "\n1. e4 *"),
            ("\n", ""),
            ("\r\n", ""),
            ("", ""),
        ];
        for (next, expected) in cases {
            let (before, gone) = part_behind_section(next.as_bytes());
            let parted = [before, &next.as_bytes()[gone..]].concat();
            assert_eq!(parted.escape_ascii().to_string(), expected.as_bytes().escape_ascii().to_string(), "{next:?}");
        }
    }
}
