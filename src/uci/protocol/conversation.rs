//! The whole conversation with an engine that analyses, for a host that cannot wait: each line, order and moment is one
//! step, which says what to tell the engine and what there is to hear. The host has the clock.

use std::time::Duration;

use shakmaty::CastlingMode;
use shakmaty::variant::Variant;

use super::{
    EngineFault, EngineReply, EngineSettings, Patience, ProtocolFault, SearchLimit, SearchReport, SearchRequest,
    UciSession,
};

/// What is to be analysed, until something else is.
#[derive(Clone, Debug)]
pub struct AnalysisOrder {
    /// Named in the news about it.
    pub id: u64,
    pub request: SearchRequest,
    /// Number of lines of play.
    pub multi_pv: u32,
}

/// What there is to hear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConversationNews {
    Found {
        id: u64,
        report: SearchReport,
        /// The engine has nothing more to find.
        is_last: bool,
    },
    /// It cannot be asked about this game; it can be about others.
    Refused { id: u64, fault: EngineFault },
}

/// What comes of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConversationStep {
    /// The lines for the engine.
    pub lines: String,
    pub news: Vec<ConversationNews>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ConversationState {
    Greeting,
    /// It is told its options.
    SettingUp,
    /// It forgets the game before.
    Beginning,
    Idle,
    Searching {
        id: u64,
    },
    /// Until the result that nobody wants.
    Stopping,
}

/// An engine that analyses one position after the other. After each [`EngineFault`] it is to be ended.
pub struct EngineConversation {
    session: UciSession,
    settings: EngineSettings,
    patience: Patience,
    /// News of a search come at most once in this time.
    interval: Duration,
    state: ConversationState,
    /// What comes next.
    wanted: Option<AnalysisOrder>,
    /// The kind of the game that was begun.
    game: Option<(Variant, CastlingMode)>,
    /// When it was asked for what it has to answer.
    asked: Duration,
    /// When it wrote last, in a search.
    heard: Duration,
    is_pinged: bool,
    told: Option<Duration>,
    has_news: bool,
}

impl EngineConversation {
    /// Begins with the lines that are returned. `now` is a clock's time with any origin.
    pub fn greet(
        settings: EngineSettings,
        patience: Patience,
        interval: Duration,
        now: Duration,
    ) -> (EngineConversation, String) {
        let conversation = EngineConversation {
            session: UciSession::default(),
            settings,
            patience,
            interval,
            state: ConversationState::Greeting,
            wanted: None,
            game: None,
            asked: now,
            heard: now,
            is_pinged: false,
            told: None,
            has_news: false,
        };
        (conversation, UciSession::GREETING.to_owned())
    }

    /// The name that the engine gives itself.
    pub fn name(&self) -> Option<&str> {
        self.session.name()
    }

    /// What to analyse from now on; nothing for `None`.
    pub fn order(&mut self, order: Option<AnalysisOrder>, now: Duration) -> ConversationStep {
        let mut step = ConversationStep::default();
        self.wanted = order;
        match self.state {
            ConversationState::Searching { .. } => {
                step.lines += UciSession::STOP;
                self.ask(ConversationState::Stopping, now);
            }
            ConversationState::Idle => self.go_on(&mut step, now),
            _ => {}
        }
        step
    }

