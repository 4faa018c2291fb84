//! Gathering what is wrong with a game. Findings are drafts until the game has been read: a [`Cause`] accounts for those
//! that follow from it, and only what is left is reported. Configuration comes last, so that a code which is off, or has
//! another severity, changes nothing but its own findings. Fixes are made only when they are asked for.

use std::ops::Range;

use super::cause::Cause;
use super::{Code, Context, Diagnostic, Edit, Finding, Fix, Related, Severity};

/// Diagnostics of one game at most, so that a file of nothing but faults does not fill the memory.
const MOST: usize = 10_000;

/// Drafts that are looked at for one that lies beside its cause.
const NEAR: usize = 16;

/// What has been found of one game while it is judged.
pub(crate) struct Report<'a> {
    context: &'a Context<'a>,
    /// The game's notation may say illegal moves: they are warnings (rule D1).
    pub(crate) allows_illegal: bool,
    /// Those whose code is off are among them, and all have the severities that they have by default.
    drafts: Vec<Diagnostic>,
    /// How many have been added whose code is off.
    off: usize,
    /// How many were left out, of those that are on.
    left_out: u32,
    /// What parts the finding that starts here from others of its code, where neither code nor text tells it.
    pub(crate) parts: Vec<(u32, &'static str)>,
}

impl<'a> Report<'a> {
    pub(crate) fn new(context: &'a Context<'a>) -> Report<'a> {
        Report { context, allows_illegal: false, drafts: Vec::new(), off: 0, left_out: 0, parts: Vec::new() }
    }

    /// The diagnostics with the severities that configuration gives them, without those whose code is off, and how many
    /// were left out.
    pub(crate) fn into_diagnostics(self) -> (Vec<Diagnostic>, u32) {
        let Report { context, mut drafts, left_out, .. } = self;
        drafts.retain_mut(|found| {
            let level = context.settings.level_or(found.code, found.severity);
            found.severity = level.unwrap_or(found.severity);
            level.is_some()
        });
        (drafts, left_out)
    }

    /// What has been found and is not accounted for, in the order in which it was found.
    pub(crate) fn drafts(&self) -> &[Diagnostic] {
        &self.drafts
    }

    /// The same, to be worded and given fixes.
    pub(crate) fn drafts_mut(&mut self) -> &mut [Diagnostic] {
        &mut self.drafts
    }

    /// The drafts that follow from the cause: they are not reported for themselves.
    pub(crate) fn account(&mut self, cause: &Cause) -> Vec<Diagnostic> {
        let first = if cause.is_near() { self.drafts.len().saturating_sub(NEAR) } else { 0 };
        let mut n = first;
        let follows = |draft: &mut Diagnostic| {
            n += 1;
            cause.accounts_for(n - 1, draft)
        };
        let gone: Vec<Diagnostic> = self.drafts.extract_if(first.., follows).collect();
        self.off -= gone.iter().filter(|draft| !self.is_on(draft.code, draft.severity)).count();
        gone
    }

    /// Adds a finding in the place of others, which it was made of.
    pub(crate) fn add_whole(&mut self, whole: Diagnostic) {
        self.off += usize::from(!self.is_on(whole.code, whole.severity));
        self.drafts.push(whole);
    }

    fn is_on(&self, code: Code, default: Severity) -> bool {
        self.context.settings.level_or(code, default).is_some()
    }

    /// Are fixes asked for?
    pub(crate) fn wants_fixes(&self) -> bool {
        self.context.fixes
    }

    /// The finding that starts with this range is one of this part of its code.
    pub(crate) fn part(&mut self, range: &Range<u32>, part: &'static str) {
        if self.parts.len() < MOST {
            self.parts.push((range.start, part));
        }
    }

    /// Adds a diagnostic. The result is there to add to.
    pub(crate) fn add(&mut self, code: Code, range: Range<u32>, message: impl Into<String>) -> Option<&mut Diagnostic> {
        let default = match code {
            Code::IllegalMove if self.allows_illegal => Severity::Warning,
            _ => code.lint().severity,
        };
        self.add_at(default, code, range, message)
    }

    /// As [`Report::add`], with another default severity than the catalogue's.
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

    /// Adds what a check has found.
    pub(crate) fn add_finding(&mut self, finding: Finding) {
        let Finding { code, severity, range, message, related, fixes } = finding;
        if let Some(diagnostic) = self.add_at(severity, code, range, message) {
            (diagnostic.related, diagnostic.fixes) = (related, fixes);
        }
    }

    /// Adds a diagnostic with the fixes that `fixes` makes, if fixes are asked for.
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
    /// A fix that does not change what the game says.
    pub(crate) fn safe(title: impl Into<String>, edits: Vec<Edit>) -> Fix {
        Fix { title: title.into(), edits, safe: true }
    }

    /// A fix for the user to choose.
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
