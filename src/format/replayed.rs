//! What a game says, replayed before it is laid out and after: the same, or it stays as it is.

use std::mem::discriminant;
use std::ops::Range;

use crate::analysis::{Code, Context, Deviation, FastPass, PlayedMove, Resolved, Visitor, resolve_game, shape_of};
use crate::rules::SharedPosition;
use crate::syntax::games::next_game;
use crate::syntax::{Node, Sink, SyntaxError, Token, parse};

use super::numbers::are_right;
use super::tokens::{Item, Tokens, slice};

/// Replays clean games, in one pass over their bytes; keeps its memory from game to game.
#[derive(Default)]
pub(super) struct Replay {
    fast_pass: FastPass,
    /// Names and values.
    before: Vec<(Range<usize>, Range<usize>)>,
    after: Vec<(Range<usize>, Range<usize>)>,
}

impl Replay {
    /// The text laid out is one clean game, and says what these tokens of the text before do. False also if that is not
    /// known.
    ///
    /// Where all numbers are right, what a game says is what its tokens say: those before have been read by the grammar,
    /// those behind are read and played by another reader, which finds right numbers too.
    pub(super) fn says_the_same(&mut self, tokens: &Tokens, before: &str, after: &str) -> bool {
        self.before.clear();
        self.after.clear();
        let said = tokens.items.iter().filter(|item| !item.in_tags);
        let said = said.filter(|item| !matches!(item.token, Token::MoveNumber | Token::Periods));
        let mut said = said.map(|item| (item.token, slice(before, &item.range)));
        let mut comparison = Comparison { said: &mut said, after, tags: &mut self.after, differs: false };
        let clean = self.fast_pass.visit(after.as_bytes(), 0, true, &mut comparison);
        if clean.is_none_or(|clean| clean.end != after.len()) || comparison.differs || said.next().is_some() {
            return false;
        }
        self.read_tags(tokens, before);
        self.has_same_tags(before, after)
    }

    fn read_tags(&mut self, tokens: &Tokens, text: &str) {
        let mut name = 0..0;
        for item in tokens.items.iter().filter(|item| item.in_tags) {
            let range = item.range.start as usize..item.range.end as usize;
            match item.token {
                Token::TagName => name = range,
                Token::TagValue => {
                    let quoted = |at: usize| text.as_bytes().get(at) == Some(&b'"');
                    let start = range.start + usize::from(quoted(range.start));
                    let end = range.end - usize::from(range.end > start && quoted(range.end - 1));
                    self.before.push((name.clone(), start..end));
                }
                _ => {}
            }
        }
    }

    /// The tags have the same names and values, in whatever order; those of one name in theirs.
    fn has_same_tags(&mut self, before: &str, after: &str) -> bool {
        let (old, new) = (&mut self.before, &mut self.after);
        let is_same = |old: &[(Range<usize>, Range<usize>)], new: &[(Range<usize>, Range<usize>)]| {
            let mut both = old.iter().zip(new);
            let same = |a: &Range<usize>, b: &Range<usize>| before[a.clone()] == after[b.clone()];
            old.len() == new.len() && both.all(|(old, new)| same(&old.0, &new.0) && same(&old.1, &new.1))
        };
        is_same(old, new) || {
            old.sort_by(|a, b| before[a.0.clone()].cmp(&before[b.0.clone()]));
            new.sort_by(|a, b| after[a.0.clone()].cmp(&after[b.0.clone()]));
            is_same(old, new)
        }
    }
}

/// Holds what is visited of a game against what it said before.
struct Comparison<'a, I> {
    /// All tokens but those of tags and numbers.
    said: &'a mut I,
    after: &'a str,
    tags: &'a mut Vec<(Range<usize>, Range<usize>)>,
    differs: bool,
}

impl<'t, I: Iterator<Item = (Token, &'t str)>> Comparison<'_, I> {
    fn token(&mut self, range: Range<usize>, is_kind: impl Fn(Token) -> bool) -> Option<()> {
        let said = self.said.next().is_some_and(|(token, text)| is_kind(token) && text == &self.after[range]);
        self.differs |= !said;
        said.then_some(())
    }
}

impl<'t, I: Iterator<Item = (Token, &'t str)>> Visitor for Comparison<'_, I> {
    fn tag(&mut self, _: usize, name: Range<usize>, value: Range<usize>) -> Option<()> {
        self.tags.push((name, value));
        Some(())
    }

    fn half_move(&mut self, range: Range<usize>, _: PlayedMove<'_>) -> Option<()> {
        self.token(range, |token| token == Token::Move)
    }

    fn glyph(&mut self, range: Range<usize>, _: u32) {
        _ = self.token(range, |token| matches!(token, Token::Nag | Token::CompositeNag | Token::Suffix));
    }

    fn comment(&mut self, range: Range<usize>) -> Option<()> {
        self.token(range, |token| matches!(token, Token::BraceComment | Token::LineComment))
    }

    fn variation(&mut self, open: usize) -> Option<()> {
        self.token(open..open + 1, |token| token == Token::VariationOpen)
    }

    fn variation_end(&mut self, close: usize) {
        _ = self.token(close..close + 1, |token| token == Token::VariationClose);
    }

    fn terminator(&mut self, range: Range<usize>) {
        _ = self.token(range, |token| token == Token::Terminator);
    }

    fn deviation(&mut self, deviation: Deviation) -> Option<()> {
        (!matches!(deviation, Deviation::Numbers { .. })).then_some(())
    }
}

