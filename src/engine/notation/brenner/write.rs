//! Writes Brenner's bytes.

use shakmaty::{CastlingSide, Chess, Move, Outcome, Position as _, Role};

use super::piece_lists::{PROMOTED, PieceLists};
use super::scheme::{Opcode, Scheme, plain_numbers};
use super::texts;
use crate::notation::SpellingError;
use crate::notation::binary::{BinaryEvent, BinaryStart, BinaryWriteError, legal, legal_start, no_move};

pub(super) fn write(
    scheme: Scheme,
    events: &[BinaryEvent],
    start: &BinaryStart<'_>,
) -> Result<Vec<u8>, BinaryWriteError> {
    let position = legal_start(start).map_err(|why| BinaryWriteError::new(0, why))?;
    let pieces = PieceLists::new(position.board());
    let mut writer =
        BrennerWriter { scheme, position, pieces, has_moves: false, after_single_sign: false, bytes: Vec::new() };
    let (outcome, said) = match events.split_last() {
        Some((BinaryEvent::End(outcome), said)) => (*outcome, said),
        _ => (Outcome::Unknown, events),
    };
    for (n, event) in said.iter().enumerate() {
        writer.event(event).map_err(|why| BinaryWriteError::new(n, why))?;
    }
    writer.push(Opcode::End(outcome));
    Ok(writer.bytes)
}

/// Whether the notation can encode this kind of event.
pub(super) fn holds(event: &BinaryEvent) -> Result<(), SpellingError> {
    match event {
        BinaryEvent::Nag(nag) => signs(*nag).map(|_| ()),
        BinaryEvent::Comment(text) => enclosable(text),
        BinaryEvent::Tag { name, value } => match texts::tag_byte(name) {
            Some(_) => enclosable(value),
            None => Err(SpellingError::new(format!("Brenner's notation has no byte for the tag {name}"))),
        },
        BinaryEvent::VariationBegin | BinaryEvent::VariationEnd => {
            Err(SpellingError::new("Brenner's notation cannot record variations"))
        }
        BinaryEvent::Escape(_) => Err(SpellingError::new("Brenner's notation cannot record escaped lines")),
        BinaryEvent::Parsed(_) | BinaryEvent::Board(_) => Err(no_move(event)),
        BinaryEvent::Move(_) | BinaryEvent::End(_) => Ok(()),
    }
}

struct BrennerWriter {
    scheme: Scheme,
    position: Chess,
    pieces: PieceLists,
    /// Whether a half-move was written.
    has_moves: bool,
    /// Whether the last byte was a single `!` or `?`: another one directly after it would be read as one NAG with it.
    after_single_sign: bool,
    bytes: Vec<u8>,
}

impl BrennerWriter {
    fn push(&mut self, unit: Opcode) {
        self.bytes.push(self.scheme.byte(unit));
    }

    fn event(&mut self, event: &BinaryEvent) -> Result<(), SpellingError> {
        holds(event)?;
        let single = std::mem::take(&mut self.after_single_sign);
        match event {
            BinaryEvent::Move(mv) => self.half_move(*mv),
            BinaryEvent::Nag(nag) => {
                let (first, second) = signs(*nag)?;
                if single {
                    return Err(SpellingError::new(
                        "Brenner's notation cannot distinguish a NAG after $1 or $2 from one written together with it",
                    ));
                }
                self.push(Opcode::Annotation { good: first });
                match second {
                    Some(good) => self.push(Opcode::Annotation { good }),
                    None => self.after_single_sign = true,
                }
                Ok(())
            }
            BinaryEvent::Comment(text) => {
                self.bytes.extend(texts::comment(text, !self.has_moves));
                Ok(())
            }
            BinaryEvent::Tag { name, value } => {
                if self.has_moves {
                    return Err(SpellingError::new(
                        "Brenner's notation can record tags only before the first half-move",
                    ));
                }
                self.bytes.extend(texts::enclosed(texts::tag_byte(name), value));
                Ok(())
            }
            BinaryEvent::End(_) => Err(SpellingError::new("nothing can stand after the terminator")),
            _ => Err(no_move(event)),
        }
    }

    fn half_move(&mut self, mv: Move) -> Result<(), SpellingError> {
        let illegal =
            || SpellingError::new("Brenner's notation can record only legal moves, and this move is not legal");
        if !legal(&self.position, mv) {
            return Err(illegal());
        }
        let promoted = self.units(mv)?;
        self.pieces.play(&self.position, mv, promoted);
        self.position = self.position.clone().play(mv).map_err(|_| illegal())?;
        self.has_moves = true;
        Ok(())
    }

    /// Writes a legal move, and returns the number of the promoted piece.
    fn units(&mut self, mv: Move) -> Result<u8, SpellingError> {
        let color = self.position.turn();
        let (role, from, to, promotion) = match mv {
            Move::Castle { king, rook } => {
                self.push(Opcode::Castle(CastlingSide::from_king_side(rook > king)));
                return Ok(0);
            }
            Move::Put { .. } => return Err(SpellingError::new("Brenner's notation has no byte for a drop")),
            Move::EnPassant { from, to } => (Role::Pawn, from, to, None),
            Move::Normal { role, from, to, promotion, .. } => (role, from, to, promotion),
        };
        let fifth = || SpellingError::new("Brenner's notation can number four pieces of a kind, and this is one more");
        let nth = self.pieces.number(color, role, from).ok_or_else(fifth)?;
        let plain = plain_numbers(role);
        let (number, said) = match promotion {
            Some(role) => {
                let next = self.pieces.next(color, role).ok_or_else(fifth)?;
                (Some(Opcode::Number { role, nth: next }), nth)
            }
            None if nth >= plain => (Some(Opcode::Number { role, nth }), 0),
            None => (None, nth),
        };
        if (promotion.is_none() && nth >= plain.max(PROMOTED)) || said >= plain {
            return Err(fifth());
        }
        let unit = Opcode::of_squares(role, said, from, to)
            .ok_or_else(|| SpellingError::new("Brenner's notation has no byte for where this piece goes"))?;
        if let Some(number) = number {
            self.push(number);
        }
        self.push(unit);
        Ok(match number {
            Some(Opcode::Number { nth, .. }) if promotion.is_some() => nth,
            _ => 0,
        })
    }
}

/// The one or two signs of the NAG, with `!` as true.
fn signs(nag: u32) -> Result<(bool, Option<bool>), SpellingError> {
    match nag {
        1 => Ok((true, None)),
        2 => Ok((false, None)),
        3 => Ok((true, Some(true))),
        4 => Ok((false, Some(false))),
        5 => Ok((true, Some(false))),
        6 => Ok((false, Some(true))),
        nag => Err(SpellingError::new(format!("Brenner's notation has bytes for $1 to $6, and this is ${nag}"))),
    }
}

/// Checks that a text holds no null bytes, and no line that the game scanner takes for a tag of the next game.
fn enclosable(text: &str) -> Result<(), SpellingError> {
    if text.contains('\0') {
        return Err(SpellingError::new(
            "a text in Brenner's notation ends with a null byte, and this one contains one",
        ));
    }
    let like_tag = |line: &str| {
        let name = line.trim_start_matches([' ', '\t']).strip_prefix('[');
        name.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_'))
    };
    if text.split(['\n', '\r']).skip(1).any(like_tag) {
        return Err(SpellingError::new("a line that begins like a tag would end the section of Brenner's notation"));
    }
    Ok(())
}
