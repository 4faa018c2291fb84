//! Stray text with a clear meaning (rule C6): signs of other kinds of text among half-moves, and words for marks.

use std::ops::Range;

use shakmaty::Color;

use crate::lint::cause::Cause;
use crate::lint::{Code, Edit, Fix};
use crate::notation::Marks;
use crate::replay::judge::Judge;
use crate::replay::judge::half_moves::marks::marks_of;
use crate::replay::judge::line::PrecedingToken;
use crate::replay::judge::movetext::numbers::spell;

/// Words for check and mate after a half-move.
const CHECKS: [&str; 9] =
    ["ch", "check", "double check", "dbl check", "dbl ch", "dis ch", "discovered check", "schach", "\u{e9}chec"];
const MATES: [&str; 5] = ["mate", "checkmate", "mat", "matt", "schachmatt"];

/// Marks separate from their half-move, and printed ones.
const CHECK_MARKS: [&str; 4] = ["+", "++", "\u{2020}", "\u{2021}"];
const MATE_MARKS: [&str; 4] = ["#", "++", "\u{2021}", "+#"];

/// Maximum length of these, in bytes, with their periods.
const LONGEST_WORDS: usize = 20;

/// Kinds of findings about stray text, by their sign.
pub(crate) const COMMA: &str = ",";
pub(crate) const QUOTE: &str = ">";
pub(crate) const WIDE_BLANK: &str = "\u{a0}";
pub(crate) const DASH: &str = "-";
pub(crate) const DRAW_OFFER: &str = "(=)";

/// The kind of stray text with a clear meaning.
pub(crate) fn sign(text: &str) -> Option<&'static str> {
    match text {
        "," => Some(COMMA),
        DRAW_OFFER => Some(DRAW_OFFER),
        _ if are_wide_blanks(text) => Some(WIDE_BLANK),
        "-" | "\u{2013}" | "\u{2014}" => Some(DASH),
        _ if text.starts_with('>') && text.bytes().all(|byte| matches!(byte, b'>' | b' ' | b'\t')) => Some(QUOTE),
        _ => None,
    }
}

/// Whether the text consists of non-ASCII blanks only.
pub(crate) fn are_wide_blanks(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|c| c.is_whitespace() && !c.is_ascii() && !matches!(c, '\u{2028}' | '\u{2029}'))
}

/// Unicode's name of a blank.
fn name_of_blank(blank: char) -> &'static str {
    match blank {
        '\u{a0}' => "no-break space",
        '\u{2007}' => "figure space",
        '\u{2009}' => "thin space",
        '\u{202f}' => "narrow no-break space",
        '\u{3000}' => "ideographic space",
        _ => "space of a width of its own",
    }
}

/// Offset of an HTML entity without its `;` at the end of stray text: `&nbsp`.
pub(crate) fn entity(text: &str) -> Option<usize> {
    let start = text.rfind('&')?;
    let name = text[start + 1..].strip_prefix('#').unwrap_or(&text[start + 1..]);
    (!name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric())).then_some(start)
}

