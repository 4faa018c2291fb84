//! Results for a large game that concurrent requests share.
//!
//! A moving pointer, or a client that requests the actions of every line, repeats requests that need the whole game.
//! The first request computes a result, the others wait for it, and the last one to end drops it. The game resolved
//! last is kept, because a cursor tends to stay in it, until it is edited, another one is resolved or the document is
//! closed.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use vgn_engine::lint::Cancellation;
use vgn_engine::replay::{GameReport, Resolved};
use vgn_ide::GreenTree;
use vgn_ide::actions::Action;

use crate::lsp::host::host;

/// Results for a game with less text, in bytes, are not shared: they take no time and no memory.
const LARGE: usize = 1 << 16;
/// Length of text, in bytes, from which the memory of a result is given back to the system.
const HUGE: usize = 1 << 18;
/// Maximum length of text, in bytes, of a resolved game that is kept (some 130,000 half-moves): a larger one takes more
/// memory than an editor should.
const MOST_KEPT: usize = 1 << 20;
/// Interval at which a waiting request polls its own cancellation.
const EVERY: Duration = Duration::from_millis(10);

/// The results for one version of a document.
#[derive(Debug, Default)]
pub struct SharedResults {
    users: AtomicUsize,
    pub resolved: SingleFlight<Range<usize>, Resolved>,
    pub tree: SingleFlight<Range<usize>, GreenTree>,
    /// Resolved for conversions.
    pub to_convert: SingleFlight<Range<usize>, Resolved>,
    /// With fixes.
    pub report: SingleFlight<Range<usize>, GameReport>,
    pub conversions: SingleFlight<Range<usize>, Vec<Action>>,
    /// The edit of a chosen action for the games of a range, by the action's name, in JSON.
    pub chosen: SingleFlight<(Range<usize>, String), Vec<u8>>,
}

/// Held by a request from its arrival until its answer.
#[derive(Debug)]
pub struct ResultsLease(Arc<SharedResults>);

impl SharedResults {
    /// Counts one more request.
    pub fn enter(self: &Arc<SharedResults>) -> ResultsLease {
        self.users.fetch_add(1, Ordering::SeqCst);
        ResultsLease(self.clone())
    }

    /// For the next version, after the bytes `old` have become `new_len`: the kept game, if no byte of it has changed.
    pub fn after(&self, old: &Range<usize>, new_len: usize) -> SharedResults {
        let rekeyed = |game: &Range<usize>| match game {
            game if game.len() > MOST_KEPT => None,
            game if old.end <= game.start => Some(game.start - old.len() + new_len..game.end - old.len() + new_len),
            game if game.end <= old.start => Some(game.clone()),
            _ => None,
        };
        SharedResults {
            resolved: self.resolved.rekeyed(rekeyed),
            tree: self.tree.rekeyed(rekeyed),
            ..SharedResults::default()
        }
    }
}

impl Drop for ResultsLease {
    fn drop(&mut self) {
        let SharedResults { users, resolved, tree, to_convert, report, conversions, chosen } = &*self.0;
        if users.fetch_sub(1, Ordering::SeqCst) == 1 {
            let kept = resolved.key().map(|game| game.len());
            resolved.evict(|game| game.len() > MOST_KEPT);
            tree.evict(|game| game.len() > MOST_KEPT);
            let all = |_: &Range<usize>| true;
            let others = [to_convert.evict(all), report.evict(all), conversions.evict(all)];
            // Counting also the kept game, whose answer took memory.
            let forgotten = others.into_iter().chain([kept, chosen.evict(|_| true)]);
            if forgotten.flatten().max() >= Some(HUGE) {
                host().give_back_memory();
            }
        }
    }
}

/// The key of a shared result.
pub trait CacheKey: Clone + PartialEq {
    /// Length of its text, in bytes.
    fn size(&self) -> usize;
}

impl CacheKey for Range<usize> {
    fn size(&self) -> usize {
        self.len()
    }
}

impl CacheKey for (Range<usize>, String) {
    fn size(&self) -> usize {
        self.0.len()
    }
}

/// The result for the key requested last, computed once for concurrent requests.
#[derive(Debug)]
pub struct SingleFlight<S, T> {
    state: Mutex<FlightState<S, T>>,
    finished: Condvar,
}

#[derive(Debug)]
enum FlightState<S, T> {
    Empty,
    /// In progress for this key.
    InProgress(S),
    Ready(S, Arc<T>),
}

impl<S, T> Default for SingleFlight<S, T> {
    fn default() -> SingleFlight<S, T> {
        SingleFlight { state: Mutex::new(FlightState::Empty), finished: Condvar::new() }
    }
}

