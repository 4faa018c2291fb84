//! Reasons why a set-up board cannot occur in a game.

use std::fmt;

use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{
    Bitboard, Castles, CastlingMode, CastlingSide, Chess, Color, PositionErrorKinds, Rank, Role, Setup, Square,
};

use super::boards::{color_name, kings, too_much_material, variant_checkers};
use super::variant::has_castling;
use super::{PlacedPiece, Position};

/// A property of a board that no game can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A side has no king.
    NoKing { color: Color },
    /// A side has several kings.
    SeveralKings { color: Color, count: usize },
    /// A pawn is on the first or the last rank.
    PawnOnEndRank { square: Square },
    /// The king of the side not to move could be captured.
    OppositeCheck { color: Color, king: Square, by: PlacedPiece },
    /// More pieces of a side than a game starts with.
    TooManyPieces { color: Color, count: usize },
    /// More pawns of a side than a game starts with.
    TooManyPawns { color: Color, count: usize },
    /// More promoted pieces than pawns are missing.
    TooManyPromotions { color: Color },
    /// Checks that no single half-move can give.
    ImpossibleCheck { color: Color },
    /// A castling right without its rook, or with its king on a wrong square.
    CastlingRight { color: Color, rook: Square, side: Option<CastlingSide> },
    /// Pieces in a pocket in a variant without pockets.
    NoPockets,
    /// More pieces, including those in pockets, than a board has squares.
    TooManyInPockets,
    /// Pawns in racing kings.
    NoPawns { square: Square },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Problem::NoPockets => f.write_str("there are pieces in the pockets, but this variant has no pockets"),
            Problem::TooManyInPockets => f.write_str("there are more than 64 pieces on the board and in the pockets"),
            Problem::NoPawns { square } => {
                write!(f, "a pawn stands on {square}, but this variant has no pawns")
            }
            Problem::NoKing { color } => write!(f, "{} has no king", color_name(color)),
            Problem::SeveralKings { color, count } => {
                write!(f, "{} has {count} kings instead of one", color_name(color))
            }
            Problem::PawnOnEndRank { square } => {
                write!(f, "a pawn stands on {square}, where no pawn can be")
            }
            Problem::OppositeCheck { color, king, by } => {
                write!(f, "it is {}'s turn, but the king on {king} is in check from {by}", color_name(!color))
            }
            Problem::TooManyPieces { color, count } => {
                write!(f, "{} has {count} pieces, and a game starts with 16", color_name(color))
            }
            Problem::TooManyPawns { color, count } => {
                write!(f, "{} has {count} pawns, and a game starts with 8", color_name(color))
            }
            Problem::TooManyPromotions { color } => {
                write!(f, "{} has more promoted pieces than missing pawns", color_name(color))
            }
            Problem::ImpossibleCheck { color } => {
                write!(f, "no half-move can have given {} this check", color_name(color))
            }
            Problem::CastlingRight { color, rook, side } => {
                let side = match side {
                    Some(CastlingSide::KingSide) => " king side",
                    Some(CastlingSide::QueenSide) => " queen side",
                    None => "",
                };
                write!(
                    f,
                    "{} cannot have the right to castle{side}: king and rook are not on their squares (rook on {rook})",
                    color_name(color)
                )
            }
        }
    }
}

impl Position {
    /// The problems of a set-up board. The en passant square is separate: [`impossible_en_passant`].
    pub fn problems(setup: &Setup, mode: CastlingMode) -> Vec<Problem> {
        Position::problems_in(setup, mode, Variant::Chess)
    }

    /// Same as [`Position::problems`], by the rules of a variant (rule G2).
    pub fn problems_in(setup: &Setup, mode: CastlingMode, variant: Variant) -> Vec<Problem> {
        let board = &setup.board;
        let mut problems = Vec::new();
        if variant != Variant::Antichess {
            king_problems(setup, variant, &mut problems);
        }
        for square in board.pawns() & Bitboard::BACKRANKS {
            // Pawns of the horde may be on their first rank.
            let color = board.color_at(square).unwrap_or(Color::White);
            let of_horde = kings(board, color).is_empty() && square.rank() == color.backrank();
            if variant != Variant::Horde || !of_horde {
                problems.push(Problem::PawnOnEndRank { square });
            }
        }
        if variant == Variant::RacingKings
            && let Some(square) = board.pawns().first()
        {
            problems.push(Problem::NoPawns { square });
        }
        let waiting = !setup.turn;
        if let (Some(king), Some(by)) = (board.king_of(waiting), variant_checkers(variant, board, waiting).first())
            && let Some(role) = board.role_at(by)
        {
            problems.push(Problem::OppositeCheck { color: waiting, king, by: PlacedPiece { role, square: by } });
        }
        material_problems(setup, variant, &mut problems);
        if kinds(Setup { ep_square: None, ..setup.clone() }, mode, variant)
            .contains(PositionErrorKinds::IMPOSSIBLE_CHECK)
        {
            problems.push(Problem::ImpossibleCheck { color: setup.turn });
        }
        if has_castling(variant) {
            castling_problems(setup, mode, &mut problems);
        }
        problems
    }
}

