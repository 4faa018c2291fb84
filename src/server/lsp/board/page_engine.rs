//! The engine of a page: asked for by its board, told to it, and ended with it.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::watch;
use tower_lsp::jsonrpc::Result;

use super::relay::{document_params, notification, read};
use super::{BoardAccess, BrowserBoard};
use crate::lsp::engine::{self, EngineAudience, EngineInfo};
use crate::lsp::host::host;
use crate::lsp::session::state::Backend;

/// What the board of a page is told of its engine.
pub struct PageEngine<'a> {
    server: &'a Backend,
    board: &'a BrowserBoard,
    /// The page's number among those who listen to engines.
    listener: u64,
    /// The latest news, as a message.
    news: watch::Sender<String>,
}

#[derive(Deserialize)]
struct EngineWish {
    on: bool,
}

impl<'a> PageEngine<'a> {
    pub fn new(server: &'a Backend, board: &'a BrowserBoard) -> PageEngine<'a> {
        PageEngine { server, board, listener: server.engines.listener(), news: watch::Sender::default() }
    }

    /// The news from now on.
    pub fn news(&self) -> watch::Receiver<String> {
        self.news.subscribe()
    }

    /// Adds to the settings of a page whether it can offer an engine: without an editor no settings name one.
    pub fn offer(&self, settings: &mut Value) {
        let BoardAccess { is_alone, .. } = self.board.access;
        let lines = engine::lines_set(self.server);
        settings["engine"] = json!(host().has_engines() && (!is_alone || lines.is_some()));
        if let Some(lines) = lines {
            settings["engineLines"] = json!(lines);
        }
    }

    /// Serves `engine`: lets the document's engine think about a position of it, or ends it.
    pub async fn answer(&self, params: &str) -> Result<String> {
        let EngineWish { on } = read(params)?;
        if !on {
            self.server.engines.close(&self.board.uri);
            return Ok("{}".to_owned());
        }
        let news = self.news.clone();
        let tell = move |info: &EngineInfo| {
            let mut told = serde_json::to_value(info).unwrap_or_default();
            // A page learns no addresses.
            told.as_object_mut().and_then(|members| members.remove("uri"));
            news.send_replace(notification("engineInfo", &told));
        };
        let audience = EngineAudience { listener: self.listener, tell: Arc::new(tell) };
        let started = engine::start(self.server, document_params(self.board, params, false)?, audience).await?;
        Ok(serde_json::to_value(started).map_or(Value::Null, |started| json!(started)).to_string())
    }
}

impl Drop for PageEngine<'_> {
    fn drop(&mut self) {
        self.server.engines.leave(&self.board.uri, self.listener);
    }
}
