//! Half-moves that the annotator calls mistakes, or an engine's evaluations do.

use std::ops::Range;
use std::sync::Arc;

use super::outline::{Leaf, Outline};
use crate::analysis::commands::commands;
use crate::analysis::{Cancellation, Resolved};
use crate::notation::nag::of_suffix;
use crate::syntax::Token;

/// So much of the chance to win, from -1 to 1, a half-move gives away that lichess calls inaccurate at least.
const GIVEN_AWAY: f64 = 0.1;
/// How steeply chances rise with the evaluation in pawns, as lichess has found in its games.
const STEEPNESS: f64 = 0.368_208;

/// The half-moves of a game, variations among them, that are marked with `?`, `??` or `?!` or with the NAG of one of
/// these, or before and after which `[%eval]` differs as much: in the order of the text, in its bytes. In a large game
/// `cancel` is asked now and then. `resolve` has the game resolved, unless it is called off, and is asked only
/// where there are evaluations.
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
    let outline = Outline::new(text, cancel);
    let resolved = if is_evaluated { resolve() } else { None };
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut found: Vec<&Leaf> = Vec::new();
    for leaf in outline.leaves() {
        while lines.len() <= leaf.line {
            // A variation begins before the half-move that it replaces.
            let outer = outline.parent(lines.len()).and_then(|outer| lines.get(outer));
            let before = outer.and_then(|outer| outer.before);
            lines.push(Line { after: before, ..Line::default() });
        }
        let line = &mut lines[leaf.line];
        match leaf.token {
            Token::Move => *line = Line { last: Some(leaf), before: line.after, after: None },
            Token::Nag | Token::Suffix if calls_mistake(outline.slice(&leaf.range)) => found.extend(line.last),
            Token::BraceComment | Token::LineComment if is_evaluated => {
                let said = commands(outline.slice(&leaf.range)).filter(|command| command.name == "eval");
                let Some(chance) = said.filter_map(|command| chance(command.operands)).next() else { continue };
                line.after = Some(chance);
                let (Some(half_move), Some(before)) = (line.last, line.before) else { continue };
                let is_white = resolved.as_deref().and_then(|resolved| is_white(resolved, half_move));
                let lost = is_white.map(|is_white| if is_white { before - chance } else { chance - before });
                if lost.is_some_and(|lost| lost >= GIVEN_AWAY) {
                    found.push(half_move);
                }
            }
            _ => {}
        }
    }
    found.sort_by_key(|leaf| leaf.range.start);
    found.dedup_by_key(|leaf| leaf.range.start);
    found.into_iter().map(|leaf| leaf.range.clone()).collect()
}

/// What is known of a line of play so far.
#[derive(Clone, Copy, Debug, Default)]
struct Line<'o> {
    last: Option<&'o Leaf>,
    /// White's chance before the last half-move, and after it.
    before: Option<f64>,
    after: Option<f64>,
}

/// A quick look, which takes no unknown date for a mark.
fn may_be_marked(text: &[u8]) -> bool {
    text.windows(2).any(|pair| match pair {
        [b'$', digit] => matches!(digit, b'0' | b'2' | b'4' | b'6'),
        [before, b'?'] => !matches!(before, b'"' | b'?' | b'.'),
        _ => false,
    })
}

/// `?` and `$2`, `??` and `$4`, `?!` and `$6`.
fn calls_mistake(sign: &str) -> bool {
    let number = sign.strip_prefix('$').map_or_else(|| of_suffix(sign), |number| number.parse().ok());
    matches!(number, Some(2 | 4 | 6))
}

fn is_white(resolved: &Resolved, half_move: &Leaf) -> Option<bool> {
    let moves = &resolved.moves;
    let at = moves.binary_search_by_key(&half_move.range.start, |found| found.range.start).ok()?;
    Some(moves[at].color.is_white())
}

/// White's chance by an evaluation in pawns or in moves to mate, from -1 to 1.
fn chance(operands: &str) -> Option<f64> {
    let value = operands.split([',', '/']).next()?.trim();
    if value.contains(['#', 'M']) {
        return Some(if value.contains('-') { -1.0 } else { 1.0 });
    }
    let pawns: f64 = value.parse().ok().filter(|pawns: &f64| pawns.is_finite())?;
    Some(2.0 / (1.0 + (-STEEPNESS * pawns).exp()) - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Context, FileKind, Settings, resolve_game};

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
        let text = "1. e4 {[%eval 0.3]} 1... e5 {[%eval 0.2]} 2. Ke2 {[%eval -0.8]} 2... f6 {[%eval 1.5]} \
                    3. d4 {[%eval 1.4,20]} 3... g5 {[%eval #2]} 4. h4 {[%eval 9]} *";
        assert_eq!(found(text), ["Ke2", "f6", "g5"]);
        let varied = "1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} (1... f6 {[%eval 2]} 2. d4 {[%eval 2]}) 2. Nf3 {[%eval -3]}";
        assert_eq!(found(varied), ["f6", "Nf3"]);
        assert_eq!(found("1. e4 e5 {[%eval 9]} 2. d4 {[%eval x]} d5 {[%eval 0]}"), [""; 0], "what was before?");
        let black = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4p3/K7 b - - 0 40\"]\n\n\
                     40... e1=Q+ {[%eval -9]} 41. Kb2 {[%eval -9]} Qe2+ {[%eval 0]} *";
        assert_eq!(found(black), ["Qe2+"]);
    }
}
