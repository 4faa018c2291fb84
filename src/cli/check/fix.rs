//! Applies fixes to a game's bytes.
//!
//! Only replaced ranges are re-encoded: every other byte stays as it was, whatever its encoding.

use vgn_engine::games::fix_game_counted;
use vgn_engine::lint::{Code, Context, Diagnostic, Fix};
use vgn_engine::source::{Encoding, Locator};

use super::judge::spans_of;
use crate::batch::FileJob;

/// The fixes to apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixScope {
    None,
    /// Fixes that do not change the content of the game.
    Safe,
    /// Also the only fix of every diagnostic that has just one.
    All,
}

/// Maximum number of rounds. A fix can move the end of a game, or of a section; the content of the game then settles in
/// fewer rounds than this.
const ROUNDS: usize = 8;

/// The bytes with all fixes applied, including those for new findings, and the number of findings removed; `None` if
/// nothing changes, or if the fixes never settle: a second run of the program has nothing left to do.
///
/// `glued` is the text that follows the game without white space between; with it the game must end where it does, or
/// in its trailing white space.
pub fn fix(
    bytes: &[u8],
    binary: Option<usize>,
    glued: &[u8],
    job: &FileJob,
    scope: FixScope,
) -> Option<(Vec<u8>, u64)> {
    let (mut after, mut fixed) = fix_once(bytes, binary, job, scope)?;
    for _ in 0..ROUNDS {
        let mut again = Vec::with_capacity(after.len());
        let mut changed = 0;
        for (range, binary) in spans_of(&after) {
            let game = &after[range];
            match fix_once(game, binary, job, scope) {
                Some((next, count)) => {
                    again.extend_from_slice(&next);
                    changed += count.max(1);
                }
                None => again.extend_from_slice(game),
            }
        }
        if changed == 0 {
            if glued.is_empty() || ends_before(&after, glued) {
                return Some((after, fixed));
            }
            // A blank separates what would be one word.
            after.push(b' ');
            return ends_before(&after, glued).then_some((after, fixed));
        }
        (after, fixed) = (again, fixed + changed);
    }
    None
}

/// Whether a game ends at the end of these bytes, or in their trailing white space, if `glued` follows directly.
pub(super) fn ends_before(game: &[u8], glued: &[u8]) -> bool {
    let rest = game.trim_ascii_end().len()..=game.len();
    spans_of(&[game, glued].concat()).any(|(range, _)| rest.contains(&range.end))
}

/// One round, with the games cut as before.
fn fix_once(bytes: &[u8], binary: Option<usize>, job: &FileJob, scope: FixScope) -> Option<(Vec<u8>, u64)> {
    let (text_bytes, section) = bytes.split_at(binary.unwrap_or(bytes.len()).min(bytes.len()));
    let found = Encoding::of(text_bytes);
    let text = found.decode(text_bytes);
    if found != Encoding::Utf8 && has_control_bytes(text_bytes) {
        // The remains of a damaged binary section, which writing text would destroy.
        return None;
    }
    let rewrites = scope == FixScope::All
        && found != Encoding::Utf8
        && job.settings.level(Code::InvalidUtf8).is_some()
        && found.is_plausible_for(text_bytes);
    let (text_bytes, encoding) = if rewrites { (text.as_bytes(), Encoding::Utf8) } else { (text_bytes, found) };
    let context = Context::new(&job.settings, job.input.kind).with_fixes(true);
    let (edits, fixed) = fix_game_counted(&text, binary.map(|_| section), &context, &|diagnostic| {
        choose(diagnostic, scope).filter(|fix| fix.edits.iter().all(|edit| encoding.encode(&edit.text).is_ok()))
    });
    if edits.is_empty() && !rewrites {
        return None;
    }
    let locator = Locator::new(text_bytes, encoding);
    let mut after = Vec::with_capacity(bytes.len() + 64);
    let mut at = 0;
    for edit in &edits {
        let place = |offset: u32| locator.byte_offset(offset as usize);
        after.extend_from_slice(&text_bytes[at..place(edit.range.start)]);
        if let Ok(encoded) = encoding.encode(&edit.text) {
            after.extend_from_slice(&encoded);
        }
        at = place(edit.range.end);
    }
    after.extend_from_slice(&text_bytes[at..]);
    after.extend_from_slice(section);
    (after != bytes).then_some((after, fixed as u64 + u64::from(rewrites)))
}

/// Whether the bytes contain controls that no text has: all except white space, those that steer terminals, and the end
/// of a file.
fn has_control_bytes(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| matches!(byte, 0x00..=0x06 | 0x0e..=0x19 | 0x1c..=0x1f))
}

fn choose(diagnostic: &Diagnostic, scope: FixScope) -> Option<&Fix> {
    match (remedy(diagnostic)?, scope) {
        (fix, _) if fix.safe => Some(fix),
        (fix, FixScope::All) => Some(fix),
        _ => None,
    }
}

/// The fix that is applied with all others: a safe one, or the only one.
pub fn remedy(diagnostic: &Diagnostic) -> Option<&Fix> {
    let safe = diagnostic.fixes.iter().find(|fix| fix.safe);
    match diagnostic.fixes.as_slice() {
        [fix] => Some(fix),
        _ => safe,
    }
}
