//! Variants of chess (rule G2): their initial boards, their extensions of a setup, and their own ends of a game.
//!
//! The rules are shakmaty's: crazyhouse, atomic, antichess, three-check, king of the hill, horde and racing kings as
//! played on lichess. Chess960 is not a variant here, but chess with another castling mode.

use std::fmt;

use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, Color, EnPassantMode, KnownOutcome, Outcome, Position as _,
    PositionError, Rank, Role, Setup,
};

use super::Position;
use super::boards::{color_name, mobility};

/// The end of a game by a variant's own rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariantEnd {
    pub kind: VariantEndKind,
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
}

/// How variants end apart from mate and stalemate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariantEndKind {
    /// Atomic: the other side's king has exploded.
    KingExploded,
    /// Antichess: the winner has lost all pieces.
    NoPiecesLeft,
    /// Antichess: the winner has pieces, but no move.
    NoMoveLeft,
    /// Three-check: the third check has been given.
    ThirdCheck,
    /// King of the hill: the winner's king is on a square of the centre.
    KingOnTheHill,
    /// Horde: all pieces of the side without a king have been captured.
    HordeCaptured,
    /// Racing kings: the winner's king is the first one on the eighth rank.
    KingInGoal,
    /// Racing kings: both kings have reached the eighth rank, Black's directly after White's.
    BothKingsInGoal,
}

impl fmt::Display for VariantEnd {
    /// A clause: "White's king has exploded".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = self.winner.map_or("nobody", color_name);
        let loser = self.winner.map_or("nobody", |winner| color_name(!winner));
        match self.kind {
            VariantEndKind::KingExploded => write!(f, "{loser}'s king has exploded"),
            VariantEndKind::NoPiecesLeft => write!(f, "{winner} has lost all pieces, and so has won"),
            VariantEndKind::NoMoveLeft => write!(f, "{winner} cannot move, and so has won"),
            VariantEndKind::ThirdCheck => write!(f, "{winner} has given the third check"),
            VariantEndKind::KingOnTheHill => write!(f, "{winner}'s king stands on the hill"),
            VariantEndKind::HordeCaptured => write!(f, "all pieces of {loser} have been captured"),
            VariantEndKind::KingInGoal => write!(f, "{winner}'s king has reached the eighth rank"),
            VariantEndKind::BothKingsInGoal => f.write_str("both kings have reached the eighth rank"),
        }
    }
}

impl Position {
    /// The initial position of a variant; in Chess960, castling from the usual board is spelt as in Chess960.
    pub fn start_of(variant: Variant, mode: CastlingMode) -> Position {
        match (variant, mode) {
            (Variant::Chess, CastlingMode::Standard) => Position::initial(),
            _ => Position::in_variant(first_setup(variant), mode, variant),
        }
    }

    /// The end by the variant's own rules, if reached; never on free boards.
    pub fn variant_end(&self) -> Option<VariantEnd> {
        let Position::Variant(position) = self else { return None };
        let Outcome::Known(outcome) = position.variant_outcome() else { return None };
        let winner = match outcome {
            KnownOutcome::Decisive { winner } => Some(winner),
            KnownOutcome::Draw => None,
        };
        let kind = match position.variant() {
            Variant::Atomic => VariantEndKind::KingExploded,
            Variant::Antichess if position.us().is_empty() => VariantEndKind::NoPiecesLeft,
            Variant::Antichess => VariantEndKind::NoMoveLeft,
            Variant::ThreeCheck => VariantEndKind::ThirdCheck,
            Variant::KingOfTheHill => VariantEndKind::KingOnTheHill,
            Variant::Horde => VariantEndKind::HordeCaptured,
            Variant::RacingKings if winner.is_none() => VariantEndKind::BothKingsInGoal,
            Variant::RacingKings => VariantEndKind::KingInGoal,
            // Neither has an end of its own.
            Variant::Chess | Variant::Crazyhouse => return None,
        };
        Some(VariantEnd { kind, winner })
    }

    /// The pieces in the pockets, if the variant has pockets.
    pub fn pockets(&self) -> Option<ByColor<ByRole<u8>>> {
        match self {
            Position::Variant(position) => position.pockets().copied(),
            Position::Free(free) => free.setup.pockets,
            Position::Legal(_) | Position::Crowded(_) => None,
        }
    }

    /// Remaining checks of each side, 0 to 3, if the variant counts them.
    pub fn remaining_checks(&self) -> Option<ByColor<u8>> {
        let checks = match self {
            Position::Variant(position) => position.remaining_checks().copied(),
            Position::Free(free) => free.setup.remaining_checks,
            Position::Legal(_) | Position::Crowded(_) => None,
        };
        checks.map(|checks| checks.map(u8::from))
    }
}

/// The initial board of a variant with its other fields.
pub fn first_setup(variant: Variant) -> Setup {
    match variant {
        Variant::Chess => Setup::initial(),
        _ => VariantPosition::new(variant).to_setup(EnPassantMode::Always),
    }
}

/// Whether the variant has castling.
pub fn has_castling(variant: Variant) -> bool {
    !matches!(variant, Variant::Antichess | Variant::RacingKings)
}

/// Whether a pawn can promote to this role.
pub fn may_promote_to(variant: Variant, role: Role) -> bool {
    match role {
        Role::Queen | Role::Rook | Role::Bishop | Role::Knight => true,
        Role::King => variant == Variant::Antichess,
        Role::Pawn => false,
    }
}

