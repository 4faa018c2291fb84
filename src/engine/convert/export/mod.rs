//! PGN's export format (PGN 3.2 and 8): the seven tag roster, one tag per line, moves in SAN on lines of less than 80
//! characters.
//!
//! Decisions where the standard is silent:
//! - Comments before the tags and all escapes of the tag section precede the tags, with the empty line after them, if
//!   any.
//! - Comments among the tags, and after them, begin the movetext, because readers end the tags at the first comment.
//! - A comment is in braces and its text is unchanged, including line ends and long lines (readers keep white space in
//!   comments, and PGN 8.2.1 does not restrict their lines). An unclosed comment is closed, so that it does not include
//!   the text after it. A line comment that braces cannot hold keeps its `;` and ends its line.
//! - Suffix glyphs become NAGs (PGN 8.2.3.8), and NAGs go directly behind their half-move.
//! - Parentheses of variations have no blanks inside.

pub mod annotation_order;
pub mod line_count;
pub mod movetext_writer;
pub mod wrap;

use std::collections::HashSet;
use std::ops::Range;

use self::annotation_order::{in_written_order, is_comment};
use self::movetext_writer::{MovetextWriter, closed, is_value_of};
use self::wrap::{CharacterWidth, LineWrapper};
use super::convert_game::{DetailedConversion, TextOrigin, convert};
use super::half_moves::Speller;
use super::losses::en_passant::{false_en_passants, is_en_passant};
use super::losses::jumped::unkept_jumps;
use super::losses::remarks::as_it_stands;
use super::losses::repeated_tags::{TagNameSet, repeated_tags, torn_values};
use super::losses::stray_text::{cut_terminator, final_score, is_unknown_glyph, stray_text};
use super::losses::unread_half_moves::UnreadHalfMoves;
use super::mending::least_losing;
use super::outcome::{Export, Loss, Refusal};
use super::source_ranges::back;
use super::target::Target;
use super::verify::ProofSource;
use crate::lint::{Context, Edit, GameFormat, Settings, apply, line_end_of};
use crate::notation::SAN;
use crate::replay::{Resolved, ResolvedMove, resolve_game};
use crate::score::{OutlineToken, SourceOutline, slice};
use crate::syntax::results::{self, in_export_form, is_unrecorded_score};
use crate::syntax::{Token, line_ends};

/// The seven tag roster in order (PGN 8.1.1).
pub(super) const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Maximum number of times that an export is exported again.
const MOST_ROUNDS: usize = 3;

/// Exports one game in PGN's export format, including the empty line after it.
///
/// `text` is one game as cut by [`crate::syntax::games::next_game`], in any text notation. Ranges of losses are in
/// bytes of it.
///
/// # Errors
///
/// As for [`super::convert_game`] with [`Target::Pgn`].
pub fn export_pgn(text: &str, context: &Context<'_>) -> Result<Export, Refusal> {
    least_losing(text, context.kind, |text| export(text, context, TextOrigin::Text(None)))
}

/// What an export is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExportForm {
    /// The standard.
    Standard,
    /// All programs.
    Portable,
}

/// Same as [`export_pgn`] for a text that may be the transcript of a binary section.
pub(super) fn export(text: &str, context: &Context<'_>, origin: TextOrigin) -> Result<Export, Refusal> {
    export_as(text, context, origin, ExportForm::Standard)
}

/// Same as [`export`] for a game that is written in this form.
pub(super) fn export_as(
    text: &str,
    context: &Context<'_>,
    origin: TextOrigin,
    form: ExportForm,
) -> Result<Export, Refusal> {
    let converted = convert(text, context, &Target::Pgn, origin)?;
    let DetailedConversion { outline, resolved, commands, .. } = &converted;
    let proof = ProofSource::of(text, outline, resolved, *commands, context.kind).map(|proof| match form {
        ExportForm::Standard => proof,
        ExportForm::Portable => proof.with_joined_comments(),
    });
    let known = resolved.moves.iter().filter(|half_move| half_move.play.is_some()).count();
    let has_unread = outline.items.iter().filter(|item| item.token == Token::Move).count() > known;
    let mut export = draft(text, context, converted, form);
    if has_unread {
        export.text = settled(export.text, context, form);
    }
    export.losses.extend(proof.and_then(|proof| proof.text_loss(&export.text, "PGN", &export.losses)));
    export.losses.sort_by_key(|loss| loss.range.start);
    export.losses.dedup();
    Ok(export)
}

