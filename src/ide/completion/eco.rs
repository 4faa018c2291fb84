//! Openings: the one that the game's main line comes to, and the codes with their names.

use super::Site;
use crate::analysis::resolve_game;
use crate::openings::{Opening, named, openings};
use crate::rules::Bitboards;

/// The opening of the game, by its positions, so that transpositions count.
pub fn of_game(site: &Site<'_>) -> Option<&'static Opening> {
    let question = site.question;
    let game = question.context.whole(question.text, resolve_game(question.text, &question.context))?;
    let main = game.moves.iter().rev().filter(|m| m.depth == 0);
    main.filter_map(|m| named(&Bitboards::new(m.after.as_ref()?)?)).next()
}

/// Each code once, with its name: the shortest, which has no variation of it. A code may be that of several openings.
pub fn codes() -> Vec<(String, String)> {
    let family = |opening: &Opening| opening.name.split(':').next();
    let mut codes: Vec<(String, String)> = Vec::new();
    let all: Vec<&Opening> = openings().collect();
    for same in all.chunk_by(|a, b| a.eco == b.eco) {
        let Some(first) = same.iter().min_by_key(|opening| opening.name.len()) else { continue };
        let is_one = same.iter().all(|opening| family(opening) == family(first));
        codes.push((first.eco.to_string(), if is_one { first.name.to_owned() } else { format!("{} …", first.name) }));
    }
    codes
}
