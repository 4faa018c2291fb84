//! Engines as processes, each with a thread that asks it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use vgn_uci::process::{ChessEngine, EngineFault, Patience};

use crate::lsp::host::{EngineListener, EngineNews, EngineProgram, EngineSearch, HostEngine};

/// A client is told of a search at most so often.
const INTERVAL: Duration = Duration::from_millis(200);

/// How long an engine may be silent: somebody waits for it.
const PATIENCE: Patience = Patience { answer: Duration::from_secs(10), search: Duration::from_secs(10) };

/// An engine whose thread gets orders; the last one counts.
#[derive(Debug)]
pub struct NativeEngine {
    orders: Sender<Option<EngineSearch>>,
    state: Arc<OrderState>,
}

#[derive(Debug, Default)]
struct OrderState {
    /// Number of orders given.
    given: AtomicU64,
    /// Nobody wants the engine any more.
    is_over: AtomicBool,
}

impl NativeEngine {
    /// Starts the program on a thread of its own.
    ///
    /// # Errors
    /// If the system has no more threads.
    pub fn start(program: EngineProgram, hear: EngineListener) -> Result<NativeEngine, String> {
        let (orders, taken) = channel();
        let state = Arc::<OrderState>::default();
        let shared = state.clone();
        thread::Builder::new()
            .name("engine".to_owned())
            .spawn(move || EngineThread { program, hear, state: shared, taken: 0 }.run(&taken))
            .map_err(|error| format!("the engine cannot be started: {error}"))?;
        Ok(NativeEngine { orders, state })
    }

    fn order(&self, order: Option<EngineSearch>) {
        self.state.given.fetch_add(1, Ordering::SeqCst);
        // If the thread has ended, it has said why.
        self.orders.send(order).unwrap_or_default();
    }
}

impl HostEngine for NativeEngine {
    fn search(&self, search: EngineSearch) {
        self.order(Some(search));
    }

    fn rest(&self) {
        self.order(None);
    }
}

impl Drop for NativeEngine {
    fn drop(&mut self) {
        self.state.is_over.store(true, Ordering::SeqCst);
    }
}

/// The thread of an engine.
struct EngineThread {
    program: EngineProgram,
    hear: EngineListener,
    state: Arc<OrderState>,
    /// Number of orders taken.
    taken: u64,
}

impl EngineThread {
    fn run(mut self, orders: &Receiver<Option<EngineSearch>>) {
        let mut running: Option<ChessEngine> = None;
        let mut last = 0;
        while let Some(order) = self.next(orders) {
            let Some(search) = order else { continue };
            last = search.id;
            match self.carry_out(&mut running, search) {
                Ok(()) => {}
                Err(EngineFault::Interrupted) => return,
                Err(fault) => {
                    let news = EngineNews::fault(&self.name(running.as_ref()), &fault);
                    (self.hear)(last, news);
                    if !fault.is_about_the_game() {
                        return;
                    }
                }
            }
        }
        tracing::debug!(last, "an engine is ended");
    }

    /// The last of the orders that have been given; waits for one. `None` if there will be no more.
    fn next(&mut self, orders: &Receiver<Option<EngineSearch>>) -> Option<Option<EngineSearch>> {
        let mut order = orders.recv().ok()?;
        self.taken += 1;
        while let Ok(later) = orders.try_recv() {
            order = later;
            self.taken += 1;
        }
        Some(order)
    }

    fn carry_out(&mut self, running: &mut Option<ChessEngine>, search: EngineSearch) -> Result<(), EngineFault> {
        let EngineThread { program, hear, state, taken } = self;
        let is_over = || state.is_over.load(Ordering::SeqCst);
        let is_unwanted = || is_over() || state.given.load(Ordering::SeqCst) > *taken;
        let engine = match running {
            Some(engine) => engine,
            None => {
                let started = ChessEngine::start_in_background(&program.path, &program.settings, PATIENCE, &is_over)?;
                running.insert(started)
            }
        };
        engine.set_game(search.request.variant(), search.request.castling_mode(), &is_over)?;
        let name = engine.name().map(str::to_owned);
        let mut tell = |report, is_last| {
            hear(search.id, EngineNews::Found { name: name.clone(), report, is_last });
        };
        engine.analyse(&search.request, search.multi_pv, INTERVAL, &mut tell, [&is_unwanted, &is_over])
    }

    /// The engine's name for sentences; that of its file until it has run.
    fn name(&self, running: Option<&ChessEngine>) -> String {
        let path = || self.program.path.display().to_string();
        running.and_then(ChessEngine::name).map_or_else(path, str::to_owned)
    }
}