/// Exports an export again, until it is the same: of the half-moves and numbers beside a half-move that cannot be read,
/// some may be known only now.
fn settled(mut pgn: String, context: &Context<'_>, form: ExportForm) -> String {
    for _ in 0..MOST_ROUNDS {
        let Ok(converted) = convert(&pgn, context, &Target::Pgn, TextOrigin::Text(None)) else { break };
        let next = draft(&pgn, context, converted, form);
        if next.text == pgn || !next.losses.is_empty() {
            break;
        }
        pgn = next.text;
    }
    pgn
}

/// Lays out a game, and lists what is lost of it; not whether the result is read as it was.
fn draft(text: &str, context: &Context<'_>, converted: DetailedConversion, form: ExportForm) -> Export {
    let DetailedConversion { conversion, outline: source, resolved, .. } = converted;
    let mut losses = conversion.losses;
    losses.extend(repeated_tags(text, &source, &losses));
    losses.extend(torn_values(text, &source));
    losses.extend(false_en_passants(text, &source, &resolved));
    losses.extend(unkept_jumps(text, &source, &resolved));
    losses.extend(score_in_tag(text, &source));
    let mut strays = stray_text(text, (&source, &resolved), &Target::Pgn, GameFormat::Pgn, &losses);
    let unread = UnreadHalfMoves::of(&source.items, &resolved);
    unread.keep(&mut strays);
    losses.extend(strays);
    let result = other_result(text, &source).filter(|result| !losses.iter().any(|loss| loss.range == result.range));
    if conversion.edits.is_empty() {
        let mut remarks = as_it_stands(text, &source.items, &resolved);
        // All programs read the terminator.
        if form == ExportForm::Portable { &mut losses } else { &mut remarks }.extend(result);
        return Export { text: lay_out(text, &source, &resolved, form), losses, remarks };
    }
    let listed: HashSet<u32> = losses.iter().map(|loss| loss.range.start).collect();
    let is_lost = |item: &&OutlineToken| listed.contains(&item.range.start) && unread.at(item.range.start).is_none();
    let edits = without_strays(conversion.edits, source.items.iter().filter(is_lost));
    // Both games at once would take twice the memory.
    drop((source, resolved));
    let settings = Settings::default();
    let pgn = apply(text, &edits);
    let (outline, resolved) = (SourceOutline::of(&pgn), resolve_game(&pgn, &Context::new(&settings, context.kind)));
    // Without the tags of VGN, what stood after them may have become stray.
    let mut strays = stray_text(&pgn, (&outline, &resolved), &Target::Pgn, GameFormat::Pgn, &[]);
    UnreadHalfMoves::of(&outline.items, &resolved).keep(&mut strays);
    let strays = strays.into_iter().map(|loss| Loss { range: back(&edits, &loss.range), ..loss });
    losses.extend(strays.filter(|loss| !listed.contains(&loss.range.start)));
    let remarks = as_it_stands(&pgn, &outline.items, &resolved).into_iter();
    let mut remarks: Vec<Loss> = remarks.map(|remark| Loss { range: back(&edits, &remark.range), ..remark }).collect();
    if form == ExportForm::Portable { &mut losses } else { &mut remarks }.extend(result);
    Export { text: lay_out(&pgn, &outline, &resolved, form), losses, remarks }
}

/// The edits, and one for each of the lost items that is stray text: in the respelt text it could be read as something
/// else.
fn without_strays<'o>(mut edits: Vec<Edit>, lost: impl Iterator<Item = &'o OutlineToken>) -> Vec<Edit> {
    let is_edited = |range: &Range<u32>| {
        let next = edits.partition_point(|edit| edit.range.end <= range.start);
        edits.get(next).is_some_and(|edit| edit.range.start < range.end)
    };
    let strays = lost.filter(|item| matches!(item.token, Token::Stray | Token::Suffix | Token::Periods));
    let ranges = strays.map(|item| &item.range).filter(|range| !is_edited(range));
    let removed: Vec<_> = ranges.map(|range| Edit { range: range.clone(), text: " ".to_owned() }).collect();
    edits.extend(removed);
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    edits
}

/// A score in the tag `Result` that no terminator records.
fn score_in_tag(text: &str, outline: &SourceOutline) -> Option<Loss> {
    let tag = outline.tag(text, "Result")?;
    let score = tag.value(text);
    let message = || format!("PGN has no result `{score}`: the game would end with `*`");
    is_unrecorded_score(&score).then(|| Loss::new(tag.value.clone(), message()))
}

