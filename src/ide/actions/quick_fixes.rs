//! The fixes of the diagnostics in the selection.

use super::{Action, ActionKind, ActionSite, Effect};
use crate::ide::markup;
use crate::lint::Fix;

/// One action per fix.
pub fn actions(site: &ActionSite<'_>) -> Vec<Action> {
    let of_diagnostic = site.diagnostics().flat_map(|diagnostic| {
        let single = diagnostic.fixes.len() == 1;
        diagnostic.fixes.iter().map(move |fix| Action {
            title: title_of(fix),
            kind: ActionKind::QuickFix,
            diagnostic: Some((diagnostic.code, diagnostic.range.clone())),
            preferred: fix.safe && single,
            effect: Effect::Edit(fix.edits.clone()),
        })
    });
    of_diagnostic.collect()
}

/// The title of a fix as an action.
pub fn title_of(fix: &Fix) -> String {
    markup::capital(&fix.title)
}
