//! The decoded view: a file with binary sections as readable text, a virtual document.
//!
//! `vgn-decoded:///games.vgn` is the content of `file:///games.vgn`. Its text is made from the bytes on disk, whatever
//! an editor has made of them, and is never stored: clients request it by `vgn/decodedText`, or by
//! `workspace/textDocumentContent`.

use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::lsp_types::Url;
use vgn_engine::games::DiskState;
use vgn_ide::NewFileTarget;

use crate::lsp::actions::whole_file;
use crate::lsp::documents::address::Address;
use crate::lsp::documents::disk::DiskFile;
use crate::lsp::documents::snapshot::{Snapshot, kind_of};
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::pop_up::plain;

/// The scheme of the view's address.
pub const SCHEME: &str = "vgn-decoded";
/// The protocol's error code for a request that fails with a message for the user.
const REQUEST_FAILED: i64 = -32803;

/// The parameters of `vgn/decodedText`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DecodedTextParams {
    text_document: DecodedUri,
}

#[derive(Debug, Deserialize)]
struct DecodedUri {
    uri: Address,
}

/// The answer to `vgn/decodedText`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DecodedText {
    pub text: String,
    /// Number of games with a binary section.
    binary_games: usize,
    language_id: &'static str,
}

impl DecodedTextParams {
    /// The requested file.
    pub fn file(&self) -> Address {
        file_of(&self.text_document.uri)
    }
}

/// The address of a file's view.
pub fn view_of(file: &Address) -> Option<Address> {
    let rest = file.spelling().as_str().strip_prefix("file:")?;
    Url::parse(&format!("{SCHEME}:{rest}")).ok().map(Address::from)
}

/// The file of a view; any other address is returned unchanged.
pub fn file_of(view: &Address) -> Address {
    let rest = view.spelling().as_str().strip_prefix(SCHEME).and_then(|rest| rest.strip_prefix(':'));
    let file = rest.and_then(|rest| Url::parse(&format!("file:{rest}")).ok());
    file.map_or_else(|| view.clone(), Address::from)
}

/// The view of a file, from the bytes of an open document, or read for this.
///
/// # Errors
/// If the file cannot be read.
pub fn answer(file: &Address, snapshot: Option<Snapshot>, cancel: &Cancel) -> Result<DecodedText> {
    let disk = snapshot.map_or_else(|| DiskFile::of(file).into(), |snapshot| snapshot.disk.clone());
    let bytes = match disk.get() {
        DiskState::Read(bytes) => bytes,
        DiskState::Nowhere => return Err(failed(format!("{} is not on disk: save it first", file.name()))),
        DiskState::Unreadable(reason) => return Err(failed(format!("{} cannot be read: {reason}", file.name()))),
    };
    let (games, them) = match bytes.binary_games().len() {
        0 => ("no game with a binary move section".to_owned(), "Nothing is changed in it"),
        1 => ("a game with a binary move section".to_owned(), "Here its moves are text"),
        more => (format!("{more} games with binary move sections"), "Here their moves are text"),
    };
    let heading = format!(
        "{{{} holds {games}. {them}, which is made of the file's bytes and cannot be edited: to change games, convert the \
         file.}}\n\n",
        file.name().replace('}', ")")
    );
    let written = whole_file::of_bytes(bytes, kind_of(file, "vgn"), NewFileTarget::Readable, cancel);
    let text = String::from_utf8_lossy(&written.bytes);
    Ok(DecodedText {
        text: heading + text.trim_start_matches('\u{feff}'),
        binary_games: bytes.binary_games().len(),
        language_id: "vgn",
    })
}

/// Where the games begin in the text of a view, in bytes: its heading is none of the first game's comments.
pub fn heading_end(view: &Address, text: &str) -> usize {
    let is_view = view.spelling().scheme() == SCHEME && text.starts_with('{');
    text.find('}').filter(|_| is_view).map_or(0, |end| end + 1)
}

/// An error whose message is for people.
pub fn failed(message: String) -> Error {
    Error { code: ErrorCode::ServerError(REQUEST_FAILED), message: plain(&message).into(), data: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_has_its_file() {
        for file in ["file:///a%20b/c.vgn", "file:///c%3A/d.vgn", "file://server/share/d.vgn"] {
            let file = Address::from(Url::parse(file).expect("a URI"));
            let view = view_of(&file).expect("a view");
            assert_eq!((view.spelling().scheme(), file_of(&view)), (SCHEME, file));
        }
        assert_eq!(view_of(&Url::parse("untitled:a").expect("a URI").into()), None);
    }
}
