//! Prose, mails and pages around games (rule C6): one finding for each stretch, and every game as it was.

use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::replay::{check_game, resolve_game};
use vgn_lsp::syntax::games::games;

use super::found::earns;
use crate::spec::habits::real_games;

/// Half-moves of each game of a file, and its stray text.
fn read(file: &str) -> Vec<(Vec<String>, Vec<String>)> {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    let game = |text: &str| {
        let resolved = resolve_game(text, &context);
        let moves = resolved.moves.iter().map(|m| text[m.range.start as usize..m.range.end as usize].to_owned());
        let found = check_game(text, &context).diagnostics;
        assert_eq!(found, resolved.report.diagnostics, "{text}");
        let stray = found
            .iter()
            .filter(|d| d.code.name() != "missing-roster-tag")
            .map(|d| format!("{} `{}`", d.code.name(), &text[d.range.start as usize..d.range.end as usize]));
        (moves.collect(), stray.collect())
    };
    let read = games(file.as_bytes()).map(|span| game(&file[span.range])).collect();
    crate::laws::clean(file.as_bytes());
    read
}

const FIRST: &str = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0";
const SECOND: &str = "[Event \"b\"]\n[Result \"*\"]\n\n1. d4 d5 *\n";

/// The text stands between two games, and before one: it is one finding.
#[track_caller]
fn is_one_stretch(text: &str) {
    let found = format!("stray-text `{text}`");
    for file in [format!("{FIRST}\n{text}\n\n{SECOND}"), format!("{FIRST}\n\n{text}\n{SECOND}")] {
        let read = read(&file);
        assert_eq!(read.len(), 2, "{file}");
        assert_eq!(read[0], (vec!["e4".to_owned(), "e5".into(), "Nf3".into()], vec![]), "{file}");
        assert_eq!(read[1], (vec!["d4".to_owned(), "d5".into()], vec![found.clone()]), "{file}");
    }
    assert_eq!(read(&format!("{text}\n\n{SECOND}"))[0].1, [found], "{text}");
}

#[test]
fn signs_and_words_before_the_tags_are_one_finding() {
    for text in ["@@@\n;x\n@@@", "#%%&\n{x}\n##", "foo ; bar\n12.", "abc def ghi\n{a {b} c}"] {
        let found = read(&format!("{text}\n\n{SECOND}"));
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(found[0].1.len(), 1, "{text}: {:?}", found[0].1);
    }
}

#[test]
fn what_stands_between_games_is_one_finding() {
    for text in [
        // A mail, with its signature.
        "From: bob@example.org\nSubject: Re: game 1-0\nDate: Mon, 3 Mar 2005 10:00:00 +0100\n\nHi,\n\nafter\nNf3.\nyou lose.\n\n\
         I won 1-0. You lost.\n-- \nR. B.",
        "--\nBob\n--",
        // Moves in sentences.
        "White could have played Nf3 here, but a4 was fine.",
        "Nf3 was better.",
        "Nf3 was better.\na4 / Nf3 / Be7 were played.\n1. Nf3 was played by Bob in round 2 (I think) and he won 1-0.",
        "In the game, White could have played Nf3 here, but a4 was fine. After 12... Be7 13. O-O (or 13. Nc3) Black is\nlost, \
         since 14. Qh5+ wins. The result was 1-0.\n* and that is all",
        "(see above, Nf3 was better) and so on.\n\n(c) 2005 Bob",
        // A README.
        "Games of the club, 1999\n=======================\n\n1. Introduction\n2. The games\n3. Nf3 lines\n\nThere are 12 games. Score: \
         1-0.\n* first item\n* second item with e4\n\n-----------------\n\na4 was played.",
        "-----------------\n\nGames of Bob\n\n-----------------",
        "* * *\n\nNext game:\n\n***",
        "* first item\n* Nf3 is good\n* e4\n\nEnd of the list",
        "| White | Black | Result |\n|---|---|---|\n| Bob | Al | 1-0 |\n\n- Be7 lines\n- `a4`",
        "*Explain* shows the page, **so** it does.",
        "The `{ \"text\": 1 }` of this\nand `{x}` that\nis here.",
        "[click here](http://x.org) for more of the games",
        "See this:\n[1] Bob: my games\n[click](http://x.org)",
        "12 games, 14 players\n12.\n1999\n12:30",
        "<p>1. e4 is best</p>\n<table><tr><td>1-0</td><td>*</td></tr></table>\n<pre>",
        "\u{41f}\u{430}\u{440}\u{442}\u{438}\u{44f} 12. \u{411}\u{435}\u{43b}\u{44b}\u{435} \u{43c}\u{43e}\u{433}\u{43b}\u{438} \
         \u{441}\u{44b}\u{433}\u{440}\u{430}\u{442}\u{44c} \u{41a}f3.",
    ] {
        is_one_stretch(text);
    }
}

