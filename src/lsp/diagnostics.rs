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
use super::selection::{Selected, Selection};

/// The name under which clients show who found it.
const SOURCE: &str = "vgn-lsp";
/// The page of all codes; a code's own part has its name.
const PAGE: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/diagnostics.md");

/// The message that replaces a document's list of diagnostics.
pub fn publication(
    snapshot: &Snapshot,
    selection: &Selection<'_>,
    client: &ClientFeatures,
) -> PublishDiagnosticsParams {
    let converter = Converter { text: &snapshot.text, uri: &snapshot.uri, client };
    let mut diagnostics: Vec<_> = selection.selected.iter().map(|selected| converter.convert(selected)).collect();
    if selection.total > diagnostics.len() {
        diagnostics.push(omission(diagnostics.len(), selection.total));
    }
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
            code_description: self.client.code_description.then(|| page(found.code)).flatten(),
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

fn page(code: Code) -> Option<CodeDescription> {
    Url::parse(&format!("{PAGE}#{}", code.name())).ok().map(|href| CodeDescription { href })
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