impl<S: CacheKey, T> SingleFlight<S, T> {
    /// The result of `make` for the key, by this call or a concurrent one. `None` if this call is cancelled.
    pub fn get_or_make(&self, key: &S, cancel: &dyn Cancellation, make: impl FnOnce() -> Option<T>) -> Option<Arc<T>> {
        if key.size() < LARGE {
            return make().map(Arc::new);
        }
        let mut state = self.lock();
        loop {
            match &*state {
                FlightState::Ready(of, result) if of == key => return Some(result.clone()),
                FlightState::InProgress(of) if of != key => {
                    drop(state);
                    return make().map(Arc::new);
                }
                FlightState::InProgress(_) => {
                    if cancel.is_cancelled() {
                        return None;
                    }
                    let waited = self.finished.wait_timeout(state, EVERY);
                    state = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
                FlightState::Empty | FlightState::Ready(..) => break,
            }
        }
        *state = FlightState::InProgress(key.clone());
        drop(state);
        // Wakes the waiting requests even if `make` fails or panics.
        let mut making = FlightGuard { flight: self, result: FlightState::Empty };
        let result = Arc::new(make()?);
        making.result = FlightState::Ready(key.clone(), result.clone());
        Some(result)
    }

    /// The result for the key, if there is one.
    pub fn result(&self, key: &S) -> Option<Arc<T>> {
        if let FlightState::Ready(of, result) = &*self.lock() { (of == key).then(|| result.clone()) } else { None }
    }

    /// The key of the result.
    fn key(&self) -> Option<S> {
        if let FlightState::Ready(of, _) = &*self.lock() { Some(of.clone()) } else { None }
    }

    /// The result under the key that its own has become.
    fn rekeyed(&self, rekeyed: impl FnOnce(&S) -> Option<S>) -> SingleFlight<S, T> {
        let state = match &*self.lock() {
            FlightState::Ready(of, result) => rekeyed(of).map(|of| FlightState::Ready(of, result.clone())),
            _ => None,
        };
        SingleFlight { state: Mutex::new(state.unwrap_or(FlightState::Empty)), finished: Condvar::new() }
    }

    /// Drops the result if its key is unwanted; returns the length of its text.
    fn evict(&self, is_unwanted: impl FnOnce(&S) -> bool) -> Option<usize> {
        let mut state = self.lock();
        let FlightState::Ready(of, _) = &*state else { return None };
        if !is_unwanted(of) {
            return None;
        }
        let size = of.size();
        *state = FlightState::Empty;
        Some(size)
    }
}

impl<S, T> SingleFlight<S, T> {
    fn lock(&self) -> MutexGuard<'_, FlightState<S, T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct FlightGuard<'a, S, T> {
    flight: &'a SingleFlight<S, T>,
    result: FlightState<S, T>,
}

impl<S, T> Drop for FlightGuard<'_, S, T> {
    fn drop(&mut self) {
        *self.flight.lock() = std::mem::replace(&mut self.result, FlightState::Empty);
        self.flight.finished.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use ropey::Rope;
    use tower_lsp::lsp_types::{Position, TextDocumentContentChangeEvent, Url};

    use crate::lsp::documents::positions::ClientEncoding;
    use crate::lsp::documents::snapshot::Snapshot;
    use vgn_engine::lint::{Context, FileKind, Settings};
    use vgn_engine::replay::resolve_game;

    const GAME: Range<usize> = 5..LARGE + 5;

    #[test]
    fn concurrent_requests_share_one_result() {
        let (flight, result) = (SingleFlight::default(), AtomicUsize::new(0));
        let start = Barrier::new(8);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    start.wait();
                    let make = || Some(result.fetch_add(1, Ordering::SeqCst));
                    assert_eq!(flight.get_or_make(&GAME, &|| false, make).as_deref(), Some(&0));
                });
            }
        });
        assert_eq!(result.load(Ordering::SeqCst), 1);
        let other = LARGE + 5..3 * LARGE;
        assert_eq!(flight.get_or_make(&other, &|| false, || Some(7)).as_deref(), Some(&7));
        assert_eq!(flight.get_or_make(&GAME, &|| false, || Some(8)).as_deref(), Some(&8), "of the last game only");
        let small = 0..10;
        for n in 0..3 {
            assert_eq!(flight.get_or_make(&small, &|| false, || Some(n)).as_deref(), Some(&n));
        }
    }

    #[test]
    fn another_request_takes_over_after_a_cancellation_or_a_failure() {
        let flight = SingleFlight::default();
        assert_eq!(flight.get_or_make(&GAME, &|| true, || None::<u8>), None);
        let panics = || flight.get_or_make(&GAME, &|| false, || panic!("on purpose"));
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(panics)).is_err());
        assert_eq!(flight.get_or_make(&GAME, &|| false, || Some(1)).as_deref(), Some(&1));
    }

    #[test]
    fn a_waiting_request_can_be_cancelled() {
        let (flight, started, go_on) = (SingleFlight::default(), Barrier::new(2), AtomicBool::new(false));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                flight.get_or_make(&GAME, &|| false, || {
                    started.wait();
                    while !go_on.load(Ordering::SeqCst) {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    Some(1)
                })
            });
            started.wait();
            assert_eq!(flight.get_or_make(&GAME, &|| true, || panic!("another makes it")), None);
            let other = LARGE + 5..3 * LARGE;
            assert_eq!(flight.get_or_make(&other, &|| false, || Some(2)).as_deref(), Some(&2), "nobody waits for it");
            go_on.store(true, Ordering::SeqCst);
        });
        assert_eq!(flight.get_or_make(&GAME, &|| false, || Some(3)).as_deref(), Some(&1));
    }

    #[test]
    fn the_last_request_drops_the_result() {
        let shared = Arc::<SharedResults>::default();
        let (first, second) = (shared.enter(), shared.enter());
        let ask = || shared.conversions.get_or_make(&GAME, &|| false, || Some(Vec::new()));
        let weak = ask().map(|result| Arc::downgrade(&result)).expect("it is made");
        drop(first);
        assert!(weak.upgrade().is_some());
        drop(second);
        assert!(weak.upgrade().is_none());
    }

    #[test]
    fn a_game_stays_where_it_is_not_edited_and_not_too_large() {
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Pgn);
        let ask = |shared: &SharedResults, game: &Range<usize>| {
            let make = || Some(resolve_game("*", &context));
            shared.resolved.get_or_make(game, &|| false, make).expect("it is made")
        };
        let shared = Arc::<SharedResults>::default();
        let user = shared.enter();
        let result = ask(&shared, &GAME);
        drop(user);
        assert!(Arc::ptr_eq(&result, &ask(&shared, &GAME)));
        let rekeyed = |old: Range<usize>, new_len, game: Range<usize>| {
            Arc::ptr_eq(&result, &ask(&shared.after(&old, new_len), &game))
        };
        assert!(rekeyed(0..5, 2, GAME.start - 3..GAME.end - 3) && rekeyed(5..5, 4, GAME.start + 4..GAME.end + 4));
        assert!(rekeyed(GAME.end..GAME.end, 4, GAME) && !rekeyed(0..5, 2, GAME));
        assert!(
            !rekeyed(4..6, 2, GAME) && !rekeyed(GAME.end - 1..GAME.end, 1, GAME) && !rekeyed(0..GAME.end + 1, 0, GAME)
        );

        let huge = 0..MOST_KEPT + 1;
        let user = shared.enter();
        let weak = Arc::downgrade(&ask(&shared, &huge));
        drop(user);
        assert!(weak.upgrade().is_none());
    }

    /// 5,000 of these are a large game.
    const MOVES: &str = "1. Nf3 Nf6 2. Ng1 Ng8 ";

    fn insert(line: u32, character: u32, text: &str) -> TextDocumentContentChangeEvent {
        let place = Position::new(line, character);
        let range = Some(tower_lsp::lsp_types::Range::new(place, place));
        TextDocumentContentChangeEvent { range, range_length: None, text: text.to_owned() }
    }

    fn resolved(snapshot: &Snapshot) -> Arc<Resolved> {
        let _lease = snapshot.lease();
        let game = snapshot.games().games().map(|game| game.range()).find(|game| game.len() > 1 << 16);
        let game = game.expect("there is a large one");
        snapshot.resolved(&game, &snapshot.text_of(game.clone()), &|| false).expect("nobody calls it off")
    }

    #[test]
    fn a_large_game_is_resolved_once_until_it_is_edited() {
        let uri = Url::parse("file:///a.pgn").expect("a URI").into();
        let text = format!("1. e4 *\n1. Nc3 {}*\n1. c4 *\n", MOVES.repeat(5_000));
        let mut snapshot = Snapshot::new(uri, "pgn", 1, Rope::from_str(&text), Arc::default());
        let first = resolved(&snapshot);
        assert!(Arc::ptr_eq(&first, &resolved(&snapshot)));
        // Edits of other games, also adjacent ones.
        for change in [insert(0, 3, "e3 "), insert(2, 3, "d4 "), insert(0, 0, "1. d4 *\n"), insert(3, 0, "\n")] {
            snapshot.change(change, ClientEncoding::Utf16);
            assert!(Arc::ptr_eq(&first, &resolved(&snapshot)));
        }
        // It begins on the third line now.
        for (change, count) in [(insert(2, 3, "Na3 Nh6 2. "), 20_003), (insert(2, 0, "{a} "), 20_003)] {
            let before = resolved(&snapshot);
            snapshot.change(change, ClientEncoding::Utf16);
            let now = resolved(&snapshot);
            assert!(!Arc::ptr_eq(&before, &now));
            assert_eq!(now.moves.len(), count);
            let text = snapshot.text_of(snapshot.games().games().nth(2).expect("the third").range()).into_owned();
            let afresh = resolve_game(&text, &snapshot.context());
            let ranges = |resolved: &Resolved| resolved.moves.iter().map(|mv| mv.range.clone()).collect::<Vec<_>>();
            assert_eq!(ranges(&now), ranges(&afresh));
        }
        let before = resolved(&snapshot);
        snapshot.forget_findings();
        assert!(!Arc::ptr_eq(&before, &resolved(&snapshot)), "another configuration may hold");
    }
}
