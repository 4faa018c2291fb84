//! The grammar's errors as diagnostics with their fixes.

use std::ops::Range;

use super::stray::are_wide_blanks;
use crate::lint::cause::Cause;
use crate::lint::{Code, Diagnostic, Edit, Fix, Related};
use crate::notation::{Codec, read_placement};
use crate::replay::judge::tags::nested_tags::NestedTag;
use crate::replay::judge::{Judge, OpenTag};
use crate::syntax::tag_list::quoted;
use crate::syntax::{MAX_DEPTH, SyntaxError, SyntaxErrorKind, Token};

/// Quotes that word processors write for straight ones.
pub(crate) const CURLY: [char; 8] =
    ['\u{201c}', '\u{201d}', '\u{201e}', '\u{201f}', '\u{2033}', '\u{ff02}', '\u{ab}', '\u{bb}'];

impl Judge<'_> {
    pub(crate) fn syntax_error(&mut self, error: SyntaxError) {
        use SyntaxErrorKind as Kind;
        if !matches!(error.kind, Kind::MissingTerminator { .. }) {
            self.structure_errors = true;
        }
        let SyntaxError { range, kind } = error;
        if let Some(tag) = self.tag_faults.open_tag.as_mut().filter(|_| !matches!(kind, Kind::CommentInTag { .. })) {
            tag.faulty = true;
        }
        self.parentheses.variation_left_open |= matches!(kind, Kind::UnclosedVariation { .. });
        self.parentheses.closes_nothing = kind == Kind::UnopenedVariation;
        if matches!(kind, Kind::UnclosedComment { .. } | Kind::UnclosedVariation { .. }) {
            self.causes.unclosed.push(range.start);
        }
        match kind {
            Kind::UnclosedComment { .. } | Kind::UnopenedVariation | Kind::Stray { .. } | Kind::EarlyTerminator
                if self.is_in_reported(Token::Stray, range.start) => {}
            Kind::MissingTagName if self.second_bracket(&range) || self.has_intended_name() => {}
            Kind::ExtraTagValue { quotes: Some(value) } if self.quote_in_name(&value) => {}
            Kind::UnclosedTag { wrong: Some(wrong), .. } => self.wrong_bracket(range, wrong),
            Kind::UnclosedTag { insert, wrong: None } => self.unclosed_tag(range, insert),
            Kind::UnclosedTagValue { insert, close } if self.text[..insert as usize].ends_with(CURLY) => {
                let text = if close { "\"]" } else { "\"" };
                self.curly_quote(range, insert, text);
            }
            Kind::UnclosedTagValue { insert, close } => self.unclosed_value(range, insert, close),
            Kind::LineEndInTagValue => self.line_end_in_value(range),
            Kind::MissingTagName => {
                self.report_fixed(
                    Code::MissingTagName,
                    range,
                    "the tag has no name: expected `[Name \"value\"]`",
                    Vec::new,
                );
            }
            Kind::DoubledBracket { close } => {
                let message = match (self.slice(&range), &close) {
                    ("[", Some(_)) => "the tag has two `[` and two `]`: one of each belongs there".to_owned(),
                    (sign, Some(close)) => {
                        format!(
                            "the quotes are enough around a value: `{sign}` and `{}` do not belong there",
                            self.slice(close)
                        )
                    }
                    (_, None) => "the tag begins with two `[`: one belongs there".to_owned(),
                };
                let edits = std::iter::once(range.clone()).chain(close).map(Edit::delete).collect();
                self.report_fixed(Code::StrayText, range, message, || vec![Fix::choice("remove the brackets", edits)]);
            }
            Kind::MissingTagValue { bare } => self.missing_value(range, bare),
            Kind::ExtraTagName { written } => self.extra_tag_name(range, written),
            Kind::ExtraTagValue { quotes: Some(value) } => self.inner_quotes(range, value),
            Kind::ExtraTagValue { quotes: None } if are_wide_blanks(self.slice(&range)) => self.wide_blanks(range),
            Kind::ExtraTagValue { quotes: None } => {
                let cut = self.removal(&range);
                let message = format!("a tag has one value: `{}` stands after it", self.slice(&range));
                self.report_fixed(Code::ExtraTagValue, range, message, || vec![Fix::choice("remove it", vec![cut])]);
            }
            Kind::CommentInTag { .. } => {
                self.tag_faults.open_tag.iter_mut().for_each(|tag| tag.comments.push(range.clone()))
            }
            Kind::UnclosedComment { insert } => {
                self.note_swallowed_tags(&(range.start..insert));
                // An unclosed comment after a number contains the number's half-move, and would still do so with a `}`
                // at its end.
                let in_tag = self.take_unclosed_tag(range.start).is_some();
                let end = self.end_of_unclosed(range.start..insert);
                let fix = match self.line.pending_number.take() {
                    _ if in_tag => Some(Fix::choice("remove `{`", vec![self.removal(&range)])),
                    None => end.map(|end| Fix::choice("insert `}`", vec![Edit::insert(end, "}")])),
                    Some(_) if self.begins_with_move(&self.text[range.end as usize..]) => {
                        Some(Fix::choice("remove `{`", vec![self.removal(&range)]))
                    }
                    Some(_) => None,
                };
                let message = match self.game_in_comment(&(range.start..insert)) {
                    Some(_) => "the comment has no closing `}`, and the tags of another game are in it",
                    None => "the comment has no closing `}`",
                };
                self.report_fixed(Code::UnclosedComment, range, message, || fix.into_iter().collect());
            }
            Kind::UnclosedVariation { .. } | Kind::UnopenedVariation if self.comment_contains_parenthesis() => {}
            Kind::UnclosedVariation { .. } if self.line_comment_took_parenthesis(range.start) => {}
            Kind::UnclosedVariation { insert, missing, on_new_line } => {
                self.unclosed_variation(range, insert, missing, on_new_line);
            }
            Kind::UnopenedVariation if self.early_end_is_in_half_move(range.start) => {}
            Kind::UnopenedVariation if self.line_comment_took_opening('(', range.start) => {}
            Kind::UnopenedVariation => {
                let start = self.drop_inside_missing_start();
                if let Some(sign) = start.and_then(|start| self.sign_for_opening(start)) {
                    let message = format!("this `)` closes no variation: `{}` stands for its `(`", self.slice(&sign));
                    let fix = Fix::choice("write `(`", vec![Edit::replace(sign, "(")]);
                    return self.report_fixed(Code::UnopenedVariation, range, message, || vec![fix]);
                }
                if start.is_none() {
                    self.drop_beside_early_end(range.start);
                    self.return_to_number(range.end);
                }
                let fix = match start {
                    Some(start) => Fix::choice("insert `(` where the number goes back", vec![Edit::insert(start, "(")]),
                    // It may be the only sign of a variation that has lost its `(`.
                    None => Fix::choice("remove `)`", vec![self.removal(&range)]),
                };
                self.report_fixed(Code::UnopenedVariation, range, "this `)` closes no variation", || vec![fix]);
            }
            Kind::TooDeep => {
                let message = format!("variations are nested more than {MAX_DEPTH} deep: this one is not read");
                self.report_fixed(Code::TooDeep, range, message, Vec::new);
            }
            Kind::Prose => self.prose(range),
            Kind::Stray { in_tag } => self.stray(range, in_tag),
            Kind::NestedTag { tag } => self.tag_faults.nested.push(NestedTag { range, tag }),
            Kind::StrayByteOrderMark => {
                let edit = self.removal_of_mark(&range);
                let message = "a byte order mark: it belongs only at the beginning of a file; perhaps files were \
                               joined here";
                self.report_fixed(Code::StrayText, range, message, || {
                    vec![Fix::safe("remove the byte order mark", vec![edit])]
                });
            }
            Kind::WideBlanks => self.wide_blanks(range),
            Kind::EarlyTerminator => self.early_terminator(range),
            Kind::SecondTerminator => self.second_terminator(range),
            Kind::UnopenedComment => self.unopened_comment(range),
            Kind::UnopenedTag { sign } => self.unopened_tag(range, sign),
            Kind::UnopenedTagValue { insert } if self.slice(&range).starts_with(CURLY) => {
                let first = self.slice(&range).chars().next().map_or(0, char::len_utf8) as u32;
                self.curly_quote(range, insert + first, "\"");
            }
            Kind::UnopenedTagValue { insert } => self.unopened_value(range, insert),
            Kind::MissingTerminator { insert, on_new_line } => self.missing_terminator(range, insert, on_new_line),
        }
    }

    pub(crate) fn report_fixed(
        &mut self,
        code: Code,
        range: Range<u32>,
        message: impl Into<String>,
        fixes: impl FnOnce() -> Vec<Fix>,
    ) {
        self.report.add_fixed(code, range, message, fixes);
    }

    /// The movetext begins on the line of the last tag.
    pub(crate) fn continues_tag_line(&self) -> bool {
        self.tags.list.last().is_some_and(|tag| {
            let after = self.text[tag.range.end as usize..].trim_start_matches([' ', '\t']);
            !after.starts_with(['\n', '\r'])
        })
    }

    /// Drops the findings from this offset on, which were judged on a wrong line.
    pub(crate) fn drop_line_findings(&mut self, from: u32) {
        // Numbers counted on a wrong line are not renumbered either.
        self.numbering.numbers.retain(|record| record.range.start < from);
        self.numbering.named.retain(|record| record.range.start < from);
        self.report.account(&Cause::LostParenthesis { from });
    }

    fn unclosed_tag(&mut self, range: Range<u32>, insert: u32) {
        if let Some(fixes) = self.close_in_value(insert) {
            let message = "the tag's closing `]` is inside its value";
            return self.report_fixed(Code::UnclosedTag, range, message, || fixes);
        }
        let (message, fix) = match self.end_in_comment() {
            Some(fix) => ("the tag's closing `]` is inside a comment", Some(fix)),
            None => match self.end_before_line_end() {
                Some(at) => {
                    // Without a value before it, the comment may be the value.
                    let has_value = self.tag_faults.open_tag.as_ref().is_some_and(|tag| tag.value.is_some());
                    let close = || Fix::choice("insert `}` before the `]`", vec![Edit::insert(at, "}")]);
                    ("the tag's closing `]` is inside a comment", has_value.then(close))
                }
                None => ("the tag has no closing `]`", Some(self.unclosed_tag_fix(insert))),
            },
        };
        self.causes.unclosed_tag = Some((range.start, insert));
        self.report_fixed(Code::UnclosedTag, range, message, || fix.into_iter().collect());
    }

    /// The fix that separates a tag's `]` from the comment at the tag's end that contains it. The comment is not
    /// reported too.
    fn end_in_comment(&mut self) -> Option<Fix> {
        let tag = self.tag_faults.open_tag.as_ref()?;
        let comment = tag.comments.last().filter(|comment| comment.end == tag.end)?.clone();
        let text = self.slice(&comment);
        let body = text.trim_end_matches(['}', ' ', '\t', '\r', '\n']).strip_suffix(']')?.trim_end();
        let semicolon = Edit::delete(comment.start..comment.start + 1);
        let fix = match (text.starts_with(';'), &tag.value) {
            (true, None) => Fix::choice("remove `;`", vec![semicolon]),
            (true, _) if body == ";" => Fix::choice("remove `;`", vec![semicolon]),
            (is_line, _) => {
                let close = if is_line { "" } else { "}" };
                let moved = format!("{body}{close}{}", self.line_end());
                let edits = vec![Edit::insert(tag.start, moved), Edit::replace(comment.clone(), "]")];
                Fix::choice("move the comment before the tag", edits)
            }
        };
        self.tag_faults.open_tag.iter_mut().for_each(|tag| tag.comments.retain(|other| *other != comment));
        Some(fix)
    }

    /// The first word of the text can be read as a half-move.
    pub(crate) fn begins_with_move(&self, text: &str) -> bool {
        let word = text.split_ascii_whitespace().next().unwrap_or_default();
        match self.notation.codec {
            Codec::Moves { read, .. } => read(word).is_some(),
            Codec::Boards { .. } => read_placement(word).is_some(),
            _ => false,
        }
    }

    /// The fix that closes a tag; if it has no value either, the fix inserts both.
    fn unclosed_tag_fix(&self, insert: u32) -> Fix {
        let Some(OpenTag { name: Some(name), value: None, .. }) = &self.tag_faults.open_tag else {
            let comments = self.tag_faults.open_tag.iter().flat_map(|tag| &tag.comments);
            let is_escaped = self.line_before(insert).starts_with('%');
            let next = self.text[insert as usize..].trim_start_matches([' ', '\t']);
            if next.starts_with(';') {
                // The `]` may be in the comment.
                return Fix::choice("insert `]`", vec![Edit::insert(insert, "]")]);
            }
            if !is_escaped && !comments.rev().any(|comment| self.slice(comment).starts_with(';')) {
                return Fix::safe("insert `]`", vec![Edit::insert(insert, "]")]);
            }
            // After a line comment it would be part of the comment, and other programs read tags line by line.
            let line_end = if self.comments.after_line_comment || is_escaped { self.line_end() } else { "" };
            return Fix::choice("insert `]`", vec![Edit::insert(insert, format!("{line_end}]"))]);
        };
        match self.text[name.end as usize..insert as usize].trim() {
            "" => Fix::choice("insert a value and `]`", vec![Edit::replace(name.end..insert, " \"?\"]")]),
            bare => {
                let value = format!(" {}]", quoted(bare));
                Fix::choice("put the value in quotes and insert `]`", vec![Edit::replace(name.end..insert, value)])
            }
        }
    }

    fn line_end_in_value(&mut self, range: Range<u32>) {
        let text = self.slice(&range);
        let joined = text.split(['\n', '\r']).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        // Other programs skip a line with `%`, which would become part of the value.
        let safe = !(text.contains("\n%") || text.contains("\r%"));
        let edit = Edit::replace(range.clone(), joined);
        self.report_fixed(Code::LineEndInTagValue, range, "a tag's value must end on the same line", || {
            vec![Fix { title: "join the lines".to_owned(), edits: vec![edit], safe }]
        });
    }

    /// Reports a tag's value with one straight and one curly quote; the latter ends at `end`.
    fn curly_quote(&mut self, range: Range<u32>, end: u32, text: &str) {
        let quote = self.text[..end as usize].chars().next_back().map_or(0, char::len_utf8) as u32;
        let edit = Edit::replace(end - quote..end, text);
        self.report_fixed(
            Code::UnclosedTagValue,
            range,
            "a tag's value stands between straight quotes, not curly ones",
            || vec![Fix::safe("write straight quotes", vec![edit])],
        );
    }

    fn inner_quotes(&mut self, range: Range<u32>, value: Range<u32>) {
        let text = self.slice(&value);
        let inner = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(text);
        let mut escaped = String::from("\"");
        let (mut slash, mut quotes) = (false, 0);
        for c in inner.chars() {
            if c == '"' && !slash {
                escaped.push('\\');
                quotes += 1;
            }
            slash = c == '\\' && !slash;
            escaped.push(c);
        }
        escaped.push('"');
        let edit = Edit::replace(value, escaped);
        self.report_fixed(Code::ExtraTagValue, range, "a quote inside a tag's value is written `\\\"`", || {
            // A single quote may be a slip rather than part of the value.
            vec![Fix { title: "escape the quotes".into(), edits: vec![edit], safe: quotes % 2 == 0 }]
        });
    }

    /// Reports the comments in a tag at its end. The fix moves them before the tag, if nothing else is wrong with it.
    pub(crate) fn comments_in_tag(&mut self, tag: &OpenTag) {
        let [first, others @ ..] = tag.comments.as_slice() else { return };
        // In the middle of a name, it is a part of that finding.
        let is_in_name = |found: &Diagnostic| found.code == Code::ExtraTagName && found.range.contains(&first.start);
        if tag.intended.is_some() && self.report.last_drafts().iter().any(is_in_name) {
            return;
        }
        let line_end = self.line_end();
        let mut fixes = Vec::new();
        // A comment over several lines is most likely a superfluous `{` that contains the tag's end.
        let plain = |range: &Range<u32>| !self.slice(range).contains(['\n', '\r']);
        if self.report.wants_fixes() && !tag.faulty && tag.comments.iter().all(plain) {
            let moved = tag.comments.iter().map(|range| format!("{}{line_end}", self.slice(range))).collect::<String>();
            let cuts = tag.comments.iter().map(|range| self.removal(range));
            // Other programs read a comment between tags as movetext.
            fixes = vec![Fix::choice(
                "move the comment before the tag",
                [Edit::insert(tag.start, moved)].into_iter().chain(cuts).collect(),
            )];
        }
        let message = "a comment cannot stand inside a tag";
        if let Some(diagnostic) = self.report.add_fixed(Code::CommentInTag, first.clone(), message, || fixes) {
            diagnostic
                .related
                .extend(others.iter().take(10).map(|range| Related::new(range.clone(), "and another comment")));
        }
    }
}

/// The text's first line, shortened for a message.
pub(crate) fn shorten(text: &str) -> String {
    let line: String = text.split(['\n', '\r']).next().unwrap_or(text).chars().take(40).collect();
    if line.len() < text.len() { format!("{line}…") } else { line }
}
