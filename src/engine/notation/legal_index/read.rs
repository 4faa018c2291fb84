//! Reads a game from one number, or several.

use num_bigint::BigUint;
use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position as _};

use super::{LONGEST_NUMBER, count, most_half_moves, ordered};
use crate::notation::binary::{
    BinaryError, BinaryEvent, BinaryFault, BinaryGame, BinaryStart, LocatedEvent, legal_start_of_variant,
};

pub(super) fn read(bytes: &[u8], start: &BinaryStart<'_>) -> BinaryGame {
    let mut game = BinaryGame { events: Vec::new(), len: 0, error: None, idle: None };
    let read = legal_start_of_variant(start)
        .map_err(|why| BinaryError { offset: 0, fault: BinaryFault::Start { why: why.reason().to_owned().into() } })
        .and_then(|position| numbers(bytes, position, &mut game));
    if let Err(error) = read {
        game.len = error.offset;
        game.error = Some(error);
    }
    game
}

/// Reads all numbers. A damaged number yields no half-moves, because they would be arbitrary.
fn numbers(bytes: &[u8], mut position: VariantPosition, game: &mut BinaryGame) -> Result<(), BinaryError> {
    let cut = |expected: &'static str| BinaryError::truncated(bytes.len(), expected);
    let (mut left, mut at) = count(bytes).ok_or_else(|| cut("the number of half-moves, up to 65,535"))?;
    note_long_count(bytes, 0, (left, at), game);
    while left > 0 {
        let half_moves = left.min(LONGEST_NUMBER);
        let (len, taken) = count(&bytes[at..]).ok_or_else(|| cut("the number of bytes that follow"))?;
        note_long_count(bytes, at, (len, taken), game);
        let begin = at + taken;
        if half_moves > most_half_moves(len) {
            let expected = format!("the number of at least {} bytes", (half_moves - most_half_moves(0)).div_ceil(16));
            return Err(BinaryError::invalid(at, bytes[at], expected));
        }
        let number = bytes.get(begin..begin + len).ok_or_else(|| cut("the rest of the number of the half-moves"))?;
        let moves = decode(number, half_moves, &mut position)
            .map_err(|expected| BinaryError::invalid(at, bytes[at], expected))?;
        at = begin + len;
        // All half-moves of a number share its bytes; if all are forced there are none, and the count represents them.
        let range = if len == 0 { begin - taken..at } else { begin..at };
        game.events
            .extend(moves.into_iter().map(|mv| LocatedEvent { range: range.clone(), event: BinaryEvent::Move(mv) }));
        left -= half_moves;
    }
    game.len = at;
    Ok(())
}

/// Reports a count, or its encoding, that is longer than necessary.
fn note_long_count(bytes: &[u8], at: usize, (count, taken): (usize, usize), game: &mut BinaryGame) {
    let shortest = super::write::count(count);
    if shortest.len() < taken {
        let shortest: Vec<String> = shortest.iter().map(|byte| format!("{byte:02X}")).collect();
        let why = format!("begins a count that takes more bytes than it needs: expected {}", shortest.join(" "));
        game.idle.get_or_insert_with(|| BinaryError::idle(at, bytes[at], why));
    }
}

/// Decodes the half-moves of a number and plays them on `position`.
fn decode(bytes: &[u8], half_moves: usize, position: &mut VariantPosition) -> Result<Vec<Move>, String> {
    let mut number = BigUint::from_bytes_be(bytes);
    let mut numbers = BigUint::from(1_u32);
    let mut moves = Vec::with_capacity(half_moves);
    for n in 0..half_moves {
        let legal = ordered(position);
        if legal.is_empty() {
            return Err(format!("the number of at most {n} half-moves: then none is legal"));
        }
        let base = legal.len();
        let index = (&number % base).try_into().unwrap_or(usize::MAX);
        number /= base;
        numbers *= base;
        let Some(&mv) = legal.get(index) else {
            return Err("the number of legal half-moves".to_owned());
        };
        moves.push(mv);
        position.play_unchecked(mv);
    }
    if number != BigUint::ZERO || len_of(&numbers) != bytes.len() {
        return Err(format!("a number of {half_moves} half-moves in {} bytes", len_of(&numbers)));
    }
    Ok(moves)
}

/// Length in bytes of the greatest of `numbers` numbers; zero for a single one, which is 0.
pub(super) fn len_of(numbers: &BigUint) -> usize {
    (numbers - 1_u32).bits().div_ceil(8) as usize
}
