//! Outgoing messages: one queue, written in the order of sending.
//!
//! Sending never waits, so that it can be done under the documents' mutex: no diagnostics of an old version can leave
//! after those of a newer one.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tower_lsp::jsonrpc::{Error, Id, Request, Response, Result};
use tower_lsp::lsp_types::notification::Notification;

use super::spellings::Spellings;

/// The sending end of the queue.
#[derive(Clone, Debug)]
pub struct Outgoing {
    queue: UnboundedSender<OutgoingItem>,
    unread: Arc<AtomicUsize>,
    awaited: Arc<AwaitedReplies>,
    /// The client's spellings of addresses.
    pub spellings: Arc<Spellings>,
}

/// The server's own requests that the client has not answered yet.
#[derive(Debug, Default)]
struct AwaitedReplies {
    senders: Mutex<HashMap<String, oneshot::Sender<Response>>>,
    count: AtomicUsize,
}

/// The receiving end of the queue, which is written to the client.
#[derive(Debug)]
pub struct OutgoingQueue {
    queue: UnboundedReceiver<OutgoingItem>,
    unread: Arc<AtomicUsize>,
}

/// An item of the queue.
#[derive(Debug)]
pub enum OutgoingItem {
    Message(OutgoingMessage),
    /// Answered when everything sent before is written and flushed.
    Flush(oneshot::Sender<()>),
}

/// Prefix of the identifiers of the server's own requests; those of tower-lsp are numbers.
const OWN_ID: &str = "vgn-lsp/";

/// The reply to a request.
#[derive(Debug)]
pub enum Reply {
    Response(Response),
    /// A result that is JSON already, in parts.
    Json(Id, Vec<MessagePart>),
}

impl Reply {
    /// Whether the request succeeded.
    pub fn is_ok(&self) -> bool {
        match self {
            Reply::Response(response) => response.is_ok(),
            Reply::Json(..) => true,
        }
    }
}

/// A message as it is written to the wire, in parts: a large one is never concatenated.
#[derive(Debug)]
pub struct OutgoingMessage(Vec<MessagePart>);

/// A part of a message, which other messages may share.
#[derive(Debug)]
pub struct MessagePart(Arc<Vec<u8>>);

impl From<Vec<u8>> for MessagePart {
    fn from(bytes: Vec<u8>) -> MessagePart {
        MessagePart(Arc::new(bytes))
    }
}

impl From<Arc<Vec<u8>>> for MessagePart {
    fn from(bytes: Arc<Vec<u8>>) -> MessagePart {
        MessagePart(bytes)
    }
}

impl AsRef<[u8]> for MessagePart {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// A small result as JSON.
///
/// # Errors
/// If it cannot be serialized.
pub fn written(result: &impl Serialize) -> Result<Vec<MessagePart>> {
    serde_json::to_vec(result).map(|result| vec![result.into()]).map_err(|_| Error::internal_error())
}

/// A result: a list that is JSON already, or `null`.
pub fn written_or_null(list: Option<Vec<Vec<u8>>>) -> Vec<MessagePart> {
    list.unwrap_or_else(|| vec![b"null".to_vec()]).into_iter().map(MessagePart::from).collect()
}

/// A JSON array, in parts; each part has elements that are each followed by a comma.
pub fn json_array(parts: impl IntoIterator<Item = Vec<u8>>) -> Vec<Vec<u8>> {
    let mut array = vec![b"[".to_vec()];
    array.extend(parts.into_iter().filter(|part| !part.is_empty()));
    array.last_mut().iter_mut().for_each(|last| _ = last.pop_if(|byte| *byte == b','));
    array.push(b"]".to_vec());
    array
}

impl OutgoingMessage {
    /// The message of a notification.
    pub fn notification<N: Notification>(params: N::Params) -> Option<OutgoingMessage> {
        let params = serde_json::to_value(params).inspect_err(|error| tracing::error!(%error, "not sent")).ok()?;
        OutgoingMessage::of(&Request::build(N::METHOD).params(params).finish())
    }

    /// The message of a notification whose parameters `put` appends.
    pub fn notification_with(method: &str, put: impl FnOnce(&mut Vec<u8>)) -> OutgoingMessage {
        let mut message = format!("{{\"jsonrpc\":\"2.0\",\"method\":\"{method}\",\"params\":").into_bytes();
        put(&mut message);
        message.push(b'}');
        OutgoingMessage(vec![message.into()])
    }

    /// The reply to a request, with a result that is JSON already.
    fn reply_of(id: &Id, result: Vec<MessagePart>) -> OutgoingMessage {
        OutgoingMessage::around("\"result\"", result, id)
    }

    /// A request with parameters that are JSON already.
    fn request_of(id: &Id, method: &str, params: Vec<MessagePart>) -> OutgoingMessage {
        OutgoingMessage::around(&format!("\"method\":\"{method}\",\"params\""), params, id)
    }

    fn around(before: &str, parts: Vec<MessagePart>, id: &Id) -> OutgoingMessage {
        let id = serde_json::to_string(id).unwrap_or_else(|_| "null".to_owned());
        let mut all: Vec<MessagePart> = vec![format!("{{\"jsonrpc\":\"2.0\",{before}:").into_bytes().into()];
        all.extend(parts);
        let end = format!(",\"id\":{id}}}").into_bytes();
        // Appended to the last part if possible: another part would be another write.
        match all.last_mut().and_then(|last| Arc::get_mut(&mut last.0)) {
            Some(last) => last.extend_from_slice(&end),
            None => all.push(end.into()),
        }
        OutgoingMessage(all)
    }

