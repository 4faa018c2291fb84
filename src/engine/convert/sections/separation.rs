//! Separation of a game that had a binary section from the next game.

use crate::score::{OutlineToken, SourceOutline, slice};
use crate::syntax::Token;
use crate::syntax::games::next_game;
use crate::syntax::{is_terminator, line_ends};

/// Message of the loss when a game that [runs on](runs_on) is exported.
pub const RUNS_ON: &str = "the game has no terminator, and tags follow its moves at once: programs that read over them \
                           take what comes after for moves of this game, and will not when it ends here";

/// Whether the token is a comment without its `}`.
pub(in crate::convert) fn is_open_comment(text: &str, item: &OutlineToken) -> bool {
    item.token == Token::BraceComment && !slice(text, &item.range).ends_with('}')
}

/// The line ends to write after a game whose section became text and therefore ends with a line end of its own, and how
/// many bytes of `next` they replace. An empty line separates games, as in PGN; without it, readers lose tags of the
/// next game. The empty line uses `line_end`, that of the game's text, whatever the next game uses.
pub fn separate_after_section(line_end: &str, next: &[u8]) -> (Vec<u8>, usize) {
    let (mut count, mut at, mut first, mut are_same) = (0, 0, 0, true);
    while let Some(end) = line_end_at(&next[at..]) {
        are_same &= next[at..at + end] == *line_end.as_bytes();
        (count, at) = (count + 1, at + end);
        if count == 1 {
            first = at;
        }
    }
    let consumed = if count > 1 || at == next.len() { 1 } else { 0 };
    match next.first() {
        None | Some(b' ' | b'\t') => (Vec::new(), 0),
        Some(_) if count == 0 => (line_end.into(), 0),
        Some(_) if are_same => (Vec::new(), first * consumed),
        Some(_) => (line_end.repeat(count - consumed).into(), at),
    }
}

/// Whether the text after a game separates it from the next one by itself. Text that is not a game has its own empty
/// line; a comment without an empty line before it belongs to the preceding game for most readers, if tags of the next
/// game, or an empty line, follow it. A comment before a move belongs to the next game, whose tags are written before
/// it.
pub fn is_separated_after(game: &[u8], behind: &[u8]) -> bool {
    let next = behind.trim_ascii_start();
    let lead = &behind[..behind.len() - next.len()];
    let Some(first) = next.first() else { return false };
    if lead.iter().any(|byte| matches!(byte, b'\n' | b'\r')) {
        let may_be_text = *first != b'[' && !first.is_ascii_alphanumeric();
        return may_be_text && next_game(next, 0, true).is_none_or(|found| !found.is_game);
    }
    let blank = [&game[game.trim_ascii_end().len()..], lead].concat();
    if line_ends(&blank) > 1 || *first == b'[' {
        return false;
    }
    match first {
        b'{' | b';' => !begins_movetext(next) && keeps_tag(next),
        // For those readers it belongs to this game, too.
        _ => next_game(next, 0, true).is_none_or(|found| !found.is_game),
    }
}

/// Whether the game ends without a terminator directly before the tags of the next one (rule A1), below or beside its
/// moves. Other programs skip these tags and continue this game to an empty line or a terminator.
pub fn runs_on(game: &[u8], behind: &[u8]) -> bool {
    let mut solid = game.trim_ascii_end();
    // A byte order mark where files were joined.
    while let Some(before) = solid.strip_suffix("\u{feff}".as_bytes()) {
        solid = before.trim_ascii_end();
    }
    let next = behind.trim_ascii_start();
    if next.first() != Some(&b'[') || solid.is_empty() || solid.ends_with(b"]") || ends_in_terminator(solid) {
        return false;
    }
    line_ends(&[&game[solid.len()..], &behind[..behind.len() - next.len()]].concat()) < 2
}

/// Whether a text ends in a terminator, apart from the text before it or not: `e5*`, `{x}1-0`.
pub fn ends_in_terminator(text: &[u8]) -> bool {
    let text = text.trim_ascii_end();
    let word = text.rsplit(|byte| byte.is_ascii_whitespace() || matches!(byte, b'}' | b')')).next().unwrap_or_default();
    text.ends_with(b"*") || is_terminator(word)
}

/// Whether the last thing in a game is a comment without its `}`.
pub fn ends_in_open_comment(text: &str) -> bool {
    open_comment_at_end(text).is_some()
}

/// Where the comment without its `}` begins that is the last thing in a game, in bytes of its text.
pub fn open_comment_at_end(text: &str) -> Option<usize> {
    let outline = SourceOutline::of(text);
    let last = outline.tag_comments.iter().chain(&outline.items).max_by_key(|item| item.range.end);
    last.filter(|last| is_open_comment(text, last)).map(|last| last.range.start as usize)
}

/// Tags that an export may remove.
const OF_FORMAT: [&str; 4] = ["GameFormat", "MoveFormat", "Rules", "Pieces"];

