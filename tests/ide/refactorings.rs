//! The law of refactorings as an independent reader sees it: at half-moves of real annotated games each of them makes
//! the tree that python-chess's own operations make, in PGN and in VGN games of several notations.

use std::collections::{HashMap, HashSet};
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use expect_test::{Expect, expect};
use serde_json::json;
use vgn_lsp::convert::{Target, convert_resolved, resolve_to_convert};
use vgn_lsp::ide::actions::{Effect, GameRewrite, SelectedGames, merged_games, refactorings, rewrite_game};
use vgn_lsp::lint::{Context, FileKind, Settings, apply};
use vgn_lsp::replay::{Resolved, ResolvedMove, resolve_game};
use vgn_lsp::syntax::games::games;

const FILES: [&str; 4] = [
    "annotated/dortmund.pgn",
    "annotated/wcc_2023.pgn",
    "games/cutechess-fischerrandom.pgn",
    "games/lichess_db_10k.pgn",
];

/// Games of a file that are refactored, and at how many half-moves of each, and the first ones of how many variations.
const GAMES: usize = 3;
const PLACES: usize = 6;

/// A game refactored.
struct Case {
    what: String,
    half_move: i64,
    after: String,
    /// The comment or the NAG at the place, if it is asked for there.
    note: String,
}

fn settings() -> Settings {
    Settings::default()
}

fn resolved(text: &str) -> Resolved {
    let settings = settings();
    resolve_game(text, &Context::new(&settings, FileKind::Unknown))
}

/// Everything that is offered at a place and not known yet, with what becomes of the game.
fn done(text: &str, place: u32, known: &mut HashSet<String>) -> Vec<(String, String)> {
    let settings = settings();
    let context = Context::new(&settings, FileKind::Unknown);
    let offered = refactorings(text, &context, place..place, |_| true);
    let done = offered.into_iter().filter_map(|action| {
        let Effect::Rewrite(_, GameRewrite::Refactor(chosen)) = action.effect else { return None };
        if !known.insert(chosen.to_string()) {
            return None;
        }
        let edits = rewrite_game(text, &context, GameRewrite::Refactor(chosen));
        assert!(edits.is_sorted_by(|a, b| a.range.end <= b.range.start), "{chosen} {edits:?}");
        (!edits.is_empty()).then(|| (chosen.to_string(), apply(text, &edits)))
    });
    done.collect()
}

/// What is done to a game at its half-moves; of those who do not care where they are asked, once.
fn cases(text: &str) -> Vec<Case> {
    let mut cases = cases_at_half_moves(text);
    cases.extend(cases_at_notes(text));
    cases
}

/// Removal of some comments and NAGs of a PGN game, each where it stands.
fn cases_at_notes(text: &str) -> Vec<Case> {
    let moves = resolved(text).moves;
    let movetext = text.find("\n\n").filter(|_| !text.contains("[GameFormat")).map_or(text.len(), |at| at + 2);
    let starts =
        |sign: char| text[movetext..].match_indices(sign).map(move |(at, _)| movetext + at).collect::<Vec<_>>();
    let mut cases = Vec::new();
    for places in [starts('{'), starts('$')] {
        for place in places.iter().copied().step_by(places.len().div_ceil(2 * PLACES).max(1)) {
            let end = if text[place..].starts_with('{') {
                text[place..].find('}').map(|at| at + 1)
            } else {
                text[place..].find([' ', '\n', ')'])
            };
            let note = &text[place..place + end.unwrap_or(0)];
            let half_move = moves.iter().rposition(|it| (it.range.start as usize) < place).map_or(-1, |at| at as i64);
            let removed = done(text, place as u32, &mut HashSet::new());
            let removed = removed
                .into_iter()
                .filter(|(what, _)| what.starts_with("remove-comment ") || what.starts_with("remove-nag "));
            cases.extend(removed.map(|(what, after)| {
                let what = what.split(' ').next().unwrap_or_default().to_owned();
                Case { what, half_move, after, note: note.to_owned() }
            }));
        }
    }
    cases
}

