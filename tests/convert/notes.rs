//! What a game says beside its half-moves, one by one: the comments, NAGs and variations of each (rules C4 and C7).

use std::ops::Range;

use proptest::prelude::*;
use shakmaty::Color;
use vgn_lsp::games::fix_game;
use vgn_lsp::lint::{Context, FileKind, GameFormat, Settings, apply};
use vgn_lsp::replay::{ResolvedMove, resolve_game, shape_of};
use vgn_lsp::syntax::{Node, Sink, SyntaxError, Token, parse};

use crate::convert::support::{converted, with_losses};

/// A line of play.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Comments before its first half-move.
    pub head: Vec<String>,
    pub half_moves: Vec<HalfMove>,
}

/// One half-move, whatever its text is.
#[derive(Debug, PartialEq, Eq)]
pub struct HalfMove {
    pub ply: u32,
    pub nags: Vec<String>,
    pub comments: Vec<String>,
    /// The variations that replace it.
    pub variations: Vec<Line>,
    name: String,
    /// As the numbers in the text count.
    counted: String,
}

/// The notes of a game of PGN or VGN in text. A comment in a VGN game is the half-move's that it names.
pub fn notes(text: &str) -> Line {
    let settings = Settings::default();
    let resolved = resolve_game(text, &Context::new(&settings, FileKind::Unknown));
    let vgn = resolved.format == GameFormat::Vgn;
    let moves = resolved.moves.into_iter();
    let lines = vec![Line::default()];
    let mut reader = Reader { text, moves, vgn, movetext: false, lines, number: None, ahead: vec![0] };
    parse(text, &shape_of, &mut reader);
    assert_eq!(reader.lines.len(), 1, "{text}");
    reader.lines.pop().expect("the main line")
}

struct Reader<'t> {
    text: &'t str,
    moves: std::vec::IntoIter<ResolvedMove>,
    vgn: bool,
    movetext: bool,
    lines: Vec<Line>,
    /// The number before the half-move that comes.
    number: Option<i64>,
    /// How far the numbers in the text are ahead of the true ones, on each line.
    ahead: Vec<i64>,
}

impl Reader<'_> {
    fn comment(&mut self, comment: &str) {
        let line = self.lines.last_mut().expect("a line");
        let plain = match comment.strip_prefix('{') {
            Some(braced) => braced.strip_suffix('}').unwrap_or(braced),
            None => &comment[1..],
        };
        let (lead, text) = plain.split_at(plain.len() - plain.trim_ascii_start().len());
        let named = text.strip_prefix("[%after ").and_then(|rest| rest.split_once(']')).filter(|_| self.vgn);
        let recent = line.half_moves.len().saturating_sub(2);
        let found = named.and_then(|(name, rest)| {
            let owner = line.half_moves[recent..]
                .iter()
                .rposition(|half_move| half_move.name == name || half_move.counted == name)?;
            Some((recent + owner, format!("{lead}{}", rest.strip_prefix(' ').unwrap_or(rest))))
        });
        match (found, line.half_moves.last_mut()) {
            (Some((owner, rest)), _) => line.half_moves[owner].comments.push(rest),
            (None, Some(last)) => last.comments.push(plain.to_owned()),
            (None, None) => line.head.push(plain.to_owned()),
        }
    }

    fn nag(&mut self, nag: String) {
        if let Some(last) = self.lines.last_mut().expect("a line").half_moves.last_mut() {
            last.nags.push(nag);
        }
    }
}

