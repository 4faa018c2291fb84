//! Mistakes: half-moves marked by an annotator, or with a loss of evaluation by an engine.

use std::ops::Range;
use std::sync::Arc;

use vgn_engine::lint::{Cancellation, MistakeThresholds, PositionEvaluation};
use vgn_engine::notation::nag::of_suffix;
use vgn_engine::replay::commands::commands;
use vgn_engine::replay::{Resolved, ResolvedMove};
use vgn_engine::syntax::Token;

use super::board::owners::{Owner, Owners};
use super::line_of_play::{before, index_at};
use super::outline::{GameOutline, Leaf};

/// The half-moves of a game, including variations, that have `?`, `??`, `?!` or an equivalent NAG, or that lose as much
/// by `[%eval]`; in text order, in bytes of the text. Large games check `cancel` at intervals. `resolve` supplies the
/// resolved game, or `None` if cancelled; it is called only if there are evaluations.
pub fn mistakes(
    text: &str,
    cancel: &dyn Cancellation,
    resolve: impl FnOnce() -> Option<Arc<Resolved>>,
) -> Vec<Range<u32>> {
    let is_marked = may_be_marked(text.as_bytes());
    let is_evaluated = text.contains("[%eval");
    if !is_marked && !is_evaluated {
        return Vec::new();
    }
    let outline = GameOutline::new(text, cancel);
    let resolved = if is_evaluated { resolve() } else { None };
    let mut evaluated = resolved.as_deref().map(EvaluationTracker::new);
    // The last half-move of each line.
    let mut lines: Vec<Option<&Leaf>> = Vec::new();
    let mut found: Vec<Range<u32>> = Vec::new();
    for leaf in outline.leaves() {
        if let Some(evaluated) = &mut evaluated {
            evaluated.pass(&outline, leaf);
        }
        if lines.len() <= leaf.line {
            lines.resize(leaf.line + 1, None);
        }
        match leaf.token {
            Token::Move => lines[leaf.line] = Some(leaf),
            Token::Nag | Token::Suffix if is_mistake_mark(outline.slice(&leaf.range)) => {
                found.extend(lines[leaf.line].map(|half_move| half_move.range.clone()));
            }
            _ => {}
        }
    }
    found.extend(evaluated.into_iter().flat_map(|evaluated| evaluated.mistakes()));
    found.sort_by_key(|range| range.start);
    found.dedup_by_key(|range| range.start);
    found
}

/// Winning chances from the `[%eval]` commands of a game.
struct EvaluationTracker<'r> {
    moves: &'r [ResolvedMove],
    owners: Owners<'r>,
    /// White's chances before the first half-move, and after each one.
    first: Option<f64>,
    after: Vec<Option<f64>>,
}

