//! Half-moves written with a letter that is none of theirs: each is one finding, and moves nothing that stands around it.

use vgn_lsp::games::fix_game;
use vgn_lsp::lint::{Context, FileKind, Settings, apply};

use crate::convert::support::converted;
use crate::spec::found::{clean, earns, fixed, found_in, message};
use crate::support::games::read;

const GAMES: &str = include_str!("../../data/games/gnuchess-book.pgn");

const ROSTER: &str = "[Event \"a\"]\n[Site \"a\"]\n[Date \"2020.01.01\"]\n[Round \"1\"]\n[White \"a\"]\n[Black \"b\"]\n\
                      [Result \"*\"]\n\n";

/// A game with a comment and a variation at each half-move.
fn game(moves: &[String], of_variations: &[String]) -> String {
    let mut text = ROSTER.to_owned();
    for (ply, (san, other)) in moves.iter().zip(of_variations).enumerate() {
        let number = format!("{}{}", ply / 2 + 1, if ply % 2 == 0 { "." } else { "..." });
        text += &format!("{number} {san} {{c{ply}}} ({number} {other} {{v{ply}}}) ");
    }
    text + "*\n"
}

/// The ways in which a half-move is written wrongly, each with what must be read instead of it.
fn slips(san: &str) -> Vec<String> {
    let other = |from: &[char], to: &str| san.contains(from).then(|| san.replacen(from, to, 1));
    let mut slips: Vec<Option<String>> = [('a', "\u{430}"), ('c', "\u{441}"), ('e', "\u{435}"), ('d', "\u{3b4}")]
        .iter()
        .map(|(from, to)| other(&[*from], to))
        .collect();
    slips.push(other(&['x'], "\u{d7}"));
    slips.push(other(&['x'], "\u{445}"));
    slips.push(other(&['N'], "N\0"));
    slips.push(other(&['-'], "\u{2013}"));
    slips.push(other(&['f', 'g', 'h'], "j").filter(|slip| slip.len() > 2));
    slips.push(Some(format!("{san}\0")));
    slips.into_iter().flatten().collect()
}

/// The texts of a game's movetext but for its numbers and marks.
fn words(text: &str) -> Vec<String> {
    let movetext = text.split_once("\n\n").expect("tags").1;
    let words = movetext.split_ascii_whitespace().map(|word| word.trim_start_matches('(').trim_end_matches(')'));
    words.filter(|word| !word.ends_with('.')).map(str::to_owned).collect()
}

#[test]
fn a_half_move_with_a_strange_letter_is_one_finding_and_keeps_its_place() {
    let settings = Settings::default();
    let mut tried = 0;
    for source in read(GAMES, false).filter(|game| game.tag("FEN").is_none()).step_by(4) {
        let moves: Vec<String> = source.sans().into_iter().take(24).collect();
        if moves.len() < 8 || !found_in(&game(&moves, &moves), FileKind::Unknown, &settings).is_empty() {
            continue;
        }
        for at in (2..moves.len()).step_by(5) {
            for slip in slips(&moves[at]) {
                let mut written = moves.clone();
                written[at].clone_from(&slip);
                let text = game(&written, &moves);
                let found = found_in(&text, FileKind::Unknown, &settings);
                let code = if slip.contains('\u{d7}') { "import-format" } else { "invalid-move-text" };
                assert_eq!(found, [format!("{code} `{slip}`")], "{text}");
                let context = Context::new(&settings, FileKind::Unknown).with_fixes(true);
                let edits = fix_game(&text, None, &context, &|found| found.fixes.iter().find(|fix| fix.safe));
                let expected = if code == "import-format" { game(&moves, &moves) } else { text.clone() };
                assert_eq!(words(&apply(&text, &edits)), words(&expected), "{text}");
                let back = converted(&converted(&text, "VGN"), "PGN");
                assert_eq!(words(&back), words(&text), "{text}");
                tried += 1;
            }
        }
    }
    assert!(tried > 200, "{tried}");
}

#[test]
fn the_move_that_a_text_looks_like_is_meant() {
    for (text, meant) in [
        ("1. \u{435}4 e5 *", "1. e4 e5 *"),
        ("1. e4 \u{435}5 *", "1. e4 e5 *"),
        ("1. e4 e5 2. N\u{441}3 Nf6 *", "1. e4 e5 2. Nc3 Nf6 *"),
        ("1. e4 d5 2. d4 dx\u{435}4 *", "1. e4 d5 2. d4 dxe4 *"),
        ("1. e4 e5 2. N\0f3 *", "1. e4 e5 2. Nf3 *"),
        ("1. \u{ff45}\u{ff14} *", "1. e4 *"),
        ("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O\u{2013}O *", "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O *"),
    ] {
        assert_eq!(fixed(text, "invalid-move-text"), [meant], "{text:?}");
    }
    let promotion = message("1. h4 g5 2. hxg5 h6 3. gxh6 a5 4. h7 a4 5. hxg8= *", "invalid-move-text");
    assert!(promotion.ends_with("did you mean `hxg8=Q`?"), "{promotion}");
}

#[test]
fn what_stands_behind_such_a_text_is_not_at_fault() {
    for (text, found) in [
        ("1. e4 d5 2. e\u{d7}d5 (2. e5 c5) 2... Qxd5 *", "import-format `e\u{d7}d5`"),
        ("1. e4 \u{435}5 (1... c5 2. Nf3) 2. Nf3 *", "invalid-move-text `\u{435}5`"),
        ("1. e4 e5 2. Nj3 (2. f4) 2... Nc6 *", "invalid-move-text `Nj3`"),
    ] {
        earns(text, &[found]);
        earns(&format!("{ROSTER}{text}"), &[found]);
    }
}

#[test]
fn words_of_a_language_are_no_half_moves() {
    earns("1. e4 e5 mp3 2. Nf3 *", &["stray-text `mp3`"]);
    earns("1. e4 e5 \u{445}\u{43e}\u{434} 2. Nf3 *", &["stray-text `\u{445}\u{43e}\u{434}`"]);
    clean("1. e4 {N\u{441}3} e5 *");
}

/// A variation is none, and a half-move behind a missing promotion is none.
#[test]
fn what_follows_a_missing_promotion_stays_what_it_is() {
    let board = "[SetUp \"1\"]\n[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n";
    for rest in ["(1. a8=R)", "{Q}", "Kg6"] {
        let found = crate::spec::found::found(&format!("{board}1. a8 {rest} *\n"));
        assert!(found.contains(&"missing-promotion `a8`".to_owned()), "{rest}: {found:?}");
    }
}
