//! Attacks on one square, and the safety of a king.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::Bitboards;
use super::tables::{DIAGONAL, Lines, STRAIGHT};

impl Bitboards {
    /// Men of `by` that attack a square, were only `occupied` on the board besides.
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

    /// May the king of the side to move step to a square that none of its own men holds?
    #[inline]
    pub(super) fn is_safe_step(&self, to: Square) -> bool {
        let king = self.king(self.turn);
        self.attackers(to, !self.turn, self.occupied().without(king)).is_empty()
    }

    /// Is the king of the side to move safe after another man of it goes from one square to another? Not for en passant
    /// captures, which empty a third square.
    #[inline]
    pub(super) fn is_safe(&self, from: Square, to: Square) -> bool {
        let king = self.king(self.turn);
        if self.checkers.any() && !self.answers_check(king).contains(to) {
            return false;
        }
        if STRAIGHT.through(king).contains(from) {
            self.is_unpinned(&STRAIGHT, self.straight(), king, from, to)
        } else if DIAGONAL.through(king).contains(from) {
            self.is_unpinned(&DIAGONAL, self.diagonal(), king, from, to)
        } else {
            true
        }
    }

    /// Squares on which a man other than the king answers the check: none against two checkers.
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

    /// May the man on `from`, which stands on a line of the king, go to `to`: does it stay on the line, or is nobody
    /// behind it?
    #[inline]
    fn is_unpinned(&self, lines: &Lines, sliders: Bitboard, king: Square, from: Square, to: Square) -> bool {
        let line = lines.line(king, from);
        if line.contains(to) {
            return true;
        }
        let only = Bitboard::from_square(from);
        let occupied = self.occupied();
        !(line & sliders & self.them()).into_iter().any(|pinner| lines.between(king, pinner) & occupied == only)
    }

    /// The men of `by` that attack a square through a line on which the square `left` has become empty. `occupied` is the
    /// board as it is now.
    #[inline]
    pub(super) fn uncovered(&self, square: Square, left: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let theirs = self.by_color(by);
        if STRAIGHT.through(square).contains(left) {
            let men = STRAIGHT.line(square, left) & self.straight() & theirs;
            STRAIGHT.in_sight(square, men, occupied)
        } else if DIAGONAL.through(square).contains(left) {
            let men = DIAGONAL.line(square, left) & self.diagonal() & theirs;
            DIAGONAL.in_sight(square, men, occupied)
        } else {
            Bitboard::EMPTY
        }
    }

    /// Does the man of this role and side on `from` attack `to`?
    #[inline]
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
