//! The queues of the event loop, and one turn of it: messages and tasks first, then a slice of a computation.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use futures::executor::LocalPool;
use futures::future::BoxFuture;
use futures::task::LocalSpawnExt as _;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;
use vgn_server::lsp::host::Computation;

use super::{engines, outside};

/// The body of a message, or why it cannot be read.
type MessageBody = Result<Vec<u8>, String>;

/// The queues of the event loop.
#[derive(Default)]
pub struct EventLoop {
    /// Tasks that have not been spawned yet.
    pub tasks: Vec<BoxFuture<'static, ()>>,
    /// Computations in order; each turn runs a slice of the first.
    pub work: VecDeque<Box<dyn Computation>>,
    timers: BTreeMap<(Duration, u64), Waker>,
    timer_count: u64,
    messages: VecDeque<Vec<u8>>,
    server: Option<mpsc::Sender<MessageBody>>,
}

thread_local! {
    static EVENTS: RefCell<EventLoop> = RefCell::default();
    static POOL: RefCell<LocalPool> = RefCell::new(LocalPool::new());
}

impl EventLoop {
    /// Borrows the loop.
    pub fn with<T>(change: impl FnOnce(&mut EventLoop) -> T) -> T {
        EVENTS.with_borrow_mut(change)
    }

    /// Sets the server that receives messages.
    pub fn connect(&mut self, server: mpsc::Sender<MessageBody>) {
        self.server = Some(server);
    }

    /// Enqueues a message.
    pub fn receive(&mut self, message: Vec<u8>) {
        self.messages.push_back(message);
    }

    /// Passes the next message to the server, if it accepts one.
    fn hand_on(&mut self) -> bool {
        let Some((server, message)) = self.server.as_ref().zip(self.messages.pop_front()) else { return false };
        match server.try_send(Ok(message)) {
            Ok(()) => true,
            Err(TrySendError::Full(message)) => {
                message.into_iter().for_each(|message| self.messages.push_front(message));
                false
            }
            // The session has ended.
            Err(TrySendError::Closed(_)) => false,
        }
    }

    /// Takes the wakers of expired timers.
    fn due(&mut self) -> Vec<Waker> {
        let later = self.timers.split_off(&(outside::now(), u64::MAX));
        std::mem::replace(&mut self.timers, later).into_values().collect()
    }

    /// Time until there is something to do; `None` if only a message can change that.
    fn idle(&self) -> Option<Duration> {
        if !self.work.is_empty() || !self.tasks.is_empty() {
            return Some(Duration::ZERO);
        }
        self.timers.keys().next().map(|(time, _)| time.saturating_sub(outside::now()))
    }
}

/// One turn of the loop.
pub fn turn() {
    engines::turn();
    run_tasks();
    // Computations may spawn others, and tasks wait for their results.
    if let Some(mut work) = EventLoop::with(|events| events.work.pop_front()) {
        if work.step().is_pending() {
            EventLoop::with(|events| events.work.push_back(work));
        } else {
            drop(work);
        }
        run_tasks();
    }
    let idle = [EventLoop::with(|events| events.idle()), engines::idle()];
    idle.into_iter().flatten().min().into_iter().for_each(outside::wake_after);
}

/// Runs all tasks until each waits for time, a computation or a message.
fn run_tasks() {
    EventLoop::with(EventLoop::due).into_iter().for_each(Waker::wake);
    POOL.with_borrow_mut(|pool| {
        loop {
            for task in EventLoop::with(|events| std::mem::take(&mut events.tasks)) {
                // The pool lives as long as the module.
                pool.spawner().spawn_local(task).unwrap_or_default();
            }
            pool.run_until_stalled();
            if EventLoop::with(|events| events.tasks.is_empty() && !events.hand_on()) {
                return;
            }
        }
    });
}

/// A future that completes at a time.
pub struct Timer {
    time: Duration,
    number: u64,
}

impl Timer {
    /// Completes at this time of [`outside::now`].
    pub fn until(time: Duration) -> Timer {
        let number = EventLoop::with(|events| {
            events.timer_count += 1;
            events.timer_count
        });
        Timer { time, number }
    }
}

impl Future for Timer {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if outside::now() >= self.time {
            return Poll::Ready(());
        }
        EventLoop::with(|events| events.timers.insert((self.time, self.number), context.waker().clone()));
        Poll::Pending
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        EventLoop::with(|events| events.timers.remove(&(self.time, self.number)));
    }
}
