//! The engines of a session, one a document.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tower_lsp::lsp_types::Url;
use vgn_ide::EngineQuestion;

use super::engine_setting::EngineSetting;
use super::messages::EngineInfo;
use crate::lsp::documents::address::Address;
use crate::lsp::host::{EngineNews, EngineProgram, EngineSearch, HostEngine, host};

/// Engines at the same time at most.
const MOST_ENGINES: usize = 4;
/// The listeners that every session has: the client, and its hints within the text.
pub const CLIENT: u64 = 0;
pub const HINTS: u64 = 1;
const FIRST_LISTENER: u64 = 2;

/// Who is told of a search.
#[derive(Clone)]
pub struct EngineAudience {
    /// Its number: a later one of the same number takes its place.
    pub listener: u64,
    /// It must not wait.
    pub tell: Arc<dyn Fn(&EngineInfo) + Send + Sync>,
}

/// A question to the engine of a document, and who is told.
pub struct EngineAsked {
    pub question: EngineQuestion,
    /// Number of lines of play; `None` if any number is welcome, and `usual` if none is searched yet.
    pub lines: Option<u32>,
    pub usual: u32,
    /// The half-move that led to the position, if there is one.
    pub place: Option<SearchedPlace>,
    pub audiences: Vec<EngineAudience>,
}

/// The half-move that led to a position, in one version of a document's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchedPlace {
    /// The document's `opening` and `revision`.
    pub text: (u64, u64),
    /// Where the half-move begins and ends, in bytes.
    pub start: usize,
    pub end: usize,
}

/// The engines of a session.
#[derive(Debug, Default)]
pub struct EngineDesk {
    searches: AtomicU64,
    listeners: AtomicU64,
    seats: Mutex<HashMap<Address, EngineSeat>>,
}

/// The engine of a document.
#[derive(Debug)]
struct EngineSeat {
    program: EngineProgram,
    engine: Box<dyn HostEngine>,
    /// What it thinks about, if it does.
    search: Option<SeatSearch>,
}

struct SeatSearch {
    id: u64,
    question: Arc<EngineQuestion>,
    lines: u32,
    place: Option<SearchedPlace>,
    audiences: Vec<EngineAudience>,
    /// What was told last.
    last: Option<Arc<EngineInfo>>,
}

impl SeatSearch {
    /// The search goes on for this question: it is about the same position, and has not failed.
    fn answers(&self, asked: &EngineAsked) -> bool {
        let has_failed = self.last.as_ref().is_some_and(|last| last.error.is_some());
        let has_lines = asked.lines.is_none_or(|lines| lines == self.lines);
        has_lines && *self.question == asked.question && !has_failed
    }

    /// Tells more listeners from now on; returns those that are new.
    fn join(&mut self, audiences: Vec<EngineAudience>) -> Vec<EngineAudience> {
        let mut new = Vec::new();
        for audience in audiences {
            match self.audiences.iter_mut().find(|known| known.listener == audience.listener) {
                Some(known) => *known = audience,
                None => {
                    self.audiences.push(audience.clone());
                    new.push(audience);
                }
            }
        }
        new
    }
}

impl std::fmt::Debug for SeatSearch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SeatSearch").field("id", &self.id).finish_non_exhaustive()
    }
}

impl EngineDesk {
    /// A number for a listener that has none yet.
    pub fn listener(&self) -> u64 {
        self.listeners.fetch_add(1, Ordering::Relaxed) + FIRST_LISTENER
    }

