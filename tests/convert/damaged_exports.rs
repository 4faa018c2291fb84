//! An export of a damaged game says what the game says, so that exporting it again changes nothing (rule C7).

use vgn_lsp::convert::export_pgn;
use vgn_lsp::lint::{Context, FileKind, Settings};

const GAMES: [&str; 2] = [
    "1. d4 d5 (1... Nf6 2. c4 (2. Nf3 g6) 2... e6) 2. c4 {a} (2. Bf4) 2... c6! 3. Nc3 Nf6 *",
    "1. e4 e5 2. Nf3 (2. Nc3 Nf6 3. f4 $14) 2... Nc6 3. Bb5 {Ruy} a6 (3... Nf6 4. O-O) 4. Ba4 1-0",
];

const KEYS: &str = "()[]{};$%*.#!? x1Ne-\"";

#[test]
fn exporting_again_changes_nothing() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    let (mut tried, mut drifted) = (0, Vec::new());
    for game in GAMES {
        for at in 0..game.len() {
            let (before, sign, after) = (&game[..at], &game[at..=at], &game[at + 1..]);
            let mut slips = vec![format!("{before}{after}")];
            for key in KEYS.chars() {
                slips.extend([format!("{before}{key}{after}"), format!("{before}{key}{sign}{after}")]);
            }
            if let Some(next) = after.get(..1) {
                slips.push(format!("{before}{next}{sign}{}", &after[1..]));
            }
            for slip in slips {
                let Ok(first) = export_pgn(&slip, &context) else { continue };
                // What is listed as lost may have been the reason for how the rest was read.
                if !first.losses.is_empty() {
                    continue;
                }
                tried += 1;
                let again = export_pgn(&first.text, &context).expect("it is an export").text;
                if again != first.text {
                    drifted.push(format!("{slip}\n became\n{}\n and\n{again}", first.text));
                }
            }
        }
    }
    assert!(tried > 3_000, "{tried}");
    assert!(drifted.is_empty(), "{} of {tried}: {}", drifted.len(), drifted[..drifted.len().min(9)].join("\n---\n"));
}
