//! Input files: given by the environment, or real games from the tests' data, repeated.
//!
//! They are written by a separate process: child processes inherit the peak memory of their parent, so the measuring
//! process must stay small.

use std::env;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Argument with which a benchmark starts itself to write a file.
const MAKE: &str = "--make";
/// Size of a generated file, in millions of bytes.
const MEGABYTES: u64 = 32;

/// A kind of game.
pub struct Kind {
    pub name: &'static str,
    pub about: &'static str,
    /// Environment variable with a file to use instead.
    variable: &'static str,
    /// Files of the tests' data with such games, by a part of their names.
    sources: &'static [&'static str],
    /// Changes of each repetition.
    changes: Changes,
}

/// What is changed in a repetition of the games.
enum Changes {
    None,
    /// White has another name, so that no game is a duplicate.
    Names,
    /// Also, the tag `Round` is removed: lichess's export has none.
    NamesAndRound,
}

impl Changes {
    fn of(&self, text: &str, repetition: usize) -> String {
        let named = || text.replace("[White \"", &format!("[White \"P{repetition}"));
        match self {
            Changes::None => text.to_owned(),
            Changes::Names => named(),
            Changes::NamesAndRound => {
                named().split_inclusive('\n').filter(|line| !line.starts_with("[Round ")).collect()
            }
        }
    }
}

/// Games without comments.
pub const DENSE: Kind = Kind {
    name: "dense",
    about: "games without comments",
    variable: "VGN_BIG",
    sources: &["gnuchess-book-1.02.pgn"],
    changes: Changes::None,
};

/// Games with human annotations.
pub const ANNOTATED: Kind = Kind {
    name: "annotated",
    about: "games with comments, variations and glyphs",
    variable: "VGN_ANNOTATED",
    sources: &["annotated/dortmund.pgn", "annotated/world_matches.pgn", "annotated/wcc_2023.pgn"],
    changes: Changes::None,
};

/// Annotated games, all different.
pub const MATCHES: Kind = Kind {
    name: "matches",
    about: "annotated games, none of them twice",
    variable: "VGN_MATCHES",
    sources: &["annotated/world_matches.pgn"],
    changes: Changes::Names,
};

/// Games with a program's comment on each half-move.
pub const CLOCKS: Kind = Kind {
    name: "clocks",
    about: "games with a clock's time after each half-move",
    variable: "VGN_CLOCKS",
    sources: &["games/lichess_db_1000k.pgn"],
    changes: Changes::None,
};

/// Games as lichess exports them: with clocks and some with evaluations, and each with a finding.
pub const LICHESS: Kind = Kind {
    name: "lichess",
    about: "games of lichess without the tag Round, none of them twice",
    variable: "VGN_LICHESS",
    sources: &["games/lichess_db_1000k.pgn"],
    changes: Changes::NamesAndRound,
};

/// All kinds.
pub const KINDS: [Kind; 5] = [DENSE, ANNOTATED, MATCHES, CLOCKS, LICHESS];

/// An input file.
pub struct Input {
    pub path: PathBuf,
    pub bytes: u64,
    /// Description for the heading.
    pub about: String,
}

impl Kind {
    /// The file given by the environment, or one generated in the folder for test files.
    pub fn input(&self) -> io::Result<Input> {
        let (path, from) = match env::var_os(self.variable) {
            Some(path) => (PathBuf::from(path), self.variable.to_string()),
            None => (self.make()?, format!("from {}, repeated", self.sources.join(", "))),
        };
        let bytes = fs::metadata(&path)?.len();
        Ok(Input { path, bytes, about: format!("{}: {} ({from})", self.name, self.about) })
    }

    fn make(&self) -> io::Result<PathBuf> {
        let path = folder()?.join(format!("{}.pgn", self.name));
        let status = Command::new(env::current_exe()?).arg(MAKE).arg(self.name).arg(&path).status()?;
        if !status.success() {
            return Err(io::Error::other(format!("{} cannot be written", path.display())));
        }
        Ok(path)
    }

    /// The texts of its source files.
    pub fn texts(&self) -> io::Result<Vec<String>> {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/oracle/files.jsonl.zst");
        let mut texts = Vec::new();
        for line in BufReader::new(zstd::Decoder::new(File::open(data)?)?).lines() {
            let row: Value = serde_json::from_str(&line?)?;
            let name = row["file"].as_str().unwrap_or_default();
            if let (true, Some(text)) = (self.sources.iter().any(|source| name.contains(source)), row["text"].as_str())
            {
                texts.push(text.trim().to_owned() + "\n\n");
            }
        }
        Ok(texts)
    }
}

/// The folder for generated files.
pub fn folder() -> io::Result<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Writes a file, if this process was started for that. Returns whether it was.
pub fn made() -> io::Result<bool> {
    let arguments: Vec<String> = env::args().collect();
    let [_, command, name, path] = arguments.as_slice() else { return Ok(false) };
    let kind = KINDS.into_iter().find(|kind| kind.name == name);
    let (MAKE, Some(kind)) = (command.as_str(), kind) else { return Ok(false) };
    let wanted = super::number("VGN_MEGABYTES", MEGABYTES) * 1_000_000;
    let texts = kind.texts()?;
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
    let mut written = 0;
    for (n, text) in texts.iter().cycle().take_while(|text| !text.is_empty()).enumerate() {
        let text = kind.changes.of(text, n / texts.len());
        file.write_all(text.as_bytes())?;
        written += text.len() as u64;
        if written >= wanted {
            break;
        }
    }
    file.flush()?;
    Ok(true)
}
