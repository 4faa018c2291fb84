//! The syntactic context of the cursor, from the text before it.

use std::ops::Range;

use vgn_engine::syntax::Token;

use crate::outline::{GameOutline, Leaf};

/// The syntactic context of the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SyntaxContext {
    /// In movetext.
    Movetext {
        /// Index of the line of play.
        line: usize,
        /// The part of the current word before the cursor.
        typed: String,
        /// The whole word, in bytes of the game's text.
        word: Range<u32>,
    },
    /// Before the first game or after the last.
    Outside { word: Range<u32> },
    /// In a tag name, or where one is expected.
    TagName {
        typed: String,
        word: Range<u32>,
        /// The missing end of the tag, if it has no value yet. The end that an editor has typed is not replaced: clients
        /// compare all of the replaced text with what they offer.
        closing: Option<&'static str>,
    },
    /// Inside the quotes of a tag value.
    TagValue {
        name: String,
        word: Range<u32>,
        /// The missing end of the value and the tag.
        closing: &'static str,
    },
    /// After `$`, which is part of the word.
    Glyph { word: Range<u32> },
    /// After `[%` in a comment, which is part of the word; the missing end of the command.
    Command { word: Range<u32>, closing: &'static str },
    /// No completions.
    Elsewhere,
}

impl SyntaxContext {
    /// The context at the end of the outline `before`, which covers the start of `text`.
    pub fn of(before: &GameOutline<'_>, text: &str, offset: u32) -> Self {
        let Some(last) = before.leaves().last() else { return Self::movetext(0, "", text, offset) };
        let touches = last.range.end == offset;
        let slice = before.slice(&last.range);
        match last.token {
            Token::BraceComment if !slice.ends_with('}') => Self::in_comment(last, text, offset),
            Token::LineComment | Token::Escape if is_same_line(text, last.range.end, offset) => Self::Elsewhere,
            Token::TagOpen if is_same_line(text, last.range.end, offset) => Self::tag_name("", text, offset),
            Token::TagName if touches => Self::tag_name(slice, text, offset),
            Token::TagValue if is_same_line(text, last.range.end, offset) => {
                let name = before.tag_of(last).map_or("", |tag| before.name(tag));
                Self::tag_value(name, last, text, offset)
            }
            Token::TagOpen | Token::TagName | Token::TagValue | Token::Binary => Self::Elsewhere,
            Token::Nag if touches => Self::glyph(slice, text, offset),
            Token::CompositeNag if touches => Self::Elsewhere,
            // After the end of the game.
            Token::Terminator if line_after(before, last) == 0 && !is_same_line(text, last.range.end, offset) => {
                Self::Outside { word: offset..offset }
            }
            Token::Terminator if line_after(before, last) == 0 && (!touches || slice == "*") => Self::Elsewhere,
            Token::TagClose if touches => Self::Elsewhere,
            Token::Stray if touches && slice == "$" => Self::glyph(slice, text, offset),
            Token::Stray if touches && slice.starts_with('[') && begins_line(text, last.range.start) => {
                Self::tag_name(&slice[1..], text, offset)
            }
            Token::Stray if touches && slice.starts_with(['$', '[', '"']) => Self::Elsewhere,
            Token::Move | Token::Stray | Token::Terminator if touches => Self::movetext(last.line, slice, text, offset),
            Token::MoveNumber if touches && !slice.contains('.') => Self::movetext(last.line, slice, text, offset),
            _ => Self::movetext(line_after(before, last), "", text, offset),
        }
    }

    fn tag_name(typed: &str, text: &str, offset: u32) -> Self {
        let rest = line_behind(text, offset);
        let more = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let closing = match rest[more..].trim_end() {
            "" => Some("]"),
            "]" => Some(""),
            _ => None,
        };
        Self::TagName { typed: typed.to_owned(), word: back(offset, typed.len())..forth(offset, more), closing }
    }

    fn tag_value(name: &str, value: &Leaf, text: &str, offset: u32) -> Self {
        let start = value.range.start + 1;
        let Some(typed) = text.get(start as usize..offset as usize) else { return Self::Elsewhere };
        let is_quoted = text[value.range.start as usize..].starts_with('"');
        if !is_quoted || closing_quote(typed).is_some() {
            return Self::Elsewhere;
        }
        let rest = line_behind(text, offset);
        let (end, closing) = match closing_quote(rest) {
            Some(at) => (at, ""),
            None if rest.trim_start().starts_with(']') => (0, "\""),
            None => (0, "\"]"),
        };
        Self::TagValue { name: name.to_owned(), word: start..forth(offset, end), closing }
    }

    fn glyph(typed: &str, text: &str, offset: u32) -> Self {
        let rest = line_behind(text, offset);
        let more = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        Self::Glyph { word: back(offset, typed.len())..forth(offset, more) }
    }

    fn in_comment(comment: &Leaf, text: &str, offset: u32) -> Self {
        let typed = text.get(comment.range.start as usize..offset as usize).unwrap_or_default();
        let Some(start) = typed.rfind("[%") else { return Self::Elsewhere };
        let name = &typed[start + 2..];
        if name.chars().any(|c| !c.is_alphanumeric()) {
            return Self::Elsewhere;
        }
        let rest = line_behind(text, offset);
        let more = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let closing = if rest[more..].starts_with(']') { "" } else { "]" };
        Self::Command { word: back(offset, typed.len() - start)..forth(offset, more), closing }
    }

    fn movetext(line: usize, typed: &str, text: &str, offset: u32) -> Self {
        let start = offset.saturating_sub(u32::try_from(typed.len()).unwrap_or(0));
        let rest = text.get(offset as usize..).unwrap_or_default();
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '+' | '#' | '=' | '-' | '/' | '@');
        // A number or terminator after the cursor is a separate word.
        let goes_on = !typed.is_empty() || rest.starts_with(char::is_alphabetic);
        let length = if goes_on { rest.find(|c| !is_part(c)).unwrap_or(rest.len()) } else { 0 };
        Self::Movetext { line, typed: typed.to_owned(), word: start..offset + u32::try_from(length).unwrap_or(0) }
    }
}

fn back(offset: u32, length: usize) -> u32 {
    offset.saturating_sub(u32::try_from(length).unwrap_or(0))
}

fn forth(offset: u32, length: usize) -> u32 {
    offset.saturating_add(u32::try_from(length).unwrap_or(0))
}

/// The rest of the line.
fn line_behind(text: &str, offset: u32) -> &str {
    let rest = text.get(offset as usize..).unwrap_or_default();
    rest.split(['\n', '\r']).next().unwrap_or_default()
}

fn begins_line(text: &str, offset: u32) -> bool {
    let line = text.get(..offset as usize).unwrap_or_default().rsplit(['\n', '\r']).next();
    line.unwrap_or_default().trim().is_empty()
}

/// Offset of the quote that ends a value (rule B2).
pub fn closing_quote(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.char_indices().find_map(|(at, c)| {
        let ends = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        ends.then_some(at)
    })
}

fn is_same_line(text: &str, from: u32, to: u32) -> bool {
    !text.get(from as usize..to as usize).unwrap_or_default().contains(['\n', '\r'])
}

/// The line of play that continues after a token.
pub fn line_after(outline: &GameOutline<'_>, leaf: &Leaf) -> usize {
    match leaf.token {
        Token::VariationClose => outline.parent(leaf.line).unwrap_or(0),
        _ => leaf.line,
    }
}