impl<'r> EvaluationTracker<'r> {
    fn new(resolved: &'r Resolved) -> EvaluationTracker<'r> {
        let moves = &resolved.moves;
        EvaluationTracker { moves, owners: Owners::new(resolved), first: None, after: vec![None; moves.len()] }
    }

    fn pass(&mut self, outline: &GameOutline<'_>, leaf: &Leaf) {
        let owner = self.owners.of(outline, leaf);
        if !matches!(leaf.token, Token::BraceComment | Token::LineComment) {
            return;
        }
        let evaluations = commands(outline.slice(&leaf.range)).filter(|command| command.name == "eval");
        let Some(evaluation) = evaluations.filter_map(|command| PositionEvaluation::read(command.operands)).next()
        else {
            return;
        };
        let chance = evaluation.winning_chances();
        match owner {
            Owner::Game => self.first = Some(chance),
            Owner::After(at) => self.after[at] = Some(chance),
            Owner::Before(_) => {}
        }
    }

    fn mistakes(self) -> Vec<Range<u32>> {
        let is_one = |(at, here): &(usize, &ResolvedMove)| {
            let Some(after) = self.after[*at] else { return false };
            let before = match before(&self.moves[..*at], here).next() {
                Some(last) => index_at(self.moves, last.range.start).and_then(|at| self.after[at]),
                None => self.first,
            };
            let Some(before) = before else { return false };
            let lost = if here.color.is_white() { before - after } else { after - before };
            MistakeThresholds::USUAL.grade(lost).is_some()
        };
        self.moves.iter().enumerate().filter(is_one).map(|(_, here)| here.range.clone()).collect()
    }
}

/// A quick test for marks, which ignores the `?` of unknown dates.
fn may_be_marked(text: &[u8]) -> bool {
    text.windows(2).any(|pair| match pair {
        [b'$', digit] => matches!(digit, b'0' | b'2' | b'4' | b'6'),
        [before, b'?'] => !matches!(before, b'"' | b'?' | b'.'),
        _ => false,
    })
}

/// `?` and `$2`, `??` and `$4`, `?!` and `$6`.
fn is_mistake_mark(sign: &str) -> bool {
    let number = sign.strip_prefix('$').map_or_else(|| of_suffix(sign), |number| number.parse().ok());
    matches!(number, Some(2 | 4 | 6))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vgn_engine::lint::{Context, FileKind, Settings};
    use vgn_engine::replay::resolve_game;

    fn found(text: &str) -> Vec<&str> {
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Unknown);
        let resolve = || Some(Arc::new(resolve_game(text, &context)));
        let found = mistakes(text, &|| false, resolve);
        found.into_iter().map(|range| &text[range.start as usize..range.end as usize]).collect()
    }

    #[test]
    fn annotators_mark_mistakes() {
        assert_eq!(
            found("1. e4? e5?? 2. f4?! d5!? (2... d6 $2 3. g4 $4 $14) 3. h4 $6 a6 $1 {Really?} 4. a4! $22 *"),
            ["e4", "e5", "f4", "d6", "g4", "h4"]
        );
        assert_eq!(found("1. e4 $2? e5 *"), ["e4"], "it is one mistake");
        assert_eq!(found("[White \"?\"]\n\n{?} 1. e4 e5"), [""; 0]);
    }

    #[test]
    fn evaluations_tell_mistakes_of_either_side() {
        let hundredths = "1. e4 {[%eval 20,22]} e5 {[%eval 18,20]} 2. Nf3 {[%eval -10,21]} f6 {[%eval 120,20]} *";
        assert_eq!(found(hundredths), ["f6"]);
        let text = "1. e4 {[%eval 0.3]} 1... e5 {[%eval 0.2]} 2. Ke2 {[%eval -0.8]} 2... f6 {[%eval 1.5]} \
                    3. d4 {[%eval 1.4,20]} 3... g5 {[%eval #2]} 4. h4 {[%eval 9]} *";
        assert_eq!(found(text), ["Ke2", "f6", "g5"]);
        let varied = "1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} (1... f6 {[%eval 2]} 2. d4 {[%eval 2]}) 2. Nf3 {[%eval -3]}";
        assert_eq!(found(varied), ["f6", "Nf3"]);
        assert_eq!(found("1. e4 e5 {[%eval 9]} 2. d4 {[%eval x]} d5 {[%eval 0]}"), [""; 0], "what was before?");
        let black = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4p3/K7 b - - 0 40\"]\n\n\
                     40... e1=Q+ {[%eval -9]} 41. Kb2 {[%eval -9]} Qe2+ {[%eval 0]} *";
        assert_eq!(found(black), ["Qe2+"]);
        let vgn = "[GameFormat \"VGN\"]\n\n1. e4 1.5 e5 {[%after 1.] [%eval 0.3]} {[%eval 0.2]} \
                   2. Ke2 2.5 Nc6 {[%after 2.] [%eval -0.8]} {[%eval -0.8]} *";
        assert_eq!(found(vgn), ["Ke2"], "White's, as its comment says");
    }
}
