//! Diagnostics → the text of the protocol's messages.
//!
//! The whole list of a document is sent after every keystroke. So the diagnostics of a game are serialized once and
//! kept beside the game, with placeholders for line numbers: a game has no place of its own, and lines typed before it
//! move it.

use std::sync::{Arc, Mutex, OnceLock};

use serde::Serialize;
use tower_lsp::lsp_types::{self, Diagnostic, Position};
use vgn_ide::GameOpening;
use vgn_search::repertoire::ChapterAnswers;
use vgn_search::{GamePositions, SearchKey};

use super::conflicts::GameConflict;
use super::elsewhere::KnownElsewhere;
use super::protocol::{self, DiagnosticConverter};
use super::selection::{self, SelectedFindings};
use super::{comparing, duplicate_list};
use crate::lsp::documents::lost_letters;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::requests::document_symbol::CachedSymbol;
use crate::lsp::requests::folding_range::CachedFold;
use crate::lsp::requests::semantic_tokens::PackedTokens;
use crate::lsp::session::capabilities::ClientFeatures;

/// Maximum number of diagnostics of one game that are kept as text.
const MOST_KEPT: usize = 2_000;

/// Usual length of a game's diagnostics, in bytes.
const USUAL: usize = 400;

/// Results cached beside a game.
#[derive(Debug, Default)]
pub struct GameCache {
    diagnostics: OnceLock<RenderedDiagnostics>,
    /// Most games of a large file are never asked about.
    answers: OnceLock<Box<CachedAnswers>>,
}

/// What clients have asked about a game.
#[derive(Debug, Default)]
pub struct CachedAnswers {
    /// Range of the first tag of a game that begins a line, with lines counted from the game's.
    pub first_tag: OnceLock<lsp_types::Range>,
    /// The game's symbol in the outline of the document.
    pub symbol: OnceLock<CachedSymbol>,
    /// Its opening, by its half-moves.
    pub opening: OnceLock<Option<GameOpening>>,
    /// The positions of its opening, as halves of fingerprints.
    pub passed_positions: OnceLock<Arc<[u32]>>,
    /// All its positions, once they are asked for.
    pub positions: OnceLock<Arc<GamePositions>>,
    /// The final position of its main line, if it is one of chess.
    pub ending: OnceLock<Option<SearchKey>>,
    /// The same game in other files.
    pub elsewhere: Mutex<KnownElsewhere>,
    /// What it answers as a chapter of a study.
    pub studied: OnceLock<Arc<ChapterAnswers>>,
    /// Its answers that contradict earlier ones.
    pub conflicts: Mutex<Vec<GameConflict>>,
    /// Its foldable ranges.
    pub folds: OnceLock<Arc<[CachedFold]>>,
    /// Its semantic tokens.
    pub tokens: OnceLock<Arc<PackedTokens>>,
}

impl GameCache {
    /// What is known of the game beside its diagnostics; allocated at the first call.
    pub fn answers(&self) -> &CachedAnswers {
        self.answers.get_or_init(Box::default)
    }

    /// The same, if anything is known.
    pub fn known_answers(&self) -> Option<&CachedAnswers> {
        self.answers.get().map(|answers| &**answers)
    }
}

/// Diagnostics of one game in JSON, in one allocation: each is followed by [`END`], and each line number is replaced by
/// [`LINE`] and the line within the game, seven bits per byte with the high bit set. JSON contains neither byte.
#[derive(Debug, Default)]
struct RenderedDiagnostics(Box<[u8]>);

const LINE: u8 = 0;
const END: u8 = 1;
/// Number of bytes of a line number.
const DIGITS: usize = 5;

/// Appends the current diagnostics of a document as a list: at most `limit`, and one about the omitted ones.
pub fn put_list(out: &mut Vec<u8>, snapshot: &Snapshot, client: &ClientFeatures, limit: usize) {
    let selection = selection::select(snapshot.games(), snapshot.last_edit, limit);
    let converter = DiagnosticConverter::new(snapshot, client);
    out.reserve(selection.selected.len() * USUAL);
    out.push(b'[');
    if let Some(found) = lost_letters::diagnostic(snapshot, client) {
        RenderedDiagnostics::of(&[found], 0).put(out, None, 0);
    }
    let mut sent = 0;
    for selected in &selection.selected {
        sent += selected.count();
        put(out, selected, &converter);
    }
    let (again, duplicates) = duplicate_list::put_list(out, snapshot, client, limit.saturating_sub(sent));
    let sent = sent + again;
    let (others, elsewhere) = comparing::list(snapshot, client, limit.saturating_sub(sent));
    RenderedDiagnostics::of(&others, 0).put(out, None, 0);
    let (sent, total) = (sent + others.len(), selection.total + duplicates + elsewhere);
    if total > sent {
        RenderedDiagnostics::of(&[protocol::omission(sent, total)], 0).put(out, None, 0);
    }
    out.push(b']');
}

