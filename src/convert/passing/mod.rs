//! Clean games converted while they are read, from bytes to bytes.
//!
//! Knows: what [`crate::analysis::FastPass`] tells of a game, notations of moves. Never knows: trees, resolved games,
//! losses. A game passes if it is clean, or if what a check finds in it means the same to a conversion: a tag that is
//! missing, a mark that is wrong. Games that are not, and those with something in a place where a conversion would have
//! to weigh what to do, are left to [`super::convert_whole`], which gives the same bytes for all others too
//! (`tests/convert`). The encoding does not matter: what is moved or broken here is so at bytes of ASCII.

mod amended;
mod comments;
mod copy;
mod export;
mod respell;
mod section;
mod spelling;
mod unpacked;

use std::sync::LazyLock;

use shakmaty::variant::Variant;
use shakmaty::{CastlingMode, Setup};

use super::Target;
use crate::analysis::{FastPass, line_end_of};
use crate::notation::{BinaryStart, Medium, SAN};
use export::Exporter;
use respell::Respeller;
use section::Sectioner;

/// Converts clean games; keeps its memory from game to game.
pub struct Passing {
    fast_pass: FastPass,
    way: Way,
    /// The text of a game that was a section.
    unpacked: Vec<u8>,
}

/// What becomes of a game, which is one of PGN and in SAN.
enum Way {
    /// It stays one.
    Copy,
    Respell(Respeller),
    Export(Exporter),
    Section(Sectioner),
}

impl Passing {
    /// For a target, if games can be converted to it in passing.
    pub fn new(to: Target) -> Option<Passing> {
        let way = match to {
            Target::Notation(notation) if *notation == SAN => Way::Copy,
            Target::Notation(notation) if notation.medium == Medium::Binary => Way::Section(Sectioner::new(notation)?),
            Target::Notation(notation) => Way::Respell(Respeller::new(Some(notation))?),
            Target::Pgn => Way::Export(Exporter::new()),
            Target::Vgn => Way::Respell(Respeller::new(None)?),
        };
        Some(Passing { fast_pass: FastPass::default(), way, unpacked: Vec::new() })
    }

    /// Converts the game that starts at `at`, if that can be done in passing: its end, the converted game being added
    /// to `out`. Else `out` stays as it was. `last`: the text ends where `bytes` end.
    pub fn game(&mut self, bytes: &[u8], at: usize, last: bool, out: &mut Vec<u8>) -> Option<usize> {
        let begun = out.len();
        let fast_pass = &mut self.fast_pass;
        let end = match &mut self.way {
            Way::Copy => copy::copy(fast_pass, bytes, at, last, out),
            Way::Respell(respeller) => respeller.respell(fast_pass, bytes, at, last, out),
            Way::Export(exporter) => exporter.export(fast_pass, bytes, at, last, out),
            Way::Section(sectioner) => sectioner.section(fast_pass, bytes, at, last, out),
        };
        if end.is_none() {
            out.truncate(begun);
        }
        end
    }

    /// Converts a game with a binary section, if that can be done in passing: it is added to `out`. Else `out` stays as it
    /// was. `tags`: its text before the section; `section`: the bytes from there to its end.
    pub fn section(&mut self, tags: &[u8], section: &[u8], out: &mut Vec<u8>) -> Option<()> {
        let Way::Export(exporter) = &mut self.way else { return None };
        unpacked::unpack(tags, section, &mut self.unpacked)?;
        let begun = out.len();
        exporter.minds_end = true;
        let end = exporter.export(&mut self.fast_pass, &self.unpacked, 0, true, out);
        exporter.minds_end = false;
        if end != Some(self.unpacked.len()) {
            out.truncate(begun);
            return None;
        }
        Some(())
    }
}

/// What a game without a board in its tags starts from.
fn initial_start() -> BinaryStart<'static> {
    static INITIAL: LazyLock<Setup> = LazyLock::new(Setup::initial);
    BinaryStart { setup: &INITIAL, mode: CastlingMode::Standard, variant: Variant::Chess }
}

/// The line end of the game that starts at `at`, which is to be held against the game when its end is known: nobody
/// looks far for it, as a text without any would be looked through for each of its games.
fn line_end_at(bytes: &[u8], at: usize) -> &'static str {
    let far = bytes.len().min(at + 4096);
    line_end_of(&bytes[at..far])
}
