//! Cancellation tokens, and background work for requests.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::task::Poll;

use tokio::sync::{Semaphore, oneshot};
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use vgn_engine::lint::Cancellation;

use crate::lsp::host::{Computation, host};

/// The protocol's error code for a request about an outdated text.
const CONTENT_MODIFIED: i64 = -32801;

/// A token, shared by work and the code that may cancel it.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    own: Arc<AtomicBool>,
    others: Vec<Arc<AtomicBool>>,
}

impl Cancel {
    /// Cancels the work.
    pub fn cancel(&self) {
        self.own.store(true, Ordering::Relaxed);
    }

    /// Whether the work is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.own.load(Ordering::Relaxed) || self.others.iter().any(|other| other.load(Ordering::Relaxed))
    }

    /// A token of the same work that is also cancelled with the other one.
    pub fn or(&self, other: &Cancel) -> Cancel {
        let mut both = self.clone();
        both.others.push(other.own.clone());
        both.others.extend(other.others.iter().cloned());
        both
    }
}

impl Cancellation for Cancel {
    fn is_cancelled(&self) -> bool {
        Cancel::is_cancelled(self)
    }
}

/// Cancels the work when dropped: a request's handler holds one while it awaits its work.
#[derive(Debug)]
pub struct CancelOnDrop(pub Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// The scope of work: work waits only for other work of the same scope.
#[derive(Clone, Copy, Debug)]
pub enum WorkScope {
    /// A place in a document that the user is looking at: short, except in the largest games.
    Place,
    /// Whole documents and files.
    Whole,
}

/// The limit of concurrent work of each scope: more would take as long, and more memory.
static AT_PLACES: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(host().cores()));
static ON_WHOLES: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(host().cores()));

/// Work that is done in one slice.
struct OneShot<F>(Option<F>);

impl<F: FnOnce() + Send> Computation for OneShot<F> {
    fn step(&mut self) -> Poll<()> {
        self.0.take().into_iter().for_each(|work| work());
        Poll::Ready(())
    }
}

type BoxedAnswer = Box<dyn Any + Send>;
type BoxedWork = Box<dyn FnOnce(&Cancel) -> BoxedAnswer + Send>;

/// Runs work for a request on the host when a permit is free. When the request is cancelled, so is the token, and
/// waiting for a permit ends.
///
/// A panic of the work is resumed in the caller, whose guard turns it into a reply.
pub async fn compute<T: Send + 'static>(about: WorkScope, work: impl FnOnce(&Cancel) -> T + Send + 'static) -> T {
    let answer = compute_any(about, Box::new(|cancel| Box::new(work(cancel)))).await;
    *answer.downcast().expect("the work's own answer")
}

/// The same with a boxed closure, compiled once.
async fn compute_any(about: WorkScope, work: BoxedWork) -> BoxedAnswer {
    let permits = match about {
        WorkScope::Place => &*AT_PLACES,
        WorkScope::Whole => &*ON_WHOLES,
    };
    let cancel = Cancel::default();
    let _cancel_on_drop = CancelOnDrop(cancel.clone());
    let permit = permits.acquire().await;
    let (sender, receiver) = oneshot::channel();
    let work = move || {
        // The permit is held until the work has ended, even if the request was cancelled meanwhile.
        let permit = permit;
        let answer = catch_unwind(AssertUnwindSafe(|| work(&cancel)));
        drop(permit);
        sender.send(answer).map_err(drop).unwrap_or_default();
    };
    host().compute(Box::new(OneShot(Some(work))));
    match receiver.await {
        Ok(Ok(answer)) => answer,
        Ok(Err(panic)) => resume_unwind(panic),
        // The host accepts no more work: the session has ended.
        Err(_) => std::future::pending().await,
    }
}

/// Runs work for a request about a document, like [`compute`]. The token is also cancelled when the document has
/// `changed`.
///
/// # Errors
/// If the work returns `None`, because it was cancelled.
pub async fn compute_on_document<T: Send + 'static>(
    changed: Cancel,
    work: impl FnOnce(&Cancel) -> Option<T> + Send + 'static,
) -> Result<T> {
    let answer = compute(WorkScope::Place, move |cancel| work(&cancel.or(&changed))).await;
    // A cancelled request has been answered already; only a change of the document is reported here.
    answer.ok_or_else(|| content_modified("the document has changed meanwhile"))
}

/// The error for a request about content that the document no longer has.
pub fn content_modified(message: &'static str) -> Error {
    Error { code: ErrorCode::ServerError(CONTENT_MODIFIED), message: message.into(), data: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_without_an_answer_was_cancelled() {
        let changed = Cancel::default();
        let work = |cancel: &Cancel| (!cancel.is_cancelled()).then_some(1);
        assert_eq!(compute_on_document(changed.clone(), work).await, Ok(1));
        changed.cancel();
        let refused = compute_on_document(changed, work).await.map_err(|error| error.code.code());
        assert_eq!(refused, Err(CONTENT_MODIFIED));
    }

    #[test]
    fn either_token_cancels_the_work() {
        let (request, document) = (Cancel::default(), Cancel::default());
        let both = request.or(&document);
        assert!(!both.is_cancelled());
        document.cancel();
        assert!(both.is_cancelled() && !request.is_cancelled());
    }
}