impl Sink for Reader<'_> {
    fn start(&mut self, node: Node) {
        match node {
            Node::Movetext => self.movetext = true,
            Node::Variation => {
                self.lines.push(Line::default());
                self.ahead.extend(self.ahead.last().copied());
            }
            _ => {}
        }
    }

    fn token(&mut self, token: Token, range: Range<u32>) {
        let text = &self.text[range.start as usize..range.end as usize];
        match token {
            Token::Move => {
                let known = self.moves.next().expect("every half-move is resolved");
                assert_eq!(known.range, range);
                let ahead = self.ahead.last_mut().expect("a line");
                *ahead = self.number.take().map_or(*ahead, |number| number - i64::from(known.number));
                let name = |ahead: i64| match known.color {
                    Color::White => format!("{}.", i64::from(known.number) + ahead),
                    Color::Black => format!("{}.5", i64::from(known.number) + ahead),
                };
                let (name, counted) = (name(0), name(*ahead));
                let (nags, comments, variations) = (Vec::new(), Vec::new(), Vec::new());
                let half_move = HalfMove { ply: known.ply, nags, comments, variations, name, counted };
                self.lines.last_mut().expect("a line").half_moves.push(half_move);
            }
            Token::MoveNumber => self.number = text.trim_end_matches(".5").trim_end_matches('.').parse().ok(),
            Token::BraceComment | Token::LineComment | Token::Escape if self.movetext => self.comment(text),
            Token::Nag => self.nag(text.to_owned()),
            Token::Suffix => {
                if let Some(number) = vgn_lsp::notation::nag::of_suffix(text) {
                    self.nag(format!("${number}"));
                }
            }
            _ => {}
        }
    }

    fn finish(&mut self, node: Node) {
        if node == Node::Variation {
            let line = self.lines.pop().expect("the variation");
            self.ahead.pop();
            let outer = self.lines.last_mut().expect("its line");
            let ply = line.half_moves.first().map_or(u32::MAX, |first| first.ply);
            let recent = outer.half_moves.len().saturating_sub(2);
            let at = outer.half_moves[recent..].iter().position(|half_move| half_move.ply == ply);
            match at.map(|at| recent + at).or(outer.half_moves.len().checked_sub(1)) {
                Some(replaced) => outer.half_moves[replaced].variations.push(line),
                None => outer.head.push(format!("{line:?}")),
            }
        }
    }

    fn error(&mut self, _: SyntaxError) {}
}

#[test]
fn notes_of_half_moves() {
    let pgn = "{a} 1. e4 {b} $1 (1. d4 {c} d5) {d} 1... {e} e5 (1... c5) (1... {f} e6 {g}) {h} *";
    let vgn = "[GameFormat \"VGN\"]\n\n{a} 1. e4 $1 1.5 e5 (1. d4 1.5 d5 {[%after 1.] c}) {[%after 1.] b} {[%after 1.] d} \
               {[%after 1.] e} (1.5 c5) ({f} 1.5 e6 {[%after 1.5] g}) {[%after 1.5] h} *";
    let read = notes(pgn);
    assert_eq!(read, notes(vgn));
    assert_eq!(read.head, ["a"]);
    assert_eq!(read.half_moves[0].comments, ["b", "d", "e"]);
    assert_eq!(read.half_moves[0].variations[0].half_moves[0].comments, ["c"]);
    assert_eq!(read.half_moves[1].comments, ["h"]);
    assert_eq!(read.half_moves[1].variations[1].head, ["f"]);
    assert_ne!(notes("1. e4 {a} e5 *"), notes("1. e4 e5 {a} *"));
    assert_ne!(notes("1. e4 {a} {b} e5 *"), notes("1. e4 {a b} e5 *"));
}

/// Comments of a VGN game, where it has a place for them or not, `#` in each.
fn comments() -> impl Strategy<Value = String> {
    let plain = prop::sample::select(vec![" {#}", "{#}", " {#} ", " ; #\n", " ;# } e\n", "\n; # }\n"]);
    let other = prop::sample::select(vec![
        "\n% #\n",
        " {[%after N.] #}",
        "{[%after N.5] #}",
        " ; [%after N.] #\n",
        " {[%after 9.] #}",
    ]);
    let comment = prop_oneof![4 => plain, 1 => other];
    prop_oneof![2 => Just(String::new()), 3 => prop::collection::vec(comment, 1..4).prop_map(|all| all.concat())]
}

/// What is without a word of its own, and the numbers that a fix may write anew.
pub fn bare(mut line: Line) -> Line {
    line.head.iter_mut().for_each(|comment| comment.truncate(comment.trim_end().len()));
    for half_move in &mut line.half_moves {
        half_move.comments.iter_mut().for_each(|comment| comment.truncate(comment.trim_end().len()));
        half_move.counted.clear();
        half_move.variations = std::mem::take(&mut half_move.variations).into_iter().map(bare).collect();
    }
    line
}

/// A number for a half-move, in one of the ways that a VGN game has, or has not.
fn number(ply: usize, style: u8, ahead: usize) -> String {
    let number = ply / 2 + 1 + ahead;
    match (style, ply % 2) {
        (0, _) => String::new(),
        // For the other side.
        (6, 1) => format!("{number}. "),
        (6, 0) => format!("{number}.5 "),
        (1, 1) => format!("{number}... "),
        (2, 1) => format!("{number}..."),
        (_, 1) => format!("{number}.5 "),
        (1, 0) => format!("{number} "),
        (2, 0) => format!("{number}."),
        (_, _) => format!("{number}. "),
    }
}

