//! Positions of variations (rule C7): in PGN directly behind the half-move that they replace, in VGN behind the full
//! move that it belongs to. The content of a moved variation is kept; its numbers name the replaced half-move.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use shakmaty::Color;

use super::comments::inline;
use crate::convert::half_moves::misplaced;
use crate::convert::numbers::WrittenNumber;
use crate::replay::after::after;
use crate::replay::{MoveCursor, Resolved};
use crate::score::{OutlineToken, slice};
use crate::syntax::Token;

/// Positions of variations in the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariationPlacement {
    /// Unchanged.
    Same,
    /// Unchanged, with numbers that name the half-moves replaced in a PGN game.
    Numbered,
    /// Behind Black's half-move, if there is one, with such numbers.
    BehindPair,
    /// Behind the half-move that they replace.
    BehindReplaced,
}

/// A variation that moves to another position in its line.
#[derive(Clone, Debug)]
pub struct Relocation {
    /// From `(` to `)`, or to the end of the comments that move with it.
    pub block: Range<u32>,
    /// Number of missing `)`: its own, and those of variations inside that do not move.
    pub unclosed: usize,
    /// The half-move behind which it goes.
    pub half_move: Range<u32>,
    /// Destination: behind that half-move's annotations.
    pub to: u32,
}

/// Changes to the variations of a game.
#[derive(Debug, Default)]
pub struct PlacementChanges {
    /// In text order.
    pub relocations: Vec<Relocation>,
    /// Corrected numbers, by start offset.
    pub numbers: HashMap<u32, u32>,
    /// Missing numbers of first half-moves, by the start offset of these.
    pub added: Vec<(u32, String)>,
    /// First half-moves that are impossible at the variation's position.
    pub misplaced: Vec<Range<u32>>,
    /// Starts of comments behind a variation that keep their place when it moves.
    pub carried: HashSet<u32>,
}

pub fn place(text: &str, items: &[OutlineToken], resolved: &Resolved, places: VariationPlacement) -> PlacementChanges {
    if places == VariationPlacement::Same || !items.iter().any(|item| item.token == Token::VariationOpen) {
        return PlacementChanges::default();
    }
    let main = PlacementLine::new(0, 0, 0);
    let mut walk = PlacementWalk {
        text,
        items,
        resolved,
        cursor: resolved.cursor(),
        places,
        lines: vec![main],
        placed: PlacementChanges::default(),
    };
    for (at, item) in items.iter().enumerate() {
        walk.item(at, item);
    }
    walk.placed.relocations.sort_by_key(|relocation| relocation.block.start);
    walk.placed
}

struct PlacementWalk<'a> {
    text: &'a str,
    items: &'a [OutlineToken],
    resolved: &'a Resolved,
    cursor: MoveCursor<'a>,
    places: VariationPlacement,
    lines: Vec<PlacementLine>,
    placed: PlacementChanges,
}

/// A half-move of a line.
#[derive(Clone, Copy)]
struct NumberedMove {
    /// Index of its item.
    item: usize,
    /// Number of half-moves before it.
    ply: i64,
    number: u32,
    color: Color,
    /// Whether its effect is known.
    is_played: bool,
    /// End of the last variation behind it that replaces it.
    variations_end: Option<u32>,
}

impl NumberedMove {
    /// Whether the number names this half-move.
    fn is(&self, number: &Range<u32>, text: &str) -> bool {
        let number = WrittenNumber::read(slice(text, number));
        number.value() == Some(self.number) && number.color().is_none_or(|color| color == self.color)
    }
}

struct PlacementLine {
    open: u32,
    first: Option<NumberedMove>,
    first_number: Option<(u32, u32)>,
    before_last: Option<NumberedMove>,
    last: Option<NumberedMove>,
    /// The pending numbers, usually one.
    numbers: Vec<Range<u32>>,
    /// Whether stray text follows the last of them, in place of its half-move.
    is_stray: bool,
    /// Increment of the written numbers.
    shift: i64,
    /// Offset of the incremented numbers from the true ones.
    ahead: i64,
    /// Starts and values of the numbers that go on from a variation's first one, until a true number comes again; those
    /// of inner variations among them.
    counted: Vec<(u32, u32)>,
    goes_on: bool,
    /// Number of missing `)` of inner variations that do not move.
    unclosed: usize,
    /// Variations that replace White's last half-move.
    pending: Vec<PendingVariation>,
}

