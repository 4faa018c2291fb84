//! A whole game for a board beside the text: its tags, all half-moves with the boards after them, and their
//! annotations.

use std::ops::Range;

use shakmaty::{CastlingMode, Color};
use vgn_engine::lint::{Cancellation, Diagnostic};
use vgn_engine::notation::nag::{CompositeNag, nag, of_suffix};
use vgn_engine::notation::{Codec, EndMark, FCN, FEN, SAN, SpelledBoard, TokenContent};
use vgn_engine::openings::Opening;
use vgn_engine::replay::{Resolved, ResolvedMove};
use vgn_engine::rules::{Position, Variant};
use vgn_engine::syntax::Token;
use vgn_engine::syntax::results::{TERMINATORS, terminator};

use super::notes::Notes;
use super::owners::{Owner, Owners};
use crate::line_of_play::{opening_of, spellable, squares_of};
use crate::outline::GameOutline;

/// A game and a part of its half-moves.
#[derive(Clone, Debug, Default)]
pub struct BoardGame {
    /// Names and values of all tag pairs.
    pub tags: Vec<(String, String)>,
    /// `None` for standard chess.
    pub variant: Option<&'static str>,
    /// The initial board as FEN.
    pub start: Option<String>,
    /// The game starts from a set-up board with Black to move, so that Black is shown at the bottom.
    pub begins_with_black: bool,
    /// One of [`TERMINATORS`].
    pub result: Option<&'static str>,
    /// The opening of the main line, and the index of the half-move that reaches it.
    pub opening: Option<(&'static Opening, usize)>,
    /// The end of the game on the board, in words.
    pub ending: Option<String>,
    /// Number of half-moves, including variations.
    pub total: usize,
    /// The requested half-moves.
    pub moves: Vec<BoardMove>,
    /// The annotations before the first half-move.
    pub notes: Notes,
    /// Indices of the report's findings that do not concern a half-move.
    pub findings: Vec<usize>,
}

/// A half-move. Its `id` is its index in text order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardMove {
    pub id: usize,
    /// The previous half-move of its line; `None` at the beginning.
    pub parent: Option<usize>,
    /// 0 in the main line.
    pub depth: u32,
    /// In bytes of the game's text.
    pub range: Range<u32>,
    pub number: u32,
    pub is_white: bool,
    /// SAN, if it differs from the text.
    pub san: Option<String>,
    /// The board after it; `None` if it cannot be played.
    pub fen: Option<String>,
    pub squares: Vec<String>,
    pub is_check: bool,
    /// The end of the game that it brings about, in words.
    pub ending: Option<String>,
    /// Why it is illegal, if it is played nevertheless.
    pub illegal: Option<String>,
    /// Numbers of the NAGs and their glyphs.
    pub nags: Vec<(u32, Option<&'static str>)>,
    /// Comments before it, at the beginning of a variation.
    pub before: Vec<String>,
    pub notes: Notes,
    /// Indices of findings in the report.
    pub findings: Vec<usize>,
}

/// The FEN of a position.
pub fn fen_of(board: &Position) -> Option<String> {
    match FEN.codec {
        Codec::Boards { write, .. } => {
            write(&SpelledBoard { setup: &board.setup(), check: false, end: EndMark::None }).ok()
        }
        _ => None,
    }
}

/// Programs' name of the variant; `None` for standard chess.
pub fn variant_name(board: &Position) -> Option<&'static str> {
    Some(match board.variant() {
        Variant::Chess if board.castling_mode() == CastlingMode::Chess960 => "chess960",
        Variant::Chess => return None,
        Variant::Antichess => "antichess",
        Variant::Atomic => "atomic",
        Variant::Crazyhouse => "crazyhouse",
        Variant::Horde => "horde",
        Variant::KingOfTheHill => "kingOfTheHill",
        Variant::RacingKings => "racingKings",
        Variant::ThreeCheck => "threeCheck",
    })
}

