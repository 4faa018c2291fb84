//! The server as a WebAssembly module, for a web page's worker or any other program that runs one.
//!
//! Knows: the server's core, and what the program around the module lends it (`outside`). Never knows: files, threads,
//! what stands in a message.
//!
//! The program calls [`start`] once, and [`run`] whenever it was asked to by `wake_after`, and after each message. A
//! message is the text of one JSON-RPC message in UTF-8, without a header: the program asks [`alloc`] for room, writes
//! the text there, and calls [`receive`]. `server.mjs` beside this file does all that.

mod event_loop;
mod outside;
mod page;

use std::sync::Arc;

use futures::FutureExt as _;
use tokio::sync::mpsc;
use vgn_lsp::lsp::host::{Host as _, install};
use vgn_lsp::lsp::{Item, Lifecycle, Options, Server};

use event_loop::EventLoop;
use page::Page;

/// Starts the server.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    install(&Page);
    let lifecycle = Arc::new(Lifecycle::default());
    let (server, mut queue) = Server::new(Options::default(), lifecycle);
    let (sender, receiver) = mpsc::channel(1);
    EventLoop::with(|events| events.connect(sender));
    Page.spawn(server.serve(receiver).boxed());
    Page.spawn(
        async move {
            while let Some(item) = queue.next().await {
                match item {
                    Item::Message(message) => {
                        let length = message.size();
                        let parts = message.into_parts();
                        let bytes: Vec<u8> = parts.iter().flat_map(|part| part.as_ref()).copied().collect();
                        outside::send(&bytes);
                        queue.note_read(length);
                    }
                    Item::Flush(done) => done.send(()).unwrap_or_default(),
                }
            }
        }
        .boxed(),
    );
}

/// Room for a message of so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    outside::room(length)
}

/// Takes the message in the room that [`alloc`] gave for so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn receive(room: *mut u8, length: usize) {
    let message = outside::taken(room, length);
    EventLoop::with(|events| events.receive(message));
}

/// Does what there is to do, at most for one slice of work, and asks to be run again when there is more.
#[unsafe(no_mangle)]
pub extern "C" fn run() {
    event_loop::turn();
}
