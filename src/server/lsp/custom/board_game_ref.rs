//! The game that a board's request is about: by its number, or by a position.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use serde::Deserialize;
use tower_lsp::lsp_types::{Position, Url};
use vgn_engine::binary::{LONGEST_SECTION, resolve_binary_game};
use vgn_engine::games::{File, Game, GamePlace};
use vgn_engine::lint::{Cancellation, Diagnostic};
use vgn_engine::replay::Resolved;

use crate::lsp::diagnostics::rendering::GameCache;
use crate::lsp::documents::positions::{self, ClientEncoding};
use crate::lsp::documents::sent_games::SentGame;
use crate::lsp::documents::snapshot::Snapshot;

/// A reference to a game of a document.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GameRef {
    pub text_document: VersionedDocument,
    /// Its number, from 1 on,
    pub game: Option<usize>,
    /// or a position in it.
    pub position: Option<Position>,
}

/// A document, and the expected version of it.
#[derive(Clone, Debug, Deserialize)]
pub struct VersionedDocument {
    pub uri: Url,
    pub version: Option<i32>,
}

/// The place of a game in the document.
#[derive(Debug)]
pub struct LocatedGame {
    pub place: GamePlace,
    /// From 1 on.
    pub number: usize,
    /// Number of games in the document.
    pub count: usize,
}

/// A game with its half-moves.
#[derive(Debug)]
pub struct LoadedGame<'s> {
    /// The text of the game, or the transcript of a binary one.
    pub text: Cow<'s, str>,
    pub resolved: Arc<Resolved>,
    /// The findings of a binary game, in bytes of its transcript; those of another game are in its report.
    findings: Option<Vec<Diagnostic>>,
    /// The range of a binary game's section in the document, which is the place of all its half-moves.
    pub section: Option<Range<usize>>,
}

impl LoadedGame<'_> {
    /// The findings of the game, in bytes of `text`.
    pub fn findings(&self) -> &[Diagnostic] {
        self.findings.as_ref().unwrap_or(&self.resolved.report.diagnostics)
    }
}

impl GameRef {
    /// Finds the game; the inner `None` if there is none. The outer `None` if the scan of the games is cancelled.
    pub fn find(
        &self,
        snapshot: &Snapshot,
        encoding: ClientEncoding,
        cancel: &dyn Cancellation,
    ) -> Option<Option<LocatedGame>> {
        let games = snapshot.find_games(cancel)?;
        let count = count(games);
        let found = match (self.game, self.position) {
            (Some(number), _) => number.checked_sub(1).filter(|at| *at < count).and_then(|at| games.games().nth(at)),
            (None, Some(position)) => at(games, positions::offset(&snapshot.text, position, encoding)),
            (None, None) => games.games().next(),
        };
        Some(found.map(|game| LocatedGame { place: game.place(), number: game.number(), count }))
    }
}

fn count(games: &File<GameCache>) -> usize {
    games.games().filter(|game| game.is_game()).count()
}

/// The game at an offset, or the one before it.
fn at(games: &File<GameCache>, offset: usize) -> Option<Game<'_, GameCache>> {
    let before = |place: usize| place.checked_sub(1).and_then(|last| games.from(last).next());
    let here = games.from(offset).next().or_else(|| before(offset));
    // The end of the text may be no game (rule A2).
    here.filter(|here| here.is_game()).or_else(|| before(here?.range().start)).or(here)
}

/// Finds a game of an earlier version at its present place; the inner `None` if it is gone, the outer `None` if
/// cancelled.
pub fn follow(snapshot: &Snapshot, known: &SentGame, cancel: &dyn Cancellation) -> Option<Option<LocatedGame>> {
    let games = snapshot.find_games(cancel)?;
    let count = count(games);
    // It was moved elsewhere, or the text around it was rewritten.
    let same = || {
        games.games().filter(|game| game.is_game() && game.range().len() >= known.place.len()).find(|game| {
            let text = snapshot.text_of(game.range());
            let text = text.trim();
            text.len() == known.place.len() && text_hash(text) == known.text
        })
    };
    let found = match snapshot.sent_games.locate(known, snapshot.revision) {
        Some(now) if now.is_sure => at(games, now.last),
        Some(now) => same().or_else(|| at(games, now.last.saturating_sub(1)).filter(|_| !now.is_gone())),
        None => same().or_else(|| games.games().nth(known.number - 1).filter(Game::is_game)),
    };
    Some(found.map(|game| LocatedGame { place: game.place(), number: game.number(), count }))
}

/// The hash of a text.
pub fn text_hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

impl LocatedGame {
    /// The game with its half-moves; those of a binary game are read from the file. `None` if cancelled.
    pub fn read<'s>(&self, snapshot: &'s Snapshot, cancel: &dyn Cancellation) -> Option<LoadedGame<'s>> {
        let range = &self.place.range;
        let text = snapshot.text_of(range.clone());
        if let Some(section) = self.place.binary
            && let Some(read) = read_section(snapshot, &text, section, range)
        {
            return Some(read);
        }
        let resolved = snapshot.resolved(range, &text, cancel)?;
        Some(LoadedGame { text, resolved, findings: None, section: None })
    }
}

/// A game with a binary section, read from the bytes of the file; `None` if they are not known.
fn read_section(snapshot: &Snapshot, text: &str, section: usize, range: &Range<usize>) -> Option<LoadedGame<'static>> {
    let bytes = snapshot.disk.get().section(text, section).ok().filter(|bytes| bytes.len() <= LONGEST_SECTION)?;
    let game = resolve_binary_game(text.get(..section)?, bytes, &snapshot.context())?;
    let tags = u32::try_from(section).ok()?;
    let in_transcript = |mut found: Diagnostic| {
        if found.range.start >= tags {
            let transcript = game.decoded.transcript_range(found.range.start - tags);
            found.range = transcript.unwrap_or(u32::MAX - 1..u32::MAX);
        }
        found
    };
    let findings = game.report.diagnostics.iter().cloned().map(in_transcript).collect();
    Some(LoadedGame {
        text: Cow::Owned(game.decoded.text),
        resolved: Arc::new(game.transcript),
        findings: Some(findings),
        section: Some(range.start + section..range.end),
    })
}
