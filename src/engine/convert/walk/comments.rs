//! The comments of a walk over movetext: those of a VGN game stand behind Black's half-move and name their own (rule C4).

use shakmaty::Color;

use super::MovetextWalk;
use super::frame::LastToken;
use crate::convert::edits::Edits;
use crate::convert::outcome::Loss;
use crate::convert::placement::comments::{
    CommentTarget, MovedComment, PendingComment, inline, line_comment, move_behind,
};
use crate::convert::target::FormatChange;
use crate::replay::after::{CommentedMove, begins_with_after, with_after, without_after};
use crate::score::{OutlineToken, slice};
use crate::syntax::Token;

impl MovetextWalk<'_, '_> {
    pub fn comment(&mut self, item: &OutlineToken) {
        match self.plan.layout {
            FormatChange::Keep => {}
            FormatChange::Vgn => self.comment_in_vgn(item),
            FormatChange::Pgn => self.comment_in_pgn(item),
        }
    }

    fn comment_in_vgn(&mut self, item: &OutlineToken) {
        if self.frames.last().is_some_and(|frame| frame.last != LastToken::Number) {
            self.settle();
        }
        let text = slice(self.text, &item.range);
        let Some(frame) = self.frames.last_mut() else { return };
        let named = if self.plan.commands { frame.nameable.of_comment(text) } else { None };
        let (range, names) = (item.range.clone(), frame.nameable.last());
        let is_carried = self.plan.carried.contains(&range.start);
        let mut held = PendingComment { range, written: None, names, is_carried };
        if item.token == Token::Escape {
            held.written = Some(line_comment(text));
        }
        if named.is_some() {
            held.names = None;
        } else if !self.plan.commands
            && begins_with_after(text.as_bytes())
            && let Some(last) = held.names
        {
            self.losses.extend(held.unnamed_loss());
            held.names = None;
            // Text of the comment that looks like the command must not be taken for one.
            held.written = Some(with_after(held.written.as_deref().unwrap_or(text), last));
        }
        if let Some(written) = &held.written {
            self.edits.replace(item.range.clone(), written.as_str());
        }
        match frame.last {
            LastToken::Terminator | LastToken::Stray | LastToken::GlyphOfNumber => return,
            LastToken::Number => {
                frame.after_number.push(held);
                return;
            }
            // Behind one more half-move, its command would name none.
            _ if named == Some(CommentedMove::BeforeLast) => {}
            _ if frame.color == Color::Black && frame.played > 0 => frame.after_white.push(held),
            _ => {}
        }
        frame.last = LastToken::Other;
    }

    /// A comment behind a half-move that cannot be written is lost with it, unless it names one before it.
    pub fn comment_in_cut(&mut self, item: &OutlineToken) {
        let text = slice(self.text, &item.range);
        let frame = self.frames.last_mut().filter(|frame| frame.cut.is_some() && self.plan.commands);
        let names = frame.as_ref().and_then(|frame| frame.nameable.of_comment(text));
        if let (Some(names), Some(frame), FormatChange::Pgn) = (names, frame, self.plan.layout) {
            let kept = [MovedComment { range: item.range.clone(), written: without_after(text) }];
            let place = &frame.ends[usize::from(names == CommentedMove::BeforeLast)];
            return move_behind(self.text, &kept, place, self.plan.line_end, self.edits);
        }
        if let Some(rest) = self.rest_of_cut() {
            rest.comments += 1;
        }
    }

    /// In PGN, a comment behind its half-move needs no command.
    fn comment_in_pgn(&mut self, item: &OutlineToken) {
        let text = slice(self.text, &item.range);
        let Some(frame) = self.frames.last_mut() else { return };
        let names = if self.plan.commands { frame.nameable.of_comment(text) } else { None };
        let is_carried = self.plan.carried.contains(&item.range.start);
        if names == Some(CommentedMove::BeforeLast) && !is_carried {
            return frame.moved_back.push(MovedComment { range: item.range.clone(), written: without_after(text) });
        }
        if names.is_some() {
            self.edits.replace(item.range.clone(), without_after(text));
        }
        if names == Some(CommentedMove::BeforeLast) {
            return;
        }
        frame.ends[0] = CommentTarget { at: item.range.end, after_line_comment: item.token != Token::BraceComment };
    }

    /// Ends a half-move with its annotations, and inserts the comments that belong behind them.
    pub fn settle(&mut self) {
        let Some(frame) = self.frames.last_mut().filter(|frame| !frame.misplaced.is_empty()) else { return };
        let misplaced = std::mem::take(&mut frame.misplaced);
        self.losses.extend(misplaced.iter().filter_map(PendingComment::unnamed_loss));
        let moved: Vec<MovedComment> = misplaced.into_iter().map(|held| held.named(self.text)).collect();
        let place = CommentTarget { at: frame.move_end, after_line_comment: false };
        move_behind(self.text, &moved, &place, self.plan.line_end, self.edits);
    }

    /// Moves comments back behind the half-move before the last one.
    pub fn settle_back(&mut self) {
        let Some(frame) = self.frames.last_mut().filter(|frame| !frame.moved_back.is_empty()) else { return };
        let back = std::mem::take(&mut frame.moved_back);
        move_behind(self.text, &back, &frame.ends[1], self.plan.line_end, self.edits);
    }
}

/// Names the half-move of a comment that moves with the variation before it.
pub fn carry(text: &str, held: PendingComment, edits: &mut Edits<'_>, losses: &mut Vec<Loss>) {
    losses.extend(held.unnamed_loss());
    let MovedComment { range, written } = held.named(text);
    edits.forget(&range);
    edits.replace(range, inline(&written).unwrap_or(written));
}