/// Appends the diagnostics of one game to the list.
fn put(out: &mut Vec<u8>, selected: &SelectedFindings<'_, GameCache>, converter: &DiagnosticConverter<'_>) {
    let game = &selected.game;
    let many = game.analysed().is_some_and(|report| report.diagnostics.len() > MOST_KEPT);
    if many || !game.begins_a_line() || converter.is_of_the_moment(game) {
        // Columns of the first line depend on the text before the game.
        return RenderedDiagnostics::of(&converter.convert(selected), 0).put(out, None, 0);
    }
    let line = u32::try_from(game.line()).unwrap_or(u32::MAX);
    let all = || SelectedFindings { game: *game, only: None };
    let rendered =
        game.attachment().diagnostics.get_or_init(|| RenderedDiagnostics::of(&converter.convert(&all()), line));
    rendered.put(out, selected.only.as_deref(), line);
}

impl RenderedDiagnostics {
    /// Serializes diagnostics of a game that begins on a line.
    fn of(diagnostics: &[Diagnostic], first_line: u32) -> RenderedDiagnostics {
        let mut writer = DiagnosticWriter { text: Vec::new(), first_line };
        for diagnostic in diagnostics {
            writer.put_diagnostic(diagnostic);
            writer.text.push(END);
        }
        RenderedDiagnostics(writer.text.into_boxed_slice())
    }

    /// Appends all or some of the diagnostics to a list, for a game that begins on a line.
    fn put(&self, out: &mut Vec<u8>, only: Option<&[usize]>, first_line: u32) {
        let (mut rest, mut index) = (&self.0[..], 0);
        while let Some(end) = memchr::memchr(END, rest) {
            if only.is_none_or(|only| only.binary_search(&index).is_ok()) {
                if out.last() != Some(&b'[') {
                    out.push(b',');
                }
                put_lines(out, &rest[..end], first_line);
            }
            rest = &rest[end + 1..];
            index += 1;
        }
    }
}

/// Appends a text, with its line numbers filled in, for a game that begins on a line.
fn put_lines(out: &mut Vec<u8>, text: &[u8], first_line: u32) {
    let mut rest = text;
    while let Some(at) = memchr::memchr(LINE, rest) {
        out.extend_from_slice(&rest[..at]);
        let (digits, after) = rest[at + 1..].split_at(DIGITS);
        let line = digits.iter().fold(0_u32, |line, digit| line << 7 | u32::from(digit & 0x7f));
        put_json(out, &first_line.saturating_add(line));
        rest = after;
    }
    out.extend_from_slice(rest);
}

/// Serializes diagnostics with placeholders for line numbers.
struct DiagnosticWriter {
    text: Vec<u8>,
    first_line: u32,
}

impl DiagnosticWriter {
    fn put_diagnostic(&mut self, diagnostic: &Diagnostic) {
        self.text.extend_from_slice(b"{\"range\":");
        self.put_range(diagnostic.range);
        self.put_value("severity", diagnostic.severity.as_ref());
        self.put_value("code", diagnostic.code.as_ref());
        self.put_value("codeDescription", diagnostic.code_description.as_ref());
        self.put_value("source", diagnostic.source.as_ref());
        self.put_value("message", Some(&diagnostic.message));
        if let Some(related) = &diagnostic.related_information {
            self.text.extend_from_slice(b",\"relatedInformation\":[");
            for (index, related) in related.iter().enumerate() {
                self.text.extend_from_slice(if index > 0 { b"," } else { b"" });
                self.text.extend_from_slice(b"{\"location\":{\"range\":");
                self.put_range(related.location.range);
                self.put_value("uri", Some(&related.location.uri));
                self.text.push(b'}');
                self.put_value("message", Some(&related.message));
                self.text.push(b'}');
            }
            self.text.push(b']');
        }
        self.put_value("tags", diagnostic.tags.as_ref());
        self.text.push(b'}');
    }

