//! The arguments of `vgn-lsp position`.

use clap::ValueEnum;
use vgn_engine::notation::position::{self, ENCODINGS, PositionEncoding};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Each line of the input gives one line of output. That line is empty if there is no position or if \
                  it is refused; the reason is written to standard error. What an encoding does not record, and what \
                  follows the pieces of a FEN that ends with them, is read as: White to move, castling if kings and rooks are on their home squares, no en passant square, \
                  half-move clock 0, move number 1.\n\n\
                        Exit status: 0 when all is converted, 1 when a position could not be read or was refused, 2 \
                        for wrong usage or a failure to read or write."
)]
pub struct PositionArgs {
    /// Positions, or `-` for standard input, one a line [default: -]
    #[arg(value_name = "TEXT")]
    pub positions: Vec<String>,

    /// The encoding of the positions (see `vgn-lsp notations --positions`); fen takes EPD too, and the
    /// pieces alone
    #[arg(long, value_name = "NAME", default_value = "fen", value_parser = encoding)]
    pub from: &'static PositionEncoding,

    /// The encoding to write, or `all` for a table of all of them
    #[arg(long, value_name = "NAME", value_parser = target)]
    pub to: PositionTarget,

    /// How binary positions are written, and read
    #[arg(long, value_enum, default_value_t = DigitsArg::Hex, value_name = "DIGITS")]
    pub encoding: DigitsArg,

    /// How binary positions are read, if that differs from `--encoding`
    #[arg(long, value_enum, value_name = "DIGITS")]
    pub from_encoding: Option<DigitsArg>,

    /// How positions are printed
    #[arg(long, value_enum, default_value_t = PositionFormat::Text, value_name = "FORMAT")]
    pub format: PositionFormat,

    /// Print the number of bits and a tab before each position
    #[arg(long)]
    pub bits: bool,

    /// Convert positions even if something is lost; the losses are still listed
    #[arg(long)]
    pub allow_loss: bool,
}

/// The target encoding of positions.
#[derive(Clone, Copy, Debug)]
pub enum PositionTarget {
    One(&'static PositionEncoding),
    All,
}

fn target(name: &str) -> Result<PositionTarget, String> {
    if name.eq_ignore_ascii_case("all") { Ok(PositionTarget::All) } else { encoding(name).map(PositionTarget::One) }
}

/// The encoding of positions with this name.
fn encoding(name: &str) -> Result<&'static PositionEncoding, String> {
    position::find(name).ok_or_else(|| match position::near(name) {
        Some(near) => format!("no encoding of positions has this name: did you mean {}?", near.name),
        None => {
            let all: Vec<&str> = ENCODINGS.iter().map(|encoding| encoding.name).collect();
            format!("no encoding of positions has this name: expected one of {}", all.join(", "))
        }
    })
}

/// How bytes are written as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DigitsArg {
    /// Two hexadecimal digits a byte; read with white space between them
    Hex,
    /// Base64 of RFC 4648, with its padding
    Base64,
}

/// How positions are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PositionFormat {
    /// The position alone, one a line
    Text,
    /// One JSON object a line
    Json,
}