    /// For the log.
    fn text(&self) -> String {
        self.0.iter().map(|part| String::from_utf8_lossy(part.as_ref())).collect()
    }

    /// The parts in order.
    pub fn into_parts(self) -> Vec<MessagePart> {
        self.0
    }

    /// Length in bytes.
    pub fn size(&self) -> usize {
        self.0.iter().map(|part| part.as_ref().len()).sum()
    }

    fn of(message: &impl Serialize) -> Option<OutgoingMessage> {
        serde_json::to_vec(message)
            .inspect_err(|error| tracing::error!(%error, "not sent"))
            .ok()
            .map(|message| OutgoingMessage(vec![message.into()]))
    }
}

/// Creates a queue.
pub fn queue() -> (Outgoing, OutgoingQueue) {
    let (sender, receiver) = unbounded_channel();
    let unread = Arc::<AtomicUsize>::default();
    (
        Outgoing { queue: sender, unread: unread.clone(), awaited: Arc::default(), spellings: Arc::default() },
        OutgoingQueue { queue: receiver, unread },
    )
}

impl Outgoing {
    /// Sends a message, in the client's spelling of addresses. Without effect when the client is gone.
    pub fn send(&self, mut message: OutgoingMessage) {
        for part in &mut message.0 {
            if let Some(respelled) = self.spellings.respelled(part.as_ref()) {
                *part = respelled.into();
            }
        }
        self.unread.fetch_add(message.size(), Ordering::Relaxed);
        self.put(OutgoingItem::Message(message));
    }

    /// Number of bytes that the client has not read yet.
    pub fn unread(&self) -> usize {
        self.unread.load(Ordering::Relaxed)
    }

    /// Sends a reply.
    pub fn reply(&self, reply: Reply) {
        let message = match reply {
            Reply::Response(response) => OutgoingMessage::of(&response),
            Reply::Json(id, result) => Some(OutgoingMessage::reply_of(&id, result)),
        };
        message.into_iter().for_each(|message| self.send(message));
    }

    /// Sends a request or notification of tower-lsp's client.
    pub fn request(&self, request: &Request) {
        let mut request = serde_json::to_value(request).unwrap_or_default();
        if let Some(message) =
            request.as_object_mut().filter(|message| message.get("params").is_some_and(|p| p.is_null()))
        {
            // JSON-RPC does not allow `null` as parameters.
            message.remove("params");
        }
        OutgoingMessage::of(&request).into_iter().for_each(|message| self.send(message));
    }

    /// Sends a request with parameters that are JSON already, and awaits the result.
    ///
    /// # Errors
    /// The client's error, or that the client is gone.
    pub async fn call(&self, method: &str, params: Vec<MessagePart>) -> Result<Value> {
        let (sender, receiver) = oneshot::channel();
        let id = format!("{OWN_ID}{}", self.awaited.count.fetch_add(1, Ordering::Relaxed));
        self.awaited.lock().insert(id.clone(), sender);
        // Removes the entry if this future is dropped before the reply.
        let _waiting = AwaitedReply { id: id.clone(), awaited: self.awaited.clone() };
        self.send(OutgoingMessage::request_of(&Id::String(id), method, params));
        let response = receiver.await.map_err(|_| Error::internal_error())?;
        response.into_parts().1
    }

    /// Takes the client's reply to a request of [`Outgoing::call`]; returns a reply to any other request.
    pub fn take_reply(&self, response: Response) -> Option<Response> {
        let sender = match response.id() {
            Id::String(id) if id.starts_with(OWN_ID) => self.awaited.lock().remove(id),
            _ => return Some(response),
        };
        // The receiver may have been dropped.
        sender.map(|sender| sender.send(response));
        None
    }

    /// Completes when everything sent before is written, or the client is gone.
    pub async fn flush(&self) {
        let (sender, receiver) = oneshot::channel();
        self.put(OutgoingItem::Flush(sender));
        receiver.await.unwrap_or_default();
    }

    fn put(&self, item: OutgoingItem) {
        if self.queue.send(item).is_err() {
            tracing::debug!("a message was dropped: nobody reads any more");
        }
    }
}

impl AwaitedReplies {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, oneshot::Sender<Response>>> {
        self.senders.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request whose reply is awaited until this is dropped.
struct AwaitedReply {
    id: String,
    awaited: Arc<AwaitedReplies>,
}

impl Drop for AwaitedReply {
    fn drop(&mut self) {
        self.awaited.lock().remove(&self.id);
    }
}

impl OutgoingQueue {
    /// The next item; `None` when every [`Outgoing`] has been dropped.
    pub async fn next(&mut self) -> Option<OutgoingItem> {
        let item = self.queue.recv().await?;
        if let OutgoingItem::Message(message) = &item {
            tracing::trace!(message = %message.text(), "out");
        }
        Some(item)
    }

    /// Whether nothing is waiting.
    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Notes that the client has read this number of bytes.
    pub fn note_read(&self, bytes: usize) {
        self.unread.fetch_sub(bytes, Ordering::Relaxed);
    }
}