    fn put_value(&mut self, name: &str, value: Option<&impl Serialize>) {
        let Some(value) = value else { return };
        self.text.extend_from_slice(b",\"");
        self.text.extend_from_slice(name.as_bytes());
        self.text.extend_from_slice(b"\":");
        put_json(&mut self.text, value);
    }

    fn put_range(&mut self, range: lsp_types::Range) {
        self.text.extend_from_slice(b"{\"start\":");
        self.put_position(range.start);
        self.text.extend_from_slice(b",\"end\":");
        self.put_position(range.end);
        self.text.push(b'}');
    }

    fn put_position(&mut self, position: Position) {
        self.text.extend_from_slice(b"{\"line\":");
        let line = position.line.saturating_sub(self.first_line);
        self.text.push(LINE);
        self.text.extend((0..DIGITS).rev().map(|digit| 0x80 | (line >> (7 * digit) & 0x7f) as u8));
        self.text.extend_from_slice(b",\"character\":");
        put_json(&mut self.text, &position.character);
        self.text.push(b'}');
    }
}

/// A value as JSON.
pub fn json(value: &impl Serialize) -> Vec<u8> {
    let mut text = Vec::new();
    put_json(&mut text, value);
    text
}

/// Appends a value as JSON.
pub fn put_json(out: &mut Vec<u8>, value: &impl Serialize) {
    let length = out.len();
    if let Err(error) = serde_json::to_writer(&mut *out, value) {
        tracing::error!(%error, "not sent");
        out.truncate(length);
        out.extend_from_slice(b"null");
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;
    use ropey::Rope;
    use serde_json::Value;
    use tower_lsp::lsp_types::{Position, Range, TextDocumentContentChangeEvent, Url};

    use super::*;
    use crate::lsp::diagnostics::checking::judge;
    use crate::lsp::documents::positions::ClientEncoding;
    use crate::lsp::session::cancel::Cancel;

    fn client() -> ClientFeatures {
        ClientFeatures {
            related_information: true,
            code_description: true,
            text_content: true,
            unnecessary_tag: true,
            ..ClientFeatures::default()
        }
    }

    fn judged(snapshot: &Snapshot) {
        snapshot.games().to_judge(0).for_each(|game| judge(snapshot, &game, &Cancel::default()));
    }

    /// The cached text equals that of values converted afresh.
    fn assert_same(snapshot: &Snapshot, limit: usize) {
        let mut kept = Vec::new();
        put_list(&mut kept, snapshot, &client(), limit);
        let value: Value = serde_json::from_slice(&kept).expect("it is JSON");
        let afresh = protocol::list(snapshot, &client(), limit);
        assert_eq!(value, serde_json::to_value(afresh).expect("values are JSON"), "{:?}", snapshot.text.to_string());
    }

    fn piece() -> impl Strategy<Value = String> {
        const PIECES: [&str; 12] = [
            "[Event \"x\"]\n[Event \"y\"]\n",
            "\n",
            "\r",
            "\r\n",
            "1. Ke3 * ",
            "1. e4 () e5 2. Xf9 é♔🨀 1-0\n\n",
            "{",
            "}",
            "[MoveFormat \"nothing\"]\n",
            "[Date \"2020.13.01\"]\r\n",
            "1. f3 e5 2. g4 Qh4# 3. a3 0-1\n",
            "$999 ",
        ];
        prop::sample::select(PIECES.to_vec()).prop_map(str::to_owned)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn cached_results_equal_fresh_ones(
            start in prop::collection::vec(piece(), 0..12),
            edits in prop::collection::vec((0u32..12, 0u32..30, 0u32..3, piece()), 1..8),
        ) {
            let uri = Url::parse("file:///a.pgn").expect("a URI").into();
            let mut snapshot = Snapshot::new(uri, "pgn", 1, Rope::from_str(&start.concat()), Arc::default());
            judged(&snapshot);
            assert_same(&snapshot, 2_000);
            for (line, character, lines, text) in edits {
                let range = Range::new(Position::new(line, character), Position::new(line + lines / 2, character));
                let change = TextDocumentContentChangeEvent { range: Some(range), range_length: None, text };
                snapshot.change(change, ClientEncoding::Utf16);
                judged(&snapshot);
                assert_same(&snapshot, 2_000);
                assert_same(&snapshot, 2);
            }
        }
    }
}
