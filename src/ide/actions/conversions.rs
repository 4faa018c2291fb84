//! Conversion of a game, of selected games or of a whole file to another notation, or to PGN or VGN.

use vgn_engine::convert::{Conversion, Refusal, Target, convert_resolved, resolve_to_convert};
use vgn_engine::lint::Context;
use vgn_engine::notation::Notation;

use super::{Action, ActionKind, Effect, GameRewrite, RewriteScope};

/// Maximum length in bytes of a game whose conversion losses are computed at every cursor move. A longer game is
/// converted only as part of its file, without loss.
const LONGEST: usize = 1 << 20;

/// The conversions of a game, the user's preferred notation first. The title names the losses; an impossible conversion
/// is refused with the reason (rule F1). After cancellation the list is incomplete.
pub fn conversions(text: &str, context: &Context<'_>, preferred: &'static Notation) -> Vec<Action> {
    if text.len() > LONGEST {
        return Vec::new();
    }
    let Some(resolved) = resolve_to_convert(text, context.kind, context.cancel) else { return Vec::new() };
    let offer = |target: Target| action_of(target, convert_resolved(text, context.kind, &resolved, &target, None));
    targets(preferred).take_while(|_| !context.cancel.is_cancelled()).filter_map(offer).collect()
}

/// The conversions of several games that change (`changes`) at least one of them. Games that would lose data are
/// skipped.
pub fn wide_conversions(
    scope: RewriteScope,
    preferred: &'static Notation,
    changes: impl Fn(Target) -> bool,
) -> Vec<Action> {
    let place = match scope {
        RewriteScope::Game => return Vec::new(),
        RewriteScope::Selection => "the selected games",
        RewriteScope::File => "the whole file",
    };
    let offer = |target: Target| {
        let title = format!("Convert {place} to {}; games that would lose data are skipped", target.full_name());
        rewriting(title, Effect::Rewrite(scope, GameRewrite::Convert { to: target, losing: false }))
    };
    targets(preferred).filter(|target| changes(*target)).map(offer).collect()
}

fn targets(preferred: &'static Notation) -> impl Iterator<Item = Target> {
    let first = Target::Notation(preferred);
    std::iter::once(first).chain(Target::of_text().filter(move |target| *target != first))
}

/// `None` if the conversion changes nothing.
fn action_of(to: Target, converted: Result<Conversion, Refusal>) -> Option<Action> {
    let title = format!("Convert this game to {}", to.full_name());
    Some(match converted {
        Err(refusal) => rewriting(title, Effect::Refused(refusal.message)),
        Ok(conversion) if conversion.edits.is_empty() => return None,
        Ok(conversion) => {
            let title = match conversion.losses.as_slice() {
                [] => title,
                [loss] => format!("{title}, with a loss: {loss}"),
                [first, rest @ ..] => format!("{title}, with losses: {first}, and {} more", rest.len()),
            };
            let losing = !conversion.losses.is_empty();
            rewriting(title, Effect::Rewrite(RewriteScope::Game, GameRewrite::Convert { to, losing }))
        }
    })
}

fn rewriting(title: String, effect: Effect) -> Action {
    Action { title, kind: ActionKind::Rewrite, diagnostic: None, preferred: false, effect }
}