    /// Takes a line of the engine.
    ///
    /// # Errors
    /// If it is not to be believed.
    pub fn receive(&mut self, line: &str, now: Duration) -> Result<ConversationStep, EngineFault> {
        let mut step = ConversationStep::default();
        (self.heard, self.is_pinged) = (now, false);
        let reply = match self.session.receive(line) {
            // It had no time to find anything.
            Err(ProtocolFault::NoMove | ProtocolFault::NoEvaluation) if self.state == ConversationState::Stopping => {
                self.state = ConversationState::Idle;
                self.go_on(&mut step, now);
                return Ok(step);
            }
            reply => reply?,
        };
        match (self.state, reply) {
            (ConversationState::Greeting, Some(EngineReply::Greeted)) => {
                step.lines += &self.session.set_up(&self.settings);
                self.ask(ConversationState::SettingUp, now);
            }
            (ConversationState::SettingUp | ConversationState::Beginning, Some(EngineReply::Ready)) => {
                self.state = ConversationState::Idle;
                self.go_on(&mut step, now);
            }
            (ConversationState::Stopping, Some(EngineReply::Found(_))) => {
                self.state = ConversationState::Idle;
                self.go_on(&mut step, now);
            }
            (ConversationState::Searching { id }, Some(EngineReply::Found(report))) => {
                step.news.push(ConversationNews::Found { id, report, is_last: true });
                self.state = ConversationState::Idle;
                self.go_on(&mut step, now);
            }
            (ConversationState::Searching { .. }, Some(EngineReply::Progress)) => {
                self.has_news = true;
                self.tell(&mut step, now)?;
            }
            _ => {}
        }
        Ok(step)
    }

    /// Looks whether something is due.
    ///
    /// # Errors
    /// If the engine does not answer.
    pub fn look(&mut self, now: Duration) -> Result<ConversationStep, EngineFault> {
        let mut step = ConversationStep::default();
        if now < self.due().unwrap_or(Duration::MAX) {
            return Ok(step);
        }
        match self.state {
            ConversationState::Idle => {}
            ConversationState::Searching { .. } => {
                self.tell(&mut step, now)?;
                let silent = now.saturating_sub(self.heard);
                if self.is_pinged && silent >= self.patience.search + self.patience.answer {
                    return Err(EngineFault::Silent(silent));
                }
                if !self.is_pinged && silent >= self.patience.search {
                    self.is_pinged = true;
                    step.lines += UciSession::PING;
                }
            }
            _ => return Err(EngineFault::Silent(self.patience.answer)),
        }
        Ok(step)
    }

    /// When to [`EngineConversation::look`], unless something happens before; `None` if nothing is waited for.
    pub fn due(&self) -> Option<Duration> {
        match self.state {
            ConversationState::Idle => None,
            ConversationState::Searching { .. } => {
                let answer = if self.is_pinged { self.patience.answer } else { Duration::ZERO };
                let silence = self.heard + self.patience.search + answer;
                let news = self.told.filter(|_| self.has_news).map(|told| told + self.interval);
                Some(news.map_or(silence, |news| news.min(silence)))
            }
            _ => Some(self.asked + self.patience.answer),
        }
    }

    fn ask(&mut self, state: ConversationState, now: Duration) {
        (self.state, self.asked) = (state, now);
    }

    /// Begins what is wanted.
    fn go_on(&mut self, step: &mut ConversationStep, now: Duration) {
        let Some(order) = self.wanted.take() else { return };
        let (variant, mode) = (order.request.variant(), order.request.castling_mode());
        if self.game == Some((variant, mode)) {
            step.lines += &self.session.set_multi_pv(order.multi_pv);
            step.lines += &self.session.search(&order.request, SearchLimit::Infinite);
            self.state = ConversationState::Searching { id: order.id };
            (self.heard, self.is_pinged, self.told, self.has_news) = (now, false, None, false);
            return;
        }
        match self.session.new_game(variant, mode) {
            Ok(lines) => {
                step.lines += &lines;
                self.game = Some((variant, mode));
                self.wanted = Some(order);
                self.ask(ConversationState::Beginning, now);
            }
            Err(fault) => step.news.push(ConversationNews::Refused { id: order.id, fault: fault.into() }),
        }
    }

    /// Tells what was found, if it is time.
    fn tell(&mut self, step: &mut ConversationStep, now: Duration) -> Result<(), EngineFault> {
        let ConversationState::Searching { id } = self.state else { return Ok(()) };
        if self.has_news && self.told.is_none_or(|told| now >= told + self.interval) {
            let report = self.session.progress()?;
            step.news.push(ConversationNews::Found { id, report, is_last: false });
            (self.told, self.has_news) = (Some(now), false);
        }
        Ok(())
    }
}