/// The game with the half-moves in the range `wanted`. `findings`: the findings in this text. `None` if cancelled,
/// which large games check at intervals.
pub fn board_game(
    text: &str,
    resolved: &Resolved,
    findings: &[Diagnostic],
    wanted: Range<usize>,
    cancel: &dyn Cancellation,
) -> Option<BoardGame> {
    let outline = GameOutline::new(text, cancel);
    let moves = &resolved.moves;
    let wanted = wanted.start.min(moves.len())..wanted.end.min(moves.len()).max(wanted.start.min(moves.len()));
    let mut game = BoardGame {
        tags: outline.tag_pairs().map(|(name, value)| (name.to_owned(), value.into_owned())).collect(),
        variant: resolved.start.as_ref().and_then(variant_name),
        start: resolved.start.as_ref().and_then(fen_of),
        begins_with_black: resolved.start.as_ref().is_some_and(|start| start.turn() == Color::Black),
        result: result(&outline),
        opening: None,
        ending: resolved.end.as_ref().and_then(ending),
        total: moves.len(),
        moves: Vec::with_capacity(wanted.len()),
        notes: Notes::default(),
        findings: Vec::new(),
    };
    let parents = parents(moves);
    for id in wanted.clone() {
        if id % LOOK == 0 && cancel.is_cancelled() {
            return None;
        }
        game.moves.push(board_move(text, resolved, id, parents[id]));
    }
    if let Some(last) = moves.iter().rposition(|half_move| half_move.depth == 0) {
        let place = |of: &ResolvedMove| moves.iter().position(|half_move| std::ptr::eq(half_move, of));
        game.opening = opening_of(moves, last).and_then(|(opening, half_move)| Some((opening, place(half_move)?)));
    }
    attach(&mut game, &outline, resolved, findings, &wanted);
    (!cancel.is_cancelled()).then_some(game)
}

/// Number of half-moves between checks for cancellation.
const LOOK: usize = 256;

fn board_move(text: &str, resolved: &Resolved, id: usize, parent: Option<usize>) -> BoardMove {
    let here = &resolved.moves[id];
    let written = text.get(bytes(&here.range)).unwrap_or_default();
    BoardMove {
        id,
        parent,
        depth: here.depth,
        range: here.range.clone(),
        number: here.number,
        is_white: here.color.is_white(),
        san: readable(here, resolved).filter(|san| !reads_as(written, san, here)),
        fen: here.after.as_deref().and_then(fen_of),
        squares: squares_of(here),
        is_check: here.after.as_deref().is_some_and(Position::is_check),
        ending: here.after.as_deref().and_then(ending),
        illegal: here.illegal.filter(|_| here.after.is_some()).map(|why| why.to_string()),
        ..BoardMove::default()
    }
}

/// The text equals the SAN. A win other than mate is marked with `+` in some files and `#` in others.
fn reads_as(text: &str, san: &str, here: &ResolvedMove) -> bool {
    let is_win = || here.after.as_deref().is_some_and(|after| after.variant_end().is_some());
    let bare = |text| str::strip_suffix(text, '+').or(str::strip_suffix(text, '#'));
    text == san || bare(text).is_some() && bare(text) == bare(san) && is_win()
}

/// A half-move in SAN, or in FCN if SAN cannot express it and the text is a board.
fn readable(here: &ResolvedMove, resolved: &Resolved) -> Option<String> {
    let half_move = spellable(here)?;
    let is_board = || resolved.notation.is_some_and(|notation| notation.content == TokenContent::Boards);
    half_move.spell(&SAN).ok().or_else(|| is_board().then(|| half_move.spell(&FCN).ok()).flatten())
}

/// The previous half-move of each one along its line.
pub fn parents(moves: &[ResolvedMove]) -> Vec<Option<usize>> {
    /// A line that may continue: its place and its half-moves.
    struct OpenLine {
        depth: u32,
        line: u32,
        parent: Option<usize>,
        moves: Vec<usize>,
    }
    let mut open: Vec<OpenLine> = Vec::new();
    let mut parents = Vec::with_capacity(moves.len());
    for (id, half_move) in moves.iter().enumerate() {
        let is_over =
            |it: &OpenLine| it.depth > half_move.depth || it.depth == half_move.depth && it.line != half_move.line;
        while open.pop_if(|last| is_over(last)).is_some() {}
        if open.last().is_none_or(|last| last.depth != half_move.depth) {
            let parent = open.last().and_then(|outer| {
                let is_before = |id: &&usize| moves[**id].ply < half_move.ply;
                outer.moves.iter().rev().find(is_before).copied().or(outer.parent)
            });
            open.push(OpenLine { depth: half_move.depth, line: half_move.line, parent, moves: Vec::new() });
        }
        let Some(line) = open.last_mut() else { continue };
        parents.push(line.moves.last().copied().or(line.parent));
        line.moves.push(id);
    }
    parents
}

