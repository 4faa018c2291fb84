//! Tags with a slip in their brackets, their names or the quotes of their values. Each is one finding: the tag is not
//! reported as missing, and no fix gives a game two tags with the same name.

use std::collections::HashSet;
use std::ops::Range;

use super::nested_tags::NestedTag;
use crate::lint::cause::Cause;
use crate::lint::{Code, Diagnostic, Edit, Fix};
use crate::replay::governing_tags::nearest_known_name;
use crate::replay::judge::Judge;
use crate::replay::judge::movetext::structure::CURLY;
use crate::source::near;
use crate::syntax::tag_list::known_names::{KNOWN, known_name};
use crate::syntax::tag_list::quoted;

/// The parts of an unfinished tag pair that have been read.
#[derive(Default)]
pub(crate) struct OpenTag {
    /// Start of its first token, the `[` if it has one.
    pub start: u32,
    /// End of its last token.
    pub end: u32,
    pub name: Option<Range<u32>>,
    pub value: Option<Range<u32>>,
    pub comments: Vec<Range<u32>>,
    /// The intended usual name, if a slip divides it.
    pub intended: Option<&'static str>,
    /// The grammar found other faults than comments.
    pub faulty: bool,
}

/// A tag with a name but without a readable value.
#[derive(Clone, Debug)]
pub(crate) struct TagWithoutValue {
    pub(super) range: Range<u32>,
    pub(super) name: Range<u32>,
}

/// The tag that is being read, and the faults of those before it.
#[derive(Default)]
pub(crate) struct TagFaults {
    pub open_tag: Option<OpenTag>,
    /// Usual tags whose names are misspelt.
    pub misnamed: Vec<&'static str>,
    /// Tags inside others, reported after all tags have been read.
    pub nested: Vec<NestedTag>,
    /// Tags without a value, or whose values have no quotes.
    pub without_value: Vec<TagWithoutValue>,
    /// Missing roster tags, until their fix is made.
    pub roster_gap: Option<Vec<&'static str>>,
    /// A misspelt tag that decides how the moves are read, and the intended name.
    pub misspelt_governing: Option<(Range<u32>, &'static str)>,
}

impl Judge<'_> {
    pub(crate) fn close_tag(&mut self) {
        let Some(mut tag) = self.tag_faults.open_tag.take() else { return };
        self.join_torn_name(&mut tag);
        self.comments_in_tag(&tag);
        let OpenTag { start, end, name: Some(name), value, intended, .. } = tag else { return };
        match (intended, value) {
            (Some(intended), value) => self.misspelt_tag(name, intended, value),
            (None, Some(value)) => self.tags.push(self.text, start..end, name, value),
            (None, None) => self.tag_faults.without_value.push(TagWithoutValue { range: start..end, name }),
        }
    }

    /// Whether the game has a tag with this name, or nearly this name, without its value.
    pub(crate) fn is_without_value(&self, name: &str) -> bool {
        self.tag_faults.without_value.iter().any(|tag| {
            let written = self.slice(&tag.name);
            written == name || nearest_known_name(written) == Some(name)
        })
    }

    /// The fix of a tag without value removes it if the game has another tag with its name: a value would make two of
    /// them.
    pub(crate) fn judge_tags_without_value(&mut self) {
        let tags = std::mem::take(&mut self.tag_faults.without_value);
        if tags.is_empty() || !self.report.wants_fixes() {
            self.tag_faults.without_value = tags;
            return;
        }
        let mut names: HashSet<&str> = self.tags.list.iter().map(|tag| tag.name(self.text)).collect();
        for TagWithoutValue { range, name } in &tags {
            let name = self.slice(name);
            if names.insert(name) {
                continue;
            }
            let fix = Fix::choice(format!("remove it: the game has another tag `{name}`"), vec![self.removal(range)]);
            let is_of_tag = |code: Code| matches!(code, Code::MissingTagValue | Code::UnclosedTag);
            let found = self.report.drafts_mut().iter_mut();
            found
                .filter(|d| is_of_tag(d.code) && d.range.start == range.start)
                .for_each(|d| d.fixes = vec![fix.clone()]);
        }
        self.tag_faults.without_value = tags;
    }

