//! An index that was built, and queries of it.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use vgn_lsp::lint::FileKind;
use vgn_lsp::search::store::StoreReader;
use vgn_lsp::search::{GameSink, GameWalker, SearchKey, SoughtPosition, WalkPlace, WalkStep, WalkedGame};

use crate::support::measure::{Cost, run, vgn_lsp};
use crate::support::table;

/// Positions that are asked for.
const QUERIES: usize = 10_000;

/// An index.
pub struct BuiltIndex {
    reader: StoreReader,
    pub positions: u64,
    pub bytes: u64,
}

impl BuiltIndex {
    /// Builds one in a folder, in place of what is there.
    pub fn build(store: &Path, games: &Path) -> io::Result<Cost> {
        if store.exists() {
            std::fs::remove_dir_all(store)?;
        }
        run(vgn_lsp().args(["index", "--quiet", "--store"]).args([store, games]), &[0])
    }

    pub fn open(store: &Path) -> io::Result<BuiltIndex> {
        let reader = StoreReader::open(store).map_err(io::Error::other)?;
        let positions = reader.segments().iter().map(|segment| segment.positions).sum();
        let lengths = std::fs::read_dir(store)?.map(|entry| entry.and_then(|e| e.metadata()).map_or(0, |m| m.len()));
        Ok(BuiltIndex { reader, positions, bytes: lengths.sum() })
    }

    /// Its size by part, and how fast it was built.
    pub fn print(&self, built: Cost) {
        let games: u64 = self.reader.files().iter().map(|file| file.games).sum();
        let BuiltIndex { positions, bytes, .. } = *self;
        println!(
            "{games} games, {positions} positions, {} segments; {} million positions a second of clock, {} of processor\n",
            self.reader.segments().len(),
            table::millions_a_second(positions, built.clock),
            table::millions_a_second(positions, built.processor),
        );
        let lengths = self.reader.lengths();
        let parts = [
            ("games", lengths.games),
            ("directory", lengths.directory),
            ("positions that occur below 16 times", lengths.buckets),
            ("runs of others", lengths.runs),
        ];
        let rest = bytes - parts.iter().map(|(_, bytes)| bytes).sum::<u64>();
        let rows = parts.into_iter().chain([("checksums, catalogue", rest), ("all", bytes)]);
        let row = |(name, part): (&str, u64)| {
            vec![name.to_owned(), part.to_string(), format!("{:.2}", part as f64 / positions as f64)]
        };
        table::print(&["part", "bytes", "a position"], &rows.map(row).collect::<Vec<_>>());
    }
}

/// How long queries take.
pub struct QueryTimes {
    pub median: Duration,
    /// 99 %.
    pub most: Duration,
    slowest: Duration,
    pub initial: Duration,
}

impl QueryTimes {
    pub fn rows(&self) -> [(&'static str, Duration); 4] {
        let QueryTimes { median, most, slowest, initial } = *self;
        [("median", median), ("99 %", most), ("slowest", slowest), ("initial position", initial)]
    }
}

/// Asks for drawn positions, and for the initial one.
pub fn queries(index: &BuiltIndex) -> io::Result<QueryTimes> {
    let reader = &index.reader;
    let keys = drawn(reader, index.positions)?;
    let order: Vec<Option<usize>> = (0..reader.files().len()).map(Some).collect();
    let ask = |key: SearchKey| -> io::Result<Duration> {
        let began = Instant::now();
        reader.explore(key, &order).map_err(io::Error::other)?;
        Ok(began.elapsed())
    };
    keys.iter().try_for_each(|key| ask(*key).map(drop))?;
    let mut times = keys.iter().map(|key| ask(*key)).collect::<io::Result<Vec<Duration>>>()?;
    times.sort_unstable();
    let share = |percent: usize| times.get(times.len() * percent / 100).or(times.last()).copied().unwrap_or_default();
    let initial = (0..100).map(|_| ask(SoughtPosition::initial().key())).collect::<io::Result<Vec<Duration>>>()?;
    let initial = initial.into_iter().min().unwrap_or_default();
    Ok(QueryTimes { median: share(50), most: share(99), slowest: share(100), initial })
}

/// Keys of positions, at even distances in the order of the files.
fn drawn(reader: &StoreReader, positions: u64) -> io::Result<Vec<SearchKey>> {
    let mut draw = DrawnKeys { distance: positions as usize / QUERIES + 1, passed: 0, keys: Vec::new() };
    for file in reader.files().iter().filter(|file| !file.is_compressed) {
        let bytes = std::fs::read(PathBuf::from(&file.path))?;
        let mut walker = GameWalker::new(FileKind::Pgn);
        let mut at = 0;
        while let Some(end) = walker.game(&bytes, at, true, &mut draw) {
            at = end;
        }
    }
    Ok(draw.keys)
}

struct DrawnKeys {
    distance: usize,
    passed: usize,
    keys: Vec<SearchKey>,
}

impl GameSink for DrawnKeys {
    fn begin(&mut self) {}

    fn half_move(&mut self, step: &WalkStep, _: Option<WalkPlace<'_>>, after: Option<WalkPlace<'_>>) {
        if step.depth > 0 || !step.is_sound {
            return;
        }
        self.passed += 1;
        if self.passed.is_multiple_of(self.distance) {
            self.keys.extend(after.and_then(|place| place.key));
        }
    }

    fn end(&mut self, _: &WalkedGame) {}
}
