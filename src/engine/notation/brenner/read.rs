//! Reads Brenner's bytes.

use shakmaty::{Chess, Move, Position as _, Role, Square};

use super::piece_lists::PieceLists;
use super::scheme::{Opcode, Scheme, plain_numbers};
use super::texts;
use crate::notation::binary::{
    BinaryError, BinaryEvent, BinaryFault, BinaryGame, BinaryStart, ByteReader, LocatedEvent, legal_start,
};

pub(super) fn read(scheme: Scheme, bytes: &[u8], start: &BinaryStart<'_>) -> BinaryGame {
    let position = match legal_start(start) {
        Ok(position) => position,
        Err(why) => {
            let fault = BinaryFault::Start { why: why.reason().to_owned().into() };
            return BinaryGame {
                events: Vec::new(),
                len: 0,
                error: Some(BinaryError { offset: 0, fault }),
                idle: None,
            };
        }
    };
    let pieces = PieceLists::new(position.board());
    let mut reader = BrennerReader {
        scheme,
        cursor: ByteReader::new(bytes),
        position,
        pieces,
        has_moves: false,
        events: Vec::new(),
        idle: None,
    };
    let error = loop {
        match reader.next() {
            Ok(false) => {}
            Ok(true) => break None,
            Err(error) => break Some(error),
        }
    };
    let len = error.as_ref().map_or(reader.cursor.at(), |error| error.offset);
    BinaryGame { events: reader.events, len, error, idle: reader.idle }
}

/// Length of the section at the start of `bytes`: to the first terminator outside of texts.
pub(super) fn end(scheme: Scheme, bytes: &[u8]) -> Option<usize> {
    let mut cursor = ByteReader::new(bytes);
    loop {
        match scheme.unit(cursor.byte()?) {
            Some(Opcode::Text) => {
                cursor.until_null()?;
            }
            Some(Opcode::End(_)) => return Some(cursor.at()),
            _ => {}
        }
    }
}

struct BrennerReader<'a> {
    scheme: Scheme,
    cursor: ByteReader<'a>,
    position: Chess,
    pieces: PieceLists,
    /// Whether a half-move was read.
    has_moves: bool,
    events: Vec<LocatedEvent>,
    idle: Option<BinaryError>,
}

