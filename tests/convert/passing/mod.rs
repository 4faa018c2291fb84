//! What is converted in passing is what a conversion gives, byte for byte and loss for loss.

pub mod passing_made;
pub mod passing_sections;
pub mod passing_variants;

use expect_test::expect;
use vgn_lsp::convert::PassingConverter;
use vgn_lsp::source::Encoding;
use vgn_lsp::syntax::games::games;

use crate::convert::passing::passing_sections::as_sections;
use crate::convert::support::target;
use crate::laws::passing::{SECTIONS, TARGETS, both_ways, sections_both_ways};

pub const FILES: [(&str, &[u8]); 6] = [
    ("book", include_bytes!("../../data/games/gnuchess-book.pgn")),
    ("clocks", include_bytes!("../../data/games/lichess_db_10k.pgn")),
    ("Dortmund", include_bytes!("../../data/annotated/dortmund.pgn")),
    ("championship", include_bytes!("../../data/annotated/wcc_2023.pgn")),
    ("seed", include_bytes!("../../../fuzz/seeds/clean/annotated")),
    ("boards", include_bytes!("../../../fuzz/seeds/clean/set-up")),
];

/// A line for each target: how many there are of all in each file, as `count` has it.
pub fn tally(names: &[&str], count: impl Fn(&str, &[u8]) -> (usize, usize)) -> String {
    let mut told = String::new();
    for name in names {
        told += name;
        for (file, bytes) in FILES {
            let (passed, all) = count(name, bytes);
            told += &format!(" {file} {passed}/{all}");
        }
        told += "\n";
    }
    told
}

/// Games that pass, whatever their line ends are, and all games.
pub fn passed(name: &str, bytes: &[u8]) -> (usize, usize) {
    let passed = both_ways(bytes, target(name));
    assert_eq!(passed, both_ways(&with_line_ends(bytes, "\r\n"), target(name)), "{name}");
    (passed, games(bytes).filter(|span| span.is_game).count())
}

