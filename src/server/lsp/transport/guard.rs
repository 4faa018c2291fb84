//! The guard around tower-lsp's service and the bulk service.
//!
//! It adds, for every message:
//! - The handler is polled once in the order of arrival, before the next message is looked at. So everything before its
//!   first `await` (apply a text change, take a snapshot, cancel a request) happens in order, and no notification ever
//!   waits behind a slow request.
//! - A panic in a handler becomes an error reply (−32603), and the server survives.
//! - Every request has a reply: tower-lsp has none for unknown methods that begin with `$/`, which the protocol lets a
//!   server ignore only in notifications.
//! - Parameters that tower-lsp's types cannot read are mended before they are passed on (see `lenient`).
//! - `initialize`, `shutdown` and `exit` are reported to [`Lifecycle`], which has the exit code.

use std::any::Any;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use serde::Deserialize;
use tower::Service;
use tower_lsp::jsonrpc::{Error, Id, Request, Response};

use super::bulk::BulkService;
use super::lenient::{self, MethodMender};
use super::lifecycle::Lifecycle;
use super::outgoing::Reply;
use super::raw_message::RawMessage;
use crate::lsp::session::lsp_ext::Extensions;

/// The state of a handler after its first poll.
pub enum HandlerState {
    /// Completed; notifications have no reply.
    Done(Option<Reply>),
    /// Suspended, to be driven to its end.
    Pending(PendingHandler),
}

/// A service and a bulk service whose handlers cannot take the server down.
pub struct Guard<S, B: 'static> {
    service: S,
    bulk: BulkService<B>,
    lifecycle: Arc<Lifecycle>,
    extensions: Arc<Extensions>,
    menders: &'static [MethodMender],
}

impl<S, B> Guard<S, B>
where
    S: Service<Request, Response = Option<Response>>,
    S::Future: Send + 'static,
{
    /// Guards `service` and `bulk`, and reports the state of the session to `lifecycle`.
    pub fn new(service: S, bulk: BulkService<B>, lifecycle: Arc<Lifecycle>) -> Guard<S, B> {
        Guard { service, bulk, lifecycle, extensions: Arc::default(), menders: &[] }
    }

    /// Mends the parameters of these methods.
    pub fn with_menders(self, menders: &'static [MethodMender]) -> Guard<S, B> {
        Guard { menders, ..self }
    }

    /// Passes the parameters of `initialize` to `extensions`.
    pub fn with_extensions(self, extensions: Arc<Extensions>) -> Guard<S, B> {
        Guard { extensions, ..self }
    }

    /// Parses the message, if it belongs to the bulk service.
    ///
    /// # Errors
    /// The bytes, if not.
    pub fn read(&self, bytes: Vec<u8>) -> Result<RawMessage, Vec<u8>> {
        self.bulk.read(bytes)
    }

    /// Starts the handler of a bulk message, and runs it up to its first wait.
    pub fn start_raw(&mut self, message: RawMessage) -> HandlerState {
        let label = MessageLabel { id: message.id.clone(), method: message.method.clone() };
        match catch_unwind(AssertUnwindSafe(|| self.bulk.call(&message))) {
            Ok(future) => {
                // A large message is not held while its request is answered.
                drop(message);
                self.go(future, label, LifecycleEvent::None)
            }
            Err(panic) => HandlerState::Done(label.failed(panic.as_ref())),
        }
    }

    /// Starts the handler of one message and runs it up to its first wait.
    pub fn start(&mut self, request: Request) -> HandlerState {
        let request = lenient::mended(self.menders, request);
        let turn = match request.method() {
            "initialize" => LifecycleEvent::Initialize,
            "shutdown" => LifecycleEvent::ShutDown,
            "exit" => LifecycleEvent::Exit,
            _ => LifecycleEvent::None,
        };
        match turn {
            LifecycleEvent::Initialize => self.extensions.read_initialize(request.params()),
            LifecycleEvent::Exit => self.bulk.cancel_all(),
            _ => {}
        }
        if request.method() == "$/cancelRequest" && cancelled(&request).is_some_and(|id| self.bulk.cancel(&id)) {
            return HandlerState::Done(None);
        }
        let label = MessageLabel { id: request.id().cloned(), method: request.method().to_owned() };
        // Kate sends it as a notification.
        let is_notified = turn == LifecycleEvent::ShutDown && request.id().is_none();
        if is_notified && self.lifecycle.admit().is_ok() {
            self.lifecycle.set_shut_down();
        }
        let (service, extensions) = (&mut self.service, self.extensions.clone());
        match catch_unwind(AssertUnwindSafe(|| service.call(request))) {
            Ok(future) => {
                let future = async move {
                    let reply = future.await.unwrap_or(None)?;
                    Some(Reply::Response(if turn == LifecycleEvent::Initialize {
                        extensions.complete(reply)
                    } else {
                        reply
                    }))
                };
                self.go(Box::pin(future), label, turn)
            }
            Err(panic) => HandlerState::Done(label.failed(panic.as_ref())),
        }
    }

    fn go(
        &self,
        future: Pin<Box<dyn Future<Output = Option<Reply>> + Send>>,
        label: MessageLabel,
        turn: LifecycleEvent,
    ) -> HandlerState {
        let mut pending = PendingHandler { future, label, lifecycle: self.lifecycle.clone(), turn };
        match Pin::new(&mut pending).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(reply) => HandlerState::Done(reply),
            Poll::Pending => HandlerState::Pending(pending),
        }
    }
}

