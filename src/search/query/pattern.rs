//! The term `pattern`: a FEN's placement of pieces with squares that may hold several things.

use shakmaty::{Bitboard, ByColor, ByRole, Color, File, Piece, Rank, Role, Square};

use super::QueryError;
use super::images::add_images;
use super::lexer::{QueryToken, QueryWords};
use crate::WalkBoard;

/// Patterns, one of which is looked for.
#[derive(Clone, Debug)]
pub(super) struct SoughtPattern(Vec<AllowedSquares>);

/// The squares on which each piece may stand, and those that may be empty.
#[derive(Clone, Debug)]
struct AllowedSquares {
    pieces: ByColor<ByRole<Bitboard>>,
    empty: Bitboard,
}

const EXPECTED: &str = "eight ranks as in a FEN, in which `?` is any square, `.` an empty one, `A` or `a` any piece of \
                        White or of Black, `[Nb.]` one of these, and `*` the rest of a rank, such as */*/*/3p4/*/*/*/*";

impl SoughtPattern {
    /// # Errors
    ///
    /// If no pattern comes next.
    pub fn read(words: &mut QueryWords) -> Result<SoughtPattern, QueryError> {
        let token = words.value(EXPECTED)?;
        let mut sought = vec![AllowedSquares::of(&token)?];
        add_images(words, &mut sought, AllowedSquares::mirrored, AllowedSquares::reversed);
        Ok(SoughtPattern(sought))
    }

    /// Whether the board has one of them.
    pub fn is_on(&self, board: &WalkBoard<'_>) -> bool {
        self.0.iter().any(|allowed| allowed.is_on(board))
    }
}

impl AllowedSquares {
    fn of(token: &QueryToken) -> Result<AllowedSquares, QueryError> {
        let wrong = |what: &str| token.error(&format!("{what}: expected {EXPECTED}"));
        let ranks: Vec<&str> = token.text.split('/').collect();
        if ranks.len() != Rank::ALL.len() {
            return Err(wrong(&format!("this has {} ranks", ranks.len())));
        }
        let mut allowed = AllowedSquares { pieces: ByColor::default(), empty: Bitboard::EMPTY };
        for (rank, text) in Rank::ALL.into_iter().rev().zip(ranks) {
            let mut files = File::ALL.into_iter();
            let mut letters = text.chars();
            let many = || wrong(&format!("rank {rank} has more than eight squares"));
            while let Some(letter) = letters.next() {
                match letter {
                    '*' => files.by_ref().for_each(|file| allowed.add_any(Square::from_coords(file, rank))),
                    '1'..='8' => {
                        for _ in 0..letter.to_digit(10).unwrap_or(0) {
                            allowed.empty.add(Square::from_coords(files.next().ok_or_else(many)?, rank));
                        }
                    }
                    '[' => {
                        let square = Square::from_coords(files.next().ok_or_else(many)?, rank);
                        let mut is_closed = false;
                        for letter in letters.by_ref() {
                            is_closed = letter == ']';
                            match is_closed {
                                true => break,
                                false => allowed.add(square, letter).ok_or_else(|| wrong(&unknown(letter)))?,
                            }
                        }
                        if !is_closed {
                            return Err(wrong("a `[` is not closed"));
                        }
                    }
                    letter => {
                        let square = Square::from_coords(files.next().ok_or_else(many)?, rank);
                        allowed.add(square, letter).ok_or_else(|| wrong(&unknown(letter)))?;
                    }
                }
            }
            if files.next().is_some() {
                return Err(wrong(&format!("rank {rank} has fewer than eight squares")));
            }
        }
        Ok(allowed)
    }

    /// Allows on a square what the letter stands for; `None` if it stands for nothing.
    fn add(&mut self, square: Square, letter: char) -> Option<()> {
        match letter {
            '?' => self.add_any(square),
            '.' => self.empty.add(square),
            'A' => self.add_side(square, Color::White),
            'a' => self.add_side(square, Color::Black),
            letter => {
                let Piece { color, role } = Piece::from_char(letter)?;
                self.pieces[color].get_mut(role).add(square);
            }
        }
        Some(())
    }

    fn add_side(&mut self, square: Square, color: Color) {
        Role::ALL.into_iter().for_each(|role| self.pieces[color].get_mut(role).add(square));
    }

    fn add_any(&mut self, square: Square) {
        self.empty.add(square);
        Color::ALL.into_iter().for_each(|color| self.add_side(square, color));
    }

    fn is_on(&self, board: &WalkBoard<'_>) -> bool {
        let sides = ByColor { white: board.by_color(Color::White), black: board.by_color(Color::Black) };
        (sides.white | sides.black | self.empty) == Bitboard::FULL
            && Role::ALL.into_iter().all(|role| {
                let of_role = board.by_role(role);
                Color::ALL.into_iter().all(|color| (of_role & sides[color] & !*self.pieces[color].get(role)).is_empty())
            })
    }

    /// Left and right exchanged.
    fn mirrored(&self) -> AllowedSquares {
        let side = |of: &ByRole<Bitboard>| of.map(Bitboard::flip_horizontal);
        let pieces = ByColor { white: side(&self.pieces.white), black: side(&self.pieces.black) };
        AllowedSquares { pieces, empty: self.empty.flip_horizontal() }
    }

    /// White and Black exchanged, with their sides of the board.
    fn reversed(&self) -> AllowedSquares {
        let side = |of: &ByRole<Bitboard>| of.map(Bitboard::flip_vertical);
        let pieces = ByColor { white: side(&self.pieces.black), black: side(&self.pieces.white) };
        AllowedSquares { pieces, empty: self.empty.flip_vertical() }
    }
}

fn unknown(letter: char) -> String {
    format!("`{letter}` stands for no piece")
}
