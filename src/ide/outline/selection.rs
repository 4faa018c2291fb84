//! Selection ranges: from the word or the move at a place up to the whole game.
//!
//! A half-move includes the number before it and the glyphs after it; a pair consists of the half-moves under one
//! number. Legality does not matter, and wrong numbers give wrong pairs.

use std::ops::Range;

use vgn_engine::syntax::ast::{AstNode, AstToken, Comment, Game, Movetext, MovetextItem, TagValue, Variation};
use vgn_engine::syntax::{NodeOrToken, SyntaxElement, SyntaxKind, SyntaxNode, SyntaxToken, Token};

use crate::open_game::OpenGame;
use crate::tree::{solid, tokens_at};

/// Maximum number of ranges: many clients limit the nesting of JSON values to about this depth.
const MOST: usize = 60;
/// Number of half-moves on each side of a place that determine its pair.
const AROUND: usize = 3;

/// The ranges for each place, innermost first: each contains the one before and the place. In bytes of the text. After
/// cancellation the lists are empty.
pub fn selections(game: &impl OpenGame, places: &[u32]) -> Vec<Vec<Range<u32>>> {
    let game = game.tree();
    places.iter().map(|place| game.as_ref().map(|game| selection(game, *place)).unwrap_or_default()).collect()
}

fn selection(game: &Game, place: u32) -> Vec<Range<u32>> {
    let mut selection = SelectionRanges { place, ranges: Vec::new() };
    let Some(token) = token_at(game, place) else { return Vec::new() };
    if token.kind() != SyntaxKind::Token(Token::Space) {
        if let Some(comment) = Comment::cast(token.clone()) {
            selection.comment(&comment);
        } else if let Some(value) = TagValue::cast(token.clone()) {
            selection.add(value.unquoted_range());
        }
        selection.add(token.text_range().into());
    }
    let mut element: SyntaxElement = token.into();
    while let Some(node) = element.parent() {
        selection.part(&element, &node);
        element = node.into();
    }
    let last = selection.ranges.len().saturating_sub(1);
    if last >= MOST {
        selection.ranges.drain(MOST - 1..last);
    }
    selection.ranges
}

/// The token at a place; of two adjacent tokens a half-move is preferred, and white space is avoided.
fn token_at(game: &Game, place: u32) -> Option<SyntaxToken> {
    let rank = |token: &SyntaxToken| match token.kind() {
        SyntaxKind::Token(Token::Space) => 0,
        SyntaxKind::Token(Token::Move) => 2,
        _ => 1,
    };
    // Of two equals the last, which begins at the place.
    tokens_at(game, place).into_iter().flatten().max_by_key(rank)
}

/// The ranges around a place, innermost first.
struct SelectionRanges {
    place: u32,
    ranges: Vec<Range<u32>>,
}

impl SelectionRanges {
    /// Adds a range if it is larger than the previous one.
    fn add(&mut self, range: Range<u32>) {
        let holds = |inner: &Range<u32>| range.start <= inner.start && inner.end <= range.end;
        let is_larger = self.ranges.last().is_none_or(|last| holds(last) && range != *last);
        if is_larger && !range.is_empty() && holds(&(self.place..self.place)) {
            self.ranges.push(range);
        }
    }

    /// Adds the word at the place, the command around it, and the body of the comment.
    fn comment(&mut self, comment: &Comment) {
        let body = comment.body();
        let start = comment.range().start + 1;
        let Some((before, behind)) = self.place.checked_sub(start).and_then(|at| body.split_at_checked(at as usize))
        else {
            return;
        };
        let at = before.len();
        let mut add = |range: Range<usize>| self.add(start + range.start as u32..start + range.end as u32);
        let word_start = at - before.chars().rev().take_while(|c| is_word(*c)).map(char::len_utf8).sum::<usize>();
        let word_end = at + behind.chars().take_while(|c| is_word(*c)).map(char::len_utf8).sum::<usize>();
        add(word_start..word_end);
        let open = before.rfind("[%").filter(|open| !before[*open..].contains(']'));
        if let (Some(open), Some(close)) = (open, behind.find(']')) {
            // An operand such as `0:05:00`, or a square with its colour.
            if before[open..].contains(' ') {
                let is_part = |c: &char| !c.is_whitespace() && !matches!(c, ',' | ']');
                let start = before.chars().rev().take_while(is_part).map(char::len_utf8).sum::<usize>();
                let end = behind.chars().take_while(is_part).map(char::len_utf8).sum::<usize>();
                add(at - start..at + end);
            }
            add(open..at + close + 1);
        }
        let lead = body.len() - body.trim_start().len();
        add(lead..lead + body.trim().len());
    }

