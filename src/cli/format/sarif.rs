//! SARIF 2.1.0, written as a stream: the tool and its rules first, then each result, then the failures.

use serde_json::{Value, json};
use vgn_engine::lint::{CATALOGUE, Diagnostic, Lint, Severity, page};
use vgn_engine::source::FilePosition;

use super::{GamePlaces, PrintedGame};
use crate::json_text;

/// Separates two results.
pub(super) const SEPARATOR: &[u8] = b",\n";

pub(super) fn begin() -> Vec<u8> {
    let rules: Vec<Value> = CATALOGUE.iter().map(|lint| rule(lint)).collect();
    let tool = json!({
        "driver": {
            "name": "vgn-lsp",
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "informationUri": env!("CARGO_PKG_REPOSITORY"),
            "rules": rules,
        }
    });
    let mut out = b"{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\
                    \"columnKind\":\"unicodeCodePoints\",\n\"tool\":"
        .to_vec();
    json_text::push(&mut out, &tool);
    out.extend_from_slice(b",\n\"results\":[\n");
    out
}

pub(super) fn finding(out: &mut Vec<u8>, game: &PrintedGame<'_>, places: &GamePlaces<'_>, finding: &Diagnostic) {
    let mut result = json!({
        "ruleId": finding.code.name(),
        "ruleIndex": finding.code as usize,
        "level": level(finding.severity),
        "message": { "text": finding.message },
        "locations": [location(game, places.of(&finding.range))],
        "properties": { "game": game.number },
    });
    let related = game.beside(places, finding).map(|beside| {
        let mut location = location(game, (beside.start, beside.end));
        location["message"] = json!({ "text": beside.message });
        location
    });
    let related: Vec<Value> = related.collect();
    if !related.is_empty()
        && let Some(result) = result.as_object_mut()
    {
        result.insert("relatedLocations".into(), related.into());
    }
    out.extend_from_slice(SEPARATOR);
    json_text::push(out, &result);
}

pub(super) fn end(faults: &[String]) -> Vec<u8> {
    let notifications: Vec<Value> =
        faults.iter().map(|fault| json!({ "level": "error", "message": { "text": fault } })).collect();
    let invocation = json!({ "executionSuccessful": faults.is_empty(), "toolExecutionNotifications": notifications });
    let mut out = b"\n],\n\"invocations\":[".to_vec();
    json_text::push(&mut out, &invocation);
    out.extend_from_slice(b"]}]}\n");
    out
}

fn rule(lint: &Lint) -> Value {
    json!({
        "id": lint.name,
        "shortDescription": { "text": lint.summary },
        "help": { "text": lint.explanation, "markdown": page(lint) },
        "defaultConfiguration": { "level": level(lint.severity) },
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information | Severity::Hint => "note",
    }
}

fn location(game: &PrintedGame<'_>, (start, end): (FilePosition, FilePosition)) -> Value {
    json!({
        "physicalLocation": {
            "artifactLocation": { "uri": game.uri() },
            "region": {
                "startLine": start.line + 1,
                "startColumn": start.column + 1,
                "endLine": end.line + 1,
                "endColumn": end.column + 1,
                "byteOffset": start.offset,
                "byteLength": end.offset.saturating_sub(start.offset),
            },
        }
    })
}
