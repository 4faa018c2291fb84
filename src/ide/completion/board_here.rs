//! The board at the cursor: the judge reads the game as far as the word that the cursor is in, and a half-move in its
//! place, before which it says what stands on the board. So a variation begins here where the judge lets it begin.

use std::num::NonZeroU32;
use std::ops::Range;

use shakmaty::{Color, Move, Role, Square};

use super::Site;
use super::place::Place;
use super::terminators::on_board;
use crate::analysis::{
    Deviation, FastPass, FileKind, GameFormat, HalfMove, PlayedMove, Resolved, ResolvedMove, Visitor, resolve_game,
};
use crate::ide::outline::Outline;
use crate::ide::played_line::before;
use crate::notation::languages::{LANGUAGES, Language};
use crate::notation::{EndMark, Medium, Notation, SAN, SpellingError, find};
use crate::rules::{Bitboards, Play, Position};
use crate::syntax::Token;

/// So many half-moves before the cursor tell the language of the piece letters.
const TOLD_BY: usize = 60;
/// Behind so many bytes of a game the board is read plainly, if it can be.
const LARGE: u32 = 1 << 14;

/// The board at the cursor, and what else is known of the half-move that comes there.
#[derive(Debug)]
pub struct BoardHere {
    pub before: Position,
    /// A half-move before cannot be played: the board is the last one that is known, with the turn of who is to move.
    pub is_assumed: bool,
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
    pub fn spell(&self, notation: &Notation) -> Result<String, SpellingError> {
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
        if let Some(here) = (site.question.kept)().and_then(|kept| BoardHere::kept(site, &kept)) {
            return Some(here);
        }
        if word.start >= LARGE
            && let Some(here) = BoardHere::read(site)
        {
            return Some(here);
        }
        let format = site.before.tag_value("MoveFormat");
        let named = format.as_deref().map(|value| value.split(':').next().unwrap_or(value));
        let told = named.map_or(Some(&SAN), find).filter(|notation| notation.medium == Medium::Text)?;
        let (resolved, at) = probe(site, word.start, told)?;
        // A game may have a tag that says nothing of it.
        let notation = resolved.notation?;
        let (resolved, at) = if *notation == *told { (resolved, at) } else { probe(site, word.start, notation)? };
        let here = &resolved.moves[at];
        let earlier = &resolved.moves[..at];
        let is_assumed = here.before.is_none();
        let before = here.before.as_deref().cloned().or_else(|| last_known(earlier, here))?;
        let is_same = |board: Option<&Position>| board.is_some_and(|board| board.board() == before.board());
        let last = earlier.iter().rev().find(|m| m.ply + 1 == here.ply && is_same(m.after.as_deref()));
        let begins = *line > 0
            && !site
                .before
                .leaves()
                .iter()
                .any(|leaf| leaf.line == *line && leaf.token == Token::Move && leaf.range.start < word.start);
        let others = earlier.iter().rev().filter(|m| begins && m.ply == here.ply && is_same(m.before.as_deref()));
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
            is_assumed,
        })
    }

    /// The board behind the half-move before the cursor, where the line has one, in a game that has been judged.
    fn kept(site: &Site<'_>, kept: &Resolved) -> Option<BoardHere> {
        let Place::Movetext { line, word, .. } = &site.place else { return None };
        let leaves = site.before.leaves();
        let before = &leaves[..leaves.partition_point(|leaf| leaf.range.start < word.start)];
        let last = before.iter().rev().find(|leaf| leaf.line == *line && leaf.token == Token::Move)?;
        let at = kept.moves.binary_search_by_key(&last.range.start, |half_move| half_move.range.start).ok()?;
        let (half_move, notation) = (&kept.moves[at], kept.notation?);
        let earlier = &kept.moves[..=at];
        Some(BoardHere {
            before: half_move.after.as_deref().cloned()?,
            is_assumed: false,
            number: half_move.number + u32::from(half_move.color.is_black()),
            color: !half_move.color,
            ahead: ahead(&site.before, earlier),
            notation,
            format: kept.format,
            language: language(&site.before, earlier, notation),
            last: half_move.play,
            replaced: Vec::new(),
        })
    }

    /// The board behind half-moves of a main line that can be read plainly, which takes a tenth of the judge's time.
    fn read(site: &Site<'_>) -> Option<BoardHere> {
        let Place::Movetext { line: 0, word, .. } = &site.place else { return None };
        if site.question.context.kind == FileKind::Vgn {
            return None;
        }
        let game = format!("{} *", site.question.text.get(..word.start as usize)?);
        let mut last_played = LastPlayed::default();
        let clean = FastPass::default().visit(game.as_bytes(), 0, true, &mut last_played)?;
        let (last, number, color, after) = last_played.last.filter(|_| clean.end == game.len())?;
        let number = if color.is_white() { number } else { number + 1 };
        Some(BoardHere {
            before: after.position(NonZeroU32::new(number)?),
            is_assumed: false,
            number,
            color: !color,
            ahead: 0,
            notation: &SAN,
            format: GameFormat::Pgn,
            language: None,
            last: Some(Play::Move(last)),
            replaced: Vec::new(),
        })
    }

    /// The game is over on the board.
    pub fn has_ended(&self) -> bool {
        !self.is_assumed && on_board(&self.before).is_some()
    }

    /// The half-move that comes next, if it is this one.
    pub fn with<'a>(&'a self, play: &'a Play) -> Next<'a> {
        Next { board: self, play, after: self.before.after(play) }
    }
}

