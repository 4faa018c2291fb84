//! The output for a position: a line of text, or one JSON object; and messages about those without output.

use serde::Serialize;
use vgn_engine::convert::{EncodedPosition, PositionForm, SinglePosition, write_position};
use vgn_engine::notation::position::PositionEncoding;

use super::args::PositionFormat;
use super::digits::DigitEncoding;
use super::lines::InputLine;
use crate::{json_text, print_note};

/// Prints positions.
pub struct PositionPrinter {
    pub format: PositionFormat,
    /// Prints the number of bits before each position.
    pub bits: bool,
    pub digits: DigitEncoding,
}

/// A position that was written.
pub struct PositionRow<'a> {
    pub line: &'a InputLine,
    pub position: &'a SinglePosition,
    pub to: &'static PositionEncoding,
    pub written: &'a EncodedPosition,
}

#[derive(Serialize)]
struct PositionJson<'a> {
    file: &'a str,
    /// Counted from 1.
    line: u64,
    encoding: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    bits: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// Parts of the position that the input lacks, and their assumed values.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    assumed: &'a [&'static str],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    lost: &'a [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    refused: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<PositionErrorJson<'a>>,
}

#[derive(Serialize)]
struct PositionErrorJson<'a> {
    /// In characters, counted from 1.
    column: u64,
    message: &'a str,
}

impl<'a> PositionJson<'a> {
    fn new(line: &'a InputLine, encoding: &'static PositionEncoding) -> PositionJson<'a> {
        PositionJson {
            file: &line.source,
            line: line.number,
            encoding: encoding.name,
            bits: None,
            position: None,
            assumed: &[],
            lost: &[],
            refused: &[],
            error: None,
        }
    }

    fn print(&self) -> Vec<u8> {
        let mut text = Vec::new();
        json_text::push(&mut text, self);
        text.push(b'\n');
        text
    }
}

impl PositionPrinter {
    /// The output for an empty line.
    pub fn blank(&self) -> Vec<u8> {
        match self.format {
            PositionFormat::Text => b"\n".to_vec(),
            PositionFormat::Json => Vec::new(),
        }
    }

    /// A position that cannot be read.
    pub fn unread(&self, line: &InputLine, from: &'static PositionEncoding, column: u64, message: &str) -> Vec<u8> {
        match self.format {
            PositionFormat::Text => {
                print_note(&format!("{}:{}:{column}: {message}", line.source, line.number));
                self.blank()
            }
            PositionFormat::Json => {
                PositionJson { error: Some(PositionErrorJson { column, message }), ..PositionJson::new(line, from) }
                    .print()
            }
        }
    }

    /// A position that is not written, for these reasons.
    pub fn refused(&self, line: &InputLine, to: &'static PositionEncoding, reasons: &[String]) -> Vec<u8> {
        match self.format {
            PositionFormat::Text => {
                notes(line, "refused", reasons);
                self.blank()
            }
            PositionFormat::Json => PositionJson { refused: reasons, ..PositionJson::new(line, to) }.print(),
        }
    }

    /// A position that is written, with its losses.
    pub fn row(&self, row: &PositionRow<'_>) -> Vec<u8> {
        let PositionRow { line, position, to, written } = row;
        let form = self.form(&written.form);
        let bits = written.form.bits();
        match self.format {
            PositionFormat::Text => {
                notes(line, "lost", &written.losses);
                let bits = if self.bits { format!("{bits}\t") } else { String::new() };
                format!("{bits}{form}\n").into_bytes()
            }
            PositionFormat::Json => {
                let assumed = &position.assumed;
                let lost = &written.losses;
                PositionJson { bits: Some(bits), position: Some(form), assumed, lost, ..PositionJson::new(line, to) }
                    .print()
            }
        }
    }

    /// The heading of a comparison; `follows`: another comparison precedes it.
    pub fn heading(&self, follows: bool) -> Vec<u8> {
        match self.format {
            PositionFormat::Text => {
                let apart = if follows { "\n" } else { "" };
                format!("{apart}{:<13} {:>4}  Position\n", "Encoding", "Bits").into_bytes()
            }
            PositionFormat::Json => Vec::new(),
        }
    }

    /// One line of a comparison: in text, losses are not listed, because most encodings carry the pieces alone.
    pub fn one_of_all(&self, line: &InputLine, position: &SinglePosition, to: &'static PositionEncoding) -> Vec<u8> {
        let written = write_position(position, to);
        match (self.format, &written) {
            (PositionFormat::Json, Ok(written)) => self.row(&PositionRow { line, position, to, written }),
            (PositionFormat::Json, Err(why)) => self.refused(line, to, &[why.reason().to_owned()]),
            (PositionFormat::Text, Ok(written)) => {
                let bits = written.form.bits();
                format!("{:<13} {bits:>4}  {}\n", to.name, self.form(&written.form)).into_bytes()
            }
            (PositionFormat::Text, Err(why)) => format!("{:<13}    -  {why}\n", to.name).into_bytes(),
        }
    }

    fn form(&self, form: &PositionForm) -> String {
        match form {
            PositionForm::Text(text) => text.clone(),
            PositionForm::Bits(bits) => self.digits.write(&bits.bytes),
        }
    }
}

fn notes(line: &InputLine, what: &str, messages: &[String]) {
    for message in messages {
        print_note(&format!("{}:{}: {what}: {message}", line.source, line.number));
    }
}
