//! Engines that the embedding program runs: their lines come and go by the event loop. What is said to them is
//! `vgn_uci`'s.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use vgn_server::lsp::host::{EngineListener, EngineNews, EngineProgram, EngineSearch, HostEngine};
use vgn_uci::protocol::{AnalysisOrder, ConversationNews, ConversationStep, EngineConversation, EngineFault, Patience};

use super::outside;

/// The server is told of a search at most so often.
const INTERVAL: Duration = Duration::from_millis(200);
/// How long an engine may be silent. The first answer waits for its files, which a slow network brings.
const PATIENCE: Patience = Patience { answer: Duration::from_secs(60), search: Duration::from_secs(10) };
/// Maximum length of a line, in bytes.
const LONGEST_LINE: usize = 1 << 16;

/// An engine by its number. Dropping it ends it.
#[derive(Debug)]
pub struct WorkerEngine(u32);

/// What happens to an engine.
enum EngineEvent {
    Order(Option<Box<EngineSearch>>),
    Line(String),
    /// Why it has died.
    Lost(String),
    /// Time has passed.
    Look,
}

struct PageSeat {
    conversation: EngineConversation,
    /// Until it has named itself.
    name: String,
    /// The last search that was ordered.
    last: u64,
    /// `None` while it is called.
    hear: Option<EngineListener>,
}

#[derive(Default)]
struct PageSeats {
    seats: BTreeMap<u32, PageSeat>,
    events: VecDeque<(u32, EngineEvent)>,
    /// Number of engines so far.
    count: u32,
}

thread_local! {
    static SEATS: RefCell<PageSeats> = RefCell::default();
}

impl WorkerEngine {
    /// Starts the engine of this name.
    pub fn start(program: &EngineProgram, hear: EngineListener) -> WorkerEngine {
        let name = program.path.display().to_string();
        let (conversation, lines) = EngineConversation::greet(program.settings, PATIENCE, INTERVAL, outside::now());
        let number = SEATS.with_borrow_mut(|all| {
            all.count += 1;
            let seat = PageSeat { conversation, name: name.clone(), last: 0, hear: Some(hear) };
            all.seats.insert(all.count, seat);
            all.count
        });
        outside::start_engine(number, &name);
        outside::tell_engine(number, &lines);
        WorkerEngine(number)
    }

    /// Orders are carried out in the next turn: news must not come within a call of the one who hears them.
    fn order(&self, order: Option<EngineSearch>) {
        enqueue(self.0, EngineEvent::Order(order.map(Box::new)));
    }
}

impl HostEngine for WorkerEngine {
    fn search(&self, search: EngineSearch) {
        self.order(Some(search));
    }

    fn rest(&self) {
        self.order(None);
    }
}

impl Drop for WorkerEngine {
    fn drop(&mut self) {
        end(self.0);
    }
}

/// Takes a line of an engine.
pub fn hear(number: u32, line: &[u8]) {
    enqueue(number, EngineEvent::Line(String::from_utf8_lossy(line).into_owned()));
}

/// Takes the reason why an engine has died.
pub fn lose(number: u32, why: &[u8]) {
    enqueue(number, EngineEvent::Lost(String::from_utf8_lossy(why).into_owned()));
}

fn enqueue(number: u32, event: EngineEvent) {
    SEATS.with_borrow_mut(|all| all.events.push_back((number, event)));
}

/// Carries out all that has happened.
pub fn turn() {
    while let Some((number, event)) = SEATS.with_borrow_mut(PageSeats::next) {
        let Some(done) = SEATS.with_borrow_mut(|all| all.seats.get_mut(&number).map(|seat| seat.take(event))) else {
            continue;
        };
        if !done.lines.is_empty() {
            outside::tell_engine(number, &done.lines);
        }
        let mut hear = SEATS.with_borrow_mut(|all| all.seats.get_mut(&number)?.hear.take());
        if let Some(hear) = &mut hear {
            done.news.into_iter().for_each(|(id, news)| hear(id, news));
        }
        if done.is_over {
            end(number);
        }
        SEATS.with_borrow_mut(|all| all.seats.get_mut(&number).map(|seat| seat.hear = hear));
    }
}

/// Time until an engine needs a turn.
pub fn idle() -> Option<Duration> {
    SEATS.with_borrow(|all| {
        if !all.events.is_empty() {
            return Some(Duration::ZERO);
        }
        let due = all.seats.values().filter_map(|seat| seat.conversation.due()).min()?;
        Some(due.saturating_sub(outside::now()))
    })
}

/// Ends an engine, if it has not ended yet.
fn end(number: u32) {
    if SEATS.with_borrow_mut(|all| all.seats.remove(&number)).is_some() {
        outside::end_engine(number);
    }
}

impl PageSeats {
    /// The next event, or an engine whose time has come.
    fn next(&mut self) -> Option<(u32, EngineEvent)> {
        self.events.pop_front().or_else(|| {
            let now = outside::now();
            let is_due = |seat: &PageSeat| seat.conversation.due().is_some_and(|due| due <= now);
            let (number, _) = self.seats.iter().find(|(_, seat)| is_due(seat))?;
            Some((*number, EngineEvent::Look))
        })
    }
}

/// What comes of an event.
#[derive(Default)]
struct EngineTurn {
    lines: String,
    news: Vec<(u64, EngineNews)>,
    /// The engine is to be ended.
    is_over: bool,
}

impl PageSeat {
    fn take(&mut self, event: EngineEvent) -> EngineTurn {
        let now = outside::now();
        let step = match event {
            EngineEvent::Order(order) => {
                self.last = order.as_ref().map_or(self.last, |search| search.id);
                let order = order.map(|search| {
                    let EngineSearch { id, request, multi_pv } = *search;
                    AnalysisOrder { id, request, multi_pv }
                });
                Ok(self.conversation.order(order, now))
            }
            EngineEvent::Line(line) if line.len() > LONGEST_LINE => Err(EngineFault::EndlessLine),
            EngineEvent::Line(line) => self.conversation.receive(&line, now),
            EngineEvent::Lost(why) => Err(EngineFault::Ended(why)),
            EngineEvent::Look => self.conversation.look(now),
        };
        match step {
            Ok(ConversationStep { lines, news }) => {
                let news = news.into_iter().map(|news| self.told(news)).collect();
                EngineTurn { lines, news, is_over: false }
            }
            Err(fault) => {
                let news = vec![(self.last, EngineNews::fault(self.name(), &fault))];
                EngineTurn { news, is_over: true, ..EngineTurn::default() }
            }
        }
    }

    fn told(&self, news: ConversationNews) -> (u64, EngineNews) {
        match news {
            ConversationNews::Found { id, report, is_last } => {
                let name = self.conversation.name().map(str::to_owned);
                (id, EngineNews::Found { name, report, is_last })
            }
            ConversationNews::Refused { id, fault } => (id, EngineNews::fault(self.name(), &fault)),
        }
    }

    fn name(&self) -> &str {
        self.conversation.name().unwrap_or(&self.name)
    }
}
