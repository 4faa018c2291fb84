//! Runs the built binary in a folder of its own.
#![allow(dead_code, reason = "each test program uses a part")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// The seven tag roster, all unknown.
pub const ROSTER: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
                          [Result \"*\"]\n\n";

/// A game with nothing to report.
pub fn good() -> String {
    format!("{ROSTER}1. e4 e5 *\n")
}

/// A game with one error: stray text.
pub fn bad() -> String {
    format!("{ROSTER}1. e4 <x> e5 *\n")
}

/// A game whose only error has a fix: no terminator.
pub fn unended() -> String {
    format!("{ROSTER}1. e4 e5\n")
}

/// What the system says of a file that is not there.
pub fn not_there() -> String {
    let error = fs::File::open("there is no such file.pgn").expect_err("it is not there").to_string();
    error.split(" (os error").next().unwrap_or_default().to_owned()
}

/// A folder that goes when the test ends.
pub struct Folder {
    folder: tempfile::TempDir,
}

/// What the binary did.
pub struct Run {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Folder {
    pub fn new() -> Folder {
        Folder { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap_or(Path::new("/"))).expect("a folder");
        fs::write(&path, content).expect("written");
        path
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect("the file is there")
    }

    /// The names of the folder's files, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).expect("the folder is there");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    pub fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vgn-lsp"));
        command.current_dir(self.folder.path()).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
        // An index that the user has is none of the test's.
        command.env("XDG_CACHE_HOME", self.path("caches"));
        command
    }

    /// Runs with these arguments and nothing on standard input.
    pub fn run(&self, args: &[&str]) -> Run {
        self.run_with(args, b"")
    }

    /// Runs with these arguments and this standard input.
    pub fn run_with(&self, args: &[&str], stdin: &[u8]) -> Run {
        let mut child = self
            .command()
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut pipe = child.stdin.take().expect("a pipe");
        let stdin = stdin.to_vec();
        let writer = std::thread::spawn(move || {
            // The program may end before it has read everything.
            let _ = pipe.write_all(&stdin);
        });
        let output = child.wait_with_output().expect("the binary ends");
        writer.join().expect("written");
        Run::from(output)
    }

    /// Runs a shell script in which `$BIN` is the binary.
    pub fn shell(&self, script: &str) -> Run {
        let mut command = Command::new("sh");
        command.arg("-c").arg(script).env("BIN", env!("CARGO_BIN_EXE_vgn-lsp")).current_dir(self.folder.path());
        Run::from(command.stdin(Stdio::null()).output().expect("the shell starts"))
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl Run {
    /// The findings printed as JSON, without the summary.
    pub fn findings(&self) -> Vec<Value> {
        let mut lines = self.json();
        lines.pop();
        lines
    }

    /// The summary printed as JSON.
    pub fn summary(&self) -> Value {
        self.json().pop().unwrap_or_default()["summary"].clone()
    }

    fn json(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }

    /// The codes of the findings printed as JSON.
    pub fn codes(&self) -> Vec<String> {
        self.findings().iter().map(|finding| finding["code"].as_str().unwrap_or_default().to_string()).collect()
    }
}
