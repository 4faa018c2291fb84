//! The board at the cursor: the judge reads the game as far as the word that the cursor is in, and a half-move in its
//! place, before which it says what stands on the board. So a variation begins here where the judge lets it begin.

use shakmaty::{Color, Move, Role, Square};

use super::Site;
use super::place::Place;
use crate::analysis::{GameFormat, HalfMove, Resolved, ResolvedMove, resolve_game_unless};
use crate::ide::outline::Outline;
use crate::notation::languages::{LANGUAGES, Language};
use crate::notation::{CannotSay, EndMark, Medium, Notation, SAN, find};
use crate::rules::{Play, Position};
use crate::syntax::Token;

/// So many half-moves before the cursor tell the language of the piece letters.
const TOLD_BY: usize = 60;

/// The board at the cursor, and what else is known of the half-move that comes there.
#[derive(Debug)]
pub struct BoardHere {
    pub before: Position,
    /// The number of the move pair.
    pub number: u32,
    pub color: Color,
    /// How far the numbers of the text are ahead of the true ones.
    pub ahead: i64,
    pub notation: &'static Notation,
    pub format: GameFormat,
    /// The language of the piece letters, if it is not English.
    language: Option<&'static Language>,
    /// What was played last.
    pub last: Option<Play>,
    /// What is played in place of the half-move that comes here: the cursor is where a variation begins.
    pub replaced: Vec<Play>,
}

/// A half-move from the board at the cursor.
pub struct Next<'a> {
    pub board: &'a BoardHere,
    pub play: &'a Play,
    pub after: Position,
}

impl Next<'_> {
    pub fn half_move(&self) -> HalfMove<'_> {
        HalfMove { before: &self.board.before, play: self.play, after: &self.after, end: EndMark::None }
    }

    /// Its text in a notation, and in English letters.
    pub fn spell(&self, notation: &Notation) -> Result<String, CannotSay> {
        self.half_move().spell(notation)
    }

    /// Its text in the game's own notation and language.
    pub fn text(&self) -> Option<String> {
        let text = self.spell(self.board.notation).ok()?;
        Some(self.board.language.map_or(text.clone(), |language| language.from_english(&text)))
    }
}

impl BoardHere {
    /// The board at the cursor; none where it is not known, or where no half-move can stand.
    pub fn find(site: &Site<'_>) -> Option<BoardHere> {
        let Place::Movetext { line, word, .. } = &site.place else { return None };
        let format = site.before.tag_value("MoveFormat");
        let named = format.as_deref().map(|value| value.split(':').next().unwrap_or(value));
        let told = named.map_or(Some(&SAN), find).filter(|notation| notation.medium == Medium::Text)?;
        let (resolved, at) = probe(site, word.start, told)?;
        // A game may have a tag that says nothing of it.
        let notation = resolved.notation?;
        let (resolved, at) = if *notation == *told { (resolved, at) } else { probe(site, word.start, notation)? };
        let here = &resolved.moves[at];
        let earlier = &resolved.moves[..at];
        let before = here.before.clone()?;
        let is_same = |board: Option<&Position>| board.is_some_and(|board| board.board() == before.board());
        let last = earlier.iter().rev().find(|m| m.ply + 1 == here.ply && is_same(m.after.as_ref()));
        let begins = *line > 0
            && !site
                .before
                .leaves()
                .iter()
                .any(|leaf| leaf.line == *line && leaf.token == Token::Move && leaf.range.start < word.start);
        let others = earlier.iter().rev().filter(|m| begins && m.ply == here.ply && is_same(m.before.as_ref()));
        Some(BoardHere {
            number: here.number,
            color: here.color,
            ahead: ahead(&site.before, earlier),
            notation,
            format: resolved.format,
            language: language(&site.before, earlier, notation),
            last: last.and_then(|m| m.play),
            replaced: others.filter_map(|m| m.play).collect(),
            before,
        })
    }

    /// The half-move that comes next, if it is this one.
    pub fn with<'a>(&'a self, play: &'a Play) -> Next<'a> {
        Next { board: self, play, after: self.before.after(play) }
    }
}

/// The game up to `start` with a half-move behind it, and which of its half-moves that is.
fn probe(site: &Site<'_>, start: u32, notation: &Notation) -> Option<(Resolved, usize)> {
    let first = Position::initial();
    let play =
        Play::Move(Move::Normal { role: Role::Pawn, from: Square::E2, capture: None, to: Square::E4, promotion: None });
    let half_move = HalfMove { before: &first, play: &play, after: &first.after(&play), end: EndMark::None };
    let mut text = site.question.text.get(..start as usize)?.to_owned();
    text.push(' ');
    let at = u32::try_from(text.len()).ok()?;
    text += &half_move.spell(notation).ok()?;
    let resolved = resolve_game_unless(&text, &site.question.context, site.question.is_called_off)?;
    let found = resolved.moves.iter().rposition(|m| m.range.start == at)?;
    Some((resolved, found))
}

/// How far the last number of a text is ahead of the half-move that it announces.
pub fn ahead(outline: &Outline<'_>, earlier: &[ResolvedMove]) -> i64 {
    let pairs = outline.leaves().windows(2).rev();
    let mut numbered = pairs.filter(|pair| pair[0].token == Token::MoveNumber && pair[1].token == Token::Move);
    let told = numbered.find_map(|pair| {
        let digits = outline.slice(&pair[0].range).split(|c: char| !c.is_ascii_digit()).next()?;
        let at = earlier.binary_search_by_key(&pair[1].range.start, |m| m.range.start).ok()?;
        Some(digits.parse::<i64>().ok()? - i64::from(earlier[at].number))
    });
    told.unwrap_or(0)
}

/// The first language in which all half-moves of the game are spelt as they stand, where English is none.
pub fn language(outline: &Outline<'_>, moves: &[ResolvedMove], notation: &Notation) -> Option<&'static Language> {
    if *notation != SAN {
        return None;
    }
    let letters = |text: &str| text.chars().filter(|c| c.is_uppercase() && *c != 'O').collect::<String>();
    let told: Vec<(String, String)> = moves
        .iter()
        .rev()
        .filter(|m| m.illegal.is_none())
        .take(TOLD_BY)
        .filter_map(|m| {
            let (before, play, after) = (m.before.as_ref()?, m.play.as_ref()?, m.after.as_ref()?);
            let spelt = HalfMove { before, play, after, end: EndMark::None }.spell(notation).ok()?;
            Some((letters(outline.slice(&m.range)), spelt))
        })
        .filter(|(written, _)| !written.is_empty())
        .collect();
    if told.iter().all(|(written, spelt)| *written == letters(spelt)) {
        return None;
    }
    LANGUAGES
        .iter()
        .find(|language| told.iter().all(|(written, spelt)| *written == letters(&language.from_english(spelt))))
}
