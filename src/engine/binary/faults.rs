//! Faults of a section itself (rules B10, E1 and E2): one cause, one diagnostic.

use std::ops::Range;

use super::check::Suppression;
use super::decode::SectionReading;
use crate::lint::report::Report;
use crate::lint::{Code, Context, Diagnostic, Settings, Severity};
use crate::notation::{BinaryError, BinaryFault, BinaryStart, Codec, Notation, SectionEnd, TokenContent};
use crate::replay::{check_game, resolve_game};

/// Findings in the section, and the findings of the transcript that they make redundant.
pub(super) struct Faults {
    pub diagnostics: Vec<Diagnostic>,
    /// Findings of the transcript that are not reported.
    pub suppressed: Suppression,
    /// Range of the board that is reported as unusable for reading the section's moves.
    unreadable_start: Option<Range<u32>>,
}

impl Faults {
    /// Whether one of the own findings reports the same and explains why it matters.
    pub(super) fn replaces(&self, found: &Diagnostic) -> bool {
        let Some(start) = &self.unreadable_start else { return false };
        found.code == Code::ImpossiblePosition && found.range.start >= start.start && found.range.end <= start.end
    }
}

/// The faults of a section that was read, in the game's offsets.
pub(super) fn of(read: &SectionReading, tags: &str, section: &[u8], context: &Context<'_>) -> Faults {
    let mut report = Report::new(context);
    let mut faults = Faults { diagnostics: Vec::new(), suppressed: Suppression::Nothing, unreadable_start: None };
    if !read.tags.format_is_last() {
        let found = check_game(tags, context).diagnostics.into_iter();
        faults.diagnostics = found.filter(|d| d.code == Code::MoveFormatNotLast).collect();
    }
    let notation = read.decoded.notation;
    let format = read.tags.format.inner(tags);
    let at = |bytes: Range<usize>| (tags.len() + bytes.start) as u32..(tags.len() + bytes.end) as u32;
    if let Some(error @ BinaryError { fault: BinaryFault::TooLong { .. }, .. }) = &read.decoded.error {
        faults.suppressed = Suppression::All;
        report.add(Code::SectionTooLong, format, error.to_string());
    } else if !notation.has_terminator() {
        faults.suppressed = Suppression::All;
        let name = notation.name;
        let newer = name.trim_end_matches('1');
        let message = format!(
            "{name} does not record where its section ends, so it cannot be used in a file: convert it with `vgn-lsp \
             convert --from {name} --to {newer}`"
        );
        report.add(Code::SectionWithoutEnd, format, message);
    } else if let Some(len) = leading_text(read, section, context) {
        faults.suppressed = Suppression::All;
        let what = if section[0].is_ascii_whitespace() { "white space" } else { "a comment" };
        let message = format!(
            "the bytes of {} begin straight after the `]` of MoveFormat: {what} there is read as half-moves",
            notation.name
        );
        report.add(Code::TextBeforeSection, at(0..len), message);
    } else if let Some(error) = &read.decoded.error {
        faults.suppressed = Suppression::End;
        match &error.fault {
            BinaryFault::Truncated { .. } if error.offset == 0 && is_unclosed(read, tags, context) => {}
            BinaryFault::Truncated { .. } if error.offset == 0 => {
                let message = format!("the moves of {} are missing: expected {}", notation.name, error.expected());
                report.add(Code::TruncatedSection, read.tags.format.range.clone(), message);
            }
            BinaryFault::Truncated { .. } => {
                report.add(Code::TruncatedSection, at(error.offset - 1..error.offset), error.to_string());
            }
            BinaryFault::Invalid { .. } => {
                report.add(Code::InvalidSectionByte, at(error.offset..error.offset + 1), error.to_string());
            }
            BinaryFault::Start { why } => {
                let board = ["SetUp", "FEN"].iter().find_map(|name| {
                    let tag = read.tags.tags.get(tags, name)?;
                    tag.value(tags).contains('/').then(|| tag.inner(tags))
                });
                let message = format!("the moves in {} cannot be read: {why}", notation.name);
                report.add(Code::InvalidSetup, board.clone().unwrap_or(format), message);
                faults.unreadable_start = board;
            }
            BinaryFault::TooLong { .. } | BinaryFault::Idle { .. } => {}
        }
    } else if let Some(idle) = &read.decoded.idle {
        let range = at(idle.offset..idle.offset + 1);
        report.add_at(Severity::Warning, Code::InvalidSectionByte, range, idle.to_string());
    }
    faults.diagnostics.extend(report.into_diagnostics().0);
    faults
}

/// Whether the text ends inside the tag before the section, which has a finding of its own.
fn is_unclosed(read: &SectionReading, tags: &str, context: &Context<'_>) -> bool {
    // At default levels, whatever the user's settings are.
    let settings = Settings::default();
    let found = check_game(tags, &Context::new(&settings, context.kind)).diagnostics;
    let of_tag = |d: &Diagnostic| matches!(d.code, Code::UnclosedTag | Code::UnclosedTagValue);
    found.iter().any(|d| of_tag(d) && d.range.end > read.tags.format.range.start)
}

/// Length of white space or a comment before the section, if the first half-move cannot be read or is illegal:
/// half-moves do not begin with text.
fn leading_text(read: &SectionReading, section: &[u8], context: &Context<'_>) -> Option<usize> {
    let first = *section.first()?;
    let len = match first {
        b'{' => section.iter().position(|&byte| byte == b'}').map_or(section.len(), |end| end + 1),
        b';' => section.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(section.len()),
        _ => section.iter().take_while(|byte| byte.is_ascii_whitespace()).count(),
    };
    if len == 0 {
        return None;
    }
    let to_first = read.first.and_then(|end| read.decoded.text.get(..end as usize));
    let resolved = to_first.map(|text| resolve_game(text, &Context { fixes: false, ..*context }));
    let wrong = match resolved.as_ref().and_then(|resolved| resolved.moves.first()) {
        Some(half_move) => {
            let boards = read.decoded.notation.content == TokenContent::Boards;
            half_move.illegal.is_some() || (boards && half_move.play.is_none())
        }
        None => matches!(
            read.decoded.error,
            Some(BinaryError { fault: BinaryFault::Truncated { .. } | BinaryFault::Invalid { .. }, .. })
        ),
    };
    // Any of these bytes can begin a board.
    let may_be_data = read.decoded.notation.content == TokenContent::Boards
        || (line_end_is_data(read.decoded.notation) && first == b'\n');
    (wrong && (!may_be_data || is_read(read, &section[len..]))).then_some(len)
}

fn line_end_is_data(notation: &Notation) -> bool {
    matches!(notation.codec, Codec::Binary { end: SectionEnd { line_end_is_data: true, .. }, .. })
}

/// Whether the section can be read from here to its end.
fn is_read(read: &SectionReading, section: &[u8]) -> bool {
    let (Codec::Binary { read: read_section, .. }, Some(start)) = (read.decoded.notation.codec, &read.resolved.start)
    else {
        return false;
    };
    let setup = start.setup();
    read_section(section, &BinaryStart { setup: &setup, mode: start.castling_mode(), variant: start.variant() })
        .error
        .is_none()
}