    /// Reports an additional name in a tag: a slip in the name, as in `[White-Elo "2000"]`, or a second name.
    pub(crate) fn extra_tag_name(&mut self, range: Range<u32>, written: Range<u32>) {
        let text = self.slice(&written);
        let Some(intended) = name_from_letters(text) else {
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let sign = text.char_indices().find(|(_, c)| !is_name(*c)).filter(|_| !text.contains(char::is_whitespace));
            if let Some((at, sign)) = sign {
                let message =
                    format!("`{sign}` cannot stand in the name of a tag: only the letters A to Z, digits and `_` can");
                let start = written.start + at as u32;
                let range = start..start + sign.len_utf8() as u32;
                return self.report_fixed(Code::StrayText, range, message, Vec::new);
            }
            if self.late_quote(&range) {
                return;
            }
            let message = format!("`{}` is a second name: a tag has only one", self.slice(&range));
            return self.report_fixed(Code::ExtraTagName, range, message, Vec::new);
        };
        self.tag_faults.open_tag.iter_mut().for_each(|tag| tag.intended = Some(intended));
        let message = format!("`{text}` is not the name of a tag: did you mean `{intended}`?");
        let edit = Edit::replace(written.clone(), intended);
        self.report_fixed(Code::ExtraTagName, written, message, || {
            vec![Fix::choice(format!("write `{intended}`"), vec![edit])]
        });
    }

    /// Reports an invalid character at the beginning or end of a tag's name, as in `[Whité "x"]`: one slip with the
    /// name. False if it is something else.
    pub(crate) fn letter_in_tag_name(&mut self, range: &Range<u32>) -> bool {
        let Some(name) = self.tag_faults.open_tag.as_ref().and_then(|tag| tag.name.clone()) else { return false };
        let is_letter = self.slice(range).starts_with(|c: char| !c.is_ascii() && c.is_alphabetic());
        let is_before = range.end == name.start;
        if !is_before && (name.end != range.start || !is_letter) {
            return false;
        }
        let near = nearest_known_name;
        let whole = name.start.min(range.start)..name.end.max(range.end);
        let Some(intended) = near(self.slice(&whole)).or_else(|| near(self.slice(&name))) else { return false };
        if self.tags.get(self.text, intended).is_some() {
            return false;
        }
        self.tag_faults.open_tag.iter_mut().for_each(|tag| tag.intended = Some(intended));
        let stray = self.slice(range);
        let message = format!("`{stray}` cannot stand in the name of a tag: did you mean `{intended}`?");
        let edit = Edit::replace(whole, intended);
        self.report_fixed(Code::StrayText, range.clone(), message, || {
            vec![Fix::choice(format!("write `{intended}`"), vec![edit])]
        });
        true
    }

    /// Reports another sign in place of the closing bracket: `[Site "x"}`.
    pub(crate) fn wrong_bracket(&mut self, range: Range<u32>, wrong: Range<u32>) {
        let sign = self.slice(&wrong);
        let message = format!("the tag ends with `{sign}`: expected `]`");
        let safe = matches!(sign, "}" | ")" | ">");
        let edits = vec![Edit::replace(wrong, "]")];
        self.report_fixed(Code::UnclosedTag, range, message, || {
            vec![Fix { title: "write `]`".to_owned(), edits, safe }]
        });
    }

    /// The letter at `start` that replaces the opening bracket, if the rest of the name is a usual one: `xEvent "x"]`.
    pub(crate) fn letter_for_bracket(&mut self, start: u32) -> Option<Range<u32>> {
        let name = self.tag_faults.open_tag.as_ref().and_then(|tag| tag.name.clone())?;
        let written = self.slice(&name);
        let intended = known_name(written.get(1..)?)?;
        if known_name(written).is_some() || self.tags.get(self.text, intended).is_some() {
            return None;
        }
        self.tag_faults.open_tag.iter_mut().for_each(|tag| tag.intended = Some(intended));
        Some(start..start + 1)
    }

    /// Takes the draft of an unclosed tag, if nothing else is between it and the `[` or `{` at `at`.
    pub(crate) fn take_unclosed_tag(&mut self, at: u32) -> Option<Diagnostic> {
        let (start, insert) = self.causes.unclosed_tag.take()?;
        if insert > at || !self.text[insert as usize..at as usize].trim_matches([' ', '\t']).is_empty() {
            return None;
        }
        self.report.account(&Cause::BracketInTag { start }).pop()
    }

    /// Offset of the first `]` at the end of a line in a comment in the tag that continues on further lines: the
    /// comment has no `}`, and has taken a part of the game.
    pub(crate) fn end_before_line_end(&self) -> Option<u32> {
        let tag = self.tag_faults.open_tag.as_ref()?;
        tag.comments.iter().find_map(|comment| {
            let text = self.slice(comment);
            let is_end = |at: &usize| text[at + 1..].trim_start_matches([' ', '\t']).starts_with(['\n', '\r']);
            text.match_indices(']').map(|(at, _)| at).find(is_end).map(|at| comment.start + at as u32)
        })
    }