/// The text laid out is one whole game, in which the grammar reads what it has read before, and all numbers are right. Nothing
/// is played: it is for those who lay out some lines of a game that is too large for it.
pub(super) fn reads_the_same(tokens: &Tokens, before: &str, after: &str) -> bool {
    let read = Tokens::of(after, None);
    let says = |item: &&Item| !matches!(item.token, Token::MoveNumber | Token::Periods);
    let said = tokens.items.iter().filter(says).map(|item| (item.token, slice(before, &item.range)));
    let says_now = read.items.iter().filter(says).map(|item| (item.token, slice(after, &item.range)));
    read.is_whole
        && next_game(after.as_bytes(), 0, true).is_some_and(|game| game.range.end == after.len())
        && are_right(after, &read)
        && said.eq(says_now)
}

/// A game as its tokens and its half-moves on the board.
pub(super) struct Replayed<'t> {
    text: &'t str,
    tokens: Parsed,
    resolved: Resolved,
}

impl<'t> Replayed<'t> {
    /// `None` if it was called off.
    pub(super) fn of(text: &'t str, context: &Context<'_>) -> Option<Replayed<'t>> {
        let mut tokens = Parsed::default();
        parse::<dyn Sink>(text, &shape_of, &mut tokens);
        let resolved = context.whole(text, resolve_game(text, &context.with_fixes(false)))?;
        Some(Replayed { text, tokens, resolved })
    }

    /// What each half-move does is known.
    pub(super) fn is_known(&self) -> bool {
        self.resolved.moves.iter().all(|half_move| half_move.play.is_some())
    }

    /// The other text is one game too, which has the same half-moves, comments, NAGs, tags and terminator, and nothing
    /// is wrong with it that was not wrong before.
    pub(super) fn says_what(&self, after: &Replayed<'_>) -> bool {
        let is_one = |text: &str| next_game(text.as_bytes(), 0, true).is_some_and(|game| game.range.end == text.len());
        (is_one(after.text) || !is_one(self.text))
            && self.tokens.said(self.text).eq(after.tokens.said(after.text))
            && self.tokens.tags(self.text) == after.tokens.tags(after.text)
            && self.tokens.errors.len() == after.tokens.errors.len()
            && self
                .tokens
                .errors
                .iter()
                .zip(&after.tokens.errors)
                .all(|(a, b)| discriminant(&a.kind) == discriminant(&b.kind))
            && self.plays_as(after)
            && self.finds_as_much_as(after)
    }

    fn plays_as(&self, after: &Replayed<'_>) -> bool {
        let (before, after) = (&self.resolved, &after.resolved);
        let setup = |position: &Option<SharedPosition>| position.as_deref().map(|position| position.setup().clone());
        before.moves.len() == after.moves.len()
            && before.format == after.format
            && before.moves.iter().zip(&after.moves).all(|(a, b)| {
                (a.play, a.ply, a.number, a.color, a.depth) == (b.play, b.ply, b.number, b.color, b.depth)
                    && setup(&a.after) == setup(&b.after)
            })
    }

    fn finds_as_much_as(&self, after: &Replayed<'_>) -> bool {
        let codes = |resolved: &Resolved| {
            let mut codes: Vec<Code> = resolved.report.diagnostics.iter().map(|found| found.code).collect();
            codes.sort();
            codes
        };
        let (before, after) = (codes(&self.resolved), codes(&after.resolved));
        let mut left = before.iter();
        after.iter().all(|code| left.any(|known| known == code))
    }
}

/// The tokens of a text, and what is wrong with its structure.
#[derive(Default)]
struct Parsed {
    tokens: Vec<(Token, Range<u32>)>,
    errors: Vec<SyntaxError>,
}

impl Parsed {
    /// The tokens that say something, but those of tags.
    fn said<'s>(&'s self, text: &'s str) -> impl Iterator<Item = (Token, &'s str)> {
        let silent = |token: Token| {
            matches!(token, Token::Space | Token::MoveNumber | Token::Periods)
                || matches!(token, Token::TagOpen | Token::TagName | Token::TagValue | Token::TagClose)
        };
        self.tokens.iter().filter(move |(token, _)| !silent(*token)).map(|(token, range)| (*token, slice(text, range)))
    }

    /// Names and values; what is of one name keeps its order.
    fn tags<'s>(&'s self, text: &'s str) -> Vec<(&'s str, Vec<&'s str>)> {
        let mut tags: Vec<(&str, Vec<&str>)> = Vec::new();
        for (token, range) in &self.tokens {
            match (token, tags.last_mut()) {
                (Token::TagOpen, _) => tags.push(("", Vec::new())),
                (Token::TagName, Some(tag)) if tag.0.is_empty() => tag.0 = slice(text, range),
                (Token::TagName | Token::TagValue, Some(tag)) => tag.1.push(slice(text, range)),
                _ => {}
            }
        }
        tags.sort_by(|a, b| a.0.cmp(b.0));
        tags
    }
}

impl Sink for Parsed {
    fn start(&mut self, _: Node) {}

    fn token(&mut self, token: Token, range: Range<u32>) {
        self.tokens.push((token, range));
    }

    fn finish(&mut self, _: Node) {}

    fn error(&mut self, error: SyntaxError) {
        self.errors.push(error);
    }
}
