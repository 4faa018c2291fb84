//! A service of its own for methods that may carry megabytes: parameters are deserialized from the bytes of the
//! message, and results are written as bytes. All other methods go through tower-lsp, which carries messages as trees
//! of JSON values: for a long text or list, three times its memory.
//!
//! As tower-lsp's service does, it serves nothing before `initialize` or after `shutdown`, and `$/cancelRequest`
//! cancels a request.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures::future::{AbortHandle, BoxFuture, abortable};
use tower_lsp::jsonrpc::{Error, Id, Response, Result};

use super::lifecycle::Lifecycle;
use super::outgoing::{MessagePart, Reply};
use super::raw_message::RawMessage;

/// The future of a started handler; an error if the parameters are invalid.
pub type HandlerFuture<T> = Result<BoxFuture<'static, T>>;

/// A result in parts, as JSON.
pub type ResultParts = Result<Vec<MessagePart>>;

/// The handler of a method. It reads the parameters, and takes what it needs of the server's state, before it returns:
/// so text changes apply in the order of arrival. Slow work belongs into the future.
#[derive(Debug)]
pub enum Handler<S> {
    Notification(fn(&S, &RawMessage) -> HandlerFuture<()>),
    Request(fn(&S, &RawMessage) -> HandlerFuture<ResultParts>),
}

/// A method and its handler.
#[derive(Debug)]
pub struct BulkRoute<S: 'static> {
    pub method: &'static str,
    pub handler: Handler<S>,
}

/// The routes of a server, and its requests in flight.
#[derive(Debug)]
pub struct BulkService<S: 'static> {
    server: S,
    routes: &'static [BulkRoute<S>],
    lifecycle: Arc<Lifecycle>,
    in_flight: Arc<Mutex<HashMap<Id, AbortHandle>>>,
}

impl<S> BulkService<S> {
    /// A service that passes messages to `server`.
    pub fn new(server: S, routes: &'static [BulkRoute<S>], lifecycle: Arc<Lifecycle>) -> BulkService<S> {
        BulkService { server, routes, lifecycle, in_flight: Arc::default() }
    }

    /// Parses the message, if there is a route for it.
    ///
    /// # Errors
    /// The bytes, if not.
    pub fn read(&self, bytes: Vec<u8>) -> std::result::Result<RawMessage, Vec<u8>> {
        RawMessage::read(bytes, |method, id| {
            let route = self.route(method);
            route.is_some_and(|route| matches!(route.handler, Handler::Request(_)) == id.is_some())
        })
    }

    fn route(&self, method: &str) -> Option<&'static BulkRoute<S>> {
        self.routes.iter().find(|route| route.method == method)
    }

    /// Starts the handler of a message. May panic, as its future may.
    pub fn call(&self, message: &RawMessage) -> BoxFuture<'static, Option<Reply>> {
        let failed = |error: Error| {
            if message.id.is_none() {
                tracing::warn!(method = %message.method, %error, "a notification is not served");
            }
            let reply = message.id.clone().map(|id| Reply::Response(Response::from_error(id, error)));
            Box::pin(std::future::ready(reply))
        };
        if let Err(error) = self.lifecycle.admit() {
            return failed(error);
        }
        let repaired = |error| message.repaired().ok_or(error);
        match (self.route(&message.method).map(|route| &route.handler), &message.id) {
            (Some(Handler::Notification(handler)), _) => {
                let begun = handler(&self.server, message);
                match begun.or_else(|error| handler(&self.server, &repaired(error)?)) {
                    Ok(future) => Box::pin(async move {
                        future.await;
                        None
                    }),
                    Err(error) => failed(error),
                }
            }
            (Some(Handler::Request(handler)), Some(id)) => {
                let begun = handler(&self.server, message);
                match begun.or_else(|error| handler(&self.server, &repaired(error)?)) {
                    Ok(future) => self.run(id.clone(), future),
                    Err(error) => failed(error),
                }
            }
            _ => failed(Error::method_not_found()),
        }
    }

    /// Runs a request to its end, unless it is cancelled.
    fn run(&self, id: Id, future: BoxFuture<'static, ResultParts>) -> BoxFuture<'static, Option<Reply>> {
        let (future, handle) = abortable(future);
        match self.lock().entry(id.clone()) {
            Entry::Vacant(entry) => _ = entry.insert(handle),
            Entry::Occupied(_) => {
                let reply = Reply::Response(Response::from_error(id, Error::invalid_request()));
                return Box::pin(std::future::ready(Some(reply)));
            }
        }
        let entry = InFlightRequest { id: id.clone(), all: self.in_flight.clone() };
        Box::pin(async move {
            let _entry = entry;
            Some(match future.await {
                Ok(Ok(result)) => Reply::Json(id, result),
                Ok(Err(error)) => Reply::Response(Response::from_error(id, error)),
                Err(_) => Reply::Response(Response::from_error(id, Error::request_cancelled())),
            })
        })
    }

    /// Cancels a request; false if none of this service has the identifier.
    pub fn cancel(&self, id: &Id) -> bool {
        self.lock().remove(id).inspect(AbortHandle::abort).is_some()
    }

    /// Cancels all requests.
    pub fn cancel_all(&self) {
        self.lock().drain().for_each(|(_, handle)| handle.abort());
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Id, AbortHandle>> {
        self.in_flight.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request that counts as in flight until this is dropped.
struct InFlightRequest {
    id: Id,
    all: Arc<Mutex<HashMap<Id, AbortHandle>>>,
}

impl Drop for InFlightRequest {
    fn drop(&mut self) {
        self.all.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.id);
    }
}
