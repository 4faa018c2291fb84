//! The server over the standard streams of its process.

use std::io;
use std::process::ExitCode;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader, BufWriter};
use tokio::sync::mpsc;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

use super::wire::{self, Frame};
use crate::lsp::host::install;
use crate::lsp::transport::lifecycle::Lifecycle;
use crate::lsp::transport::outgoing::{Item, Queue};
use crate::lsp::{Options, Server};

/// The log's filter, before `RUST_LOG`: `vgn_lsp=debug` and the like. Logs go to the standard error stream.
const LOG_VARIABLE: &str = "VGN_LSP_LOG";
/// Where it is set, tests can ask for a panic and for work without an end.
pub const TEST_VARIABLE: &str = "VGN_LSP_TEST_REQUESTS";
/// Where it is set, progress is shown of short work too: how long work takes is nothing that a test can rely on.
const IMPATIENT_VARIABLE: &str = "VGN_LSP_TEST_IMPATIENT";

/// Bytes that the pipe to the client can hold.
#[cfg(target_os = "linux")]
const PIPE: usize = 1 << 20;
/// Messages read ahead of their handling.
const READ_AHEAD: usize = 64;

/// Speaks the protocol over the standard streams until the client ends the session.
///
/// The exit code is 0 after `shutdown`, else 1, as the protocol says.
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
    let options = Options { impatient: is_set(IMPATIENT_VARIABLE), test_requests: is_set(TEST_VARIABLE) };
    let lifecycle = Arc::new(Lifecycle::default());
    runtime.block_on(run(options, lifecycle.clone()));
    // A thread may still wait for input that never comes: it is left behind.
    runtime.shutdown_background();
    ExitCode::from(lifecycle.exit_code())
}

async fn run(options: Options, lifecycle: Arc<Lifecycle>) {
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

/// Reads the bodies of messages into the channel until the input or the channel's other end is closed; what is wrong
/// with a header, in words.
async fn read(mut input: BufReader<impl AsyncRead + Unpin>, frames: mpsc::Sender<Result<Vec<u8>, String>>) {
    loop {
        let frame = match wire::read_frame(&mut input).await {
            Ok(Frame::Body(body)) => Ok(body),
            Ok(Frame::Bad(reason)) => Err(reason),
            Ok(Frame::End) => return,
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

/// Writes what is put in the queue, until nobody is left who could.
async fn write(mut queue: Queue, mut output: impl AsyncWrite + Unpin) -> io::Result<()> {
    while let Some(item) = queue.next().await {
        match item {
            Item::Message(message) => {
                let length = message.size();
                wire::write_frame(&mut output, length, message.into_parts()).await?;
                queue.note_read(length);
                if queue.is_empty() {
                    output.flush().await?;
                }
            }
            Item::Flush(done) => {
                output.flush().await?;
                done.send(()).unwrap_or_default();
            }
        }
    }
    output.flush().await
}

/// Lets the pipe to the client hold a long list of diagnostics, so that it is sent without waiting for the client.
/// Where the output is no pipe, or cannot be widened, it stays as it is.
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
    // A log that is there already is as good.
    tracing_subscriber::registry().with(log.with_filter(filter)).try_init().unwrap_or_default();
}
