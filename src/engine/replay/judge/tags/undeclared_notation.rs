//! A game whose half-moves are all in one notation other than SAN, without a tag `MoveFormat`: this is the only fault,
//! and no fix rewrites the moves unasked.

use crate::lint::cause::Cause;
use crate::lint::{Code, Edit, Fix};
use crate::notation::{Codec, MoveText, Notation, REGISTRY, SAN};
use crate::replay::judge::Judge;
use crate::replay::judge::letters::move_texts::MoveTexts;

/// The reader of a notation in text, of half-moves.
fn reader(notation: &Notation) -> Option<fn(&str) -> Option<MoveText>> {
    match notation.codec {
        Codec::Moves { read, .. } => Some(read),
        Codec::Boards { .. } | Codec::Binary { .. } => None,
    }
}

/// Whether PGN's readers take half-moves of a notation for SAN: then the notation is no fault in a PGN game.
fn passes_for_san(notation: &Notation) -> bool {
    reader(&SAN).is_some_and(|read| read(notation.example).is_some())
}

impl Judge<'_> {
    /// Reports such a game after it has been read in SAN.
    pub(crate) fn undeclared_notation(&mut self) {
        let has_format = self.tags.get(self.text, "MoveFormat").is_some();
        if self.moves_unjudged || has_format || *self.notation != SAN || self.counts.half_moves < 2 {
            return;
        }
        let is_sign = |code: Code| matches!(code, Code::ImportFormat | Code::InvalidMoveText);
        let signs = self.report.drafts().iter().filter(|found| is_sign(found.code));
        if signs.count() * 2 < self.counts.half_moves as usize {
            return;
        }
        let written = MoveTexts::read(self.text);
        let is_vgn = self.is_vgn();
        let reads_all = |notation: &&&Notation| {
            let is_read = |text: &&str| reader(notation)?(text).filter(|read| !read.habits.import_form);
            (is_vgn || !passes_for_san(notation)) && written.moves.iter().all(|text| is_read(text).is_some())
        };
        let other = REGISTRY.iter().filter(|notation| **notation != &SAN).find(reads_all);
        let (Some(notation), Some(first)) = (other, written.moves.first()) else { return };
        let start = (first.as_ptr().addr() - self.text.as_ptr().addr()) as u32;
        let range = start..start + first.len() as u32;
        let last = self.tags.list.last().map(|tag| tag.range.end);
        self.report.account(&Cause::ReadOtherwise { movetext: last.unwrap_or(0) });
        let name = notation.name;
        let message = format!("the half-moves of this game are written in {name}, but no tag `MoveFormat` says so");
        let line_end = self.line_end();
        self.report_fixed(Code::InvalidMoveText, range, message, || {
            let tag = |at: u32| Edit::insert(at, format!("{line_end}[MoveFormat \"{name}\"]"));
            let fix = |at: u32| Fix::choice(format!("insert the tag `[MoveFormat \"{name}\"]`"), vec![tag(at)]);
            last.map(fix).into_iter().collect()
        });
    }
}
