//! Chapters of lichess studies. They leave out by design what a game has: players, a date, and a result even of a line
//! that ends with mate.

use crate::replay::judge::Judge;

/// Tags that only chapters of studies have.
const OF_CHAPTERS: [&str; 3] = ["StudyName", "ChapterName", "ChapterURL"];

/// Beginnings of values that only chapters of studies have; in older ones these tags are the only sign.
const OF_STUDIES: [(&str, &str); 2] = [("Site", "https://lichess.org/study/"), ("Annotator", "https://lichess.org/")];

impl Judge<'_> {
    /// Whether the game is a chapter of a lichess study.
    pub(crate) fn is_study(&self) -> bool {
        let begins = |(name, address): &(&str, &str)| {
            self.tags.value(self.text, name).is_some_and(|value| value.starts_with(address))
        };
        OF_CHAPTERS.iter().any(|name| self.tags.get(self.text, name).is_some()) || OF_STUDIES.iter().any(begins)
    }
}
