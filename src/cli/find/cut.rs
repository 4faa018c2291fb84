//! Where a game is cut: behind a half-move, with what is said of it.

use vgn_engine::notation::nag;
use vgn_engine::syntax::comments_at_start;

/// The end of a half-move with the glyphs and comments behind it. Its text ends at `at`, and its game at `until`.
pub fn annotated_end(bytes: &[u8], at: usize, until: usize) -> usize {
    let game = &bytes[..until.min(bytes.len())];
    let mut end = at;
    while let Some(rest) = game.get(end..) {
        let blanks = rest.len() - rest.trim_ascii_start().len();
        let rest = &rest[blanks..];
        let length = match rest.first() {
            Some(b'{' | b';') => comments_at_start(rest, false, true).comments.first().map_or(0, |first| first.end),
            Some(_) => glyph_len(rest),
            None => 0,
        };
        if length == 0 {
            break;
        }
        end += blanks + length;
    }
    end
}

/// The length of the NAG or the glyph at the start, in bytes; 0 if there is none.
fn glyph_len(text: &[u8]) -> usize {
    let run = |of: fn(&u8) -> bool, from: usize| text[from..].iter().take_while(|byte| of(byte)).count();
    match text[0] {
        b'$' => Some(run(u8::is_ascii_digit, 1)).filter(|digits| *digits > 0).map_or(0, |digits| 1 + digits),
        b'!' | b'?' => run(|byte| matches!(byte, b'!' | b'?'), 0),
        _ => {
            let ends_word = |byte: &u8| byte.is_ascii_whitespace() || b"{};()$".contains(byte);
            let word = &text[..text.iter().position(ends_word).unwrap_or(text.len())];
            let is_glyph = std::str::from_utf8(word).is_ok_and(|word| nag::printed_glyphs().any(|glyph| glyph == word));
            if is_glyph { word.len() } else { 0 }
        }
    }
}

/// The game cut at this length, with a terminator.
pub fn with_terminator(game: &[u8], length: usize) -> Vec<u8> {
    let kept = game[..length.min(game.len())].trim_ascii_end();
    let last_line = kept.rsplit(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
    // A comment that the line ends would have the terminator in it.
    let is_open = last_line.contains(&b';');
    let line_end = if memchr::memmem::find(game, b"\r\n").is_some() { "\r\n" } else { "\n" };
    [kept, if is_open { line_end } else { " " }.as_bytes(), b"*"].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_the_half_move_stays() {
        for (behind, kept) in [
            ("!? $14 {a} {b ) c} (1. d4) {c} e5", "!? $14 {a} {b ) c}"),
            (" e5 {a} 1-0", ""),
            ("\n; a\n{b}\n\n{c} 1... e5", "\n; a\n{b}\n\n{c}"),
            ("?!$2 1... e5", "?!$2"),
            (" +/- e5", " +/-"),
            (" 1/2-1/2", ""),
            (" $ e5", ""),
            ("", ""),
        ] {
            let text = format!("1. e4{behind}");
            let end = annotated_end(text.as_bytes(), 5, text.len());
            assert_eq!(&text[5..end], kept, "{behind}");
        }
        assert_eq!(with_terminator(b"1. e4 e5 1-0", 5), b"1. e4 *");
        assert_eq!(with_terminator(b"1. e4 ; a\r\ne5 1-0", 9), b"1. e4 ; a\r\n*");
    }
}
