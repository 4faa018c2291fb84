//! Moves that say what does not happen: a promotion, a capture en passant, a pawn's way that is none. No safe fix makes
//! another move of them.

use shakmaty::Move;
use vgn_lsp::lint::{Context, Diagnostic, FileKind, Settings};
use vgn_lsp::notation::{EndMark, SAN};
use vgn_lsp::replay::{HalfMove, ResolvedMove, check_game};
use vgn_lsp::rules::{Play, Position};

use super::found::{VGN, earns, fixed, found, vgn};
use crate::support::games::read;

/// Games of standard chess.
const GAMES: &str = include_str!("../data/games/gnuchess-book.pgn");

fn judged(text: &str) -> Vec<Diagnostic> {
    let settings = Settings::default();
    check_game(text, &Context::new(&settings, FileKind::Unknown).with_fixes(true)).diagnostics
}

/// Half-moves of games: what comes before each, its move, its text.
fn half_moves(games: usize, step: usize) -> Vec<(String, ResolvedMove, String)> {
    let mut all = Vec::new();
    for game in read(GAMES, false).filter(|game| game.tag("FEN").is_none()).step_by(games) {
        let sans = game.sans();
        for (at, m) in game.main_line().enumerate().take(sans.len()).skip(1).step_by(step) {
            all.push((sans[..at].join(" "), m.clone(), sans[at].clone()));
        }
    }
    all
}

fn played(m: &ResolvedMove) -> Option<Move> {
    m.play.and_then(|play| play.as_move())
}

/// The codes of what is found at the last half-move of a game, and the texts that safe fixes write there.
fn last(before: &str, text: &str) -> (Vec<&'static str>, Vec<String>) {
    let at = before.len() as u32 + 1;
    let here = |d: &Diagnostic| d.range.start >= at && d.range.end <= at + text.len() as u32;
    let found: Vec<Diagnostic> = judged(&format!("{before} {text} *\n")).into_iter().filter(here).collect();
    let safe = found.iter().flat_map(|d| &d.fixes).filter(|fix| fix.safe).flat_map(|fix| &fix.edits);
    (found.iter().map(|d| d.code.name()).collect(), safe.map(|edit| edit.text.clone()).collect())
}

#[test]
fn a_piece_that_is_not_promoted_is_one_finding_and_a_guess() {
    let mut tried = 0;
    for (n, (before, m, san)) in half_moves(3, 7).into_iter().enumerate() {
        if played(&m).is_some_and(|m| m.promotion().is_some()) || san.starts_with('O') {
            continue;
        }
        let core = san.trim_end_matches(['+', '#']);
        let mark = &san[core.len()..];
        let promotion = ["R", "b", "=Q", "=N", "/B"][n % 5];
        let text = format!("{core}{promotion}{mark}");
        assert_eq!(last(&before, &text), (vec!["invalid-promotion"], vec![]), "{before} {text}");
        tried += 1;
    }
    assert!(tried > 200, "{tried}");
    for text in ["1. Nf3R *", "1. Nf3b *", "1. f3 e5 2. g4 Qh4Q# 0-1"] {
        assert_eq!(found(text).len(), 1, "{:?}", found(text));
    }
    assert_eq!(fixed("1. Nf3R *", "invalid-promotion"), ["1. Nf3 *"]);
    let promotion = |text: &str| format!("{VGN}[SetUp \"SFEN:8/P3k3/8/8/8/8/8/4K3 w\"]\n\n1. {text} *");
    earns(&promotion("a8=K"), &["invalid-promotion `a8=K`"]);
    let four = ["a8=Q", "a8=R", "a8=B", "a8=N"].map(promotion);
    assert_eq!(fixed(&promotion("a8=K"), "invalid-promotion"), four);
    for (notation, text) in
        [("FCN", "Pe2-e4=Q"), ("UCI", "e2e4q"), ("MCN", "E2E4Q"), ("LAN", "e2-e4=Q"), ("LAN", "e2-e4Q")]
    {
        let found = judged(&vgn(notation, &format!("1. {text} *")));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].code.name() == "invalid-promotion", "{found:?}");
        assert!(found[0].fixes.len() == 1 && !found[0].fixes[0].safe, "{found:?}");
    }
}

