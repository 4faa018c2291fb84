//! Many fixes at once: which ones are applied.

use crate::analysis::{Code, Context, Diagnostic, Edit, Fix, fix_game};

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
        fix_game(text, None, context, &|diagnostic| self.choose(diagnostic))
    }
}
