//! Transpositions between the games of a document: the positions of each game are cached beside it until it is edited,
//! and searched for all requested half-moves at once. So a keystroke costs reading one game, and labels always reflect
//! the present text of the other games.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use vgn_engine::games::Game;
use vgn_engine::lint::{Cancellation, GameFormat};
use vgn_engine::replay::FastPass;
use vgn_ide::{OpeningPositions, ReadMode, TranspositionCandidate, opening_positions};

use crate::lsp::diagnostics::rendering::GameCache;
use crate::lsp::documents::snapshot::Snapshot;

/// Bytes at the beginning of a game that contain its opening, with few exceptions.
const HEAD: usize = 1 << 12;
/// Size of a document, in bytes, above which only games that the fast pass reads are searched.
const READ_ALL: usize = 1 << 20;
/// Number of games between two polls of the cancellation.
const TOGETHER: usize = 1 << 12;
/// Maximum number of half-moves searched by one request.
pub const MOST_ASKED: usize = 2_000;

/// A half-move that is searched in other games than its own.
pub struct TranspositionQuery {
    pub candidate: TranspositionCandidate,
    /// The start of its game, in bytes of the document.
    pub game: usize,
    /// The format of numbers in its game.
    pub format: GameFormat,
}

/// For each half-move, a label with the first other game that reaches the same position: `= game 3, 5. Nf3`. `None` if
/// cancelled; positions read by then stay cached.
pub fn transposition_labels(
    snapshot: &Snapshot,
    queries: &[TranspositionQuery],
    cancel: &dyn Cancellation,
) -> Option<Vec<Option<String>>> {
    let mut labels = vec![None; queries.len()];
    let mut open: HashMap<u32, Vec<usize>> = HashMap::new();
    for (index, query) in queries.iter().enumerate().take(MOST_ASKED) {
        open.entry(high_half(query.candidate.after)).or_default().push(index);
    }
    if open.is_empty() {
        return Some(labels);
    }
    let games: Vec<_> = snapshot.find_games(cancel)?.games().collect();
    // One game may transpose into many of the half-moves.
    let mut read: HashMap<usize, OpeningPositions> = HashMap::new();
    for part in games.chunks(TOGETHER) {
        let candidates = part.par_iter().map_init(FastPass::default, |fast_pass, game| {
            let start = game.range().start;
            let known = cached_positions(snapshot, game, fast_pass, cancel)?;
            let meets = |index: &&usize| {
                let query = &queries[**index];
                query.game != start && !known.contains(&high_half(query.candidate.before))
            };
            let found = known.iter().filter_map(|position| open.get(position)).flatten().filter(meets);
            Some(found.map(|index| (*index, game)).collect::<Vec<_>>())
        });
        let candidates: Vec<_> = candidates.flatten_iter().flatten().collect();
        if cancel.is_cancelled() {
            return None;
        }
        for (index, game) in candidates {
            let TranspositionQuery { candidate, format, .. } = &queries[index];
            if labels[index].is_some() {
                continue;
            }
            let range = game.range();
            let there = read.entry(range.start).or_insert_with(|| {
                let read = read_game(snapshot, game, &mut FastPass::default(), cancel);
                read.unwrap_or_default()
            });
            if let Some(passing) = there.transposition(candidate.before, candidate.after) {
                let name = passing.name(&text_of(snapshot, &range), *format);
                labels[index] = Some(format!("= game {}, {name}", game.number()));
            }
        }
        for indices in open.values_mut() {
            indices.retain(|index| labels[*index].is_none());
        }
        open.retain(|_, indices| !indices.is_empty());
        if open.is_empty() {
            break;
        }
    }
    (!cancel.is_cancelled()).then_some(labels)
}

/// The cached half of a fingerprint: enough to make false matches rare; matching games are read again to confirm.
fn high_half(fingerprint: u64) -> u32 {
    (fingerprint >> 32) as u32
}

fn cached_positions(
    snapshot: &Snapshot,
    game: &Game<'_, GameCache>,
    fast_pass: &mut FastPass,
    cancel: &dyn Cancellation,
) -> Option<Arc<[u32]>> {
    let kept = &game.attachment().answers().passed_positions;
    if let Some(known) = kept.get() {
        return Some(known.clone());
    }
    let found = read_game(snapshot, game, fast_pass, cancel)?;
    Some(kept.get_or_init(|| found.positions().map(high_half).collect()).clone())
}