    /// Lets the engine of a document think about a question, instead of what it thought about. Starts it if there is
    /// none. What it thinks about already goes on, and who is new is told what is known. Returns the number of the search.
    ///
    /// # Errors
    /// A sentence, if it cannot be started, or too many run. That it is no engine shows later, and is told.
    pub fn search(self: &Arc<Self>, uri: &Address, setting: &EngineSetting, asked: EngineAsked) -> Result<u64, String> {
        let mut seats = self.lock();
        // Other settings need another process.
        seats.extract_if(|seat, kept| seat == uri && kept.program != setting.program).for_each(drop);
        let running = seats.get_mut(uri).and_then(|seat| seat.search.as_mut());
        if let Some(running) = running.filter(|running| running.answers(&asked)) {
            running.place = asked.place;
            let (id, last, new) = (running.id, running.last.clone(), running.join(asked.audiences));
            drop(seats);
            last.iter().for_each(|last| new.iter().for_each(|audience| (audience.tell)(last)));
            return Ok(id);
        }
        let id = self.searches.fetch_add(1, Ordering::Relaxed) + 1;
        let EngineAsked { question, lines, usual, place, audiences } = asked;
        let lines = lines.unwrap_or(usual);
        let ordered = EngineSearch { id, request: question.request().clone(), multi_pv: lines };
        let search = Some(SeatSearch { id, question: Arc::new(question), lines, place, audiences, last: None });
        if let Some(seat) = seats.get_mut(uri) {
            seat.search = search;
            seat.engine.search(ordered);
            return Ok(id);
        }
        if seats.len() >= MOST_ENGINES {
            return Err(format!("{MOST_ENGINES} engines run already: stop one of them first"));
        }
        let (desk, of) = (Arc::downgrade(self), uri.clone());
        let hear = move |id, news| {
            if let Some(desk) = desk.upgrade() {
                desk.hear(&of, id, news);
            }
        };
        let engine = host().start_engine(&setting.program, Box::new(hear))?;
        engine.search(ordered);
        seats.insert(uri.clone(), EngineSeat { program: setting.program.clone(), engine, search });
        Ok(id)
    }

    /// A listener is gone: the engine that only it has listened to ends.
    pub fn leave(&self, uri: &Address, listener: u64) {
        let mut seats = self.lock();
        let Some(seat) = seats.get_mut(uri) else { return };
        // One that rests has nobody who waits for it: it is started again when it is asked.
        let is_left = seat.search.as_mut().is_none_or(|search| {
            let before = search.audiences.len();
            search.audiences.retain(|audience| audience.listener != listener);
            let is_heard = search.audiences.iter().any(|audience| audience.listener != HINTS);
            search.audiences.len() < before && !is_heard
        });
        if is_left {
            seats.remove(uri);
        }
    }

    /// Lets the engine of a document rest: it thinks about nothing.
    pub fn rest(&self, uri: &Address) {
        if let Some(seat) = self.lock().get_mut(uri)
            && seat.search.take().is_some()
        {
            seat.engine.rest();
        }
    }

    /// Ends the engine of a document. Whether there was one.
    pub fn close(&self, uri: &Address) -> bool {
        self.lock().remove(uri).is_some()
    }

    /// Ends all engines.
    pub fn close_all(&self) {
        self.lock().clear();
    }

    /// What the engine of a document found last.
    pub fn last(&self, uri: &Address) -> Option<Arc<EngineInfo>> {
        self.lock().get(uri)?.search.as_ref()?.last.clone()
    }

    /// What the engine of a document found last, and the half-move that led to the position.
    pub fn last_place(&self, uri: &Address) -> Option<(Arc<EngineInfo>, SearchedPlace)> {
        let seats = self.lock();
        let search = seats.get(uri)?.search.as_ref()?;
        search.last.clone().zip(search.place)
    }

    /// Tells the news of an engine, unless they are about an earlier search.
    fn hear(&self, uri: &Address, id: u64, news: EngineNews) {
        let mut seats = self.lock();
        let is_gone = matches!(news, EngineNews::Failed { is_gone: true, .. });
        let Some(search) = seats.get_mut(uri).and_then(|seat| seat.search.as_mut()) else { return };
        // What ends an engine ends its last search, whichever it had begun.
        if search.id != id && !(is_gone && id < search.id) {
            return;
        }
        let info = Arc::new(EngineInfo::new(search.id, Url::clone(uri.spelling()), &search.question, news));
        search.last = Some(info.clone());
        let audiences = search.audiences.clone();
        if is_gone {
            seats.remove(uri);
        }
        drop(seats);
        audiences.iter().for_each(|audience| (audience.tell)(&info));
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Address, EngineSeat>> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
