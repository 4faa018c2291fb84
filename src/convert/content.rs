//! What a game says, independent of its notation and of where its format puts comments and variations: two texts with
//! equal content are the same game to a reader.
//!
//! It is read from the tokens of a text alone, not from what a conversion intended, so that it can prove the conversion.

use std::borrow::Cow;
use std::ops::Range;

use super::en_passant::is_en_passant;
use super::lines::NumberedHalfMoves;
use super::numbers::WrittenNumber;
use super::outline::{OutlineToken, SourceOutline, slice};
use crate::lint::GameFormat;
use crate::notation::nag;
use crate::replay::Resolved;
use crate::replay::after::{CommentedMove, without_after};
use crate::syntax::Token;

/// The content of a game's movetext in reading order: behind each half-move its NAGs, its comments, and the variations
/// that replace it. Ranges are in bytes of the game's text.
pub(super) struct GameContent<'t> {
    parts: Vec<RangedPart<'t>>,
    /// The terminator at the end.
    end: Option<&'t str>,
    /// Whether the comments of a half-move are one.
    pub has_joined_comments: bool,
}

pub(super) enum ContentPart<'t> {
    /// With the fingerprint of the position behind it, if its effect is known.
    HalfMove(Option<u64>, &'t str),
    Nag(u32),
    /// A NAG that is no number.
    OtherNag(&'t str),
    Comment(Cow<'t, str>),
    Escape(&'t str),
    /// Whether a half-move that it may replace is known.
    VariationOpen(bool),
    VariationClose,
    /// At the end of a variation, or in the middle of the game.
    Terminator(&'t str),
}

type RangedPart<'t> = (ContentPart<'t>, Range<u32>);

/// A half-move, or the head of a line, with what follows it.
struct ContentNode<'t> {
    half_move: Option<RangedPart<'t>>,
    /// Half-moves before it from the game's start, if known.
    ply: Option<u32>,
    /// Most half-moves have none.
    annotations: Option<Box<ContentAnnotations<'t>>>,
}

#[derive(Default)]
struct ContentAnnotations<'t> {
    nags: Vec<RangedPart<'t>>,
    comments: Vec<RangedPart<'t>>,
    variations: Vec<ContentLine<'t>>,
    terminators: Vec<RangedPart<'t>>,
}

struct ContentLine<'t> {
    open: u32,
    /// Whether it replaces a known half-move, or is before the first one.
    is_placed: bool,
    /// The head of the line, and its half-moves.
    nodes: Vec<ContentNode<'t>>,
    count: NumberedHalfMoves,
}

impl<'t> GameContent<'t> {
    /// `commands`: comments name their half-moves by commands.
    pub(super) fn of(text: &'t str, outline: &SourceOutline, resolved: &Resolved, commands: bool) -> Self {
        let mut lines = vec![ContentLine::new(0)];
        let mut reader = ContentReader { text, resolved, commands, written_number: None, lines: &mut lines };
        // Whether a comment before the first half-move is among the tags depends on what is beside it.
        outline.tag_comments.iter().chain(&outline.items).for_each(|item| reader.item(item));
        while lines.len() > 1 {
            close(&mut lines, resolved.format);
        }
        let mut parts = Vec::new();
        lines.into_iter().for_each(|line| line.flatten(&mut parts));
        let mut end = None;
        if let Some((ContentPart::Terminator(terminator), _)) = parts.last() {
            end = Some(*terminator);
            parts.pop();
        }
        GameContent { parts, end, has_joined_comments: false }
    }

    /// Joins the comments of each half-move, without what they have of white space but blanks between words.
    pub(super) fn join_comments(&mut self) {
        self.has_joined_comments = true;
        self.parts.iter_mut().for_each(|(part, _)| {
            if let ContentPart::Comment(said) = part {
                *said = said.split_whitespace().collect::<Vec<_>>().join(" ").into();
            }
        });
        self.parts.dedup_by(|(next, next_range), (last, range)| match (next, last) {
            (ContentPart::Comment(next), ContentPart::Comment(last)) => {
                let both = [&**last, &**next].into_iter().filter(|said| !said.is_empty());
                *last = both.collect::<Vec<_>>().join(" ").into();
                range.end = next_range.end.max(range.end);
                true
            }
            _ => false,
        });
    }

