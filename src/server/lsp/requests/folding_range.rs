//! `textDocument/foldingRange`: the foldable ranges of a document.
//!
//! Editors request them after every edit. So the ranges of a game are cached beside it with relative line numbers,
//! which edits before the game do not change.

use std::sync::Arc;

use rayon::prelude::*;
use tower_lsp::lsp_types::{FoldingRangeKind, FoldingRangeParams, Position};
use vgn_engine::games::Game;
use vgn_engine::lint::Cancellation;
use vgn_ide::{Fold, FoldKind, FoldStyle, TreeCache, folds};

use crate::lsp::diagnostics::rendering::{GameCache, put_json};
use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;
use crate::lsp::transport::bulk::ResultParts;
use crate::lsp::transport::outgoing::{json_array, written_or_null};

/// Maximum number of ranges for a client without a limit of its own.
const MOST: usize = 400_000;
/// Number of games processed before the limit is checked.
const AT_ONCE: usize = 1 << 13;
/// Number of games whose ranges are serialized by one task.
const TOGETHER: usize = 1 << 9;
/// Usual length of a range, in bytes.
const USUAL: usize = 120;

/// A foldable range of a game, as if the game began on line 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachedFold {
    start: Position,
    end: Position,
    level: u32,
    /// The kind and the text, as members of a JSON object, each preceded by a comma.
    members: Box<[u8]>,
}

/// The ranges of the game that begins on a line.
struct GameFolds {
    line: u32,
    folds: Arc<[CachedFold]>,
}

/// The foldable ranges of the document.
pub async fn handle(server: Arc<Backend>, params: FoldingRangeParams) -> ResultParts {
    let list = server.query_list(&params.text_document.uri.into(), answer).await?;
    Ok(written_or_null(list))
}

/// The ranges of a document in order, as JSON in parts. `None` if the text has `changed` before they are found.
fn answer(snapshot: &Snapshot, client: &ClientFeatures, changed: &Cancel, cancel: &Cancel) -> Option<Vec<Vec<u8>>> {
    let cancel: &dyn Cancellation = &|| changed.is_cancelled() || cancel.is_cancelled();
    let games = snapshot.find_games(cancel)?;
    let games: Vec<_> = games.games().filter(|game| game.is_game()).collect();
    let limit = client.fold_limit.map_or(MOST, |limit| limit as usize);
    let mut folded: Vec<GameFolds> = Vec::new();
    let mut outermost = 0;
    for games in games.chunks(AT_ONCE) {
        // If there are too many, the inner ranges of games are omitted first.
        if outermost >= limit {
            break;
        }
        let before = folded.len();
        folded.par_extend(
            games
                .par_iter()
                .map_init(TreeCache::default, |trees, game| folds_of(snapshot, client, game, trees, cancel)),
        );
        if cancel.is_cancelled() {
            return None;
        }
        outermost += folded[before..].iter().filter(|game| game.folds.iter().any(|fold| fold.level == 0)).count();
    }
    let admitted = FoldBudget::of(&folded, limit);
    let parts = folded.par_chunks(TOGETHER).zip(admitted).map(|(games, admitted)| put_games(client, games, admitted));
    Some(json_array(parts.collect::<Vec<_>>()))
}

/// The ranges of some games that are sent: all above a level, and a number of those on it.
#[derive(Clone, Copy)]
struct FoldBudget {
    level: u32,
    on_it: usize,
}

impl FoldBudget {
    /// The budget of each group of [`TOGETHER`] games, so that at most `limit` ranges are sent.
    fn of(folded: &[GameFolds], limit: usize) -> Vec<FoldBudget> {
        let mut counts: Vec<usize> = Vec::new();
        for fold in folded.iter().flat_map(|game| &*game.folds) {
            let level = fold.level as usize;
            counts.resize(counts.len().max(level + 1), 0);
            counts[level] += 1;
        }
        let mut rest = limit;
        let whole = counts.iter().take_while(|count| {
            let fits = **count <= rest;
            rest -= if fits { **count } else { 0 };
            fits
        });
        let level = whole.count() as u32;
        let mut admit = |games: &[GameFolds]| {
            let on_it = games.iter().flat_map(|game| &*game.folds).filter(|fold| fold.level == level).count().min(rest);
            rest -= on_it;
            FoldBudget { level, on_it }
        };
        folded.chunks(TOGETHER).map(&mut admit).collect()
    }
}

fn put_games(client: &ClientFeatures, games: &[GameFolds], mut admitted: FoldBudget) -> Vec<u8> {
    let mut out = Vec::with_capacity(games.iter().map(|game| game.folds.len()).sum::<usize>() * USUAL);
    for game in games {
        for fold in &*game.folds {
            if fold.level == admitted.level && admitted.on_it > 0 {
                admitted.on_it -= 1;
            } else if fold.level >= admitted.level {
                continue;
            }
            put(&mut out, client, fold, game.line);
        }
    }
    out
}

/// Appends a range and a comma to a list.
fn put(out: &mut Vec<u8>, client: &ClientFeatures, fold: &CachedFold, line: u32) {
    for (open, name, place) in [(b'{', "start", fold.start), (b',', "end", fold.end)] {
        out.push(open);
        out.extend_from_slice(format!("\"{name}Line\":").as_bytes());
        put_json(out, &place.line.saturating_add(line));
        if !client.folds_lines {
            out.extend_from_slice(format!(",\"{name}Character\":").as_bytes());
            put_json(out, &place.character);
        }
    }
    out.extend_from_slice(&fold.members);
    out.extend_from_slice(b"},");
}

