//! Tests of rows.

use vgn_engine::lint::FileKind;
use vgn_engine::rules::Bitboards;

use super::*;
use crate::{GameWalker, SearchKey};

#[test]
fn a_game_its_half_moves_and_its_positions() {
    let text = "[White \"A\"]\n[ECO \"C20\"]\n\n1. e4 (1. d4) e5 2. Ke2 <x> Zz 1-0\n\n[White \"M\"]\n\n1. e4 0-1\n";
    let (mut sink, mut walker, mut at) = (RowSink::default(), GameWalker::new(FileKind::Pgn), 0);
    while let Some(end) = walker.game(text.as_bytes(), at, true, &mut sink) {
        at = end;
    }
    let games: Vec<_> = sink.games.iter().map(|game| (game.result(), game.plies >= 3, game.moves.clone())).collect();
    assert_eq!(games, [("1-0", true, 0..3), ("0-1", false, 3..4)]);
    assert_eq!((sink.games[0].tags[4].as_deref(), sink.games[0].tags[6].as_deref()), (Some("A"), Some("C20")));
    assert_eq!(sink.games[1].tags[6], None);
    let moves: Vec<&str> = sink.moves.iter().map(|row| row.uci.as_str()).collect();
    assert_eq!(moves, ["e2e4", "e7e5", "e1e2", "e2e4"]);
    let start = SearchKey::of_bitboards(&Bitboards::initial()).0;
    assert_eq!((sink.moves[0].before, sink.moves[3].before), (start, start));
    let fens: Vec<&str> = sink.positions.iter().map(|row| row.fen.as_str()).collect();
    assert_eq!(
        fens[..2],
        [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"
        ]
    );
    assert_eq!(fens.len(), 4, "each once");
}
