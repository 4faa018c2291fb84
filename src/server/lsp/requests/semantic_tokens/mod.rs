//! `textDocument/semanticTokens`: the semantic tokens of a document, as a whole or of the visible range.
//!
//! Editors request them after every edit. So the tokens of a game are cached beside it, wherever it moves, and the last
//! answer for a document is kept as a list of these: the difference made by an edit is found by comparing two lists of
//! games.

mod last_tokens;
mod packed;

use std::ops::Range;
use std::sync::Arc;

use packed::{EncodedToken, PlacedTokens, distance, put_token};
use rayon::prelude::*;
use tower_lsp::lsp_types::{
    self, Position, SemanticTokenModifier, SemanticTokenType, SemanticTokensDeltaParams, SemanticTokensFullOptions,
    SemanticTokensLegend, SemanticTokensOptions, SemanticTokensParams, SemanticTokensRangeParams,
    TextDocumentIdentifier, WorkDoneProgressOptions,
};
use vgn_engine::games::{Game, GamePlace};
use vgn_engine::lint::{Cancellation, Code};
use vgn_engine::replay::{GameReport, check_game};
use vgn_ide::{TokenKind, TokenModifiers, semantic_tokens};

use crate::lsp::diagnostics::rendering::GameCache;
use crate::lsp::documents::positions::{self, ClientEncoding};
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;
use crate::lsp::transport::bulk::ResultParts;
use crate::lsp::transport::outgoing::written_or_null;

pub use last_tokens::LastTokens;
pub use packed::PackedTokens;

/// Size of a document, in bytes, above which only the visible range is answered: clients cannot cope with many million
/// numbers.
const LARGEST: usize = 8 << 20;
/// Length of text, in bytes, from which a game is painted before it is judged; its illegal moves are then marked later.
const SOON: usize = 1 << 16;
/// Number of games whose tokens are serialized by one task.
const TOGETHER: usize = 1 << 7;
/// Usual length of a token's numbers, in bytes.
const USUAL: usize = 12;

/// Findings that mark a half-move as unplayable.
const ILLEGAL: [Code; 3] = [Code::IllegalMove, Code::AmbiguousMove, Code::InvalidMoveText];

/// The server's capability.
pub fn options() -> SemanticTokensOptions {
    SemanticTokensOptions {
        work_done_progress_options: WorkDoneProgressOptions::default(),
        legend: SemanticTokensLegend {
            token_types: TokenKind::NAMES.map(SemanticTokenType::new).to_vec(),
            token_modifiers: TokenModifiers::NAMES.map(SemanticTokenModifier::new).to_vec(),
        },
        range: Some(true),
        full: Some(SemanticTokensFullOptions::Delta { delta: Some(true) }),
    }
}

/// The tokens of a document.
pub async fn handle_full(server: Arc<Backend>, params: SemanticTokensParams) -> ResultParts {
    handle(&server, params.text_document, None).await
}

/// The difference between the tokens of a document and an earlier answer.
pub async fn handle_delta(server: Arc<Backend>, params: SemanticTokensDeltaParams) -> ResultParts {
    handle(&server, params.text_document, Some(params.previous_result_id)).await
}

async fn handle(server: &Backend, document: TextDocumentIdentifier, previous: Option<String>) -> ResultParts {
    let answer = server.query_document(document.uri, move |snapshot, features, cancel| {
        answer(snapshot, previous.as_deref(), features, cancel)
    });
    answer.await.map(|answer| written_or_null(answer.flatten()))
}

/// The tokens in a range of a document.
pub async fn handle_range(server: Arc<Backend>, params: SemanticTokensRangeParams) -> ResultParts {
    let answer = server.query_document(params.text_document.uri, move |snapshot, features, cancel| {
        answer_in_range(snapshot, params.range, features, cancel)
    });
    answer.await.map(written_or_null)
}

