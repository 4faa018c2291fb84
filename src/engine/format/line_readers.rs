//! A model of line-based readers such as python-chess, for which a line is one tag or none and an empty line ends a
//! game, with a terminator or without. They must read the same from a game before and after it is laid out.

use std::borrow::Cow;

/// The state of a line-based reader at the start of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineReaderState {
    /// Before a game. `is_first`: no line has been skipped.
    Between {
        is_first: bool,
    },
    Tags {
        behind_empty_line: bool,
    },
    Movetext,
    Comment,
}

/// All states except inside a comment.
const STATES: [LineReaderState; 5] = [
    LineReaderState::Between { is_first: true },
    LineReaderState::Between { is_first: false },
    LineReaderState::Tags { behind_empty_line: false },
    LineReaderState::Tags { behind_empty_line: true },
    LineReaderState::Movetext,
];

/// The states that a line-based reader can be in where a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineReaderStates {
    states: [Option<LineReaderState>; STATES.len()],
    /// The game begins in the middle of a line.
    in_line: bool,
}

impl LineReaderStates {
    /// At the beginning of a file.
    pub(super) fn first() -> LineReaderStates {
        LineReaderStates { states: among(&STATES[..1]), in_line: false }
    }

    /// At an unknown place in a file.
    pub(super) fn unknown() -> LineReaderStates {
        LineReaderStates { states: among(&STATES), in_line: true }
    }

    /// Advances over a part of the file that leaves no comment open.
    pub(super) fn pass(&mut self, part: &[u8]) {
        let solid = part.trim_ascii_end().len();
        let line_start = memchr::memrchr2(b'\n', b'\r', &part[..solid]).map(|end| end + 1);
        match line_start.or((!self.in_line).then_some(0)).and_then(|start| part[..solid].get(start)) {
            // Only the rest of a line that began earlier.
            None => {}
            // A line that begins with `[` is a tag, except in movetext.
            Some(b'[') => {
                self.states = among(&[LineReaderState::Tags { behind_empty_line: false }, LineReaderState::Movetext])
            }
            Some(first) if first.is_ascii() && !matches!(first, b'%' | b';') => {
                self.states = among(&[LineReaderState::Movetext])
            }
            Some(_) => self.states = among(&STATES),
        }
        let blank = std::str::from_utf8(&part[solid..]).unwrap_or_default();
        let blank = if solid > 0 || self.in_line { behind_line(blank) } else { blank };
        for state in self.states.iter_mut().flatten() {
            *state = read(blank, *state).state;
        }
        if let Some(last) = part.last() {
            self.in_line = !matches!(last, b'\n' | b'\r');
        }
    }

    /// A text of which a line-based reader finds nothing but one game with its tags is read the same from every possible
    /// starting state. `begins_empty`: its first line is empty.
    pub(super) fn read_plainly(&self, begins_empty: bool) -> bool {
        let is_plain = |state: &LineReaderState| match state {
            LineReaderState::Between { .. } => true,
            LineReaderState::Movetext => begins_empty,
            LineReaderState::Tags { .. } | LineReaderState::Comment => false,
        };
        !self.in_line && self.states.iter().flatten().all(is_plain)
    }

    /// Both texts read the same from every possible starting state.
    pub(super) fn read_alike(&self, before: &str, after: &str) -> bool {
        let [before, after] = [before, after].map(|text| if self.in_line { behind_line(text) } else { text });
        self.states.iter().flatten().all(|state| read(before, *state) == read(after, *state))
    }
}

/// The number of games that a line-based reader finds in a game's text, at the beginning of a file.
pub fn games_by_lines(text: &str) -> usize {
    read(text, STATES[0]).events.iter().filter(|event| **event == LineEvent::Game).count()
}

fn among(states: &[LineReaderState]) -> [Option<LineReaderState>; STATES.len()] {
    let mut all = [None; STATES.len()];
    for (place, state) in all.iter_mut().zip(states) {
        *place = Some(*state);
    }
    all
}

/// The text after the first line end.
fn behind_line(text: &str) -> &str {
    let rest = text.trim_start_matches(|char| !matches!(char, '\n' | '\r'));
    rest.strip_prefix("\r\n").or_else(|| rest.get(1..)).unwrap_or_default()
}

/// The result of reading a text, without the tokens, whose equality is proved elsewhere.
#[derive(Debug, PartialEq, Eq)]
struct LineReading<'t> {
    events: Vec<LineEvent<'t>>,
    state: LineReaderState,
}

