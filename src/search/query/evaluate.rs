//! Tells whether a condition holds in a game, while the game is walked.

use std::ops::Range;

use shakmaty::{CastlingMode, Color};
use vgn_engine::syntax::CommentsBehind;

use super::game_terms::GameTerm;
use super::record::GameRecord;
use super::window::WindowState;
use super::{BoardExpression, Expression, Query};
use crate::{GameResult, GameSink, ReadingWay, VariantWatch, WalkPlace, WalkStep, WalkedGame};

/// A game in which the condition holds. Ranges are in bytes of the walked text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameHit {
    /// The whole game, with the blanks before it.
    pub game: Range<usize>,
    /// Where the condition is first seen to hold: a half-move, comment or NAG; `None` if it is the game as a whole.
    pub place: Option<Range<usize>>,
    /// The half-move there.
    pub half_move: Option<HitMove>,
    /// The values of the tags; `None` without one.
    pub white: Option<String>,
    pub black: Option<String>,
    pub result: GameResult,
    /// The game ends in a binary section.
    pub is_section: bool,
    /// Half-moves of the main line.
    pub plies: u32,
    /// The mean of both ratings, of which an unknown one counts as 0.
    pub rating: u16,
}

/// A half-move of a hit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HitMove {
    /// The number of its move, and its side.
    pub number: u32,
    pub color: Color,
    /// Half-moves of the main line up to it, itself included.
    pub ply: u32,
    /// As the game has it; of a binary section in UCI notation.
    pub text: String,
}

/// A sink that tells games by a condition; [`QueryRun::take`] has the answer when a game has ended.
pub struct QueryRun<'q> {
    query: &'q Query,
    record: GameRecord,
    states: Vec<WindowState<Option<WalkStep>>>,
    /// Half-moves of the main line are known up to here.
    is_known: bool,
    /// Texts of half-moves in the main line; 0 if they are all played.
    written: u32,
    needs: Needs,
    variant: VariantWatch,
    /// Games so far in which a condition on boards cannot hold, because of their variant: nobody knows its rules or, for
    /// a position of chess, it is not chess.
    pub of_variants: u64,
    ended: Option<WalkedGame>,
}

/// What the condition asks for.
#[derive(Clone, Copy, Default)]
struct Needs {
    boards: bool,
    keys: bool,
    comments: bool,
    glyphs: bool,
    steps: bool,
}

impl<'q> QueryRun<'q> {
    pub fn new(query: &'q Query) -> QueryRun<'q> {
        let mut needs = Needs { boards: !query.windows.is_empty(), ..Needs::default() };
        needs.keys = query.windows.iter().any(|condition| condition.test.needs_keys());
        query.root.add_needs(&mut needs);
        let states = vec![WindowState::default(); query.windows.len()];
        QueryRun {
            query,
            record: GameRecord::default(),
            states,
            is_known: true,
            written: 0,
            needs,
            variant: VariantWatch::default(),
            of_variants: 0,
            ended: None,
        }
    }

    /// The game that has just ended in the walked text, if the condition holds in it; and whether one has ended.
    pub fn take(&mut self, bytes: &[u8]) -> (bool, Option<GameHit>) {
        let Some(ended) = self.ended.take() else { return (false, None) };
        (true, self.hit(&ended, bytes))
    }

    /// The same, where comments between two games belong to the first of them: those before `start` to the game before,
    /// and those `behind` to this one.
    pub fn take_with(&mut self, bytes: &[u8], start: usize, behind: &CommentsBehind) -> (bool, Option<GameHit>) {
        if self.needs.comments {
            self.record.drop_comments_before(start);
            for comment in &behind.comments {
                self.record.take_comment(comment.clone(), &bytes[comment.clone()]);
            }
        }
        self.take(bytes)
    }

    /// Adds a comment behind the walked text, which ends at `end`, that belongs to its last game.
    pub fn add_comment(&mut self, end: usize, text: &[u8]) {
        if self.needs.comments {
            self.record.take_comment(end..end, text);
        }
    }

    fn hit(&self, ended: &WalkedGame, bytes: &[u8]) -> Option<GameHit> {
        let game = &bytes[ended.range.clone()];
        let seen = self.holds(&self.query.root, game)?;
        let (place, half_move) = match seen {
            None => (None, None),
            Some(SeenPlace::Text(range)) => (Some(range), None),
            Some(SeenPlace::HalfMove(step)) => {
                let text = match (ended.way, step.mv) {
                    (ReadingWay::Section, Some(mv)) => mv.to_uci(CastlingMode::Standard).to_string(),
                    _ => {
                        let text = &bytes[step.range.clone()];
                        String::from_utf8_lossy(text).into_owned()
                    }
                };
                let half_move = HitMove { number: step.number, color: step.color, ply: step.ply + 1, text };
                (Some(step.range), Some(half_move))
            }
        };
        let tag = |name| self.record.tag(name, game).map(std::borrow::Cow::into_owned);
        let (white, black) = (tag("White"), tag("Black"));
        let (game, result) = (ended.range.clone(), self.record.facts.result);
        let is_section = ended.way == ReadingWay::Section;
        let (plies, rating) = (self.record.plies, self.record.facts.mean_rating());
        Some(GameHit { game, place, half_move, white, black, result, is_section, plies, rating })
    }

    /// Whether the expression holds, and if so, where, if it is at a place.
    fn holds(&self, expression: &Expression, game: &[u8]) -> Option<Option<SeenPlace>> {
        match expression {
            Expression::Game(term) => term.holds(&self.record, game),
            Expression::Boards(at) => {
                let seen = self.states.get(*at)?.answer(self.query.windows.get(*at)?.window)?;
                Some(seen.flatten().map(SeenPlace::HalfMove))
            }
            Expression::And(parts) => {
                let mut place = None;
                for part in parts {
                    let of_part = self.holds(part, game)?;
                    place = place.or(of_part);
                }
                Some(place)
            }
            Expression::Or(parts) => {
                let mut held = parts.iter().filter_map(|part| self.holds(part, game));
                let place = held.next()?;
                Some(place.or_else(|| held.flatten().next()))
            }
            Expression::Not(part) => match self.holds(part, game) {
                Some(_) => None,
                None => Some(None),
            },
        }
    }

    fn board(&mut self, place: &WalkPlace<'_>, step: Option<&WalkStep>) {
        for (condition, state) in self.query.windows.iter().zip(&mut self.states) {
            if !state.is_settled(condition.window) {
                let holds = condition.test.holds(place, step);
                state.take(condition.window, holds, || step.cloned());
            }
        }
    }
}

/// Where a condition holds.
pub(super) enum SeenPlace {
    HalfMove(WalkStep),
    /// A comment or a glyph.
    Text(Range<usize>),
}

impl Expression {
    fn add_needs(&self, needs: &mut Needs) {
        match self {
            Expression::Game(GameTerm::Comment(_)) => needs.comments = true,
            Expression::Game(GameTerm::Nag(_)) => needs.glyphs = true,
            Expression::Game(GameTerm::Swing(_)) => (needs.comments, needs.steps) = (true, true),
            Expression::Game(_) | Expression::Boards(_) => {}
            Expression::And(parts) | Expression::Or(parts) => parts.iter().for_each(|part| part.add_needs(needs)),
            Expression::Not(part) => part.add_needs(needs),
        }
    }
}

impl BoardExpression {
    fn holds(&self, place: &WalkPlace<'_>, step: Option<&WalkStep>) -> bool {
        match self {
            BoardExpression::Test(test) => test.holds(place, step),
            BoardExpression::And(parts) => parts.iter().all(|part| part.holds(place, step)),
            BoardExpression::Or(parts) => parts.iter().any(|part| part.holds(place, step)),
            BoardExpression::Not(part) => !part.holds(place, step),
        }
    }

