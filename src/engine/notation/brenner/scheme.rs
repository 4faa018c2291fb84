//! Meaning of one byte of Brenner's notation, in either scheme.

use shakmaty::{CastlingSide, Color, File, KnownOutcome, Outcome, Rank, Role, Square};

/// The bit layout: one of the seed's two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scheme {
    Main,
    Alternate,
}

/// The meaning of one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opcode {
    /// A move of a queen, rook or bishop by 1 to 7 squares. `direction` counts from east counter-clockwise.
    Slide {
        role: Role,
        nth: u8,
        direction: u8,
        squares: u8,
    },
    Pawn {
        nth: u8,
        step: PawnStep,
    },
    /// `jump` counts counter-clockwise from two squares east and one south.
    Knight {
        nth: u8,
        jump: u8,
    },
    King {
        direction: u8,
    },
    Castle(CastlingSide),
    /// The number, from 0 to 3, of the piece that moves next or to which the next pawn is promoted.
    Number {
        role: Role,
        nth: u8,
    },
    /// `!`, or `?`.
    Annotation {
        good: bool,
    },
    /// Start of a text.
    Text,
    End(Outcome),
}

/// A pawn's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PawnStep {
    One,
    Two,
    /// Capture towards the h-file.
    TakeRight,
    /// Capture towards the a-file.
    TakeLeft,
}

pub(super) const WHITE_WINS: Outcome = Outcome::Known(KnownOutcome::Decisive { winner: Color::White });
pub(super) const BLACK_WINS: Outcome = Outcome::Known(KnownOutcome::Decisive { winner: Color::Black });
pub(super) const DRAW: Outcome = Outcome::Known(KnownOutcome::Draw);

/// Files and ranks of the directions from east counter-clockwise.
const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The knight's jumps in the seed's order.
const JUMPS: [(i32, i32); 8] = [(2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2)];

/// How many pieces of a kind have their number in the byte of a half-move. The others need a preceding byte.
pub(super) fn plain_numbers(role: Role) -> u8 {
    match role {
        Role::Pawn => 8,
        Role::Queen | Role::King => 1,
        Role::Rook | Role::Bishop | Role::Knight => 2,
    }
}

impl Opcode {
    /// The half-move with the number of the first piece of its kind.
    pub(super) fn unnumbered(self) -> Opcode {
        match self {
            Opcode::Slide { role, direction, squares, .. } => Opcode::Slide { role, nth: 0, direction, squares },
            Opcode::Knight { jump, .. } => Opcode::Knight { nth: 0, jump },
            unit => unit,
        }
    }

    /// Destination of the half-move of a piece of this colour, if it is on the board. `None` if the unit is not a
    /// half-move by direction.
    pub(super) fn destination(self, color: Color, from: Square) -> Option<Square> {
        let north = color.fold_wb(1, -1);
        let (files, ranks) = match self {
            Opcode::Slide { direction, squares, .. } => {
                let (files, ranks) = direction_of(&DIRECTIONS, direction)?;
                (files * i32::from(squares), ranks * i32::from(squares))
            }
            Opcode::King { direction } => direction_of(&DIRECTIONS, direction)?,
            Opcode::Knight { jump, .. } => direction_of(&JUMPS, jump)?,
            Opcode::Pawn { step: PawnStep::One, .. } => (0, north),
            Opcode::Pawn { step: PawnStep::Two, .. } => (0, 2 * north),
            Opcode::Pawn { step: PawnStep::TakeRight, .. } => (1, north),
            Opcode::Pawn { step: PawnStep::TakeLeft, .. } => (-1, north),
            _ => return None,
        };
        Some(Square::from_coords(File::offset(from.file(), files)?, Rank::offset(from.rank(), ranks)?))
    }

    /// The half-move of piece number `nth` between two squares, if pieces of its kind can move so.
    pub(super) fn of_squares(role: Role, nth: u8, from: Square, to: Square) -> Option<Opcode> {
        let files = to.file().to_u32() as i32 - from.file().to_u32() as i32;
        let ranks = to.rank().to_u32() as i32 - from.rank().to_u32() as i32;
        let squares = files.abs().max(ranks.abs());
        match role {
            Role::Pawn => {
                let step = match (files, ranks.abs()) {
                    (0, 1) => PawnStep::One,
                    (0, 2) => PawnStep::Two,
                    (1, 1) => PawnStep::TakeRight,
                    (-1, 1) => PawnStep::TakeLeft,
                    _ => return None,
                };
                Some(Opcode::Pawn { nth, step })
            }
            Role::Knight => index_of(&JUMPS, (files, ranks)).map(|jump| Opcode::Knight { nth, jump }),
            Role::King => index_of(&DIRECTIONS, (files, ranks)).map(|direction| Opcode::King { direction }),
            Role::Queen | Role::Rook | Role::Bishop => {
                let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
                let direction = index_of(&DIRECTIONS, (files.signum(), ranks.signum()))?;
                let squares = u8::try_from(squares).ok()?;
                straight.then_some(Opcode::Slide { role, nth, direction, squares })
            }
        }
    }
}

fn direction_of(directions: &[(i32, i32); 8], index: u8) -> Option<(i32, i32)> {
    directions.get(usize::from(index)).copied()
}

fn index_of(directions: &[(i32, i32); 8], direction: (i32, i32)) -> Option<u8> {
    directions.iter().position(|&known| known == direction).map(|index| index as u8)
}
