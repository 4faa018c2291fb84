//! When an open document is checked, and in which order its games are.
//!
//! Each open document has one checker, which does one thing at a time: so typing never queues work. A change cancels
//! the running check; games checked by then stay checked, also in the next version. A change that is cheap to check
//! does not come here at all (see `inline_check`).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::task::{Poll, ready};
use std::time::Duration;

use futures::FutureExt as _;
use rayon::prelude::*;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, oneshot};
use vgn_engine::games::Game;

use super::rendering::GameCache;
use super::{duplicates, protocol};
use crate::lsp::documents::address::Address;
use crate::lsp::documents::open::{Documents, OpenedDocument};
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::host::{Computation, host, within};
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::pop_up::plain;
use crate::lsp::session::progress::{ProgressRegistry, WorkProgress};
use crate::lsp::transport::guard::panic_text;
use crate::lsp::transport::outgoing::Outgoing;

/// Pause in typing after which a check starts.
const QUIET: Duration = Duration::from_millis(25);
/// Maximum delay of a check while typing continues.
const PATIENCE: Duration = Duration::from_millis(150);
/// Time after which a running check publishes its findings; doubled after each publication.
const FIRST_NEWS: Duration = Duration::from_millis(200);
/// Number of games checked between two looks at the clock; doubled up to the maximum.
const FIRST_BATCH: usize = 64;
const LARGEST_BATCH: usize = 4096;

/// Checks one document from its opening to its closing.
#[derive(Clone, Debug)]
pub struct DocumentChecker {
    pub documents: Arc<Documents>,
    pub outgoing: Outgoing,
    pub client: ClientFeatures,
    /// Limits the number of documents that are checked concurrently.
    pub permits: Arc<Semaphore>,
    pub progresses: Arc<ProgressRegistry>,
}

impl DocumentChecker {
    /// Starts checking a newly opened document.
    pub fn start(self, uri: Address, opened: OpenedDocument) {
        let checks = async move {
            let mut has_published = false;
            loop {
                // Before the snapshot: a closed document must not wait for the check of another.
                let Ok(permit) = self.permits.clone().acquire_owned().await else { return };
                let Some((snapshot, cancel)) = self.documents.current_check(&uri, opened.opening) else {
                    // The document has been closed, and no check of it is left.
                    return host().give_back_memory();
                };
                let (done, news) = oneshot::channel();
                host().compute(Box::new(VersionCheck {
                    progress: self.progresses.begin(title(&snapshot), None, self.client.progress),
                    checker: self.clone(),
                    cancel,
                    is_first: !has_published,
                    news: false,
                    check: None,
                    snapshot,
                    done: Some((done, permit)),
                }));
                // A check that failed has published nothing.
                has_published |= news.await.unwrap_or(false);
                opened.changed.notified().await;
                settle(&opened.changed).await;
            }
        };
        host().spawn(checks.boxed());
    }

    /// Enqueues the current findings, unless the document has changed.
    fn publish(&self, snapshot: &Snapshot) {
        publish(snapshot, &self.client, &self.documents, &self.outgoing);
    }

    /// Judges the first games of a large document, which an editor shows, and enqueues their findings before the others
    /// are scanned. False if nothing was enqueued.
    fn publish_beginning(&self, snapshot: &Snapshot, cancel: &Cancel) -> bool {
        let Some(beginning) = snapshot.beginning() else { return false };
        let games: Vec<_> = beginning.games().to_judge(0).collect();
        games.par_iter().for_each(|game| judge(&beginning, game, cancel));
        if games.is_empty() || cancel.is_cancelled() {
            return false;
        }
        let message = protocol::publication(&beginning, &self.client);
        self.documents.publish_if_current(snapshot, false, || self.outgoing.send(message));
        true
    }
}

