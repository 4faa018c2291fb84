//! A position in a hover: drawn, and as SFEN and FEN.

use crate::analysis::HalfMove;
use crate::ide::{Block, BoardStyle, board_text, markup};
use crate::notation::{BoardWritten, Codec, EndMark, FEN, Notation, SFEN};
use crate::rules::Position;

/// The board, then its SFEN and FEN.
pub fn blocks(position: &Position, style: BoardStyle) -> Vec<Block> {
    let check = position.is_check();
    let over = if check { position.is_checkmate() } else { position.is_stalemate() };
    let end = if over { EndMark::Over } else { EndMark::None };
    let setup = position.setup();
    let written = BoardWritten { setup: &setup, check, end };
    drawn(position, style, |notation| match notation.codec {
        Codec::Boards { write, .. } => write(&written).ok(),
        _ => None,
    })
}

/// The board after a half-move; its SFEN carries the half-move's mark for the end.
pub fn blocks_after(half_move: &HalfMove<'_>, style: BoardStyle) -> Vec<Block> {
    drawn(half_move.after, style, |notation| half_move.spell(notation).ok())
}

fn drawn(position: &Position, style: BoardStyle, write: impl Fn(&Notation) -> Option<String>) -> Vec<Block> {
    let mut blocks = vec![Block::Board(board_text(position.board(), style))];
    for notation in [&SFEN, &FEN] {
        if let Some(text) = write(notation) {
            blocks.push(Block::Text(format!("{} {}", notation.name, markup::code(&text))));
        }
    }
    blocks
}
