//! Hover on a variation's parentheses: on `(` the half-move that it replaces and the board before, on `)` the board at
//! its end (rule C7).

use vgn_engine::lint::{Code, Diagnostic};
use vgn_engine::replay::ResolvedMove;
use vgn_engine::syntax::Token;

use super::moves::{number, side};
use super::{Hover, HoverSite, boards, line};
use crate::outline::Leaf;
use crate::{MarkupBlock, markup};

/// The hover of a variation's parenthesis; `None` if none of its half-moves are known.
pub fn hover(site: &HoverSite<'_>, leaf: &Leaf) -> Option<Hover> {
    let is_unopened = |found: &Diagnostic| found.code == Code::UnopenedVariation && found.range == leaf.range;
    if site.resolved.report.diagnostics.iter().any(is_unopened) {
        return None;
    }
    let half_moves: Vec<&ResolvedMove> = half_moves(site, leaf.line).collect();
    let (Some(first), Some(last)) = (half_moves.first(), half_moves.last()) else {
        return without_half_moves(site, leaf);
    };
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
    let mut blocks = vec![MarkupBlock::Headline(headline)];
    let (caption, position) = match leaf.token {
        Token::VariationOpen => {
            (format!("{length}, {} to move from this board:", side(first.color)), first.before.as_deref())
        }
        _ => {
            let lead = if last.range == first.range { "leads" } else { "lead" };
            (format!("{length}, which {lead} to this board:"), last.after.as_deref())
        }
    };
    match position {
        Some(position) => {
            blocks.push(MarkupBlock::Text(caption));
            blocks.extend(boards::blocks(position, site.view()));
        }
        None => blocks.push(MarkupBlock::Text(format!("{length}."))),
    }
    Hover::new(&leaf.range, blocks)
}

/// The hover of a variation without half-moves; `None` if it has unreadable ones.
fn without_half_moves(site: &HoverSite<'_>, leaf: &Leaf) -> Option<Hover> {
    let inside = || site.outline.leaves().iter().filter(|other| other.line == leaf.line && leaf.line > 0);
    let has = |token: Token| inside().any(|other| other.token == token);
    if leaf.line == 0 || has(Token::Move) || has(Token::Stray) {
        return None;
    }
    let (headline, text) = match inside().any(|other| matches!(other.token, Token::BraceComment | Token::LineComment)) {
        true => ("A variation of comments alone", "No half-move stands between the parentheses, only a comment."),
        false => ("An empty variation", "No half-move stands between the parentheses."),
    };
    Hover::new(&leaf.range, vec![MarkupBlock::Headline(headline.to_owned()), MarkupBlock::Text(text.to_owned())])
}

fn half_moves<'s>(site: &'s HoverSite<'_>, line: usize) -> impl Iterator<Item = &'s ResolvedMove> {
    half_moves_before(site, line, u32::MAX)
}

/// The half-moves of one line, without its variations, that start before `end`.
fn half_moves_before<'s>(site: &'s HoverSite<'_>, line: usize, end: u32) -> impl Iterator<Item = &'s ResolvedMove> {
    let leaves = site.outline.leaves().iter().take_while(move |leaf| leaf.range.start < end);
    leaves
        .filter(move |leaf| leaf.token == Token::Move && leaf.line == line)
        .filter_map(|leaf| line::move_of(site, leaf))
}

/// `3. Bb5`: the number and the half-move as written.
pub fn name(site: &HoverSite<'_>, found: &ResolvedMove) -> String {
    markup::code(&format!("{} {}", number(site.resolved.format, found), site.outline.slice(&found.range)))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::hover::tests::{answer, check, check_words};

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
        for empty in ["1. e4 ¦() *", "1. e4 (¦) *", "1. e4 e5 ¦( \n ) 2. Nf3 *", "1. e4 (1. d4 (1. c4) ¦()) *"] {
            let (_, text) = answer(empty).unwrap_or_else(|| panic!("{empty}"));
            assert_eq!(
                text.to_plain(),
                "An empty variation\n\nNo half-move stands between the parentheses.",
                "{empty}"
            );
        }
        check(
            "1. e4 ¦({or d4} $1) *",
            expect![[r#"
                (
                ---
                **A variation of comments alone**

                No half-move stands between the parentheses, only a comment."#]],
        );
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
