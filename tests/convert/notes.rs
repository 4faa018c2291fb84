//! What a game says beside its half-moves, one by one: the comments, NAGs and variations of each (rules C4 and C7).

use std::ops::Range;

use proptest::prelude::*;
use shakmaty::Color;
use vgn_lsp::analysis::{
    Context, FileKind, GameFormat, ResolvedMove, Settings, apply, fix_game, resolve_game, shape_of,
};
use vgn_lsp::syntax::{Node, Sink, SyntaxError, Token, parse};

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
}

/// The notes of a game of PGN or VGN in text. A comment in a VGN game is the half-move's that it names.
pub fn notes(text: &str) -> Line {
    let settings = Settings::default();
    let resolved = resolve_game(text, &Context { settings: &settings, kind: FileKind::Unknown, fixes: false });
    let vgn = resolved.format == GameFormat::Vgn;
    let mut reader =
        Reader { text, moves: resolved.moves.into_iter(), vgn, movetext: false, lines: vec![Line::default()] };
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
}

impl Reader<'_> {
    fn comment(&mut self, comment: &str) {
        let line = self.lines.last_mut().expect("a line");
        let plain = match comment.strip_prefix('{') {
            Some(braced) => braced.strip_suffix('}').unwrap_or(braced),
            None => comment[1..].trim_end(),
        };
        let (lead, text) = plain.split_at(plain.len() - plain.trim_ascii_start().len());
        let named = text.strip_prefix("[%after ").and_then(|rest| rest.split_once(']')).filter(|_| self.vgn);
        let recent = line.half_moves.len().saturating_sub(2);
        let found = named.and_then(|(name, rest)| {
            let owner = line.half_moves[recent..].iter().position(|half_move| half_move.name == name)?;
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
            Node::Variation => self.lines.push(Line::default()),
            _ => {}
        }
    }

    fn token(&mut self, token: Token, range: Range<u32>) {
        let text = &self.text[range.start as usize..range.end as usize];
        match token {
            Token::Move => {
                let known = self.moves.next().expect("every half-move is resolved");
                assert_eq!(known.range, range);
                let name = match known.color {
                    Color::White => format!("{}.", known.number),
                    Color::Black => format!("{}.5", known.number),
                };
                let (nags, comments, variations) = (Vec::new(), Vec::new(), Vec::new());
                let half_move = HalfMove { ply: known.ply, nags, comments, variations, name };
                self.lines.last_mut().expect("a line").half_moves.push(half_move);
            }
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
            let outer = self.lines.last_mut().expect("its line");
            let ply = line.half_moves.first().map_or(u32::MAX, |first| first.ply);
            let recent = outer.half_moves.len().saturating_sub(2);
            let at = outer.half_moves[recent..].iter().position(|half_move| half_move.ply == ply);
            let replaced = at.map_or(outer.half_moves.len() - 1, |at| recent + at);
            outer.half_moves[replaced].variations.push(line);
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

/// Comments of a VGN game, where it has a place for them or not.
fn comments() -> impl Strategy<Value = String> {
    let comment = prop::sample::select(vec![" {a}", "{b}", " ; c\n", " ;d } e\n", "\n; f }\n"]);
    prop::collection::vec(comment, 0..3).prop_map(|all| all.concat())
}

/// Blanks at a comment's end say nothing: braces may need one.
fn trimmed(mut line: Line) -> Line {
    let comments = line.head.iter_mut().chain(line.half_moves.iter_mut().flat_map(|half_move| &mut half_move.comments));
    comments.for_each(|comment| comment.truncate(comment.trim_end().len()));
    line
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Safe fixes of a VGN game leave each half-move its own comments, in their order, and no comment in the wrong place.
    #[test]
    fn comments_that_a_fix_moves_stay_their_half_moves(
        behind in prop::collection::vec((comments(), comments(), prop::sample::select(vec!["", " $1"])), 6),
        line_end in prop::sample::select(vec!["\n", "\r\n"]),
    ) {
        let mut text = "[GameFormat \"VGN\"]\n\n".to_owned();
        let line = ["1. e4", "1.5 e5", "2. Nf3", "2.5 Nc6", "3. Bb5", "3.5 a6"];
        for (half_move, (before, behind, nag)) in line.iter().zip(behind) {
            let (number, san) = half_move.split_once(' ').expect("both");
            let before = if number == "1." { String::new() } else { before };
            text += &format!(" {number}{before} {san}{nag}{behind}");
        }
        let text = (text + " *\n").replace('\n', line_end);
        let settings = Settings::default();
        let context = Context { settings: &settings, kind: FileKind::Vgn, fixes: true };
        let edits = fix_game(&text, None, &context, &|found| found.fixes.iter().find(|fix| fix.safe));
        let fixed = apply(&text, &edits);
        prop_assert_eq!(trimmed(notes(&text)), trimmed(notes(&fixed)), "{}\n{}", text, fixed);
        let left = vgn_lsp::analysis::check_game(&fixed, &context).diagnostics;
        let left: Vec<_> = left.iter().filter(|found| found.code.name() == "comment-placement").collect();
        prop_assert!(left.is_empty(), "{:?}\n{}\n{}", left, text, fixed);
    }
}
