//! `textDocument/documentSymbol`: the games of a document.
//!
//! Only the tags of each game are read, and for a document of moderate size its variations and comments too. All games
//! are listed, up to the number that clients still show. Editors request the list after every edit, so the symbol of a
//! game is cached beside it with relative line numbers, which edits before the game do not change.

use std::sync::Arc;

use rayon::prelude::*;
use tower_lsp::lsp_types::{DocumentSymbolParams, Position, Range, SymbolKind};
use vgn_engine::games::Game;
use vgn_ide::{GameSymbol, SymbolChild, game_symbol, section_length, symbol_children};

use super::opening_finder::OpeningFinder;
use crate::lsp::diagnostics::rendering::{GameCache, put_json};
use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;
use crate::lsp::transport::bulk::ResultParts;
use crate::lsp::transport::outgoing::{json_array, written_or_null};

/// Maximum number of games in the list.
const MOST: usize = 100_000;
/// Bytes at the beginning of a game that contain its tags, with few exceptions, and bytes at its end that contain its
/// terminator.
const HEAD: usize = 2 << 10;
const TAIL: usize = 64;
/// Size of a document, in bytes, above which games have no child symbols.
const WITH_CHILDREN: usize = 1 << 20;
/// Number of games whose symbols are serialized by one task.
const TOGETHER: usize = 1 << 9;
/// Usual length of a game's symbol, in bytes.
const USUAL: usize = 256;

/// The symbol of a game, as if it began on line 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachedSymbol {
    selection: Range,
    end: Position,
    /// The name and detail, as members of a JSON object.
    members: Box<[u8]>,
    children: Box<[CachedChild]>,
}

/// A child symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CachedChild {
    range: Range,
    /// The name and the kind, as members of a JSON object.
    members: Box<[u8]>,
    children: Box<[CachedChild]>,
}

/// The games of the document.
pub async fn handle(server: Arc<Backend>, params: DocumentSymbolParams) -> ResultParts {
    let list = server.query_list(&params.text_document.uri.into(), answer).await?;
    Ok(written_or_null(list))
}

/// The games of the document in order, as JSON in parts. `None` if the games must be scanned first, and the text has
/// `changed` before that is done.
fn answer(snapshot: &Snapshot, client: &ClientFeatures, changed: &Cancel, cancel: &Cancel) -> Option<Vec<Vec<u8>>> {
    let games = snapshot.find_games(&|| changed.is_cancelled() || cancel.is_cancelled())?;
    let games: Vec<_> = games.games().filter(|game| game.is_game()).take(MOST).collect();
    let writer = SymbolWriter::new(snapshot, client, cancel);
    let parts = games.par_chunks(TOGETHER).enumerate().map(|(part, games)| {
        let mut out = Vec::with_capacity(games.len() * USUAL);
        let mut book = OpeningFinder::new(snapshot, cancel);
        for (number, game) in (part * TOGETHER + 1..).zip(games) {
            if !cancel.is_cancelled() {
                writer.put(&mut out, game, number, &mut book);
            }
        }
        out
    });
    Some(json_array(parts.collect::<Vec<_>>()))
}

struct SymbolWriter<'a> {
    snapshot: &'a Snapshot,
    client: &'a ClientFeatures,
    cancel: &'a Cancel,
    kind: Vec<u8>,
    uri: Vec<u8>,
}

