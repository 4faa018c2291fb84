//! Fixes applied to a game's bytes.
//!
//! Only what a fix replaces is written anew: every other byte stays as it was, whatever its encoding.

use crate::analysis::{Code, Context, Diagnostic, Edit, Fix, Together, check_binary_game, check_game, line_end_of};
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
            match round(text, binary.map(|_| rest), encoding, job, mending) {
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

/// One round over one game's text, which a binary section may follow; `None` when there is nothing to apply.
fn round(bytes: &[u8], section: Option<&[u8]>, encoding: Encoding, job: &Job, mending: Mending) -> Option<Vec<u8>> {
    // A part of a game that is not UTF-8 can be UTF-8 by itself; its bytes are then the same in both.
    let encoding = if std::str::from_utf8(bytes).is_ok() { Encoding::Utf8 } else { encoding };
    let text = encoding.decode(bytes);
    let context = Context { settings: &job.settings, kind: job.input.kind, fixes: true };
    let report = match section {
        Some(section) => check_binary_game(&text, section, &context),
        None => check_game(&text, &context),
    };
    let mut together = Together::default();
    for diagnostic in &report.diagnostics {
        if let Some(fix) = choose(diagnostic, mending)
            && fix.edits.iter().all(|edit| applicable(edit, &text, encoding))
        {
            together.offer(&fix.edits);
        }
    }
    if together.is_empty() {
        return None;
    }
    let line_end = line_end_of(&*text);
    let locator = Locator::new(bytes, encoding);
    let mut mended = Vec::with_capacity(bytes.len() + 64);
    let mut at = 0;
    for edit in together.into_edits() {
        let place = |offset: u32| locator.byte_offset(offset as usize);
        let (start, end) = (place(edit.range.start), place(edit.range.end));
        mended.extend_from_slice(&bytes[at..start]);
        let replacement = with_line_ends(&edit.text, line_end);
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

fn with_line_ends(text: &str, line_end: &str) -> String {
    text.replace("\r\n", "\n").replace('\n', line_end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_lines_are_written_as_the_game_writes_them() {
        assert_eq!(with_line_ends("a\nb", line_end_of("x\r\ny\n")), "a\r\nb");
        assert_eq!(with_line_ends("a\r\nb", line_end_of("x\ry")), "a\rb");
        assert_eq!(with_line_ends("a\nb", line_end_of("x")), "a\nb");
    }
}
