//! The bits of both of Brenner's schemes.

use shakmaty::{CastlingSide, Outcome, Role};

use super::scheme::{BLACK_WINS, DRAW, Opcode, PawnStep, Scheme, WHITE_WINS};

/// Pawn moves by value in the main scheme.
const MAIN_STEPS: [PawnStep; 4] = [PawnStep::One, PawnStep::Two, PawnStep::TakeRight, PawnStep::TakeLeft];
/// Pawn moves by value in the alternate notation.
const ALTERNATE_STEPS: [PawnStep; 4] = [PawnStep::TakeRight, PawnStep::One, PawnStep::Two, PawnStep::TakeLeft];

/// Units of `00000 mmm` by value.
const OTHERS: [Opcode; 8] = [
    Opcode::Text,
    Opcode::End(BLACK_WINS),
    Opcode::End(WHITE_WINS),
    Opcode::End(DRAW),
    Opcode::Castle(CastlingSide::KingSide),
    Opcode::Castle(CastlingSide::QueenSide),
    Opcode::Annotation { good: false },
    Opcode::Annotation { good: true },
];

impl Scheme {
    /// The unassigned byte that ends a game without a result.
    fn unfinished(self) -> u8 {
        match self {
            Scheme::Main => 0b1100_0000,
            Scheme::Alternate => 0b1000_1000,
        }
    }

    fn steps(self) -> &'static [PawnStep; 4] {
        match self {
            Scheme::Main => &MAIN_STEPS,
            Scheme::Alternate => &ALTERNATE_STEPS,
        }
    }

    /// Decodes a byte; `None` if it has no meaning.
    pub(super) fn unit(self, byte: u8) -> Option<Opcode> {
        let low = byte & 7;
        if byte == self.unfinished() {
            return Some(Opcode::End(Outcome::Unknown));
        }
        match byte >> 6 {
            0 if byte & 0x20 != 0 => Some(Opcode::Pawn { nth: low, step: self.steps()[usize::from(byte >> 3 & 3)] }),
            0 if byte & 0x10 != 0 => Some(Opcode::Knight { nth: byte >> 3 & 1, jump: low }),
            0 if byte & 0x08 != 0 => Some(Opcode::King { direction: low }),
            0 => Some(OTHERS[usize::from(low)]),
            high => match self {
                Scheme::Main => main_slide(high, byte),
                Scheme::Alternate => alternate_slide(high, byte),
            },
        }
    }

    /// Encodes a unit, whose fields must be in range.
    pub(super) fn byte(self, unit: Opcode) -> u8 {
        match unit {
            Opcode::Slide { role, nth, direction, squares } => match self {
                Scheme::Main if role == Role::Queen => 0x40 | squares << 3 | direction,
                // A rook's direction is even and a bishop's odd, so the last bit distinguishes them.
                Scheme::Main => 0x80 | nth << 6 | squares << 3 | direction,
                Scheme::Alternate if role == Role::Queen => 0xC0 | direction << 3 | squares,
                Scheme::Alternate => kind(role) << 6 | (direction >> 1) << 4 | nth << 3 | squares,
            },
            Opcode::Pawn { nth, step } => {
                let value = self.steps().iter().position(|&known| known == step).unwrap_or_default();
                0x20 | (value as u8) << 3 | nth
            }
            Opcode::Knight { nth, jump } => 0x10 | nth << 3 | jump,
            Opcode::King { direction } => 0x08 | direction,
            Opcode::Number { role, nth } => match (self, role) {
                (Scheme::Main, Role::Rook) => 0x80 | nth << 1,
                (Scheme::Main, Role::Bishop) => 0x81 | nth << 1,
                (Scheme::Main, Role::Knight) => 0x41 | nth << 1,
                (Scheme::Main, _) => 0x40 | nth << 1,
                (Scheme::Alternate, Role::Knight) => 0xC8 | nth << 4,
                (Scheme::Alternate, _) => kind(role) << 6 | nth << 4,
            },
            Opcode::End(Outcome::Unknown) => self.unfinished(),
            other => OTHERS.iter().position(|&known| known == other).unwrap_or_default() as u8,
        }
    }
}

