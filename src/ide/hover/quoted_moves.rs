//! Hover on a move that a comment quotes in SAN: `{better is 12. Nf3 Nxe4 13. Qe2}`.
//!
//! Quoted moves are played from the board that the comment stands at: a number says from which half-move of the line, and
//! without one they follow the half-move before the comment, or else replace it. What cannot be played so is no quoted move,
//! and a lone `a4` without a number is a square.

use std::ops::Range;

use super::moves::{headline, number};
use super::{Hover, Site, boards, line};
use crate::analysis::{Context, FileKind, HalfMove, ResolvedMove, Settings, resolve_game};
use crate::ide::outline::Leaf;
use crate::ide::{Block, markup};
use crate::notation::{BoardWritten, Codec, EndMark, FEN, SAN};
use crate::rules::{Position, Variant};
use crate::syntax::Token;

/// Words of a comment that are looked at before the one under the pointer.
const LONGEST: usize = 200;

/// A word of a comment that may be a half-move.
struct Quoted<'t> {
    /// The half-move, in bytes of the comment's text.
    range: Range<usize>,
    text: &'t str,
    /// The number before it, and whether it is Black's.
    number: Option<(u32, bool)>,
}

/// The hover of the quoted move at `offset`, in bytes of the game's text.
pub fn hover(site: &Site<'_>, leaf: &Leaf, offset: u32) -> Option<Hover> {
    let at = offset.checked_sub(leaf.range.start)? as usize;
    let run = run_to(site.slice(leaf), at)?;
    let (last, first) = (run.last()?, run.first()?);
    let (found, from) = starts(site, leaf, first.number)
        .into_iter()
        .find_map(|(position, from)| Some((played(position, &run)?, from)))?;
    let half_move = HalfMove {
        before: found.before.as_ref()?,
        play: found.play.as_ref()?,
        after: found.after.as_ref()?,
        end: EndMark::None,
    };
    let mut blocks =
        vec![Block::Headline(headline(site.resolved.format, true, &found, &half_move)?), Block::Text(from)];
    blocks.extend(boards::blocks_after(&half_move, site.view()));
    let start = leaf.range.start + u32::try_from(last.range.start).ok()?;
    Hover::new(&(start..start + u32::try_from(last.range.len()).ok()?), blocks)
}

/// The half-moves that are quoted one after another up to the one at `at`.
fn run_to(comment: &str, at: usize) -> Option<Vec<Quoted<'_>>> {
    let mut run: Vec<Quoted<'_>> = Vec::new();
    let mut number = None;
    let end = comment.get(at..)?.find(|c: char| c.is_whitespace()).map_or(comment.len(), |length| at + length);
    for word in words(comment.get(..end)?) {
        let text = &comment[word.clone()];
        let bare = text.trim_start_matches(['{', ';', '(', '[', '"', '\'']);
        let opened = bare.len() < text.len();
        let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
        let dots = bare[digits..].bytes().take_while(|byte| *byte == b'.').count();
        let mut rest = word.start + (text.len() - bare.len());
        if opened {
            (run, number) = (Vec::new(), None);
        }
        if dots > 0 {
            number =
                bare[..digits].parse().ok().map(|count| (count, dots > 1)).or(number.map(|(count, _)| (count, true)));
            rest += digits + dots;
        }
        let tail = &comment[rest..word.end];
        let closed = tail.trim_end_matches(['}', ')', ']', '"', '\'', ',', ';', ':', '.']);
        let text = closed.trim_end_matches(['!', '?', '±', '∓', '⩲', '⩱', '=', '∞']);
        if text.is_empty() {
            if closed.is_empty() && tail.is_empty() {
                continue;
            }
            (run, number) = (Vec::new(), None);
            continue;
        }
        if !is_san(text) || run.len() >= LONGEST {
            (run, number) = (Vec::new(), None);
            continue;
        }
        run.push(Quoted { range: rest..rest + text.len(), text, number: number.take() });
        if closed.len() < tail.len() && word.end < end {
            (run, number) = (Vec::new(), None);
        }
    }
    let last = run.last()?;
    let is_square = run.len() == 1 && last.number.is_none() && last.text.len() == 2;
    if is_square {
        return None;
    }
    (last.range.start <= at && at <= last.range.end).then_some(run)
}

