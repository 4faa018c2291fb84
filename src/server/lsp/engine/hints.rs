//! The inlay hint of the engine: what it found last, behind the half-move that led to the position.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tower_lsp::lsp_types::{self, InlayHint, InlayHintLabel, InlayHintTooltip};

use super::desk::{EngineAudience, EngineDesk, HINTS};
use super::hover_line::{evaluation, moves_in_words};
use crate::lsp::documents::address::Address;
use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::host::host;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;

/// A client is asked to fetch hints again at most so often.
const INTERVAL: Duration = Duration::from_secs(2);

/// Who makes the client fetch its hints again, if the settings of the document want the engine's.
pub fn hint_audience(server: &Backend, uri: &Address) -> Option<EngineAudience> {
    let is_wanted = server.documents.snapshot(uri).is_some_and(|snapshot| snapshot.effective.preferences.hints.engine);
    if !is_wanted || !server.features().hint_refresh {
        return None;
    }
    let (news, mut heard) = watch::channel(());
    let client = server.client.clone();
    host().spawn(Box::pin(async move {
        // Ends with the search.
        while heard.changed().await.is_ok() {
            if let Err(error) = client.inlay_hint_refresh().await {
                tracing::debug!(%error, "the client does not show hints again");
                return;
            }
            host().sleep(INTERVAL).await;
        }
    }));
    Some(EngineAudience { listener: HINTS, tell: Arc::new(move |_| news.send_modify(|()| ())) })
}

/// The engine's hint in a range, in bytes of the document.
pub fn engine_hint(
    desk: &EngineDesk,
    snapshot: &Snapshot,
    requested: lsp_types::Range,
    client: &ClientFeatures,
) -> Option<InlayHint> {
    if !snapshot.effective.preferences.hints.engine {
        return None;
    }
    let (info, place) = desk.last_place(&snapshot.uri)?;
    let best = info.lines.first().filter(|_| !info.threat)?;
    let requested = positions::bytes(&snapshot.text, requested, client.encoding);
    let is_here = place.text == (snapshot.opening, snapshot.revision)
        && (requested.start..=requested.end).contains(&place.end)
        && place.end <= snapshot.text.len_bytes();
    is_here.then(|| InlayHint {
        position: positions::position(&snapshot.text, place.end, client.encoding),
        label: InlayHintLabel::String(format!("{} ({})", evaluation(best), best.depth)),
        kind: None,
        text_edits: None,
        tooltip: Some(InlayHintTooltip::String(moves_in_words(&info, best))),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    })
}
