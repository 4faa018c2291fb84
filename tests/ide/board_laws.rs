//! What a board writes into a game, over real games at random places: one half-move more and nothing else, or one
//! annotation and nothing else, as python-chess reads them too. `BOARD_PLAYS` is how many half-moves are tried in each
//! game (4).

use crate::damaged::{games, pgn_games};
use crate::support::cli::Folder;
use crate::support::games::text_of;
use vgn_lsp::ide::{Annotation, BoardShape, HandMove, LegalMoves, PlayEdit, annotate, legal_moves, play};
use vgn_lsp::lint::{Context, FileKind, Settings, apply};
use vgn_lsp::replay::{Resolved, resolve_game};

fn tries() -> usize {
    std::env::var("BOARD_PLAYS").map_or(4, |count| count.parse().expect("a number"))
}

/// Numbers that look like chance, and are the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("it is small") % count.max(1)
    }
}

/// A half-move that can be played, in UCI.
fn some_move(legal: &LegalMoves, chance: &mut Chance) -> Option<String> {
    let squares = legal.squares.iter().flat_map(|(from, to)| to.iter().map(move |to| format!("{from}{to}")));
    let letter =
        |role: &str| if role == "knight" { 'N' } else { role.chars().next().unwrap_or('p').to_ascii_uppercase() };
    let drops = legal.drops.iter().flat_map(|(role, to)| to.iter().map(move |to| format!("{}@{to}", letter(role))));
    let all: Vec<String> = squares.chain(drops).collect();
    (!all.is_empty()).then(|| all[chance.below(all.len())].clone())
}

struct Tried {
    pairs: String,
    played: usize,
    refused: Vec<String>,
}

/// Plays and annotates in each game; both are looked at by python-chess where `is_pgn`.
fn try_all(games: Vec<Vec<u8>>, is_pgn: bool) -> Tried {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    let mut tried = Tried { pairs: String::new(), played: 0, refused: Vec::new() };
    let mut chance = Chance(7);
    for game in games {
        let text = text_of(game);
        let resolved = resolve_game(&text, &context);
        for _ in 0..tries() {
            let id = chance.below(resolved.moves.len() + 1).checked_sub(1);
            if let Some(pair) = try_play(&text, &resolved, &context, id, &mut chance, &mut tried) {
                tried.pairs += &if is_pgn { format!("{pair}\n") } else { String::new() };
            }
            let pair = try_annotate(&text, &resolved, &context, id, &mut chance, &mut tried);
            tried.pairs += &pair.filter(|_| is_pgn).map_or_else(String::new, |pair| format!("{pair}\n"));
        }
    }
    tried
}

fn try_play(
    text: &str,
    resolved: &Resolved,
    context: &Context<'_>,
    id: Option<usize>,
    chance: &mut Chance,
    tried: &mut Tried,
) -> Option<serde_json::Value> {
    let legal = legal_moves(resolved, id)?;
    let wanted = some_move(&legal, chance)?;
    let put = |wanted: HandMove<'_>| play(text, resolved, context, id, wanted);
    let becomes = |wanted: &str, may_be_illegal| {
        let promoted = format!("{wanted}n");
        let played = put(HandMove { text: wanted, may_be_illegal });
        played.or_else(|why| put(HandMove { text: &promoted, may_be_illegal }).map_err(|_| why))
    };
    let played = becomes(&wanted, false);
    if legal.allows_illegal {
        let wanted = some_squares(resolved, id, chance)?;
        note(text, context, &format!("{wanted} by hand after {id:?}"), becomes(&wanted, true), tried);
    }
    note(text, context, &format!("{wanted} after {id:?}"), played, tried)
}

/// A piece's square and another one, whatever the rules say.
fn some_squares(resolved: &Resolved, id: Option<usize>, chance: &mut Chance) -> Option<String> {
    let board = match id {
        None => resolved.start.as_ref()?,
        Some(id) => resolved.moves[id].after.as_deref()?,
    };
    let pieces: Vec<_> = board.board().occupied().into_iter().collect();
    let from = pieces.get(chance.below(pieces.len()))?;
    let to = shakmaty::Square::new(u32::try_from(chance.below(64)).ok()?);
    (to != *from).then(|| format!("{from}{to}"))
}

/// The game before and after, where something is written: one half-move more.
fn note(
    text: &str,
    context: &Context<'_>,
    wanted: &str,
    played: Result<PlayEdit, String>,
    tried: &mut Tried,
) -> Option<serde_json::Value> {
    let resolved = resolve_game(text, context);
    tried.played += 1;
    match played {
        Err(why) => {
            tried.refused.push(format!("{why}: {wanted} in\n{text}"));
            None
        }
        Ok(played) => {
            let edit = played.edit?;
            assert!(edit.range.is_empty(), "nothing is taken away: {edit:?}");
            let after = apply(text, [&edit]);
            assert_eq!(resolve_game(&after, context).moves.len(), resolved.moves.len() + 1, "{after}");
            Some(serde_json::json!({ "before": text, "after": after, "what": "play" }))
        }
    }
}

fn try_annotate(
    text: &str,
    resolved: &Resolved,
    context: &Context<'_>,
    id: Option<usize>,
    chance: &mut Chance,
    tried: &mut Tried,
) -> Option<serde_json::Value> {
    let square = BoardShape { color: "red", from: "e4".to_owned(), to: None };
    let arrow = BoardShape { color: "green", from: "a1".to_owned(), to: Some("h8".to_owned()) };
    let wish = match chance.below(if id.is_some() { 6 } else { 4 }) {
        0 => Annotation { shapes: Some(vec![square, arrow]), ..Annotation::default() },
        1 => Annotation { shapes: Some(Vec::new()), ..Annotation::default() },
        2 => Annotation { comment: Some("said of it".to_owned()), ..Annotation::default() },
        3 => Annotation { comment: Some(String::new()), ..Annotation::default() },
        4 => Annotation { nags: Some(vec![3, 14]), ..Annotation::default() },
        _ => Annotation { nags: Some(Vec::new()), ..Annotation::default() },
    };
    tried.played += 1;
    match annotate(text, resolved, context, id, &wish) {
        Err(why) => {
            tried.refused.push(format!("{why}: {wish:?} at {id:?} in\n{text}"));
            None
        }
        Ok(edits) if edits.is_empty() => None,
        Ok(edits) => Some(serde_json::json!({ "before": text, "after": apply(text, &edits), "what": "annotate" })),
    }
}

fn assert_few_refused(tried: &Tried) {
    let share = tried.refused.len() * 50;
    assert!(tried.played > 50 && share <= tried.played, "{} of {}: {}", tried.refused.len(), tried.played, {
        tried.refused.join("\n\n")
    });
}

#[test]
#[cfg_attr(windows, ignore = "a shell script starts python-chess")]
fn python_chess_reads_the_old_game_and_what_the_board_wrote() {
    let tried = try_all(pgn_games(), true);
    assert_few_refused(&tried);
    let folder = Folder::new();
    let path = folder.write("pairs.jsonl", &tried.pairs);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python_chess/");
    let mut command = std::process::Command::new(format!("{script}python.sh"));
    let output = command.arg(format!("{script}boards.py")).arg(path).output().expect("python-chess runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_board_writes_into_games_of_other_notations() {
    assert_few_refused(&try_all(games(), false));
}
