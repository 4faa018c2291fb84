//! Laws of fixes over real games that are damaged: bytes deleted, inserted, doubled and cut off at random.
//! `DAMAGED_GAMES` is the number of games tried (400); what python-chess says goes to the file `DAMAGED_REPORT`.

use std::panic::catch_unwind;

use crate::support::cli::Folder;
use crate::support::damage::Damage;
use crate::support::games::convert::as_vgn;
use crate::support::games::{read_game, text_of};
use vgn_lsp::convert::export_pgn;
use vgn_lsp::games::fix_game;
use vgn_lsp::lint::{Context, Diagnostic, FileKind, Settings, apply};
use vgn_lsp::notation::{FCN, SAN, SFEN};
use vgn_lsp::replay::check_game;

/// Files of real games, and how many of their games are taken.
const FILES: [(&str, usize); 6] = [
    ("annotated/wcc_2023.pgn", 6),
    ("annotated/dortmund.pgn", 6),
    ("games/lichess_db_10k.pgn", 20),
    ("games/chess960rwch.pgn", 6),
    ("games/cutechess-fischerrandom.pgn", 3),
    ("variants/zh.pgn", 3),
];

/// A longer game, in bytes, is left out.
const LONGEST: usize = 6_000;

/// Games as they are, PGN all of them.
pub fn pgn_games() -> Vec<Vec<u8>> {
    let mut games = Vec::new();
    for (file, count) in FILES {
        let bytes = std::fs::read(format!("tests/data/{file}")).expect("a file of ours");
        let spans = vgn_lsp::syntax::games::games(&bytes).filter(|span| span.range.len() < LONGEST);
        games.extend(spans.take(count).map(|span| bytes[span.range].to_vec()));
    }
    assert!(games.len() > 20, "{}", games.len());
    games
}

/// The same, and some of them as VGN has them.
pub fn games() -> Vec<Vec<u8>> {
    let mut games = pgn_games();
    let vgn = games.iter().step_by(4).map(|game| text_of(game.clone())).flat_map(|text| {
        let game = read_game(&text, false);
        [&SAN, &FCN, &SFEN].map(|to| as_vgn(&game, to, false)).into_iter().flatten().collect::<Vec<_>>()
    });
    games.extend(vgn.collect::<Vec<_>>().into_iter().map(String::into_bytes));
    games
}

fn count() -> u64 {
    std::env::var("DAMAGED_GAMES").map_or(400, |count| count.parse().expect("a number"))
}

/// Damaged games, each with the number that it is made of.
fn damaged(games: Vec<Vec<u8>>) -> impl Iterator<Item = (u64, Vec<u8>)> {
    (0..count()).map(move |number| {
        let mut damage = Damage::new(number);
        let game = damage.one(&games).clone();
        (number, damage.damaged(&game))
    })
}

#[test]
fn fixing_damaged_games_settles_and_keeps_to_its_places() {
    let mut broken = Vec::new();
    for (number, game) in damaged(games()) {
        if catch_unwind(|| crate::laws::fixing(&game)).is_err() {
            broken.push(number);
        }
    }
    assert!(broken.is_empty(), "{broken:?}");
}

/// Files with two damaged games each, as the command line fixes them: a second run changes nothing.
#[test]
fn fixing_damaged_files_settles_in_one_run() {
    for fixes in ["--fix", "--unsafe-fixes"] {
        let folder = Folder::new();
        let games: Vec<Vec<u8>> = damaged(games()).map(|(_, game)| game).collect();
        for (n, pair) in games.chunks(2).enumerate() {
            let extension = if n % 3 == 0 { "vgn" } else { "pgn" };
            folder.write(&format!("{n}.{extension}"), pair.concat());
        }
        let read = || {
            let names = (0..games.len().div_ceil(2)).flat_map(|n| [format!("{n}.vgn"), format!("{n}.pgn")]);
            let files = names.filter(|name| folder.path(name).exists()).map(|name| (folder.read(&name), name));
            files.collect::<Vec<_>>()
        };
        let before = read();
        folder.run(&["check", fixes, "."]);
        let once = read();
        folder.run(&["check", fixes, "."]);
        let changed: Vec<(String, String, String)> = std::iter::zip(std::iter::zip(before, &once), read())
            .filter(|((_, once), twice)| once.0 != twice.0)
            .map(|((before, once), _)| {
                let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                (once.1.clone(), text(&before.0), text(&once.0))
            })
            .collect();
        assert!(changed.is_empty(), "{fixes}: {} files, first {:#?}", changed.len(), changed.first());
        assert!(once.len() > 100 || games.len() < 200);
    }
}

