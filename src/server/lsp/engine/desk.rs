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

/// Who is told of a search. It must not wait.
pub type EngineAudience = Arc<dyn Fn(&EngineInfo) + Send + Sync>;

/// The engines of a session.
#[derive(Debug, Default)]
pub struct EngineDesk {
    searches: AtomicU64,
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
    audience: EngineAudience,
    /// What was told last.
    last: Option<Arc<EngineInfo>>,
}

impl std::fmt::Debug for SeatSearch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SeatSearch").field("id", &self.id).finish_non_exhaustive()
    }
}

impl EngineDesk {
    /// Lets the engine of a document think about a question, instead of what it thought about. Starts it if there is
    /// none. Returns the number of the search.
    ///
    /// # Errors
    /// A sentence, if it cannot be started, or too many run. That it is no engine shows later, and is told.
    pub fn search(
        self: &Arc<Self>,
        uri: &Address,
        setting: &EngineSetting,
        (question, lines): (EngineQuestion, u32),
        audience: EngineAudience,
    ) -> Result<u64, String> {
        let id = self.searches.fetch_add(1, Ordering::Relaxed) + 1;
        let asked = EngineSearch { id, request: question.request().clone(), multi_pv: lines };
        let search = Some(SeatSearch { id, question: Arc::new(question), audience, last: None });
        let mut seats = self.lock();
        // Other settings need another process.
        seats.extract_if(|seat, kept| seat == uri && kept.program != setting.program).for_each(drop);
        if let Some(seat) = seats.get_mut(uri) {
            seat.search = search;
            seat.engine.search(asked);
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
        engine.search(asked);
        seats.insert(uri.clone(), EngineSeat { program: setting.program.clone(), engine, search });
        Ok(id)
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
        let audience = search.audience.clone();
        if is_gone {
            seats.remove(uri);
        }
        drop(seats);
        audience(&info);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Address, EngineSeat>> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
