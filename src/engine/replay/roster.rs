//! The finding of missing roster tags (rule B11, PGN 8.1.1), the same for both readers.

use std::ops::Range;

use super::study::is_study;
use crate::lint::{Code, Edit, Finding, Fix, GameView, Severity};
use crate::syntax::line_ends;
use crate::syntax::tag_list::known_names::ROSTER;

/// The finding that tags of the roster are missing, without its fix; `first` is the first tag of the game.
pub(super) fn missing_tags(game: &dyn GameView, missing: &[&str], first: Range<u32>) -> Finding {
    let code = Code::MissingRosterTag;
    let plural = if missing.len() == 1 { "a tag" } else { "tags" };
    // A file may have this finding in each game.
    let mut message = String::with_capacity(MESSAGE);
    for part in ["the game lacks ", plural, " of PGN's seven tag roster: "] {
        message.push_str(part);
    }
    for (n, name) in missing.iter().enumerate() {
        message.push_str(if n > 0 { ", " } else { "" });
        message.push_str(name);
    }
    let severity = if is_study(game) { Severity::Hint } else { code.lint().severity };
    Finding { code, severity, range: first, message, related: Vec::new(), fixes: Vec::new() }
}

/// Maximum length of the message.
const MESSAGE: usize = 96;

/// The edits that insert missing tags.
pub(super) struct RosterInsertion<'t> {
    /// The tags of the game with their starts, in order.
    pub tags: Vec<(&'t str, u32)>,
    /// Where a tag after all others is inserted.
    pub end: u32,
    /// The terminator of the game.
    pub result: &'t str,
    pub line_end: &'t str,
}

impl RosterInsertion<'_> {
    pub fn of(&self, missing: &[&str]) -> Vec<Edit> {
        let RosterInsertion { tags, end, result, line_end } = self;
        let mut edits: Vec<Edit> = Vec::new();
        for name in missing {
            let value = match *name {
                "Date" => "????.??.??",
                "Result" => result,
                _ => "?",
            };
            let text = ["[", name, " \"", value, "\"]", line_end].concat();
            // Before the next existing roster tag, else before the first tag outside the roster.
            let order = ROSTER.iter().position(|roster| roster == name).unwrap_or(0);
            let next = ROSTER[order + 1..].iter().find_map(|later| tags.iter().rfind(|(name, _)| name == later));
            let other = || tags.iter().find(|(name, _)| !ROSTER.contains(name));
            let (at, text) = match next.or_else(other) {
                Some((_, start)) => (*start, text),
                None => (*end, format!("{line_end}[{name} \"{value}\"]")),
            };
            match edits.iter_mut().find(|edit| edit.range.start == at) {
                Some(edit) => edit.text += &text,
                None => edits.push(Edit::insert(at, text)),
            }
        }
        edits.sort_by_key(|edit| edit.range.start);
        edits
    }
}

/// The fix, which is safe if each tag has its own line, and nothing is between the tags. Otherwise programs may read the
/// text after some tag, and a tag inserted there, as movetext.
pub(super) fn fix(edits: Vec<Edit>, safe: bool) -> Fix {
    Fix { title: "insert the missing tags".into(), edits, safe }
}

/// Whether only blanks and line ends stand before, between and directly after tags in these ranges.
pub(super) fn have_own_lines(text: &str, tags: impl IntoIterator<Item = Range<u32>>) -> bool {
    let ends_line = |text: &str| text.trim_start_matches([' ', '\t']).starts_with(['\n', '\r']);
    let mut at = 0;
    let own = tags.into_iter().all(|tag| {
        let before = &text[at as usize..tag.start as usize];
        let first = std::mem::replace(&mut at, tag.end) == 0;
        let blank = before.trim_start_matches('\u{feff}').trim().is_empty();
        blank && (first || ends_line(before))
    });
    let rest = &text[at as usize..];
    own && (rest.is_empty() || ends_line(rest))
}

/// Whether an empty line separates the tags, which end before `rest`, from the movetext. What directly follows them may
/// be a stray line with more tags of the game behind it.
pub(super) fn end_before_blank_line(rest: &[u8]) -> bool {
    let blank = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    matches!(rest.get(blank), None | Some(b'[')) || line_ends(&rest[..blank]) > 1
}