/// A value of the tag `Result` in PGN that is not the game's terminator, and that no other spelling explains.
fn other_result(text: &str, outline: &SourceOutline) -> Option<Loss> {
    let (tag, terminator) = (outline.tag(text, "Result")?, slice(text, &outline.terminator()?.range));
    let value = tag.value(text);
    let is_other = value != terminator && in_export_form(&value, terminator).is_none_or(|told| told != terminator);
    let message = || format!("the tag Result says `{value}`, and the game ends with `{terminator}`");
    (is_other && !is_unrecorded_score(&value)).then(|| Loss::new(tag.value.clone(), message()))
}

fn lay_out(text: &str, outline: &SourceOutline, resolved: &Resolved, form: ExportForm) -> String {
    let is_portable = form == ExportForm::Portable;
    let line_end = if is_portable { "\n" } else { line_end_of(text) };
    let mut game = String::with_capacity(text.len() + 128);
    let (leading, among) = match form {
        ExportForm::Standard => leading_comments(text, outline),
        // Between two games they would be taken for a game.
        ExportForm::Portable => outline.tag_comments.split_at(0),
    };
    let mut before_tags: Vec<_> = leading.iter().map(|item| &item.range).chain(&outline.escapes).collect();
    before_tags.sort_by_key(|range| range.start);
    for range in before_tags {
        game.extend([closed(slice(text, range)).as_ref(), line_end]);
    }
    // After a comment, other readers read tags as movetext.
    if !leading.is_empty() {
        game.push_str(line_end);
    }
    let terminator = outline.terminator().map(|item| slice(text, &item.range));
    let result = outline.tag(text, "Result").map(|tag| tag.value(text).into_owned());
    let ending = terminator.or_else(|| result.as_deref().map(results::terminator)).unwrap_or("*");
    for name in ROSTER {
        let unknown = match name {
            "Date" => "????.??.??",
            "Result" => ending,
            _ => "?",
        };
        let told = result.as_deref().filter(|_| name == "Result").and_then(|result| in_export_form(result, ending));
        // All programs read the terminator.
        let told = if is_portable && name == "Result" { terminator.or(told) } else { told };
        let written = || outline.tag(text, name).map(|tag| tag_value(tag.raw(text)));
        let value = told.map(str::to_owned).or_else(written).unwrap_or_else(|| unknown.to_owned());
        game.push_str(&format!("[{name} \"{value}\"]{line_end}"));
    }
    let mut others: Vec<(&str, String)> = Vec::new();
    let mut names = TagNameSet::default();
    // The last tag of a name counts (rule B11).
    for tag in outline.tags.iter().rev() {
        let name = slice(text, &tag.name);
        if !ROSTER.contains(&name) && names.insert(name) {
            others.push((name, tag_value(tag.raw(text))));
        }
    }
    others.sort();
    for (name, value) in others {
        game.push_str(&format!("[{name} \"{value}\"]{line_end}"));
    }
    // With another name they would be other tags.
    for range in &outline.torn_tags {
        game.extend([&on_one_line(slice(text, range)), line_end]);
    }
    game.push_str(line_end);
    let mut movetext = Vec::with_capacity(text.len());
    let lines = LineWrapper::new(&mut movetext, line_end, CharacterWidth::Utf8);
    let numbers = numbers_kept(text, &outline.items, resolved);
    // Without a notation the moves are unknown and unchanged, including their numbers.
    let speller = resolved.notation.map(|_| Speller::new(text, resolved, &SAN, &SAN, &SAN, terminator));
    let mut moves = MovetextWriter::new(text, &outline.items, resolved, speller, numbers, lines);
    let lost = [cut_terminator(text, outline), final_score(text, &outline.items, resolved)];
    let items = among.iter().chain(&outline.items).filter(|item| !lost.contains(&Some(&item.range)));
    let items = in_written_order(&items.collect::<Vec<_>>(), moves.unread(), is_portable);
    for run in items.chunk_by(|item, next| is_portable && is_comment(item) && is_comment(next)) {
        match run {
            [item] => moves.item(item),
            comments => moves.joined(comments),
        }
    }
    moves.end(terminator.is_none().then_some(ending));
    game.push_str(&String::from_utf8_lossy(&movetext));
    game.push_str(line_end);
    game
}

/// Splits the leading comments: those that stay before the tags, and those that begin the movetext. Without tags, only
/// an empty line separates a comment from the game.
fn leading_comments<'o>(text: &str, outline: &'o SourceOutline) -> (&'o [OutlineToken], &'o [OutlineToken]) {
    let comments = &outline.tag_comments;
    let leading = match (outline.tags.first(), comments.last()) {
        (Some(first), _) => comments.partition_point(|item| item.range.start < first.range.start),
        (None, Some(last)) if empty_line_behind(text, last.range.end) => comments.len(),
        (None, _) => 0,
    };
    comments.split_at(leading)
}

