//! Documents whose files hold binary sections: what a save does to them is said before, and what it has done can be
//! undone after (rule E3).

use std::sync::Arc;

use tower_lsp::Client;
use tower_lsp::lsp_types::{MessageActionItem, MessageType};

use crate::analysis::FileBytes;

use super::address::Address;
use super::cancel::{About, compute};
use super::document::Warning;
use super::documents::Documents;
use super::new_file;

const WRITE_BACK: &str = "Write the old file beside it";
const LEAVE: &str = "Leave it";

/// Says what saving the text does to the binary sections of its file, if there are any: at the first change, and before
/// the first save.
pub async fn warn(client: &Client, documents: &Documents, uri: &Address, warning: Warning) {
    let Some(sections) = documents.with(uri, |document| document.endangered(warning)).flatten() else { return };
    let (them, sections) = in_words(sections);
    let name = uri.name();
    let message = match warning {
        Warning::Change => format!(
            "Saving {name} would destroy {sections}: the editor shows damaged text in the place of {them}. Leave the file as \
             it is, and convert it to text in a new file: by a code action on the section, or by `vgn-lsp convert --to FCN`."
        ),
        Warning::Save => format!(
            "Saving {name} destroys {sections}: the editor writes text in the place of {them}. The file as it was is kept \
             until it is closed."
        ),
    };
    client.show_message(MessageType::WARNING, message).await;
}

/// Reads the file of an open document again, if anyone has asked for its bytes. False if that changes nothing.
pub async fn reread(documents: &Arc<Documents>, uri: &Address) -> bool {
    let (documents, uri) = (documents.clone(), uri.clone());
    compute(About::Whole, move |_| {
        let Some(snapshot) = documents.snapshot(&uri).filter(|snapshot| snapshot.disk.known().is_some()) else {
            return false;
        };
        let disk = snapshot.disk.again();
        if disk.get().is_same(snapshot.disk.get()) {
            return false;
        }
        let is_same = |opening| opening == snapshot.opening;
        let done = documents.with(&uri, |document| {
            let current = is_same(document.snapshot().opening);
            if current {
                document.reread(disk);
            }
            current
        });
        done.unwrap_or(false)
    })
    .await
}

/// Offers to write back what a save has destroyed.
pub async fn offer_back(client: &Client, documents: &Documents, uri: &Address) {
    let Some(lost) = documents.with(uri, |document| document.take_lost()).flatten() else { return };
    let now = documents.snapshot(uri).and_then(|snapshot| snapshot.disk.known_sections().cloned());
    let missing = lost.missing_in(&now.unwrap_or_default()).len();
    if missing == 0 {
        return;
    }
    let (_, sections) = in_words(missing);
    let message = format!(
        "{} has lost {sections} since it was opened: the editor has written text in their place. The file as it was is \
         still known, and can be written to a new file.",
        uri.name()
    );
    let action = |title: &str| MessageActionItem { title: title.to_owned(), properties: Default::default() };
    let actions = vec![action(WRITE_BACK), action(LEAVE)];
    let chosen = match client.show_message_request(MessageType::WARNING, message, Some(actions)).await {
        Ok(chosen) => chosen,
        Err(error) => {
            tracing::warn!(%error, "the client does not ask");
            return;
        }
    };
    if chosen.is_some_and(|chosen| chosen.title == WRITE_BACK) {
        let (kind, message) = write_back(uri, lost).await;
        client.show_message(kind, message).await;
    }
}

async fn write_back(uri: &Address, lost: Arc<FileBytes>) -> (MessageType, String) {
    let Some(path) = uri.path() else { return (MessageType::ERROR, format!("{} is no file.", uri.name())) };
    match compute(About::Whole, move |_| new_file::write_beside(&path, "restored", None, lost.bytes())).await {
        Ok(written) => (MessageType::INFO, format!("The file as it was is in {}.", written.display())),
        Err(error) => (MessageType::ERROR, format!("The file as it was could not be written: {error}.")),
    }
}

fn in_words(sections: usize) -> (&'static str, String) {
    match sections {
        1 => ("its moves", "a binary move section".to_owned()),
        more => ("their moves", format!("{more} binary move sections")),
    }
}
