//! Diagnostics → the text of the protocol's messages.
//!
//! The whole list of a document is sent after every keystroke. So what one game has to say is written once and kept
//! beside the game, with holes where the numbers of lines stand: a game knows no place, and lines typed before it move it.

use std::sync::OnceLock;

use serde::Serialize;
use tower_lsp::lsp_types::{self, Diagnostic, Position};

use super::capabilities::ClientFeatures;
use super::diagnostics::{self, Converter};
use super::selection::{self, Selected};
use super::snapshot::Snapshot;

/// More diagnostics of one game are not kept as text.
const MOST_KEPT: usize = 2_000;

/// What is kept beside a game once its diagnostics have been sent.
#[derive(Debug, Default)]
pub struct Kept(OnceLock<Box<Rendered>>);

/// Diagnostics of one game, in JSON.
#[derive(Debug, Default)]
struct Rendered {
    /// Without the numbers of lines.
    text: Vec<u8>,
    holes: Vec<Hole>,
    /// Where each diagnostic ends: in the text, and in the holes.
    ends: Vec<(usize, usize)>,
}

/// Where the number of a line belongs.
#[derive(Clone, Copy, Debug)]
struct Hole {
    /// In bytes of the text.
    at: usize,
    /// Counted from the game's first line.
    line: u32,
}

/// The list of a document's diagnostics as they are known by now, at most `limit` of them and one that says so.
pub fn list(snapshot: &Snapshot, client: &ClientFeatures, limit: usize) -> Vec<u8> {
    let selection = selection::select(snapshot.games(), snapshot.last_edit, limit);
    let converter = Converter::new(snapshot, client);
    let mut out = vec![b'['];
    let mut sent = 0;
    for selected in &selection.selected {
        sent += selected.count();
        put(&mut out, selected, &converter);
    }
    if selection.total > sent {
        Rendered::of(&[diagnostics::omission(sent, selection.total)], 0).put(&mut out, None, 0);
    }
    out.push(b']');
    out
}

/// Puts what is to be said of one game at the end of the list.
fn put(out: &mut Vec<u8>, selected: &Selected<'_, Kept>, converter: &Converter<'_>) {
    let game = &selected.game;
    let many = game.analysed().is_some_and(|report| report.diagnostics.len() > MOST_KEPT);
    if many || !game.begins_a_line() {
        // Columns of the first line depend on what stands before the game.
        return Rendered::of(&converter.convert(selected), 0).put(out, None, 0);
    }
    let line = u32::try_from(game.line()).unwrap_or(u32::MAX);
    let all = || Selected { game: *game, only: None };
    let rendered = game.kept().0.get_or_init(|| Box::new(Rendered::of(&converter.convert(&all()), line)));
    rendered.put(out, selected.only.as_deref(), line);
}

impl Rendered {
    /// Writes diagnostics of a game that begins on a line.
    fn of(diagnostics: &[Diagnostic], first_line: u32) -> Rendered {
        let mut rendered = Rendered::default();
        for diagnostic in diagnostics {
            rendered.add(diagnostic, first_line);
            rendered.ends.push((rendered.text.len(), rendered.holes.len()));
        }
        rendered.text.shrink_to_fit();
        rendered.holes.shrink_to_fit();
        rendered.ends.shrink_to_fit();
        rendered
    }

    /// Puts the diagnostics, or some of them, at the end of a list, for a game that begins on a line.
    fn put(&self, out: &mut Vec<u8>, only: Option<&[usize]>, first_line: u32) {
        match only {
            None => (0..self.ends.len()).for_each(|index| self.put_one(out, index, first_line)),
            Some(only) => only.iter().for_each(|&index| self.put_one(out, index, first_line)),
        }
    }

    fn put_one(&self, out: &mut Vec<u8>, index: usize, first_line: u32) {
        let start = index.checked_sub(1).map_or((0, 0), |before| self.ends[before]);
        let Some(&end) = self.ends.get(index) else { return };
        if out.last() != Some(&b'[') {
            out.push(b',');
        }
        let mut at = start.0;
        for hole in &self.holes[start.1..end.1] {
            out.extend_from_slice(&self.text[at..hole.at]);
            put_number(out, first_line.saturating_add(hole.line));
            at = hole.at;
        }
        out.extend_from_slice(&self.text[at..end.0]);
    }

    fn add(&mut self, diagnostic: &Diagnostic, first_line: u32) {
        self.text.extend_from_slice(b"{\"range\":");
        self.add_range(diagnostic.range, first_line);
        self.add_value("severity", diagnostic.severity.as_ref());
        self.add_value("code", diagnostic.code.as_ref());
        self.add_value("codeDescription", diagnostic.code_description.as_ref());
        self.add_value("source", diagnostic.source.as_ref());
        self.add_value("message", Some(&diagnostic.message));
        if let Some(related) = &diagnostic.related_information {
            self.text.extend_from_slice(b",\"relatedInformation\":[");
            for (index, related) in related.iter().enumerate() {
                self.text.extend_from_slice(if index == 0 {
                    b"{\"location\":{\"range\":"
                } else {
                    b",{\"location\":{\"range\":"
                });
                self.add_range(related.location.range, first_line);
                self.add_value("uri", Some(&related.location.uri));
                self.text.push(b'}');
                self.add_value("message", Some(&related.message));
                self.text.push(b'}');
            }
            self.text.push(b']');
        }
        self.add_value("tags", diagnostic.tags.as_ref());
        self.text.push(b'}');
    }

    fn add_value(&mut self, name: &str, value: Option<&impl Serialize>) {
        let Some(value) = value else { return };
        self.text.extend_from_slice(b",\"");
        self.text.extend_from_slice(name.as_bytes());
        self.text.extend_from_slice(b"\":");
        put_json(&mut self.text, value);
    }

    fn add_range(&mut self, range: lsp_types::Range, first_line: u32) {
        self.text.extend_from_slice(b"{\"start\":");
        self.add_position(range.start, first_line);
        self.text.extend_from_slice(b",\"end\":");
        self.add_position(range.end, first_line);
        self.text.push(b'}');
    }

    fn add_position(&mut self, position: Position, first_line: u32) {
        self.text.extend_from_slice(b"{\"line\":");
        self.holes.push(Hole { at: self.text.len(), line: position.line.saturating_sub(first_line) });
        self.text.extend_from_slice(b",\"character\":");
        put_number(&mut self.text, position.character);
        self.text.push(b'}');
    }
}

/// Writes a value at the end of a text.
pub fn put_json(out: &mut Vec<u8>, value: &impl Serialize) {
    let length = out.len();
    if let Err(error) = serde_json::to_writer(&mut *out, value) {
        tracing::error!(%error, "not sent");
        out.truncate(length);
        out.extend_from_slice(b"null");
    }
}

fn put_number(out: &mut Vec<u8>, number: u32) {
    put_json(out, &number);
}
