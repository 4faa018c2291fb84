//! A game's text as the events of a binary notation, with each variation directly behind the half-move that it
//! replaces.
//!
//! Content that the notation cannot encode is omitted and listed. A half-move that it cannot encode ends its line.

use std::ops::Range;

use shakmaty::Color;

use crate::binary::transcript_notation;
use crate::convert::half_moves::fault;
use crate::convert::losses::cut_rest::CutRest;
use crate::convert::losses::loss_tally::LossTally;
use crate::convert::losses::stray_text::is_stray_period;
use crate::convert::numbers::WrittenNumber;
use crate::convert::outcome::Loss;
use crate::lint::Code;
use crate::notation::{BinaryEvent, Codec, Notation, SpellingError, nag};
use crate::replay::after::without_after;
use crate::replay::{Resolved, ResolvedMove};
use crate::rules::Play;
use crate::score::{CommentRule, KnownMoves, MAIN, OutlineToken, PlyPart, Score, ScorePly, slice};
use crate::syntax::{Token, is_en_passant_suffix};

/// An event with its source range in the text.
pub(super) type SourcedEvent = (BinaryEvent, Range<u32>);

/// The events of a game in the transcript of a binary notation, except the end. `commands`: comments name their
/// half-moves by commands, which are redundant in binary.
pub(super) fn events(
    text: &str,
    items: &[OutlineToken],
    resolved: &Resolved,
    to: &'static Notation,
    commands: bool,
    losses: &mut Vec<Loss>,
) -> Vec<SourcedEvent> {
    let (game, rest) = items.split_at(end_of_game(items));
    let comments = if commands { CommentRule::Named } else { CommentRule::Preceding };
    let score = Score::of(text, game, KnownMoves::Borrowed(resolved), comments);
    let numbers = NumberOrder::of(text, game);
    let (events, lost) = (Vec::new(), LossTally::default());
    let mut collector = EventCollector { score: &score, to, numbers, events, lost, cut: None };
    for item in game.iter().filter(|item| is_stray_period(text, item)) {
        collector.lost.one(stray_loss(slice(text, &item.range), to), item.range.clone());
    }
    if let Some(first) = rest.first() {
        let message = format!("{} cannot record `{}` after the terminator", to.name, slice(text, &first.range));
        collector.lost.one(message, first.range.clone());
    }
    collector.line(MAIN);
    losses.extend(collector.lost.finish());
    collector.events
}

/// The number of tokens up to the terminator of the main line; all, if a half-move of the main line follows it.
fn end_of_game(items: &[OutlineToken]) -> usize {
    let (mut depth, mut end) = (0_u32, items.len());
    for (at, item) in items.iter().enumerate() {
        match item.token {
            Token::VariationOpen => depth += 1,
            Token::VariationClose => depth = depth.saturating_sub(1),
            Token::Terminator if depth == 0 => end = at + 1,
            Token::Move if depth == 0 => end = items.len(),
            _ => {}
        }
    }
    end
}

/// What the order of numbers and other tokens says. All in text order, by the start of the token that has the number.
#[derive(Default)]
struct NumberOrder {
    /// The numbers of half-moves.
    of_half_moves: Vec<(u32, u32)>,
    /// Numbers that a variation separates from their half-move.
    before_variations: Vec<(Range<u32>, u32)>,
    /// NAGs that a number, whose half-move follows, tells to belong to that half-move.
    before_half_moves: Vec<u32>,
}

impl NumberOrder {
    fn of(text: &str, items: &[OutlineToken]) -> NumberOrder {
        let mut order = NumberOrder::default();
        let mut number: Option<(Range<u32>, u32)> = None;
        for item in items {
            let start = item.range.start;
            match item.token {
                Token::MoveNumber => {
                    let value = WrittenNumber::read(slice(text, &item.range)).value();
                    number = value.map(|value| (item.range.clone(), value));
                }
                Token::Move => order.of_half_moves.extend(number.take().map(|(_, value)| (start, value))),
                Token::VariationOpen => order.before_variations.extend(number.take()),
                Token::Nag | Token::Suffix if number.is_some() => order.before_half_moves.push(start),
                _ => {}
            }
        }
        order
    }

    fn of_half_move(&self, half_move: &Range<u32>) -> Option<u32> {
        let found = self.of_half_moves.binary_search_by_key(&half_move.start, |(start, _)| *start).ok()?;
        Some(self.of_half_moves[found].1)
    }
}

struct EventCollector<'a> {
    score: &'a Score<'a>,
    to: &'static Notation,
    numbers: NumberOrder,
    events: Vec<SourcedEvent>,
    lost: LossTally,
    /// What is lost behind the half-move at which the line, or one around it, was cut.
    cut: Option<CutRest>,
}

