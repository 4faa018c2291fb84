//! Piece letters of other languages: a game that is in one of them throughout is read in it, and where English letters
//! stand beside them each move is read by itself.

use std::cell::OnceCell;
use std::ops::Range;

use shakmaty::Role;

use super::certain_letters::LetterSeen;
use super::move_texts::MoveTexts;
use crate::lint::{Code, Edit, Fix};
use crate::notation::languages::{LANGUAGES, Language, is_foreign};
use crate::notation::san::read as read_english;
use crate::notation::{EndMark, MoveText, ParsedMove, SAN};
use crate::replay::judge::Judge;
use crate::replay::judge::half_moves::coordinates::legal_play;
use crate::replay::judge::half_moves::moves::Played;
use crate::replay::judge::recovery::habits::next_places;
use crate::replay::spelling::HalfMove;
use crate::rules::Play;

/// Of so many moves in letters that are not English, one may be in those of no language that the others are in: a slip.
const TELLING_A_SLIP: usize = 8;

/// So many moves that only one language can play outweigh one that English can play too.
const MORE_THAN_CLASHES: usize = 4;

/// By whose piece letters a game is read.
#[derive(Clone, Debug, Default)]
pub(crate) enum Letters {
    #[default]
    English,
    /// English, and `P` may be a Dutch knight's: nothing in the game shows that it is the pawn's.
    EnglishOrDutch,
    /// One other language's throughout.
    Of(&'static Language),
    /// English, and where that does not read a move, whichever of these does.
    Mixed(Vec<&'static Language>),
}

/// The languages that a game's letters speak for.
pub(crate) struct Voices {
    /// Those that read all moves in letters that are not English. Of several with the same letters, the first.
    pub throughout: Vec<&'static Language>,
    /// Those that read such moves together.
    pub together: Vec<&'static Language>,
    /// How many such moves there are.
    pub(crate) telling: usize,
}

/// What a run of the judge has found for and against the letters by which it reads.
#[derive(Default)]
pub(crate) struct Evidence {
    /// Half-moves that are legal by these letters, and not in English.
    pub(crate) gained: u32,
    /// Some of them has a letter that English does not have.
    told: bool,
    /// The letters with which they begin.
    gains: Vec<char>,
    /// Of them, where letters are mixed, the pawns' moves: nobody writes the new piece by a slip of the pen.
    pub(crate) promoted: u32,
    /// Those that are other legal moves in English.
    clashes: Vec<Range<u32>>,
    /// A legal move of English letters is none by these, or a pawn's.
    refuted: bool,
    /// Legal moves of English letters alone.
    pub(crate) english: u32,
    /// Moves that several languages read in different ways.
    pub(crate) ambiguous: u32,
    /// Pawns' moves that are written with a letter.
    pub(crate) pawn_letters: u32,
    /// Where letters are mixed: which languages may be meant by each that is not English.
    pub(crate) letters: Vec<LetterSeen>,
    /// Where letters are mixed: moves in English letters.
    pub(crate) of_english: Vec<Range<u32>>,
    /// A move with `P` can be a pawn's and a Dutch knight's.
    pub(crate) pawn_or_knight: bool,
    /// Before any such move, or in Dutch, a move with `P` can be a pawn's alone.
    pub(crate) only_pawn: bool,
}

/// The piece letters by which the game is read, and what has been found for and against them.
#[derive(Default)]
pub(crate) struct LetterReading {
    /// The one language other than English by whose letters the game is read.
    pub language: Option<&'static Language>,
    /// Where letters are mixed: the languages that may have a move which English does not read.
    pub voices: Vec<&'static Language>,
    pub evidence: Evidence,
    /// Half-moves in foreign letters with their English spelling, while the game is read.
    pub foreign: Vec<(Range<u32>, String)>,
    pub foreign_letter: Option<char>,
    /// The same half-moves when the game has been read.
    pub english: Vec<(Range<u32>, String)>,
    /// Half-moves whose letters may be another language's.
    pub uncertain: Vec<Range<u32>>,
    /// `P` may be a knight's letter as well as the pawn's; found at its first use.
    pub doubtful_pawns: OnceCell<bool>,
    /// All piece letters of the game are small; found at its first use.
    pub small_letters: OnceCell<bool>,
}

impl LetterReading {
    pub(crate) fn by(letters: Letters) -> LetterReading {
        let mut reading = LetterReading::default();
        match letters {
            Letters::English => {}
            Letters::EnglishOrDutch => reading.doubtful_pawns = OnceCell::from(true),
            Letters::Of(language) => reading.language = Some(language),
            Letters::Mixed(voices) => reading.voices = voices,
        }
        reading
    }
}

impl Judge<'_> {
    /// The languages by which the game may be read, if it was read in English and some move has a letter that is not.
    pub(crate) fn voices(&self) -> Option<Voices> {
        if self.counts.unread == 0 || *self.notation != SAN {
            return None;
        }
        let texts = MoveTexts::read(self.text).moves;
        let telling: Vec<&str> = texts.iter().copied().filter(|text| is_foreign(text)).collect();
        if telling.is_empty() {
            return None;
        }
        let mut rest = telling.clone();
        let mut voices = Voices { throughout: Vec::new(), together: Vec::new(), telling: telling.len() };
        while !rest.is_empty() {
            let reads = |language: &Language| {
                rest.iter().filter(|text| !language.writes_pawn(text) && language.read(text).is_some()).count()
            };
            let counts: Vec<usize> = LANGUAGES.iter().map(reads).collect();
            let most = counts.iter().copied().max().unwrap_or(0);
            // A letter that stands in the game once or twice is a slip, unless the game has few.
            let is_first = voices.together.is_empty();
            if most == 0 || (!is_first && most < 2 && most * 4 < telling.len()) {
                break;
            }
            let mut best: Vec<&'static Language> = Vec::new();
            for (language, _) in LANGUAGES.iter().zip(&counts).filter(|(_, count)| **count == most) {
                if !best.iter().any(|other| other.letters == language.letters) {
                    best.push(language);
                }
            }
            if is_first && (rest.len() - most) * TELLING_A_SLIP <= telling.len() {
                // Of English letters too, each reads those that it has.
                let reads = |language: &Language| texts.iter().filter(|text| language.read(text).is_some()).count();
                let most = best.iter().map(|language| reads(language)).max();
                voices.throughout = best.iter().copied().filter(|language| Some(reads(language)) == most).collect();
            }
            rest.retain(|text| best.iter().all(|language| language.read(text).is_none()));
            voices.together.extend(best);
        }
        Some(voices)
    }

    /// The game, which this run has read in one language throughout, is in that language; `english` has read it in
    /// English.
    pub(crate) fn is_in_language(&self, voices: &Voices, english: &Judge<'_>) -> bool {
        let evidence = &self.letters.evidence;
        let plays_more = self.counts.unread < english.counts.unread || voices.telling > 1;
        // A letter means what it means elsewhere in the game; where it stands nowhere else, the others must say much
        // more.
        let letter = |range: &Range<u32>| self.slice(range).chars().next();
        let is_used = |range: &Range<u32>| letter(range).is_some_and(|letter| evidence.gains.contains(&letter));
        let least = if evidence.clashes.iter().all(is_used) { 1 } else { MORE_THAN_CLASHES };
        !evidence.refuted && evidence.gained as usize > least * evidence.clashes.len() && plays_more
    }

    /// A game of which this run in English has played pawns with `P` alone may be in this language, where `P` is the
    /// knight.
    pub(crate) fn knights_of_pawns(&self) -> Option<&'static Language> {
        let Evidence { pawn_or_knight, only_pawn, .. } = self.letters.evidence;
        if pawn_or_knight && !only_pawn && !self.has_english_officers() { dutch() } else { None }
    }

