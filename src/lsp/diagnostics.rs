//! Diagnostics as plain data → diagnostics of the protocol.

use ropey::Rope;
use tower_lsp::lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location,
    NumberOrString, Position, PublishDiagnosticsParams, Range, Url,
};

use crate::analysis::{Code, Severity};

use super::capabilities::ClientFeatures;
use super::document::Snapshot;
use super::positions;
use super::selection::{self, LIMIT, Selected};

/// The name under which clients show who found it.
const SOURCE: &str = "vgn-lsp";
/// The page of all codes; a code's own part has its name.
const PAGE: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/diagnostics.md");

/// A document's diagnostics as they are known by now, of which at most `limit` are sent.
pub fn list(snapshot: &Snapshot, client: &ClientFeatures, limit: usize) -> Vec<Diagnostic> {
    let reports = snapshot.games().games().filter_map(|(range, game)| Some((range, game.analysed()?)));
    let selection = selection::select(reports, snapshot.last_edit, limit);
    let converter = Converter { text: &snapshot.text, uri: &snapshot.uri, client };
    let mut diagnostics: Vec<_> = selection.selected.iter().map(|selected| converter.convert(selected)).collect();
    if selection.total > diagnostics.len() {
        diagnostics.push(omission(diagnostics.len(), selection.total));
    }
    diagnostics
}

/// The message that replaces a document's list of diagnostics.
pub fn publication(snapshot: &Snapshot, client: &ClientFeatures) -> PublishDiagnosticsParams {
    let diagnostics = list(snapshot, client, LIMIT);
    PublishDiagnosticsParams { uri: snapshot.uri.clone(), diagnostics, version: Some(snapshot.version) }
}

/// The message that empties a document's list.
pub fn no_diagnostics(uri: Url) -> PublishDiagnosticsParams {
    PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None }
}

/// Says that the list is not whole, at the start of the document, where it is seen.
fn omission(sent: usize, total: usize) -> Diagnostic {
    Diagnostic {
        range: Range::new(Position::new(0, 0), Position::new(0, 0)),
        severity: Some(DiagnosticSeverity::INFORMATION),
        source: Some(SOURCE.to_owned()),
        message: format!(
            "{sent} of the {total} diagnostics of this file are shown: those of the game edited last, then the \
             gravest and nearest; `vgn-lsp check` lists all"
        ),
        ..Diagnostic::default()
    }
}

struct Converter<'a> {
    text: &'a Rope,
    uri: &'a Url,
    client: &'a ClientFeatures,
}

impl Converter<'_> {
    fn convert(&self, selected: &Selected<'_>) -> Diagnostic {
        let found = selected.diagnostic;
        let related = || {
            let place = |related: &crate::analysis::Related| DiagnosticRelatedInformation {
                location: Location { uri: self.uri.clone(), range: self.range(selected.game_start, &related.range) },
                message: related.message.clone(),
            };
            found.related.iter().map(place).collect()
        };
        Diagnostic {
            range: self.range(selected.game_start, &found.range),
            severity: Some(severity(found.severity)),
            code: Some(NumberOrString::String(found.code.name().to_owned())),
            code_description: self
                .client
                .code_description
                .then(|| page(found.code))
                .flatten()
                .map(|href| CodeDescription { href }),
            source: Some(SOURCE.to_owned()),
            message: found.message.clone(),
            related_information: (self.client.related_information && !found.related.is_empty()).then(related),
            tags: (self.client.unnecessary_tag && is_unnecessary(found.code)).then(|| vec![DiagnosticTag::UNNECESSARY]),
            data: None,
        }
    }

    fn range(&self, game_start: usize, range: &std::ops::Range<u32>) -> Range {
        let bytes = game_start + range.start as usize..game_start + range.end as usize;
        positions::range(self.text, bytes, self.client.encoding)
    }
}

/// Where the page of a code is.
pub fn page(code: Code) -> Option<Url> {
    Url::parse(&format!("{PAGE}#{}", code.name())).ok()
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Information => DiagnosticSeverity::INFORMATION,
        Severity::Hint => DiagnosticSeverity::HINT,
    }
}

/// The text says nothing that counts: clients show it faded.
fn is_unnecessary(code: Code) -> bool {
    matches!(code, Code::EmptyVariation | Code::MoveAfterEnd | Code::DuplicateTag)
}
