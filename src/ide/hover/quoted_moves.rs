//! Hover on a move that a comment quotes in SAN: `{better is 12. Nf3 Nxe4 13. Qe2}`.
//!
//! Quoted moves are played from the board at the comment. A number selects the half-move of the line that they replace;
//! without one they follow the half-move before the comment or else replace it. Words that cannot be played are not
//! moves, and a lone `a4` without a number is a square.

use shakmaty::Color;
use vgn_engine::lint::{Context, FileKind, Settings};
use vgn_engine::notation::{Codec, EndMark, FEN, SpelledBoard};
use vgn_engine::replay::{ResolvedMove, resolve_game};
use vgn_engine::rules::{Position, Variant};
use vgn_engine::syntax::Token;

use super::moves::{headline, number};
use super::quotation::{QuotedMove, QuotedNumber, may_be_square, run_to};
use super::variations::name;
use super::{Hover, HoverSite, boards, line};
use crate::MarkupBlock;
use crate::line_of_play::spellable;
use crate::outline::Leaf;

/// The hover of the quoted move at `offset`, in bytes of the game's text.
pub fn hover(site: &HoverSite<'_>, leaf: &Leaf, offset: u32) -> Option<Hover> {
    let at = offset.checked_sub(leaf.range.start)? as usize;
    let run = run_to(site.slice(leaf), at)?;
    let last = run.last()?;
    // Behind words that cannot be played a number begins anew.
    let is_numbered =
        |quoted: &QuotedMove<'_>| quoted.place.is_some_and(|place| place.count.is_some() && !place.is_doubtful);
    let mut runs = (0..run.len()).filter(|first| *first == 0 || is_numbered(&run[*first])).map(|first| &run[first..]);
    let (found, from) = runs.find_map(|run| from_a_start(site, leaf, run))?;
    let half_move = spellable(&found)?;
    let mut blocks = vec![
        MarkupBlock::Headline(headline(&number(site.resolved.format, &found), true, &half_move)?),
        MarkupBlock::Text(from),
    ];
    blocks.extend(boards::blocks_after(&half_move, site.view()));
    let start = leaf.range.start + u32::try_from(last.range.start).ok()?;
    Hover::new(&(start..start + u32::try_from(last.range.len()).ok()?), blocks)
}

/// The last half-move of the run, if it can be played from one of the boards, and the description of that board.
fn from_a_start(site: &HoverSite<'_>, leaf: &Leaf, run: &[QuotedMove<'_>]) -> Option<(ResolvedMove, String)> {
    let starts = starts(site, leaf, run.first()?.place, may_be_square(run));
    starts.into_iter().find_map(|(position, from)| Some((played(position, run)?, from)))
}

/// The boards from which quoted moves may start, in the order in which they are tried, each with a description.
/// `square`: the run may be a square, and counts as a move only if its number fits.
fn starts<'s>(
    site: &'s HoverSite<'_>,
    leaf: &Leaf,
    place: Option<QuotedNumber>,
    square: bool,
) -> Vec<(&'s Position, String)> {
    let leaves = site.outline.leaves();
    let before = leaves.partition_point(|other| other.range.start < leaf.range.start);
    let last = leaves[..before].iter().rev().find(|other| other.token == Token::Move && other.line == leaf.line);
    let Some(last) = last else {
        // Before the game's first half-move.
        let start = site.resolved.start.as_ref().filter(|_| leaf.line == 0);
        return start.map(|start| (start, "Quoted from the start.".to_owned())).into_iter().collect();
    };
    let line = line::line_to(site, last);
    let instead = |found: &&'s ResolvedMove| {
        Some((found.before.as_deref()?, format!("Quoted in place of {}.", name(site, found))))
    };
    let behind =
        |found: &&'s ResolvedMove| Some((found.after.as_deref()?, format!("Quoted after {}.", name(site, found))));
    let Some(here) = line.last() else { return Vec::new() };
    let is_turn = |(position, _): &(&Position, String)| {
        let doubtful = place.is_none_or(|place| place.is_doubtful);
        doubtful || place.is_some_and(|place| place.is_black == (position.turn() == Color::Black))
    };
    let unnumbered = [behind(here), instead(here)].into_iter().flatten().filter(is_turn);
    let Some((place, count)) = place.and_then(|place| Some((place, place.count?))) else {
        return unnumbered.collect();
    };
    let is_it = |found: &&ResolvedMove| found.number == count && (found.color == Color::Black) == place.is_black;
    let numbered = match line.iter().copied().find(|found| is_it(found)) {
        Some(found) => instead(&found),
        None => {
            let follows = here.after.as_deref().is_some_and(|after| (after.turn() == Color::Black) == place.is_black);
            let next = here.number + u32::from(!place.is_black);
            behind(here).filter(|_| follows && next == count)
        }
    };
    numbered.into_iter().chain(unnumbered.filter(|_| place.is_doubtful && !square)).collect()
}

