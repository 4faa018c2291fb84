//! What a game says, replayed before it is laid out and after: the same, or it stays as it is.

use std::mem::discriminant;
use std::ops::Range;

use shakmaty::Move;

use crate::analysis::{Blemish, Cleaner, Code, Context, Heard, Listener, Resolved, resolve_game_unless, shape_of};
use crate::syntax::games::next_game;
use crate::syntax::{Node, Sink, SyntaxError, Token, parse};

use super::tokens::slice;

/// Replays clean games, in one pass over their bytes; keeps its memory from game to game.
#[derive(Default)]
pub(super) struct Replay {
    cleaner: Cleaner,
    before: Said,
    after: Said,
}

impl Replay {
    /// Both texts are one clean game each, and say the same. False also if that is not known.
    pub(super) fn clean_games_say_the_same(&mut self, before: &str, after: &str) -> bool {
        self.before.hear(&mut self.cleaner, before)
            && self.after.hear(&mut self.cleaner, after)
            && self.before.moves == self.after.moves
            && self.before.rest == self.after.rest
            && self.before.has_tags_of(&mut self.after, before, after)
    }
}

/// What was heard of a clean game.
#[derive(Default)]
struct Said {
    tags: Vec<(Range<usize>, Range<usize>)>,
    /// Squares, promotion and number of each half-move.
    moves: Vec<u64>,
    /// All other tokens but numbers, and the half-moves as they are written.
    rest: Vec<u8>,
    is_renumbered: bool,
}

impl Said {
    fn hear(&mut self, cleaner: &mut Cleaner, text: &str) -> bool {
        self.tags.clear();
        self.moves.clear();
        self.rest.clear();
        self.is_renumbered = false;
        let mut game = Game { bytes: text.as_bytes(), said: self };
        let clean = cleaner.listen(text.as_bytes(), 0, true, &mut game);
        clean.is_some_and(|clean| clean.end == text.len()) && !self.is_renumbered
    }

    /// The tags have the same names and values, in whatever order; those of one name in theirs.
    fn has_tags_of(&mut self, other: &mut Said, text: &str, others_text: &str) -> bool {
        if self.tags(text).eq(other.tags(others_text)) {
            return true;
        }
        self.sort_tags(text);
        other.sort_tags(others_text);
        self.tags(text).eq(other.tags(others_text))
    }

    fn tags<'t>(&self, text: &'t str) -> impl Iterator<Item = (&'t str, &'t str)> {
        self.tags.iter().map(|(name, value)| (&text[name.clone()], &text[value.clone()]))
    }

    fn sort_tags(&mut self, text: &str) {
        self.tags.sort_by(|a, b| text[a.0.clone()].cmp(&text[b.0.clone()]));
    }
}

/// What a half-move does, on the board that it is made on.
fn packed(mv: &Move) -> u64 {
    let from = mv.from().map_or(64, |from| from as u64);
    let role = mv.promotion().map_or(0, |role| role as u64);
    from | (mv.to() as u64) << 8 | (mv.role() as u64) << 16 | role << 24
}

struct Game<'a> {
    bytes: &'a [u8],
    said: &'a mut Said,
}

impl Game<'_> {
    fn token(&mut self, range: Range<usize>) {
        self.said.rest.extend_from_slice(&self.bytes[range]);
        // No token holds it.
        self.said.rest.push(0);
    }
}

impl Listener for Game<'_> {
    fn tag(&mut self, _: usize, name: Range<usize>, value: Range<usize>) -> Option<()> {
        self.said.tags.push((name, value));
        Some(())
    }

    fn half_move(&mut self, range: Range<usize>, heard: Heard<'_>) -> Option<()> {
        self.said.moves.push(packed(&heard.mv) | u64::from(heard.number) << 32);
        self.token(range);
        Some(())
    }

    fn glyph(&mut self, range: Range<usize>, _: u32) {
        self.token(range);
    }

    fn comment(&mut self, range: Range<usize>) -> Option<()> {
        self.token(range);
        Some(())
    }

    fn variation(&mut self, open: usize) -> Option<()> {
        self.token(open..open + 1);
        Some(())
    }

    fn variation_end(&mut self, close: usize) {
        self.token(close..close + 1);
    }

    fn terminator(&mut self, range: Range<usize>) {
        self.token(range);
    }

    fn blemish(&mut self, blemish: Blemish) -> Option<()> {
        self.said.is_renumbered |= matches!(blemish, Blemish::Numbers { .. });
        Some(())
    }
}

/// A game as its tokens and its half-moves on the board.
pub(super) struct Replayed<'t> {
    text: &'t str,
    tokens: Parsed,
    resolved: Resolved,
}

impl<'t> Replayed<'t> {
    /// `None` if it was called off.
    pub(super) fn of(text: &'t str, context: &Context<'_>, is_called_off: &dyn Fn() -> bool) -> Option<Replayed<'t>> {
        let mut tokens = Parsed::default();
        parse(text, &shape_of, &mut tokens);
        let resolved = resolve_game_unless(text, &Context { fixes: false, ..*context }, is_called_off)?;
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
        let setup =
            |position: &Option<crate::rules::Position>| position.as_ref().map(|position| position.setup().clone());
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
