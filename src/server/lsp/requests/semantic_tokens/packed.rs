//! The semantic tokens of a game in few bytes, delta-encoded as in the protocol: a game that moves keeps its tokens,
//! and only the position of the first is computed anew.

use std::sync::Arc;

use tower_lsp::lsp_types::Position;
use vgn_ide::SemanticSpan;

use crate::lsp::diagnostics::rendering::put_json;
use crate::lsp::documents::positions::{ClientEncoding, PositionCounter};

/// The protocol's numbers of a token: lines and characters from the previous token, length, kind and modifiers.
pub type EncodedToken = [u32; 5];

/// The tokens of one game, as if it began at the start of line 0.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct PackedTokens {
    /// Each number in seven bits per byte, least significant first; the position of the first token is written as 0.
    bytes: Box<[u8]>,
    count: usize,
    first: Position,
    last: Position,
}

/// The tokens of a game in a document, and the position of the first relative to the last token before the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedTokens {
    packed: Arc<PackedTokens>,
    first: [u32; 2],
}

impl PackedTokens {
    /// Packs the painted ranges of a text.
    pub fn of(text: &str, painted: &[SemanticSpan], encoding: ClientEncoding) -> PackedTokens {
        let mut walk = PositionCounter::new(text, encoding);
        let mut packed = PackedTokens::default();
        let mut bytes = Vec::with_capacity(painted.len() * 5);
        for (index, painted) in painted.iter().enumerate() {
            let (start, end) = (painted.range.start as usize, painted.range.end as usize);
            let place = walk.to(start);
            let from_last = match index {
                0 => {
                    packed.first = place;
                    [0, 0]
                }
                _ => distance(packed.last, place),
            };
            packed.last = place;
            let length = walk.to(end).character - place.character;
            let [lines, characters] = from_last;
            for number in [lines, characters, length, painted.kind as u32, u32::from(painted.shade.0)] {
                put_number(&mut bytes, number);
            }
        }
        PackedTokens { bytes: bytes.into_boxed_slice(), count: painted.len(), ..packed }
    }

    /// The tokens with their positions, in a game that begins at `begin`.
    pub fn places(&self, begin: Position) -> impl Iterator<Item = (Position, EncodedToken)> {
        let mut place = offset_by(begin, self.first);
        self.tokens().map(move |token| {
            place = offset_by(place, Position::new(token[0], token[1]));
            (place, token)
        })
    }

    fn tokens(&self) -> impl Iterator<Item = EncodedToken> {
        let mut rest = &self.bytes[..];
        (0..self.count).map(move |_| std::array::from_fn(|_| take_number(&mut rest)))
    }
}

impl PlacedTokens {
    /// Joins the tokens of games, each given with its start.
    pub fn place_all(games: impl Iterator<Item = (Arc<PackedTokens>, Position)>) -> Vec<PlacedTokens> {
        let mut last = Position::default();
        let games = games.filter(|(packed, _)| packed.count > 0);
        let placed = games.map(|(packed, begin)| {
            let first = distance(last, offset_by(begin, packed.first));
            last = offset_by(begin, packed.last);
            PlacedTokens { packed, first }
        });
        placed.collect()
    }

    /// Number of tokens.
    pub fn count(&self) -> usize {
        self.packed.count
    }

    /// The tokens in the protocol's encoding.
    pub fn tokens(&self) -> impl Iterator<Item = EncodedToken> {
        let mut first = Some(self.first);
        self.packed.tokens().map(move |[lines, characters, rest @ ..]| {
            let [lines, characters] = first.take().unwrap_or([lines, characters]);
            let [length, kind, shade] = rest;
            [lines, characters, length, kind, shade]
        })
    }

    /// Whether both have the same tokens.
    pub fn is_same(&self, other: &PlacedTokens) -> bool {
        self.first == other.first && Arc::ptr_eq(&self.packed, &other.packed)
    }
}

/// The distance from one position to a later one, in the protocol's encoding.
pub fn distance(last: Position, place: Position) -> [u32; 2] {
    match place.line - last.line {
        0 => [0, place.character - last.character],
        lines => [lines, place.character],
    }
}

/// Appends the numbers of a token, each with a comma.
pub fn put_token(out: &mut Vec<u8>, token: EncodedToken) {
    for number in token {
        put_json(out, &number);
        out.push(b',');
    }
}

/// The position at a distance from another one.
fn offset_by(from: Position, by: Position) -> Position {
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
