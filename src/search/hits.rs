//! The games of a whole text in which a condition holds.

use std::ops::Range;

use vgn_engine::lint::{Cancellation, FileKind};
use vgn_engine::syntax::comments_behind;

use crate::{GameHit, GameWalker, Query, QueryRun};

/// A game of a text in which a condition holds.
#[derive(Clone, Debug)]
pub struct TextHit {
    pub hit: GameHit,
    /// The number of the game in the text, counted from 1.
    pub number: usize,
    /// The game without the blanks before it, and with the comments behind it that belong to it.
    pub own: Range<usize>,
}

/// Passes on the games in which a condition holds, and gives the number of all games. `None` if cancelled.
pub fn hits_in_text(
    query: &Query,
    bytes: &[u8],
    kind: FileKind,
    cancel: &dyn Cancellation,
    mut take: impl FnMut(TextHit),
) -> Option<usize> {
    let (mut walker, mut run) = (GameWalker::new(kind), QueryRun::new(query));
    let (mut at, mut own_start, mut number) = (0, 0, 0);
    while let Some(end) = walker.game(bytes, at, true, &mut run) {
        if cancel.is_cancelled() {
            return None;
        }
        let behind = comments_behind(bytes, end, true);
        let (is_game, hit) = run.take_with(bytes, own_start, &behind);
        number += usize::from(is_game);
        if let Some(hit) = hit {
            let blank = bytes[own_start.min(end)..end].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            take(TextHit { hit, number, own: own_start + blank..behind.end.max(end) });
        }
        own_start = behind.end.max(end);
        at = end;
    }
    Some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_cut_with_the_comments_behind_them() {
        let text = "[White \"A\"]\n\n1. e4 *\n{behind A}\n\n[White \"B\"]\n\n1. d4 *\n\n[White \"A\"]\n\n1. c4 *\n";
        let found = |condition: &str| {
            let query = Query::parse(condition).expect("a condition");
            let mut found = Vec::new();
            let all = hits_in_text(&query, text.as_bytes(), FileKind::Pgn, &|| false, |hit| {
                found.push((hit.number, text[hit.own].trim().to_owned()));
            });
            assert_eq!(all, Some(3));
            found
        };
        let first = (1, "[White \"A\"]\n\n1. e4 *\n{behind A}".to_owned());
        assert_eq!(found("white A"), [first.clone(), (3, "[White \"A\"]\n\n1. c4 *".to_owned())]);
        assert_eq!(found("comment behind"), [first]);
        assert_eq!(found("piece Pd4"), [(2, "[White \"B\"]\n\n1. d4 *".to_owned())]);
    }
}
