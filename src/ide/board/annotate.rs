//! Writes arrows, NAGs and comments made on a board into the game. Only these parts change, and the result is verified
//! by reading it again.

use std::ops::Range;

use vgn_engine::format::games_by_lines;
use vgn_engine::lint::{Context, Edit, GameFormat, apply};
use vgn_engine::notation::nag::suffix;
use vgn_engine::replay::after::{MoveName, with_after};
use vgn_engine::replay::{Resolved, resolve_game};
use vgn_engine::syntax::Token;

use super::blank_lines::without_blank_lines;
use super::comments::rewritten;
use super::game::{BoardMove, annotations, body, nag_of};
use super::notes::{BoardShape, Notes};
use super::owners::{Owner, Owners};
use crate::outline::{GameOutline, Leaf};

/// The new annotation of a half-move; parts that are `None` stay unchanged.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Annotation {
    pub shapes: Option<Vec<BoardShape>>,
    /// Numbers of NAGs.
    pub nags: Option<Vec<u32>>,
    /// The text without commands.
    pub comment: Option<String>,
}

/// The edits that annotate half-move `id` or, if `None`, the game's beginning.
///
/// # Errors
/// The reason as a sentence.
pub fn annotate(
    text: &str,
    resolved: &Resolved,
    context: &Context<'_>,
    id: Option<usize>,
    annotation: &Annotation,
) -> Result<Vec<Edit>, String> {
    if id.is_some_and(|id| id >= resolved.moves.len()) {
        return Err("the game has no such half-move".to_owned());
    }
    if id.is_none() && annotation.nags.as_ref().is_some_and(|nags| !nags.is_empty()) {
        return Err("a glyph stands after a half-move, and none is at the beginning of the game".to_owned());
    }
    let eol = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let annotation =
        Annotation { comment: annotation.comment.as_deref().map(|words| typed(words, eol)), ..annotation.clone() };
    if annotation.comment.as_ref().is_some_and(|words| words.contains("[%")) {
        return Err("the words of a comment cannot hold `[%`, with which a command begins".to_owned());
    }
    let outline = GameOutline::new(text, context.cancel);
    let site = AnnotationWriter { text, resolved, outline, id };
    if let Some(words) = &annotation.comment {
        let own = site.own();
        let texts =
            own.iter().filter(|leaf| leaf.token == Token::BraceComment).map(|leaf| site.outline.slice(&leaf.range));
        let braces = texts.clone().map(|text| body(text).matches('{').count()).sum::<usize>();
        // Existing braces may stay.
        if words.contains('}') || words.matches('{').count() > braces {
            return Err("a comment cannot hold a brace".to_owned());
        }
        if texts.into_iter().any(|text| !text.ends_with('}')) {
            return Err("the comment here is not closed: write its `}` into the text first".to_owned());
        }
    }
    // In VGN a comment on White's half-move stands after Black's reply (rule C4).
    for is_behind_answer in [true, false] {
        let edits = site.edits(&annotation, is_behind_answer);
        if site.is_right(&edits, &annotation, context) {
            return Ok(edits);
        }
    }
    Err("the annotation cannot be written here: other programs would read the game in another way".to_owned())
}

/// Normalized words: single blanks, and the text's line ends, doubled between paragraphs.
fn typed(words: &str, eol: &str) -> String {
    let lines: Vec<String> = words.trim().lines().map(one_line).collect();
    let mut text = String::new();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
        if !text.is_empty() {
            text += eol;
            text += if lines[at - 1].is_empty() { eol } else { "" };
        }
        text += line;
    }
    text
}

fn one_line(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Writes the annotation of one half-move.
struct AnnotationWriter<'a> {
    text: &'a str,
    resolved: &'a Resolved,
    outline: GameOutline<'a>,
    id: Option<usize>,
}

