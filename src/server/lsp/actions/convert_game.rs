//! The command that asks for the notation to convert a game to, for clients that do not show the list themselves.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{
    CodeAction, CodeActionContext, CodeActionKind, CodeActionParams, MessageType, Range, TextDocumentIdentifier,
};

use super::code_actions::ActionConverter;
use super::commands::argument;
use super::deferred::{DeferredAction, apply};
use super::{conversion_actions, convert_to_file};
use crate::lsp::documents::address::Address;
use crate::lsp::session::cancel::{WorkScope, compute};
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::pop_up::{self, plain};
use crate::lsp::session::state::Backend;

/// The command's name. Its argument is `{"uri": …, "range": …}`.
pub const CONVERT_GAME: &str = "vgn.convertGame";

/// The command's argument: a selection of games.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ConvertGameArgument {
    pub uri: Address,
    pub range: Range,
}

/// Asks for the notation, and converts the games.
///
/// # Errors
/// If the argument is not a range in an open document, or the chosen conversion fails.
pub async fn run(server: &Backend, arguments: &[Value]) -> Result<Option<Value>> {
    let place: ConvertGameArgument = argument(arguments, "{\"uri\": …, \"range\": …}")?;
    let Some(snapshot) = server.documents.snapshot(&place.uri) else {
        return Err(Error::invalid_params(plain(&format!("{} is not open", place.uri.name()))));
    };
    let only = Some(vec![CodeActionKind::REFACTOR_REWRITE]);
    let params = CodeActionParams {
        text_document: TextDocumentIdentifier { uri: place.uri.spelling().clone() },
        range: place.range,
        context: CodeActionContext { diagnostics: Vec::new(), only, trigger_kind: None },
        work_done_progress_params: Default::default(),
        partial_result_params: Default::default(),
    };
    // The offered actions are deferred and stay in the server.
    let features = ClientFeatures { code_actions: true, resolved_edits: true, ..server.features() };
    let list = compute(WorkScope::Place, move |cancel| {
        let (snapshot, params, client) = (&snapshot, &params, &features);
        conversion_actions::list(&ActionConverter { snapshot, params, client, cancel })
    });
    let offered: Vec<CodeAction> = list.await.into_iter().filter(|action| action.disabled.is_none()).collect();
    let titles: Vec<String> = offered.iter().map(|action| action.title.clone()).collect();
    let question = "What do you want to do with the game?";
    let chosen = pop_up::ask(&server.client, MessageType::INFO, question, &titles).await?;
    let chosen = chosen.and_then(|chosen| offered.into_iter().nth(chosen));
    let Some(action) = chosen else { return Ok(None) };
    if let Some(command) = action.command {
        return convert_to_file::run(server, &command.arguments.unwrap_or_default()).await;
    }
    if let Some(chosen) = DeferredAction::of(&action) {
        apply(server, chosen).await?;
    }
    Ok(None)
}
