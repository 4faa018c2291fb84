//! What the server sends: one queue, in the order in which messages were put in.
//!
//! Putting in never waits, so that it can be done under the documents' mutex: then no diagnostics of an old version
//! can leave after those of a newer one.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tower_lsp::jsonrpc::{Id, Request, Response};
use tower_lsp::lsp_types::notification::Notification;

use super::wire;

/// The end of the queue that messages are put in.
#[derive(Clone, Debug)]
pub struct Outgoing {
    queue: UnboundedSender<Item>,
    unread: Arc<AtomicUsize>,
    prepared: Arc<Mutex<Prepared>>,
}

/// Results, and parameters, that are JSON already. A message goes through tower-lsp as a tree of values, which for a
/// long list takes longer, and far more memory, than to make it: so it goes through without them, under a name.
#[derive(Debug, Default)]
struct Prepared {
    results: HashMap<String, Vec<Part>>,
    count: u64,
}

/// Names of prepared results begin so.
const PREPARED: &str = "vgn-lsp/prepared/";

/// The end of the queue that is written to the client.
#[derive(Debug)]
pub struct Queue {
    queue: UnboundedReceiver<Item>,
    unread: Arc<AtomicUsize>,
}

#[derive(Debug)]
enum Item {
    Message(Message),
    /// Answered when all that was put in before is written and flushed.
    Flush(oneshot::Sender<()>),
}

/// A message as it will stand on the wire, in parts: a large one is not put together anywhere else.
#[derive(Debug)]
pub struct Message(Vec<Part>);

/// A part of a message, and perhaps of others too.
#[derive(Debug)]
pub struct Part(Arc<Vec<u8>>);

impl From<Vec<u8>> for Part {
    fn from(bytes: Vec<u8>) -> Part {
        Part(Arc::new(bytes))
    }
}

impl From<Arc<Vec<u8>>> for Part {
    fn from(bytes: Arc<Vec<u8>>) -> Part {
        Part(bytes)
    }
}

impl AsRef<[u8]> for Part {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Message {
    /// The message of a notification.
    pub fn notification<N: Notification>(params: N::Params) -> Option<Message> {
        let params = serde_json::to_value(params).inspect_err(|error| tracing::error!(%error, "not sent")).ok()?;
        Message::of(&Request::build(N::METHOD).params(params).finish())
    }

    /// The message of a notification whose parameters `put` writes at its end.
    pub fn notification_with(method: &str, put: impl FnOnce(&mut Vec<u8>)) -> Message {
        let mut message = format!("{{\"jsonrpc\":\"2.0\",\"method\":\"{method}\",\"params\":").into_bytes();
        put(&mut message);
        message.push(b'}');
        Message(vec![message.into()])
    }

    /// The reply to a request, with a result that is JSON already.
    fn reply_of(id: &Id, result: Vec<Part>) -> Message {
        Message::around("\"result\"", result, id)
    }

    /// A request with parameters that are JSON already.
    fn request_of(id: &Id, method: &str, params: Vec<Part>) -> Message {
        Message::around(&format!("\"method\":\"{method}\",\"params\""), params, id)
    }

    fn around(before: &str, parts: Vec<Part>, id: &Id) -> Message {
        let id = serde_json::to_string(id).unwrap_or_else(|_| "null".to_owned());
        let mut all: Vec<Part> = vec![format!("{{\"jsonrpc\":\"2.0\",{before}:").into_bytes().into()];
        all.extend(parts);
        let end = format!(",\"id\":{id}}}").into_bytes();
        // A part more would be a write more.
        match all.last_mut().and_then(|last| Arc::get_mut(&mut last.0)) {
            Some(last) => last.extend_from_slice(&end),
            None => all.push(end.into()),
        }
        Message(all)
    }

    /// For the log.
    fn text(&self) -> String {
        self.0.iter().map(|part| String::from_utf8_lossy(part.as_ref())).collect()
    }

    /// In bytes.
    fn len(&self) -> usize {
        self.0.iter().map(|part| part.as_ref().len()).sum()
    }

    fn of(message: &impl Serialize) -> Option<Message> {
        serde_json::to_vec(message)
            .inspect_err(|error| tracing::error!(%error, "not sent"))
            .ok()
            .map(|message| Message(vec![message.into()]))
    }
}

/// Makes a queue.
pub fn queue() -> (Outgoing, Queue) {
    let (sender, receiver) = unbounded_channel();
    let unread = Arc::<AtomicUsize>::default();
    let prepared = Arc::default();
    (Outgoing { queue: sender, unread: unread.clone(), prepared }, Queue { queue: receiver, unread })
}

impl Outgoing {
    /// Puts a message in. Without effect when the client is gone.
    pub fn send(&self, message: Message) {
        self.unread.fetch_add(message.len(), Ordering::Relaxed);
        self.put(Item::Message(message));
    }

