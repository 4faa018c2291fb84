//! Real games of the test data, there and back byte for byte.

use shakmaty::Move;
use vgn_lsp::notation::{
    BCCF, BCCF1, BCFEN, BITS11, BITS12, BRENNER, BRENNER2, BinaryEvent, BinaryStart, LEGALINDEX, PGC, ParsedMove,
};
use vgn_lsp::rules::{Play, RuleScope};

use crate::binary::lookup::{end, events, read_from, write_from};
use crate::support::games::{Game, read, text_of};

const FILES: [&str; 5] = [
    "annotated/dortmund.pgn",
    "annotated/wcc_2023.pgn",
    "games/lichess_db_10k.pgn",
    "games/chess960rwch.pgn",
    "games/cutechess-fischerrandom.pgn",
];

fn moves(game: &Game<'_>) -> Vec<Move> {
    game.main_line().map_while(|m| m.play.as_ref()?.as_move()).collect()
}

#[test]
fn real_games_there_and_back() {
    let (mut games, mut half_moves) = (0, 0);
    for file in FILES {
        let text = text_of(std::fs::read(format!("tests/data/{file}")).expect("a file of ours"));
        for game in read(&text, false) {
            let moves = moves(&game);
            let start = game.resolved.start.as_ref().expect("a first position");
            let setup = start.setup();
            let first = BinaryStart { setup: &setup, mode: start.castling_mode(), variant: start.variant() };
            let said: Vec<BinaryEvent> = moves.iter().copied().map(BinaryEvent::Move).collect();
            let boards: Vec<BinaryEvent> = game
                .main_line()
                .map_while(|m| m.after.as_deref())
                .map(|after| BinaryEvent::Board(after.board().clone()))
                .collect();
            for notation in [&BCCF, &BCCF1, &BCFEN, &BITS12, &BITS11, &PGC, &LEGALINDEX, &BRENNER, &BRENNER2] {
                let said = if notation.name == "BCFEN" { &boards } else { &said };
                let bytes = write_from(notation, said, &first)
                    .unwrap_or_else(|error| panic!("{}: {error}\n{}", notation.name, game.text));
                let back = read_from(notation, &bytes, &first);
                assert_eq!(
                    (back.len, &back.error, &back.idle),
                    (bytes.len(), &None, &None),
                    "{}\n{}",
                    notation.name,
                    game.text
                );
                let mut read = events(&back);
                assert_eq!(write_from(notation, &read, &first), Ok(bytes.clone()), "{}", notation.name);
                if notation.name != "BCCF1" {
                    assert_eq!(end(notation, &bytes), Some(bytes.len()), "{}", notation.name);
                }
                match notation.name {
                    // Squares are read by the rules, which know what castling is.
                    "BCCF" | "BCCF1" | "BITS12" | "BITS11" => read = played(start.clone(), &read),
                    "BRENNER" | "BRENNER2" => assert!(matches!(read.pop(), Some(BinaryEvent::End(_)))),
                    _ => {}
                }
                assert_eq!(&read, said, "{}\n{}", notation.name, game.text);
            }
            games += 1;
            half_moves += moves.len();
        }
    }
    assert_eq!((games, half_moves), (72, 5930));
}

/// The moves that squares mean.
fn played(mut position: vgn_lsp::rules::Position, read: &[BinaryEvent]) -> Vec<BinaryEvent> {
    let mut moves = Vec::new();
    for event in read {
        let BinaryEvent::Parsed(ParsedMove::Piece(said)) = event else { panic!("{event:?}") };
        let from = said.from_file.zip(said.from_rank).map(|(file, rank)| shakmaty::Square::from_coords(file, rank));
        let from = from.expect("BCCF says the source");
        let verdict = position.by_coordinates(from, said.to, said.promotion, None, RuleScope::Full);
        let Some(Play::Move(mv)) = verdict.play else { panic!("{verdict:?}") };
        assert_eq!(verdict.illegal, None);
        position.play(&Play::Move(mv));
        moves.push(BinaryEvent::Move(mv));
    }
    moves
}