/// What a line-based reader finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineEvent<'t> {
    Game,
    /// Name and value.
    Tag(&'t str, &'t str),
    /// A line in movetext that would be a tag before it.
    Bracketed(&'t str),
    /// A continuation line of a comment.
    Commented(&'t str),
    /// The game ends after this many characters of movetext, not counting digits, periods and white space.
    End(usize),
}

/// The text with at most one byte order mark at its beginning, as other readers skip all of them.
pub(super) fn with_one_mark(text: &str) -> Cow<'_, str> {
    let rest = text.trim_start_matches('\u{feff}');
    match text.len() - rest.len() > '\u{feff}'.len_utf8() {
        true => Cow::Owned(format!("\u{feff}{rest}")),
        false => Cow::Borrowed(text),
    }
}

fn read(text: &str, state: LineReaderState) -> LineReading<'_> {
    let mut reader = LineReader { text, movetext: 0, reading: LineReading { events: Vec::new(), state } };
    let mut at = 0;
    while at < text.len() {
        let end = memchr::memchr2(b'\n', b'\r', &text.as_bytes()[at..]).map_or(text.len(), |end| at + end);
        reader.line(at, &text[at..end]);
        at = end + if text[end..].starts_with("\r\n") { 2 } else { 1 };
    }
    // Sorted by name, as only the order of tags with the same name matters (the last one counts).
    for tags in reader.reading.events.split_mut(|event| !matches!(event, LineEvent::Tag(..))) {
        tags.sort_by_key(|tag| if let LineEvent::Tag(name, _) = tag { *name } else { "" });
    }
    reader.reading
}

/// A line-based reader of one text.
struct LineReader<'t> {
    text: &'t str,
    /// Start of the game's movetext.
    movetext: usize,
    reading: LineReading<'t>,
}

impl<'t> LineReader<'t> {
    fn line(&mut self, at: usize, mut line: &'t str) {
        let state = &mut self.reading.state;
        if let LineReaderState::Between { is_first } = *state {
            line = if is_first { line.trim_start_matches('\u{feff}') } else { line };
            *state = LineReaderState::Between { is_first: false };
            if is_blank(line) || is_passed_over(line) {
                return;
            }
            self.reading.events.push(LineEvent::Game);
            *state = LineReaderState::Tags { behind_empty_line: false };
        }
        if let LineReaderState::Tags { behind_empty_line } = *state {
            if is_passed_over(line) {
                return;
            }
            if line.starts_with('[') {
                self.reading.events.extend(tag(line));
                *state = LineReaderState::Tags { behind_empty_line: false };
                return;
            }
            if !behind_empty_line && is_blank(line) {
                *state = LineReaderState::Tags { behind_empty_line: true };
                return;
            }
            *state = LineReaderState::Movetext;
            self.movetext = at;
        }
        let opens_comment = match *state {
            LineReaderState::Comment => {
                let (comment, rest) = line.split_once('}').unwrap_or((line, "{"));
                self.reading.events.push(LineEvent::Commented(comment));
                leaves_comment_open(rest)
            }
            _ if is_passed_over(line) => return,
            _ if is_blank(line) => {
                let said = |char: &char| !is_white(*char) && !char.is_ascii_digit() && *char != '.';
                let count = self.text[self.movetext..at].chars().filter(said).count();
                self.reading.events.push(LineEvent::End(count));
                *state = LineReaderState::Between { is_first: true };
                return;
            }
            _ => {
                self.reading.events.extend(line.starts_with('[').then_some(LineEvent::Bracketed(line)));
                leaves_comment_open(line)
            }
        };
        *state = if opens_comment { LineReaderState::Comment } else { LineReaderState::Movetext };
    }
}

fn is_white(char: char) -> bool {
    char.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&char)
}

fn is_blank(line: &str) -> bool {
    line.chars().all(is_white)
}

fn is_passed_over(line: &str) -> bool {
    line.starts_with(['%', ';'])
}

/// The tag, if it fills the whole line.
fn tag(line: &str) -> Option<LineEvent<'_>> {
    let rest = line.strip_prefix('[')?.trim_end_matches(is_white).strip_suffix("\"]")?;
    let (name, value) = rest.split_once('"')?;
    let bare = name.trim_end_matches(is_white);
    let is_name = bare.starts_with(|first: char| first.is_ascii_alphanumeric())
        && bare.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte));
    (is_name && bare.len() < name.len()).then_some(LineEvent::Tag(bare, value))
}

