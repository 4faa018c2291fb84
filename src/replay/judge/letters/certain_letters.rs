//! Whether the piece letters of a game have only one reading. Otherwise no fix that depends on them is safe.

use std::ops::Range;

use super::languages::{CandidateLanguages, dutch, is_piece_move};
use super::move_texts::MoveTexts;
use crate::lint::Code;
use crate::notation::languages::{LANGUAGES, Language, is_foreign};
use crate::notation::san::read as read_english;
use crate::replay::judge::Judge;

/// Minimum number of moves in foreign letters that determine a language: a single foreign letter may be a slip.
const MIN_FOREIGN_MOVES: usize = 2;

/// The same minimum if another move cannot be played in that language.
const MIN_FOREIGN_MOVES_DESPITE_FAULTS: usize = 5;

/// A foreign letter in a game with mixed letters.
pub(crate) struct ForeignLetter {
    letter: char,
    /// The first move that contains it.
    first: Range<u32>,
    /// The languages in which all moves that contain it are legal: a set of bits in the order of [`LANGUAGES`].
    languages: u64,
}

impl Judge<'_> {
    /// Records a move in a foreign letter and the languages in which it is legal.
    pub(crate) fn record_foreign_letter(&mut self, range: &Range<u32>, languages: u64) {
        let Some(letter) = self.slice(range).chars().find(|c| c.is_uppercase()) else { return };
        let letters = &mut self.letters.evidence.letters;
        match letters.iter_mut().find(|known| known.letter == letter) {
            Some(known) => known.languages &= languages,
            None => letters.push(ForeignLetter { letter, first: range.clone(), languages }),
        }
    }

    /// Whether the language in which this run has read the whole game is certain: no move has letters of another
    /// language, and enough moves determine it. A pawn letter is evidence against it.
    pub(crate) fn is_sure_of_language(&self) -> bool {
        let Some(language) = self.letters.language else { return false };
        let is_english = |text: &str| has_english_piece_letter(text) && language.read(text).is_none();
        let least = if self.counts.unread == 0 { MIN_FOREIGN_MOVES } else { MIN_FOREIGN_MOVES_DESPITE_FAULTS };
        self.letters.evidence.gained as usize >= least
            && self.letters.evidence.pawn_letters == 0
            && !MoveTexts::read(self.text).moves.into_iter().any(is_english)
    }

    /// Whether each letter of the game, which this run has read move by move, denotes only one piece.
    pub(crate) fn is_sure_of_letters(&self, candidates: &CandidateLanguages) -> bool {
        let means_one = |letter: &ForeignLetter| {
            let text = self.slice(&letter.first);
            let mut read = languages_of(letter.languages).filter_map(|language| language.in_english(text));
            read.next().is_some_and(|first| read.all(|other| other == first))
        };
        let letters = &self.letters.evidence.letters;
        let needed = letters.iter().fold(0, |all, letter| all | letter.languages);
        let is_clear = |range: &Range<u32>| {
            let text = self.slice(range);
            !languages_of(needed).any(|language| reads_otherwise(language, text))
        };
        self.counts.unread == 0
            && candidates.foreign_moves >= MIN_FOREIGN_MOVES
            && letters.iter().all(means_one)
            && self.letters.evidence.english_moves.iter().all(is_clear)
    }

    /// Makes the fixes of all moves unsafe: the letters have other readings.
    pub(crate) fn doubt_letters(&mut self) {
        self.letters.uncertain = self.letters.english.iter().map(|(range, _)| range.clone()).collect();
        let mut english_moves = std::mem::take(&mut self.letters.evidence.english_moves);
        english_moves.retain(|range| {
            self.letters.candidates.iter().any(|language| reads_otherwise(language, self.slice(range)))
        });
        self.letters.uncertain.append(&mut english_moves);
        self.doubt_moves();
    }

    /// If a move of a game in English letters cannot be played, a `P` may be a knight's: see
    /// [`Self::doubt_pawn_letters`].
    pub(crate) fn doubt_pawns_of_unread(&mut self) {
        if self.counts.unread > 0 {
            self.doubt_pawn_letters();
        }
    }

    /// Makes fixes of this run in English unsafe if its letters are also those of a language of other moves.
    pub(crate) fn doubt_english(&mut self, candidates: &CandidateLanguages) {
        let texts = MoveTexts::read(self.text).moves;
        let is_others = |text: &&str| candidates.combined.iter().any(|language| reads_otherwise(language, text));
        match texts.iter().any(is_others) {
            true => self.doubt_moves(),
            false => self.doubt_pawn_letters(),
        }
    }

    /// Makes fixes of moves with `P` unsafe: with foreign letters in the game, it may be the Dutch knight's.
    pub(crate) fn doubt_pawn_letters(&mut self) {
        self.doubt_fixes(|code, text| code == Code::ImportFormat && text.starts_with(['P', 'p']));
    }

    /// Makes the fixes of all moves unsafe.
    fn doubt_moves(&mut self) {
        self.doubt_fixes(|code, text| {
            code == Code::ForeignPieceLetter
                || read_english(text).is_some()
                || LANGUAGES.iter().any(|l| l.read(text).is_some())
        });
    }

    /// Makes the fixes of the matching drafts unsafe.
    fn doubt_fixes(&mut self, is_doubtful: impl Fn(Code, &str) -> bool) {
        for found in self.report.drafts_mut() {
            let text = &self.text[found.range.start as usize..found.range.end as usize];
            if is_doubtful(found.code, text) {
                found.fixes.iter_mut().for_each(|fix| fix.safe = false);
            }
        }
    }

    /// Some letters of the game are English but not Dutch, and none is foreign: a `P` is the pawn's.
    pub(crate) fn has_english_pieces(&self) -> bool {
        let texts = MoveTexts::read(self.text).moves;
        let is_english =
            |text: &&str| has_english_piece_letter(text) && dutch().is_none_or(|dutch| dutch.read(text).is_none());
        texts.iter().any(is_english) && !texts.iter().any(|text| is_foreign(text))
    }
}

/// The languages of a set.
fn languages_of(set: u64) -> impl Iterator<Item = &'static Language> {
    LANGUAGES.iter().enumerate().filter(move |(at, _)| set >> at & 1 == 1).map(|(_, language)| language)
}

/// A move with an English piece letter other than the pawn's.
fn has_english_piece_letter(text: &str) -> bool {
    read_english(text).is_some_and(|read| is_piece_move(&read))
}

/// The language reads a move in English letters as another piece's. No language writes a letter for the pawn.
fn reads_otherwise(language: &Language, text: &str) -> bool {
    read_english(text).is_some()
        && !language.writes_pawn(text)
        && language.read(text).is_some_and(|read| read.habits.foreign.is_some())
}
