//! Boards of FEN and EPD: which are read, and as what. A board that no game can reach is read all the same: it has its
//! own diagnostic.

use shakmaty::fen::Fen;
use vgn_lsp::notation::read_fen_tag;

use crate::peers::rows::{Row, rows};

/// The board with side, rights and en passant square, as FEN writes it.
fn read(text: &str) -> Option<String> {
    let board = read_fen_tag(text).ok()?;
    Some(Fen::try_from(board.setup).ok()?.to_string())
}

/// Why a text of a project is not judged the same way.
fn on_purpose(row: &Row) -> bool {
    let text = row.text.as_str();
    // Pockets, counters of checks and promoted pieces belong to variants that are not supported yet.
    let variant = text.contains(['[', '~', '+']) || text.split(' ').next().is_some_and(|b| b.matches('/').count() > 7);
    variant || row.all["variant"].as_str().is_some_and(|variant| variant != "chess")
}

#[test]
fn boards_of_other_projects() {
    let (mut same, mut different) = (0, Vec::new());
    for row in rows() {
        let Some(peer) = row.peer.get("board") else { continue };
        if on_purpose(&row) {
            continue;
        }
        let fields = |fen: &str| fen.split(' ').take(2).collect::<Vec<_>>().join(" ");
        let theirs = (peer["ok"] == true).then(|| fields(peer["fen"].as_str().unwrap_or_default()));
        let ours = read(&row.text).map(|fen| fields(&fen));
        if ours == theirs { same += 1 } else { different.push(format!("{}: they {theirs:?}, we {ours:?}", row.text)) }
    }
    // chessops reads a board without a side to move as FEN; here that is SFEN.
    let alone = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    assert_eq!(different, [format!("{alone}: they Some(\"{alone} w\"), we None")]);
    assert!(same > 250, "{same}");
}

#[test]
fn first_fields_of_epd() {
    let mut count = 0;
    for row in rows() {
        let Some(peer) = row.peer.get("epd") else { continue };
        let fields: Vec<&str> = row.text.split_whitespace().take(4).collect();
        let ours = read(&fields.join(" "));
        // python-chess tests that a whole FEN is no EPD; its first fields are.
        assert_eq!(ours.is_some(), peer["ok"] == true || row.text.ends_with(" 0 1"), "{}", row.text);
        if let (Some(ours), Some(theirs)) = (ours, peer["fen"].as_str()) {
            // The clocks are operations of EPD.
            assert!(theirs.starts_with(ours.trim_end_matches(" 0 1")), "{theirs}: {ours}");
        }
        count += 1;
    }
    assert_eq!(count, 11);
}
