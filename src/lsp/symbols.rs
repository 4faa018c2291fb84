//! `textDocument/documentSymbol`: the games of a document.
//!
//! Only the tags of each game are read. All games are named, up to a number that clients still show.

use rayon::prelude::*;
use tower_lsp::lsp_types::{DocumentSymbol, DocumentSymbolResponse, Location, SymbolInformation, SymbolKind};

use crate::analysis::Game;
use crate::ide::{GameSymbol, game_symbol, section_length};

use super::cancel::Cancel;
use super::capabilities::ClientFeatures;
use super::positions;
use super::rendering::Kept;
use super::snapshot::Snapshot;

/// The most games that are named.
const MOST: usize = 100_000;
/// Bytes at the beginning of a game that hold its tags, in almost any, and bytes at its end that hold its terminator.
const HEAD: usize = 2 << 10;
const TAIL: usize = 64;

/// The games of the document in their order.
pub fn answer(snapshot: &Snapshot, client: &ClientFeatures, cancel: &Cancel) -> DocumentSymbolResponse {
    let games = snapshot.games();
    let games: Vec<_> = games.games().filter(|game| game.is_game()).take(MOST).enumerate().collect();
    let named = games.par_iter().filter_map(|(index, game)| {
        if cancel.is_cancelled() {
            return None;
        }
        let (range, symbol) = (game.range(), name(snapshot, game, index + 1)?);
        let position = |bytes| positions::range(&snapshot.text, bytes, client.encoding);
        let in_document = |offset: u32| range.start + offset as usize;
        let selection = in_document(symbol.selection.start)..in_document(symbol.selection.end);
        Some((symbol, position(selection.start..range.end), position(selection)))
    });
    if client.nested_symbols {
        let symbol = |(symbol, range, selection_range): (GameSymbol, _, _)| {
            #[allow(deprecated)] // The field wants a value.
            DocumentSymbol {
                name: symbol.name,
                detail: Some(symbol.detail).filter(|detail| !detail.is_empty()),
                kind: SymbolKind::EVENT,
                tags: None,
                deprecated: None,
                range,
                selection_range,
                children: None,
            }
        };
        DocumentSymbolResponse::Nested(named.map(symbol).collect())
    } else {
        let symbol = |(symbol, range, _): (GameSymbol, _, _)| {
            #[allow(deprecated)]
            SymbolInformation {
                name: symbol.name,
                kind: SymbolKind::EVENT,
                tags: None,
                deprecated: None,
                location: Location { uri: snapshot.uri.clone(), range },
                container_name: Some(symbol.detail).filter(|detail| !detail.is_empty()),
            }
        };
        DocumentSymbolResponse::Flat(named.map(symbol).collect())
    }
}

/// What a game is called; one with a binary section, by its bytes, also how long it is.
fn name(snapshot: &Snapshot, game: &Game<'_, Kept>, number: usize) -> Option<GameSymbol> {
    let range = game.range();
    if let Some(section) = game.binary() {
        let text = snapshot.text_of(range.clone());
        let mut symbol = game_symbol(text.get(..section)?, "", true, number)?;
        let half_moves = snapshot.report(game).main_line_half_moves;
        if let Some(length) = section_length(&text, section, snapshot.disk.get(), half_moves) {
            let comma = if symbol.detail.is_empty() { "" } else { ", " };
            symbol.detail += &format!("{comma}{length}");
        }
        return Some(symbol);
    }
    let head = snapshot.text_of(range.start..range.end.min(range.start + HEAD));
    let tail = snapshot.text_of(range.end.saturating_sub(TAIL).max(range.start)..range.end);
    let whole = head.len() == range.len();
    game_symbol(&head, &tail, whole, number)
        .or_else(|| game_symbol(&snapshot.text_of(range.clone()), &tail, true, number))
}
