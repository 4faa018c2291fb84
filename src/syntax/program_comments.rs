//! Comments of programming languages and of web pages in a game: `/* best */`, `(* best *)`, `<!-- best -->`, `// best`,
//! `# best`. They are stray text (rule C6), and their content forms no tokens.

use super::lines::{is_line_end, is_space, line_ends, skip_blanks};
use super::words::{self, WordClass};

/// First and last signs of comments, whose `*` end no game.
const BLOCKS: [(&str, &str); 3] = [("/*", "*/"), ("(*", "*)"), ("<!--", "-->")];

/// First signs of comments that end with their line.
const LINES: [&str; 2] = ["//", "# "];

/// Maximum length of a comment, in bytes: a token must not depend on text far after it.
const LONGEST: usize = 400;

/// Whether the text begins like a comment.
#[inline]
pub(super) fn begins_program_comment(text: &[u8]) -> bool {
    matches!(text, [b'/' | b'(', b'*', ..] | [b'/', b'/', ..] | [b'#', b' ', ..] | [b'<', b'!', b'-', b'-', ..])
}

/// The text of a comment, which ends it.
pub(crate) fn in_program_comment(text: &str) -> Option<&str> {
    let whole = program_comment_end(text.as_bytes(), 0)? == text.len();
    let signs = BLOCKS.into_iter().find(|(open, _)| text.starts_with(open));
    let (open, close) = signs.map_or((2, 0), |(open, close)| (open.len(), close.len()));
    whole.then(|| &text[open..text.len() - close])
}

/// End of the comments of programming languages at the line's beginning, if a game begins after them: with a number, or
/// with a half-move that begins no sentence.
pub(super) fn comment_before_game(line: &[u8]) -> Option<usize> {
    let mut end = 0;
    while begins_program_comment(&line[end..]) {
        end += program_comment_end(&line[end..], 0)?;
        end = skip_blanks(line, end);
    }
    let mut rest = &line[end..];
    while let Some(inner) = rest.strip_prefix(b"{") {
        rest = inner[memchr::memchr(b'}', inner)? + 1..].trim_ascii_start();
    }
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_number = digits > 0 && rest.get(digits) == Some(&b'.');
    (end > 0 && (is_number || begins_half_moves(rest))).then_some(end)
}

/// Whether the text begins with a half-move, and words are no more than half of it.
fn begins_half_moves(text: &[u8]) -> bool {
    let first = text.split(|byte| is_space(*byte)).next().unwrap_or_default();
    let (words, half_moves) = count_words(text);
    words::classify(first) == WordClass::Move && words < half_moves
}

/// End of the comment at `at`; `None` if there is none.
pub(super) fn program_comment_end(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes[at..] {
        [b'/', b'/', ..] => line_comment_end(bytes, at),
        [b'#', b' ', ..] => line_comment_end(bytes, at),
        [b'/' | b'(' | b'<', ..] => block_end(bytes, at),
        _ => None,
    }
}

/// Whether text after the last byte may decide if a comment is at `at`, or where it ends.
pub(super) fn program_comment_goes_on(bytes: &[u8], at: usize) -> bool {
    let rest = &bytes[at..];
    if !begins_program_comment(rest) || rest.len() >= LONGEST {
        return false;
    }
    let is_line = LINES.iter().any(|sign| rest.starts_with(sign.as_bytes()));
    if is_line { !rest.iter().any(|byte| is_line_end(*byte)) } else { block_end(bytes, at).is_none() }
}

/// End of a comment between two signs. Braces in it are whole comments, parentheses in `(* *)` are pairs (several
/// terminators are no comment), and no tag and no empty line is in it.
#[cold]
fn block_end(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = &bytes[at..bytes.len().min(at + LONGEST)];
    let (open, close) = BLOCKS.into_iter().find(|(open, _)| rest.starts_with(open.as_bytes()))?;
    let (mut n, mut depth) = (open.len(), 0_usize);
    while !rest.get(n..)?.starts_with(close.as_bytes()) {
        match rest.get(n)? {
            b'}' => return None,
            b'{' => n += rest[n..].iter().position(|byte| *byte == b'}')?,
            b'(' => depth += 1,
            b')' if open == "(*" => depth = depth.checked_sub(1)?,
            _ => {}
        }
        n += 1;
    }
    let inner = &rest[open.len()..n];
    let is_text = inner.iter().any(|byte| !matches!(byte, b'*') && !is_space(*byte)) && (open == "/*" || depth == 0);
    (is_text && !may_hold_tag(inner) && !has_empty_line(inner)).then_some(at + n + close.len())
}

/// Whether a `[` before a letter, and a quote after it, may form a tag.
fn may_hold_tag(text: &[u8]) -> bool {
    let begins = |pair: &[u8]| pair[0] == b'[' && (pair[1].is_ascii_alphabetic() || pair[1] == b'_');
    text.windows(2).position(begins).is_some_and(|open| text[open..].contains(&b'"'))
}

fn has_empty_line(text: &[u8]) -> bool {
    text.chunk_by(|one, other| is_space(*one) == is_space(*other)).any(|run| is_space(run[0]) && line_ends(run) > 1)
}