fn cases_at_half_moves(text: &str) -> Vec<Case> {
    let moves = resolved(text).moves;
    let step = moves.len().div_ceil(PLACES).max(1);
    let firsts = (0..moves.len()).filter(|at| {
        let line = moves[*at].line;
        line > 0 && moves[..*at].iter().all(|before| before.line != line)
    });
    let firsts: Vec<usize> = firsts.collect();
    let firsts = firsts.iter().copied().step_by(firsts.len().div_ceil(PLACES).max(1));
    let mut places: Vec<usize> = (0..moves.len()).step_by(step).chain(firsts).collect();
    places.sort_unstable();
    places.dedup();
    let mut cases: Vec<Case> = Vec::new();
    let mut known = HashSet::new();
    for at in places {
        for (chosen, after) in done(text, moves[at].range.start, &mut known) {
            let (what, place) = chosen.split_once(' ').expect("a name and a place");
            let place: u32 = place.parse().expect("a place");
            let half_move = match &text[place as usize..] {
                rest if rest.starts_with('(') => moves.iter().position(|half_move| half_move.line == place),
                _ if place == 0 => None,
                _ => moves.iter().position(|half_move| half_move.range.start == place),
            };
            let half_move = half_move.map_or(-1, |at| at as i64);
            cases.push(Case { what: what.to_owned(), half_move, after, note: String::new() });
        }
    }
    cases
}

fn text_of(file: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
    let bytes = std::fs::read(file).expect("it can be read");
    String::from_utf8(bytes).unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect())
}

fn games_of(file: &str) -> Vec<String> {
    let text = text_of(file).replace("\\$", "$");
    games(text.as_bytes()).filter(|span| span.is_game).take(GAMES).map(|span| text[span.range].to_owned()).collect()
}

