//! A game's text as the events of a binary notation, with each variation directly behind the half-move that it
//! replaces.
//!
//! Content that the notation cannot encode is omitted and listed. A half-move that it cannot encode ends its line.

use std::ops::Range;

use shakmaty::Color;

use super::cut_rest::CutRest;
use super::half_moves::fault;
use super::lines::{EventLine, LineItem, MoveNode};
use super::loss_tally::LossTally;
use super::numbers::WrittenNumber;
use super::outcome::Loss;
use super::stray_text::{is_stray_period, is_unknown_glyph};
use crate::binary::transcript_notation;
use crate::lint::Code;
use crate::notation::{BinaryEvent, Codec, Notation, SpellingError, nag};
use crate::replay::after::{CommentedMove, without_after};
use crate::replay::{Resolved, ResolvedMove};
use crate::rules::Play;
use crate::score::{OutlineToken, slice};
use crate::syntax::Token;

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
    let lines = vec![EventLine::new(0)];
    let mut gather =
        EventCollector { text, resolved, to, commands, written_number: None, lines, lost: LossTally::default() };
    let (game, rest) = items.split_at(end_of_game(items));
    for item in game {
        gather.item(item);
    }
    if let Some(first) = rest.first() {
        let message = format!("{} cannot record `{}` after the terminator", to.name, slice(text, &first.range));
        gather.lost.one(message, first.range.clone());
    }
    while gather.lines.len() > 1 {
        gather.close();
    }
    let mut events = Vec::new();
    if let Some(line) = gather.lines.pop() {
        gather.line_losses(&line);
        line.flatten(&mut events);
    }
    losses.extend(gather.lost.finish());
    events
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

struct EventCollector<'a> {
    text: &'a str,
    resolved: &'a Resolved,
    to: &'static Notation,
    commands: bool,
    /// The number of the next half-move, if written.
    written_number: Option<(u32, Range<u32>)>,
    /// The main line and the open variations.
    lines: Vec<EventLine>,
    lost: LossTally,
}