impl<'a> SymbolWriter<'a> {
    fn new(snapshot: &'a Snapshot, client: &'a ClientFeatures, cancel: &'a Cancel) -> SymbolWriter<'a> {
        let (mut kind, mut uri) = (Vec::new(), Vec::new());
        put_json(&mut kind, &SymbolKind::EVENT);
        put_json(&mut uri, &snapshot.uri);
        SymbolWriter { snapshot, client, cancel, kind, uri }
    }

    /// Appends a game's symbol and a comma to a list.
    fn put(&self, out: &mut Vec<u8>, game: &Game<'_, GameCache>, number: usize, book: &mut OpeningFinder<'_>) {
        let line = u32::try_from(game.line()).unwrap_or(u32::MAX);
        // Text typed before the game on its first line moves its columns.
        match game.attachment().answers().symbol.get().filter(|_| game.begins_a_line()) {
            Some(kept) => self.put_symbol(out, kept, line),
            None => {
                let Some((symbol, may_be_kept)) = self.symbol(game, number, line, book) else { return };
                self.put_symbol(out, &symbol, line);
                if may_be_kept {
                    game.attachment().answers().symbol.get_or_init(|| symbol);
                }
            }
        }
    }

    /// The symbol of a game, and whether it stays valid when the game moves.
    fn symbol(
        &self,
        game: &Game<'_, GameCache>,
        number: usize,
        line: u32,
        book: &mut OpeningFinder<'_>,
    ) -> Option<(CachedSymbol, bool)> {
        let (snapshot, range) = (self.snapshot, game.range());
        let symbol = name(snapshot, game, number, book)?;
        let position = |offset: usize| {
            let place = positions::position(&snapshot.text, offset, self.client.encoding);
            Position::new(place.line.saturating_sub(line), place.character)
        };
        let in_document = |offset: u32| position(range.start + offset as usize);
        let mut members = b"\"name\":".to_vec();
        put_json(&mut members, &symbol.name);
        if !symbol.detail.is_empty() {
            let member: &[u8] = if self.client.nested_symbols { b",\"detail\":" } else { b",\"containerName\":" };
            members.extend_from_slice(member);
            put_json(&mut members, &symbol.detail);
        }
        let kept = CachedSymbol {
            selection: Range::new(in_document(symbol.selection.start), in_document(symbol.selection.end)),
            end: position(range.end),
            members: members.into_boxed_slice(),
            children: self.children(game, line),
        };
        // Not if the name has the game's number, the detail comes from the bytes on disk, or the columns depend on the
        // text around.
        let last = snapshot.text_of(range.end.saturating_sub(1)..range.end);
        let alone = game.begins_a_line() && last != "\r" && !self.cancel.is_cancelled();
        Some((kept, alone && game.binary().is_none() && symbol.name != format!("Game {number}")))
    }

    /// The child symbols of a game.
    fn children(&self, game: &Game<'_, GameCache>, line: u32) -> Box<[CachedChild]> {
        let text = &self.snapshot.text;
        if !self.client.nested_symbols || text.len_bytes() > WITH_CHILDREN || game.binary().is_some() {
            return Box::default();
        }
        let found = symbol_children(&self.snapshot.text_of(game.range()), &|| self.cancel.is_cancelled());
        self.kept_children(&found, game.range().start, line)
    }

    fn kept_children(&self, found: &[SymbolChild], start: usize, line: u32) -> Box<[CachedChild]> {
        let position = |offset: u32| {
            let place = positions::position(&self.snapshot.text, start + offset as usize, self.client.encoding);
            Position::new(place.line.saturating_sub(line), place.character)
        };
        let kept = found.iter().map(|child| {
            let mut members = b"\"name\":".to_vec();
            put_json(&mut members, &child.name);
            members.extend_from_slice(b",\"kind\":");
            put_json(&mut members, &kind_of(child));
            CachedChild {
                range: Range::new(position(child.range.start), position(child.range.end)),
                members: members.into_boxed_slice(),
                children: self.kept_children(&child.children, start, line),
            }
        });
        kept.collect()
    }

    fn put_symbol(&self, out: &mut Vec<u8>, symbol: &CachedSymbol, line: u32) {
        out.push(b'{');
        out.extend_from_slice(&symbol.members);
        out.extend_from_slice(b",\"kind\":");
        out.extend_from_slice(&self.kind);
        let range = Range::new(symbol.selection.start, symbol.end);
        if self.client.nested_symbols {
            put_range(out, b",\"range\":", range, line);
            put_range(out, b",\"selectionRange\":", symbol.selection, line);
            put_children(out, &symbol.children, line);
        } else {
            out.extend_from_slice(b",\"location\":{\"uri\":");
            out.extend_from_slice(&self.uri);
            put_range(out, b",\"range\":", range, line);
            out.push(b'}');
        }
        out.extend_from_slice(b"},");
    }
}

fn kind_of(child: &SymbolChild) -> SymbolKind {
    if child.is_variation { SymbolKind::FUNCTION } else { SymbolKind::STRING }
}

/// Appends child symbols, moved down by `line` lines.
fn put_children(out: &mut Vec<u8>, children: &[CachedChild], line: u32) {
    if children.is_empty() {
        return;
    }
    out.extend_from_slice(b",\"children\":[");
    for child in children {
        out.push(b'{');
        out.extend_from_slice(&child.members);
        put_range(out, b",\"range\":", child.range, line);
        put_range(out, b",\"selectionRange\":", child.range, line);
        put_children(out, &child.children, line);
        out.extend_from_slice(b"},");
    }
    out.pop();
    out.push(b']');
}

/// Appends a range, moved down by `line` lines.
fn put_range(out: &mut Vec<u8>, member: &[u8], range: Range, line: u32) {
    out.extend_from_slice(member);
    for (name, place) in [(&b"{\"start\""[..], range.start), (&b",\"end\""[..], range.end)] {
        out.extend_from_slice(name);
        out.extend_from_slice(b":{\"line\":");
        put_json(out, &place.line.saturating_add(line));
        out.extend_from_slice(b",\"character\":");
        put_json(out, &place.character);
        out.push(b'}');
    }
    out.push(b'}');
}

/// The name and detail of a game; for one with a binary section also its length, from the bytes on disk.
fn name(
    snapshot: &Snapshot,
    game: &Game<'_, GameCache>,
    number: usize,
    book: &mut OpeningFinder<'_>,
) -> Option<GameSymbol> {
    let range = game.range();
    if let Some(section) = game.binary() {
        let text = snapshot.text_of(range.clone());
        let mut symbol = game_symbol(text.get(..section)?, "", true, number, || None)?;
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
    let mut opening = || book.opening(game).map(|found| found.opening);
    game_symbol(&head, &tail, whole, number, &mut opening)
        .or_else(|| game_symbol(&snapshot.text_of(range.clone()), &tail, true, number, &mut opening))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;
    use ropey::Rope;
    use serde_json::{Value, json};
    use tower_lsp::lsp_types::{DocumentSymbol, Location, SymbolInformation, TextDocumentContentChangeEvent, Url};

    use super::*;

    fn below(
        snapshot: &Snapshot,
        client: &ClientFeatures,
        game: &Game<'_, GameCache>,
        children: &[SymbolChild],
    ) -> Vec<DocumentSymbol> {
        let symbol = |child: &SymbolChild| {
            let in_document = |offset: u32| game.range().start + offset as usize;
            let range = in_document(child.range.start)..in_document(child.range.end);
            let range = positions::range(&snapshot.text, range, client.encoding);
            #[allow(deprecated)]
            DocumentSymbol {
                name: child.name.clone(),
                detail: None,
                kind: kind_of(child),
                tags: None,
                deprecated: None,
                range,
                selection_range: range,
                children: Some(below(snapshot, client, game, &child.children)).filter(|below| !below.is_empty()),
            }
        };
        children.iter().map(symbol).collect()
    }

    /// The list made from the protocol's types, without any cache.
    fn afresh(snapshot: &Snapshot, client: &ClientFeatures) -> Value {
        let (games, cancel) = (snapshot.games(), Cancel::default());
        let games = games.games().filter(|game| game.is_game()).zip(1..);
        let symbols = games.filter_map(|(game, number)| {
            let symbol = name(snapshot, &game, number, &mut OpeningFinder::new(snapshot, &cancel))?;
            let children = symbol_children(&snapshot.text_of(game.range()), &|| false);
            let in_document = |offset: u32| game.range().start + offset as usize;
            let selection = in_document(symbol.selection.start)..in_document(symbol.selection.end);
            let range = positions::range(&snapshot.text, selection.start..game.range().end, client.encoding);
            let selection = positions::range(&snapshot.text, selection, client.encoding);
            let detail = Some(symbol.detail).filter(|detail| !detail.is_empty());
            #[allow(deprecated)]
            Some(if client.nested_symbols {
                json!(DocumentSymbol {
                    name: symbol.name,
                    detail,
                    kind: SymbolKind::EVENT,
                    tags: None,
                    deprecated: None,
                    range,
                    selection_range: selection,
                    children: Some(below(snapshot, client, &game, &children)).filter(|below| !below.is_empty()),
                })
            } else {
                json!(SymbolInformation {
                    name: symbol.name,
                    kind: SymbolKind::EVENT,
                    tags: None,
                    deprecated: None,
                    location: Location { uri: snapshot.uri.spelling().clone(), range },
                    container_name: detail,
                })
            })
        });
        symbols.collect()
    }

    fn piece() -> impl Strategy<Value = String> {
        const PIECES: [&str; 11] = [
            "1. d4 (1. e4\n(1. c4 {é🨀 a comment that is a heading}) ) *\n\n",
            "[White \"A\"]\n[Black \"é🨀\"]\n\n1. e4 *\n\n",
            "[Event \"x \\\"y\\\"\"]\r\n\r\n1. d4 1-0\r\n\r\n",
            "1. c4 0-1 ",
            "1. g4 *\r",
            "\n",
            "\r",
            "{",
            "}",
            "[White \"B\"]",
            "é♔ ",
        ];
        prop::sample::select(PIECES.to_vec()).prop_map(str::to_owned)
    }

    /// The list of a document that does not change.
    fn all(snapshot: &Snapshot, client: &ClientFeatures) -> Value {
        let list = answer(snapshot, client, &Cancel::default(), &Cancel::default()).expect("nobody calls it off");
        serde_json::from_slice(&list.concat()).expect("it is JSON")
    }

    #[test]
    fn what_is_typed_before_a_game_on_its_line_moves_it() {
        let client = ClientFeatures::default();
        let uri = Url::parse("file:///a.pgn").expect("a URI").into();
        let text = Rope::from_str("[White \"A\"]\n[Black \"B\"]\n\n1. e4 *\n\n");
        let mut snapshot = Snapshot::new(uri, "pgn", 1, text, Arc::default());
        all(&snapshot, &client);
        let change = TextDocumentContentChangeEvent {
            range: Some(Range::default()),
            range_length: None,
            text: "1. c4 0-1 ".into(),
        };
        snapshot.change(change, client.encoding);
        let list = all(&snapshot, &client);
        assert_eq!(list[1]["location"]["range"]["start"]["character"], 10, "{list}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn cached_results_equal_fresh_ones(
            start in prop::collection::vec(piece(), 0..12),
            edits in prop::collection::vec((0u32..12, 0u32..30, 0u32..3, piece()), 1..8),
            nested_symbols: bool,
        ) {
            let client = ClientFeatures { nested_symbols, ..ClientFeatures::default() };
            let uri = Url::parse("file:///a.pgn").expect("a URI").into();
            let mut snapshot = Snapshot::new(uri, "pgn", 1, Rope::from_str(&start.concat()), Arc::default());
            for (line, character, lines, text) in edits {
                let list = all(&snapshot, &client);
                prop_assert_eq!(list, afresh(&snapshot, &client), "{:?}", snapshot.text.to_string());
                let range = Range::new(Position::new(line, character), Position::new(line + lines / 2, character));
                let change = TextDocumentContentChangeEvent { range: Some(range), range_length: None, text };
                snapshot.change(change, client.encoding);
            }
        }
    }
}
