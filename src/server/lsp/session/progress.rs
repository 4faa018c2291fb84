//! Progress of long work, shown by the client if it can, with a button that cancels the work.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures::FutureExt as _;
use tower_lsp::Client;
use tower_lsp::lsp_types::request::WorkDoneProgressCreate;
use tower_lsp::lsp_types::{
    ProgressParams, ProgressParamsValue, ProgressToken, WorkDoneProgress, WorkDoneProgressBegin,
    WorkDoneProgressCreateParams, WorkDoneProgressEnd, WorkDoneProgressReport, notification,
};

use super::cancel::Cancel;
use crate::lsp::host::host;
use crate::lsp::transport::outgoing::{Outgoing, OutgoingMessage};

/// Minimum duration of work that is shown.
const LONG: Duration = Duration::from_secs(1);
/// Minimum interval between two reports.
const BETWEEN: Duration = Duration::from_millis(250);

/// The work in progress.
#[derive(Debug)]
pub struct ProgressRegistry {
    client: Client,
    outgoing: Outgoing,
    running: Mutex<HashMap<ProgressToken, Cancel>>,
    count: AtomicU64,
    long: Duration,
}

/// The progress of one piece of work, which ends when it is dropped.
#[derive(Debug)]
pub struct WorkProgress {
    registry: Arc<ProgressRegistry>,
    token: ProgressToken,
    title: String,
    /// The token came from the client (`has_client_token`), or the client can be asked to show it (`showable`).
    has_client_token: bool,
    showable: bool,
    cancel: Cancel,
    started: Duration,
    last_report: Duration,
    state: Arc<Mutex<ProgressState>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ProgressState {
    /// Not long enough yet.
    Quiet,
    /// The client has been asked to show it.
    Asked,
    Shown,
    Over,
}

impl ProgressRegistry {
    /// Without any work. `impatient`: short work is shown too.
    pub fn new(client: Client, outgoing: Outgoing, impatient: bool) -> ProgressRegistry {
        let long = if impatient { Duration::ZERO } else { LONG };
        ProgressRegistry { client, outgoing, running: Mutex::default(), count: AtomicU64::new(0), long }
    }

    /// Begins work. It is shown under the client's own token, or if `showable`.
    pub fn begin(self: &Arc<Self>, title: String, token: Option<ProgressToken>, showable: bool) -> WorkProgress {
        let has_client_token = token.is_some();
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let token = token.unwrap_or_else(|| ProgressToken::String(format!("vgn-lsp/{number}")));
        let cancel = Cancel::default();
        self.running().insert(token.clone(), cancel.clone());
        let now = host().now();
        let state = Arc::new(Mutex::new(ProgressState::Quiet));
        WorkProgress {
            registry: self.clone(),
            token,
            title,
            has_client_token,
            showable,
            cancel,
            started: now,
            last_report: now,
            state,
        }
    }

    /// Cancels work at the user's request.
    pub fn cancel(&self, token: &ProgressToken) {
        if let Some(cancel) = self.running().get(token) {
            cancel.cancel();
        }
    }

    fn running(&self) -> MutexGuard<'_, HashMap<ProgressToken, Cancel>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send_value(&self, token: &ProgressToken, value: WorkDoneProgress) {
        let params = ProgressParams { token: token.clone(), value: ProgressParamsValue::WorkDone(value) };
        if let Some(message) = OutgoingMessage::notification::<notification::Progress>(params) {
            self.outgoing.send(message);
        }
    }

    fn send_begin(&self, token: &ProgressToken, title: &str) {
        let begin = WorkDoneProgressBegin {
            title: title.to_owned(),
            cancellable: Some(true),
            message: None,
            percentage: Some(0),
        };
        self.send_value(token, WorkDoneProgress::Begin(begin));
    }
}

impl WorkProgress {
    /// Cancelled when the user cancels the work.
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// Reports that `done` of `total` things are done.
    pub fn report(&mut self, done: usize, total: usize, things: &str) {
        let now = host().now();
        let mut state = lock(&self.state);
        match *state {
            ProgressState::Quiet if now - self.started >= self.registry.long && self.has_client_token => {
                *state = ProgressState::Shown;
                self.registry.send_begin(&self.token, &self.title);
            }
            ProgressState::Quiet if now - self.started >= self.registry.long && self.showable => {
                *state = ProgressState::Asked;
                drop(state);
                self.request_token();
            }
            ProgressState::Shown if now - self.last_report >= BETWEEN => {
                self.last_report = now;
                let percentage = u32::try_from(done.saturating_mul(100) / total.max(1)).unwrap_or(100).min(100);
                let report = WorkDoneProgressReport {
                    cancellable: Some(true),
                    message: Some(format!("{done} of {total} {things}")),
                    percentage: Some(percentage),
                };
                self.registry.send_value(&self.token, WorkDoneProgress::Report(report));
            }
            _ => {}
        }
    }

    /// Asks the client to show the progress, which begins when the client agrees, unless the work has ended by then.
    fn request_token(&self) {
        let (registry, state) = (self.registry.clone(), self.state.clone());
        let (token, title) = (self.token.clone(), self.title.clone());
        let request = async move {
            let params = WorkDoneProgressCreateParams { token: token.clone() };
            let agreed = registry.client.send_request::<WorkDoneProgressCreate>(params).await.is_ok();
            let mut state = lock(&state);
            if agreed && *state == ProgressState::Asked {
                *state = ProgressState::Shown;
                registry.send_begin(&token, &title);
            }
        };
        host().spawn(request.boxed());
    }
}

impl Drop for WorkProgress {
    fn drop(&mut self) {
        self.registry.running().remove(&self.token);
        let mut state = lock(&self.state);
        if *state == ProgressState::Shown {
            self.registry.send_value(&self.token, WorkDoneProgress::End(WorkDoneProgressEnd { message: None }));
        }
        *state = ProgressState::Over;
    }
}

fn lock(state: &Mutex<ProgressState>) -> MutexGuard<'_, ProgressState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
