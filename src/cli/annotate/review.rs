//! What an engine thinks of what is written in a game, without changing it: variations that are no improvement,
//! half-moves that are praised and lose, and half-moves that were the only ones.

use shakmaty::{Color, Move};
use vgn_engine::lint::{Context, PositionEvaluation};
use vgn_engine::rules::Position;
use vgn_engine::score::{MAIN, Score};
use vgn_engine::source::Encoding;
use vgn_uci::process::EngineFault;
use vgn_uci::protocol::SearchRequest;

use super::engine_slot::EngineSlot;
use super::game::{AnnotationRefusal, AnnotationWishes, glyph, has_moves};
use super::main_line::{LinePosition, fresh_position, line_positions};
use super::positions::evaluation;
use super::variation_text::variation_text;

/// Codes of findings.
const UNSOUND: &str = "unsound-variation";
const PRAISED: &str = "praised-mistake";
const ONLY: &str = "only-move";

/// Something to be said of a half-move.
pub struct ReviewFinding {
    /// In bytes of the game's text.
    pub start: u32,
    pub code: &'static str,
    pub message: String,
}

impl ReviewFinding {
    /// It is no fault.
    pub fn is_note(&self) -> bool {
        self.code == ONLY
    }
}

/// A position that was searched, or in which the game is over.
struct LookedAt {
    evaluation: PositionEvaluation,
    best: Option<Move>,
    /// The best of the other moves, and what it is worth.
    second: Option<(Move, PositionEvaluation)>,
}

/// Looks at a game: its main line, the first half-moves of variations, and half-moves with `!` or `!!` in them.
///
/// # Errors
///
/// Why it is not looked at.
pub fn review(
    text: &str,
    context: &Context<'_>,
    engine: &mut EngineSlot,
    wishes: &AnnotationWishes,
) -> Result<Vec<ReviewFinding>, AnnotationRefusal> {
    let Some(score) = Score::read_to_insert(text, context) else {
        return if has_moves(text, context) { Err(AnnotationRefusal::UNREAD) } else { Ok(Vec::new()) };
    };
    let line = line_positions(&score);
    let mut reviewer = Reviewer { score: &score, engine, wishes, has_begun: false, findings: Vec::new() };
    let mut looked = Vec::new();
    for position in &line {
        looked.push(reviewer.look(position)?);
    }
    for (at, ply) in score.lines[MAIN].plies.iter().enumerate() {
        let [Some(before), Some(after)] = [&looked[at], &looked[at + 1]] else { continue };
        reviewer.only_move(*ply, before);
        reviewer.improvements(*ply, before, after)?;
    }
    for ply in score.lines.iter().skip(MAIN + 1).flat_map(|line| &line.plies) {
        reviewer.praise(*ply)?;
    }
    let mut findings = reviewer.findings;
    findings.sort_by_key(|finding| finding.start);
    Ok(findings)
}

/// The findings in the bytes of a game, one on each line: `games.pgn:12:5: note: … [only-move]`. `line` is the number of
/// lines before the game.
///
/// # Errors
///
/// Why it is not looked at.
pub fn review_text(
    bytes: &[u8],
    (name, line): (&str, u64),
    context: &Context<'_>,
    engine: &mut EngineSlot,
    wishes: &AnnotationWishes,
) -> Result<(String, u64), AnnotationRefusal> {
    let text = Encoding::of(bytes).decode(bytes);
    let findings = review(&text, context, engine, wishes)?;
    let faults = findings.iter().filter(|finding| !finding.is_note()).count() as u64;
    let said = findings.iter().map(|finding| {
        let before = &text[..finding.start as usize];
        let row = line + 1 + before.matches('\n').count() as u64;
        let column = before.chars().rev().take_while(|sign| *sign != '\n').count() + 1;
        let level = if finding.is_note() { "note" } else { "warning" };
        format!("{name}:{row}:{column}: {level}: {} [{}]\n", finding.message, finding.code)
    });
    Ok((said.collect(), faults))
}

struct Reviewer<'r, 't> {
    score: &'r Score<'t>,
    engine: &'r mut EngineSlot,
    wishes: &'r AnnotationWishes,
    has_begun: bool,
    findings: Vec<ReviewFinding>,
}

impl Reviewer<'_, '_> {
    fn look(&mut self, position: &LinePosition) -> Result<Option<LookedAt>, EngineFault> {
        if let Some(evaluation) = position.ended {
            return Ok(Some(LookedAt { evaluation, best: None, second: None }));
        }
        let Some(request) = &position.request else { return Ok(None) };
        self.search(request)
    }

