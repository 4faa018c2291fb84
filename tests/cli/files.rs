//! What a file is besides its content: kept when it is fixed or converted, or named before it is lost. Faults of writing,
//! and signals, leave no half file and no false sentence.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

use crate::support::cli::{Folder, Run, good, unended};

/// Both ways of replacing a file that is there, of `a.pgn`.
const REPLACING: [&[&str]; 3] = [
    &["check", "--fix", "a.pgn"],
    &["convert", "--to", "FCN", "--in-place", "a.pgn"],
    &["convert", "--to", "FCN", "source.pgn", "-o", "a.pgn"],
];

/// A folder with a file that each way changes.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("a.pgn", unended());
    folder.write("source.pgn", unended());
    folder
}

fn forced(folder: &Folder, args: &[&str]) -> Run {
    folder.run(&[args, &["--force"]].concat())
}

/// The file stays as it is for this reason, and is replaced by `--force`.
fn assert_refused_without_force(folder: &Folder, args: &[&str], reason: &str) {
    let run = folder.run(args);
    assert_eq!(run.code, Some(2), "{args:?}: {}", run.stderr);
    assert!(run.stderr.contains(reason) && run.stderr.contains("`--force`"), "{args:?}: {}", run.stderr);
    assert!(!run.stderr.contains("1 game converted") && !run.stderr.contains("1 game in 1 file\n"), "{}", run.stderr);
    assert_eq!(folder.read("a.pgn"), unended().as_bytes(), "{args:?}");
    let run = forced(folder, args);
    assert_ne!(run.code, Some(2), "{args:?}: {}", run.stderr);
    assert_ne!(folder.read("a.pgn"), unended().as_bytes(), "{args:?}");
    assert!(folder.names().iter().all(|name| !name.ends_with(".tmp")), "{:?}", folder.names());
}

#[test]
fn a_read_only_file_is_not_replaced_without_a_word() {
    for args in REPLACING {
        let folder = folder();
        fs::set_permissions(folder.path("a.pgn"), Permissions::from_mode(0o444)).expect("permissions");
        assert_refused_without_force(&folder, args, "it is read-only");
        let mode = fs::metadata(folder.path("a.pgn")).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o444, "{args:?}: it is read-only still");
    }
}

#[test]
fn a_file_with_hard_links_is_not_replaced_without_a_word() {
    for args in REPLACING {
        let folder = folder();
        fs::hard_link(folder.path("a.pgn"), folder.path("other.txt")).expect("a link");
        assert_refused_without_force(&folder, args, "it has 2 names (hard links)");
        assert_eq!(folder.read("other.txt"), unended().as_bytes());
    }
}

#[test]
fn what_is_said_of_a_file_that_stays_as_it_is_is_said_of_its_text() {
    let folder = Folder::new();
    folder.write("a.pgn", good().replace("1. e4 e5", "1. e4 \\$1 e5 2. Ke3").as_bytes());
    fs::hard_link(folder.path("a.pgn"), folder.path("other.txt")).expect("a link");
    let (checked, refused) = (folder.run(&["check", "a.pgn"]), folder.run(&["check", "--fix", "a.pgn"]));
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    assert!(checked.stdout.contains("stray `\\`") && checked.stdout.contains("Ke3"), "{}", checked.stdout);
    assert_eq!(refused.stdout, checked.stdout);
    let fixed = folder.run(&["check", "--fix", "--force", "a.pgn"]);
    assert!(!fixed.stdout.contains("stray `\\`") && fixed.stdout.contains("Ke3"), "{}", fixed.stdout);
}