/// Enqueues the current findings, unless the document has changed or all of them have been sent.
pub fn publish(snapshot: &Snapshot, client: &ClientFeatures, documents: &Documents, outgoing: &Outgoing) {
    // Before the list is made: it may lack findings that are added meanwhile.
    let games = snapshot.games();
    let all = games.known().0 == games.count() && duplicates::are_known(snapshot, games);
    let message = protocol::publication(snapshot, client);
    documents.publish_if_current(snapshot, all, || outgoing.send(message));
}

/// The check of one version of a document.
struct VersionCheck {
    checker: DocumentChecker,
    snapshot: Snapshot,
    progress: WorkProgress,
    /// Cancelled by a change.
    cancel: Cancel,
    /// Nothing has been published of the document.
    is_first: bool,
    news: bool,
    check: Option<BatchCheck>,
    /// Receives whether anything was published.
    done: Option<(oneshot::Sender<bool>, OwnedSemaphorePermit)>,
}

impl VersionCheck {
    fn next(&mut self) -> Poll<()> {
        let (checker, snapshot) = (&self.checker, &self.snapshot);
        let Some(check) = &mut self.check else {
            let either = self.cancel.or(self.progress.cancel());
            self.news = self.is_first && checker.publish_beginning(snapshot, &either);
            self.check = Some(BatchCheck::new(either));
            return Poll::Pending;
        };
        let mut show = |done, total| self.progress.report(done, total, "games");
        let finished = ready!(check.step(snapshot, &mut || checker.publish(snapshot), &mut show));
        if !finished && !self.cancel.is_cancelled() {
            // Cancelled by the user, who gets the findings so far.
            checker.publish(snapshot);
        }
        self.news |= finished;
        Poll::Ready(())
    }
}

impl Computation for VersionCheck {
    fn step(&mut self) -> Poll<()> {
        let step = catch_unwind(AssertUnwindSafe(|| self.next())).unwrap_or_else(|panic| {
            tracing::error!(uri = %self.snapshot.uri, reason = %panic_text(panic.as_ref()), "a check failed");
            Poll::Ready(())
        });
        if step.is_ready()
            && let Some((done, permit)) = self.done.take()
        {
            drop(permit);
            done.send(self.news).unwrap_or_default();
        }
        step
    }
}

/// Waits until typing pauses, up to a limit.
async fn settle(changed: &Notify) {
    let quiet = async { while within(QUIET, changed.notified()).await.is_some() {} };
    within(PATIENCE, quiet).await;
}

/// The title of a check's progress.
pub fn title(snapshot: &Snapshot) -> String {
    let path = snapshot.uri.path();
    let name = path.as_deref().and_then(|path| path.file_name()).map(|name| name.to_string_lossy());
    plain(&format!("Checking {}", name.as_deref().unwrap_or("a document")))
}

/// A check of all unchecked games, from the one edited last outwards, in batches.
#[derive(Debug)]
struct BatchCheck {
    cancel: Cancel,
    last_news: Duration,
    patience: Duration,
    batch: usize,
}

impl BatchCheck {
    fn new(cancel: Cancel) -> BatchCheck {
        BatchCheck { cancel, last_news: host().now(), patience: FIRST_NEWS, batch: FIRST_BATCH }
    }

    /// Checks a batch. Ready when all are checked; ready with false if cancelled. `news` is called at the end, and at
    /// intervals before; `show` after each batch, with the numbers of checked and of all games.
    fn step(&mut self, snapshot: &Snapshot, news: &mut dyn FnMut(), show: &mut dyn FnMut(usize, usize)) -> Poll<bool> {
        let cancel = &self.cancel;
        // Edits may have queued: the games are scanned only for the last.
        let games = snapshot.find_games(&|| cancel.is_cancelled()).filter(|_| !cancel.is_cancelled());
        let Some(games) = games else { return Poll::Ready(false) };
        let known = games.known().0;
        let mut to_do = games.to_judge(snapshot.last_edit);
        let batch: Vec<_> = to_do.by_ref().take(self.batch).collect();
        batch.par_iter().for_each(|game| judge(snapshot, game, cancel));
        if cancel.is_cancelled() {
            return Poll::Ready(false);
        }
        if !batch.is_empty() {
            show(games.known().0, games.count());
        }
        // Games whose check fails are not retried for ever.
        if to_do.next().is_none() || games.known().0 == known {
            duplicates::find(snapshot);
            news();
            return Poll::Ready(true);
        }
        self.batch = (self.batch * 2).min(LARGEST_BATCH);
        let now = host().now();
        if now.saturating_sub(self.last_news) > self.patience {
            news();
            self.last_news = host().now();
            self.patience *= 2;
        }
        Poll::Pending
    }
}

