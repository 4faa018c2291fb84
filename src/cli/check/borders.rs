//! Borders between fixed games: each game is fixed for itself, and beside its fixed neighbour it must still end where it
//! did, or a second run would read, and fix, another game.

use super::fix::ends_before;
use super::judge::CheckedGames;
use crate::syntax::games::Span;

/// Maximum number of bytes of the next game that are read to see where a game ends.
const MOST_READ: usize = 1 << 14;

/// Maximum number of times that the borders are looked at: a game that is left unfixed may change the one before it.
const PASSES: usize = 4;

/// Leaves games of a block unfixed that would run together; `unfixed` judges a span without fixes.
pub fn keep_borders<'a>(outcomes: &mut [Vec<CheckedGames<'a>>], unfixed: impl Fn(&Span) -> CheckedGames<'a>) {
    let mut outcomes: Vec<&mut CheckedGames<'a>> = outcomes.iter_mut().flatten().collect();
    for _ in 0..PASSES {
        let mut has_changed = false;
        for n in 1..outcomes.len() {
            for place in [n, n - 1] {
                if holds(outcomes[n - 1], outcomes[n]) {
                    break;
                }
                if let Some(span) = fixed_span(outcomes[place]) {
                    *outcomes[place] = unfixed(&span);
                    has_changed = true;
                }
            }
        }
        if !has_changed {
            return;
        }
    }
}

/// Whether the first part ends before the second one, as it did before the fixes.
fn holds(first: &CheckedGames<'_>, second: &CheckedGames<'_>) -> bool {
    let CheckedGames::Game(game) = first else { return true };
    let (before, after) = match second {
        CheckedGames::Clean(run) => (run.bytes, None),
        CheckedGames::Game(game) => (game.before, game.after.as_deref()),
    };
    if game.after.is_none() && after.is_none() {
        return true;
    }
    let beginning = |bytes: &[u8]| bytes[..bytes.len().min(MOST_READ)].to_vec();
    ends_before(game.after.as_deref().unwrap_or(game.before), &beginning(after.unwrap_or(before)))
        || !ends_before(game.before, &beginning(before))
}

/// The span of a game that has been fixed.
fn fixed_span(outcome: &CheckedGames<'_>) -> Option<Span> {
    match outcome {
        CheckedGames::Game(game) if game.after.is_some() => game.span.clone(),
        _ => None,
    }
}
