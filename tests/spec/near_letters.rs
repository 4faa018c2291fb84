//! What is suggested is written as the game's notation writes it, in the letter case of the game.

use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::replay::check_game;

use super::found::{earns, fixed, vgn};

/// The text that the first fix of the finding at a half-move writes in its place.
fn suggested(notation: &str, movetext: &str, at: &str) -> Option<String> {
    let text = vgn(notation, movetext);
    let settings = Settings::default();
    let report = check_game(&text, &Context::new(&settings, FileKind::Vgn).with_fixes(true));
    let start = text.rfind(at)?;
    let found =
        report.diagnostics.into_iter().find(|d| d.range.start as usize == start && d.code.name() != "import-format")?;
    let fix = found.fixes.into_iter().next()?;
    let (written, _) = fix.title.strip_prefix("write `")?.split_once('`')?;
    Some(written.to_owned())
}

#[test]
fn suggestions_are_written_as_the_game_is() {
    for (notation, movetext, at, expected) in [
        // LAN has a hyphen or an `x`.
        ("LAN", "1. e2-e4 e7-e5 2. Ng1;f3\n*", "Ng1;f3", "Ng1-f3"),
        ("LAN", "1. e2-e4 e7-e5 2. Ng1.f3 Nb8-c6 *", "Ng1.f3", "Ng1-f3"),
        ("LAN", "1. e2-e4 d7-d5 2. e4?d5 *", "e4?d5", "e4xd5"),
        ("LAN", "1. e2-e4 e7-e5 2. Qd1-h5 Nb8-c6 3. Qh5(f7+ *", "Qh5(f7+", "Qh5xf7+"),
        // A game of capitals, the letter damaged; a game of small letters.
        ("FCN", "1. %e2-e4 Pe7-e5 2. Ng1-f3 *", "%e2-e4", "Pe2-e4"),
        ("FCN", "1. Pe2-e4 Pe7-e5 2. 5g1-f3 *", "5g1-f3", "Ng1-f3"),
        ("FCN", "1. pe2-e4 pe7-e5 2. %g1-f3 nb8-c6 *", "%g1-f3", "ng1-f3"),
        // Capitals in UCI are a fault of their own, with its own fix.
        ("UCI", "1. e2e4 e7e5 2. g1f4 *", "g1f4", "g1f3"),
        ("UCI", "1. e2e4 e7e5 2. G1F4 *", "G1F4", "g1f3"),
        ("UCI", "1. E2E4 E7E5 2. G1F4 *", "G1F4", "G1F3"),
        ("MCN", "1. E2E4 E7E5 2. G1F4 *", "G1F4", "G1F3"),
        ("SAN", "1. e4 e5 2. nf3 nc6 3. d3 nxd4 *", "nxd4", "nd4"),
        ("SAN", "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nxd4 *", "Nxd4", "Nd4"),
    ] {
        let written = suggested(notation, movetext, at);
        assert_eq!(written.as_deref(), Some(expected), "{notation} {movetext}");
    }
}

/// The king that captured could not be followed by the queen's move.
#[test]
fn a_move_that_makes_the_next_one_impossible_is_not_suggested() {
    let text = "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Ke7 4. Qxe5+ Kd6 *";
    earns(text, &["illegal-move `Ke7`"]);
    assert!(fixed(text, "illegal-move").is_empty());
}
