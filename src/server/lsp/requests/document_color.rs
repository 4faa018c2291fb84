//! `textDocument/documentColor` and `textDocument/colorPresentation`: the colours of squares and arrows in comments.

use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    Color, ColorInformation, ColorPresentation, ColorPresentationParams, DocumentColorParams, TextEdit,
};
use vgn_ide::{BOARD_COLOURS, BoardColour, LONGEST_COMMAND, board_colours};

use super::windows::search_windows;
use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;

/// Maximum number of colours in an answer; clients show fewer.
const MOST: usize = 5_000;

/// The colours in a document.
pub async fn handle(server: &Backend, params: DocumentColorParams) -> Result<Vec<ColorInformation>> {
    Ok(server.query_document(params.text_document.uri, answer).await?.unwrap_or_default())
}

fn answer(snapshot: &Snapshot, client: &ClientFeatures, cancel: &Cancel) -> Option<Vec<ColorInformation>> {
    let all = search_windows(snapshot, LONGEST_COMMAND, MOST, &|| cancel.is_cancelled(), board_colours)?;
    let information = |(range, colour): (_, BoardColour)| {
        let [red, green, blue] = colour.rgb.map(|part| f32::from(part) / 255.0);
        let range = positions::range(&snapshot.text, range, client.encoding);
        ColorInformation { range, color: Color { red, green, blue, alpha: 1.0 } }
    };
    Some(all.into_iter().map(information).collect())
}

/// The four colours that a letter can mean, the nearest to the picked one first.
pub async fn present(server: &Backend, params: ColorPresentationParams) -> Result<Vec<ColorPresentation>> {
    let ColorPresentationParams { color, range, .. } = params;
    let colours = server.query_document(params.text_document.uri, move |snapshot, client, _| {
        let letter = snapshot.text_of(positions::bytes(&snapshot.text, range, client.encoding));
        let is_one = BOARD_COLOURS.iter().any(|colour| letter.len() == 1 && letter.starts_with(colour.letter));
        Some(is_one.then(|| BoardColour::nearest([color.red, color.green, color.blue])))
    });
    let presentation = |colour: BoardColour| ColorPresentation {
        label: format!("{}: {}", colour.letter, colour.name),
        text_edit: Some(TextEdit { range, new_text: colour.letter.to_string() }),
        additional_text_edits: None,
    };
    Ok(colours.await?.flatten().into_iter().flatten().map(presentation).collect())
}
