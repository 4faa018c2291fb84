//! A line of EPD (PGN 16.2): FEN's first four fields, then operations that each end with a semicolon.
//!
//! `hmvc` and `fmvn` are the half-move clock and the move number. Lines with all six fields of FEN before the
//! operations, as in lists of positions (`… 0 1 ;D1 20 ;D2 400`), are read as well.

use std::num::NonZeroU32;

use super::PositionText;
use crate::notation::{BoardError, BoardText, read_fen_tag};

/// Reads FEN with four to six fields, as in a tag, a line of EPD, or the pieces alone.
pub(super) fn read(text: &str) -> Result<PositionText, BoardError> {
    if !text.is_empty() && !text.contains([';', ' ', '\t']) {
        let board = read_fen_tag(&format!("{text} w - -"))?;
        let board = BoardText { turn: None, castling_given: false, en_passant_given: false, ..board };
        return Ok(PositionText { board, operations: Vec::new() });
    }
    let fields = fen_len(text);
    let (fen, rest) = text.split_at(fields);
    let mut position = PositionText { board: read_fen_tag(fen)?, operations: Vec::new() };
    for operation in operations(rest) {
        if !set_clock(&mut position, operation) {
            position.operations.push(operation.to_owned());
        }
    }
    Ok(position)
}

/// Length in bytes of the fields before the operations; all of `text` if there are none.
fn fen_len(text: &str) -> usize {
    if !text.contains(';') {
        return text.len();
    }
    let mut at = 0;
    for n in 0..7 {
        let rest = &text[at..];
        let start = rest.len() - rest.trim_start().len();
        let word = rest.trim_start().split(char::is_whitespace).next().unwrap_or_default();
        // A variant's remaining or given checks, `3+3`, may be among the clocks.
        let is_number = matches!(word, "-" | "?") || word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'+');
        if word.is_empty() || (n >= 4 && !is_number) {
            break;
        }
        at += start + word.len();
    }
    at
}

/// The operations, without semicolons and surrounding spaces. A semicolon in quotes does not end an operation.
fn operations(text: &str) -> impl Iterator<Item = &str> {
    let (mut quoted, mut escaped) = (false, false);
    let parts = text.split(move |c: char| {
        let ends = c == ';' && !quoted;
        quoted ^= c == '"' && !escaped;
        escaped = c == '\\' && quoted && !escaped;
        ends
    });
    parts.map(str::trim).filter(|operation| !operation.is_empty())
}

/// Sets the clock or move number from `hmvc` or `fmvn`; returns whether the operation was one of them, with a valid
/// number.
fn set_clock(position: &mut PositionText, operation: &str) -> bool {
    let Some((opcode, operand)) = operation.split_once(char::is_whitespace) else { return false };
    let operand = operand.trim();
    if !operand.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let setup = &mut position.board.setup;
    let taken = match opcode {
        "hmvc" => operand.parse().map(|clock| setup.halfmoves = clock).is_ok(),
        "fmvn" => operand.parse::<NonZeroU32>().map(|number| setup.fullmoves = number).is_ok(),
        _ => false,
    };
    position.board.clocks_given |= taken;
    taken
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::BoardFault;

    const BOARD: &str = "4k3/8/8/8/8/8/8/4K3 w - -";

    fn read_after(rest: &str) -> (Vec<String>, u32, u32, bool) {
        let position = read(&format!("{BOARD}{rest}")).expect(rest);
        let setup = &position.board.setup;
        (position.operations, setup.halfmoves, setup.fullmoves.get(), position.board.clocks_given)
    }

    #[test]
    fn operations_after_four_and_after_six_fields() {
        for (rest, operations, clock, number, said) in [
            ("", vec![], 0, 1, false),
            (" 3 12", vec![], 3, 12, true),
            (" bm Qd1+; id \"BK.01\";", vec!["bm Qd1+", "id \"BK.01\""], 0, 1, false),
            (" hmvc 3; fmvn 12;", vec![], 3, 12, true),
            (" 0 1 ;D1 20 ;D2 400", vec!["D1 20", "D2 400"], 0, 1, true),
            (" a \"foo\\\"bar;\"; ; b \"foo\\\\\";", vec!["a \"foo\\\"bar;\"", "b \"foo\\\\\""], 0, 1, false),
            (" fmvn 0; hmvc x; hmvc 99999999999;", vec!["fmvn 0", "hmvc x", "hmvc 99999999999"], 0, 1, false),
        ] {
            let operations: Vec<String> = operations.into_iter().map(String::from).collect();
            assert_eq!(read_after(rest), (operations, clock, number, said), "{rest:?}");
        }
    }

    #[test]
    fn the_pieces_alone_leave_the_rest_open() {
        let position = read("4k3/8/8/8/8/8/8/4K2R").expect("a board").board;
        assert_eq!((position.turn, position.castling_given, position.clocks_given), (None, false, false));
        assert_eq!(read("4k3/8/8/8").unwrap_err().to_string(), "4 ranks instead of 8");
    }

    #[test]
    fn operations_after_the_checks_of_a_variant() {
        let position = read(&format!("{BOARD} 3+2 0 1 ; id \"x\";")).expect("a position of three-check");
        assert!(position.board.setup.remaining_checks.is_some());
        assert_eq!(position.operations, ["id \"x\""]);
    }

    #[test]
    fn invalid_operations_have_the_errors_of_fen() {
        let error = read(&format!("{BOARD} bm e4")).unwrap_err();
        assert_eq!(error.to_string(), "half-move clock must be a number, not `bm`");
        let error = read("4k3/8/8/8/8/8/8/4K3 w; x").unwrap_err();
        assert_eq!(error.fault, BoardFault::NotATurn("w;".to_owned()));
        assert!(read(";").is_err() && read("").is_err());
    }
}
