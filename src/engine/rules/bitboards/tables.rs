//! Lines of the empty board. The tables fit the first-level cache, unlike the usual tables of sliding attacks; occupied
//! squares between two squares are computed from their lines.

use shakmaty::{Bitboard, Square, attacks};

/// The lines of one kind of slider: for each square the other squares on its lines.
pub(super) struct LineTable([Bitboard; 64]);

/// Ranks and files.
pub(super) static STRAIGHT: LineTable = LineTable::new(true);
/// Diagonals.
pub(super) static DIAGONAL: LineTable = LineTable::new(false);

impl LineTable {
    const fn new(straight: bool) -> LineTable {
        let mut lines = [Bitboard::EMPTY; 64];
        let mut at = 0;
        while at < 64 {
            let square = Square::new(at as u32);
            lines[at] = match straight {
                true => attacks::rook_attacks(square, Bitboard::EMPTY),
                false => attacks::bishop_attacks(square, Bitboard::EMPTY),
            };
            at += 1;
        }
        LineTable(lines)
    }

    /// The squares on the lines through `at`.
    #[inline]
    pub(super) fn through(&self, at: Square) -> Bitboard {
        self.0[at.to_usize()]
    }

    /// The rest of the line through two squares of one line, both excluded: other lines of the two do not intersect.
    #[inline]
    pub(super) fn line(&self, a: Square, b: Square) -> Bitboard {
        self.through(a) & self.through(b)
    }

    /// The squares between two squares on one line.
    #[inline]
    pub(super) fn between(&self, a: Square, b: Square) -> Bitboard {
        self.line(a, b) & Bitboard((!0 << a.to_u32()) ^ (!0 << b.to_u32()))
    }

    /// Those of `pieces`, all on lines through `at`, with a clear path to it in `occupied`.
    #[inline(always)]
    pub(super) fn in_sight(&self, at: Square, pieces: Bitboard, occupied: Bitboard) -> Bitboard {
        let mut seen = Bitboard::EMPTY;
        for piece in pieces {
            if (self.between(at, piece) & occupied).is_empty() {
                seen.add(piece);
            }
        }
        seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_between_are_those_of_the_usual_tables() {
        for a in Square::ALL {
            for b in Square::ALL {
                for lines in [&STRAIGHT, &DIAGONAL] {
                    if lines.through(a).contains(b) {
                        assert_eq!(lines.between(a, b), attacks::between(a, b), "{a} {b}");
                        assert_eq!(lines.line(a, b).with(a).with(b), attacks::ray(a, b), "{a} {b}");
                    }
                }
            }
        }
    }
}
