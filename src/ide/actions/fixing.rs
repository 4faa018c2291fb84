//! Many fixes at once: round after round until none is left.

use std::borrow::Cow;

use super::draft::Draft;
use crate::analysis::{Code, Context, Diagnostic, Edit, Fix, Together, check_game, line_end_of};

/// A fix can bring up another; it settles long before so many rounds, unless two fixes undo one another.
const ROUNDS: usize = 10;

/// Which fixes are applied together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixing {
    /// Those that do not change what the game says.
    Safe,
    /// Those of one code: the safe one of a diagnostic, or else its only one.
    Code(Code),
}

impl Fixing {
    /// The fix that is applied to a diagnostic.
    pub(super) fn choose(self, diagnostic: &Diagnostic) -> Option<&Fix> {
        let safe = || diagnostic.fixes.iter().find(|fix| fix.safe);
        match (self, diagnostic.fixes.as_slice()) {
            (Fixing::Safe, _) => safe(),
            (Fixing::Code(code), fixes) if code == diagnostic.code => {
                safe().or(if let [only] = fixes { Some(only) } else { None })
            }
            (Fixing::Code(_), _) => None,
        }
    }

    /// The edits of one game, in bytes of its text.
    pub(super) fn edits(self, text: &str, context: &Context<'_>) -> Vec<Edit> {
        let context = Context { fixes: true, ..*context };
        let mut draft = Draft::new(text);
        let mut current = Cow::Borrowed(text);
        for _ in 0..ROUNDS {
            let report = check_game(&current, &context);
            let mut together = Together::default();
            for fix in report.diagnostics.iter().filter_map(|diagnostic| self.choose(diagnostic)) {
                together.offer(&fix.edits);
            }
            if together.is_empty() {
                break;
            }
            draft.apply(together.into_edits());
            let next = draft.current();
            if next == current {
                break;
            }
            current = Cow::Owned(next);
        }
        with_line_ends_of(text, draft.into_edits())
    }
}

/// The edits with the line ends that the text uses first.
pub(super) fn with_line_ends_of(text: &str, mut edits: Vec<Edit>) -> Vec<Edit> {
    let line_end = line_end_of(text);
    if line_end == "\n" {
        return edits;
    }
    for edit in &mut edits {
        // A part of a line end that stands in the text may come back with the edit: such text is left alone.
        if edit.text.contains('\n') && !edit.text.contains('\r') {
            edit.text = edit.text.replace('\n', line_end);
        }
    }
    edits
}
