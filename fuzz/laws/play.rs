//! Any legal game, written in any text notation, is judged without a warning.

use std::fmt::Write;

use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};
use vgn_lsp::analysis::{Context, FileKind, Settings, Severity, check_game};
use vgn_lsp::notation::{BoardWritten, Codec, EndMark, Medium, Notation, REGISTRY, Written};

/// Where games start: the standard position, and positions from which rare moves are near.
const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "8/PPPP2k1/8/4pPp1/8/8/ppp5/R3K2R w KQ e6 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4k3/3ppp2/8/8/8/8/3PPP2/4K3 w - - 0 1",
    "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1",
    "Q6Q/8/8/3k4/8/8/8/Q5KQ w - - 0 1",
];

/// Half-moves played at most.
const LONGEST: usize = 40;

/// The first byte chooses the start, each other one the next of the legal moves.
pub fn play(data: &[u8]) {
    let Some((&start, picks)) = data.split_first() else { return };
    let start = STARTS[usize::from(start) % STARTS.len()];
    for notation in REGISTRY {
        if let Some(text) = game(notation, start, picks) {
            let settings = Settings::default();
            let report = check_game(&text, &Context { settings: &settings, kind: FileKind::Vgn, fixes: true });
            let grave = report.diagnostics.iter().find(|diagnostic| diagnostic.severity <= Severity::Warning);
            assert!(grave.is_none(), "{grave:?} in\n{text}");
        }
    }
}

/// The game in a notation; `None` when it is binary, or has no text for a move.
fn game(notation: &Notation, start: &str, picks: &[u8]) -> Option<String> {
    if notation.medium == Medium::Binary {
        return None;
    }
    let mut position: Chess = start.parse::<shakmaty::fen::Fen>().ok()?.into_position(CastlingMode::Standard).ok()?;
    let mut text =
        format!("[GameFormat \"VGN\"]\n[MoveFormat \"{}\"]\n[SetUp \"FEN:{start}\"]\n\n", notation.tag_value());
    for (ply, pick) in picks.iter().take(LONGEST).enumerate() {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[usize::from(*pick) % moves.len()];
        let before = position.clone();
        position = position.play(mv).ok()?;
        let end = if position.legal_moves().is_empty() { EndMark::Over } else { EndMark::None };
        let written = match notation.codec {
            Codec::Moves { write, .. } => {
                let legal: Option<&dyn Position> = Some(&before);
                // In the notations of moves that only know check, `#` is mate.
                let end = if notation.name == "SAN" && !position.is_check() { EndMark::None } else { end };
                write(&Written { check: position.is_check(), end, legal, ..Written::new(mv) }).ok()?
            }
            Codec::Boards { write, .. } => {
                let setup = position.to_setup(EnPassantMode::Always);
                write(&BoardWritten { setup: &setup, check: position.is_check(), end }).ok()?
            }
            Codec::Binary { .. } => return None,
        };
        let half = if ply % 2 == 0 { "." } else { ".5" };
        write!(text, "{}{half} {written} ", ply / 2 + 1).ok()?;
    }
    let result = if position.legal_moves().is_empty() {
        match position.turn() {
            _ if !position.is_check() => "1/2-1/2",
            shakmaty::Color::White => "0-1",
            shakmaty::Color::Black => "1-0",
        }
    } else {
        "*"
    };
    Some(text + result + "\n")
}