/// Adds findings and annotations to the requested half-moves and to the game.
fn attach(
    game: &mut BoardGame,
    outline: &GameOutline<'_>,
    resolved: &Resolved,
    findings: &[Diagnostic],
    wanted: &Range<usize>,
) {
    let mut owners = Owners::new(resolved);
    let mut findings = (0..findings.len()).map(|at| (findings[at].range.start, at)).collect::<Vec<_>>();
    findings.sort_unstable();
    let mut findings = findings.into_iter().peekable();
    for leaf in outline.leaves() {
        let owner = owners.of(outline, leaf);
        while let Some((_, at)) = findings.next_if(|(start, _)| *start < leaf.range.end) {
            match owner {
                Owner::After(id) | Owner::Before(id) if wanted.contains(&id) => {
                    game.moves[id - wanted.start].findings.push(at);
                }
                Owner::Game => game.findings.push(at),
                _ => {}
            }
        }
        match (leaf.token, owner) {
            (Token::BraceComment | Token::LineComment, Owner::Game) => {
                game.notes.read(body(outline.slice(&leaf.range)))
            }
            (Token::BraceComment | Token::LineComment, Owner::After(id)) if wanted.contains(&id) => {
                game.moves[id - wanted.start].notes.read(body(outline.slice(&leaf.range)));
            }
            (Token::BraceComment | Token::LineComment, Owner::Before(id)) if wanted.contains(&id) => {
                let mut notes = Notes::default();
                notes.read(body(outline.slice(&leaf.range)));
                game.moves[id - wanted.start].before.extend(notes.texts);
            }
            (Token::Nag | Token::CompositeNag | Token::Suffix, Owner::After(id)) if wanted.contains(&id) => {
                let code = nag_of(outline.slice(&leaf.range));
                let glyph = code.and_then(nag).and_then(|nag| nag.glyph);
                game.moves[id - wanted.start].nags.extend(code.map(|code| (code, glyph)));
            }
            _ => {}
        }
    }
    game.findings.extend(findings.map(|(_, at)| at));
}

/// The number of a NAG, or the pattern of a composite one.
pub fn nag_of(text: &str) -> Option<u32> {
    match text.strip_prefix('$') {
        Some(digits) => digits.parse().ok().or_else(|| CompositeNag::parse(text).map(|nag| nag.pattern)),
        None => of_suffix(text),
    }
}

/// A comment without its braces or its `;`.
pub fn body(comment: &str) -> &str {
    let body = comment.get(1..).unwrap_or_default();
    if comment.starts_with('{') { body.strip_suffix('}').unwrap_or(body) } else { body }
}

/// The half-moves without boards, with their parents and annotations, for comparisons.
pub fn annotations(text: &str, resolved: &Resolved, outline: &GameOutline<'_>) -> Vec<BoardMove> {
    let parents = parents(&resolved.moves);
    let bare = |(id, here): (usize, &ResolvedMove)| BoardMove {
        id,
        parent: parents[id],
        depth: here.depth,
        range: here.range.clone(),
        number: here.number,
        is_white: here.color.is_white(),
        san: text.get(bytes(&here.range)).map(str::to_owned),
        ..BoardMove::default()
    };
    let moves: Vec<BoardMove> = resolved.moves.iter().enumerate().map(bare).collect();
    let wanted = 0..moves.len();
    let mut game = BoardGame { moves, ..BoardGame::default() };
    attach(&mut game, outline, resolved, &[], &wanted);
    game.moves
}

