//! The command that shows the page of a diagnostic: in a browser, or else as a message.

use serde_json::Value;
use tower_lsp::Client;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{MessageType, ShowDocumentParams};

use crate::analysis::Code;

use super::capabilities::ClientFeatures;
use super::diagnostics;

/// Shows the page of the code that is the command's argument.
///
/// # Errors
/// When there is no such code.
pub async fn run(client: &Client, features: &ClientFeatures, arguments: &[Value]) -> Result<()> {
    let named = arguments.first().and_then(Value::as_str).unwrap_or_default();
    let Some(code) = Code::from_name(named) else {
        return Err(Error::invalid_params(format!("no diagnostic has the code `{named}`")));
    };
    let page = diagnostics::page(code);
    if let Some(uri) = page.clone().filter(|_| features.show_document) {
        let params = ShowDocumentParams { uri, external: Some(true), take_focus: Some(true), selection: None };
        if client.show_document(params).await.unwrap_or(false) {
            return Ok(());
        }
    }
    let place = page.map(|page| format!(" {page}")).unwrap_or_default();
    client.show_message(MessageType::INFO, format!("{code}: {}{place}", code.entry().summary)).await;
    Ok(())
}
