//! `vgn-lsp merge-driver` and `textconv`, called by git in real repositories.

use crate::support::cli::{Folder, Run};

const CHAMPIONSHIP: &str = include_str!("../data/annotated/wcc_2023.pgn");

/// A repository whose first commit has this file, with git told to use the program.
fn repository(content: &str) -> Folder {
    let folder = Folder::new();
    folder.write("games.pgn", content);
    folder.write(".gitattributes", "*.pgn merge=vgn diff=vgn\n*.vgn merge=vgn diff=vgn\n");
    git(
        &folder,
        "git init -q -b main
         git config user.name A
         git config user.email a@example.org
         git config core.autocrlf false
         git config merge.vgn.driver \"'$BIN' merge-driver %O %A %B %L %P\"
         git config diff.vgn.textconv \"'$BIN' textconv\"
         git add . && git commit -qm games",
    );
    folder
}

/// Runs a script in which git reads no settings but the repository's.
fn git_run(folder: &Folder, script: &str) -> Run {
    folder.shell(&format!("export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1\nset -e\n{script}"))
}

fn git(folder: &Folder, script: &str) -> Run {
    let run = git_run(folder, script);
    assert_eq!(run.code, Some(0), "{script}\n{}{}", run.stdout, run.stderr);
    run
}

/// Commits `theirs` on a branch and `ours` on the main one.
fn branched(before: &str, ours: &str, theirs: &str) -> Folder {
    let folder = repository(before);
    git(&folder, "git checkout -q -b theirs");
    folder.write("games.pgn", theirs);
    git(&folder, "git commit -qam theirs && git checkout -q main");
    folder.write("games.pgn", ours);
    git(&folder, "git commit -qam ours");
    folder
}

fn text(folder: &Folder) -> String {
    String::from_utf8(folder.read("games.pgn")).expect("UTF-8")
}

/// The text with something else in its n-th place.
fn with(text: &str, what: &str, nth: usize, by: &str) -> String {
    let (at, _) = text.match_indices(what).nth(nth).expect("it is there");
    format!("{}{by}{}", &text[..at], &text[at + what.len()..])
}

#[test]
fn branches_that_annotate_different_games_or_half_moves_merge() {
    let note = |text: &str, nth| with(text, "Nf3 ", nth, &format!("Nf3 {{ Note {nth} }} "));
    // Two half-moves of one line of text, and two games.
    for (first, second) in [(0, 1), (0, CHAMPIONSHIP.matches("Nf3 ").count() - 1)] {
        // From the end, so that no place moves.
        let both = note(&note(CHAMPIONSHIP, second), first);
        for command in ["git merge -q theirs -m merged", "git rebase -q theirs", "git cherry-pick theirs"] {
            let folder = branched(CHAMPIONSHIP, &note(CHAMPIONSHIP, first), &note(CHAMPIONSHIP, second));
            git(&folder, command);
            assert!(text(&folder) == both, "{command}: {first}, {second}");
        }
    }
    let folder = branched(CHAMPIONSHIP, &note(CHAMPIONSHIP, 0), &note(CHAMPIONSHIP, 1));
    assert_eq!(git_run(&folder, "git -c merge.vgn.driver=false merge -q theirs").code, Some(1), "git alone cannot");
}

#[test]
fn games_that_both_branches_add_are_both_there() {
    let game = |name: &str| format!("\n[Event \"Club\"]\n[White \"{name}\"]\n[Result \"*\"]\n\n1. d4 d5 *\n");
    let add = |names: &[&str]| names.iter().fold(CHAMPIONSHIP.to_owned(), |text, name| text + &game(name));
    let folder = branched(CHAMPIONSHIP, &add(&["Anna"]), &add(&["Boris"]));
    git(&folder, "git merge -q theirs -m merged");
    assert_eq!(text(&folder), add(&["Anna", "Boris"]));
}

