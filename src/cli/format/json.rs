//! One JSON object per line, with the summary as the last.

use std::borrow::Cow;

use serde::Serialize;

use crate::json_text;
use crate::summary::Summary;
use vgn_engine::lint::{Diagnostic, Edit, Fix};
use vgn_engine::source::FilePosition;

use super::{GamePlaces, PrintedGame};

#[derive(Serialize)]
struct FindingRecord<'a> {
    file: &'a str,
    /// The file, if its name is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    uri: Option<String>,
    game: u64,
    code: &'static str,
    severity: &'static str,
    message: &'a str,
    start: PlaceRecord,
    end: PlaceRecord,
    /// Related places of the file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related: Vec<RelatedRecord<'a>>,
    /// Alternative fixes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<FixRecord<'a>>,
}

#[derive(Serialize)]
struct RelatedRecord<'a> {
    message: Cow<'a, str>,
    game: u64,
    start: PlaceRecord,
    end: PlaceRecord,
}

#[derive(Serialize)]
struct FixRecord<'a> {
    title: &'a str,
    /// It does not change what the game says.
    safe: bool,
    /// In order, not overlapping. Empty if the game is to be rewritten in UTF-8.
    edits: Vec<EditRecord<'a>>,
}

#[derive(Serialize)]
struct EditRecord<'a> {
    start: PlaceRecord,
    end: PlaceRecord,
    replacement: &'a str,
}

#[derive(Serialize)]
struct PlaceRecord {
    /// Counted from 1.
    line: u64,
    /// In characters, counted from 1.
    column: u64,
    /// In the file's own bytes, counted from 0.
    offset: u64,
}

impl From<FilePosition> for PlaceRecord {
    fn from(place: FilePosition) -> PlaceRecord {
        PlaceRecord { line: place.line + 1, column: place.column + 1, offset: place.offset }
    }
}

#[derive(Serialize)]
struct SummaryRecord<'a> {
    summary: &'a Summary,
}

pub(super) fn finding(out: &mut Vec<u8>, game: &PrintedGame<'_>, places: &GamePlaces<'_>, finding: &Diagnostic) {
    let (start, end) = places.of(&finding.range);
    let related = game.beside(places, finding).map(|beside| RelatedRecord {
        message: beside.message,
        game: beside.game,
        start: beside.start.into(),
        end: beside.end.into(),
    });
    // What the file's encoding lacks cannot be written, nor a whole game in another encoding by edits of its text.
    let can_be_written =
        |fix: &&Fix| !fix.edits.is_empty() && fix.edits.iter().all(|edit| game.encoding.encode(&edit.text).is_ok());
    let fixes = finding.fixes.iter().filter(can_be_written).map(|Fix { title, edits, safe }| FixRecord {
        title,
        safe: *safe,
        edits: edits.iter().map(|edit| edit_record(places, edit)).collect(),
    });
    let object = FindingRecord {
        file: game.file,
        uri: game.path.filter(|path| path.to_str().is_none()).map(|_| game.uri()),
        game: game.number,
        code: finding.code.name(),
        severity: finding.severity.name(),
        message: &finding.message,
        start: start.into(),
        end: end.into(),
        related: related.collect(),
        fixes: fixes.collect(),
    };
    json_text::push(out, &object);
    out.push(b'\n');
}

fn edit_record<'e>(places: &GamePlaces<'_>, edit: &'e Edit) -> EditRecord<'e> {
    let (start, end) = places.of(&edit.range);
    EditRecord { start: start.into(), end: end.into(), replacement: &edit.text }
}

pub(super) fn end(summary: &Summary) -> Vec<u8> {
    let mut out = Vec::new();
    json_text::push(&mut out, &SummaryRecord { summary });
    out.push(b'\n');
    out
}
