//! A process as the host of the server: computations run on a pool of threads, tasks on the runtime of the calling
//! thread.

use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use futures::FutureExt as _;
use futures::future::BoxFuture;
use tokio::runtime::Handle;

use super::engine::NativeEngine;
use super::files::NativeFiles;
use super::{client_process, memory};
use crate::lsp::host::{Computation, EngineListener, EngineProgram, Files, Host, HostEngine};
use crate::lsp::session::state::Backend;
use crate::lsp::transport::lifecycle::Lifecycle;

/// This process.
#[derive(Debug)]
pub struct Process;

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

impl Host for Process {
    fn compute(&self, mut work: Box<dyn Computation>) {
        // Outside of the runtime the session has ended.
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn_blocking(move || while work.step().is_pending() {});
        }
    }

    fn spawn(&self, task: BoxFuture<'static, ()>) {
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(task);
        }
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        tokio::time::sleep(time).boxed()
    }

    fn now(&self) -> Duration {
        START.elapsed()
    }

    fn date(&self) -> Duration {
        SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
    }

    fn seed(&self) -> u64 {
        let now = self.date();
        u64::from(std::process::id()) << 32 ^ u64::from(now.subsec_nanos()) ^ now.as_secs()
    }

    /// At least two, so that one long computation does not block all others.
    fn cores(&self) -> usize {
        std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2))
    }

    fn watch_client(&self, process: u32, lifecycle: Arc<Lifecycle>) {
        client_process::watch(process, lifecycle);
    }

    fn give_back_memory(&self) {
        memory::give_back_later();
    }

    fn secret(&self) -> Result<[u8; 32], String> {
        super::board::secret()
    }

    fn serve_boards(&self, server: Arc<Backend>) -> Result<u16, String> {
        super::board::serve(server)
    }

    fn open_in_browser(&self, address: &str) -> Result<(), String> {
        super::board::open_in_browser(address).map_err(|error| error.to_string())
    }

    fn has_engines(&self) -> bool {
        true
    }

    fn start_engine(&self, program: &EngineProgram, hear: EngineListener) -> Result<Box<dyn HostEngine>, String> {
        Ok(Box::new(NativeEngine::start(program.clone(), hear)?))
    }

    fn end_engines(&self) {
        vgn_uci::process::end_all();
    }

    fn files(&self) -> Option<&dyn Files> {
        Some(&NativeFiles)
    }
}