/// Where a part of a line stands.
#[derive(Clone, Copy)]
struct PartPlace {
    line: usize,
    /// The half-move that it belongs to; `None` before the first one.
    ply: Option<usize>,
    /// Difference between the numbers of the text and the true ones.
    ahead: i64,
}

impl EventCollector<'_> {
    /// Adds the events of a line. A half-move that the notation cannot encode ends it.
    fn line(&mut self, id: usize) {
        let score = self.score;
        let line = &score.lines[id];
        let mut ended_at = None;
        let mut place = PartPlace { line: id, ply: None, ahead: 0 };
        line.lead.iter().for_each(|part| self.part(part, place));
        for ply in &line.plies {
            let ScorePly { number, range, parts, .. } = &score.plies[*ply];
            number.iter().for_each(|number| self.number(number, place));
            if let (Some(value), Some(half_move)) = (self.numbers.of_half_move(range), score.known(*ply)) {
                place.ahead = i64::from(value) - i64::from(half_move.number);
            }
            if let Some(rest) = &mut self.cut {
                rest.half_moves += 1;
            } else {
                match self.event_of(*ply) {
                    Ok(event) => self.events.push((event, range.clone())),
                    Err(reason) => {
                        ended_at = Some((range.clone(), reason));
                        self.cut = Some(CutRest::default());
                    }
                }
            }
            place.ply = Some(*ply);
            parts.iter().for_each(|part| self.part(part, place));
        }
        line.end.iter().for_each(|part| self.part(part, place));
        if let Some((half_move, reason)) = ended_at {
            let rest = self.cut.take().unwrap_or_default();
            if id != MAIN && holds(self.to, &BinaryEvent::VariationBegin).is_err() {
                return;
            }
            self.lost.one(rest.message(score.slice(&half_move), &reason), half_move);
        }
    }

    /// Lists the numbers that a variation separates from their half-move, and that name another one.
    fn number(&mut self, range: &Range<u32>, place: PartPlace) {
        let last = place.ply.and_then(|last| self.score.known(last)).filter(|_| self.cut.is_none());
        let Some(last) = last else { return };
        let next = i64::from(last.number) + i64::from(last.color == Color::Black);
        let numbers = &self.numbers.before_variations;
        let first = numbers.partition_point(|(number, _)| number.start < range.start);
        for (number, value) in numbers[first..].iter().take_while(|(number, _)| number.start < range.end) {
            if ![next, next + place.ahead].contains(&i64::from(*value)) {
                let text = self.score.slice(number);
                let message = format!("{} cannot record the number `{text}`, which has no half-move", self.to.name);
                self.lost.one(message, number.clone());
            }
        }
    }

    fn part(&mut self, part: &PlyPart, place: PartPlace) {
        match part {
            PlyPart::Comment(range) => {
                let text = self.score.slice(range);
                let text =
                    if self.score.names_its_half_move(range.start) { without_after(text) } else { text.to_owned() };
                let inner = if text.starts_with('{') { text.strip_suffix('}').unwrap_or(&text) } else { &text };
                match &mut self.cut {
                    Some(rest) => rest.comments += 1,
                    None => self.event(BinaryEvent::Comment(inner[1..].to_owned()), range),
                }
            }
            PlyPart::Nag(range) => self.glyph(range, place),
            PlyPart::Escape(range) if self.cut.is_none() => {
                self.event(BinaryEvent::Escape(self.score.slice(range)[1..].to_owned()), range);
            }
            PlyPart::Stray(range) => self.lost.one(stray_loss(self.score.slice(range), self.to), range.clone()),
            PlyPart::Number(range) => self.number(range, place),
            PlyPart::Terminator(range) if place.line != MAIN => {
                let message = format!("{} has no byte for the end of a variation's game", self.to.name);
                self.lost.one(message, range.clone());
            }
            PlyPart::Variation(id) => self.variation(*id, place.ply),
            PlyPart::Escape(_) | PlyPart::Terminator(_) => {}
        }
    }

    fn glyph(&mut self, range: &Range<u32>, place: PartPlace) {
        let (text, to) = (self.score.slice(range), self.to.name);
        let number = match text.strip_prefix('$') {
            Some(digits) if digits.contains('.') => {
                return self.lost.one(format!("{to} has no composite NAG such as `{text}`"), range.clone());
            }
            Some(digits) => match digits.parse() {
                Ok(number) => number,
                Err(_) => {
                    return self.lost.one(format!("`{text}` is not a NAG that {to} can record"), range.clone());
                }
            },
            None => match nag::of_suffix(text) {
                Some(number) => number,
                None if is_en_passant_suffix(text) => return,
                None => return self.lost.one(stray_loss(text, self.to), range.clone()),
            },
        };
        if let Some(rest) = &mut self.cut {
            rest.nags += 1;
            return;
        }
        // The transcript would have it among the tags.
        if place.line == MAIN && place.ply.is_none() {
            return self.lost.one(format!("{to} cannot record `{text}` before the first half-move"), range.clone());
        }
        if self.numbers.before_half_moves.binary_search(&range.start).is_ok() {
            let message = format!("{to} cannot record `{text}` between a number and its half-move");
            return self.lost.one(message, range.clone());
        }
        self.event(BinaryEvent::Nag(number), range);
    }

    /// Adds an event, if the notation can encode it.
    fn event(&mut self, event: BinaryEvent, range: &Range<u32>) {
        match holds(self.to, &event) {
            Err(why) => self.lost.one(why.reason().to_owned(), range.clone()),
            Ok(()) => self.events.push((event, range.clone())),
        }
    }

    /// The half-move's event, or why there is none.
    fn event_of(&mut self, ply: usize) -> Result<BinaryEvent, String> {
        let score = self.score;
        let unknown = || fault(&score.resolved, &score.plies[ply].range);
        let half_move = score.known(ply).ok_or_else(unknown)?;
        let legal = |play: &Play| {
            let mv = play.as_move()?;
            half_move.before.as_deref()?.is_legal(mv).then_some(mv)
        };
        match transcript_notation(self.to).codec {
            Codec::Boards { .. } => {
                let after = half_move.after.as_deref().ok_or_else(unknown)?;
                Ok(BinaryEvent::Board(after.board().clone()))
            }
            Codec::Moves { read, .. } if self.to.allows_illegal => {
                read(score.slice(&half_move.range)).map(|read| BinaryEvent::Parsed(read.parsed)).ok_or_else(unknown)
            }
            _ => {
                let play = half_move.play.as_ref().ok_or_else(unknown)?;
                let (text, to) = (score.slice(&half_move.range), self.to.name);
                if self.is_found(half_move, &[Code::MissingPromotion]) {
                    let message =
                        format!("`{text}` does not say what the pawn becomes, but {to} must: a queen is assumed");
                    self.lost.one(message, half_move.range.clone());
                }
                if self.is_found(half_move, &[Code::InvalidPromotion, Code::WrongEnPassant, Code::WrongPiece]) {
                    let message = format!("`{text}` says more than happens on the board: {to} records only the move");
                    self.lost.one(message, half_move.range.clone());
                }
                let illegal = || format!("{} can record only legal moves", self.to.name);
                legal(play).map(BinaryEvent::Move).ok_or_else(illegal)
            }
        }
    }

    fn is_found(&self, half_move: &ResolvedMove, codes: &[Code]) -> bool {
        let found = &self.score.resolved.report.diagnostics;
        let first = found.partition_point(|d| d.range.start < half_move.range.start);
        let here = found[first..].iter().take_while(|d| d.range.start == half_move.range.start);
        here.into_iter().any(|d| codes.contains(&d.code))
    }

    /// Adds a variation behind the half-move that it replaces.
    fn variation(&mut self, id: usize, replaced: Option<usize>) {
        let line = &self.score.lines[id];
        let open = line.brackets.as_ref().map_or(0..0, |(open, _)| open.clone());
        let (start, is_cut) = (self.events.len(), self.cut.is_some());
        self.events.push((BinaryEvent::VariationBegin, open.clone()));
        self.line(id);
        if is_cut {
            return self.events.truncate(start);
        }
        let is_encoded =
            |ply: usize| self.events[start..].iter().any(|(_, range)| *range == self.score.plies[ply].range);
        let ply_of = |ply: usize| self.score.known(ply).map(|half_move| half_move.ply);
        let is_placed = match (line.plies.first(), replaced) {
            (Some(first), Some(replaced)) => ply_of(*first) == ply_of(replaced),
            (None, replaced) => replaced.is_some(),
            (Some(_), None) => false,
        };
        if let Err(why) = holds(self.to, &BinaryEvent::VariationBegin) {
            self.lost.one(why.reason().to_owned(), open);
        } else if line.plies.first().is_some_and(|first| !is_encoded(*first)) {
            // The loss of its first half-move is listed.
        } else if is_placed {
            return self.events.push((BinaryEvent::VariationEnd, open));
        } else {
            let message = format!("{} can have variations only after the half-move that they replace", self.to.name);
            self.lost.one(message, open);
        }
        self.events.truncate(start);
    }
}

/// The loss of text that is no part of a game.
pub(in crate::convert) fn stray_loss(text: &str, to: &Notation) -> String {
    format!("`{text}` cannot be recorded in {}", to.name)
}

fn holds(notation: &Notation, event: &BinaryEvent) -> Result<(), SpellingError> {
    match notation.codec {
        Codec::Binary { holds, .. } => holds(event),
        _ => Ok(()),
    }
}
