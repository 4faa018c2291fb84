//! Text that is no part of a game by any format, and cannot be converted (rule C6).
//!
//! A run of `!` and `?` that is no NAG, such as `!!!`, is stray text as well: VGN has no glyphs but NAGs.

use std::collections::HashSet;
use std::ops::Range;

use super::en_passant::is_en_passant;
use crate::convert::outcome::Loss;
use crate::convert::target::Target;
use crate::lint::{Code, GameFormat};
use crate::notation::nag;
use crate::replay::Resolved;
use crate::score::{OutlineToken, SourceOutline, slice};
use crate::syntax::Token;
use crate::syntax::results::{TERMINATORS, is_unrecorded_score};

const TORN_TAG: &str = "it is not certain where the tag's name ends and its value begins: one quote is too many";

/// The stray text of a game, unless `losses` has it for another reason. A binary notation lists that of the movetext
/// itself.
pub fn stray_text(
    text: &str,
    (outline, resolved): (&SourceOutline, &Resolved),
    to: &Target,
    to_format: GameFormat,
    losses: &[Loss],
) -> Vec<Loss> {
    let score = final_score(text, &outline.items, resolved);
    // Half-moves of an unknown variant may be any words.
    let keeps_words = is_of_unknown_variant(resolved);
    let is_stray = |item: &&OutlineToken| {
        item.token == Token::Stray && Some(&item.range) != score && !keeps_words
            || is_unknown_glyph(text, item)
            || is_stray_period(text, item)
            || is_decimal(text, item, resolved)
    };
    let in_moves = outline.items.iter().filter(is_stray).map(|item| &item.range);
    // Behind the tags of a section, a number that was stray before all tags is none any more.
    let is_number = |range: &Range<u32>| {
        let number = slice(text, range);
        number.strip_suffix(".5").unwrap_or(number).bytes().all(|byte| byte.is_ascii_digit())
    };
    let in_moves = in_moves.filter(|range| (!to.is_binary() || is_number(range)) && !is_escape(text, range));
    let in_moves = in_moves.chain(cut_terminator(text, outline));
    let in_tags = outline.stray_tags.iter().chain(&outline.broken_tags);
    let listed: HashSet<&Range<u32>> = losses.iter().map(|loss| &loss.range).collect();
    let message = |range: &Range<u32>| match to_format {
        GameFormat::Pgn => format!("`{}` cannot be recorded in a PGN game", slice(text, range)),
        GameFormat::Vgn => format!("`{}` has no meaning in a VGN game", slice(text, range)),
    };
    let strays = in_moves.chain(in_tags).map(|range| (range, message(range)));
    let torn = outline.torn_tags.iter().map(|range| (range, TORN_TAG.to_owned()));
    let score =
        score.map(|range| (range, format!("a game cannot end with `{}`: it ends with `*`", slice(text, range))));
    let strays = strays.chain(torn).chain(score).filter(|(range, _)| !listed.contains(range));
    strays.map(|(range, message)| Loss::new(range.clone(), message)).collect()
}

/// Whether the game is of a variant whose half-moves are not read.
pub fn is_of_unknown_variant(resolved: &Resolved) -> bool {
    resolved.report.diagnostics.iter().any(|found| found.code == Code::UnknownVariant)
}

/// The beginning of a terminator at the end of a game that has none: another one behind it would hide it.
pub fn cut_terminator<'o>(text: &str, outline: &'o SourceOutline) -> Option<&'o Range<u32>> {
    let (last, before) = outline.items.split_last()?;
    let word = slice(text, &last.range);
    let is_beginning = || TERMINATORS.iter().any(|whole| *whole != word && whole.starts_with(word));
    let is_read = matches!(last.token, Token::Move | Token::MoveNumber);
    (is_read && before.iter().any(|item| item.token == Token::Move) && is_beginning()).then_some(&last.range)
}

/// The score at the end of a game for which no terminator stands: `0-0`, `1/2-0`.
pub fn final_score<'o>(text: &str, items: &'o [OutlineToken], resolved: &Resolved) -> Option<&'o Range<u32>> {
    let is_comment = |item: &&OutlineToken| matches!(item.token, Token::BraceComment | Token::LineComment);
    let last = items.iter().rev().find(|item| !is_comment(item))?;
    let is_word = match last.token {
        Token::Stray => true,
        // A castling is known to the judge.
        Token::Move => resolved.index_of(&last.range).is_none(),
        _ => false,
    };
    (is_word && is_unrecorded_score(slice(text, &last.range))).then_some(&last.range)
}

/// Whether a glyph is no NAG and no `e.p.`.
pub fn is_unknown_glyph(text: &str, item: &OutlineToken) -> bool {
    item.token == Token::Suffix && !is_en_passant(text, item) && nag::of_suffix(slice(text, &item.range)).is_none()
}

/// Whether it is a period of no number. Several announce Black's half-move.
pub fn is_stray_period(text: &str, item: &OutlineToken) -> bool {
    item.token == Token::Periods && matches!(slice(text, &item.range), "." | ".5")
}

/// Whether a number is no move number but an evaluation: `12.5` before a half-move with another number.
fn is_decimal(text: &str, item: &OutlineToken, resolved: &Resolved) -> bool {
    if item.token != Token::MoveNumber || !slice(text, &item.range).ends_with(".5") {
        return false;
    }
    // Findings are in the order of the text.
    let found = &resolved.report.diagnostics;
    let first = found.partition_point(|found| found.range.start < item.range.start);
    let mut at_start = found[first..].iter().take_while(|found| found.range.start == item.range.start);
    at_start.any(|found| found.code == Code::StrayText && found.range == item.range)
}

/// Whether stray text is the backslash of `\$1`, which says nothing.
fn is_escape(text: &str, stray: &Range<u32>) -> bool {
    slice(text, stray) == "\\" && text[stray.end as usize..].starts_with('$')
}
