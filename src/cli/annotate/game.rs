//! One game: its text in, the annotated text out.

use shakmaty::{Color, Move};
use vgn_engine::lint::{Context, MistakeThresholds};
use vgn_engine::notation::nag::of_suffix;
use vgn_engine::score::{MAIN, PlyPart, Score};
use vgn_engine::source::Encoding;
use vgn_uci::process::EngineFault;
use vgn_uci::protocol::SearchLimit;

use super::additions::{PlyAddition, SummaryAddition, with_additions};
use super::engine_slot::EngineSlot;
use super::judgement::grades;
use super::main_line::{LinePosition, line_positions};
use super::positions::{best_moves, evaluated, find_kept_best};
use super::proof::is_proven;
use super::summary::{WrittenSummary, summary};
use super::variation_text::{first_moves, mover, variation_text};

/// What is to be added to games.
#[derive(Clone, Copy, Debug)]
pub struct AnnotationWishes {
    pub limit: SearchLimit,
    pub thresholds: MistakeThresholds,
    pub variations: bool,
    pub summary: bool,
    /// Nothing is added: what is written is checked.
    pub is_check: bool,
}

/// What became of a game.
#[derive(Default)]
pub struct AnnotatedGame {
    /// `None` if it stays as it is.
    pub bytes: Option<Vec<u8>>,
    pub added: AdditionCounts,
    /// Boards of its main line are not known, or none that an engine can be asked about.
    pub is_partial: bool,
}

/// Numbers of half-moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AdditionCounts {
    /// Evaluated now.
    pub evaluated: u64,
    /// With an evaluation that was kept.
    pub kept: u64,
    pub glyphs: u64,
    pub variations: u64,
    /// Glyphs that stay although new evaluations speak against them.
    pub unfit: u64,
    /// Faults found by a check.
    pub faults: u64,
}

