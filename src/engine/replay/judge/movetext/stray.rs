//! Stray text (rule C6), with its probable meaning.

use std::ops::Range;

use super::decimals::is_decimal;
use super::structure::shorten;
use crate::lint::cause::Cause;
use crate::lint::{Code, Diagnostic, Edit, Fix};
use crate::notation::nag;
use crate::replay::judge::Judge;
use crate::replay::judge::half_moves::near_moves::suggestions;
use crate::replay::judge::recovery::habits::has_markup;
use crate::syntax::results::{intended_result, is_unrecorded_score, nearest_terminator};
use crate::syntax::{is_epd, is_fen, line_ends, nearest_castling};

impl Judge<'_> {
    pub(crate) fn stray(&mut self, range: Range<u32>, in_tag: bool) {
        let text = self.slice(&range);
        let shown = shorten(text);
        if are_wide_blanks(text) {
            return self.wide_blanks(range);
        }
        if in_tag && self.letter_in_tag_name(&range) {
            return;
        }
        if in_tag {
            let cut = self.removal(&range);
            let message = match text {
                "]" => "this `]` ends the tag too early: expected `[Name \"value\"]`".to_owned(),
                _ => format!("stray `{shown}` in a tag: expected `[Name \"value\"]`"),
            };
            return self.report_fixed(Code::StrayText, range, message, || vec![Fix::choice("remove it", vec![cut])]);
        }
        if text.bytes().all(|byte| byte == b']')
            && self.tags.list.last().is_some_and(|tag| tag.range.end == range.start)
        {
            return self.second_close(range);
        }
        if !self.in_movetext && is_number(text) {
            if self.joins_lead(&range) {
                return;
            }
            let message = format!("no move follows the number `{shown}`: it stands among the tags");
            let cut = self.removal(&range);
            return self
                .report_fixed(Code::StrayText, range, message, || vec![Fix::choice("remove the number", vec![cut])]);
        }
        if self.in_movetext && is_decimal(text) {
            return self.decimal(range);
        }
        if self.escapes_nag(&range) {
            return self.escaped_nag(range);
        }
        if self.leading_nag(&range)
            || self.mark_after_sign(&range)
            || self.report_equals_for_check_mark(&range)
            || self.report_late_blank(&range)
            || self.printed_glyphs(&range)
        {
            return;
        }
        if text.ends_with('(') && self.line.played == 0 && !self.in_variation() && self.in_movetext {
            let message = "`(` begins a variation, and no variation can stand before the first move";
            return self.report_fixed(Code::StrayText, range, message, Vec::new);
        }
        let terminator = nearest_terminator(text).or_else(|| intended_result(text));
        let terminator = terminator.filter(|_| self.may_end_before(range.end));
        if terminator.is_some() && is_unrecorded_score(text) {
            return self.unrecorded_score(range);
        }
        self.termination.near_terminator |= terminator.is_some() && !self.in_variation();
        if terminator == Some(text) {
            let message = format!("a blank belongs between the half-move and `{text}`");
            let fix = Fix {
                title: "insert a blank".into(),
                edits: vec![Edit::insert(range.start, " ")],
                // The sign before it may be one that stands for the blank.
                safe: self.line.is_known(),
            };
            return self.report_fixed(Code::StrayText, range, message, || vec![fix]);
        }
        match terminator.or_else(|| nearest_castling(text)) {
            Some(near) => {
                let message = format!("`{shown}` is not part of a game: did you mean `{near}`?");
                let edit = Edit::replace(range.clone(), near);
                // In an otherwise empty game it would end the previous game, which has its terminator.
                let nothing = self.tags.list.is_empty() && self.counts.main_line == 0;
                if terminator.is_none() {
                    self.record_stray_after_number(&range);
                }
                self.report_fixed(Code::StrayText, range, message, || match terminator {
                    Some(_) if nothing => Vec::new(),
                    _ => vec![Fix::choice(format!("write `{near}`"), vec![edit])],
                });
            }
            None if self.stray_move(&range) => {}
            None if self.in_movetext && self.are_words(text) => {
                let message = format!("`{shown}` is not part of a game: put it in a comment");
                self.report_words(range, message);
            }
            None if self.joins_lead(&range) => {}
            None => {
                let message = format!("`{shown}` is not a move, and has no other meaning in a game");
                self.record_stray_after_number(&range);
                match self.in_movetext && self.line.pending_number.is_none() && is_word(text) {
                    true => self.report_words(range, message),
                    false => self.report_fixed(Code::StrayText, range, message, Vec::new),
                }
                self.begins_lead();
            }
        }
    }

    /// Reports non-ASCII blanks, which look like plain ones but are parts of words for other programs.
    pub(crate) fn wide_blanks(&mut self, range: Range<u32>) {
        let first = self.slice(&range).chars().next().map_or(0, u32::from);
        let message = format!("a blank that is not a plain one (U+{first:04X})");
        let edit = Edit::replace(range.clone(), " ");
        self.report_fixed(Code::StrayText, range, message, || vec![Fix::safe("write a plain blank", vec![edit])]);
    }

    /// Reports a NAG or a glyph before the movetext. False if it is something else.
    fn leading_nag(&mut self, range: &Range<u32>) -> bool {
        let text = self.slice(range);
        if !is_nag(text) && nag::of_suffix(text).is_none() {
            return false;
        }
        let message = format!("`{text}` must stand after a move or another annotation");
        let cut = self.removal(range);
        self.report_fixed(Code::NagPlacement, range.clone(), message, || vec![Fix::choice("remove it", vec![cut])]);
        true
    }

    /// Reports a word that differs from a legal move by one letter: `Bv8`. False if there is no such move.
    fn stray_move(&mut self, range: &Range<u32>) -> bool {
        let text = self.slice(range);
        if text.contains(char::is_whitespace) {
            return false;
        }
        let half_move: String = text.chars().filter(|sign| sign.is_alphanumeric() || "-=+#".contains(*sign)).collect();
        if half_move.len() < text.len() && self.read_text(&half_move).is_some() {
            self.anchor_by_pending_number();
        }
        let near = self.near_moves(text, range.end);
        let Some(first) = near.first() else { return false };
        let message = format!("`{text}` is not a move in {}: did you mean `{first}`?", self.notation.name);
        let mut fixes = suggestions(range, &near);
        if self.is_vgn() && self.text[..range.start as usize].ends_with('.') {
            // A blank belongs after the number there.
            fixes.iter_mut().flat_map(|fix| &mut fix.edits).for_each(|edit| edit.text.insert(0, ' '));
        }
        self.report_fixed(Code::StrayText, range.clone(), message, || fixes);
        match self.notation.allows_illegal {
            true => self.count_unplayed_half_move(),
            false => self.record_stray_half_move(range),
        }
        true
    }

    /// Reports lines without any chess: one finding for all consecutive ones.
    pub(crate) fn prose(&mut self, range: Range<u32>) {
        if self.joins_lead(&range) {
            return;
        }
        let message = prose_message(self.slice(&range));
        self.report_words(range, message);
        self.begins_lead();
    }

    /// Marks the last finding as text before all tags and moves.
    fn begins_lead(&mut self) {
        if !self.has_tags && !self.in_movetext {
            let last = self.report.drafts().last().filter(|found| found.code == Code::StrayText);
            self.lead_draft = last.and(self.report.drafts().len().checked_sub(1));
        }
    }

    /// Joins the text to the finding about text before all tags and moves: between them are only white space and text
    /// like comments. False if there is no such finding.
    pub(crate) fn joins_lead(&mut self, range: &Range<u32>) -> bool {
        let Some(lead) = self.lead_draft.filter(|_| !self.has_tags && !self.in_movetext) else { return false };
        let text = self.text;
        let Some(found) = self.report.drafts_mut().get_mut(lead) else { return false };
        found.range.end = range.end;
        found.message = prose_message(&text[found.range.start as usize..range.end as usize]);
        true
    }

    /// Reports a sign between a half-move and its mark, as in `Rg7]+`: the missing mark is the same fault.
    fn mark_after_sign(&mut self, range: &Range<u32>) -> bool {
        let text = self.slice(range);
        let mark = text.trim_start_matches([']', '[', '}', '&', '@', '_', '\'', '"', '`', '|', '\\', '/', ',']);
        if mark.len() == text.len() || !matches!(mark, "+" | "#") {
            return false;
        }
        let end = range.start;
        let is_about_mark = |d: &&Diagnostic| d.range.end == end && d.message.contains(&format!("`{mark}`"));
        let near = self.report.drafts().iter().rev().take_while(|d| d.range.end == end);
        if near.filter(is_about_mark).count() == 0 {
            return false;
        }
        let Some(missing) = self.report.account(&Cause::MarkApart { end }).pop() else { return false };
        let whole = missing.range.start..range.end;
        let intended = format!("{}{mark}", self.slice(&missing.range));
        let written = self.slice(&whole);
        let message = format!("`{written}` is not a move in {}: did you mean `{intended}`?", self.notation.name);
        let edit = Edit::replace(range.clone(), mark);
        self.report_fixed(Code::StrayText, range.clone(), message, || {
            vec![Fix::choice(format!("write `{intended}`"), vec![edit])]
        });
        true
    }

    /// At least two words, one of them with three letters or more, and no printed glyph.
    fn are_words(&self, text: &str) -> bool {
        let letters = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count();
        text.split_whitespace().nth(1).is_some()
            && text.split_whitespace().any(|word| letters(word) > 2)
            && text.split_whitespace().all(|word| nag::of_printed(word, self.glyphs_mover()).is_none())
    }

    /// Reports text with the fix that puts it in a comment, if it can be one.
    pub(super) fn report_words(&mut self, range: Range<u32>, message: String) {
        let text = self.slice(&range);
        let fits = self.in_movetext && !text.contains(['{', '}']) && !has_markup(text);
        // Words alone in parentheses are no variation.
        let (before, after) = (&self.text[..range.start as usize], &self.text[range.end as usize..]);
        // The sign that ends a sentence belongs to it: as a glyph it would annotate the half-move.
        let bare = after.trim_start_matches(['.', '!', '?', ',', ':']);
        let ends = if bare.is_empty() || bare.starts_with(char::is_whitespace) { after.len() - bare.len() } else { 0 };
        let edits = || match before.ends_with('(') && after.starts_with(')') {
            true => {
                vec![Edit::replace(range.start - 1..range.start, "{"), Edit::replace(range.end..range.end + 1, "}")]
            }
            false => vec![Edit::insert(range.start, "{"), Edit::insert(range.end + ends as u32, "}")],
        };
        let fix = || fits.then(|| Fix::choice("put it in a comment", edits())).into_iter().collect();
        self.report.add_fixed(Code::StrayText, range.clone(), message, fix);
    }

    /// Whether a terminator may precede this offset: the game, its line or its text ends here, or a game begins.
    pub(crate) fn may_end_before(&self, at: u32) -> bool {
        let mut rest = self.text[at as usize..].trim_start();
        loop {
            let comment = rest.strip_prefix('{').and_then(|comment| comment.split_once('}'));
            let line = || rest.strip_prefix(';').map(|line| line.split_once(['\n', '\r']).unwrap_or_default());
            let Some((_, after)) = comment.or_else(line) else { break };
            rest = after.trim_start();
        }
        let begins = rest.strip_prefix("1.").is_some_and(|rest| !rest.starts_with(['.', '5']));
        rest.is_empty() || begins || (self.in_variation() && rest.starts_with(')'))
    }

    /// Reports a second terminator, as in `1-0 1-0`, on the same line, on the next, or in a variation. Removal is safe
    /// if both are the same; after an empty line, other programs read it as a game without moves, which would
    /// disappear.
    pub(crate) fn second_terminator(&mut self, range: Range<u32>) {
        let text = self.slice(&range);
        let first = self.line.terminator.clone().unwrap_or(range.start..range.start);
        let safe = self.slice(&first) == text && !self.is_after_blank_line(range.start);
        let line = if self.in_variation() { "variation" } else { "game" };
        let message = format!("the {line} has ended with `{}`: `{text}` is a second terminator", self.slice(&first));
        let cut = self.removal(&range);
        self.report_fixed(Code::StrayText, range, message, || {
            vec![Fix { title: format!("remove the second `{text}`"), edits: vec![cut], safe }]
        });
    }

    /// Reports a terminator after which the game continues: `1. e4 e5 * 2. Nf3 1-0`.
    pub(crate) fn early_terminator(&mut self, range: Range<u32>) {
        let is_in_word = |found: &Diagnostic| found.code == Code::InvalidMoveText && found.range.end == range.start;
        let is_period = self.line.pending_number.as_ref().is_some_and(|number| number.end == range.start);
        if is_period && self.is_vgn() || self.report.drafts().last().is_some_and(is_in_word) {
            return;
        }
        let shown = self.slice(&range);
        let message = format!("`{shown}` ends a game, but the half-moves of this one go on after it");
        let title = format!("remove `{shown}`");
        let cut = self.removal(&range);
        // It replaces no half-move: those after it are judged.
        self.line.stray = false;
        self.report_fixed(Code::StrayText, range, message, || vec![Fix::choice(title, vec![cut])]);
    }

    fn is_after_blank_line(&self, at: u32) -> bool {
        let before = &self.text[..at as usize];
        line_ends(&before.as_bytes()[before.trim_end().len()..]) > 1
    }

    /// Reports a `]` after the end of a tag: `[Site "?"]]`.
    fn second_close(&mut self, range: Range<u32>) {
        let cut = self.removal(&range);
        let message = format!("the tag has ended: nothing belongs to this `{}`", shorten(self.slice(&range)));
        self.report_fixed(Code::StrayText, range, message, || vec![Fix::choice("remove it", vec![cut])]);
    }

    /// Whether the token is the backslash of an escaped NAG: `\$14`.
    pub(crate) fn escapes_nag(&self, range: &Range<u32>) -> bool {
        self.slice(range) == "\\" && self.text[range.end as usize..].starts_with('$')
    }

    /// Reports an escaped NAG.
    fn escaped_nag(&mut self, range: Range<u32>) {
        let nag = &self.text[range.end as usize..];
        let len = nag.bytes().take_while(|byte| *byte == b'$' || byte.is_ascii_digit()).count();
        let message = ["stray `\\` before `", &nag[..len], "`"].concat();
        let edit = Edit::delete(range.clone());
        self.report_fixed(Code::StrayText, range, message, || vec![Fix::safe("remove the backslash", vec![edit])]);
    }

    /// Reports text up to a `}` without `{`.
    pub(crate) fn unopened_comment(&mut self, range: Range<u32>) {
        let start = range.start;
        if self.line_comment_took_opening('{', start) {
            return;
        }
        // A sign directly before it stands for the `{`.
        self.sign_for_opening(start);
        self.report_fixed(Code::StrayText, range, "this looks like a comment without its `{`", || {
            vec![Fix::choice("insert `{`", vec![Edit::insert(start, "{")])]
        });
    }

    /// Reports a line that is a tag except for its `[`, in place of which is `sign`, if not empty.
    pub(crate) fn unopened_tag(&mut self, range: Range<u32>, sign: Range<u32>) {
        let start = range.start;
        if self.slice(&range).starts_with('(') && self.slice(&range).ends_with(')') {
            let edits = vec![Edit::replace(start..start + 1, "["), Edit::replace(range.end - 1..range.end, "]")];
            return self.report_fixed(
                Code::StrayText,
                range,
                "a tag stands in square brackets, not in parentheses",
                || vec![Fix::safe("write `[` and `]`", edits)],
            );
        }
        let letter = if sign.is_empty() { self.letter_for_bracket(start) } else { None };
        if let Some(sign) = letter.or(Some(sign)).filter(|sign| !sign.is_empty()) {
            let message = format!("the tag begins with `{}`: expected `[`", self.slice(&sign));
            return self.report_fixed(Code::StrayText, range, message, || {
                vec![Fix::choice("write `[`", vec![Edit::replace(sign, "[")])]
            });
        }
        let line_before = self.text[..start as usize].trim_ascii_end().rsplit(['\n', '\r']).next().unwrap_or_default();
        // It may be the rest of that tag, or what is no name of a tag: `h4 "x"]`.
        let is_behind_open_tag = line_before.starts_with('[') && !line_before.ends_with(']');
        let is_name = self.text[start as usize..].starts_with(|c: char| c.is_ascii_uppercase());
        self.report_fixed(Code::StrayText, range, "this tag has no `[`", || {
            let edits = vec![Edit::insert(start, "[")];
            vec![match is_name && !is_behind_open_tag {
                true => Fix::safe("insert `[`", edits),
                false => Fix::choice("insert `[`", edits),
            }]
        });
    }
}

