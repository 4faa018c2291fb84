//! Hover on `SetUp` and `FEN`: the game's initial board (rule B6).

use vgn_engine::lint::Code;

use super::{HoverSite, boards};
use crate::MarkupBlock;

/// The text below the headline of a tag with a board.
pub fn blocks(site: &HoverSite<'_>, name: &str, value: &str) -> Vec<MarkupBlock> {
    if name == "SetUp" && matches!(value.trim(), "0" | "1" | "" | "?") {
        let text = match value.trim() {
            // The tag's description is sufficient.
            "1" => return Vec::new(),
            "0" => "`0`: the game starts from the usual board.",
            _ => "It says nothing here.",
        };
        return vec![MarkupBlock::Text(text.to_owned())];
    }
    let is_invalid = site.resolved.report.diagnostics.iter().any(|found| found.code == Code::InvalidSetup);
    if is_invalid && site.resolved.start.is_none() {
        return vec![MarkupBlock::Text("This value is not a board that can be read.".to_owned())];
    }
    match &site.resolved.start {
        Some(start) => {
            let mut blocks = vec![MarkupBlock::Text(format!("{} to move:", super::moves::side(start.turn())))];
            blocks.extend(boards::blocks(start, site.view()));
            blocks
        }
        None => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::hover::tests::{check, check_words};

    #[test]
    fn the_board_is_shown() {
        check(
            "[GameFormat \"VGN\"]\n[SetUp \"4rkr1/4p1p1/8/8/8/8/8/¦3K2R1 w K\"]\n*",
            expect![[r#"
                "4rkr1/4p1p1/8/8/8/8/8/3K2R1 w K"
                ---
                **`SetUp`**

                The board that the game starts from; in a PGN game only `1`, and the board is in the tag FEN (PGN).

                White to move:

                ```text
                8 . . . . r k r .
                7 . . . . p . p .
                6 . . . . . . . .
                5 . . . . . . . .
                4 . . . . . . . .
                3 . . . . . . . .
                2 . . . . . . . .
                1 . . . K . . R .
                  a b c d e f g h
                ```

                SFEN `4rkr1/4p1p1/8/8/8/8/8/3K2R1 w K`

                FEN `4rkr1/4p1p1/8/8/8/8/8/3K2R1 w K - 0 1`"#]],
        );
        check_words(
            "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b ¦K - 0 1\"]\n\n*",
            expect![[r#"
                "4k3/8/8/8/8/8/8/4K2R b K - 0 1"
                ---
                **`FEN`**

                The board that the game starts from, in Forsyth-Edwards Notation (PGN).

                Black to move:"#]],
        );
    }

    #[test]
    fn flags_and_faults_have_none() {
        check(
            "[SetUp \"¦1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 1\"]\n\n*",
            expect![[r#"
                "1"
                ---
                **`SetUp`**

                The board that the game starts from; in a PGN game only `1`, and the board is in the tag FEN (PGN)."#]],
        );
        check(
            "[GameFormat \"VGN\"]\n[SetUp \"¦FEN:4k3/8/9\"]\n*",
            expect![[r#"
                "FEN:4k3/8/9"
                ---
                **`SetUp`**

                The board that the game starts from; in a PGN game only `1`, and the board is in the tag FEN (PGN).

                This value is not a board that can be read."#]],
        );
    }
}
