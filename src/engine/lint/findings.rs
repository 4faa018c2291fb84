//! Findings of checks.

use std::ops::Range;

use super::{Code, Fix, GameView, Related, Severity};

/// One finding of a check.
#[derive(Debug)]
pub struct Finding {
    pub code: Code,
    /// The severity, unless the configuration sets another one.
    pub severity: Severity,
    pub range: Range<u32>,
    pub message: String,
    pub related: Vec<Related>,
    pub fixes: Vec<Fix>,
}

/// Collects the findings of a check, and gives it access to the game.
pub struct Findings<'g> {
    game: &'g dyn GameView,
    detail: FindingDetail,
    /// The lint whose check is running.
    pub(super) code: Code,
    any: bool,
    found: Vec<Finding>,
}

/// Amount of detail of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingDetail {
    /// Only whether there are findings.
    Existence,
    Messages,
    MessagesAndFixes,
}

impl<'g> Findings<'g> {
    pub fn new(game: &'g dyn GameView, detail: FindingDetail) -> Findings<'g> {
        Findings { game, detail, code: Code::UnclosedTag, any: false, found: Vec::new() }
    }

    pub fn game(&self) -> &'g dyn GameView {
        self.game
    }

    /// Reports a finding with the lint's own severity.
    pub fn report(
        &mut self,
        range: Range<u32>,
        message: impl FnOnce() -> String,
        fixes: impl FnOnce() -> Vec<Fix>,
    ) -> Option<&mut Finding> {
        self.report_at(self.code.lint().severity, range, message, fixes)
    }

    /// Reports a finding with another severity than the lint's own. The result can be extended; `None` if no messages
    /// are needed.
    pub fn report_at(
        &mut self,
        severity: Severity,
        range: Range<u32>,
        message: impl FnOnce() -> String,
        fixes: impl FnOnce() -> Vec<Fix>,
    ) -> Option<&mut Finding> {
        self.any = true;
        let fixes = match self.detail {
            FindingDetail::Existence => return None,
            FindingDetail::Messages => Vec::new(),
            FindingDetail::MessagesAndFixes => fixes(),
        };
        let (code, message) = (self.code, message());
        self.found.push(Finding { code, severity, range, message, related: Vec::new(), fixes });
        self.found.last_mut()
    }

    /// Whether more is needed than whether there are findings.
    pub(super) fn wants_messages(&self) -> bool {
        self.detail != FindingDetail::Existence
    }

    /// Whether a finding was reported.
    pub fn any(&self) -> bool {
        self.any
    }

    pub fn into_found(self) -> Vec<Finding> {
        self.found
    }
}

/// The fixes of a finding without a fix.
pub fn no_fix() -> Vec<Fix> {
    Vec::new()
}
