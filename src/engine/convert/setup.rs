//! The set-up board: `SetUp "1"` and `FEN` in PGN, the board in `SetUp` itself in VGN (rules B6 and B7).

use super::outcome::{Loss, Refusal};
use crate::notation::{Codec, EndMark, FEN, SpelledBoard};
use crate::replay::Resolved;
use crate::score::{SourceOutline, TagRanges};

/// A game's set-up board in its tags.
pub(super) struct SetupTags<'o> {
    pub setup: Option<&'o TagRanges>,
    pub fen: Option<&'o TagRanges>,
    /// Whether `SetUp` is PGN's flag rather than a board.
    pub flag: bool,
}

impl<'o> SetupTags<'o> {
    pub(super) fn of(text: &str, outline: &'o SourceOutline) -> SetupTags<'o> {
        let (setup, fen) = (outline.tag(text, "SetUp"), outline.tag(text, "FEN"));
        let flag = setup.is_some_and(|tag| matches!(tag.value(text).trim(), "0" | "1" | "" | "?"));
        SetupTags { setup, fen, flag }
    }
}

/// The value of the `FEN` tag for the board of a `SetUp` tag, as written between the quotes, and its losses.
///
/// # Errors
///
/// When the board cannot be read.
pub(super) fn fen_of(
    text: &str,
    tag: &TagRanges,
    resolved: &Resolved,
    terminator: &str,
) -> Result<(String, Option<Loss>), Refusal> {
    let raw = tag.raw(text);
    // In PGN it stands as it is, even if it cannot be read.
    if let Some((name, board)) = raw.split_once(':')
        && name.trim().eq_ignore_ascii_case("FEN")
    {
        return Ok((board.to_owned(), None));
    }
    let unread = || {
        Refusal::new(
            tag.value.clone(),
            "the board in `SetUp` cannot be read, so it cannot be written in PGN's tag `FEN`",
        )
    };
    let start = resolved.start.as_ref().ok_or_else(unread)?;
    let Codec::Boards { write, .. } = FEN.codec else { return Err(unread()) };
    let setup = start.setup();
    let fen =
        write(&SpelledBoard { setup: &setup, check: start.is_check(), end: EndMark::None }).map_err(|_| unread())?;
    let ended = raw.contains('#')
        && terminator == "*"
        && !start.is_checkmate()
        && !start.is_stalemate()
        && start.variant_end().is_none();
    let message = "the board in `SetUp` says that the game is over, but a tag `FEN` cannot";
    Ok((fen, ended.then(|| Loss::new(tag.value.clone(), message))))
}