    /// The first part that the other game does not say alike. A terminator may be added at the end.
    pub(super) fn difference<'a>(&'a self, other: &'a GameContent<'_>) -> Option<ContentDifference<'a>> {
        let both = self.parts.iter().zip(&other.parts);
        let alike = both.take_while(|((part, _), (written, _))| part.is(written)).count();
        let (source, written) = (self.parts.get(alike), other.parts.get(alike));
        let ends_otherwise = self.end.is_some() && self.end != other.end;
        (source.is_some() || written.is_some() || ends_otherwise)
            .then(|| ContentDifference { source, written: written.map(|(part, _)| part) })
    }

    /// The first part of the other game that this one does not say, or not in this order.
    pub(super) fn addition<'a>(&'a self, other: &'a GameContent<'_>) -> Option<ContentDifference<'a>> {
        let mut rest = &self.parts[..];
        for (written, _) in &other.parts {
            match rest.iter().position(|(part, _)| part.is(written)) {
                Some(at) => rest = &rest[at + 1..],
                None => return Some(ContentDifference { source: rest.first(), written: Some(written) }),
            }
        }
        None
    }
}

/// Where two games say something else: a part of each, or its end.
pub(super) struct ContentDifference<'a> {
    /// With its range.
    pub source: Option<&'a RangedPart<'a>>,
    pub written: Option<&'a ContentPart<'a>>,
}

impl ContentPart<'_> {
    fn is(&self, other: &ContentPart<'_>) -> bool {
        match (self, other) {
            (ContentPart::HalfMove(Some(this), _), ContentPart::HalfMove(Some(other), _)) => this == other,
            (ContentPart::HalfMove(None, this), ContentPart::HalfMove(None, other))
            | (ContentPart::OtherNag(this), ContentPart::OtherNag(other))
            | (ContentPart::Escape(this), ContentPart::Escape(other))
            | (ContentPart::Terminator(this), ContentPart::Terminator(other)) => this == other,
            (ContentPart::Nag(this), ContentPart::Nag(other)) => this == other,
            (ContentPart::Comment(this), ContentPart::Comment(other)) => this == other,
            (ContentPart::VariationOpen(this), ContentPart::VariationOpen(other)) => this == other,
            (ContentPart::VariationClose, ContentPart::VariationClose) => true,
            _ => false,
        }
    }
}

struct ContentReader<'a, 't> {
    text: &'t str,
    resolved: &'a Resolved,
    commands: bool,
    /// The number of the next half-move, if written.
    written_number: Option<u32>,
    lines: &'a mut Vec<ContentLine<'t>>,
}

impl ContentReader<'_, '_> {
    fn item(&mut self, item: &OutlineToken) {
        let (text, range) = (slice(self.text, &item.range), item.range.clone());
        match item.token {
            Token::Move => return self.half_move(range),
            Token::MoveNumber => {
                self.written_number = WrittenNumber::read(text).value();
                return;
            }
            Token::VariationOpen => return self.lines.push(ContentLine::new(range.start)),
            Token::VariationClose => return close(self.lines, self.resolved.format),
            _ => {}
        }
        let Some(line) = self.lines.last_mut() else { return };
        match item.token {
            Token::Suffix if is_en_passant(self.text, item) => {}
            Token::Nag | Token::CompositeNag => {
                let number = text.trim_start_matches('$').parse().ok();
                line.last().nags.push((number.map_or(ContentPart::OtherNag(text), ContentPart::Nag), range));
            }
            Token::Suffix => {
                line.last().nags.extend(nag::of_suffix(text).map(|number| (ContentPart::Nag(number), range)));
            }
            Token::Stray => {
                let Some(mover) = line.count.nameable.last() else { return };
                let glyphs = text.split_whitespace().map(|glyph| nag::of_printed(glyph, mover.color));
                let numbers = glyphs.collect::<Option<Vec<u32>>>().into_iter().flatten();
                line.last().nags.extend(numbers.map(|number| (ContentPart::Nag(number), range.clone())));
            }
            Token::BraceComment | Token::LineComment => {
                let named = if self.commands { line.count.nameable.of_comment(text) } else { None };
                let said = match named {
                    Some(_) => Cow::Owned(inside(&without_after(text)).to_owned()),
                    None => Cow::Borrowed(inside(text)),
                };
                line.named(named).comments.push((ContentPart::Comment(said), range));
            }
            Token::Escape => line.last().comments.push((ContentPart::Escape(text), range)),
            Token::Terminator => line.last().terminators.push((ContentPart::Terminator(text), range)),
            _ => {}
        }
    }

