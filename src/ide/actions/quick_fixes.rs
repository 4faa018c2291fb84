//! The fixes of the diagnostics in the selection.

use vgn_engine::lint::Fix;

use super::{Action, ActionKind, ActionSite, Effect};
use crate::markup;

/// One action per fix. Findings of one word may have the same fix.
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
    let mut actions: Vec<Action> = Vec::new();
    for action in of_diagnostic {
        if !actions.iter().any(|other| (&other.title, &other.effect) == (&action.title, &action.effect)) {
            actions.push(action);
        }
    }
    actions
}

/// The title of a fix as an action.
pub fn title_of(fix: &Fix) -> String {
    markup::capital(&fix.title)
}
