//! The language server: everything that knows tower-lsp.
//!
//! Knows: `ide`, the plain data of `lint`, `replay` and `games`, `config`, the encodings of `source`, the protocol.
//! Never knows: chess, grammar.
//!
//! - Handlers start in the order of arrival (`guard`), so text changes apply in order and a request sees the text that
//!   the client saw.
//! - Work runs on other threads over immutable snapshots (`snapshot`), and can be cancelled (`cancel`). Only work that
//!   costs less than the way to another thread is done inline (`inline_check`).
//! - Diagnostics are pushed (`checking`) or pulled (`requests`), depending on the client, and never both.
//! - Diagnostics of one document are sent in the order of its versions (`documents`, `outgoing`).
//! - Nothing but messages of the protocol is written to the standard output.

mod actions;
mod board;
mod custom;
pub(crate) mod diagnostics;
mod documents;
mod engine;
mod game_index;
pub mod host;
pub mod lent_files;
mod methods;
mod notifications;
mod requests;
pub(crate) mod session;
pub(crate) mod transport;

use std::sync::Arc;

use tokio::sync::mpsc;
use tower_lsp::{ClientSocket, LspService};

use diagnostics::inline_check::InlineCheck;
use engine::EngineDesk;
use methods::{BULK, MENDERS, Methods};
use session::lsp_ext::{self, Extensions};
use session::state::Backend;
use transport::bulk::BulkService;
use transport::guard::Guard;
pub use transport::lifecycle::Lifecycle;
use transport::outgoing::{self, Outgoing};
pub use transport::outgoing::{MessagePart, OutgoingItem, OutgoingMessage, OutgoingQueue};
use transport::serve;

/// Options for tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct ServerOptions {
    /// Shows progress of short work too.
    pub impatient: bool,
    /// Serves requests that panic, and that work endlessly.
    pub test_requests: bool,
}

/// A server before its first message.
pub struct Server {
    guard: Guard<LspService<Methods>, Arc<Backend>>,
    socket: ClientSocket,
    outgoing: Outgoing,
    inline_check: InlineCheck,
    lifecycle: Arc<Lifecycle>,
    engines: Arc<EngineDesk>,
}

impl Server {
    /// A server, and the queue of its outgoing messages.
    pub fn new(options: ServerOptions, lifecycle: Arc<Lifecycle>) -> (Server, OutgoingQueue) {
        let (outgoing, queue) = outgoing::queue();
        let extensions = Arc::new(Extensions::default());
        let methods = |client| {
            let (lifecycle, extensions) = (lifecycle.clone(), extensions.clone());
            Methods(Arc::new(Backend::new(client, outgoing.clone(), lifecycle, extensions, options.impatient)))
        };
        let builder = LspService::build(methods)
            .custom_method("vgn/cursor", Methods::cursor)
            .custom_method("vgn/step", Methods::step)
            .custom_method(custom::explore::METHOD, Methods::explore)
            .custom_method(custom::find::METHOD, Methods::find)
            .custom_method(engine::START, Methods::engine_start)
            .custom_method(engine::STOP, Methods::engine_stop)
            .custom_method("vgn/moveItem", Methods::move_item)
            .custom_method("vgn/decodedText", Methods::decoded_text)
            .custom_method(lent_files::METHOD, Methods::take_files)
            .custom_method(requests::inline_completion::METHOD, Methods::inline_completion)
            .custom_method(lsp_ext::TEXT_CONTENT, Methods::text_content)
            .custom_method("window/workDoneProgress/cancel", Methods::cancel_progress);
        let builder = if options.test_requests {
            builder
                .custom_method("vgn/testPanic", Methods::test_panic)
                .custom_method("vgn/testWait", Methods::test_wait)
                .custom_method("vgn/testReady", Methods::test_ready)
        } else {
            builder
        };
        let (service, socket) = builder.finish();
        let backend = service.inner().0.clone();
        let (inline_check, engines) = (backend.inline_check(), backend.engines.clone());
        let door = BulkService::new(backend, BULK, lifecycle.clone());
        let guard = Guard::new(service, door, lifecycle.clone()).with_extensions(extensions).with_menders(MENDERS);
        (Server { guard, socket, outgoing, inline_check, lifecycle, engines }, queue)
    }

    /// Serves until the client ends the session or its messages end. `incoming`: the bodies of messages, or the reason
    /// why one cannot be read.
    pub async fn serve(self, incoming: mpsc::Receiver<Result<Vec<u8>, String>>) {
        let Server { guard, socket, outgoing, inline_check, lifecycle, engines } = self;
        serve::serve(incoming, guard, socket, outgoing, inline_check, lifecycle).await;
        engines.close_all();
        host::host().end_engines();
        host::files().into_iter().for_each(|files| files.remove_temporary());
    }
}