/// What programs write for other programs, with moves and results in it.
const WRITTEN_BY_PROGRAMS: [(&str, &str); 12] = [
    (
        "CSV of numbers",
        concat!(
            "id,date,white_elo,black_elo,result\n",
            "1,2020-01-01,1500,1600,1-0\n",
            "2,2020-01-02,1501,1601,0-1\n",
            "3,2020-01-03,1502,1602,1/2-1/2",
        ),
    ),
    (
        "CSV with semicolons",
        concat!("id;white;black;result;moves\n", "1;Carlsen;Caruana;1-0;1. e4 e5\n", "2;So;Nepo;0-1;1. d4 d5",),
    ),
    (
        "JSON list",
        concat!(
            "[\n",
            "  {\"white\": \"A\", \"moves\": [\"e4\", \"e5\"], \"result\": \"1-0\"},\n",
            "  {\"white\": \"B\", \"moves\": \"1. e4 e5 2. Nf3\", \"result\": \"*\"}\n",
            "]",
        ),
    ),
    (
        "JSON lines",
        concat!(
            "{\"id\":1,\"players\":{\"white\":\"A\",\"black\":\"B\"},\"result\":\"1-0\",\"moves\":\"e4 e5\"}\n",
            "{\"id\":2,\"players\":{\"white\":\"A\",\"black\":\"B\"},\"result\":\"0-1\",\"moves\":\"e4 e5\"}\n",
            "{\"id\":3,\"players\":{\"white\":\"A\",\"black\":\"B\"},\"result\":\"*\",\"moves\":\"e4 e5\"}",
        ),
    ),
    (
        "JSON",
        concat!(
            "{\n",
            "  \"games\": [\n",
            "    {\"white\": \"A\", \"black\": \"B\", \"result\": \"1-0\", \"moves\": [\"e4\", \"e5\"]},\n",
            "    {\n",
            "      \"id\": 17,\n",
            "      \"moves\": \"1. e4 e5 2. Nf3\",\n",
            "      \"n\": null\n",
            "    }\n",
            "  ]\n",
            "}",
        ),
    ),
    (
        "engine",
        concat!(
            "position startpos moves e2e4 e7e5 g1f3\n",
            "go depth 3\n",
            "info depth 1 seldepth 1 score cp 20 nodes 20 pv e2e4\n",
            "info depth 2 seldepth 2 score cp 0 nodes 200 pv e2e4 e7e5\n",
            "bestmove e2e4 ponder e7e5",
        ),
    ),
    (
        "C",
        concat!(
            "#include <stdio.h>\n",
            "int main(void) {\n",
            "    int x = 1;\n",
            "    for (int i = 0; i < 10; i++) {\n",
            "        printf(\"%d\\n\", i);  /* 1-0 */\n",
            "    }\n",
            "\n",
            "    return 0;\n",
            "}",
        ),
    ),
    (
        "JavaScript",
        concat!(
            "function f(a, b) {\n",
            "  if (a == b) { return [a, b]; }\n",
            "  var s = \"1. e4 e5\";\n",
            "  return a * b;\n",
            "}\n",
            "\n",
            "var x = f(1, 2);\n",
            "console.log(x);",
        ),
    ),
    (
        "Python",
        concat!(
            "import re\n",
            "\n",
            "def f(x):\n",
            "    \"\"\"Doc.\"\"\"\n",
            "    if x > 1:\n",
            "        return [x, 2 * 3]\n",
            "    d = {\"a\": 1, \"b\": 2}\n",
            "    # e4\n",
            "    return None",
        ),
    ),
    (
        "style sheet",
        concat!(
            "body { color: red; }\n",
            ".x, .y > a { margin: 0 auto; }\n",
            "@media print {\n",
            "  p { display: none; }\n",
            "}",
        ),
    ),
    (
        "Java",
        concat!(
            "public class A {\n",
            "    /** Doc\n",
            "     * with stars\n",
            "     */\n",
            "    private int x = 1;\n",
            "\n",
            "    public static void main(String[] args) {\n",
            "        System.out.println(\"1. e4\");\n",
            "    }\n",
            "}",
        ),
    ),
    (
        "tournament table",
        concat!(
            "No Name            Rtg   1    2    3   Pts\n",
            "1  Carlsen, M     2850   *    1    =   1.5\n",
            "2  Caruana, F     2800   0    *    1   1\n",
            "3  So, W          2750   =    0    *   0.5",
        ),
    ),
];