/// Why a game stays as it is.
pub enum AnnotationRefusal {
    /// The end of a sentence about the game.
    Game(&'static str),
    Engine(EngineFault),
}

impl AnnotationRefusal {
    pub const UNREAD: AnnotationRefusal =
        AnnotationRefusal::Game("not all of its half-moves can be read: `vgn-lsp check` says why");
}

impl From<EngineFault> for AnnotationRefusal {
    fn from(fault: EngineFault) -> AnnotationRefusal {
        AnnotationRefusal::Engine(fault)
    }
}

/// Annotates a game.
///
/// # Errors
///
/// Why it stays as it is.
pub fn annotate(
    bytes: &[u8],
    context: &Context<'_>,
    engine: &mut EngineSlot,
    wishes: &AnnotationWishes,
) -> Result<AnnotatedGame, AnnotationRefusal> {
    let encoding = Encoding::of(bytes);
    let text = encoding.decode(bytes);
    let Some(score) = Score::read_to_insert(&text, context) else {
        return match has_moves(&text, context) {
            true => Err(AnnotationRefusal::UNREAD),
            false => Ok(AnnotatedGame::default()),
        };
    };
    let plies = &score.lines[MAIN].plies;
    if plies.is_empty() {
        return Ok(AnnotatedGame::default());
    }
    let positions = line_positions(&score);
    let is_partial = positions.iter().skip(1).any(|position| position.request.is_none() && position.ended.is_none());
    // What is said of a whole game needs all of it.
    let (additions, summary, added) = additions(&score, engine, wishes, !is_partial)?;
    let is_same = |addition: &PlyAddition| {
        addition.evaluation.is_none() && addition.nag.is_none() && addition.variation.is_none()
    };
    if additions.iter().all(is_same) && summary.is_none() {
        return Ok(AnnotatedGame { bytes: None, added, is_partial });
    }
    let wanted = positions.iter().skip(1).zip(&additions).map(|(position, addition)| {
        addition.evaluation.or_else(|| position.written.as_ref().map(|written| written.evaluation))
    });
    let wanted: Vec<_> = wanted.collect();
    let new = with_additions(&score, &positions, &additions, summary.as_ref());
    let replaced: Vec<_> = summary.into_iter().filter_map(|summary| summary.replaced).collect();
    if !is_proven(&score, &new, context, &wanted, &replaced) {
        return Err(AnnotationRefusal::Game("what would be added would be read in another way"));
    }
    let encoded = encoding.encode(&new.text).ok().filter(|bytes| Encoding::of(bytes).decode(bytes) == new.text);
    let encoded = encoded.ok_or(AnnotationRefusal::Game("its encoding cannot be kept"))?;
    Ok(AnnotatedGame { bytes: Some(encoded.into_owned()), added, is_partial })
}

type GameAdditions = (Vec<PlyAddition>, Option<SummaryAddition>, AdditionCounts);

fn additions(
    score: &Score<'_>,
    engine: &mut EngineSlot,
    wishes: &AnnotationWishes,
    is_whole: bool,
) -> Result<GameAdditions, EngineFault> {
    let plies = &score.lines[MAIN].plies;
    let positions = line_positions(score);
    let mut known = evaluated(&positions, engine, wishes.limit)?;
    let movers: Vec<(Color, Option<Move>)> = plies.iter().map(|ply| mover(score, *ply)).collect();
    let mut judged = grades(&positions, &known, &movers, &wishes.thresholds);
    // The text does not say what the engine preferred where it was evaluated before: perhaps what was played.
    let is_doubtful = |at: &usize| {
        let wants_variation = || wishes.variations && first_moves(score, plies[*at]).is_empty();
        let is_graded = judged[*at].is_some() && known[*at].best.is_empty();
        is_graded && (glyph(score, plies[*at]).is_none() || wants_variation())
    };
    let doubtful: Vec<usize> = (0..plies.len()).filter(is_doubtful).collect();
    if !doubtful.is_empty() {
        find_kept_best(&positions, &doubtful, &movers, &mut known, engine, wishes.limit)?;
        judged = grades(&positions, &known, &movers, &wishes.thresholds);
    }
    let (mut additions, mut added) = (Vec::new(), AdditionCounts::default());
    for (at, ply) in plies.iter().enumerate() {
        let is_new = known[at + 1].is_new;
        let evaluation = known[at + 1].evaluation.filter(|_| is_new);
        let glyph = glyph(score, *ply);
        let has_glyph = glyph.is_some();
        let nag = judged[at].filter(|_| !has_glyph).map(|grade| grade.nag());
        let mut addition = PlyAddition { evaluation, nag, variation: None };
        let others = first_moves(score, *ply);
        // A half-move that was annotated before is not searched again.
        if wishes.variations && judged[at].is_some() && (!has_glyph || others.is_empty()) {
            let better = better_line(&positions[at], &known[at].best, engine, wishes.limit)?;
            let is_new =
                better.first().is_some_and(|first| movers[at].1 != Some(*first) && !others.contains(&Some(*first)));
            addition.variation = variation_text(score, *ply, &better).filter(|_| is_new);
        }
        added.evaluated += u64::from(is_new);
        added.kept += u64::from(!is_new && positions[at + 1].written.is_some());
        added.glyphs += u64::from(addition.nag.is_some());
        added.variations += u64::from(addition.variation.is_some());
        let is_replaced = |at: usize| known[at].is_new && positions[at].written.is_some();
        let is_mistake = |glyph: &u32| matches!(glyph, 2 | 4 | 6);
        let is_unfit = glyph.filter(is_mistake).is_some_and(|glyph| judged[at].map(|grade| grade.nag()) != Some(glyph));
        added.unfit += u64::from(is_unfit && (is_replaced(at) || is_replaced(at + 1)));
        additions.push(addition);
    }
    let colors: Vec<Color> = movers.iter().map(|(color, _)| *color).collect();
    // A summary of evaluations that are replaced is wrong, whether one is asked for or not.
    let replaced = match WrittenSummary::find(score) {
        WrittenSummary::None => wishes.summary.then_some(None),
        WrittenSummary::Own(range) => known.iter().any(|known| known.is_new).then_some(Some(range)),
        WrittenSummary::Changed => None,
    };
    let summary = replaced.filter(|_| is_whole).and_then(|replaced| {
        let words = summary(&known, &colors, &judged, engine.name()).filter(|words| !words.contains(['{', '}']))?;
        Some(SummaryAddition { words, replaced })
    });
    Ok((additions, summary, added))
}

fn better_line(
    position: &LinePosition,
    best: &[Move],
    engine: &mut EngineSlot,
    limit: SearchLimit,
) -> Result<Vec<Move>, EngineFault> {
    if best.is_empty() { best_moves(position, engine, limit) } else { Ok(best.to_vec()) }
}

/// The first of `! ? !! ?? !? ?!` on a half-move, by its number.
pub fn glyph(score: &Score<'_>, ply: usize) -> Option<u32> {
    score.plies[ply].parts.iter().find_map(|part| {
        let PlyPart::Nag(range) = part else { return None };
        let sign = score.slice(range);
        let number = sign.strip_prefix('$').map_or_else(|| of_suffix(sign), |number| number.parse().ok())?;
        (1..=6).contains(&number).then_some(number)
    })
}

/// Whether a text that is no score has half-moves.
pub fn has_moves(text: &str, context: &Context<'_>) -> bool {
    let resolved = vgn_engine::replay::resolve_game(text, &context.with_fixes(false));
    !resolved.moves.is_empty() || resolved.report.half_moves > 0
}