/// What is exported is exported again as it is, and no line of it is too long or an escape that was none.
#[test]
fn exported_damaged_games_settle() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    let mut broken = Vec::new();
    for (number, game) in damaged(games()) {
        let text = text_of(game);
        for span in vgn_lsp::syntax::games::games(text.as_bytes()).filter(|span| span.is_game) {
            let game = &text[span.range];
            let Ok(once) = export_pgn(game, &context) else { continue };
            let twice = export_pgn(&once.text, &context).map(|twice| twice.text);
            let text = once.text.replace("\r\n", "\n").replace('\r', "\n");
            let movetext = text.rsplit("]\n\n").next().unwrap_or_default();
            // What stands inside a comment is as long as the author made it.
            let parts = movetext.split('{').map(|part| part.rsplit('}').next().unwrap_or_default());
            let movetext = parts.collect::<Vec<_>>().join("\n");
            let too_long = |line: &str| line.chars().count() > 79 && line.contains(' ') && !line.contains("[%");
            let wrong = movetext.lines().any(|line| too_long(line) && !line.starts_with(['%', ';']));
            let escapes = movetext.lines().any(|line| line.starts_with('%')) && !game.contains(['\n', '\r']);
            if twice.as_ref() != Ok(&once.text) || (wrong && !game.contains(';')) || escapes {
                broken.push((number, once.text, twice));
            }
        }
    }
    assert!(broken.is_empty(), "{}, first {:#?}", broken.len(), broken.first());
}

/// Every safe fix, alone and all together: what python-chess reads is the same.
#[test]
#[cfg_attr(windows, ignore = "a shell script starts python-chess")]
fn safe_fixes_keep_what_python_chess_reads() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn).with_fixes(true);
    let safe = |diagnostic: &Diagnostic| diagnostic.fixes.iter().position(|fix| fix.safe);
    let mut pairs = String::new();
    for game in damaged(pgn_games()).map(|(_, game)| game).chain(pgn_games()) {
        let text = text_of(game);
        for span in vgn_lsp::syntax::games::games(text.as_bytes()).filter(|span| span.is_game) {
            let game = &text[span.range];
            let mut pair = |after: String, what: &str| {
                let pair = serde_json::json!({ "before": game, "after": after, "what": what });
                pairs += &format!("{pair}\n");
            };
            let all = fix_game(game, None, &context, &|diagnostic| safe(diagnostic).map(|n| &diagnostic.fixes[n]));
            if !all.is_empty() {
                pair(apply(game, &all), "all");
            }
            let mut codes = Vec::new();
            for diagnostic in check_game(game, &context).diagnostics {
                if let Some(fix) = safe(&diagnostic).filter(|_| !codes.contains(&diagnostic.code)) {
                    codes.push(diagnostic.code);
                    pair(apply(game, &diagnostic.fixes[fix].edits), &diagnostic.code.to_string());
                }
            }
        }
    }
    let folder = Folder::new();
    let path = folder.write("pairs.jsonl", pairs);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python_chess/");
    let mut command = std::process::Command::new(format!("{script}python.sh"));
    let output = command.arg(format!("{script}fixes.py")).arg("-v").arg(path).output().expect("python-chess runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    if let Ok(path) = std::env::var("DAMAGED_REPORT") {
        std::fs::write(path, said.as_bytes()).expect("written");
    }
}
