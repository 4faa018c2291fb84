//! `vgn-lsp index`, and `explore` from an index: the same as a scan, whatever happens to games and index.

use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use crate::support::cli::{Folder, Run};

const GAMES: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2401\"]\n\
                     [Date \"2001.02.03\"]\n\n1. e4 c5 2. Nf3 d6 1-0\n\n\
                     [White \"C\"]\n[Black \"D\"]\n\n1. Nf3 c5 2. e4 (2. c4 e5) Nc6 0-1\n\n\
                     [White \"E\"]\n[Black \"F\"]\n\n1. e4 c5 <x> 2. Nc3 1/2-1/2\n\n; the end\n";
const KNIGHTS: &str = "[White \"K\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. e4 c5 *\n";

/// Moves to positions that the games reach often, seldom, after repetitions, and not at all.
const LINES: [&str; 6] = ["1. Nf3 Nf6 2. Ng1 Ng8", "1. e4", "1. e4 c5", "1. e4 c5 2. Nf3", "1. d4 d5", "1. a3"];

/// A folder with games of all kinds.
fn games() -> Folder {
    let folder = Folder::new();
    folder.write("g/a.pgn", GAMES);
    folder.write("g/b.pgn", GAMES.replace('\n', "\r\n").replace("2500", "2600"));
    folder.write("g/deep/many.pgn", [GAMES, KNIGHTS].concat().repeat(20));
    folder.write("g/mark.pgn", format!("\u{feff}{}{}", KNIGHTS, GAMES.replace("[White \"A\"]", "[White \"Ä\"]")));
    folder.write("g/latin.pgn", b"[White \"M\xfcller\"]\n\n1. e4 c5 {gr\xfc\xdfe} 2. f4 1-0\n");
    folder.write("g/empty.pgn", "");
    folder.write("g/squeezed.pgn.gz", gzipped(GAMES.replace("2500", "2550").as_bytes()));
    let run = folder.run(&["convert", "--allow-loss", "--to", "BCCF", "g/a.pgn", "-o", "g/small.vgn"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    folder
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).expect("written");
    encoder.finish().expect("written")
}

fn index(folder: &Folder) -> Run {
    folder.run(&["index", "--store", "s", "g"])
}

/// What the index answers to all questions, after it was compared with a scan; and what was said beside it.
fn explored(folder: &Folder, paths: &[&str]) -> (String, String) {
    let (mut all, mut said) = (String::new(), String::new());
    for line in LINES {
        for format in ["text", "json"] {
            let of = |more: &[&str]| {
                let arguments = [&["explore", "--moves", line, "--format", format][..], more, paths].concat();
                folder.run(&arguments)
            };
            let (found, scanned) = (of(&["--store", "s"]), of(&["--no-index"]));
            assert_eq!(found.stdout, scanned.stdout, "{line}");
            assert_eq!((found.code, scanned.code), (Some(0), Some(0)), "{}", found.stderr);
            all += &found.stdout;
            said += &found.stderr;
        }
    }
    (all, said)
}

/// Games that the index knows, by its status.
fn known(folder: &Folder) -> String {
    let run = folder.run(&["index", "--store", "s", "--status"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    run.stdout.lines().last().unwrap_or_default().to_owned()
}

#[test]
fn an_index_says_what_a_scan_says() {
    let folder = games();
    let run = index(&folder);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains("97 games in 8 files indexed"), "{}", run.stderr);
    assert_eq!(explored(&folder, &["g"]).1, "");
    assert_eq!(explored(&folder, &["g/small.vgn", "g/b.pgn", "g/deep", "g/a.pgn"]).1, "", "in another order");
    assert_eq!(explored(&folder, &["g/deep/many.pgn"]).1, "");
    folder.write("more.pgn", GAMES);
    assert_eq!(explored(&folder, &["more.pgn", "g"]).1, "", "a file that the index does not have");
    let run = index(&folder);
    assert!(run.stderr.contains("0 games in 0 files indexed, 0 positions; 8 files unchanged"), "{}", run.stderr);
    assert!(known(&folder).starts_with("s: 8 files, 97 games, "), "{}", known(&folder));
}

#[test]
fn files_that_come_go_and_change_are_noticed() {
    let folder = games();
    let path = folder.path("g/a.pgn");
    assert_eq!(index(&folder).code, Some(0));
    let before = explored(&folder, &["g"]).0;
    // The same length, and the same time.
    let modified = fs::metadata(&path).and_then(|metadata| metadata.modified()).expect("a time");
    folder.write("g/a.pgn", GAMES.replace("Nc6 0-1", "Nf6 1-0"));
    let file = File::options().write(true).open(&path).expect("the file");
    file.set_modified(modified).expect("a time");
    drop(file);
    assert_ne!(explored(&folder, &["g"]).0, before);
    assert!(index(&folder).stderr.contains("3 games in 1 file indexed"), "{}", index(&folder).stderr);
    explored(&folder, &["g"]);
    fs::remove_file(folder.path("g/b.pgn")).expect("removed");
    folder.write("g/new.pgn", KNIGHTS);
    explored(&folder, &["g"]);
    let run = index(&folder);
    assert!(run.stderr.contains("1 game in 1 file indexed") && run.stderr.contains("1 file removed"), "{}", run.stderr);
    explored(&folder, &["g"]);
    // Only the time is new.
    let file = File::options().write(true).open(&path).expect("the file");
    file.set_modified(modified + Duration::from_secs(5)).expect("a time");
    drop(file);
    assert!(index(&folder).stderr.contains("0 games in 0 files indexed, 0 positions; 8 files unchanged"));
}

#[test]
fn without_a_store_the_index_is_among_the_caches_of_the_user() {
    let folder = games();
    let run = |arguments: &[&str]| {
        let mut command = folder.command();
        for name in ["XDG_CACHE_HOME", "HOME", "LOCALAPPDATA"] {
            command.env(name, folder.path("caches"));
        }
        Run::from(command.args(arguments).stdin(Stdio::null()).output().expect("the binary starts"))
    };
    assert_eq!(run(&["index", "--quiet", "g"]).stderr, "");
    let names = |folder: &Folder| folder.names();
    assert_eq!(names(&folder), ["caches", "g"]);
    // Damage shows that explore reads it.
    let manifest = ["caches/vgn-lsp/index/manifest", "caches/Library/Caches/vgn-lsp/index/manifest"];
    let manifest = manifest.iter().find(|name| folder.path(name).exists()).expect("a manifest");
    folder.write(manifest, "vgn-lsp");
    let explored = run(&["explore", "g"]);
    assert!(explored.stderr.contains("manifest: this part of the index is damaged: `vgn-lsp index` makes it anew"));
    assert_eq!((explored.code, &explored.stdout), (Some(0), &run(&["explore", "--no-index", "g"]).stdout));
    assert!(run(&["index", "g"]).stderr.contains("97 games in 8 files indexed"));
    folder.write(manifest, "a text");
    for arguments in [&["index", "g"][..], &["index", "--remove"], &["index", "--status"]] {
        let refused = run(arguments);
        assert!(refused.code == Some(2) && refused.stderr.contains("manifest: this is no file of an index"));
    }
    assert_eq!(folder.read(manifest), b"a text");
    fs::remove_file(folder.path(manifest)).expect("removed");
    assert_eq!(run(&["index", "g"]).code, Some(0));
    assert_eq!(run(&["index", "--remove"]).code, Some(0));
    let again = run(&["index", "--remove"]);
    assert!(again.code == Some(2) && again.stderr.contains("no index is in this folder"), "{}", again.stderr);
}

/// The file of an index that is changed.
type PlaceOf = fn(&Folder) -> PathBuf;
/// What becomes of its bytes.
type Change = fn(&[u8]) -> Vec<u8>;

#[test]
fn a_damaged_cut_off_or_foreign_index_is_said_and_made_anew() {
    let folder = games();
    assert_eq!(index(&folder).code, Some(0));
    let manifest = |folder: &Folder| folder.path("s/manifest");
    let changes: [(PlaceOf, Change, &str); 6] = [
        (manifest, |bytes| [b"vgn-lsp index 9", &bytes[15..]].concat(), "another version"),
        (manifest, |bytes| bytes[..bytes.len() - 1].to_vec(), "damaged"),
        (manifest, |_| Vec::new(), "damaged"),
        (segment, |bytes| bytes[..bytes.len() - 1].to_vec(), "damaged"),
        (segment, |bytes| bytes.iter().map(|byte| byte ^ 1).collect(), "damaged"),
        (segment, |bytes| vec![b'x'; bytes.len()], "damaged"),
    ];
    for (path, change, expected) in changes {
        let path = path(&folder);
        fs::write(&path, change(&fs::read(&path).expect("bytes"))).expect("written");
        let said = explored(&folder, &["g"]).1;
        assert!(said.contains(expected) && said.contains("the games are read instead"), "{said}");
        let run = index(&folder);
        assert!(run.code == Some(0) && run.stderr.contains(expected), "{}", run.stderr);
        assert!(run.stderr.contains("97 games in "), "{}", run.stderr);
        assert_eq!(explored(&folder, &["g"]).1, "");
    }
    fs::remove_file(segment(&folder)).expect("removed");
    assert!(explored(&folder, &["g"]).1.contains("the games are read instead"));
    assert_eq!(index(&folder).code, Some(0));
    assert_eq!(explored(&folder, &["g"]).1, "");
}

/// The only segment of the index.
fn segment(folder: &Folder) -> PathBuf {
    let paths = fs::read_dir(folder.path("s")).expect("the index").map(|entry| entry.expect("an entry").path());
    let mut segments = paths.filter(|path| path.extension().is_some_and(|extension| extension == "vgnseg"));
    segments.next().expect("a segment")
}

#[test]
fn a_process_that_is_killed_leaves_the_old_index_or_the_new_one() {
    let folder = games();
    assert_eq!(index(&folder).code, Some(0));
    for round in 0..12u64 {
        folder.write("g/deep/many.pgn", [GAMES, KNIGHTS].concat().repeat(40 + round as usize));
        let mut command = folder.command();
        let child = command.args(["index", "--store", "s", "g"]).stdin(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut child = child.expect("the binary starts");
        std::thread::sleep(Duration::from_micros(round * 1700));
        let _ = child.kill();
        child.wait().expect("it ends");
        assert_eq!(explored(&folder, &["g/deep", "g/a.pgn"]).1, "", "round {round}");
    }
    assert_eq!(index(&folder).code, Some(0));
    assert!(known(&folder).starts_with("s: 8 files, 221 games, "), "{}", known(&folder));
    let names = fs::read_dir(folder.path("s")).expect("the index").count();
    assert!(names < 18, "{names} files are left");
}

#[test]
fn while_one_process_writes_another_one_reads_and_a_third_is_refused() {
    let folder = games();
    assert_eq!(index(&folder).code, Some(0));
    let lock = File::options().write(true).open(folder.path("s/lock")).expect("the lock");
    lock.try_lock().expect("locked");
    let run = index(&folder);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("another process is writing this index"), "{}", run.stderr);
    assert_eq!(folder.run(&["index", "--store", "s", "--remove"]).code, Some(2));
    assert_eq!(explored(&folder, &["g"]).1, "");
}

#[test]
#[cfg(unix)]
fn where_nothing_can_be_written_the_old_index_stays() {
    let folder = games();
    assert_eq!(index(&folder).code, Some(0));
    let before = known(&folder);
    folder.write("g/deep/many.pgn", [GAMES, KNIGHTS].concat().repeat(2000));
    // A file may have one block; the signal that tells so is ignored, so that writing fails as on a full disk.
    let run = folder.shell("trap '' XFSZ; ulimit -f 1; exec \"$BIN\" index --store s g");
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("the index cannot be read or written"), "{}", run.stderr);
    assert_eq!(known(&folder), before);
    assert_eq!(explored(&folder, &["g"]).1, "");
    assert_eq!(index(&folder).code, Some(0));
    assert_ne!(known(&folder), before);
}

#[test]
fn what_cannot_be_read_now_stays_in_the_index() {
    let folder = games();
    assert_eq!(index(&folder).code, Some(0));
    let before = known(&folder);
    fs::rename(folder.path("g"), folder.path("elsewhere")).expect("renamed");
    let run = index(&folder);
    assert!(run.code == Some(2) && run.stderr.contains("g: the file cannot be read"), "{}", run.stderr);
    assert_eq!(known(&folder), before);
    fs::rename(folder.path("elsewhere"), folder.path("g")).expect("renamed");
    // What is gone from a folder that can be read leaves the index.
    fs::remove_file(folder.path("g/b.pgn")).expect("removed");
    assert_eq!(index(&folder).code, Some(0));
    assert!(known(&folder).contains("7 files"), "{}", known(&folder));
}

#[test]
#[cfg(unix)]
fn a_folder_without_permission_loses_nothing_of_the_index() {
    use std::os::unix::fs::PermissionsExt;
    let folder = games();
    assert_eq!(index(&folder).code, Some(0));
    let before = known(&folder);
    let allow = |mode: u32| fs::set_permissions(folder.path("g/deep"), fs::Permissions::from_mode(mode));
    for mode in [0o000, 0o444, 0o111] {
        allow(mode).expect("a mode");
        // The superuser may read everything.
        let is_read = File::open(folder.path("g/deep/many.pgn")).is_ok() && fs::read_dir(folder.path("g/deep")).is_ok();
        let run = index(&folder);
        assert!(is_read || mode == 0o444 || run.code == Some(2), "{mode:o}: {}", run.stderr);
        assert_eq!(known(&folder), before, "{mode:o}: {}", run.stderr);
    }
    allow(0o755).expect("a mode");
}

#[test]
fn what_cannot_be_indexed_is_named() {
    let folder = games();
    for (arguments, expected) in [
        (&["index", "--store", "s", "absent.pgn"][..], "absent.pgn: the file cannot be read"),
        (&["index", "--store", "s", "-"][..], "standard input: only files whose names are text can be indexed"),
        (&["index", "--store", "g/a.pgn", "g"][..], "the index cannot be read or written"),
    ] {
        let run = folder.run(arguments);
        assert_eq!(run.code, Some(2), "{}", run.stdout);
        assert!(run.stderr.contains(expected), "{}", run.stderr);
    }
}
