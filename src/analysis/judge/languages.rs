//! Piece letters of other languages: a game that is in one of them throughout is read in it.

use std::ops::Range;

use super::Judge;
use super::habits::next_places;
use super::moves::Played;
use super::written::Written;
use crate::analysis::spelling::HalfMove;
use crate::analysis::{Code, Edit, Fix};
use crate::notation::languages::{LANGUAGES, Language, has_foreign_letter};
use crate::notation::{EndMark, SAN};

impl Judge<'_> {
    /// The languages in which most of the game's moves read, if some move has a letter that is not English and more of
    /// them read so than in English. Of several with the same letters, the first.
    pub(in crate::analysis) fn languages(&self) -> Vec<&'static Language> {
        if self.language.is_some() || self.unread == 0 || *self.notation != SAN {
            return Vec::new();
        }
        let texts = Written::read(self.text).moves;
        let is_odd = |text: &&&str| crate::notation::san::read(text).is_none();
        let telling: Vec<&str> = texts.iter().filter(|text| has_foreign_letter(text)).filter(is_odd).copied().collect();
        if telling.is_empty() {
            return Vec::new();
        }
        let english = texts.len() - texts.iter().filter(is_odd).count();
        let mut most = english;
        let mut found: Vec<&'static Language> = Vec::new();
        for language in LANGUAGES {
            let reads = |text: &&str| language.read(text).is_some();
            if found.iter().any(|other| other.letters == language.letters) || !telling.iter().any(reads) {
                continue;
            }
            // Past so many, others read more of the game.
            let mut misses = texts.iter().filter(|text| !reads(text)).take(texts.len() - most + 1);
            let read = texts.len() - misses.by_ref().count();
            if read > most {
                found.clear();
                most = read;
            }
            if read == most && read > english {
                found.push(language);
            }
        }
        found
    }

    /// Remembers a move in foreign letters with its English spelling.
    pub(super) fn foreign_move(&mut self, range: &Range<u32>, letter: char, played: &Played) {
        let Some(before) = self.line.position() else { return };
        let after = before.after(&played.play);
        let half_move = HalfMove { before: &before, play: &played.play, after: &after, end: EndMark::None };
        let english = half_move.spell(self.notation).unwrap_or_default();
        self.foreign_letter = self.foreign_letter.or(Some(letter));
        self.foreign.push((range.clone(), english));
    }

    /// Remembers a move of the game's language that could not be played, so that the fix leaves none in its letters.
    pub(super) fn foreign_unread(&mut self, range: &Range<u32>) {
        let Some(language) = self.language else { return };
        if language.read(self.slice(range)).is_some()
            && let Some((english, Some(letter))) = language.in_english(self.slice(range))
        {
            self.foreign_letter = self.foreign_letter.or(Some(letter));
            self.foreign.push((range.clone(), english));
        }
    }

    /// One diagnostic a game, at the first such move; its fix writes them all in English.
    pub(super) fn judge_foreign(&mut self) {
        let foreign = std::mem::take(&mut self.foreign);
        let (Some((first, _)), Some(letter)) = (foreign.first().cloned(), self.foreign_letter) else { return };
        let message = match self.language {
            Some(language) => {
                format!("the piece letters are {}: SAN's are English, and `{letter}` is not one of them", language.name)
            }
            None => format!("`{letter}` is a figurine: SAN's pieces are the letters KQRBN"),
        };
        let edits: Vec<Edit> = foreign
            .iter()
            .filter(|(_, english)| !english.is_empty())
            .map(|(range, english)| Edit::replace(range.clone(), english.as_str()))
            .collect();
        let count = foreign.len();
        let message = if count > 1 { format!("{message} ({count} places)") } else { message };
        if let Some(diagnostic) = self.report.add_fixed(Code::ForeignPieceLetter, first, message, || {
            vec![Fix::safe("write the English piece letters", edits)]
        }) {
            diagnostic.related = next_places(foreign.into_iter().skip(1).map(|(range, _)| range));
        }
    }
}
