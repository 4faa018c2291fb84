//! Piece letters of other languages: a game in one language throughout is read in it; if English letters are mixed with
//! foreign ones, each move is read on its own.

use std::cell::OnceCell;
use std::ops::Range;

use shakmaty::Role;

use super::certain_letters::ForeignLetter;
use super::letter_case::LetterCase;
use super::move_texts::MoveTexts;
use crate::lint::{Code, Edit, Fix};
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

/// The piece letters by which a game is read.
#[derive(Clone, Debug, Default)]
pub(crate) enum PieceLetters {
    #[default]
    English,
    /// English, but `P` may be a Dutch knight's: no move shows that it is the pawn's.
    EnglishOrDutch,
    /// One other language throughout.
    Of(&'static Language),
    /// English, and for moves that English does not read, any of these languages.
    Mixed(Vec<&'static Language>),
}

/// The languages that a game's letters suggest.
pub(crate) struct CandidateLanguages {
    /// Those that read all moves in foreign letters. Of several with the same letters, the first.
    pub whole_game: Vec<&'static Language>,
    /// Those that together read these moves.
    pub combined: Vec<&'static Language>,
    /// Number of these moves.
    pub(crate) foreign_moves: usize,
}

/// The evidence of a run of the judge for and against its letters.
#[derive(Default)]
pub(crate) struct LetterEvidence {
    /// Number of half-moves that are legal by these letters and not in English.
    pub(crate) gained: u32,
    /// One of them has a letter that is not English.
    has_foreign_letter: bool,
    /// Their first letters.
    gained_letters: Vec<char>,
    /// Number of pawn moves among them, if letters are mixed: a foreign letter of a new piece is no slip.
    pub(crate) promoted: u32,
    /// Moves that are other legal moves in English.
    clashes: Vec<Range<u32>>,
    /// A move that is legal in English is illegal, or a pawn's, by these letters.
    refuted: bool,
    /// Number of legal piece moves that no other language reads the same way.
    pub(crate) english: u32,
    /// Number of moves that languages read differently.
    pub(crate) ambiguous: u32,
    /// Number of pawn moves with a letter.
    pub(crate) pawn_letters: u32,
    /// If letters are mixed: the foreign letters, each with the languages that it may be from.
    pub(crate) letters: Vec<ForeignLetter>,
    /// If letters are mixed: moves in English letters.
    pub(crate) english_moves: Vec<Range<u32>>,
    /// A move with `P` can be a pawn's or a Dutch knight's.
    pub(crate) pawn_or_knight: bool,
    /// A move with `P` before any such move, or in a game read in Dutch, can only be a pawn's.
    pub(crate) only_pawn: bool,
}

/// The piece letters by which the game is read, and the evidence for and against them.
#[derive(Default)]
pub(crate) struct LetterState {
    /// The language of a game that is read in a language other than English.
    pub language: Option<&'static Language>,
    /// If letters are mixed: the languages for moves that English does not read.
    pub candidates: Vec<&'static Language>,
    pub evidence: LetterEvidence,
    /// Half-moves in foreign letters with their English spelling, while the game is read.
    pub foreign: Vec<(Range<u32>, String)>,
    pub foreign_letter: Option<char>,
    /// The same half-moves after the game has been read.
    pub english: Vec<(Range<u32>, String)>,
    /// Half-moves whose letters may be another language's.
    pub uncertain: Vec<Range<u32>>,
    /// `P` may be a knight's letter as well as the pawn's; determined at first use.
    pub doubtful_pawns: OnceCell<bool>,
    /// All piece letters of the game are small; determined at first use.
    pub small_letters: OnceCell<bool>,
    /// The case of the half-moves that the notation reads, once it has been asked for.
    pub own_case: OnceCell<Option<LetterCase>>,
}

impl LetterState {
    pub(crate) fn by(letters: PieceLetters) -> LetterState {
        let mut state = LetterState::default();
        match letters {
            PieceLetters::English => {}
            PieceLetters::EnglishOrDutch => state.doubtful_pawns = OnceCell::from(true),
            PieceLetters::Of(language) => state.language = Some(language),
            PieceLetters::Mixed(candidates) => state.candidates = candidates,
        }
        state
    }
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
        let mut rest = foreign_moves.clone();
        let mut candidates =
            CandidateLanguages { whole_game: Vec::new(), combined: Vec::new(), foreign_moves: foreign_moves.len() };
        while !rest.is_empty() {
            let reads = |language: &Language| {
                rest.iter().filter(|text| !language.writes_pawn(text) && language.read(text).is_some()).count()
            };
            let counts: Vec<usize> = LANGUAGES.iter().map(reads).collect();
            let most = counts.iter().copied().max().unwrap_or(0);
            // A letter that occurs once or twice is a slip, unless there are few foreign letters.
            let is_first = candidates.combined.is_empty();
            if most == 0 || (!is_first && most < 2 && most * 4 < foreign_moves.len()) {
                break;
            }
            let mut best: Vec<&'static Language> = Vec::new();
            for (language, _) in LANGUAGES.iter().zip(&counts).filter(|(_, count)| **count == most) {
                if !best.iter().any(|other| other.letters == language.letters) {
                    best.push(language);
                }
            }
            if is_first && (rest.len() - most) * MOVES_PER_SLIP <= foreign_moves.len() {
                // Compares them by all moves, including those in English letters.
                let reads = |language: &Language| texts.iter().filter(|text| language.read(text).is_some()).count();
                let most = best.iter().map(|language| reads(language)).max();
                candidates.whole_game = best.iter().copied().filter(|language| Some(reads(language)) == most).collect();
            }
            rest.retain(|text| best.iter().all(|language| language.read(text).is_none()));
            candidates.combined.extend(best);
        }
        Some(candidates)
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

    /// The language in which `P` is the knight, if this run in English has read `P` as pawn only in moves that may be
    /// the knight's.
    pub(crate) fn pawn_letter_language(&self) -> Option<&'static Language> {
        let LetterEvidence { pawn_or_knight, only_pawn, .. } = self.letters.evidence;
        if pawn_or_knight && !only_pawn && !self.has_english_pieces() { dutch() } else { None }
    }

    /// Some move with `P` cannot be a knight's.
    pub(crate) fn has_only_pawn(&self) -> bool {
        self.letters.evidence.only_pawn
    }

    /// Sort key of uncertainty: a pawn letter, which languages do not write, then the number of unread half-moves.
    pub(crate) fn uncertainty(&self) -> (bool, u32) {
        (self.letters.evidence.pawn_letters > 0, self.counts.unread)
    }

    /// Whether the game mixes letters of several languages, as read by this run move by move: a single letter is a
    /// slip.
    pub(crate) fn is_mixed(&self) -> bool {
        let LetterEvidence { gained, promoted, english, ambiguous, .. } = self.letters.evidence;
        gained + ambiguous > 0 && (gained > 1 || promoted > 0 || gained + ambiguous >= english)
    }

    /// The letters of this run, for another run.
    pub(crate) fn letters(&self) -> PieceLetters {
        match self.letters.language {
            Some(language) => PieceLetters::Of(language),
            None if self.letters.candidates.is_empty() => PieceLetters::English,
            None => PieceLetters::Mixed(self.letters.candidates.clone()),
        }
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
        evidence.only_pawn |= letter == 'P' && ours.is_none();
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
        // A language that no legal move determines is an assumption. A move with two readings is decided by the letters
        // of other moves; with mixed letters, by all moves being playable.
        let is_sure = self.letters.candidates.is_empty() || self.counts.unread == 0;
        let is_determined = self.letters.language.is_none() || self.letters.evidence.has_foreign_letter;
        let safe = is_sure && is_determined && self.letters.evidence.clashes.is_empty();
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
pub(crate) fn dutch() -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| language.letters[1] == "P")
}

pub(crate) fn is_pawn_move(play: &Play) -> bool {
    play.as_move().is_some_and(|m| m.role() == Role::Pawn)
}

/// A move with a piece letter other than the pawn's.
pub(crate) fn is_piece_move(read: &MoveText) -> bool {
    matches!(&read.parsed, ParsedMove::Piece(piece_move) if piece_move.role.is_some_and(|role| role != Role::Pawn))
}
