//! `textDocument/hover`.

use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind, Position};
use vgn_engine::lint::Cancellation;

use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;

/// The hover at the place.
pub async fn handle(server: &Backend, params: HoverParams) -> Result<Option<Hover>> {
    let place = params.text_document_position_params;
    let answer = server.query_document(place.text_document.uri, move |snapshot, features, cancel| {
        answer(snapshot, place.position, features, cancel)
    });
    answer.await.map(Option::flatten)
}

/// The hover at the place; the outer `None` if cancelled.
pub fn answer(
    snapshot: &Snapshot,
    position: Position,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<Option<Hover>> {
    snapshot.unless_cancelled(cancel, |cancel| hover(snapshot, position, client, cancel))
}

fn hover(snapshot: &Snapshot, position: Position, client: &ClientFeatures, cancel: &dyn Cancellation) -> Option<Hover> {
    let offset = positions::offset(&snapshot.text, position, client.encoding);
    let found = snapshot.games_near(offset..offset, cancel)?.into_iter().next()?;
    let game = found.range;
    let in_game = u32::try_from(offset - game.start).ok()?;
    let (text, context, style) =
        (snapshot.text_of(game.clone()), snapshot.context(), snapshot.effective.preferences.board);
    let hover = match found.binary {
        None => vgn_ide::hover(&snapshot.open_game(&game, &text, cancel), in_game, style),
        Some(section) => vgn_ide::hover_section(&text, section, snapshot.disk.get(), &context, in_game, style),
    }?;
    let contents = if client.markdown_hover {
        MarkupContent { kind: MarkupKind::Markdown, value: hover.content.to_markdown() }
    } else {
        MarkupContent { kind: MarkupKind::PlainText, value: hover.content.to_plain() }
    };
    let range = positions::in_document(&game, hover.range);
    Some(Hover {
        contents: HoverContents::Markup(contents),
        range: Some(positions::range(&snapshot.text, range, client.encoding)),
    })
}
