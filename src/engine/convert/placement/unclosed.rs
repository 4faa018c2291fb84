//! Comments and variations without their end, which a conversion closes at the end of the game.

use super::variations::Relocation;
use crate::convert::edits::Edits;
use crate::convert::outcome::Loss;
use crate::convert::sections::is_open_comment;
use crate::score::SourceOutline;
use crate::syntax::Token;

/// What is closed: comments, or else variations, because an unclosed comment has taken their `)`.
pub fn closed_at_end(text: &str, outline: &SourceOutline) -> Vec<Loss> {
    let comments: Vec<Loss> = closed_comments(text, outline).collect();
    if comments.is_empty() { closed_variations(outline) } else { comments }
}

/// Closes comments behind which a variation moves, or which move with one: what follows would be in them.
pub fn close_before_moved(
    text: &str,
    outline: &SourceOutline,
    relocations: &[Relocation],
    edits: &mut Edits<'_>,
) -> Vec<Loss> {
    if relocations.is_empty() {
        return Vec::new();
    }
    let is_in_way = |loss: &Loss| {
        let end = loss.range.end;
        relocations.iter().any(|moved| moved.to >= end || (moved.block.start..=moved.block.end).contains(&end))
    };
    let closed: Vec<Loss> = closed_comments(text, outline).filter(is_in_way).collect();
    closed.iter().for_each(|loss| edits.insert(loss.range.end, "}"));
    closed
}

/// Unclosed comments, which are closed at the end of the game.
fn closed_comments(text: &str, outline: &SourceOutline) -> impl Iterator<Item = Loss> {
    let comments = outline.tag_comments.iter().chain(&outline.items);
    let open = comments.filter(|item| is_open_comment(text, item));
    open.map(|item| Loss::new(item.range.clone(), "the comment has no closing `}`: it gets one at the end of the game"))
}

/// Unclosed variations, which are closed at the end of the game: where they were to end is not known.
fn closed_variations(outline: &SourceOutline) -> Vec<Loss> {
    let (mut open, mut closed) = (Vec::new(), Vec::new());
    for item in &outline.items {
        match item.token {
            Token::VariationOpen => open.push(item.range.clone()),
            Token::VariationClose => closed.extend(open.pop().filter(|_| item.range.is_empty())),
            _ => {}
        }
    }
    closed.sort_unstable_by_key(|open| open.start);
    let loss = |open| Loss::new(open, "the variation has no closing `)`: it gets one at the end of the game");
    closed.into_iter().map(loss).collect()
}
