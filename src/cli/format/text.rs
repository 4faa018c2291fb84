//! For people: the message, an excerpt of the game with the fault marked, and possible fixes.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::cli::summary::counted;
use crate::cli::terminal::{Stream, columns, shown_columns, visible, wrapped};
use crate::lint::{Diagnostic, Fix, Severity};
use crate::source::FilePosition;

use super::excerpt::excerpt;
use super::fix_lines::{FindingFixes, FixLine, FixName, PrintedFindings};
use super::{GamePlaces, PrintedGame, section, title};

/// Maximum number of fixes named with a finding.
const FIXES: usize = 4;

/// Columns that the renderer puts beside an excerpt, besides the digits of its line number.
const GUTTER: usize = 3;
/// Columns of `note: `.
const LABEL: usize = 6;
/// A width at which the renderer cuts nothing: excerpts fit already.
const UNCUT: usize = 10_000;

/// Prints findings for people.
pub struct TextPrinter {
    renderer: Renderer,
    /// Columns of an excerpt.
    columns: usize,
    /// Columns of a message; `None` keeps it on one line.
    wrap: Option<usize>,
}

impl TextPrinter {
    pub(super) fn new(colour: bool, stream: Stream) -> TextPrinter {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        let renderer = renderer.decor_style(DecorStyle::Ascii).term_width(UNCUT);
        TextPrinter { renderer, columns: columns(stream), wrap: shown_columns(stream) }
    }

    /// One finding in full, and in one line the places of others of its kind.
    pub(super) fn finding(
        &self,
        out: &mut PrintedFindings,
        game: &PrintedGame<'_>,
        places: &GamePlaces<'_>,
        finding: &Diagnostic,
        others: &[&Diagnostic],
    ) {
        let level = match finding.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Information => Level::INFO.with_name("information"),
            Severity::Hint => Level::HELP.with_name("hint"),
        };
        let ranges = std::iter::once(&finding.range).chain(finding.related.iter().map(|related| &related.range));
        let last_line = ranges.map(|range| places.of(range).0.line + 1).max().unwrap_or_default();
        let columns = self.columns.saturating_sub(GUTTER + last_line.to_string().len());
        let located = |group: Group<'static>, range| located(group, game, places, range, columns);

