//! Openings: the one that the game's main line comes to, and the codes with their names.

use super::Site;
use crate::analysis::resolve_game;
use crate::openings::{Eco, Opening, named, openings};
use crate::rules::Bitboards;

/// The opening of the game, by its positions, so that transpositions count.
pub fn of_game(site: &Site<'_>) -> Option<&'static Opening> {
    let question = site.question;
    let game = question.context.whole(question.text, resolve_game(question.text, &question.context))?;
    let main = game.moves.iter().rev().filter(|m| m.depth == 0);
    main.filter_map(|m| named(&Bitboards::new(m.after.as_deref()?)?)).next()
}

/// Each code once, with its name: the shortest, which has no variation of it. A code may be that of several openings.
pub fn codes() -> Vec<(String, String)> {
    let all: Vec<&Opening> = openings().collect();
    let parts = all.chunk_by(|a, b| a.eco == b.eco);
    parts.filter_map(|same| Some((same.first()?.eco.to_string(), name_of(same)?))).collect()
}

/// The name that a code stands for, if it is one.
pub fn name_of_code(code: &str) -> Option<String> {
    let code = Eco::read(code.trim().as_bytes())?;
    name_of(&openings().filter(|opening| opening.eco == code).collect::<Vec<_>>())
}

fn name_of(same: &[&Opening]) -> Option<String> {
    let family = |opening: &Opening| opening.name.split(':').next();
    let first = same.iter().min_by_key(|opening| opening.name.len())?;
    let is_one = same.iter().all(|opening| family(opening) == family(first));
    Some(if is_one { first.name.to_owned() } else { format!("{} …", first.name) })
}
