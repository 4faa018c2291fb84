//! A sign inside a half-move that ends words: `Nb[3`, `f(xe6`. The text after it has no faults of its own.

use std::ops::Range;

use crate::lint::{Code, Edit, Fix};
use crate::notation::Codec;
use crate::replay::after::MoveName;
use crate::replay::judge::Judge;
use crate::replay::judge::half_moves::coordinates::legal_play;
use crate::replay::judge::half_moves::near_moves::suggestions;
use crate::replay::judge::line::PrecedingToken;
use crate::replay::spelling::HalfMove;
use crate::syntax::Token;

/// Signs on keys next to those of half-moves that begin or end other tokens.
const SIGNS: [char; 12] = ['[', ']', '(', ')', '{', '}', '$', ';', '*', '!', '?', '.'];

/// Maximum number of characters of a half-move after the sign.
const LONGEST: usize = 8;

impl Judge<'_> {
    /// Reports a text that, together with the text after such a sign, is a legal half-move. False if it is not.
    pub(crate) fn split_half_move(&mut self, range: &Range<u32>) -> bool {
        let Some((whole, intended)) = self.joined(range) else {
            return self.wrong_sign_after(range) || self.blank_within(range);
        };
        let text = self.slice(&whole);
        let message = format!("`{text}` is not a move in {}: did you mean `{intended}`?", self.notation.name);
        let is_sign_too_many = intended.len() + 1 == text.len();
        let edit = match is_sign_too_many {
            true => Edit::delete(range.end..range.end + 1),
            false => Edit::replace(whole.clone(), intended.as_str()),
        };
        let tail = &self.text[whole.end as usize..];
        if self.text[range.end as usize..].starts_with(';') {
            // It made the rest of the line a comment.
            let next = tail.find(['\n', '\r']).map_or("", |end| &tail[end..]);
            self.termination.near_terminator |= next.trim().is_empty() && !self.in_variation();
        }
        self.report.add_fixed(Code::InvalidMoveText, whole.clone(), message, || {
            vec![Fix::choice(format!("write `{intended}`"), vec![edit])]
        });
        self.causes.split_text = Some(whole);
        true
    }

    /// Reports a text with a sign after it in place of a character of a legal half-move: `Bxe$`, `Nx)3`, `Q*5`. False
    /// if there is no such half-move.
    fn wrong_sign_after(&mut self, range: &Range<u32>) -> bool {
        let rest = &self.text[range.end as usize..];
        let Some(tail) = rest.strip_prefix(['$', ')', ']', '*', '!', '?', '.', ',']) else { return false };
        let len = tail.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || b"+#=-".contains(byte)).count();
        let ends = tail[len..].chars().next().is_none_or(|next| next.is_whitespace() || next == ')');
        // The sign may end a variation, a game or a half-move instead.
        let is_sign = match rest.as_bytes()[0] {
            b')' => !self.in_variation(),
            b'*' if len == 0 => tail.trim_start().starts_with(|c: char| c.is_ascii_alphanumeric()),
            _ => true,
        };
        if len > LONGEST || !ends || !is_sign {
            return false;
        }
        let near = self.with_one_character(self.slice(range), &tail[..len]);
        self.wrong_half_move(range.start..range.end + 1 + len as u32, &near)
    }

    /// Reports a half-move divided by a blank, whose second part is neither a half-move nor a number: `g1f 3`,
    /// `Ng 1-f3`. False if it is something else.
    fn blank_within(&mut self, range: &Range<u32>) -> bool {
        let Codec::Moves { read, .. } = self.notation.codec else { return false };
        let rest = &self.text[range.end as usize..];
        let Some(tail) = rest.strip_prefix([' ', '\n']) else { return false };
        let len = tail.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || b"+#=-".contains(byte)).count();
        let ends = tail[len..].chars().next().is_none_or(|next| next.is_whitespace() || "!?$)".contains(next));
        if !(1..=LONGEST).contains(&len) || !ends || read(&tail[..len]).is_some() {
            return false;
        }
        let whole = [self.slice(range), &tail[..len]].concat();
        let bare = whole.trim_end_matches(['+', '#']);
        let mut near = self.spelt_moves(|spelt| spelt == bare);
        if near.is_empty() {
            // The blank replaces a character.
            near = self.with_one_character(self.slice(range), &tail[..len]);
        }
        self.wrong_half_move(range.start..range.end + 1 + len as u32, &near)
    }

    /// Reports a glyph in place of a half-move's first character: `?2-e4`. False if it is something else.
    pub(crate) fn glyph_in_half_move(&mut self, glyph: &Range<u32>) -> bool {
        let is_glued = self.text[..glyph.start as usize].ends_with(|c: char| !c.is_whitespace() && c != '(');
        if is_glued || glyph.len() != 1 || !self.line.is_known() || self.line.stray || self.moves_unjudged {
            return false;
        }
        let rest = &self.text[glyph.end as usize..];
        let len = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || b"+#=-".contains(byte)).count();
        let bare = rest[..len].trim_end_matches(['+', '#']);
        if bare.len() < 2 || len > LONGEST || !self.spelt_moves(|spelt| spelt == bare).is_empty() {
            return false;
        }
        let near = self.with_one_character("", bare);
        let is_found = self.wrong_half_move(glyph.start..glyph.end + len as u32, &near);
        if is_found {
            self.count_unplayed_half_move();
        }
        is_found
    }

    /// Reports a text in place of the first of these half-moves. False if there are none.
    fn wrong_half_move(&mut self, whole: Range<u32>, near: &[String]) -> bool {
        let Some(first) = near.first() else { return false };
        let text = self.slice(&whole);
        let message = format!("`{text}` is not a move in {}: did you mean `{first}`?", self.notation.name);
        self.report.add_fixed(Code::InvalidMoveText, whole.clone(), message, || suggestions(&whole, near));
        self.causes.split_text = Some(whole);
        true
    }

    /// Same as [`Self::split_half_move`] for stray text, which then replaces a half-move.
    pub(crate) fn split_stray(&mut self, range: &Range<u32>) -> bool {
        let is_split = range.len() <= LONGEST && self.split_half_move(range);
        if is_split {
            self.count_unplayed_half_move();
        }
        is_split
    }

    /// Counts a half-move that could not be played, or is missing after its number.
    pub(crate) fn count_unplayed_half_move(&mut self) {
        self.causes.other_count |= !self.in_variation();
        self.line.pending_number = None;
        if self.is_vgn() {
            let named = MoveName { number: self.line.number, color: self.line.color };
            self.line.nameable.played(named, self.line.drift);
        }
        self.line.push_board(None);
        self.line.advance();
        self.line.side_uncertain = true;
        self.line.preceding = PrecedingToken::Move;
    }

    /// The offset is inside the text that was last reported as a split half-move.
    #[inline]
    pub(crate) fn is_split(&self, at: u32) -> bool {
        self.causes.split_text.as_ref().is_some_and(|text| text.contains(&at))
    }

    /// The token is inside a split half-move and has no meaning of its own.
    #[inline]
    pub(crate) fn is_in_split(&self, token: Token, range: &Range<u32>) -> bool {
        self.is_split(range.start)
            && matches!(
                token,
                Token::Move | Token::MoveNumber | Token::Periods | Token::Suffix | Token::Nag | Token::Stray
            )
            || self.is_split(range.start) && token == Token::VariationClose && !self.in_variation()
    }

    /// The range of the text with such a sign and the text after it, and the legal half-move that both form without the
    /// sign.
    pub(crate) fn joined(&self, range: &Range<u32>) -> Option<(Range<u32>, String)> {
        let Codec::Moves { read, .. } = self.notation.codec else { return None };
        if self.letters.language.is_some() || !self.letters.candidates.is_empty() {
            return None;
        }
        let rest = &self.text[range.end as usize..];
        let tail = rest.strip_prefix(SIGNS)?;
        let len = tail.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || b"+#=-".contains(byte)).count();
        if !(1..=LONGEST).contains(&len) {
            return None;
        }
        let mut intended = format!("{}{}", self.slice(range), &tail[..len]);
        let position = self.line.position()?;
        let text = read(&intended)?;
        let play = legal_play(&position, &text)?;
        if text.habits.import_form {
            let after = position.after(&play);
            let half_move = HalfMove { before: &position, play: &play, after: &after, end: text.end };
            intended = self.in_case_of_game(&intended, half_move.spell(self.notation).ok()?);
        }
        Some((range.start..range.end + (rest.len() - tail.len() + len) as u32, intended))
    }
}