        let heading = level.primary_title(visible(&finding.message).into_owned()).id(finding.code.name());
        let mut report = vec![located(heading.element(origin(game, places, &finding.range)), &finding.range)];
        let (shown, listed) = match finding.related.as_slice() {
            // The places of a repeated habit are many, and each looks like the first.
            [first, rest @ ..] if !rest.is_empty() && rest.iter().all(|other| other.message == first.message) => {
                (&finding.related[..0], &finding.related[..])
            }
            all => (all, &all[..0]),
        };
        if let Some(related) = listed.first() {
            let ranges = listed.iter().map(|related| &related.range);
            let heading = self.list(&visible(&related.message), places, ranges);
            report.push(Group::with_title(Level::NOTE.secondary_title(heading)));
        }
        if !others.is_empty() {
            let heading = format!("{} more like this in the game", others.len());
            let heading = self.list(&heading, places, others.iter().map(|other| &other.range));
            report.push(Group::with_title(Level::NOTE.secondary_title(heading)));
        }
        for related in shown {
            let heading = Level::NOTE.secondary_title(visible(&related.message).into_owned());
            report.push(located(heading.element(origin(game, places, &related.range)), &related.range));
        }
        if let Some(other) = game.other(finding) {
            // Its text is no longer available: only the place is shown.
            let heading = Level::NOTE.secondary_title(other.message());
            report.push(heading.element(origin_at(game, &other.start, other.number)));
        }
        let mut fixes: Vec<&Fix> = Vec::new();
        for fix in &finding.fixes {
            if !fixes.iter().any(|other| other.title == fix.title) {
                fixes.push(fix);
            }
        }
        fixes.truncate(FIXES);
        for fix in &fixes {
            let heading = Level::HELP.with_name("fix").secondary_title(visible(&fix.title).into_owned());
            report.push(Group::with_title(heading));
        }
        let rendered = self.renderer.render(&report);
        let lines: Vec<&str> = rendered.lines().filter(|line| !is_origin_mark(line)).collect();
        // Titles are one line each, and the last ones.
        let (lines, fix_lines) = lines.split_at(lines.len().saturating_sub(fixes.len()));
        // The line that joins them to an excerpt is removed with them.
        let joint = usize::from(!fixes.is_empty() && lines.last().is_some_and(|line| is_joint(line)));
        let (lines, joint) = lines.split_at(lines.len() - joint);
        self.print(lines, &mut out.bytes);
        let start = out.bytes.len();
        self.print(joint, &mut out.bytes);
        let mut named = FindingFixes { joint: start..out.bytes.len(), lines: Vec::new() };
        for (line, fix) in fix_lines.iter().zip(fixes) {
            let start = out.bytes.len();
            self.print(&[line], &mut out.bytes);
            named.lines.push(FixLine { range: start..out.bytes.len(), names: FixName::new(finding, fix) });
        }
        out.fixes.push(named);
        out.bytes.push(b'\n');
    }

    fn print(&self, lines: &[&str], out: &mut Vec<u8>) {
        for line in lines {
            out.extend_from_slice(wrapped(line, self.wrap).as_bytes());
            out.push(b'\n');
        }
    }

    /// A heading with as many places, as lines and columns, as fit into a line.
    fn list<'r>(
        &self,
        heading: &str,
        places: &GamePlaces<'_>,
        ranges: impl ExactSizeIterator<Item = &'r Range<u32>>,
    ) -> String {
        let mut text = format!("{heading}, at");
        let mut left = ranges.len();
        for range in ranges {
            let (start, _) = places.of(range);
            let place = format!(" {}:{}", start.line + 1, start.column + 1);
            let rest = format!(" and {}", counted(left as u64, "more place"));
            let is_first = text.ends_with("at");
            if !is_first && LABEL + text.len() + place.len() + rest.len() > self.columns {
                return text + &rest;
            }
            if !is_first {
                text.push(',');
            }
            text += &place;
            left -= 1;
        }
        text
    }
}

/// Whether the line is the one that the renderer puts before an excerpt with a separate origin: the origin is above
/// already.
fn is_origin_mark(line: &str) -> bool {
    line.contains(":::") && anstream::adapter::strip_str(line).to_string().trim() == ":::"
}

/// Whether the line is a bare gutter between an excerpt and a title.
fn is_joint(line: &str) -> bool {
    line.ends_with(['|', 'm']) && anstream::adapter::strip_str(line).to_string().trim() == "|"
}

fn origin(game: &PrintedGame<'_>, places: &GamePlaces<'_>, range: &Range<u32>) -> Origin<'static> {
    origin_at(game, &places.of(range).0, game.number)
}

fn origin_at(game: &PrintedGame<'_>, place: &FilePosition, number: u64) -> Origin<'static> {
    let file = visible(title(game.file));
    Origin::path(format!("{file}:{}:{} (game {number})", place.line + 1, place.column + 1))
}

fn located(
    group: Group<'static>,
    game: &PrintedGame<'_>,
    places: &GamePlaces<'_>,
    range: &Range<u32>,
    columns: usize,
) -> Group<'static> {
    let (start, _) = places.of(range);
    let in_text = range.start as usize..range.end as usize;
    let excerpt = match in_text.start.checked_sub(game.text.len()) {
        Some(at) if !game.section.is_empty() => {
            let bytes = section::excerpt(game.section, at..in_text.end - game.text.len());
            excerpt(&bytes.text, bytes.range, columns)
        }
        _ => excerpt(game.text, in_text, columns),
    };
    let line = usize::try_from(start.line).unwrap_or(usize::MAX - 1) + 1;
    group.element(
        Snippet::source(excerpt.text)
            .line_start(line)
            .fold(false)
            .annotation(AnnotationKind::Primary.span(excerpt.range)),
    )
}