impl BrennerReader<'_> {
    /// Reads the next event. Returns whether it is the section's last.
    fn next(&mut self) -> Result<bool, BinaryError> {
        let at = self.cursor.at();
        let (byte, unit) = self.unit("a half-move, or the game's terminator")?;
        let mut over = false;
        let event = match unit {
            Opcode::Text => {
                let text = self.cursor.until_null();
                let text = text.ok_or_else(|| self.cursor.cut("the null byte that ends a text"))?;
                texts::event(text, !self.has_moves)
            }
            Opcode::Annotation { good } => BinaryEvent::Nag(self.annotation(good)),
            Opcode::End(outcome) => {
                over = true;
                BinaryEvent::End(outcome)
            }
            Opcode::Number { role, nth } => {
                let number_of = Some((role, nth));
                let next_at = self.cursor.at();
                let (byte, unit) = self.unit("the half-move of the piece whose number was given")?;
                self.half_move(next_at, byte, unit, number_of)?
            }
            unit => self.half_move(at, byte, unit, None)?,
        };
        self.events.push(LocatedEvent { range: at..self.cursor.at(), event });
        Ok(over)
    }

    fn unit(&mut self, expected: &'static str) -> Result<(u8, Opcode), BinaryError> {
        let at = self.cursor.at();
        let byte = self.cursor.byte().ok_or_else(|| self.cursor.cut(expected))?;
        let unit = self.scheme.unit(byte).ok_or_else(|| BinaryError::invalid(at, byte, expected))?;
        Ok((byte, unit))
    }

    /// NAG of one or two annotation signs.
    fn annotation(&mut self, good: bool) -> u32 {
        let mut ahead = self.cursor.clone();
        let second = ahead.byte().and_then(|byte| self.scheme.unit(byte));
        let Some(Opcode::Annotation { good: second }) = second else { return if good { 1 } else { 2 } };
        self.cursor = ahead;
        match (good, second) {
            (true, true) => 3,
            (false, false) => 4,
            (true, false) => 5,
            (false, true) => 6,
        }
    }

    /// Plays a half-move. `number` is that of the preceding byte.
    fn half_move(
        &mut self,
        at: usize,
        byte: u8,
        unit: Opcode,
        number: Option<(Role, u8)>,
    ) -> Result<BinaryEvent, BinaryError> {
        let invalid = |expected: &'static str| BinaryError::invalid(at, byte, expected);
        let mv = self.find(unit, number).map_err(invalid)?;
        let promoted = number.map_or(0, |(_, nth)| nth);
        if let Some(role) = mv.promotion()
            && self.pieces.square(self.position.turn(), role, promoted).is_some()
        {
            return Err(BinaryError::invalid(at - 1, number_byte(self.scheme, number), "a number that is free"));
        }
        let after = self.position.clone().play(mv).map_err(|_| invalid("a legal move"))?;
        if let Some(number) = number.filter(|_| mv.promotion().is_none()) {
            let idle = self.needless(at, (byte, unit), number);
            self.idle = self.idle.take().or(idle);
        }
        self.pieces.play(&self.position, mv, promoted);
        self.position = after;
        self.has_moves = true;
        Ok(BinaryEvent::Move(mv))
    }

    /// Redundant bits of a half-move whose piece's number is in the preceding byte.
    fn needless(&self, at: usize, (byte, unit): (u8, Opcode), number: (Role, u8)) -> Option<BinaryError> {
        let (role, nth) = number;
        if nth < plain_numbers(role) {
            let value = number_byte(self.scheme, Some(number));
            let why = format!("gives the number {nth}, which the half-move's own byte has room for");
            return Some(BinaryError::idle(at - 1, value, why));
        }
        let right = self.scheme.byte(unit.unnumbered());
        let why = format!("has a number of its own besides that of the byte before it: expected {right:02X}");
        (byte != right).then(|| BinaryError::idle(at, byte, why))
    }

    /// The encoded legal move, or what was expected instead.
    fn find(&self, unit: Opcode, number: Option<(Role, u8)>) -> Result<Move, &'static str> {
        let legal = self.position.legal_moves();
        if legal.is_empty() {
            return Err("the game's terminator, for no move is legal");
        }
        let (role, nth) = match unit {
            Opcode::Castle(side) if number.is_none() => {
                let castles = |mv: &&Move| mv.castling_side() == Some(side);
                return legal.iter().find(castles).copied().ok_or("a legal move, and castling to this side is none");
            }
            Opcode::Slide { role, nth, .. } => (role, nth),
            Opcode::Pawn { nth, .. } => (Role::Pawn, nth),
            Opcode::Knight { nth, .. } => (Role::Knight, nth),
            Opcode::King { .. } => (Role::King, 0),
            _ if number.is_some() => return Err("the half-move of the piece whose number was given"),
            _ => return Err("a half-move"),
        };
        let (nth, promotion) = match number {
            Some((promoted, _)) if role == Role::Pawn => (nth, Some(promoted)),
            Some((numbered, nth)) if role == numbered => (nth, None),
            Some(_) => return Err("the half-move of the piece whose number was given"),
            None => (nth, None),
        };
        let color = self.position.turn();
        let from = self.pieces.square(color, role, nth).ok_or("a piece that is on the board")?;
        let to = unit.destination(color, from).ok_or("a destination on the board")?;
        let goes_so = |mv: &Move| squares(*mv) == Some((from, to));
        let found = legal.iter().find(|mv| goes_so(mv) && mv.promotion() == promotion).copied();
        let some = legal.iter().find(|mv| goes_so(mv));
        found.ok_or(match some {
            Some(_) if promotion.is_none() => "the number of the new piece before the pawn's half-move",
            Some(_) => "a half-move that promotes, for a number was given",
            None => "a legal move",
        })
    }
}

/// Source and destination of a move other than castling.
fn squares(mv: Move) -> Option<(Square, Square)> {
    match mv {
        Move::Normal { from, to, .. } | Move::EnPassant { from, to } => Some((from, to)),
        _ => None,
    }
}

fn number_byte(scheme: Scheme, number: Option<(Role, u8)>) -> u8 {
    number.map_or(0, |(role, nth)| scheme.byte(Opcode::Number { role, nth }))
}
