//! Any legal game, written in any text notation, is judged without a warning.

use std::fmt::Write;

use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{CastlingMode, EnPassantMode, Position};
use vgn_engine::lint::{Context, FileKind, Settings, Severity};
use vgn_engine::notation::{Codec, EndMark, Medium, Notation, REGISTRY, SpelledBoard, SpelledMove};
use vgn_engine::replay::check_game;

/// Starts of games: the initial position, and positions close to rare moves.
const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "8/PPPP2k1/8/4pPp1/8/8/ppp5/R3K2R w KQ e6 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4k3/3ppp2/8/8/8/8/3PPP2/4K3 w - - 0 1",
    "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1",
    "Q6Q/8/8/3k4/8/8/8/Q5KQ w - - 0 1",
];

/// Same for variants: positions close to their own moves and ends.
const VARIANT_STARTS: [(&str, Variant, &str); 10] = [
    ("Crazyhouse", Variant::Crazyhouse, "r1bqk2r/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/R1BQK2R/NBPnbp w KQkq - 0 1"),
    ("Crazyhouse", Variant::Crazyhouse, "4k3/P6P/8/8/8/8/p6p/4K3/Qq w - - 0 1"),
    ("Atomic", Variant::Atomic, "r3k2r/pppq1ppp/8/3Pp3/3pP3/8/PPPQ1PPP/R3K2R w KQkq - 0 1"),
    ("Antichess", Variant::Antichess, "8/P3k3/4p3/3P4/8/8/p7/1N6 w - - 0 1"),
    ("Three-check", Variant::ThreeCheck, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1+2 0 1"),
    ("King of the Hill", Variant::KingOfTheHill, "4k3/8/8/8/8/3K4/8/7R b - - 0 1"),
    ("Horde", Variant::Horde, "4k3/pp4q1/3P2p1/8/P3PP2/PPP2r2/PPP5/PPPP4 b - - 0 1"),
    ("Horde", Variant::Horde, "4k3/8/8/8/8/8/4r3/PP6 w - - 0 1"),
    ("Racing Kings", Variant::RacingKings, "4brn1/2K2k2/8/8/8/8/8/8 w - - 0 1"),
    ("Racing Kings", Variant::RacingKings, "8/2K2k2/8/8/8/8/8/8 w - - 0 1"),
];

/// Maximum number of half-moves played.
const LONGEST: usize = 40;

/// The first byte selects the start, each other one the next legal move.
pub fn play(data: &[u8]) {
    let Some((&start, picks)) = data.split_first() else { return };
    let count = STARTS.len() + VARIANT_STARTS.len();
    let start = match usize::from(start) % count {
        n if n < STARTS.len() => ("Standard", Variant::Chess, STARTS[n]),
        n => VARIANT_STARTS[n - STARTS.len()],
    };
    for notation in REGISTRY {
        if let Some(text) = game(notation, start, picks) {
            let settings = Settings::default();
            let report = check_game(&text, &Context::new(&settings, FileKind::Vgn).with_fixes(true));
            let grave = report.diagnostics.iter().find(|diagnostic| diagnostic.severity <= Severity::Warning);
            assert!(grave.is_none(), "{grave:?} in\n{text}");
        }
    }
}

/// The game in a notation; `None` if the notation is binary, or has no text for a move.
fn game(notation: &Notation, (name, variant, start): (&str, Variant, &str), picks: &[u8]) -> Option<String> {
    if notation.medium == Medium::Binary {
        return None;
    }
    let setup = start.parse::<shakmaty::fen::Fen>().ok()?.into_setup();
    let mut position = VariantPosition::from_setup(variant, setup, CastlingMode::Standard).ok()?;
    let mut text = format!(
        "[GameFormat \"VGN\"]\n[MoveFormat \"{}\"]\n[Variant \"{name}\"]\n[SetUp \"FEN:{start}\"]\n\n",
        notation.tag_value()
    );
    for pick in picks.iter().take(LONGEST) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[usize::from(*pick) % moves.len()];
        let before = position.clone();
        position = position.play(mv).ok()?;
        let outcome = position.variant_outcome();
        let end = match outcome.known() {
            Some(known) if known.winner().is_some() => EndMark::Won,
            Some(_) => EndMark::Drawn,
            None if position.legal_moves().is_empty() => EndMark::Over,
            None => EndMark::None,
        };
        let written = match notation.codec {
            Codec::Moves { write, .. } => {
                let legal: Option<&dyn Position> = Some(&before);
                // In notations of moves with only a check mark, `#` is mate.
                let end = if notation.name == "SAN" && !position.is_check() { EndMark::None } else { end };
                let (check, end) = match (notation.name, end) {
                    ("SAN" | "LAN", EndMark::Won) => (true, EndMark::Over),
                    _ => (position.is_check(), end),
                };
                SpelledMove { check, end, legal, ..SpelledMove::new(mv) }.text(write).ok()?
            }
            Codec::Boards { write, .. } => {
                let setup = position.to_setup(EnPassantMode::Always);
                write(&SpelledBoard { setup: &setup, check: position.is_check(), end }).ok()?
            }
            Codec::Binary { .. } => return None,
        };
        // The first half-move may be Black's.
        let half = if before.turn().is_white() { "." } else { ".5" };
        write!(text, "{}{half} {written} ", before.fullmoves()).ok()?;
    }
    let result = match position.outcome() {
        shakmaty::Outcome::Known(outcome) if ended(&position) => outcome.as_str(),
        _ => "*",
    };
    Some(text + result + "\n")
}

/// Whether the game is over on the board other than by insufficient material.
fn ended(position: &VariantPosition) -> bool {
    position.variant_outcome().is_known() || position.legal_moves().is_empty()
}