fn king_problems(setup: &Setup, variant: Variant, problems: &mut Vec<Problem>) {
    let none = |color| kings(&setup.board, color).is_empty();
    for color in Color::ALL {
        match kings(&setup.board, color).count() {
            // In atomic a king may have exploded, and in horde one side has none.
            0 if variant == Variant::Atomic && color == setup.turn => {}
            0 if variant == Variant::Horde && !none(!color) => {}
            0 => problems.push(Problem::NoKing { color }),
            1 => {}
            count => problems.push(Problem::SeveralKings { color, count }),
        }
    }
}

fn material_problems(setup: &Setup, variant: Variant, problems: &mut Vec<Problem>) {
    let board = &setup.board;
    let pockets = setup.pockets.unwrap_or_default();
    let in_pockets = pockets.iter().flat_map(|pocket| pocket.iter()).map(|&pieces| usize::from(pieces)).sum::<usize>();
    if variant == Variant::Crazyhouse {
        if in_pockets + board.occupied().count() > 64 {
            problems.push(Problem::TooManyInPockets);
        }
        return;
    }
    if in_pockets > 0 {
        problems.push(Problem::NoPockets);
    }
    for color in Color::ALL {
        if variant == Variant::Horde && kings(board, color).is_empty() {
            continue;
        }
        let pieces = board.by_color(color).count();
        let pawns = board.by_piece(Role::Pawn.of(color)).count();
        if pieces > 16 {
            problems.push(Problem::TooManyPieces { color, count: pieces });
        } else if pawns > 8 {
            problems.push(Problem::TooManyPawns { color, count: pawns });
        } else if too_much_material(board, color) && variant != Variant::Antichess {
            problems.push(Problem::TooManyPromotions { color });
        }
    }
}

fn castling_problems(setup: &Setup, mode: CastlingMode, problems: &mut Vec<Problem>) {
    let castles = match Castles::from_setup(setup, mode) {
        Ok(_) => return,
        Err(valid) => valid,
    };
    for rook in setup.castling_rights & !castles.castling_rights() {
        let color = if rook.rank() <= Rank::Fourth { Color::White } else { Color::Black };
        // A missing king is already reported.
        let Some(king) = setup.board.king_of(color) else { continue };
        let usual = Square::from_coords(shakmaty::File::E, color.backrank());
        let anchor = if mode.is_standard() { usual } else { king };
        let side = (rook != anchor).then(|| CastlingSide::from_king_side(rook.file() > anchor.file()));
        problems.push(Problem::CastlingRight { color, rook, side });
    }
}

/// Whether no double step can have created the en passant square: it is on the wrong rank or occupied, no pawn is
/// beyond it, the pawn's first square is occupied, or the check on the board excludes it by the variant's rules. False
/// without an en passant square.
pub fn impossible_en_passant(setup: &Setup, variant: Variant) -> bool {
    if setup.ep_square.is_none() {
        return false;
    }
    let mode = CastlingMode::Chess960;
    let with = kinds(setup.clone(), mode, variant);
    with.contains(PositionErrorKinds::INVALID_EP_SQUARE)
        || (with.contains(PositionErrorKinds::IMPOSSIBLE_CHECK)
            && !kinds(Setup { ep_square: None, ..setup.clone() }, mode, variant)
                .contains(PositionErrorKinds::IMPOSSIBLE_CHECK))
}

fn kinds(setup: Setup, mode: CastlingMode, variant: Variant) -> PositionErrorKinds {
    if variant != Variant::Chess {
        return VariantPosition::from_setup(variant, setup, mode)
            .err()
            .map_or_else(PositionErrorKinds::empty, |e| e.kinds());
    }
    match setup.position::<Chess>(mode) {
        Ok(_) => PositionErrorKinds::empty(),
        Err(error) => error.kinds(),
    }
}
