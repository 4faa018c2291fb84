//! The language server: everything that knows tower-lsp.
//!
//! Knows: `ide`, `analysis`'s plain data, `config`, the encodings of `source`, the protocol. Never knows: chess,
//! grammar.
//!
//! - A message is started where it stands in the order of arrival (`guard`), so text changes apply in order and a
//!   request sees the text that the client saw.
//! - Work runs on other threads over snapshots that never change (`snapshot`), and can be called off (`cancel`). Only
//!   what costs less than the way to another thread is done at once (`inline_check`).
//! - Diagnostics are sent of the server's own accord (`checking`) or when they are asked for (`requests`), as
//!   the client can, and never both.
//! - Diagnostics of one document leave in the order of its versions (`documents`, `outgoing`).
//! - Nothing but messages of the protocol goes to the standard output.

mod actions;
mod custom;
mod diagnostics;
mod documents;
mod methods;
mod native;
mod notifications;
mod requests;
mod session;
mod transport;

use std::process::ExitCode;
use std::sync::Arc;

use tower_lsp::LspService;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

use methods::{BULK, Methods};
use session::lsp_ext::{self, Extensions};
use session::state::Backend;
use transport::bulk::Door;
use transport::guard::Guard;
use transport::lifecycle::Lifecycle;
use transport::{outgoing, serve};

/// The log's filter, before `RUST_LOG`: `vgn_lsp=debug` and the like. Logs go to the standard error stream.
const LOG_VARIABLE: &str = "VGN_LSP_LOG";
/// Where it is set, tests can ask for a panic and for work without an end.
const TEST_VARIABLE: &str = "VGN_LSP_TEST_REQUESTS";
/// Where it is set, progress is shown of short work too: how long work takes is nothing that a test can rely on.
const IMPATIENT_VARIABLE: &str = "VGN_LSP_TEST_IMPATIENT";

/// Bytes that the pipe to the client can hold.
#[cfg(target_os = "linux")]
const PIPE: usize = 1 << 20;

/// Speaks the protocol over the standard streams until the client ends the session.
///
/// The exit code is 0 after `shutdown`, else 1, as the protocol says.
pub fn run_stdio() -> ExitCode {
    start_logging();
    widen_output();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            tracing::error!(%error, "cannot start threads");
            return ExitCode::FAILURE;
        }
    };
    let lifecycle = Arc::new(Lifecycle::default());
    runtime.block_on(run(lifecycle.clone()));
    // A thread may still wait for input that never comes: it is left behind.
    runtime.shutdown_background();
    ExitCode::from(lifecycle.exit_code())
}

async fn run(lifecycle: Arc<Lifecycle>) {
    let (outgoing, queue) = outgoing::queue();
    let impatient = std::env::var_os(IMPATIENT_VARIABLE).is_some();
    let extensions = Arc::new(Extensions::default());
    let methods = |client| {
        let (lifecycle, extensions) = (lifecycle.clone(), extensions.clone());
        Methods(Arc::new(Backend::new(client, outgoing.clone(), lifecycle, extensions, impatient)))
    };
    let builder = LspService::build(methods)
        .custom_method("vgn/cursor", Methods::cursor)
        .custom_method("vgn/step", Methods::step)
        .custom_method("vgn/decodedText", Methods::decoded_text)
        .custom_method(lsp_ext::TEXT_CONTENT, Methods::text_content)
        .custom_method("window/workDoneProgress/cancel", Methods::cancel_progress);
    let builder = if std::env::var_os(TEST_VARIABLE).is_some() {
        builder
            .custom_method("vgn/testPanic", Methods::test_panic)
            .custom_method("vgn/testWait", Methods::test_wait)
            .custom_method("vgn/testReady", Methods::test_ready)
    } else {
        builder
    };
    let (service, socket) = builder.finish();
    let backend = service.inner().0.clone();
    let inline_check = backend.inline_check();
    let door = Door::new(backend, BULK, lifecycle.clone());
    let guard = Guard::new(service, door, lifecycle.clone()).hearing(extensions);
    let streams = (tokio::io::stdin(), tokio::io::stdout());
    serve::serve(streams, guard, socket, (outgoing, queue), inline_check, lifecycle).await;
}

/// Lets the pipe to the client hold a long list of diagnostics, so that it is sent without waiting for the client.
/// Where the output is no pipe, or cannot be widened, it stays as it is.
fn widen_output() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::pipe::fcntl_setpipe_size(std::io::stdout(), PIPE) {
        tracing::debug!(%error, "the standard output stays as wide as it is");
    }
}

fn start_logging() {
    let asked = [LOG_VARIABLE, "RUST_LOG"].iter().find_map(|name| std::env::var(name).ok()?.parse::<Targets>().ok());
    let filter = asked.unwrap_or_else(|| Targets::new().with_default(LevelFilter::WARN));
    let log = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(false);
    // A log that is there already is as good.
    tracing_subscriber::registry().with(log.with_filter(filter)).try_init().unwrap_or_default();
}
