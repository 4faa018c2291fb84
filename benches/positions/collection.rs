//! The first games of some files as one file, again from the start where there are too few.
//!
//! A process of its own writes it: see `support::games`.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use vgn_lsp::lint::FileKind;
use vgn_lsp::search::{GameSink, GameWalker, WalkPlace, WalkStep, WalkedGame};

/// Argument with which the benchmark starts itself to write a file.
const MAKE: &str = "--make-collection";

/// A file of so many games.
pub struct Collection {
    /// With more than there are, all games, once.
    pub games: u64,
    pub path: PathBuf,
}

impl Collection {
    /// Writes it, of the files in a folder or of one file.
    pub fn write(&self, from: &Path) -> io::Result<()> {
        let mut maker = Command::new(std::env::current_exe()?);
        maker.args([MAKE, &self.games.to_string()]).args([from, &self.path]);
        let status = maker.status()?;
        if status.success() { Ok(()) } else { Err(io::Error::other(format!("{} ended with {status}", MAKE))) }
    }
}

/// Writes a collection, if this process was started for that. Returns whether it was.
pub fn made() -> io::Result<bool> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, command, games, from, path] = arguments.as_slice() else { return Ok(false) };
    if command != MAKE {
        return Ok(false);
    }
    let wanted: u64 = games.parse().map_err(io::Error::other)?;
    let files = files(Path::new(from))?;
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    let mut written = 0;
    loop {
        let before = written;
        for file in &files {
            written += write_games(&std::fs::read(file)?, wanted - written, &mut out)?;
        }
        if written >= wanted || wanted == u64::MAX || written == before {
            break;
        }
    }
    out.flush()?;
    Ok(true)
}

/// Number of all games below a path.
pub fn games_below(from: &Path) -> io::Result<u64> {
    let mut games = 0;
    for file in files(from)? {
        games += write_games(&std::fs::read(file)?, u64::MAX, &mut io::sink())?;
    }
    Ok(games)
}

fn files(from: &Path) -> io::Result<Vec<PathBuf>> {
    if from.is_file() {
        return Ok(vec![from.to_path_buf()]);
    }
    let entries = std::fs::read_dir(from)?.map(|entry| entry.map(|entry| entry.path()));
    let mut files = entries.collect::<io::Result<Vec<PathBuf>>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "pgn"));
    files.sort();
    Ok(files)
}

fn write_games(bytes: &[u8], most: u64, out: &mut impl Write) -> io::Result<u64> {
    let mut count = CountedGames(0);
    let mut walker = GameWalker::new(FileKind::Pgn);
    let mut at = 0;
    while count.0 < most
        && let Some(end) = walker.game(bytes, at, true, &mut count)
    {
        at = end;
    }
    out.write_all(&bytes[..at])?;
    out.write_all(b"\n\n")?;
    Ok(count.0)
}

struct CountedGames(u64);

impl GameSink for CountedGames {
    fn begin(&mut self) {}

    fn wants_keys(&self) -> bool {
        false
    }

    fn half_move(&mut self, _: &WalkStep, _: Option<WalkPlace<'_>>, _: Option<WalkPlace<'_>>) {}

    fn end(&mut self, _: &WalkedGame) {
        self.0 += 1;
    }
}
