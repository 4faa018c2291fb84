//! A tag is what its game says, whatever its name: a conversion keeps it, or lists it as a loss.

use vgn_lsp::convert::{StoredGame, apply, convert_whole, export_pgn};
use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::syntax::tag_list::known_tags;

use crate::convert::support::{target, try_convert};

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

/// One game of PGN has each tag once, and readers differ in which of two they take.
#[test]
fn a_repeated_tag_is_listed_where_a_game_leaves_pgn() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    for (tags, listed) in [
        ("[White \"a\"]\n[White \"b\"]\n", 1),
        ("[Foo \"a\"]\n[Foo \"b\"]\n[Foo \"c\"]\n", 2),
        ("[White \"a\"]\n[White \"a\"]\n", 0),
    ] {
        let text = format!("[Event \"e\"]\n{tags}\n1. e4 *\n");
        for to in ["PGN", "VGN", "FCN", "SFEN", "BCCF", "PGC"] {
            let game = StoredGame { text: &text, section: None, length_known: false };
            let whole = convert_whole(&game, &context, &target(to)).expect("a game");
            assert_eq!(whole.losses.len(), listed, "{to}\n{text}{:?}", whole.losses);
            let said = "is repeated: the last one is used";
            assert!(whole.losses.iter().all(|loss| loss.message.ends_with(said)), "{:?}", whole.losses);
            let last = tags.lines().last().expect("there are some");
            assert!(whole.losses.iter().all(|loss| !text[loss.range.start as usize..].starts_with(last)));
            if to == "PGN" {
                let written = export_pgn(&text, &context).expect("it is a game").text;
                assert!(written.contains(last) && written.matches(&last[..5]).count() == 1, "{written}");
            }
        }
    }
}
