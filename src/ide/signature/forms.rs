//! The forms of tag values and command operands.

use vgn_engine::notation;

use super::{Field, Signature};
use crate::markup;

/// A form, and the test whether a text that is being typed has it.
pub struct SignatureForm {
    parts: &'static [FormPart],
    /// Separator of repetitions.
    again: Option<char>,
    /// The text has this form and not the next one.
    pub matches: fn(&str) -> bool,
}

/// A field, or the punctuation between fields.
enum FormPart {
    Field(&'static str, &'static str),
    Signs(&'static str),
}

use FormPart::{Field as F, Signs as S};

impl SignatureForm {
    const fn new(parts: &'static [FormPart]) -> SignatureForm {
        SignatureForm { parts, again: None, matches: |_| true }
    }

    /// The form as an editor shows it; with the active field if `typed` has this form.
    pub fn signature(&self, typed: Option<&str>) -> Signature {
        let (mut label, mut fields) = (String::new(), Vec::new());
        for part in self.parts {
            let start = label.len();
            match part {
                F(name, description) => {
                    label.push_str(name);
                    let description = markup::capital(&format!("{description}."));
                    fields.push(Field { range: start..label.len(), description });
                }
                S(signs) => label.push_str(signs),
            }
        }
        if let Some(sign) = self.again {
            label.push(sign);
            label.push_str("...");
        }
        Signature { field: typed.map(|typed| self.field_at_end(typed)), label, fields }
    }

    /// Index of the field at the end of the text.
    fn field_at_end(&self, typed: &str) -> usize {
        let mut rest = self.again.and_then(|sign| typed.rsplit(sign).next()).unwrap_or(typed);
        let (mut field, mut passed) = (0, 0);
        for (n, part) in self.parts.iter().enumerate() {
            match part {
                F(name, _) => {
                    field = passed;
                    passed += 1;
                    // A field without a separator after it is as long as its name.
                    if let Some(F(..)) = self.parts.get(n + 1) {
                        match rest.char_indices().nth(name.len() - 1) {
                            Some((at, last)) => rest = &rest[at + last.len_utf8()..],
                            None => return field,
                        }
                    }
                }
                S(_) if passed == 0 => rest = rest.trim_start_matches(|c: char| !c.is_alphanumeric()),
                S(signs) => match rest.split_once(signs) {
                    Some((_, behind)) => rest = behind,
                    None => return field,
                },
            }
        }
        field
    }
}

/// The forms of a tag's value, and the part of the value to match. `is_vgn`: in a VGN game.
pub fn of_tag<'t>(name: &str, typed: &'t str, is_vgn: bool) -> Option<(&'static [SignatureForm], &'t str)> {
    let forms = match name {
        "Date" | "UTCDate" | "EventDate" | "EndDate" | "SourceDate" => DATE,
        "Time" | "UTCTime" | "StartTime" | "EndTime" => TIME_OF_DAY,
        "TimeControl" => TIME_CONTROL,
        "FEN" => WHOLE_BOARD,
        "SetUp" if !is_vgn => SETUP,
        "SetUp" => {
            let Some((format, board)) = typed.split_once(':') else { return Some((SHORT_BOARD, typed)) };
            let format = notation::find(format)?;
            let is_short = [&notation::SFEN, &notation::SFEN1].contains(&format);
            return match is_short {
                true => Some((SHORT_BOARD, board)),
                false => (*format == notation::FEN).then_some((WHOLE_BOARD, board)),
            };
        }
        _ => return None,
    };
    Some((forms, typed))
}

/// The forms of a command's operands, and an example of operands.
pub fn of_command(name: &str) -> Option<(&'static [SignatureForm], &'static str)> {
    Some(match name {
        "clk" | "emt" | "egt" | "mct" => (TIME, "0:00:00"),
        "eval" => (EVALUATION, "0.25"),
        "csl" => (SQUARES, "Gd4"),
        "cal" => (ARROWS, "Gd2d4"),
        "mdl" => (MEDALS, "64"),
        "after" => (AFTER, "3."),
        _ => return None,
    })
}

static DATE: &[SignatureForm] = &[SignatureForm::new(&[
    F("YYYY", "the year, `????` if it is not known"),
    S("."),
    F("MM", "the month, from 01 to 12, `??` if it is not known"),
    S("."),
    F("DD", "the day, from 01 to 31, `??` if it is not known"),
])];

static TIME_OF_DAY: &[SignatureForm] = &[SignatureForm::new(&[
    F("HH", "the hour, from 00 to 23"),
    S(":"),
    F("MM", "minutes, from 00 to 59"),
    S(":"),
    F("SS", "seconds, from 00 to 59"),
])];

