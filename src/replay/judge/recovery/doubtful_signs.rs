//! Fixes of signs that may be typing slips: if such a sign is the only one of its kind in a game, a fix that corrects
//! its spelling would hide the slip, so it is not safe.

use std::ops::Range;

use shakmaty::Color;

use crate::lint::{Code, Edit, Fix};
use crate::notation::Capture;
use crate::replay::judge::Judge;
use crate::replay::judge::half_moves::moves::JudgedMove;
use crate::source::near::distance;

impl Judge<'_> {
    /// Makes such fixes unsafe after the game has been read.
    pub(crate) fn doubt_signs(&mut self) {
        if !self.report.wants_fixes() || self.report.drafts().is_empty() {
            return;
        }
        let text = self.text;
        let of = |code: Code| self.report.drafts().iter().filter(move |found| found.code == code);
        let is_only_glyph = of(Code::SuffixGlyph).nth(1).is_none();
        let comments = of(Code::CommentPlacement).map(|found| &found.range);
        let mut slips: Vec<u32> = comments.filter(|at| may_be_no_comment(text, at)).map(|at| at.start).collect();
        slips.sort_unstable();
        let captures = std::mem::take(&mut self.causes.near_captures);
        for found in self.report.drafts_mut() {
            let Range { start, end } = found.range;
            let is_doubtful = match found.code {
                Code::SuffixGlyph => (is_only_glyph && !is_glued(text, start)) || !is_adjacent(text, &found.range),
                Code::CommentPlacement => {
                    let moves = |edit: &Edit| {
                        let next = slips.partition_point(|at| *at < edit.range.start);
                        slips.get(next).is_some_and(|at| *at < edit.range.end)
                    };
                    !slips.is_empty() && found.fixes.iter().any(|fix| fix.edits.iter().any(moves))
                }
                Code::MoveNumber => {
                    let of_number = |edit: &&Edit| (edit.range.start..edit.range.end) == (start..end);
                    let edits = found.fixes.iter().flat_map(|fix| &fix.edits).find(of_number);
                    edits.is_some_and(|edit| is_digit_in_nag(text, &found.range, &edit.text))
                }
                // If all captures of a game are wrong, they are no slips.
                Code::MissingCapture | Code::WrongCapture => {
                    found.related.is_empty() && captures.binary_search(&start).is_ok()
                }
                _ => false,
            };
            if is_doubtful {
                found.fixes.iter_mut().for_each(|fix| fix.safe = false);
            }
        }
    }

    /// Records a half-move with a wrong capture sign that may be a slip for another half-move.
    pub(crate) fn record_near_capture(&mut self, range: &Range<u32>, capture: &Capture, played: &JudgedMove) {
        let is_of_capture = |(code, _): &(Code, String)| matches!(code, Code::WrongCapture | Code::MissingCapture);
        let is_explicit = self.notation.allows_illegal || !matches!(capture, Capture::Quiet);
        if !self.report.wants_fixes() || !is_explicit || !played.faults.iter().any(is_of_capture) {
            return;
        }
        let text = self.slice(range).trim_end_matches(['+', '#']);
        // The fix adds or removes signs only.
        let squares = |text: &str| text.chars().filter(|c| c.is_ascii_digit()).collect::<String>();
        let files = |text: &str| text.chars().filter(|c| c.is_ascii_lowercase() && *c != 'x').collect::<String>();
        let is_other = |spelt: &str| squares(spelt) != squares(text) || files(spelt) != files(text);
        let is_near = || !self.spelt_moves(|spelt| is_other(spelt) && distance(text, spelt, 1).is_some()).is_empty();
        if self.could_have_moved_there(capture, played) || is_near() {
            self.causes.near_captures.push(range.start);
        }
    }

    /// Nothing is captured, but the previous half-move could have put a piece there: it may be the slip.
    fn could_have_moved_there(&self, capture: &Capture, played: &JudgedMove) -> bool {
        let Some(m) = played.play.as_move().filter(|m| m.capture().is_none()) else { return false };
        let Some(before) = self.line.boards.back(1).position() else { return false };
        let is_taken = |role| !matches!(capture, Capture::TakesRole(taken) if *taken != role);
        before.legal_moves().iter().any(|other| other.to() == m.to() && is_taken(other.role()))
    }

    /// Another half-move than `spelt`, in the game's own notation, is one slip away from the text.
    pub(crate) fn is_near_another(&self, text: &str, spelt: &str) -> bool {
        let bare = |text: &str| text.trim_end_matches(['+', '#']).to_owned();
        let (text, spelt) = (bare(text), bare(spelt));
        !self.spelt_moves(|other| other != spelt && distance(&text, other, 1).is_some()).is_empty()
    }

    /// The glyph is separate from the half-move before it, and joined to the next token: `Nf3 !Nc6`, `Nf3 !2.`.
    pub(crate) fn adjoins_next(&self, glyph: &Range<u32>) -> bool {
        let (before, after) = (&self.text[..glyph.start as usize], &self.text[glyph.end as usize..]);
        before.ends_with([' ', '\t', '\n', '\r']) && after.starts_with(|c: char| c.is_ascii_alphanumeric())
    }

    /// Reports a glyph in the place of a number's first digit: `!0.` for `10.`. False if it is something else.
    pub(crate) fn glyph_in_number(&mut self, glyph: &Range<u32>) -> bool {
        let before = &self.text[..glyph.start as usize];
        let is_apart = before.ends_with([' ', '\t', '\n', '\r']);
        if !is_apart || glyph.len() != 1 || self.moves_unjudged || self.line.stray || self.line.pending_number.is_some()
        {
            return false;
        }
        let rest = &self.text[glyph.end as usize..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let due = self.line.number.to_string();
        if due.get(1..) != Some(&rest[..digits]) || !rest[digits..].starts_with('.') {
            return false;
        }
        let half = usize::from(rest[digits..].starts_with(".5"));
        let periods = rest[digits..].bytes().take_while(|byte| *byte == b'.').count();
        let whole = glyph.start..glyph.end + (digits + periods + half) as u32;
        let message = format!(
            "`{}` is not a number: did you mean `{due}{}`?",
            self.slice(&whole),
            &rest[digits..][..periods + half]
        );
        let edit = Edit::replace(glyph.clone(), &due[..1]);
        let title = format!("write `{due}`");
        self.report.add_fixed(Code::MoveNumber, whole.clone(), message, || vec![Fix::choice(title, vec![edit])]);
        self.causes.split_text = Some(whole);
        true
    }

    /// Reports a pawn's move that is the due number except for a letter: `f4.` for `24.`, `g4.` for `4.`. False if it is
    /// something else.
    pub(crate) fn letter_in_number(&mut self, half_move: &Range<u32>) -> bool {
        let word = self.slice(half_move);
        let is_number = word.len() == 2 && self.text[half_move.end as usize..].starts_with('.');
        if !is_number || self.line.color == Color::Black || self.line.stray || self.line.pending_number.is_some() {
            return false;
        }
        let due = self.line.number.to_string();
        let is_due = word.get(1..).is_some_and(|digit| digit == due || due.len() == 2 && digit == &due[1..]);
        if !is_due || self.moves_unjudged {
            return false;
        }
        let whole = half_move.start..half_move.end + 1;
        let message = format!("`{word}.` is not a number: did you mean `{due}.`?");
        let edit = Edit::replace(half_move.clone(), &*due);
        self.report.add_fixed(Code::MoveNumber, whole.clone(), message, || {
            vec![Fix::choice(format!("write `{due}.`"), vec![edit])]
        });
        self.causes.split_text = Some(whole);
        true
    }
}

