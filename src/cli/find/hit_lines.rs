//! The lines that list the games found.

use std::io::Write;
use std::path::Path;

use serde::Serialize;
use vgn_engine::source::FilePosition;
use vgn_search::{GameHit, GameResult};

use super::FindFormat;
use crate::json_text;
use crate::terminal::visible;

/// The place of a hit.
pub struct HitPlace<'a> {
    /// The file as it is shown; `-` is standard input.
    pub file: &'a str,
    pub path: Option<&'a Path>,
    /// The number of the game in the file, from 1.
    pub game: u64,
    pub start: FilePosition,
}

#[derive(Serialize)]
struct HitRecord<'a> {
    file: &'a str,
    /// The exact name, if it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    uri: Option<String>,
    game: u64,
    start: PlaceRecord,
    white: Option<&'a str>,
    black: Option<&'a str>,
    result: &'static str,
    ply: Option<u32>,
    #[serde(rename = "move")]
    half_move: Option<&'a str>,
}

#[derive(Serialize)]
struct PlaceRecord {
    line: u64,
    column: u64,
    offset: u64,
}

/// Appends the line of a game.
pub fn push(out: &mut Vec<u8>, format: FindFormat, place: &HitPlace<'_>, hit: &GameHit) {
    match format {
        FindFormat::Text => push_text(out, place, hit),
        FindFormat::Json => push_json(out, place, hit),
    }
}

fn push_text(out: &mut Vec<u8>, place: &HitPlace<'_>, hit: &GameHit) {
    let file = if place.file == "-" { "<stdin>" } else { place.file };
    let name = |name: &Option<String>| match name.as_deref().map(str::trim) {
        None | Some("") => "?".to_owned(),
        Some(name) => visible(name).into_owned(),
    };
    let (line, column) = (place.start.line + 1, place.start.column + 1);
    let (white, black) = (name(&hit.white), name(&hit.black));
    // Writing to a vector does not fail.
    let _ = write!(out, "{}:{line}:{column}: game {}: {white} - {black}", visible(file), place.game);
    if let Some(half_move) = &hit.half_move {
        let dots = half_move.color.fold_wb(".", "...");
        let _ = write!(out, ", {}{dots} {}", half_move.number, visible(&half_move.text));
    }
    out.push(b'\n');
}

fn push_json(out: &mut Vec<u8>, place: &HitPlace<'_>, hit: &GameHit) {
    let is_exact = place.path.is_none_or(|path| path.to_str().is_some());
    let record = HitRecord {
        file: place.file,
        uri: place.path.filter(|_| !is_exact).map(crate::format::uri_of),
        game: place.game,
        start: PlaceRecord { line: place.start.line + 1, column: place.start.column + 1, offset: place.start.offset },
        white: hit.white.as_deref(),
        black: hit.black.as_deref(),
        result: match hit.result {
            GameResult::White => "1-0",
            GameResult::Draw => "1/2-1/2",
            GameResult::Black => "0-1",
            GameResult::Open => "*",
        },
        ply: hit.half_move.as_ref().map(|half_move| half_move.ply),
        half_move: hit.half_move.as_ref().map(|half_move| half_move.text.as_str()),
    };
    json_text::push(out, &record);
    out.push(b'\n');
}
