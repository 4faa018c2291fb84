//! The term `position`: a board that is looked for, also mirrored or with colours reversed.

use std::cell::Cell;

use shakmaty::fen::Fen;
use shakmaty::{Board, CastlingMode, Color, Piece, Role, Setup};
use vgn_engine::rules::{Position, Variant};

use super::QueryError;
use super::images::add_images;
use super::lexer::QueryWords;
use crate::{SearchKey, WalkBoard, WalkPlace};

/// Boards, one of which is looked for.
#[derive(Clone, Debug)]
pub(super) struct SoughtPositions(Vec<RequiredPosition>);

#[derive(Clone, Debug)]
enum RequiredPosition {
    /// The pieces alone.
    Pieces(Board),
    /// All that matters for legal moves. The key is `None` if the rules cannot be applied.
    Whole(Box<Position>, Option<SearchKey>),
}

const EXPECTED: &str = "the pieces of a FEN alone, or in quotes also its side to move, castling rights and en passant \
                        square";

impl SoughtPositions {
    /// # Errors
    ///
    /// If no FEN comes next, or it has no mirror image.
    pub fn read(words: &mut QueryWords) -> Result<SoughtPositions, QueryError> {
        let token = words.value(EXPECTED)?;
        let fields = token.text.split_whitespace().count();
        let fen = token.text.parse::<Fen>().ok().filter(|_| fields == 1 || fields >= 4);
        let setup = fen.ok_or_else(|| token.error(&format!("expected {EXPECTED}")))?.into_setup();
        let mut setups = vec![setup];
        let is_mirrored = Cell::new(false);
        let mirror = |setup: &Setup| {
            is_mirrored.set(true);
            mirrored(setup)
        };
        add_images(words, &mut setups, mirror, reversed);
        if is_mirrored.get() && setups.iter().any(|setup| setup.castling_rights.any()) {
            return Err(token.error("a position with castling rights has no mirror image: write `-` for them"));
        }
        if words.take("either-to-move") {
            if fields == 1 {
                return Err(token.error("pieces alone are found with either side to move: leave out `either-to-move`"));
            }
            setups.extend(setups.clone().iter().map(turned));
        }
        let sought = |setup: Setup| match fields {
            1 => RequiredPosition::Pieces(setup.board),
            _ => {
                let mode = CastlingMode::detect(&setup);
                let position = Position::in_variant(setup, mode, Variant::Chess);
                let key = SearchKey::of(&position);
                RequiredPosition::Whole(Box::new(position), key)
            }
        };
        Ok(SoughtPositions(setups.into_iter().map(sought).collect()))
    }

    /// Their keys, unless pieces alone are looked for, or the rules cannot be applied.
    pub fn keys(&self) -> Option<Vec<SearchKey>> {
        let keys = self.0.iter().map(|sought| match sought {
            RequiredPosition::Pieces(_) => None,
            RequiredPosition::Whole(_, key) => *key,
        });
        keys.collect()
    }

    /// Whether the board is one of them.
    pub fn contain(&self, place: &WalkPlace<'_>) -> bool {
        self.0.iter().any(|sought| match sought {
            RequiredPosition::Pieces(board) => has_pieces(board, &place.board),
            // Equal keys do not prove equal boards.
            RequiredPosition::Whole(position, key) => {
                (place.key.is_none() || place.key == *key) && WalkBoard::Position(position).is_same(&place.board)
            }
        })
    }
}

fn has_pieces(sought: &Board, board: &WalkBoard<'_>) -> bool {
    Role::ALL.into_iter().all(|role| sought.by_role(role) == board.by_role(role))
        && sought.by_color(Color::White) == board.by_color(Color::White)
}

/// Left and right exchanged.
fn mirrored(setup: &Setup) -> Setup {
    let mut board = Board::empty();
    for (square, piece) in setup.board.iter() {
        board.set_piece_at(square.flip_horizontal(), piece);
    }
    Setup {
        board,
        promoted: setup.promoted.flip_horizontal(),
        ep_square: setup.ep_square.map(|square| square.flip_horizontal()),
        ..setup.clone()
    }
}

/// The other side to move, which cannot capture en passant.
fn turned(setup: &Setup) -> Setup {
    Setup { turn: !setup.turn, ep_square: None, ..setup.clone() }
}

/// White and Black exchanged, with their sides of the board.
fn reversed(setup: &Setup) -> Setup {
    let mut board = Board::empty();
    for (square, piece) in setup.board.iter() {
        board.set_piece_at(square.flip_vertical(), Piece { color: !piece.color, ..piece });
    }
    Setup {
        board,
        promoted: setup.promoted.flip_vertical(),
        turn: !setup.turn,
        castling_rights: setup.castling_rights.flip_vertical(),
        ep_square: setup.ep_square.map(|square| square.flip_vertical()),
        ..setup.clone()
    }
}
