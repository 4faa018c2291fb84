//! `vgn/play`, `vgn/playLine`, `vgn/annotate` and `vgn/rearrange`: user input on a board, as edits of the document.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{Range, WorkspaceEdit};
use vgn_engine::lint::{Context, Edit};
use vgn_ide::actions::{Rearrangement, rearranged};
use vgn_ide::{Annotation, BoardShape, COLOURS, HandMove, PlayEdit, annotate, play, play_line};

use crate::lsp::actions::deferred::{in_document, workspace_edit};
use crate::lsp::custom::board_game_ref::{GameRef, LoadedGame, LocatedGame};
use crate::lsp::custom::board_legal::half_move;
use crate::lsp::custom::board_undo::BoardEdit;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::documents::{lost_letters, positions};
use crate::lsp::session::cancel::{Cancel, content_modified};
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::pop_up::plain;
use crate::lsp::session::state::Backend;
use crate::lsp::transport::bulk::ResultParts;
use crate::lsp::transport::outgoing::written;

pub const PLAY: &str = "vgn/play";
pub const PLAY_LINE: &str = "vgn/playLine";
pub const ANNOTATE: &str = "vgn/annotate";
pub const REARRANGE: &str = "vgn/rearrange";

/// The parameters of `vgn/play`.
#[derive(Clone, Debug, Deserialize)]
pub struct PlayParams {
    #[serde(flatten)]
    pub game: GameRef,
    /// A half-move of `vgn/game`; -1 at the beginning.
    after: i64,
    /// In UCI or SAN.
    #[serde(rename = "move")]
    wanted: String,
    /// Allows a move that the rules forbid.
    #[serde(default)]
    illegal: bool,
}

/// The parameters of `vgn/playLine`.
#[derive(Clone, Debug, Deserialize)]
pub struct PlayLineParams {
    #[serde(flatten)]
    pub game: GameRef,
    /// A half-move of `vgn/game`; -1 at the beginning.
    after: i64,
    /// In UCI or SAN, one after the other.
    moves: Vec<String>,
}

/// The answer to `vgn/play` and `vgn/playLine`.
#[derive(Debug, Serialize)]
pub struct PlayResult {
    /// `None` if the half-move, or the line, is already there.
    pub edit: Option<WorkspaceEdit>,
    /// The range of the half-move after the edit; of a line, that of the first one that is new, or of the last one.
    pub select: Range,
    #[serde(rename = "move")]
    pub id: usize,
    /// The edit for the undo stack.
    #[serde(skip)]
    pub step: Option<BoardEdit>,
}

/// The parameters of `vgn/annotate`.
#[derive(Clone, Debug, Deserialize)]
pub struct AnnotateParams {
    #[serde(flatten)]
    pub game: GameRef,
    /// A half-move of `vgn/game`; -1 at the beginning.
    #[serde(rename = "move")]
    id: i64,
    shapes: Option<Vec<ShapeParams>>,
    nags: Option<Vec<u32>>,
    comment: Option<String>,
}

/// A square or an arrow.
#[derive(Clone, Debug, Deserialize)]
struct ShapeParams {
    color: String,
    from: String,
    to: Option<String>,
}

