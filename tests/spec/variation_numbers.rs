//! A wrong number at the start of a variation of a PGN game (rule C7): the variation replaces the last half-move before
//! it (PGN 8.2.5), and right numbers behind the wrong one stay.

use vgn_lsp::convert::{Target, convert_game, export_pgn};
use vgn_lsp::games::fix_game;
use vgn_lsp::lint::{Context, Edit, FileKind, Settings, apply};
use vgn_lsp::notation::{FCN, LAN, SFEN};

use super::found::{ROSTER, found};

const GAMES: [&str; 3] = [
    "1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4 exd4 (3... Nf6 4. Nc3) 4. Nxd4) 3. Bb5 a6 4. Ba4 (4. Bxc6 \
     dxc6 5. O-O f6) 4... Nf6 5. O-O (5. d3 d6 6. c3) 5... Be7 *\n",
    "1. d4 (1. e4 c5 2. Nf3 d6 (2... Nc6 3. d4) 3. d4) 1... d5 2. c4 e6 (2... c6 3. Nf3 Nf6 4. Nc3 \
     dxc4) 3. Nc3 Nf6 *\n",
    "[SetUp \"1\"]\n[FEN \"4k3/p7/8/8/8/8/P7/4K3 b - - 0 30\"]\n\n30... Kd7 (30... a5 31. a4 Kd7 32. Kd2) \
     31. Kd2 Kd6 (31... Kc6 32. Kc3 (32. a4 a5 33. Kc3) 32... Kc5) 32. Kd3 *\n",
];

/// What may stand between the variation's first half-move and the next number, and what remains of it after fixing.
const BEHIND: [(&str, &str); 4] = [("", ""), (" $14", " $14"), (" {c}", " {c}"), (" \\$14", " $14")];

/// The game with another number before the half-move at the start of a variation, and with a text behind that half-move.
fn with_number(game: &str, variation: usize, number: &str, behind: &str) -> String {
    let (open, _) = game.match_indices('(').nth(variation).expect("a variation");
    let half_move = open + game[open..].find(' ').expect("a half-move") + 1;
    let end = half_move + game[half_move..].find([' ', ')']).expect("more");
    let number = if number.is_empty() { &game[open + 1..half_move - 1] } else { number };
    format!("{}({number} {}{behind}{}", &game[..open], &game[half_move..end], &game[end..])
}

fn fixed(game: &str) -> String {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown).with_fixes(true);
    let edits: Vec<Edit> = fix_game(game, None, &context, &|d| d.fixes.iter().find(|fix| fix.safe));
    apply(game, &edits)
}

#[test]
fn right_numbers_behind_a_wrong_first_number_stay() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    let export = |game: &str| export_pgn(game, &context).expect("PGN").text;
    let mut tried = 0;
    for game in GAMES {
        let game = &if game.starts_with('[') { format!("{ROSTER}{game}") } else { format!("{ROSTER}\n{game}") };
        assert_eq!(found(game), [""; 0], "{game}");
        for (variation, _) in game.match_indices('(').enumerate() {
            for number in ["1.", "1...", "2.", "2...", "3.", "3...", "4.", "5...", "31.", "33...", "40."] {
                for (behind, left) in BEHIND {
                    let right = with_number(game, variation, "", left);
                    let wrong = with_number(game, variation, number, behind);
                    let after = fixed(&wrong);
                    assert_eq!(after, right, "{wrong}");
                    let exported = export(&wrong);
                    assert_eq!(exported, export(&right), "{wrong}");
                    assert_eq!(export(&exported), exported, "{wrong}");
                    let vgn = |game: &str, target| {
                        apply(game, &convert_game(game, &context, &target, None).expect("VGN").edits)
                            .replace("\\$", "$")
                    };
                    assert_eq!(vgn(&wrong, Target::Vgn), vgn(&right, Target::Vgn));
                    for notation in [&FCN, &LAN, &SFEN] {
                        assert_eq!(vgn(&wrong, Target::Notation(notation)), vgn(&right, Target::Notation(notation)));
                    }
                    tried += 1;
                }
            }
        }
    }
    assert_eq!(tried, 10 * 11 * 4);
}

#[test]
fn a_right_number_behind_stray_text_ends_the_correction() {
    let wrong = "1. e4 e5 2. Nf3 Nc6 (1. d6 foo 3. d4 exd4 (1... Nf6 4. Nc3)) 3. d4 *";
    let right = "1. e4 e5 2. Nf3 Nc6 (2... d6 foo 3. d4 exd4 (3... Nf6 4. Nc3)) 3. d4 *";
    assert_eq!(fixed(wrong), right);
    assert_eq!(found(wrong), ["variation-anchor `1.`", "stray-text `foo`", "variation-anchor `1...`"]);
}

#[test]
fn numbers_that_continue_from_the_wrong_one_are_corrected_with_it() {
    let wrong = "1. e4 e5 2. Nf3 Nc6 (1... d6 2. d4 exd4 3. Nxd4) 3. d4 *";
    let right = "1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4 exd4 4. Nxd4) 3. d4 *";
    assert_eq!(fixed(wrong), right);
}