/// Whether only white space separates this offset from the next empty line.
fn empty_line_behind(text: &str, at: u32) -> bool {
    let behind = &text[at as usize..];
    let blank = &behind[..behind.len() - behind.trim_start().len()];
    line_ends(blank.as_bytes()) > 1
}

/// Starts of numbers that belong to half-moves with unknown effect, or that have no half-move: if they were rewritten,
/// the game would be read differently the next time.
fn numbers_kept(text: &str, items: &[OutlineToken], resolved: &Resolved) -> Vec<u32> {
    let mut unchanged = Vec::new();
    // At the start of a variation, no number of the enclosing line is pending.
    let mut waiting = Vec::new();
    // For each open variation, whether it has a half-move: the number alone is an author's remark, such as `(1)`.
    let mut played: Vec<bool> = Vec::new();
    let mut cursor = resolved.cursor();
    let numbered = numbers_before_variations(text, items, resolved);
    for item in items {
        match item.token {
            Token::MoveNumber => waiting.push(item.range.start),
            Token::Move => {
                played.last_mut().into_iter().for_each(|played| *played = true);
                let is_known = cursor.index_of(&item.range).is_some_and(|n| resolved.moves[n].play.is_some());
                if is_known {
                    waiting.clear();
                } else {
                    unchanged.append(&mut waiting);
                }
            }
            // These are not written.
            Token::Suffix if is_en_passant(text, item) || is_unknown_glyph(text, item) => {}
            Token::Nag | Token::CompositeNag | Token::Suffix => unchanged.append(&mut waiting),
            Token::VariationOpen => {
                // The half-move gets its number after the variation.
                waiting.retain(|number| !numbered.contains(number));
                unchanged.append(&mut waiting);
                played.push(false);
            }
            Token::VariationClose => match played.pop() {
                Some(true) => waiting.clear(),
                Some(false) => unchanged.append(&mut waiting),
                None => {}
            },
            _ => {}
        }
    }
    unchanged
}

/// The starts of numbers that a variation separates from their half-move, whose effect is known. The tokens are read
/// from the end, so that each line's next half-move is known at its variations.
fn numbers_before_variations(text: &str, items: &[OutlineToken], resolved: &Resolved) -> HashSet<u32> {
    let mut numbers = HashSet::new();
    // The next half-move of the main line and of the variations that are open from the end.
    let mut due: Vec<Option<&ResolvedMove>> = vec![None];
    for (at, item) in items.iter().enumerate().rev() {
        let next = match item.token {
            Token::VariationClose => {
                due.push(None);
                continue;
            }
            Token::VariationOpen => {
                due.pop();
                // An unclosed variation ends with the game.
                if due.is_empty() {
                    due.push(None);
                }
                if let Some(half_move) = due.last().copied().flatten() {
                    let before = items[..at].iter().rev();
                    let own = before.take_while(|item| is_value_of(text, item, half_move.number));
                    numbers.extend(own.map(|number| number.range.start));
                }
                continue;
            }
            Token::Move => {
                resolved.index_of(&item.range).map(|n| &resolved.moves[n]).filter(|known| known.play.is_some())
            }
            Token::Stray => None,
            _ => continue,
        };
        due.last_mut().into_iter().for_each(|last| *last = next);
    }
    numbers
}

/// The value of a tag between its quotes: on one line, and with quotes escaped (PGN 7).
fn tag_value(raw: &str) -> String {
    let line = on_one_line(raw);
    if !line.contains('"') {
        return line;
    }
    let mut is_escaped = false;
    let mut value = String::with_capacity(line.len() + 2);
    for c in line.chars() {
        if c == '"' && !is_escaped {
            value.push('\\');
        }
        is_escaped = c == '\\' && !is_escaped;
        value.push(c);
    }
    value
}

/// Joins the lines of a value, which must be on one line (rule B2).
fn on_one_line(value: &str) -> String {
    let Some((first, rest)) = value.split_once(['\n', '\r']) else { return value.to_owned() };
    let (rest, last) = rest.rsplit_once(['\n', '\r']).unwrap_or(("", rest));
    let between = rest.split(['\n', '\r']).map(str::trim);
    let lines = std::iter::once(first.trim_end()).chain(between).chain([last.trim_start()]);
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}
