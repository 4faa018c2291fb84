//! A game whose half-moves are all in one notation other than SAN, without a tag `MoveFormat`: this is the only fault,
//! and no fix rewrites the moves unasked.

use crate::lint::cause::Cause;
use crate::lint::{Code, Edit, Fix};
use crate::notation::{Codec, FCN, LAN, MCN, Notation, SAN, UCI};
use crate::replay::judge::Judge;
use crate::replay::judge::letters::move_texts::MoveTexts;

/// The notations that are tried. In a PGN game, notations that PGN's readers read as SAN are no fault of this kind.
const OF_VGN: [&Notation; 4] = [&FCN, &LAN, &UCI, &MCN];
const OF_PGN: [&Notation; 1] = [&FCN];

impl Judge<'_> {
    /// Reports such a game after it has been read in SAN.
    pub(crate) fn unsaid_notation(&mut self) {
        let has_format = self.tags.get(self.text, "MoveFormat").is_some();
        if self.silent || has_format || *self.notation != SAN || self.counts.half_moves < 2 {
            return;
        }
        let is_sign = |code: Code| matches!(code, Code::ImportFormat | Code::InvalidMoveText);
        let signs = self.report.drafts().iter().filter(|found| is_sign(found.code));
        if signs.count() * 2 < self.counts.half_moves as usize {
            return;
        }
        let written = MoveTexts::read(self.text);
        let reads_all = |notation: &&&Notation| match notation.codec {
            Codec::Moves { read, .. } => {
                written.moves.iter().all(|text| read(text).is_some_and(|read| !read.habits.import_form))
            }
            Codec::Boards { .. } | Codec::Binary { .. } => false,
        };
        let tried: &[&Notation] = if self.is_vgn() { &OF_VGN } else { &OF_PGN };
        let (Some(notation), Some(first)) = (tried.iter().find(reads_all), written.moves.first()) else { return };
        let start = (first.as_ptr().addr() - self.text.as_ptr().addr()) as u32;
        let range = start..start + first.len() as u32;
        let last = self.tags.list.last().map(|tag| tag.range.end);
        self.report.account(&Cause::ReadOtherwise { movetext: last.unwrap_or(0) });
        let name = notation.name;
        let message = format!("the half-moves of this game are written in {name}, but no tag `MoveFormat` says so");
        let line_end = self.line_end();
        self.fixed(Code::InvalidMoveText, range, message, || {
            let tag = |at: u32| Edit::insert(at, format!("{line_end}[MoveFormat \"{name}\"]"));
            let fix = |at: u32| Fix::choice(format!("insert the tag `[MoveFormat \"{name}\"]`"), vec![tag(at)]);
            last.map(fix).into_iter().collect()
        });
    }
}