/// The foldable ranges of a game.
fn folds_of(
    snapshot: &Snapshot,
    client: &ClientFeatures,
    game: &Game<'_, GameCache>,
    trees: &mut TreeCache,
    cancel: &dyn Cancellation,
) -> GameFolds {
    let line = u32::try_from(game.line()).unwrap_or(u32::MAX);
    // Text typed before the game on its first line moves its columns.
    if let Some(kept) = game.attachment().answers().folds.get().filter(|_| game.begins_a_line()) {
        return GameFolds { line, folds: kept.clone() };
    }
    let range = game.range();
    let text = snapshot.text_of(range.clone());
    let goes_on = !text.ends_with(['\n', '\r']) && range.end < snapshot.text.len_bytes();
    let found = folds(&text, FoldStyle { whole_lines: client.folds_lines, goes_on }, trees, cancel);
    let position = |offset: u32| {
        let place = positions::position(&snapshot.text, range.start + offset as usize, client.encoding);
        Position::new(place.line.saturating_sub(line), place.character)
    };
    let keep = |fold: Fold| CachedFold {
        start: position(fold.range.start),
        end: position(fold.range.end),
        level: fold.level,
        members: members(&fold, client),
    };
    let folds: Arc<[CachedFold]> = found.into_iter().map(keep).collect();
    // The text around may change its columns, and the hidden part of its last line.
    if game.begins_a_line() && text.ends_with('\n') && !cancel.is_cancelled() {
        game.attachment().answers().folds.get_or_init(|| folds.clone());
    }
    GameFolds { line, folds }
}

fn members(fold: &Fold, client: &ClientFeatures) -> Box<[u8]> {
    let mut members = Vec::new();
    let kind = match fold.kind {
        FoldKind::Game => Some(FoldingRangeKind::Region),
        FoldKind::Comment => Some(FoldingRangeKind::Comment),
        FoldKind::TagSection | FoldKind::Variation => None,
    };
    if let Some(kind) = kind {
        members.extend_from_slice(b",\"kind\":");
        put_json(&mut members, &kind);
    }
    if client.collapsed_text && !fold.text.is_empty() {
        members.extend_from_slice(b",\"collapsedText\":");
        put_json(&mut members, &fold.text);
    }
    members.into_boxed_slice()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ropey::Rope;
    use serde_json::Value;
    use tower_lsp::lsp_types::{Range, TextDocumentContentChangeEvent, Url};

    use super::*;

    fn piece() -> impl Strategy<Value = String> {
        const PIECES: [&str; 12] = [
            "[White \"A\"]\n[Black \"é🨀\"]\n[Event \"C\"]\n\n1. e4\ne5 *\n\n",
            "[Event \"x\"]\r\n\r\n1. d4 {a\r\nb} 1-0\r\n\r\n",
            "1. c4 (1. d4\n(1. g4\n) )\n0-1 ",
            "1. g4\r*\r",
            "; one\n; two\n",
            "\n",
            "\r",
            "{",
            "}",
            "(",
            "[White \"B\"]",
            "é♔ ",
        ];
        prop::sample::select(PIECES.to_vec()).prop_map(str::to_owned)
    }

    fn snapshot(text: &str) -> Snapshot {
        let uri = Url::parse("file:///a.pgn").expect("a URI").into();
        Snapshot::new(uri, "pgn", 1, Rope::from_str(text), Arc::default())
    }

    fn all(snapshot: &Snapshot, client: &ClientFeatures) -> Vec<Value> {
        let list = answer(snapshot, client, &Cancel::default(), &Cancel::default()).expect("nobody calls it off");
        serde_json::from_slice(&list.concat()).expect("it is JSON")
    }

    #[test]
    fn a_request_about_a_changed_text_is_not_answered() {
        let off = Cancel::default();
        off.cancel();
        assert_eq!(answer(&snapshot("1. e4\n*"), &ClientFeatures::default(), &off, &Cancel::default()), None);
    }

    #[test]
    fn of_very_many_games_there_are_as_many_as_the_client_takes() {
        let snapshot = snapshot(&"[White \"A\"]\n[Black \"B\"]\n[Event \"C\"]\n*\n".repeat(3 * AT_ONCE));
        let limited = |limit: usize| {
            let client = ClientFeatures { fold_limit: u32::try_from(limit).ok(), ..ClientFeatures::default() };
            all(&snapshot, &client)
        };
        for limit in [0, 1, TOGETHER + 1, AT_ONCE, 3 * AT_ONCE + 5, 6 * AT_ONCE] {
            assert_eq!(limited(limit).len(), limit);
        }
        assert_eq!(limited(7 * AT_ONCE).len(), 6 * AT_ONCE);
        assert!(limited(AT_ONCE).iter().all(|fold| fold["kind"] == "region"));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn cached_results_equal_fresh_ones(
            start in prop::collection::vec(piece(), 0..12),
            edits in prop::collection::vec((0u32..12, 0u32..30, 0u32..3, piece()), 1..8),
            folds_lines: bool,
        ) {
            let client = ClientFeatures { folds_lines, collapsed_text: true, ..ClientFeatures::default() };
            let mut edited = snapshot(&start.concat());
            for (line, character, lines, text) in edits {
                let afresh = all(&snapshot(&edited.text.to_string()), &client);
                prop_assert_eq!(all(&edited, &client), afresh, "{:?}", edited.text.to_string());
                let range = Range::new(Position::new(line, character), Position::new(line + lines / 2, character));
                let change = TextDocumentContentChangeEvent { range: Some(range), range_length: None, text };
                edited.change(change, client.encoding);
            }
        }
    }
}
