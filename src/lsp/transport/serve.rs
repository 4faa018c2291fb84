//! The loop that carries messages between the wire and the guarded service.

use std::sync::Arc;
use std::time::Duration;

use futures::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite, BufReader, BufWriter};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tower::Service;
use tower_lsp::ClientSocket;
use tower_lsp::jsonrpc::{Error, Id, Request, Response};

use super::guard::{Guard, Started};
use super::lifecycle::Lifecycle;
use super::outgoing::{Outgoing, Queue, Reply};
use super::raw_message::RawMessage;
use super::surrogates;
use super::wire::{self, Frame};
use crate::lsp::diagnostics::inline_check::InlineCheck;

/// How long what is still under way may take when the session ends.
const GRACE: Duration = Duration::from_secs(1);
/// Messages read ahead of their handling.
const READ_AHEAD: usize = 64;

/// Serves until `exit`, the end of the input, or a client that does not read any more.
pub async fn serve<S, B>(
    (input, output): (impl AsyncRead + Send + Unpin + 'static, impl AsyncWrite + Send + Unpin + 'static),
    mut guard: Guard<S, B>,
    socket: ClientSocket,
    (outgoing, queue): (Outgoing, Queue),
    inline_check: InlineCheck,
    lifecycle: Arc<Lifecycle>,
) where
    S: Service<Request, Response = Option<Response>>,
    S::Future: Send + 'static,
{
    let (mut client_requests, mut client_replies) = socket.split();
    let writer = lifecycle.clone();
    tokio::spawn(async move {
        if let Err(error) = queue.write_to(BufWriter::new(output)).await {
            tracing::warn!(%error, "the client does not read any more");
            writer.end();
        }
    });
    let forward = outgoing.clone();
    tokio::spawn(async move {
        while let Some(request) = client_requests.next().await {
            forward.request(&request);
        }
    });
    let (frames, mut incoming) = mpsc::channel(READ_AHEAD);
    tokio::spawn(read(BufReader::with_capacity(64 * 1024, input), frames));

    let mut handlers = JoinSet::new();
    loop {
        let frame = tokio::select! {
            biased;
            () = lifecycle.wait() => break,
            Some(_) = handlers.join_next() => continue,
            frame = incoming.recv() => frame,
        };
        let started = match frame.map(|frame| parse(frame, &guard)) {
            Some(Parsed::Bulk(message)) => guard.start_raw(message),
            Some(Parsed::Request(request)) => guard.start(request),
            Some(Parsed::Reply(reply)) => {
                if let Some(reply) = outgoing.answered(reply) {
                    client_replies.send(reply).await.unwrap_or_default();
                }
                Started::Done(None)
            }
            Some(Parsed::Bad(reply)) => Started::Done(Some(Reply::Response(reply))),
            None => break,
        };
        match started {
            Started::Done(reply) => reply.into_iter().for_each(|reply| outgoing.reply(reply)),
            Started::Going(going) => {
                let outgoing = outgoing.clone();
                handlers.spawn(async move { going.await.into_iter().for_each(|reply| outgoing.reply(reply)) });
            }
        }
        inline_check.tell(incoming.is_empty());
    }
    // After `exit` all is called off and ends at once. After the end of its input the client may still read the
    // replies to what it asked.
    let finish = async { while handlers.join_next().await.is_some() {} };
    tokio::time::timeout(GRACE, finish).await.unwrap_or_default();
    handlers.abort_all();
    tokio::time::timeout(GRACE, outgoing.flush()).await.unwrap_or_default();
}

/// Reads frames into the channel until the input or the channel's other end is closed.
async fn read(mut input: BufReader<impl AsyncRead + Unpin>, frames: mpsc::Sender<Result<Vec<u8>, String>>) {
    loop {
        let frame = match wire::read_frame(&mut input).await {
            Ok(Frame::Body(body)) => Ok(body),
            Ok(Frame::Bad(reason)) => Err(reason),
            Ok(Frame::End) => return,
            Err(error) => {
                tracing::warn!(%error, "cannot read from the client");
                return;
            }
        };
        if frames.send(frame).await.is_err() {
            return;
        }
    }
}

/// What is needed of a message to answer it, whatever else is in it.
#[derive(Deserialize)]
struct Envelope {
    id: Option<Id>,
}

enum Parsed {
    /// A request or a notification that goes through the door for bulk messages,
    Bulk(RawMessage),
    /// and one that does not.
    Request(Request),
    /// The client's reply to a request of the server.
    Reply(Response),
    /// Neither; the reply that says so.
    Bad(Response),
}

fn parse<S, B>(frame: Result<Vec<u8>, String>, guard: &Guard<S, B>) -> Parsed
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
        Ok(message) => return Parsed::Bulk(message),
        Err(body) => body,
    };
    let parsed = serde_json::from_slice(&body).or_else(|error| match surrogates::mend(&body) {
        Some(mended) => serde_json::from_slice(&mended),
        None => Err(error),
    });
    let mut value: Value = match parsed {
        Ok(value) => value,
        Err(error) => {
            // What is JSON, but nested too deep to be read, has an id all the same.
            let id = serde_json::from_slice(&body).ok().and_then(|Envelope { id }| id);
            let kind = if id.is_some() { Error::invalid_request() } else { Error::parse_error() };
            return bad(id.unwrap_or_default(), kind, error.to_string());
        }
    };
    let id = value.get("id").and_then(|id| serde_json::from_value(id.clone()).ok()).unwrap_or_default();
    let is_request = value.get("method").is_some();
    if is_request && let Some(message) = value.as_object_mut() {
        // `"params": null` is what some clients send for no parameters.
        if message.get("params").is_some_and(Value::is_null) {
            message.remove("params");
        }
    }
    let parsed = if is_request {
        serde_json::from_value(value).map(Parsed::Request)
    } else {
        serde_json::from_value(value).map(Parsed::Reply)
    };
    parsed.unwrap_or_else(|error| bad(id, Error::invalid_request(), error.to_string()))
}

fn bad(id: Id, mut error: Error, reason: String) -> Parsed {
    tracing::warn!(%reason, "a message was not understood");
    error.message = format!("{}: {reason}", error.message).into();
    Parsed::Bad(Response::from_error(id, error))
}
