//! `vgn/legal`: the legal moves after a half-move, for a board on which pieces are moved by hand.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use vgn_ide::legal_moves;

use crate::lsp::custom::board_game_ref::GameRef;
use crate::lsp::session::state::Backend;
use crate::lsp::transport::bulk::ResultParts;
use crate::lsp::transport::outgoing::written;

pub const METHOD: &str = "vgn/legal";

/// The parameters of `vgn/legal`.
#[derive(Clone, Debug, Deserialize)]
pub struct LegalParams {
    #[serde(flatten)]
    game: GameRef,
    /// A half-move of `vgn/game`; -1 at the beginning.
    after: i64,
}

#[derive(Debug, Serialize)]
struct LegalResponse {
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<&'static str>,
    color: &'static str,
    check: bool,
    dests: BTreeMap<String, Vec<String>>,
    promotions: Vec<char>,
    illegal: bool,
    drops: BTreeMap<&'static str, Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pocket: Option<PocketsJson>,
}

#[derive(Debug, Serialize)]
struct PocketsJson {
    white: BTreeMap<&'static str, u8>,
    black: BTreeMap<&'static str, u8>,
}

/// The half-move with an identifier; `None` at the beginning.
pub fn half_move(id: i64) -> Option<usize> {
    usize::try_from(id).ok()
}

/// Serves `vgn/legal`; `null` if the board is not known.
pub async fn handle(server: Arc<Backend>, params: LegalParams) -> ResultParts {
    let uri = params.game.text_document.uri.clone();
    let answer = server.query_document(uri, move |snapshot, client, cancel| {
        let Some(found) = params.game.find(snapshot, client.encoding, cancel)? else { return Some(None) };
        let game = found.read(snapshot, cancel)?;
        Some(legal_moves(&game.resolved, half_move(params.after)))
    });
    let found = answer.await?.flatten();
    written(&found.map(|found| LegalResponse {
        fen: found.fen,
        variant: found.variant,
        color: if found.is_white { "white" } else { "black" },
        check: found.is_check,
        dests: found.squares,
        promotions: found.promotions,
        illegal: found.allows_illegal,
        drops: found.drops,
        pocket: found.pockets.map(|pockets| PocketsJson { white: pockets.white, black: pockets.black }),
    }))
}