impl EventCollector<'_> {
    fn item(&mut self, item: &OutlineToken) {
        let (text, range) = (slice(self.text, &item.range), item.range.clone());
        match item.token {
            Token::Move => self.half_move(range),
            Token::Nag => match text.trim_start_matches('$').parse() {
                Ok(number) => self.nag(number, text, range),
                Err(_) => self.lost.one(format!("`{text}` is not a NAG that {} can record", self.to.name), range),
            },
            Token::CompositeNag => {
                self.lost.one(format!("{} has no composite NAG such as `{text}`", self.to.name), range);
            }
            Token::Suffix => {
                if let Some(number) = nag::of_suffix(text) {
                    self.nag(number, text, range);
                } else if is_unknown_glyph(self.text, item) {
                    self.lost.one(stray_loss(text, self.to), range);
                }
            }
            Token::MoveNumber => {
                self.written_number = WrittenNumber::read(text).value().map(|number| (number, range));
            }
            Token::BraceComment | Token::LineComment => self.comment(text, item.token, range),
            Token::Escape => self.event(BinaryEvent::Escape(text[1..].to_owned()), range),
            Token::VariationOpen => {
                self.number_before_variation();
                self.lines.push(EventLine::new(range.start));
            }
            Token::VariationClose => self.close(),
            Token::Terminator if self.lines.len() > 1 => {
                let message = format!("{} has no byte for the end of a variation's game", self.to.name);
                self.lost.one(message, range);
            }
            Token::Stray => self.lost.one(stray_loss(text, self.to), range),
            Token::Periods if is_stray_period(self.text, item) => self.lost.one(stray_loss(text, self.to), range),
            _ => {}
        }
    }

    /// Drops a number that a variation separates from its half-move. It is a loss if it names another one.
    fn number_before_variation(&mut self) {
        let Some((number, range)) = self.written_number.take() else { return };
        let line = self.lines.last().filter(|_| !self.is_cut());
        let Some((last, ahead)) = line.and_then(|line| Some((line.count.nameable.last()?, line.count.ahead))) else {
            return;
        };
        let next = i64::from(last.number) + i64::from(last.color == Color::Black);
        if ![next, next + ahead].contains(&i64::from(number)) {
            let text = slice(self.text, &range);
            self.lost.one(format!("{} cannot record the number `{text}`, which has no half-move", self.to.name), range);
        }
    }

    /// Adds a NAG, except before the first half-move, where the transcript would have it among the tags, and except
    /// between a number and its half-move, where the number tells that it may belong to that half-move.
    fn nag(&mut self, number: u32, text: &str, range: Range<u32>) {
        if self.lines.len() == 1 && self.lines[0].nodes.is_empty() && !self.is_cut() {
            return self.lost.one(format!("{} cannot record `{text}` before the first half-move", self.to.name), range);
        }
        if self.written_number.is_some() && !self.is_cut() {
            let message = format!("{} cannot record `{text}` between a number and its half-move", self.to.name);
            return self.lost.one(message, range);
        }
        self.event(BinaryEvent::Nag(number), range);
    }

    /// Adds a comment behind the half-move that it names (rule C4).
    fn comment(&mut self, text: &str, token: Token, range: Range<u32>) {
        let named = self.lines.last().filter(|_| self.commands).and_then(|line| line.count.nameable.of_comment(text));
        let text = if named.is_some() { without_after(text) } else { text.to_owned() };
        let inner = match token {
            Token::BraceComment => text.strip_suffix('}').unwrap_or(&text),
            _ => &text,
        };
        self.event_behind(BinaryEvent::Comment(inner[1..].to_owned()), range, named);
    }

    /// Adds an event behind the last half-move, if the notation can encode it.
    fn event(&mut self, event: BinaryEvent, range: Range<u32>) {
        self.event_behind(event, range, None);
    }

    fn event_behind(&mut self, event: BinaryEvent, range: Range<u32>, named: Option<CommentedMove>) {
        if self.is_cut() {
            let is_of_kept = named.is_some() && self.lines.last().is_some_and(|line| line.cut.is_some());
            if !is_of_kept {
                match (self.rest_of_cut(), event) {
                    (Some(rest), BinaryEvent::Comment(_)) => rest.comments += 1,
                    (Some(rest), BinaryEvent::Nag(_)) => rest.nags += 1,
                    _ => {}
                }
                return;
            }
        }
        match holds(self.to, &event) {
            Err(why) => self.lost.one(why.reason().to_owned(), range),
            Ok(()) => {
                if let Some(line) = self.lines.last_mut() {
                    line.parts_named(named).push(LineItem::Event(event, range));
                }
            }
        }
    }

    /// What is lost behind the half-move at which a line was cut.
    fn rest_of_cut(&mut self) -> Option<&mut CutRest> {
        self.lines.iter_mut().find_map(|line| Some(&mut line.cut.as_mut()?.rest))
    }

    fn is_cut(&self) -> bool {
        self.lines.iter().any(|line| line.cut.is_some())
    }

    fn half_move(&mut self, range: Range<u32>) {
        let half_move = self.resolved.index_of(&range).map(|n| &self.resolved.moves[n]);
        let written_number = self.written_number.take();
        if let Some(rest) = self.rest_of_cut() {
            rest.half_moves += 1;
            return;
        }
        let event = match half_move {
            Some(half_move) => self.event_of(half_move),
            None => Err(fault(self.resolved, &range)),
        };
        let Some(line) = self.lines.last_mut() else { return };
        match event {
            Ok(event) => {
                let ply = half_move.map_or(0, |half_move| half_move.ply);
                if let Some(half_move) = half_move {
                    line.count.played(half_move, written_number.map(|(number, _)| number));
                }
                line.nodes.push(MoveNode { event, range, ply, parts: Vec::new() });
            }
            Err(reason) => line.cut(range, reason),
        }
    }

    /// The half-move's event, or why there is none.
    fn event_of(&mut self, half_move: &ResolvedMove) -> Result<BinaryEvent, String> {
        let unknown = || fault(self.resolved, &half_move.range);
        let legal = |play: &Play| {
            let mv = play.as_move()?;
            half_move.before.as_deref()?.is_legal(mv).then_some(mv)
        };
        match transcript_notation(self.to).codec {
            Codec::Boards { .. } => {
                let after = half_move.after.as_deref().ok_or_else(unknown)?;
                Ok(BinaryEvent::Board(after.board().clone()))
            }
            Codec::Moves { read, .. } if self.to.allows_illegal => read(slice(self.text, &half_move.range))
                .map(|read| BinaryEvent::Parsed(read.parsed))
                .ok_or_else(unknown),
            _ => {
                let play = half_move.play.as_ref().ok_or_else(unknown)?;
                let (text, to) = (slice(self.text, &half_move.range), self.to.name);
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
        let found = &self.resolved.report.diagnostics;
        let first = found.partition_point(|d| d.range.start < half_move.range.start);
        let here = found[first..].iter().take_while(|d| d.range.start == half_move.range.start);
        here.into_iter().any(|d| codes.contains(&d.code))
    }

    /// Ends the innermost variation and attaches it to the half-move that it replaces.
    fn close(&mut self) {
        let Some(variation) = (if self.lines.len() > 1 { self.lines.pop() } else { None }) else { return };
        if self.is_cut() {
            return;
        }
        let (range, to) = (variation.open..variation.open + 1, self.to.name);
        if let Err(why) = holds(self.to, &BinaryEvent::VariationBegin) {
            return self.lost.one(why.reason().to_owned(), range);
        }
        self.line_losses(&variation);
        let Some(outer) = self.lines.last_mut() else { return };
        let recent = outer.nodes.len().saturating_sub(2);
        let replaced = match variation.nodes.first() {
            None if variation.cut.is_some() => return,
            None => outer.nodes.last_mut(),
            Some(first) => outer.nodes[recent..].iter_mut().find(|node| node.ply == first.ply),
        };
        match replaced {
            Some(node) => node.parts.push(LineItem::Variation(variation)),
            None => {
                self.lost.one(format!("{to} can have variations only after the half-move that they replace"), range)
            }
        }
    }

    /// Lists the losses of a cut line.
    fn line_losses(&mut self, line: &EventLine) {
        if let Some(cut) = &line.cut {
            let text = slice(self.text, &cut.half_move);
            self.lost.one(cut.message(text), cut.half_move.clone());
        }
    }
}

/// The loss of text that is no part of a game.
pub(super) fn stray_loss(text: &str, to: &Notation) -> String {
    format!("`{text}` cannot be recorded in {}", to.name)
}

fn holds(notation: &Notation, event: &BinaryEvent) -> Result<(), SpellingError> {
    match notation.codec {
        Codec::Binary { holds, .. } => holds(event),
        _ => Ok(()),
    }
}
