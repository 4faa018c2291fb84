//! Duplicates among the games of a document.
//!
//! A game does not know the others, so duplicates belong to a version: once all its games have been judged, in the
//! background, they are sorted by the key of their identity, and compared. Later edits are followed: only keys of games
//! that edits have touched are compared again.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use vgn_engine::games::{File, Game};
use vgn_engine::lint;
use vgn_engine::lint::Code;
use vgn_engine::replay::{Duplicates, GameReport, Identity, duplicate_game};

use super::rendering::GameCache;
use crate::lsp::documents::offset_map::OffsetMap;
use crate::lsp::documents::snapshot::Snapshot;

/// Maximum number of duplicates reported for a document. A list is made after every keystroke.
pub const MOST: usize = 100;
/// Maximum number of games of one key that are compared.
const MOST_ALIKE: usize = 1_000;
/// Maximum number of games touched since the last comparison; beyond it, all are compared again.
const MOST_TOUCHED: usize = 1_000;
/// Number of games that are compared at once.
const FEW: usize = 256;

/// The duplicates of a version.
#[derive(Debug, Default)]
pub struct VersionDuplicates {
    /// The games of this version, once they have been sorted.
    found: OnceLock<Arc<DuplicateKeys>>,
    /// The sorted games of an earlier version, and the edits since.
    earlier: Option<(Arc<DuplicateKeys>, OffsetMap)>,
    /// Whether these edits have touched few games, once that has been asked.
    is_followed: OnceLock<bool>,
}

/// The games of one version, sorted by the key of their identity.
#[derive(Debug)]
struct DuplicateKeys {
    games: File<GameCache>,
    /// Keys and starts of the comparable games, sorted.
    keys: Vec<(u64, usize)>,
    /// In the order of the duplicates.
    pairs: Vec<SortedPair>,
    /// The keys of the duplicates, sorted.
    keys_of_pairs: Vec<u64>,
}

/// A duplicate of a sorted version.
#[derive(Clone, Copy, Debug)]
struct SortedPair {
    key: u64,
    /// Start of the duplicate, in bytes.
    again: usize,
    /// Start of the first game like it.
    first: usize,
}

/// The games that edits have touched since the games were sorted, by their key; keys of games that they replace have
/// none.
type TouchedGames<'g> = BTreeMap<u64, Vec<Game<'g, GameCache>>>;

/// A duplicate, and the first game like it.
pub type DuplicatePair<'g> = (Game<'g, GameCache>, Game<'g, GameCache>);

/// Some of the duplicates known so far.
#[derive(Debug, Default)]
pub struct NearestDuplicates<'g> {
    /// In the order of the text.
    pub pairs: Vec<DuplicatePair<'g>>,
    /// Number of all.
    pub total: usize,
}

impl VersionDuplicates {
    /// The duplicates after bytes of the text have become `new_len` others.
    pub fn after(&self, old: Range<usize>, new_len: usize) -> VersionDuplicates {
        let (sorted, followed) = match (self.found.get(), &self.earlier) {
            (Some(found), _) => (found.clone(), OffsetMap::default()),
            (None, Some((sorted, followed))) => (sorted.clone(), followed.clone()),
            (None, None) => return VersionDuplicates::default(),
        };
        let earlier = followed.then(old, new_len).map(|followed| (sorted, followed));
        VersionDuplicates { earlier, ..VersionDuplicates::default() }
    }

    /// Sorts all games of this version, which have been judged.
    fn find(&self, games: &File<GameCache>) {
        self.found.get_or_init(|| Arc::new(DuplicateKeys::of(games)));
    }

    fn sorted(&self) -> Option<(&DuplicateKeys, Option<&OffsetMap>)> {
        let earlier = || self.earlier.as_ref().map(|(sorted, followed)| (&**sorted, Some(followed)));
        self.found.get().map(|found| (&**found, None)).or_else(earlier)
    }
}

