//! `--range`: the games that begin in some bytes of a file.

use crate::support::cli::{Folder, bad, good, unended};

/// A file of games of different lengths, some with findings, and where to divide it.
fn text() -> (String, [usize; 5]) {
    let some = [good().repeat(3), bad(), good(), unended(), good().replace('\n', "\r\n")].concat();
    let games = (0..900).map(|n| some.replace("[Event \"?\"]", &format!("[Event \"{}\"]", "é".repeat(n % 40))));
    let text: String = games.collect();
    let len = text.len();
    (text, [0, 100, len / 3, len / 3 + 1, len * 3 / 4])
}

#[test]
fn parts_side_by_side_are_the_whole() {
    let folder = Folder::new();
    let (text, borders) = text();
    folder.write("a.pgn", &text);
    let ends = borders.iter().skip(1).map(usize::to_string).chain([String::new()]);
    let ranges: Vec<String> = borders.iter().zip(ends).map(|(start, end)| format!("{start}-{end}")).collect();
    for args in [
        &["check", "--format", "concise", "--allow", "duplicate-game"] as &[&str],
        &["convert", "--to", "FCN", "--keep-refused"],
    ] {
        let whole = folder.run(&[args, &["a.pgn"]].concat());
        assert!(!whole.stdout.is_empty(), "{args:?}: {}", whole.stderr);
        let parts = ranges.iter().map(|range| {
            let part = folder.run(&[args, &["--range", range, "a.pgn"]].concat());
            assert!(matches!(part.code, Some(0 | 1)), "{range}: {}", part.stderr);
            part.stdout
        });
        let parts: String = parts.collect();
        assert!(parts == whole.stdout, "{args:?}");
    }
}

#[test]
fn a_range_is_of_one_file_that_is_only_read() {
    let folder = Folder::new();
    folder.write("a.pgn", good().repeat(3));
    folder.write("b.pgn", good());
    let packed = zstd::encode_all(good().as_bytes(), 1).expect("compressed");
    folder.write("c.pgn.zst", packed);
    for (args, message) in [
        (&["check", "--range", "0-9", "a.pgn", "b.pgn"] as &[&str], "expected one file"),
        (&["check", "--range", "0-9", "-"], "expected one file"),
        (&["check", "--range", "9-0", "a.pgn"], "expected two places in bytes"),
        (&["check", "--range", "0-9", "c.pgn.zst"], "only of a file that is not compressed"),
        (&["check", "--range", "0-9", "--fix", "a.pgn"], "cannot be used with"),
        (&["convert", "--to", "FCN", "--range", "0-9", "--in-place", "a.pgn"], "cannot be used with"),
    ] {
        let run = folder.run(args);
        assert_eq!(run.code, Some(2), "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains(message), "{args:?}: {}", run.stderr);
    }
    let run = folder.run(&["check", "--range", "1-100000", "a.pgn"]);
    assert!(run.stderr.starts_with("1 file, 2 games"), "{}", run.stderr);
    let behind = folder.run(&["check", "--range", "100000-", "a.pgn"]);
    assert!(behind.stderr.starts_with("1 file, 0 games"), "{}", behind.stderr);
}
