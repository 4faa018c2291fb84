//! What is written is read again and compared with its source: where a damaged game would not say the same, that is listed.

use vgn_lsp::convert::{Loss, Target, apply, convert_game, export_pgn};
use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::notation::{FCN, SFEN, UCI};
use vgn_lsp::syntax::games::games;

use crate::convert::real_files::{files, words};
use crate::convert::support::{context, none_of, try_convert};
use crate::support::damage::Damage;

/// The messages of the losses.
fn losses(text: &str, to: &str) -> Vec<String> {
    let conversion = try_convert(text, to, None).expect("the game can be converted with losses");
    conversion.losses.iter().map(|loss| loss.message.clone()).collect()
}

#[test]
fn a_variation_that_would_replace_another_half_move_is_listed() {
    for movetext in [
        // A half-move that cannot be read, and whose number VGN would read as the next one's.
        "1. e4 e5 2. Nf3 Re 6 $2 (2... Nc6 3. Bb5) 3. Nc3 *",
        "1. e4 e5 2. Nf3 (2. 3. f4 $1 exf4 3. Nf3) 2... Nc6 3. Bb5 *",
        "1. e4 (1. exd9 (1. h4) 2... Nd7) *",
    ] {
        let found = losses(&format!("[Event \"x\"]\n\n{movetext}\n"), "VGN");
        assert_eq!(found, ["in VGN this variation would replace another half-move"], "{movetext}");
    }
    // An empty variation stays where it is, and would overtake the one before it.
    let found = losses("[Event \"x\"]\n\n1. e4 ({A} 1. d4) ({B} 1. ) 1... e5 2. Nf3 *\n", "VGN");
    assert_eq!(found, ["from `{A}` on, the game would be read otherwise in VGN"]);
}

/// Without tags, the comments before the first half-move are not in the movetext, and behind those that are added they are.
#[test]
fn comments_before_a_doubtful_game_are_its_own() {
    for to in ["VGN", "FCN", "PGN"] {
        assert_eq!(losses("{a} {b}\n1. e4 e5 2. Nf3 Nc6 4. Bb5 *\n", to), [""; 0], "{to}");
    }
    let exported = export_pgn("{a}\n1. e4 e5 2. Nf3 Nc6 4. Bb5 *\n", &context(&Settings::default()));
    assert_eq!(exported.expect("it can be read").losses, []);
}

/// A board that is completed ends in fields that these signs would belong to.
#[test]
fn what_a_completed_board_would_swallow_is_listed() {
    for null in ["--", "Z0"] {
        let game = format!(
            "[GameFormat \"VGN\"]\n[MoveFormat \"SFEN\"]\n\n1. rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR {null} *\n"
        );
        let board = "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR";
        assert_eq!(losses(&game, "SFEN"), [format!("SFEN cannot record `{board}` so that it leads to the same board")]);
    }
}

/// Any white space beside a half-move, of those that only some readers take for it.
#[test]
fn blanks_beside_half_moves_change_nothing() {
    const BLANKS: [&str; 7] = ["\t", "\u{b}", "\u{c}", "\u{a0}", "\u{2003}", "\u{202f}", "\u{3000}"];
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    let tags = "[Event \"x\"]\n[Result \"0-1\"]\n\n";
    let games =
        ["1. h4¦g6 2. Nh3 c5 0-1", "1. h4 g6¦2. Nh3 c5 0-1", "1. h4 g6 2. Nh3 c5¦0-1", "1. h4 g6 2. Nh3 c5¦$1 0-1"]
            .into_iter()
            .chain(["1. h4 g6 2. Nh3 c5¦{x} 0-1", "1. h4 (1. e4¦e5¦) 1... g6 0-1", "1.¦h4 g6¦; x\n2. Nh3 c5 0-1"]);
    let mut tried = 0;
    for (game, blank) in games.flat_map(|game| BLANKS.map(|blank| (game, blank))) {
        for put in [blank.to_owned(), format!(" {blank}"), format!("{blank} ")] {
            let game = format!("{tags}{}\n", game.replace('¦', &put));
            let said = |text: &str| export_pgn(text, &context).map(|export| (words(&export.text, true), export.losses));
            let Ok((is, losses)) = said(&game) else { continue };
            for to in ["SFEN", "SFEN1", "FEN", "FCN", "UCI"] {
                let Ok(conversion) = try_convert(&game, to, None) else { continue };
                if !losses.is_empty() || !conversion.losses.is_empty() {
                    continue;
                }
                tried += 1;
                let written = apply(&game, &conversion.edits);
                assert_eq!(said(&written), Ok((is.clone(), Vec::new())), "{game:?} in {to}: {written:?}");
            }
        }
    }
    assert!(tried > 400, "{tried}");
}