/// Games converted in passing, of all, by target and file.
#[test]
fn real_games_in_passing_and_otherwise() {
    let told = tally(&TARGETS, passed);
    expect![[r#"
        UCI book 98/98 clocks 5/5 Dortmund 40/40 championship 3/3 seed 1/1 boards 2/2
        LAN book 98/98 clocks 5/5 Dortmund 40/40 championship 3/3 seed 1/1 boards 2/2
        MCN book 98/98 clocks 5/5 Dortmund 40/40 championship 3/3 seed 1/1 boards 2/2
        FCN book 98/98 clocks 5/5 Dortmund 40/40 championship 3/3 seed 1/1 boards 2/2
        FCN1 book 98/98 clocks 5/5 Dortmund 40/40 championship 3/3 seed 1/1 boards 2/2
        SAN book 98/98 clocks 5/5 Dortmund 40/40 championship 3/3 seed 1/1 boards 2/2
        VGN book 98/98 clocks 5/5 Dortmund 40/40 championship 3/3 seed 1/1 boards 2/2
        PGN book 98/98 clocks 5/5 Dortmund 40/40 championship 3/3 seed 1/1 boards 2/2
    "#]]
    .assert_eq(&told);
}

/// The law over any files: `PASSING_FILES="a.pgn b.pgn" cargo test --test all -- --ignored --nocapture passing::any_files`.
#[test]
#[ignore = "needs files of one's own"]
fn any_files_in_passing_and_otherwise() {
    for path in std::env::var("PASSING_FILES").unwrap_or_default().split_whitespace() {
        let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let passed: Vec<String> = TARGETS
            .into_iter()
            .chain(SECTIONS)
            .map(|name| format!("{name} {}", both_ways(&bytes, target(name))))
            .chain(SECTIONS.map(|name| format!("from {name} {}", sections_both_ways(&as_sections(&bytes, name)))))
            .collect();
        let all = games(&bytes).filter(|span| span.is_game).count();
        eprintln!("{path}: {} of {all}", passed.join(", "));
    }
}

fn with_line_ends(bytes: &[u8], line_end: &str) -> Vec<u8> {
    let lines = bytes.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    lines.collect::<Vec<_>>().join(line_end.as_bytes())
}

#[test]
fn boards_are_not_for_passing() {
    for name in ["FEN", "SFEN", "BCCF1", "BCFEN1"] {
        assert!(PassingConverter::new(target(name)).is_none(), "{name}");
    }
}

/// A game with the roster, these tags, and this movetext.
pub fn game(tags: &str, movetext: &str) -> String {
    let result = movetext.split_whitespace().next_back().unwrap_or_default();
    format!(
        "[Event \"x\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n[White \"é\"]\n[Annotator \"z\"]\n\
         [ECO \"A00\"]\n[Black \"\"]\n[Result \"{result}\"]\n{tags}\n{movetext}\n"
    )
}

/// The text in the encodings and with the line ends that files have.
pub fn forms(text: &str) -> Vec<Vec<u8>> {
    let mut forms = Vec::new();
    for line_end in ["\n", "\r\n", "\r"] {
        let utf8 = text.replace('\n', line_end);
        let others = [Encoding::Latin1, Encoding::Cp437].map(|encoding| encoding.encode(&utf8).map(Vec::from));
        forms.extend(others.into_iter().flatten());
        forms.push(utf8.into_bytes());
    }
    forms
}

#[track_caller]
fn taken(tags: &str, movetext: &str, expected: &[&str]) {
    let text = game(tags, movetext);
    for name in TARGETS {
        for form in forms(&text) {
            let passed = both_ways(&form, target(name)) == 1;
            assert_eq!(passed, expected.contains(&name), "{name}: {movetext} {:?}", String::from_utf8_lossy(&form));
        }
    }
}

#[test]
fn what_is_for_passing() {
    for movetext in [
        "1. f3! e5 2. g4?? Qh4# $1 0-1",
        "1.e4 e5 2.Qh5 $6 Ke7 $4 3.Qxe5# 1-0",
        "1. e4 1...e5 2. Nf3 1/2-1/2",
        "1. e4 e5 2. Bb5 a6 3. Bxd7+ $2 1-0",
        "1. e4 d5 2. e5 f5 3. exf6 *",
        "1-0",
        "1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. h4 Rah6 5. Qxc7 f6 6. Qxd7+ Kf7 7. Qxb7 Qd3 8. Qxb8 Qh7 9. Qxc8 Kg6 \
         10. Qe6 {stalemate} 1/2-1/2",
        // Comments between White's half-move and Black's.
        "1. e4 {a} e5 2. Nf3 *",
        "1. e4 {a} {b}{c}\n {d} 1... e5 2. Nf3 *",
        "1. e4 {é} 1... e5 $1 {b} 2. Nf3 {c} 1-0",
        "1. e4! {a} e5!? {b}\n2. Nf3{c}Nc6{d}3. Bb5 {e\nf} a6 *",
        "1. e4\n{a}\ne5\n  {b} \n2. Nf3\n  {c} Nc6 *",
        "{a} 1. e4 ; é line \n 1... e5 2. Nf3 ;é\n\t*",
        // Variations, with comments at their ends and around them.
        "1. e4 {a} (1. d4 {b}) {c} (1. c4 {d} c5 {e} 2. Nc3 {f}) {g} 1... e5 {h} 2. Nf3 1/2-1/2",
        "1. e4 e5 (1... c5 {a} 2. Nf3 {b} (2. c3 {c} d5 {d}) 2... d6) ({e} 1... e6) 2. Nf3 {f} Nc6! (2... d6!?) 1-0",
        "1. e4 (1. d4 (1. c4 {a} e5 {b} (1... c5 {c}) 2. Nc3) {d} d5 2. c4) 1... e5 (1... c5)(1... e6) 0-1",
        "1. f3 e5 2. g4 (2. e4 {a} Qh4+ {b} 3. g3) {c} Qh4# {d} (2... d5) {e} 0-1",
        "1. e4{a}(1. d4 {b})e5 2.Nf3 (2.f4{c})2...Nc6 *",
    ] {
        taken("", movetext, &TARGETS);
    }
}

#[test]
fn what_passing_leaves_out_for_some() {
    // A line comment that braces cannot hold.
    taken("", "1. e4 ; a } b\n e5 *", &["SAN"]);
    taken("", "1. e4 ; a\u{a0}\n e5 *", &TARGETS);
    // A comment between a number and its half-move.
    taken("", "1. {a} e4 *", &["SAN", "PGN"]);
    taken("", "1. e4 1... {a} e5 *", &["SAN", "PGN"]);
    // White space beyond ASCII at the ends of a value.
    taken("[Opening \"\u{a0}x\"]\n", "1. e4 *", &TARGETS);
    // Boards.
    let board = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/p7/R3K2R b KQ - 3 9\"]\n";
    taken(board, "9... Kd7 {a} 10. O-O-O+ {b} Kc7 (10... Ke7) 11. Rhe1 *", &TARGETS);
    taken("[SetUp \"0\"]\n", "1. e4 *", &["SAN", "PGN"]);
    // Under a misspelt name the tag may decide how the moves are read.
    for tag in ["[Varient \"Atomic\"]\n", "[Fen \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n"] {
        taken(tag, "1. e4 *", &[]);
    }
    taken("[Varient \"Sicilian\"]\n[Fen \"none\"]\n", "1. e4 *", &TARGETS);
    let one_line = board.replace('\n', " ");
    taken(&(one_line + "\n"), "9... Kd7 *", &["SAN", "PGN"]);
}

/// What a check finds, and a conversion does not mind.
#[test]
fn deviations() {
    for movetext in [
        // Marks, and more of the source than is needed, or another part.
        "1. f3 e5 2. g4 Qh4 {a} 0-1",
        "1. f3 e5+ 2. g4# {a} Qh4+! $1 (2... Nc6#) 0-1",
        "1. e4 e5 2. Ng1f3 Nb8c6 3. Nbc3 N8f6 {a} (3... Nge7 4. Bf1c4) 4. Nf3xe5 {b} Nc6xe5 *",
        "1. Nf3 Nc6 2. Nc3 Nb8 3. Nb5 Na6 4. N5d4 Nb8 5. Nb3 Nc6 6. Nb3d4 *",
        // Another end than the tag's, and than the board's.
        "1. f3 e5 2. g4 Qh4# *",
        "1. f3 e5 2. g4 Qh4# 1-0",
        "1. e4 e5 2. Ke2 {a} Ke7 \\$14 3. Ke1! \\$14 {b} Ke8 \\$15 (3... Kd6 \\$6 {c}) \\\n$1 *",
        // Numbers that go on from a wrong one.
        "7. e4 {a} e5 (7... c5 8. Nf3 (8. c3)) 8. Nf3 {b} (8. f4 exf4) 8... Nc6 *",
        "2. e4 (2. d4 2... d5) 2... e5 3. Nf3 *",
        // Drawn by the rules.
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 9. Nf3 {a} Nf6 *",
    ] {
        if movetext.contains("\\\n") {
            taken("", movetext, &[]);
            taken("", &movetext.replace(" \\\n$1", ""), &TARGETS);
        } else {
            taken("", movetext, &TARGETS);
        }
    }
    for tags in [
        "[PlyCount \"9\"]\n",
        "[Opening \" x \"]\n[Variation \"  \"]\n",
        "[PlyCount \"many\"]\n[EventDate \"2024.13.01\"]\n[BlackElo \"Z1\"]\n",
        "[WhiteElo \"1500?\"]\n[Whitee \"x\"]\n[event \"x\"]\n",
    ] {
        taken(tags, "1. e4 {a} e5 *", &TARGETS);
    }
    // Where the game leaves PGN, a repeated tag is listed, and so is one that would be rules.
    taken("[Rules \"some\"]\n[Pieces \"x\"]\n[Variant \"Standard\"]\n", "1. e4 {a} e5 *", &["PGN", "SAN"]);
    taken("[Whitee \"x\"]\n[Whitee \"y\"]\n", "1. e4 {a} e5 *", &["SAN"]);
    let late = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/p7/R3K2R b KQ - 3 9\"]\n";
    taken(late, "1... Kd7 {a} 2. O-O-O+ (2. Rxa2 {b} Kc7) 2... Kc7 (2... Ke7) 3. Rhe1 *", &TARGETS);
    let dead = "[SetUp \"1\"]\n[FEN \"3k4/8/8/8/8/8/3p4/3K4 w - - 0 1\"]\n";
    taken(dead, "1. Kxd2 Kd7 2. Kd3 {a} Kd6 *", &TARGETS);
}

/// The first line end is the game's, and not one behind it; one that is far away is not looked for.
#[test]
fn line_ends_that_a_game_has_not() {
    let tags = "[Event \"x\"] [Result \"1-0\"]";
    let far = format!("{tags} 1. e4 {{{}}}\r\n e5 1-0\r\n", "x ".repeat(4000));
    for name in TARGETS {
        assert_eq!(both_ways(format!("{tags} 1. e4 e5 1-0 {tags} 1. e4 e5 1-0\n").as_bytes(), target(name)), 2);
        let alone = both_ways(format!("{tags} 1. e4 e5 1-0 {tags} 1. e4 e5 1-0\r\n").as_bytes(), target(name));
        assert_eq!(alone, if name == "SAN" { 2 } else { 1 }, "{name}");
        assert_eq!(both_ways(far.as_bytes(), target(name)), usize::from(name == "SAN"), "{name}");
    }
}

/// Tags of the roster that are missing, or say something else than the terminator.
#[test]
fn rosters() {
    for lines in [
        "[White \"A\"]",
        "[ECO \"A00\"]\n[Black \"B\"]\n[Result \"1/2-1/2\"]",
        "[Result \"*\"]\n[Annotator \"A\"]\n[Site \"B\"]",
        "[Zzzzzz \"A\"]",
        "[Zzzzzz \"A\"]\n[Event \"x\"]",
    ] {
        let text = format!("{lines}\n\n1. e4 {{a}} e5 1-0\n");
        for name in TARGETS {
            // An export names a result that is not the end.
            let passes = usize::from(name != "PGN" || !lines.contains("Result"));
            for form in forms(&text) {
                assert_eq!(both_ways(&form, target(name)), passes, "{name}: {text}");
            }
        }
    }
    // What is no result of PGN is listed where the game becomes one of VGN, and read as one for an export.
    for (name, result) in TARGETS.into_iter().flat_map(|name| ["who knows", "1/2", ""].map(|result| (name, result))) {
        let text = format!("[Result \"{result}\"]\n\n1. e4 e5 1-0\n");
        assert_eq!(both_ways(text.as_bytes(), target(name)) == 1, name == "SAN", "{name}");
    }
    // Where a game without tags begins is for the scan to say.
    for name in TARGETS {
        assert_eq!(both_ways(b"1. e4 e5 *\n", target(name)), 0);
    }
}

#[test]
fn lines_are_broken_where_a_conversion_breaks_them() {
    for width in 60..90 {
        let letters = "é".repeat(width);
        let words = "a é ".repeat(width / 4);
        for comment in [&letters, &words, &format!("{words} [%clk 0:00:01] {words}\n[%emt 0:00:01]\tc  d\n\n{words}")] {
            let movetext = format!("1. e4 {{{comment}}} (1. d4 {{{comment}}} d5) 1... e5 {{{comment}}} *");
            taken("", &movetext, &TARGETS);
        }
    }
}
