//! The opening of a game, and the ECO codes with their names.

use vgn_engine::openings::{Eco, Opening, named, openings};
use vgn_engine::replay::resolve_game;
use vgn_engine::rules::Bitboards;

use super::CompletionSite;

/// The opening of the game's main line by position, including transpositions.
pub fn of_game(site: &CompletionSite<'_>) -> Option<&'static Opening> {
    let query = site.query;
    let game = query.context.whole(query.text, resolve_game(query.text, &query.context))?;
    let main = game.moves.iter().rev().filter(|m| m.depth == 0);
    main.filter_map(|m| named(&Bitboards::standard(m.after.as_deref()?)?)).next()
}

/// Each ECO code once, with the shortest name of its openings.
pub fn codes() -> Vec<(String, String)> {
    let all: Vec<&Opening> = openings().collect();
    let parts = all.chunk_by(|a, b| a.eco == b.eco);
    parts.filter_map(|same| Some((same.first()?.eco.to_string(), name_of(same)?))).collect()
}

/// The name of an ECO code.
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