impl DuplicateKeys {
    fn of(games: &File<GameCache>) -> DuplicateKeys {
        let identities = || games.games().filter_map(|game| Some((game.analysed()?.identity?, game.range().start)));
        let mut keys: Vec<(u64, usize)> = identities().map(|(identity, start)| (identity.key(), start)).collect();
        keys.sort_unstable();
        let mut seen = Duplicates::default();
        let pairs = identities().filter_map(|(identity, again)| {
            let first = *seen.find_or_insert(&identity, || again)?;
            Some(SortedPair { key: identity.key(), again, first })
        });
        let pairs: Vec<SortedPair> = pairs.collect();
        let mut keys_of_pairs: Vec<u64> = pairs.iter().map(|pair| pair.key).collect();
        keys_of_pairs.sort_unstable();
        DuplicateKeys { games: games.clone(), keys, pairs, keys_of_pairs }
    }

    /// Number of duplicates that had a key.
    fn count(&self, key: u64) -> usize {
        let from = self.keys_of_pairs.partition_point(|other| *other < key);
        self.keys_of_pairs[from..].partition_point(|other| *other == key)
    }

    /// The starts of the games that had a key.
    fn starts(&self, key: u64) -> impl Iterator<Item = usize> {
        let from = self.keys.partition_point(|(other, _)| *other < key);
        self.keys[from..].iter().take_while(move |(other, _)| *other == key).map(|(_, start)| *start)
    }
}

fn key(game: &Game<'_, GameCache>) -> Option<u64> {
    game.analysed()?.identity.as_ref().map(Identity::key)
}

/// Whether the duplicates of this version are known. Finds them if the games are few.
pub fn are_known(snapshot: &Snapshot, games: &File<GameCache>) -> bool {
    if !are_wanted(snapshot) {
        return true;
    }
    if games.count() <= FEW && games.known().0 == games.count() {
        snapshot.duplicates.find(games);
    }
    match snapshot.duplicates.sorted() {
        Some((sorted, Some(followed))) => {
            let is_followed = || touched(sorted, followed, games).is_some();
            *snapshot.duplicates.is_followed.get_or_init(is_followed)
        }
        known => known.is_some(),
    }
}

/// Finds the duplicates of this version, unless they are known. All games have been judged.
pub fn find(snapshot: &Snapshot) {
    let games = snapshot.games();
    if games.known().0 == games.count() && !are_known(snapshot, games) {
        snapshot.duplicates.find(games);
    }
}

fn are_wanted(snapshot: &Snapshot) -> bool {
    snapshot.effective.settings.level(Code::DuplicateGame).is_some()
}

/// The games that edits since have touched, or may have; `None` if they are too many.
fn touched<'g>(sorted: &DuplicateKeys, followed: &OffsetMap, games: &'g File<GameCache>) -> Option<TouchedGames<'g>> {
    let old = |game: &Game<'_, GameCache>| {
        let before = followed.map_back(game.range().start).and_then(|start| sorted.games.game_at(start))?;
        before.is_same(game).then(|| before.range())
    };
    let (mut touched, mut count) = (TouchedGames::default(), 0);
    for place in followed.new_ranges() {
        let before = |start: usize| start.checked_sub(1).and_then(|end| games.game_at(end));
        let mut start = games.game_at(place.start).map_or(place.start, |game| game.range().start);
        let mut replaced = 0..usize::MAX;
        let mut steps = 0;
        while let Some(game) = before(start) {
            if let Some(old) = old(&game) {
                replaced.start = old.end;
                break;
            }
            start = game.range().start;
            steps += 1;
            if steps > MOST_TOUCHED {
                return None;
            }
        }
        for game in games.from(start) {
            if game.range().start >= place.end
                && let Some(old) = old(&game)
            {
                replaced.end = old.start;
                break;
            }
            if let Some(key) = key(&game) {
                touched.entry(key).or_default().push(game);
            }
            count += 1;
            if count > MOST_TOUCHED {
                return None;
            }
        }
        let mut replaced =
            sorted.games.from(replaced.start).take_while(|game| game.range().start < replaced.end).peekable();
        for key in replaced.by_ref().take(MOST_TOUCHED).filter_map(|game| key(&game)) {
            touched.entry(key).or_default();
        }
        if replaced.peek().is_some() {
            return None;
        }
    }
    Some(touched)
}

