//! What checks find.

use std::ops::Range;

use super::{Code, Fix, GameView, Related, Severity};

/// One finding of a check.
#[derive(Debug)]
pub struct Finding {
    pub code: Code,
    /// Unless configuration says another one.
    pub severity: Severity,
    pub range: Range<u32>,
    pub message: String,
    pub related: Vec<Related>,
    pub fixes: Vec<Fix>,
}

/// Where a check reports, and whom it asks about the game.
pub struct Findings<'g> {
    game: &'g dyn GameView,
    wanted: Wanted,
    /// The lint that is asked.
    pub(super) code: Code,
    any: bool,
    found: Vec<Finding>,
}

/// What is wanted of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Only whether there are any.
    Whether,
    Messages,
    MessagesAndFixes,
}

impl<'g> Findings<'g> {
    pub fn new(game: &'g dyn GameView, wanted: Wanted) -> Findings<'g> {
        Findings { game, wanted, code: Code::UnclosedTag, any: false, found: Vec::new() }
    }

    pub fn game(&self) -> &'g dyn GameView {
        self.game
    }

    /// Reports a finding of the lint, in its own severity.
    pub fn report(
        &mut self,
        range: Range<u32>,
        message: impl FnOnce() -> String,
        fixes: impl FnOnce() -> Vec<Fix>,
    ) -> Option<&mut Finding> {
        self.report_at(self.code.lint().severity, range, message, fixes)
    }

    /// Reports a finding in another severity than the lint's own. The finding is there to add to, if it is wanted itself.
    pub fn report_at(
        &mut self,
        severity: Severity,
        range: Range<u32>,
        message: impl FnOnce() -> String,
        fixes: impl FnOnce() -> Vec<Fix>,
    ) -> Option<&mut Finding> {
        self.any = true;
        let fixes = match self.wanted {
            Wanted::Whether => return None,
            Wanted::Messages => Vec::new(),
            Wanted::MessagesAndFixes => fixes(),
        };
        let (code, message) = (self.code, message());
        self.found.push(Finding { code, severity, range, message, related: Vec::new(), fixes });
        self.found.last_mut()
    }

    /// Has anything been reported?
    pub fn any(&self) -> bool {
        self.any
    }

    pub fn into_found(self) -> Vec<Finding> {
        self.found
    }
}

/// No fix is known.
pub fn no_fix() -> Vec<Fix> {
    Vec::new()
}