    /// Adds the ranges between an element and its node.
    fn part(&mut self, element: &SyntaxElement, node: &SyntaxNode) {
        if Movetext::cast(node.clone()).is_some() || Variation::cast(node.clone()).is_some() {
            if let Some(half_move) = half_move(element) {
                self.add(half_move);
            }
            if let Some(pair) = pair(element) {
                self.add(pair);
            }
            if let Some(line) = line(node) {
                self.add(line);
            }
        }
        if let Some(range) = solid(node) {
            self.add(range);
        }
    }
}

/// The half-move of an element, with its number and glyphs.
fn half_move(element: &SyntaxElement) -> Option<Range<u32>> {
    let half_move = match MovetextItem::cast(element.clone())? {
        MovetextItem::Move(_) => element.clone(),
        MovetextItem::MoveNumber(_) => {
            let is_number =
                |at: &SyntaxElement| matches!(MovetextItem::cast(at.clone()), Some(MovetextItem::MoveNumber(_)));
            after(element).find(|at| !is_number(at))?
        }
        MovetextItem::Nag(_) => {
            let is_glyph = |at: &SyntaxElement| matches!(MovetextItem::cast(at.clone()), Some(MovetextItem::Nag(_)));
            before(element).find(|at| !is_glyph(at))?
        }
        _ => return None,
    };
    let Some(MovetextItem::Move(_)) = MovetextItem::cast(half_move.clone()) else { return None };
    let numbers =
        before(&half_move).map_while(MovetextItem::cast).take_while(|item| matches!(item, MovetextItem::MoveNumber(_)));
    let glyphs =
        after(&half_move).map_while(MovetextItem::cast).take_while(|item| matches!(item, MovetextItem::Nag(_)));
    let own: Range<u32> = half_move.text_range().into();
    let start = numbers.last().map_or(own.start, |number| number.range().start);
    Some(start..glyphs.last().map_or(own.end, |glyph| glyph.range().end))
}

/// The half-moves under the number that an element belongs to, at most two, with their glyphs.
fn pair(element: &SyntaxElement) -> Option<Range<u32>> {
    let mut around: Vec<MovetextItem> = up_to_moves(before(element)).collect();
    around.reverse();
    around.extend(MovetextItem::cast(element.clone()));
    around.extend(up_to_moves(after(element)));
    let mut pairs: Vec<MovePair> = Vec::new();
    for item in around {
        let range = item.range();
        let open = pairs.last_mut().filter(|pair| pair.moves < 2);
        match (item, open) {
            (MovetextItem::MoveNumber(number), open) => {
                let number = number.number();
                if open.is_none_or(|pair| number.is_some() && pair.number != number) {
                    pairs.push(MovePair { number, range, moves: 0 });
                }
            }
            (MovetextItem::Move(_), Some(open)) => (open.range.end, open.moves) = (range.end, open.moves + 1),
            (MovetextItem::Move(_), None) => pairs.push(MovePair { number: None, range, moves: 1 }),
            (MovetextItem::Nag(_), _) => {
                pairs.iter_mut().last().into_iter().for_each(|pair| pair.range.end = range.end)
            }
            (MovetextItem::Terminator(_) | MovetextItem::Comment(_) | MovetextItem::Variation(_), _) => {}
        }
    }
    let own: Range<u32> = element.text_range().into();
    let holds = |pair: &MovePair| pair.range.start <= own.start && own.end <= pair.range.end;
    pairs.into_iter().find(|pair| pair.number.is_some() && pair.moves > 0 && holds(pair)).map(|pair| pair.range)
}

