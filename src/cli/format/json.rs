//! One JSON object per line, with the summary as the last.

use serde::Serialize;
use vgn_engine::lint::{Diagnostic, Fix};
use vgn_engine::source::FilePosition;

use super::{GamePlaces, PrintedGame};
use crate::json_text::{self, push_number, push_text};
use crate::summary::Summary;

#[derive(Serialize)]
struct SummaryRecord<'a> {
    summary: &'a Summary,
}

/// Writes a finding: `file`, `uri` (if the file's name is not UTF-8), `game`, `code`, `severity`, `message`, `start`, `end`,
/// and, unless there are none, `related` places of the file and alternative `fixes`. It is written part by part, because
/// a file may have a finding in each game.
pub(super) fn finding(out: &mut Vec<u8>, game: &PrintedGame<'_>, places: &GamePlaces<'_>, finding: &Diagnostic) {
    out.reserve(USUAL);
    field(out, b"{\"file\":", game.file);
    if game.path.is_some_and(|path| path.to_str().is_none()) {
        field(out, b",\"uri\":", &game.uri());
    }
    out.extend_from_slice(b",\"game\":");
    push_number(out, game.number);
    field(out, b",\"code\":", finding.code.name());
    field(out, b",\"severity\":", finding.severity.name());
    field(out, b",\"message\":", &finding.message);
    out.push(b',');
    range(out, places.of(&finding.range));
    list(out, b",\"related\":[", game.beside(places, finding), |out, beside| {
        field(out, b"{\"message\":", &beside.message);
        out.extend_from_slice(b",\"game\":");
        push_number(out, beside.game);
        out.push(b',');
        range(out, (beside.start, beside.end));
        out.push(b'}');
    });
    // What the file's encoding lacks cannot be written, nor a whole game in another encoding by edits of its text.
    let can_be_written =
        |fix: &&Fix| !fix.edits.is_empty() && fix.edits.iter().all(|edit| game.encoding.encode(&edit.text).is_ok());
    list(out, b",\"fixes\":[", finding.fixes.iter().filter(can_be_written), |out, Fix { title, edits, safe }| {
        field(out, b"{\"title\":", title);
        // Whether it does not change what the game says.
        out.extend_from_slice(if *safe { b",\"safe\":true" } else { b",\"safe\":false" });
        // In order, not overlapping.
        list(out, b",\"edits\":[", edits, |out, edit| {
            out.push(b'{');
            range(out, places.of(&edit.range));
            field(out, b",\"replacement\":", &edit.text);
            out.push(b'}');
        });
        out.push(b'}');
    });
    out.extend_from_slice(b"}\n");
}

/// Bytes that a finding usually takes.
const USUAL: usize = 512;

/// A name with its punctuation, and a text.
fn field(out: &mut Vec<u8>, name: &[u8], text: &str) {
    out.extend_from_slice(name);
    push_text(out, text);
}

/// A list of objects; nothing if it is empty. `begin`: its name with a comma before and a bracket behind it.
fn list<T>(
    out: &mut Vec<u8>,
    begin: &[u8],
    items: impl IntoIterator<Item = T>,
    mut object: impl FnMut(&mut Vec<u8>, T),
) {
    let mut lead = begin;
    for item in items {
        out.extend_from_slice(lead);
        object(out, item);
        lead = b",";
    }
    if lead != begin {
        out.push(b']');
    }
}

/// `start` and `end`: lines and columns (in characters) counted from 1, offsets in the file's own bytes from 0.
fn range(out: &mut Vec<u8>, (start, end): (FilePosition, FilePosition)) {
    for (name, place) in [(&b"\"start\":{\"line\":"[..], start), (b",\"end\":{\"line\":", end)] {
        out.extend_from_slice(name);
        push_number(out, place.line + 1);
        out.extend_from_slice(b",\"column\":");
        push_number(out, place.column + 1);
        out.extend_from_slice(b",\"offset\":");
        push_number(out, place.offset);
        out.push(b'}');
    }
}

pub(super) fn end(summary: &Summary) -> Vec<u8> {
    let mut out = Vec::new();
    json_text::push(&mut out, &SummaryRecord { summary });
    out.push(b'\n');
    out
}
