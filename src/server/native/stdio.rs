//! The server over the standard streams of its process.

use std::io;
use std::process::ExitCode;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader, BufWriter};
use tokio::sync::mpsc;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

use super::wire::{self, WireFrame};
use crate::lsp::host::install;
use crate::lsp::transport::lifecycle::Lifecycle;
use crate::lsp::transport::outgoing::{OutgoingItem, OutgoingQueue};
use crate::lsp::{Server, ServerOptions};

/// The log's filter, before `RUST_LOG`: `debug`, `vgn_server=debug` and the like. Logs go to the standard error stream.
const LOG_VARIABLE: &str = "VGN_LSP_LOG";
/// If set, the requests for tests are served: a panic and endless work.
pub const TEST_VARIABLE: &str = "VGN_LSP_TEST_REQUESTS";
/// If set, progress of short work is shown too, since tests cannot rely on durations.
const IMPATIENT_VARIABLE: &str = "VGN_LSP_TEST_IMPATIENT";

/// Capacity of the pipe to the client, in bytes.
#[cfg(target_os = "linux")]
const PIPE: usize = 1 << 20;
/// Maximum number of messages read ahead of their handling.
const READ_AHEAD: usize = 64;

/// Serves the protocol over the standard streams until the client ends the session.
///
/// The exit code is 0 after `shutdown`, else 1, as the protocol prescribes.
pub fn run_stdio() -> ExitCode {
    start_logging();
    widen_output();
    install(super::host());
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            tracing::error!(%error, "cannot start threads");
            return ExitCode::FAILURE;
        }
    };
    let is_set = |variable| std::env::var_os(variable).is_some();
    let options = ServerOptions { impatient: is_set(IMPATIENT_VARIABLE), test_requests: is_set(TEST_VARIABLE) };
    let lifecycle = Arc::new(Lifecycle::default());
    runtime.block_on(run(options, lifecycle.clone()));
    // A thread may be blocked on input that never comes: it is left behind.
    runtime.shutdown_background();
    ExitCode::from(lifecycle.exit_code())
}

async fn run(options: ServerOptions, lifecycle: Arc<Lifecycle>) {
    let (server, queue) = Server::new(options, lifecycle.clone());
    tokio::spawn(async move {
        if let Err(error) = write(queue, BufWriter::new(tokio::io::stdout())).await {
            tracing::warn!(%error, "the client does not read any more");
            lifecycle.end();
        }
    });
    let (frames, incoming) = mpsc::channel(READ_AHEAD);
    tokio::spawn(read(BufReader::with_capacity(64 * 1024, tokio::io::stdin()), frames));
    server.serve(incoming).await;
}

/// Reads the bodies of messages into the channel until the input or the receiving end is closed; for a faulty header,
/// the reason in words.
async fn read(mut input: BufReader<impl AsyncRead + Unpin>, frames: mpsc::Sender<Result<Vec<u8>, String>>) {
    loop {
        let frame = match wire::read_frame(&mut input).await {
            Ok(WireFrame::Body(body)) => Ok(body),
            Ok(WireFrame::Bad(reason)) => Err(reason),
            Ok(WireFrame::End) => return,
            Err(error) => {
                tracing::warn!(%error, "cannot read from the client");
                return;
            }
        };
        if frames.send(frame).await.is_err() {
            return;
        }
    }
}

/// Writes the items of the queue, until its senders are gone.
async fn write(mut queue: OutgoingQueue, mut output: impl AsyncWrite + Unpin) -> io::Result<()> {
    while let Some(item) = queue.next().await {
        match item {
            OutgoingItem::Message(message) => {
                let length = message.size();
                wire::write_frame(&mut output, length, message.into_parts()).await?;
                queue.note_read(length);
                if queue.is_empty() {
                    output.flush().await?;
                }
            }
            OutgoingItem::Flush(done) => {
                output.flush().await?;
                done.send(()).unwrap_or_default();
            }
        }
    }
    output.flush().await
}

/// Enlarges the pipe to the client to hold a long list of diagnostics, so that it is sent without waiting for the
/// client. An output that is not a pipe, or cannot be enlarged, is left as it is.
fn widen_output() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::pipe::fcntl_setpipe_size(std::io::stdout(), PIPE) {
        tracing::debug!(%error, "the standard output stays as wide as it is");
    }
}

pub fn start_logging() {
    let asked = [LOG_VARIABLE, "RUST_LOG"].iter().find_map(|name| std::env::var(name).ok()?.parse::<Targets>().ok());
    let filter = asked.unwrap_or_else(|| Targets::new().with_default(LevelFilter::WARN));
    let log = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(false);
    // An existing logger is kept.
    tracing_subscriber::registry().with(log.with_filter(filter)).try_init().unwrap_or_default();
}
