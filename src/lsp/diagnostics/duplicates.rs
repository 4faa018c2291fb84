//! Duplicates among the games of a document.
//!
//! A game does not know the others, so duplicates belong to a version: once all its games have been judged, in the
//! background, they are sorted by the key of their identity. Later edits are followed: only the games that edits have
//! touched are compared again, with the games of the same key.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use tower_lsp::lsp_types::{Diagnostic, DiagnosticRelatedInformation, Location};

use crate::games::{File, Game};
use crate::lint::Code;
use crate::replay::{Duplicates, GameReport, duplicate_game};
use crate::{lint, replay};

use super::protocol::DiagnosticConverter;
use super::rendering::GameCache;
use crate::lsp::documents::offset_map::OffsetMap;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::capabilities::ClientFeatures;

/// Maximum number of duplicates reported for a document. A list is made after every keystroke.
const MOST: usize = 500;
/// Maximum number of games of one key that are compared.
const MOST_ALIKE: usize = 2 * MOST;
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
}

/// The games of one version, sorted by the key of their identity.
#[derive(Debug)]
struct DuplicateKeys {
    games: File<GameCache>,
    /// Keys and starts of the comparable games, sorted.
    keys: Vec<(u64, usize)>,
    /// The keys of duplicates, in the order of the first duplicate.
    several: Vec<u64>,
}

/// A duplicate, and the first game like it.
type DuplicatePair<'g> = (Game<'g, GameCache>, Game<'g, GameCache>);

impl VersionDuplicates {
    /// The duplicates after bytes of the text have become `new_len` others.
    pub fn after(&self, old: Range<usize>, new_len: usize) -> VersionDuplicates {
        let (sorted, followed) = match (self.found.get(), &self.earlier) {
            (Some(found), _) => (found.clone(), OffsetMap::default()),
            (None, Some((sorted, followed))) => (sorted.clone(), followed.clone()),
            (None, None) => return VersionDuplicates::default(),
        };
        let earlier = followed.then(old, new_len).map(|followed| (sorted, followed));
        VersionDuplicates { found: OnceLock::new(), earlier }
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
        let key = |game: &Game<'_, GameCache>| Some((key(game)?, game.range().start));
        let mut keys: Vec<(u64, usize)> = games.games().filter_map(|game| key(&game)).collect();
        keys.sort_unstable();
        let (mut seen, mut again) = (Duplicates::default(), BTreeSet::new());
        let identities = games.games().filter_map(|game| game.analysed()?.identity);
        let several = identities
            .filter(|identity| seen.find_or_insert(identity, || ()).is_some() && again.insert(identity.key()));
        DuplicateKeys { games: games.clone(), several: several.map(|identity| identity.key()).collect(), keys }
    }

    /// The starts of the games that had a key.
    fn starts(&self, key: u64) -> impl Iterator<Item = usize> {
        let from = self.keys.partition_point(|(other, _)| *other < key);
        self.keys[from..].iter().take_while(move |(other, _)| *other == key).map(|(_, start)| *start)
    }
}

fn key(game: &Game<'_, GameCache>) -> Option<u64> {
    game.analysed()?.identity.as_ref().map(replay::Identity::key)
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
        Some((sorted, Some(followed))) => touched(sorted, followed, games).is_some(),
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
fn touched<'g>(
    sorted: &DuplicateKeys,
    followed: &OffsetMap,
    games: &'g File<GameCache>,
) -> Option<Vec<Game<'g, GameCache>>> {
    let is_old = |game: &Game<'_, GameCache>| {
        let before = followed.map_back(game.range().start).and_then(|start| sorted.games.game_at(start));
        before.is_some_and(|before| before.is_same(game))
    };
    let mut touched: Vec<Game<'g, GameCache>> = Vec::new();
    for place in followed.new_ranges() {
        let before = |start: usize| start.checked_sub(1).and_then(|end| games.game_at(end));
        let mut start = games.game_at(place.start).map_or(place.start, |game| game.range().start);
        let mut steps = 0;
        while let Some(game) = before(start).filter(|game| !is_old(game)) {
            start = game.range().start;
            steps += 1;
            if steps > MOST_TOUCHED {
                return None;
            }
        }
        for game in games.from(start) {
            if game.range().start >= place.end && is_old(&game) {
                break;
            }
            touched.push(game);
            if touched.len() > MOST_TOUCHED {
                return None;
            }
        }
    }
    Some(touched)
}

