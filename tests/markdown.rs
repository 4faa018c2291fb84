//! Hostile text in every place of a game, and every hover of it as Markdown: no link, picture or HTML that is not ours.

use crate::laws::foreign_markup;
use vgn_lsp::ide::{BoardStyle, StandaloneGame, hover};
use vgn_lsp::lint::{Context, FileKind, Settings};

/// What tries to leave its place.
const HOSTILE: [&str; 8] = [
    "a` ![p](https://example.invalid/t.png) [click](command:x) `",
    "`` [click](command:x) ![p](x) ``",
    "```\n[click](command:x)",
    "[click](command:x)",
    "[a]: https://example.invalid",
    "<img/src=x> <https://example.invalid> <!-- x",
    "\\` [click](command:x) \\\\`[b](c)",
    "https://example.invalid/`https://example.invalid/`www.example.invalid",
];

/// Games with a place for it: `@` for any text, `^` for text without white space.
const GAMES: [&str; 22] = [
    "[Event \"@\"]\n[White \"@\"]\n[Black \"@\"]\n\n1. e4 *",
    "[Variant \"@\"]\n\n1. e4 *",
    "[GameFormat \"@\"]\n\n1. e4 *",
    "[GameFormat \"VGN:@\"]\n\n1. e4 *",
    "[GameFormat \"VGN\"]\n[MoveFormat \"@\"]\n\n1. e4 *",
    "[GameFormat \"VGN\"]\n[MoveFormat \"FCN:@\"]\n\n1. Pe2-e4 *",
    "[GameFormat \"VGN\"]\n[SetUp \"@\"]\n\n1. e4 *",
    "[GameFormat \"VGN\"]\n[SetUp \"FEN:@\"]\n\n1. e4 *",
    "[SetUp \"1\"]\n[FEN \"@\"]\n\n1. e4 *",
    "[SetUp \"@\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *",
    "[Date \"@\"]\n[Round \"@\"]\n[Result \"@\"]\n[ECO \"@\"]\n[TimeControl \"@\"]\n[Termination \"@\"]\n\n1. e4 *",
    "[WhiteElo \"@\"]\n[WhiteTitle \"@\"]\n[PlyCount \"@\"]\n[Mode \"@\"]\n[Annotator \"@\"]\n[UTCTime \"@\"]\n[Opening \"@\"]\n\n1. e4 *",
    "[^ \"x\"]\n[Evnt^ \"x\"]\n[Site \"x\" @]\n\n1. e4 *",
    "1. e4 {@} e5 {[%clk @] [%eval @] [%csl @] [%cal @] [%@ 1] [%emt @]} *",
    "1. e4 ; @\n% @\n1... e5 *",
    "1. ^ e5 2. Nf3^ Nc6 *",
    "1. e4 @ e5 $^ $4.^ !^ *",
    "1. e4 (1. ^ @) e5 ^. Nf3 1...^ *",
    "[GameFormat \"VGN\"]\n[MoveFormat \"FCN\"]\n\n1. ^ Pe7-e5^ 2. @ *",
    "[GameFormat \"VGN\"]\n[MoveFormat \"SFEN\"]\n\n1. ^ @ *",
    "[GameFormat \"VGN\"]\n[MoveFormat \"UCI\"]\n\n1. e2e4^ ^ {@} *",
    "[GameFormat \"VGN\"]\n[Result \"White wins @\"]\n[Players \"@\"]\n[StartDate \"@\"]\n[Variant \"Numbered:@\"]\n\n1. e4 @ 1-0^",
];

#[test]
fn text_of_a_game_is_never_markup() {
    let settings = Settings::default();
    let mut hovers = 0;
    for game in GAMES {
        for (n, hostile) in HOSTILE.into_iter().enumerate() {
            let word: String = hostile.split_whitespace().collect();
            let text = game.replace('@', hostile).replace('^', &word);
            let (kind, style) = match n % 2 {
                0 => (FileKind::Pgn, BoardStyle::Unicode),
                _ => (FileKind::Vgn, BoardStyle::Image),
            };
            let context = Context::new(&settings, kind);
            let open = StandaloneGame::new(&text, context);
            let mut seen = None;
            for offset in 0..=text.len() as u32 {
                let Some(hover) = hover(&open, offset, style) else { continue };
                if seen.replace(hover.range.clone()) != Some(hover.range) {
                    hovers += 1;
                    let markdown = hover.content.to_markdown();
                    assert_eq!(foreign_markup(&markdown), None, "{text}\n---\n{markdown}");
                }
            }
        }
    }
    assert!(hovers > 1_000, "{hovers}");
}
