//! Games that stand twice in a file: which are told, in every format, wherever they stand.

use std::collections::BTreeMap;

use crate::support::cli::{Folder, ROSTER, Run};
use expect_test::expect;
use serde_json::{Value, json};

const BOOK: &[u8] = include_bytes!("../data/games/gnuchess-book.pgn");

/// Twenty half-moves.
const MOVES: &str =
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5";

/// A game by players, with a date and a round.
fn game(white: &str, black: &str, date: &str, round: &str, movetext: &str) -> String {
    let event = if movetext.len().is_multiple_of(2) { "Linares" } else { "XV Linares" };
    format!(
        "[Event \"{event}\"]\n[Site \"?\"]\n[Date \"{date}\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
         [Result \"*\"]\n\n{movetext}\n\n"
    )
}

fn plain(movetext: &str) -> String {
    game("Karpov, Anatoly", "Kasparov, Garry", "1993.02.28", "3", movetext)
}

/// Which games are in the file already, each with the game that it leads to.
fn told(run: &Run) -> BTreeMap<u64, u64> {
    let findings = run.findings().into_iter().filter(|finding| finding["code"] == "duplicate-game");
    let number = |value: &Value| value["game"].as_u64().expect("a number");
    findings.map(|finding| (number(&finding), number(&finding["related"][0]))).collect()
}

fn told_of(bytes: &[u8]) -> BTreeMap<u64, u64> {
    let run = Folder::new().run_with(&["check", "--no-config", "--format", "json", "-"], bytes);
    assert_eq!(run.summary()["errors"], 0, "{}", run.stdout);
    told(&run)
}

#[test]
fn every_format_leads_to_the_first() {
    let folder = Folder::new();
    let first = plain(&format!("{MOVES} *"));
    folder.write("a.pgn", format!("{ROSTER}1. e4 *\n\n{first}{}", plain(&format!("{{again}} {MOVES} *"))));
    let run = |format| folder.run(&["check", "--no-config", "--format", format]).stdout;
    expect![[r#"
        hint[duplicate-game]: this game has the same players, final position and number of half-moves as game 2 (line 11)
          --> a.pgn:21:1 (game 3, Karpov – Kasparov)
           |
        21 | [Event "Linares"]
           | ^^^^^^^^^^^^^^^^^
           |
        note: game 2 is the first
          --> a.pgn:11:1 (game 2)

    "#]]
    .assert_eq(&run("text"));
    expect![[r#"
        a.pgn:21:1: hint[duplicate-game] this game has the same players, final position and number of half-moves as game 2 (line 11)
    "#]]
    .assert_eq(&run("concise"));
    expect![[r#"
        ::notice file=a.pgn,line=21,endLine=21,col=1,endColumn=18,title=duplicate-game::this game has the same players, final position and number of half-moves as game 2 (line 11) (game 3)
    "#]]
    .assert_eq(&run("github"));
    let finding: Value = serde_json::from_str(run("json").lines().next().unwrap_or_default()).expect("JSON");
    let at = first.len() as u64;
    assert_eq!(
        finding["related"],
        json!([{
            "message": "game 2 is the first",
            "game": 2,
            "start": {"line": 11, "column": 1, "offset": finding["start"]["offset"].as_u64().map(|offset| offset - at)},
            "end": {"line": 11, "column": 18, "offset": finding["start"]["offset"].as_u64().map(|offset| offset - at + 17)},
        }])
    );
    let log: Value = serde_json::from_str(&run("sarif")).expect("JSON");
    let result = &log["runs"][0]["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&json!("duplicate-game"), &json!("note")));
    let related = &result["relatedLocations"][0];
    assert_eq!(related["physicalLocation"]["region"]["startLine"], 11);
    assert_eq!(related["message"]["text"], "game 2 is the first");
    assert!(folder.run(&["check", "--allow", "duplicate-game", "--format", "concise"]).stdout.is_empty());
}

#[test]
fn a_gathered_finding_has_its_places_in_json() {
    let folder = Folder::new();
    let text = format!("{ROSTER}1. f4 e5 2. g3 exf4 3. gxf4 Qh4 *\n\n{ROSTER}1. e4 f5 2. Qh5 g6 3. Qxg6 hxg6 *\n");
    let run = folder.run_with(&["check", "--no-config", "--format", "json", "-"], text.as_bytes());
    let gathered: Vec<Value> = run.findings().into_iter().filter(|finding| finding["game"] == 2).collect();
    let [finding] = &gathered[..] else { panic!("{gathered:?}") };
    assert_eq!(finding["code"], "missing-check-mark");
    let line = text.lines().count() as u64;
    let place = |column: u64| json!([line, column]);
    let point = |value: &Value| json!([value["line"], value["column"]]);
    assert_eq!((point(&finding["start"]), point(&finding["end"])), (place(13), place(16)));
    let related = finding["related"].as_array().expect("other places");
    let [other] = &related[..] else { panic!("{related:?}") };
    assert_eq!((point(&other["start"]), point(&other["end"]), &other["game"]), (place(23), place(27), &json!(2)));
    // What stands alone has none.
    let alone = run.findings().into_iter().find(|finding| finding["game"] == 1).expect("a missing mark");
    assert_eq!(alone.get("related"), None);
}

/// The second game of each pair is the first again, or is not.
#[test]
fn who_played_and_when_decides() {
    let (karpov, kasparov) = ("Karpov, Anatoly", "Kasparov, Garry");
    let one = |white, black, date, round| game(white, black, date, round, &format!("{MOVES} *"));
    let first = one(karpov, kasparov, "1993.02.28", "3");
    for (again, second) in [
        (true, one(karpov, kasparov, "1993.02.28", "3")),
        (true, one("KARPOV,A", "Kasparov", "1993.??.??", "?")),
        (true, one("Karpov, A.", "Kasparov, G", "", "3.1")),
        (true, first.replace("[Result \"*\"]", "[Result \"1-0\"]").replace(" *\n", " 1-0\n")),
        (false, one("Karpov, I", kasparov, "1993.02.28", "3")),
        (false, one("Karpov, Alexander", kasparov, "1993.02.28", "3")),
        (false, one("Polgar, J", kasparov, "1993.02.28", "3")),
        (false, one(kasparov, karpov, "1993.02.28", "3")),
        (false, one(karpov, kasparov, "1994.02.28", "3")),
        (false, one(karpov, kasparov, "1993.02.28", "4")),
        (false, one("?", kasparov, "1993.02.28", "3")),
        (false, plain(&format!("{MOVES} 11. d4 *"))),
        (false, plain(&MOVES.replace("10. Bc2 c5", "10. Bc2 c6 *"))),
    ] {
        let expected = if again { BTreeMap::from([(2, 1)]) } else { BTreeMap::new() };
        assert_eq!(told_of(format!("{first}{second}").as_bytes()), expected, "{second}");
    }
    // Blitz on one evening, and a chapter of a study, whose time is its own.
    let at = |time: &str, tags: &str| first.replace("[Result", &format!("[UTCTime \"{time}\"]\n{tags}[Result"));
    for (again, tags) in [(false, ""), (true, "[Annotator \"?\"]\n")] {
        let text = format!("{}{}", at("20:00:00", ""), at("20:05:00", tags));
        assert_eq!(told_of(text.as_bytes()).len(), usize::from(again), "{text}");
    }
    assert_eq!(told_of(one("NN", "NN", "?", "?").repeat(2).as_bytes()), BTreeMap::new());
}

#[test]
fn how_a_game_is_written_does_not_matter() {
    let first = plain(&format!("{MOVES} *"));
    for movetext in [
        MOVES.replace("1. e4 e5", "1. e4! $14 {the Spanish} (1. d4 d5 (1... Nf6) 2. c4) 1... e5"),
        // The same moves in another order.
        MOVES.replace("8. c3 O-O 9. h3", "8. h3 O-O 9. c3"),
        // One that is judged, and has its own findings.
        MOVES.replace("2. Nf3", "2.Ngf3"),
        MOVES.replace("5. O-O", "5. 0-0"),
        MOVES.replace("1. e4 e5", "e4 e5").replace("2. Nf3", "3. Nf3"),
        MOVES.replace(' ', "\n\n"),
    ] {
        let second = plain(&format!("{movetext} *"));
        assert_eq!(told_of(format!("{first}{second}").as_bytes()), BTreeMap::from([(2, 1)]), "{second}");
        assert_eq!(told_of(format!("{second}{first}").as_bytes()), BTreeMap::from([(2, 1)]), "{second}");
    }
    // Of an illegal move nobody knows where it leads.
    let broken = plain(&format!("{} *", MOVES.replace("4. Ba4", "4. Bd4")));
    let run = Folder::new().run_with(&["check", "--format", "json", "-"], broken.repeat(2).as_bytes());
    assert_eq!(told(&run), BTreeMap::new());
}

#[test]
fn a_short_game_is_not_compared() {
    let short = plain(&format!("{} *", MOVES.trim_end_matches(" c5")));
    assert_eq!(told_of(short.repeat(2).as_bytes()), BTreeMap::new());
}

#[test]
fn the_third_leads_to_the_first_and_each_file_stands_for_itself() {
    let text = plain(&format!("{MOVES} *")).repeat(3);
    assert_eq!(told_of(text.as_bytes()), BTreeMap::from([(2, 1), (3, 1)]));
    // Rounds 3 and 4 are two games, and what knows no round is the first of them.
    let of = |round| game("Karpov, A", "Kasparov, G", "?", round, &format!("{MOVES} *"));
    let text = ["3", "4", "?", "4", "3", "5", "5"].map(of).concat();
    assert_eq!(told_of(text.as_bytes()), BTreeMap::from([(3, 1), (4, 2), (5, 1), (7, 6)]));
    let folder = Folder::new();
    folder.write("a.pgn", of("3"));
    folder.write("b.pgn", of("3"));
    assert_eq!(told(&folder.run(&["check", "--no-config", "--format", "json"])), BTreeMap::new());
}

#[test]
fn places_hold_in_any_encoding_and_with_any_line_end() {
    let name = |text: String| text.replace("Karpov", "K\u{e4}rpov").replace("Linares", "L\u{ed}nares");
    let second = name(plain(&format!("{MOVES} *")));
    let text = format!("{{x}}\n\n{}{}{second}", second.replace("1. e4", "{y} 1. e4"), plain("1. e4 *"));
    for line_end in ["\n", "\r\n", "\r"] {
        let text = text.replace('\n', line_end);
        let latin1: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).expect("Latin-1")).collect();
        for bytes in [text.as_bytes(), &latin1] {
            let run = Folder::new().run_with(&["check", "--no-config", "--format", "json", "-"], bytes);
            let finding = run.findings().into_iter().find(|f| f["code"] == "duplicate-game").expect("the second game");
            let tag_at = |at: usize| bytes[at..].starts_with(b"[Event \"");
            let related = &finding["related"][0];
            let offset =
                |value: &Value| value["offset"].as_u64().and_then(|at| usize::try_from(at).ok()).expect("an offset");
            assert!(tag_at(offset(&finding["start"])) && tag_at(offset(&related["start"])), "{finding}");
            assert_eq!((&related["start"]["line"], &related["start"]["column"]), (&json!(3), &json!(1)), "{finding}");
            let ends = [&finding["end"], &related["end"]];
            for end in ends {
                assert_eq!(bytes[offset(end) - 1], b']', "{finding}");
            }
            // Both tags are as long as each other.
            assert_eq!(related["end"]["column"], finding["end"]["column"], "{finding}");
            assert_eq!((&finding["game"], &related["game"]), (&json!(3), &json!(1)), "{finding}");
        }
    }
}

/// A law over real games: whatever notation a file is written in once more, each of its games is known again, over all
/// blocks and on all cores.
#[test]
fn a_file_and_its_conversions_hold_the_same_games() {
    let folder = Folder::new();
    folder.write("book.pgn", BOOK);
    let games = BOOK.windows(8).filter(|window| window.starts_with(b"[Event \"")).count() as u64;
    let once = told(&folder.run(&["check", "--no-config", "--format", "json", "book.pgn"]));
    let mut compared = None;
    for to in ["PGN", "FCN", "SFEN", "UCI", "BCCF", "PGC"] {
        let run = folder.run(&["convert", "--to", to, "--allow-loss", "book.pgn", "-o", "again.vgn", "--force"]);
        assert_eq!(run.code, Some(0), "{to}: {}", run.stderr);
        // The first copy ends beyond the first block.
        let filler = format!("[Event \"?\"]\n\n1. e4 {{{}}} *\n\n", "long\n".repeat(250_000));
        folder.write("both.vgn", [BOOK, b"\n", filler.as_bytes(), &folder.read("again.vgn")].concat());
        for jobs in ["1", "4"] {
            let only = ["--allow", "all", "--warn", "duplicate-game", "--format", "json", "--jobs", jobs, "both.vgn"];
            let run = folder.run(&[&["check", "--no-config"][..], &only].concat());
            let both = told(&run);
            for (again, first) in both.iter().filter(|(again, _)| **again > games) {
                let own = again - games - 1;
                assert_eq!(first, once.get(&own).unwrap_or(&own), "{to}");
            }
            let later = both.keys().filter(|again| **again > games).count();
            assert_eq!(*compared.get_or_insert(later), later, "{to}");
            assert!(later > 85, "{to}: {later} of {games}");
        }
    }
}