/// The half-moves under one number.
struct MovePair {
    number: Option<u32>,
    range: Range<u32>,
    moves: usize,
}

/// Items up to the last of [`AROUND`] half-moves.
fn up_to_moves(elements: impl Iterator<Item = SyntaxElement>) -> impl Iterator<Item = MovetextItem> {
    let mut moves = 0;
    elements.filter_map(MovetextItem::cast).take_while(move |item| {
        let is_near = moves < AROUND;
        moves += usize::from(matches!(item, MovetextItem::Move(_)));
        is_near
    })
}

/// The elements before an element in its line, nearest first, without white space.
fn before(element: &SyntaxElement) -> impl Iterator<Item = SyntaxElement> {
    std::iter::successors(element.prev_sibling_or_token(), |at| at.prev_sibling_or_token()).filter(is_solid)
}

/// The elements after an element, without white space.
fn after(element: &SyntaxElement) -> impl Iterator<Item = SyntaxElement> {
    std::iter::successors(element.next_sibling_or_token(), |at| at.next_sibling_or_token()).filter(is_solid)
}

fn is_solid(element: &SyntaxElement) -> bool {
    element.kind() != SyntaxKind::Token(Token::Space)
}

/// A line of play without its parentheses and terminator.
fn line(node: &SyntaxNode) -> Option<Range<u32>> {
    let is_inside = |element: &SyntaxElement| match element.kind() {
        SyntaxKind::Token(token) => {
            !matches!(token, Token::Space | Token::VariationOpen | Token::VariationClose | Token::Terminator)
        }
        SyntaxKind::Node(_) => true,
    };
    let first = node.first_child_or_token()?;
    let last = node.last_child_or_token()?;
    let first = std::iter::once(first.clone()).chain(after(&first)).find(is_inside)?;
    let last = std::iter::once(last.clone()).chain(before(&last)).find(is_inside)?;
    let end = match &last {
        NodeOrToken::Node(node) => solid(node)?.end,
        NodeOrToken::Token(token) => token.text_range().end().into(),
    };
    Some(first.text_range().start().into()..end)
}