impl Judge<'_> {
    /// Whether the stray text replaces no half-move, so that the next one is judged.
    pub(crate) fn is_stray_sign(&self, range: &Range<u32>) -> bool {
        // A dash may be the rest of something else.
        let text = self.slice(range);
        sign(text).is_some_and(|sign| sign != DASH)
            || self.is_dash_of_number(range)
            || self.mark_in_words(range).is_some()
    }

    /// Reports stray text with a clear meaning. False if it is something else.
    pub(crate) fn report_stray_sign(&mut self, range: &Range<u32>) -> bool {
        let text = self.slice(range);
        let Some(sign) = sign(text) else {
            return self.words_for_mark(range) || self.entity(range);
        };
        match sign {
            DRAW_OFFER => return self.draw_offer(range),
            DASH => return self.dash(range),
            _ => {}
        }
        let at_line_start = self.line_before(range.start).trim_start().is_empty();
        let (message, fix) = match sign {
            COMMA => {
                let message = "the comma is not part of a game: half-moves have only blanks between them".to_owned();
                let apart = self.text[..range.start as usize].ends_with(char::is_whitespace);
                let edit = if apart { self.removal(range) } else { Edit::delete(range.clone()) };
                (message, Fix::safe("remove the comma", vec![edit]))
            }
            _ if at_line_start => {
                let message = format!("`{text}` marks a line of a mail as quoted: it is not part of a game");
                let blank = self.text[range.end as usize..].starts_with(' ');
                // The rest would be at the beginning of its line, where these signs have a meaning.
                let rest = self.text[range.end as usize..].trim_start();
                let edit = Edit::delete(range.start..range.end + u32::from(blank));
                let safe = !rest.starts_with(['%', '[', '<']);
                (message, Fix { title: format!("remove `{text}`"), edits: vec![edit], safe })
            }
            _ => return false,
        };
        self.report_fixed(Code::StrayText, range.clone(), message, || vec![fix]);
        true
    }

    /// Whether a dash stands for White's half-move, between its number and Black's half-move: `3.- a6`.
    fn is_dash_of_number(&self, range: &Range<u32>) -> bool {
        let Some(number) = &self.line.pending_number else { return false };
        sign(self.slice(range)) == Some(DASH)
            && self.line.is_known()
            && self.line.color == Color::Black
            && *self.slice(number) == *format!("{}.", self.line.number)
            && self.text[number.end as usize..range.start as usize].trim().is_empty()
    }

    fn dash(&mut self, range: &Range<u32>) -> bool {
        if self.is_dash_of_number(range)
            && let Some(number) = self.line.pending_number.take()
        {
            let whole = number.start..range.end;
            let right = spell(self.line.number, Color::Black, self.is_vgn());
            let message = format!("`{}` is the number of Black's half-move: expected `{right}`", self.slice(&whole));
            let edit = Edit::replace(whole.clone(), right.as_str());
            let fix = Fix::safe(format!("write `{right}`"), vec![edit]);
            self.report_fixed(Code::StrayText, whole, message, || vec![fix]);
            return true;
        }
        if !matches!(self.line.preceding, PrecedingToken::Move | PrecedingToken::Glyph) {
            return false;
        }
        let message =
            format!("`{}` is not part of a game: half-moves have only blanks between them", self.slice(range));
        let fix = Fix::choice("remove the dash", vec![self.removal(range)]);
        self.report_fixed(Code::StrayText, range.clone(), message, || vec![fix]);
        true
    }

    /// Reports a draw offer in the sign of score sheets (FIDE's Laws of Chess 9.1.2.1).
    fn draw_offer(&mut self, range: &Range<u32>) -> bool {
        let message = "`(=)` is the sign for a draw offer on a score sheet: put it in a comment";
        let is_apart = self.text[..range.start as usize].ends_with(char::is_whitespace);
        let open = if is_apart { "{" } else { " {" };
        let edits = vec![Edit::insert(range.start, open), Edit::insert(range.end, "}")];
        // VGN has comments only where they can stand.
        let safe = !self.is_vgn() && matches!(self.line.preceding, PrecedingToken::Move | PrecedingToken::Glyph);
        let fix = Fix { title: "put it in a comment".into(), edits, safe };
        self.report_fixed(Code::StrayText, range.clone(), message, || vec![fix]);
        true
    }

    /// Reports non-ASCII blanks, which look like plain ones but are parts of words for other programs.
    pub(crate) fn wide_blanks(&mut self, range: Range<u32>) {
        let text = self.slice(&range);
        let Some(blank) = text.chars().next() else { return };
        let name = format!("U+{:04X}, a {}", u32::from(blank), name_of_blank(blank));
        let message = match text.chars().nth(1) {
            None => format!("this blank is {name}: a plain one belongs here"),
            Some(_) => format!("these blanks are not plain ones: the first is {name}"),
        };
        let edit = Edit::replace(range.clone(), " ");
        self.report_fixed(Code::StrayText, range, message, || vec![Fix::safe("write a plain blank", vec![edit])]);
    }

    /// The mark that words after a half-move denote, if the board confirms it.
    fn mark_in_words(&self, range: &Range<u32>) -> Option<&'static str> {
        let text = self.slice(range);
        if text.len() > LONGEST_WORDS {
            return None;
        }
        let text = text.replace('.', "").to_lowercase();
        let is_mark = CHECK_MARKS.contains(&&*text) || MATE_MARKS.contains(&&*text);
        let is_mate = MATES.contains(&&*text) || MATE_MARKS.contains(&&*text);
        let is_check = CHECKS.contains(&&*text) || CHECK_MARKS.contains(&&*text);
        let is_after_move =
            self.line.preceding == PrecedingToken::Move || (is_mark && self.line.preceding == PrecedingToken::Glyph);
        if !(is_mate || is_check) || !is_after_move || self.notation.marks == Marks::None {
            return None;
        }
        let position = self.line.position()?;
        match (position.is_check(), position.is_checkmate()) {
            (true, true) if !self.has_end_marks() => Some("#"),
            (true, false) if is_check => Some("+"),
            _ => None,
        }
    }

    /// Reports words for a mark, as in `Qxf7 ch`; the missing mark is the same fault.
    fn words_for_mark(&mut self, range: &Range<u32>) -> bool {
        let Some(mark) = self.mark_in_words(range) else { return false };
        let Some(end) = self.line.last_move.as_ref().map(|last| last.range.end) else { return false };
        let text = self.slice(range);
        let missing = self.report.account(&Cause::MarkApart { end }).pop();
        let periods = self.text[range.end as usize..].bytes().take_while(|byte| *byte == b'.').count() as u32;
        let mut edits = vec![self.removal(&(range.start..range.end + periods))];
        let (message, title) = match missing {
            Some(_) if text == mark => {
                match edits[0].range.start == end {
                    true => edits[0].text.insert_str(0, mark),
                    false => edits.insert(0, Edit::insert(end, mark)),
                }
                (format!("the mark `{mark}` stands apart from its half-move"), format!("put `{mark}` to its half-move"))
            }
            Some(_) if edits[0].range.start == end => {
                edits[0].text.insert_str(0, mark);
                (format!("`{text}` after a half-move is written as its mark `{mark}`"), format!("write `{mark}`"))
            }
            Some(_) => {
                edits.insert(0, Edit::insert(end, mark));
                (format!("`{text}` after a half-move is written as its mark `{mark}`"), format!("write `{mark}`"))
            }
            None => (format!("`{text}` says no more than the mark of the half-move"), format!("remove `{text}`")),
        };
        if let Some(position) = self.line.position().map(std::borrow::Cow::into_owned)
            && let Some(last) = &mut self.line.last_move
        {
            (last.check, last.end) = marks_of(&position);
        }
        self.report_fixed(Code::StrayText, range.clone(), message, || vec![Fix::safe(title, edits)]);
        true
    }

    /// Reports an HTML entity, whose `;` makes the rest of the line a comment: the tokens in it are not reported as
    /// missing.
    fn entity(&mut self, range: &Range<u32>) -> bool {
        let rest = &self.text[range.end as usize..];
        let Some(start) = entity(self.slice(range)).filter(|_| rest.starts_with(';')) else { return false };
        let entity = range.start + start as u32..range.end + 1;
        let text = self.slice(&entity);
        let after = rest.find(['\n', '\r']).map_or("", |end| &rest[end..]);
        self.termination.near_terminator |= after.trim().is_empty() && !self.in_variation();
        let message = format!("`{text}` is a character as web pages write it: its `;` begins a comment here");
        let edit = if text == "&nbsp;" { Edit::replace(entity.clone(), " ") } else { self.removal(&entity) };
        let title = if text == "&nbsp;" { "write a blank".to_owned() } else { format!("remove `{text}`") };
        // Another entity in the rest of the line would become the next fault.
        let is_last = !rest.lines().next().is_some_and(|line| line.contains('&'));
        self.report_fixed(Code::StrayText, range.clone(), message, || match is_last {
            true => vec![Fix::choice(title, vec![edit])],
            false => Vec::new(),
        });
        true
    }
}