/// The parameters of `vgn/rearrange`.
#[derive(Clone, Debug, Deserialize)]
pub struct RearrangeParams {
    #[serde(flatten)]
    pub game: GameRef,
    /// A half-move of `vgn/game`.
    #[serde(rename = "move")]
    id: usize,
    how: RearrangementName,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
enum RearrangementName {
    Promote,
    MainLine,
    DeleteVariation,
    DeleteFromHere,
}

impl From<RearrangementName> for Rearrangement {
    fn from(name: RearrangementName) -> Rearrangement {
        match name {
            RearrangementName::Promote => Rearrangement::Promote,
            RearrangementName::MainLine => Rearrangement::MainLine,
            RearrangementName::DeleteVariation => Rearrangement::DeleteVariation,
            RearrangementName::DeleteFromHere => Rearrangement::DeleteFromHere,
        }
    }
}

/// The answer to `vgn/annotate` and `vgn/rearrange`.
#[derive(Debug, Serialize)]
pub struct AnnotateResult {
    /// `None` if nothing changes.
    pub edit: Option<WorkspaceEdit>,
    /// The edit for the undo stack.
    #[serde(skip)]
    pub step: Option<BoardEdit>,
}

/// Serves `vgn/play`.
pub async fn handle_play(server: Arc<Backend>, params: PlayParams) -> ResultParts {
    written(&run_play(&server, params).await?)
}

/// Serves `vgn/playLine`.
pub async fn handle_play_line(server: Arc<Backend>, params: PlayLineParams) -> ResultParts {
    written(&run_play_line(&server, params).await?)
}

/// Serves `vgn/annotate`.
pub async fn handle_annotate(server: Arc<Backend>, params: AnnotateParams) -> ResultParts {
    written(&run_annotate(&server, params).await?)
}

/// Serves `vgn/rearrange`.
pub async fn handle_rearrange(server: Arc<Backend>, params: RearrangeParams) -> ResultParts {
    written(&run_rearrange(&server, params).await?)
}

/// Gives the line of a half-move another place, or deletes it.
///
/// # Errors
/// If this cannot be done: the reason in a sentence.
pub async fn run_rearrange(server: &Backend, params: RearrangeParams) -> Result<AnnotateResult> {
    let uri = params.game.text_document.uri.clone();
    let answer = server.query_document(uri, move |snapshot, client, cancel| {
        let (found, game) = match game(snapshot, &params.game, client, cancel)? {
            Ok(found) => found,
            Err(error) => return Some(Err(error)),
        };
        let Some(half_move) = game.resolved.moves.get(params.id) else {
            return Some(Err(Error::invalid_params("the game has no such half-move")));
        };
        let place = half_move.range.start;
        let edits = rearranged(&game.text, &snapshot.context_for(cancel), place, params.how.into());
        if cancel.is_cancelled() {
            return None;
        }
        Some(edits.map_err(|why| refused(why.to_owned())).map(|edits| edited(snapshot, &found, edits, client)))
    });
    answer.await?.unwrap_or_else(|| Err(not_open()))
}

/// The answer with the edits of a game.
fn edited(snapshot: &Snapshot, found: &LocatedGame, edits: Vec<Edit>, client: &ClientFeatures) -> AnnotateResult {
    let edits: Vec<_> = edits.into_iter().map(|edit| in_document(found.place.range.start, edit)).collect();
    let step = (!edits.is_empty()).then(|| BoardEdit::new(&snapshot.text, &edits));
    AnnotateResult { edit: step.is_some().then(|| workspace_edit(snapshot, edits, client)), step }
}

/// Plays a half-move.
///
/// # Errors
/// If it cannot be played: the reason in a sentence.
pub async fn run_play(server: &Backend, params: PlayParams) -> Result<PlayResult> {
    let PlayParams { game, after, wanted, illegal } = params;
    let write = move |game: &LoadedGame<'_>, context: &Context<'_>| {
        let wanted = HandMove { text: &wanted, may_be_illegal: illegal };
        play(&game.text, &game.resolved, context, half_move(after), wanted)
    };
    run_written(server, game, write).await
}

/// Plays a line.
///
/// # Errors
/// If it cannot be played: the reason in a sentence.
pub async fn run_play_line(server: &Backend, params: PlayLineParams) -> Result<PlayResult> {
    let PlayLineParams { game, after, moves } = params;
    let write = move |game: &LoadedGame<'_>, context: &Context<'_>| {
        play_line(&game.text, &game.resolved, context, half_move(after), &moves)
    };
    run_written(server, game, write).await
}

/// Writes half-moves into a game.
async fn run_written(
    server: &Backend,
    game_ref: GameRef,
    write: impl FnOnce(&LoadedGame<'_>, &Context<'_>) -> std::result::Result<PlayEdit, String> + Send + 'static,
) -> Result<PlayResult> {
    let uri = game_ref.text_document.uri.clone();
    let answer = server.query_document(uri, move |snapshot, client, cancel| {
        let (found, game) = match game(snapshot, &game_ref, client, cancel)? {
            Ok(found) => found,
            Err(error) => return Some(Err(error)),
        };
        let written = write(&game, &snapshot.context_for(cancel));
        if cancel.is_cancelled() {
            return None;
        }
        Some(written.map_err(refused).map(|written| play_result(snapshot, &found, written, client)))
    });
    answer.await?.unwrap_or_else(|| Err(not_open()))
}

/// The answer with the edit of a game, and the range and number of the half-move to which it leads.
fn play_result(
    snapshot: &Snapshot,
    found: &LocatedGame,
    PlayEdit { edit, range, id }: PlayEdit,
    client: &ClientFeatures,
) -> PlayResult {
    let edits: Vec<_> = edit.into_iter().map(|edit| in_document(found.place.range.start, edit)).collect();
    let step = BoardEdit::new(&snapshot.text, &edits);
    let select = positions::range(step.after(), positions::in_document(&found.place.range, range), client.encoding);
    let is_written = !edits.is_empty();
    PlayResult {
        edit: is_written.then(|| workspace_edit(snapshot, edits, client)),
        select,
        id,
        step: is_written.then_some(step),
    }
}

/// Annotates a half-move.
///
/// # Errors
/// If the annotation cannot be written: the reason in a sentence.
pub async fn run_annotate(server: &Backend, params: AnnotateParams) -> Result<AnnotateResult> {
    let uri = params.game.text_document.uri.clone();
    let shapes = params.shapes.map(|shapes| shapes.into_iter().map(shape).collect::<Result<Vec<_>>>()).transpose()?;
    let wish = Annotation { shapes, nags: params.nags, comment: params.comment };
    let answer = server.query_document(uri, move |snapshot, client, cancel| {
        let (found, game) = match game(snapshot, &params.game, client, cancel)? {
            Ok(found) => found,
            Err(error) => return Some(Err(error)),
        };
        let context = snapshot.context_for(cancel);
        let edits = annotate(&game.text, &game.resolved, &context, half_move(params.id), &wish);
        if cancel.is_cancelled() {
            return None;
        }
        Some(edits.map_err(refused).map(|edits| edited(snapshot, &found, edits, client)))
    });
    answer.await?.unwrap_or_else(|| Err(not_open()))
}

/// The game to edit; the outer `None` if cancelled.
fn game<'s>(
    snapshot: &'s Snapshot,
    game_ref: &GameRef,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<Result<(LocatedGame, LoadedGame<'s>)>> {
    if game_ref.text_document.version.is_some_and(|version| version != snapshot.version) {
        return Some(Err(content_modified("the document has changed meanwhile")));
    }
    let Some(found) = game_ref.find(snapshot, client.encoding, cancel)? else {
        return Some(Err(Error::invalid_params("the document has no such game")));
    };
    if found.place.binary.is_some() {
        let message = "the moves of this game are binary: convert it to text first";
        return Some(Err(Error::invalid_params(message)));
    }
    if let Some(why) = endangered(snapshot) {
        return Some(Err(Error::invalid_params(why)));
    }
    let game = found.read(snapshot, cancel)?;
    Some(Ok((found, game)))
}

/// The reason not to edit a text that must not be saved, if there is one: a user at a board does not see its warnings.
fn endangered(snapshot: &Snapshot) -> Option<String> {
    if snapshot.disk.known_sections().is_some() {
        return Some(
            "saving would destroy the games of this file with binary moves: convert it to text first".to_owned(),
        );
    }
    let encoding = lost_letters::lost_encoding(snapshot)?;
    Some(format!("saving would destroy letters of this file: open it again in its encoding, {encoding}, first"))
}

fn refused(why: String) -> Error {
    Error::invalid_params(plain(&why))
}

fn not_open() -> Error {
    Error::invalid_params("the document is not open")
}

/// Validates the parameters of a shape.
fn shape(game_ref: ShapeParams) -> Result<BoardShape> {
    let is_square = |text: &str| matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
    let color = COLOURS.iter().find(|(_, name)| *name == game_ref.color).map(|(_, name)| *name);
    let are_squares = is_square(&game_ref.from) && game_ref.to.as_deref().is_none_or(is_square);
    match color.filter(|_| are_squares) {
        Some(color) => Ok(BoardShape { color, from: game_ref.from, to: game_ref.to }),
        None => Err(Error::invalid_params("a shape is a colour and one square or two")),
    }
}
