//! The guard around tower-lsp's service.
//!
//! What it adds, for every message:
//! - The message is polled once where it stands in the order of arrival, before the next one is looked at. So what a
//!   handler does before its first `await` (apply a text change, take a snapshot, cancel a request) happens in order,
//!   and no notification ever waits behind a slow request.
//! - A panic in a handler becomes an error reply (−32603), and the server lives on.
//! - Every request has a reply: tower-lsp has none for unknown methods that begin with `$/`, which the protocol lets a
//!   server ignore only in notifications.
//! - `shutdown` and `exit` are told to [`Ending`], which has the exit code.

use std::any::Any;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use tower::Service;
use tower_lsp::jsonrpc::{Error, Id, Request, Response};

use super::ending::Ending;
use crate::lsp::session::later::Later;

/// What has become of a message when the guard hands it back.
pub enum Started {
    /// It is done; notifications have no reply.
    Done(Option<Response>),
    /// Its handler waits for something and has to be run to its end.
    Going(Going),
}

/// A service whose handlers cannot take the server down.
pub struct Guard<S> {
    service: S,
    ending: Arc<Ending>,
    later: Arc<Later>,
}

impl<S> Guard<S>
where
    S: Service<Request, Response = Option<Response>>,
    S::Future: Send + 'static,
{
    /// Guards `service` and tells `ending` when the client ends the session.
    pub fn new(service: S, ending: Arc<Ending>) -> Guard<S> {
        Guard { service, ending, later: Arc::default() }
    }

    /// Tells `later` what the client says in `initialize`.
    pub fn hearing(self, later: Arc<Later>) -> Guard<S> {
        Guard { later, ..self }
    }

    /// Starts the handler of one message and runs it up to its first wait.
    pub fn start(&mut self, request: Request) -> Started {
        let end = match request.method() {
            "shutdown" => End::ShutDown,
            "exit" => End::Exit,
            _ => End::No,
        };
        let initializes = request.method() == "initialize";
        if initializes {
            self.later.hear(request.params());
        }
        let ending = self.ending.clone();
        let label = Label { id: request.id().cloned(), method: request.method().to_owned() };
        let service = &mut self.service;
        let mut going = match catch_unwind(AssertUnwindSafe(|| service.call(request))) {
            Ok(future) => {
                let future = Box::pin(async move { future.await.unwrap_or(None) });
                Going { future, label, ending, end }
            }
            Err(panic) => return Started::Done(label.failed(panic.as_ref())),
        };
        let mut context = Context::from_waker(Waker::noop());
        match Pin::new(&mut going).poll(&mut context) {
            Poll::Ready(reply) if initializes => Started::Done(reply.map(|reply| self.later.complete(reply))),
            Poll::Ready(reply) => Started::Done(reply),
            Poll::Pending => Started::Going(going),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    No,
    ShutDown,
    Exit,
}

/// The rest of a handler; never panics.
pub struct Going {
    future: Pin<Box<dyn Future<Output = Option<Response>> + Send>>,
    label: Label,
    ending: Arc<Ending>,
    end: End,
}

impl Future for Going {
    type Output = Option<Response>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let future = self.future.as_mut();
        let reply = match catch_unwind(AssertUnwindSafe(|| future.poll(context))) {
            Ok(Poll::Pending) => return Poll::Pending,
            Ok(Poll::Ready(reply)) => reply.or_else(|| self.label.unknown()),
            Err(panic) => self.label.failed(panic.as_ref()),
        };
        match self.end {
            End::ShutDown if reply.as_ref().is_some_and(Response::is_ok) => self.ending.set_shut_down(),
            End::Exit => self.ending.end(),
            _ => {}
        }
        Poll::Ready(reply)
    }
}

struct Label {
    id: Option<Id>,
    method: String,
}

impl Label {
    /// The reply of a handler that panicked; a notification has none.
    fn failed(&self, panic: &(dyn Any + Send)) -> Option<Response> {
        let reason = panic_text(panic);
        tracing::error!(method = %self.method, %reason, "a handler panicked");
        let mut error = Error::internal_error();
        error.message = format!("internal error in {}: {reason}", self.method).into();
        Some(Response::from_error(self.id.clone()?, error))
    }

    /// The reply where the service has none; a notification has none either.
    fn unknown(&self) -> Option<Response> {
        let mut error = Error::method_not_found();
        error.data = Some(self.method.clone().into());
        Some(Response::from_error(self.id.clone()?, error))
    }
}

/// What a panic says.
pub fn panic_text(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("unknown reason")
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::Mutex;

    use futures::future::BoxFuture;
    use serde_json::json;

    use super::*;

    /// Answers by the method's name and notes what has begun.
    #[derive(Clone, Default)]
    struct Fake(Arc<Mutex<Vec<String>>>);

    impl Service<Request> for Fake {
        type Response = Option<Response>;
        type Error = Infallible;
        type Future = BoxFuture<'static, Result<Option<Response>, Infallible>>;

        fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
            Poll::Ready(Ok(()))
        }

        fn call(&mut self, request: Request) -> Self::Future {
            let (method, id, _) = request.into_parts();
            assert_ne!(method, "panic in call");
            let begun = self.0.clone();
            Box::pin(async move {
                begun.lock().expect("not poisoned").push(method.to_string());
                match &*method {
                    "panic" => panic!("told to"),
                    "panic later" => {
                        tokio::task::yield_now().await;
                        panic!("told to, later")
                    }
                    "$/unknown" => Ok(None),
                    "slow" => std::future::pending().await,
                    _ => Ok(id.map(|id| Response::from_ok(id, json!(null)))),
                }
            })
        }
    }

    fn guard() -> (Guard<Fake>, Fake, Arc<Ending>) {
        let (fake, ending) = (Fake::default(), Arc::new(Ending::default()));
        (Guard::new(fake.clone(), ending.clone()), fake, ending)
    }

    fn done(started: Started) -> Option<Response> {
        match started {
            Started::Done(reply) => reply,
            Started::Going(_) => panic!("expected to be done at once"),
        }
    }

    fn message(response: Option<Response>) -> (i64, String) {
        let error = response.expect("a reply").error().expect("an error").clone();
        (error.code.code(), error.message.into_owned())
    }

    #[tokio::test]
    async fn everything_begins_in_order_whatever_waits() {
        let (mut guard, fake, _) = guard();
        let mut waiting = Vec::new();
        for id in 0..100 {
            waiting.push(guard.start(Request::build("slow").id(id).finish()));
        }
        assert!(done(guard.start(Request::build("change").finish())).is_none());
        assert_eq!(fake.0.lock().expect("not poisoned").last().map(String::as_str), Some("change"));
        assert!(waiting.iter().all(|started| matches!(started, Started::Going(_))));
    }

    #[tokio::test]
    async fn panics_become_replies() {
        let (mut guard, _, _) = guard();
        let (code, text) = message(done(guard.start(Request::build("panic").id(1).finish())));
        assert_eq!((code, text.as_str()), (-32603, "internal error in panic: told to"));
        assert!(done(guard.start(Request::build("panic").finish())).is_none());
        let (code, _) = message(done(guard.start(Request::build("panic in call").id(2).finish())));
        assert_eq!(code, -32603);
        let Started::Going(going) = guard.start(Request::build("panic later").id(3).finish()) else {
            panic!("expected to wait")
        };
        let (code, text) = message(going.await);
        assert_eq!((code, text.as_str()), (-32603, "internal error in panic later: told to, later"));
        assert!(done(guard.start(Request::build("fine").id(4).finish())).is_some_and(|reply| reply.is_ok()));
    }

    #[tokio::test]
    async fn every_request_has_a_reply() {
        let (mut guard, _, _) = guard();
        let (code, _) = message(done(guard.start(Request::build("$/unknown").id(1).finish())));
        assert_eq!(code, -32601);
        assert!(done(guard.start(Request::build("$/unknown").finish())).is_none());
    }

    #[tokio::test]
    async fn the_exit_code_tells_of_shutdown() {
        let (mut first, _, ending) = guard();
        assert!(!ending.has_ended());
        first.start(Request::build("exit").finish());
        assert!(ending.has_ended());
        assert_eq!(ending.exit_code(), 1);
        ending.wait().await;

        let (mut second, _, ending) = guard();
        second.start(Request::build("shutdown").id(1).finish());
        second.start(Request::build("exit").finish());
        assert_eq!(ending.exit_code(), 0);
    }
}
