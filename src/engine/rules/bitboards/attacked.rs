//! Attacks on one square, and the safety of a king.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::Bitboards;
use super::tables::{DIAGONAL, STRAIGHT};

impl Bitboards {
    /// Pieces of `by` that attack a square if the board's occupied squares are `occupied`.
    #[inline]
    pub(super) fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let theirs = self.by_color(by);
        let steppers = (attacks::knight_attacks(square) & self.by_role(Role::Knight))
            | (attacks::king_attacks(square) & self.by_role(Role::King))
            | (attacks::pawn_attacks(!by, square) & self.by_role(Role::Pawn));
        let straight = STRAIGHT.through(square) & self.straight() & theirs;
        let diagonal = DIAGONAL.through(square) & self.diagonal() & theirs;
        (steppers & theirs)
            | STRAIGHT.in_sight(square, straight, occupied)
            | DIAGONAL.in_sight(square, diagonal, occupied)
    }

    /// Whether the king of the side to move can step to a square not occupied by its own pieces.
    #[inline]
    pub(super) fn is_safe_step(&self, to: Square) -> bool {
        let king = self.king(self.turn);
        self.attackers(to, !self.turn, self.occupied().without(king)).is_empty()
    }

    /// Whether the king of the side to move is safe after another piece moves between two squares. Not for en passant
    /// captures, which empty a third square.
    #[inline]
    pub(super) fn is_safe(&self, from: Square, to: Square) -> bool {
        let king = self.king(self.turn);
        if self.checkers.any() && !self.answers_check(king).contains(to) {
            return false;
        }
        // Potential pinners are rare: one well-predicted branch.
        let pinners = self.behind(king, from, self.them());
        pinners.is_empty() || self.is_unpinned(pinners, king, from, to)
    }

    /// Those of `pieces` that are on the line through `from` and `square`, if there is one, and can move along it.
    #[inline(always)]
    fn behind(&self, square: Square, from: Square, pieces: Bitboard) -> Bitboard {
        let straight = STRAIGHT.through(square);
        let diagonal = DIAGONAL.through(square);
        let on = |line: Bitboard| Bitboard((line.0 >> from.to_u32() & 1).wrapping_neg());
        let straight = straight & STRAIGHT.through(from) & self.straight() & on(straight);
        let diagonal = diagonal & DIAGONAL.through(from) & self.diagonal() & on(diagonal);
        (straight | diagonal) & pieces
    }

    /// Squares on which a piece other than the king answers the check: none against two checkers.
    #[inline]
    pub(super) fn answers_check(&self, king: Square) -> Bitboard {
        let Some(checker) = self.checkers.single_square() else { return Bitboard::EMPTY };
        let between = if STRAIGHT.through(king).contains(checker) {
            STRAIGHT.between(king, checker)
        } else if DIAGONAL.through(king).contains(checker) {
            DIAGONAL.between(king, checker)
        } else {
            Bitboard::EMPTY
        };
        between | self.checkers
    }

    /// Whether the piece on `from`, which is on a line of the king and of `pinners`, can go to `to`: it stays on the
    /// line, or is not the only piece between the king and a pinner.
    #[cold]
    fn is_unpinned(&self, pinners: Bitboard, king: Square, from: Square, to: Square) -> bool {
        let lines = if STRAIGHT.through(king).contains(from) { &STRAIGHT } else { &DIAGONAL };
        if lines.line(king, from).contains(to) {
            return true;
        }
        let only = Bitboard::from_square(from);
        let occupied = self.occupied();
        !pinners.into_iter().any(|pinner| lines.between(king, pinner) & occupied == only)
    }

    /// The pieces of `by` that attack a square along a line opened by vacating `left`. `occupied` is the current board.
    #[inline(always)]
    pub(super) fn uncovered(&self, square: Square, left: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let pieces = self.behind(square, left, self.by_color(by));
        if pieces.is_empty() {
            return Bitboard::EMPTY;
        }
        let lines = if STRAIGHT.through(square).contains(left) { &STRAIGHT } else { &DIAGONAL };
        lines.in_sight(square, pieces, occupied)
    }

    /// Whether a piece of this role and side on `from` attacks `to`.
    #[inline(always)]
    pub(super) fn attacks(&self, role: Role, color: Color, from: Square, to: Square, occupied: Bitboard) -> bool {
        let straight = || STRAIGHT.through(from).contains(to) && (STRAIGHT.between(from, to) & occupied).is_empty();
        let diagonal = || DIAGONAL.through(from).contains(to) && (DIAGONAL.between(from, to) & occupied).is_empty();
        match role {
            Role::Pawn => attacks::pawn_attacks(color, from).contains(to),
            Role::Knight => attacks::knight_attacks(from).contains(to),
            Role::Bishop => diagonal(),
            Role::Rook => straight(),
            Role::Queen => straight() || diagonal(),
            Role::King => false,
        }
    }
}
