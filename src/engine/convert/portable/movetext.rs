//! The tokens of the movetext that programs read differently.

use std::ops::Range;

use super::Rewriting;
use crate::convert::export::annotation_order::is_comment;
use crate::convert::outcome::Loss;
use crate::convert::sections::is_open_comment;
use crate::notation::nag;
use crate::replay::Resolved;
use crate::rules::Play;
use crate::score::{OutlineToken, SourceOutline, slice};
use crate::syntax::Token;

/// A comment in braces that every program reads to the same end. `comment` is in braces, or to the end of its line.
pub(in crate::convert) fn braced(comment: &str) -> String {
    let inside = match comment.strip_prefix('{') {
        Some(text) => text.strip_suffix('}').unwrap_or(text),
        None => &comment[1..],
    };
    let mut written = String::with_capacity(comment.len() + 2);
    written.push('{');
    let mut lines = inside.split(['\n', '\r']).enumerate().filter(|(n, line)| *n == 0 || !line.trim().is_empty());
    if let Some((_, first)) = lines.next() {
        written.push_str(first);
    }
    for (_, line) in lines {
        written.push(if line.trim_start().starts_with(['%', '[', ';']) { ' ' } else { '\n' });
        written.push_str(line);
    }
    // The backslash would be read as the escape of the brace.
    if written.ends_with('\\') {
        written.push(' ');
    }
    if comment.starts_with('{') { written + "}" } else { written.replace('}', ")") + "}" }
}

/// Rewrites the movetext.
pub(super) fn rewrite(text: &str, outline: &SourceOutline, resolved: &Resolved, to: &mut Rewriting<'_>) {
    let end = main_end(outline);
    let mut rewriter = MovetextRewriter { text, to, lines: vec![LineBegin::default()], skipped_to: 0 };
    let loses =
        |range: &Range<u32>| Loss::new(range.clone(), "programs differ in what they make of lines that begin with `%`");
    for range in &outline.escapes {
        rewriter.to.losses.push(loses(range));
        rewriter.to.edits.cut(range.clone());
    }
    let first_tag = outline.tags.first().map_or(0, |tag| tag.range.start);
    for item in &outline.tag_comments {
        if item.range.start < first_tag {
            let message =
                "programs differ in which game a comment before the tags belongs to: it is written behind them";
            rewriter.lose(&item.range, message.to_owned());
        }
        rewriter.comment(item);
    }
    for (at, item) in outline.items.iter().enumerate() {
        rewriter.item(item, &outline.items[at..], end.as_ref());
    }
    let nulls = resolved.moves.iter().filter(|half_move| matches!(half_move.play, Some(Play::Null)));
    let message = |range| format!("`{}` is no move, and programs differ in what they make of it", slice(text, range));
    to.losses.extend(nulls.map(|half_move| Loss::new(half_move.range.clone(), message(&half_move.range))));
}

/// The terminator of the game, if no half-move of the main line follows it.
fn main_end(outline: &SourceOutline) -> Option<Range<u32>> {
    let terminator = outline.terminator()?;
    let mut depth = 0_i32;
    let mut behind = outline.items.iter().filter(|item| item.range.start >= terminator.range.end);
    let goes_on = behind.any(|item| {
        match item.token {
            Token::VariationOpen => depth += 1,
            Token::VariationClose => depth -= 1,
            _ => {}
        }
        depth == 0 && item.token == Token::Move
    });
    (!goes_on).then(|| terminator.range.clone())
}

#[derive(Default)]
struct LineBegin {
    /// Whether a half-move was read.
    is_played: bool,
    /// Whether a number is behind the last one.
    is_numbered: bool,
}

struct MovetextRewriter<'a, 't> {
    text: &'a str,
    to: &'a mut Rewriting<'t>,
    /// The main line and the open variations.
    lines: Vec<LineBegin>,
    /// The end of a variation that is left out.
    skipped_to: u32,
}

impl MovetextRewriter<'_, '_> {
    /// `rest`: the tokens from this one on; `end`: the terminator of the game.
    fn item(&mut self, item: &OutlineToken, rest: &[OutlineToken], end: Option<&Range<u32>>) {
        let range = &item.range;
        if range.start < self.skipped_to {
            return;
        }
        let text = slice(self.text, range);
        let is_inner = self.lines.len() > 1;
        let Some(line) = self.lines.last_mut() else { return };
        match item.token {
            Token::Move => (line.is_played, line.is_numbered) = (true, false),
            Token::MoveNumber => line.is_numbered = true,
            Token::VariationOpen => {
                let has_place = line.is_played;
                match unplaced(rest, has_place) {
                    None => self.lines.push(LineBegin::default()),
                    Some(whole) => {
                        let why = if has_place { "has no half-move" } else { "stands before the first half-move" };
                        self.lose(&whole, format!("the variation {why}, and programs differ in what they make of it"));
                        self.skipped_to = whole.end;
                        self.to.edits.cut(whole);
                    }
                }
            }
            Token::VariationClose if is_inner => drop(self.lines.pop()),
            Token::Nag | Token::CompositeNag | Token::Suffix => {
                let number = match item.token {
                    Token::Suffix => nag::of_suffix(text),
                    _ => text.trim_start_matches('$').parse().ok(),
                };
                let is_left = item.token == Token::Suffix && number.is_none();
                let is_placed = line.is_played && !line.is_numbered;
                match number {
                    _ if is_left => {}
                    Some(1..=255) if is_placed => {}
                    Some(1..=255) => self.as_comment(range, "does not stand behind a half-move"),
                    _ => self.as_comment(range, "is none of PGN's NAGs, which are `$1` to `$255`"),
                }
            }
            Token::Terminator if end != Some(range) => self.as_comment(range, "does not end the game"),
            Token::Escape => {
                self.lose(range, "programs differ in what they make of lines that begin with `%`".to_owned());
                self.to.edits.cut(range.clone());
            }
            _ if is_comment(item) => self.comment(item),
            _ => {}
        }
    }

    fn lose(&mut self, range: &Range<u32>, message: String) {
        self.to.losses.push(Loss::new(range.clone(), message));
    }

    fn as_comment(&mut self, range: &Range<u32>, why: &str) {
        let text = slice(self.text, range);
        self.lose(range, format!("`{text}` {why}, and becomes a comment"));
        self.to.edits.replace(range.clone(), format!("{{{text}}}"));
    }

    fn comment(&mut self, item: &OutlineToken) {
        let text = slice(self.text, &item.range);
        if item.token == Token::LineComment && text.contains('}') {
            self.lose(&item.range, "`}` would end the comment, and becomes `)`".to_owned());
        }
        let written = braced(text);
        if !is_open_comment(self.text, item) {
            self.to.edits.replace(item.range.clone(), written);
        }
    }
}

/// The whole of the variation that begins with the first token, if it has no place or no half-move of its own.
fn unplaced(rest: &[OutlineToken], has_place: bool) -> Option<Range<u32>> {
    let mut depth = 0_u32;
    for item in rest {
        match item.token {
            Token::VariationOpen => depth += 1,
            Token::VariationClose => depth -= 1,
            Token::Move if depth == 1 && has_place => return None,
            _ => {}
        }
        if depth == 0 {
            return Some(rest[0].range.start..item.range.end);
        }
    }
    None
}
