//! Whether a document has safe fixes: the action that fixes all of it is offered only then.

use std::collections::HashSet;

use vgn_ide::actions::{FixSelection, GameRewrite};

use super::deferred::rewrite_game_edits;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;

/// Maximum text, in bytes, of the games that are tried: a menu must not wait for more.
const MOST: usize = 1 << 16;
/// Maximum number of games with findings, but without fixes, that are skipped.
const MOST_PASSED: usize = 10_000;

/// Whether something can be fixed safely. Assumed if finding out takes long.
pub fn may_be_fixed(snapshot: &Snapshot, place: usize, cancel: &Cancel) -> bool {
    let fix = GameRewrite::Fix(FixSelection::Safe);
    let Some(games) = snapshot.games_at_once() else { return true };
    let mut left = MOST;
    let (mut passed, mut to_judge) = (0, games.to_judge(place));
    let are_judged = games.to_judge(place).next().is_none();
    let found = games.with_findings().chain(std::iter::from_fn(|| to_judge.next()));
    // A game that is judged meanwhile leaves one list behind the other's back: it is in the first one at last.
    let late = std::iter::once_with(|| games.with_findings()).filter(|_| !are_judged);
    let mut tried = HashSet::new();
    for game in found.chain(late.flatten()).filter(|game| are_judged || tried.insert(game.range().start)) {
        passed += 1;
        if passed > MOST_PASSED || cancel.is_cancelled() {
            return true;
        }
        let concerns = |found: &vgn_engine::lint::Diagnostic| fix.may_concern(found);
        if game.analysed().is_some_and(|report| !report.diagnostics.iter().any(concerns)) {
            continue;
        }
        let Some(less) = left.checked_sub(game.range().len()) else { return true };
        left = less;
        if !rewrite_game_edits(snapshot, &game.range(), game.binary(), fix, &|| cancel.is_cancelled()).is_empty() {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ropey::Rope;
    use tower_lsp::lsp_types::Url;

    use super::*;
    use crate::lsp::diagnostics::checking::judge;

    #[test]
    fn fixes_are_offered_where_there_are_some() {
        const TAGS: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n";
        for (moves, expected) in [
            ("1. e4 e5 *\n", false),
            // Fixable, but not safely.
            ("1. e4 e5 2. Ke3 *\n", false),
            ("1. e4 \\$1 e5 2. Ke3 *\n", true),
            ("1. e4 e5 2. 0-0 *\n", false),
            ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *\n", true),
            ("1. e4 e5", true),
        ] {
            for (before, judges) in [("", false), ("1. d4 d5 *\n\n", true), ("", true)] {
                let uri = Url::parse("file:///a.pgn").expect("a URI").into();
                let before = if before.is_empty() { String::new() } else { format!("{TAGS}{before}") };
                let text = format!("{before}{TAGS}{moves}");
                let snapshot = Snapshot::new(uri, "pgn", 1, Rope::from_str(&text), Arc::default());
                if judges {
                    snapshot.games().games().for_each(|game| judge(&snapshot, &game, &Cancel::default()));
                }
                assert_eq!(may_be_fixed(&snapshot, 0, &Cancel::default()), expected, "{text}");
            }
        }
    }
}
