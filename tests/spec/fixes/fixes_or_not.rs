//! What is found in a game does not depend on whether its fixes are asked for: an editor asks later.

use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::replay::check_game;
use vgn_lsp::syntax::games::games;

const KEYS: [&str; 12] = [".", "4", "5", "x", "(", ")", "{", ";", "#", "N", "e", " "];

const GAMES: [&str; 3] = [
    "1. f3 e5 2. g4 Qh4# (2... d5 3. e4 {c} dxe4) 0-1\n",
    "1. Nf3 d5 2. Nd4 $1 Nf6 3. Nc6+! Nxc6 4. e4 *\n",
    "[GameFormat \"VGN\"]\n[MoveFormat \"FCN\"]\n\n1. Pe2-e4 Pd7-d5 2. Pe4-d5xP Qd8-d5xP (2... Ng8-f6) *\n",
];

#[test]
fn a_finding_is_the_same_with_its_fixes_and_without() {
    let settings = Settings::default();
    let found = |text: &str, fixes: bool| -> Vec<String> {
        let context = Context::new(&settings, FileKind::Unknown).with_fixes(fixes);
        let found = games(text.as_bytes()).flat_map(|span| check_game(&text[span.range], &context).diagnostics);
        found.map(|d| format!("{} {:?} {}", d.code, d.range, d.message)).collect()
    };
    let mut tried = 0;
    let damaged = GAMES.iter().flat_map(|game| {
        (0..game.len() - 1).flat_map(move |at| {
            let (before, sign, after) = (&game[..at], &game[at..=at], &game[at + 1..]);
            let typed = KEYS.iter().flat_map(move |key| {
                [
                    format!("{before}{key}{after}"),
                    format!("{before}{key}{sign}{after}"),
                    format!("{before}.{key}{sign}{after}"),
                ]
            });
            typed.chain([format!("{before}{after}")])
        })
    });
    for text in damaged {
        assert_eq!(found(&text, false), found(&text, true), "{text}");
        tried += 1;
    }
    assert!(tried > 5_000, "{tried}");
}
