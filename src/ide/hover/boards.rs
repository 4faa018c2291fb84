//! A position in a hover: drawn, and as SFEN and FEN.

use shakmaty::Bitboard;

use super::variants;
use crate::analysis::HalfMove;
use crate::ide::{Block, BoardStyle, board_svg, board_text, data_address, markup};
use crate::notation::{BoardWritten, Codec, EndMark, FEN, Notation, SFEN};
use crate::rules::{Position, VariantEnd};

/// The board, then its SFEN and FEN.
pub fn blocks(position: &Position, style: BoardStyle) -> Vec<Block> {
    let check = position.is_check();
    let over = if check { position.is_checkmate() } else { position.is_stalemate() };
    let end = match position.variant_end() {
        Some(VariantEnd { winner: Some(_), .. }) => EndMark::Won,
        Some(_) => EndMark::Drawn,
        None if over => EndMark::Over,
        None => EndMark::None,
    };
    let setup = position.setup();
    let written = BoardWritten { setup: &setup, check, end };
    drawn(position, Bitboard::EMPTY, style, |notation| match notation.codec {
        Codec::Boards { write, .. } => write(&written).ok(),
        _ => None,
    })
}

/// The board after a half-move; its SFEN carries the half-move's mark for the end.
pub fn blocks_after(half_move: &HalfMove<'_>, style: BoardStyle) -> Vec<Block> {
    let squares = half_move.play.as_move().map_or(Bitboard::EMPTY, |m| {
        let from = m.from().map_or(Bitboard::EMPTY, Bitboard::from_square);
        from | m.to()
    });
    drawn(half_move.after, squares, style, |notation| half_move.spell(notation).ok())
}

fn drawn(
    position: &Position,
    lit: Bitboard,
    style: BoardStyle,
    write: impl Fn(&Notation) -> Option<String>,
) -> Vec<Block> {
    let text = board_text(position.board(), style);
    let beside = variants::beside_the_board(position, style);
    let board = match style {
        BoardStyle::Image => {
            let svg = board_svg(position.board(), lit, beside.as_deref());
            Block::Picture { address: data_address(&svg), text }
        }
        BoardStyle::Unicode | BoardStyle::Ascii => Block::Board(text),
    };
    let mut blocks = vec![board];
    blocks.extend(beside.map(|beside| Block::Text(format!("{beside}."))));
    for notation in [&SFEN, &FEN] {
        if let Some(text) = write(notation) {
            blocks.push(Block::Text(format!("{} {}", notation.name, markup::code(&text))));
        }
    }
    blocks
}
