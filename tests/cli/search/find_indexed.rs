//! `vgn-lsp find` by an index: byte for byte what it finds by reading all games.

use std::fs;
use std::io::Write;

use crate::support::cli::Folder;

/// Games between which others stand, so that a scan of all would not be as quick.
const PADDING: &str = "[White \"P\"]\n\n1. a4 a5 2. h4 h5 *\n\n";
const SICILIAN: &str = "[White \"S\"]\n[Result \"1-0\"]\n\n1. e4 c5 {so} 2. Nf3 d6 1-0\n\n";
const KNIGHT_FIRST: &str = "[White \"N\"]\n\n1. Nf3 c5 2. e4 (2. c4 e5) 2... Nc6 0-1\n\n";
const DOUBTFUL: &str = "[White \"D\"]\n\n1. e4 c5 <x> 2. Nc3 1/2-1/2\n\n";
const IN_A_LINE: &str = "1. e4 c5 2. Nf3 * 1. d4 d5 * 1. e4 c5 2. Nf3 Nc6 *";

const OPEN: &str = "position 'rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2'";
const AFTER_C5: &str = "position 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2'";

/// A folder with many games of other openings.
fn games() -> Folder {
    let folder = Folder::new();
    let padding = PADDING.repeat(9);
    let all = [&padding, SICILIAN, &padding, KNIGHT_FIRST, &padding, DOUBTFUL, &padding].concat();
    folder.write("g/a.pgn", &all);
    folder.write("g/b.pgn", all.replace('\n', "\r\n"));
    folder.write("g/c.pgn", all.replace('\n', "\r"));
    folder.write("g/line.pgn", [IN_A_LINE, "\n", &padding].concat());
    folder.write("g/mark.pgn", ["\u{feff}1. e4 c5 2. Nf3 *\n", &all].concat());
    folder.write("g/latin.pgn", [padding.as_bytes(), b"[White \"\xfc\"] {\xfc} 1. e4 c5 2. Nf3 *\n"].concat());
    folder.write("g/many.pgn", [SICILIAN, PADDING].concat().repeat(20));
    folder.write("g/none.pgn", &padding);
    let run = folder.run(&["convert", "--allow-loss", "--to", "BCCF", "g/a.pgn", "-o", "g/small.vgn"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    folder
}

/// Compares both ways, and returns what was found and what was said beside it.
fn found(folder: &Folder, condition: &str, paths: &[&str]) -> (String, String) {
    let mut all = (String::new(), String::new());
    for form in [&["--format", "text"][..], &["--format", "json"], &["--output", "-"], &["--count"]] {
        let of = |more: &[&str]| folder.run(&[&["find", condition], form, more, paths].concat());
        let (by_index, by_scan) = (of(&["--store", "s"]), of(&["--no-index"]));
        assert_eq!(by_index.stdout, by_scan.stdout, "{condition} {form:?} {paths:?}");
        assert_eq!(by_index.code, by_scan.code, "{}", by_index.stderr);
        let figures = |said: &str| said.rsplit_once(" in ").map(|(figures, _)| figures.to_owned());
        assert_eq!(figures(&by_index.stderr), figures(&by_scan.stderr));
        all.0 += &by_index.stdout;
        all.1 += &by_index.stderr;
    }
    all
}

fn index(folder: &Folder) {
    let run = folder.run(&["index", "--quiet", "--store", "s", "g"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}

#[test]
fn an_index_finds_what_a_scan_finds() {
    let folder = games();
    index(&folder);
    let conditions = [
        OPEN.to_owned(),
        format!("{OPEN} and not result 1-0"),
        format!("result 1-0 and {AFTER_C5} and comment so"),
        format!("{OPEN} or {AFTER_C5}"),
        format!("({OPEN} or {AFTER_C5}) for 2"),
        format!("{AFTER_C5} reversed"),
        format!("{OPEN} always"),
        format!("not {OPEN} and player N"),
        format!("{OPEN} or player P"),
        "position '8/8/4k3/8/8/4P3/4K3/8 w - - 0 1'".to_owned(),
        "position 'rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R'".to_owned(),
    ];
    for condition in &conditions {
        for paths in [&["g"][..], &["g/small.vgn", "g/b.pgn", "g/a.pgn"], &["g/mark.pgn"], &["g/line.pgn"]] {
            found(&folder, condition, paths);
        }
    }
    folder.write("more.pgn", [SICILIAN, PADDING].concat());
    let (hits, _) = found(&folder, OPEN, &["g/a.pgn", "more.pgn", "g/b.pgn"]);
    assert!(hits.contains("more.pgn:4:18: game 1: S - ?, 2. Nf3\n"), "{hits}");
}

/// Comments behind a result are read and written with the game before it, as far as they go.
#[test]
fn comments_behind_a_result_go_with_a_game_of_the_index() {
    let folder = Folder::new();
    let padding = PADDING.repeat(9);
    let game = |white: &str, end: &str| format!("[White \"{white}\"]\n\n1. e4 c5 2. Nf3 {end}");
    let one = game("A", "1-0 {Black loses on time}");
    let two = game("B", "0-1\n; flag fell, {time\n% or not\n{end}");
    let three = game("C", "* {time}").replace('[', "{above}\n[");
    let above = padding.replacen('[', "{time}\n[", 1);
    let line = "1. e4 c5 2. Nf3 * {time} 1. e4 c5 2. Nf3 Nc6 {in it} * {after it}\n\n";
    let last = game("L", "1/2-1/2 {\u{fc} time\n\nof the last}\n\n{end}\n");
    let spaced = |text: &str| format!("{text}\n\n{padding}");
    let all = [&padding[..], &spaced(&one), &spaced(&two), &spaced(&three), &game("D", "*\n"), &above, &last].concat();
    folder.write("g/a.pgn", &all);
    folder.write("g/b.pgn", all.replace('\n', "\r\n"));
    folder.write("g/c.pgn", all.replace('\n', "\r"));
    folder.write("g/latin.pgn", all.chars().map(|char| char as u8).collect::<Vec<u8>>());
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(all.as_bytes()).expect("compresses");
    folder.write("g/packed.pgn.gz", packed.finish().expect("compresses"));
    folder.write("g/line.pgn", [line, &padding, &padding].concat());
    folder.write("g/neighbours.pgn", [&one, "\n", &two, "\n\n", &three, "\n", &padding, &padding].concat());
    // More than is read behind a game.
    let long = game("E", &format!("1-0 {{{}time}}", "long ".repeat(999)));
    folder.write("g/long.pgn", [&spaced(&one)[..], &spaced(&long)].concat());
    // Hits that are found before it is seen that the index does not do.
    let few = [&one, "\n\n", &PADDING.repeat(4)].concat().repeat(1100);
    folder.write("g/many.pgn", [&few, &long, "\n\n", PADDING].concat());
    index(&folder);
    let conditions = [
        OPEN.to_owned(),
        format!("{OPEN} and comment time"),
        format!("comment time and {OPEN}"),
        format!("not comment time and {OPEN}"),
        format!("{OPEN} and comment above"),
        format!("{OPEN} and (comment end or comment it)"),
    ];
    let files = ["a", "b", "c", "latin", "line", "neighbours", "long"].map(|name| format!("g/{name}.pgn"));
    let files = files.into_iter().chain(["g/packed.pgn.gz".to_owned()]).collect::<Vec<_>>();
    for condition in &conditions {
        for file in &files {
            found(&folder, condition, &[file]);
        }
        found(&folder, condition, &["g/long.pgn", "g/a.pgn", "g/latin.pgn"]);
    }
    found(&folder, &conditions[1], &["g/many.pgn", "g/a.pgn"]);
    let (hits, _) = found(&folder, &format!("{OPEN} and comment loses"), &["g/a.pgn"]);
    assert!(hits.contains(&format!("\n{one}\n1\n")), "{hits}");
}

#[test]
fn only_candidates_are_read_and_changed_files_are_scanned() {
    let folder = games();
    index(&folder);
    let count = |more: &[&str]| folder.run(&[&["find", "--count", OPEN, "g/a.pgn"], more].concat());
    assert_eq!(count(&["--store", "s"]).stdout, "2\n");
    folder.write("g/a.pgn", SICILIAN.repeat(3));
    assert_eq!(count(&["--store", "s"]).stdout, "3\n");
    found(&folder, OPEN, &["g"]);
    // Damage shows that the index is read, unless it is not to be, or cannot help.
    let manifest = folder.path("s/manifest");
    let bytes = fs::read(&manifest).expect("the manifest");
    folder.write("s/manifest", &bytes[..bytes.len() - 1]);
    let run = count(&["--store", "s"]);
    assert!(run.stderr.contains("is damaged") && run.stdout == "3\n", "{}", run.stderr);
    assert_eq!(count(&["--no-index"]).stderr, "");
    assert_eq!(folder.run(&["find", "--count", "--store", "s", "player S", "g/a.pgn"]).stderr, "");
}
