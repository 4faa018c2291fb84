//! Reads what a conversion has written, and compares it with its source: what changed without being listed is a loss.
//!
//! A game without findings in its movetext is written as intended; of any other one, the result may be read in another
//! way, because where comments, variations and half-moves belong depends on what is beside them.

use std::ops::Range;

use super::outcome::Loss;
use crate::binary::ResolvedBinary;
use crate::lint::{Context, Diagnostic, FileKind, GameFormat, Settings, Severity};
use crate::replay::{Resolved, ResolvedMove, resolve_game};
use crate::score::{CommentRule, ContentPart, GameContent, KnownMoves, Score, SourceOutline, slice};
use crate::syntax::games::games;

/// What the source of a conversion says.
pub(super) struct ProofSource<'t> {
    text: &'t str,
    kind: FileKind,
    content: GameContent<'t>,
}

impl<'t> ProofSource<'t> {
    /// `None` if nothing in the game leaves a doubt about its conversion. `commands`: comments name their half-moves by
    /// commands.
    pub(super) fn of(
        text: &'t str,
        outline: &SourceOutline,
        resolved: &Resolved,
        commands: bool,
        kind: FileKind,
    ) -> Option<ProofSource<'t>> {
        let start = outline.items.first()?.range.start;
        let is_doubt = |found: &Diagnostic| found.range.start >= start && found.severity <= Severity::Warning;
        // A notation may omit data that an illegal move requires: `UCI` has no letter for a piece that was not there.
        let is_illegal = |half_move: &ResolvedMove| {
            half_move.illegal.is_some() || half_move.play.as_ref().is_none_or(|play| play.as_move().is_none())
        };
        (resolved.report.diagnostics.iter().any(is_doubt) || resolved.moves.iter().any(is_illegal))
            .then(|| ProofSource::read(text, outline, resolved, commands, kind))
    }

    /// What a game says, whether there is a doubt or not.
    pub(super) fn read(
        text: &'t str,
        outline: &SourceOutline,
        resolved: &Resolved,
        commands: bool,
        kind: FileKind,
    ) -> ProofSource<'t> {
        ProofSource { text, kind, content: content(text, outline, resolved, commands) }
    }

    /// The same where the comments of a half-move are one, and their white space says nothing.
    pub(super) fn with_joined_comments(mut self) -> ProofSource<'t> {
        self.content = self.content.with_joined_comments();
        self
    }

    /// The loss of a written text that does not say the same. If `losses` lists any, what is written may be less.
    pub(super) fn text_loss(&self, written: &str, to: &str, losses: &[Loss]) -> Option<Loss> {
        let count = |text: &str| games(text.as_bytes()).filter(|game| game.is_game).count();
        if count(written) > count(self.text).max(1) {
            return Some(Loss::new(0..0, format!("in {to} the game would be read as two")));
        }
        let read = SourceOutline::of(written);
        let resolved = resolve_game(written, &Context::new(&Settings::default(), self.kind));
        let is_vgn = resolved.format == GameFormat::Vgn;
        let mut content = content(written, &read, &resolved, is_vgn);
        if self.content.has_joined_comments {
            content = content.with_joined_comments();
        }
        self.loss(&content, to, losses)
    }

    /// The loss of a section that does not say the same.
    pub(super) fn section_loss(&self, written: &ResolvedBinary, to: &str, losses: &[Loss]) -> Option<Loss> {
        let transcript = &written.decoded.text;
        let read = SourceOutline::of(transcript);
        self.loss(&content(transcript, &read, &written.transcript, false), to, losses)
    }

    fn loss(&self, written: &GameContent<'_>, to: &str, losses: &[Loss]) -> Option<Loss> {
        let difference = match losses {
            [] => self.content.difference(written),
            _ => self.content.addition(written),
        }?;
        let quoted = |range: &Range<u32>| slice(self.text, range).to_owned();
        let message = match (&difference.source, difference.written) {
            (Some((ContentPart::HalfMove(_), range)), Some(ContentPart::HalfMove(_))) => {
                format!("{to} cannot record `{}` so that it leads to the same board", quoted(range))
            }
            (Some((ContentPart::VariationOpen(_), _)), _) => {
                format!("in {to} this variation would replace another half-move")
            }
            (_, Some(ContentPart::VariationOpen(_))) => format!("in {to} another variation would be here"),
            (Some((_, range)), _) => format!("from `{}` on, the game would be read otherwise in {to}", quoted(range)),
            (None, _) => format!("at its end the game would be read otherwise in {to}"),
        };
        let end = self.text.trim_end().len() as u32;
        Some(Loss::new(difference.source.map_or(end..end, |(_, range)| range.clone()), message))
    }
}

/// What a text says. Whether a comment before the first half-move is among the tags depends on what is beside it.
fn content<'t>(text: &'t str, outline: &SourceOutline, resolved: &Resolved, commands: bool) -> GameContent<'t> {
    let items = outline.tag_comments.iter().chain(&outline.items);
    let comments = if commands { CommentRule::Named } else { CommentRule::Preceding };
    GameContent::by_meaning(&Score::of(text, items, KnownMoves::Borrowed(resolved), comments), text)
}
