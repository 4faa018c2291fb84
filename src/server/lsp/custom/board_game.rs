//! `vgn/game`: a whole game for a board beside the text.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tower_lsp::lsp_types;
use vgn_engine::lint::Diagnostic;
use vgn_ide::{self, BoardMove, Evaluation, Notes, board_game};

use crate::lsp::custom::board_game_ref::{GameRef, LoadedGame, LocatedGame, follow, text_hash};
use crate::lsp::documents::positions::{self, ClientEncoding};
use crate::lsp::documents::sent_games::{MoveFingerprint, SentGame, UnchangedMoves, compare};
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;
use crate::lsp::transport::bulk::ResultParts;
use crate::lsp::transport::outgoing::written_or_null;

pub const METHOD: &str = "vgn/game";

/// Default maximum number of half-moves in an answer.
const USUAL: usize = 20_000;

/// The parameters of `vgn/game`.
#[derive(Clone, Debug, Deserialize)]
pub struct GameParams {
    #[serde(flatten)]
    pub game: GameRef,
    /// The first half-move to send, and how many.
    #[serde(default)]
    from: usize,
    count: Option<usize>,
    /// The state that the client has.
    known: Option<KnownState>,
}

/// A game that was sent whole.
#[derive(Clone, Debug, Deserialize)]
struct KnownState {
    state: String,
    game: usize,
}

/// The answer to `vgn/game`. Unknown and empty members are omitted.
#[derive(Debug, Serialize)]
struct GameResponse<'a> {
    version: i32,
    state: &'a str,
    game: usize,
    games: usize,
    range: lsp_types::Range,
    #[serde(skip_serializing_if = "is_false")]
    binary: bool,
    tags: Vec<TagJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<&'a str>,
    orientation: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<OpeningJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<&'a str>,
    total: usize,
    from: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    kept: Option<UnchangedMoves>,
    moves: Vec<MoveJson<'a>>,
    #[serde(flatten)]
    notes: NotesJson<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<FindingJson<'a>>,
}

#[derive(Debug, Serialize)]
struct TagJson<'a> {
    name: &'a str,
    value: &'a str,
}

#[derive(Debug, Serialize)]
struct OpeningJson {
    eco: String,
    name: &'static str,
    #[serde(rename = "move")]
    half_move: usize,
}

#[derive(Debug, Serialize)]
struct MoveJson<'a> {
    id: usize,
    parent: i64,
    #[serde(skip_serializing_if = "is_zero")]
    depth: u32,
    range: lsp_types::Range,
    number: u32,
    color: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    san: Option<&'a str>,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<&'a str>,
    #[serde(skip_serializing_if = "slice_is_empty")]
    squares: &'a [String],
    #[serde(skip_serializing_if = "is_false")]
    check: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nags: Vec<NagJson>,
    #[serde(skip_serializing_if = "slice_is_empty")]
    before: &'a [String],
    #[serde(flatten)]
    notes: NotesJson<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<FindingJson<'a>>,
}

/// The content of comments.
#[derive(Debug, Serialize)]
struct NotesJson<'a> {
    #[serde(skip_serializing_if = "slice_is_empty")]
    comments: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shapes: Vec<ShapeJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    spent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    eval: Option<EvaluationJson>,
}

#[derive(Debug, Serialize)]
struct ShapeJson<'a> {
    color: &'static str,
    from: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<&'a str>,
}

/// An evaluation from White's point of view.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum EvaluationJson {
    Cp(i32),
    Mate(i32),
}

#[derive(Debug, Serialize)]
struct NagJson {
    code: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    glyph: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct FindingJson<'a> {
    severity: &'static str,
    code: &'static str,
    message: &'a str,
    range: lsp_types::Range,
}

fn is_false(value: &bool) -> bool {
    !value
}

fn is_zero(value: &u32) -> bool {
    *value == 0
}

fn slice_is_empty(slice: &[String]) -> bool {
    slice.is_empty()
}

/// Serves `vgn/game`; `null` if there is no game.
pub async fn handle(server: Arc<Backend>, params: GameParams) -> ResultParts {
    let uri = params.game.text_document.uri.clone();
    let answer = server.query_document(uri, move |snapshot, client, cancel| answer(snapshot, &params, client, cancel));
    Ok(written_or_null(answer.await?.flatten()))
}

