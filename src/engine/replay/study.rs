//! Chapters of lichess studies. They leave out by design what a game has: players, a date, and a result even of a line
//! that ends with mate.

use crate::lint::{GameView, in_use};

/// Tags that only chapters of studies have.
const OF_CHAPTERS: [u8; 3] = [in_use("StudyName"), in_use("ChapterName"), in_use("ChapterURL")];

/// Beginnings of values that only chapters of studies have; in older ones these tags are the only sign.
const OF_STUDIES: [(u8, &str); 2] =
    [(in_use("Site"), "https://lichess.org/study/"), (in_use("Annotator"), "https://lichess.org/")];

/// Whether the game is a chapter of a lichess study.
pub(super) fn is_study(game: &dyn GameView) -> bool {
    let begins =
        |(name, address): &(u8, &str)| game.tag(*name).is_some_and(|tag| tag.value.starts_with(address.as_bytes()));
    OF_CHAPTERS.iter().any(|name| game.tag(*name).is_some()) || OF_STUDIES.iter().any(begins)
}
