//! What the tests of chess.js, chessops and python-chess expect of SAN and FEN, and where this project differs.

use serde_json::Value;
use shakmaty::CastlingMode;
use vgn_lsp::notation::{Capture, Codec, FEN, MoveText, ParsedMove, SAN, UCI};

use crate::notation::lookup::{fitting, read};

fn rows(lines: &str) -> impl Iterator<Item = Value> {
    lines.lines().map(|line| serde_json::from_str(line).expect("a row of JSON"))
}

#[test]
fn moves_that_other_projects_parse() {
    let mut count = 0;
    for row in rows(include_str!("../data/notation/peer-san.jsonl")) {
        count += 1;
        let text = row["san"].as_str().expect("a text");
        let fen = row["fen"].as_str().expect("a FEN");
        let label = format!("{} {}: {text} on {fen}", row["source"], row["name"]);
        let Some(read_text) = read(&SAN, text) else {
            // python-chess tests that a text with a line end is refused. chessops reads `2e4` as the pawn on the second
            // rank; here it is refused, for a digit before a pawn's move is likelier a move number without its dot.
            assert!(text.ends_with('\n') || text == "2e4", "{label}");
            continue;
        };
        if read_text.parsed == ParsedMove::Null {
            // All three know `--`; whether passing is allowed (chess.js: not in check) is not for the notation.
            continue;
        }
        let mode = CastlingMode::from_chess960(row["chess960"] == true);
        let Ok(setup) = fen.parse::<shakmaty::fen::Fen>() else { panic!("{label}") };
        let Ok(position) = setup.into_position::<shakmaty::Chess>(mode) else {
            // A board without kings has no legal moves to choose from.
            continue;
        };
        let found = fitting(&position, &read_text);
        match row["uci"].as_str() {
            // chess.js refuses a source that is not needed; here it is read, and a diagnostic says so.
            None if text == "Nge2" => assert_eq!(found.len(), 1, "{label}"),
            None => assert_ne!(found.len(), 1, "{label}"),
            Some(uci) => {
                let uci = read(&UCI, uci).expect("UCI");
                // chess.js allows a missing `x`: the reading says that nothing is taken, and a diagnostic that it is.
                let found = if found.is_empty() { fitting(&position, &without_capture(read_text)) } else { found };
                assert_eq!(found, fitting(&position, &uci), "{label}");
            }
        }
    }
    assert_eq!(count, 281);
}

fn without_capture(mut text: MoveText) -> MoveText {
    if let ParsedMove::Piece(piece) = &mut text.parsed {
        piece.capture = Capture::Unsaid;
    }
    text
}

#[test]
fn texts_of_fen_that_chess_js_judges() {
    let Codec::Boards { read, .. } = FEN.codec else { panic!("FEN says boards") };
    for row in rows(include_str!("../data/notation/peer-fen.jsonl")) {
        let text = row["fen"].as_str().expect("a FEN");
        let error = row["error"].as_str().unwrap_or_default();
        // These are faults of the position, which a notation does not judge.
        let of_position = ["missing white king", "missing black king", "too many", "edge rows", "illegal en-passant"];
        let of_position = of_position.iter().any(|fault| error.contains(fault)) && !error.contains("squares in rank");
        let expected = row["ok"] == true || of_position;
        let found = read(text);
        // chess.js asks for an en passant square on the third or sixth rank; here that is the position's business.
        let en_passant = error.contains("en-passant square is invalid");
        assert!(found.is_ok() == expected || en_passant, "{text}: {error}: {found:?}");
    }
}

#[test]
fn faults_of_chess_js_have_their_words() {
    let Codec::Boards { read, .. } = FEN.codec else { panic!("FEN says boards") };
    let mut words: Vec<String> = rows(include_str!("../data/notation/peer-fen.jsonl"))
        .filter_map(|row| {
            let fault = read(row["fen"].as_str()?).err()?;
            Some(format!("{} | {fault}", row["error"].as_str()?.trim_start_matches("Invalid FEN: ")))
        })
        .collect();
    words.dedup();
    expect_test::expect![[r#"
        must contain six space-delimited fields | `w` is not a piece: expected one of KQRBNPkqrbnp, or the number of empty squares
        move number must be a positive integer | move number must be a number, not `x`
        move number must be a positive integer | fields must be separated by one space
        move number must be a positive integer | move number must be 1 or more
        move number must be a positive integer | move number must be a number, not `-1`
        half move counter number must be a non-negative integer | half-move clock must be a number, not `x`
        half move counter number must be a non-negative integer | half-move clock must be a number, not `-1`
        en-passant square is invalid | en passant must be `-` or a square, not `x`
        castling availability is invalid | `x` is not a castling right, expected `-`, letters of KQkq or files of rooks
        side-to-move is invalid | side to move must be w or b, not `?`
        piece data does not contain 8 '/'-delimited rows | 7 ranks instead of 8
        piece data is invalid (consecutive number) | `17` is two numbers of empty squares in a row, expected their sum
        piece data is invalid (invalid piece) | `?` is not a piece: expected one of KQRBNPkqrbnp, or the number of empty squares
        piece data is invalid (too many squares in rank) | rank 6 has 7 squares instead of 8
        piece data is invalid (too many squares in rank) | rank 7 has 9 squares instead of 8"#]].assert_eq(&words.join("\n"));
}
