//! The numbered rules of VGN's `Rules` tag: normal chess has the lowest numbers (seed 001).

/// One numbered rule.
#[derive(Debug)]
pub struct NumberedRule {
    /// From 1 to 127; written in base 36.
    pub number: u8,
    /// One sentence without its full stop.
    pub text: &'static str,
}

/// The last rule of normal chess; the numbers up to 35 (`Z`) are reserved for it.
pub const LAST_NORMAL: u8 = 20;

const fn new(number: u8, text: &'static str) -> NumberedRule {
    NumberedRule { number, text }
}

/// Every numbered rule, in ascending order.
pub static RULES: &[NumberedRule] = &[
    new(1, "White moves first, and the sides move in turn, one move each"),
    new(
        2,
        "a piece moves to a square that has no piece of its own side; a piece of the other side there is captured \
         and removed",
    ),
    new(3, "the king moves one square in any direction"),
    new(4, "the queen moves any number of free squares along a rank, a file or a diagonal"),
    new(5, "the rook moves any number of free squares along a rank or a file"),
    new(6, "the bishop moves any number of free squares along a diagonal"),
    new(7, "the knight moves two squares along a rank or file and one aside, over pieces"),
    new(8, "the pawn moves one square ahead if that is free, and captures one square diagonally ahead"),
    new(9, "a pawn on the second rank of its side may move two squares ahead if both are free"),
    new(10, "a pawn that has just moved two squares may be captured as if it had moved one (en passant)"),
    new(11, "a pawn that reaches the last rank becomes a piece of its side that `Pieces` marks with `=`"),
    new(
        12,
        "a king and a rook that have not moved may castle from their usual squares, not out of, through or into check",
    ),
    new(13, "a king that can be captured is in check, and no move may leave the side's own king in check"),
    new(14, "a side in check without a legal move is checkmated and has lost"),
    new(15, "a side without a legal move that is not in check is stalemated: a draw"),
    new(16, "a position in which neither side can win any more is a draw"),
    new(17, "a player may claim a draw when a position occurs for the third time; the fifth time it is a draw"),
    new(
        18,
        "a player may claim a draw after 50 moves of each side without a capture or a pawn move; after 75 it is a draw",
    ),
    new(19, "without `SetUp` the game starts from the usual board"),
    new(20, "a player who resigns or runs out of time loses, and the players may agree on a draw"),
    new(36, "a king and a rook that have not moved may castle from wherever they started on the first rank (Chess960)"),
    new(
        37,
        "`SetUp` gives the first board, which is one of the 960 boards of Chess960; without the tag it is the usual \
         board",
    ),
    new(38, "a captured piece changes sides and goes to the captor's pocket"),
    new(39, "a piece from the pocket may be dropped on a free square in place of a move"),
    new(40, "a pawn cannot be dropped on the first or the last rank"),
    new(41, "a piece that was promoted goes to the pocket as a pawn"),
    new(
        42,
        "a capture removes the capturing piece, the captured piece, and all pieces except pawns on the squares around",
    ),
    new(43, "a king may not capture, and no capture may blow up the side's own king"),
    new(44, "a side that blows up the other king has won, even if its own king is in check"),
    new(45, "kings on neighbouring squares are not in check"),
    new(46, "a side that can capture must capture"),
    new(47, "the king is a piece like any other: it may be left in danger and be captured"),
    new(48, "a side that has lost all its pieces has won"),
    new(49, "a side that cannot move has won"),
    new(50, "the side that gives the third check has won"),
    new(51, "a side whose king reaches d4, e4, d5 or e5 has won"),
    new(52, "without `SetUp` the game starts from the board of horde, on which White has pawns only"),
    new(
        53,
        "a pawn on the first rank may move two squares ahead if both are free, and cannot then be captured en passant",
    ),
    new(54, "a side that has captured all pieces of the side without a king has won"),
    new(
        55,
        "without `SetUp` the game starts from the board of racing kings, on which both sides stand on ranks 1 and 2",
    ),
    new(56, "no move may give check"),
    new(57, "the side whose king is first to reach the eighth rank has won"),
    new(
        58,
        "if White's king is first to reach the eighth rank and Black's king follows with the next half-move, it is a \
         draw",
    ),
];

/// The rule with this number.
pub fn rule(number: u8) -> Option<&'static NumberedRule> {
    RULES.binary_search_by_key(&number, |rule| rule.number).ok().map(|at| &RULES[at])
}

/// A number in base 36, in capital letters.
pub fn number(mut number: u8) -> String {
    let mut digits = Vec::new();
    loop {
        digits.push(char::from_digit(u32::from(number % 36), 36).unwrap_or('0').to_ascii_uppercase());
        number /= 36;
        if number == 0 {
            return digits.into_iter().rev().collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_ascend_and_are_found() {
        assert!(RULES.is_sorted_by(|a, b| a.number < b.number));
        assert!(RULES.iter().all(|rule| rule.number < 128 && !(LAST_NORMAL + 1..36).contains(&rule.number)));
        assert_eq!((1..=LAST_NORMAL).filter(|&n| rule(n).is_some()).count(), usize::from(LAST_NORMAL));
        assert!(rule(21).is_none());
        assert_eq!([1, 10, 20, 36, 58].map(number), ["1", "A", "K", "10", "1M"]);
    }
}