/// How many findings each game of a file has, and how many half-moves.
fn counted(file: &str) -> Vec<(usize, usize)> {
    read(file).into_iter().map(|(moves, found)| (moves.len(), found.len())).collect()
}

#[test]
fn what_programs_write_is_one_finding_and_no_game() {
    for (name, text) in WRITTEN_BY_PROGRAMS {
        assert_eq!(counted(text), [(0, 1)], "{name}");
        assert_eq!(counted(&format!("{FIRST}\n\n{text}\n\n{SECOND}")), [(3, 0), (2, 1)], "{name}");
        assert_eq!(counted(&format!("{text}\n\n1. e4 e5 2. Nf3 *\n\n{SECOND}")), [(3, 1), (2, 0)], "{name}");
    }
}

/// Any of them above any other, with empty lines between: one stretch, and the games around it are as they were.
#[test]
fn texts_of_programs_above_one_another_are_one_stretch() {
    for (n, (first, above)) in WRITTEN_BY_PROGRAMS.iter().enumerate() {
        for (second, below) in WRITTEN_BY_PROGRAMS.iter().skip(n % 3).step_by(3) {
            let file = format!("{FIRST}\n\n{above}\n\n\n{below}\n\n{SECOND}");
            assert_eq!(counted(&file), [(3, 0), (2, 1)], "{first} above {second}");
        }
    }
}

/// Tables and lists of moves are games without tags, however they are parted, and so is a game below a program's text.
#[test]
fn movetext_in_columns_stays_a_game() {
    for (text, moves) in [
        ("1.\te4\te5\n2.\tNf3\tNc6\n*", 4),
        ("1. e4 e5;2. Nf3 Nc6\n*", 2),
        ("{\"best\": {by test}} 1. e4 e5 *", 2),
        ("{\"best\": by test}\n1. e4 e5 *", 2),
        ("Date: 2020\n1. e4 e5 2. Nf3 *", 3),
        ("Bob {\nthe best}\n1. e4 e5 *", 2),
        ("if (x) {\n1. e4 e5 *", 2),
        ("a = [\n1. e4 e5 *", 2),
        ("Round,Board,White\n1. e4 e5 *", 2),
    ] {
        let read = read(&format!("{FIRST}\n\n{text}\n\n{SECOND}"));
        assert_eq!((read.len(), read[1].0.len()), (3, moves), "{text}");
    }
}

/// One line of words with a half-move or a number, where no movetext stands below it.
#[test]
fn a_line_of_words_and_half_moves_is_one_finding() {
    let words =
        ["Round 3.", "Table 1.", "Nf3 wins", "Nf3 won", "after Nf3", "after Nf3 Nf6", "Sicilian e4 c5", "2. Nf3 wins"];
    let items = ["- Nf3", "- e4 e5", "+ a4", "3.", "17..."];
    for text in words.into_iter().chain(items) {
        is_one_stretch(text);
        assert_eq!(read(text)[0].1, [format!("stray-text `{text}`")]);
        assert_eq!(read(&format!("{FIRST}\n\n{text}\n"))[1].1, [format!("stray-text `{text}`")], "{text}");
    }
    for lines in ["Round 3.\n\nBoard 2.", "Round 3.\n  \nBoard 2.", "Nf3 wins\n- Nf3\n3.\n\n17", "A\nNf3 wins"] {
        is_one_stretch(lines);
    }
    // Movetext, whatever else stands on its line or below it.
    for (text, moves) in [
        ("e4 e5", 2),
        ("1. e4", 1),
        ("1. e4 wins", 1),
        ("e4 good e5 Nf3", 3),
        ("Nf3 mate", 1),
        ("exd6 e.p.", 1),
        ("Nf3 unclear", 1),
        ("Nf3 wins\n2. Nc3 *", 2),
        ("Round 1.\n1. e4 e5 *", 2),
        ("Nf3 wins 1-0", 1),
        ("Nf3 {wins} d5", 2),
    ] {
        for file in [format!("{FIRST}\n\n{text}\n\n{SECOND}"), format!("{FIRST}\n\n{text}\n")] {
            let games = read(&file);
            let played: usize = games[1..].iter().map(|game| game.0.len()).sum();
            assert_eq!(played, moves + if file.contains("d4") { 2 } else { 0 }, "{file}");
        }
    }
}