/// Checks all unchecked games, in one go. False if cancelled.
pub fn check(snapshot: &Snapshot, cancel: &Cancel, news: &mut dyn FnMut(), show: &mut dyn FnMut(usize, usize)) -> bool {
    let mut check = BatchCheck::new(cancel.clone());
    loop {
        if let Poll::Ready(finished) = check.step(snapshot, news, show) {
            return finished;
        }
    }
}

/// Judges one game, unless it is judged already or the work is cancelled.
pub fn judge(snapshot: &Snapshot, game: &Game<'_, GameCache>, cancel: &Cancel) {
    if cancel.is_cancelled() {
        return;
    }
    let judge = || snapshot.judge(game, &|| cancel.is_cancelled());
    if let Err(panic) = catch_unwind(AssertUnwindSafe(judge)) {
        let (uri, range, reason) = (&snapshot.uri, game.range(), panic_text(panic.as_ref()));
        tracing::error!(%uri, ?range, %reason, "a game could not be checked");
    }
}

#[cfg(test)]
mod tests {
    use ropey::Rope;
    use tower_lsp::lsp_types::Url;

    use super::*;

    fn snapshot(games: usize) -> Snapshot {
        let uri = Url::parse("file:///a.pgn").expect("a URI").into();
        let text = "[Event \"?\"]\n\n1. e4 *\n\n".repeat(games);
        Snapshot::new(uri, "pgn", 1, Rope::from_str(&text), Arc::default())
    }

    fn checked(snapshot: &Snapshot) -> usize {
        snapshot.games().games().filter(|game| game.is_analysed()).count()
    }

    #[test]
    fn a_check_ends_with_the_findings_of_every_game() {
        let snapshot = snapshot(1000);
        let mut known = Vec::new();
        let mut shown = Vec::new();
        let mut show = |done, total| shown.push((done, total));
        assert!(check(&snapshot, &Cancel::default(), &mut || known.push(checked(&snapshot)), &mut show));
        let all = snapshot.games().games().count();
        assert_eq!(shown.last(), Some(&(all, all)));
        assert_eq!(known.last(), Some(&snapshot.games().games().count()));
        // A second check has nothing left to do, and publishes what is known.
        let mut times = 0;
        assert!(check(&snapshot, &Cancel::default(), &mut || times += 1, &mut |_, _| {}));
        assert_eq!(times, 1);
    }

    #[test]
    fn a_cancelled_check_publishes_nothing() {
        let snapshot = snapshot(10);
        let cancel = Cancel::default();
        cancel.cancel();
        assert!(!check(&snapshot, &cancel, &mut || panic!("nobody listens"), &mut |_, _| {}));
        assert_eq!(checked(&snapshot), 0);
    }

    #[tokio::test]
    async fn settling_ends_during_continuous_typing() {
        let changed = Arc::new(Notify::new());
        let typist = tokio::spawn({
            let changed = changed.clone();
            async move {
                loop {
                    changed.notify_one();
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
            }
        });
        let start = host().now();
        settle(&changed).await;
        typist.abort();
        assert!(host().now() - start >= PATIENCE.min(QUIET));
        assert!(host().now() - start < PATIENCE + Duration::from_secs(5));
    }
}
