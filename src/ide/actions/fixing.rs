//! Many fixes at once: round after round until none is left.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::draft::Draft;
use crate::analysis::{Code, Context, Diagnostic, Edit, Fix, check_game};

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
            let mut accepted = Accepted::default();
            for fix in report.diagnostics.iter().filter_map(|diagnostic| self.choose(diagnostic)) {
                accepted.offer(&fix.edits);
            }
            if accepted.edits.is_empty() {
                break;
            }
            draft.apply(accepted.edits.into_values());
            let next = draft.current();
            if next == current {
                break;
            }
            current = Cow::Owned(next);
        }
        with_line_ends_of(text, draft.into_edits())
    }
}

/// Edits that do not touch one another, by their place.
#[derive(Default)]
struct Accepted<'a> {
    edits: BTreeMap<(u32, u32), &'a Edit>,
}

impl<'a> Accepted<'a> {
    /// Takes all of a fix's edits, or none; what is turned away comes again in the next round.
    fn offer(&mut self, edits: &'a [Edit]) {
        let ordered = edits.is_sorted_by(|a, b| a.range.end <= b.range.start);
        if ordered && edits.iter().all(|edit| self.is_free(&edit.range)) {
            self.edits.extend(edits.iter().map(|edit| ((edit.range.start, edit.range.end), edit)));
        }
    }

    /// Nothing overlaps the range, and nothing is inserted where it starts or ends.
    fn is_free(&self, range: &Range<u32>) -> bool {
        let before = self.edits.range(..=(range.end, u32::MAX)).next_back();
        before.is_none_or(|((_, end), _)| *end < range.start)
    }
}

/// The edits with the line ends that the text uses first.
pub(super) fn with_line_ends_of(text: &str, mut edits: Vec<Edit>) -> Vec<Edit> {
    let line_end = match text.find(['\n', '\r']) {
        Some(at) if text[at..].starts_with("\r\n") => "\r\n",
        Some(at) if text[at..].starts_with('\r') => "\r",
        _ => return edits,
    };
    for edit in &mut edits {
        // A part of a line end that stands in the text may come back with the edit: such text is left alone.
        if edit.text.contains('\n') && !edit.text.contains('\r') {
            edit.text = edit.text.replace('\n', line_end);
        }
    }
    edits
}
