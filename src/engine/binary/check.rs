//! Findings of the transcript mapped back to the game, and the section's own faults.

use std::ops::Range;

use super::decode::{DecodedGame, SectionReading, read};
use super::faults;
use crate::lint::{Code, Context, Diagnostic, Edit, Fix, Related};
use crate::replay::{GameReport, Resolved, check_game, judge_game, resolve_game};

/// A game with a binary section, decoded and judged.
#[derive(Clone, Debug)]
pub struct ResolvedBinary {
    pub decoded: DecodedGame,
    /// The transcript: ranges of its half-moves and of its own report are in bytes of the transcript's text.
    pub transcript: Resolved,
    /// The findings, with ranges in bytes of the tags' text followed by the section.
    pub report: GameReport,
}

/// A game with a binary section, judged without its half-moves.
pub(crate) struct JudgedBinary {
    pub decoded: DecodedGame,
    /// Same as [`ResolvedBinary::report`].
    pub report: GameReport,
}

/// Judges a game with a binary section. `tags` is its text up to the section, `section` its bytes from there to its
/// end.
///
/// Ranges are in bytes of `tags` followed by `section`. No edit of a fix touches the section. Never fails, whatever the
/// bytes are; a game whose tags declare a text notation is judged by [`check_game`].
pub fn check_binary_game(tags: &str, section: &[u8], context: &Context<'_>) -> GameReport {
    match judge_binary_game(tags, section, context) {
        Some(judged) => judged.report,
        None => check_game(tags, context),
    }
}

/// Same as [`check_binary_game`], with the transcript. `None` if the tags declare no binary notation.
pub(crate) fn judge_binary_game(tags: &str, section: &[u8], context: &Context<'_>) -> Option<JudgedBinary> {
    let read = read(tags, section, context, judge_game)?;
    let report = report(&read, tags, section, context);
    Some(JudgedBinary { decoded: read.decoded, report })
}

/// Same as [`check_binary_game`], with the transcript and its half-moves. `None` if the tags declare no binary
/// notation.
pub fn resolve_binary_game(tags: &str, section: &[u8], context: &Context<'_>) -> Option<ResolvedBinary> {
    let read = read(tags, section, context, resolve_game)?;
    let report = report(&read, tags, section, context);
    Some(ResolvedBinary { decoded: read.decoded, transcript: read.resolved, report })
}

fn report(read: &SectionReading, tags: &str, section: &[u8], context: &Context<'_>) -> GameReport {
    let own = faults::of(read, tags, section, context);
    let mapping = FindingMapping { decoded: &read.decoded, suppressed: own.suppressed };
    let found = read.resolved.report.diagnostics.iter();
    let mut diagnostics: Vec<Diagnostic> =
        found.filter(|d| !own.replaces(d)).filter_map(|d| mapping.mapped(d)).collect();
    diagnostics.extend(own.diagnostics);
    diagnostics.sort_by_key(|d| (d.range.start, d.range.end));
    let identity = read.resolved.report.identity;
    let identity = identity.map(|identity| identity.moved(read.decoded.game_range(&identity.first_tag())));
    GameReport { diagnostics, is_game: true, identity, ..read.resolved.report }.presentable()
}

/// Findings of the transcript that are not reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Suppression {
    Nothing,
    /// Findings that would follow from a truncated section: its terminator is unknown.
    End,
    All,
}

/// Mapping of findings from the transcript to the game.
struct FindingMapping<'a> {
    decoded: &'a DecodedGame,
    suppressed: Suppression,
}

impl FindingMapping<'_> {
    fn mapped(&self, found: &Diagnostic) -> Option<Diagnostic> {
        let tags = self.decoded.map.transcript_tags;
        let in_section = found.range.end > tags;
        let at_end = found.range.end > self.decoded.terminator.start
            || matches!(found.code, Code::ResultMismatch | Code::PlyCountMismatch | Code::EmptyVariation);
        let counts = match self.suppressed {
            Suppression::Nothing => true,
            Suppression::End => !at_end,
            Suppression::All => !at_end && !in_section,
        };
        // Rules of text layout do not apply to bytes.
        let of_text = matches!(found.code, Code::CommentPlacement | Code::EscapeLine);
        if !counts || (in_section && of_text) {
            return None;
        }
        let range = self.decoded.game_range(&found.range);
        let message = match in_section {
            true => format!("{} (offset {} of the section)", found.message, range.start - self.decoded.map.tags),
            false => found.message.clone(),
        };
        let related = found.related.iter();
        let related = related.map(|r| Related { range: self.decoded.game_range(&r.range), message: r.message.clone() });
        Some(Diagnostic {
            range,
            message,
            related: related.collect(),
            fixes: found.fixes.iter().filter_map(|fix| self.fix(found.code, fix)).collect(),
            ..*found
        })
    }

    /// The fix, if all its edits are in the tags. The other edits that turn a PGN game into a VGN game change text that
    /// a section does not have.
    fn fix(&self, code: Code, fix: &Fix) -> Option<Fix> {
        let in_tags = |edit: &&Edit| self.is_in_tags(&edit.range);
        let edits: Vec<&Edit> = match code {
            Code::MissingGameFormat => fix.edits.iter().filter(in_tags).collect(),
            _ if fix.edits.iter().all(|edit| in_tags(&edit)) => fix.edits.iter().collect(),
            _ => return None,
        };
        let edits: Vec<Edit> = edits
            .into_iter()
            .map(|edit| Edit { range: self.decoded.game_range(&edit.range), text: edit.text.clone() })
            .collect();
        (!edits.is_empty()).then(|| Fix { edits, ..fix.clone() })
    }

    /// Nothing may be inserted between the last tag and the section, and the transcript names another notation (rule
    /// B10).
    fn is_in_tags(&self, range: &Range<u32>) -> bool {
        let map = &self.decoded.map;
        range.end < map.transcript_tags && !map.shift.touches(range)
    }
}
