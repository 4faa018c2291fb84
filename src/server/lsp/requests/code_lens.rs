//! `textDocument/codeLens` and `codeLens/resolve`: the lines above a game. The list has only the places of the games;
//! the text of a lens is made when it is shown.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::json;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    CodeLens, CodeLensOptions, CodeLensParams, Command, Location, Position, Range, TextDocumentIdentifier,
    TextDocumentPositionParams, Url,
};
use vgn_ide::{end_of_main_line, game_lens};

use crate::lsp::actions::convert_game::{CONVERT_GAME, ConvertGameArgument};
use crate::lsp::documents::address::Address;
use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::game_index::{AskedGame, BookExit, CopySearch, ElsewhereSearch, IndexQuery, PositionPlace, bytes_of};
use crate::lsp::host::within;
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;

/// Maximum number of games with lenses; a longer list makes clients slow.
const MOST: usize = 10_000;

/// Number of bytes of a game that are searched for its first line.
const LONGEST_BLANK: usize = 64;

/// A command of the client that copies the board at a position.
pub const COPY_FEN: &str = "vgn.copyFen";

/// A command of the client that lists places.
pub const SHOW_PLACES: &str = "vgn.showPlaces";

/// How long a lens waits for files that are not in the index yet.
const PATIENCE: Duration = Duration::from_millis(400);

/// The server's capability.
pub fn options() -> CodeLensOptions {
    CodeLensOptions { resolve_provider: Some(true) }
}

/// The game and the kind of a lens.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct LensData {
    uri: Url,
    opening: u64,
    revision: u64,
    /// The start of the game, in bytes of the document.
    game: usize,
    kind: LensKind,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum LensKind {
    Game,
    Convert,
    Copy,
    Duplicates,
    Book,
}

/// The lenses of a document, without their text.
pub async fn handle(server: &Backend, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
    let uri = params.text_document.uri;
    let snapshot = server.documents.snapshot(&Address::from(uri.clone()));
    let query = match snapshot.is_some_and(|snapshot| snapshot.effective.preferences.lens.duplicates) {
        true => index_query(server, &uri).await,
        false => None,
    };
    server.query_document(uri, move |snapshot, client, cancel| list(snapshot, query.as_ref(), client, cancel)).await
}