#[test]
fn a_comment_that_both_branches_change_is_a_conflict_that_check_names() {
    let change = |by| with(CHAMPIONSHIP, "is much more common. Then", 0, by);
    let ours = with(&change("is common. Then"), "[Annotator \"Navara,David\"]", 0, "[Annotator \"Navara\"]");
    let folder = branched(CHAMPIONSHIP, &ours, &change("is usual. Then"));
    let run = git_run(&folder, "git merge theirs");
    assert_eq!(run.code, Some(1), "{}", run.stdout);
    assert!(run.stderr.contains("games.pgn: 1 conflict left between markers"), "{}", run.stderr);
    let merged = text(&folder);
    let conflict = "7. d3\n<<<<<<< ours\n{ is common. Then }\n=======\n{ is usual. Then }\n>>>>>>> theirs\n7... Nd7";
    assert!(merged.contains(conflict), "{}", &merged[..merged.find("8. d4").expect("a number")]);
    assert!(merged.contains("[Annotator \"Navara\"]"));
    let check = |allowed: &str| folder.run(&["check", "--format", "json", allowed, "games.pgn"]);
    let conflicts =
        |run: &Run| run.findings().into_iter().filter(|found| found["code"] == "merge-conflict").collect::<Vec<_>>();
    let found = conflicts(&check("--quiet"));
    assert_eq!(found.len(), 1, "{found:?}");
    let line = merged.lines().position(|line| line == "<<<<<<< ours").expect("a marker") + 1;
    assert_eq!((&found[0]["start"]["line"], &found[0]["game"]), (&line.into(), &1.into()));
    // Resolved, the game has the findings that it had.
    let resolved = merged.replace("<<<<<<< ours\n", "").replace("=======\n{ is usual. Then }\n>>>>>>> theirs\n", "");
    folder.write("games.pgn", resolved);
    assert_eq!(conflicts(&check("--quiet")), Vec::<serde_json::Value>::new());
    git(&folder, "git commit -qam merged");
}

#[test]
fn a_diff_shows_one_line_for_a_half_move_and_the_moves_of_a_section() {
    let folder = repository(CHAMPIONSHIP);
    folder.write("games.pgn", with(CHAMPIONSHIP, "8. h3 Bh5", 0, "8. h3 Bh5?"));
    let diff = git(&folder, "git diff -U0").stdout;
    let changed: Vec<&str> =
        diff.lines().filter(|line| line.starts_with(['+', '-']) && !line[1..].starts_with(['+', '-'])).collect();
    assert_eq!(changed, ["-  8. h3 Bh5", "+  8. h3 Bh5?"], "{diff}");
    let game = b"[GameFormat \"VGN\"]\n[MoveFormat \"BCCF\"]\x86\x30\xde\xd1";
    folder.write("a.vgn", game);
    git(&folder, "git add a.vgn && git commit -qm section");
    folder.write("a.vgn", b"[GameFormat \"VGN\"]\n[White \"b\"]\n[MoveFormat \"BCCF\"]\x86\x30\xde\xd1");
    let diff = git(&folder, "git diff").stdout;
    assert!(diff.contains("\n+[White \"b\"]\n [MoveFormat \"BCCF\"]\n \n 1. e2e4 g8f6\n"), "{diff}");
}

#[test]
fn a_file_that_cannot_be_read_is_a_failure_and_changes_nothing() {
    let folder = Folder::new();
    folder.write("ours", "1. e4 *\n");
    let run = folder.run(&["merge-driver", "ours", "ours", "theirs", "7", "games.pgn"]);
    assert_eq!(run.code, Some(129), "{}", run.stderr);
    assert!(run.stderr.starts_with("vgn-lsp: games.pgn was not merged: theirs cannot be read: "), "{}", run.stderr);
    assert_eq!((folder.read("ours"), folder.names()), (b"1. e4 *\n".to_vec(), vec!["ours".to_owned()]));
    assert_eq!(folder.run(&["textconv", "theirs"]).code, Some(2));
    let bytes = b"\x00\xff[White \"\n{\x80 1. e4 ((\n";
    folder.write("damaged.pgn", bytes);
    assert_eq!(folder.run(&["textconv", "damaged.pgn"]).code, Some(0));
}
