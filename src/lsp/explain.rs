//! The pages of diagnostics as documents that an editor shows, under addresses of their own, and the command that shows one.
//!
//! `vgn-explain:/illegal-move.md` is the page of `illegal-move`. Its text is asked for by `workspace/textDocumentContent`.

use serde_json::Value;
use tower_lsp::Client;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{MessageType, ShowDocumentParams, Url};

use crate::analysis::{self, Code};

use super::capabilities::ClientFeatures;

/// The scheme of the pages' addresses.
pub const SCHEME: &str = "vgn-explain";

/// The address of a code's page.
pub fn address_of(code: Code) -> Option<Url> {
    Url::parse(&format!("{SCHEME}:/{code}.md")).ok()
}

/// The page at an address, as Markdown; none where it is no page's.
pub fn page_at(address: &Url) -> Option<String> {
    let name = address.path().strip_prefix('/')?.strip_suffix(".md")?;
    (address.scheme() == SCHEME).then(|| Code::from_name(name)).flatten().map(|code| analysis::page(code.entry()))
}

/// Shows the page of the code that is the command's argument.
///
/// # Errors
/// When there is no such code.
pub async fn run(client: &Client, features: &ClientFeatures, arguments: &[Value]) -> Result<()> {
    let named = arguments.first().and_then(Value::as_str).unwrap_or_default();
    let Some(code) = Code::from_name(named) else {
        return Err(Error::invalid_params(format!("no diagnostic has the code `{named}`")));
    };
    if let Some(uri) = address_of(code).filter(|_| features.show_document && features.text_content) {
        let params = ShowDocumentParams { uri, external: Some(false), take_focus: Some(true), selection: None };
        if client.show_document(params).await.unwrap_or(false) {
            return Ok(());
        }
    }
    let message = format!("{code}: {} `vgn-lsp explain {code}` shows the whole page.", code.entry().summary);
    client.show_message(MessageType::INFO, message).await;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::CATALOGUE;

    #[test]
    fn every_code_has_a_page_at_its_address() {
        for entry in CATALOGUE {
            let address = Code::from_name(entry.name).and_then(address_of).expect("an address");
            let page = page_at(&address).expect("a page");
            assert!(page.starts_with(&format!("# {}\n", entry.name)), "{page}");
        }
        for stranger in ["vgn-explain:/nothing.md", "vgn-explain:/illegal-move", "file:///illegal-move.md"] {
            assert_eq!(page_at(&Url::parse(stranger).expect("a URI")), None);
        }
    }
}