/// The last quoted half-move if all are legal from this board.
fn played(position: &Position, run: &[QuotedMove<'_>]) -> Option<ResolvedMove> {
    let Codec::Boards { write, .. } = FEN.codec else { return None };
    let board =
        write(&SpelledBoard { setup: &position.setup(), check: position.is_check(), end: EndMark::None }).ok()?;
    let variant = match position.variant() {
        Variant::Chess if position.castling_mode().is_chess960() => "[Variant \"Chess960\"]\n".to_owned(),
        Variant::Chess => String::new(),
        variant => format!("[Variant \"{variant}\"]\n"),
    };
    let moves: Vec<&str> = run.iter().map(|quoted| quoted.text).collect();
    let text = format!("{variant}[SetUp \"1\"]\n[FEN \"{board}\"]\n\n{} *", moves.join(" "));
    let settings = Settings::default();
    let mut game = resolve_game(&text, &Context::new(&settings, FileKind::Unknown));
    let is_legal = |found: &ResolvedMove| found.play.is_some() && found.illegal.is_none();
    (game.moves.len() == run.len() && game.moves.iter().all(is_legal)).then(|| game.moves.pop())?
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::hover::tests::{answer, check, check_words};

    #[test]
    fn a_numbered_move_replaces_its_namesake() {
        check(
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 {or 3. B¦c4 Bc5} *",
            expect![[r#"
                Bc4
                ---
                **3. Bc4 · `Bf1-c4`**

                Quoted in place of `3. Bb5`.

                ```text
                8 r . b q k b n r
                7 p p p p . p p p
                6 . . n . . . . .
                5 . . . . p . . .
                4 . .[B]. P . . .
                3 . . . . . N . .
                2 P P P P . P P P
                1 R N B Q K[.]. R
                  a b c d e f g h
                ```

                FEN `r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3`"#]],
        );
        check_words(
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 {or 3. Bc4 B¦c5 at once} *",
            expect![[r#"
                Bc5
                ---
                **3... Bc5 · `Bf8-c5`**

                Quoted in place of `3. Bb5`."#]],
        );
        check_words(
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 {now 3...N¦f6!?, with play} *",
            expect![[r#"
                Nf6
                ---
                **3... Nf6 · `Ng8-f6`**

                Quoted after `3. Bb5`."#]],
        );
        check_words(
            "1. e4 e5 2. Nf3 (2. f4 exf4 {3.¦Bc4}) *",
            expect![[r#"
                Bc4
                ---
                **3. Bc4 · `Bf1-c4`**

                Quoted after `2... exf4`."#]],
        );
    }

    #[test]
    fn a_number_begins_anew_behind_what_cannot_be_played() {
        check_words(
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 {or Nbd2 3. B¦b5 a6} *",
            expect![[r#"
                Bb5
                ---
                **3. Bb5 · `Bf1-b5`**

                Quoted in place of `3. Bc4`."#]],
        );
        check("1. e4 e5 2. Nf3 {or Nbd2 O¦-O} *", expect!["nothing"]);
    }

    #[test]
    fn a_move_without_a_number_follows_or_replaces() {
        check_words(
            "1. e4 {N¦f6 is Alekhine's} *",
            expect![[r#"
                Nf6
                ---
                **1... Nf6 · `Ng8-f6`**

                Quoted after `1. e4`."#]],
        );
        check_words(
            "1. e4 {not N¦f3} *",
            expect![[r#"
                Nf3
                ---
                **1. Nf3 · `Ng1-f3`**

                Quoted in place of `1. e4`."#]],
        );
    }

    /// Headline and origin of the hover at a mark.
    fn said(marked: &str) -> Option<(String, String)> {
        let text = answer(marked)?.1.to_plain();
        let mut lines = text.lines().filter(|line| !line.is_empty());
        Some((lines.next()?.to_owned(), lines.next()?.to_owned()))
    }

    /// All spellings of a move in a comment give the same hover.
    #[test]
    fn all_ways_of_writing_say_the_same() {
        const GAMES: [(&str, &str, &str, u32, bool); 4] = [
            ("1. d4 ", " Nf6 2. c4 *", "d5", 1, true),
            ("1. e4 e5 2. Nf3 ", " Nc6 3. Bb5 a6 *", "Nc3", 2, false),
            ("1. e4 e5 2. Nf3 Nc6 ", " 3. Bb5 a6 *", "Nf6", 2, true),
            ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. d3 ", " 4... d6 *", "O-O", 4, false),
        ];
        let mut checked = 0;
        for (before, after, quoted, count, black) in GAMES {
            let numbers = match black {
                true => ["1...", "1... ", "1…", "1… ", "1. … ", "1 ... ", "1.5 ", "1.5", "1..", "..."],
                false => ["1.", "1. ", "1 ", "1.  ", "(1. ", "1 . ", "**1.** ", "<i>1.", "\n1. ", "“1. "],
            };
            let plain = numbers[0].replace('1', &count.to_string());
            let expected = said(&format!("{before}{{{plain}¦{quoted}}}{after}")).expect("it is a move");
            let around = ["", "**", "*", "_", "`", "\"", "'", "(", "[", "„", "«", "or ", "—", "; "];
            let behind =
                ["", "!", "?!", ",", ".", ")", "**", "`", "!**", "**!", "”", "+-", "±", "±,", "…", " wins", "—so"];
            for (around, number, behind) in every(&around, &numbers, &behind) {
                let number = number.replace('1', &count.to_string());
                for game in [
                    format!("{before}{{{around}{number}¦{quoted}{behind}}}{after}"),
                    format!("{before};{around}{}¦{quoted}{behind}\n{after}", number.trim_start()),
                ] {
                    assert_eq!(said(&game).as_ref(), Some(&expected), "{game}");
                    checked += 1;
                }
            }
        }
        assert!(checked > 5_000, "{checked}");
    }

    fn every<'a>(
        around: &'a [&str],
        numbers: &'a [&str],
        behind: &'a [&str],
    ) -> impl Iterator<Item = (&'a str, &'a str, &'a str)> {
        let behind = move |around: &'a str, number: &'a str| behind.iter().map(move |behind| (around, number, *behind));
        let numbers = move |around: &'a str| numbers.iter().flat_map(move |number| behind(around, number));
        around.iter().flat_map(move |around| numbers(around))
    }

    #[test]
    fn the_letter_of_the_pawn_is_read_as_in_fcn() {
        check_words(
            "1. e4 e5 {better 1. P¦d2-d4} *",
            expect![[r#"
                Pd2-d4
                ---
                **1. d4 · `Pd2-d4`**

                Quoted in place of `1. e4`."#]],
        );
    }

    #[test]
    fn prose_is_no_move() {
        check("1. d4 d5 2. c4 {an edge of 3.5 ¦d5} *", expect!["nothing"]);
        check("1. e4 {...N¦f3} *", expect!["nothing"]);
        check("1. e4 {the square ¦a4} *", expect!["nothing"]);
        check("1. e4 {3. N¦f6} *", expect!["nothing"]);
        check("1. e4 {see N¦z6} *", expect!["nothing"]);
        check("1. e4 {¦} *", expect!["nothing"]);
        check("1. e4 {é¦ 1. d4} *", expect!["nothing"]);
    }
}
