//! Hints that need only the text up to the end of the range: glyphs of NAGs, evaluations, times spent, and medals.

use std::ops::Range;

use vgn_engine::lint::Cancellation;
use vgn_engine::notation::nag;
use vgn_engine::preferences::HintKinds;
use vgn_engine::replay::after::after;
use vgn_engine::replay::commands::{Command, commands, medals, pawns};
use vgn_engine::replay::parse_game;
use vgn_engine::syntax::tag_list::is_vgn_format;
use vgn_engine::syntax::{Node, Sink, SyntaxError, Token};

use super::Hint;

/// The hints of at least the range.
pub fn hints(text: &str, requested: &Range<u32>, kinds: &HintKinds, cancel: &dyn Cancellation) -> Vec<Hint> {
    let mut reader = HintReader {
        text,
        requested,
        kinds,
        lines: vec![HintLine::default()],
        increments: [0.0; 2],
        base: None,
        tag: None,
        is_vgn: false,
        past: 0,
        hints: Vec::new(),
    };
    parse_game::<dyn Sink>(text, &mut reader, cancel);
    reader.hints
}

/// Collects hints from the grammar's events.
struct HintReader<'t> {
    text: &'t str,
    requested: &'t Range<u32>,
    kinds: &'t HintKinds,
    /// The main line and the open variations.
    lines: Vec<HintLine>,
    /// Seconds added per half-move for each side, and initial seconds.
    increments: [f64; 2],
    base: Option<f64>,
    /// The name of the current tag.
    tag: Option<&'t str>,
    /// Comments may name their half-move (rule C4), and a variation's number names the half-move that it replaces (rule
    /// C7).
    is_vgn: bool,
    /// Number of half-moves read after the range.
    past: usize,
    hints: Vec<Hint>,
}

/// The state of a line of play.
#[derive(Clone, Debug, Default)]
struct HintLine {
    /// The last half-move and the one before it.
    last_plies: [Option<HintPly>; 2],
    half_moves: usize,
    /// The number written before the next half-move, counted in half-moves, and that of the last half-move.
    written_number: Option<u32>,
    number: Option<u32>,
    /// Remaining seconds on both clocks, the first mover's first.
    clocks: [Option<f64>; 2],
}

/// A half-move.
#[derive(Clone, Debug)]
struct HintPly {
    range: Range<u32>,
    /// Index of the side's clock.
    side: usize,
    /// A hint tells its time.
    is_timed: bool,
    /// Both clocks before it.
    clocks_before: [Option<f64>; 2],
}

impl Sink for HintReader<'_> {
    fn start(&mut self, node: Node) {
        if node == Node::Variation {
            let line = self.lines.last().cloned().unwrap_or_default();
            let half_moves = line.half_moves.saturating_sub(1);
            let clocks = line.last_plies[0].as_ref().map_or(line.clocks, |last| last.clocks_before);
            self.lines.push(HintLine {
                last_plies: [None, None],
                half_moves,
                clocks,
                written_number: None,
                number: None,
            });
        }
    }

    fn finish(&mut self, node: Node) {
        if node == Node::Variation {
            self.lines.pop();
        }
    }

    fn token(&mut self, token: Token, range: Range<u32>) {
        let text = self.text.get(range.start as usize..range.end as usize).unwrap_or_default();
        match token {
            Token::TagName => self.tag = Some(text),
            Token::TagValue if self.tag == Some("TimeControl") => self.time_control(text.trim_matches('"')),
            Token::TagValue if self.tag == Some("GameFormat") => {
                self.is_vgn = is_vgn_format(text.trim_matches('"'));
            }
            Token::MoveNumber if self.is_vgn => {
                let number: Option<u32> = text.split(|c: char| !c.is_ascii_digit()).next().and_then(|n| n.parse().ok());
                if let Some(line) = self.lines.last_mut() {
                    line.written_number =
                        number.map(|number| number.saturating_mul(2) + u32::from(text.ends_with(".5")));
                }
            }
            Token::Move => {
                self.past += usize::from(range.start > self.requested.end);
                self.half_move(range);
            }
            Token::Nag if self.kinds.nags && range.end >= self.requested.start => {
                let meant = text.get(1..).and_then(|number| nag::nag(number.parse().ok()?));
                let glyph = meant.and_then(|nag| nag.glyph);
                self.hints.extend(glyph.map(|glyph| Hint::behind(&range, glyph)));
            }
            Token::BraceComment | Token::LineComment if self.kinds.needs_commands() => {
                let back = usize::from(self.is_vgn && self.names_before_last(text));
                for command in commands(text) {
                    self.command(&command, back);
                    self.medals(range.start, &command);
                }
            }
            _ => {}
        }
    }

    fn error(&mut self, _: SyntaxError) {}

    /// Includes the comments after the last half-move of the range, which in VGN may follow the reply.
    fn stop(&mut self) -> bool {
        self.past > usize::from(self.is_vgn)
    }
}

