//! NAGs and suffix glyphs (rule C3).

use std::borrow::Cow;
use std::ops::Range;

use crate::lint::cause::Cause;
use crate::lint::{Code, Diagnostic, Edit, Event, Fix, Severity};
use crate::notation::nag;
use crate::replay::judge::Judge;
use crate::replay::judge::line::PrecedingToken;
use crate::syntax::is_en_passant_suffix;

impl Judge<'_> {
    #[inline(never)]
    pub(crate) fn nag(&mut self, range: Range<u32>) {
        let number = self.slice(&range)[1..].parse::<u32>();
        if !number.is_ok_and(nag::has_meaning) {
            let message = format!("`{}` has no agreed meaning: PGN defines $0 to $139", self.slice(&range));
            self.report.add(Code::UnknownNag, range.clone(), message);
        }
        self.glyph(range);
    }

    #[inline(never)]
    pub(crate) fn composite_nag(&mut self, range: Range<u32>) {
        let message = "composite NAGs are not part of VGN 1.0: other programs will not read this one";
        self.report.add(Code::CompositeNag, range.clone(), message);
        self.glyph(range);
    }

    /// Judges `!?` and the other suffixes, and the `e.p.` that some write after en passant.
    #[inline(never)]
    pub(crate) fn suffix(&mut self, range: Range<u32>) {
        let text = self.slice(&range);
        let cut = self.removal(&range);
        if is_en_passant_suffix(text) {
            return self.en_passant_suffix(range, cut);
        }
        let Some(number) = nag::of_suffix(text) else {
            let message = format!("`{text}` is not an annotation: expected one of ! ? !! ?? !? ?!");
            self.structure_errors = true;
            self.report.add(Code::StrayText, range.clone(), message);
            return;
        };
        if self.is_vgn() && self.is_glyphs_place() {
            let message = format!("VGN writes the annotation `{text}` as the NAG ${number}");
            let glued = self.text[..range.start as usize].ends_with(|c: char| !c.is_whitespace());
            let spaced = if glued { format!(" ${number}") } else { format!("${number}") };
            let after = self.text[range.end as usize..].starts_with(|c: char| !c.is_whitespace() && c != ')');
            let spaced = if after { spaced + " " } else { spaced };
            let edit = Edit::replace(range.clone(), spaced);
            // Alone, before another word, or behind what is no half-move, it may be a slip for another sign.
            let safe = glued && !after && self.line.is_known();
            self.report.add_fixed(Code::SuffixGlyph, range.clone(), message, || {
                vec![Fix { title: format!("write ${number}"), edits: vec![edit], safe }]
            });
        }
        self.glyph(range);
    }

    /// Judges `e.p.` separate from its half-move, and a check mark after it.
    fn en_passant_suffix(&mut self, range: Range<u32>, cut: Edit) {
        if !self.line.is_known() {
            return;
        }
        let text = self.slice(&range);
        let title = format!("remove `{text}`");
        let Some(is_passant) = self.was_en_passant() else {
            let message = format!("`{text}` belongs after a capture en passant");
            self.report.add_fixed(Code::WrongEnPassant, range, message, || vec![Fix::choice(title, vec![cut])]);
            return;
        };
        let mark = &text[text.trim_end_matches(['+', '#']).len()..];
        let wrong_mark = self.line.position().and_then(|position| match mark {
            "+" | "#" if !position.is_check() => Some("the move does not give check"),
            "+" if position.is_checkmate() => Some("the move is mate"),
            "#" if !position.is_checkmate() => Some("the move is not mate"),
            _ => None,
        });
        let (end, mut edits) = (self.line.move_end, vec![cut]);
        if let Some(position) = self.line.position().map(Cow::into_owned)
            && position.is_check()
            && mark == if position.is_checkmate() { "#" } else { "+" }
            && !self.report.account(&Cause::MarkApart { end }).is_empty()
        {
            edits.insert(0, Edit::insert(end, mark));
            if let Some(last) = &mut self.line.last_move {
                (last.check, last.end) = crate::replay::judge::half_moves::marks::marks_of(&position);
            }
        }
        self.line.move_end = range.end;
        match is_passant {
            true if wrong_mark.is_none() && self.joins_import_form(&range, &edits) => {}
            true => {
                let message = match wrong_mark {
                    None => format!("a capture en passant needs no `{text}`"),
                    Some(why) => format!("a capture en passant needs no `{text}`, and its `{mark}` is wrong: {why}"),
                };
                self.report.add_fixed(Code::ImportFormat, range, message, || vec![Fix::safe(title, edits)]);
            }
            false => {
                let message = format!("the move is not a capture en passant: `{text}` is wrong");
                self.report.add_fixed(Code::WrongEnPassant, range, message, || vec![Fix::choice(title, edits)]);
            }
        }
    }

    /// Joins `e.p.` to the finding of a half-move that is not in export form either. False if there is none.
    fn joins_import_form(&mut self, suffix: &Range<u32>, edits: &[Edit]) -> bool {
        let Some(at) = self.line.last_move.as_ref().map(|last| last.range.clone()) else { return false };
        let is_apart = !self.text[at.end as usize..suffix.start as usize].trim().is_empty();
        let is_moves = |d: &&mut Diagnostic| d.code == Code::ImportFormat && d.range == at;
        if is_apart {
            return false;
        }
        let whole = at.start..suffix.end;
        let (was, is) = (self.slice(&at), self.slice(&whole));
        let Some(found) = self.report.drafts_mut().last_mut().filter(is_moves) else { return false };
        found.message = found.message.replace(&format!("not `{was}`"), &format!("not `{is}`"));
        found.range = whole;
        let more = edits.iter().filter(|edit| edit.range.start > at.end || edit.text.is_empty());
        found.fixes.iter_mut().for_each(|fix| fix.edits.extend(more.clone().cloned()));
        true
    }

    /// Whether the last half-move, before the current word, was a capture en passant. `None` if there is none.
    fn was_en_passant(&self) -> Option<bool> {
        self.line.last_move.as_ref().filter(|_| {
            matches!(self.line.preceding, PrecedingToken::Move | PrecedingToken::Glyph | PrecedingToken::Comment)
        })?;
        let (before, after) = (self.line.boards.back(1).position(), self.line.position());
        let (Some(before), Some(after)) = (before, after) else { return Some(false) };
        Some(before.move_to(after.board()).is_some_and(|m| m.is_en_passant()))
    }

    /// Judges the place of a glyph: after a half-move or another glyph.
    pub(crate) fn glyph(&mut self, range: Range<u32>) {
        self.place_glyph(range.clone());
        self.emit(Event::Glyph(range));
    }

    /// Reports a glyph in the place of the half-move after a number, if the next half-move does not fit.
    #[cold]
    pub(crate) fn half_move_is_glyph(&mut self, number: &Range<u32>, glyph: &Range<u32>) {
        if !self.is_glyph_for_half_move(glyph) {
            return;
        }
        let message =
            format!("no move follows the number `{}`: `{}` stands in its place", self.slice(number), self.slice(glyph));
        self.report.add_at(Severity::Error, Code::MoveNumber, number.clone(), message);
        // The half-move would still be missing with another number.
        if let Some(at) = self.numbering.numbers.iter().rposition(|seen| seen.range == *number) {
            self.numbering.numbers.remove(at);
        }
    }

    /// Accounts for the glyph's wrong place by the half-move that it replaces. False if its place was not reported.
    pub(crate) fn is_glyph_for_half_move(&mut self, glyph: &Range<u32>) -> bool {
        !self.report.account(&Cause::GlyphForHalfMove { glyph }).is_empty()
    }

    fn is_glyphs_place(&self) -> bool {
        matches!(self.line.preceding, PrecedingToken::Move | PrecedingToken::Glyph)
    }

    fn place_glyph(&mut self, range: Range<u32>) {
        self.line.has_content = true;
        if self.line.stray {
            return;
        }
        // The glyph is between a number and its half-move, or replaces the half-move: the next half-move is not at
        // fault too.
        self.line.fault_reported |= self.line.pending_number.is_some();
        if let Some(number) = self.line.pending_number.clone() {
            self.line.glyph_for_move = Some((number, range.clone()));
        }
        if self.is_glyphs_place() {
            self.line.preceding = PrecedingToken::Glyph;
            self.line.move_end = range.end;
            return;
        }
        if self.line.suspicious_comment.as_ref().is_some_and(|comment| self.is_line_comment(comment)) {
            // Its half-move may be in the comment.
            return;
        }
        let text = self.slice(&range).to_owned();
        // A printed glyph may be a slip that belongs to nothing.
        let is_printed = text.starts_with(['!', '?']);
        let message = format!("`{text}` must stand after a move or another annotation");
        // A backslash before it moves with it.
        let backslash = u32::from(self.text[..range.start as usize].ends_with('\\'));
        let whole = range.start - backslash..range.end;
        let (cut, place, vgn) = (self.removal(&whole), self.line.move_end, self.is_vgn());
        let movable =
            self.line.last_move.is_some() && self.line.preceding != PrecedingToken::Number && place < range.start;
        // Next to another glyph both would be read as one.
        let is_half_moves_end = |end: u32| self.line.last_move.as_ref().is_some_and(|last| last.range.end == end);
        let beside_another = !is_half_moves_end(place) || self.line.glyph_moved_to == Some(place);
        if movable {
            self.line.glyph_moved_to = Some(place);
        }
        self.report.add_fixed(Code::NagPlacement, range, message, || match movable {
            true => {
                let insert = match nag::of_suffix(&text) {
                    Some(number) if vgn || beside_another => format!(" ${number}"),
                    Some(_) => text,
                    None => format!(" {text}"),
                };
                let edits = vec![Edit::insert(place, insert), cut];
                vec![Fix { title: "move it after its move".into(), edits, safe: !is_printed }]
            }
            false => vec![Fix::choice("remove it", vec![cut])],
        });
    }
}
