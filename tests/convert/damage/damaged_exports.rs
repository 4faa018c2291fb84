//! An export of a damaged game says what the game says, so that exporting it again changes nothing (rule C7), and loses
//! nothing more.

use vgn_lsp::convert::export_pgn;
use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::replay::resolve_game;
use vgn_lsp::syntax::games::games;

use crate::convert::support::none_of;

const GAMES: [&str; 2] = [
    "1. d4 d5 (1... Nf6 2. c4 (2. Nf3 g6) 2... e6) 2. c4 {a} (2. Bf4) 2... c6! 3. Nc3 Nf6 *",
    "1. e4 e5 2. Nf3 (2. Nc3 Nf6 3. f4 $14) 2... Nc6 3. Bb5 {Ruy} a6 (3... Nf6 4. O-O) 4. Ba4 1-0",
];

const KEYS: &str = "()[]{};$%*.#!? x1Ne-\"";

#[test]
fn exporting_again_changes_nothing() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    let (mut tried, mut drifted) = (0, Vec::new());
    for game in GAMES {
        for at in 0..game.len() {
            let (before, sign, after) = (&game[..at], &game[at..=at], &game[at + 1..]);
            let mut slips = vec![format!("{before}{after}")];
            for key in KEYS.chars() {
                slips.extend([format!("{before}{key}{after}"), format!("{before}{key}{sign}{after}")]);
            }
            if let Some(next) = after.get(..1) {
                slips.push(format!("{before}{next}{sign}{}", &after[1..]));
            }
            for slip in slips {
                let Ok(first) = export_pgn(&slip, &context) else { continue };
                if !first.losses.is_empty() || games(slip.as_bytes()).count() > 1 {
                    continue;
                }
                tried += 1;
                let again = export_pgn(&first.text, &context).expect("it is an export");
                // What it writes as it stands it says each time.
                if (&again.text, &again.losses) != (&first.text, &first.losses) {
                    drifted.push(format!("{slip}\n became\n{}\n and\n{again:?}", first.text));
                }
            }
        }
    }
    assert!(tried > 3_000, "{tried}");
    none_of(tried, &drifted);
}

/// Half-moves that cannot be read stay as they are, and what is listed as lost is not written.
#[test]
fn what_cannot_be_read_and_what_is_lost() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    const UCI: &str = "[GameFormat \"VGN\"]\n[MoveFormat \"UCI\"]\n";
    for (tags, movetext, expected, lost) in [
        ("", "1. Bxh7+ Kg82. Qh5+ *", "1. Bxh7+ Kg82. Qh5+ *", vec![]),
        ("", "1. e4 e5 2. O -O Nf6 *", "1. e4 e5 2. O -O Nf6 *", vec![]),
        // The beginning of a terminator would hide the one that is written.
        ("", "1. e4 e5 2. Nf3 1", "1. e4 e5 2. Nf3 *", vec!["`1` cannot be recorded in a PGN game"]),
        (
            UCI,
            "{b} zz9 1. e2e4 e7e5 } 2. g1f3 *",
            "{b} *",
            vec![
                "`zz9 1. e2e4 e7e5 }` cannot be recorded in a PGN game",
                "`g1f3` cannot be written: `zz9 1. e2e4 e7e5 }` before it is lost",
            ],
        ),
    ] {
        let export = export_pgn(&format!("{tags}[Event \"x\"]\n\n{movetext}\n"), &context).expect("it is a game");
        let written = export.text.split_once("\n\n").map_or("", |(_, movetext)| movetext.trim_end());
        let losses: Vec<&str> = export.losses.iter().map(|loss| loss.message.as_str()).collect();
        assert_eq!((written, losses), (expected, lost), "{movetext}");
    }
}

/// Variations behind the full move, nested, with comments and an escape.
const VGN_GAMES: [&str; 2] = [
    "[GameFormat \"VGN\"]\n[MoveFormat \"UCI\"]\n\n1. e2e4 e7e5 {x} (1. d2d4 d7d5 (1. c2c4 ;b\n) {y}) 2. g1f3 b8c6 *\n",
    "[GameFormat \"VGN\"]\n[MoveFormat \"FCN\"]\n\n1. Pe2-e4 Pe7-e5\n2. Ng1-f3 Nb8-c6 (2. Pd2-d4\n%c\n(2. Pf2-f4 ;b\n)) *\n",
];

/// The half-moves of the main line, as far as they can be played, and its comments.
fn main_line(text: &str, context: &Context<'_>) -> Vec<String> {
    let read = resolve_game(text, context);
    let of_main = read.moves.iter().filter(|half_move| half_move.depth == 0);
    of_main.map_while(|half_move| Some(format!("{:?}", half_move.play?))).collect()
}

/// What a slip has made of a VGN game is the same game in PGN, or it is refused or listed; with a missing parenthesis
/// even then.
#[test]
fn a_damaged_vgn_game_keeps_its_main_line_in_pgn() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Vgn);
    let (mut tried, mut closed, mut changed) = (0, 0, Vec::new());
    for game in VGN_GAMES {
        let start = game.find("\n\n").expect("tags") + 2;
        let mut slips = Vec::new();
        for at in start..game.len() - 1 {
            let (before, sign, after) = (&game[..at], &game[at..=at], &game[at + 1..]);
            slips.push(format!("{before}{after}"));
            slips.extend(
                KEYS.chars().flat_map(|key| [format!("{before}{key}{after}"), format!("{before}{key}{sign}{after}")]),
            );
        }
        let without = |slip: &String| slip.rfind(')').map(|at| format!("{}{}", &slip[..at], &slip[at + 1..]));
        let open: Vec<String> = slips.iter().filter_map(without).collect();
        for slip in slips.iter().chain(&open) {
            let Ok(export) = export_pgn(slip, &context) else { continue };
            let is_closed = |lost: &str| lost.contains("no closing `)`");
            if !export.losses.iter().all(|loss| is_closed(&loss.message)) {
                continue;
            }
            (tried, closed) = (tried + 1, closed + usize::from(!export.losses.is_empty()));
            let (is, was) = (main_line(&export.text, &context), main_line(slip, &context));
            // A `(` before the first half-move begins no variation.
            if !was.is_empty() && is != was {
                changed.push(format!("{slip}\n became\n{}", export.text));
            }
        }
    }
    assert!(tried > 1_500 && closed > 300, "{tried} {closed}");
    none_of(tried, &changed);
}

/// Behind the terminator of a variation, on its line, `1.` begins no game.
#[test]
fn half_moves_behind_the_terminator_of_a_variation_stay_in_it() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    let mut tried = 0;
    for number in ["", "1. ", "3. ", "1... ", "5. 1. ", "() 1. "] {
        // Wherever the line is wrapped.
        for length in 0..80 {
            let text = format!("{{{}}} 1. e3 (1-0 {number}a4 e6) 1... Na6 *\n", "x".repeat(length));
            let Ok(first) = export_pgn(&text, &context) else { continue };
            assert!(first.losses.is_empty(), "{text}");
            tried += 1;
            assert_eq!(games(first.text.as_bytes()).filter(|span| span.is_game).count(), 1, "{}", first.text);
            let again = export_pgn(&first.text, &context).expect("it is an export");
            assert_eq!(again.text, first.text);
        }
    }
    assert!(tried > 300, "{tried}");
}
