//! Other programs with the same games: python-chess, polyglot, Scid, DuckDB. Each is asked for what it has.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::support::measure::{Cost, installed, run, vgn_lsp};
use crate::support::table;

/// Counts the positions of the first games by their Zobrist keys.
const PYTHON_CHESS: &str = r"
import sys, time, chess.pgn, chess.polyglot
began = time.process_time()
counts, positions = {}, 0
with open(sys.argv[1], encoding='latin-1') as file:
    for _ in range(1000):
        game = chess.pgn.read_game(file)
        if game is None:
            break
        board = game.board()
        for move in game.mainline_moves():
            key = chess.polyglot.zobrist_hash(board)
            counts[key] = counts.get(key, 0) + 1
            positions += 1
            board.push(move)
print(positions, time.process_time() - began)
";

/// Imports games into a base, and asks for the trees of four positions.
const SCID: &str = r"
set base [sc_base create [lindex $argv 1]]
sc_base import $base [lindex $argv 0]
foreach moves {{} {e4} {e4 c5} {e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6}} {
  sc_game new
  foreach move $moves { sc_move addSan $move }
  set began [clock microseconds]
  sc_filter search $base tree board
  sc_tree stats $base tree
  puts [expr {[clock microseconds] - $began}]
}
exit 0
";

/// Asks tables of Parquet for the moves of the initial position, three times.
const DUCKDB: &str = r#"
import sys, time, duckdb
folder, best = sys.argv[1], 1e9
for _ in range(3):
    began = time.perf_counter()
    duckdb.sql(f"""
        SELECT uci, count(DISTINCT game) FROM '{folder}/moves.parquet' JOIN '{folder}/games.parquet' USING (game)
        WHERE before IN (SELECT key FROM '{folder}/positions.parquet'
            WHERE fen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -')
        GROUP BY uci""").fetchall()
    best = min(best, time.perf_counter() - began)
print(best)
"#;

/// Measures those that are installed, and names the others.
pub fn measure(games: &Path, folder: &Path) -> io::Result<()> {
    let mut rows = Vec::new();
    for (name, peer) in [
        ("python-chess", python_chess as fn(&Path, &Path) -> io::Result<Option<Vec<[String; 4]>>>),
        ("polyglot", polyglot),
        ("Scid", scid),
        ("DuckDB", duckdb),
    ] {
        match peer(games, folder)? {
            Some(more) => rows.extend(more.into_iter().map(Vec::from)),
            None => println!("{name} is not there: left out.\n"),
        }
    }
    table::print(&["program", "processor", "clock", "bytes"], &rows);
    Ok(())
}

fn python() -> PathBuf {
    std::env::var_os("VGN_PYTHON").map_or_else(|| PathBuf::from("python3"), PathBuf::from)
}

/// The numbers that a script of Python prints; `None` if it fails, as without its modules.
fn numbers_of(script: &str, argument: &Path) -> io::Result<Option<Vec<f64>>> {
    let output = Command::new(python()).args(["-c", script]).arg(argument).stderr(Stdio::null()).output();
    let Ok(output) = output else { return Ok(None) };
    let text = String::from_utf8_lossy(&output.stdout);
    let numbers: Result<Vec<f64>, _> = text.split_whitespace().map(str::parse).collect();
    Ok(numbers.ok().filter(|numbers| output.status.success() && !numbers.is_empty()))
}

fn python_chess(games: &Path, _: &Path) -> io::Result<Option<Vec<[String; 4]>>> {
    let Some(numbers) = numbers_of(PYTHON_CHESS, games)? else { return Ok(None) };
    let [positions, seconds] = numbers[..] else { return Ok(None) };
    let name =
        format!("python-chess, keys of 1,000 games in a dict: {:.3} million a second", positions / seconds / 1e6);
    Ok(Some(vec![[name, format!("{seconds:.2} s"), String::new(), String::new()]]))
}

fn polyglot(games: &Path, folder: &Path) -> io::Result<Option<Vec<[String; 4]>>> {
    let Some(program) = installed("polyglot") else { return Ok(None) };
    let book = folder.join("book.bin");
    let mut command = Command::new(program);
    command.current_dir(folder).arg("make-book").arg("-pgn").arg(games).arg("-bin").arg(&book);
    let cost = run(command.args(["-max-ply", "1024", "-min-game", "1"]), &[0])?;
    let bytes = std::fs::metadata(&book)?.len();
    std::fs::remove_file(book)?;
    Ok(Some(vec![costs("polyglot make-book, all half-moves", cost, bytes)]))
}

fn scid(games: &Path, folder: &Path) -> io::Result<Option<Vec<[String; 4]>>> {
    let Some(program) = installed("tkscid") else { return Ok(None) };
    let (script, base) = (folder.join("scid.tcl"), folder.join("base"));
    std::fs::write(&script, SCID)?;
    let arguments = [script.as_path(), games, &base];
    let output = Command::new(&program).args(arguments).stderr(Stdio::null()).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let times: Vec<u64> = text.lines().filter_map(|line| line.trim().parse().ok()).collect();
    let files = || ["si4", "sg4", "sn4"].map(|extension| base.with_extension(extension));
    files().iter().for_each(|file| drop(std::fs::remove_file(file)));
    let cost = run(Command::new(program).args(arguments), &[0])?;
    let bytes = files().iter().filter_map(|file| file.metadata().ok()).map(|file| file.len()).sum();
    let mut rows = vec![costs("Scid, import", cost, bytes)];
    for (name, time) in ["initial position", "1. e4", "1. e4 c5", "Najdorf"].into_iter().zip(times) {
        rows.push([format!("Scid, tree: {name}"), String::new(), micros(time), String::new()]);
    }
    Ok(Some(rows))
}

fn duckdb(games: &Path, folder: &Path) -> io::Result<Option<Vec<[String; 4]>>> {
    let tables = folder.join("tables");
    let mut export = vgn_lsp();
    export.args(["export", "--to", "parquet"]).arg(games).arg("-o").arg(&tables);
    // Without the feature, there is no such command.
    let Ok(cost) = run(&mut export, &[0, 1]) else { return Ok(None) };
    let Some(numbers) = numbers_of(DUCKDB, &tables)? else { return Ok(None) };
    let bytes =
        std::fs::read_dir(&tables)?.filter_map(|entry| entry.ok()?.metadata().ok()).map(|file| file.len()).sum();
    std::fs::remove_dir_all(&tables)?;
    let asked = Duration::from_secs_f64(numbers[0].max(0.0));
    let mut rows = vec![costs("vgn-lsp export --to parquet", cost, bytes)];
    let name = "DuckDB, moves of the initial position in these tables".to_owned();
    rows.push([name, String::new(), format!("{:.0} ms", asked.as_secs_f64() * 1e3), String::new()]);
    Ok(Some(rows))
}

fn costs(name: &str, cost: Cost, bytes: u64) -> [String; 4] {
    [name.to_owned(), table::seconds(cost.processor), table::seconds(cost.clock), table::megabytes(bytes)]
}

fn micros(time: u64) -> String {
    format!("{:.2} ms", time as f64 / 1e3)
}