    /// Reports a value without its closing quote, which belongs at `insert`; with `close`, the `]` is missing too. A
    /// backslash makes a quote at the end part of the value: one of the two is wrong, and only the author knows which.
    pub(crate) fn unclosed_value(&mut self, range: Range<u32>, insert: u32, close: bool) {
        let text = if close { "\"]" } else { "\"" };
        let value = self.slice(&range);
        let escaped = value.matches("\\\"").count();
        if value.ends_with("\\\"") {
            let message = "the tag's value has no closing quote: after a backslash, the quote is part of the value";
            let close = if close { vec![Edit::insert(insert, "]")] } else { Vec::new() };
            let doubled = [Edit::insert(insert - 1, "\\")].into_iter().chain(close).collect();
            let mut fixes = vec![
                Fix::choice("write the backslash as `\\\\`", doubled),
                Fix::choice(format!("insert `{text}`"), vec![Edit::insert(insert, text)]),
            ];
            if escaped.is_multiple_of(2) {
                // The escaped quotes are a pair.
                fixes.reverse();
            }
            return self.report_fixed(Code::UnclosedTagValue, range, message, || fixes);
        }
        let message = match close {
            true => "the tag has no closing quote after its value, and no closing `]`",
            false => "the tag's value has no closing quote",
        };
        let before = &self.text[..insert as usize];
        // A trailing backslash would make the quote a part of the value.
        let is_escaped = (before.len() - before.trim_end_matches('\\').len()) % 2 == 1;
        let text = if is_escaped { format!("\\{text}") } else { text.to_owned() };
        let safe = before.ends_with(is_of_value);
        self.report_fixed(Code::UnclosedTagValue, range, message, || {
            vec![Fix { title: format!("insert `{text}`"), edits: vec![Edit::insert(insert, text)], safe }]
        });
    }

    /// Reports a value without its opening quote, which belongs at `insert` unless a bracket stands for it.
    pub(crate) fn unopened_value(&mut self, range: Range<u32>, insert: u32) {
        let (message, fix) = match self.text.get(insert as usize..insert as usize + 1).unwrap_or_default() {
            sign @ ("[" | "]" | "{" | "\\") => {
                let edit = Edit::replace(insert..insert + 1, "\"");
                let message = format!("the tag's value has no opening quote: `{sign}` stands in its place");
                (message, Fix::choice("write `\"`", vec![edit]))
            }
            _ => {
                let safe = self.text[insert as usize..].starts_with(is_of_value);
                let fix = Fix { title: "insert `\"`".into(), edits: vec![Edit::insert(insert, "\"")], safe };
                ("the tag's value has no opening quote".to_owned(), fix)
            }
        };
        self.report_fixed(Code::UnclosedTagValue, range, message, || vec![fix]);
    }

    pub(crate) fn missing_value(&mut self, range: Range<u32>, bare: Option<Range<u32>>) {
        let in_curly = |text: &&str| text.strip_prefix(CURLY).is_some_and(|text| text.ends_with(CURLY));
        if let Some(bare) = &bare
            && let Some(text) = Some(self.slice(bare)).filter(in_curly)
        {
            let edit = Edit::replace(bare.clone(), quoted(text.trim_matches(CURLY)));
            let message = "a tag's value stands between straight quotes, not curly ones";
            return self.report_fixed(Code::MissingTagValue, range, message, || {
                vec![Fix::safe("write straight quotes", vec![edit])]
            });
        }
        let (message, edit, title) = match bare {
            Some(bare) => {
                let text = self.slice(&bare).to_owned();
                let trimmed = text.trim_start_matches([':', '=']).trim_start();
                let between = |open, close| trimmed.strip_prefix(open).and_then(|text| text.strip_suffix(close));
                let trimmed = between('\'', '\'').or_else(|| between('[', ']')).unwrap_or(trimmed).trim();
                let message = format!("the tag's value must be in quotes: `\"{trimmed}\"`");
                self.unquoted_governing(trimmed);
                (message, Edit::replace(bare, quoted(trimmed)), "put it in quotes")
            }
            None => {
                let text = self.slice(&range);
                let kept = text.strip_suffix(']').unwrap_or(text).trim_end().len() as u32;
                let end = if text.ends_with(']') { range.end - 1 } else { range.end };
                let message = "the tag has no value: expected `[Name \"value\"]`".to_owned();
                (message, Edit::replace(range.start + kept..end, " \"?\""), "insert \"?\"")
            }
        };
        self.report_fixed(Code::MissingTagValue, range, message, || vec![Fix::choice(title, vec![edit])]);
    }
}

/// The usual name that was intended by a name with blanks or signs between its letters, or a sign in place of one.
fn name_from_letters(written: &str) -> Option<&'static str> {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let letters: String = written.chars().filter(|c| is_of_name(*c)).collect();
    let same = KNOWN.iter().copied().find(|known| known.eq_ignore_ascii_case(&letters));
    let has_sign = written.contains(|c: char| !is_of_name(c) && !c.is_whitespace());
    same.or_else(|| near::nearest(&letters, KNOWN.iter().copied(), 1).into_iter().next().filter(|_| has_sign))
}

/// Whether the sign where a quote is missing belongs to the value. Others may stand for the quote.
fn is_of_value(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '?'
}