/// With `index`, games with duplicates have a lens about them: an editor shows room for each lens, whatever it says.
fn list(
    snapshot: &Snapshot,
    index: Option<&IndexQuery>,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<Vec<CodeLens>> {
    let kinds = snapshot.effective.preferences.lens;
    if !kinds.any() {
        return Some(Vec::new());
    }
    let shown = [
        (LensKind::Game, kinds.game),
        (LensKind::Convert, kinds.convert && client.applies_edits),
        (LensKind::Copy, kinds.copy && client.copies_fen),
        (LensKind::Duplicates, kinds.duplicates && index.is_some()),
        (LensKind::Book, kinds.book),
    ];
    let search = match index.filter(|_| kinds.duplicates) {
        Some(index) => Some(ElsewhereSearch::new(index, cancel)?),
        None => None,
    };
    let games = snapshot.find_games(&|| cancel.is_cancelled())?.games().filter(|game| game.is_game());
    let lenses = games.take(MOST).flat_map(|game| {
        let start = first_line(snapshot, game.range(), client);
        let is_repeated =
            search.as_ref().is_some_and(|search| search.is_repeated(snapshot, &game, cancel) == Some(true));
        let is_shown = move |kind| is_repeated || !matches!(kind, LensKind::Duplicates);
        let shown = shown.into_iter().filter(move |(kind, is_on)| *is_on && is_shown(*kind));
        shown.map(move |(kind, _)| {
            let which = LensData {
                uri: snapshot.uri.spelling().clone(),
                opening: snapshot.opening,
                revision: snapshot.revision,
                game: game.range().start,
                kind,
            };
            CodeLens { range: Range::new(start, start), command: None, data: serde_json::to_value(which).ok() }
        })
    });
    let lenses = lenses.collect();
    (!cancel.is_cancelled()).then_some(lenses)
}

/// The start of a game's first line that is not empty.
fn first_line(snapshot: &Snapshot, game: std::ops::Range<usize>, client: &ClientFeatures) -> Position {
    let head = snapshot.text_of(game.start..game.end.min(game.start + LONGEST_BLANK));
    let blank = head.len() - head.trim_start().len();
    Position { character: 0, ..positions::position(&snapshot.text, game.start + blank, client.encoding) }
}

/// The lens with its text, if its document is unchanged.
pub async fn resolve(server: &Backend, lens: CodeLens) -> Result<CodeLens> {
    let Some(which) = lens.data.as_ref().and_then(|data| LensData::deserialize(data).ok()) else { return Ok(lens) };
    let index = match which.kind {
        LensKind::Duplicates | LensKind::Book => Some(index_query(server, &which.uri).await),
        _ => None,
    };
    let command = server.query_document(which.uri.clone(), move |snapshot, client, cancel| {
        let is_current = (which.opening, which.revision) == (snapshot.opening, snapshot.revision);
        match index {
            _ if !is_current => Some(None),
            Some(Some(query)) => compared(snapshot, &which, &query, client, cancel),
            Some(None) => Some(None),
            None => command(snapshot, &which, client, cancel),
        }
    });
    Ok(CodeLens { command: command.await?.flatten(), ..lens })
}

/// The index, once it is complete; `None` if that takes too long: the lenses are then shown again when it is.
async fn index_query(server: &Backend, own: &Url) -> Option<IndexQuery> {
    server.want_index();
    within(PATIENCE, server.index_rests()).await;
    if !server.index.is_complete() {
        server.refresh_lenses_at_rest();
        return None;
    }
    Some(IndexQuery {
        documents: server.documents.clone(),
        index: server.index.clone(),
        own: Some(Address::from(own.clone())),
        encoding: server.features().encoding,
    })
}

/// A lens that compares the game with others of the workspace.
fn compared(
    snapshot: &Snapshot,
    which: &LensData,
    query: &IndexQuery,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<Option<Command>> {
    let Some(game) = snapshot.find_games(cancel)?.game_at(which.game) else { return Some(None) };
    let bytes = bytes_of(snapshot, &game);
    let asked = AskedGame { snapshot, start: game.range().start, bytes: &bytes };
    if matches!(which.kind, LensKind::Book) {
        let title = query.book_exit(&asked, cancel)?.map(|exit| match exit {
            BookExit::At(half_move) => format!("leaves the book at {half_move}"),
            BookExit::Never => "stays in the book".to_owned(),
        });
        return Some(title.map(|title| Command::new(title, String::new(), None)));
    }
    let places = CopySearch::new(query).copies(&asked, cancel)?;
    let title = match places.len() {
        // Another game ends so, between others or at another time.
        0 => return Some(Some(Command::new("no duplicate".to_owned(), String::new(), None))),
        1 => "1 duplicate".to_owned(),
        more => format!("{more} duplicates"),
    };
    if !client.shows_places {
        return Some(Some(Command::new(title, String::new(), None)));
    }
    let here = first_line(snapshot, game.range(), client);
    let location = |place: PositionPlace| Location::new(place.uri.spelling().clone(), place.range);
    let places: Vec<Location> = places.into_iter().map(location).collect();
    let arguments = vec![json!(which.uri), json!(here), json!(places)];
    Some(Some(Command::new(title, SHOW_PLACES.to_owned(), Some(arguments))))
}

fn command(snapshot: &Snapshot, which: &LensData, client: &ClientFeatures, cancel: &Cancel) -> Option<Option<Command>> {
    let found = snapshot.games_near(which.game..which.game, cancel)?.into_iter().next();
    let Some(found) = found else { return Some(None) };
    let (game, section) = (found.range, found.binary);
    let text = snapshot.text_of(game.clone());
    let command = match which.kind {
        // A title without a command is shown as plain text.
        LensKind::Game if section.is_some() => Some(Command::new("binary moves".to_owned(), String::new(), None)),
        LensKind::Game => {
            let title = game_lens(&text, cancel, || snapshot.resolved(&game, &text, cancel));
            title.map(|title| Command::new(title, String::new(), None))
        }
        LensKind::Convert => {
            let at = positions::range(&snapshot.text, game.start..game.start, client.encoding);
            let place = ConvertGameArgument { uri: snapshot.uri.clone(), range: at };
            Some(Command::new("Convert…".to_owned(), CONVERT_GAME.to_owned(), Some(vec![json!(place)])))
        }
        LensKind::Duplicates | LensKind::Book => None,
        LensKind::Copy if section.is_some() => None,
        LensKind::Copy => {
            let end = end_of_main_line(&text, cancel).map_or(game.start, |end| game.start + end as usize);
            let place = TextDocumentPositionParams::new(
                TextDocumentIdentifier::new(which.uri.clone()),
                positions::position(&snapshot.text, end, client.encoding),
            );
            Some(Command::new("Copy FEN".to_owned(), COPY_FEN.to_owned(), Some(vec![json!(place)])))
        }
    };
    (!cancel.is_cancelled()).then_some(command)
}