/// Short games with variations.
fn annotated(text: &str) -> Vec<String> {
    let spans = games(text.as_bytes()).filter(|span| span.is_game && span.binary.is_none());
    let games = spans.map(|span| text[span.range].to_owned());
    games.filter(|game| game.len() < 3_000 && game.contains('(')).collect()
}

/// A real game with faults anywhere in its movetext.
fn damaged(games: &[String], damage: &mut Damage) -> String {
    let game = damage.one(games);
    let start = game.find("\n\n").map_or(0, |tags| tags + 2);
    let damaged = damage.damaged(&game.as_bytes()[start..]);
    format!("{}{}", &game[..start], String::from_utf8_lossy(&damaged))
}

/// What is listed as lost is not written, and the rest is read as it was meant: numbers beside half-moves that cannot be
/// read, too.
#[test]
fn an_export_loses_nothing_when_it_is_exported_again() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    let annotated_games: Vec<String> = files().into_iter().flat_map(|(_, text)| annotated(&text)).collect();
    let (mut lossy, mut lossless, mut drifted) = (0, 0, Vec::new());
    for seed in 0..2_000 {
        let game = damaged(&annotated_games, &mut Damage::new(seed));
        let Ok(first) = export_pgn(&game, &context) else { continue };
        // A tag that is written as it stands is listed each time.
        let is_torn = |loss: &Loss| loss.message.contains("where the tag's name ends");
        if games(game.as_bytes()).count() > 1 || first.losses.iter().any(is_torn) {
            continue;
        }
        *if first.losses.is_empty() { &mut lossless } else { &mut lossy } += 1;
        let again = export_pgn(&first.text, &context);
        if !again.as_ref().is_ok_and(|again| again.text == first.text && again.losses.is_empty()) {
            drifted.push(format!("{game}\n became\n{}\n and\n{again:?}", first.text));
        }
    }
    assert!(lossy > 300 && lossless > 300, "{lossy} {lossless}");
    none_of(lossy + lossless, &drifted);
}

/// Damaged games, exported as they are and by way of another notation.
#[test]
fn damaged_games_say_the_same_through_every_notation_or_a_loss_is_listed() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    let games: Vec<String> = files().into_iter().flat_map(|(_, text)| annotated(&text)).collect();
    let (mut tried, mut changed) = (0, Vec::new());
    for seed in 0..4_000 {
        let mut damage = Damage::new(seed);
        let game = damaged(&games, &mut damage);
        let Ok(is) = export_pgn(&game, &context) else { continue };
        let to = *damage.one(&[Target::Vgn, Target::Notation(&FCN), Target::Notation(&UCI), Target::Notation(&SFEN)]);
        let Ok(through) = convert_game(&game, &context, &to, None) else { continue };
        if !is.losses.is_empty() || !through.losses.is_empty() {
            continue;
        }
        let written = apply(&game, &through.edits);
        let was = export_pgn(&written, &context);
        if was.as_ref().is_ok_and(|was| !was.losses.is_empty()) {
            continue;
        }
        tried += 1;
        if !was.as_ref().is_ok_and(|was| words(&was.text, true) == words(&is.text, true)) {
            changed.push(format!("{game}\n became\n{written}\n and\n{was:?}\n, not\n{}", is.text));
        }
    }
    assert!(tried > 500, "{tried}");
    none_of(tried, &changed);
}
