//! Games that contradict themselves: there and back they do it still, or what is lost is listed before.

use std::fmt::Debug;

use vgn_lsp::convert::{StoredGame, convert_whole};

use crate::convert::support::{context, target};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const TARGETS: [&str; 12] =
    ["VGN", "FCN", "FCN1", "LAN", "UCI", "MCN", "SFEN", "FEN", "BCCF", "BITS12", "PGC", "LEGALINDEX"];

/// The game in export format, and its losses.
fn exported(game: &StoredGame<'_>) -> (String, Vec<String>) {
    let settings = vgn_lsp::lint::Settings::default();
    let whole = convert_whole(game, &context(&settings), &target("PGN")).expect("a game that can be exported");
    (whole.text, whole.losses.iter().map(ToString::to_string).collect())
}

/// Each game is the same after a conversion that lost nothing, which is accepted on the way back; what the game loses in
/// PGN's export format is listed on the way there. How many conversions lost nothing, and how many listed a loss.
pub fn there_and_back(games: impl Iterator<Item = String>) -> (u32, u32) {
    there_and_back_as(games, &str::to_owned)
}

/// Same for games that are the same if they `say` the same.
pub fn there_and_back_as<T: PartialEq + Debug>(
    games: impl Iterator<Item = String>,
    say: &dyn Fn(&str) -> T,
) -> (u32, u32) {
    let settings = vgn_lsp::lint::Settings::default();
    let (mut kept, mut listed) = (0, 0);
    for text in games {
        let game = StoredGame { text: &text, section: None, length_known: false };
        let (expected, lost_at_once) = exported(&game);
        for to in TARGETS {
            let whole = convert_whole(&game, &context(&settings), &target(to)).expect("legal moves");
            if !whole.losses.is_empty() {
                listed += 1;
                continue;
            }
            let other = StoredGame { text: &whole.text, section: whole.section.as_deref(), length_known: true };
            let (again, lost) = exported(&other);
            assert_eq!(say(&again), say(&expected), "{to}\n{text}\n{}", whole.text);
            // What was accepted on the way there is accepted on the way back.
            assert_eq!(lost, Vec::<String>::new(), "{to}\n{text}\n{}", whole.text);
            assert!(lost_at_once.is_empty(), "{to}\n{text}\n{}", whole.text);
            kept += 1;
        }
    }
    (kept, listed)
}

#[test]
fn results_that_contradict_the_terminator() {
    let results = ["1-0", "0-1", "1/2-1/2", "*"];
    let moves = ["1. e4 e5", "1. f3 e5 2. g4 Qh4#", "1. e4 e5 2. Qh5 Ke7 3. Qxe5#"];
    let games = results.into_iter().flat_map(|result| results.map(|end| (result, end)));
    let games = games.flat_map(|(result, end)| moves.map(|m| format!("[Result \"{result}\"]\n\n{m} {end}\n")));
    let (kept, listed) = there_and_back(games);
    assert!(kept > 8 * 48 && listed < 4 * 48, "{kept} {listed}");
}

/// What PGN's tag Result cannot have is listed on the way out of PGN, and not first on the way back.
#[test]
fn results_that_are_none() {
    let results = ["resigned", "White wins on time", "1-0 ff", "+", "0.5"];
    let games = results.into_iter().flat_map(|result| ["1-0", "0-1", "*"].map(|end| (result, end)));
    let settings = vgn_lsp::lint::Settings::default();
    for (result, end) in games {
        let text = format!("[Result \"{result}\"]\n\n1. e4 e5 {end}\n");
        let game = StoredGame { text: &text, section: None, length_known: false };
        for to in TARGETS {
            let there = convert_whole(&game, &context(&settings), &target(to)).expect("legal moves");
            assert!(!there.losses.is_empty(), "{to}\n{text}\n{}", there.text);
        }
    }
}

#[test]
fn boards_that_contradict_one_another() {
    let other = START.replace("KQkq", "-");
    let values = ["0", "1", "?", ""];
    let fens = [String::new(), format!("[FEN \"{START}\"]\n"), format!("[FEN \"{START}\"]\n[FEN \"{other}\"]\n")];
    let games = values.into_iter().flat_map(|value| fens.each_ref().map(|fen| (value, fen.clone())));
    let games = games.map(|(value, fen)| format!("[SetUp \"{value}\"]\n{fen}\n1. e4 e5 *\n"));
    for text in games {
        let settings = vgn_lsp::lint::Settings::default();
        let game = StoredGame { text: &text, section: None, length_known: false };
        for to in TARGETS {
            let lost = convert_whole(&game, &context(&settings), &target(to)).expect("legal moves").losses.len();
            let (announced, boards) = (text.contains("\"1\""), text.matches("[FEN").count());
            // Without a board the tag holds nothing that a VGN game can say, and other readers miss it.
            assert_eq!(lost > 0, !announced || boards != 1, "{to}\n{text}");
        }
    }
}

