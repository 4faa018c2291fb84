//! Games of the variants that have the moves of chess, made by choices among the legal moves.

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{Bitboard, CastlingMode, EnPassantMode, KnownOutcome, Move, Outcome, Position as _, Role};

use super::chess960::start;

/// Values of the tag `Variant`.
pub const VARIANTS: [&str; 5] =
    ["Chess960", "King of the Hill", "Three-check", "King of the Hill 960", "Three-check 960"];

/// A PGN game up to its end, at most: each choice takes one of the legal moves, castling, checks and steps of kings to the
/// centre more often than by chance. `number`: the first position, where there are 960.
pub fn variant_game(variant: &str, number: usize, choices: &[u16]) -> String {
    let mut position = first_position(variant, number);
    let mut tags = format!("[Variant \"{variant}\"]\n");
    if variant.contains("960") {
        let fen = Fen::from_position(&position, EnPassantMode::Legal);
        tags += &format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n");
    }
    let mut movetext = String::new();
    for (ply, choice) in choices.iter().enumerate() {
        let Some(m) = picked(&position, *choice) else { break };
        if ply % 2 == 0 {
            movetext += &format!("{}. ", ply / 2 + 1);
        }
        movetext += &format!("{} ", SanPlus::from_move_and_play_unchecked(&mut position, m));
    }
    let result = match position.outcome() {
        Outcome::Known(KnownOutcome::Decisive { winner }) => winner.fold_wb("1-0", "0-1"),
        Outcome::Known(KnownOutcome::Draw) => "1/2-1/2",
        Outcome::Unknown => "*",
    };
    format!(
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
         [Result \"{result}\"]\n{tags}\n{movetext}{result}\n"
    )
}

fn first_position(variant: &str, number: usize) -> VariantPosition {
    let rules = match variant {
        _ if variant.starts_with("King") => Variant::KingOfTheHill,
        _ if variant.starts_with("Three") => Variant::ThreeCheck,
        _ => Variant::Chess,
    };
    if !variant.contains("960") {
        return VariantPosition::new(rules);
    }
    let setup = start(number).to_setup(EnPassantMode::Legal);
    VariantPosition::from_setup(rules, setup, CastlingMode::Chess960).expect("a first position")
}

fn picked(position: &VariantPosition, choice: u16) -> Option<Move> {
    let moves = position.legal_moves();
    let gives_check = |m: &Move| {
        let mut after = position.clone();
        after.play_unchecked(*m);
        after.is_check()
    };
    let favoured = |m: &Move| match choice % 9 {
        0 => m.is_castle(),
        3 => gives_check(m),
        6 => m.role() == Role::King && Bitboard::CENTER.into_iter().any(|square| square.distance(m.to()) < 3),
        _ => false,
    };
    let favourite = moves.iter().copied().find(favoured);
    favourite.or_else(|| moves.get(usize::from(choice) % moves.len().max(1)).copied())
}
