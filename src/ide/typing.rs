//! On-type formatting: the next move number after Black's half-move and a line end, and closing brackets.
//!
//! Nothing is inserted in comments and values or if it is there already, and no bracket is closed before a word.

use std::ops::Range;

use vgn_engine::replay::parse_game;
use vgn_engine::syntax::{Node, Sink, SyntaxError, SyntaxErrorKind, Token};

use super::completion::{CompletionQuery, tag_name_begins, white_number};
use super::outline::GameOutline;

/// The trigger characters, the primary one first.
pub const TRIGGER_CHARACTERS: [char; 4] = ['\n', '{', '(', '['];

/// An insertion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnTypeEdit {
    /// In bytes of the game's text.
    pub offset: u32,
    pub text: String,
}

impl OnTypeEdit {
    fn at(offset: u32, text: impl Into<String>) -> OnTypeEdit {
        OnTypeEdit { offset, text: text.into() }
    }
}

/// The insertion after a typed character, which precedes the query's offset. After a line end blanks may precede the
/// offset.
pub fn on_type(query: &CompletionQuery<'_>, typed: char) -> Option<OnTypeEdit> {
    let before = query.text.get(..query.offset as usize)?;
    let behind = query.text.get(query.offset as usize..)?;
    match typed {
        '\n' => number(query, before, behind),
        _ if !before.ends_with(typed) => None,
        '{' => closing(query, before, behind, Token::BraceComment, '}'),
        '(' => closing(query, before, behind, Token::VariationOpen, ')'),
        '[' => {
            let line = line_of(behind);
            (line.trim().is_empty() && tag_name_begins(query)).then(|| OnTypeEdit::at(query.offset, ']'))
        }
        _ => None,
    }
}

/// The number of White's next half-move, at the beginning of a line.
fn number(query: &CompletionQuery<'_>, before: &str, behind: &str) -> Option<OnTypeEdit> {
    let blank = &before[before.trim_end().len()..];
    let breaks = blank.matches('\n').count().max(blank.matches('\r').count());
    let next = behind.trim_start();
    // Only a terminator or the end of a variation may follow; any other token still has its number.
    let goes_on = !matches!(next.chars().next(), None | Some(')' | '*' | '[')) && !begins_with_result(next);
    let line = line_of(behind).trim_start_matches([' ', '\t', ')']);
    if breaks != 1 || !line.is_empty() || goes_on {
        return None;
    }
    let text = white_number(query)?;
    Some(OnTypeEdit::at(query.offset, text))
}

fn begins_with_result(text: &str) -> bool {
    ["1-0", "0-1", "1/2-1/2"].iter().any(|result| text.starts_with(result))
}

/// The closing bracket of a comment or variation that starts with the last character and has no end.
fn closing(query: &CompletionQuery<'_>, before: &str, behind: &str, opened: Token, close: char) -> Option<OnTypeEdit> {
    if behind.starts_with(|c: char| !c.is_whitespace() && c != ')') {
        return None;
    }
    let outline = GameOutline::new(before, query.context.cancel);
    let opens =
        outline.leaves().last().is_some_and(|last| last.token == opened && last.range.start + 1 == query.offset);
    let is_open = opens
        && match opened {
            Token::VariationOpen => has_open_variation(query),
            // The next brace belongs to another comment.
            _ => !behind[behind.find(['{', '}']).unwrap_or(behind.len())..].starts_with('}'),
        };
    is_open.then(|| OnTypeEdit::at(query.offset, close))
}

fn line_of(text: &str) -> &str {
    text.split(['\n', '\r']).next().unwrap_or_default()
}