/// The two high bits of the alternate notation: "Q = R + B".
fn kind(role: Role) -> u8 {
    match role {
        Role::Bishop => 1,
        Role::Rook => 2,
        _ => 3,
    }
}

/// `01 nnn ddd` and `1 w nnn ddd`; zero squares give a piece's number.
fn main_slide(high: u8, byte: u8) -> Option<Opcode> {
    let (squares, direction) = (byte >> 3 & 7, byte & 7);
    let diagonal = byte & 1 == 1;
    let like = if diagonal { Role::Bishop } else { Role::Rook };
    match (high, squares) {
        (1, 0) => {
            let role = if diagonal { Role::Knight } else { Role::Queen };
            Some(Opcode::Number { role, nth: direction >> 1 })
        }
        (2, 0) => Some(Opcode::Number { role: like, nth: direction >> 1 }),
        (3, 0) => None,
        (1, squares) => Some(Opcode::Slide { role: Role::Queen, nth: 0, direction, squares }),
        (_, squares) => Some(Opcode::Slide { role: like, nth: high & 1, direction, squares }),
    }
}

/// `11 ddd nnn`, `10 dd w nnn` and `01 dd w nnn`; zero squares give a piece's number.
fn alternate_slide(high: u8, byte: u8) -> Option<Opcode> {
    let (squares, two, one) = (byte & 7, byte >> 4 & 3, byte >> 3 & 1);
    match (high, squares, one) {
        (3, 0, 0) => Some(Opcode::Number { role: Role::Queen, nth: two }),
        (3, 0, _) => Some(Opcode::Number { role: Role::Knight, nth: two }),
        (2, 0, 0) => Some(Opcode::Number { role: Role::Rook, nth: two }),
        (1, 0, 0) => Some(Opcode::Number { role: Role::Bishop, nth: two }),
        (_, 0, _) => None,
        (3, squares, _) => Some(Opcode::Slide { role: Role::Queen, nth: 0, direction: byte >> 3 & 7, squares }),
        (2, squares, nth) => Some(Opcode::Slide { role: Role::Rook, nth, direction: two << 1, squares }),
        (_, squares, nth) => Some(Opcode::Slide { role: Role::Bishop, nth, direction: two << 1 | 1, squares }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_with_a_meaning_is_the_byte_of_its_meaning() {
        for scheme in [Scheme::Main, Scheme::Alternate] {
            let mut unassigned = Vec::new();
            for byte in 0..=u8::MAX {
                match scheme.unit(byte) {
                    Some(unit) => assert_eq!(scheme.byte(unit), byte, "{scheme:?} {byte:08b} {unit:?}"),
                    None => unassigned.push(byte),
                }
            }
            let expected: Vec<u8> = match scheme {
                Scheme::Main => (0xC1..=0xC7).collect(),
                Scheme::Alternate => vec![0x48, 0x58, 0x68, 0x78, 0x98, 0xA8, 0xB8],
            };
            assert_eq!(unassigned, expected, "the seed leaves eight, and one of them is taken for `*`");
        }
    }

    #[test]
    fn the_seeds_examples() {
        let main = |byte| Scheme::Main.unit(byte).expect("assigned");
        assert_eq!(main(0b0011_0011), Opcode::Pawn { nth: 3, step: PawnStep::TakeRight });
        let slide = Opcode::Slide { role: Role::Bishop, nth: 0, direction: 1, squares: 2 };
        assert_eq!(main(0b1001_0001), slide, "the queen's bishop goes two squares to the north-east");
        assert_eq!(main(0b0001_1010), Opcode::Knight { nth: 1, jump: 2 });
        assert_eq!(main(0b0000_0011), Opcode::End(DRAW));
    }
}
