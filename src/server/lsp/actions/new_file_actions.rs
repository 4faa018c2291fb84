//! Code actions that create a file: from games with binary sections, whose own text must not be edited, and from any
//! game to a binary notation, which no text edit can write (rule E3).

use std::ops::Range;

use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    CodeAction, CodeActionDisabled, CodeActionKind, Command, CreateFile, CreateFileOptions, DocumentChangeOperation,
    DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, ResourceOp, TextDocumentEdit, TextEdit,
    WorkspaceEdit,
};
use vgn_ide::{NewFileTarget, new_file_targets};

use super::convert_to_file::{self, CONVERT_TO_FILE};
use super::whole_file;
use crate::lsp::custom::decoded::failed;
use crate::lsp::documents::address::Address;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::host::files;
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;

/// A conversion to a new file.
#[derive(Debug)]
pub struct NewFileOffer {
    pub title: String,
    pub wish: NewFileTarget,
    /// The games that begin in this range; `None` for the whole file.
    pub games: Option<Range<usize>>,
}

/// The offers for a binary game, or for its whole file, with the preferred notation first.
pub fn offers(snapshot: &Snapshot, game: &Range<usize>) -> Vec<NewFileOffer> {
    let alone = snapshot.has_one_game();
    let wishes = new_file_targets(snapshot.effective.preferences.convert_to);
    let all = wishes.iter().map(|wish| NewFileOffer {
        title: format!(
            "Convert {} to {} in a new file",
            if alone { "the game" } else { "all games" },
            wish.full_name()
        ),
        wish: *wish,
        games: None,
    });
    let this = wishes.iter().filter(|_| !alone).map(|wish| NewFileOffer {
        title: format!("Convert this game to {} in a new file", wish.full_name()),
        wish: *wish,
        games: Some(game.clone()),
    });
    all.chain(this).collect()
}

/// The action of an offer without its edit; disabled with a reason if the client cannot create the file.
pub fn action(
    offer: &NewFileOffer,
    snapshot: &Snapshot,
    client: &ClientFeatures,
    unreadable: Option<&str>,
) -> CodeAction {
    let mut action = CodeAction {
        title: offer.title.clone(),
        kind: Some(CodeActionKind::REFACTOR_REWRITE),
        ..CodeAction::default()
    };
    let reason = match unreadable {
        Some(reason) => Some(reason.to_owned()),
        None if snapshot.uri.path().is_none() || !files().is_some_and(|files| files.is_disk()) => {
            Some("the games are not in a file, so there is no folder for a new one".to_owned())
        }
        None if !offer.wish.is_text() => None,
        None if !client.created_files => Some(format!(
            "the editor does not let a server create files; `vgn-lsp convert --to {} --output FILE` makes one",
            offer.wish
        )),
        None => None,
    };
    if reason.is_none() && !offer.wish.is_text() {
        let arguments = convert_to_file::arguments(&snapshot.uri, offer.wish);
        action.command = Some(Command {
            title: offer.title.clone(),
            command: CONVERT_TO_FILE.to_owned(),
            arguments: Some(arguments),
        });
    }
    action.disabled = reason.map(|reason| CodeActionDisabled { reason });
    action
}

/// The edit that creates the file. A comment at the top names the games that could not be converted as requested.
///
/// # Errors
/// If the bytes of a game are not known, or there is no place for the file.
pub fn edit(
    snapshot: &Snapshot,
    wish: NewFileTarget,
    games: Option<&Range<usize>>,
    cancel: &Cancel,
) -> Result<WorkspaceEdit> {
    let no_place = || failed(format!("no new file can be made beside {}", snapshot.uri.name()));
    let (path, files) = snapshot.uri.path().zip(files()).ok_or_else(no_place)?;
    let new = files.free_name_beside(&path, &wish.mark(), Some(wish.extension())).ok_or_else(no_place)?;
    let uri = Address::of_file(&new).ok_or_else(no_place)?.spelling().clone();
    let written = whole_file::of_text(snapshot, wish, games, cancel).map_err(failed)?;
    let heading = convert_to_file::in_words(&written.notes).map(|notes| {
        let notes = notes.replace('}', ")");
        format!(
            "{{Not all games could be converted to {wish}; the others are in a notation that can record them: \
             {notes}.}}\n\n"
        )
    });
    let text = match String::from_utf8(written.bytes) {
        Ok(text) => text,
        // A game that stays binary cannot be part of a text.
        Err(_) => return Err(failed(format!("a game of {} cannot be written as text", snapshot.uri.name()))),
    };
    let options = CreateFileOptions { overwrite: Some(false), ignore_if_exists: Some(false) };
    let create = ResourceOp::Create(CreateFile { uri: uri.clone(), options: Some(options), annotation_id: None });
    let insert = TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier { uri, version: None },
        edits: vec![OneOf::Left(TextEdit { range: Default::default(), new_text: heading.unwrap_or_default() + &text })],
    };
    let changes = vec![DocumentChangeOperation::Op(create), DocumentChangeOperation::Edit(insert)];
    Ok(WorkspaceEdit { document_changes: Some(DocumentChanges::Operations(changes)), ..WorkspaceEdit::default() })
}
