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
//! - Suffix glyphs become NAGs (PGN 8.2.3.8).
//! - Parentheses of variations have no blanks inside.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use shakmaty::Color;

use super::comments::inline;
use super::convert_game::{DetailedConversion, TextOrigin, convert};
use super::en_passant::{false_en_passants, is_en_passant};
use super::half_moves::{Speller, glyphs_in_half_moves};
use super::jumped::unkept_jumps;
use super::line_count::LineCount;
use super::numbers::WrittenNumber;
use super::outcome::{Export, Loss, Refusal};
use super::outline::{OutlineToken, SourceOutline, slice};
use super::repeated_tags::{TagNameSet, repeated_tags};
use super::source_ranges::back;
use super::stray_text::{is_unknown_glyph, stray_text};
use super::target::Target;
use super::wrap::{CharacterWidth, LineWrapper};
use crate::lint::{Context, GameFormat, Settings, apply, line_end_of};
use crate::notation::{SAN, nag};
use crate::replay::{MoveCursor, Resolved, ResolvedMove, resolve_game};
use crate::syntax::{Token, line_ends};

/// The seven tag roster in order (PGN 8.1.1).
pub(super) const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Exports one game in PGN's export format, including the empty line after it.
///
/// `text` is one game as cut by [`crate::syntax::games::next_game`], in any text notation. Ranges of losses are in
/// bytes of it.
///
/// # Errors
///
/// As for [`super::convert_game`] with [`Target::Pgn`].
pub fn export_pgn(text: &str, context: &Context<'_>) -> Result<Export, Refusal> {
    export(text, context, TextOrigin::Text(None))
}

/// Same as [`export_pgn`] for a text that may be the transcript of a binary section.
pub(super) fn export(text: &str, context: &Context<'_>, origin: TextOrigin) -> Result<Export, Refusal> {
    let DetailedConversion { conversion, outline: source, resolved, .. } =
        convert(text, context, &Target::Pgn, origin)?;
    let mut losses = conversion.losses;
    losses.extend(repeated_tags(text, &source, &losses));
    losses.extend(false_en_passants(text, &source, &resolved));
    losses.extend(unkept_jumps(text, &source, &resolved));
    if conversion.edits.is_empty() {
        losses.extend(glyphs_in_half_moves(text, &source, &resolved));
    }
    losses.extend(stray_text(text, &source, &Target::Pgn, GameFormat::Pgn, &losses));
    if conversion.edits.is_empty() {
        return Ok(Export { text: lay_out(text, &source, &resolved), losses: in_order(losses) });
    }
    // Both games at once would take twice the memory.
    drop((source, resolved));
    let settings = Settings::default();
    let pgn = apply(text, &conversion.edits);
    let (outline, resolved) = (SourceOutline::of(&pgn), resolve_game(&pgn, &Context::new(&settings, context.kind)));
    // Without the tags of VGN, what stood after them may have become stray.
    let strays = stray_text(&pgn, &outline, &Target::Pgn, GameFormat::Pgn, &[]);
    let listed: HashSet<u32> = losses.iter().map(|loss| loss.range.start).collect();
    let strays = strays.into_iter().map(|loss| Loss { range: back(&conversion.edits, &loss.range), ..loss });
    losses.extend(strays.filter(|loss| !listed.contains(&loss.range.start)));
    Ok(Export { text: lay_out(&pgn, &outline, &resolved), losses: in_order(losses) })
}

/// The losses in the order of the text, each once.
fn in_order(mut losses: Vec<Loss>) -> Vec<Loss> {
    losses.sort_by_key(|loss| loss.range.start);
    losses.dedup();
    losses
}

