//! The loop that carries messages between the host and the guarded services.

use std::sync::Arc;
use std::time::Duration;

use futures::stream::FuturesUnordered;
use futures::{FutureExt as _, SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde_json::Value;
use tokio::sync::mpsc;
use tower::Service;
use tower_lsp::ClientSocket;
use tower_lsp::jsonrpc::{Error, Id, Request, Response};

use super::guard::{Guard, HandlerState};
use super::lifecycle::Lifecycle;
use super::outgoing::{Outgoing, Reply};
use super::raw_message::RawMessage;
use super::surrogates;
use crate::lsp::diagnostics::inline_check::InlineCheck;
use crate::lsp::host::{host, within};

/// Time given to running handlers and unsent messages when the session ends.
const GRACE: Duration = Duration::from_secs(1);

/// Serves until `exit`, or the end of `incoming`: the bodies of messages, or the reason why one cannot be read.
pub async fn serve<S, B>(
    mut incoming: mpsc::Receiver<Result<Vec<u8>, String>>,
    mut guard: Guard<S, B>,
    socket: ClientSocket,
    outgoing: Outgoing,
    inline_check: InlineCheck,
    lifecycle: Arc<Lifecycle>,
) where
    S: Service<Request, Response = Option<Response>>,
    S::Future: Send + 'static,
{
    let (mut client_requests, mut client_replies) = socket.split();
    let forward = outgoing.clone();
    let forward = async move {
        while let Some(request) = client_requests.next().await {
            forward.request(&request);
        }
    };
    host().spawn(forward.boxed());

    // A handler ends when its handle is dropped.
    let mut handlers = FuturesUnordered::new();
    loop {
        let frame = tokio::select! {
            biased;
            () = lifecycle.wait() => break,
            Some(()) = handlers.next() => continue,
            frame = incoming.recv() => frame,
        };
        let started = match frame.map(|frame| parse(frame, &guard)) {
            Some(IncomingMessage::Bulk(message)) => guard.start_raw(message),
            Some(IncomingMessage::Request(request)) => guard.start(request),
            Some(IncomingMessage::Reply(reply)) => {
                if let Some(reply) = outgoing.take_reply(reply) {
                    client_replies.send(reply).await.unwrap_or_default();
                }
                HandlerState::Done(None)
            }
            Some(IncomingMessage::Bad(reply)) => HandlerState::Done(Some(Reply::Response(reply))),
            None => break,
        };
        match started {
            HandlerState::Done(reply) => reply.into_iter().for_each(|reply| outgoing.reply(reply)),
            HandlerState::Pending(pending) => {
                let outgoing = outgoing.clone();
                let pending = async move { pending.await.into_iter().for_each(|reply| outgoing.reply(reply)) };
                let (task, handle) = pending.remote_handle();
                host().spawn(task.boxed());
                handlers.push(handle);
            }
        }
        inline_check.publish_changed(incoming.is_empty());
    }
    // After `exit` everything is cancelled and ends at once. After the end of its input the client may still read the
    // replies to its requests.
    within(GRACE, async { while handlers.next().await.is_some() {} }).await;
    drop(handlers);
    within(GRACE, outgoing.flush()).await;
}

/// The only field needed to answer a message that is otherwise unreadable.
#[derive(Deserialize)]
struct MessageId {
    id: Option<Id>,
}

enum IncomingMessage {
    /// A request or notification for the bulk service.
    Bulk(RawMessage),
    /// Another request or notification.
    Request(Request),
    /// The client's reply to a request of the server.
    Reply(Response),
    /// An invalid message; the error reply to it.
    Bad(Response),
}

fn parse<S, B>(frame: Result<Vec<u8>, String>, guard: &Guard<S, B>) -> IncomingMessage
where
    S: Service<Request, Response = Option<Response>>,
    S::Future: Send + 'static,
{
    let body = match frame {
        Ok(body) => body,
        Err(reason) => return bad(Id::Null, Error::parse_error(), reason),
    };
    tracing::trace!(message = %String::from_utf8_lossy(&body), "in");
    let body = match guard.read(body) {
        Ok(message) => return IncomingMessage::Bulk(message),
        Err(body) => body,
    };
    let parsed = serde_json::from_slice(&body).or_else(|error| match surrogates::repair(&body) {
        Some(repaired) => serde_json::from_slice(&repaired),
        None => Err(error),
    });
    let mut value: Value = match parsed {
        Ok(value) => value,
        Err(error) => {
            // JSON that is nested too deep to be parsed still has an id.
            let id = serde_json::from_slice(&body).ok().and_then(|MessageId { id }| id);
            let kind = if id.is_some() { Error::invalid_request() } else { Error::parse_error() };
            return bad(id.unwrap_or_default(), kind, error.to_string());
        }
    };
    let id = value.get("id").and_then(|id| serde_json::from_value(id.clone()).ok()).unwrap_or_default();
    let is_request = value.get("method").is_some();
    if is_request && let Some(message) = value.as_object_mut() {
        // Some clients send `"params": null` for no parameters.
        if message.get("params").is_some_and(Value::is_null) {
            message.remove("params");
        }
    }
    let parsed = if is_request {
        serde_json::from_value(value).map(IncomingMessage::Request)
    } else {
        serde_json::from_value(value).map(IncomingMessage::Reply)
    };
    parsed.unwrap_or_else(|error| bad(id, Error::invalid_request(), error.to_string()))
}

fn bad(id: Id, mut error: Error, reason: String) -> IncomingMessage {
    tracing::warn!(%reason, "a message was not understood");
    error.message = format!("{}: {reason}", error.message).into();
    IncomingMessage::Bad(Response::from_error(id, error))
}
