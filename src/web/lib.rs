//! The server as a WebAssembly module, for a web page's worker or any other program that runs one.
//!
//! Knows: the server's core, and the functions of the embedding program (`outside`). Never knows: files, threads, the
//! content of messages.
//!
//! The program calls [`start`] once, and [`run`] when a time requested by `wake_after` has passed, and after each
//! message. A message is the text of one JSON-RPC message in UTF-8, without a header: the program calls [`alloc`] for a
//! buffer, writes the text there, and calls [`receive`]. `server.mjs` beside this file does all that.
//!
//! If the program has chess engines, it carries their lines: [`hear_engine`] takes each, [`lose_engine`] says that one has
//! died.

mod engines;
mod event_loop;
mod outside;
mod page;

use std::sync::Arc;

use event_loop::EventLoop;
use futures::FutureExt as _;
use page::Page;
use tokio::sync::mpsc;
use vgn_server::lsp::host::{Host as _, install};
use vgn_server::lsp::{Lifecycle, OutgoingItem, Server, ServerOptions};

/// Starts the server.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    install(&Page);
    let lifecycle = Arc::new(Lifecycle::default());
    let (server, mut queue) = Server::new(ServerOptions::default(), lifecycle);
    let (sender, receiver) = mpsc::channel(1);
    EventLoop::with(|events| events.connect(sender));
    Page.spawn(server.serve(receiver).boxed());
    Page.spawn(
        async move {
            while let Some(item) = queue.next().await {
                match item {
                    OutgoingItem::Message(message) => {
                        let length = message.size();
                        let parts = message.into_parts();
                        let bytes: Vec<u8> = parts.iter().flat_map(|part| part.as_ref()).copied().collect();
                        outside::send(&bytes);
                        queue.note_read(length);
                    }
                    OutgoingItem::Flush(done) => done.send(()).unwrap_or_default(),
                }
            }
        }
        .boxed(),
    );
}

/// Allocates a buffer for a message of this length in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    outside::room(length)
}

/// Takes the message in a buffer of this length from [`alloc`].
#[unsafe(no_mangle)]
pub extern "C" fn receive(room: *mut u8, length: usize) {
    let message = outside::taken(room, length);
    EventLoop::with(|events| events.receive(message));
}

/// Takes a line of an engine in a buffer of this length from [`alloc`].
#[unsafe(no_mangle)]
pub extern "C" fn hear_engine(number: u32, room: *mut u8, length: usize) {
    engines::hear(number, &outside::taken(room, length));
}

/// Takes the reason why an engine has died, in words for people, in a buffer of this length from [`alloc`].
#[unsafe(no_mangle)]
pub extern "C" fn lose_engine(number: u32, room: *mut u8, length: usize) {
    engines::lose(number, &outside::taken(room, length));
}

/// Runs what there is to do, at most one slice of a computation, and requests another run if there is more.
#[unsafe(no_mangle)]
pub extern "C" fn run() {
    event_loop::turn();
}
