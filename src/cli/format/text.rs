//! For people: the message, an excerpt of the game with the fault marked, and what would mend it.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet, normalize_untrusted_str};

use crate::analysis::{Diagnostic, Severity};

use super::excerpt::excerpt;
use super::{Game, Places, section, title};

/// Fixes that are named with a finding.
const FIXES: usize = 4;

/// Prints findings for people.
pub struct Text {
    renderer: Renderer,
}

impl Text {
    pub(super) fn new(colour: bool) -> Text {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        // An excerpt is clipped already; the terminal's width must not clip it again.
        Text { renderer: renderer.decor_style(DecorStyle::Ascii).term_width(1000) }
    }

    pub(super) fn finding(&self, out: &mut Vec<u8>, game: &Game<'_>, places: &Places<'_>, finding: &Diagnostic) {
        let level = match finding.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Information => Level::INFO.with_name("information"),
            Severity::Hint => Level::HELP.with_name("hint"),
        };
        let heading = level.primary_title(normalize_untrusted_str(&finding.message)).id(finding.code.name());
        let mut report =
            vec![located(heading.element(origin(game, places, &finding.range)), game, places, &finding.range)];
        for related in &finding.related {
            let heading = Level::NOTE.secondary_title(normalize_untrusted_str(&related.message));
            report.push(located(heading.element(origin(game, places, &related.range)), game, places, &related.range));
        }
        for fix in finding.fixes.iter().take(FIXES) {
            let heading = Level::HELP.with_name("fix").secondary_title(normalize_untrusted_str(&fix.title));
            report.push(Group::with_title(heading));
        }
        for line in self.renderer.render(&report).lines().filter(|line| !is_origin_mark(line)) {
            out.extend_from_slice(line.as_bytes());
            out.push(b'\n');
        }
        out.push(b'\n');
    }
}

/// The line that the renderer puts before an excerpt whose origin it was told apart: the origin stands above already.
fn is_origin_mark(line: &str) -> bool {
    line.contains(":::") && anstream::adapter::strip_str(line).to_string().trim() == ":::"
}

fn origin<'a>(game: &Game<'_>, places: &Places<'_>, range: &std::ops::Range<u32>) -> Origin<'a> {
    let (start, _) = places.of(range);
    Origin::path(format!("{}:{}:{} (game {})", title(game.file), start.line + 1, start.column + 1, game.number))
}

fn located<'a>(group: Group<'a>, game: &Game<'_>, places: &Places<'_>, range: &std::ops::Range<u32>) -> Group<'a> {
    let (start, _) = places.of(range);
    let in_text = range.start as usize..range.end as usize;
    let excerpt = match in_text.start.checked_sub(game.text.len()) {
        Some(at) if !game.section.is_empty() => section::excerpt(game.section, at..in_text.end - game.text.len()),
        _ => excerpt(game.text, in_text),
    };
    let line = usize::try_from(start.line).unwrap_or(usize::MAX - 1) + 1;
    group.element(
        Snippet::source(excerpt.text)
            .line_start(line)
            .fold(false)
            .annotation(AnnotationKind::Primary.span(excerpt.range)),
    )
}
