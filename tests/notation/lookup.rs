//! Which legal moves a move text fits, and the written forms of a legal move: written for the tests alone, so that
//! they do not trust the code that they test.

use shakmaty::{CastlingMode, CastlingSide, Chess, Move, Position, Role, Square, fen::Fen};
use vgn_lsp::notation::{
    Capture, Codec, EndMark, MoveText, Notation, ParsedMove, SpelledMove, king_squares_are_ambiguous,
};

pub fn position(fen: &str, mode: CastlingMode) -> Chess {
    let fen: Fen = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    fen.into_position(mode).unwrap_or_else(|error| panic!("{error}"))
}

/// The legal move with its marks, ready to be written.
pub fn written(position: &Chess, mv: Move, mode: CastlingMode) -> SpelledMove<'_> {
    let after = position.clone().play(mv).expect("a legal move");
    let over = after.is_checkmate() || after.is_stalemate();
    let end = if over { EndMark::Over } else { EndMark::None };
    SpelledMove { mv: Some(mv), check: after.is_check(), end, legal: Some(position), rivals: &[], mode }
}

pub fn write(notation: &Notation, written: &SpelledMove<'_>) -> String {
    let Codec::Moves { write, .. } = notation.codec else { panic!("{} says no moves", notation.name) };
    written.text(write).unwrap_or_else(|reason| panic!("{}: {:?}: {reason}", notation.name, written.mv))
}

pub fn read(notation: &Notation, text: &str) -> Option<MoveText> {
    let Codec::Moves { read, .. } = notation.codec else { panic!("{} says no moves", notation.name) };
    read(text)
}

/// The legal moves that the text fits.
pub fn fitting(position: &Chess, text: &MoveText) -> Vec<Move> {
    position.legal_moves().into_iter().filter(|mv| fits(*mv, text)).collect()
}

fn fits(mv: Move, text: &MoveText) -> bool {
    match (&text.parsed, mv) {
        (ParsedMove::Castle(side), Move::Castle { king, rook }) => (rook > king) == (*side == CastlingSide::KingSide),
        (ParsedMove::Piece(said), Move::Castle { king, rook }) => {
            let file = if rook > king { CastlingSide::KingSide } else { CastlingSide::QueenSide }.king_to_file();
            let king_to = Square::from_coords(file, king.rank());
            said.role.is_none()
                && said.from_file == Some(king.file())
                && said.from_rank == Some(king.rank())
                && (said.to == rook || said.to == king_to && !king_squares_are_ambiguous(king, rook))
        }
        (ParsedMove::Piece(said), _) => {
            let from = mv.from().expect("no drops in chess");
            let captures = match said.capture {
                Capture::Unsaid => true,
                Capture::Quiet => !mv.is_capture(),
                Capture::Takes => mv.is_capture(),
                Capture::TakesRole(role) => mv.capture() == Some(role) && !mv.is_en_passant(),
                Capture::EnPassant => mv.is_en_passant(),
            };
            said.role.is_none_or(|role| role == mv.role())
                && said.from_file.is_none_or(|file| file == from.file())
                && said.from_rank.is_none_or(|rank| rank == from.rank())
                && said.to == mv.to()
                && said.promotion == mv.promotion()
                && captures
        }
        _ => false,
    }
}

/// The role and squares of a move as a person would name them, for messages.
pub fn named(mv: Move) -> (Role, Option<Square>, Square) {
    (mv.role(), mv.from(), mv.to())
}
