//! A web page as the host of the server: one thread, an event loop, and the files that it is lent.

use std::time::Duration;

use futures::FutureExt as _;
use futures::future::BoxFuture;
use vgn_server::lsp::host::{Computation, EngineListener, EngineProgram, Files, Host, HostEngine};
use vgn_server::lsp::lent_files::LentFiles;

use super::engines::WorkerEngine;
use super::event_loop::{EventLoop, Timer};
use super::outside;

static LENT: LentFiles = LentFiles::new();

/// The page.
#[derive(Debug)]
pub struct Page;

impl Host for Page {
    fn compute(&self, work: Box<dyn Computation>) {
        EventLoop::with(|events| events.work.push_back(work));
    }

    fn spawn(&self, task: BoxFuture<'static, ()>) {
        EventLoop::with(|events| events.tasks.push(task));
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        Timer::until(outside::now() + time).boxed()
    }

    fn now(&self) -> Duration {
        outside::now()
    }

    fn date(&self) -> Duration {
        outside::date()
    }

    fn seed(&self) -> u64 {
        outside::seed()
    }

    fn has_engines(&self) -> bool {
        outside::has_engines()
    }

    fn start_engine(&self, program: &EngineProgram, hear: EngineListener) -> Result<Box<dyn HostEngine>, String> {
        Ok(Box::new(WorkerEngine::start(program, hear)))
    }

    fn files(&self) -> Option<&dyn Files> {
        Some(&LENT)
    }
}
