//! Hover on a move number: whose move follows, and the board before it.

use vgn_engine::syntax::Token;

use super::moves::describe_move;
use super::{Hover, HoverSite, boards, line};
use crate::MarkupBlock;
use crate::outline::Leaf;

/// The hover of a number or of separate periods.
pub fn hover(site: &HoverSite<'_>, leaf: &Leaf) -> Option<Hover> {
    let mut after = site.outline.leaves().iter().filter(|other| other.range.start > leaf.range.start);
    let next = after.find(|other| other.line == leaf.line && !matches!(other.token, Token::Periods))?;
    let found = (next.token == Token::Move).then(|| line::move_of(site, next)).flatten()?;
    let mut blocks = vec![MarkupBlock::Headline(describe_move(found))];
    if let Some(before) = &found.before {
        blocks.push(MarkupBlock::Text("The board before it:".to_owned()));
        blocks.extend(boards::blocks(before, site.view()));
    }
    Hover::new(&leaf.range, blocks)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::hover::tests::{check, check_words};

    #[test]
    fn a_number_announces_a_move() {
        check(
            "¦1. e4 e5 *",
            expect![[r#"
                1.
                ---
                **White's move 1**

                The board before it:

                ```text
                8 r n b q k b n r
                7 p p p p p p p p
                6 . . . . . . . .
                5 . . . . . . . .
                4 . . . . . . . .
                3 . . . . . . . .
                2 P P P P P P P P
                1 R N B Q K B N R
                  a b c d e f g h
                ```

                FEN `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1`"#]],
        );
        check_words(
            "1. e4 ¦1... e5 *",
            expect![[r#"
                1...
                ---
                **Black's move 1**

                The board before it:"#]],
        );
        check_words(
            "1. e4 1 ¦.. e5 *",
            expect![[r#"
                ..
                ---
                **Black's move 1**

                The board before it:"#]],
        );
        check_words(
            "1. e4 (¦1. d4 d5) e5 *",
            expect![[r#"
                1.
                ---
                **White's move 1 in a variation**

                The board before it:"#]],
        );
        check_words("1. e4 e5 ¦2. *", expect!["nothing"]);
    }
}