#[test]
fn a_pawn_without_its_file_does_not_capture() {
    let mut tried = 0;
    for (before, m, san) in half_moves(2, 1) {
        let core = san.trim_end_matches(['+', '#']);
        let (file, square) = match core.as_bytes() {
            [b'a'..=b'h', b'x', ..] => (&core[..1], &core[2..]),
            _ => continue,
        };
        let Some(position) = &m.before else { continue };
        // Another pawn may walk there.
        let walks =
            |other: &Move| !other.is_capture() && spelt(position, *other).trim_end_matches(['+', '#']) == square;
        if position.legal_moves().iter().any(walks) {
            continue;
        }
        assert_eq!(last(&before, square), (vec!["illegal-move"], vec![]), "{before} {square}");
        // With its file it is a capture.
        let named = format!("{file}{square}");
        assert_eq!(last(&before, &named).0.first(), Some(&"import-format"), "{before} {named}");
        tried += 1;
    }
    assert!(tried > 200, "{tried}");
    assert_eq!(fixed("1. d4 c5 2. c5 *", "illegal-move")[0], "1. d4 c5 2. dxc5 *");
}

fn spelt(before: &Position, m: Move) -> String {
    let play = Play::Move(m);
    let after = before.after(&play);
    HalfMove { before, play: &play, after: &after, end: EndMark::None }.spell(&SAN).unwrap_or_default()
}

#[test]
fn en_passant_is_said_only_of_what_is_one() {
    let (mut passants, mut others) = (0, 0);
    for (n, (before, m, san)) in half_moves(1, 1).into_iter().enumerate() {
        let is_passant = matches!(played(&m), Some(Move::EnPassant { .. }));
        if !is_passant && n % 50 > 0 {
            continue;
        }
        let core = san.trim_end_matches(['+', '#']);
        let mark = &san[core.len()..];
        let shapes = [
            format!("{san} e.p."),
            format!("{core} e.p.{mark}"),
            format!("{san} ep"),
            format!("{core} ep{mark}"),
            // Behind what is no pawn's capture, these are no moves.
            format!("{core}e.p.{mark}"),
            format!("{core}{mark}e.p."),
            format!("{core}ep{mark}"),
            format!("{core}e.p{mark}"),
        ];
        let is_pawns = matches!(core.as_bytes(), [b'a'..=b'h', b'x', _, _]);
        if is_passant {
            for text in &shapes {
                let (codes, safe) = last(&before, text);
                assert_eq!(codes, ["import-format"], "{before} {text}");
                // One edit writes the move, or one takes the word away, and one sets the mark that stood behind it.
                let apart = if mark.is_empty() || text.starts_with(&san) { vec![""] } else { vec![mark, ""] };
                assert!(safe == [san.as_str()] || safe == apart, "{text} {safe:?}");
                passants += 1;
            }
        } else {
            for text in &shapes[..if is_pawns { 8 } else { 4 }] {
                assert_eq!(last(&before, text), (vec!["wrong-en-passant"], vec![]), "{before} {text}");
                others += 1;
            }
        }
    }
    assert!(passants > 20 && others > 500, "{passants} {others}");
    let lan = |text: &str| vgn("LAN", &format!("1. e2-e4 1.5 a7-a6 2. e4-e5 2.5 {text} *"));
    earns(&lan("f7-f5 3. e5xf6e.p."), &["import-format `e5xf6e.p.`"]);
    earns(&lan("f7-f5 3. e5xf6 e.p."), &["import-format `e.p.`"]);
    earns(&lan("f7-f6 3. e5xf6e.p."), &["wrong-en-passant `e5xf6e.p.`"]);
    earns(&lan("f7-f6 3. e5xf6 e.p."), &["wrong-en-passant `e.p.`"]);
    earns("1. e.p. e4 *", &["wrong-en-passant `e.p.`"]);
    earns("1. Nf3 e.p. *", &["wrong-en-passant `e.p.`"]);
}
