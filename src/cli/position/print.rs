//! What is printed for a position: a line of text, or one object of JSON; and what is said of those that have none.

use serde::Serialize;

use crate::cli::args::PositionFormat;
use crate::cli::{json_text, tell};
use crate::convert::{EncodedPosition, PositionForm, SinglePosition, write_position};
use crate::notation::position::PositionEncoding;

use super::digits::Digits;
use super::lines::Line;

/// How positions are printed.
pub struct Printer {
    pub format: PositionFormat,
    /// The number of bits stands before each position.
    pub bits: bool,
    pub digits: Digits,
}

/// A position that was written.
pub struct Row<'a> {
    pub line: &'a Line,
    pub position: &'a SinglePosition,
    pub to: &'static PositionEncoding,
    pub written: &'a EncodedPosition,
}

#[derive(Serialize)]
struct Object<'a> {
    file: &'a str,
    /// Counted from 1.
    line: u64,
    encoding: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    bits: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// What was not said of the position, and how it was filled in.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    assumed: &'a [&'static str],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    lost: &'a [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    refused: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Fault<'a>>,
}

#[derive(Serialize)]
struct Fault<'a> {
    /// In characters, counted from 1.
    column: u64,
    message: &'a str,
}

impl<'a> Object<'a> {
    fn new(line: &'a Line, encoding: &'static PositionEncoding) -> Object<'a> {
        Object {
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

impl Printer {
    /// The output's line for an empty one.
    pub fn blank(&self) -> Vec<u8> {
        match self.format {
            PositionFormat::Text => b"\n".to_vec(),
            PositionFormat::Json => Vec::new(),
        }
    }

    /// A position that cannot be read.
    pub fn unread(&self, line: &Line, from: &'static PositionEncoding, column: u64, message: &str) -> Vec<u8> {
        match self.format {
            PositionFormat::Text => {
                tell(&format!("{}:{}:{column}: {message}", line.source, line.number));
                self.blank()
            }
            PositionFormat::Json => {
                Object { error: Some(Fault { column, message }), ..Object::new(line, from) }.print()
            }
        }
    }

    /// A position that is not written, for these reasons.
    pub fn refused(&self, line: &Line, to: &'static PositionEncoding, reasons: &[String]) -> Vec<u8> {
        match self.format {
            PositionFormat::Text => {
                notes(line, "refused", reasons);
                self.blank()
            }
            PositionFormat::Json => Object { refused: reasons, ..Object::new(line, to) }.print(),
        }
    }

    /// A position that is written; what it loses is said.
    pub fn row(&self, row: &Row<'_>) -> Vec<u8> {
        let Row { line, position, to, written } = row;
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
                Object { bits: Some(bits), position: Some(form), assumed, lost, ..Object::new(line, to) }.print()
            }
        }
    }

    /// One line of a comparison: what is lost is not said in text, for most encodings carry the pieces alone.
    pub fn one_of_all(&self, line: &Line, position: &SinglePosition, to: &'static PositionEncoding) -> Vec<u8> {
        let written = write_position(position, to);
        match (self.format, &written) {
            (PositionFormat::Json, Ok(written)) => self.row(&Row { line, position, to, written }),
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

fn notes(line: &Line, what: &str, messages: &[String]) {
    for message in messages {
        tell(&format!("{}:{}: {what}: {message}", line.source, line.number));
    }
}
