//! For people: the message, an excerpt of the game with the fault marked, and possible fixes.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use vgn_engine::lint::{Fix, Severity};
use vgn_engine::source::FilePosition;

use super::excerpt::excerpt;
use super::kinds::FindingKind;
use super::{GamePlaces, PrintedGame, section, title};
use crate::summary::counted;
use crate::terminal::{Stream, columns, shown_columns, visible, wrapped};

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
        game: &PrintedGame<'_>,
        places: &GamePlaces<'_>,
        players: &str,
        kind: &FindingKind<'_>,
    ) -> Vec<u8> {
        let FindingKind { first: finding, others } = kind;
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
        let mut report = vec![located(heading.element(origin(game, places, players, &finding.range)), &finding.range)];
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
            report.push(located(heading.element(origin(game, places, "", &related.range)), &related.range));
        }
        if let Some(other) = game.other(finding) {
            // Its text is no longer available: only the place is shown.
            let heading = Level::NOTE.secondary_title(other.message());
            report.push(heading.element(origin_at(game, &other.start, &other.number.to_string())));
        }
        let mut fixes: Vec<&Fix> = Vec::new();
        for fix in &finding.fixes {
            if !fixes.iter().any(|other| other.title == fix.title) {
                fixes.push(fix);
            }
        }
        fixes.truncate(FIXES);
        for fix in fixes {
            let label = match finding.fixes.as_slice() {
                _ if fix.safe => "fix (safe)",
                [_] => "fix (unsafe)",
                // None of them is applied unless somebody chooses it, in an editor.
                _ => "fix (choice)",
            };
            let heading = Level::HELP.with_name(label).secondary_title(visible(&fix.title).into_owned());
            report.push(Group::with_title(heading));
        }
        let mut out = self.rendered(&report);
        out.push(b'\n');
        out
    }

    /// Adds to a printed finding that so many more games have it.
    pub(super) fn add_to_finding(&self, finding: &mut Vec<u8>, more: u64) {
        let empty_line = finding.pop();
        let heading = format!("the same in {} of the file (`--format concise` lists all)", counted(more, "more game"));
        finding.extend(self.rendered(&[Group::with_title(Level::NOTE.secondary_title(heading))]));
        finding.extend(empty_line);
    }

    fn rendered(&self, report: &[Group<'_>]) -> Vec<u8> {
        let mut out = Vec::new();
        for line in self.renderer.render(report).lines().filter(|line| !is_origin_mark(line)) {
            out.extend_from_slice(wrapped(line, self.wrap).as_bytes());
            out.push(b'\n');
        }
        out
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

/// `players`: the players of the game, with a comma before them; empty if they are not known.
fn origin(game: &PrintedGame<'_>, places: &GamePlaces<'_>, players: &str, range: &Range<u32>) -> Origin<'static> {
    origin_at(game, &places.of(range).0, &format!("{}{}", game.number, visible(players)))
}

fn origin_at(game: &PrintedGame<'_>, place: &FilePosition, named: &str) -> Origin<'static> {
    let file = visible(title(game.file));
    Origin::path(format!("{file}:{}:{} (game {named})", place.line + 1, place.column + 1))
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
