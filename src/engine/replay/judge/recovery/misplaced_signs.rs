//! A sign of a half-move or of a NAG one place from where it belongs (rule C6), or `=` typed for `+`: one finding for
//! all parts.

use std::ops::Range;

use crate::lint::cause::Cause;
use crate::lint::{Code, Edit, Fix};
use crate::notation::{SAN, nag};
use crate::replay::judge::Judge;
use crate::replay::judge::half_moves::coordinates::legal_play;
use crate::replay::judge::line::PrecedingToken;
use crate::rules::Position;
use crate::syntax::Token;

/// Maximum length of the text after the blank, in bytes.
const LONGEST: usize = 8;

impl Judge<'_> {
    /// The token is inside text that was reported as a whole, and has no meaning of its own.
    #[inline]
    pub(crate) fn is_in_reported(&self, token: Token, at: u32) -> bool {
        self.causes.reported_text.as_ref().is_some_and(|text| text.contains(&at))
            && matches!(
                token,
                Token::Move | Token::MoveNumber | Token::Periods | Token::Suffix | Token::Nag | Token::Stray
            )
    }

    /// Reports a piece letter at the end of the half-move before its own: `e5N f3` for `e5 Nf3`. False if the half-move
    /// is impossible, and the text after the letter is a possible half-move without it.
    pub(crate) fn report_late_blank(&mut self, letter: &Range<u32>) -> bool {
        let is_glued = self.line.preceding == PrecedingToken::Move
            && self.line.last_move.as_ref().is_some_and(|last| last.range.end == letter.start);
        if *self.notation != SAN
            || !is_glued
            || self.line.stray
            || !self.slice(letter).starts_with(['K', 'Q', 'R', 'B', 'N'])
        {
            return false;
        }
        let Some((whole, intended)) = self.text_around_blank(letter) else { return false };
        let (is_legal, is_legal_without) = match self.line.position() {
            Some(position) => (self.can_play(&position, &intended), self.can_play(&position, &intended[1..])),
            None => return false,
        };
        if !is_legal && is_legal_without {
            return false;
        }
        let glyph = match nag::of_printed(self.slice(letter), self.glyphs_mover()).filter(|_| is_legal_without) {
            Some(number) => self.nags_for(letter, &format!("${number}")).map(|edits| (number, edits)),
            None => None,
        };
        self.report_separated_letter(whole, &intended, is_legal, glyph);
        // The next half-move is unknown.
        self.line.lose_board();
        true
    }

    /// Same as [`Self::report_late_blank`] for a letter that was read as a promotion: `e5Q h5`. `after` is the position
    /// after the half-move without it.
    pub(crate) fn report_late_blank_after_promotion(&mut self, half_move: &Range<u32>, after: &Position) -> bool {
        if !self.slice(half_move).is_ascii() {
            return false;
        }
        let letter = half_move.end - 1..half_move.end;
        let Some((whole, intended)) = self.text_around_blank(&letter) else { return false };
        let is_intended = !self.slice(half_move).contains('=') && self.can_play(after, &intended);
        if is_intended {
            self.report_separated_letter(whole, &intended, true, None);
        }
        is_intended
    }

    /// The range of the letter, the blank after it and the text after the blank, and the half-move that they form
    /// without the blank.
    fn text_around_blank(&self, letter: &Range<u32>) -> Option<(Range<u32>, String)> {
        let after = self.text[letter.end as usize..].strip_prefix([' ', '\n'])?;
        let len = after.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || b"+#=-".contains(byte)).count();
        let ends = after[len..].chars().next().is_none_or(|next| next.is_whitespace() || "!?$)".contains(next));
        let intended = [self.slice(letter), &after[..len]].concat();
        let is_half_move = (1..=LONGEST).contains(&len) && ends && self.read_text(&intended).is_some();
        is_half_move.then(|| (letter.start..letter.end + 1 + len as u32, intended))
    }

    fn can_play(&self, position: &Position, text: &str) -> bool {
        self.read_text(text).is_some_and(|read| legal_play(position, &read).is_some())
    }

    fn report_separated_letter(
        &mut self,
        whole: Range<u32>,
        intended: &str,
        is_legal: bool,
        glyph: Option<(u32, Vec<Edit>)>,
    ) {
        let written = self.slice(&whole).replace('\n', " ");
        let message = match (is_legal, &glyph) {
            (false, _) => format!("`{written}` is not a move, and `{intended}` is not legal here"),
            (true, None) => format!("the blank is one place too late in `{written}`: did you mean `{intended}`?"),
            (true, Some((number, _))) => {
                format!(
                    "the blank is one place too late in `{written}`: did you mean `{intended}`, or the NAG `${number}`?"
                )
            }
        };
        let moved = Edit::replace(whole.clone(), format!(" {intended}"));
        let moved = is_legal.then(|| Fix::choice(format!("write `{intended}`"), vec![moved]));
        let glyph = glyph.map(|(number, edits)| Fix::choice(format!("write `${number}`"), edits));
        self.report.add_fixed(Code::InvalidMoveText, whole, message, || moved.into_iter().chain(glyph).collect());
    }

    /// Reports a number followed by the `$` of a NAG: `e4 2$` for `e4 $2`. False if no half-move precedes it.
    pub(crate) fn report_reversed_nag(&mut self, number: &Range<u32>) -> bool {
        let after = &self.text[number.end as usize..];
        let is_apart = |rest: &str| rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || c == ')');
        let digits = self.slice(number);
        let is_nag = after.strip_prefix('$').is_some_and(is_apart) && digits.parse().is_ok_and(nag::has_meaning);
        if !is_nag || self.line.pending_number.is_some() || self.line.last_move.is_none() || self.line.stray {
            return false;
        }
        let whole = number.start..number.end + 1;
        let intended = format!("${digits}");
        let message = format!("`{digits}$` is not part of a game: did you mean the NAG `{intended}`?");
        let edit = Edit::replace(whole.clone(), intended.as_str());
        self.report_fixed(Code::StrayText, whole.clone(), message, || {
            vec![Fix::choice(format!("write `{intended}`"), vec![edit])]
        });
        self.causes.reported_text = Some(whole);
        true
    }

    /// Reports `=` at the end of a half-move that gives check: a slip for `+`, or the glyph for a drawish position.
    /// False if it is something else.
    pub(crate) fn report_equals_for_check_mark(&mut self, range: &Range<u32>) -> bool {
        let end = range.start;
        if self.slice(range) != "=" || self.report.account(&Cause::MarkApart { end }).is_empty() {
            return false;
        }
        let message = "`=` stands in the place of the check mark: did you mean `+`?";
        let mark = Edit::replace(range.clone(), "+");
        self.report_fixed(Code::StrayText, range.clone(), message, || {
            let glyph = Edit::replace(range.clone(), "+ $10");
            vec![Fix::choice("write `+`", vec![mark]), Fix::choice("write `+` and `$10`", vec![glyph])]
        });
        true
    }
}
