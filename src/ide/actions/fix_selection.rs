//! Selection of the fixes that are applied together.

use vgn_engine::games::fix_game;
use vgn_engine::lint::{Code, Context, Diagnostic, Edit, Fix};

/// Which fixes are applied together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixSelection {
    /// All fixes that do not change the game's meaning.
    Safe,
    /// The fixes of one code: of each diagnostic the safe one, or else its only one.
    Code(Code),
}

impl FixSelection {
    /// The fix to apply to a diagnostic.
    pub(super) fn choose(self, diagnostic: &Diagnostic) -> Option<&Fix> {
        let safe = || diagnostic.fixes.iter().find(|fix| fix.safe);
        match (self, diagnostic.fixes.as_slice()) {
            (FixSelection::Safe, _) => safe(),
            (FixSelection::Code(code), fixes) if code == diagnostic.code => {
                safe().or(if let [only] = fixes { Some(only) } else { None })
            }
            (FixSelection::Code(_), _) => None,
        }
    }

    /// The edits of one game, in bytes of its text.
    pub(super) fn edits(self, text: &str, context: &Context<'_>) -> Vec<Edit> {
        fix_game(text, None, context, &|diagnostic| self.choose(diagnostic))
    }
}