/// The identifier of the request to cancel.
fn cancelled(request: &Request) -> Option<Id> {
    Id::deserialize(request.params()?.get("id")?).ok()
}

/// The change of the session's state by a message.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LifecycleEvent {
    None,
    Initialize,
    ShutDown,
    Exit,
}

/// The rest of a handler; never panics.
pub struct PendingHandler {
    future: Pin<Box<dyn Future<Output = Option<Reply>> + Send>>,
    label: MessageLabel,
    lifecycle: Arc<Lifecycle>,
    turn: LifecycleEvent,
}

impl Future for PendingHandler {
    type Output = Option<Reply>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let future = self.future.as_mut();
        let reply = match catch_unwind(AssertUnwindSafe(|| future.poll(context))) {
            Ok(Poll::Pending) => return Poll::Pending,
            Ok(Poll::Ready(reply)) => reply.or_else(|| self.label.unknown()),
            Err(panic) => self.label.failed(panic.as_ref()),
        };
        match self.turn {
            LifecycleEvent::Initialize if reply.as_ref().is_some_and(Reply::is_ok) => self.lifecycle.set_initialized(),
            LifecycleEvent::ShutDown if reply.as_ref().is_some_and(Reply::is_ok) => self.lifecycle.set_shut_down(),
            LifecycleEvent::Exit => self.lifecycle.end(),
            _ => {}
        }
        Poll::Ready(reply)
    }
}

struct MessageLabel {
    id: Option<Id>,
    method: String,
}

impl MessageLabel {
    /// The reply of a handler that panicked; `None` for a notification.
    fn failed(&self, panic: &(dyn Any + Send)) -> Option<Reply> {
        let reason = panic_text(panic);
        tracing::error!(method = %self.method, %reason, "a handler panicked");
        let mut error = Error::internal_error();
        error.message = format!("internal error in {}: {reason}", self.method).into();
        Some(Reply::Response(Response::from_error(self.id.clone()?, error)))
    }

    /// The reply for a method without handler; `None` for a notification.
    fn unknown(&self) -> Option<Reply> {
        let mut error = Error::method_not_found();
        error.data = Some(self.method.clone().into());
        Some(Reply::Response(Response::from_error(self.id.clone()?, error)))
    }
}

