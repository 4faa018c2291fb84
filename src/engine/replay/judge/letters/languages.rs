//! Piece letters of other languages: a game in one language throughout is read in it.

use std::cell::OnceCell;
use std::ops::Range;

use shakmaty::Role;

use super::move_texts::MoveTexts;
use crate::lint::{Code, Edit, Family, Fix};
use crate::notation::languages::{LANGUAGES, Language, is_foreign};
use crate::notation::san::read as read_english;
use crate::notation::{EndMark, MoveText, ParsedMove, SAN};
use crate::replay::judge::Judge;
use crate::replay::judge::half_moves::coordinates::legal_play;
use crate::replay::judge::half_moves::moves::JudgedMove;
use crate::replay::judge::recovery::habits::next_places;
use crate::replay::spelling::HalfMove;
use crate::rules::Play;

/// One of this many moves in foreign letters may be a slip: in letters that the languages of the others do not have.
const MOVES_PER_SLIP: usize = 8;

/// Ratio of moves playable only in the language to moves also playable in English, if the letters of the latter occur
/// nowhere else.
const GAINS_PER_CLASH: usize = 4;

/// Minimum number of moves in foreign letters that determine a language: a single foreign letter may be a slip.
const MIN_FOREIGN_MOVES: usize = 2;

/// The same minimum if another move cannot be played in that language.
const MIN_FOREIGN_MOVES_DESPITE_FAULTS: usize = 5;

/// The languages that a game's letters suggest.
pub(crate) struct CandidateLanguages {
    /// Those that read all moves in foreign letters. Of several with the same letters, the first.
    pub whole_game: Vec<&'static Language>,
    /// Number of these moves.
    foreign_moves: usize,
}

/// The evidence of a run of the judge for and against its letters.
#[derive(Default)]
pub(crate) struct LetterEvidence {
    /// Number of half-moves that are legal by these letters and not in English.
    gained: u32,
    /// One of them has a letter that is not English.
    has_foreign_letter: bool,
    /// Their first letters.
    gained_letters: Vec<char>,
    /// Moves that are other legal moves in English.
    clashes: Vec<Range<u32>>,
    /// A move that is legal in English is illegal, or a pawn's, by these letters.
    refuted: bool,
    /// Number of pawn moves with a letter.
    pawn_letters: u32,
}

/// The piece letters by which the game is read, and the evidence for and against them.
#[derive(Default)]
pub(crate) struct LetterState {
    /// The language of a game that is read in a language other than English.
    pub language: Option<&'static Language>,
    pub evidence: LetterEvidence,
    /// Half-moves in foreign letters with their English spelling, while the game is read.
    pub foreign: Vec<(Range<u32>, String)>,
    pub foreign_letter: Option<char>,
    /// The same half-moves after the game has been read.
    pub english: Vec<(Range<u32>, String)>,
    /// Half-moves whose letters may be another language's.
    pub uncertain: Vec<Range<u32>>,
    /// No move shows that `P` is the pawn's letter and not the Dutch knight's; determined at first use.
    pub may_be_dutch: OnceCell<bool>,
    /// All piece letters of the game are small; determined at first use.
    pub small_letters: OnceCell<bool>,
}