/// The game has an unclosed variation.
fn has_open_variation(query: &CompletionQuery<'_>) -> bool {
    /// Notices unclosed variations.
    #[derive(Default)]
    struct OpenVariationSink(bool);
    impl Sink for OpenVariationSink {
        fn start(&mut self, _: Node) {}
        fn token(&mut self, _: Token, _: Range<u32>) {}
        fn finish(&mut self, _: Node) {}
        fn error(&mut self, error: SyntaxError) {
            self.0 |= matches!(error.kind, SyntaxErrorKind::UnclosedVariation { .. });
        }
    }
    let mut open = OpenVariationSink::default();
    parse_game::<dyn Sink>(query.text, &mut open, query.context.cancel);
    open.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use vgn_engine::lint::{Context, FileKind, Settings};

    /// The text with the insertion after the character before `|`, which is the cursor.
    fn typed(text: &str) -> String {
        let at = text.find('|').expect("a cursor");
        let plain = text.replacen('|', "", 1);
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Pgn);
        let query = CompletionQuery::alone(&plain, at as u32, context);
        let sign = text[..at].trim_end_matches([' ', '\t']).chars().next_back().expect("a sign");
        match on_type(&query, if sign == '\r' { '\n' } else { sign }) {
            Some(OnTypeEdit { offset, text }) => {
                let (before, behind) = plain.split_at(offset as usize);
                format!("{before}{text}{behind}")
            }
            None => "nothing".to_owned(),
        }
    }

    #[test]
    fn the_next_number_behind_blacks_half_move_and_a_line_end() {
        assert_eq!(typed("1. e4 e5\n|"), "1. e4 e5\n2. ");
        assert_eq!(typed("1. e4 e5\r\n  |\r\n*"), "1. e4 e5\r\n  2. \r\n*");
        assert_eq!(typed("1.e4 e5\n|\n1-0"), "1.e4 e5\n2.\n1-0");
        assert_eq!(typed("1. e4 (1. d4 d5 {best}\n|)"), "1. e4 (1. d4 d5 {best}\n2. )");
        assert_eq!(
            typed("[GameFormat \"VGN\"]\n[MoveFormat \"MCN\"]\n\n1. e2e4 e7e5\n|"),
            "[GameFormat \"VGN\"]\n[MoveFormat \"MCN\"]\n\n1. e2e4 e7e5\n2. "
        );
    }

    #[test]
    fn no_number_where_none_is_missed() {
        for text in [
            "1. e4\n|",
            "1. e4 e5\n\n|",
            "1. e4 e5\n|2. Nf3",
            "1. e4 e5\n|\n2. Nf3",
            "1. e4 e5\n|Nf3",
            "1. e4 e5 2.\n|",
            "1. e4 e5 *\n|",
            "1. e4 e5 {comment\n|}",
            "e4 e5\n|",
            "[Event \"x\"]\n|",
            "\n|",
        ] {
            assert_eq!(typed(text), "nothing", "{text:?}");
        }
    }

    #[test]
    fn brackets_are_closed_where_they_have_no_end() {
        assert_eq!(typed("1. e4 {|"), "1. e4 {}");
        assert_eq!(typed("1. e4 {|\ne5 {a} *"), "1. e4 {}\ne5 {a} *");
        assert_eq!(typed("1. e4 e5 (|\r\n2. Nf3 *"), "1. e4 e5 ()\r\n2. Nf3 *");
        assert_eq!(typed("1. e4 (1. d4 {|)"), "1. e4 (1. d4 {})");
        assert_eq!(typed("1. e4 {| e5 2. Nf3 {a} *"), "1. e4 {} e5 2. Nf3 {a} *");
        assert_eq!(typed("1. e4 (| e5 2. Nf3 (2. Nc3) *"), "1. e4 () e5 2. Nf3 (2. Nc3) *");
        assert_eq!(typed("1. e4 (1. d4 (|) e5 *"), "1. e4 (1. d4 ()) e5 *");
        assert_eq!(typed("1. e4 (1. d4 {| d5) e5 *"), "1. e4 (1. d4 {} d5) e5 *");
        let fcn = "[MoveFormat \"FCN\"]\n\n1. Pe2-e4 (| 1.5 Pe7-e5 *";
        assert_eq!(typed(fcn), fcn.replace('|', ")"));
        assert_eq!(typed(&fcn.replace('(', "{")), fcn.replace("(|", "{}"));
        assert_eq!(typed("[|"), "[]");
        assert_eq!(typed("[Event \"x\"]\n[|\n\n1. e4 *"), "[Event \"x\"]\n[]\n\n1. e4 *");
    }

    #[test]
    fn brackets_are_not_closed_twice_and_nowhere_in_a_text() {
        for text in [
            "1. e4 {|}",
            "1. e4 {| e5 }",
            "1. e4 {|word",
            "1. e4 (|)",
            "1. e4 (|e5",
            "1. e4 (| d5) e5",
            "1. e4 {| d5} e5 {a}",
            "1. e4 ({|a",
            "1. e4 {a (|",
            "1. e4 {a {|",
            "1. e4 ; (|",
            "[Event \"(|",
            "[Event \"{|",
            "1. e4 {[|",
            "[|]",
            "[|Event \"x\"]",
            "1. e4 [|",
        ] {
            assert_eq!(typed(text), "nothing", "{text:?}");
        }
    }
}