/// Characters of words and moves.
fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '\'' | '’' | '-' | '+' | '#' | '=' | '_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open_game::StandaloneGame;

    /// The selection ranges at the `|` of a text, innermost first.
    #[track_caller]
    fn check(marked: &str, expected: &[&str]) {
        let place = marked.find('|').expect("a mark");
        let text = marked.replacen('|', "", 1);
        let selection = selections(&StandaloneGame::of(&text), &[place as u32]).remove(0);
        let selection: Vec<&str> = selection.iter().map(|step| &text[step.start as usize..step.end as usize]).collect();
        assert_eq!(selection, expected);
    }

    #[test]
    fn a_move_grows_to_its_game() {
        let line = "1. e4 e5 2. Nf3! $5 {a} (2. f4) 2... Nc6 3. Bb5";
        let (movetext, game) = (format!("{line} *"), format!("[A \"b\"]\n\n{line} *"));
        let pair = "2. Nf3! $5 {a} (2. f4) 2... Nc6";
        let marked = |mark: &str| format!("\n{}\n\n", game.replacen(&mark.replace('|', ""), mark, 1));
        let whole = [line, &movetext, &game];
        check(&marked("N|f3"), &[&["Nf3", "2. Nf3! $5", pair], &whole[..]].concat());
        check(&marked("Nf3|!"), &[&["Nf3", "2. Nf3! $5", pair], &whole[..]].concat());
        check(&marked("$|5"), &[&["$5", "2. Nf3! $5", pair], &whole[..]].concat());
        check(&marked("|2. N"), &[&["2.", "2. Nf3! $5", pair], &whole[..]].concat());
        check(&marked("e|5"), &[&["e5", "1. e4 e5"], &whole[..]].concat());
        check(&marked("B|b5"), &[&["Bb5", "3. Bb5"], &whole[..]].concat());
        check(&marked("{|a}"), &[&["a", "{a}", pair], &whole[..]].concat());
        check(&marked("|*"), &["*", &movetext, &game]);
    }

    #[test]
    fn a_variation_grows_to_what_it_stands_in() {
        check(
            "1. e4 ( 1. d4 d5 (1... Nf6 2. c|4 1-0) 2. c4 ) e5",
            &[
                "c4",
                "2. c4",
                "1... Nf6 2. c4",
                "(1... Nf6 2. c4 1-0)",
                "1. d4 d5 (1... Nf6 2. c4 1-0) 2. c4",
                "( 1. d4 d5 (1... Nf6 2. c4 1-0) 2. c4 )",
                "1. e4 ( 1. d4 d5 (1... Nf6 2. c4 1-0) 2. c4 ) e5",
            ],
        );
    }

    #[test]
    fn a_tag_grows_to_its_section() {
        let section = "[Event \"A \\\"é\\\"\"]\n[Site \"?\"]";
        let game = format!("{section}\n\n*");
        let at = |mark: &str| game.replacen(&mark.replace('|', ""), mark, 1);
        let pair = "[Event \"A \\\"é\\\"\"]";
        check(&at("A| "), &["A \\\"é\\\"", "\"A \\\"é\\\"\"", pair, section, &game]);
        check(&at("Ev|ent"), &["Event", pair, section, &game]);
        check(&at("[S|ite"), &["Site", "[Site \"?\"]", section, &game]);
    }

    #[test]
    fn a_word_grows_to_its_comment() {
        let rest = ["{ Ding's idea [%clk 1:02:03] }", "1. e4 { Ding's idea [%clk 1:02:03] }"];
        let all = "Ding's idea [%clk 1:02:03]";
        check("1. e4 { Di|ng's idea [%clk 1:02:03] }", &[&["Ding's", all], &rest[..]].concat());
        check("1. e4 { Ding's idea [%cl|k 1:02:03] }", &[&["clk", "[%clk 1:02:03]", all], &rest[..]].concat());
        check(
            "1. e4 { Ding's idea [%clk 1:0|2:03] }",
            &[&["02", "1:02:03", "[%clk 1:02:03]", all], &rest[..]].concat(),
        );
        check("1. e4 {[%csl Gd4,R|e5]}", &["Re5", "[%csl Gd4,Re5]", "{[%csl Gd4,Re5]}", "1. e4 {[%csl Gd4,Re5]}"]);
        check("1. e4 ; to |é\ne5", &["é", "to é", "; to é", "1. e4 ; to é\ne5"]);
    }

    #[test]
    fn a_game_of_vgn_has_pairs_too() {
        check(
            "1. Pe2-e4 1.5 Pe7-|e5! 2. Ng1-f3",
            &["Pe7-e5", "1.5 Pe7-e5!", "1. Pe2-e4 1.5 Pe7-e5!", "1. Pe2-e4 1.5 Pe7-e5! 2. Ng1-f3"],
        );
        check("12 .. Kg|7 13. a4", &["Kg7", "12 .. Kg7", "12 .. Kg7 13. a4"]);
    }

    #[test]
    fn in_a_broken_game_there_is_what_there_is() {
        check("[Ev|ent A\n1. e4", &["Event", "[Event A", "[Event A\n1. e4"]);
        check("1. e4 (1. d4 {ne|ver", &["never", "{never", "1. d4 {never", "(1. d4 {never", "1. e4 (1. d4 {never"]);
        check("e4 e|5 Nf3 <foo", &["e5", "e4 e5 Nf3 <foo"]);
        check("1. e4 e5 Nf|3 Nc6 3. a4", &["Nf3", "1. e4 e5 Nf3 Nc6 3. a4"]);
        check("1. e4 e5|   ) 2.", &["e5", "1. e4 e5", "1. e4 e5   ) 2."]);
        check("1. e4  |  e5", &["1. e4    e5"]);
        check("|", &[]);
    }

    #[test]
    fn deep_variations_have_as_many_steps_as_clients_can_read() {
        let text = format!("1. e4 {}", "(1. d4 ".repeat(200));
        let selection = selections(&StandaloneGame::of(&text), &[text.len() as u32 - 2]).remove(0);
        assert_eq!((selection.len(), selection.last().cloned()), (MOST, Some(0..text.len() as u32 - 1)));
    }
}
