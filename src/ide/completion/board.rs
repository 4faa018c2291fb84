//! The board at the cursor. The judge reads the game up to the word at the cursor, followed by a probe half-move whose
//! preceding board is the result. So a variation starts here from the same board as in the judge.

use std::num::NonZeroU32;
use std::ops::Range;

use shakmaty::{Color, Move, Role, Square};
use vgn_engine::lint::{FileKind, GameFormat};
use vgn_engine::notation::languages::{LANGUAGES, Language};
use vgn_engine::notation::{EndMark, Medium, Notation, SAN, SpellingError, find};
use vgn_engine::replay::{Deviation, FastPass, HalfMove, PlayedMove, Resolved, ResolvedMove, Visitor, resolve_game};
use vgn_engine::rules::{Bitboards, Play, Position};
use vgn_engine::syntax::Token;

use super::CompletionSite;
use super::syntax_context::SyntaxContext;
use super::terminators::on_board;
use crate::line_of_play::{before, index_at, spellable};
use crate::outline::GameOutline;

/// Number of half-moves before the cursor that determine the language of the piece letters.
const LANGUAGE_SAMPLE: usize = 60;
/// Offset in bytes from which the fast pass is tried before the judge.
const LARGE: u32 = 1 << 14;

/// The board at the cursor and further facts about the half-move to complete.
#[derive(Debug)]
pub struct CompletionBoard {
    pub before: Position,
    /// A half-move before cannot be played: this is the last known board with the turn set to the side to move.
    pub is_assumed: bool,
    /// The move number.
    pub number: u32,
    pub color: Color,
    /// Difference between the numbers of the text and the true ones.
    pub ahead: i64,
    pub notation: &'static Notation,
    pub format: GameFormat,
    /// The language of the piece letters if it is not English.
    language: Option<&'static Language>,
    /// The previous half-move.
    pub last: Option<Play>,
    /// If the cursor is where a variation begins: the alternatives that exist already.
    pub replaced: Vec<Play>,
}

/// A candidate half-move on the board at the cursor.
pub struct CandidateMove<'a> {
    pub board: &'a CompletionBoard,
    pub play: &'a Play,
    pub after: Position,
}

impl CandidateMove<'_> {
    pub fn half_move(&self) -> HalfMove<'_> {
        HalfMove { before: &self.board.before, play: self.play, after: &self.after, end: EndMark::None }
    }

    /// Its text in a notation, with English letters.
    pub fn spell(&self, notation: &Notation) -> Result<String, SpellingError> {
        self.half_move().spell(notation)
    }

    /// Its text in the game's notation and language.
    pub fn text(&self) -> Option<String> {
        let text = self.spell(self.board.notation).ok()?;
        Some(self.board.language.map_or(text.clone(), |language| language.from_english(&text)))
    }
}