    fn half_move(&mut self, range: Range<u32>) {
        let written_number = self.written_number.take();
        let half_move = self.resolved.index_of(&range).map(|n| &self.resolved.moves[n]);
        let Some(line) = self.lines.last_mut() else { return };
        half_move.into_iter().for_each(|half_move| line.count.played(half_move, written_number));
        let after = half_move.and_then(|half_move| Some(half_move.after.as_ref()?.fingerprint()));
        let mut node = ContentNode::head();
        node.half_move = Some((ContentPart::HalfMove(after, slice(self.text, &range)), range));
        node.ply = half_move.map(|half_move| half_move.ply);
        line.nodes.push(node);
    }
}

/// Ends the innermost variation: it replaces a half-move of the line around it (rule C7).
fn close(lines: &mut Vec<ContentLine<'_>>, format: GameFormat) {
    let Some(mut inner) = (if lines.len() > 1 { lines.pop() } else { None }) else { return };
    let Some(outer) = lines.last_mut() else { return };
    let recent = outer.nodes.len().saturating_sub(2);
    let first = inner.nodes.get(1).and_then(|first| first.ply).filter(|_| format == GameFormat::Vgn);
    let named = first.and_then(|ply| outer.nodes[recent..].iter().position(|node| node.ply == Some(ply)));
    inner.is_placed = first.is_none() || named.is_some() || outer.nodes.len() == 1;
    let place = named.map_or(outer.nodes.len() - 1, |named| recent + named);
    outer.nodes[place].annotations().variations.push(inner);
}

/// The text of a comment, without its signs.
fn inside(comment: &str) -> &str {
    match comment.strip_prefix('{') {
        Some(text) => text.strip_suffix('}').unwrap_or(text),
        None => &comment[1..],
    }
}

impl<'t> ContentLine<'t> {
    fn new(open: u32) -> ContentLine<'t> {
        ContentLine { open, is_placed: true, nodes: vec![ContentNode::head()], count: NumberedHalfMoves::default() }
    }

    /// The annotations of the last half-move.
    fn last(&mut self) -> &mut ContentAnnotations<'t> {
        let last = self.nodes.len() - 1;
        self.nodes[last].annotations()
    }

    /// The annotations of the half-move that a comment names; of the last one if it names none.
    fn named(&mut self, which: Option<CommentedMove>) -> &mut ContentAnnotations<'t> {
        match which {
            Some(CommentedMove::BeforeLast) if self.nodes.len() > 2 => {
                let before = self.nodes.len() - 2;
                self.nodes[before].annotations()
            }
            _ => self.last(),
        }
    }

    fn flatten(self, parts: &mut Vec<RangedPart<'t>>) {
        for node in self.nodes {
            parts.extend(node.half_move);
            let Some(annotations) = node.annotations else { continue };
            parts.extend(annotations.nags);
            parts.extend(annotations.comments);
            for line in annotations.variations {
                let open = line.open..line.open + 1;
                parts.push((ContentPart::VariationOpen(line.is_placed), open.clone()));
                line.flatten(parts);
                parts.push((ContentPart::VariationClose, open));
            }
            parts.extend(annotations.terminators);
        }
    }
}

impl<'t> ContentNode<'t> {
    fn head() -> Self {
        ContentNode { half_move: None, ply: None, annotations: None }
    }

    fn annotations(&mut self) -> &mut ContentAnnotations<'t> {
        self.annotations.get_or_insert_default()
    }
}