/// A comment opened in this part of a line continues after it.
fn leaves_comment_open(mut rest: &str) -> bool {
    while let Some(at) = memchr::memchr2(b'{', b';', rest.as_bytes()).filter(|at| rest.as_bytes()[*at] == b'{') {
        let Some(end) = memchr::memchr(b'}', &rest.as_bytes()[at..]) else { return true };
        rest = &rest[at + end + 1..];
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::tests::{LAYOUT, laid_out};

    fn is_read(text: &str) -> String {
        let reading = read(text, STATES[0]);
        format!("{:?} {:?}", reading.events, reading.state)
    }

    #[test]
    fn a_line_is_one_tag_or_none() {
        assert_eq!(
            is_read("[A \"x\"]\n[ B \"x\"]\n[C\"x\"]\n[D \"x\"] [E \"y\"] \n\n[F \"x\"]\n"),
            r#"[Game, Tag("A", "x"), Tag("D", "x\"] [E \"y"), Tag("F", "x")] Tags { behind_empty_line: false }"#
        );
        assert_eq!(is_read(" [A \"x\"]\n"), "[Game] Movetext");
    }

    #[test]
    fn an_empty_line_ends_a_game() {
        assert_eq!(
            is_read("\n[A \"x\"]\n\n1. e4 {a\n\nb}\n\n1... e5 *\n"),
            r#"[Game, Tag("A", "x"), Commented(""), Commented("b"), End(5), Game] Movetext"#
        );
        let two_empty_lines = r#"[Game, Tag("A", "x"), End(0)] Between { is_first: true }"#;
        assert_eq!(is_read("[A \"x\"]\r\n\r\n\r\n"), two_empty_lines);
        assert_eq!(is_read("1. e4 ; {\n%{\n{\n%\n"), "[Game, Commented(\"%\")] Comment");
    }

    #[test]
    fn what_stands_before_a_game_tells_how_it_is_read() {
        let read_alike = |before: &str, texts: [&str; 2]| {
            let [a, b] = texts;
            let mut reader_states = LineReaderStates::first();
            reader_states.pass(before.as_bytes());
            reader_states.read_alike(a, b)
        };
        let parted = ["[A \"x\"]\n1. e4 *\n", "[A \"x\"]\n\n1. e4 *\n"];
        assert!(read_alike("", parted));
        assert!(read_alike("1. d4 *\n\n", parted));
        assert!(!read_alike("1. d4 *\n", parted));
        assert!(!read_alike("1. d4 *", ["\n[A \"x\"]\n", "\n\n[A \"x\"]\n"]));
        assert!(read_alike("1. d4 *\n\n", ["[A \"x\"]\n", "\n[A \"x\"]\n"]));
        assert!(!read_alike("[B \"x\"]\n\n", ["[A \"x\"]\n", "\n[A \"x\"]\n"]));
    }

    #[test]
    fn no_empty_line_comes_where_it_would_end_the_game_for_other_readers() {
        for text in [
            "[Event \"a\"]\n[Result \"*\"]\n% esc\n\n1.  e4 e5 *\n",
            "[Event \"a\"]\n\nNotes by Smith\n1.  e4 e5 *\n",
            "[Event \"a\"]\nfoo\n1.  e4 e5 *\n",
            "[Event \"a\"]\n\n?!\n1.  e4 e5 *\n",
            "[Event \"a\"]\n\n{z}!\n1.  e4 e5 *\n",
            "[Event \"a\"]\r\n\r\n- \r\n1.  e4 e5 *\r\n",
        ] {
            let after = laid_out(text, &LAYOUT);
            assert_eq!(after, text.replace("1.  e4", "1. e4"));
        }
    }

    #[test]
    fn an_empty_line_in_movetext_stays() {
        for (text, after) in [
            ("{a}\n\n1.e4\ne5 *\n", "{a}\n\n1. e4 e5 *\n"),
            ("1.e4\n \t\n\n1...\ne5 *\n", "1. e4\n\ne5 *\n"),
            ("1.e4 (\r\n\r\n1. d4\r\n)\r\n\r\n*\r\n", "1. e4 (\r\n\r\n1. d4)\r\n\r\n*\r\n"),
        ] {
            assert_eq!(laid_out(text, &LAYOUT), after);
        }
    }

    #[test]
    fn tags_stay_that_others_read_otherwise() {
        for tags in [
            "[White \"A\"] [Event \"B\"]\n\n",
            "[White \"A\"]\n[ Event \"B\" ]\n\n",
            "[White \"A\"]\n[Event\"B\"]\n\n",
            "[White \"A\"]\n\n\n[Event \"B\"]\n\n",
            "[White \"A\"]\n[Event \"B\"]\n\n\n",
            "\u{feff}[White\n\"A\"]\n[Event \"B\"]\n",
        ] {
            assert_eq!(laid_out(&format!("{tags}1.e4\ne5 *\n"), &LAYOUT), format!("{tags}1. e4 e5 *\n"));
        }
    }

    #[test]
    fn games_that_others_do_not_part_stay_so() {
        let text = "1.e4 *\n[White \"A\"]\n[Event  \"B\"]\n1.d4\n*\n\n\n[White \"C\"]\n1.c4 *\n";
        let after = "1. e4 *\n[White \"A\"]\n[Event  \"B\"]\n1. d4 *\n\n[White \"C\"]\n\n1. c4 *\n";
        assert_eq!(laid_out(text, &LAYOUT), after);
    }
}
