//! `textDocument/hover`.

use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind, Position};
use vgn_engine::lint::Cancellation;

use crate::lsp::custom::explore::sought_after;
use crate::lsp::documents::address::Address;
use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::engine::hover_line;
use crate::lsp::game_index::{IndexQuery, in_words};
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;

/// The hover at the place.
pub async fn handle(server: &Backend, params: HoverParams) -> Result<Option<Hover>> {
    let place = params.text_document_position_params;
    // Without the index there are no numbers: a hover does not ask for it.
    let numbers = server.index.is_complete().then(|| IndexQuery {
        documents: server.documents.clone(),
        index: server.index.clone(),
        own: None,
        encoding: server.features().encoding,
    });
    let found = server.engines.last(&Address::from(place.text_document.uri.clone()));
    let answer = server.query_document(place.text_document.uri, move |snapshot, features, cancel| {
        let hover = answer(snapshot, place.position, features, cancel)?;
        Some(hover.map(|hover| match &numbers {
            Some(query) => with_numbers(hover, snapshot, place.position, query, features, cancel),
            None => hover,
        }))
        .map(|hover| {
            let line = found.as_ref().and_then(|found| hover_line(found, snapshot, place.position, features, cancel));
            hover.map(|hover| with_line(hover, line))
        })
    });
    answer.await.map(Option::flatten)
}

/// Adds a line to a hover.
fn with_line(mut hover: Hover, line: Option<String>) -> Hover {
    if let (Some(line), HoverContents::Markup(content)) = (line, &mut hover.contents) {
        content.value += &format!("\n\n{line}");
    }
    hover
}

/// Adds how many games of the workspace reach the position after a half-move.
fn with_numbers(
    hover: Hover,
    snapshot: &Snapshot,
    position: Position,
    query: &IndexQuery,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Hover {
    let sought = sought_after(snapshot, position, client, cancel);
    let counts = sought.and_then(|sought| query.counts_at_once(&sought, cancel));
    let words = counts.as_ref().and_then(in_words);
    with_line(hover, words.map(|words| format!("In this workspace: {words}")))
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
