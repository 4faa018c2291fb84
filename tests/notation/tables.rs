//! Every legal move of more than a thousand positions, written as another program writes it, and read back.

use std::collections::BTreeMap;

use serde_json::Value;
use shakmaty::{CastlingMode, Chess, Position};
use vgn_lsp::notation::{FCN, FCN1, LAN, MCN, Marks, Notation, SAN, SpellingDeviations, UCI};

use crate::notation::lookup::{fitting, named, position, read, write, written};

const MOVES: &str = include_str!("../data/movegen/legal-moves.jsonl");
const TRIPLES: &str = include_str!("../data/notation/valid_notation_tests.json");

pub const MOVE_NOTATIONS: [&Notation; 6] = [&SAN, &LAN, &UCI, &MCN, &FCN, &FCN1];

/// Writes every legal move in every notation and reads it back as that move alone, with its marks.
pub fn check_all_moves(position: &Chess, mode: CastlingMode) {
    for mv in position.legal_moves() {
        let written = written(position, mv, mode);
        for notation in MOVE_NOTATIONS {
            let text = write(notation, &written);
            let read = read(notation, &text).unwrap_or_else(|| panic!("{} does not read its {text}", notation.name));
            assert_eq!(fitting(position, &read), [mv], "{} {text}", notation.name);
            assert_eq!(read.habits, SpellingDeviations::default(), "{} {text}", notation.name);
            if notation.marks != Marks::None {
                assert_eq!(read.check, written.check, "{} {text}", notation.name);
            }
            if *notation == FCN {
                assert_eq!(read.end, written.end, "{text}");
            }
        }
    }
}

#[test]
fn every_legal_move_of_the_table() {
    let mut moves = 0;
    for line in MOVES.lines() {
        let row: Value = serde_json::from_str(line).expect("a row of JSON");
        let fen = row["fen"].as_str().expect("a FEN");
        let mode = CastlingMode::from_chess960(row["chess960"] == true);
        let position = position(fen, mode);
        let expected: BTreeMap<String, String> = row["moves"]
            .as_array()
            .expect("moves")
            .iter()
            .map(|pair| (pair[0].as_str().unwrap().to_owned(), pair[1].as_str().unwrap().to_owned()))
            .collect();
        let found: BTreeMap<String, String> = position
            .legal_moves()
            .into_iter()
            .map(|mv| {
                let written = written(&position, mv, mode);
                (write(&UCI, &written), write(&SAN, &written))
            })
            .collect();
        assert_eq!(found, expected, "{fen}");
        moves += found.len();
        check_all_moves(&position, mode);
    }
    assert_eq!(moves, 36_956);
}

#[test]
fn triples_of_san_lan_and_uci() {
    let rows: Value = serde_json::from_str(TRIPLES).expect("JSON");
    let rows = rows.as_array().expect("rows");
    assert_eq!(rows.len(), 23);
    for row in rows {
        let text = |key: &str| row[key].as_str().expect("a text");
        let mode = CastlingMode::Standard;
        let position = position(text("pos1"), mode);
        let san = text("algText").trim_end_matches(['!', '?']);
        let lan = text("longAlgText").trim_end_matches(['!', '?']);
        let uci = read(&UCI, text("uciText")).and_then(|read| fitting(&position, &read).first().copied());
        let mv = uci.unwrap_or_else(|| panic!("{} is legal", text("uciText")));
        for (notation, text) in [(&SAN, san), (&LAN, lan)] {
            let read = read(notation, text).unwrap_or_else(|| panic!("{} reads {text}", notation.name));
            assert_eq!(fitting(&position, &read), [mv], "{} {text} {:?}", notation.name, named(mv));
        }
        let written = written(&position, mv, mode);
        assert_eq!(write(&UCI, &written), text("uciText"));
        // The table has no hyphen in its long algebraic texts, and leaves out the check of one move.
        let check = if san == "Qxd1" { "+" } else { "" };
        assert_eq!(write(&LAN, &written).replace('-', ""), format!("{}{check}", lan.replace('-', "")));
        // Two texts say more than SAN needs.
        let needed = if ["N5f6", "Ndf6"].contains(&san) { "Nf6" } else { san };
        assert_eq!(write(&SAN, &written), format!("{needed}{check}"));
    }
}