/// The tokens of a document, as the JSON of an answer, or the difference to the answer `previous`. The outer `None` if
/// cancelled, the inner one if the document is too large.
fn answer(
    snapshot: &Snapshot,
    previous: Option<&str>,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<Option<Vec<Vec<u8>>>> {
    if snapshot.text.len_bytes() > LARGEST {
        return Some(None);
    }
    let games = snapshot.find_games(cancel)?;
    let games: Vec<_> = games.games().collect();
    let painted = games.par_iter().map(|game| {
        let packed = if cancel.is_cancelled() { Arc::default() } else { cached_tokens(snapshot, client, game, cancel) };
        (packed, start_of(snapshot, client, game))
    });
    let painted: Vec<_> = painted.collect();
    if cancel.is_cancelled() {
        return None;
    }
    let placed: Arc<[PlacedTokens]> = PlacedTokens::place_all(painted.into_iter()).into();
    let before = previous.and_then(|name| snapshot.last_tokens.answer_with_id(name));
    let name = snapshot.last_tokens.keep(placed.clone());
    Some(Some(match before {
        Some(before) => delta_answer(&before, &placed, name),
        None => full_answer(&placed, name),
    }))
}

/// The tokens that touch a range, as the JSON of an answer; `None` if cancelled.
fn answer_in_range(
    snapshot: &Snapshot,
    requested: lsp_types::Range,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<Vec<Vec<u8>>> {
    let wanted = positions::bytes(&snapshot.text, requested, client.encoding);
    // A position within a character is moved to its start.
    let requested = positions::range(&snapshot.text, wanted.clone(), client.encoding);
    let mut list = TokenWriter { out: b"{\"data\":[".to_vec(), last: Position::default() };
    let known = snapshot.games_at_once();
    if let Some(games) = known {
        for game in games.from(wanted.start).take_while(|game| game.range().start <= wanted.end) {
            let is_short = game.range().len() < SOON || game.attachment().answers().tokens.get().is_some();
            let found = match is_short {
                true => cached_tokens(snapshot, client, &game, cancel),
                false => {
                    let illegal = illegal_moves(game.analysed());
                    Arc::new(tokens_in(snapshot, client.encoding, game.range(), &wanted, &illegal, cancel))
                }
            };
            list.put(&found, start_of(snapshot, client, &game), &requested);
        }
    } else {
        for GamePlace { range, binary, .. } in snapshot.games_near(wanted.clone(), cancel)? {
            let report = (binary.is_none() && range.len() < SOON)
                .then(|| check_game(&snapshot.text_of(range.clone()), &snapshot.context()));
            let illegal = illegal_moves(report.as_ref());
            let begin = positions::position(&snapshot.text, range.start, client.encoding);
            let found = tokens_in(snapshot, client.encoding, range, &wanted, &illegal, cancel);
            list.put(&found, begin, &requested);
        }
    }
    list.out.pop_if(|byte| *byte == b',');
    list.out.extend_from_slice(b"]}");
    (!cancel.is_cancelled()).then(|| vec![list.out])
}

/// Serializes a list of tokens.
struct TokenWriter {
    out: Vec<u8>,
    last: Position,
}

impl TokenWriter {
    /// Appends the tokens of a game that touch the range.
    fn put(&mut self, packed: &PackedTokens, begin: Position, requested: &lsp_types::Range) {
        let beyond = |(place, _): &(Position, EncodedToken)| *place < requested.end;
        for (place, [_, _, length, kind, shade]) in packed.places(begin).take_while(beyond) {
            if Position::new(place.line, place.character.saturating_add(length)) > requested.start {
                let [lines, characters] = distance(self.last, place);
                put_token(&mut self.out, [lines, characters, length, kind, shade]);
                self.last = place;
            }
        }
    }
}

/// The position of a game's start.
fn start_of(snapshot: &Snapshot, client: &ClientFeatures, game: &Game<'_, GameCache>) -> Position {
    match game.begins_a_line() {
        true => Position::new(u32::try_from(game.line()).unwrap_or(u32::MAX), 0),
        false => positions::position(&snapshot.text, game.range().start, client.encoding),
    }
}

/// The tokens of a game, cached once its illegal moves are known.
fn cached_tokens(
    snapshot: &Snapshot,
    client: &ClientFeatures,
    game: &Game<'_, GameCache>,
    cancel: &dyn Cancellation,
) -> Arc<PackedTokens> {
    if let Some(kept) = game.attachment().answers().tokens.get() {
        return kept.clone();
    }
    let range = game.range();
    if range.len() < SOON {
        snapshot.judge(game, cancel);
    }
    let report = game.analysed();
    let found = tokens_in(snapshot, client.encoding, range.clone(), &range, &illegal_moves(report), cancel);
    let found = Arc::new(found);
    match report {
        Some(_) if !cancel.is_cancelled() => game.attachment().answers().tokens.get_or_init(|| found).clone(),
        _ => found,
    }
}

/// The tokens of the game at `game` that touch the range `requested`, both in bytes of the document.
fn tokens_in(
    snapshot: &Snapshot,
    encoding: ClientEncoding,
    game: Range<usize>,
    requested: &Range<usize>,
    illegal: &[Range<u32>],
    cancel: &dyn Cancellation,
) -> PackedTokens {
    let text = snapshot.text_of(game.clone());
    let in_game = |offset: usize| offset.clamp(game.start, game.end).saturating_sub(game.start) as u32;
    let painted = semantic_tokens(&text, in_game(requested.start)..in_game(requested.end), illegal, cancel);
    PackedTokens::of(&text, &painted, encoding)
}

/// The half-moves that cannot be played, in the order of the text.
fn illegal_moves(report: Option<&GameReport>) -> Vec<Range<u32>> {
    let findings = report.into_iter().flat_map(|report| &report.diagnostics);
    let findings = findings.filter(|found| ILLEGAL.contains(&found.code));
    let mut places: Vec<_> =
        findings.flat_map(|found| std::iter::once(&found.range).chain(found.gathered())).cloned().collect();
    places.sort_by_key(|place| place.start);
    places
}

/// The answer with all tokens.
fn full_answer(placed: &[PlacedTokens], name: u64) -> Vec<Vec<u8>> {
    let mut answer = vec![format!("{{\"resultId\":\"{name}\",\"data\":[").into_bytes()];
    put_all(&mut answer, placed);
    answer.push(b"]}".to_vec());
    answer
}

fn put_all(answer: &mut Vec<Vec<u8>>, placed: &[PlacedTokens]) {
    let parts = placed.par_chunks(TOGETHER).map(|games| {
        let mut out = Vec::with_capacity(games.iter().map(PlacedTokens::count).sum::<usize>() * USUAL);
        games.iter().flat_map(PlacedTokens::tokens).for_each(|token| put_token(&mut out, token));
        out
    });
    answer.par_extend(parts);
    // Each number ends with a comma.
    answer.last_mut().iter_mut().for_each(|last| _ = last.pop_if(|byte| *byte == b','));
}

/// The answer with the difference.
fn delta_answer(before: &[PlacedTokens], now: &[PlacedTokens], name: u64) -> Vec<Vec<u8>> {
    let same = |(before, now): &(&PlacedTokens, &PlacedTokens)| before.is_same(now);
    let first = before.iter().zip(now).take_while(same).count();
    let (old, new) = (&before[first..], &now[first..]);
    let last = old.iter().rev().zip(new.iter().rev()).take_while(same).count();
    let (old, new) = (&old[..old.len() - last], &new[..new.len() - last]);
    let tokens = |games: &[PlacedTokens]| games.iter().flat_map(PlacedTokens::tokens).collect::<Vec<EncodedToken>>();
    let (old, new) = (tokens(old), tokens(new));
    let head = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[head..], &new[head..]);
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[..old.len() - tail], &new[..new.len() - tail]);
    let mut out = format!("{{\"resultId\":\"{name}\",\"edits\":[").into_bytes();
    if !old.is_empty() || !new.is_empty() {
        const NUMBERS: usize = 5;
        let start = (before[..first].iter().map(PlacedTokens::count).sum::<usize>() + head) * NUMBERS;
        let deleted = old.len() * NUMBERS;
        out.extend_from_slice(format!("{{\"start\":{start},\"deleteCount\":{deleted},\"data\":[").as_bytes());
        new.iter().for_each(|token| put_token(&mut out, *token));
        out.pop_if(|byte| *byte == b',');
        out.extend_from_slice(b"]}");
    }
    out.extend_from_slice(b"]}");
    vec![out]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ropey::Rope;
    use serde_json::Value;
    use tower_lsp::lsp_types::{TextDocumentContentChangeEvent, Url};

    use super::*;

    fn piece() -> impl Strategy<Value = String> {
        const PIECES: [&str; 14] = [
            "[White \"A\"]\n[Black \"é🨀\"]\n\n1. e4 {é🨀 [%clk 1:2]\n 1. d4} *\n\n",
            "[Event \"x\"]\r\n\r\n1. d4 {a\r\nb} Ke3 1-0\r\n\r\n",
            "1. c4 (1. d4\n(1. g4\n) )\n0-1 ",
            "1. g4\r*\r",
            "1. Nf3 d5 2. Nxd5 *\n",
            "; one\n",
            "\n",
            "\r",
            "\r\n",
            "{",
            "}",
            "(",
            "[White \"B\"]",
            "é♔ ",
        ];
        prop::sample::select(PIECES.to_vec()).prop_map(str::to_owned)
    }

    fn numbers(value: &Value) -> Vec<u32> {
        serde_json::from_value(value.clone()).expect("numbers")
    }

    fn answer_json(parts: Option<Vec<Vec<u8>>>) -> Value {
        serde_json::from_slice(&parts.expect("there is an answer").concat()).expect("it is JSON")
    }

    fn requested(snapshot: &Snapshot, previous: Option<&str>, client: &ClientFeatures) -> Value {
        answer_json(answer(snapshot, previous, client, &Cancel::default()).expect("nobody calls it off"))
    }

    /// The tokens of a document with their positions, made without any cache.
    fn afresh(snapshot: &Snapshot, client: &ClientFeatures) -> Vec<u32> {
        let mut list = Vec::new();
        let mut last = Position::default();
        for game in snapshot.games().games() {
            let text = snapshot.text_of(game.range());
            let report = game.binary().is_none().then(|| check_game(&text, &snapshot.context()));
            let painted = semantic_tokens(&text, 0..text.len() as u32, &illegal_moves(report.as_ref()), &|| false);
            for painted in painted {
                let start = game.range().start;
                let range = start + painted.range.start as usize..start + painted.range.end as usize;
                let lsp_types::Range { start, end } = positions::range(&snapshot.text, range, client.encoding);
                assert_eq!(start.line, end.line, "on one line");
                list.extend(distance(last, start));
                list.extend([end.character - start.character, painted.kind as u32, painted.shade.0.into()]);
                last = start;
            }
        }
        list
    }

    /// The tokens of a client after an answer.
    fn apply(had: &mut Vec<u32>, answer: &Value) {
        if let Some(edits) = answer["edits"].as_array() {
            for edit in edits {
                let number = |name: &str| edit[name].as_u64().expect("a number") as usize;
                had.splice(number("start")..number("start") + number("deleteCount"), numbers(&edit["data"]));
            }
        } else {
            *had = numbers(&answer["data"]);
        }
    }

    /// The tokens of a list that touch a range.
    fn within(all: &[u32], range: lsp_types::Range) -> Vec<u32> {
        let (mut place, mut last) = (Position::default(), Position::default());
        let mut found = Vec::new();
        for token in all.chunks(5) {
            place = Position::new(place.line + token[0], if token[0] > 0 { 0 } else { place.character } + token[1]);
            if place < range.end && Position::new(place.line, place.character + token[2]) > range.start {
                found.extend(distance(last, place));
                found.extend(&token[2..]);
                last = place;
            }
        }
        found
    }

    fn snapshot(text: &str) -> Snapshot {
        let uri = Url::parse("file:///a.pgn").expect("a URI").into();
        Snapshot::new(uri, "pgn", 1, Rope::from_str(text), Arc::default())
    }

    #[test]
    fn an_edit_sends_what_it_has_changed() {
        let client = ClientFeatures::default();
        let mut snapshot = snapshot(&"[White \"A\"]\n\n1. e4 e5 *\n\n".repeat(100));
        let first = requested(&snapshot, None, &client);
        let name = first["resultId"].as_str().expect("a name");
        let change = |range: [u32; 4], text: &str| TextDocumentContentChangeEvent {
            range: Some(lsp_types::Range::new(Position::new(range[0], range[1]), Position::new(range[2], range[3]))),
            range_length: None,
            text: text.to_owned(),
        };
        snapshot.change(change([202, 3, 202, 5], "Nf3"), client.encoding);
        let second = requested(&snapshot, Some(name), &client);
        assert_eq!(second["edits"].as_array().map(Vec::len), Some(1), "{second}");
        let edit = &second["edits"][0];
        assert_eq!(edit["deleteCount"], 5, "{second}");
        assert_eq!(numbers(&edit["data"]), [0, 3, 1, 2, 1, 0, 1, 2, 1, 1], "{second}");
        let third = requested(&snapshot, second["resultId"].as_str(), &client);
        assert_eq!(third["edits"], serde_json::json!([]));
        assert!(requested(&snapshot, Some(name), &client)["data"].is_array(), "that answer is forgotten");
    }

    #[test]
    fn of_what_is_very_large_the_screen_is_painted() {
        let snapshot = snapshot(&"[White \"A\"]\n\n1. e4 Ke6 *\n\n".repeat(LARGEST / 24));
        let client = ClientFeatures::default();
        assert_eq!(answer(&snapshot, None, &client, &Cancel::default()), Some(None));
        let screen = lsp_types::Range::new(Position::new(4_000, 0), Position::new(4_004, 0));
        let parts = answer_in_range(&snapshot, screen, &client, &Cancel::default());
        let there = numbers(&answer_json(parts)["data"]);
        snapshot.games();
        let parts = answer_in_range(&snapshot, screen, &client, &Cancel::default());
        assert_eq!((there.len(), there), (7 * 5, numbers(&answer_json(parts)["data"])));
    }

    #[test]
    fn a_place_within_a_character_is_where_that_begins() {
        let snapshot = snapshot("{\né♔} *");
        let client = ClientFeatures { encoding: ClientEncoding::Utf8, ..ClientFeatures::default() };
        let at = |character| lsp_types::Range::new(Position::new(1, character), Position::new(1, character));
        let painted =
            |place| answer_json(answer_in_range(&snapshot, at(place), &client, &Cancel::default()))["data"].clone();
        assert!(painted(0) == painted(1) && painted(1) != painted(2));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn cached_results_equal_fresh_ones(
            start in prop::collection::vec(piece(), 0..12),
            edits in prop::collection::vec((0u32..12, 0u32..30, 0u32..3, piece()), 1..8),
            utf8: bool,
        ) {
            let encoding = if utf8 { ClientEncoding::Utf8 } else { ClientEncoding::Utf16 };
            let client = ClientFeatures { encoding, ..ClientFeatures::default() };
            let mut snapshot = snapshot(&start.concat());
            let (mut had, mut name) = (Vec::new(), None::<String>);
            for (line, character, lines, text) in edits {
                let said = requested(&snapshot, name.as_deref(), &client);
                name = said["resultId"].as_str().map(str::to_owned);
                apply(&mut had, &said);
                prop_assert_eq!(&had, &afresh(&snapshot, &client), "{:?}", snapshot.text.to_string());
                let range = lsp_types::Range::new(
                    Position::new(line, character),
                    Position::new(line + lines / 2, character),
                );
                let parts = answer_in_range(&snapshot, range, &client, &Cancel::default());
                let bytes = positions::bytes(&snapshot.text, range, client.encoding);
                let inside = within(&had, positions::range(&snapshot.text, bytes, client.encoding));
                prop_assert_eq!(numbers(&answer_json(parts)["data"]), inside, "{:?}", snapshot.text.to_string());
                let change = TextDocumentContentChangeEvent { range: Some(range), range_length: None, text };
                snapshot.change(change, client.encoding);
            }
        }
    }
}
