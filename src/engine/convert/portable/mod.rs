//! PGN that every program reads alike: what programs read differently is written in another way before the game is
//! exported, and listed where it then says something else.
//!
//! Decisions where programs differ (`docs/formatting.md` has them for users):
//! - What has no place of its own becomes a comment: NAGs that are not `$1` to `$255` behind a half-move, terminators of
//!   variations.
//! - Comments keep their line ends, except before lines that could be taken for tags or escapes, and no line is empty.
//! - Quotes in values of tags become two apostrophes: python-chess hands on `\"` as it stands, and chess.js refuses it.

mod movetext;
mod tags;

use super::convert_game::{TextOrigin, refuse_too_long, resolve};
use super::edits::Edits;
use super::export::{ExportForm, export_as};
use super::outcome::{Export, Loss, Refusal};
use super::source_ranges::back;
use super::verify::ProofSource;
use crate::lint::{Context, GameFormat, apply};
use crate::score::SourceOutline;

pub(super) use movetext::braced;
pub(super) use tags::is_name_of_other_case;

/// What programs read differently in one game, and how it is written.
struct Rewriting<'t> {
    edits: Edits<'t>,
    losses: Vec<Loss>,
}

/// Exports one game in PGN's export format, so that every program reads it alike. Losses of the result include what is
/// written as it stands.
pub(super) fn export(text: &str, context: &Context<'_>, origin: TextOrigin) -> Result<Export, Refusal> {
    let outline = SourceOutline::of(text);
    refuse_too_long(&outline)?;
    let resolved = resolve(text, context.kind);
    let mut rewriting = Rewriting { edits: Edits::new(text), losses: Vec::new() };
    tags::rewrite(text, &outline, &resolved, &mut rewriting);
    movetext::rewrite(text, &outline, &resolved, &mut rewriting);
    let Rewriting { edits, mut losses } = rewriting;
    let edits = edits.finish();
    let source = apply(text, &edits);
    let mut export = export_as(&source, context, origin, ExportForm::Portable)
        .map_err(|refusal| Refusal { range: back(&edits, &refusal.range), ..refusal })?;
    let found = export.losses.drain(..).chain(export.remarks.drain(..));
    losses.extend(found.map(|loss| Loss { range: back(&edits, &loss.range), ..loss }));
    if losses.is_empty() {
        let commands = resolved.format == GameFormat::Vgn;
        let proof = ProofSource::read(text, &outline, &resolved, commands, context.kind).with_joined_comments();
        losses.extend(proof.text_loss(&export.text, "portable PGN", &losses));
    }
    losses.sort_by_key(|loss| loss.range.start);
    losses.dedup();
    Ok(Export { losses, ..export })
}