/// Whether the 50- and 75-move rules hold. They do not in crazyhouse, where captured pieces return.
pub(super) fn counts_moves(variant: Variant) -> bool {
    variant != Variant::Crazyhouse
}

/// Removes pockets, promoted pieces and checks that the variant does not have, and fills in missing ones.
pub(super) fn normal_extras(setup: &mut Setup, variant: Variant) {
    if variant == Variant::Crazyhouse {
        setup.pockets.get_or_insert_default();
        setup.promoted &= setup.board.occupied() & !setup.board.pawns() & !setup.board.kings();
    } else {
        setup.pockets = None;
        setup.promoted = Bitboard::EMPTY;
    }
    if variant == Variant::ThreeCheck {
        setup.remaining_checks.get_or_insert_default();
    } else {
        setup.remaining_checks = None;
    }
    if !has_castling(variant) {
        setup.castling_rights = Bitboard::EMPTY;
    }
}

/// The legal position of a setup in a variant, leniently.
pub(super) fn legal_variant(setup: &Setup, mode: CastlingMode, variant: Variant) -> Option<VariantPosition> {
    if !fits(setup) {
        return None;
    }
    let forgiven = VariantPosition::from_setup(variant, setup.clone(), mode)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square);
    match variant {
        // A king in check could be captured: shakmaty has no replies to check in this variant.
        Variant::RacingKings => forgiven.ok(),
        _ => forgiven.or_else(PositionError::ignore_impossible_check).ok(),
    }
}

/// Capacity of shakmaty's move list with variants enabled.
const MOST_MOVES: usize = 450;

/// Maximum number of moves that one half-move can add for the other side: lines through vacated squares, and drops on
/// them.
const MARGIN: usize = 75;

/// Whether the moves of both sides fit shakmaty's list, now and after a half-move.
pub(super) fn fits(setup: &Setup) -> bool {
    let moves = |color| with_kings(mobility(setup, color)) + drops(&setup.board, setup.pockets.as_ref(), color);
    moves(setup.turn) <= MOST_MOVES && moves(!setup.turn) <= MOST_MOVES - MARGIN
}

/// As [`fits`], of a position and without looking where pieces can go. `false` says nothing.
pub(super) fn surely_fits(position: &VariantPosition) -> bool {
    let board = position.board();
    let moves = |color| {
        with_kings(most_mobility(board, color)) + drops(board, position.pockets(), color) <= MOST_MOVES - MARGIN
    };
    moves(Color::White) && moves(Color::Black)
}

/// No side with these pieces has a greater [`mobility`], wherever they stand.
fn most_mobility(board: &Board, color: Color) -> usize {
    let ours = board.by_color(color);
    let count = |pieces: Bitboard| (pieces & ours).count();
    let before_last = board.pawns() & Bitboard::from_rank(color.relative_rank(Rank::Seventh));
    let castling_and_en_passant = 4;
    27 * count(board.queens())
        + 14 * count(board.rooks())
        + 13 * count(board.bishops())
        + 8 * count(board.knights() | board.kings())
        + 4 * count(board.pawns())
        + 12 * count(before_last)
        + castling_and_en_passant
}

/// A pawn can become a king too in antichess: five promotions instead of four.
fn with_kings(moves: usize) -> usize {
    moves * 5 / 4
}

/// Maximum number of drops of a side.
fn drops(board: &Board, pockets: Option<&ByColor<ByRole<u8>>>, color: Color) -> usize {
    let Some(pockets) = pockets else { return 0 };
    let kinds = Role::ALL.into_iter().filter(|&role| *pockets.get(color).get(role) > 0).count();
    kinds * (!board.occupied()).count()
}

/// The pieces that a capture on a square removes in atomic besides capturer and captured piece: all adjacent ones
/// except pawns.
pub(super) fn explosion(board: &Board, square: shakmaty::Square) -> Bitboard {
    shakmaty::attacks::king_attacks(square) & board.occupied() & !board.pawns()
}

#[cfg(test)]
mod tests {
    use shakmaty::Square;

    use super::*;

    #[test]
    fn what_surely_fits_fits() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut next = |below: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) % below
        };
        let (mut sure, mut unsure) = (0, 0);
        for _ in 0..2000 {
            let mut setup = Setup::empty();
            let most = 1 + next(90);
            for _ in 0..most {
                let (square, role) = (Square::new(next(64) as u32), Role::ALL[next(6) as usize]);
                let color = Color::from_white(next(2) == 0);
                setup.board.set_piece_at(square, role.of(color));
                if next(4) == 0 {
                    setup.castling_rights.add(square);
                }
            }
            setup.ep_square = (next(2) == 0).then_some(Square::E6);
            for color in Color::ALL {
                let (most, mobility) = (most_mobility(&setup.board, color), mobility(&setup, color));
                assert!(mobility <= most, "{setup:?}");
                *if with_kings(most) <= MOST_MOVES - MARGIN { &mut sure } else { &mut unsure } += 1;
            }
        }
        assert!(sure > 1000 && unsure > 100, "{sure} {unsure}");
    }

    #[test]
    fn the_list_of_moves_has_the_expected_capacity() {
        assert_eq!(shakmaty::MoveList::new().capacity(), MOST_MOVES);
    }
}
