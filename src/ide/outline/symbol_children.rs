//! Document symbols within a game: its variations and longer comments.

use std::ops::Range;

use vgn_engine::lint::Cancellation;
use vgn_engine::replay::commands::commands;
use vgn_engine::syntax::ast::{AstNode, AstToken, Comment, HasItems, MovetextItem, Variation};

use crate::tree::game_tree;

/// Maximum number of symbols in a game.
const MOST: usize = 500;
/// Maximum depth of variations.
const DEEPEST: usize = 8;
/// Number of half-moves in the name of a variation.
const MOVES: usize = 3;
/// Minimum length of a comment with a symbol, and maximum length of a name, in characters.
const SHORTEST: usize = 24;
const LONGEST: usize = 60;

/// A symbol within a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolChild {
    /// On one line.
    pub name: String,
    pub is_variation: bool,
    /// In bytes of the game's text.
    pub range: Range<u32>,
    pub children: Vec<SymbolChild>,
}

/// The variations and comments of one game's text, in text order. After cancellation the list is incomplete.
pub fn symbol_children(text: &str, cancel: &dyn Cancellation) -> Vec<SymbolChild> {
    if !text.contains(['(', '{', ';']) {
        return Vec::new();
    }
    let line = game_tree(text, cancel).and_then(|game| game.movetext());
    let mut left = MOST;
    line.map(|line| children(&line, 0, &mut left)).unwrap_or_default()
}

fn children(line: &impl HasItems, depth: usize, left: &mut usize) -> Vec<SymbolChild> {
    let mut found = Vec::new();
    for item in line.items() {
        if *left == 0 {
            break;
        }
        let child = match item {
            MovetextItem::Variation(variation) if depth < DEEPEST => {
                *left -= 1;
                let children = children(&variation, depth + 1, left);
                Some(SymbolChild {
                    name: variation_name(&variation),
                    is_variation: true,
                    range: variation.range(),
                    children,
                })
            }
            MovetextItem::Comment(comment) => heading(&comment).map(|name| {
                *left -= 1;
                SymbolChild { name, is_variation: false, range: comment.range(), children: Vec::new() }
            }),
            _ => None,
        };
        found.extend(child);
    }
    found
}

/// The first half-moves of a variation with their numbers.
fn variation_name(variation: &Variation) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut moves = 0;
    for item in variation.items() {
        match item {
            // Black's number directly after White's half-move is redundant once the variation between them is left out.
            MovetextItem::MoveNumber(number) if moves > 0 && number.text().ends_with("..") => {}
            MovetextItem::MoveNumber(number) if moves < MOVES => words.push(number.text().to_owned()),
            MovetextItem::Move(_) if moves == MOVES => {
                words.push("…".to_owned());
                break;
            }
            MovetextItem::Move(half_move) => {
                moves += 1;
                words.push(half_move.text().to_owned());
            }
            _ => {}
        }
    }
    let name = cut(words.join(" "));
    if name.is_empty() { "( )".to_owned() } else { name }
}

/// The beginning of a comment without its commands, if it is long enough.
fn heading(comment: &Comment) -> Option<String> {
    let body = comment.body();
    let mut from = 0;
    let mut text = String::new();
    for command in commands(body) {
        text += &body[from..command.range.start];
        from = command.range.end;
        if text.len() > LONGEST * 4 {
            break;
        }
    }
    let rest = &body[from..];
    text.extend(rest.chars().take(LONGEST * 4));
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (text.chars().count() >= SHORTEST).then(|| cut(text))
}

/// The beginning of a text, without control characters.
fn cut(text: String) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        fn put(out: &mut String, children: &[SymbolChild], depth: usize) {
            for child in children {
                let kind = if child.is_variation { "variation" } else { "comment" };
                *out += &format!("{:1$}{kind} {2}\n", "", depth * 2, child.name);
                put(out, &child.children, depth + 1);
            }
        }
        let mut out = String::new();
        put(&mut out, &symbol_children(text, &|| false), 0);
        out
    }

    #[test]
    fn variations_and_longer_comments() {
        expect_test::expect![[r#"
            comment This is an opening that I have always liked, and it has been…
            variation 1. d4 d5 2. c4 …
              variation 1... Nf6
              comment A quiet move, with a plan behind it.
            variation 1. c4
        "#]]
        .assert_eq(&shown(
            "1. e4 {[%clk 1:00:00] This is an opening that I have\nalways liked, and it has been good to me} {short} \
             (1. d4 d5 (1... Nf6) 2. c4 {A quiet move, [%csl Gd4] with a plan behind it.} e6 3. Nc3) (1. c4",
        ));
        assert_eq!(shown("1. e4 () e5 *"), "variation ( )\n");
        assert_eq!(shown("1. e4 e5 *"), "");
    }

    #[test]
    fn a_number_that_a_variation_made_necessary_is_not_told() {
        let shown = |text: &str| shown(text).trim().to_owned();
        assert_eq!(shown("1. e4 (1. d4 {x} 1... d5 2. c4) *"), "variation 1. d4 d5 2. c4");
        assert_eq!(shown("1. e4 e5 (1... c5) *"), "variation 1... c5");
    }

    #[test]
    fn there_are_not_too_many() {
        let text = format!("1. e4 {}", "(1. d4) ".repeat(MOST + 5));
        assert_eq!(symbol_children(&text, &|| false).len(), MOST);
        let deep = format!("1. e4 {}", "(1. d4 ".repeat(100));
        assert_eq!(shown(&deep).lines().count(), DEEPEST);
    }
}