/// The message of a panic.
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

    use super::super::bulk::{BulkRoute, Handler};
    use super::super::outgoing::MessagePart;
    use super::*;

    /// The result of a bulk message.
    static ROUTES: &[BulkRoute<Fake>] = &[
        BulkRoute { method: "bulk/change", handler: Handler::Notification(|fake, message| fake.bulk(message, ())) },
        BulkRoute { method: "bulk/list", handler: Handler::Request(|fake, message| fake.bulk(message, Ok(list()))) },
        BulkRoute { method: "bulk/slow", handler: Handler::Request(|_, _| Ok(Box::pin(std::future::pending()))) },
        BulkRoute { method: "bulk/panic", handler: Handler::Request(|_, _| panic!("told to")) },
    ];

    fn list() -> Vec<MessagePart> {
        vec![b"[1".to_vec().into(), b",2]".to_vec().into()]
    }

    #[derive(serde::Deserialize)]
    struct TextParams {
        text: String,
    }

    impl Fake {
        fn bulk<T: Send + 'static>(
            &self,
            message: &RawMessage,
            answer: T,
        ) -> tower_lsp::jsonrpc::Result<BoxFuture<'static, T>> {
            let TextParams { text } = message.params()?;
            self.0.lock().expect("not poisoned").push(text);
            Ok(Box::pin(std::future::ready(answer)))
        }
    }

    /// A bulk message.
    fn raw(guard: &Guard<Fake, Fake>, message: &str) -> RawMessage {
        guard.read(message.as_bytes().to_vec()).expect("a message for the door")
    }

    /// Replies with the method's name and records which handlers have started.
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

    fn guard() -> (Guard<Fake, Fake>, Fake, Arc<Lifecycle>) {
        let (fake, lifecycle) = (Fake::default(), Arc::new(Lifecycle::default()));
        let bulk = BulkService::new(fake.clone(), ROUTES, lifecycle.clone());
        (Guard::new(fake.clone(), bulk, lifecycle.clone()), fake, lifecycle)
    }

    fn done(started: HandlerState) -> Option<Reply> {
        match started {
            HandlerState::Done(reply) => reply,
            HandlerState::Pending(_) => panic!("expected to be done at once"),
        }
    }

    fn message(reply: Option<Reply>) -> (i64, String) {
        let Some(Reply::Response(response)) = reply else { panic!("expected an error") };
        let error = response.error().expect("an error").clone();
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
        assert!(waiting.iter().all(|started| matches!(started, HandlerState::Pending(_))));
    }

    #[tokio::test]
    async fn panics_become_replies() {
        let (mut guard, _, _) = guard();
        let (code, text) = message(done(guard.start(Request::build("panic").id(1).finish())));
        assert_eq!((code, text.as_str()), (-32603, "internal error in panic: told to"));
        assert!(done(guard.start(Request::build("panic").finish())).is_none());
        let (code, _) = message(done(guard.start(Request::build("panic in call").id(2).finish())));
        assert_eq!(code, -32603);
        let HandlerState::Pending(pending) = guard.start(Request::build("panic later").id(3).finish()) else {
            panic!("expected to wait")
        };
        let (code, text) = message(pending.await);
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
    async fn bulk_methods_are_served_between_initialize_and_shutdown() {
        let (mut guard, fake, _) = guard();
        let list = r#"{"jsonrpc":"2.0","id":7,"method":"bulk/list","params":{"text":"a"}}"#;
        let change = r#"{"jsonrpc":"2.0","method":"bulk/change","params":{"text":"b"}}"#;
        for message in [list, change] {
            let started = guard.start_raw(raw(&guard, message));
            assert_eq!(done(started).map(|reply| reply.is_ok()), (message == list).then_some(false));
        }
        let (code, _) = message(done(guard.start_raw(raw(&guard, list))));
        assert_eq!(code, -32002);
        guard.start(Request::build("initialize").id(1).finish());
        let Some(Reply::Json(id, parts)) = done(guard.start_raw(raw(&guard, list))) else { panic!("no list") };
        let parts: Vec<u8> = parts.iter().flat_map(|part| part.as_ref().to_vec()).collect();
        assert_eq!((id, parts), (Id::Number(7), b"[1,2]".to_vec()));
        assert!(done(guard.start_raw(raw(&guard, change))).is_none());
        assert_eq!(*fake.0.lock().expect("not poisoned"), ["initialize", "a", "b"]);
        guard.start(Request::build("shutdown").id(2).finish());
        let (code, _) = message(done(guard.start_raw(raw(&guard, list))));
        assert_eq!(code, -32600);
    }

    #[tokio::test]
    async fn a_bulk_request_can_be_cancelled_and_may_panic() {
        let (mut guard, _, _) = guard();
        guard.start(Request::build("initialize").id(1).finish());
        let slow = r#"{"jsonrpc":"2.0","id":"s","method":"bulk/slow","params":{}}"#;
        let HandlerState::Pending(pending) = guard.start_raw(raw(&guard, slow)) else { panic!("expected to wait") };
        let (code, _) = message(done(guard.start_raw(raw(&guard, slow))));
        assert_eq!(code, -32600, "the identifier is taken");
        let cancel = Request::build("$/cancelRequest").params(json!({"id": "s"})).finish();
        assert!(done(guard.start(cancel)).is_none());
        let (code, _) = message(pending.await);
        assert_eq!(code, -32800);
        let panicking = r#"{"jsonrpc":"2.0","id":3,"method":"bulk/panic","params":{}}"#;
        let (code, text) = message(done(guard.start_raw(raw(&guard, panicking))));
        assert_eq!((code, text.as_str()), (-32603, "internal error in bulk/panic: told to"));
    }

    #[tokio::test]
    async fn wrong_parameters_and_halves_of_characters_stop_nothing() {
        let (mut guard, fake, _) = guard();
        guard.start(Request::build("initialize").id(1).finish());
        let wrong = r#"{"jsonrpc":"2.0","id":3,"method":"bulk/list","params":{"text":5}}"#;
        let (code, _) = message(done(guard.start_raw(raw(&guard, wrong))));
        assert_eq!(code, -32602);
        let half = r#"{"jsonrpc":"2.0","method":"bulk/change","params":{"text":"\ud83d."}}"#;
        assert!(done(guard.start_raw(raw(&guard, half))).is_none());
        assert_eq!(fake.0.lock().expect("not poisoned").last().map(String::as_str), Some("\u{fffd}."));
    }

    #[test]
    fn a_message_without_a_route_of_its_kind_is_passed_on() {
        let (guard, ..) = guard();
        for message in [
            r#"{"jsonrpc":"2.0","id":3,"method":"bulk/change","params":{}}"#,
            r#"{"jsonrpc":"2.0","method":"bulk/list","params":{}}"#,
            r#"{"jsonrpc":"2.0","method":"bulk/change"}"#,
            r#"{"jsonrpc":"1.0","method":"bulk/change","params":{}}"#,
            r#"{"jsonrpc":"2.0","method":"other","params":{}}"#,
            r#"{"jsonrpc":"2.0","id":3,"result":{}}"#,
            r#"{"jsonrpc":"2.0","method":"bulk/change","params":{}"#,
        ] {
            assert_eq!(guard.read(message.as_bytes().to_vec()).expect_err(message), message.as_bytes());
        }
    }

    #[tokio::test]
    async fn the_exit_code_tells_of_shutdown() {
        let (mut first, _, lifecycle) = guard();
        assert!(!lifecycle.has_ended());
        first.start(Request::build("exit").finish());
        assert!(lifecycle.has_ended());
        assert_eq!(lifecycle.exit_code(), 1);
        lifecycle.wait().await;

        let (mut second, _, lifecycle) = guard();
        second.start(Request::build("shutdown").id(1).finish());
        second.start(Request::build("exit").finish());
        assert_eq!(lifecycle.exit_code(), 0);
    }
}