impl CompletionBoard {
    /// The board at the cursor; `None` if it is unknown or no half-move can stand there.
    pub fn find(site: &CompletionSite<'_>) -> Option<CompletionBoard> {
        let SyntaxContext::Movetext { line, word, .. } = &site.syntax else { return None };
        if let Some(here) = (site.query.kept)().and_then(|kept| CompletionBoard::kept(site, &kept)) {
            return Some(here);
        }
        if word.start >= LARGE
            && let Some(here) = CompletionBoard::read(site)
        {
            return Some(here);
        }
        let format = site.before.tag_value("MoveFormat");
        let named = format.as_deref().map(|value| value.split(':').next().unwrap_or(value));
        let declared = named.map_or(Some(&SAN), find).filter(|notation| notation.medium == Medium::Text)?;
        let (resolved, at) = probe(site, word.start, declared)?;
        // The game may not be in the notation of its `MoveFormat` tag.
        let notation = resolved.notation?;
        let (resolved, at) = if *notation == *declared { (resolved, at) } else { probe(site, word.start, notation)? };
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
        Some(CompletionBoard {
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

    /// The board after the half-move before the cursor, from a game that has been judged already.
    fn kept(site: &CompletionSite<'_>, kept: &Resolved) -> Option<CompletionBoard> {
        let SyntaxContext::Movetext { line, word, .. } = &site.syntax else { return None };
        let leaves = site.before.leaves();
        let before = &leaves[..leaves.partition_point(|leaf| leaf.range.start < word.start)];
        let last = before.iter().rev().find(|leaf| leaf.line == *line && leaf.token == Token::Move)?;
        let at = index_at(&kept.moves, last.range.start)?;
        let (half_move, notation) = (&kept.moves[at], kept.notation?);
        let earlier = &kept.moves[..=at];
        Some(CompletionBoard {
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

    /// The board after a clean main line, from the fast pass, which takes a tenth of the judge's time.
    fn read(site: &CompletionSite<'_>) -> Option<CompletionBoard> {
        let SyntaxContext::Movetext { line: 0, word, .. } = &site.syntax else { return None };
        if site.query.context.kind == FileKind::Vgn {
            return None;
        }
        let game = format!("{} *", site.query.text.get(..word.start as usize)?);
        let mut last_played = LastMoveVisitor::default();
        let clean = FastPass::default().visit(game.as_bytes(), 0, true, &mut last_played)?;
        let (last, number, color, after) = last_played.last.filter(|_| clean.end == game.len())?;
        let number = if color.is_white() { number } else { number + 1 };
        Some(CompletionBoard {
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

    /// The game has ended on this board.
    pub fn has_ended(&self) -> bool {
        !self.is_assumed && on_board(&self.before).is_some()
    }

    /// A half-move as a candidate on this board.
    pub fn with<'a>(&'a self, play: &'a Play) -> CandidateMove<'a> {
        CandidateMove { board: self, play, after: self.before.after(play) }
    }
}

/// The last known board of a line with a half-move that cannot be played. If the other side was to move, a null move is
/// added.
fn last_known(earlier: &[ResolvedMove], here: &ResolvedMove) -> Option<Position> {
    let lost = before(earlier, here).find(|half_move| half_move.before.is_some())?;
    let board = lost.before.as_deref().cloned()?;
    Some(if lost.color == here.color { board } else { board.after(&Play::Null) })
}

/// Records the last half-move of the main line.
#[derive(Default)]
struct LastMoveVisitor {
    depth: usize,
    last: Option<(Move, u32, Color, Bitboards)>,
}

impl Visitor for LastMoveVisitor {
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

/// The game up to `start` with a probe half-move, and the index of that half-move.
fn probe(site: &CompletionSite<'_>, start: u32, notation: &Notation) -> Option<(Resolved, usize)> {
    let first = Position::initial();
    let play =
        Play::Move(Move::Normal { role: Role::Pawn, from: Square::E2, capture: None, to: Square::E4, promotion: None });
    let half_move = HalfMove { before: &first, play: &play, after: &first.after(&play), end: EndMark::None };
    let mut text = site.query.text.get(..start as usize)?.to_owned();
    text.push(' ');
    let at = u32::try_from(text.len()).ok()?;
    text += &half_move.spell(notation).ok()?;
    let resolved = site.query.context.whole(&text, resolve_game(&text, &site.query.context))?;
    let found = resolved.moves.iter().rposition(|m| m.range.start == at)?;
    Some((resolved, found))
}

/// Difference between the last number of a text and the true number of its half-move.
pub fn ahead(outline: &GameOutline<'_>, earlier: &[ResolvedMove]) -> i64 {
    let pairs = outline.leaves().windows(2).rev();
    let mut numbered = pairs.filter(|pair| pair[0].token == Token::MoveNumber && pair[1].token == Token::Move);
    let difference = numbered.find_map(|pair| {
        let digits = outline.slice(&pair[0].range).split(|c: char| !c.is_ascii_digit()).next()?;
        let at = index_at(earlier, pair[1].range.start)?;
        Some(digits.parse::<i64>().ok()? - i64::from(earlier[at].number))
    });
    difference.unwrap_or(0)
}

/// The first language other than English in which all half-moves have the letters of the text; `None` if they are
/// English.
pub fn language(outline: &GameOutline<'_>, moves: &[ResolvedMove], notation: &Notation) -> Option<&'static Language> {
    if *notation != SAN {
        return None;
    }
    let letters = |text: &str| text.chars().filter(|c| c.is_uppercase() && *c != 'O').collect::<String>();
    let spellings: Vec<(String, String)> = moves
        .iter()
        .rev()
        .filter(|m| m.illegal.is_none())
        .take(LANGUAGE_SAMPLE)
        .filter_map(|m| Some((letters(outline.slice(&m.range)), spellable(m)?.spell(notation).ok()?)))
        .filter(|(written, _)| !written.is_empty())
        .collect();
    if spellings.iter().all(|(written, spelt)| *written == letters(spelt)) {
        return None;
    }
    LANGUAGES
        .iter()
        .find(|language| spellings.iter().all(|(written, spelt)| *written == letters(&language.from_english(spelt))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::completion::CompletionQuery;
    use vgn_engine::lint::{Context, NEVER, Settings};
    use vgn_engine::replay::resolve_game;

    fn told(here: CompletionBoard) -> String {
        let CompletionBoard { before, is_assumed, number, color, ahead, notation, format, language, last, replaced } =
            here;
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
            let query = CompletionQuery::alone(text, offset, context);
            let before = GameOutline::new(&text[..offset as usize], NEVER);
            let site = CompletionSite::new(&query, before);
            all += 1;
            let judged = CompletionBoard::find(&site).map(told);
            if let Some(here) = CompletionBoard::read(&site) {
                assert_eq!(Some(told(here)), judged);
                read += 1;
            }
            let game = &text[..text[1..].find("[Event ").map_or(text.len(), |end| end + 1)];
            let resolved = resolve_game(game, &query.context);
            if let Some(here) = CompletionBoard::kept(&site, &resolved) {
                assert_eq!(Some(told(here)), judged);
                kept += 1;
            }
        }
        assert!(read > 10 && kept > 100, "{read} and {kept} of {all}");
    }
}
