//! Borders between fixed games: each game is fixed for itself, and beside its fixed neighbour it must still end where it
//! did, or a second run would read, and fix, another game.

use vgn_engine::syntax::games::Span;

use super::fix::ends_before;
use super::judge::{CheckedGames, spans_of};

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
    let ((part, part_after), (second, second_after)) = (before_and_after(first), before_and_after(second));
    if part_after.is_none() && second_after.is_none() {
        return true;
    }
    let last = match first {
        CheckedGames::Plain(_) => spans_of(part).last().map_or(part, |(range, _)| &part[range]),
        CheckedGames::Game(_) => part,
    };
    let beginning = |bytes: &[u8]| bytes[..bytes.len().min(MOST_READ)].to_vec();
    ends_before(part_after.unwrap_or(last), &beginning(second_after.unwrap_or(second)))
        || !ends_before(last, &beginning(second))
}

/// The bytes of a part before its fixes, and after them if they have changed any.
fn before_and_after<'o>(part: &'o CheckedGames<'_>) -> (&'o [u8], Option<&'o [u8]>) {
    match part {
        CheckedGames::Plain(run) => (run.bytes, None),
        CheckedGames::Game(game) => (game.before, game.after.as_deref()),
    }
}

/// The span of a game that has been fixed.
fn fixed_span(outcome: &CheckedGames<'_>) -> Option<Span> {
    match outcome {
        CheckedGames::Game(game) if game.after.is_some() => game.span.clone(),
        _ => None,
    }
}
