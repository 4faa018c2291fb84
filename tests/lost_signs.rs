//! Annotated games in which one sign is missing: by the fixes, safe or not, each half-move comes back to its line, or
//! the sign stays missing.

use std::path::PathBuf;

use vgn_lsp::games::fix_game;
use vgn_lsp::lint::{Context, Diagnostic, FileKind, Fix, Settings, apply};
use vgn_lsp::replay::{check_game, resolve_game};
use vgn_lsp::syntax::games::games;

use crate::support::games::text_of;

/// A longer game, in bytes, is left out.
const LONGEST: usize = 8_000;

/// The fix that the command line applies with all others.
fn chosen(diagnostic: &Diagnostic) -> Option<&Fix> {
    let safe = diagnostic.fixes.iter().find(|fix| fix.safe);
    if let [fix] = &diagnostic.fixes[..] { Some(fix) } else { safe }
}

/// The half-moves of a game, each with the number of variations around it.
fn half_moves(text: &str) -> Vec<(u32, String)> {
    let settings = Settings::default();
    let resolved = resolve_game(text, &Context::new(&settings, FileKind::Pgn));
    let word = |range: &std::ops::Range<u32>| text[range.start as usize..range.end as usize].to_owned();
    resolved.moves.iter().map(|played| (played.depth, word(&played.range))).collect()
}

/// The text of both around the first byte in which they differ.
fn first_difference(before: &str, after: &str) -> String {
    let at = std::iter::zip(before.bytes(), after.bytes()).take_while(|(a, b)| a == b).count();
    let around = |text: &str| {
        let from = text.floor_char_boundary(at.saturating_sub(60));
        text[from..text.ceil_char_boundary((at + 60).min(text.len()))].to_owned()
    };
    format!("{}\n→ {}", around(before), around(after))
}

/// A file of annotated games; those of `LOST_SIGNS_FILES` instead, if it is set.
fn files() -> Vec<PathBuf> {
    match std::env::var("LOST_SIGNS_FILES") {
        Ok(files) => files.split(':').map(PathBuf::from).collect(),
        Err(_) => ["dortmund", "wcc_2023"].map(|name| format!("tests/data/annotated/{name}.pgn").into()).into(),
    }
}

#[test]
fn a_lost_sign_is_put_back_where_it_was_or_nowhere() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn).with_fixes(true);
    let (mut put_back, mut left, mut wrong) = (0, 0, Vec::new());
    let step: usize = std::env::var("LOST_SIGNS_STEP").map_or(3, |step| step.parse().expect("a number"));
    for path in files() {
        let bytes = std::fs::read(&path).expect("a file of ours");
        for span in games(&bytes).filter(|span| span.range.len() < LONGEST) {
            let game = text_of(bytes[span.range].to_vec());
            let game = apply(&game, &fix_game(&game, None, &context, &chosen));
            let before = half_moves(&game);
            let movetext = game.rfind("\"]").map_or(0, |end| end + 2);
            let signs = game[movetext..].match_indices([')', '}']).map(|(at, _)| movetext + at);
            for at in signs.step_by(step) {
                let damaged = [&game[..at], &game[at + 1..]].concat();
                let mut mended = damaged.clone();
                for _ in 0..4 {
                    let edits = fix_game(&mended, None, &context, &chosen);
                    mended = apply(&mended, &edits);
                }
                let now = half_moves(&mended);
                match () {
                    () if now == before => put_back += 1,
                    () if now == half_moves(&damaged) => left += 1,
                    () => {
                        let codes: Vec<_> = check_game(&damaged, &context)
                            .diagnostics
                            .iter()
                            .filter_map(|found| Some(format!("{} ({})", found.code, chosen(found)?.title)))
                            .collect();
                        let of = first_difference(&game, &damaged);
                        wrong.push(format!(
                            "{}: {}\n{of}\n{}",
                            path.display(),
                            codes.join(", "),
                            first_difference(&damaged, &mended)
                        ));
                    }
                }
            }
        }
    }
    eprintln!("{put_back} put back, {left} left as they were, {} wrong", wrong.len());
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(2 * put_back > left, "{put_back} {left}");
}
