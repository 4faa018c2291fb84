//! A line of a hover: what the engine that runs found last about the position after a half-move.

use tower_lsp::lsp_types::Position;
use vgn_ide::cursor_info;

use super::messages::{EngineInfo, EngineInfoLine};
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;

/// Half-moves of the line.
const LONGEST: usize = 6;

/// The line for the half-move at a place; `None` if the engine thinks about something else.
pub fn hover_line(
    info: &EngineInfo,
    snapshot: &Snapshot,
    position: Position,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<String> {
    let best = info.lines.first().filter(|_| !info.threat)?;
    let (game, place) = snapshot.game_at(position, client.encoding, cancel)??;
    let text = snapshot.text_of(game.clone());
    let found = cursor_info(&snapshot.open_game(&game, &text, cancel), place, 1)?;
    let half_move = found.half_move.as_ref()?;
    let is_here = half_move.range.start <= place && place <= half_move.range.end;
    (is_here && found.fen().as_deref() == Some(&info.fen)).then(|| moves_in_words(info, best))
}

/// The best line of an engine: `Stockfish 17, depth 20: +0.38 e4 e5`.
pub fn moves_in_words(info: &EngineInfo, best: &EngineInfoLine) -> String {
    let moves = best.san.iter().take(LONGEST).map(String::as_str).collect::<Vec<_>>().join(" ");
    let engine = info.engine.as_deref().unwrap_or("The engine").replace(['*', '_', '`', '<', '['], "");
    format!("{engine}, depth {}: {} {moves}", best.depth, evaluation(best))
}

/// `+0.38`, `−1.20`, `#5`, `#−3`.
pub fn evaluation(line: &EngineInfoLine) -> String {
    let sign = |is_negative: bool| if is_negative { "−" } else { "" };
    match (line.cp, line.mate) {
        (_, Some(mate)) => format!("#{}{}", sign(mate < 0), mate.unsigned_abs()),
        (Some(cp), None) => {
            let sign = if cp > 0 { "+" } else { sign(cp < 0) };
            format!("{sign}{}.{:02}", cp.unsigned_abs() / 100, cp.unsigned_abs() % 100)
        }
        (None, None) => String::new(),
    }
}