/// The duplicates nearest to the byte at `near`, at most `most`.
pub fn nearest<'g>(snapshot: &Snapshot, games: &'g File<GameCache>, near: usize, most: usize) -> NearestDuplicates<'g> {
    let Some((sorted, followed)) = snapshot.duplicates.sorted().filter(|_| are_wanted(snapshot)) else {
        return NearestDuplicates::default();
    };
    let touched = match followed.map(|followed| touched(sorted, followed, games)) {
        Some(None) => return NearestDuplicates::default(),
        Some(Some(touched)) => touched,
        None => TouchedGames::default(),
    };
    let now = |start| followed.map_or(Some(start), |followed| followed.map_forward(start));
    let game = |start| now(start).and_then(|start| games.game_at(start));
    let untouched = |pair: &&SortedPair| !touched.contains_key(&pair.key);
    let distance = |pair: &SortedPair| now(pair.again).map_or(usize::MAX, |start| start.abs_diff(near));
    // Places that an edit has removed have an order in the sorted version only.
    let near_then = followed.map_or(near, |followed| followed.place_before(near));
    let (before, after) = sorted.pairs.split_at(sorted.pairs.partition_point(|pair| pair.again < near_then));
    let mut before = before.iter().rev().filter(untouched).peekable();
    let mut after = after.iter().filter(untouched).peekable();
    let nearest = std::iter::from_fn(|| match (before.peek(), after.peek()) {
        (Some(one), Some(other)) if distance(other) < distance(one) => after.next(),
        (Some(_), _) => before.next(),
        (None, _) => after.next(),
    });
    let found = nearest.take(most).filter_map(|pair| Some((game(pair.again)?, game(pair.first)?)));
    let mut pairs: Vec<DuplicatePair<'g>> = found.collect();
    let mut total = sorted.pairs.len();
    for (&key, touched) in &touched {
        let old = sorted.starts(key).take(MOST_ALIKE).filter_map(game);
        let mut same: Vec<Game<'g, GameCache>> = old.chain(touched.iter().copied()).collect();
        same.retain(|game| self::key(game) == Some(key));
        same.sort_by_key(|game| game.range().start);
        same.dedup_by_key(|game| game.range().start);
        let mut seen = Duplicates::default();
        let compared = same.into_iter().filter_map(|game| {
            let first = *seen.find_or_insert(&game.analysed()?.identity?, || game)?;
            Some((game, first))
        });
        let others = pairs.len();
        pairs.extend(compared);
        total = total + pairs.len() - others - sorted.count(key);
    }
    let start = |(again, _): &DuplicatePair<'_>| again.range().start;
    pairs.sort_by_key(|pair| start(pair).abs_diff(near));
    pairs.truncate(most);
    pairs.sort_by_key(start);
    NearestDuplicates { pairs, total }
}

/// The numbers of all duplicates known so far.
pub fn numbers(snapshot: &Snapshot, games: &File<GameCache>) -> Vec<usize> {
    nearest(snapshot, games, 0, usize::MAX).pairs.into_iter().map(|(again, _)| again.number()).collect()
}

/// The finding of a game; the number of the first one like it, and the line of its first tag, count from 1.
pub fn finding(snapshot: &Snapshot, again: &Identity, number: usize, line: usize) -> Option<lint::Diagnostic> {
    duplicate_game(again, &format!("game {number} (line {line})"), &snapshot.effective.settings)
}

