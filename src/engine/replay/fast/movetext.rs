//! The movetext of a clean game, token by token. Tokens end where the lexer ends them: ambiguous text (`e8(Q)`, `1.5`,
//! `$5.1`) is not clean.

use shakmaty::{Color, Role};

use super::line::PreviousToken;
use super::tokens;
use super::tokens::DigitToken;
use crate::lint::{Event, Events};
use crate::syntax::games::brace_begins_tag;

use super::{CleanGame, Deviation, FastReader, Visitor, comments};

impl<L: Visitor> FastReader<'_, L> {
    /// Reads up to the game's end.
    pub(super) fn movetext(&mut self) -> Option<CleanGame> {
        loop {
            let mut byte = *self.bytes.get(self.at)?;
            if byte == b' ' {
                // Nearly every token follows a blank: the branch by the token's kind is taken once for both.
                self.at += 1;
                byte = *self.bytes.get(self.at)?;
            }
            match byte {
                b' ' | b'\n' | b'\r' | b'\t' => self.at += 1,
                b'a'..=b'h' => self.pawn()?,
                b'N' => self.piece_move(Role::Knight)?,
                b'B' => self.piece_move(Role::Bishop)?,
                b'R' => self.piece_move(Role::Rook)?,
                b'Q' => self.piece_move(Role::Queen)?,
                b'K' => self.piece_move(Role::King)?,
                b'O' => self.castling()?,
                b'0'..=b'9' => match self.number()? {
                    true => {}
                    false => return self.terminator(),
                },
                b'{' => {
                    if self.half_moves == 0 && brace_begins_tag(self.bytes, self.at, self.last)? {
                        return None;
                    }
                    let end = comments::comment(self.bytes, self.at)?;
                    self.comment(end)?;
                }
                b';' => {
                    let end = comments::line_comment(self.bytes, self.at)?;
                    self.comment(end)?;
                }
                b'$' => self.nag()?,
                b'\\' => self.backslash()?,
                b'!' | b'?' => self.suffix()?,
                b'(' => self.open_variation()?,
                b')' => self.close_variation()?,
                b'*' => return self.terminator(),
                _ => return None,
            }
        }
    }

    /// A comment separates a move from its glyphs, but not a number from its half-move.
    fn comment(&mut self, end: usize) -> Option<()> {
        if self.line.last == PreviousToken::Move {
            self.line.last = PreviousToken::Other;
        }
        self.last_comment = self.at..end;
        self.visitor.comment(self.at..end)?;
        self.ask_lints(Events::COMMENT, |reader| Event::Comment(reader.of_game(reader.at..end)))?;
        self.at = end;
        Some(())
    }

    /// Whether the line ends after a comment with a `{` in it: an earlier comment may lack its `}`, and the rest of its
    /// line with it.
    pub(super) fn may_have_lost_its_end(&self) -> bool {
        let std::ops::Range { start, end } = self.last_comment;
        self.bytes.get(start) == Some(&b'{')
            && self.bytes[end..self.at].iter().all(u8::is_ascii_whitespace)
            && memchr::memchr(b'{', &self.bytes[start + 1..end]).is_some()
    }

    /// `12.` before White's half-move, `12...` before Black's (rule C2). False if the token is a terminator.
    #[inline]
    fn number(&mut self) -> Option<bool> {
        let DigitToken::Number { number, color, len } = tokens::digits(&self.bytes[self.at..])? else {
            return Some(false);
        };
        if self.line.last == PreviousToken::Number {
            return None;
        }
        if !self.line.anchored {
            self.anchor_by_number(number, color)?;
        }
        if number != self.line.number || color != self.line.board().turn() {
            self.renumber(number, color)?;
        }
        self.line.last = PreviousToken::Number;
        self.visitor.number(self.at..self.at + len, color);
        self.ask_lints(Events::NUMBER, |reader| Event::Number(reader.of_game(reader.at..reader.at + len)))?;
        self.at += len;
        Some(true)
    }

    /// The first number of the game differs from its position's: later numbers continue from it.
    #[cold]
    fn renumber(&mut self, number: u32, color: Color) -> Option<()> {
        let first = self.half_moves == 0 && self.outer.is_empty();
        if !first || number == 0 || color != self.line.board().turn() {
            return None;
        }
        self.visitor.deviation(Deviation::Numbers { ahead: i64::from(number) - i64::from(self.line.number) })?;
        self.line.number = number;
        Some(())
    }

    /// A NAG with a meaning, after a half-move or another glyph (rule C3).
    fn nag(&mut self) -> Option<()> {
        let (number, len) = tokens::glyph(&self.bytes[self.at..]).filter(|_| self.line.last == PreviousToken::Move)?;
        self.visitor.glyph(self.at..self.at + len, number);
        self.ask_lints(Events::GLYPH, |reader| Event::Glyph(reader.of_game(reader.at..reader.at + len)))?;
        self.at += len;
        Some(())
    }

    /// A `\` before a NAG, which needs none.
    #[cold]
    fn backslash(&mut self) -> Option<()> {
        let [before, _, b'$', ..] = self.bytes.get(self.at.checked_sub(1)?..)? else { return None };
        if !before.is_ascii_whitespace() || self.line.last != PreviousToken::Move {
            return None;
        }
        self.visitor.deviation(Deviation::Backslash)?;
        self.at += 1;
        Some(())
    }

    /// A suffix such as `!?`, after a half-move.
    fn suffix(&mut self) -> Option<()> {
        let (number, len) = tokens::suffix(&self.bytes[self.at..]).filter(|_| self.line.last == PreviousToken::Move)?;
        self.visitor.glyph(self.at..self.at + len, number);
        self.ask_lints(Events::GLYPH, |reader| Event::Glyph(reader.of_game(reader.at..reader.at + len)))?;
        self.at += len;
        Some(())
    }

    fn open_variation(&mut self) -> Option<()> {
        if self.line.last == PreviousToken::Number || self.outer.len() == DEEPEST {
            return None;
        }
        self.visitor.variation(self.at)?;
        let mut inner = self.spare.pop().unwrap_or_default();
        inner.branch();
        self.outer.push(std::mem::replace(self.line, inner));
        self.at += 1;
        self.ask_lints(Events::VARIATION, |reader| Event::Variation(reader.of_game(reader.at - 1..reader.at)))
    }

    fn close_variation(&mut self) -> Option<()> {
        if self.line.last == PreviousToken::Number || self.line.played == 0 || self.may_have_lost_its_end() {
            return None;
        }
        let inner = std::mem::replace(self.line, self.outer.pop()?);
        self.spare.push(inner);
        self.line.last = PreviousToken::Other;
        self.visitor.variation_end(self.at);
        self.at += 1;
        self.ask_lints(Events::VARIATION_END, |reader| Event::VariationEnd(reader.of_game(reader.at - 1..reader.at)))
    }

    /// The variation replaces the last half-move before it, which its first number must name (rule C7).
    fn anchor_by_number(&mut self, number: u32, color: Color) -> Option<()> {
        let outer = self.outer.last()?;
        (outer.last_half_move() == Some((number, color))).then_some(())?;
        self.line.anchor(outer)
    }

    /// Without a number, the variation replaces the last half-move before it.
    pub(super) fn anchor_by_move(&mut self) -> Option<()> {
        self.line.anchor(self.outer.last()?)
    }
}

/// Deeper variations are left to the judge.
const DEEPEST: usize = 100;
