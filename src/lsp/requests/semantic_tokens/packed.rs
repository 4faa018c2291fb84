//! The coloured parts of a game in few bytes, as the protocol counts them: each from the one before it, so that a game
//! that moves takes its own along, and only its first is to be counted anew.

use std::sync::Arc;

use tower_lsp::lsp_types::Position;

use crate::ide::SemanticSpan;
use crate::lsp::diagnostics::rendering::put_json;
use crate::lsp::documents::positions::{Encoding, Walk};

/// What the protocol says of a part: lines and characters from the part before, its length, kind and modifiers.
pub type Token = [u32; 5];

/// The parts of one game, for one that begins at the start of line 0.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Packed {
    /// Each number in seven bits a byte, the lowest first; those that say where the first part stands are 0.
    bytes: Box<[u8]>,
    count: usize,
    first: Position,
    last: Position,
}

/// The parts of a game of a document, and where the first stands from the last of the games before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    packed: Arc<Packed>,
    first: [u32; 2],
}

impl Packed {
    /// Packs what is painted in a text.
    pub fn of(text: &str, painted: &[SemanticSpan], encoding: Encoding) -> Packed {
        let mut walk = Walk::new(text, encoding);
        let mut packed = Packed::default();
        let mut bytes = Vec::with_capacity(painted.len() * 5);
        for (index, painted) in painted.iter().enumerate() {
            let (start, end) = (painted.range.start as usize, painted.range.end as usize);
            let place = walk.to(start);
            let from_last = match index {
                0 => {
                    packed.first = place;
                    [0, 0]
                }
                _ => from(packed.last, place),
            };
            packed.last = place;
            let length = walk.to(end).character - place.character;
            let [lines, characters] = from_last;
            for number in [lines, characters, length, painted.kind as u32, u32::from(painted.shade.0)] {
                put_number(&mut bytes, number);
            }
        }
        Packed { bytes: bytes.into_boxed_slice(), count: painted.len(), ..packed }
    }

    /// The parts with their places, in a game that begins at a place.
    pub fn places(&self, begin: Position) -> impl Iterator<Item = (Position, Token)> {
        let mut place = moved(begin, self.first);
        self.tokens().map(move |token| {
            place = moved(place, Position::new(token[0], token[1]));
            (place, token)
        })
    }

    fn tokens(&self) -> impl Iterator<Item = Token> {
        let mut rest = &self.bytes[..];
        (0..self.count).map(move |_| std::array::from_fn(|_| take_number(&mut rest)))
    }
}

impl Placed {
    /// Places the parts of games, each with where it begins, behind one another.
    pub fn all(games: impl Iterator<Item = (Arc<Packed>, Position)>) -> Vec<Placed> {
        let mut last = Position::default();
        let games = games.filter(|(packed, _)| packed.count > 0);
        let placed = games.map(|(packed, begin)| {
            let first = from(last, moved(begin, packed.first));
            last = moved(begin, packed.last);
            Placed { packed, first }
        });
        placed.collect()
    }

    /// How many parts there are.
    pub fn count(&self) -> usize {
        self.packed.count
    }

    /// The parts as the protocol counts them.
    pub fn tokens(&self) -> impl Iterator<Item = Token> {
        let mut first = Some(self.first);
        self.packed.tokens().map(move |[lines, characters, rest @ ..]| {
            let [lines, characters] = first.take().unwrap_or([lines, characters]);
            let [length, kind, shade] = rest;
            [lines, characters, length, kind, shade]
        })
    }

    /// They are the same in both.
    pub fn is_same(&self, other: &Placed) -> bool {
        self.first == other.first && Arc::ptr_eq(&self.packed, &other.packed)
    }
}

/// From one place to a later one, as the protocol counts.
pub fn from(last: Position, place: Position) -> [u32; 2] {
    match place.line - last.line {
        0 => [0, place.character - last.character],
        lines => [lines, place.character],
    }
}

/// Puts a part's numbers at the end of a list, each with a comma behind it.
pub fn put_token(out: &mut Vec<u8>, token: Token) {
    for number in token {
        put_json(out, &number);
        out.push(b',');
    }
}

/// A place that is counted from another one.
fn moved(from: Position, by: Position) -> Position {
    match by.line {
        0 => Position::new(from.line, from.character.saturating_add(by.character)),
        lines => Position::new(from.line.saturating_add(lines), by.character),
    }
}

fn put_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take_number(bytes: &mut &[u8]) -> u32 {
    let (mut number, mut shift) = (0, 0);
    while let [byte, rest @ ..] = *bytes {
        *bytes = rest;
        number |= u32::from(byte & 0x7f) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            break;
        }
    }
    number
}
