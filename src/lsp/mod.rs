//! The language server: everything that knows tower-lsp.
//!
//! Knows: `ide`, `analysis`'s plain data, `config`, the encodings of `source`, the protocol. Never knows: chess,
//! grammar.
//!
//! - A message is started where it stands in the order of arrival (`guard`), so text changes apply in order and a
//!   request sees the text that the client saw.
//! - Work runs on other threads over snapshots that never change (`snapshot`), and can be called off (`cancel`). Only
//!   what costs less than the way to another thread is done at once (`promptly`).
//! - Diagnostics are sent of the server's own accord (`checking`) or when they are asked for (`pull`, `workspace`), as
//!   the client can, and never both.
//! - Diagnostics of one document leave in the order of its versions (`documents`, `outgoing`).
//! - Nothing but messages of the protocol goes to the standard output.

mod actions;
mod backend;
mod custom;
mod diagnostics;
mod documents;
mod native;
mod requests;
mod session;
mod transport;

use std::process::ExitCode;
use std::sync::Arc;

use tower_lsp::LspService;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

use session::later::{self, Later};
use session::state::Backend;
use transport::ending::Ending;
use transport::guard::Guard;
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
    let ending = Arc::new(Ending::default());
    runtime.block_on(run(ending.clone()));
    // A thread may still wait for input that never comes: it is left behind.
    runtime.shutdown_background();
    ExitCode::from(ending.exit_code())
}

async fn run(ending: Arc<Ending>) {
    let (outgoing, queue) = outgoing::queue();
    let impatient = std::env::var_os(IMPATIENT_VARIABLE).is_some();
    let later = Arc::new(Later::default());
    let backend = |client| Backend::new(client, outgoing.clone(), ending.clone(), later.clone(), impatient);
    let builder = LspService::build(backend)
        .custom_method("vgn/decodedText", Backend::decoded_text)
        .custom_method(later::TEXT_CONTENT, Backend::text_content)
        .custom_method("window/workDoneProgress/cancel", Backend::cancel_progress);
    let builder = if std::env::var_os(TEST_VARIABLE).is_some() {
        builder
            .custom_method("vgn/testPanic", Backend::test_panic)
            .custom_method("vgn/testWait", Backend::test_wait)
            .custom_method("vgn/testReady", Backend::test_ready)
    } else {
        builder
    };
    let (service, socket) = builder.finish();
    let beside = (service.inner().luggage(), service.inner().promptly());
    let guard = Guard::new(service, ending.clone()).hearing(later);
    serve::serve(tokio::io::stdin(), tokio::io::stdout(), guard, socket, (outgoing, queue), beside, ending).await;
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
