//! The conversation with one engine.

use shakmaty::CastlingMode;
use shakmaty::variant::Variant;

use super::info_line::InfoLine;
use super::search::RunningSearch;
use super::{EngineOption, OptionKind, ProtocolFault, SearchLimit, SearchReport, SearchRequest};

/// Lines in a row that are not understood, from which what writes them is no engine.
const MOST_UNKNOWN: u32 = 1000;
/// Options that are remembered of one engine at most.
const MOST_OPTIONS: usize = 1000;

/// How an engine is to work. What it has no option for is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineSettings {
    pub threads: u32,
    /// In MiB; `None` leaves the engine's own.
    pub hash: Option<u32>,
    /// Number of lines.
    pub multi_pv: u32,
}

impl Default for EngineSettings {
    fn default() -> EngineSettings {
        EngineSettings { threads: 1, hash: None, multi_pv: 1 }
    }
}

/// What an engine's line means to the one who waits for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineReply {
    /// It has named its options: it can be set up.
    Greeted,
    /// It has done what it was told.
    Ready,
    /// The search has something new: see [`UciSession::progress`].
    Progress,
    Found(SearchReport),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SessionState {
    Greeting,
    /// Until `readyok`.
    Preparing,
    Idle,
    Searching,
}

/// One engine, from its first line to its last.
pub struct UciSession {
    state: SessionState,
    name: Option<String>,
    options: Vec<EngineOption>,
    variant: Variant,
    mode: CastlingMode,
    search: Option<RunningSearch>,
    /// Lines in a row that were not understood.
    unknown: u32,
}

impl Default for UciSession {
    fn default() -> UciSession {
        UciSession {
            state: SessionState::Greeting,
            name: None,
            options: Vec::new(),
            variant: Variant::Chess,
            mode: CastlingMode::Standard,
            search: None,
            unknown: 0,
        }
    }
}

impl UciSession {
    /// The first line for every engine. It answers with [`EngineReply::Greeted`].
    pub const GREETING: &'static str = "uci\n";
    /// Asks whether it is alive, also during a search.
    pub const PING: &'static str = "isready\n";
    /// Ends a search; the result comes as always.
    pub const STOP: &'static str = "stop\n";
    pub const QUIT: &'static str = "quit\n";

    /// The name that the engine gives itself.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    pub fn options(&self) -> &[EngineOption] {
        &self.options
    }

    fn option(&self, name: &str) -> Option<&EngineOption> {
        // Names are compared without their case (UCI).
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// The lines that set the engine up. It answers with [`EngineReply::Ready`].
    pub fn set_up(&mut self, settings: &EngineSettings) -> String {
        let numbers = [
            ("Threads", Some(settings.threads)),
            ("Hash", settings.hash),
            ("MultiPV", Some(settings.multi_pv).filter(|lines| *lines > 1)),
        ];
        let mut lines = String::new();
        for (name, value) in numbers {
            let line = value.and_then(|value| self.option(name)?.set_number(i64::from(value)));
            lines.extend(line);
        }
        lines.extend(self.option("UCI_AnalyseMode").map(|option| option.set("true")));
        self.state = SessionState::Preparing;
        lines + UciSession::PING
    }

    /// The lines that ask for so many lines of play from the next search on; none if it can only have one.
    pub fn set_multi_pv(&self, count: u32) -> String {
        self.option("MultiPV").and_then(|option| option.set_number(i64::from(count))).unwrap_or_default()
    }

    /// The lines before the first position of a game: the engine forgets the game before. It answers with
    /// [`EngineReply::Ready`].
    ///
    /// # Errors
    ///
    /// If it does not play the variant.
    pub fn new_game(&mut self, variant: Variant, mode: CastlingMode) -> Result<String, ProtocolFault> {
        let mut lines = String::new();
        if variant != self.variant {
            let name = variant.uci();
            let unknown = ProtocolFault::UnknownVariant(name);
            let Some(option) = self.option("UCI_Variant") else { return Err(unknown) };
            let OptionKind::Combo(values) = &option.kind else { return Err(unknown) };
            let value = values.iter().find(|value| value.eq_ignore_ascii_case(name)).ok_or(unknown)?;
            lines += &option.set(value);
        }
        if mode != self.mode {
            let option = self.option("UCI_Chess960").ok_or(ProtocolFault::NoChess960)?;
            lines += &option.set(mode == CastlingMode::Chess960);
        }
        (self.variant, self.mode) = (variant, mode);
        self.state = SessionState::Preparing;
        Ok(lines + "ucinewgame\n" + UciSession::PING)
    }

    /// The lines that begin a search in the game that [`UciSession::new_game`] has begun.
    pub fn search(&mut self, request: &SearchRequest, limit: SearchLimit) -> String {
        self.search = Some(RunningSearch::new(request));
        self.state = SessionState::Searching;
        request.lines(limit)
    }

    /// What the running search has found so far; empty without one.
    ///
    /// # Errors
    ///
    /// If the engine thinks of moves that are not legal.
    pub fn progress(&self) -> Result<SearchReport, ProtocolFault> {
        let none = SearchReport { lines: Vec::new(), nodes: 0 };
        self.search.as_ref().map_or(Ok(none), RunningSearch::report)
    }

    /// Takes a line of the engine, without its line end.
    ///
    /// # Errors
    ///
    /// If the engine is not to be asked again: it has to be ended.
    pub fn receive(&mut self, line: &str) -> Result<Option<EngineReply>, ProtocolFault> {
        let line = line.trim();
        let (word, rest) = line.split_once(|sign: char| sign.is_ascii_whitespace()).unwrap_or((line, ""));
        let before = std::mem::take(&mut self.unknown);
        match word {
            "id" => {
                if let Some(name) = rest.trim_start().strip_prefix("name ") {
                    self.name = Some(name.trim().to_owned());
                }
            }
            "option" => {
                let option = EngineOption::read(rest).filter(|_| self.options.len() < MOST_OPTIONS);
                self.options.extend(option);
            }
            "uciok" if self.state == SessionState::Greeting => {
                self.state = SessionState::Idle;
                return Ok(Some(EngineReply::Greeted));
            }
            "readyok" if self.state == SessionState::Preparing => {
                self.state = SessionState::Idle;
                return Ok(Some(EngineReply::Ready));
            }
            "copyprotection" if rest.trim() == "error" => return Err(ProtocolFault::Refused),
            "info" => {
                let is_new = self.search.as_mut().is_some_and(|search| search.take(&InfoLine::read(rest)));
                return Ok(is_new.then_some(EngineReply::Progress));
            }
            "bestmove" => {
                let Some(search) = self.search.take() else { return Ok(None) };
                self.state = SessionState::Idle;
                return search.finish(rest).map(|report| Some(EngineReply::Found(report)));
            }
            "uciok" | "readyok" | "copyprotection" | "registration" => {}
            _ => {
                self.unknown = before + 1;
                if self.unknown > MOST_UNKNOWN {
                    return Err(ProtocolFault::Garbage);
                }
            }
        }
        Ok(None)
    }
}
