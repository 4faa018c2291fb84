//! `vgn/find`: the games of the workspace in which a condition holds, with what is not saved; and the virtual document
//! of these games.
//!
//! `vgn-find:/player%20fischer.pgn` has the games in which `player fischer` holds, as they are when its text is
//! requested by `workspace/textDocumentContent`. Nothing is stored.

use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{self, ProgressToken, TextDocumentIdentifier, Url};
use vgn_engine::source::Encoding;
use vgn_search::{GameResult, Query};

use crate::lsp::documents::address::Address;
use crate::lsp::game_index::{FoundHits, IndexQuery, PlacedHit};
use crate::lsp::session::cancel::{WorkScope, compute, content_modified};
use crate::lsp::session::state::Backend;

pub const METHOD: &str = "vgn/find";

/// The scheme of the documents' addresses.
pub const SCHEME: &str = "vgn-find";

/// Maximum number of games that are listed, and that a document has.
const MOST: usize = 1_000;
/// Length of a document, in bytes, after which no further game is added.
const LONGEST: usize = 8 << 20;

/// The parameters of `vgn/find`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FindParams {
    query: String,
    /// Only the games of this document.
    text_document: Option<TextDocumentIdentifier>,
    limit: Option<usize>,
    /// The answer has the games as one text.
    #[serde(default)]
    text: bool,
    work_done_token: Option<ProgressToken>,
}

/// The answer to `vgn/find`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FindResponse {
    uri: Option<Url>,
    games: usize,
    searched: usize,
    hits: Vec<FindHit>,
    left_out: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// A game in the answer.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FindHit {
    uri: Url,
    range: lsp_types::Range,
    game: usize,
    white: Option<String>,
    black: Option<String>,
    result: &'static str,
    #[serde(rename = "move")]
    half_move: Option<String>,
}

/// Serves `vgn/find`.
///
/// # Errors
/// If the condition cannot be read: the column and what was expected; or if the search was called off.
pub async fn handle(server: &Backend, params: FindParams) -> Result<FindResponse> {
    let own = params.text_document.map(|document| Address::from(document.uri));
    let uri = own.is_none().then(|| address_of(&params.query)).flatten();
    let most = params.limit.unwrap_or(MOST).min(MOST);
    let found = search(server, &params.query, own, most, params.work_done_token).await?;
    let text = params.text.then(|| text_of(&found));
    let FoundHits { hits, total: games, searched, is_bounded: left_out } = found;
    Ok(FindResponse { uri, games, searched, hits: hits.into_iter().map(listed).collect(), left_out, text })
}

/// The text of a document of found games; `None` for another address.
///
/// # Errors
/// Those of [`handle`].
pub async fn text_at(server: &Backend, address: &Url) -> Option<Result<String>> {
    let query = query_of(address)?;
    Some(search(server, &query, None, MOST, None).await.map(|found| text_of(&found)))
}

async fn search(
    server: &Backend,
    condition: &str,
    own: Option<Address>,
    most: usize,
    token: Option<ProgressToken>,
) -> Result<FoundHits> {
    let query = Query::parse(condition).map_err(|error| {
        let column = condition.get(..error.range.start).unwrap_or(condition).chars().count() + 1;
        Error::invalid_params(format!("column {column}: {error}"))
    })?;
    let (documents, index, encoding) = (server.documents.clone(), server.index.clone(), server.features().encoding);
    let (places, folders) = (IndexQuery { documents, index, own, encoding }, server.workspace.folders());
    let mut progress = server.progresses.begin("Searching the games".to_owned(), token, server.features().progress);
    let found = compute(WorkScope::Whole, move |cancel| {
        let cancel = cancel.or(progress.cancel());
        places.find(&query, &folders, most, |done, total| progress.report(done, total, "files"), &cancel)
    });
    found.await.ok_or_else(|| content_modified("the search was called off"))
}

/// The games as one text, each behind an empty line; without those of binary sections.
fn text_of(found: &FoundHits) -> String {
    let mut text = String::new();
    for hit in found.hits.iter().filter(|hit| !hit.hit.is_section) {
        if text.len() > LONGEST {
            break;
        }
        let game = Encoding::of(&hit.bytes).decode(&hit.bytes);
        let game = game.trim_start_matches('\u{feff}').trim_end();
        text.push_str(game);
        text.push_str("\n\n");
    }
    text.truncate(text.trim_end().len());
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

fn listed(found: PlacedHit) -> FindHit {
    let PlacedHit { uri, range, number, hit, .. } = found;
    let half_move = hit.half_move.map(|half_move| {
        let dots = half_move.color.fold_wb(".", "...");
        format!("{}{dots} {}", half_move.number, half_move.text)
    });
    FindHit {
        uri: uri.spelling().clone(),
        range,
        game: number,
        white: hit.white,
        black: hit.black,
        result: match hit.result {
            GameResult::White => "1-0",
            GameResult::Draw => "1/2-1/2",
            GameResult::Black => "0-1",
            GameResult::Open => "*",
        },
        half_move,
    }
}

/// The address of the games in which a condition holds.
fn address_of(query: &str) -> Option<Url> {
    let encoded: String = query
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => char::from(byte).to_string(),
            other => format!("%{other:02X}"),
        })
        .collect();
    Url::parse(&format!("{SCHEME}:/{encoded}.pgn")).ok()
}

/// The condition in an address, however its signs are encoded there.
fn query_of(address: &Url) -> Option<String> {
    let path = address.path().strip_prefix('/')?.strip_suffix(".pgn").filter(|_| address.scheme() == SCHEME)?;
    let mut bytes = Vec::new();
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        let digits = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let coded = digits.filter(|_| *first == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(coded.unwrap_or(*first));
        rest = if coded.is_some() { &after[2..] } else { after };
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_its_condition() {
        for query in ["player fischer", "result 1/2-1/2 and nag !?", "comment '100 % é + #'", "position '8/8 w - -'"] {
            let address = address_of(query).expect("an address");
            assert_eq!(query_of(&address).as_deref(), Some(query));
            // Some clients decode what they can.
            let plain = Url::parse(&address.as_str().replace("%2F", "/").replace("%27", "'")).expect("a URI");
            assert_eq!(query_of(&plain).as_deref(), Some(query));
        }
        assert_eq!(query_of(&Url::parse("vgn-explain:/a.pgn").expect("a URI")), None);
    }
}