impl HintReader<'_> {
    /// Reads `300+3`: initial seconds, and seconds added per half-move.
    fn time_control(&mut self, value: &str) {
        let (base, increment) = value.split_once('+').unwrap_or((value, "0"));
        if let (Ok(base), Ok(increment)) = (base.parse::<f64>(), increment.parse::<f64>())
            && let Some(line) = self.lines.last_mut()
        {
            (line.clocks, self.base, self.increments) = ([None; 2], Some(base), [increment; 2]);
        }
    }

    fn half_move(&mut self, range: Range<u32>) {
        let outer = self.lines.len().checked_sub(2).and_then(|outer| self.lines.get(outer)).cloned();
        let Some(line) = self.lines.last_mut() else { return };
        let begins = line.last_plies[0].is_none();
        if let (true, Some(outer), Some(written_number)) = (begins, outer, line.written_number)
            && outer.number == written_number.checked_add(1)
            && let Some(replaced) = &outer.last_plies[1]
        {
            line.half_moves = line.half_moves.saturating_sub(1);
            line.clocks = replaced.clocks_before;
        }
        line.half_moves += 1;
        line.number = line.written_number.take().or(line.number.map(|number| number.saturating_add(1)));
        let side = (line.half_moves + 1) % 2;
        let last_plies = HintPly { range, side, is_timed: false, clocks_before: line.clocks };
        line.last_plies = [Some(last_plies), line.last_plies[0].take()];
    }

    /// The comment names the second to last half-move.
    fn names_before_last(&self, comment: &str) -> bool {
        let named = after(comment).and_then(|after| after.named);
        let number = named.map(|named| named.number.saturating_mul(2) + u32::from(named.color.is_black()));
        let last = self.lines.last().and_then(|line| line.number);
        number.and_then(|number| number.checked_add(1)).is_some_and(|answer| Some(answer) == last)
    }

    fn medals(&mut self, comment: u32, command: &Command<'_>) {
        if !self.kinds.commands || command.name != "mdl" {
            return;
        }
        let range = comment + command.range.start as u32..comment + command.range.end as u32;
        self.hints.extend(medals(command.operands).map(|given| Hint::behind(&range, given.join(", "))));
    }

    /// `back`: 0 for the last half-move of the line, 1 for the one before it.
    fn command(&mut self, command: &Command<'_>, back: usize) {
        let Some(line) = self.lines.last_mut() else { return };
        let Some(half_move) = &mut line.last_plies[back] else { return };
        let side = half_move.side;
        let label = match command.name {
            "eval" if self.kinds.evaluations => evaluation(command.operands),
            "emt" if self.kinds.times && !half_move.is_timed => seconds(command.operands).map(spent),
            "clk" if self.kinds.times && !half_move.is_timed => seconds(command.operands).and_then(|now| {
                let spent_now = match half_move.clocks_before[side] {
                    Some(before) => Some(before + self.increments[side] - now),
                    None => first_spent(self.base?, &mut self.increments[side], now),
                };
                // If time was added, the time spent is unknown.
                spent_now.filter(|spent| *spent > -0.5).map(spent)
            }),
            _ => None,
        };
        half_move.is_timed |= label.is_some() && command.name != "eval";
        self.hints.extend(label.map(|label| Hint::behind(&half_move.range, label)));
        if command.name == "clk" {
            line.clocks[side] = seconds(command.operands);
            // The reply started with this clock.
            if let (1, Some(answer)) = (back, &mut line.last_plies[0]) {
                answer.clocks_before[side] = line.clocks[side];
            }
        }
    }
}

/// The time spent on a side's first half-move, if its clock shows it. lichess shows the full time, as clocks start
/// after both first moves, and half of it after berserk, which also removes the increment. chess.com shows the time
/// including the increment; some boards have added it twice, others not yet. So the value is known only if the clock
/// exceeds the initial time or, without an increment, is below it.
fn first_spent(base: f64, increment: &mut f64, now: f64) -> Option<f64> {
    if (now - (base / 2.0)).abs() < 1.0 && now > 0.0 {
        *increment = 0.0;
        return None;
    }
    let is_told = if *increment > 0.0 { now > base } else { now < base };
    is_told.then_some(base + *increment - now)
}

/// `+0.25` or `#-3`, from the operand before the depth.
fn evaluation(operands: &str) -> Option<String> {
    let value = operands.split(',').next()?.trim();
    if let Some(mate) = value.strip_prefix('#') {
        return mate.parse::<i32>().ok().map(|moves| format!("#{moves}"));
    }
    pawns(operands).filter(|pawns| pawns.abs() < 1000.0).map(|pawns| format!("{pawns:+.2}"))
}

/// `1:59:30`, `4:05.2` or `7` in seconds.
fn seconds(time: &str) -> Option<f64> {
    time.split(':').try_fold(0.0, |sum, part| {
        let part: f64 = part.parse().ok().filter(|part| (0.0..1e6).contains(part))?;
        Some(sum * 60.0 + part)
    })
}

/// `1:05`, `1:00:00`.
fn spent(seconds: f64) -> String {
    let seconds = seconds.max(0.0).round() as u64;
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    match minutes / 60 {
        0 => format!("{minutes}:{seconds:02}"),
        hours => format!("{hours}:{:02}:{seconds:02}", minutes % 60),
    }
}