    /// A move with `P` can be no knight's.
    pub(crate) fn has_only_pawn(&self) -> bool {
        self.letters.evidence.only_pawn
    }

    /// How little the game's language is sure: nobody writes a letter for the pawn, and then as few moves as may be are
    /// not played.
    pub(crate) fn doubt(&self) -> (bool, u32) {
        (self.letters.evidence.pawn_letters > 0, self.counts.unread)
    }

    /// The game, which this run has read move by move, has the letters of other languages: one letter in a game is a
    /// slip.
    pub(crate) fn is_mixed(&self) -> bool {
        let Evidence { gained, promoted, english, ambiguous, .. } = self.letters.evidence;
        gained + ambiguous > 0 && (gained > 1 || promoted > 0 || gained + ambiguous >= english)
    }

    /// By whose letters this run reads, for another one.
    pub(crate) fn letters(&self) -> Letters {
        match self.letters.language {
            Some(language) => Letters::Of(language),
            None if self.letters.voices.is_empty() => Letters::English,
            None => Letters::Mixed(self.letters.voices.clone()),
        }
    }

    /// What a move says in the game's language, held against what it says in English.
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
        // Who writes English has no letter for the pawn.
        let in_english = legal(&english.filter(|_| !text.starts_with('P')));
        let ours = legal(&read);
        let letter = text.chars().next().unwrap_or_default();
        let evidence = &mut self.letters.evidence;
        evidence.only_pawn |= letter == 'P' && ours.is_none();
        match (ours, in_english) {
            (Some(_), None) => {
                evidence.gained += 1;
                evidence.told |= is_foreign;
                if !evidence.gains.contains(&letter) {
                    evidence.gains.push(letter);
                }
            }
            (Some(ours), Some(other)) if ours == other => {}
            (Some(ours), Some(_)) if !is_pawns(&ours) => evidence.clashes.push(range.clone()),
            (_, Some(_)) => evidence.refuted = true,
            (None, None) => {}
        }
        read
    }

    /// A move after one that could not be played: English letters that the game's language does not have speak against
    /// it.
    pub(crate) fn pass_over(&mut self, range: &Range<u32>) {
        let Some(language) = self.letters.language else { return };
        let text = self.slice(range);
        self.letters.evidence.refuted |= read_english(text).is_some_and(|read| is_officers(&read))
            && language.read(text).is_none()
            && !language.writes_pawn(text);
    }

    /// Remembers a move in foreign letters with its English spelling.
    pub(crate) fn foreign_move(&mut self, range: &Range<u32>, letter: char, played: &Played) {
        let Some(before) = self.line.position() else { return };
        let after = before.after(&played.play);
        let half_move = HalfMove { before: &before, play: &played.play, after: &after, end: EndMark::None };
        let english = half_move.spell(self.notation).unwrap_or_default();
        self.letters.foreign_letter = self.letters.foreign_letter.or(Some(letter));
        self.letters.foreign.push((range.clone(), english));
    }

    /// Remembers a move of the game's language that could not be played, so that the fix leaves none in its letters.
    pub(crate) fn foreign_unread(&mut self, range: &Range<u32>) {
        let Some(language) = self.letters.language else { return };
        if language.read(self.slice(range)).is_some()
            && let Some((english, Some(letter))) = language.in_english(self.slice(range))
        {
            self.letters.foreign_letter = self.letters.foreign_letter.or(Some(letter));
            self.letters.foreign.push((range.clone(), english));
        }
    }

    /// Half-moves that are played by the letters of another language although they can be other moves, or although no
    /// legal move tells the language.
    pub(crate) fn take_uncertain(&mut self) -> Vec<Range<u32>> {
        std::mem::take(&mut self.letters.uncertain)
    }

    /// What this run would write for half-moves in foreign letters is what another run, in another language, would
    /// write.
    pub(crate) fn writes_as(&self, other: &Judge<'_>) -> bool {
        self.letters.english == other.letters.english
    }

    /// One diagnostic a game, at the first such move; its fix writes them all in English.
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
        // A language that no legal move tells is assumed. Where a move can be two, the letters of the others say which
        // one it is; where letters are mixed, that all can be played.
        let is_sure = self.letters.voices.is_empty() || self.counts.unread == 0;
        let is_told = self.letters.language.is_none() || self.letters.evidence.told;
        let safe = is_sure && is_told && self.letters.evidence.clashes.is_empty();
        self.letters.uncertain = match is_told {
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

/// The language of which `P` is the knight.
pub(crate) fn dutch() -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| language.letters[1] == "P")
}

pub(crate) fn is_pawns(play: &Play) -> bool {
    play.as_move().is_some_and(|m| m.role() == Role::Pawn)
}

/// A move with a piece letter that is not the pawn's.
pub(crate) fn is_officers(read: &MoveText) -> bool {
    matches!(&read.parsed, ParsedMove::Piece(said) if said.role.is_some_and(|role| role != Role::Pawn))
}
