//! Hover on a terminator: how the game or the line ended and why.

use shakmaty::Color;
use vgn_engine::lint::GameFormat;
use vgn_engine::rules::{Outcome, Position};
use vgn_engine::syntax::Token;

use super::moves::side;
use super::{Hover, HoverSite, boards, line};
use crate::outline::Leaf;
use crate::{MarkupBlock, markup};

/// The hover of a terminator.
pub fn hover(site: &HoverSite<'_>, leaf: &Leaf) -> Option<Hover> {
    let text = site.slice(leaf);
    let before = site.outline.leaves().iter().rev().filter(|other| other.range.start < leaf.range.start);
    let last = before.clone().find(|other| other.line == leaf.line && other.token == Token::Move);
    let position = match last {
        Some(last) => line::move_of(site, last).and_then(|found| found.after.as_deref()),
        None if leaf.line == 0 => site.resolved.start.as_ref(),
        None => None,
    };
    let outcome = position.and_then(|position| outcome(site, last, position));
    let mut blocks = vec![MarkupBlock::Headline(format!("{}: {}", markup::code(text), meaning(text)?))];
    let tag_reason = if leaf.line == 0 { reason_in_tags(site) } else { None };
    let by_board = outcome.map(|outcome| reason_on_board(outcome, position.map(Position::turn)));
    // Possible reasons, as neither the board nor the tags tell the true one.
    let why = by_board.or_else(|| {
        let is_open = position.is_some() || text == "*";
        (tag_reason.is_none() && is_open).then(|| possible_reasons(text).to_owned())
    });
    // A single paragraph keeps the board in view.
    let reasons: Vec<String> = why.into_iter().chain(tag_reason).collect();
    blocks.extend((!reasons.is_empty()).then(|| MarkupBlock::Text(reasons.join(" "))));
    blocks.extend(position.into_iter().flat_map(|position| boards::blocks(position, site.view())));
    Hover::new(&leaf.range, blocks)
}

fn meaning(terminator: &str) -> Option<&'static str> {
    Some(match terminator {
        "1-0" => "White wins",
        "0-1" => "Black wins",
        "1/2-1/2" => "a draw",
        "*" => "no result",
        _ => return None,
    })
}

/// The end of the game on the board, including draws by claim.
enum EndOnBoard {
    Over(Outcome),
    Threefold,
    FiftyMoves,
}

fn outcome(site: &HoverSite<'_>, last: Option<&Leaf>, position: &Position) -> Option<EndOnBoard> {
    let line = last.map(|last| line::line_to(site, last)).unwrap_or_default();
    let history = line::history(site, &line)?;
    if let Some(outcome) = position.outcome(&history) {
        Some(EndOnBoard::Over(outcome))
    } else if history.threefold() {
        Some(EndOnBoard::Threefold)
    } else if position.fifty_moves() {
        Some(EndOnBoard::FiftyMoves)
    } else {
        None
    }
}

/// The reason of the end according to the board.
fn reason_on_board(found: EndOnBoard, turn: Option<Color>) -> String {
    let why = match found {
        EndOnBoard::Over(Outcome::Checkmate { winner }) => format!("{} is checkmated", side(!winner)),
        EndOnBoard::Over(Outcome::Stalemate) => match turn {
            Some(turn) => format!("stalemate: {} has no move and is not in check", side(turn)),
            None => "stalemate".to_owned(),
        },
        EndOnBoard::Over(Outcome::Variant(end)) => end.to_string(),
        EndOnBoard::Over(Outcome::DeadPosition) => "neither side can mate any more".to_owned(),
        EndOnBoard::Over(Outcome::FivefoldRepetition) => "the position has occurred for the fifth time".to_owned(),
        EndOnBoard::Over(Outcome::SeventyFiveMoves) => "75 moves without a capture or a pawn move".to_owned(),
        EndOnBoard::Threefold => "the position has occurred for the third time, so a draw could be claimed".to_owned(),
        EndOnBoard::FiftyMoves => "50 moves without a capture or a pawn move, so a draw could be claimed".to_owned(),
    };
    format!("On the board: {why}.")
}