/// The duplicates known so far, at most `most`.
fn pairs<'g>(snapshot: &Snapshot, games: &'g File<GameCache>, most: usize) -> Vec<DuplicatePair<'g>> {
    let Some((sorted, followed)) = snapshot.duplicates.sorted().filter(|_| are_wanted(snapshot)) else {
        return Vec::new();
    };
    let touched = match followed {
        Some(followed) => touched(sorted, followed, games).unwrap_or_default(),
        None => Vec::new(),
    };
    let mut pairs = Vec::new();
    let mut done = BTreeSet::new();
    let keys = touched.iter().filter_map(key).chain(sorted.several.iter().copied());
    for key in keys.filter(|key| done.insert(*key)) {
        let now = |start| followed.map_or(Some(start), |followed| followed.map_forward(start));
        let old = sorted.starts(key).take(MOST_ALIKE).filter_map(now).filter_map(|start| games.game_at(start));
        let mut same: Vec<Game<'g, GameCache>> = old.chain(touched.iter().copied()).collect();
        same.retain(|game| self::key(game) == Some(key));
        same.sort_by_key(|game| game.range().start);
        same.dedup_by_key(|game| game.range().start);
        let mut seen = Duplicates::default();
        for game in same {
            let Some(identity) = game.analysed().and_then(|report| report.identity) else { continue };
            if pairs.len() >= most {
                return pairs;
            }
            pairs.extend(seen.find_or_insert(&identity, || game).map(|first| (game, *first)));
        }
    }
    pairs.sort_by_key(|(again, _)| again.range().start);
    pairs
}

/// The numbers of all duplicates known so far.
pub fn numbers(snapshot: &Snapshot, games: &File<GameCache>) -> Vec<usize> {
    pairs(snapshot, games, usize::MAX).into_iter().map(|(again, _)| again.number()).collect()
}

/// The diagnostics of duplicates, at most `limit`.
pub fn list(snapshot: &Snapshot, client: &ClientFeatures, limit: usize) -> Vec<Diagnostic> {
    let Some(games) = snapshot.games_at_once() else { return Vec::new() };
    let converter = DiagnosticConverter::new(snapshot, client);
    let converted = |pair: DuplicatePair<'_>| {
        let found = converter.convert_one(&pair.0.range(), &finding(snapshot, &pair)?);
        let first = || {
            let range = converter.range(pair.1.range().start, &pair.1.analysed()?.identity?.first_tag());
            let location = Location { uri: snapshot.uri.spelling().clone(), range };
            let message = format!("game {} is the first", pair.1.number());
            Some(vec![DiagnosticRelatedInformation { location, message }])
        };
        let related_information = if client.related_information { first() } else { None };
        Some(Diagnostic { related_information, ..found })
    };
    pairs(snapshot, games, limit.min(MOST)).into_iter().filter_map(converted).collect()
}

/// The finding of the second of two games.
fn finding(snapshot: &Snapshot, (again, first): &DuplicatePair<'_>) -> Option<lint::Diagnostic> {
    let (identity, other) = (again.analysed()?.identity?, first.analysed()?.identity?);
    let tag = first.range().start + other.first_tag().start as usize;
    let line = snapshot.text.byte_to_line(tag.min(snapshot.text.len_bytes())) + 1;
    let place = format!("game {} (line {line})", first.number());
    duplicate_game(&identity, &place, &snapshot.effective.settings)
}

/// A game's report with its finding as a duplicate.
pub fn with_duplicate_finding(mut report: GameReport, snapshot: &Snapshot, game: &Range<usize>) -> GameReport {
    let games = snapshot.games_at_once();
    let pairs = games.map(|games| pairs(snapshot, games, MOST)).unwrap_or_default();
    let pair = pairs.iter().find(|(again, _)| again.range() == *game);
    report.diagnostics.extend(pair.and_then(|pair| finding(snapshot, pair)));
    report.diagnostics.sort_by_key(|found| (found.range.start, found.range.end));
    report
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ropey::Rope;
    use tower_lsp::lsp_types::{Position, Range, TextDocumentContentChangeEvent, Url};

    use super::*;
    use crate::lsp::diagnostics::checking::judge;
    use crate::lsp::documents::positions::ClientEncoding;
    use crate::lsp::session::cancel::Cancel;

    fn opened(text: &Rope) -> Snapshot {
        let uri = Url::parse("file:///a.pgn").expect("a URI").into();
        Snapshot::new(uri, "pgn", 1, text.clone(), Arc::default())
    }

    fn judged(snapshot: &Snapshot) {
        snapshot.games().to_judge(0).for_each(|game| judge(snapshot, &game, &Cancel::default()));
    }

    fn diagnostics(snapshot: &Snapshot) -> Vec<Diagnostic> {
        list(snapshot, &ClientFeatures { related_information: true, ..ClientFeatures::default() }, MOST)
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
                prop_assert_eq!(diagnostics(&snapshot), diagnostics(&afresh), "{:?}", snapshot.text.to_string());
            }
        }
    }
}
