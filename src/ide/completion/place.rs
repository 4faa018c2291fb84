//! Where the cursor stands, by the text before it.

use std::ops::Range;

use crate::ide::outline::{Leaf, Outline};
use crate::syntax::Token;

/// Where the cursor stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Among half-moves.
    Movetext {
        /// The line of play.
        line: usize,
        /// What is typed of the word that the cursor is in, up to the cursor.
        typed: String,
        /// The whole word, in bytes of the game's text.
        word: Range<u32>,
    },
    /// Where nothing is to be completed.
    Elsewhere,
}

impl Place {
    /// The place at the end of what `before` is the outline of, which is the beginning of `text`.
    pub fn of(before: &Outline<'_>, text: &str, offset: u32) -> Place {
        let Some(last) = before.leaves().last() else { return Place::movetext(0, "", text, offset) };
        let touches = last.range.end == offset;
        let slice = before.slice(&last.range);
        match last.token {
            Token::BraceComment if !slice.ends_with('}') => Place::Elsewhere,
            Token::LineComment | Token::Escape if is_same_line(text, last.range.end, offset) => Place::Elsewhere,
            Token::TagOpen | Token::TagName | Token::TagValue => Place::Elsewhere,
            Token::Binary => Place::Elsewhere,
            Token::Nag | Token::CompositeNag if touches => Place::Elsewhere,
            // Behind the end of the game.
            Token::Terminator if line_after(before, last) == 0 && (!touches || slice == "*") => Place::Elsewhere,
            Token::TagClose | Token::VariationClose if touches => Place::Elsewhere,
            Token::Stray if touches && slice.starts_with(['$', '[', '"']) => Place::Elsewhere,
            Token::Move | Token::Stray | Token::Terminator if touches => {
                Place::movetext(last.line, slice, text, offset)
            }
            Token::MoveNumber if touches && !slice.contains('.') => Place::movetext(last.line, slice, text, offset),
            _ => Place::movetext(line_after(before, last), "", text, offset),
        }
    }

    fn movetext(line: usize, typed: &str, text: &str, offset: u32) -> Place {
        let start = offset.saturating_sub(u32::try_from(typed.len()).unwrap_or(0));
        let rest = text.get(offset as usize..).unwrap_or_default();
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '+' | '#' | '=' | '-' | '/' | '@');
        // A number or a terminator behind the cursor is another word.
        let goes_on = !typed.is_empty() || rest.starts_with(char::is_alphabetic);
        let length = if goes_on { rest.find(|c| !is_part(c)).unwrap_or(rest.len()) } else { 0 };
        Place::Movetext { line, typed: typed.to_owned(), word: start..offset + u32::try_from(length).unwrap_or(0) }
    }
}

fn is_same_line(text: &str, from: u32, to: u32) -> bool {
    !text.get(from as usize..to as usize).unwrap_or_default().contains(['\n', '\r'])
}

/// The line of play that goes on behind a token.
pub fn line_after(outline: &Outline<'_>, leaf: &Leaf) -> usize {
    match leaf.token {
        Token::VariationClose => outline.parent(leaf.line).unwrap_or(0),
        _ => leaf.line,
    }
}
