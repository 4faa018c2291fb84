//! Proof that a game has the same meaning before and after the layout, by replaying both texts.

use std::mem::discriminant;
use std::ops::Range;

use crate::lint::{Code, Context};
use crate::replay::{Deviation, FastPass, PlayedMove, Resolved, Visitor, resolve_game, shape_of};
use crate::rules::SharedPosition;
use crate::syntax::games::next_game;
use crate::syntax::{Node, Sink, SyntaxError, Token, parse};

use super::numbers::are_right;
use super::tokens::{TokenSpan, Tokens, slice};

/// Replays clean games in one pass over their bytes; reuses its memory from game to game.
#[derive(Default)]
pub(super) struct Replay {
    fast_pass: FastPass,
    /// Names and values.
    before: Vec<(Range<usize>, Range<usize>)>,
    after: Vec<(Range<usize>, Range<usize>)>,
}

impl Replay {
    /// The new text is one clean game with the same meaning as the tokens of the old text. False also if that cannot be
    /// decided.
    ///
    /// If all numbers are right, the tokens determine the meaning: the grammar has read the old ones, and the fast
    /// pass, an independent reader, reads and plays the new ones and checks their numbers.
    pub(super) fn means_the_same(&mut self, tokens: &Tokens, before: &str, after: &str) -> bool {
        self.before.clear();
        self.after.clear();
        let source_tokens = tokens.items.iter().filter(|item| !item.in_tags);
        let source_tokens = source_tokens.filter(|item| !matches!(item.token, Token::MoveNumber | Token::Periods));
        let mut source_tokens = source_tokens.map(|item| (item.token, slice(before, &item.range)));
        let mut comparison =
            ReplayComparison { source_tokens: &mut source_tokens, after, tags: &mut self.after, differs: false };
        let clean = self.fast_pass.visit(after.as_bytes(), 0, true, &mut comparison);
        if clean.is_none_or(|clean| clean.end != after.len()) || comparison.differs || source_tokens.next().is_some() {
            return false;
        }
        self.read_tags(tokens, before);
        self.has_same_tags(before, after)
    }

    /// The new text has the tags of the old one.
    pub(super) fn has_tags(
        &mut self,
        tokens: &Tokens,
        before: &str,
        after: &str,
        tags: Vec<(Range<usize>, Range<usize>)>,
    ) -> bool {
        self.before.clear();
        self.after = tags;
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

    /// Both texts have the same names and values, with the same order among tags of one name.
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

/// Compares the visited game with the tokens of the source.
struct ReplayComparison<'a, I> {
    /// All tokens except tags and numbers.
    source_tokens: &'a mut I,
    after: &'a str,
    tags: &'a mut Vec<(Range<usize>, Range<usize>)>,
    differs: bool,
}

impl<'t, I: Iterator<Item = (Token, &'t str)>> ReplayComparison<'_, I> {
    fn token(&mut self, range: Range<usize>, is_kind: impl Fn(Token) -> bool) -> Option<()> {
        let is_same =
            self.source_tokens.next().is_some_and(|(token, text)| is_kind(token) && text == &self.after[range]);
        self.differs |= !is_same;
        is_same.then_some(())
    }
}

impl<'t, I: Iterator<Item = (Token, &'t str)>> Visitor for ReplayComparison<'_, I> {
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

    fn visits_variants(&self) -> bool {
        true
    }

    fn deviation(&mut self, deviation: Deviation) -> Option<()> {
        (!matches!(deviation, Deviation::Numbers { .. })).then_some(())
    }
}

/// The new text is one whole game with the same tokens and with right numbers. Nothing is played: this is for a partial
/// layout of a game that is too large to replay.
pub(super) fn reads_the_same(tokens: &Tokens, before: &str, after: &str) -> bool {
    let read = Tokens::of(after, None);
    let says = |item: &&TokenSpan| !matches!(item.token, Token::MoveNumber | Token::Periods);
    let source_tokens = tokens.items.iter().filter(says).map(|item| (item.token, slice(before, &item.range)));
    let new_tokens = read.items.iter().filter(says).map(|item| (item.token, slice(after, &item.range)));
    read.is_whole
        && next_game(after.as_bytes(), 0, true).is_some_and(|game| game.range.end == after.len())
        && are_right(after, &read)
        && source_tokens.eq(new_tokens)
}