    fn needs_keys(&self) -> bool {
        match self {
            BoardExpression::Test(test) => test.needs_keys(),
            BoardExpression::And(parts) | BoardExpression::Or(parts) => parts.iter().any(BoardExpression::needs_keys),
            BoardExpression::Not(part) => part.needs_keys(),
        }
    }
}

impl GameSink for QueryRun<'_> {
    fn begin(&mut self) {
        self.record.clear();
        self.states.fill_with(WindowState::default);
        (self.is_known, self.written, self.ended) = (true, 0, None);
        self.variant = VariantWatch::default();
    }

    fn wants_keys(&self) -> bool {
        self.needs.keys
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) {
        self.variant.tag(name, value);
        self.record.take_tag(name, value);
    }

    fn start(&mut self, place: WalkPlace<'_>) {
        self.variant.start(&place);
        if self.needs.boards {
            self.board(&place, None);
        }
    }

    fn half_move(&mut self, step: &WalkStep, _: Option<WalkPlace<'_>>, after: Option<WalkPlace<'_>>) {
        if step.depth > 0 {
            return;
        }
        self.record.plies += 1;
        if !(self.needs.boards || self.needs.steps) || !self.is_known {
            return;
        }
        if self.needs.steps && step.is_sound {
            self.record.steps.push(step.clone());
        }
        match after.filter(|_| step.is_sound) {
            Some(after) => self.board(&after, Some(step)),
            None => self.is_known = false,
        }
    }

    fn glyph(&mut self, range: Range<usize>, number: u32) {
        if self.needs.glyphs {
            self.record.glyphs.push((range, number));
        }
    }

    fn comment(&mut self, range: Range<usize>, text: &[u8]) {
        if self.needs.comments {
            self.record.take_comment(range, text);
        }
    }

    fn written(&mut self, half_moves: u32) {
        self.written = half_moves;
    }

    fn terminator(&mut self, text: &[u8]) {
        self.record.facts.take_terminator(text);
    }

    fn end(&mut self, game: &WalkedGame) {
        self.record.start = game.range.start;
        if self.record.plies == 0 {
            // Nobody knows the rules of its variant.
            self.record.plies = self.written;
        }
        let is_passed_over = self.variant.is_unknown(game) || self.needs.keys && self.variant.is_other(game);
        self.of_variants += u64::from(self.needs.boards && is_passed_over);
        self.ended = Some(game.clone());
    }
}