/// The last board that is known before a half-move of a line in which one cannot be played. Where the other side was to
/// move on it, that one has passed.
fn last_known(earlier: &[ResolvedMove], here: &ResolvedMove) -> Option<Position> {
    let lost = before(earlier, here).find(|half_move| half_move.before.is_some())?;
    let board = lost.before.as_deref().cloned()?;
    Some(if lost.color == here.color { board } else { board.after(&Play::Null) })
}

/// Keeps the last half-move of a main line.
#[derive(Default)]
struct LastPlayed {
    depth: usize,
    last: Option<(Move, u32, Color, Bitboards)>,
}

impl Visitor for LastPlayed {
    fn half_move(&mut self, _: Range<usize>, played: PlayedMove<'_>) -> Option<()> {
        if self.depth == 0 {
            self.last = Some((played.mv, played.number, played.color, *played.after));
        }
        Some(())
    }

    fn variation(&mut self, _: usize) -> Option<()> {
        self.depth += 1;
        Some(())
    }

    fn variation_end(&mut self, _: usize) {
        self.depth -= 1;
    }

    fn deviation(&mut self, deviation: Deviation) -> Option<()> {
        (!matches!(deviation, Deviation::Numbers { .. })).then_some(())
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
    let resolved = site.question.context.whole(&text, resolve_game(&text, &site.question.context))?;
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
            let (before, play, after) = (m.before.as_deref()?, m.play.as_ref()?, m.after.as_deref()?);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Context, NEVER, Settings, resolve_game};
    use crate::ide::completion::Question;

    fn told(here: BoardHere) -> String {
        let BoardHere { before, is_assumed, number, color, ahead, notation, format, language, last, replaced } = here;
        let board = before.setup();
        format!(
            "{board:?} {is_assumed} {number} {color} {ahead} {} {format:?} {language:?} {last:?} {replaced:?}",
            notation.name
        )
    }

    #[test]
    fn what_is_read_plainly_or_kept_is_what_the_judge_says() {
        const WCC: &str = include_str!("../../../tests/data/annotated/wcc_2023.pgn");
        let settings = Settings::default();
        let (mut read, mut kept, mut all) = (0, 0, 0);
        for offset in WCC.match_indices(' ').map(|(at, _)| at + 1).step_by(23) {
            let start = WCC[..offset].rfind("[Event ").unwrap_or(0);
            let text = &WCC[start..];
            let offset = (offset - start) as u32;
            let context = Context::new(&settings, FileKind::Pgn);
            let question = Question::alone(text, offset, context);
            let before = Outline::new(&text[..offset as usize], NEVER);
            let place = Place::of(&before, text, offset);
            let site = Site::new(&question, before, place);
            all += 1;
            let judged = BoardHere::find(&site).map(told);
            if let Some(here) = BoardHere::read(&site) {
                assert_eq!(Some(told(here)), judged);
                read += 1;
            }
            let game = &text[..text[1..].find("[Event ").map_or(text.len(), |end| end + 1)];
            let resolved = resolve_game(game, &question.context);
            if let Some(here) = BoardHere::kept(&site, &resolved) {
                assert_eq!(Some(told(here)), judged);
                kept += 1;
            }
        }
        assert!(read > 10 && kept > 100, "{read} and {kept} of {all}");
    }
}
