//! NAGs and suffix glyphs (rule C3).

use std::ops::Range;

use super::Judge;
use super::line::Last;
use crate::analysis::{Code, Edit, Fix};
use crate::notation::nag;

impl Judge<'_> {
    #[inline(never)]
    pub(super) fn nag(&mut self, range: Range<u32>) {
        let number = self.slice(&range)[1..].parse::<u32>();
        if !number.is_ok_and(nag::has_meaning) {
            let message = format!("`{}` has no agreed meaning: PGN defines $0 to $139", self.slice(&range));
            self.report.add(Code::UnknownNag, range.clone(), message);
        }
        self.glyph(range);
    }

    #[inline(never)]
    pub(super) fn composite_nag(&mut self, range: Range<u32>) {
        let message = "composite NAGs are not part of VGN 1.0: other programs will not read this one";
        self.report.add(Code::CompositeNag, range.clone(), message);
        self.glyph(range);
    }

    /// `!?` and its like, and the `e.p.` that some write after en passant.
    #[inline(never)]
    pub(super) fn suffix(&mut self, range: Range<u32>) {
        let text = self.slice(&range);
        let cut = self.removal(&range);
        if text.starts_with('e') {
            let message = format!("en passant needs no `{text}` in PGN");
            self.report.add_fixed(Code::ImportFormat, range.clone(), message, || {
                vec![Fix::safe(format!("remove `{text}`"), vec![cut])]
            });
            self.line.move_end = range.end;
            return;
        }
        let Some(number) = nag::of_suffix(text) else {
            let message = format!("`{text}` is not an annotation: expected one of ! ? !! ?? !? ?!");
            self.structure_errors = true;
            self.report.add(Code::StrayText, range.clone(), message);
            return;
        };
        if self.is_vgn() {
            let message = format!("VGN writes the annotation `{text}` as the NAG ${number}");
            let glued = self.text[..range.start as usize].ends_with(|c: char| !c.is_whitespace());
            let spaced = if glued { format!(" ${number}") } else { format!("${number}") };
            let after = self.text[range.end as usize..].starts_with(|c: char| !c.is_whitespace() && c != ')');
            let spaced = if after { spaced + " " } else { spaced };
            let edit = Edit::replace(range.clone(), spaced);
            self.report.add_fixed(Code::SuffixGlyph, range.clone(), message, || {
                vec![Fix::safe(format!("write ${number}"), vec![edit])]
            });
        }
        self.glyph(range);
    }

    /// A glyph stands only after a move or another glyph.
    fn glyph(&mut self, range: Range<u32>) {
        self.line.filled = true;
        if self.line.stray {
            return;
        }
        // Between a number and its half-move, or in the place of the half-move: what comes then is not at fault too.
        self.line.doubtful |= self.line.pending_number.is_some();
        if matches!(self.line.last, Last::Move | Last::Glyph) {
            self.line.last = Last::Glyph;
            self.line.move_end = range.end;
            return;
        }
        let text = self.slice(&range).to_owned();
        let message = format!("`{text}` must stand after a move or another annotation");
        let (cut, place) = (self.removal(&range), self.line.move_end);
        let movable = self.line.last_move.is_some() && self.line.last != Last::Number && place < range.start;
        self.report.add_fixed(Code::NagPlacement, range, message, || match movable {
            true => {
                let insert = if text.starts_with('$') { format!(" {text}") } else { text };
                vec![Fix::safe("move it after its move", vec![Edit::insert(place, insert), cut])]
            }
            false => vec![Fix::choice("remove it", vec![cut])],
        });
    }
}