impl AnnotationWriter<'_> {
    /// The tokens that belong to the half-move.
    fn own(&self) -> Vec<&Leaf> {
        let mut owners = Owners::new(self.resolved);
        let leaves = self.outline.leaves();
        let tags_end = self.outline.tags_end();
        let owner = self.id.map_or(Owner::Game, Owner::After);
        let all = leaves.iter().enumerate().filter(|(_, leaf)| owners.of(&self.outline, leaf) == owner);
        all.filter(|(at, _)| *at >= tags_end).map(|(_, leaf)| leaf).collect()
    }

    fn edits(&self, annotation: &Annotation, is_behind_answer: bool) -> Vec<Edit> {
        let own = self.own();
        let mut edits = Vec::new();
        let nags = annotation.nags.as_ref().map_or_else(String::new, |nags| self.nags(&own, nags, &mut edits));
        let comments: Vec<&&Leaf> =
            own.iter().filter(|leaf| matches!(leaf.token, Token::BraceComment | Token::LineComment)).collect();
        let texts: Vec<&str> = comments.iter().map(|leaf| self.outline.slice(&leaf.range)).collect();
        let (written, added) = rewritten(&texts, annotation);
        for (leaf, (old, new)) in comments.iter().zip(texts.iter().zip(&written)) {
            match new {
                Some(new) if new != old => edits.push(Edit { range: leaf.range.clone(), text: new.clone() }),
                Some(_) => {}
                None => edits.push(self.cut(&leaf.range)),
            }
        }
        let (behind, named) = self.place(&own, is_behind_answer);
        let added = added.map(|added| named.map_or(added.clone(), |named| with_after(&added, named)));
        let nags_at = self.id.map_or(behind, |_| self.behind_nags(&own));
        match added {
            Some(added) if nags_at == behind => self.insert(behind, nags + &self.spaced(&added), &mut edits),
            added => {
                self.insert(nags_at, nags, &mut edits);
                self.insert(behind, added.map_or_else(String::new, |added| self.spaced(&added)), &mut edits);
            }
        }
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
        without_blank_lines(self.text, &edits)
    }

    fn spaced(&self, comment: &str) -> String {
        if self.id.is_some() { format!(" {comment}") } else { format!("{comment} ") }
    }

    fn insert(&self, at: u32, mut text: String, edits: &mut Vec<Edit>) {
        if text.is_empty() {
            return;
        }
        let rest = &self.text[at as usize..];
        if self.id.is_some() && !rest.is_empty() && !rest.starts_with([' ', '\t', '\n', '\r', ')']) {
            text.push(' ');
        }
        edits.push(Edit { range: at..at, text });
    }

    /// Removes the NAGs that are not in `wanted`; returns the text of the missing ones.
    fn nags(&self, own: &[&Leaf], wanted: &[u32], edits: &mut Vec<Edit>) -> String {
        let mut missing: Vec<u32> = Vec::new();
        for code in wanted {
            if !missing.contains(code) {
                missing.push(*code);
            }
        }
        let mut has_suffix = false;
        for leaf in own {
            let code = match leaf.token {
                Token::Nag | Token::Suffix => nag_of(self.outline.slice(&leaf.range)),
                // A composite NAG says more than its number, so it stays.
                Token::CompositeNag => nag_of(self.outline.slice(&leaf.range)).filter(|code| wanted.contains(code)),
                _ => None,
            };
            let Some(code) = code else { continue };
            if wanted.contains(&code) {
                has_suffix |= leaf.token == Token::Suffix;
                missing.retain(|it| *it != code);
            } else {
                edits.push(self.cut(&leaf.range));
            }
        }
        let writes_suffixes = self.resolved.format == GameFormat::Pgn
            && self.outline.leaves().iter().any(|leaf| leaf.token == Token::Suffix);
        let mut text = String::new();
        let is_bare = !own.iter().any(|leaf| matches!(leaf.token, Token::Nag | Token::CompositeNag));
        for code in missing {
            match suffix(code).filter(|_| writes_suffixes && is_bare && !has_suffix && text.is_empty()) {
                Some(sign) => text += sign,
                None => text += &format!(" ${code}"),
            }
        }
        text
    }

    /// Where a NAG is inserted: after the half-move and its NAGs.
    fn behind_nags(&self, own: &[&Leaf]) -> u32 {
        let is_sign =
            |leaf: &&&Leaf| matches!(leaf.token, Token::Move | Token::Nag | Token::CompositeNag | Token::Suffix);
        own.iter()
            .skip_while(|leaf| leaf.token != Token::Move)
            .take_while(is_sign)
            .last()
            .map_or(0, |leaf| leaf.range.end)
    }

    /// Where a comment is inserted, and the half-move that it must name there.
    fn place(&self, own: &[&Leaf], is_behind_answer: bool) -> (u32, Option<MoveName>) {
        let leaves = self.outline.leaves();
        let Some(id) = self.id else {
            let tags_end = self.outline.tags_end();
            let first = leaves.get(tags_end).map_or(self.text.len(), |leaf| leaf.range.start as usize);
            return (u32::try_from(first).unwrap_or(u32::MAX), None);
        };
        let here = self.behind_nags(own);
        let half_move = &self.resolved.moves[id];
        if self.resolved.format != GameFormat::Vgn || half_move.color.is_black() || !is_behind_answer {
            return (here, None);
        }
        let Ok(at) = leaves.binary_search_by_key(&half_move.range.start, |leaf| leaf.range.start) else {
            return (here, None);
        };
        let line = leaves[at].line;
        let behind = leaves[at + 1..].iter().skip_while(|leaf| leaf.line != line || leaf.token != Token::Move);
        let is_sign = |leaf: &&Leaf| {
            leaf.line == line && matches!(leaf.token, Token::Move | Token::Nag | Token::CompositeNag | Token::Suffix)
        };
        let mut signs = behind.take_while(is_sign);
        let Some(answer) = signs.next() else { return (here, None) };
        let signs = signs.take_while(|leaf| leaf.token != Token::Move);
        let end = signs.last().unwrap_or(answer).range.end;
        (end, Some(MoveName { number: half_move.number, color: half_move.color }))
    }

    /// Removes a token with the blank before it.
    fn cut(&self, range: &Range<u32>) -> Edit {
        let (before, after) = (&self.text[..range.start as usize], &self.text[range.end as usize..]);
        let is_blank = |c: Option<char>| c.is_none_or(|c| c.is_ascii_whitespace());
        let (lead, trail) = (before.ends_with(' '), after.starts_with(' '));
        let can_join = is_blank(before.chars().next_back()) || is_blank(after.chars().next());
        match (lead, trail) {
            (true, _) if is_blank(after.chars().next()) || after.starts_with(')') => {
                Edit { range: range.start - 1..range.end, text: String::new() }
            }
            (_, true) if is_blank(before.chars().next_back()) || before.ends_with('(') => {
                Edit { range: range.start..range.end + 1, text: String::new() }
            }
            _ if can_join
                || after.starts_with(['$', '!', '?', ')', '{'])
                || self.text[range.start as usize..].starts_with(['!', '?']) =>
            {
                Edit { range: range.clone(), text: String::new() }
            }
            _ => Edit { range: range.clone(), text: " ".to_owned() },
        }
    }

    /// The edited game differs from the old one only by the annotation.
    fn is_right(&self, edits: &[Edit], annotation: &Annotation, context: &Context<'_>) -> bool {
        let text = apply(self.text, edits);
        let Some(new) = context.whole(&text, resolve_game(&text, context)) else { return false };
        let outline = GameOutline::new(&text, context.cancel);
        let (old_moves, new_moves) = (&self.resolved.moves, &new.moves);
        let is_same = old_moves.len() == new_moves.len()
            && old_moves.iter().zip(new_moves).all(|(old, new)| {
                (old.play, old.depth, old.ply, old.color) == (new.play, new.depth, new.ply, new.color)
            });
        if !is_same || games_by_lines(&text) > games_by_lines(self.text) {
            return false;
        }
        let (old_moves, new_moves) =
            (annotations(self.text, self.resolved, &self.outline), annotations(&text, &new, &outline));
        let beginning = |outline: &GameOutline<'_>, resolved: &Resolved| {
            let mut owners = Owners::new(resolved);
            let mut notes = Notes::default();
            let leaves = outline.leaves().iter().filter(|leaf| owners.of(outline, leaf) == Owner::Game);
            let comments = leaves.filter(|leaf| matches!(leaf.token, Token::BraceComment | Token::LineComment));
            comments.for_each(|leaf| notes.read(body(outline.slice(&leaf.range))));
            notes
        };
        let (first, firsts) = (beginning(&self.outline, self.resolved), beginning(&outline, &new));
        let is_unchanged = |(old, new): (&BoardMove, &BoardMove)| {
            let is_it = self.id == Some(old.id);
            let notes =
                if is_it { matches_annotation(&old.notes, &new.notes, annotation) } else { old.notes == new.notes };
            let codes = |it: &BoardMove| it.nags.iter().map(|(code, _)| *code).collect::<Vec<_>>();
            let nags = match annotation.nags.as_ref().filter(|_| is_it) {
                Some(wanted) => wanted.iter().all(|code| codes(new).contains(code)),
                None => old.nags == new.nags,
            };
            notes && nags && (&old.san, &old.before, old.parent) == (&new.san, &new.before, new.parent)
        };
        let is_first =
            if self.id.is_none() { matches_annotation(&first, &firsts, annotation) } else { first == firsts };
        is_first && old_moves.iter().zip(&new_moves).all(is_unchanged)
    }
}

