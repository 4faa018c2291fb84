//! Moves in piece letters of several languages: each is read on its own, if it can be only one legal move.

use std::ops::Range;

use super::languages::{dutch, is_pawn_move, is_piece_move};
use super::move_texts::MoveTexts;
use crate::lint::Code;
use crate::notation::languages::{LANGUAGES, Language, has_foreign_letter};
use crate::notation::san::read as read_english;
use crate::notation::{EndMark, MoveText, SAN};
use crate::replay::judge::Judge;
use crate::replay::judge::half_moves::coordinates::legal_play;
use crate::replay::judge::half_moves::moves::JudgedMove;
use crate::replay::judge::half_moves::near_moves::suggestions;
use crate::replay::spelling::HalfMove;
use crate::rules::{Play, Position};

/// The reading of a move by the letters of one language.
struct LanguageReading {
    language: &'static str,
    read: MoveText,
    play: Play,
}

impl LanguageReading {
    /// The reading in a language, if legal. No language writes a letter for the pawn.
    fn of(language: &Language, text: &str, position: &Position) -> Option<LanguageReading> {
        let read = language.read(text).filter(|_| !language.writes_pawn(text))?;
        let play = legal_play(position, &read)?;
        Some(LanguageReading { language: language.name, read, play })
    }
}

impl Judge<'_> {
    /// The only legal move of a text with mixed letters; `None` if there is none, which has been reported.
    pub(crate) fn mixed_move(&mut self, range: &Range<u32>) -> Option<JudgedMove> {
        let text = self.slice(range);
        let position = self.line.position()?.into_owned();
        let Some(english) = read_english(text) else {
            let readings = LANGUAGES.iter().map(|language| LanguageReading::of(language, text, &position));
            let (mut intended, mut languages) = (Vec::new(), 0);
            for (at, reading) in readings.enumerate().filter_map(|(at, reading)| Some((at, reading?))) {
                languages |= 1 << at;
                intended.extend(self.letters.candidates.contains(&&LANGUAGES[at]).then_some(reading));
            }
            self.record_foreign_letter(range, languages);
            return match intended.first() {
                None => self.other_notation(range),
                Some(first) if intended.iter().all(|other| other.play == first.play) => {
                    self.letters.evidence.gained += 1;
                    self.letters.evidence.promoted += u32::from(is_pawn_move(&first.play));
                    self.resolve_text(range, &first.read)
                }
                Some(_) => self.several_readings(range, &position, intended),
            };
        };
        self.letters.evidence.english_moves.push(range.clone());
        let foreign =
            self.letters.candidates.iter().filter_map(|language| LanguageReading::of(language, text, &position));
        let foreign: Vec<LanguageReading> = foreign.collect();
        // A text that English reads is English, legal or not, unless all candidate languages have another move for it.
        // No language writes a letter for the pawn; a letter like it may be another piece's.
        let Some(play) = legal_play(&position, &english) else { return self.resolve_text(range, &english) };
        let others = foreign.iter().filter(|other| other.play != play).count();
        let gives_no_check = || english.check && !position.after(&play).is_check();
        if others > 0 && (others == self.letters.candidates.len() || is_pawn_move(&play) || gives_no_check()) {
            let first = LanguageReading { language: "English", read: english, play };
            return self.several_readings(range, &position, std::iter::once(first).chain(foreign).collect());
        }
        let shared = foreign.iter().any(|other| other.play == play);
        self.letters.evidence.english += u32::from(!shared && is_piece_move(&english));
        self.resolve_text(range, &english)
    }

    fn several_readings(
        &mut self,
        range: &Range<u32>,
        before: &Position,
        mut intended: Vec<LanguageReading>,
    ) -> Option<JudgedMove> {
        self.letters.evidence.ambiguous += 1;
        let text = self.slice(range);
        let mut plays: Vec<Play> = Vec::new();
        intended.retain(|reading| {
            let is_new = !plays.contains(&reading.play);
            plays.push(reading.play);
            is_new
        });
        let spelt: Vec<String> = plays_spelt(before, intended.iter().map(|reading| reading.play));
        let named = intended.iter().zip(&spelt).map(|(reading, spelt)| format!("`{spelt}` ({})", reading.language));
        let list = named.collect::<Vec<_>>().join(" or ");
        let message = format!("`{text}` can be several moves, by the letters of the language: {list}");
        let others: Vec<String> = spelt.into_iter().filter(|spelt| spelt != text).collect();
        self.report.add_fixed(Code::AmbiguousMove, range.clone(), message, || suggestions(range, &others));
        None
    }

    /// `Pf3` is a pawn's move in English, but a knight's in Dutch: the game's other pawn moves decide. `None` if it is
    /// the pawn's.
    pub(crate) fn pawn_or_knight(&mut self, range: &Range<u32>, pawns: &MoveText) -> Option<()> {
        let text = self.slice(range);
        let position = self.line.position()?.into_owned();
        let dutch = dutch()?;
        let knights = dutch.read(text)?;
        let play = legal_play(&position, pawns)?;
        let Some(other) = legal_play(&position, &knights).filter(|other| *other != play) else {
            self.letters.evidence.only_pawn |= !self.letters.evidence.pawn_or_knight;
            return None;
        };
        self.letters.evidence.pawn_or_knight = true;
        let is_in_doubt = || MoveTexts::read(self.text).has_pawns() && !self.has_english_pieces();
        if !*self.letters.doubtful_pawns.get_or_init(is_in_doubt) {
            return None;
        }
        let english = LanguageReading { language: "English", read: pawns.clone(), play };
        let dutch = LanguageReading { language: dutch.name, read: knights, play: other };
        self.several_readings(range, &position, vec![english, dutch]);
        Some(())
    }

    /// The legal moves that a text of an English game denotes in other languages, in the order of the languages.
    pub(crate) fn foreign_readings(&self, text: &str, position: &Position) -> Vec<String> {
        if self.letters.language.is_some() || *self.notation != SAN || !has_foreign_letter(text) {
            return Vec::new();
        }
        let readings = LANGUAGES.iter().filter_map(|language| LanguageReading::of(language, text, position));
        let mut plays: Vec<Play> = Vec::new();
        for LanguageReading { play, .. } in readings {
            if !plays.contains(&play) {
                plays.push(play);
            }
        }
        plays_spelt(position, plays.into_iter())
    }
}

/// The moves in SAN.
fn plays_spelt(before: &Position, plays: impl Iterator<Item = Play>) -> Vec<String> {
    let spell = |play: Play| {
        let after = before.after(&play);
        HalfMove { before, play: &play, after: &after, end: EndMark::None }.spell(&SAN).ok()
    };
    plays.filter_map(spell).collect()
}