    fn search(&mut self, request: &SearchRequest) -> Result<Option<LookedAt>, EngineFault> {
        if !std::mem::replace(&mut self.has_begun, true) {
            self.engine.new_game(request.variant(), request.castling_mode())?;
        }
        let mut lines = self.engine.search(request, self.wishes.limit)?.lines.into_iter();
        let Some(first) = lines.next() else { return Ok(None) };
        let second = lines.next().and_then(|line| Some((*line.moves.first()?, evaluation(&line))));
        Ok(Some(LookedAt { evaluation: evaluation(&first), best: first.moves.first().copied(), second }))
    }

    fn look_at(&mut self, position: Option<&Position>) -> Result<Option<LookedAt>, EngineFault> {
        match position.and_then(fresh_position) {
            Some(position) => self.look(&position),
            None => Ok(None),
        }
    }

    /// The half-move as it is written, with its number.
    fn named(&self, ply: usize) -> String {
        let half_move = self.score.half_move(ply);
        let dots = half_move.color.fold_wb(".", "...");
        format!("`{}{dots} {}`", half_move.number, self.score.slice(&self.score.plies[ply].range))
    }

    fn add(&mut self, ply: usize, code: &'static str, message: String) {
        self.findings.push(ReviewFinding { start: self.score.plies[ply].range.start, code, message });
    }

    /// The half-move that was played is the best one, and every other one is a blunder.
    fn only_move(&mut self, ply: usize, before: &LookedAt) {
        let half_move = self.score.half_move(ply);
        let Some((other, worth)) = &before.second else { return };
        let is_best = before.best.is_some() && half_move.play.and_then(|play| play.as_move()) == before.best;
        let lost = loss(before.evaluation, *worth, half_move.color);
        if is_best && lost >= self.wishes.thresholds.blunder {
            let other = variation_text(self.score, ply, &[*other]).unwrap_or_else(|| "any other".to_owned());
            let [best, second] = [before.evaluation, *worth].map(shown);
            let message = format!("{} is the only move: {best}, and `{other}` {second}", self.named(ply));
            self.add(ply, ONLY, message);
        }
    }

    /// Variations on a half-move with `?`, `??` or `?!`, or that begin with praise, are to be better than it.
    fn improvements(&mut self, ply: usize, before: &LookedAt, after: &LookedAt) -> Result<(), EngineFault> {
        let score = self.score;
        let is_criticized = matches!(glyph(score, ply), Some(2 | 4 | 6));
        let color = score.half_move(ply).color;
        let first = |line: usize| score.lines[line].plies.first().copied();
        for first in score.variations_on(ply).filter_map(first).collect::<Vec<_>>() {
            let is_praised = matches!(glyph(score, first), Some(1 | 3));
            if !is_criticized && !is_praised || score.known(first).is_none() {
                continue;
            }
            let Some(line) = self.look_at(score.half_move(first).after.as_deref())? else { continue };
            let lost = loss(before.evaluation, line.evaluation, color);
            let is_worse = loss(after.evaluation, line.evaluation, color) > 0.0;
            if lost >= self.wishes.thresholds.mistake && is_worse {
                let [best, played, line] = [before, after, &line].map(|looked| shown(looked.evaluation));
                let (first_named, played_named) = (self.named(first), self.named(ply));
                let message = format!(
                    "{first_named} is no improvement on {played_named}: {line}, where that has {played} and the best {best}"
                );
                self.add(first, UNSOUND, message);
            }
        }
        Ok(())
    }

    /// A half-move of a variation with `!` or `!!` is no mistake.
    fn praise(&mut self, ply: usize) -> Result<(), EngineFault> {
        let score = self.score;
        let is_praised = matches!(glyph(score, ply), Some(1 | 3)) && score.known(ply).is_some();
        let is_said = self.findings.iter().any(|finding| finding.start == score.plies[ply].range.start);
        if !is_praised || is_said {
            return Ok(());
        }
        let half_move = score.half_move(ply);
        let Some(before) = self.look_at(half_move.before.as_deref())? else { return Ok(()) };
        let Some(after) = self.look_at(half_move.after.as_deref())? else { return Ok(()) };
        let is_best = before.best.is_some() && half_move.play.and_then(|play| play.as_move()) == before.best;
        if !is_best && loss(before.evaluation, after.evaluation, half_move.color) >= self.wishes.thresholds.mistake {
            let [before, after] = [before, after].map(|looked| shown(looked.evaluation));
            let message = format!("{} is praised, and gives away {before} for {after}", self.named(ply));
            self.add(ply, PRAISED, message);
        }
        Ok(())
    }
}

/// The winning chances that a side loses from one evaluation to another.
fn loss(from: PositionEvaluation, to: PositionEvaluation, color: Color) -> f64 {
    let lost = from.winning_chances() - to.winning_chances();
    color.fold_wb(lost, -lost)
}

/// `+0.35`, `-1.20`, `#-3`
fn shown(evaluation: PositionEvaluation) -> String {
    let text = PositionEvaluation { depth: None, ..evaluation }.to_string();
    if text.starts_with(['-', '#']) { text } else { format!("+{text}") }
}
