//! A position in a hover: a drawing, its FEN, and in a VGN game its SFEN unless the board is a picture.
//!
//! Hovers are small in most editors, so that only what is needed is shown.

use shakmaty::Bitboard;
use vgn_engine::lint::GameFormat;
use vgn_engine::notation::{Codec, EndMark, FEN, Notation, SFEN, SpelledBoard};
use vgn_engine::replay::HalfMove;
use vgn_engine::rules::{Play, Position, VariantEnd};

use super::variants;
use crate::line_of_play::steps_of;
use crate::{BoardStyle, MarkupBlock, board_svg, board_text, data_address, markup};

/// How the hovers of a game show boards.
#[derive(Clone, Copy, Debug)]
pub struct BoardView {
    pub style: BoardStyle,
    pub format: GameFormat,
}

/// The board and its text.
pub fn blocks(position: &Position, view: BoardView) -> Vec<MarkupBlock> {
    let check = position.is_check();
    let over = if check { position.is_checkmate() } else { position.is_stalemate() };
    let end = match position.variant_end() {
        Some(VariantEnd { winner: Some(_), .. }) => EndMark::Won,
        Some(_) => EndMark::Drawn,
        None if over => EndMark::Over,
        None => EndMark::None,
    };
    let setup = position.setup();
    let written = SpelledBoard { setup: &setup, check, end };
    drawn(position, Bitboard::EMPTY, view, |notation| match notation.codec {
        Codec::Boards { write, .. } => write(&written).ok(),
        _ => None,
    })
}

/// The board after a half-move, with the half-move's end mark in the SFEN.
pub fn blocks_after(half_move: &HalfMove<'_>, view: BoardView) -> Vec<MarkupBlock> {
    let squares = squares_of(half_move.play);
    drawn(half_move.after, squares, view, |notation| half_move.spell(notation).ok())
}

/// The squares to highlight for a half-move: origin and target; for castling those of both pieces, for a drop the
/// target only.
fn squares_of(play: &Play) -> Bitboard {
    steps_of(play).into_iter().flat_map(|(from, to)| from.into_iter().chain([to])).collect()
}

fn drawn(
    position: &Position,
    lit: Bitboard,
    view: BoardView,
    write: impl Fn(&Notation) -> Option<String>,
) -> Vec<MarkupBlock> {
    let style = view.style;
    let text = board_text(position.board(), lit, style);
    let beside = variants::pockets_or_checks(position, style);
    let board = match style {
        BoardStyle::Image => {
            let svg = board_svg(position.board(), lit, beside.as_deref());
            MarkupBlock::Picture { address: data_address(&svg), text }
        }
        BoardStyle::Unicode | BoardStyle::Ascii => MarkupBlock::Board(text),
    };
    let mut blocks = vec![board];
    let notations: &[&Notation] = match (style, view.format) {
        // In VS Code the picture fills the hover except for one line; it includes the pockets.
        (BoardStyle::Image, _) | (_, GameFormat::Pgn) => &[&FEN],
        (_, GameFormat::Vgn) => &[&SFEN, &FEN],
    };
    blocks.extend(beside.filter(|_| style != BoardStyle::Image).map(|beside| MarkupBlock::Text(format!("{beside}."))));
    for notation in notations {
        if let Some(text) = write(notation) {
            blocks.push(MarkupBlock::Text(format!("{} {}", notation.name, markup::code(&text))));
        }
    }
    blocks
}