struct PendingVariation {
    /// With the comments that move with it.
    block: Range<u32>,
    first: NumberedMove,
    /// Start of its number, and the corrected value.
    number: Option<(u32, u32)>,
    ahead: i64,
    counted: Vec<(u32, u32)>,
}

impl PlacementLine {
    fn new(open: u32, shift: i64, ahead: i64) -> PlacementLine {
        PlacementLine {
            open,
            first: None,
            first_number: None,
            before_last: None,
            last: None,
            numbers: Vec::new(),
            is_stray: false,
            shift,
            ahead,
            counted: Vec::new(),
            goes_on: true,
            unclosed: 0,
            pending: Vec::new(),
        }
    }

    /// Adds the numbers of an inner variation.
    fn add_counted(&mut self, first: Option<(u32, u32)>, others: Vec<(u32, u32)>) {
        if self.goes_on {
            self.counted.extend(first.into_iter().chain(others));
        }
    }
}

impl PlacementWalk<'_> {
    fn item(&mut self, at: usize, item: &OutlineToken) {
        match item.token {
            Token::VariationOpen => {
                let (shift, ahead) = self.lines.last().map_or((0, 0), |line| (line.shift, line.ahead));
                self.lines.push(PlacementLine::new(item.range.start, shift, ahead));
            }
            Token::VariationClose => self.close(item.range.clone()),
            Token::MoveNumber => {
                if let Some(line) = self.lines.last_mut() {
                    line.numbers.push(item.range.clone());
                }
            }
            Token::Move => self.half_move(at, &item.range),
            Token::BraceComment | Token::LineComment => self.comment(at, &item.range),
            Token::Stray if slice(self.text, &item.range).contains(char::is_alphanumeric) => {
                if let Some(line) = self.lines.last_mut() {
                    line.is_stray |= !line.numbers.is_empty();
                }
            }
            _ => {}
        }
    }

    /// Keeps a comment on White's half-move that is directly behind a variation there when the variation moves.
    fn comment(&mut self, at: usize, range: &Range<u32>) {
        let Some(before) = at.checked_sub(1).map(|before| &self.items[before]) else { return };
        let is_behind = before.token == Token::VariationClose || self.placed.carried.contains(&before.range.start);
        let comment = slice(self.text, range);
        let (true, Some(line), Some(_)) = (is_behind, self.lines.last_mut(), inline(comment)) else { return };
        let block = match self.places {
            VariationPlacement::BehindPair => line.pending.last_mut().map(|variation| &mut variation.block),
            VariationPlacement::BehindReplaced => {
                let names = after(comment).and_then(|command| command.named);
                let names_replaced = names.zip(line.before_last).is_some_and(|(names, replaced)| {
                    names.color == replaced.color
                        && [i64::from(replaced.number), i64::from(replaced.number) + line.ahead]
                            .contains(&i64::from(names.number))
                });
                let moved = self.placed.relocations.last_mut().filter(|moved| names_replaced && moved.unclosed == 0);
                moved.map(|moved| &mut moved.block)
            }
            VariationPlacement::Same | VariationPlacement::Numbered => None,
        };
        if let Some(block) = block.filter(|block| block.end == before.range.end) {
            block.end = range.end;
            self.placed.carried.insert(range.start);
        }
    }

    fn half_move(&mut self, at: usize, range: &Range<u32>) {
        let resolved_move = self.cursor.index_of(range).map(|n| &self.resolved.moves[n]);
        let depth = self.lines.len() - 1;
        let recent = depth.checked_sub(1).map(|outer| [self.lines[outer].last, self.lines[outer].before_last]);
        let is_stray = depth.checked_sub(1).is_some_and(|outer| self.lines[outer].is_stray);
        let replaced = recent.and_then(|[last, _]| last).filter(|_| !is_stray);
        let Some(line) = self.lines.last_mut() else { return };
        let doubled = std::mem::take(&mut line.numbers);
        line.is_stray = false;
        let number = doubled.last().cloned();
        let written = number.as_ref().map(|number| WrittenNumber::read(slice(self.text, number)));
        let written_value = written.as_ref().and_then(WrittenNumber::value);
        let color = written.as_ref().and_then(WrittenNumber::color);
        let is_first = depth > 0 && line.first.is_none();
        let by_place = matches!(self.places, VariationPlacement::Numbered | VariationPlacement::BehindPair);
        let played = match resolved_move {
            // Without a legal move, only the position determines what it replaces.
            Some(resolved_move)
                if is_first
                    && by_place
                    && resolved_move.play.is_none()
                    && let Some(replaced) = replaced =>
            {
                NumberedMove { item: at, variations_end: None, ..replaced }
            }
            // If two numbers show that the first half-move is missing, the first number names what that one replaces.
            Some(resolved_move)
                if is_first
                    && resolved_move.play.is_none()
                    && let [first, _, ..] = &doubled[..]
                    && let Some(named) =
                        recent.into_iter().flatten().flatten().find(|played| played.is(first, self.text)) =>
            {
                NumberedMove { item: at, variations_end: None, ..named }
            }
            Some(resolved_move) => {
                let ply = i64::from(resolved_move.ply);
                let is_played = resolved_move.play.is_some();
                NumberedMove {
                    item: at,
                    ply,
                    number: resolved_move.number,
                    color: resolved_move.color,
                    is_played,
                    variations_end: None,
                }
            }
            None => counted(at, line.last.map(|last| next_of(&last)).or(replaced), written_value, color),
        };
        if let (Some(range), Some(written_value)) = (&number, written_value) {
            let right = i64::from(played.number);
            if !is_first && i64::from(written_value) + line.shift != right + line.ahead {
                // Behind a wrong first number, a right one ends its correction.
                let has_jumped = self.resolved.jumped.binary_search(&range.start).is_ok();
                let is_right = [right, right + line.ahead].contains(&i64::from(written_value)) && !has_jumped;
                line.shift = if is_right { 0 } else { line.shift };
            }
            let now = i64::from(written_value) + line.shift;
            // The numbers of an unknown half-move are unchanged, as in PGN's export format; except the one that names
            // what a variation replaces.
            let names = is_first && doubled.len() == 1;
            let is_known = names || resolved_move.is_none_or(|resolved_move| resolved_move.play.is_some());
            if is_first && is_known && by_place && resolved_move.is_some() && now != right && now != right + line.ahead
            {
                line.shift = right + line.ahead - i64::from(written_value);
            }
            let shift = if is_known { line.shift } else { 0 };
            let shifted = |written_value: u32| u32::try_from(i64::from(written_value) + shift).unwrap_or(written_value);
            let now = shifted(written_value);
            // Equal numbers remain equal, and different ones remain different.
            for range in &doubled {
                let written_value = WrittenNumber::read(slice(self.text, range)).value();
                if let Some(now) = written_value.map(shifted).filter(|now| Some(*now) != written_value) {
                    self.placed.numbers.insert(range.start, now);
                }
            }
            line.ahead = i64::from(now) - right;
            line.goes_on &= line.ahead != 0 || !is_known;
            if is_first {
                line.first_number = Some((range.start, now));
            } else if line.goes_on && is_known {
                line.counted.push((range.start, now));
            }
        }
        if is_first {
            line.first = Some(played);
            // A half-move that may replace an unread half-move of the text.
            let is_of_another = || {
                let named = number.as_ref().zip(replaced).filter(|(_, replaced)| !replaced.is_played);
                by_place && named.is_some_and(|(number, replaced)| next_of(&replaced).is(number, self.text))
            };
            if resolved_move.is_some_and(|resolved_move| resolved_move.play.is_none())
                && (misplaced(self.resolved, range).is_some() || is_of_another())
            {
                self.placed.misplaced.push(range.clone());
            }
        }
        (line.before_last, line.last) = (line.last, Some(played));
        let pending = std::mem::take(&mut line.pending);
        let ahead = line.ahead;
        if played.color == Color::Black {
            for variation in pending {
                self.behind_pair(variation, at, range, ahead);
            }
        }
    }

    /// Moves a variation that replaces White's half-move behind Black's.
    fn behind_pair(&mut self, variation: PendingVariation, at: usize, half_move: &Range<u32>, ahead: i64) {
        let NumberedMove { item, number, .. } = variation.first;
        // If the count has changed in between, its number must not name another half-move, nor is it that of the line
        // around it.
        let has_changed = ahead != variation.ahead;
        let moved_by = match variation.number {
            None => {
                let ahead = if has_changed { 0 } else { ahead };
                let counted = u32::try_from(i64::from(number) + ahead).unwrap_or(number);
                self.placed.added.push((self.items[item].range.start, format!("{counted}. ")));
                has_changed.then_some(-variation.ahead)
            }
            Some((start, now)) if now != number && has_changed => {
                self.placed.numbers.insert(start, number);
                Some(i64::from(number) - i64::from(now))
            }
            Some(_) => None,
        };
        match (moved_by, self.lines.last_mut()) {
            (Some(moved_by), _) => {
                let moved = |(start, now)| Some((start, u32::try_from(i64::from(now) + moved_by).ok()?));
                self.placed.numbers.extend(variation.counted.into_iter().filter_map(moved));
            }
            (None, Some(line)) => line.add_counted(variation.number, variation.counted),
            (None, None) => {}
        }
        // Behind it comes a half-move of its line, so it is closed.
        self.relocate((variation.block, 0), half_move, self.end_of_annotations(at));
    }

    fn relocate(&mut self, (block, unclosed): (Range<u32>, usize), half_move: &Range<u32>, to: u32) {
        self.placed.relocations.push(Relocation { block, unclosed, half_move: half_move.clone(), to });
    }

    /// End of the annotations behind a half-move, and of the brace comments behind them.
    fn end_of_annotations(&self, at: usize) -> u32 {
        let mut end = self.items[at].range.end;
        let mut comments = false;
        for item in &self.items[at + 1..] {
            match item.token {
                Token::Nag | Token::CompositeNag | Token::Suffix if !comments => {}
                Token::BraceComment => comments = true,
                // A backslash before a NAG is a needless escape.
                Token::Stray if slice(self.text, &item.range) == "\\" => continue,
                _ => break,
            }
            end = item.range.end;
        }
        end
    }

    fn close(&mut self, range: Range<u32>) {
        let Some(inner) = (if self.lines.len() > 1 { self.lines.pop() } else { None }) else { return };
        let Some(outer) = self.lines.last_mut() else { return };
        let block = inner.open..range.end;
        let unclosed = inner.unclosed + usize::from(range.is_empty());
        let Some(first) = inner.first else {
            // Without a half-move it stays, and those that move behind it keep their order.
            if let (VariationPlacement::BehindReplaced, Some(last)) = (self.places, &mut outer.last) {
                last.variations_end = Some(block.end);
            }
            outer.unclosed += unclosed;
            return;
        };
        let (number, counted) = (inner.first_number, inner.counted);
        if let (VariationPlacement::BehindPair, Some(last)) = (self.places, &outer.last)
            && last.ply == first.ply
            && last.color == Color::White
        {
            return outer.pending.push(PendingVariation { block, first, number, ahead: outer.ahead, counted });
        }
        outer.add_counted(number, counted);
        match (self.places, outer.before_last, &mut outer.last) {
            (VariationPlacement::BehindReplaced, Some(replaced), _) if replaced.ply == first.ply => {
                let half_move = self.items[replaced.item].range.clone();
                let to = replaced.variations_end.unwrap_or_else(|| self.end_of_annotations(replaced.item));
                return self.relocate((block, unclosed), &half_move, to);
            }
            (VariationPlacement::BehindReplaced, _, Some(last)) if last.ply == first.ply => {
                last.variations_end = Some(block.end)
            }
            _ => {}
        }
        outer.unclosed += unclosed;
    }
}

/// A half-move of which only the text is known: numbered as written, or else as expected.
fn counted(item: usize, expected: Option<NumberedMove>, number: Option<u32>, color: Option<Color>) -> NumberedMove {
    let (next, side) = expected.map_or((1, Color::White), |next| (next.number, next.color));
    let (number, color) = (number.unwrap_or(next), color.unwrap_or(side));
    NumberedMove {
        item,
        ply: 2 * i64::from(number) + i64::from(color == Color::Black),
        number,
        color,
        is_played: false,
        variations_end: None,
    }
}

fn next_of(last: &NumberedMove) -> NumberedMove {
    let number = last.number.saturating_add(u32::from(last.color == Color::Black));
    NumberedMove { number, color: !last.color, ..*last }
}
