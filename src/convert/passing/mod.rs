//! Clean games converted while they are read, from bytes to bytes.
//!
//! Only what is plain is done so: games of which [`crate::analysis::Cleaner`] says that nothing is wrong with them, in
//! UTF-8, and without what a conversion has to move or to weigh. All else is left to [`super::convert_whole`], which gives
//! the same bytes for these games too (`tests/convert`).

mod export;
mod respell;

use super::Target;
use crate::analysis::Cleaner;
use crate::notation::{Medium, SAN, Says};

/// Converts clean games; keeps its memory from game to game.
pub struct Passing {
    cleaner: Cleaner,
    to: Target,
}

impl Passing {
    /// For a target, if games can be converted to it in passing.
    pub fn new(to: Target) -> Option<Passing> {
        let plain = match to {
            Target::Notation(notation) => notation.medium == Medium::Text && notation.says == Says::Moves,
            Target::Pgn | Target::Vgn => true,
        };
        plain.then(|| Passing { cleaner: Cleaner::default(), to })
    }

    /// Converts the game that starts at `at`, if that can be done in passing: its end, the converted game being added to
    /// `out`. Else `out` stays as it was. `last`: the text ends where `bytes` end.
    pub fn game(&mut self, bytes: &[u8], at: usize, last: bool, out: &mut Vec<u8>) -> Option<usize> {
        let begun = out.len();
        let end = match self.to {
            // A clean game is one in SAN, and in export form.
            Target::Notation(notation) if *notation == SAN => {
                let end = self.cleaner.game(bytes, at, last)?.end;
                out.extend_from_slice(&bytes[at..end]);
                Some(end)
            }
            Target::Pgn => export::export(&mut self.cleaner, bytes, at, last, out),
            Target::Vgn => respell::respell(&mut self.cleaner, bytes, at, last, None, out),
            Target::Notation(to) => respell::respell(&mut self.cleaner, bytes, at, last, Some(to), out),
        };
        let end = end.filter(|end| std::str::from_utf8(&bytes[at..*end]).is_ok());
        if end.is_none() {
            out.truncate(begun);
        }
        end
    }
}
