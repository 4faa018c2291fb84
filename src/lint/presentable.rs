//! Sentences about a file as they can be shown: what they quote from it may be of any length, and hold any character.

use std::borrow::Cow;

use super::Diagnostic;

/// The longest sentence, in characters.
pub const LONGEST_MESSAGE: usize = 400;

/// The longest text between backquotes, in characters; a longer one ends with `…` after [`KEPT`] of them.
const LONGEST_QUOTE: usize = 80;
const KEPT: usize = 40;

/// Makes all sentences of findings presentable, those of fixes too. Every finding leaves by this door.
pub(crate) fn present_all(diagnostics: &mut [Diagnostic]) {
    for Diagnostic { message, related, fixes, .. } in diagnostics {
        present(message);
        related.iter_mut().for_each(|related| present(&mut related.message));
        fixes.iter_mut().for_each(|fix| present(&mut fix.title));
    }
}

fn present(message: &mut String) {
    if !is_presentable(message) {
        *message = presented(message);
    }
}

/// What nearly every sentence is: of plain ASCII, and short in itself and in what it quotes. Others may be presentable
/// too.
fn is_presentable(message: &str) -> bool {
    // To the end, without a branch for each byte.
    let plain = message.bytes().fold(true, |plain, byte| plain & matches!(byte, b' '..=b'~'));
    // What stands between backquotes is every second part.
    let is_short = || message.split('`').skip(1).step_by(2).all(|quote| quote.len() <= LONGEST_QUOTE);
    plain && message.len() <= LONGEST_MESSAGE && (message.len() <= LONGEST_QUOTE || is_short())
}

/// A text of any length with what cannot be seen in it escaped.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_invisible) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            c if is_invisible(c) => shown.extend(c.escape_default()),
            c => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

/// The sentence with what cannot be seen in it escaped, long quotes shortened, and not longer than [`LONGEST_MESSAGE`].
pub fn presented(message: &str) -> String {
    let mut shown = String::new();
    // What stands between backquotes is every second part; the file's own backquotes may add some.
    for (n, part) in message.split('`').enumerate() {
        if n > 0 {
            shown.push('`');
        }
        let long = n % 2 == 1 && part.chars().nth(LONGEST_QUOTE).is_some();
        let kept = if long { KEPT } else { usize::MAX };
        let end = part.char_indices().nth(kept).map_or(part.len(), |(at, _)| at);
        shown += &visible(&part[..end]);
        if long {
            shown.push('…');
        }
    }
    match shown.char_indices().nth(LONGEST_MESSAGE) {
        None => shown,
        Some(_) => {
            let end = shown.char_indices().nth(LONGEST_MESSAGE - 1).map_or(shown.len(), |(at, _)| at);
            shown.truncate(end);
            shown + "…"
        }
    }
}

/// Control characters, and those that change how others are shown or show nothing themselves.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_shortened_and_what_cannot_be_seen_is_escaped() {
        let long = "9".repeat(400);
        for (message, expected) in [
            ("`e5` is not legal here".to_owned(), "`e5` is not legal here".to_owned()),
            (
                format!("should be a number, not `{long}`: see"),
                format!("should be a number, not `{}…`: see", &long[..40]),
            ),
            ("`a\r\nb\t\u{1b}[1m` is no date".to_owned(), "`a\\r\\nb\\t\\u{1b}[1m` is no date".to_owned()),
            ("`\u{202e}x\u{feff}`".to_owned(), "`\\u{202e}x\\u{feff}`".to_owned()),
            ("é `Müller` 中".to_owned(), "é `Müller` 中".to_owned()),
        ] {
            let mut shown = message.clone();
            present(&mut shown);
            assert_eq!(shown, expected);
        }
        let mut endless = format!("`a` {long} {long}");
        present(&mut endless);
        assert_eq!(endless.chars().count(), LONGEST_MESSAGE);
        assert!(endless.ends_with('…'));
    }
}