#[test]
fn games_without_tags_stay_games() {
    for (text, moves) in [
        ("1. e4 e5 2. Nf3 *", 3),
        ("1 e4 e5 *", 2),
        ("e4 e5 Nf3 *", 3),
        ("12. Nf3 Nc6 13. Bb5 *", 3),
        ("1. e4 e5! good 2. Nf3 Nc6 *", 4),
        ("1. e4 {the best move} e5 (1... c5 {is better}) 2. Nf3 *", 4),
    ] {
        for prose in ["", "Hi Alice,\n\nhere is my game:\n\n", "Hi Alice,\nhere is my game:\n", "* * *\n\n"] {
            let read = read(&format!("{FIRST}\n\n{prose}{text}\n"));
            assert_eq!((read.len(), read[1].0.len()), (2, moves), "{prose}{text}");
        }
    }
    // A second terminator is one, and no prose.
    assert_eq!(read(&format!("{FIRST} *\n\n{SECOND}")).len(), 2);
}

/// Paragraphs of the project's own pages, each of lines of words: no code, no tables, nothing in brackets or braces.
fn paragraphs() -> Vec<String> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/");
    let pages = [
        "README.md",
        "CHANGELOG.md",
        "docs/architecture.md",
        "docs/editors.md",
        "docs/performance.md",
        "docs/notations.md",
    ];
    let mut found = Vec::new();
    for page in pages {
        let text = std::fs::read_to_string(format!("{root}{page}")).expect("the page is there").replace('\r', "");
        let prose = text.split("```").step_by(2).collect::<Vec<_>>().join("\n\n");
        found.extend(prose.split("\n\n").map(|part| part.trim().to_owned()).filter(|part| {
            part.split_whitespace().count() > 8
                && !part.contains(['{', '}', '|', ';', '%'])
                && !part.lines().any(|line| line.trim_start().starts_with(['[', '!', '<', '>']))
        }));
    }
    assert!(found.len() > 80, "{}", found.len());
    found
}

#[test]
fn real_prose_between_real_games_changes_none() {
    let games = real_games();
    let mut broken = Vec::new();
    for (n, text) in paragraphs().iter().enumerate() {
        let (first, second) = (&games[n % games.len()], &games[(n + 1) % games.len()]);
        let moves =
            |game: &crate::spec::habits::Game| game.half_moves().map(|(_, text)| text.to_owned()).collect::<Vec<_>>();
        let file = format!("{}\n\n{text}\n\n{}\n", first.text().trim(), second.text().trim());
        let read = read(&file);
        let expected = [(moves(first), vec![]), (moves(second), vec![format!("stray-text `{text}`")])];
        if read != expected {
            broken.push((text.clone(), read.into_iter().map(|game| game.1).collect::<Vec<_>>()));
        }
    }
    assert!(broken.is_empty(), "{} {:#?}", broken.len(), &broken[..broken.len().min(20)]);
}

/// A bracket that closes nothing among words is not taken away unasked.
#[test]
fn brackets_among_words() {
    let text = "1. e4 e5 2. Nf3 what a nice move :) and so on 2... Nc6 *";
    earns(text, &["stray-text `what a nice move :`", "unopened-variation `)`", "stray-text `and so on`"]);
    assert_eq!(super::found::safe_fixes(text), [""; 0]);
    earns("1. e4 e5 2. Nf3 ) 2... Nc6 *", &["unopened-variation `)`"]);
}
