//! An engine that is asked and waited for.

use std::path::Path;
use std::time::{Duration, Instant};

use shakmaty::CastlingMode;
use shakmaty::variant::Variant;

use super::child::{EngineChild, EnginePriority};
use crate::protocol::{
    EngineFault, EngineReply, EngineSettings, Patience, ProtocolFault, SearchLimit, SearchReport, SearchRequest,
    UciSession,
};

/// How often the one who waits is asked whether it still wants the answer.
const GLANCE: Duration = Duration::from_millis(100);

/// A running engine.
pub struct ChessEngine {
    child: EngineChild,
    session: UciSession,
    patience: Patience,
    /// The kind of the game that was begun.
    game: Option<(Variant, CastlingMode)>,
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
        let child = EngineChild::start(program, EnginePriority::Usual)?;
        ChessEngine::greet(child, settings, patience, is_unwanted)
    }

    /// As [`ChessEngine::start`], with the lowest priority that the system has.
    ///
    /// # Errors
    ///
    /// If there is no such program, or it is no engine.
    pub fn start_in_background(
        program: &Path,
        settings: &EngineSettings,
        patience: Patience,
        is_unwanted: &dyn Fn() -> bool,
    ) -> Result<ChessEngine, EngineFault> {
        let child = EngineChild::start(program, EnginePriority::Background)?;
        ChessEngine::greet(child, settings, patience, is_unwanted)
    }

    fn greet(
        child: EngineChild,
        settings: &EngineSettings,
        patience: Patience,
        is_unwanted: &dyn Fn() -> bool,
    ) -> Result<ChessEngine, EngineFault> {
        let mut engine = ChessEngine { child, session: UciSession::default(), patience, game: None };
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
        self.game = Some((variant, mode));
        self.child.send(lines);
        self.wait_until_ready(is_unwanted)
    }

    /// Begins a game only if it is of another kind than the one before: what the engine remembers stays of use.
    ///
    /// # Errors
    ///
    /// As [`ChessEngine::new_game`].
    pub fn set_game(
        &mut self,
        variant: Variant,
        mode: CastlingMode,
        is_unwanted: &dyn Fn() -> bool,
    ) -> Result<(), EngineFault> {
        match self.game {
            Some(game) if game == (variant, mode) => Ok(()),
            _ => self.new_game(variant, mode, is_unwanted),
        }
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
        let mut silence = Silence::new(self.patience);
        loop {
            match self.reply(is_unwanted)? {
                ReplyOrLine::Reply(EngineReply::Found(report)) => return Ok(report),
                ReplyOrLine::Reply(_) | ReplyOrLine::Line => silence.end(),
                ReplyOrLine::Nothing => {
                    if silence.go_on()? {
                        self.child.send(UciSession::PING.to_owned());
                    }
                }
            }
            if end.is_some_and(|end| Instant::now() > end) {
                return Err(EngineFault::Silent(self.patience.answer));
            }
        }
    }

    /// Searches a position of the game until nobody wants it any more, or the engine has nothing more to find. `hear`
    /// gets what has been found so far, at most once in `interval`, and whether it is the last. The engine is asked to
    /// stop if the search is unwanted; if all is over, it is not waited for.
    ///
    /// # Errors
    ///
    /// After each it is to be dropped.
    pub fn analyse(
        &mut self,
        request: &SearchRequest,
        multi_pv: u32,
        interval: Duration,
        hear: &mut dyn FnMut(SearchReport, bool),
        [is_unwanted, is_over]: [&dyn Fn() -> bool; 2],
    ) -> Result<(), EngineFault> {
        let lines = self.session.set_multi_pv(multi_pv) + &self.session.search(request, SearchLimit::Infinite);
        self.child.send(lines);
        let mut silence = Silence::new(self.patience);
        let (mut told, mut is_news) = (None::<Instant>, false);
        while !is_unwanted() {
            match self.reply(is_over)? {
                ReplyOrLine::Reply(EngineReply::Found(report)) => {
                    hear(report, true);
                    return Ok(());
                }
                ReplyOrLine::Reply(_) => {
                    silence.end();
                    is_news = true;
                }
                ReplyOrLine::Line => silence.end(),
                ReplyOrLine::Nothing => {
                    if silence.go_on()? {
                        self.child.send(UciSession::PING.to_owned());
                    }
                }
            }
            if is_news && told.is_none_or(|told| told.elapsed() >= interval) {
                hear(self.session.progress()?, false);
                (told, is_news) = (Some(Instant::now()), false);
            }
        }
        self.stop(is_over)
    }

    /// Ends a search whose result nobody wants.
    fn stop(&mut self, is_over: &dyn Fn() -> bool) -> Result<(), EngineFault> {
        self.child.send(UciSession::STOP.to_owned());
        let end = Instant::now() + self.patience.answer;
        loop {
            match self.reply(is_over) {
                Ok(ReplyOrLine::Reply(EngineReply::Found(_))) => return Ok(()),
                // It had no time to find anything.
                Err(EngineFault::Protocol(ProtocolFault::NoMove | ProtocolFault::NoEvaluation)) => return Ok(()),
                Ok(_) => {}
                Err(fault) => return Err(fault),
            }
            if Instant::now() > end {
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

/// How long nothing has come in a search.
struct Silence {
    patience: Patience,
    heard: Instant,
    is_pinged: bool,
}

impl Silence {
    fn new(patience: Patience) -> Silence {
        Silence { patience, heard: Instant::now(), is_pinged: false }
    }

    /// Something has come.
    fn end(&mut self) {
        (self.heard, self.is_pinged) = (Instant::now(), false);
    }

    /// Nothing has come; whether the engine is to be asked if it is alive.
    fn go_on(&mut self) -> Result<bool, EngineFault> {
        let silent = self.heard.elapsed();
        if self.is_pinged && silent > self.patience.search + self.patience.answer {
            return Err(EngineFault::Silent(silent));
        }
        let is_due = !self.is_pinged && silent > self.patience.search;
        self.is_pinged |= is_due;
        Ok(is_due)
    }
}

/// What has come in a moment.
enum ReplyOrLine {
    Reply(EngineReply),
    /// A line that changes nothing.
    Line,
    Nothing,
}
