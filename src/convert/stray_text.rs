//! Text that is no part of a game by any format, and cannot be converted (rule C6).

use std::collections::HashSet;
use std::ops::Range;

use super::outcome::Loss;
use super::outline::{SourceOutline, slice};
use super::target::Target;
use crate::lint::GameFormat;
use crate::syntax::Token;

/// The stray text of a game, unless `losses` has it for another reason. A binary notation lists that of the movetext
/// itself.
pub(super) fn stray_text(
    text: &str,
    outline: &SourceOutline,
    to: &Target,
    to_format: GameFormat,
    losses: &[Loss],
) -> Vec<Loss> {
    // A backslash before a NAG is a needless escape.
    let is_escape = |range: &Range<u32>| slice(text, range) == "\\" && text[range.end as usize..].starts_with('$');
    let in_moves = outline.items.iter().filter(|item| item.token == Token::Stray).map(|item| &item.range);
    let in_moves = in_moves.filter(|range| !to.is_binary() && !is_escape(range));
    let in_tags = outline.stray_tags.iter().chain(&outline.broken_tags);
    let listed: HashSet<&Range<u32>> = losses.iter().map(|loss| &loss.range).collect();
    let message = |range: &Range<u32>| match to_format {
        GameFormat::Pgn => format!("`{}` cannot be recorded in a PGN game", slice(text, range)),
        GameFormat::Vgn => format!("`{}` has no meaning in a VGN game", slice(text, range)),
    };
    let strays = in_moves.chain(in_tags).filter(|range| !listed.contains(range));
    strays.map(|range| Loss::new(range.clone(), message(range))).collect()
}
