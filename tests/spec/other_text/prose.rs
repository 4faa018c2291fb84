//! Prose, mails and pages around games (rule C6): one finding for each stretch, and every game as it was.

use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::replay::{check_game, resolve_game};
use vgn_lsp::syntax::games::games;

use crate::spec::found::earns;
use crate::spec::slips::habits::real_games;

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
fn what_stands_between_games_is_one_finding() {
    for text in [
        // A mail, with its signature.
        "From: bob@example.org\nSubject: our last game\nDate: Mon, 3 Mar 2005\n\nDear Alice,\n\nI won 1-0 because you lost your \
         queen, which was sad.\n-- \nRobert",
        // Half-moves in sentences.
        "White could have played Nf3 here, but a4 was fine.",
        "In the game, White could have played Nf3 here, but a4 was fine.\nThe result was a win, 1-0.",
        // A README.
        "Games of the club, 1999\n=======================\n\nThere are many games in this file. Most of them were played \
         in the park.\n* first item\n* second item",
        "Games of Robert\n-----------------",
        "*** The next game ***",
        "[click here](http://x.org) for more of the games",
        "See this:\n[1] Robert: my games\n[click](http://x.org)",
        "<p>The games of this page</p>\n<table><tr><td>1-0</td></tr></table>\n<pre>",
        // A table, and what programs write.
        "id,date,white_elo,black_elo,result\nname,place,round",
        "function f(a, b)\nreturn \"nothing\"\nend",
        "\u{41f}\u{430}\u{440}\u{442}\u{438}\u{44f} 12. \u{411}\u{435}\u{43b}\u{44b}\u{435} \u{43c}\u{43e}\u{433}\u{43b}\u{438} \
         \u{441}\u{44b}\u{433}\u{440}\u{430}\u{442}\u{44c} \u{41a}f3.",
    ] {
        is_one_stretch(text);
    }
}

/// Tables and lists of moves are games without tags, however they are parted, and so is a game below a program's text.
#[test]
fn movetext_in_columns_stays_a_game() {
    for (text, moves) in [
        ("1.\te4\te5\n2.\tNf3\tNc6\n*", 4),
        ("1. e4 e5;2. Nf3 Nc6\n*", 2),
        ("{\"best\": by test}\n1. e4 e5 *", 2),
        ("Date: 2020\n1. e4 e5 2. Nf3 *", 3),
        ("Bob {\nthe best}\n1. e4 e5 *", 2),
        ("a = [\n1. e4 e5 *", 2),
        ("Round,Board,White\n1. e4 e5 *", 2),
    ] {
        let read = read(&format!("{FIRST}\n\n{text}\n\n{SECOND}"));
        assert_eq!((read.len(), read[1].0.len()), (3, moves), "{text}");
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
        let moves = |game: &crate::spec::slips::habits::Game| {
            game.half_moves().map(|(_, text)| text.to_owned()).collect::<Vec<_>>()
        };
        let file = format!("{}\n\n{text}\n\n{}\n", first.text().trim(), second.text().trim());
        let read = read(&file);
        let expected = [(moves(first), vec![]), (moves(second), vec![format!("stray-text `{text}`")])];
        if read != expected {
            broken.push((text.clone(), read.into_iter().map(|game| game.1).collect::<Vec<_>>()));
        }
    }
    // Words that are half-moves or terminators begin their lines: `F1).`, `*so*`.
    assert!(broken.len() * 25 < paragraphs().len(), "{} {:#?}", broken.len(), &broken[..broken.len().min(20)]);
}

/// A bracket that closes nothing among words is not taken away unasked.
#[test]
fn brackets_among_words() {
    let text = "1. e4 e5 2. Nf3 what a nice move :) and so on 2... Nc6 *";
    earns(text, &["stray-text `what a nice move :`", "unopened-variation `)`", "stray-text `and so on`"]);
    assert_eq!(crate::spec::found::safe_fixes(text), [""; 0]);
    earns("1. e4 e5 2. Nf3 ) 2... Nc6 *", &["unopened-variation `)`"]);
}
