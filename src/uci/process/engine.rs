//! An engine that is asked and waited for.

use std::path::Path;
use std::time::{Duration, Instant};

use shakmaty::CastlingMode;
use shakmaty::variant::Variant;

use super::EngineFault;
use super::child::EngineChild;
use crate::protocol::{EngineReply, EngineSettings, SearchLimit, SearchReport, SearchRequest, UciSession};

/// How long an engine may be silent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Until it has said what it is, and after each thing that it is told.
    pub answer: Duration,
    /// In a search, before it is asked whether it is alive.
    pub search: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        // The first start may read a network of a hundred megabytes from a slow disk.
        Patience { answer: Duration::from_secs(20), search: Duration::from_secs(10) }
    }
}

/// How often the one who waits is asked whether it still wants the answer.
const GLANCE: Duration = Duration::from_millis(100);

/// A running engine.
pub struct ChessEngine {
    child: EngineChild,
    session: UciSession,
    patience: Patience,
}

impl ChessEngine {
    /// Starts a program, and sets it up. `is_unwanted` tells that nobody waits any more.
    ///
    /// # Errors
    ///
    /// If there is no such program, or it is no engine.
    pub fn start(
        program: &Path,
        settings: &EngineSettings,
        patience: Patience,
        is_unwanted: &dyn Fn() -> bool,
    ) -> Result<ChessEngine, EngineFault> {
        let child = EngineChild::start(program)?;
        let mut engine = ChessEngine { child, session: UciSession::default(), patience };
        engine.child.send(UciSession::GREETING.to_owned());
        engine.wait_until_ready(is_unwanted)?;
        let lines = engine.session.set_up(settings);
        engine.child.send(lines);
        engine.wait_until_ready(is_unwanted)?;
        Ok(engine)
    }

    /// The name that it gives itself.
    pub fn name(&self) -> Option<&str> {
        self.session.name()
    }

    /// Begins a game: it forgets the one before.
    ///
    /// # Errors
    ///
    /// If it does not play the variant, which [`EngineFault::is_about_the_game`]; else it is to be dropped.
    pub fn new_game(
        &mut self,
        variant: Variant,
        mode: CastlingMode,
        is_unwanted: &dyn Fn() -> bool,
    ) -> Result<(), EngineFault> {
        let lines = self.session.new_game(variant, mode)?;
        self.child.send(lines);
        self.wait_until_ready(is_unwanted)
    }

    /// Searches a position of the game.
    ///
    /// # Errors
    ///
    /// After each it is to be dropped.
    pub fn search(
        &mut self,
        request: &SearchRequest,
        limit: SearchLimit,
        is_unwanted: &dyn Fn() -> bool,
    ) -> Result<SearchReport, EngineFault> {
        let lines = self.session.search(request, limit);
        self.child.send(lines);
        let end = match limit {
            SearchLimit::Time(time) => Some(Instant::now() + Duration::from_millis(time) + self.patience.answer),
            _ => None,
        };
        let mut heard = Instant::now();
        let mut is_pinged = false;
        loop {
            match self.reply(is_unwanted)? {
                ReplyOrLine::Reply(EngineReply::Found(report)) => return Ok(report),
                ReplyOrLine::Reply(_) | ReplyOrLine::Line => (heard, is_pinged) = (Instant::now(), false),
                ReplyOrLine::Nothing if is_pinged && heard.elapsed() > self.patience.search + self.patience.answer => {
                    return Err(EngineFault::Silent(heard.elapsed()));
                }
                ReplyOrLine::Nothing if !is_pinged && heard.elapsed() > self.patience.search => {
                    self.child.send(UciSession::PING.to_owned());
                    is_pinged = true;
                }
                ReplyOrLine::Nothing => {}
            }
            if end.is_some_and(|end| Instant::now() > end) {
                return Err(EngineFault::Silent(self.patience.answer));
            }
        }
    }

    fn wait_until_ready(&mut self, is_unwanted: &dyn Fn() -> bool) -> Result<(), EngineFault> {
        let end = Instant::now() + self.patience.answer;
        loop {
            if let ReplyOrLine::Reply(EngineReply::Greeted | EngineReply::Ready) = self.reply(is_unwanted)? {
                return Ok(());
            }
            if Instant::now() > end {
                return Err(EngineFault::Silent(self.patience.answer));
            }
        }
    }

    /// Waits a moment for the next line.
    fn reply(&mut self, is_unwanted: &dyn Fn() -> bool) -> Result<ReplyOrLine, EngineFault> {
        if is_unwanted() {
            return Err(EngineFault::Interrupted);
        }
        let Some(line) = self.child.next_line(GLANCE.min(self.patience.search))? else {
            return Ok(ReplyOrLine::Nothing);
        };
        Ok(self.session.receive(&line)?.map_or(ReplyOrLine::Line, ReplyOrLine::Reply))
    }
}

/// What has come in a moment.
enum ReplyOrLine {
    Reply(EngineReply),
    /// A line that changes nothing.
    Line,
    Nothing,
}
