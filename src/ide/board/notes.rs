//! The annotations in a comment besides its text: arrows and coloured squares, clocks, evaluations.

use std::borrow::Cow;

use vgn_engine::replay::commands::{Command, commands, pawns};

/// Colours by the first letter of an operand.
pub const COLOURS: [(char, &str); 10] = [
    ('G', "green"),
    ('R', "red"),
    ('Y', "yellow"),
    ('B', "blue"),
    ('C', "cyan"),
    ('M', "magenta"),
    ('O', "orange"),
    ('P', "purple"),
    ('W', "white"),
    ('K', "black"),
];

/// The drawing commands: coloured squares and arrows.
pub const SQUARES: &str = "csl";
pub const ARROWS: &str = "cal";

/// A coloured square or an arrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardShape {
    pub color: &'static str,
    pub from: String,
    /// The target of an arrow; `None` for a square.
    pub to: Option<String>,
}

/// An evaluation from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Evaluation {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves to mate, negative if Black mates; 0 is checkmate on the board.
    Mate(i32),
}

/// The contents of the comments on a half-move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notes {
    /// The texts without commands; empty ones are left out.
    pub texts: Vec<String>,
    pub shapes: Vec<BoardShape>,
    /// Remaining seconds, and seconds spent.
    pub clock: Option<f64>,
    pub spent: Option<f64>,
    pub evaluation: Option<Evaluation>,
}

impl Notes {
    /// Adds the contents of a comment. `body`: the comment without its braces.
    pub fn read(&mut self, body: &str) {
        let mut words = Cow::Borrowed(body);
        let mut from = 0;
        for command in commands(body) {
            self.read_command(&command);
            let rest = words.to_mut();
            if from == 0 {
                rest.clear();
            }
            *rest += &body[from..command.range.start];
            rest.push(' ');
            from = command.range.end;
        }
        if from > 0 {
            *words.to_mut() += &body[from..];
        }
        let text = words.split_whitespace().collect::<Vec<_>>().join(" ");
        if !text.is_empty() {
            self.texts.push(text);
        }
    }

    fn read_command(&mut self, command: &Command<'_>) {
        let operands = command.operands;
        match command.name {
            SQUARES | ARROWS => self.shapes.extend(operands.split(',').filter_map(|part| shape(part.trim()))),
            "clk" => self.clock = seconds(operands).or(self.clock),
            "emt" => self.spent = seconds(operands).or(self.spent),
            "eval" => self.evaluation = evaluation(operands).or(self.evaluation),
            _ => {}
        }
    }
}

/// Parses `Ge4` or `Ge2e4`.
pub fn shape(text: &str) -> Option<BoardShape> {
    let color = COLOURS.iter().find(|(letter, _)| text.starts_with(*letter))?.1;
    let is_square = |text: &&str| matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
    let from = text.get(1..3).filter(is_square)?;
    let to = match text.get(3..)? {
        "" => None,
        to => Some(Some(to).filter(is_square)?.to_owned()),
    };
    Some(BoardShape { color, from: from.to_owned(), to })
}

/// Parses `h:mm:ss`, `m:ss` or seconds, with an optional fraction.
fn seconds(text: &str) -> Option<f64> {
    let mut all = 0.0;
    for part in text.split(':') {
        let part = part.replace(',', ".");
        if !part.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        all = all * 60.0 + part.parse::<f64>().ok()?;
    }
    Some(all)
}

/// Parses `0.25`, `-1.5`, `#3`, `#-3`, `-#3` or `M3`, with an optional depth after a comma or slash.
fn evaluation(text: &str) -> Option<Evaluation> {
    let value = text.split([',', '/']).next()?.trim();
    let (is_negative, rest) = match value.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, value.strip_prefix('+').unwrap_or(value)),
    };
    let signed = |count: i32| if is_negative { -count } else { count };
    match rest.strip_prefix(['#', 'M']) {
        Some("") => Some(Evaluation::Mate(0)),
        Some(moves) => moves.parse().ok().map(signed).map(Evaluation::Mate),
        None if rest.starts_with(['-', '+']) => None,
        None => {
            #[expect(clippy::cast_possible_truncation, reason = "more than it holds is the most that it holds")]
            let hundredths = (pawns(text)? * 100.0).round() as i32;
            Some(Evaluation::Centipawns(hundredths))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_is_its_words_and_what_its_commands_say() {
        let mut notes = Notes::default();
        notes.read(" the\npoint [%csl Ge4,Rd5][%cal Ye2e4, Zx] of it [%clk 1:02:03.5] [%emt 0:07] [%eval -1.25,20]");
        notes.read("[%foo] ");
        notes.read("more");
        let shape =
            |color, from: &str, to: Option<&str>| BoardShape { color, from: from.into(), to: to.map(str::to_owned) };
        assert_eq!(notes.texts, ["the point of it", "more"]);
        let shapes = [shape("green", "e4", None), shape("red", "d5", None), shape("yellow", "e2", Some("e4"))];
        assert_eq!(notes.shapes, shapes);
        assert_eq!((notes.clock, notes.spent), (Some(3723.5), Some(7.0)));
        assert_eq!(notes.evaluation, Some(Evaluation::Centipawns(-125)));
    }

    #[test]
    fn evaluations_as_programs_write_them() {
        for (text, cp) in [("0", 0), ("+0.3", 30), (".5", 50), ("-12", -1200), ("0.4/22", 40), ("30,18", 30)] {
            assert_eq!(evaluation(text), Some(Evaluation::Centipawns(cp)), "{text}");
        }
        for (text, moves) in [("#3", 3), ("#-3", -3), ("-#3", -3), ("M5", 5), ("#", 0), ("+#2", 2)] {
            assert_eq!(evaluation(text), Some(Evaluation::Mate(moves)), "{text}");
        }
        for text in ["", "-", "good", "inf", "--3", "#x"] {
            assert_eq!(evaluation(text), None, "{text}");
        }
    }
}
