//! The place of one engine, which is started when it is needed, and again when it has failed.

use std::path::{Path, PathBuf};

use shakmaty::CastlingMode;
use shakmaty::variant::Variant;
use vgn_uci::process::{ChessEngine, EngineFault, Patience};
use vgn_uci::protocol::{EngineSettings, SearchLimit, SearchReport, SearchRequest};

use crate::batch::interrupt;

/// Failures in a row after which an engine is not started again.
const MOST_FAILURES: u32 = 3;

/// An engine program, and one process of it at most.
pub struct EngineSlot {
    program: PathBuf,
    settings: EngineSettings,
    /// The name that the engine gives itself; that of its file until it has run.
    name: String,
    running: Option<ChessEngine>,
    /// Failures in a row.
    failures: u32,
}

/// The program of an engine: the one that was named, or Stockfish.
pub fn engine_program(named: Option<&Path>) -> PathBuf {
    named.unwrap_or(Path::new("stockfish")).to_path_buf()
}

impl EngineSlot {
    pub fn new(program: &Path, settings: EngineSettings) -> EngineSlot {
        let name = program.display().to_string();
        EngineSlot { program: program.to_path_buf(), settings, name, running: None, failures: 0 }
    }

    /// A place for another process of the same engine.
    pub fn another(&self) -> EngineSlot {
        EngineSlot { name: self.name.clone(), ..EngineSlot::new(&self.program, self.settings) }
    }

    /// Whether it has failed so often that it is not asked again.
    pub fn is_given_up(&self) -> bool {
        self.failures >= MOST_FAILURES
    }

    /// The engine's name for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Starts the engine if it does not run.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub fn start(&mut self) -> Result<(), EngineFault> {
        if self.running.is_none() {
            let started = ChessEngine::start(&self.program, &self.settings, Patience::default(), &is_unwanted);
            let engine = self.noted(started)?;
            if let Some(name) = engine.name() {
                name.clone_into(&mut self.name);
            }
            self.running = Some(engine);
        }
        Ok(())
    }

    /// Begins a game.
    ///
    /// # Errors
    ///
    /// If the engine fails, or does not play the variant.
    pub fn new_game(&mut self, variant: Variant, mode: CastlingMode) -> Result<(), EngineFault> {
        self.with(|engine| engine.new_game(variant, mode, &is_unwanted))
    }

    /// Searches a position of the game.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    pub fn search(&mut self, request: &SearchRequest, limit: SearchLimit) -> Result<SearchReport, EngineFault> {
        let report = self.with(|engine| engine.search(request, limit, &is_unwanted))?;
        self.failures = 0;
        Ok(report)
    }

    fn with<T>(&mut self, ask: impl FnOnce(&mut ChessEngine) -> Result<T, EngineFault>) -> Result<T, EngineFault> {
        self.start()?;
        let Some(engine) = &mut self.running else { return Err(EngineFault::Interrupted) };
        let answer = ask(engine);
        self.noted(answer)
    }

    /// Ends an engine that has failed.
    fn noted<T>(&mut self, answer: Result<T, EngineFault>) -> Result<T, EngineFault> {
        if let Err(fault) = &answer
            && !fault.is_about_the_game()
        {
            self.running = None;
            self.failures += u32::from(*fault != EngineFault::Interrupted);
        }
        answer
    }
}

/// Nobody waits for an answer any more.
fn is_unwanted() -> bool {
    interrupt::pending().is_some()
}
