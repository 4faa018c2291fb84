//! Queries on a bare board, legal or not.

use shakmaty::variant::Variant;
use shakmaty::{Bitboard, Board, Color, Rank, Role, Setup, Square, attacks};

/// Kings of one side.
pub(super) fn kings(board: &Board, color: Color) -> Bitboard {
    board.kings() & board.by_color(color)
}

/// The one king of a side; `None` if it has none or several.
pub(super) fn only_king(board: &Board, color: Color) -> Option<Square> {
    board.king_of(color)
}

/// Pieces of the other side that attack the only king of `color`; empty if there is no such king.
pub(super) fn checkers(board: &Board, color: Color) -> Bitboard {
    only_king(board, color).map_or(Bitboard::EMPTY, |king| board.attacks_to(king, !color, board.occupied()))
}

/// Pieces of `by` that attack a king on `square` by the variant's rules: none in antichess; none in atomic if the kings
/// are adjacent or the attacking side has no king.
pub(super) fn king_attackers(
    variant: Variant,
    board: &Board,
    square: Square,
    by: Color,
    occupied: Bitboard,
) -> Bitboard {
    match variant {
        Variant::Antichess => return Bitboard::EMPTY,
        Variant::Atomic => {
            let theirs = kings(board, by);
            if theirs.is_empty() || (attacks::king_attacks(square) & theirs).any() {
                return Bitboard::EMPTY;
            }
        }
        _ => {}
    }
    board.attacks_to(square, by, occupied)
}

/// Same as [`checkers`] for a variant.
pub(super) fn variant_checkers(variant: Variant, board: &Board, color: Color) -> Bitboard {
    only_king(board, color)
        .map_or(Bitboard::EMPTY, |king| king_attackers(variant, board, king, !color, board.occupied()))
}

/// Number of pseudo-legal moves of `color`, an upper bound for its legal moves.
pub(super) fn mobility(setup: &Setup, color: Color) -> usize {
    let board = &setup.board;
    let ours = board.by_color(color);
    let castling = (setup.castling_rights & ours).count().min(2);
    let mut count = castling + if setup.ep_square.is_some() { 2 } else { 0 };
    for from in ours & !board.pawns() {
        count += (board.attacks_from(from) & !ours).count();
    }
    for from in ours & board.pawns() {
        let steps = if from.rank() == color.relative_rank(Rank::Seventh) { 4 } else { 1 };
        count += steps * (2 + (attacks::pawn_attacks(color, from) & board.by_color(!color)).count());
    }
    count
}

/// Whether a side has more pieces than a game can reach: more than eight pawns and promoted pieces together.
pub(super) fn too_much_material(board: &Board, color: Color) -> bool {
    let ours = board.by_color(color);
    let spare = |pieces: Bitboard, at_first: usize| (pieces & ours).count().saturating_sub(at_first);
    let promoted = spare(board.queens(), 1)
        + spare(board.rooks(), 2)
        + spare(board.knights(), 2)
        + spare(board.bishops() & Bitboard::LIGHT_SQUARES, 1)
        + spare(board.bishops() & Bitboard::DARK_SQUARES, 1);
    spare(board.pawns(), 0) + promoted > 8
}

/// The English name of a piece.
pub fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// The English name of a side.
pub fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}