/// The message about lines without chess.
fn prose_message(text: &str) -> String {
    let lines = || text.split(['\n', '\r']).filter(|line| !line.trim().is_empty());
    let are_positions = lines().all(|line| is_epd(line.as_bytes()) || is_fen(line.as_bytes()));
    let form = if lines().all(|line| is_fen(line.as_bytes())) { "FEN" } else { "EPD" };
    // A comment cannot contain a closing brace.
    let (it, them) = match text.contains('}') {
        true => ("", ""),
        false => (": put it in a comment", ": put them in a comment"),
    };
    match lines().count() {
        1 if are_positions => {
            format!("this line is a position in {form}, not a game: read it with `vgn-lsp position`")
        }
        lines if are_positions => {
            format!("these {lines} lines are positions in {form}, not games: read them with `vgn-lsp position`")
        }
        1 => format!("`{}` is not part of a game{it}", shorten(text)),
        lines => format!("these {lines} lines are not part of a game{them}"),
    }
}

/// Whether the text consists of non-ASCII blanks only.
pub(crate) fn are_wide_blanks(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|c| c.is_whitespace() && !c.is_ascii() && !matches!(c, '\u{2028}' | '\u{2029}'))
}

/// A dollar sign and digits.
pub(crate) fn is_nag(text: &str) -> bool {
    let digits = text.strip_prefix('$').unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// One word of three letters or more, perhaps with a period, a comma or the like behind it.
fn is_word(text: &str) -> bool {
    let word = text.trim_end_matches(['.', ',', ':', '!', '?']);
    word.chars().nth(2).is_some() && word.chars().all(char::is_alphabetic)
}

/// A move number with its periods.
fn is_number(text: &str) -> bool {
    let digits = text.trim_end().trim_end_matches('.');
    (1..=3).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
}