/// A game's report with its finding as a duplicate.
pub fn with_duplicate_finding(mut report: GameReport, snapshot: &Snapshot, game: &Range<usize>) -> GameReport {
    let games = snapshot.games_at_once();
    let pairs = games.map(|games| nearest(snapshot, games, game.start, 1).pairs).unwrap_or_default();
    let pair = pairs.iter().find(|(again, _)| again.range() == *game);
    report.diagnostics.extend(pair.and_then(|(again, first)| {
        let tag = first.range().start + first.analysed()?.identity?.first_tag().start as usize;
        let line = snapshot.text.byte_to_line(tag.min(snapshot.text.len_bytes())) + 1;
        finding(snapshot, &again.analysed()?.identity?, first.number(), line)
    }));
    report.diagnostics.sort_by_key(|found| (found.range.start, found.range.end));
    report
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ropey::Rope;
    use tower_lsp::lsp_types::{Diagnostic, Position, Range, TextDocumentContentChangeEvent, Url};

    use super::super::duplicate_list::{list, put_list};
    use super::*;
    use crate::lsp::diagnostics::checking::judge;
    use crate::lsp::documents::positions::ClientEncoding;
    use crate::lsp::session::cancel::Cancel;
    use crate::lsp::session::capabilities::ClientFeatures;

    fn opened(text: &Rope) -> Snapshot {
        let uri = Url::parse("file:///a.pgn").expect("a URI").into();
        Snapshot::new(uri, "pgn", 1, text.clone(), Arc::default())
    }

    fn judged(snapshot: &Snapshot) {
        snapshot.games().to_judge(0).for_each(|game| judge(snapshot, &game, &Cancel::default()));
    }

    /// The diagnostics, which their text says as well.
    fn diagnostics(snapshot: &Snapshot) -> Vec<Diagnostic> {
        let client = ClientFeatures { related_information: true, ..ClientFeatures::default() };
        let ((listed, total), mut text) = (list(snapshot, &client, MOST), b"[".to_vec());
        let put = put_list(&mut text, snapshot, &client, MOST);
        assert_eq!((put, total), ((listed.len(), total), listed.len()), "all are few");
        let read: Vec<Diagnostic> = serde_json::from_slice(&[&text, &b"]"[..]].concat()).expect("it is JSON");
        assert_eq!(read, listed);
        listed
    }

    /// The distances of the nearest duplicates, sorted.
    fn distances(snapshot: &Snapshot, near: usize, most: usize) -> Vec<usize> {
        let pairs = nearest(snapshot, snapshot.games(), near, most).pairs.into_iter();
        let mut distances: Vec<usize> = pairs.map(|(again, _)| again.range().start.abs_diff(near)).collect();
        distances.sort_unstable();
        distances
    }

    fn piece() -> impl Strategy<Value = String> {
        const MOVES: &str =
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7\n6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5";
        let game = |white: &str, round: &str| {
            format!("[White \"{white}\"]\n[Black \"B\"]\n[Round \"{round}\"]\n\n{MOVES} *\n\n")
        };
        let rest = ["{", "}", "\n", "[Event \"?\"]\n", "*\n\n", "1. d4 *\n\n", " "].map(str::to_owned);
        let games = [("A", "1"), ("A", "1"), ("A", "2"), ("A", "?"), ("B", "?"), ("?", "?")];
        prop::sample::select(games.map(|(white, round)| game(white, round)).into_iter().chain(rest).collect::<Vec<_>>())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        /// After any edits, the diagnostics equal those of a new comparison of all games.
        #[test]
        fn followed_duplicates_equal_those_of_a_new_comparison(
            start in prop::collection::vec(piece(), 1..10),
            edits in prop::collection::vec((0_u32..60, 0_u32..12, 0_u32..9, piece(), any::<bool>()), 1..8),
        ) {
            let mut snapshot = opened(&Rope::from_str(&start.concat()));
            judged(&snapshot);
            find(&snapshot);
            for (line, character, lines, text, types) in edits {
                let end = if types { Position::new(line, character) } else { Position::new(line + lines, 0) };
                let range = Some(Range::new(Position::new(line, character), end));
                snapshot.change(TextDocumentContentChangeEvent { range, range_length: None, text }, ClientEncoding::Utf16);
                judged(&snapshot);
                let afresh = opened(&snapshot.text);
                judged(&afresh);
                find(&afresh);
                prop_assert!(snapshot.duplicates.found.get().is_none());
                for near in [0, snapshot.text.len_bytes() / 2, snapshot.text.len_bytes()] {
                    let mut all = distances(&snapshot, near, usize::MAX);
                    all.truncate(2);
                    prop_assert_eq!(distances(&snapshot, near, 2), all);
                }
                prop_assert_eq!(diagnostics(&snapshot), diagnostics(&afresh), "{:?}", snapshot.text.to_string());
            }
        }
    }
}