fn read_game(
    snapshot: &Snapshot,
    game: &Game<'_, GameCache>,
    fast_pass: &mut FastPass,
    cancel: &dyn Cancellation,
) -> Option<OpeningPositions> {
    if cancel.is_cancelled() {
        return None;
    }
    if game.binary().is_some() {
        return Some(OpeningPositions::default());
    }
    let text = text_of(snapshot, &game.range());
    opening_positions(&text, reading(snapshot), &snapshot.context_for(cancel), fast_pass)
}

fn reading(snapshot: &Snapshot) -> ReadMode {
    if snapshot.text.len_bytes() > READ_ALL { ReadMode::Plain } else { ReadMode::All }
}

/// The text of a game that is read. The judge needs the whole game: it does not accept one cut within a comment.
fn text_of<'s>(snapshot: &'s Snapshot, game: &Range<usize>) -> Cow<'s, str> {
    if reading(snapshot) == ReadMode::All || game.len() <= HEAD {
        return snapshot.text_of(game.clone());
    }
    let head = snapshot.text_of(game.start..game.start + HEAD);
    // The last half-move may be cut off.
    let end = head.rfind(char::is_whitespace).unwrap_or(0);
    head[..end].to_owned().into()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use ropey::Rope;
    use tower_lsp::lsp_types::{Position, TextDocumentContentChangeEvent, Url};

    use super::*;
    use crate::lsp::documents::positions::ClientEncoding;
    use vgn_ide::transposition_candidates;

    fn opened(text: &str) -> Snapshot {
        let uri = Url::parse("file:///a.pgn").expect("a URI").into();
        Snapshot::new(uri, "pgn", 1, Rope::from_str(text), Arc::default())
    }

    /// The labels of a game's half-moves, counted from 0.
    fn told(snapshot: &Snapshot, number: usize, cancel: &dyn Cancellation) -> Option<Vec<String>> {
        let game = snapshot.games().games().nth(number).expect("it is there").range();
        let text = snapshot.text_of(game.clone());
        let resolved = snapshot.resolved(&game, &text, &|| false).expect("nobody calls it off");
        let of = |candidate| TranspositionQuery { candidate, game: game.start, format: resolved.format };
        let queries: Vec<_> =
            transposition_candidates(&text, &(0..text.len() as u32), &resolved).into_iter().map(of).collect();
        Some(transposition_labels(snapshot, &queries, cancel)?.into_iter().flatten().collect())
    }

    fn kept(snapshot: &Snapshot) -> usize {
        snapshot.games().games().filter(|game| game.attachment().answers().passed_positions.get().is_some()).count()
    }

    const MEETS: &str = "[White \"A\"]\n\n1. d4 Nf6 2. c4 e6 3. Nf3 d5 *\n\n";
    const MET: &str = "[White \"B\"]\n\n1. c4 Nf6 2. Nf3 e6 3. d4 d5 *\n\n";
    const OTHER: &str = "[White \"C\"]\n\n1. e4 e5 *\n\n";

    #[test]
    fn the_first_of_many_games_is_named_and_an_edit_costs_one_game() {
        // The judge is not used: the text is too long.
        let count = READ_ALL / OTHER.len() + 1;
        let many = OTHER.repeat(count);
        let long = format!("[White \"L\"]\n\n1. c4 Nf6 2. d4 {{{}}} e6 *\n\n", "1. d4 d5 ".repeat(HEAD));
        let mut snapshot = opened(&format!("{MEETS}{many}{long}{MET}{MET}"));
        let expected = vec![format!("= game {}, 2. d4", count + 2), format!("= game {}, 3. d4", count + 3)];
        assert_eq!(told(&snapshot, 0, &|| false), Some(expected));
        let all = snapshot.games().count();
        assert_eq!(kept(&snapshot), all);
        let at = Position::new(2, 6);
        let range = Some(tower_lsp::lsp_types::Range::new(at, at));
        let change = TextDocumentContentChangeEvent { range, range_length: None, text: "d5 (1... ".to_owned() };
        snapshot.change(change, ClientEncoding::Utf16);
        assert!(kept(&snapshot) >= all - 2, "{} of {all}", kept(&snapshot));
    }

    #[test]
    fn a_cancelled_search_keeps_what_it_has_read() {
        let snapshot = opened(&format!("{MEETS}{}{MET}", OTHER.repeat(3 * TOGETHER)));
        let polls = AtomicUsize::new(0);
        let cancel = || polls.fetch_add(1, Ordering::SeqCst) > 2 * TOGETHER;
        assert_eq!(told(&snapshot, 0, &cancel), None);
        let before = kept(&snapshot);
        assert!((1..3 * TOGETHER).contains(&before), "{before}");
        let number = 3 * TOGETHER + 2;
        assert_eq!(told(&snapshot, 0, &|| false), Some(vec![format!("= game {number}, 3. d4")]));
    }
}
