//! Fixes all diagnostics of one code, or everything that can be fixed safely.

use super::{Action, ActionKind, ActionSite, Effect, FixSelection, GameRewrite, RewriteScope};

/// For each code with fixes: the whole game, if it has more than one such diagnostic, and the whole file.
pub fn actions(site: &ActionSite<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    for code in site.codes() {
        let fixing = FixSelection::Code(code);
        let in_game = site.report.diagnostics.iter().filter(|found| fixing.choose(found).is_some()).count();
        let diagnostic = site.diagnostics().find(|found| fixing.choose(found).is_some());
        let Some(diagnostic) = diagnostic.map(|found| (code, found.range.clone())) else { continue };
        let mut offer = |scope, place| {
            actions.push(Action {
                title: format!("Fix all `{code}` in this {place}"),
                kind: ActionKind::QuickFix,
                diagnostic: Some(diagnostic.clone()),
                preferred: false,
                effect: Effect::Rewrite(scope, GameRewrite::Fix(fixing)),
            });
        };
        if in_game > 1 {
            offer(RewriteScope::Game, "game");
        }
        offer(RewriteScope::File, "file");
    }
    actions
}

/// The actions for a file, independent of the selection.
pub fn file_actions() -> Vec<Action> {
    vec![Action {
        title: "Fix all that can be fixed safely".to_owned(),
        kind: ActionKind::FixAll,
        diagnostic: None,
        preferred: false,
        effect: Effect::Rewrite(RewriteScope::File, GameRewrite::Fix(FixSelection::Safe)),
    }]
}
