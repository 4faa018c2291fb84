//! A move number that is wrong, missing, doubled or one too many (rules C2 and C7): what a safe fix leaves is the game as
//! it was, and one fault is one finding.

use crate::support::games::convert::as_vgn;
use crate::support::games::read_game;
use vgn_lsp::games::fix_game;
use vgn_lsp::lint::{Context, Diagnostic, Edit, FileKind, Settings, apply};
use vgn_lsp::notation::{FCN, FEN, LAN, Notation, SAN, SFEN};
use vgn_lsp::replay::check_game;

const GAMES: [&str; 2] = [
    "[Event \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 $1 (2... d6 3. d4 exd4 (3... Nf6 4. Nc3) 4. Nxd4) 3. Bb5 a6 4. Ba4 $6 (4. Bxc6 \
     dxc6 5. O-O f6) 4... Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6 *\n",
    "[Event \"?\"]\n\n1. d4 d5 {a} 2. c4 e6 {b} 3. Nc3 Nf6 4. Bg5 Be7 {c} 5. e3 O-O $2 {d} 6. Nf3 h6 7. Bh4 b6 *\n",
];

fn judged(game: &str) -> Vec<Diagnostic> {
    let settings = Settings::default();
    check_game(game, &Context::new(&settings, FileKind::Vgn).with_fixes(true)).diagnostics
}

fn fixed(game: &str) -> String {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Vgn).with_fixes(true);
    let edits: Vec<Edit> = fix_game(game, None, &context, &|d| d.fixes.iter().find(|fix| fix.safe));
    apply(game, &edits)
}

/// The words of a game without the numbers for Black, which may be written or left out.
fn words(game: &str) -> Vec<&str> {
    let is_for_black = |word: &str| word.strip_suffix(".5").is_some_and(|digits| digits.parse::<u32>().is_ok());
    game.split_whitespace().filter(|word| !is_for_black(word)).collect()
}

/// Where the move numbers stand, outside comments, with what they say.
fn numbers(game: &str) -> Vec<(usize, usize, u32, &str)> {
    let movetext = game.rfind("]\n").expect("tags");
    let (mut found, mut depth) = (Vec::new(), 0);
    for word in game[movetext + 1..].split_whitespace() {
        let at = word.as_ptr() as usize - game.as_ptr() as usize;
        depth += word.matches('{').count();
        let text = word.trim_start_matches('(');
        let digits = text.trim_end_matches(".5").trim_end_matches('.');
        if depth == 0
            && digits.len() < text.len()
            && let Ok(number) = digits.parse()
        {
            let start = at + word.len() - text.len();
            found.push((start, start + text.len(), number, &text[digits.len()..]));
        }
        depth -= word.matches('}').count();
    }
    found
}

/// Each number of the game altered, doubled, or with another one before it, behind it, or behind its half-move.
fn slips(game: &str) -> Vec<String> {
    let numbers = numbers(game);
    let mut slips = Vec::new();
    for (n, &(start, end, number, half)) in numbers.iter().enumerate() {
        let other = if half == "." { ".5" } else { "." };
        let altered = [
            format!("{}{half}", number + 1),
            format!("{}{half}", number + 10),
            format!("{number}0{half}"),
            format!("0{half}"),
            format!("{number}{other}"),
            format!("{}{other}", number + 1),
            format!("{number}.. "),
        ];
        slips.extend(altered.iter().map(|text| format!("{}{text}{}", &game[..start], &game[end..])));
        let next = numbers.get(n + 1).map(|next| next.0);
        let others = [format!("{number}"), format!("{}.", number + 1), format!("{number}.5"), "7.".into(), "0".into()];
        for at in [Some(start), next].into_iter().flatten() {
            slips.extend(others.iter().map(|text| format!("{}{text} {}", &game[..at], &game[at..])));
        }
        let behind = format!(" {}{half}", number);
        let others = others.iter().map(|text| format!(" {text}")).chain([behind]);
        slips.extend(others.map(|text| format!("{}{text}{}", &game[..end], &game[end..])));
        // Behind each word up to the next number: among the fields of a board, and before NAGs.
        let rest = &game[end..next.unwrap_or(end)];
        let blanks = rest.char_indices().filter(|(_, c)| *c == ' ').map(|(at, _)| end + at).skip(1);
        for at in blanks.take_while(|at| !game[end..*at].contains('{')) {
            slips.extend(["3", "7."].iter().map(|text| format!("{} {text}{}", &game[..at], &game[at..])));
        }
    }
    slips
}

fn games(notations: &[&'static Notation]) -> Vec<String> {
    let of = |pgn: &str, notation| as_vgn(&read_game(pgn, false), notation, true).expect("it can be written");
    let games = notations.iter().flat_map(|notation| GAMES.iter().map(|pgn| of(pgn, notation)));
    games.inspect(|game| assert_eq!(judged(game).len(), 0, "{game} {:?}", judged(game))).collect()
}

#[test]
fn a_number_among_boards_or_half_moves_is_one_finding_and_no_safe_fix_changes_another() {
    let mut broken = Vec::new();
    let (mut tried, mut several) = (0, 0);
    for game in games(&[&SFEN, &FEN, &SAN, &FCN, &LAN]) {
        for slip in slips(&game) {
            tried += 1;
            // A comment behind a number that is one too many is moved before it; a NAG stands behind no half-move.
            let mut found = judged(&slip);
            found.retain(|d| !matches!(d.code.name(), "comment-placement" | "nag-placement"));
            let after = fixed(&slip);
            let is_whole = words(&after) == words(&game) && judged(&after).is_empty();
            let sorted = |text| {
                let mut words = words(text);
                words.sort_unstable();
                words.concat()
            };
            several += usize::from(found.len() > 1);
            if !(is_whole || sorted(&after) == sorted(&slip)) {
                let found: Vec<String> = found.iter().map(|d| format!("{} {}", d.code, d.message)).collect();
                broken.push(format!("{slip}\n{after}\n{found:#?}"));
            }
        }
    }
    assert!(broken.is_empty(), "{} of {tried}, such as\n{}", broken.len(), broken[..broken.len().min(3)].join("\n\n"));
    assert!(tried > 1000 && several * 20 < tried, "{several} of {tried}");
}

#[test]
fn renumbering_leaves_a_command_that_names_its_half_move_rightly() {
    let game = "[GameFormat \"VGN:Variable Game Notation\"]\n\n1. e4 1.5 e5 {[%after 1.] x} 3. Nf3 *\n";
    let found = judged(game);
    let numbers: Vec<&Diagnostic> = found.iter().filter(|d| d.code.name() == "move-number").collect();
    let [number] = numbers.as_slice() else { panic!("{found:?}") };
    let at = game.find("3.").expect("a number") as u32;
    assert_eq!(number.fixes[0].edits, [Edit { range: at..at + 2, text: "2.".to_owned() }]);
}