/// Half-moves of a line, and for each another with what can follow that.
const LINE: [(&str, [&str; 3]); 6] = [
    ("e4", ["d4", "d5", "c4"]),
    ("e5", ["c5", "Nf3", "d6"]),
    ("Nf3", ["Nc3", "Nf6", "f4"]),
    ("Nc6", ["Nf6", "Nxe5", "d6"]),
    ("Bb5", ["Bc4", "Bc5", "c3"]),
    ("a6", ["Nf6", "O-O", "Nxe4"]),
];

/// A VGN game in which comments, numbers and glyphs stand where they should and where they should not.
fn vgn_game() -> impl Strategy<Value = String> {
    let glyphs = prop::sample::select(vec!["", "", "", " $1", "!", "?! $14"]);
    let follow = prop::collection::vec((0..2_u8, comments()), 0..3);
    let variation = prop::option::weighted(0.3, (comments(), comments(), comments(), follow));
    let step = (0..7_u8, comments(), glyphs, comments(), variation);
    let ahead = prop::sample::select(vec![0_usize, 0, 0, 4]);
    let line_end = prop::sample::select(vec!["\n", "\r\n"]);
    (prop::collection::vec((step, prop::bool::weighted(0.4)), LINE.len()), ahead, 0..LINE.len(), line_end).prop_map(
        |(steps, ahead, since, line_end)| {
            let mut text = "[GameFormat \"VGN\"]\n\n".to_owned();
            for (ply, ((style, between, glyphs, behind, variation), bare)) in steps.into_iter().enumerate() {
                let (played, other) = LINE[ply];
                let style = if bare { style } else { 5 };
                let wrong = if ply >= since && bare { ahead } else { 0 };
                let between = if bare { between } else { String::new() };
                // A number that is glued to its move is not glued to a comment.
                text += &format!(" {}{between} {played}{glyphs}{behind}", number(ply, style, wrong));
                if let Some((before, between, behind, follow)) = variation {
                    let first = number(ply, 5, 0);
                    text += &format!(" ({before} {first}{between} {}{behind}", other[0]);
                    for (n, (style, behind)) in follow.into_iter().enumerate() {
                        text += &format!(" {}{}{behind}", number(ply + n + 1, 5 * style, 0), other[n + 1]);
                    }
                    text.push(')');
                }
            }
            text += " *\n";
            // Each comment has a word of its own.
            let mut labels = 0..;
            let text: String = text
                .split_inclusive('#')
                .map(|part| part.replace('#', &format!("c{}", labels.next().expect("no end"))))
                .collect();
            let numbered = text.replace("[%after N", "[%after 2");
            numbered.replace('\n', line_end)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Safe fixes of a VGN game, each alone and all together, leave each half-move its own comments, in their order.
    #[test]
    fn comments_that_a_fix_moves_stay_their_half_moves(text in vgn_game()) {
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Vgn).with_fixes(true);
        let before = bare(notes(&text));
        let found = vgn_lsp::replay::check_game(&text, &context).diagnostics;
        for (code, fix) in found.iter().flat_map(|found| found.fixes.iter().map(move |fix| (found.code, fix))) {
            if fix.safe {
                let fixed = apply(&text, &fix.edits);
                prop_assert_eq!(&before, &bare(notes(&fixed)), "{}: {}\n{}\n{}", code, fix.title, text, fixed);
            }
        }
        let edits = fix_game(&text, None, &context, &|found| found.fixes.iter().find(|fix| fix.safe));
        let fixed = apply(&text, &edits);
        prop_assert_eq!(&before, &bare(notes(&fixed)), "{}\n{}", text, fixed);
        let left = vgn_lsp::replay::check_game(&fixed, &context).diagnostics;
        // A comment that names another half-move than White's stays where it is, and those before it.
        if !text.contains("[%after") {
            let left: Vec<_> = left.iter().filter(|found| found.code.name() == "comment-placement").collect();
            prop_assert!(left.is_empty(), "{:?}\n{}\n{}", left, text, fixed);
        }
    }
}

#[test]
fn comments_keep_their_order_in_rounds_of_fixing() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Vgn).with_fixes(true);
    for (before, after) in [
        ("1. f4 {X} 1... {a} g5 *", "1. f4 1.5 g5 {[%after 1.] X} {[%after 1.] a} *"),
        ("1. e4 e5 2.{p} {q} Nf3 *", "1. e4 e5 {p} {q} 2. Nf3 *"),
        ("1. f4 {X}\n% esc\n1... {a} g5 *", "1. f4\n1.5 g5 {[%after 1.] X} { [%after 1.] esc } {[%after 1.] a} *"),
        // What names nothing stays, and what stands before it.
        ("1. f4 {X} {[%after 9.] y} {a} g5 *", "1. f4 {X} {[%after 9.] y} g5 {[%after 1.] a} *"),
        // The half-move is named by the number that the text had.
        (
            "7. e4 7.5 e5 {[%after 7.] x} {[%after 7.5] y} 2. d4 *",
            "1. e4 1.5 e5 {[%after 1.] x} {[%after 1.5] y} 2. d4 *",
        ),
    ] {
        let before = format!("[GameFormat \"VGN\"]\n\n{before}\n");
        let edits = fix_game(&before, None, &context, &|found| found.fixes.iter().find(|fix| fix.safe));
        assert_eq!(apply(&before, &edits), format!("[GameFormat \"VGN\"]\n\n{after}\n"));
    }
}