/// The possible reasons of an end that the board does not explain.
fn possible_reasons(terminator: &str) -> &'static str {
    match terminator {
        "1-0" => "It is not mate: Black resigned, ran out of time, or lost by a decision of the arbiter.",
        "0-1" => "It is not mate: White resigned, ran out of time, or lost by a decision of the arbiter.",
        "1/2-1/2" => "The board itself is not a draw: the players agreed on it, or the arbiter decided it.",
        _ => "The game is not finished, was broken off, or its result is not known.",
    }
}

/// The end of the game according to the tags, in words (rule B8).
fn reason_in_tags(site: &HoverSite<'_>) -> Option<String> {
    let result = site.outline.tag_value("Result").filter(|_| site.resolved.format == GameFormat::Vgn);
    let reasons = [("Result", result), ("Termination", site.outline.tag_value("Termination"))];
    let reasons = reasons.into_iter().filter_map(|(name, value)| {
        let value = value.filter(|value| !matches!(value.trim(), "" | "?"))?;
        Some(format!("The tag {name} says {}.", markup::code(value.trim())))
    });
    let reasons: Vec<String> = reasons.collect();
    (!reasons.is_empty()).then(|| reasons.join(" "))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::hover::tests::{FCN_TAGS, check, check_words};

    #[test]
    fn ends_on_the_board() {
        check(
            "1. f3 e5 2. g4 Qh4# ¦0-1",
            expect![[r#"
                0-1
                ---
                **`0-1`: Black wins**

                On the board: White is checkmated.

                ```text
                8 r n b . k b n r
                7 p p p p . p p p
                6 . . . . . . . .
                5 . . . . p . . .
                4 . . . . . . P q
                3 . . . . . P . .
                2 P P P P P . . P
                1 R N B Q K B N R
                  a b c d e f g h
                ```

                FEN `rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3`"#]],
        );
        check_words(
            "[FEN \"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Qf7 ¦1/2-1/2",
            expect![[r#"
                1/2-1/2
                ---
                **`1/2-1/2`: a draw**

                On the board: stalemate: Black has no move and is not in check."#]],
        );
        check_words(
            "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 ¦1/2-1/2",
            expect![[r#"
                1/2-1/2
                ---
                **`1/2-1/2`: a draw**

                On the board: the position has occurred for the third time, so a draw could be claimed."#]],
        );
    }

    #[test]
    fn ends_by_people() {
        check_words(
            "1. e4 ¦1-0",
            expect![[r#"
                1-0
                ---
                **`1-0`: White wins**

                It is not mate: Black resigned, ran out of time, or lost by a decision of the arbiter."#]],
        );
        check_words(
            "1. e4 ¦1/2-1/2",
            expect![[r#"
                1/2-1/2
                ---
                **`1/2-1/2`: a draw**

                The board itself is not a draw: the players agreed on it, or the arbiter decided it."#]],
        );
        check_words(
            "1. e4 ¦*",
            expect![[r#"
                *
                ---
                **`*`: no result**

                The game is not finished, was broken off, or its result is not known."#]],
        );
        check_words(
            "[Termination \"time forfeit\"]\n\n1. e4 ¦1-0",
            expect![[r#"
                1-0
                ---
                **`1-0`: White wins**

                The tag Termination says `time forfeit`."#]],
        );
        check_words(
            &format!("{FCN_TAGS}[Result \"black ran out of time\"]\n1. Pe2-e4#+ ¦1-0"),
            expect![[r#"
                1-0
                ---
                **`1-0`: White wins**

                The tag Result says `black ran out of time`."#]],
        );
    }

    /// Errors are left to the diagnostic, which editors show beside the hover.
    #[test]
    fn a_terminator_against_the_board_does_not_repeat_the_finding() {
        check_words(
            "1. f3 e5 2. g4 Qh4# ¦1-0",
            expect![[r#"
                1-0
                ---
                **`1-0`: White wins**

                On the board: White is checkmated."#]],
        );
    }

    #[test]
    fn variations_have_their_own_ends() {
        check_words(
            "1. f3 e5 2. g4 (2. e4 ¦1-0) Qh4# 0-1",
            expect![[r#"
                1-0
                ---
                **`1-0`: White wins**

                It is not mate: Black resigned, ran out of time, or lost by a decision of the arbiter."#]],
        );
    }
}