/// The terminator of the main line, or else the result in the `Result` tag.
fn result(outline: &GameOutline<'_>) -> Option<&'static str> {
    let known = |text: &str| TERMINATORS.into_iter().find(|terminator| *terminator == text);
    let by_tag = || outline.tag_value("Result").map(|told| known(&told).unwrap_or_else(|| terminator(&told)));
    outline.terminator().and_then(known).or_else(by_tag)
}

/// How the game has ended on this board by rule.
fn ending(board: &Position) -> Option<String> {
    let words = match board.variant_end() {
        Some(end) => return Some(end.to_string()),
        None if board.is_checkmate() => "checkmate",
        None if board.is_stalemate() => "stalemate",
        None if board.dead() => "dead position",
        None => return None,
    };
    Some(words.to_owned())
}

fn bytes(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use vgn_engine::lint::{Context, FileKind, Settings};
    use vgn_engine::replay::resolve_game;

    fn game(text: &str) -> BoardGame {
        let settings = Settings::default();
        let resolved = resolve_game(text, &Context::new(&settings, FileKind::Unknown));
        board_game(text, &resolved, &resolved.report.diagnostics, 0..usize::MAX, &|| false)
            .expect("nobody calls it off")
    }

    /// Each half-move with the index of its predecessor.
    fn shape(text: &str) -> String {
        let moves = game(text).moves;
        let name = |it: &BoardMove| text[bytes(&it.range)].to_owned();
        let before = |it: &BoardMove| it.parent.map_or("-".to_owned(), |parent| name(&moves[parent]));
        moves.iter().map(|it| format!("{}>{}", before(it), name(it))).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn half_moves_know_the_one_before_them() {
        assert_eq!(
            shape("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. d4 *"),
            "->e4 e4>e5 e4>c5 c5>Nf3 c5>c3 c3>d5 Nf3>d6 e5>d4"
        );
        assert_eq!(shape("1. e4 (1. d4) (1. c4 (1. g4 g5)) 1... e5"), "->e4 ->d4 ->c4 ->g4 g4>g5 e4>e5");
        assert_eq!(shape("1. e4 Ke4 (1... c5 2. a3) 2. Nf3"), "->e4 e4>Ke4 e4>c5 c5>a3 Ke4>Nf3");
    }

    #[test]
    fn what_is_said_stands_at_its_half_move() {
        let text = "[White \"A \\\"B\\\"\"]\n\n{first} 1. e4! $14 {best [%clk 0:01:00] [%eval 0.3]} (1. {no} d4 {[%csl Gd4]} \
                    ({lost} 1. c4) 1... d5) 1... e5 {so} {and so} ({none}) 2. Ke3 1-0";
        let game = game(text);
        assert_eq!(game.tags, [("White".to_owned(), "A \"B\"".to_owned())]);
        assert_eq!((game.notes.texts.as_slice(), game.result), (["first".to_owned()].as_slice(), Some("1-0")));
        let at = |san: &str| game.moves.iter().find(|it| &text[bytes(&it.range)] == san).expect(san);
        assert_eq!(at("e4").nags, [(1, Some("!")), (14, Some("⩲"))]);
        assert_eq!(
            (at("e4").notes.texts.as_slice(), at("e4").notes.clock),
            (["best".to_owned()].as_slice(), Some(60.0))
        );
        assert_eq!((at("d4").before.as_slice(), at("d4").notes.shapes.len()), (["no".to_owned()].as_slice(), 1));
        assert_eq!(at("c4").before, ["lost"]);
        assert_eq!(at("e5").notes.texts, ["so", "and so", "none"]);
        let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
        assert_eq!((at("e4").fen.as_deref(), at("e4").squares.join("-").as_str()), (Some(fen), "e2-e4"));
        assert_eq!((at("Ke3").fen.as_deref(), at("Ke3").findings.len()), (None, 1));
    }

    #[test]
    fn other_notations_are_read_as_san() {
        let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
        let boards = format!("[GameFormat \"VGN\"]\n[MoveFormat \"FEN\"]\n\n1. {fen}\n*");
        let fcn = game("[MoveFormat \"FCN\"]\n\n1. Pe2-e4 1.5 {[%after 1.] of White} Pe7-e5 {[%after 1.] too} *");
        let san = |game: &BoardGame| game.moves.iter().map(|it| it.san.clone().unwrap_or_default()).collect::<Vec<_>>();
        assert_eq!(san(&fcn), ["e4", "e5"]);
        assert_eq!(san(&game(&boards)), ["e4"]);
        assert_eq!(san(&game("1. e4 e5")), ["", ""], "the text is what one reads");
    }

    #[test]
    fn variants_and_set_up_boards_are_told() {
        let house = game("[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. @e4 *");
        assert_eq!(house.variant, Some("crazyhouse"));
        assert!(
            house.moves[3].fen.as_ref().is_some_and(|fen| fen.contains("RNBQKBNR/Pp w")),
            "{:?}",
            house.moves[3].fen
        );
        assert_eq!(house.moves[4].squares, ["e4"]);
        let checks = "[Variant \"Three-check\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Bxf7+ Kxf7 4. Qh5+ g6 5. Qxg6";
        for (mark, san) in [("+", None), ("#", None), ("", Some("Qxg6#"))] {
            let checked = game(&format!("{checks}{mark} 1-0"));
            let last = &checked.moves[8];
            assert_eq!((last.san.as_deref(), last.ending.as_deref()), (san, Some("White has given the third check")));
            assert!(last.is_check && checked.moves[..8].iter().all(|it| it.ending.is_none()));
            assert_eq!(checked.moves[6].fen.as_ref().and_then(|fen| fen.split(' ').nth(4)), Some("1+3"));
        }
        let mates = game("1. f3 e5 2. g4 Qh4+ 0-1");
        let mated = mates.moves.last().map(|it| (it.san.as_deref(), it.ending.as_deref()));
        assert_eq!(mated, Some((Some("Qh4#"), Some("checkmate"))), "a mate that the text does not tell");
        let mate = game("[SetUp \"1\"]\n[FEN \"7k/5KQ1/8/8/8/8/8/8 b - - 0 1\"]\n\n*");
        assert_eq!((mate.begins_with_black, mate.ending.as_deref()), (true, Some("checkmate")));
        let part = |text: &str, wanted| {
            let settings = Settings::default();
            let resolved = resolve_game(text, &Context::new(&settings, FileKind::Unknown));
            let game = board_game(text, &resolved, &[], wanted, &|| false).expect("nobody calls it off");
            (game.total, game.moves.iter().map(|it| it.id).collect::<Vec<_>>())
        };
        assert_eq!(part("1. e4 {x} e5! {y} 2. d4 {z}", 1..2), (3, vec![1]));
        assert_eq!(part("1. e4", 5..9), (1, vec![]));
    }
}