    /// How many bytes of messages wait for the client to read.
    pub fn unread(&self) -> usize {
        self.unread.load(Ordering::Relaxed)
    }

    /// Puts a reply in.
    pub fn reply(&self, response: &Response) {
        let message = match self.take_prepared(response) {
            Some(result) => Some(Message::reply_of(response.id(), result)),
            None => Message::of(response),
        };
        message.into_iter().for_each(|message| self.send(message));
    }

    /// Takes a result, or parameters, that are JSON already, in parts. The request's handler must at once give back a
    /// result that carries the name: as its identifier, as its data, or as the name or the text of the first thing in a
    /// list. A request must carry it as its label.
    pub fn prepare(&self, json: impl IntoIterator<Item = impl Into<Part>>) -> String {
        let mut prepared = self.lock_prepared();
        prepared.count += 1;
        let name = format!("{PREPARED}{}", prepared.count);
        prepared.results.insert(name.clone(), json.into_iter().map(Into::into).collect());
        name
    }

    /// As [`Outgoing::prepare`], for a request that may be called off before it is sent: what was prepared is let go
    /// with the [`Label`].
    pub fn prepare_request(&self, json: impl IntoIterator<Item = impl Into<Part>>) -> Label {
        Label { name: self.prepare(json), prepared: self.prepared.clone() }
    }

    fn take_prepared(&self, response: &Response) -> Option<Vec<Part>> {
        let result = response.result()?;
        let first = || result.get(0).and_then(|first| first.get("name").or_else(|| first.get("collapsedText")));
        let name = result.get("resultId").or_else(|| result.get("data")).or_else(first)?;
        self.lock_prepared().results.remove(name.as_str()?)
    }

    fn lock_prepared(&self) -> MutexGuard<'_, Prepared> {
        self.prepared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a request or notification of tower-lsp's client in.
    pub fn request(&self, request: &Request) {
        let label = request.params().and_then(|params| params.get("label")?.as_str());
        if let (Some(label), Some(id)) = (label, request.id())
            && let Some(params) = self.lock_prepared().results.remove(label)
        {
            return self.send(Message::request_of(id, request.method(), params));
        }
        let mut request = serde_json::to_value(request).unwrap_or_default();
        if let Some(message) =
            request.as_object_mut().filter(|message| message.get("params").is_some_and(|p| p.is_null()))
        {
            // JSON-RPC knows no parameters that are null.
            message.remove("params");
        }
        Message::of(&request).into_iter().for_each(|message| self.send(message));
    }

    /// Returns when all that was put in before is written, or the client is gone.
    pub async fn flush(&self) {
        let (sender, receiver) = oneshot::channel();
        self.put(Item::Flush(sender));
        receiver.await.unwrap_or_default();
    }

    fn put(&self, item: Item) {
        if self.queue.send(item).is_err() {
            tracing::debug!("a message was dropped: nobody reads any more");
        }
    }
}

/// The name of what was prepared for a request.
#[derive(Debug)]
pub struct Label {
    pub name: String,
    prepared: Arc<Mutex<Prepared>>,
}

impl Drop for Label {
    fn drop(&mut self) {
        self.prepared.lock().unwrap_or_else(PoisonError::into_inner).results.remove(&self.name);
    }
}

impl Queue {
    /// Writes what is put in, until every [`Outgoing`] is gone.
    ///
    /// # Errors
    /// When the client does not read any more.
    pub async fn write_to(mut self, mut output: impl AsyncWrite + Unpin) -> io::Result<()> {
        while let Some(item) = self.queue.recv().await {
            match item {
                Item::Message(message) => {
                    tracing::trace!(message = %message.text(), "out");
                    let length = message.len();
                    wire::write_frame(&mut output, length, message.0).await?;
                    self.unread.fetch_sub(length, Ordering::Relaxed);
                    if self.queue.is_empty() {
                        output.flush().await?;
                    }
                }
                Item::Flush(done) => {
                    output.flush().await?;
                    done.send(()).unwrap_or_default();
                }
            }
        }
        output.flush().await
    }
}
