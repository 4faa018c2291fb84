//! Diagnostics as plain data → diagnostics of the protocol.

use tower_lsp::lsp_types::notification::{Notification, PublishDiagnostics};
use tower_lsp::lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location,
    NumberOrString, Position, PublishDiagnosticsParams, Range,
};
use vgn_engine::games::Game;
use vgn_engine::lint;
use vgn_engine::lint::{Code, Severity};

use super::rendering::{self, GameCache};
use super::selection::{self, LIMIT, SelectedFindings};
use super::{comparing, duplicate_list, leniency};
use crate::lsp::actions::explain;
use crate::lsp::documents::address::Address;
use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::transport::outgoing::OutgoingMessage;

/// The source that clients show with each diagnostic.
pub const SOURCE: &str = "vgn-lsp";

/// The current diagnostics of a document, at most `limit`.
pub fn list(snapshot: &Snapshot, client: &ClientFeatures, limit: usize) -> Vec<Diagnostic> {
    let selection = selection::select(snapshot.games(), snapshot.last_edit, limit);
    let converter = DiagnosticConverter::new(snapshot, client);
    let mut diagnostics: Vec<_> = selection.selected.iter().flat_map(|game| converter.convert(game)).collect();
    let (again, duplicates) = duplicate_list::list(snapshot, client, limit.saturating_sub(diagnostics.len()));
    diagnostics.extend(again);
    let (others, elsewhere) = comparing::list(snapshot, client, limit.saturating_sub(diagnostics.len()));
    diagnostics.extend(others);
    let total = selection.total + duplicates + elsewhere;
    if total > diagnostics.len() {
        diagnostics.push(omission(diagnostics.len(), total));
    }
    diagnostics
}

/// The message that replaces a document's diagnostics by the current ones.
pub fn publication(snapshot: &Snapshot, client: &ClientFeatures) -> OutgoingMessage {
    OutgoingMessage::notification_with(PublishDiagnostics::METHOD, |params| {
        params.extend_from_slice(b"{\"uri\":");
        rendering::put_json(params, &snapshot.uri);
        params.extend_from_slice(b",\"diagnostics\":");
        rendering::put_list(params, snapshot, client, LIMIT);
        params.extend_from_slice(b",\"version\":");
        rendering::put_json(params, &snapshot.version);
        params.push(b'}');
    })
}

/// The message that clears a document's diagnostics.
pub fn no_diagnostics(uri: &Address) -> PublishDiagnosticsParams {
    PublishDiagnosticsParams { uri: uri.spelling().clone(), diagnostics: Vec::new(), version: None }
}

/// The diagnostic about omitted ones, at the start of the document, where it is visible.
pub fn omission(sent: usize, total: usize) -> Diagnostic {
    Diagnostic {
        range: Range::new(Position::new(0, 0), Position::new(0, 0)),
        severity: Some(DiagnosticSeverity::INFORMATION),
        source: Some(SOURCE.to_owned()),
        message: format!(
            "{sent} of the {total} diagnostics of this file are shown: first those of the game edited last, then the \
             most serious and nearest ones; `vgn-lsp check` lists all"
        ),
        ..Diagnostic::default()
    }
}

/// Converts diagnostics to those of the protocol.
pub struct DiagnosticConverter<'a> {
    snapshot: &'a Snapshot,
    client: &'a ClientFeatures,
}

impl<'a> DiagnosticConverter<'a> {
    /// For the diagnostics of a document.
    pub fn new(snapshot: &'a Snapshot, client: &'a ClientFeatures) -> DiagnosticConverter<'a> {
        DiagnosticConverter { snapshot, client }
    }

    /// The selected diagnostics of a game.
    pub fn convert(&self, selected: &SelectedFindings<'_, GameCache>) -> Vec<Diagnostic> {
        let game = selected.game.range();
        let found = selected.game.analysed().map_or(&[][..], |report| &report.diagnostics);
        match &selected.only {
            None => found.iter().map(|found| self.convert_one(&game, found)).collect(),
            Some(only) => {
                only.iter().filter_map(|&index| found.get(index)).map(|found| self.convert_one(&game, found)).collect()
            }
        }
    }

    /// Whether the diagnostics of the game change when the user leaves it.
    pub fn is_of_the_moment(&self, game: &Game<'_, GameCache>) -> bool {
        leniency::is_being_written(self.snapshot, &game.range())
    }

    /// One diagnostic of the game in this range, in bytes of the text.
    pub fn convert_one(&self, game: &std::ops::Range<usize>, found: &lint::Diagnostic) -> Diagnostic {
        let related = || {
            let place = |related: &lint::Related| DiagnosticRelatedInformation {
                location: Location {
                    uri: self.snapshot.uri.spelling().clone(),
                    range: self.range(game.start, &related.range),
                },
                message: related.message.clone(),
            };
            found.related.iter().map(place).collect()
        };
        let is_hint = leniency::is_hint(self.snapshot, game, found);
        let is_study = found.code == Code::MissingRosterTag && found.severity == Severity::Hint;
        let is_faint = is_unnecessary(found.code) || is_study;
        Diagnostic {
            range: self.range(game.start, &leniency::shown_range(found)),
            severity: Some(severity(if is_hint { Severity::Hint } else { found.severity })),
            code: Some(NumberOrString::String(found.code.name().to_owned())),
            code_description: (self.client.code_description && self.client.text_content)
                .then(|| explain::address_of(found.code))
                .flatten()
                .map(|href| CodeDescription { href }),
            source: Some(SOURCE.to_owned()),
            message: found.message.clone(),
            related_information: (self.client.related_information && !found.related.is_empty()).then(related),
            tags: (self.client.unnecessary_tag && is_faint).then(|| vec![DiagnosticTag::UNNECESSARY]),
            data: None,
        }
    }

    /// A range of the game that starts at `game_start`, in the document.
    pub fn range(&self, game_start: usize, range: &std::ops::Range<u32>) -> Range {
        let bytes = game_start + range.start as usize..game_start + range.end as usize;
        positions::range(&self.snapshot.text, bytes, self.client.encoding)
    }
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Information => DiagnosticSeverity::INFORMATION,
        Severity::Hint => DiagnosticSeverity::HINT,
    }
}

/// Whether the text has no effect: clients show it faded.
fn is_unnecessary(code: Code) -> bool {
    matches!(code, Code::EmptyVariation | Code::MoveAfterEnd | Code::DuplicateTag)
}
