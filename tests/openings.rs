//! The table of openings: its positions are those of its lines, and it names what is known.

use std::fs;
use std::path::Path;

use shakmaty::san::San;
use shakmaty::{CastlingMode, Chess, Move, Position as _};
use vgn_lsp::openings::{PawnHistory, named, openings};
use vgn_lsp::rules::{Bitboards, Position};

fn after(line: &str) -> Chess {
    let mut position = Chess::new();
    for word in line.split_ascii_whitespace().filter(|word| !word.ends_with('.')) {
        let san: San = word.parse().unwrap_or_else(|_| panic!("{word} in {line}"));
        let m = san.to_move(&position).unwrap_or_else(|_| panic!("{word} in {line}"));
        position.play_unchecked(m);
    }
    position
}

fn record(position: &Chess) -> Vec<u8> {
    let board = position.board();
    let mut record = board.occupied().0.to_le_bytes().to_vec();
    let mut pieces = [0; 16];
    for (n, square) in board.occupied().into_iter().enumerate() {
        let piece = board.piece_at(square).expect("a piece");
        pieces[n / 2] |= (piece.role as u8 | (piece.color as u8) << 3) << (n % 2 * 4);
    }
    record.extend(pieces);
    record.push(position.turn() as u8);
    record
}

/// `UPDATE_EXPECT=1 cargo test --test all openings::` writes the file anew.
#[test]
fn the_positions_are_those_of_the_lines() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/engine/openings");
    let table = fs::read_to_string(folder.join("openings.tsv")).expect("the table");
    let lines = table.lines().skip(1).map(|line| line.split('\t').nth(2).expect("three fields"));
    let made: Vec<u8> = lines.flat_map(|line| record(&after(line))).collect();
    let path = folder.join("positions.bin");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, &made).expect("written");
    }
    assert!(fs::read(&path).unwrap_or_default() == made, "positions.bin is not made of openings.tsv");
}

fn name(line: &str) -> Option<String> {
    let setup = after(line).to_setup(shakmaty::EnPassantMode::Legal);
    let board = Bitboards::standard(&Position::from_setup(setup, CastlingMode::Standard)).expect("a board");
    named(&board).map(|opening| format!("{} {}", opening.eco, opening.name))
}

#[test]
fn every_line_leads_to_its_own_name() {
    // The same position as 1. e4 e5 2. f4 exf4 3. Nc3, by another name.
    let twice = ["Van Geet Opening: Nowokunski Gambit"];
    let mut others = Vec::new();
    for opening in openings() {
        let found = name(opening.line);
        if found != Some(format!("{} {}", opening.eco, opening.name)) && !twice.contains(&opening.name) {
            others.push(format!("{opening:?} is {found:?}"));
        }
    }
    assert!(others.is_empty(), "{}: {:?}", others.len(), others.iter().take(10).collect::<Vec<_>>());
    assert_eq!(openings().count(), 3807);
    assert!(openings().map(|opening| opening.eco).is_sorted());
}

#[test]
fn transpositions_have_the_name() {
    let najdorf = "B90 Sicilian Defense: Najdorf Variation";
    assert_eq!(name("1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6").as_deref(), Some(najdorf));
    assert_eq!(name("1. Nf3 c5 2. e4 d6 3. d4 cxd4 4. Nxd4 a6 5. Nc3 Nf6").as_deref(), Some(najdorf));
    assert_eq!(name(""), None);
    // The other side is to move.
    assert!(name("1. e4").is_some());
    assert_eq!(name("1. e3 e6 2. e4 Ke7 3. Ke2 Ke8 4. Ke1").as_deref(), None);
}

/// Boards after the half-moves of a line and so many more, chosen from the legal ones by a simple count.
fn boards(line: &str, more: usize) -> Vec<Bitboards> {
    let mut position = Chess::new();
    let mut boards = Vec::new();
    let mut play = |position: &mut Chess, m: Move| {
        position.play_unchecked(m);
        let setup = position.clone().to_setup(shakmaty::EnPassantMode::Legal);
        boards.push(Bitboards::standard(&Position::from_setup(setup, CastlingMode::Standard)).expect("a board"));
    };
    for word in line.split_ascii_whitespace().filter(|word| !word.ends_with('.')) {
        let m = word.parse::<San>().expect("a move").to_move(&position).expect("a legal move");
        play(&mut position, m);
    }
    let mut seed = line.len();
    for _ in 0..more {
        let moves = position.legal_moves();
        seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12_345) % (1 << 31);
        let Some(m) = moves.get((seed >> 8) % moves.len().max(1)) else { break };
        play(&mut position, *m);
    }
    boards
}

#[test]
fn every_line_may_have_its_own_code_however_play_goes_on() {
    let mut told = 0;
    for opening in openings() {
        for more in [0, 10, 20] {
            let mut played = PawnHistory::default();
            played.begin(Some(opening.eco));
            boards(opening.line, more).iter().for_each(|board| played.record(board));
            assert!(!played.contradicts(), "{opening:?} and {more} half-moves");
            told += usize::from(openings().step_by(50).any(|other| !played.allows(other.eco)));
        }
    }
    assert!(told > 3_000, "{told}");
}
