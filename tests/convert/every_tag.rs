//! A tag is what its game says, whatever its name: a conversion keeps it, or lists it as a loss.

use vgn_lsp::convert::apply;
use vgn_lsp::syntax::tag_list::known_tags;

use crate::convert::support::try_convert;

/// Their values tell something, and are written anew.
const TELLING: [&str; 8] = ["GameFormat", "MoveFormat", "SetUp", "FEN", "Result", "Rules", "Pieces", "Variant"];

/// There and back, the games have the tag: each one that is known, and one that nobody knows.
#[test]
fn every_tag_is_kept_or_listed() {
    for name in known_tags().chain(["Whatever"]).filter(|name| !TELLING.contains(name)) {
        for tags in [format!("[{name} \"2021.02.06\"]\n"), format!("[Date \"2021.02.06\"]\n[{name} \"2021.02.06\"]\n")]
        {
            let tag = format!("[{name} \"2021.02.06\"]");
            let pgn = format!("{tags}\n1. e4 e5 *\n");
            for to in ["PGN", "SAN", "VGN", "FCN", "SFEN", "UCI"] {
                let mut game = pgn.clone();
                for to in [to, "PGN"] {
                    let conversion = try_convert(&game, to, None).expect("a game of legal moves");
                    assert_eq!(conversion.losses, [], "{to}\n{game}");
                    game = apply(&game, &conversion.edits);
                    assert!(game.contains(&tag), "{to}\n{game}");
                }
            }
        }
    }
}