/// A glyph directly after a half-move, which all readers assign to it.
fn is_glued(text: &str, glyph: u32) -> bool {
    ends_with_half_move(&text[..glyph as usize])
}

fn ends_with_half_move(text: &str) -> bool {
    text.ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '#'))
}

/// A glyph directly after a half-move, or after one blank, and separate from the next token.
fn is_adjacent(text: &str, glyph: &Range<u32>) -> bool {
    let before = &text[..glyph.start as usize];
    let before = before.strip_suffix(' ').unwrap_or(before);
    let after = &text[glyph.end as usize..];
    ends_with_half_move(before) && after.chars().next().is_none_or(|next| next.is_whitespace() || next == ')')
}

/// A `;` with an empty comment, or directly after another token.
fn may_be_no_comment(text: &str, comment: &Range<u32>) -> bool {
    let line = &text[comment.start as usize..comment.end as usize];
    let before = &text[..comment.start as usize];
    line.strip_prefix(';').is_some_and(|comment| comment.trim().is_empty() || !before.ends_with(char::is_whitespace))
}

/// `$14 1.` for `$1 41.`: the NAG before the number has taken a digit of it.
fn is_digit_in_nag(text: &str, number: &Range<u32>, right: &str) -> bool {
    let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>();
    let right = digits(right);
    let Some(first) = right.strip_suffix(&*digits(&text[number.start as usize..])).filter(|first| !first.is_empty())
    else {
        return false;
    };
    let before = text[..number.start as usize].trim_end();
    let nag = before.trim_end_matches(|c: char| c.is_ascii_digit());
    nag.ends_with('$') && before[nag.len()..].ends_with(first)
}
