//! `vgn-lsp position`: single positions from one encoding to another, one per line.
//!
//! Lines are read, converted and printed one after another ([`lines`], [`digits`], [`print`]), so that the program can
//! be used interactively through a pipe. In text format each line of the input has a line in the output, which is empty
//! if the position cannot be read or is refused.

mod args;
mod digits;
mod lines;
mod print;

use std::process::ExitCode;

pub use args::PositionArgs;
use args::PositionTarget;
use digits::DigitEncoding;
use lines::{InputLine, InputLines};
use print::{PositionPrinter, PositionRow};
use vgn_engine::convert::{PositionReadError, PositionSource, SinglePosition, read_position, write_position};
use vgn_engine::notation::Medium;
use vgn_engine::notation::position::{ENCODINGS, PositionEncoding};

use super::batch::stdout::Stdout;
use super::summary::counted;
use super::{ERRORS, FAULT, print_error, print_note, prompt, reason};

/// Converts the positions on the command line or standard input.
pub fn run(args: &PositionArgs) -> ExitCode {
    if args.positions.len() > 1 && args.positions.iter().any(|text| text == "-") {
        print_error("`-` stands alone and means standard input; a position with spaces stands in quotes");
        return ExitCode::from(FAULT);
    }
    let lines = InputLines::new(&args.positions);
    if lines.are_typed_or_piped() {
        prompt("positions, one a line", "");
    }
    let mut stdout = Stdout::new();
    let printer = PositionPrinter { format: args.format, bits: args.bits, digits: args.encoding.into() };
    let mut course = PositionRun { args, printer, has_table: false, refused: 0, unread: 0 };
    let mut code = 0;
    for line in lines {
        match line {
            Ok(line) => {
                let ahead = line.more_ahead;
                stdout.write(&course.line(&line));
                if !ahead {
                    stdout.flush();
                }
            }
            Err(error) => {
                print_error(&format!("standard input cannot be read: {}", reason(&error)));
                code = FAULT;
                break;
            }
        }
        if stdout.is_closed() {
            break;
        }
    }
    if let Err(error) = stdout.finish() {
        print_error(&format!("standard output cannot be written: {}", reason(&error)));
        return ExitCode::from(FAULT);
    }
    course.end(code)
}

struct PositionRun<'a> {
    args: &'a PositionArgs,
    printer: PositionPrinter,
    /// A table of all encodings has been printed.
    has_table: bool,
    /// Positions refused because of losses.
    refused: u64,
    /// Positions that cannot be read, or cannot be written at all.
    unread: u64,
}

impl PositionRun<'_> {
    /// The output for a line.
    fn line(&mut self, line: &InputLine) -> Vec<u8> {
        if line.text().is_empty() && !line.too_long {
            return self.printer.blank();
        }
        match self.read(line) {
            Err((column, message)) => {
                self.unread += 1;
                self.printer.unread(line, self.args.from, column, &message)
            }
            Ok(position) => match self.args.to {
                PositionTarget::One(to) => self.convert(line, &position, to),
                PositionTarget::All => {
                    let heading = self.printer.heading(std::mem::replace(&mut self.has_table, true));
                    let rows = ENCODINGS.iter().flat_map(|to| self.printer.one_of_all(line, &position, to));
                    heading.into_iter().chain(rows).collect()
                }
            },
        }
    }

    /// The line's position, or the column of its fault, from 1, and the message.
    fn read(&self, line: &InputLine) -> Result<SinglePosition, (u64, String)> {
        if line.too_long {
            return Err((1, "the line is longer than any position".to_owned()));
        }
        let text = line.text();
        let from = self.args.from;
        if from.medium() == Medium::Text {
            let read = read_position(from, PositionSource::Text(text));
            return read.map_err(|error| {
                let at = if let PositionReadError::Text(error) = &error { error.range.start } else { 0 };
                (line.column(at), error.to_string())
            });
        }
        let digits: DigitEncoding = self.args.from_encoding.unwrap_or(self.args.encoding).into();
        let bytes = digits.read(text).map_err(|(at, message)| (line.column(at), message))?;
        read_position(from, PositionSource::Bytes(&bytes)).map_err(|error| {
            let at = if let PositionReadError::Bits(error) = &error { digits.place_of_bit(text, error.bit) } else { 0 };
            (line.column(at), error.to_string())
        })
    }

    fn convert(&mut self, line: &InputLine, position: &SinglePosition, to: &'static PositionEncoding) -> Vec<u8> {
        match write_position(position, to) {
            Err(why) => {
                self.unread += 1;
                self.printer.refused(line, to, &[why.reason().to_owned()])
            }
            Ok(written) if !written.losses.is_empty() && !self.args.allow_loss => {
                self.refused += 1;
                self.printer.refused(line, to, &written.losses)
            }
            Ok(written) => self.printer.row(&PositionRow { line, position, to, written: &written }),
        }
    }

    fn end(self, code: u8) -> ExitCode {
        if self.refused > 0 {
            let refused = counted(self.refused, "position");
            print_note(&format!("{refused} refused; use `--allow-loss` to convert what fits"));
        }
        match code {
            0 if self.refused + self.unread > 0 => ExitCode::from(ERRORS),
            code => ExitCode::from(code),
        }
    }
}
