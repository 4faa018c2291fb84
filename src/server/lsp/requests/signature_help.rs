//! `textDocument/signatureHelp`: the syntax of the construct at a place.

use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    Documentation, MarkupContent, MarkupKind, ParameterInformation, ParameterLabel, Position, SignatureHelp,
    SignatureHelpOptions, SignatureHelpParams, SignatureInformation, WorkDoneProgressOptions,
};
use vgn_engine::lint::Cancellation;
use vgn_ide::{Field, Markup, MarkupBlock, Signature, signatures};

use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;

/// Separators of the fields of a FEN, the squares of a list, and a command's name from its operands. Signatures of
/// other constructs are shown on request, and then during typing.
const TRIGGERS: [&str; 2] = [" ", ","];

/// The server's capability.
pub fn options() -> SignatureHelpOptions {
    SignatureHelpOptions {
        trigger_characters: Some(TRIGGERS.map(str::to_owned).to_vec()),
        retrigger_characters: None,
        work_done_progress_options: WorkDoneProgressOptions::default(),
    }
}

/// The signatures at the place.
pub async fn handle(server: &Backend, params: SignatureHelpParams) -> Result<Option<SignatureHelp>> {
    let place = params.text_document_position_params;
    let answer = server.query_document(place.text_document.uri, move |snapshot, features, cancel| {
        answer(snapshot, place.position, features, cancel)
    });
    answer.await.map(Option::flatten)
}

/// The signatures at the place; the outer `None` if cancelled.
fn answer(
    snapshot: &Snapshot,
    position: Position,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<Option<SignatureHelp>> {
    snapshot.unless_cancelled(cancel, |cancel| help(snapshot, position, client, cancel))
}

fn help(
    snapshot: &Snapshot,
    position: Position,
    client: &ClientFeatures,
    cancel: &dyn Cancellation,
) -> Option<SignatureHelp> {
    let offset = positions::offset(&snapshot.text, position, client.encoding);
    let game = snapshot.game_typed_in(offset, cancel)??;
    let text = snapshot.text_of(game.range.clone());
    let text = text.get(..game.binary.unwrap_or(text.len()))?;
    let in_game = u32::try_from(offset.checked_sub(game.range.start)?).ok()?;
    let found = signatures(text, in_game, snapshot.context().kind, cancel)?;
    let field = found.forms.get(found.active)?.field;
    let forms = found.forms.iter().map(|form| SignatureInformation {
        label: form.label.clone(),
        documentation: Some(documentation(&found.note, client)),
        parameters: Some(form.fields.iter().map(|field| parameter(form, field, client)).collect()),
        active_parameter: None,
    });
    Some(SignatureHelp {
        signatures: forms.collect(),
        active_signature: u32::try_from(found.active).ok(),
        active_parameter: field.and_then(|field| u32::try_from(field).ok()),
    })
}

fn parameter(form: &Signature, field: &Field, client: &ClientFeatures) -> ParameterInformation {
    let label = match client.label_offsets {
        // ASCII text has the same number of units in every encoding.
        true => ParameterLabel::LabelOffsets([field.range.start as u32, field.range.end as u32]),
        false => ParameterLabel::Simple(form.label[field.range.clone()].to_owned()),
    };
    let what = Markup { blocks: vec![MarkupBlock::Text(field.description.clone())] };
    ParameterInformation { label, documentation: Some(documentation(&what, client)) }
}

fn documentation(text: &Markup, client: &ClientFeatures) -> Documentation {
    match client.markdown_signatures {
        true => Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value: text.to_markdown() }),
        false => Documentation::String(text.to_plain()),
    }
}