/// The new notes are the old ones with the annotation applied.
fn matches_annotation(old: &Notes, new: &Notes, annotation: &Annotation) -> bool {
    let sorted = |shapes: &[BoardShape]| {
        let mut shapes: Vec<_> = shapes.iter().map(|it| (it.to.clone(), it.from.clone(), it.color)).collect();
        shapes.sort();
        shapes.dedup();
        shapes
    };
    let shapes = annotation.shapes.as_ref().unwrap_or(&old.shapes);
    let is_unchanged = match &annotation.comment {
        Some(words) => new.texts.join(" ") == one_line(words),
        None => old.texts == new.texts,
    };
    sorted(shapes) == sorted(&new.shapes)
        && is_unchanged
        && (old.clock, old.spent, old.evaluation) == (new.clock, new.spent, new.evaluation)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vgn_engine::lint::{FileKind, Settings};
    use vgn_engine::replay::resolve_game;

    /// The game with an annotation at the half-move with the text `at`, or the error.
    fn annotated(text: &str, at: &str, annotation: &Annotation) -> String {
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Unknown);
        let resolved = resolve_game(text, &context);
        let is_it = |it: &vgn_engine::replay::ResolvedMove| text[it.range.start as usize..it.range.end as usize] == *at;
        let id = resolved.moves.iter().position(is_it);
        assert!(at.is_empty() || id.is_some(), "{at}");
        match annotate(text, &resolved, &context, id, annotation) {
            Ok(edits) => apply(text, &edits),
            Err(why) => why,
        }
    }

    fn shape(color: &'static str, from: &str, to: Option<&str>) -> BoardShape {
        BoardShape { color, from: from.to_owned(), to: to.map(str::to_owned) }
    }

    #[test]
    fn shapes_take_the_place_of_shapes() {
        let draw = |shapes: &[BoardShape]| Annotation { shapes: Some(shapes.to_vec()), ..Annotation::default() };
        let one = [shape("green", "d4", None), shape("red", "e2", Some("e4"))];
        for (text, shapes, expected) in [
            ("1. e4 e5 *", &one[..], "1. e4 {[%csl Gd4][%cal Re2e4]} e5 *"),
            ("1. e4! {good} e5 *", &one, "1. e4! {[%csl Gd4][%cal Re2e4] good} e5 *"),
            ("1. e4 {[%clk 0:01:00] good} e5 *", &one[..1], "1. e4 {[%clk 0:01:00][%csl Gd4] good} e5 *"),
            ("1. e4 {so [%csl Ra1,Ga2] good} {[%cal Ga1a2]} e5 *", &one[..1], "1. e4 {so [%csl Gd4] good} e5 *"),
            ("1. e4 {[%csl Ra1] good} e5 *", &[], "1. e4 {good} e5 *"),
            ("1. e4 {[%csl Ra1]} e5 *", &[], "1. e4 e5 *"),
            ("1. e4 {[%csl Gd4]} e5 *", &one[..1], "1. e4 {[%csl Gd4]} e5 *"),
            // Unreadable shapes stay, and so do those in unusual places.
            ("1. e4 {[%csl Ra1,e5, Xd1]} e5 *", &one[..1], "1. e4 {[%csl e5, Xd1,Gd4]} e5 *"),
            ("1. e4 {[%cal Gd4,Pb1c3] so [%csl e5]} e5 *", &one, "1. e4 {[%cal Gd4,Re2e4] so [%csl e5]} e5 *"),
            ("1. e4 ; line [%csl Ra1]\ne5 *", &[], "1. e4 ; line\ne5 *"),
        ] {
            assert_eq!(annotated(text, "e4", &draw(shapes)), expected);
        }
        assert_eq!(annotated("1. e4 *", "", &draw(&one[..1])), "{[%csl Gd4]} 1. e4 *");
    }

    #[test]
    fn a_line_that_is_left_empty_goes() {
        let none = Annotation { shapes: Some(Vec::new()), nags: Some(Vec::new()), comment: Some(String::new()) };
        for (text, expected) in [
            ("1. e4\n{comment}\n1... e5 *", "1. e4\n1... e5 *"),
            ("1. e4\r\n $1 {a} \r\n1... e5 *", "1. e4\r\n1... e5 *"),
            ("1. e4\n{[%csl Ga1]}\n{a}\n1... e5 *", "1. e4\n1... e5 *"),
            ("1. e4\n{two\nlines}\n1... e5 *", "1. e4\n1... e5 *"),
            ("1. e4\n; rest of line\n1... e5 *", "1. e4\n1... e5 *"),
            ("1. e4 ; rest of line\n1... e5 *", "1. e4\n1... e5 *"),
            ("1. e4 {a}\n\n1... e5 *", "1. e4\n\n1... e5 *"),
            ("1. e4\n{a} 1... e5 *", "1. e4\n1... e5 *"),
            ("1. e4\n{a}", "1. e4\n"),
        ] {
            assert_eq!(annotated(text, "e4", &none), expected, "{text}");
        }
        let tags = "[Event \"a\"]\n[Result \"*\"]\n\n";
        for comment in ["{ White to play }\n", "{[%csl Ga1]}\n", "; hello\n"] {
            let text = format!("{tags}{comment}1. e4 e5 *\n");
            assert_eq!(annotated(&text, "", &none), format!("{tags}1. e4 e5 *\n"), "{text}");
        }
    }

    #[test]
    fn glyphs_are_those_that_are_asked_for() {
        let nags = |codes: &[u32]| Annotation { nags: Some(codes.to_vec()), ..Annotation::default() };
        for (text, codes, expected) in [
            ("1. e4 e5 *", &[1, 14][..], "1. e4 $1 $14 e5 *"),
            ("1. e4 e5? *", &[1, 14], "1. e4! $14 e5? *"),
            ("1. e4! $14 {x} e5 *", &[14], "1. e4 $14 {x} e5 *"),
            ("1. e4 $1 $14 e5 *", &[1], "1. e4 $1 e5 *"),
            ("1. e4 $1 e5 *", &[], "1. e4 e5 *"),
            ("1. e4$1 e5 *", &[2], "1. e4 $2 e5 *"),
        ] {
            assert_eq!(annotated(text, "e4", &nags(codes)), expected, "{text}");
        }
        assert!(annotated("1. e4 *", "", &nags(&[1])).starts_with("a glyph stands after a half-move"));
    }

    #[test]
    fn words_take_the_place_of_words_and_commands_stay() {
        let say = |words: &str| Annotation { comment: Some(words.to_owned()), ..Annotation::default() };
        for (text, words, expected) in [
            ("1. e4 e5 *", "the  point\n of it", "1. e4 {the point\nof it} e5 *"),
            ("1. e4 {old} (1. d4) e5 *", "new", "1. e4 {new} (1. d4) e5 *"),
            ("1. e4 {old [%clk 0:01:00]} e5 *", "new", "1. e4 {new [%clk 0:01:00]} e5 *"),
            ("1. e4 {[%clk 0:01:00]} e5 *", "new", "1. e4 {[%clk 0:01:00] new} e5 *"),
            ("1. e4 {old} {more} e5 *", "new", "1. e4 {new} e5 *"),
            ("1. e4 {old} e5 *", "", "1. e4 e5 *"),
            ("1. e4 {same  words} e5 *", "same words", "1. e4 {same  words} e5 *"),
            ("1. e4 ;old\ne5 *", "new", "1. e4 ;new\ne5 *"),
            ("1. e4 ;old\ne5 *", "new\nwords", "1. e4 {new\nwords}\ne5 *"),
            ("1. e4 {a {b} e5 *", "a {b c", "1. e4 {a {b c} e5 *"),
            ("1. e4 {a {b} e5 *", "a {b {c", "a comment cannot hold a brace"),
            ("1. e4 {open e5 *", "x", "the comment here is not closed: write its `}` into the text first"),
            ("1. e4 {a\r\nb c} e5\r\n*", "a b\nc", "1. e4 {a\r\nb\r\nc} e5\r\n*"),
            ("1. e4 e5 *", "a } b", "a comment cannot hold a brace"),
        ] {
            assert_eq!(annotated(text, "e4", &say(words)), expected, "{text}");
        }
        let vgn = "[GameFormat \"VGN\"]\n[MoveFormat \"SAN\"]\n\n";
        let text = format!("{vgn}1. e4 1.5 e5 $1 2. Nf3 *");
        assert_eq!(annotated(&text, "e4", &say("x")), format!("{vgn}1. e4 1.5 e5 $1 {{[%after 1.] x}} 2. Nf3 *"));
        assert_eq!(annotated(&text, "e5", &say("x")), format!("{vgn}1. e4 1.5 e5 $1 {{x}} 2. Nf3 *"));
    }
}