/// The answer as JSON in parts; the outer `None` if cancelled.
pub fn answer(
    snapshot: &Snapshot,
    params: &GameParams,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<Option<Vec<Vec<u8>>>> {
    let known = params.known.as_ref().and_then(|known| snapshot.sent_games.find(&known.state, known.game));
    // A client that stays on a game names it by its number in the earlier answer.
    let followed = known.as_ref().filter(|known| params.game.game == Some(known.number));
    let found = match followed {
        Some(known) => follow(snapshot, known, cancel)?,
        None => params.game.find(snapshot, client.encoding, cancel)?,
    };
    let Some(found) = found else { return Some(None) };
    let read = found.read(snapshot, cancel)?;
    let all =
        known.filter(|known| params.from == 0 && params.count.is_none() && known.fingerprints.len() == known.total);
    let most = params.count.unwrap_or(USUAL);
    let wanted = if all.is_some() { 0..usize::MAX } else { params.from..params.from.saturating_add(most) };
    let mut game = board_game(&read.text, &read.resolved, read.findings(), wanted.clone(), cancel)?;
    let writer = GameWriter { snapshot, found: &found, read: &read, encoding: client.encoding };
    let fingerprints: Vec<MoveFingerprint> = game.moves.iter().map(|it| writer.print(it)).collect();
    let kept = all.map(|known| compare(&known.fingerprints, &fingerprints));
    let kept = kept.filter(|kept| kept.first + kept.last > 0 && game.total - kept.first - kept.last <= most);
    let state =
        writer.keep(fingerprints, wanted.start, game.moves.first().map(|it| it.range.start as usize), game.total);
    let from = match kept {
        Some(kept) => {
            game.moves.truncate(game.total - kept.last);
            game.moves.drain(..kept.first);
            kept.first
        }
        None => {
            game.moves.truncate(most);
            wanted.start
        }
    };
    Some(serde_json::to_vec(&writer.game(&game, from, kept, &state)).ok().map(|json| vec![json]))
}

struct GameWriter<'a> {
    snapshot: &'a Snapshot,
    found: &'a LocatedGame,
    read: &'a LoadedGame<'a>,
    encoding: ClientEncoding,
}

/// A writer that keeps only a hash of the bytes.
struct HashWriter(DefaultHasher);