impl Judge<'_> {
    /// The languages that may read the game, if some move is unread in English and some letter is foreign.
    pub(crate) fn candidates(&self) -> Option<CandidateLanguages> {
        if self.counts.unread == 0 || *self.notation != SAN {
            return None;
        }
        let texts = MoveTexts::read(self.text).moves;
        let foreign_moves: Vec<&str> = texts.iter().copied().filter(|text| is_foreign(text)).collect();
        if foreign_moves.is_empty() {
            return None;
        }
        let reads = |language: &Language| {
            foreign_moves.iter().filter(|text| !language.writes_pawn(text) && language.read(text).is_some()).count()
        };
        let counts: Vec<usize> = LANGUAGES.iter().map(reads).collect();
        let most = counts.iter().copied().max().unwrap_or(0);
        let mut best: Vec<&'static Language> = Vec::new();
        for (language, _) in LANGUAGES.iter().zip(&counts).filter(|(_, count)| **count == most) {
            if !best.iter().any(|other| other.letters == language.letters) {
                best.push(language);
            }
        }
        if most == 0 || (foreign_moves.len() - most) * MOVES_PER_SLIP > foreign_moves.len() {
            best.clear();
        }
        // Compares them by all moves, including those in English letters.
        let reads = |language: &Language| texts.iter().filter(|text| language.read(text).is_some()).count();
        let most = best.iter().map(|language| reads(language)).max();
        best.retain(|language| Some(reads(language)) == most);
        Some(CandidateLanguages { whole_game: best, foreign_moves: foreign_moves.len() })
    }

    /// Whether the game is in the language of this run, compared with the run in English.
    pub(crate) fn is_in_language(&self, candidates: &CandidateLanguages, english: &Judge<'_>) -> bool {
        let evidence = &self.letters.evidence;
        let plays_more = self.counts.unread < english.counts.unread || candidates.foreign_moves > 1;
        // A letter has the same meaning throughout a game. If it occurs nowhere else, the other moves must clearly
        // outweigh it.
        let letter = |range: &Range<u32>| self.slice(range).chars().next();
        let is_used =
            |range: &Range<u32>| letter(range).is_some_and(|letter| evidence.gained_letters.contains(&letter));
        let least = if evidence.clashes.iter().all(is_used) { 1 } else { GAINS_PER_CLASH };
        !evidence.refuted && evidence.gained as usize > least * evidence.clashes.len() && plays_more
    }

    /// Sort key of uncertainty: a pawn letter, which languages do not write, then the number of unread half-moves.
    pub(crate) fn uncertainty(&self) -> (bool, u32) {
        (self.letters.evidence.pawn_letters > 0, self.counts.unread)
    }

    /// Whether the language in which this run has read the game is certain: no move has letters of another language, and
    /// enough moves determine it. A pawn letter is evidence against it.
    pub(crate) fn is_sure_of_language(&self) -> bool {
        let Some(language) = self.letters.language else { return false };
        let is_english = |text: &str| has_english_piece_letter(text) && language.read(text).is_none();
        let least = if self.counts.unread == 0 { MIN_FOREIGN_MOVES } else { MIN_FOREIGN_MOVES_DESPITE_FAULTS };
        self.letters.evidence.gained as usize >= least
            && self.letters.evidence.pawn_letters == 0
            && !MoveTexts::read(self.text).moves.into_iter().any(is_english)
    }

    /// Makes the fixes of all moves unsafe: the letters have other readings.
    pub(crate) fn doubt_letters(&mut self) {
        if self.letters.language.is_some() {
            self.letters.uncertain = self.letters.english.iter().map(|(range, _)| range.clone()).collect();
        }
        for found in self.report.drafts_mut() {
            if found.code.lint().family == Family::Moves {
                found.fixes.iter_mut().for_each(|fix| fix.safe = false);
            }
        }
    }

    /// The letters of this run, for another run.
    pub(crate) fn letters(&self) -> Option<&'static Language> {
        self.letters.language
    }

    /// No move of the game has a piece letter that is English but not Dutch, or some letter is foreign: a `P` may be a
    /// knight's.
    pub(crate) fn may_be_dutch(&self) -> bool {
        *self.letters.may_be_dutch.get_or_init(|| {
            let texts = MoveTexts::read(self.text).moves;
            let is_english =
                |text: &&str| has_english_piece_letter(text) && dutch().is_none_or(|dutch| dutch.read(text).is_none());
            !texts.iter().any(is_english) || texts.iter().any(|text| is_foreign(text))
        })
    }

    /// Reports `Pf3`, which is a pawn's move in English and a knight's in Dutch, if both are legal and no other move shows
    /// the language. `None` if it is the pawn's.
    pub(crate) fn pawn_or_knight(&mut self, range: &Range<u32>, pawns: &MoveText) -> Option<()> {
        let position = self.line.position()?.into_owned();
        let pawn = legal_play(&position, pawns)?;
        let knight = legal_play(&position, &dutch()?.read(self.slice(range))?).filter(|other| *other != pawn)?;
        if !self.may_be_dutch() {
            return None;
        }
        let both: Vec<_> = [pawn, knight].iter().filter_map(Play::as_move).collect();
        self.ambiguous(range, &both);
        Some(())
    }

    /// All piece letters of the game are small.
    pub(crate) fn has_small_letters(&self) -> bool {
        *self.letters.small_letters.get_or_init(|| MoveTexts::read(self.text).has_small_letters())
    }

    /// Reads a move in the game's language, and compares it with its reading in English.
    pub(crate) fn read_in(&mut self, language: &'static Language, range: &Range<u32>) -> Option<MoveText> {
        let text = self.slice(range);
        let read = language.read(text);
        let english = read_english(text);
        if let (Some(read), Some(english)) = (&read, &english)
            && read.parsed == english.parsed
        {
            self.letters.evidence.pawn_letters += u32::from(text.starts_with('P'));
            return Some(read.clone());
        }
        let Some(position) = self.line.position() else { return read };
        let is_foreign = english.is_none();
        let legal = |read: &Option<MoveText>| read.as_ref().and_then(|read| legal_play(&position, read));
        // English games have no letter for the pawn.
        let in_english = legal(&english.filter(|_| !text.starts_with('P')));
        let ours = legal(&read);
        let letter = text.chars().next().unwrap_or_default();
        let evidence = &mut self.letters.evidence;
        match (ours, in_english) {
            (Some(_), None) => {
                evidence.gained += 1;
                evidence.has_foreign_letter |= is_foreign;
                if !evidence.gained_letters.contains(&letter) {
                    evidence.gained_letters.push(letter);
                }
            }
            (Some(ours), Some(other)) if ours == other => {}
            (Some(ours), Some(_)) if !is_pawn_move(&ours) => evidence.clashes.push(range.clone()),
            (_, Some(_)) => evidence.refuted = true,
            (None, None) => {}
        }
        read
    }

    /// Considers a half-move on an unknown board: English letters that the game's language lacks are evidence against
    /// it.
    pub(crate) fn weigh_unplayed(&mut self, range: &Range<u32>) {
        let Some(language) = self.letters.language else { return };
        let text = self.slice(range);
        self.letters.evidence.refuted |= read_english(text).is_some_and(|read| is_piece_move(&read))
            && language.read(text).is_none()
            && !language.writes_pawn(text);
    }

    /// Records a move in foreign letters with its English spelling.
    pub(crate) fn record_foreign_move(&mut self, range: &Range<u32>, letter: char, played: &JudgedMove) {
        let Some(before) = self.line.position() else { return };
        let after = before.after(&played.play);
        let half_move = HalfMove { before: &before, play: &played.play, after: &after, end: EndMark::None };
        let english = half_move.spell(self.notation).unwrap_or_default();
        self.letters.foreign_letter = self.letters.foreign_letter.or(Some(letter));
        self.letters.foreign.push((range.clone(), english));
    }

    /// Records a move in the game's language that could not be played, so that the fix respells it too.
    pub(crate) fn record_foreign_unread(&mut self, range: &Range<u32>) {
        let Some(language) = self.letters.language else { return };
        if language.read(self.slice(range)).is_some()
            && let Some((english, Some(letter))) = language.in_english(self.slice(range))
        {
            self.letters.foreign_letter = self.letters.foreign_letter.or(Some(letter));
            self.letters.foreign.push((range.clone(), english));
        }
    }

    /// Half-moves played by foreign letters although English reads them as other moves, or although no legal move
    /// determines the language.
    pub(crate) fn take_uncertain(&mut self) -> Vec<Range<u32>> {
        std::mem::take(&mut self.letters.uncertain)
    }

    /// Whether both runs spell the half-moves in foreign letters alike in English.
    pub(crate) fn spells_like(&self, other: &Judge<'_>) -> bool {
        self.letters.english == other.letters.english
    }

    /// Reports one diagnostic per game, at the first such move; its fix respells all of them in English.
    pub(crate) fn judge_foreign(&mut self) {
        let foreign = std::mem::take(&mut self.letters.foreign);
        let (Some((first, _)), Some(letter)) = (foreign.first().cloned(), self.letters.foreign_letter) else { return };
        let message = match self.letters.language {
            Some(language) => {
                format!("the piece letters are {}: SAN's are English, and `{letter}` is not one of them", language.name)
            }
            None if letter.is_alphabetic() => {
                format!(
                    "`{letter}` is a piece letter of another language: SAN's are English, as others in this game are"
                )
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
        // A language that no legal move determines is an assumption, and a move with two readings is decided by the letters
        // of other moves.
        let is_determined = self.letters.language.is_none() || self.letters.evidence.has_foreign_letter;
        let safe = is_determined && self.letters.evidence.clashes.is_empty();
        self.letters.uncertain = match is_determined {
            true => std::mem::take(&mut self.letters.evidence.clashes),
            false => foreign.iter().map(|(range, _)| range.clone()).collect(),
        };
        if let Some(diagnostic) = self.report.add_fixed(Code::ForeignPieceLetter, first, message, || {
            vec![Fix { title: "write the English piece letters".to_owned(), edits, safe }]
        }) {
            diagnostic.related = next_places(foreign.iter().skip(1).map(|(range, _)| range.clone()));
        }
        self.letters.english = foreign;
    }
}

/// The language in which `P` is the knight.
fn dutch() -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| language.letters[1] == "P")
}

fn is_pawn_move(play: &Play) -> bool {
    play.as_move().is_some_and(|m| m.role() == Role::Pawn)
}

/// A move with a piece letter other than the pawn's.
fn is_piece_move(read: &MoveText) -> bool {
    matches!(&read.parsed, ParsedMove::Piece(piece_move) if piece_move.role.is_some_and(|role| role != Role::Pawn))
}

/// A move with an English piece letter other than the pawn's.
fn has_english_piece_letter(text: &str) -> bool {
    read_english(text).is_some_and(|read| is_piece_move(&read))
}
