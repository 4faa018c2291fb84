//! Text around games and between their lines that is not chess: HTML, mail, prose. `prose_line` classifies each line;
//! lines around it decide ambiguous ones: a word or two beside a move are prose in a letter, and part of a game
//! elsewhere.

use std::ops::Range;

use super::boundaries::begins_like_tag;
use super::comments::is_tag_pair;
use super::lines::{at_line_start, is_line_end, line_end, line_ends, skip_space};
use super::markup;
use super::program_lines::{begins_data, begins_game, open_behind};
pub(super) use super::prose_line::ProsePlace;
use super::prose_line::{LineKind, ProseLine, sort};
use super::prose_words::{has_chess, is_bracketed};
use super::tags::LINES;

/// Length in bytes of the part of a line that decides whether it is prose.
const LONGEST_LINE: usize = 2048;

/// Maximum number of bytes of a character behind its first one in UTF-8.
const MOST_CONTINUATIONS: usize = 3;

/// The start of the character around `at` in UTF-8.
fn character_start(bytes: &[u8], at: usize) -> usize {
    let is_inside = |at: &usize| bytes.get(*at).is_some_and(|byte| byte & 0xc0 == 0x80);
    let starts = (at.saturating_sub(MOST_CONTINUATIONS)..=at).rev();
    starts.into_iter().find(|at| !is_inside(at)).unwrap_or(at)
}

/// End of the lines from `at` on that are not chess; `at` if the first line is chess. `None` if more text is needed
/// (only without `last`).
pub(super) fn prose_end(bytes: &[u8], at: usize, place: ProsePlace, last: bool) -> Option<usize> {
    let mut stretch = ProseRun { end: at, ..ProseRun::default() };
    stretch.empty = true;
    let mut from = at;
    loop {
        // The beginning of a line decides, or a line of many games would be read once for each of them.
        let limit = character_start(bytes, bytes.len().min(from + LONGEST_LINE));
        let mut whole = line_end(&bytes[..limit], from);
        let is_cut = whole < bytes.len() && whole == limit && !is_line_end(bytes[limit]);
        if whole == bytes.len() && !last {
            return None;
        }
        // A tag ends a game even within a line, so the text before it must be classified alike with and without the
        // tag.
        let mut line = tag_in(bytes, from..whole, last)?.unwrap_or(whole);
        let found = match place == ProsePlace::Before && stretch.holds(bytes, from..line, last)? {
            true => ProseLine { sort: LineKind::Prose, is_markup: false, is_code: true },
            false => sort(&bytes[from..line], place),
        };
        let solid = from + bytes[from..line].trim_ascii_end().len();
        if !stretch.goes_on(&found, from..solid, place) {
            return stretch.end_before(bytes, from, last);
        }
        if is_cut && line == whole {
            whole = line_end(bytes, from);
            if whole == bytes.len() && !last {
                return None;
            }
            line = tag_in(bytes, from..whole, last)?.unwrap_or(whole);
        }
        if found.is_code {
            stretch.open = open_behind(&bytes[from..line], stretch.open);
        }
        if place == ProsePlace::Before
            && found.sort == LineKind::Prose
            && found.is_markup
            && line == whole
            && let Some(close) = markup::element_end(bytes, from..line, last)?
        {
            (from, stretch.end) = (close, close);
            continue;
        }
        if line < whole {
            return Some(stretch.alone.unwrap_or(stretch.end));
        }
        let Some(next) = bytes[line..].iter().position(|byte| !is_line_end(*byte)) else {
            return if last { Some(stretch.alone.unwrap_or(stretch.end)) } else { None };
        };
        from = line + next;
        stretch.empty = line_ends(&bytes[line..from]) > 1;
        // Only nearby text decides: a game is cut alike whatever follows farther on.
        if stretch.doubt.is_some_and(|doubt| line_ends(&bytes[doubt..from]) > LINES) {
            return Some(stretch.end);
        }
    }
}

/// State of a run of lines read so far.
#[derive(Default)]
struct ProseRun {
    /// End of the lines that are prose.
    end: usize,
    /// Whether there are any.
    begun: bool,
    /// Whether an empty line, or nothing, precedes the next line.
    empty: bool,
    /// Start of a line that may belong to a game if no line after it is prose.
    doubt: Option<usize>,
    /// End of the lines that are prose if tags, or nothing, come next.
    alone: Option<usize>,
    /// Number of open brackets of a program's text.
    open: usize,
}

impl ProseRun {
    /// Whether the line belongs to those above it, or to data that begins in it, independently of its words. `None` if
    /// more text is needed (only without `last`).
    fn holds(&self, bytes: &[u8], line: Range<usize>, last: bool) -> Option<bool> {
        let text = bytes[line.clone()].trim_ascii();
        if self.open > 0 || (self.begun && text.starts_with(b"}") && !has_chess(text)) {
            return Some(!begins_game(bytes, line.start, last)?);
        }
        let at = skip_space(bytes, line.start);
        Some(matches!(text, [b'{' | b'[', ..]) && begins_data(bytes, at, last)?)
    }

    /// End of the prose before a line at `from` that is not prose. `None` if more text is needed (only without `last`).
    fn end_before(&self, bytes: &[u8], from: usize, last: bool) -> Option<usize> {
        let Some(alone) = self.alone else { return Some(self.end) };
        let at = skip_space(bytes, from);
        // Whatever cuts a game after moves: the lines are prose also where nothing is seen of the tag.
        let is_tag =
            bytes.get(at) == Some(&b'[') && (is_tag_pair(bytes, at, last)? || begins_like_tag(bytes, at, last)?);
        Some(if is_tag { alone } else { self.end })
    }

