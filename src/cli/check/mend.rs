//! Fixes applied to a game's bytes.
//!
//! Only what a fix replaces is written anew: every other byte stays as it was, whatever its encoding.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::analysis::{Code, Context, Diagnostic, Edit, Fix, check_game};
use crate::source::{Encoding, Locator};

use super::Job;
use super::judge::spans_of;

/// Which fixes are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mending {
    None,
    /// Those that do not change what the game says.
    Safe,
    /// Besides, the only fix of every diagnostic that has just one.
    All,
}

/// A fix can bring up another; it settles long before so many rounds, unless two fixes undo one another.
const ROUNDS: usize = 10;

/// The bytes with all fixes applied, round after round until none is left; `None` when nothing changes.
pub fn mend(bytes: &[u8], binary: Option<usize>, job: &Job, mending: Mending) -> Option<Vec<u8>> {
    let mut current = bytes.to_vec();
    let text = &bytes[..binary.unwrap_or(bytes.len()).min(bytes.len())];
    let found = Encoding::of(text);
    let mut changed = false;
    let mut encoding = found;
    if mending == Mending::All && found != Encoding::Utf8 && job.settings.level(Code::InvalidUtf8).is_some() {
        current = [found.decode(text).as_bytes(), &bytes[text.len()..]].concat();
        encoding = Encoding::Utf8;
        changed = true;
    }
    for _ in 0..ROUNDS {
        let mut next = Vec::with_capacity(current.len() + 64);
        let mut applied = false;
        for (range, binary) in spans_of(&current) {
            let game = &current[range];
            let (text, rest) = game.split_at(binary.unwrap_or(game.len()).min(game.len()));
            match round(text, encoding, job, mending) {
                Some(mended) => {
                    applied = true;
                    next.extend_from_slice(&mended);
                }
                None => next.extend_from_slice(text),
            }
            next.extend_from_slice(rest);
        }
        if !applied || next == current {
            break;
        }
        changed = true;
        current = next;
    }
    (changed && current != bytes).then_some(current)
}

/// One round over one game's text; `None` when there is nothing to apply.
fn round(bytes: &[u8], encoding: Encoding, job: &Job, mending: Mending) -> Option<Vec<u8>> {
    // A part of a game that is not UTF-8 can be UTF-8 by itself; its bytes are then the same in both.
    let encoding = if std::str::from_utf8(bytes).is_ok() { Encoding::Utf8 } else { encoding };
    let text = encoding.decode(bytes);
    let context = Context { settings: &job.settings, kind: job.input.kind, fixes: true };
    let report = check_game(&text, &context);
    let mut accepted = Accepted::default();
    for diagnostic in &report.diagnostics {
        if let Some(fix) = choose(diagnostic, mending)
            && fix.edits.iter().all(|edit| applicable(edit, &text, encoding))
        {
            accepted.offer(&fix.edits);
        }
    }
    if accepted.edits.is_empty() {
        return None;
    }
    let line_end = line_end(bytes);
    let locator = Locator::new(bytes, encoding);
    let mut mended = Vec::with_capacity(bytes.len() + 64);
    let mut at = 0;
    for ((start, end), replacement) in accepted.edits {
        let (start, end) = (locator.byte_offset(start), locator.byte_offset(end));
        mended.extend_from_slice(&bytes[at..start]);
        let replacement = with_line_ends(replacement, line_end);
        if let Ok(encoded) = encoding.encode(&replacement) {
            mended.extend_from_slice(&encoded);
        }
        at = end;
    }
    mended.extend_from_slice(&bytes[at..]);
    Some(mended)
}

fn choose(diagnostic: &Diagnostic, mending: Mending) -> Option<&Fix> {
    let safe = diagnostic.fixes.iter().find(|fix| fix.safe);
    match (safe, mending, diagnostic.fixes.as_slice()) {
        (Some(fix), ..) => Some(fix),
        (None, Mending::All, [fix]) => Some(fix),
        _ => None,
    }
}

/// The edit lies in the text, and its replacement can be written in the encoding.
fn applicable(edit: &Edit, text: &str, encoding: Encoding) -> bool {
    text.get(edit.range.start as usize..edit.range.end as usize).is_some() && encoding.encode(&edit.text).is_ok()
}

/// Edits that do not touch one another: replacement by range, in the order of the text.
#[derive(Default)]
struct Accepted<'a> {
    edits: BTreeMap<(usize, usize), &'a str>,
}

impl<'a> Accepted<'a> {
    /// Takes all of a fix's edits, or none; what is turned away comes again in the next round.
    fn offer(&mut self, edits: &'a [Edit]) {
        let ranges = || edits.iter().map(|edit| edit.range.start as usize..edit.range.end as usize);
        if ranges().all(|range| self.is_free(&range)) && ranges().is_sorted_by(|a, b| a.end <= b.start) {
            for (range, edit) in ranges().zip(edits) {
                self.edits.insert((range.start, range.end), &edit.text);
            }
        }
    }

    /// Nothing overlaps the range, and nothing is inserted where it starts or ends.
    fn is_free(&self, range: &Range<usize>) -> bool {
        let before = self.edits.range(..=(range.end, usize::MAX)).next_back();
        before.is_none_or(|((_, end), _)| *end < range.start)
    }
}

/// The line end that the game uses first; `\n` if it has none.
fn line_end(bytes: &[u8]) -> &'static str {
    match memchr::memchr2(b'\n', b'\r', bytes) {
        Some(at) if bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n') => "\r\n",
        Some(at) if bytes[at] == b'\r' => "\r",
        _ => "\n",
    }
}

fn with_line_ends(text: &str, line_end: &str) -> String {
    text.replace("\r\n", "\n").replace('\n', line_end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(range: Range<u32>, text: &str) -> Edit {
        Edit { range, text: text.into() }
    }

    #[test]
    fn overlapping_and_touching_edits_wait_for_the_next_round() {
        let fixes = [
            vec![edit(5..8, "a"), edit(12..12, "b")],
            vec![edit(7..9, "overlaps")],
            vec![edit(8..9, "touches")],
            vec![edit(0..4, "free"), edit(12..13, "its second edit touches")],
            vec![edit(12..12, "the same place")],
            vec![edit(2..4, "free")],
            vec![edit(20..22, "also free"), edit(21..23, "but overlaps itself")],
        ];
        let mut accepted = Accepted::default();
        for edits in &fixes {
            accepted.offer(edits);
        }
        let taken: Vec<(usize, usize)> = accepted.edits.into_keys().collect();
        assert_eq!(taken, [(2, 4), (5, 8), (12, 12)]);
    }

    #[test]
    fn new_lines_are_written_as_the_game_writes_them() {
        assert_eq!(with_line_ends("a\nb", line_end(b"x\r\ny\n")), "a\r\nb");
        assert_eq!(with_line_ends("a\r\nb", line_end(b"x\ry")), "a\rb");
        assert_eq!(with_line_ends("a\nb", line_end(b"x")), "a\nb");
    }
}
