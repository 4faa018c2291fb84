//! Hover on a variation's parentheses: on `(` which half-move it replaces and the board before that, on `)` the board that
//! it leads to (rule C7).

use super::moves::{number, side};
use super::{Hover, Site, boards, line};
use crate::analysis::ResolvedMove;
use crate::ide::outline::Leaf;
use crate::ide::{Block, markup};
use crate::syntax::Token;

/// The hover of a parenthesis that opens or closes a variation; none where no half-move of it is known.
pub fn hover(site: &Site<'_>, leaf: &Leaf) -> Option<Hover> {
    let half_moves: Vec<&ResolvedMove> = half_moves(site, leaf.line).collect();
    let (first, last) = (half_moves.first()?, half_moves.last()?);
    let length = match half_moves.len() {
        1 => "1 half-move".to_owned(),
        many => format!("{many} half-moves"),
    };
    let replaced = site.outline.parent(leaf.line).and_then(|parent| {
        half_moves_before(site, parent, first.range.start).filter(|found| found.ply == first.ply).last()
    });
    let headline = match replaced {
        Some(replaced) => format!("{} instead of {}", name(site, first), name(site, replaced)),
        None => format!("A variation that begins with {}", name(site, first)),
    };
    let mut blocks = vec![Block::Headline(headline)];
    let (caption, position) = match leaf.token {
        Token::VariationOpen => {
            (format!("{length}, {} to move from this board:", side(first.color)), first.before.as_ref())
        }
        _ => (format!("{length}, which lead to this board:"), last.after.as_ref()),
    };
    match position {
        Some(position) => {
            blocks.push(Block::Text(caption));
            blocks.extend(boards::blocks(position, site.view()));
        }
        None => blocks.push(Block::Text(format!("{length}."))),
    }
    Hover::new(&leaf.range, blocks)
}

fn half_moves<'s>(site: &'s Site<'_>, line: usize) -> impl Iterator<Item = &'s ResolvedMove> {
    half_moves_before(site, line, u32::MAX)
}

/// The half-moves of one line, without its variations, that begin before `end`.
fn half_moves_before<'s>(site: &'s Site<'_>, line: usize, end: u32) -> impl Iterator<Item = &'s ResolvedMove> {
    let leaves = site.outline.leaves().iter().take_while(move |leaf| leaf.range.start < end);
    leaves
        .filter(move |leaf| leaf.token == Token::Move && leaf.line == line)
        .filter_map(|leaf| line::move_of(site, leaf))
}

/// `3. Bb5`, as it is written.
fn name(site: &Site<'_>, found: &ResolvedMove) -> String {
    markup::code(&format!("{} {}", number(site.resolved.format, found), site.outline.slice(&found.range)))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::ide::hover::tests::{check, check_words};

    #[test]
    fn parentheses_tell_what_is_replaced() {
        check_words(
            "1. e4 e5 2. Nf3 ¦(2. Bc4 Nf6 (2... Nc6) 3. d3) 2... Nc6 *",
            expect![[r#"
                (
                ---
                **`2. Bc4` instead of `2. Nf3`**

                3 half-moves, White to move from this board:"#]],
        );
        check_words(
            "1. e4 e5 2. Nf3 (2. Bc4 Nf6 ¦(2... Nc6) 3. d3) 2... Nc6 *",
            expect![[r#"
                (
                ---
                **`2... Nc6` instead of `2... Nf6`**

                1 half-move, Black to move from this board:"#]],
        );
        check(
            "1. e4 e5 2. Nf3 (2. Bc4 Nf6 (2... Nc6) 3. d3¦) 2... Nc6 *",
            expect![[r#"
                )
                ---
                **`2. Bc4` instead of `2. Nf3`**

                3 half-moves, which lead to this board:

                ```text
                8 r n b q k b . r
                7 p p p p . p p p
                6 . . . . . n . .
                5 . . . . p . . .
                4 . . B . P . . .
                3 . . . P . . . .
                2 P P P . . P P P
                1 R N B Q K . N R
                  a b c d e f g h
                ```

                FEN `rnbqkb1r/pppp1ppp/5n2/4p3/2B1P3/3P4/PPP2PPP/RNBQK1NR b KQkq - 0 3`"#]],
        );
    }

    #[test]
    fn variations_without_a_known_move() {
        check("1. e4 ¦() *", expect!["nothing"]);
        check_words(
            "1. e4 ¦(1. e5) *",
            expect![[r#"
                (
                ---
                **`1. e5` instead of `1. e4`**

                1 half-move, White to move from this board:"#]],
        );
    }
}
