//! The check of a game that is read plainly: what lints find in it is reported as the judge would report it.

use std::ops::Range;

use super::{CleanGame, Deviation, FastPass, FastReader, Visitor};
use crate::lint::report::Report;
use crate::lint::{Code, Context, Events, Finding, FindingDetail, line_end_of};
use crate::replay::GameReport;
use crate::replay::roster::{self, RosterInsertion, missing_tags};
use crate::syntax::tag_list::known_names::ROSTER;
use crate::syntax::tag_list::name_index::index_of;

/// A game that was read plainly, and what was found in it.
pub struct PlainGame {
    /// End of the game, in bytes of the whole text.
    pub end: usize,
    pub report: GameReport,
}

impl FastPass {
    /// The game that starts at `at`, if it is certainly clean. `last`: the text ends where `bytes` end.
    pub fn game(&mut self, bytes: &[u8], at: usize, last: bool) -> Option<CleanGame> {
        let (game, _) = self.read(bytes, at, last, None)?;
        Some(game)
    }

    /// Same as [`FastPass::game`] for a game in which only lints find something. The settings of `context` are those of
    /// the pass.
    pub fn check(&mut self, bytes: &[u8], at: usize, last: bool, context: &Context<'_>) -> Option<PlainGame> {
        let (game, findings) = self.read(bytes, at, last, Some(context))?;
        let CleanGame { end, half_moves, main_line_half_moves, identity } = game;
        let mut report =
            GameReport { half_moves, main_line_half_moves, is_game: true, identity, ..GameReport::default() };
        if !findings.is_empty() {
            // The ranges count bytes of decoded text.
            let text = std::str::from_utf8(&bytes[at..end]).ok()?;
            let mut drafts = Report::new(context);
            findings.into_iter().for_each(|finding| drafts.add_finding(finding));
            report = report.with_drafts(text, drafts);
        }
        Some(PlainGame { end, report })
    }

    fn read(
        &mut self,
        bytes: &[u8],
        at: usize,
        last: bool,
        context: Option<&Context<'_>>,
    ) -> Option<(CleanGame, Vec<Finding>)> {
        let findings = Vec::new();
        if self.lints.wants(Events::MOVETEXT) {
            let mut checker = PlainCheck::<true> { context, findings };
            Some((self.visit(bytes, at, last, &mut checker)?, checker.findings))
        } else {
            let mut checker = PlainCheck::<false> { context, findings };
            Some((self.visit(bytes, at, last, &mut checker)?, checker.findings))
        }
    }
}

/// Collects findings. Without a context, a finding ends the visit.
struct PlainCheck<'c, const ASKS_LINTS: bool> {
    context: Option<&'c Context<'c>>,
    findings: Vec<Finding>,
}

impl<const ASKS_LINTS: bool> Visitor for PlainCheck<'_, ASKS_LINTS> {
    const ASKS_LINTS: bool = ASKS_LINTS;

    fn visits_variants(&self) -> bool {
        true
    }

    fn checks_opening(&self) -> bool {
        true
    }

    fn detail(&self) -> FindingDetail {
        match self.context {
            None => FindingDetail::Existence,
            Some(Context { fixes: false, .. }) => FindingDetail::Messages,
            Some(Context { fixes: true, .. }) => FindingDetail::MessagesAndFixes,
        }
    }

    fn find(&mut self, finding: Finding) -> Option<()> {
        // Where half-moves may be lost in a comment, the judge doubts the count.
        let is_left_to_judge = match finding.code {
            Code::PlyCountMismatch => true,
            // The judge adds a fix that changes other tags too.
            Code::InvalidResultTag => self.detail() == FindingDetail::MessagesAndFixes,
            _ => false,
        };
        (!is_left_to_judge).then(|| self.findings.push(finding))
    }

    fn findings(&mut self) -> &mut [Finding] {
        &mut self.findings
    }

    fn deviation(&mut self, deviation: Deviation) -> Option<()> {
        (deviation == Deviation::MissingTags && self.context.is_some()).then_some(())
    }
}

impl<L: Visitor> FastReader<'_, L> {
    /// The names of the roster that the game lacks.
    fn missing_tags(&self) -> Vec<&'static str> {
        ROSTER.into_iter().filter(|name| !self.tags.has(index_of(name))).collect()
    }

    /// Reports missing tags of the roster, at the beginning of the movetext.
    #[inline]
    pub(super) fn check_roster(&mut self) -> Option<()> {
        if self.tags.has_whole_roster() || self.visitor.detail() == FindingDetail::Existence {
            return Some(());
        }
        let first = self.places.first()?.range();
        let finding = missing_tags(self, &self.missing_tags(), first);
        self.visitor.find(finding)
    }

    /// Makes the fix of missing tags, at the end of the game.
    #[inline]
    pub(super) fn fix_roster(&mut self) -> Option<()> {
        if self.tags.has_whole_roster() || self.visitor.detail() != FindingDetail::MessagesAndFixes {
            return Some(());
        }
        let game = &self.bytes[self.start..];
        let slice = |range: Range<u32>| std::str::from_utf8(&game[range.start as usize..range.end as usize]).ok();
        let mut tags = Vec::with_capacity(self.places.len());
        for tag in self.places {
            tags.push((self.name_of(tag)?, tag.open));
        }
        let terminator = self.terminator.clone()?;
        let insertion = RosterInsertion {
            tags,
            end: self.places.last()?.range().end,
            result: slice(terminator.clone())?,
            line_end: line_end_of(&game[..terminator.end as usize]),
        };
        let safe = self.have_own_lines(game);
        let fix = roster::fix(insertion.of(&self.missing_tags()), safe);
        let finding = self.visitor.findings().iter_mut().find(|finding| finding.code == Code::MissingRosterTag)?;
        finding.fixes = vec![fix];
        Some(())
    }

    /// The same as [`crate::replay::roster::have_own_lines`], as only blanks and line ends stand between plain tags.
    fn have_own_lines(&self, game: &[u8]) -> bool {
        let is_line_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let between = self.places.windows(2).map(|pair| &game[pair[0].range().end as usize..pair[1].open as usize]);
        let behind = self.places.last().map_or(&[][..], |last| &game[last.range().end as usize..]);
        between.into_iter().all(|blank| blank.iter().any(is_line_end))
            && behind.iter().find(|byte| !matches!(byte, b' ' | b'\t')).is_none_or(is_line_end)
            && (self.half_moves > 0 || roster::end_before_blank_line(behind))
    }
}