/// A game's tokens and its half-moves on the board.
pub(super) struct ReplayedGame<'t> {
    text: &'t str,
    tokens: ParsedTokens,
    resolved: Resolved,
}

impl<'t> ReplayedGame<'t> {
    /// `None` if cancelled.
    pub(super) fn of(text: &'t str, context: &Context<'_>) -> Option<ReplayedGame<'t>> {
        let mut tokens = ParsedTokens::default();
        parse::<dyn Sink>(text, &shape_of, &mut tokens);
        let resolved = context.whole(text, resolve_game(text, &context.with_fixes(false)))?;
        Some(ReplayedGame { text, tokens, resolved })
    }

    /// All half-moves were resolved.
    pub(super) fn is_known(&self) -> bool {
        self.resolved.moves.iter().all(|half_move| half_move.play.is_some())
    }

    /// The other text is also one game, with the same half-moves, comments, NAGs, tags and terminator, and without new
    /// findings.
    pub(super) fn means_the_same_as(&self, after: &ReplayedGame<'_>) -> bool {
        let is_one = |text: &str| next_game(text.as_bytes(), 0, true).is_some_and(|game| game.range.end == text.len());
        (is_one(after.text) || !is_one(self.text))
            && self.tokens.source_tokens(self.text).eq(after.tokens.source_tokens(after.text))
            && self.tokens.tags(self.text) == after.tokens.tags(after.text)
            && self.tokens.errors.len() == after.tokens.errors.len()
            && self
                .tokens
                .errors
                .iter()
                .zip(&after.tokens.errors)
                .all(|(a, b)| discriminant(&a.kind) == discriminant(&b.kind))
            && self.plays_as(after)
            && self.has_no_new_findings(after)
    }

    fn plays_as(&self, after: &ReplayedGame<'_>) -> bool {
        let (before, after) = (&self.resolved, &after.resolved);
        let setup = |position: &Option<SharedPosition>| position.as_deref().map(|position| position.setup().clone());
        before.moves.len() == after.moves.len()
            && before.format == after.format
            && before.moves.iter().zip(&after.moves).all(|(a, b)| {
                (a.play, a.ply, a.number, a.color, a.depth) == (b.play, b.ply, b.number, b.color, b.depth)
                    && setup(&a.after) == setup(&b.after)
            })
    }

    fn has_no_new_findings(&self, after: &ReplayedGame<'_>) -> bool {
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

/// The tokens of a text, and its syntax errors.
#[derive(Default)]
struct ParsedTokens {
    tokens: Vec<(Token, Range<u32>)>,
    errors: Vec<SyntaxError>,
}

impl ParsedTokens {
    /// The tokens that carry meaning, without tags, numbers and white space.
    fn source_tokens<'s>(&'s self, text: &'s str) -> impl Iterator<Item = (Token, &'s str)> {
        let silent = |token: Token| {
            matches!(token, Token::Space | Token::MoveNumber | Token::Periods)
                || matches!(token, Token::TagOpen | Token::TagName | Token::TagValue | Token::TagClose)
        };
        self.tokens.iter().filter(move |(token, _)| !silent(*token)).map(|(token, range)| (*token, slice(text, range)))
    }

    /// Names and values; tags of one name keep their order.
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

impl Sink for ParsedTokens {
    fn start(&mut self, _: Node) {}

    fn token(&mut self, token: Token, range: Range<u32>) {
        self.tokens.push((token, range));
    }

    fn finish(&mut self, _: Node) {}

    fn error(&mut self, error: SyntaxError) {
        self.errors.push(error);
    }
}