fn lay_out(text: &str, outline: &SourceOutline, resolved: &Resolved) -> String {
    let line_end = line_end_of(text);
    let mut game = String::with_capacity(text.len() + 128);
    let (leading, among) = leading_comments(text, outline);
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
    let tag_result = result.filter(|result| matches!(result.as_str(), "1-0" | "0-1" | "1/2-1/2"));
    let ending = terminator.map(str::to_owned).or(tag_result).unwrap_or_else(|| "*".to_owned());
    for name in ROSTER {
        let unknown = match name {
            "Date" => "????.??.??",
            "Result" => &ending,
            _ => "?",
        };
        let value = outline.tag(text, name).map_or(unknown.to_owned(), |tag| on_one_line(tag.raw(text)));
        game.push_str(&format!("[{name} \"{value}\"]{line_end}"));
    }
    let mut others: Vec<(&str, String)> = Vec::new();
    let mut names = TagNameSet::default();
    for tag in &outline.tags {
        let name = slice(text, &tag.name);
        if !ROSTER.contains(&name) && names.insert(name) {
            others.push((name, on_one_line(tag.raw(text))));
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
    let mut moves = MovetextWriter {
        text,
        resolved,
        cursor: resolved.cursor(),
        speller: None,
        numbers,
        lines,
        open: false,
        number: true,
        written_number: None,
        count: LineCount::of(text, &outline.items, resolved),
    };
    if resolved.notation.is_some() {
        moves.speller = Some(Speller::new(text, resolved, &SAN, &SAN, &SAN, terminator));
    }
    for item in among.iter().chain(&outline.items) {
        moves.item(item);
    }
    if terminator.is_none() {
        moves.word(&ending);
    }
    moves.lines.end_line();
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

/// A comment with its `}`: an unclosed one would include the text after it.
fn closed(comment: &str) -> Cow<'_, str> {
    if comment.starts_with('{') && !comment.ends_with('}') { format!("{comment}}}").into() } else { comment.into() }
}

/// Starts of numbers that belong to half-moves with unknown effect, or that have no half-move: if they were rewritten,
/// the game would be read differently the next time.
fn numbers_kept(text: &str, items: &[OutlineToken], resolved: &Resolved) -> Vec<u32> {
    let mut unchanged = Vec::new();
    // At the start of a variation, no number of the enclosing line is pending.
    let mut waiting = Vec::new();
    let mut depth = 0_u32;
    let mut cursor = resolved.cursor();
    let numbered = numbers_before_variations(text, items, resolved);
    for item in items {
        match item.token {
            Token::MoveNumber => waiting.push(item.range.start),
            Token::Move => {
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
                depth += 1;
            }
            Token::VariationClose if depth > 0 => {
                waiting.clear();
                depth -= 1;
            }
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

/// Whether the token is a number with this value; its side may be wrong.
fn is_value_of(text: &str, item: &OutlineToken, counted: u32) -> bool {
    item.token == Token::MoveNumber && WrittenNumber::read(slice(text, &item.range)).value() == Some(counted)
}

/// Joins the lines of a value, which must be on one line (rule B2).
fn on_one_line(value: &str) -> String {
    let Some((first, rest)) = value.split_once(['\n', '\r']) else { return value.to_owned() };
    let (rest, last) = rest.rsplit_once(['\n', '\r']).unwrap_or(("", rest));
    let between = rest.split(['\n', '\r']).map(str::trim);
    let lines = std::iter::once(first.trim_end()).chain(between).chain([last.trim_start()]);
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Writes the movetext to wrapped lines.
struct MovetextWriter<'a> {
    text: &'a str,
    resolved: &'a Resolved,
    cursor: MoveCursor<'a>,
    /// Without a speller the moves are unknown and unchanged, including their numbers.
    speller: Option<Speller<'a>>,
    /// Starts of the numbers that are unchanged, in text order.
    numbers: Vec<u32>,
    lines: LineWrapper<'a>,
    /// Whether the last token was a `(`, after which no blank is written.
    open: bool,
    /// Whether Black's next half-move needs its number.
    number: bool,
    /// The number that was written last, if no half-move or variation is after it.
    written_number: Option<OutlineToken>,
    count: LineCount,
}

impl MovetextWriter<'_> {
    fn item(&mut self, item: &OutlineToken) {
        let text = slice(self.text, &item.range);
        self.count.item(text, item);
        match item.token {
            Token::Move => self.half_move(&item.range),
            Token::MoveNumber if self.speller.is_none() || self.numbers.binary_search(&item.range.start).is_ok() => {
                let number = self.kept_number(item);
                self.word(&number);
                self.written_number = Some(item.clone());
            }
            Token::Nag | Token::CompositeNag => self.annotation(text),
            Token::Suffix => {
                if let Some(number) = nag::of_suffix(text) {
                    self.annotation(&format!("${number}"));
                }
            }
            Token::BraceComment | Token::LineComment => self.comment(text),
            Token::Escape => {
                self.lines.line(text.as_bytes());
                self.number = true;
            }
            Token::VariationOpen => {
                self.word("(");
                (self.open, self.number, self.written_number) = (true, true, None);
            }
            Token::VariationClose => {
                self.lines.close();
                (self.open, self.number, self.written_number) = (false, true, None);
            }
            Token::Terminator => self.word(text),
            _ => {}
        }
    }

    /// A number that is kept: in the form of the side whose half-move follows, if that is known.
    fn kept_number(&self, item: &OutlineToken) -> String {
        let text = slice(self.text, &item.range);
        let next = self.resolved.moves.partition_point(|half_move| half_move.range.start < item.range.end);
        let half_move = self.resolved.moves.get(next).filter(|half_move| half_move.play.is_some());
        match (WrittenNumber::read(text).value(), half_move.filter(|_| self.speller.is_some())) {
            (Some(number), Some(half_move)) => format!("{number}{}", half_move.color.fold_wb(".", "...")),
            _ => text.chars().filter(|c| !c.is_whitespace()).collect(),
        }
    }

    fn word(&mut self, word: &str) {
        if !std::mem::take(&mut self.open) {
            self.lines.space();
        }
        self.lines.join(word.as_bytes());
    }

    fn annotation(&mut self, nag: &str) {
        self.word(nag);
        self.number = true;
    }

    fn comment(&mut self, comment: &str) {
        self.word("");
        match inline(&closed(comment)) {
            Some(comment) => self.lines.comment(comment.as_bytes()),
            None => {
                self.lines.join(comment.as_bytes());
                self.lines.end_line();
            }
        }
        self.number = true;
    }

    fn half_move(&mut self, range: &Range<u32>) {
        let text = slice(self.text, range);
        let number = self.written_number.take();
        let (Some(speller), Some(n)) = (&self.speller, self.cursor.index_of(range)) else {
            self.count.unknown();
            return self.word(text);
        };
        let half_move = &self.resolved.moves[n];
        if half_move.play.is_none() {
            self.count.unknown();
            // Its effect is unknown, and so is its side.
            return self.word(text);
        }
        let spelt = speller.spell(n).map_or_else(|_| text.to_owned(), |(spelt, _)| spelt);
        let (counted, has_jumped) = self.count.half_move(half_move);
        match half_move.color {
            // It is before the glyph that separates both.
            _ if number.is_some_and(|number| is_value_of(self.text, &number, counted)) => {}
            Color::White => self.word(&format!("{counted}.")),
            Color::Black if self.number || has_jumped => self.word(&format!("{counted}...")),
            Color::Black => {}
        }
        self.word(&spelt);
        self.number = false;
    }
}