#[test]
fn a_link_to_a_file_that_is_not_there_yet_is_kept() {
    let folder = Folder::new();
    folder.write("a.pgn", good().as_bytes());
    fs::create_dir(folder.path("below")).expect("a folder");
    symlink("below/next", folder.path("link.vgn")).expect("a link");
    symlink("new.vgn", folder.path("below/next")).expect("a link");
    let run = folder.run(&["convert", "--to", "FCN", "a.pgn", "-o", "link.vgn"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    for link in ["link.vgn", "below/next"] {
        assert!(fs::symlink_metadata(folder.path(link)).expect("there").is_symlink(), "{link}");
    }
    assert!(fs::read_to_string(folder.path("below/new.vgn")).expect("it is written").contains("Pe2-e4"));
    symlink("circle.vgn", folder.path("circle.vgn")).expect("a link");
    let run = folder.run(&["convert", "--to", "FCN", "a.pgn", "-o", "circle.vgn"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
}

#[test]
fn links_owner_and_permissions_stay() {
    for args in REPLACING {
        let folder = folder();
        fs::rename(folder.path("a.pgn"), folder.path("real.pgn")).expect("renamed");
        symlink("real.pgn", folder.path("a.pgn")).expect("a link");
        let path = folder.path("real.pgn");
        fs::set_permissions(&path, Permissions::from_mode(0o640)).expect("permissions");
        // Only a superuser can give it away; for others it is their own, which stays as well.
        let _ = std::os::unix::fs::chown(&path, Some(1234), Some(5678));
        let before = fs::metadata(&path).expect("there");
        let run = folder.run(args);
        assert_ne!(run.code, Some(2), "{args:?}: {}", run.stderr);
        let after = fs::metadata(&path).expect("there");
        assert!(fs::symlink_metadata(folder.path("a.pgn")).expect("there").is_symlink(), "{args:?}");
        assert_ne!(folder.read("real.pgn"), unended().as_bytes(), "{args:?}");
        let facts = |metadata: &fs::Metadata| (metadata.uid(), metadata.gid(), metadata.mode());
        assert_eq!(facts(&before), facts(&after), "{args:?}");
    }
}

/// Only a superuser gives files away. So the program runs as somebody else, who may write a file of another owner, or
/// one of a group that is not theirs. Who is no superuser cannot make such a file: `cli::attributes` has what decides.
#[test]
fn a_lost_owner_or_group_is_named_first() {
    use std::os::unix::{fs::chown, process::CommandExt};
    const SOMEBODY: u32 = 12_345;
    let binary = folder().command().get_program().to_owned();
    for args in REPLACING {
        for (owner, group, reason) in [(0, 0, "its owner would be lost"), (SOMEBODY, 0, "its group would be lost")] {
            let folder = folder();
            let program = folder.path("program");
            if chown(folder.path("a.pgn"), Some(0), Some(0)).is_err() {
                return;
            }
            fs::copy(&binary, &program).expect("a copy that everybody may run");
            fs::set_permissions(&program, Permissions::from_mode(0o755)).expect("permissions");
            fs::set_permissions(folder.path(""), Permissions::from_mode(0o777)).expect("permissions");
            fs::set_permissions(folder.path("a.pgn"), Permissions::from_mode(0o666)).expect("permissions");
            chown(folder.path("a.pgn"), Some(owner), Some(group)).expect("given away");
            let run = |more: &[&str]| loop {
                let mut command = std::process::Command::new(&program);
                command.args(args).args(more).current_dir(folder.path("")).uid(SOMEBODY).gid(SOMEBODY);
                match command.output() {
                    // Another test has started a program meanwhile, which has the copy open until it runs.
                    Err(fault) if fault.kind() == ErrorKind::ExecutableFileBusy => continue,
                    output => break Run::from(output.expect("it ends")),
                }
            };
            let refused = run(&[]);
            assert_eq!(refused.code, Some(2), "{args:?}: {}", refused.stderr);
            assert!(refused.stderr.contains(reason) && refused.stderr.contains("`--force`"), "{}", refused.stderr);
            assert_eq!(folder.read("a.pgn"), unended().as_bytes(), "{args:?}");
            let replaced = run(&["--force"]);
            assert_ne!(replaced.code, Some(2), "{args:?}: {}", replaced.stderr);
            let after = fs::metadata(folder.path("a.pgn")).expect("there");
            assert_eq!((after.uid(), after.gid()), (SOMEBODY, SOMEBODY), "{args:?}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn extended_attributes_stay() {
    use rustix::fs::{XattrFlags, getxattr, setxattr};
    for args in REPLACING {
        let folder = folder();
        let path = folder.path("a.pgn");
        if setxattr(&path, "user.origin", b"a database", XattrFlags::empty()).is_err() {
            // The file system has none.
            return;
        }
        let run = folder.run(args);
        assert_ne!(run.code, Some(2), "{args:?}: {}", run.stderr);
        let mut value = [0; 64];
        let len = getxattr(&path, "user.origin", &mut value[..]).expect("the attribute is there");
        assert_eq!(&value[..len], b"a database", "{args:?}");
        assert_ne!(folder.read("a.pgn"), unended().as_bytes());
    }
}

#[test]
fn one_file_under_many_names_is_one_file() {
    let folder = Folder::new();
    let path = folder.write("a.pgn", good());
    fs::hard_link(&path, folder.path("b.pgn")).expect("a link");
    symlink("a.pgn", folder.path("c.pgn")).expect("a link");
    let path = path.to_string_lossy().into_owned();
    let run = folder.run(&["check", "--format", "json", "a.pgn", "./a.pgn", &path, "b.pgn", "c.pgn", "*.pgn", "."]);
    assert_eq!(run.summary()["files"], 1, "{}", run.stdout);
    let run = folder.run(&["convert", "--to", "FCN", "a.pgn", "./a.pgn", "c.pgn"]);
    assert!(run.stderr.starts_with("1 game in 1 file"), "{}", run.stderr);
}

#[cfg(target_os = "linux")]
fn fifo(path: &std::path::Path) {
    assert!(std::process::Command::new("mkfifo").arg(path).status().expect("mkfifo").success());
}

/// A pipe is not waited for, and nothing that has the name of a configuration is passed over in silence.
#[cfg(target_os = "linux")]
#[test]
fn a_configuration_that_is_no_file_is_reported() {
    let folder = Folder::new();
    for name in ["pipe", "folder", "link"] {
        folder.write(&format!("{name}/a.pgn"), good());
    }
    fifo(&folder.path("pipe/vgn.toml"));
    std::fs::create_dir(folder.path("folder/vgn.toml")).expect("a folder");
    symlink("nowhere", folder.path("link/vgn.toml")).expect("a link");
    for (name, reason) in
        [("pipe", "it is not a regular file"), ("folder", "it is not a regular file"), ("link", "No such file")]
    {
        for command in ["check", "fmt"] {
            let run = folder.run(&[command, name]);
            let said = format!("vgn-lsp: {name}/vgn.toml: the configuration cannot be read: {reason}");
            assert!(run.code == Some(2) && run.stderr.starts_with(&said), "{command}: {}", run.stderr);
            assert_eq!(folder.run(&[command, "--no-config", name]).code, Some(0), "{command} {name}");
        }
    }
}

/// Pipes, devices and files that the kernel makes up would never end, or never begin.
#[cfg(target_os = "linux")]
#[test]
fn only_regular_files_are_read_in_a_folder() {
    let folder = Folder::new();
    folder.write("games/a.pgn", good());
    folder.write("elsewhere.pgn", good().replace("e4", "d4"));
    for (name, to) in [("b", "/proc/kmsg"), ("c", "/dev/zero"), ("d", "/dev/tty"), ("e", "../elsewhere.pgn")] {
        symlink(to, folder.path(&format!("games/{name}.pgn"))).expect("a link");
    }
    fifo(&folder.path("games/pipe.pgn"));
    for args in [
        &["check", "games"][..],
        &["check", "games/*.pgn"],
        &["check", "--fix", "games"],
        &["convert", "--to", "UCI", "games"],
        &["analysis-stats", "games"],
    ] {
        let run = folder.run(args);
        let said = format!("{}{}", run.stdout, run.stderr);
        assert!(said.contains("2 files, ") || said.contains("2 games in 2 files"), "{args:?}: {said}");
        assert_eq!(run.code, Some(0), "{args:?}: {said}");
    }
    let run = folder.run(&["check", "games/b.pgn"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.ends_with("it is not a file on a disk, but made by the system\n"), "{}", run.stderr);
    // What is named is read as it comes.
    let run = folder.shell("(cat elsewhere.pgn > games/pipe.pgn) & \"$BIN\" check games/pipe.pgn; wait");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    for way in ["check /dev/stdin", "check /proc/self/fd/0", "convert --to UCI /dev/stdin", "analysis-stats /dev/fd/0"]
    {
        for from in ["cat elsewhere.pgn | \"$BIN\"", "< elsewhere.pgn \"$BIN\""] {
            let run = folder.shell(&format!("{from} {way}"));
            let said = format!("{}{}", run.stdout, run.stderr);
            assert!(run.code == Some(0) && said.contains("1 game"), "{from} {way}: {said}");
        }
    }
}

/// What a full disk leaves is said as it is.
#[cfg(target_os = "linux")]
#[test]
fn after_a_full_disk_nothing_is_said_to_be_converted() {
    let folder = Folder::new();
    folder.write("a.pgn", format!("{}\n", good()).repeat(10_000));
    folder.write("small.pgn", good());
    let ways = [
        "\"$BIN\" convert --to FCN a.pgn > /dev/full",
        "\"$BIN\" convert --to FCN small.pgn > /dev/full",
        "\"$BIN\" convert --to FCN a.pgn -o /dev/full",
        "\"$BIN\" convert --to FCN small.pgn -o /dev/full",
        "trap '' XFSZ; ulimit -f 64; \"$BIN\" convert --to FCN a.pgn -o new.vgn",
        "trap '' XFSZ; ulimit -f 64; \"$BIN\" convert --to FCN a.pgn --in-place",
    ];
    let before = folder.read("a.pgn");
    for (index, way) in ways.iter().enumerate() {
        let run = folder.shell(way);
        assert_eq!(run.code, Some(2), "{way}: {}", run.stderr);
        assert!(
            !run.stderr.contains("00 games converted") && !run.stderr.contains("1 game converted"),
            "{way}: {}",
            run.stderr
        );
        let untouched = run.stderr.contains("nothing was changed");
        assert_eq!(untouched, index > 3, "{way}: {}", run.stderr);
        assert_eq!(folder.read("a.pgn"), before);
        assert_eq!(folder.names(), ["a.pgn", "small.pgn"], "{way}");
    }
    // Of several files what follows the one that failed does not count either.
    let run = folder.shell("\"$BIN\" convert --to FCN a.pgn small.pgn -o /dev/full");
    assert!(run.stderr.contains(": 0 games converted to FCN in"), "{}", run.stderr);
    let run = folder.shell("\"$BIN\" check --fix - < small.pgn > /dev/full");
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    let fixed = folder.shell("printf '1. e4 e5' | \"$BIN\" check --fix - > /dev/full");
    assert!(!fixed.stderr.contains("ed 1 game in"), "{}", fixed.stderr);
    for way in ["--help", "--version", "check --help", "notations", "explain", "completions bash"] {
        assert_eq!(folder.shell(&format!("\"$BIN\" {way} > /dev/full")).code, Some(2), "{way}");
    }
}

#[test]
fn only_games_that_are_written_are_said_to_be_converted() {
    let folder = Folder::new();
    folder.write("a.pgn", format!("{}\n{}", format!("{}\n", good()).repeat(3), good().replace("e5 *", "Ke5 *")));
    folder.write("b.pgn", good());
    for (args, written) in [
        (&["a.pgn", "-o", "new.vgn"][..], 0),
        (&["a.pgn", "b.pgn", "-o", "new.vgn"], 0),
        (&["a.pgn", "b.pgn"], 3),
        (&["a.pgn", "b.pgn", "-o", "/dev/null"], 3),
        (&["a.pgn", "b.pgn", "--in-place"], 1),
    ] {
        let run = folder.run(&[&["convert", "--to", "UCI"], args].concat());
        let games = if written == 1 { "game" } else { "games" };
        assert!(
            run.stderr.contains(&format!(": {written} {games} converted to UCI, 1 game refused")),
            "{}",
            run.stderr
        );
        assert!(run.stderr.contains("; nothing was "), "{}", run.stderr);
        let elsewhere = args.iter().any(|arg| arg.starts_with('-'));
        assert_eq!(run.stdout.matches("[MoveFormat").count(), if elsewhere { 0 } else { written }, "{args:?}");
        assert_eq!(folder.names(), ["a.pgn", "b.pgn"], "{args:?}");
    }
}

/// What nobody has read is not said to be fixed.
#[test]
fn a_closed_pipe_takes_no_fixes() {
    let folder = Folder::new();
    folder.write("a.pgn", (unended() + "\n").repeat(20_000));
    let run = folder.shell("\"$BIN\" check --fix - < a.pgn 2> said | true; cat said");
    assert!(!run.stdout.contains("fixed "), "{}", run.stdout);
    let run = folder.shell("\"$BIN\" check --fix - < a.pgn 2> said | cat > /dev/null; cat said");
    assert!(run.stdout.contains("fixed "), "{}", run.stdout);
}

#[test]
fn signals_leave_no_half_file_and_end_with_their_own_code() {
    for (signal, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let folder = Folder::new();
        let fifo = folder.path("slow.pgn");
        assert!(std::process::Command::new("mkfifo").arg(&fifo).status().expect("mkfifo").success());
        folder.write("a.pgn", unended());
        // The conversion waits for more of the pipe while its draft is there. A shell's background jobs ignore SIGINT,
        // so that a job in the foreground is signalled from the background.
        let script = format!(
            "exec 3<>slow.pgn; printf '1. e4 e5 *\\n\\n' >&3; \
             (for i in $(seq 500); do ls -A | grep -q tmp && break; sleep 0.01; done; kill -{signal} $$) & \
             exec \"$BIN\" convert --to FCN a.pgn slow.pgn -o new.vgn"
        );
        let run = folder.shell(&script);
        assert_eq!(run.code, Some(code), "{signal}: {}", run.stderr);
        assert_eq!(folder.names(), ["a.pgn", "slow.pgn"], "{signal}");
    }
}