/// End of a comment that ends with its line, or before the first of a game's signs in it: a brace, a bracket other than
/// those of a command (`[%clk 1:00]`), a `;`, a `)` without its `(`, a terminator. It has words, no fewer than half-moves.
#[cold]
fn line_comment_end(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = &bytes[at..bytes.len().min(at + LONGEST)];
    let mut depth = 0_usize;
    let mut end = 2;
    loop {
        match &rest[end..] {
            [] if rest.len() >= LONGEST => return None,
            [] => break,
            [b'(', ..] => depth += 1,
            [b')', ..] if depth > 0 => depth -= 1,
            [b'[', b'%', command @ ..] => match command.iter().position(|byte| *byte == b']' || is_line_end(*byte)) {
                Some(close) if command[close] == b']' => end += close + 2,
                _ => break,
            },
            [byte, ..] if is_line_end(*byte) || b"{}[];)".contains(byte) => break,
            _ => {}
        }
        end += 1;
    }
    let text = &rest[2..end];
    let words = text.split(|byte| is_space(*byte));
    let mut before = 0;
    for word in words {
        if word == b"*" || words::is_terminator(word) {
            break;
        }
        before += word.len() + 1;
    }
    let text = text[..before.min(text.len())].trim_ascii_end();
    let (words, half_moves) = count_words(text);
    (words > 0 && words >= half_moves).then_some(at + 2 + text.len())
}

/// The numbers of words with letters and of half-moves.
fn count_words(text: &[u8]) -> (usize, usize) {
    let (mut words, mut half_moves) = (0, 0);
    for word in text.split(|byte| is_space(*byte) || matches!(byte, b'(' | b')')) {
        let number = word.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'.').count();
        match words::classify(&word[number..]) {
            WordClass::Move | WordClass::Board => half_moves += 1,
            _ => words += usize::from(word.iter().any(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80)),
        }
    }
    (words, half_moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_end_before_the_signs_of_a_game() {
        for (text, comment) in [
            ("/* c */ e5", Some("/* c */")),
            ("(* 1. e4 *) e5", Some("(* 1. e4 *)")),
            ("(*) (1. e4 *)", None),
            ("(* e5) (1. e4 *)", None),
            ("/* c\nd */ e5", Some("/* c\nd */")),
            ("/* c\n\nd */", None),
            ("/* c\n*/", Some("/* c\n*/")),
            ("/* {x} */ e5", Some("/* {x} */")),
            ("/* {*/} [x]; ! */ e5", Some("/* {*/} [x]; ! */")),
            ("(* (c) *) e5", Some("(* (c) *)")),
            ("/* {x */ e5}", None),
            ("/* {x\n} */", Some("/* {x\n} */")),
            ("/* x} */", None),
            ("/* [A \"x\"] */", None),
            ("(* (1. e4 *) e5 *)", None),
            ("(* * *)", None),
            ("// c\n2. Nf3", Some("// c")),
            ("// 2. d4 is better\r\n2. Nf3", Some("// 2. d4 is better")),
            ("// c", Some("// c")),
            ("// as (I think) good) e5", Some("// as (I think) good")),
            ("// good {x} e5", Some("// good")),
            ("// [%clk 0:01:00]\ne5", Some("// [%clk 0:01:00]")),
            ("// so [%clk 1\ne5", Some("// so")),
            ("// (1. Pd2-d4) 1.5 Pe7-e5\n", None),
            ("// good 1-0", Some("// good")),
            ("// good *", Some("// good")),
            ("// e5 2. Nf3\n", None),
            ("//\n", None),
            ("// 1-0 so\n", None),
            ("# good\n", Some("# good")),
            ("# 1-0\n", None),
            ("#\n", None),
        ] {
            assert_eq!(program_comment_end(text.as_bytes(), 0).map(|end| &text[..end]), comment, "{text}");
            for at in 2..text.len() {
                let seen = &text.as_bytes()[..at];
                let found = program_comment_end(seen, 0);
                let is_decided = !program_comment_goes_on(seen, 0) && found != Some(at);
                assert!(!is_decided || found.map(|end| &text[..end]) == comment, "{}", &text[..at]);
            }
        }
        assert_eq!(program_comment_end(b"Qh7 # {x}\n", 4), None);
        assert_eq!(in_program_comment("// c"), Some(" c"));
        assert_eq!(in_program_comment("/* c */"), Some(" c "));
        assert_eq!(in_program_comment("<!-- c -->"), Some(" c "));
    }

    #[test]
    fn a_game_may_begin_after_comments() {
        for (line, end) in [
            ("/* c */ 1. e4", Some(8)),
            ("/* c */ {x} 1. e4", Some(8)),
            ("/* a */ /* b */ 1. e4", Some(16)),
            ("/* c */ e4 e5 *", Some(8)),
            ("/* c */ e4 is good", None),
            ("/* c */", None),
            ("// c", None),
            ("{x} 1. e4", None),
            ("1. e4", None),
        ] {
            assert_eq!(comment_before_game(line.as_bytes()), end, "{line}");
        }
    }
}