const SECONDS: FormPart = F("seconds", "the seconds that each player has");
const INCREMENT: FormPart = F("increment", "seconds that each move brings; with its `+` it can be left out");

static TIME_CONTROL: &[SignatureForm] = &[
    SignatureForm {
        parts: &[SECONDS, S("+"), INCREMENT],
        again: Some(':'),
        matches: |typed| !last_period(typed).contains(['/', '*']),
    },
    SignatureForm {
        parts: &[F("moves", "the moves for which the seconds are"), S("/"), SECONDS, S("+"), INCREMENT],
        again: Some(':'),
        matches: |typed| last_period(typed).contains('/'),
    },
    SignatureForm {
        parts: &[S("*"), F("seconds", "what a sandclock has: the player's time is the other's")],
        again: Some(':'),
        matches: |typed| last_period(typed).contains('*'),
    },
];

fn last_period(typed: &str) -> &str {
    typed.rsplit(':').next().unwrap_or(typed)
}

const BOARD: FormPart = F("board", "the pieces by ranks from the eighth, `8` for empty squares");
const SIDE: FormPart = F("side", "who is to move: `w` or `b`");
const CASTLING: FormPart = F("castling", "what may still castle: `KQkq` or some of it, `-` if nothing");
const EN_PASSANT: FormPart = F("e.p.", "the square that a pawn has just passed over, `-` if none");

static WHOLE_BOARD: &[SignatureForm] = &[SignatureForm::new(&[
    BOARD,
    S(" "),
    SIDE,
    S(" "),
    CASTLING,
    S(" "),
    EN_PASSANT,
    S(" "),
    F("half-moves", "half-moves since a pawn moved or something was taken"),
    S(" "),
    F("number", "the number of the next move"),
])];

static SHORT_BOARD: &[SignatureForm] = &[SignatureForm::new(&[
    BOARD,
    S(" "),
    SIDE,
    S(" "),
    CASTLING,
    S(" "),
    EN_PASSANT,
    S(" "),
    F("marks", "the marks of the end, as `+#`; then nothing is played"),
])];

static SETUP: &[SignatureForm] = &[SignatureForm::new(&[F("1", "the board stands in the tag FEN")])];

static TIME: &[SignatureForm] = &[SignatureForm::new(&[
    F("h", "hours"),
    S(":"),
    F("mm", "minutes, from 00 to 59"),
    S(":"),
    F("ss", "seconds, from 00 to 59, perhaps with a fraction"),
])];

const DEPTH: FormPart = F("depth", "half-moves that the engine looked ahead; with its `,` it can be left out");

static EVALUATION: &[SignatureForm] = &[
    SignatureForm {
        parts: &[F("pawns", "by how many pawns White is better, as `0.25`; `-1.5` if Black is"), S(","), DEPTH],
        again: None,
        matches: |typed| !typed.contains('#'),
    },
    SignatureForm {
        parts: &[S("#"), F("moves", "moves to mate; `-` before them if Black mates"), S(","), DEPTH],
        again: None,
        matches: |typed| typed.contains('#'),
    },
];

const COLOUR: FormPart = F("G", "the colour: G green, R red, Y yellow, B blue");

static SQUARES: &[SignatureForm] =
    &[SignatureForm { parts: &[COLOUR, F("d4", "the square")], again: Some(','), matches: |_| true }];

static ARROWS: &[SignatureForm] = &[SignatureForm {
    parts: &[COLOUR, F("d2", "the square where the arrow begins"), F("d4", "the square where it ends")],
    again: Some(','),
    matches: |_| true,
}];

static MEDALS: &[SignatureForm] = &[SignatureForm::new(&[F(
    "medals",
    "a sum of 1 best game, 2 decided the tournament, 4 model game, 8 novelty, 16 pawn structure, 32 strategy, 64 \
     tactics, 128 attack, 256 defence, 512 sacrifice, 1024 material, 2048 piece play, 4096 endgame, 8192 tactical \
     blunder, 16384 strategic blunder, 32768 the user's own",
)])];

static AFTER: &[SignatureForm] = &[
    SignatureForm {
        parts: &[F("number", "the number of White's half-move, one of the two before the comment"), S(".")],
        again: None,
        matches: |typed| !typed.contains(".5"),
    },
    SignatureForm {
        parts: &[F("number", "the number of Black's half-move, one of the two before the comment"), S(".5")],
        again: None,
        matches: |typed| typed.contains(".5"),
    },
];