/// What is no board in the tags of a PGN game comes back from VGN as it was, or is listed on the way there.
#[test]
fn boards_that_cannot_be_read() {
    let settings = vgn_lsp::lint::Settings::default();
    let unread = ["x", "yes", "2", "4k3/8", "SFEN:x", "FEN:x", "FEN", ":", "8/8/8/8/8/8/8/9 w - - 0 1"];
    let spaced = [format!(" {START}"), format!("{START} ")];
    let fens = unread.iter().chain(&[""]).map(|fen| (*fen).to_owned()).chain(spaced);
    let setups = unread.iter().map(|setup| format!("[SetUp \"{setup}\"]\n"));
    let games = setups.chain(fens.map(|fen| format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n")));
    let mut kept = 0;
    for text in games.map(|tags| format!("{tags}\n1. e4 e5 *\n")) {
        let game = StoredGame { text: &text, section: None, length_known: false };
        let there = convert_whole(&game, &context(&settings), &target("VGN")).expect("a game in SAN");
        let vgn = StoredGame { text: &there.text, section: None, length_known: false };
        let back = convert_whole(&vgn, &context(&settings), &target("PGN"));
        if there.losses.is_empty() {
            kept += 1;
            let expected = exported(&game).0;
            assert!(back.as_ref().is_ok_and(|back| back.text == expected), "{text}{}{back:?}", there.text);
        } else {
            assert!(!text.contains("[FEN"), "{text}");
        }
    }
    assert!(kept >= 10, "{kept}");
    // Rules that are not known hide the start, and not the board.
    let text = "[SetUp \"SFEN:4k3/8/8/8/8/8/4P3/4K3 w\"]\n[Variant \"Foo\"]\n\n1. e4 *\n";
    let game = StoredGame { text, section: None, length_known: false };
    assert_eq!(convert_whole(&game, &context(&settings), &target("VGN")).expect("a game").losses, []);
}

#[test]
fn numbers_that_are_doubled() {
    let doubled = [
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 (3. 3. a4) 3... Bc5 *",
        "1. e4 e5 2. Nf3 Nc6 (2... 2... d6) 3. Bc4 *",
        "1. e4 e5 2. Nf3 Nc6 (2... d6 3. 3. d4) 3. Bc4 *",
        "1. e4 e5 2. 2. Nf3 Nc6 3. Bc4 *",
        "1. e4 e5 2. Nf3 2... 2... Nc6 3. Bc4 *",
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 ({a} 3. 3. a4 {b} (3. 3. h4)) 3... Bc5 *",
    ];
    let (kept, listed) = there_and_back(doubled.into_iter().map(str::to_owned));
    assert!(kept > 6 * 6, "{kept} {listed}");
}

/// Every way to have two numbers, one or none before half-moves of a variation.
#[test]
fn numbers_of_variations_in_every_combination() {
    let before = ["", "3. ", "2. ", "4. ", "3... ", "3. 3. ", "3. 2. ", "2. 3. ", "3. 4. ", "2... 3. "];
    let behind = ["", "4. ", "3. ", "5. ", "4. 4. ", "3. 4. ", "4. 3. ", "4... "];
    let answers = ["a5", "3... a5", "3. a5", "4. a5"];
    let all = before.into_iter().flat_map(|first| behind.map(|second| (first, second)));
    let games = all.flat_map(|(first, second)| {
        let line = |answer| format!("1. e4 e5 2. Nf3 Nc6 3. Bc4 ({first}a4 {answer} {second}h4) 3... Bc5 *");
        answers.map(line)
    });
    let (kept, listed) = there_and_back(games);
    assert!(kept > 300 && listed > 300, "{kept} {listed}");
}

/// On boards that no game can reach, moves by the rules of the pieces are written in SAN as they were read.
#[test]
fn boards_that_no_game_can_reach() {
    let games = [
        ("4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1", "1. Qe3+ Kd7 2. Qe4"),
        ("r3k2r/8/8/8/8/8/4R3/R3K2R w KQkq - 0 1", "1. O-O+ Kd8 2. Rxa8+"),
        ("8/5p2/8/8/3N4/8/3N4/8 w - - 0 1", "1. N2f3 f5 2. Nxf5"),
        ("3k4/1P6/8/8/8/8/3Q4/4K3 w - - 0 1", "1. b8=N+ Ke7"),
    ];
    let settings = vgn_lsp::lint::Settings::default();
    for (board, moves) in games {
        let text = format!("[SetUp \"1\"]\n[FEN \"{board}\"]\n\n{moves} *\n");
        let game = StoredGame { text: &text, section: None, length_known: false };
        let expected = exported(&game);
        assert!(expected.0.ends_with(&format!("\n\n{moves} *\n\n")), "{}", expected.0);
        for to in ["VGN", "FCN", "FCN1", "LAN", "UCI", "MCN"] {
            let whole = convert_whole(&game, &context(&settings), &target(to)).expect("a game that can be converted");
            let other = StoredGame { text: &whole.text, section: None, length_known: false };
            assert_eq!((exported(&other), whole.losses), (expected.clone(), Vec::new()), "{to}\n{}", whole.text);
        }
    }
}