/// Compares cases, each with the game before it.
fn compare(cases: impl Iterator<Item = (Case, String)>, is_vgn: bool, expected: &Expect) {
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    for (Case { what, half_move, after, note }, before) in cases {
        let case = json!({
            "what": what, "half_move": half_move, "before": before, "after": after, "is_vgn": is_vgn, "note": note
        });
        writeln!(file, "{case}").expect("written");
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python_chess");
    let output = Command::new(here.join("python.sh"))
        .args([&here.join("refactorings.py"), file.path()])
        .output()
        .expect("it starts");
    let (said, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}\n{errors}");
    expected.assert_eq(&said);
}

#[test]
#[cfg_attr(windows, ignore = "a shell script starts python-chess")]
fn in_pgn_they_do_what_python_chess_does() {
    let games = FILES.into_iter().flat_map(games_of);
    let all = games.flat_map(|text| {
        let cases = cases(&text).into_iter();
        cases.map(move |case| (case, text.clone())).collect::<Vec<_>>()
    });
    compare(
        all,
        false,
        &expect![[r#"
        copy-to-here 99, delete-from-here 87, delete-variation 40, demote-line 3, extract-variation 40, main-line 15, move-variation-down 4, move-variation-up 5, promote-variation 40, remove-clocks 3, remove-comment 103, remove-comments 12, remove-nag 33, remove-nags 6, remove-variations 6, split-variations 6
    "#]],
    );
}

/// Games of one file that are merged say all that they said.
#[test]
#[cfg_attr(windows, ignore = "a shell script starts python-chess")]
fn merged_games_are_all_there_as_python_chess_reads_them() {
    let settings = settings();
    let context = Context::new(&settings, FileKind::Unknown);
    let mut all = Vec::new();
    for file in [FILES[0], FILES[1], FILES[3]] {
        let games = games_of(file);
        for several in games.windows(2).chain([games.as_slice()]) {
            let text: String = several.concat();
            let (mut places, mut at) = (Vec::new(), 0);
            for game in several {
                places.push((at..at + game.len(), false));
                at += game.len();
            }
            let selected = SelectedGames { places: &places, text: &|| (&text).into() };
            let edits = merged_games(&selected, &context).expect("they begin on one board");
            let after = apply(&text, &edits);
            all.push((Case { what: "merge".to_owned(), half_move: -1, after, note: String::new() }, text.clone()));
        }
    }
    compare(
        all.into_iter(),
        false,
        &expect![[r#"
        merge 9
    "#]],
    );
}

/// A game that is cut off anywhere, as one is that is being written: what is offered does something, and what does not
/// concern it is still there.
#[test]
fn in_broken_games_what_is_offered_is_done() {
    let (settings, mut tried) = (settings(), HashMap::new());
    let context = Context::new(&settings, FileKind::Unknown);
    for text in FILES[..2].iter().flat_map(|file| games_of(file).into_iter().take(2)) {
        let start = text.find("\n\n").map_or(0, |at| at + 2);
        for n in 1_usize..12 {
            // Within numbers, half-moves, comments and brackets.
            let cut = start + (n * 7919) % (text.len() - start).min(3000);
            let Some(broken) = text.get(..cut) else { continue };
            for place in (start..cut).step_by((cut - start) / 5 + 1) {
                let place = place as u32;
                for action in refactorings(broken, &context, place..place, |_| true) {
                    let Effect::Rewrite(_, rewrite) = action.effect else { continue };
                    let edits = rewrite_game(broken, &context, rewrite);
                    assert!(!edits.is_empty(), "{}\n{broken}", action.title);
                    *tried.entry(rewrite.to_string().split(' ').nth(1).map(str::to_owned)).or_insert(0) += 1;
                }
            }
        }
    }
    assert!(tried.len() > 8, "{tried:?}");
}

/// What a variation says of the game's end, PGN has no sign for: that may be lost, and nothing else is compared less.
fn converted(text: &str, to: &str, may_lose: bool) -> Option<String> {
    let target = Target::of_text().find(|target| target.name() == to)?;
    let game = |game: &str| {
        let resolved = resolve_to_convert(game, FileKind::Unknown, &|| false)?;
        let conversion = convert_resolved(game, FileKind::Unknown, &resolved, &target, None).ok()?;
        (may_lose || conversion.losses.is_empty()).then(|| apply(game, &conversion.edits))
    };
    games(text.as_bytes()).map(|span| game(&text[span.range])).collect()
}

/// The half-moves by what was played up to them; those with a twin are left out.
fn by_line(moves: &[ResolvedMove]) -> HashMap<String, usize> {
    let key = |at: usize| {
        let (mut line, mut depth, mut ply) = (moves[at].line, moves[at].depth, moves[at].ply + 1);
        let mut key = String::new();
        for half_move in moves[..=at].iter().rev() {
            if half_move.depth < depth {
                (line, depth) = (half_move.line, half_move.depth);
            }
            if (half_move.line, half_move.depth) == (line, depth) && half_move.ply + 1 == ply {
                key += &format!("{:?} ", half_move.play);
                ply -= 1;
            }
        }
        key
    };
    let (mut places, mut twins) = (HashMap::new(), Vec::new());
    for at in 0..moves.len() {
        if places.insert(key(at), at).is_some() {
            twins.push(key(at));
        }
    }
    places.retain(|line, _| !twins.contains(line));
    places
}

/// VGN has variations and comments elsewhere (rules C4, C7): the game is refactored there, and made PGN again.
#[test]
#[cfg_attr(windows, ignore = "a shell script starts python-chess")]
fn in_vgn_they_do_what_python_chess_does_in_pgn() {
    let mut all = Vec::new();
    for file in &FILES[..2] {
        for text in games_of(file).into_iter().take(1) {
            for notation in ["FCN", "VGN", "SFEN"] {
                let Some(there) = converted(&text, notation, false) else { continue };
                let Some(before) = converted(&there, "PGN", false) else { continue };
                let (moves, places) = (resolved(&there).moves, by_line(&resolved(&before).moves));
                let mine: HashMap<usize, usize> = by_line(&moves)
                    .into_iter()
                    .filter_map(|(line, at)| places.get(&line).map(|other| (at, *other)))
                    .collect();
                for case in cases(&there) {
                    let half_move = match case.half_move {
                        -1 => -1,
                        at => match mine.get(&(at as usize)) {
                            Some(at) => *at as i64,
                            None => continue,
                        },
                    };
                    let after = converted(&case.after, "PGN", true).unwrap_or(case.after.clone());
                    all.push((Case { half_move, after, ..case }, before.clone()));
                }
            }
        }
    }
    compare(
        all.into_iter(),
        true,
        &expect![[r#"
        copy-to-here 63, delete-from-here 57, delete-variation 39, demote-line 3, extract-variation 39, main-line 15, move-variation-down 3, promote-variation 39, remove-comments 6, remove-nags 6, remove-variations 6, split-variations 6
    "#]],
    );
}
