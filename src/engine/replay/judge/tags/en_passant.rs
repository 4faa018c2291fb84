//! En passant squares of set-up boards that no double step can have made.

use shakmaty::Setup;

use crate::lint::{Code, Edit, Fix};
use crate::replay::judge::Judge;
use crate::rules::{Variant, impossible_en_passant};
use crate::syntax::tag_list::Tag;

impl Judge<'_> {
    /// Removes an impossible en passant square from the board of the tag, and reports it.
    pub(crate) fn drop_impossible_en_passant(&mut self, tag: &Tag, setup: &mut Setup, variant: Variant) {
        let Some(square) = setup.ep_square.filter(|_| impossible_en_passant(setup, variant)) else { return };
        setup.ep_square = None;
        let raw = tag.raw(self.text);
        let found =
            raw.rfind(&format!(" {square}")).or_else(|| raw.rfind(&format!(" {}", square.to_string().to_uppercase())));
        let part = found.map_or(0..0, |at| at + 1..at + 3);
        let range = tag.part(self.text, part.clone());
        let message = format!("no pawn can have just moved two squares past the en passant square {square}");
        self.report.add_fixed(Code::ImpossibleEnPassant, range.clone(), message, || {
            // Another square may be meant, or the other side to move.
            let removal = Fix::choice("write `-`", vec![Edit::replace(range, "-")]);
            if part.is_empty() { Vec::new() } else { vec![removal] }
        });
    }
}
