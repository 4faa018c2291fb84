//! Real games through every text notation and back, and undone from their FCN alone.

use crate::support::games::convert::as_vgn;
use crate::support::games::{read, read_game, text_of};
use shakmaty::{CastlingMode, CastlingSide, Color, Square};
use vgn_lsp::notation::{Capture, Codec, FCN, FEN, LAN, MCN, MoveText, Notation, ParsedMove, SAN, SFEN, UCI};
use vgn_lsp::rules::{CastlingOrigin, Position, UndoData, undo};

/// Annotated, short, of lichess, and of Chess960 by people and by engines.
const FILES: [&str; 4] = [
    "annotated/wcc_2023.pgn",
    "games/lichess_db_10k.pgn",
    "games/chess960rwch.pgn",
    "games/cutechess-fischerrandom.pgn",
];

const CHAIN: [&Notation; 8] = [&SAN, &LAN, &UCI, &MCN, &FCN, &FEN, &SFEN, &SAN];

fn texts() -> impl Iterator<Item = String> {
    FILES.iter().map(|file| text_of(std::fs::read(format!("tests/data/{file}")).expect("a file of ours")))
}

/// The game without its tags of formats, as `as_vgn` takes it.
fn without_formats(text: &str) -> String {
    let kept = |line: &&str| !line.starts_with("[GameFormat") && !line.starts_with("[MoveFormat");
    text.split_inclusive('\n').filter(kept).collect()
}

/// The half-moves of all lines as SAN, with their depths: the normal form.
fn normal_form(text: &str) -> Vec<(u32, Option<String>)> {
    let game = read_game(text, false);
    game.resolved.moves.iter().map(|m| (m.depth, crate::support::games::spell(m, &SAN))).collect()
}

#[test]
fn through_every_notation_and_back() {
    let (mut games, mut half_moves) = (0, 0);
    for text in texts() {
        for game in read(&text, false) {
            let expected = normal_form(game.text);
            assert!(expected.iter().all(|(_, san)| san.is_some()), "{}", game.text);
            let mut text = as_vgn(&game, CHAIN[0], false).expect("SAN says legal moves");
            for pair in CHAIN.windows(2) {
                // The grammar must know the notation that it reads.
                let from = read_game(&text, false);
                let plain = format!("{}{}", format_tags(pair[0]), without_formats(&text));
                assert_eq!(normal_form(&plain), expected, "{}\n{plain}", pair[0].name);
                let next = as_vgn(&from, pair[1], false).expect("a text notation says legal moves");
                text = format!("{}{}", format_tags(pair[1]), without_formats(&next));
            }
            assert_eq!(normal_form(&text), expected, "{text}");
            games += 1;
            half_moves += expected.len();
        }
    }
    assert_eq!((games, half_moves), (32, 3848));
}

fn format_tags(notation: &Notation) -> String {
    format!("[GameFormat \"VGN\"]\n[MoveFormat \"{}\"]\n", notation.name)
}

#[test]
fn undone_from_the_texts_of_fcn_alone() {
    let undone: usize = texts().map(|text| undo_games(&text)).sum();
    assert!(undone > 2000, "{undone}");
}

/// The same over any files: `CONVERT_FILES='a.pgn b.pgn' cargo test --release --test all there_and_back:: -- --ignored
/// --nocapture`.
#[test]
#[ignore = "takes the files that CONVERT_FILES names"]
fn undone_over_other_files() {
    for file in std::env::var("CONVERT_FILES").expect("CONVERT_FILES names files").split_whitespace() {
        let text = text_of(std::fs::read(file).unwrap_or_else(|error| panic!("{file}: {error}")));
        eprintln!("{file}: {} half-moves undone", undo_games(&text));
    }
}

/// Takes back every half-move of the main lines by its FCN, from the last board to the first. Gives how many there were.
fn undo_games(text: &str) -> usize {
    let Codec::Moves { read: read_fcn, .. } = FCN.codec else { panic!("FCN says moves") };
    let mut undone = 0;
    for game in read(text, false) {
        let fcn = game.spelt(&FCN);
        let start = game.resolved.start.as_ref().expect("a first position");
        let last = game.last().expect("a last position");
        let (mut board, mut color) = (last.board().clone(), last.turn());
        for text in fcn.iter().rev() {
            color = !color;
            let facts = facts(&read_fcn(text).expect("FCN reads what it writes"), color, start);
            undo(&mut board, &facts).unwrap_or_else(|error| panic!("{text}: {error}\n{}", game.text));
            undone += 1;
        }
        assert_eq!(&board, start.board(), "{}", game.text);
    }
    undone
}

/// What a text of FCN tells; where king and rook of Chess960 came from is known from the first board.
fn facts(text: &MoveText, color: Color, start: &Position) -> UndoData {
    match &text.parsed {
        ParsedMove::Castle(side) => UndoData::Castling { color, side: *side, from: home(color, *side, start) },
        ParsedMove::Piece(said) => UndoData::Piece {
            color,
            role: said.role.expect("FCN says the piece"),
            from: Square::from_coords(said.from_file.expect("its file"), said.from_rank.expect("its rank")),
            to: said.to,
            captured: match said.capture {
                Capture::TakesRole(role) => Some(role),
                _ => None,
            },
            en_passant: said.capture == Capture::EnPassant,
            promotion: said.promotion,
        },
        said => panic!("{said:?} is not FCN's"),
    }
}

fn home(color: Color, side: CastlingSide, start: &Position) -> CastlingOrigin {
    if start.castling_mode() == CastlingMode::Standard {
        return CastlingOrigin::standard(color, side);
    }
    let castles = start.castles();
    let king = start.board().king_of(color).expect("a king that castles");
    CastlingOrigin { king, rook: castles.rook(color, side).expect("a rook that castles") }
}
