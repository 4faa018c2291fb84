//! Collects the findings of a game. They are drafts until the game has been read: a [`Cause`] removes those that follow
//! from it, and only the rest is reported. Configuration is applied last, so a code that is disabled, or has another
//! severity, affects only its own findings. Fixes are created only if they are requested.

use std::ops::Range;

use super::cause::Cause;
use super::{Code, Context, Diagnostic, Edit, Finding, Fix, Related, Severity};

/// Maximum number of diagnostics of one game, so that a file full of faults does not fill the memory.
const MOST: usize = 10_000;

/// Maximum number of drafts searched for those that are close to their cause.
const NEAR: usize = 16;

/// The findings of one game while it is judged.
pub(crate) struct Report<'a> {
    context: &'a Context<'a>,
    /// Whether the game's notation can record illegal moves, which are then warnings (rule D1).
    pub(crate) allows_illegal: bool,
    /// Drafts with their default severities, including those of disabled codes.
    drafts: Vec<Diagnostic>,
    /// Number of drafts of disabled codes.
    off: usize,
    /// Number of drafts of enabled codes that were left out.
    left_out: u32,
    /// Distinguishes the finding that starts at this offset from others of its code, if neither code nor text does.
    pub(crate) kinds: Vec<(u32, &'static str)>,
}

impl<'a> Report<'a> {
    pub(crate) fn new(context: &'a Context<'a>) -> Report<'a> {
        Report { context, allows_illegal: false, drafts: Vec::new(), off: 0, left_out: 0, kinds: Vec::new() }
    }

    /// The diagnostics with their configured severities, without those of disabled codes, and the number of diagnostics
    /// that were left out.
    pub(crate) fn into_diagnostics(self) -> (Vec<Diagnostic>, u32) {
        let Report { context, mut drafts, left_out, .. } = self;
        drafts.retain_mut(|found| {
            let level = context.settings.level_or(found.code, found.severity);
            found.severity = level.unwrap_or(found.severity);
            level.is_some()
        });
        (drafts, left_out)
    }

    /// The drafts not removed so far, in the order in which they were added.
    pub(crate) fn drafts(&self) -> &[Diagnostic] {
        &self.drafts
    }

    /// The last drafts, among which those that are close to their cause are searched for.
    pub(crate) fn last_drafts(&self) -> &[Diagnostic] {
        &self.drafts[self.drafts.len().saturating_sub(NEAR)..]
    }

    /// The drafts for changes of messages and fixes.
    pub(crate) fn drafts_mut(&mut self) -> &mut [Diagnostic] {
        &mut self.drafts
    }

    /// Removes and returns the drafts that follow from the cause.
    pub(crate) fn account(&mut self, cause: &Cause) -> Vec<Diagnostic> {
        let first = if cause.is_near() { self.drafts.len() - self.last_drafts().len() } else { 0 };
        let mut n = first;
        let follows = |draft: &mut Diagnostic| {
            n += 1;
            cause.accounts_for(n - 1, draft)
        };
        let gone: Vec<Diagnostic> = self.drafts.extract_if(first.., follows).collect();
        self.off -= gone.iter().filter(|draft| !self.is_on(draft.code, draft.severity)).count();
        gone
    }

    /// Adds a finding that replaces the findings it was made of.
    pub(crate) fn add_whole(&mut self, whole: Diagnostic) {
        self.off += usize::from(!self.is_on(whole.code, whole.severity));
        self.drafts.push(whole);
    }

    fn is_on(&self, code: Code, default: Severity) -> bool {
        self.context.settings.level_or(code, default).is_some()
    }

    /// Whether fixes are requested.
    pub(crate) fn wants_fixes(&self) -> bool {
        self.context.fixes
    }

    /// Records the kind, within its code, of the finding at this range.
    pub(crate) fn record_kind(&mut self, range: &Range<u32>, kind: &'static str) {
        if self.kinds.len() < MOST {
            self.kinds.push((range.start, kind));
        }
    }

    /// Adds a diagnostic. The result can be extended.
    pub(crate) fn add(&mut self, code: Code, range: Range<u32>, message: impl Into<String>) -> Option<&mut Diagnostic> {
        let default = match code {
            Code::IllegalMove if self.allows_illegal => Severity::Warning,
            _ => code.lint().severity,
        };
        self.add_at(default, code, range, message)
    }

    /// Same as [`Report::add`], with a default severity other than the catalogue's.
    pub(crate) fn add_at(
        &mut self,
        default: Severity,
        code: Code,
        range: Range<u32>,
        message: impl Into<String>,
    ) -> Option<&mut Diagnostic> {
        let is_on = self.is_on(code, default);
        let before = if is_on { self.drafts.len().saturating_sub(self.off) } else { self.off };
        if before >= MOST {
            self.left_out += u32::from(is_on);
            return None;
        }
        self.off += usize::from(!is_on);
        self.drafts.push(Diagnostic {
            code,
            severity: default,
            range,
            message: message.into(),
            related: Vec::new(),
            fixes: Vec::new(),
        });
        self.drafts.last_mut()
    }

    /// Adds a finding of a check.
    pub(crate) fn add_finding(&mut self, finding: Finding) {
        let Finding { code, severity, range, message, related, fixes } = finding;
        if let Some(diagnostic) = self.add_at(severity, code, range, message) {
            (diagnostic.related, diagnostic.fixes) = (related, fixes);
        }
    }

    /// Adds a diagnostic, with the result of `fixes` if fixes are requested.
    pub(crate) fn add_fixed(
        &mut self,
        code: Code,
        range: Range<u32>,
        message: impl Into<String>,
        fixes: impl FnOnce() -> Vec<Fix>,
    ) -> Option<&mut Diagnostic> {
        let wanted = self.wants_fixes();
        let diagnostic = self.add(code, range, message)?;
        if wanted {
            diagnostic.fixes = fixes();
        }
        Some(diagnostic)
    }
}

impl Fix {
    /// A fix that does not change the meaning of the game.
    pub(crate) fn safe(title: impl Into<String>, edits: Vec<Edit>) -> Fix {
        Fix { title: title.into(), edits, safe: true }
    }

    /// A fix that the user must choose.
    pub(crate) fn choice(title: impl Into<String>, edits: Vec<Edit>) -> Fix {
        Fix { title: title.into(), edits, safe: false }
    }
}

impl Edit {
    pub(crate) fn replace(range: Range<u32>, text: impl Into<String>) -> Edit {
        Edit { range, text: text.into() }
    }

    pub(crate) fn insert(at: u32, text: impl Into<String>) -> Edit {
        Edit { range: at..at, text: text.into() }
    }

    pub(crate) fn delete(range: Range<u32>) -> Edit {
        Edit { range, text: String::new() }
    }
}

impl Related {
    pub(crate) fn new(range: Range<u32>, message: impl Into<String>) -> Related {
        Related { range, message: message.into() }
    }
}
