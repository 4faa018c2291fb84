//! Opens the documentation of a diagnostic in the selection.

use super::{Action, ActionKind, ActionSite, Effect};

/// One action per code.
pub fn actions(site: &ActionSite<'_>) -> Vec<Action> {
    let explain = |code| {
        let diagnostic = site.diagnostics().find(|diagnostic| diagnostic.code == code);
        Action {
            title: format!("Explain `{code}`"),
            kind: ActionKind::QuickFix,
            diagnostic: diagnostic.map(|diagnostic| (code, diagnostic.range.clone())),
            preferred: false,
            effect: Effect::Explain(code),
        }
    };
    site.codes().into_iter().map(explain).collect()
}
