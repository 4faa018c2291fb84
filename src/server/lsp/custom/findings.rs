//! `vgn/findings`: the number and codes of findings in all games of a document, for a list of games. Published
//! diagnostics do not suffice for it, since their number is limited.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use tower_lsp::lsp_types::TextDocumentIdentifier;
use vgn_engine::games::Game;
use vgn_engine::lint::{Code, Severity};

use crate::lsp::diagnostics::rendering::GameCache;
use crate::lsp::diagnostics::{duplicates, leniency};
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::documents::{lost_letters, positions};
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;
use crate::lsp::transport::bulk::ResultParts;
use crate::lsp::transport::outgoing::written_or_null;

pub const METHOD: &str = "vgn/findings";

/// The parameters of `vgn/findings`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FindingsParams {
    text_document: TextDocumentIdentifier,
}

/// The findings known so far.
#[derive(Debug, Serialize)]
struct FindingsResponse {
    version: i32,
    games: usize,
    judged: usize,
    codes: Vec<&'static str>,
    /// For each game with findings: its number, the numbers of errors and warnings, and the indices of its codes in
    /// `codes`.
    found: Vec<Vec<usize>>,
}

/// The findings of one game.
#[derive(Debug, Default)]
struct GameFindings {
    errors: usize,
    warnings: usize,
    codes: BTreeSet<&'static str>,
}

impl GameFindings {
    fn add(&mut self, code: Code, severity: Severity) {
        self.errors += usize::from(severity == Severity::Error);
        self.warnings += usize::from(severity == Severity::Warning);
        self.codes.insert(code.name());
    }

    /// The game's diagnostics, with their severity in the editor.
    fn of(snapshot: &Snapshot, game: &Game<'_, GameCache>) -> GameFindings {
        let mut all = GameFindings::default();
        for found in game.analysed().iter().flat_map(|report| &report.diagnostics) {
            let is_hint = leniency::is_hint(snapshot, &game.range(), found);
            all.add(found.code, if is_hint { Severity::Hint } else { found.severity });
        }
        all
    }
}

/// Serves `vgn/findings`; `null` if the document is not open.
pub async fn handle(server: Arc<Backend>, params: FindingsParams) -> ResultParts {
    let list = server.query_list(&params.text_document.uri.into(), answer).await?;
    Ok(written_or_null(list))
}

fn answer(snapshot: &Snapshot, client: &ClientFeatures, changed: &Cancel, cancel: &Cancel) -> Option<Vec<Vec<u8>>> {
    let games = snapshot.find_games(&|| changed.is_cancelled() || cancel.is_cancelled())?;
    // Before the walk: the list may lack findings that are added meanwhile.
    let (pieces, unjudged) = (games.count(), games.count() - games.known().0);
    let with: Vec<_> = games.with_findings().collect();
    let found = with.par_iter().map(|game| (game.number(), GameFindings::of(snapshot, game)));
    let mut found: BTreeMap<usize, GameFindings> = found.collect::<Vec<_>>().into_iter().collect();
    if let Some(severity) = snapshot.effective.settings.level(Code::DuplicateGame) {
        for number in duplicates::numbers(snapshot, games) {
            found.entry(number).or_default().add(Code::DuplicateGame, severity);
        }
    }
    let lost = lost_letters::diagnostic(snapshot, client).zip(snapshot.effective.settings.level(Code::InvalidUtf8));
    if let Some((lost, severity)) = lost {
        let place = positions::offset(&snapshot.text, lost.range.start, client.encoding);
        let number = games.game_at(place).map_or(1, |game| game.number());
        found.entry(number).or_default().add(Code::InvalidUtf8, severity);
    }
    let codes: BTreeSet<&'static str> = found.values().flat_map(|found| found.codes.iter().copied()).collect();
    let codes: Vec<&'static str> = codes.into_iter().collect();
    let place = |code: &&str| codes.binary_search(code).unwrap_or_default();
    let line = |(number, found): (&usize, &GameFindings)| {
        let codes = found.codes.iter().map(&place);
        [*number, found.errors, found.warnings].into_iter().chain(codes).collect()
    };
    let found = found.iter().map(line).collect();
    // The end of a file may be no game.
    let last = games.game_at(snapshot.text.len_bytes().saturating_sub(1));
    let games = pieces - usize::from(last.is_some_and(|last| !last.is_game()));
    let judged = games.saturating_sub(unjudged);
    let findings = FindingsResponse { version: snapshot.version, games, judged, codes, found };
    serde_json::to_vec(&findings).ok().map(|json| vec![json])
}