/// Whether the game at the beginning has a tag that stays in an export: without one, its comments begin the movetext,
/// behind the tags that are written.
fn keeps_tag(bytes: &[u8]) -> bool {
    let Some(next) = next_game(bytes, 0, true) else { return true };
    let text = String::from_utf8_lossy(&bytes[..next.binary.unwrap_or(next.range.end)]);
    let outline = SourceOutline::of(&text);
    !next.is_game || outline.tags.iter().any(|tag| !OF_FORMAT.contains(&slice(&text, &tag.name)))
}

/// Whether only comments precede the first move.
fn begins_movetext(mut text: &[u8]) -> bool {
    loop {
        let end = match text.first() {
            Some(b'{') => memchr::memchr(b'}', text),
            Some(b';') => memchr::memchr2(b'\n', b'\r', text),
            Some(first) => return *first != b'[',
            None => return false,
        };
        let Some(end) = end else { return false };
        text = text[end + 1..].trim_ascii_start();
    }
}

/// Removes the empty line that ends an exported game, to append text.
pub fn strip_final_empty_line(exported: &mut Vec<u8>) {
    for empty in [b"\r\n\r\n".as_slice(), b"\n\n", b"\r\r"] {
        if exported.ends_with(empty) {
            return exported.truncate(exported.len() - empty.len() / 2);
        }
    }
}

/// The line end at the end of a text; `\n` if there is none.
pub fn last_line_end(text: &[u8]) -> &'static str {
    match text {
        [.., b'\r', b'\n'] => "\r\n",
        [.., b'\r'] => "\r",
        _ => "\n",
    }
}

/// Length of the line end at the start of a text.
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
    fn text_after_a_game_may_separate_it() {
        for (game, behind, is_parted) in [
            ("*\n\n", "[White]", false),
            ("*\n", "[White]", false),
            ("*\n", "1. d4 *", false),
            ("*\n", "x y\n", true),
            ("1-0 ", "+\n\n", true),
            ("1-0 ", "+\n\n[White]", false),
            ("*\n\n", "x y\n", false),
            ("*\n", "{c}\n[White \"w\"]", true),
            ("*\n", "{c} ;d\n{e}\n[White \"w\"]", true),
            ("*\n", "{c}\n[GameFormat \"VGN\"]", false),
            ("*\n", "{c}\n[MoveFormat \"SAN\"]\n[White \"w\"]", true),
            ("*\n", "{c}\n\n1. d4 *", false),
            ("*\n", "{c}", true),
            ("*", " {c", true),
            ("*\n", "{c}\n1. d4 *", false),
            ("*\n", "; c\n1-0", false),
            ("*\n\n", "{c}\n[White]", false),
            ("*\r\n\r\n", "{c}\r\n[White]", false),
            ("*\n", "\n{c}\n", true),
            ("*\n", "\n! \n", true),
            ("*\n", "\n[White]", false),
            ("*\n", "\n{c}\n[White \"w\"]\n", false),
            ("*\n", "\n1. d4 *", false),
            ("*\n", "\n", false),
        ] {
            assert_eq!(is_separated_after(game.as_bytes(), behind.as_bytes()), is_parted, "{game:?} {behind:?}");
        }
    }

    #[test]
    fn a_game_runs_on_into_tags_below_its_moves() {
        for (game, behind, runs) in [
            ("1. e4 e5\n", "[A \"b\"]\n2. Nf3 *", true),
            ("1. e4 e5 ", "[A \"b\"] 2. Nf3 *", true),
            ("1. e4 e5 {c}\r\n", "[A \"b\"]", true),
            ("1. e4 e5\n\n", "[A \"b\"]", false),
            ("1. e4 e5\r\n", "\r\n[A \"b\"]", false),
            ("1. e4 e5 *\n", "[A \"b\"]", false),
            ("1. e4 e5* ", "[A \"b\"]", false),
            ("1. e4 e5 1-0\n\u{feff}", "[A \"b\"]", false),
            ("1. e4 e5\n\u{feff}", "[A \"b\"]", true),
            ("1. e4 e5{x}1-0\n", "[A \"b\"]", false),
            ("[A \"b\"]\n", "[A \"b\"]", false),
            ("1. e4 e5\n", "1. d4 *", false),
            ("1. e4 e5\n", "", false),
        ] {
            assert_eq!(runs_on(game.as_bytes(), behind.as_bytes()), runs, "{game:?} {behind:?}");
        }
    }

    #[test]
    fn an_empty_line_separates_games() {
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
                // Line ends before anything else belong to the text.
                let next = next.replace('\r', "\n").replace('\n', of_next);
                let lead = expected.len() - expected.trim_start_matches('\n').len();
                let expected = expected[..lead].replace('\n', of_text) + &expected[lead..].replace('\n', of_next);
                let (before, consumed) = separate_after_section(of_text, next.as_bytes());
                let parted = [&before, &next.as_bytes()[consumed..]].concat();
                let shown = |bytes: &[u8]| bytes.escape_ascii().to_string();
                assert_eq!(shown(&parted), shown(expected.as_bytes()), "{of_text:?} {next:?}");
            }
        }
    }
}
