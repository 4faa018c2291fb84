//! Documents whose files have content that a save destroys: binary sections (rule E3) or letters that are not UTF-8.
//! The user is warned before, and can restore the file after.

use std::sync::Arc;

use tower_lsp::Client;
use tower_lsp::lsp_types::MessageType;
use vgn_engine::games::FileBytes;

use super::address::Address;
use super::document::{SaveRisk, WarningOccasion};
use super::lost_letters;
use super::open::Documents;
use crate::lsp::host::files;
use crate::lsp::session::cancel::{WorkScope, compute};
use crate::lsp::session::pop_up;

const WRITE_BACK: &str = "Write the old file beside it";
const LEAVE: &str = "Leave it";

/// Warns if saving the text destroys content of its file: at the first change, and before the first save.
pub async fn warn(client: &Client, documents: &Documents, uri: &Address, warning: WarningOccasion) {
    let Some(danger) = documents.with(uri, |document| document.take_save_risk(warning)).flatten() else { return };
    let message = match danger {
        SaveRisk::Sections(sections) => of_sections(&uri.name(), sections, warning),
        SaveRisk::Letters(encoding) => of_letters(&uri.name(), encoding, warning),
    };
    pop_up::show(client, MessageType::WARNING, &message).await;
}

fn of_letters(name: &str, encoding: &str, warning: WarningOccasion) -> String {
    match warning {
        WarningOccasion::FirstChange => format!(
            "Saving {name} would destroy letters: the file is not UTF-8 but {encoding}, and the editor shows \
             `\u{fffd}` in \
             their place. Open the file again in its encoding."
        ),
        WarningOccasion::FirstSave => format!(
            "Saving {name} destroys letters: the file is not UTF-8 but {encoding}, and the editor writes `\u{fffd}` \
             in their \
             place. The old content is kept until the file is closed."
        ),
    }
}

fn of_sections(name: &str, sections: usize, warning: WarningOccasion) -> String {
    let (them, sections) = in_words(sections);
    match warning {
        WarningOccasion::FirstChange => format!(
            "Saving {name} would destroy {sections}: the editor shows damaged text in the place of {them}. Do not \
             save it; convert it to text in a new file: with a code action on the section, or with `vgn-lsp convert \
             --to FCN`."
        ),
        WarningOccasion::FirstSave => format!(
            "Saving {name} destroys {sections}: the editor writes text in the place of {them}. The old content is \
             kept until the file is closed."
        ),
    }
}

/// Reads the file of an open document again, if it has been read. False if nothing changes by that.
pub async fn reread(documents: &Arc<Documents>, uri: &Address) -> bool {
    let (documents, uri) = (documents.clone(), uri.clone());
    compute(WorkScope::Whole, move |_| {
        let Some(snapshot) = documents.snapshot(&uri).filter(|snapshot| snapshot.disk.content_if_read().is_some())
        else {
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

/// Offers to restore what a save has destroyed.
pub async fn offer_restore(client: &Client, documents: &Documents, uri: &Address) {
    let Some(lost) = documents.with(uri, |document| document.take_destroyed()).flatten() else { return };
    let now = documents.snapshot(uri).and_then(|snapshot| snapshot.disk.known_bytes().cloned()).unwrap_or_default();
    let (what, instead) = match lost.missing_in(&now).len() {
        0 if lost_letters::are_destroyed(&lost, &now) => ("letters".to_owned(), "`\u{fffd}`"),
        0 => return,
        missing => (in_words(missing).1, "text"),
    };
    let message = format!(
        "{} has lost {what} since it was opened: the editor has written {instead} in their place. The old content is \
         still available and can be written to a new file.",
        uri.name()
    );
    let choices = [WRITE_BACK, LEAVE].map(str::to_owned);
    let chosen = match pop_up::ask(client, MessageType::WARNING, &message, &choices).await {
        Ok(chosen) => chosen,
        Err(error) => {
            tracing::warn!(%error, "the client does not ask");
            return;
        }
    };
    if chosen == Some(0) {
        let (kind, message) = write_back(uri, lost).await;
        pop_up::show(client, kind, &message).await;
    }
}

async fn write_back(uri: &Address, lost: Arc<FileBytes>) -> (MessageType, String) {
    let Some((path, files)) = uri.path().zip(files()) else {
        return (MessageType::ERROR, format!("{} is not a file.", uri.name()));
    };
    match compute(WorkScope::Whole, move |_| files.write_beside(&path, "restored", None, lost.bytes())).await {
        Ok(written) => (MessageType::INFO, format!("The old content is in {}.", written.display())),
        Err(error) => (MessageType::ERROR, format!("The old content could not be written: {error}.")),
    }
}

fn in_words(sections: usize) -> (&'static str, String) {
    match sections {
        1 => ("its moves", "a binary move section".to_owned()),
        more => ("their moves", format!("{more} binary move sections")),
    }
}
