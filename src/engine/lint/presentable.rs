//! Messages in a form that can be displayed: texts that they quote from a file may be long and contain any characters.

use std::borrow::Cow;

use super::Diagnostic;

/// Maximum length of a message, in characters.
pub const LONGEST_MESSAGE: usize = 400;

/// Maximum length of a text between backquotes, in characters; a longer one is cut after [`QUOTE_PREFIX`] characters and ends
/// with `…`.
const LONGEST_QUOTE: usize = 80;
const QUOTE_PREFIX: usize = 40;

/// Makes all messages of findings presentable, and the titles of fixes. All reports pass through this function.
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

/// Whether a message is plain ASCII and short, and so are its quotes, as nearly all are. Others may be presentable too.
fn is_presentable(message: &str) -> bool {
    // Reads to the end without a branch for each byte.
    let plain = message.bytes().fold(true, |plain, byte| plain & matches!(byte, b' '..=b'~'));
    // Every second part is between backquotes.
    let is_short = || message.split('`').skip(1).step_by(2).all(|quote| quote.len() <= LONGEST_QUOTE);
    plain && message.len() <= LONGEST_MESSAGE && (message.len() <= LONGEST_QUOTE || is_short())
}

/// A text of any length with its invisible characters escaped.
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

/// The message with invisible characters escaped, long quotes shortened, and at most [`LONGEST_MESSAGE`] characters.
pub fn presented(message: &str) -> String {
    let mut shown = String::new();
    // Every second part is between backquotes; backquotes of the file itself may add parts.
    for (n, part) in message.split('`').enumerate() {
        if n > 0 {
            shown.push('`');
        }
        let long = n % 2 == 1 && part.chars().nth(LONGEST_QUOTE).is_some();
        let kept = if long { QUOTE_PREFIX } else { usize::MAX };
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

/// Control characters, and characters that are invisible or change how others are displayed.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_shortened_and_invisible_characters_are_escaped() {
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
