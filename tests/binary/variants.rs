//! Games of variants in the binary notations (rule G2): PGC tells every move of every variant, and what the others cannot
//! say they refuse.

use std::collections::BTreeMap;

use expect_test::expect;
use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::notation::{BCCF, BRENNER, BinaryEvent, BinaryStart, PGC};
use vgn_lsp::replay::resolve_game;

use crate::binary::lookup::{events, read_from, write_from};

/// Random games of every variant.
const GAMES: &str = include_str!("../data/variants/random.jsonl");

#[test]
fn random_games_there_and_back() {
    let mut figures: BTreeMap<(String, &str), [usize; 2]> = BTreeMap::new();
    for line in GAMES.lines() {
        let game: serde_json::Value = serde_json::from_str(line).expect("a JSON object a line");
        let name = game["variant"].as_str().expect("a name");
        let start = game["start"].as_str().map(|fen| format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n"));
        let text = format!(
            "[Variant \"{name}{}\"]\n{}\n{} *",
            if game["chess960"] == true { "960" } else { "" },
            start.unwrap_or_default(),
            game["san"].as_str().expect("moves")
        );
        let settings = Settings::default();
        let resolved = resolve_game(&text, &Context::new(&settings, FileKind::Pgn));
        let start = resolved.start.as_ref().expect("a variant that is known");
        let setup = start.setup();
        let first = BinaryStart { setup: &setup, mode: start.castling_mode(), variant: start.variant() };
        let moves: Vec<BinaryEvent> = resolved
            .moves
            .iter()
            .map(|m| BinaryEvent::Move(m.play.and_then(|play| play.as_move()).expect("a legal move")))
            .collect();
        for notation in [&PGC, &BRENNER, &BCCF] {
            let figure = figures.entry((name.to_owned(), notation.name)).or_default();
            match write_from(notation, &moves, &first) {
                Err(_) => figure[1] += 1,
                Ok(bytes) => {
                    let back = read_from(notation, &bytes, &first);
                    assert_eq!(back.error, None, "{name} {}\n{text}", notation.name);
                    if notation.name == "BCCF" {
                        assert_eq!(back.events.len(), moves.len());
                    } else {
                        let again: Vec<BinaryEvent> =
                            events(&back).into_iter().filter(|event| matches!(event, BinaryEvent::Move(_))).collect();
                        assert_eq!(again, moves, "{name} {}\n{text}", notation.name);
                    }
                    figure[0] += 1;
                }
            }
        }
    }
    let shown: String = figures
        .iter()
        .map(|((name, notation), [same, refused])| format!("{name} {notation}: {same} the same, {refused} refused\n"))
        .collect();
    expect![[r#"
        Antichess BCCF: 13 the same, 1 refused
        Antichess BRENNER: 0 the same, 14 refused
        Antichess PGC: 14 the same, 0 refused
        Atomic BCCF: 14 the same, 0 refused
        Atomic BRENNER: 0 the same, 14 refused
        Atomic PGC: 14 the same, 0 refused
        Crazyhouse BCCF: 1 the same, 13 refused
        Crazyhouse BRENNER: 0 the same, 14 refused
        Crazyhouse PGC: 14 the same, 0 refused
        Horde BCCF: 14 the same, 0 refused
        Horde BRENNER: 0 the same, 14 refused
        Horde PGC: 14 the same, 0 refused
        King of the Hill BCCF: 14 the same, 0 refused
        King of the Hill BRENNER: 14 the same, 0 refused
        King of the Hill PGC: 14 the same, 0 refused
        Racing Kings BCCF: 14 the same, 0 refused
        Racing Kings BRENNER: 14 the same, 0 refused
        Racing Kings PGC: 14 the same, 0 refused
        Three-check BCCF: 14 the same, 0 refused
        Three-check BRENNER: 14 the same, 0 refused
        Three-check PGC: 14 the same, 0 refused
    "#]]
    .assert_eq(&shown);
}