impl Write for HashWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> GameWriter<'a> {
    /// Records the half-moves sent, from index `from` on; `first` is the offset of the first one in the game. Returns
    /// the identifier of the state: no other opening of the document, nor another session, gives it to another text.
    fn keep(&self, mut fingerprints: Vec<MoveFingerprint>, from: usize, first: Option<usize>, total: usize) -> String {
        let (known, snapshot) = (&self.snapshot.sent_games, self.snapshot);
        let game = &self.found.place;
        let text = snapshot.text_of(game.range.clone());
        let (begun, bare) = (text.len() - text.trim_start().len(), text.trim());
        let mut head = game.binary.or(first).unwrap_or(bare.len() + begun).saturating_sub(begun).min(bare.len());
        let text = text_hash(bare);
        let state = format!("{}.{}.{text:x}", snapshot.opening, snapshot.revision);
        if from > 0 {
            let before = known.find(&state, self.found.number).filter(|it| it.fingerprints.len() == from);
            let Some(before) = before else { return state };
            fingerprints.splice(0..0, before.fingerprints.iter().copied());
            head = before.head;
        }
        known.record(SentGame {
            state: state.clone(),
            revision: snapshot.revision,
            number: self.found.number,
            place: game.range.start + begun..game.range.start + begun + bare.len(),
            head,
            text,
            fingerprints,
            total,
        });
        state
    }

    /// The fingerprint of a half-move.
    fn print(&self, it: &BoardMove) -> MoveFingerprint {
        let range = self.range(&it.range);
        // Positions of findings are relative to the half-move; on another line their characters count from its
        // beginning.
        let bare = |place: lsp_types::Position| match place.line.checked_sub(range.start.line) {
            Some(0) => (0, i64::from(place.character) - i64::from(range.start.character)),
            _ => (i64::from(place.line) - i64::from(range.start.line), i64::from(place.character)),
        };
        let findings = it.findings.iter().filter_map(|at| self.read.findings().get(*at));
        let findings = findings.map(|found| {
            let range = self.range(&found.range);
            (found.severity.name(), found.code.name(), &found.message, bare(range.start), bare(range.end))
        });
        let content = MoveJson {
            id: 0,
            parent: 0,
            range: lsp_types::Range::default(),
            findings: Vec::new(),
            ..self.half_move(it)
        };
        let mut hashed = HashWriter(DefaultHasher::new());
        findings.for_each(|found| found.hash(&mut hashed.0));
        // Writing to a hasher never fails.
        let _ = serde_json::to_writer(&mut hashed, &content);
        let parent = it.parent.and_then(|parent| u32::try_from(parent).ok()).unwrap_or(u32::MAX);
        MoveFingerprint { hash: hashed.0.finish(), parent, range }
    }

    fn game<'m>(
        &'m self,
        game: &'m vgn_ide::BoardGame,
        from: usize,
        kept: Option<UnchangedMoves>,
        state: &'m str,
    ) -> GameResponse<'m> {
        // The empty lines before a game are not where people look for it.
        let place = &self.found.place.range;
        let text = self.snapshot.text_of(place.clone());
        let begun = text.len() - text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len();
        let place = if begun < text.len() { place.start + begun..place.end } else { place.clone() };
        GameResponse {
            version: self.snapshot.version,
            state,
            game: self.found.number,
            games: self.found.count,
            range: positions::range(&self.snapshot.text, place, self.encoding),
            binary: self.read.section.is_some(),
            tags: game.tags.iter().map(|(name, value)| TagJson { name, value }).collect(),
            variant: game.variant,
            start: game.start.as_deref(),
            orientation: if game.begins_with_black { "black" } else { "white" },
            result: game.result,
            opening: game.opening.map(|(opening, half_move)| OpeningJson {
                eco: opening.eco.to_string(),
                name: opening.name,
                half_move,
            }),
            ending: game.ending.as_deref(),
            total: game.total,
            from,
            kept,
            moves: game.moves.iter().map(|it| self.half_move(it)).collect(),
            notes: notes_json(&game.notes),
            findings: self.findings(&game.findings),
        }
    }

    fn half_move<'m>(&'m self, it: &'m BoardMove) -> MoveJson<'m> {
        let nag = |(code, glyph): &(u32, Option<&'static str>)| NagJson { code: *code, glyph: *glyph };
        MoveJson {
            id: it.id,
            parent: it.parent.map_or(-1, |parent| i64::try_from(parent).unwrap_or(i64::MAX)),
            depth: it.depth,
            range: self.range(&it.range),
            number: it.number,
            color: if it.is_white { "white" } else { "black" },
            san: it.san.as_deref(),
            text: self.read.text.get(it.range.start as usize..it.range.end as usize).unwrap_or_default(),
            fen: it.fen.as_deref(),
            squares: &it.squares,
            check: it.is_check,
            ending: it.ending.as_deref(),
            illegal: it.illegal.as_deref(),
            nags: it.nags.iter().map(nag).collect(),
            before: &it.before,
            notes: notes_json(&it.notes),
            findings: self.findings(&it.findings),
        }
    }

    /// The place of a range of the game's text in the document.
    fn range(&self, range: &Range<u32>) -> lsp_types::Range {
        let game = &self.found.place.range;
        let bytes = match &self.read.section {
            Some(section) if game.start + range.start as usize >= section.start => section.clone(),
            _ => positions::in_document(game, range.clone()),
        };
        positions::range(&self.snapshot.text, bytes, self.encoding)
    }

    fn findings(&self, findings: &[usize]) -> Vec<FindingJson<'_>> {
        let all: &'a [Diagnostic] = self.read.findings();
        let found = findings.iter().filter_map(|at| all.get(*at));
        let finding = |found: &'a Diagnostic| FindingJson {
            severity: found.severity.name(),
            code: found.code.name(),
            message: &found.message,
            range: self.range(&found.range),
        };
        found.map(finding).collect()
    }
}

fn notes_json(notes: &Notes) -> NotesJson<'_> {
    NotesJson {
        comments: &notes.texts,
        shapes: notes
            .shapes
            .iter()
            .map(|it| ShapeJson { color: it.color, from: &it.from, to: it.to.as_deref() })
            .collect(),
        clock: notes.clock,
        spent: notes.spent,
        eval: notes.evaluation.map(|value| match value {
            Evaluation::Centipawns(value) => EvaluationJson::Cp(value),
            Evaluation::Mate(moves) => EvaluationJson::Mate(moves),
        }),
    }
}
