//! Comments with which nothing is wrong.

use crate::analysis::commands;
use crate::syntax::games::closed_comment;

/// The end of the comment whose `{` stands at `open`, if it is closed and its commands have their agreed forms.
#[inline]
pub(super) fn comment(bytes: &[u8], open: usize) -> Option<usize> {
    let end = closed_comment(bytes, open)?;
    let comment = &bytes[open..end];
    if memchr::memchr(b'[', comment).is_some() && commands::faults(std::str::from_utf8(comment).ok()?).next().is_some()
    {
        return None;
    }
    Some(end)
}

/// The end of the line comment at `at`: where its line ends.
pub(super) fn line_comment(bytes: &[u8], at: usize) -> Option<usize> {
    memchr::memchr2(b'\n', b'\r', &bytes[at..]).map(|n| at + n)
}
