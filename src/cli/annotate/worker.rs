//! Workers that annotate games, each with an engine of its own, and the order in which games come out.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Scope;

use vgn_engine::lint::Context;
use vgn_uci::process::EngineFault;

use super::engine_slot::EngineSlot;
use super::game::{AdditionCounts, AnnotatedGame, AnnotationRefusal, AnnotationWishes, annotate};
use super::review::review_text;
use super::source_games::{SourceOpening, SourcePart, read_parts};
use crate::batch::{FileJob, interrupt};

/// Parts that are read ahead, for each worker.
const AHEAD: usize = 4;

/// What happens to files, in their order.
pub enum AnnotationEvent {
    Open(Arc<FileJob>, SourceOpening),
    Part(DonePart),
    /// With the reason why the rest was not read, or the file not opened.
    Close(Arc<FileJob>, Result<(), String>),
}

/// A part of a file that is to be written.
pub struct DonePart {
    pub source: SourcePart,
    /// `None` if it stays as it is.
    pub after: Option<Vec<u8>>,
    pub added: AdditionCounts,
    /// Why it stays as it is, as a sentence that begins behind the game's place.
    pub refusal: Option<String>,
    /// Some of its half-moves could not be evaluated.
    pub is_partial: bool,
    /// The engine failed, and not the game.
    pub is_engine_fault: bool,
    /// It was not annotated, because the run was interrupted.
    pub is_interrupted: bool,
}

impl DonePart {
    fn unchanged(source: SourcePart) -> DonePart {
        DonePart {
            source,
            after: None,
            added: AdditionCounts::default(),
            refusal: None,
            is_partial: false,
            is_engine_fault: false,
            is_interrupted: false,
        }
    }
}

/// A game with its place among all events.
struct QueuedGame {
    order: u64,
    job: Arc<FileJob>,
    source: SourcePart,
}

/// Events in their order.
pub struct EventQueue {
    done: Receiver<(u64, AnnotationEvent)>,
    /// One for each event that is on its way.
    places: Receiver<()>,
    waiting: BTreeMap<u64, AnnotationEvent>,
    next: u64,
}

impl Iterator for EventQueue {
    type Item = AnnotationEvent;

    fn next(&mut self) -> Option<AnnotationEvent> {
        loop {
            if let Some(event) = self.waiting.remove(&self.next) {
                self.next += 1;
                let _ = self.places.try_recv();
                return Some(event);
            }
            let (order, event) = self.done.recv().ok()?;
            self.waiting.insert(order, event);
        }
    }
}

/// Starts the thread that reads, and as many workers as there are engines. Dropping the events ends them all.
pub fn start<'scope>(
    scope: &'scope Scope<'scope, '_>,
    jobs: Vec<Arc<FileJob>>,
    engines: Vec<EngineSlot>,
    wishes: AnnotationWishes,
) -> EventQueue {
    let (games, to_do) = sync_channel(engines.len() * AHEAD);
    let (finished, done) = channel();
    let (take_place, places) = sync_channel(engines.len() * AHEAD * 2);
    let to_do = Arc::new(Mutex::new(to_do));
    for engine in engines {
        let (to_do, finished) = (Arc::clone(&to_do), finished.clone());
        scope.spawn(move || work(&to_do, &finished, engine, wishes));
    }
    scope.spawn(move || read(jobs, &EventSender { games, finished, take_place }));
    EventQueue { done, places, waiting: BTreeMap::new(), next: 0 }
}

/// A slot for each worker; the first has an engine that runs.
pub fn engines(first: EngineSlot, count: usize) -> Vec<EngineSlot> {
    let others: Vec<EngineSlot> = (1..count).map(|_| first.another()).collect();
    std::iter::once(first).chain(others).collect()
}

/// Where the thread that reads sends what it reads.
struct EventSender {
    games: SyncSender<QueuedGame>,
    finished: Sender<(u64, AnnotationEvent)>,
    /// Full if too much is on its way.
    take_place: SyncSender<()>,
}

fn read(jobs: Vec<Arc<FileJob>>, sender: &EventSender) {
    let order = std::cell::Cell::new(0);
    let next_order = || {
        order.set(order.get() + 1);
        order.get() - 1
    };
    let send = |event| sender.take_place.send(()).is_ok() && sender.finished.send((next_order(), event)).is_ok();
    for job in jobs {
        let open = |opening| send(AnnotationEvent::Open(Arc::clone(&job), opening));
        let mut is_taken = true;
        let take = |part: SourcePart| {
            is_taken = match part.game {
                None => send(AnnotationEvent::Part(DonePart::unchanged(part))),
                Some(_) => {
                    let place = sender.take_place.send(());
                    let game = QueuedGame { order: next_order(), job: Arc::clone(&job), source: part };
                    place.is_ok() && sender.games.send(game).is_ok()
                }
            };
            is_taken
        };
        let read = read_parts(&job.input, open, take);
        if !is_taken || !send(AnnotationEvent::Close(Arc::clone(&job), read)) {
            return;
        }
    }
}

fn work(
    to_do: &Mutex<Receiver<QueuedGame>>,
    finished: &Sender<(u64, AnnotationEvent)>,
    mut engine: EngineSlot,
    wishes: AnnotationWishes,
) {
    loop {
        let next = to_do.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(QueuedGame { order, job, source }) = next else { return };
        let done = annotated(&job, source, &mut engine, &wishes);
        if finished.send((order, AnnotationEvent::Part(done))).is_err() {
            return;
        }
    }
}

fn annotated(job: &FileJob, source: SourcePart, engine: &mut EngineSlot, wishes: &AnnotationWishes) -> DonePart {
    if interrupt::pending().is_some() {
        return DonePart { is_interrupted: true, ..DonePart::unchanged(source) };
    }
    if source.is_binary {
        let refusal = "its moves are binary: convert it to text first".to_owned();
        return DonePart { refusal: Some(refusal), ..DonePart::unchanged(source) };
    }
    if engine.is_given_up() {
        return DonePart { is_engine_fault: true, ..DonePart::unchanged(source) };
    }
    let name = engine.name().to_owned();
    let context = Context::new(&job.settings, job.input.kind);
    let found = match wishes.is_check {
        false => annotate(&source.bytes, &context, engine, wishes),
        true => {
            let name = if job.input.path.is_none() { "<stdin>" } else { job.input.name.as_str() };
            let place = (name, source.line);
            let found = review_text(&source.bytes, place, &context, engine, wishes);
            found.map(|(text, faults)| AnnotatedGame {
                bytes: Some(text.into_bytes()),
                added: AdditionCounts { faults, ..AdditionCounts::default() },
                is_partial: false,
            })
        }
    };
    match found {
        Ok(game) => DonePart {
            after: game.bytes,
            added: game.added,
            is_partial: game.is_partial,
            ..DonePart::unchanged(source)
        },
        Err(AnnotationRefusal::Game(why)) => DonePart { refusal: Some(why.to_owned()), ..DonePart::unchanged(source) },
        Err(AnnotationRefusal::Engine(EngineFault::Interrupted)) => {
            DonePart { is_interrupted: true, ..DonePart::unchanged(source) }
        }
        Err(AnnotationRefusal::Engine(fault)) => {
            let last = if engine.is_given_up() { ", and is not asked again" } else { "" };
            DonePart {
                refusal: Some(format!("{name} {fault}{last}")),
                is_engine_fault: !fault.is_about_the_game(),
                ..DonePart::unchanged(source)
            }
        }
    }
}
