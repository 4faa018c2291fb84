//! Games of every variant that python-chess played at random: the same moves have the same texts, and the same ends.

use shakmaty::Color;
use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::notation::{EndMark, Notation, SAN, UCI};
use vgn_lsp::replay::{HalfMove, Resolved, resolve_game};
use vgn_lsp::rules::Position;

const GAMES: &str = include_str!("../data/variants/random.jsonl");

fn games() -> impl Iterator<Item = serde_json::Value> {
    GAMES.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line"))
}

/// The game as a PGN program would write it.
fn pgn(game: &serde_json::Value) -> String {
    let extra = if game["chess960"] == true { "960" } else { "" };
    let mut text = format!("[Variant \"{}{extra}\"]\n", game["variant"].as_str().expect("a name"));
    if let Some(start) = game["start"].as_str() {
        text += &format!("[SetUp \"1\"]\n[FEN \"{start}\"]\n");
    }
    for (ply, san) in game["san"].as_str().expect("moves").split(' ').enumerate() {
        let number = if ply % 2 == 0 { format!("\n{}.", ply / 2 + 1) } else { String::new() };
        text += &format!("{number} {san}");
    }
    format!("{text} {}\n", game["result"].as_str().expect("a result"))
}

fn resolved(text: &str) -> Resolved {
    let settings = Settings::default();
    resolve_game(text, &Context::new(&settings, FileKind::Pgn).with_fixes(true))
}

fn spelt(game: &Resolved, notation: &Notation) -> String {
    let spell = |n: usize| {
        let m = &game.moves[n];
        let (before, play, after) = (m.before.as_deref()?, m.play.as_ref()?, m.after.as_deref()?);
        HalfMove { before, play, after, end: EndMark::None }.spell(notation).ok()
    };
    (0..game.moves.len()).map(|n| spell(n).unwrap_or_default()).collect::<Vec<_>>().join(" ")
}

#[test]
fn moves_and_ends_are_those_of_python_chess() {
    let mut ends = 0;
    for game in games() {
        let text = pgn(&game);
        let found = resolved(&text);
        let codes: Vec<&str> = found.report.diagnostics.iter().map(|d| d.code.name()).collect();
        assert_eq!(codes, ["missing-roster-tag"], "{text}\n{:?}", found.report.diagnostics);
        // python-chess leaves the letter of a dropped pawn out.
        assert_eq!(spelt(&found, &SAN).replace("P@", "@"), game["san"], "{text}");
        assert_eq!(spelt(&found, &UCI), game["uci"], "{text}");
        let last = found.moves.last().and_then(|m| m.after.as_deref()).expect("a last position");
        assert_eq!(end_of(last), (game["end"].as_str(), game["result"].as_str()), "{text}");
        ends += usize::from(!game["end"].is_null());
    }
    assert!(ends > 60, "most games come to an end: {ends}");
}

/// The kind of end, as python-chess has it, and the result.
fn end_of(position: &Position) -> (Option<&'static str>, Option<&'static str>) {
    let won = |winner: Color| winner.fold_wb("1-0", "0-1");
    match position.variant_end() {
        // A side that cannot move and has won antichess is stalemated there.
        Some(end) if end.kind == vgn_lsp::rules::VariantEndKind::NoMoveLeft => (Some("stalemate"), end.winner.map(won)),
        Some(end) => (Some("variant"), Some(end.winner.map_or("1/2-1/2", won))),
        None if position.is_checkmate() => (Some("checkmate"), Some(won(!position.turn()))),
        None if position.is_stalemate() => (Some("stalemate"), Some("1/2-1/2")),
        None => (None, Some("*")),
    }
}

/// A half-move left out of a game, or another piece's letter: it is found where it stands, or at the first half-move that
/// is not possible without it, and nothing before is called wrong.
#[test]
fn damage_is_found_where_it_is() {
    let mut found = 0;
    for game in games() {
        let mut game = game;
        let moves: Vec<String> = game["san"].as_str().expect("moves").split(' ').map(str::to_owned).collect();
        let at = moves.len() / 2;
        let mut damaged = moves.clone();
        damaged.remove(at);
        game["san"] = damaged.join(" ").into();
        game["result"] = "*".into();
        let text = pgn(&game);
        let before: usize = {
            let prefix = moves[..at].join(" ");
            let mut whole = game.clone();
            whole["san"] = prefix.into();
            pgn(&whole).len() - " *\n".len()
        };
        let report = resolved(&text).report;
        let mut graver = report.diagnostics.iter().filter(|d| d.code.name() != "missing-roster-tag");
        let first = graver.next();
        found += usize::from(first.is_some());
        assert!(first.is_none_or(|d| d.range.end as usize > before), "{text}\n{first:?}");
    }
    assert!(found > 90, "nearly every game without one of its half-moves is impossible: {found}");
}
