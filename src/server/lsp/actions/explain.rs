//! The pages of diagnostics as virtual documents, and the command that shows one.
//!
//! `vgn-explain:/illegal-move.md` is the page of `illegal-move`. Clients request its text by
//! `workspace/textDocumentContent`.

use std::io;

use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{MessageType, ShowDocumentParams, Url};
use vgn_engine::lint;
use vgn_engine::lint::Code;

use super::commands::argument;
use crate::lsp::documents::address::Address;
use crate::lsp::host::files;
use crate::lsp::session::pop_up;
use crate::lsp::session::state::Backend;

/// The scheme of the pages' addresses.
pub const SCHEME: &str = "vgn-explain";

/// The command that shows the page of a diagnostic; its argument is the code.
pub const EXPLAIN: &str = "vgn-lsp.explain";

/// The address of a code's page.
pub fn address_of(code: Code) -> Option<Url> {
    Url::parse(&format!("{SCHEME}:/{code}.md")).ok()
}

/// The page at an address, as Markdown; `None` for another address.
pub fn page_at(address: &Url) -> Option<String> {
    let name = address.path().strip_prefix('/')?.strip_suffix(".md")?;
    (address.scheme() == SCHEME).then(|| Code::from_name(name)).flatten().map(|code| lint::page(code.lint()))
}

/// A file with the page of a code, for clients that show only files.
fn file_of(code: Code) -> io::Result<Url> {
    let files = files().ok_or(io::ErrorKind::Unsupported)?;
    let path = files.temporary(&format!("{code}.md"), &lint::page(code.lint()))?;
    let file = Address::of_file(&path).ok_or(io::ErrorKind::InvalidFilename)?;
    Ok(file.spelling().clone())
}

/// Shows the page of the code in the argument: as a virtual document, as a file, or else as a message.
///
/// # Errors
/// If there is no such code.
pub async fn run(server: &Backend, arguments: &[Value]) -> Result<()> {
    let (client, features) = (&server.client, server.features());
    let named: String = argument(arguments, "the code of a diagnostic")?;
    let Some(code) = Code::from_name(&named) else {
        return Err(Error::invalid_params(format!("no diagnostic has the code `{named}`")));
    };
    let uri = match features.text_content {
        _ if !features.show_document => None,
        true => address_of(code),
        false => {
            let file = file_of(code);
            file.inspect_err(|error| tracing::warn!(%code, %error, "the page cannot be written")).ok()
        }
    };
    if let Some(uri) = uri {
        let params = ShowDocumentParams { uri, external: Some(false), take_focus: Some(true), selection: None };
        if client.show_document(params).await.unwrap_or(false) {
            return Ok(());
        }
    }
    pop_up::show_page(client, MessageType::INFO, &message(code)).await;
    Ok(())
}

/// The page without its examples, in paragraphs that the client wraps.
fn message(code: Code) -> String {
    let page = lint::page(code.lint());
    let explanation = page.split("\nWrong:\n").next().unwrap_or_default();
    let paragraphs = explanation.trim_start_matches('#').trim().split("\n\n").map(|text| text.replace('\n', " "));
    let paragraphs: Vec<String> = paragraphs.collect();
    format!("{}\n\n`vgn-lsp explain {code}` shows examples.", paragraphs.join("\n\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vgn_engine::lint::CATALOGUE;

    #[test]
    fn every_code_has_a_file_and_a_message() {
        for entry in CATALOGUE {
            let code = Code::from_name(entry.name).expect("a code");
            let path = file_of(code).expect("it is written").to_file_path().expect("a path");
            assert_eq!(file_of(code).expect("it is there").to_file_path().as_ref(), Ok(&path));
            assert_eq!(std::fs::read_to_string(path).expect("a file"), lint::page(entry));
            let message = message(code);
            assert!(message.starts_with(&format!("{code}\n\n{}\n\nSeverity: ", entry.summary)), "{message}");
            assert!(!message.contains("```") && message.len() < 2_500, "{}: {message}", message.len());
        }
    }

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