/// The places of the words, which blanks part.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    text.split_whitespace().map(|word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        start..start + word.len()
    })
}

fn is_san(text: &str) -> bool {
    let Codec::Moves { read, .. } = SAN.codec else { return false };
    text.bytes().any(|byte| byte.is_ascii_digit() || byte == b'O') && read(text).is_some()
}

/// The boards that quoted moves can begin from, in the order in which they are tried, and what is said of each.
fn starts<'s>(site: &'s Site<'_>, leaf: &Leaf, numbered: Option<(u32, bool)>) -> Vec<(&'s Position, String)> {
    let leaves = site.outline.leaves();
    let before = leaves.partition_point(|other| other.range.start < leaf.range.start);
    let last = leaves[..before].iter().rev().find(|other| other.token == Token::Move && other.line == leaf.line);
    let Some(last) = last else {
        // Before the first half-move of the game.
        let start = site.resolved.start.as_ref().filter(|_| leaf.line == 0);
        return start.map(|start| (start, "Quoted from the start.".to_owned())).into_iter().collect();
    };
    let line = line::line_to(site, last);
    let name = |found: &ResolvedMove| {
        markup::code(&format!("{} {}", number(site.resolved.format, found), site.outline.slice(&found.range)))
    };
    let instead =
        |found: &&'s ResolvedMove| Some((found.before.as_ref()?, format!("Quoted in place of {}.", name(found))));
    let behind = |found: &&'s ResolvedMove| Some((found.after.as_ref()?, format!("Quoted after {}.", name(found))));
    let Some(here) = line.last() else { return Vec::new() };
    let Some((count, black)) = numbered else {
        return [behind(here), instead(here)].into_iter().flatten().collect();
    };
    let is_it = |found: &&ResolvedMove| found.number == count && (found.color == shakmaty::Color::Black) == black;
    match line.iter().copied().find(|found| is_it(found)) {
        Some(found) => instead(&found).into_iter().collect(),
        None => {
            let follows = here.after.as_ref().is_some_and(|after| (after.turn() == shakmaty::Color::Black) == black);
            let next = here.number + u32::from(!black);
            behind(here).filter(|_| follows && next == count).into_iter().collect()
        }
    }
}

/// The last of the quoted half-moves where all of them are legal from this board, read as a game of their own.
fn played(position: &Position, run: &[Quoted<'_>]) -> Option<ResolvedMove> {
    let Codec::Boards { write, .. } = FEN.codec else { return None };
    let board =
        write(&BoardWritten { setup: &position.setup(), check: position.is_check(), end: EndMark::None }).ok()?;
    let variant = match position.variant() {
        Variant::Chess if position.castling_mode().is_chess960() => "[Variant \"Chess960\"]\n".to_owned(),
        Variant::Chess => String::new(),
        variant => format!("[Variant \"{variant}\"]\n"),
    };
    let moves: Vec<&str> = run.iter().map(|quoted| quoted.text).collect();
    let text = format!("{variant}[SetUp \"1\"]\n[FEN \"{board}\"]\n\n{} *", moves.join(" "));
    let settings = Settings::default();
    let mut game = resolve_game(&text, &Context { settings: &settings, kind: FileKind::Unknown, fixes: false });
    let is_legal = |found: &ResolvedMove| found.play.is_some() && found.illegal.is_none();
    (game.moves.len() == run.len() && game.moves.iter().all(is_legal)).then(|| game.moves.pop())?
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::ide::hover::tests::{check, check_words};

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
                4 . . B . P . . .
                3 . . . . . N . .
                2 P P P P . P P P
                1 R N B Q K . . R
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

    #[test]
    fn prose_is_no_move() {
        check("1. e4 {the square ¦a4} *", expect!["nothing"]);
        check("1. e4 {3. N¦f6} *", expect!["nothing"]);
        check("1. e4 {see N¦z6} *", expect!["nothing"]);
        check("1. e4 {¦} *", expect!["nothing"]);
        check("1. e4 {é¦ 1. d4} *", expect!["nothing"]);
    }
}
