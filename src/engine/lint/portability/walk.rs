//! The walk over the events of a game, which finds the constructs of the table.

use std::ops::Range;
use std::sync::Arc;

use super::movetext::Movetext;
use super::tag_section::TagSection;
use super::{PortabilityChecks, Row};
use crate::lint::{Edit, Event, Findings, Fix};

/// Maximum number of constructs of a game that are kept until its end.
const MOST: usize = 10_000;

/// What has been found in a game so far.
pub(in crate::lint) struct Walk {
    tags: TagSection,
    movetext: Movetext,
    found: Found,
}

/// Constructs, reported at the end of the game: only then it is known whether all of it could be read.
pub(super) struct Found {
    checks: Arc<PortabilityChecks>,
    constructs: Vec<Construct>,
}

/// A place at which a row applies.
struct Construct {
    row: &'static Row,
    range: Range<u32>,
    fix: Option<Repair>,
}

/// How a construct can be written so that all readers of the table read it alike.
pub(super) struct Repair {
    pub title: &'static str,
    pub edits: Vec<Edit>,
    /// Whether nothing is lost by it, if the game has been read whole.
    pub safe: bool,
}

impl Repair {
    pub(super) fn safe(title: &'static str, edits: Vec<Edit>) -> Option<Repair> {
        Some(Repair { title, edits, safe: true })
    }
}

pub(super) fn edit(range: Range<u32>, text: impl Into<String>) -> Edit {
    Edit { range, text: text.into() }
}

impl Walk {
    pub(in crate::lint) fn new(checks: Arc<PortabilityChecks>) -> Walk {
        let found = Found { checks, constructs: Vec::new() };
        Walk { tags: TagSection::default(), movetext: Movetext::default(), found }
    }

    pub(in crate::lint) fn observe(&mut self, event: &Event<'_>, findings: &mut Findings<'_>) {
        let game = findings.game();
        match event {
            Event::Tag(tag) => self.tags.tag(tag),
            Event::Comment(range) if !self.tags.is_over() => self.tags.comment(range.clone()),
            Event::Opening => self.tags.end(game, &mut self.found),
            Event::End => {
                self.tags.end(game, &mut self.found);
                return self.found.report(findings);
            }
            event => {
                self.tags.before_movetext(event, game, &mut self.found);
                self.movetext.event(event, self.tags.end_of_tags(), game, &mut self.found);
            }
        }
        // For a game that may be clean it is enough that something is found.
        if !findings.wants_messages() {
            self.found.report(findings);
        }
    }
}

impl Found {
    /// Notes a construct, unless none of the chosen readers minds it.
    pub(super) fn add(&mut self, row: &'static Row, range: Range<u32>, fix: impl FnOnce() -> Option<Repair>) {
        if self.constructs.len() < MOST && self.checks.report(row) {
            self.constructs.push(Construct { row, range, fix: fix() });
        }
    }

    fn report(&mut self, findings: &mut Findings<'_>) {
        let is_read_whole = findings.game().is_read_whole();
        let portability = self.checks.portability;
        for Construct { row, range, fix } in self.constructs.drain(..) {
            findings.code = row.code;
            let fixes = || {
                let fix = fix.map(|Repair { title, edits, safe }| Fix {
                    title: title.to_owned(),
                    edits,
                    safe: safe && is_read_whole,
                });
                Vec::from_iter(fix)
            };
            findings.report_at(portability.severity(row), range, || row.verdict(portability.readers), fixes);
        }
    }
}