/// A comment that names a half-move which is written is not lost with the one before which it stands.
#[test]
fn comments_behind_a_half_move_that_cannot_be_written() {
    let game = |comments: &str| {
        format!(
            "[GameFormat \"VGN\"]\n[MoveFormat \"FCN\"]\n\n1. Pe2-e4 1.5 PeP7-e5 {comments}(1.5 Pc7-c5 {{var}}) 2. Pd2-d4 *\n"
        )
    };
    let lost = with_losses(&game("{[%after 1.] on White} {on Black} "), "PGN");
    assert!(lost.contains("; the 2 half-moves and the 2 comments after it are lost too\n"), "{lost}");
    assert!(lost.ends_with("\n1. e4 {on White} *\n"), "{lost}");
    let lost = with_losses(&game(""), "UCI");
    assert!(lost.contains("; the 2 half-moves and the comment after it are lost too\n"), "{lost}");
}

/// A number that no half-move follows is written apart from the board before it.
#[test]
fn a_lone_number_is_no_field_of_a_board() {
    for (pgn, back) in [
        ("1. d4 6 $2 *", "1. d4 6. $2 *"),
        ("1. d4 6 {c} *", "1. d4 6. {c} *"),
        ("1. d4 (1. e4 6 $1) d5 *", "1. d4 d5 (1. e4 6. $1) *"),
    ] {
        for to in ["FEN", "SFEN"] {
            assert_eq!(converted(&converted(pgn, to), "SAN").lines().last(), Some(back), "{}", converted(pgn, to));
        }
    }
}

/// Between a variation on White's half-move and Black's half-move, a comment keeps its place.
#[test]
fn comments_behind_variations_keep_their_places() {
    for (pgn, vgn) in [
        ("1. e4 (1. d4 d5) {c} 1... e5 *", "1. e4 1.5 e5 (1. d4 d5) {[%after 1.] c} *"),
        (
            "1. e4 {a} (1. d4) {b} (1. c4 c5) {c} {d} 1... e5 {e} (1... c5) {f} 2. d4 *",
            "1. e4 1.5 e5 {[%after 1.] a} {e} (1. d4) {[%after 1.] b} (1. c4 c5) {[%after 1.] c} {[%after 1.] d} \
             (1.5 c5) {f} 2. d4 *",
        ),
        ("1. e4 (1. d4) {c} *", "1. e4 (1. d4) {c} *"),
        (
            "1. e4 (1. d4 (1. c4) {x} 1... d5) {c} 1... e5 *",
            "1. e4 1.5 e5 (1. d4 1.5 d5 (1. c4) {[%after 1.] x}) {[%after 1.] c} *",
        ),
    ] {
        assert_eq!(converted(pgn, "VGN").lines().last(), Some(vgn));
        let fcn = converted(pgn, "FCN");
        assert_eq!(converted(&fcn, "PGN").lines().last(), Some(pgn), "{fcn}");
    }
    // A line comment becomes one in braces, as others that move.
    let line = converted("1. e4 (1. d4) ; c\n1... e5 *", "VGN");
    assert!(line.ends_with("1. e4\n1.5 e5 (1. d4) { [%after 1.] c} *"), "{line}");
}
