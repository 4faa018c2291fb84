//! The three tables: games, moves, positions.

use std::collections::HashSet;
use std::io;
use std::path::Path;

use vgn_search::{ROW_TAGS, RowSink};

use super::parquet_file::{ParquetFile, TableColumn};

/// Numbers of games have the file in their upper bits, and the place in the lower ones.
const FILE_SHIFT: u32 = 44;
/// Positions that are remembered to write each once; behind that many some may be written again.
const REMEMBERED: usize = 8 << 20;

/// The tables being written.
pub struct ExportTables {
    games: ParquetFile,
    moves: ParquetFile,
    positions: ParquetFile,
    /// The number of the current file from 0; `None` before the first.
    file: Option<i64>,
    /// Games of the current file so far.
    in_file: i64,
    seen: HashSet<u64>,
}

impl ExportTables {
    /// Tables in this folder, which is made if it is not there.
    ///
    /// # Errors
    ///
    /// If a table cannot be made, or is there and not to be replaced.
    pub fn new(folder: &Path, force: bool) -> io::Result<ExportTables> {
        std::fs::create_dir_all(folder)?;
        let table = |name: &str, columns| {
            let path = folder.join(name);
            if !force && path.symlink_metadata().is_ok() {
                let message = format!("{} is there already: name an empty folder, or use `--force`", path.display());
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
            }
            ParquetFile::new(&path, force, columns)
        };
        let int = || TableColumn::Int(Vec::new());
        let long = || TableColumn::Long(Vec::new());
        let text = || TableColumn::Text(Vec::new());
        let tags = ROW_TAGS.map(str::to_ascii_lowercase);
        let mut games = vec![("game", long()), ("file", text()), ("number", long()), ("offset", long())];
        games.extend(tags.iter().map(|tag| (tag.as_str(), text())));
        games.extend([
            ("result", text()),
            ("white_elo", int()),
            ("black_elo", int()),
            ("year", int()),
            ("plies", int()),
        ]);
        let moves = vec![("game", long()), ("ply", int()), ("uci", text()), ("before", long()), ("after", long())];
        Ok(ExportTables {
            games: table("games.parquet", games)?,
            moves: table("moves.parquet", moves)?,
            positions: table("positions.parquet", vec![("key", long()), ("fen", text())])?,
            file: None,
            in_file: 0,
            seen: HashSet::new(),
        })
    }

    /// Adds the rows of consecutive games; `start` is where the walked text begins in the file, in bytes.
    pub fn add(&mut self, file: &str, is_first: bool, start: u64, rows: &RowSink) -> io::Result<()> {
        if is_first {
            (self.file, self.in_file) = (Some(self.file.map_or(0, |number| number + 1)), 0);
        }
        for game in &rows.games {
            self.in_file += 1;
            let offset = (start + game.range.start as u64).cast_signed();
            let id = Some((self.file.unwrap_or(0) << FILE_SHIFT) + offset);
            let table = &mut self.games;
            table.long(0, id);
            table.text(1, Some(file.to_owned()));
            table.long(2, Some(self.in_file));
            table.long(3, Some(offset));
            let mut size = 64 + file.len();
            for (column, tag) in (4..).zip(&game.tags) {
                size += 24 + tag.as_ref().map_or(0, String::len);
                table.text(column, tag.clone());
            }
            table.text(11, Some(game.result().to_owned()));
            let known = |number: u16| (number > 0).then_some(i32::from(number));
            table.int(12, known(game.facts.white_rating));
            table.int(13, known(game.facts.black_rating));
            table.int(14, known(game.facts.year));
            table.int(15, i32::try_from(game.plies).ok());
            table.end_row(size)?;
            for played in &rows.moves[game.moves.clone()] {
                self.moves.long(0, id);
                self.moves.int(1, i32::try_from(played.ply).ok());
                self.moves.text(2, Some(played.uci.clone()));
                self.moves.long(3, Some(played.before.cast_signed()));
                self.moves.long(4, Some(played.after.cast_signed()));
                self.moves.end_row(84)?;
            }
        }
        for position in &rows.positions {
            if self.seen.len() >= REMEMBERED {
                self.seen.clear();
            }
            if self.seen.insert(position.key) {
                self.positions.long(0, Some(position.key.cast_signed()));
                self.positions.text(1, Some(position.fen.clone()));
                self.positions.end_row(100)?;
            }
        }
        Ok(())
    }

    /// Completes the tables, and returns the numbers of their rows.
    pub fn finish(self) -> io::Result<[u64; 3]> {
        Ok([self.games.finish()?, self.moves.finish()?, self.positions.finish()?])
    }
}