    /// Adds a line. Returns false if it does not belong to the run and no following lines could make it belong.
    fn goes_on(&mut self, found: &ProseLine, line: Range<usize>, place: ProsePlace) -> bool {
        let is_below = self.begun && !self.empty;
        let is_prose = match found.sort {
            LineKind::Prose => true,
            _ if place == ProsePlace::Inside => return false,
            LineKind::Mixed { is_beginning, .. } => {
                if !self.begun && is_beginning {
                    return false;
                }
                self.begun
            }
            LineKind::BehindResult | LineKind::Scrap { ends: true, .. } if is_below => true,
            LineKind::Scrap { ends: false, .. } if is_below => false,
            LineKind::Scrap { alone: true, .. } => false,
            LineKind::Letters | LineKind::Neutral => is_below,
            LineKind::Signs => self.begun && !line.is_empty(),
            LineKind::Comment if self.begun => false,
            LineKind::BehindResult | LineKind::Scrap { .. } | LineKind::Comment | LineKind::Game => return false,
        };
        if is_prose {
            (self.end, self.begun, self.doubt, self.alone) = (line.end, true, None, None);
            return true;
        }
        if line.is_empty() {
            return true;
        }
        let is_alone = match found.sort {
            LineKind::Mixed { alone, .. } | LineKind::Scrap { alone, .. } => alone,
            LineKind::Letters | LineKind::Neutral | LineKind::Signs => self.alone.is_some(),
            _ => false,
        };
        self.alone = (is_alone && (self.doubt.is_none() || self.alone.is_some())).then_some(line.end);
        if !matches!(found.sort, LineKind::Letters | LineKind::Signs | LineKind::Neutral | LineKind::Comment) {
            self.doubt.get_or_insert(line.start);
        }
        true
    }
}

/// Whether text begins at a `[` that is not a tag, before all tags and moves. `None` if more text is needed (only
/// without `last`).
#[inline]
pub(super) fn begins_in_brackets(bytes: &[u8], at: usize, last: bool) -> Option<bool> {
    if bytes[at..].starts_with(b"[Event \"") {
        return Some(false);
    }
    let name = bytes[at + 1..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    if bytes[at + 1 + name..].starts_with(b" \"") || !at_line_start(bytes, at) {
        return Some(false);
    }
    if begins_data(bytes, at, last)? {
        return Some(prose_end(bytes, at, ProsePlace::Before, last)? > at);
    }
    let end = line_end(bytes, at);
    if end == bytes.len() && !last {
        return if memchr::memchr(b'"', &bytes[at..]).is_some() { Some(false) } else { None };
    }
    Some(is_bracketed(&bytes[at..end]) && prose_end(bytes, at, ProsePlace::Before, last)? > at)
}

/// Start of the first tag that is not at the start of its line. `None` if more text is needed (only without `last`).
fn tag_in(bytes: &[u8], line: Range<usize>, last: bool) -> Option<Option<usize>> {
    let start = skip_space(bytes, line.start) + 1;
    let Some(rest) = bytes.get(start..line.end) else { return Some(None) };
    for n in memchr::memchr_iter(b'[', rest) {
        if is_tag_pair(bytes, start + n, last)? {
            return Some(Some(start + n));
        }
    }
    Some(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_styles_and_comments_of_a_page_are_no_chess_as_a_whole() {
        let end = |text: &str, last| prose_end(text.as_bytes(), 0, ProsePlace::Before, last);
        for text in [
            "<html><style>\n.x { a: 1-0; }\n[b] *\n</style>\n<p>Hi",
            "<SCRIPT src=x>\nvar a = [1, 2]; // {\nf(\"1-0\");\n</Script >\n<hr>",
            "<!-- over\nlines { 1-0 *\n--> <p>Hi",
        ] {
            let page = format!("{text}\n\n[Event \"x\"]\n\n*");
            assert_eq!(end(&page, true), Some(text.len()), "{page}");
            for at in 1..text.len() {
                assert!(end(&page[..at], false).is_none_or(|end| end == 0), "{}", &page[..at]);
            }
        }
        // A game in a script does not belong to the page.
        let page = "<script>\nvar pgn = `\n[Event \"x\"]\n\n1. e4 *`;\n</script>";
        assert_eq!(end(page, true), Some("<script>\nvar pgn = `".len()));
        assert_eq!(end("<style>\na { b: c }\n", true), Some("<style>".len()));
    }

    #[test]
    fn a_stretch_ends_with_its_last_line_of_prose() {
        let text = "Hi Alice,\n\n-- \nBob  \n\n[Event \"x\"]";
        let end = |text: &str, last| prose_end(text.as_bytes(), 0, ProsePlace::Before, last);
        assert_eq!(end(text, true), Some("Hi Alice,\n\n-- \nBob".len()));
        assert_eq!(end("Hi\n\n", true), Some(2));
        assert_eq!(end("Hi\n\n1. e4", true), Some(0));
        assert_eq!(end("Hello\n\n", true), Some(5));
        assert_eq!(end("--\nHello", true), Some(8));
        assert_eq!(end("--\n\nHello", true), Some(9));
        for (at, _) in text.char_indices().take(26) {
            assert!(end(&text[..at], false).is_none_or(|end| end == 0), "{at}");
        }
    }
    #[test]
    fn a_long_line_is_cut_between_two_letters() {
        for word in ["слово ", "文", "é", "\u{1f600} "] {
            for lead in 0..4 {
                let text = format!("{}{}\n\n1. e4 e5 *\n", "a".repeat(lead), word.repeat(2_100));
                let end = prose_end(text.as_bytes(), 0, ProsePlace::Before, true).expect("the whole text is there");
                assert!(text.is_char_boundary(end), "{word} {lead} {end}");
            }
        }
    }
}
