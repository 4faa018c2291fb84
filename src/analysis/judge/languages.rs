//! Piece letters of other languages: a game that is in one of them throughout is read in it.

use std::ops::Range;

use super::Judge;
use super::moves::Played;
use crate::analysis::spelling::HalfMove;
use crate::analysis::{Code, Edit, Fix, Related};
use crate::notation::EndMark;
use crate::notation::languages::{LANGUAGES, Language};
use crate::syntax::{Node, Sink, SyntaxError, Token, parse};

impl Judge<'_> {
    /// The languages in which every move of the game reads, if some move is in none that is English. Of several with
    /// the same letters, the first.
    pub(in crate::analysis) fn languages(&self) -> Vec<&'static Language> {
        if self.language.is_some() || self.unread == 0 || self.notation.name != "SAN" {
            return Vec::new();
        }
        let mut texts = MoveTexts { text: self.text, texts: Vec::new() };
        parse(self.text, &crate::analysis::game::shape_of, &mut texts);
        let english = |text: &str| crate::notation::san::read(text).is_some();
        if texts.texts.iter().all(|text| english(text)) && !texts.texts.iter().any(|text| text.starts_with('R')) {
            return Vec::new();
        }
        let mut found: Vec<&'static Language> = Vec::new();
        for language in LANGUAGES {
            let foreign = |text: &&str| language.read(text).is_some_and(|read| read.habits.foreign.is_some());
            if !found.iter().any(|other| other.letters == language.letters)
                && texts.texts.iter().all(|text| language.read(text).is_some())
                && texts.texts.iter().any(foreign)
            {
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
        if self.foreign.is_empty() {
            self.foreign_letter = Some(letter);
        }
        self.foreign.push((range.clone(), english));
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
        let more = foreign.len() - 1;
        if let Some(diagnostic) = self.report.add_fixed(Code::ForeignPieceLetter, first, message, || {
            vec![Fix::safe("write the English piece letters", edits)]
        }) && more > 0
        {
            let (range, _) = &foreign[1];
            diagnostic.related.push(Related::new(range.clone(), format!("and {more} more half-moves")));
        }
    }
}

/// Gathers the texts of all half-moves.
struct MoveTexts<'a> {
    text: &'a str,
    texts: Vec<&'a str>,
}

impl Sink for MoveTexts<'_> {
    fn start(&mut self, _: Node) {}
    fn token(&mut self, token: Token, range: Range<u32>) {
        if token == Token::Move {
            self.texts.push(&self.text[range.start as usize..range.end as usize]);
        }
    }
    fn finish(&mut self, _: Node) {}
    fn error(&mut self, _: SyntaxError) {}
}
