//! Converts clean games while they are read, from bytes to bytes.
//!
//! Knows: the events of [`crate::replay::FastPass`], notations of moves. Never knows: trees, resolved games.
//! A game is eligible if it is clean, or if its diagnostics make no difference to a conversion: a missing tag, a wrong
//! mark. Other games, and those with content that requires a decision, are left to [`super::convert_whole`], which
//! produces the same bytes and losses for all eligible games too (`tests/convert`). The encoding does not matter,
//! because text is moved or split only at ASCII bytes.

mod board_tracker;
mod comments;
mod copy;
mod export;
mod repeated_tags;
mod respell;
mod san_deviations;
mod section;
mod section_visitor;
mod spelling;
mod unpacked;

use std::sync::LazyLock;

use shakmaty::variant::Variant;
use shakmaty::{CastlingMode, Setup};

use super::{Loss, Target};
use crate::lint::line_end_of;
use crate::notation::{BinaryStart, Medium, SAN};
use crate::replay::FastPass;
use export::Exporter;
use respell::Respeller;
use section::Sectioner;

/// Converts clean games; reuses its memory for every game.
pub struct PassingConverter {
    fast_pass: FastPass,
    converter: FastConverter,
    /// The text of a game that had a binary section.
    unpacked: Vec<u8>,
}

/// The conversion of a PGN game in SAN.
enum FastConverter {
    /// It remains PGN.
    Copy,
    Respell(Respeller),
    Export(Exporter),
    Section(Sectioner),
}

impl PassingConverter {
    /// The converter for a target, if it supports conversion in passing.
    pub fn new(to: Target) -> Option<PassingConverter> {
        let converter = match to {
            Target::Notation(notation) if *notation == SAN => FastConverter::Copy,
            Target::Notation(notation) if notation.medium == Medium::Binary => {
                FastConverter::Section(Sectioner::new(notation)?)
            }
            Target::Notation(notation) => FastConverter::Respell(Respeller::new(Some(notation))?),
            Target::Pgn | Target::Portable => FastConverter::Export(Exporter::new(to == Target::Portable)),
            Target::Vgn => FastConverter::Respell(Respeller::new(None)?),
        };
        Some(PassingConverter { fast_pass: FastPass::default(), converter, unpacked: Vec::new() })
    }

    /// Converts the game that starts at `at` and appends it to `out`, if that is possible in passing; returns its end.
    /// Else `out` is unchanged. `last`: the text ends where `bytes` end. The tags before a section keep the game's
    /// encoding, which they alone may no longer reveal.
    pub fn game(&mut self, bytes: &[u8], at: usize, last: bool, out: &mut Vec<u8>) -> Option<usize> {
        let start_len = out.len();
        let fast_pass = &mut self.fast_pass;
        let end = match &mut self.converter {
            FastConverter::Copy => copy::copy(fast_pass, bytes, at, last, out),
            FastConverter::Respell(respeller) => respeller.respell(fast_pass, bytes, at, last, out),
            FastConverter::Export(exporter) => exporter.export(fast_pass, bytes, at, last, out),
            FastConverter::Section(sectioner) => sectioner.section(fast_pass, bytes, at, last, out),
        };
        if end.is_none() {
            out.truncate(start_len);
        }
        end
    }

    /// Losses of the last game that was converted, in text order; ranges count its bytes. Only a game that became a
    /// section has any. The caller must ask the user before it uses a game with losses (rule F1).
    pub fn losses(&self) -> &[Loss] {
        match &self.converter {
            FastConverter::Section(sectioner) => &sectioner.losses,
            _ => &[],
        }
    }

    /// Converts a game with a binary section and appends it to `out`, if that is possible in passing. Else `out` is
    /// unchanged. `tags`: the text before the section; `section`: the bytes from there to its end.
    pub fn section(&mut self, tags: &[u8], section: &[u8], out: &mut Vec<u8>) -> Option<()> {
        let FastConverter::Export(exporter) = &mut self.converter else { return None };
        unpacked::unpack(tags, section, &mut self.unpacked)?;
        let start_len = out.len();
        exporter.minds_end = true;
        let end = exporter.export(&mut self.fast_pass, &self.unpacked, 0, true, out);
        exporter.minds_end = false;
        if end != Some(self.unpacked.len()) {
            out.truncate(start_len);
            return None;
        }
        Some(())
    }
}

/// The start of a game without a board in its tags.
fn initial_start() -> BinaryStart<'static> {
    static INITIAL: LazyLock<Setup> = LazyLock::new(Setup::initial);
    BinaryStart { setup: &INITIAL, mode: CastlingMode::Standard, variant: Variant::Chess }
}

/// The line end of the game that starts at `at`, to be verified when the game's end is known. The search is bounded,
/// because otherwise a text without line ends would be scanned for each of its games.
fn line_end_at(bytes: &[u8], at: usize) -> &'static str {
    let far = bytes.len().min(at + 4096);
    line_end_of(&bytes[at..far])
}
