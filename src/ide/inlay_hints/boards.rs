//! Hints that need positions: missing move numbers, half-moves in another notation, the opening, and the owners of
//! comments.

use std::ops::Range;

use shakmaty::Color;
use vgn_engine::lint::{GameFormat, NEVER};
use vgn_engine::notation::Notation;
use vgn_engine::preferences::HintKinds;
use vgn_engine::replay::after::after;
use vgn_engine::replay::{Resolved, ResolvedMove};

use super::{Hint, transpositions};
use crate::board::owners::Owners;
use crate::game_opening::main_line_opening;
use crate::hover::{label_of, numbered};
use crate::line_of_play::spellable;
use crate::outline::GameOutline;

/// The hints of at least the range.
pub fn hints(text: &str, requested: &Range<u32>, kinds: &HintKinds, resolved: &Resolved) -> Vec<Hint> {
    let mut hints = Vec::new();
    let first = resolved.moves.partition_point(|half_move| half_move.range.end < requested.start);
    let moves = resolved.moves[first..].iter().take_while(|half_move| half_move.range.start <= requested.end);
    for half_move in moves {
        if kinds.numbers && lacks_number(text, half_move) {
            let label = numbered(resolved.format, half_move.number, half_move.color);
            let at = half_move.range.start;
            hints.push(Hint { at, label, is_missing: true, target: at });
        }
        let spelt = kinds.notation.and_then(|notation| spelt(resolved, half_move, notation));
        hints.extend(spelt.map(|spelt| Hint::behind(&half_move.range, spelt)));
    }
    if kinds.opening {
        hints.extend(opening(resolved));
    }
    if kinds.transpositions {
        hints.extend(transpositions::in_game(text, requested, resolved));
    }
    if kinds.commands {
        hints.extend(owners(text, requested, resolved));
    }
    hints
}

/// The half-moves named by comments of a VGN game (rule C4).
fn owners(text: &str, requested: &Range<u32>, resolved: &Resolved) -> Vec<Hint> {
    let near = text.get(..requested.end as usize).unwrap_or(text);
    if resolved.format != GameFormat::Vgn || !near.contains("[%after") {
        return Vec::new();
    }
    let outline = GameOutline::new(text, NEVER);
    let mut owners = Owners::new(resolved);
    let leaves = outline.leaves().iter().take_while(|leaf| leaf.range.start <= requested.end);
    let named = leaves.filter_map(|leaf| {
        _ = owners.of(&outline, leaf);
        let half_move = &resolved.moves[owners.named(&outline, leaf)?];
        let command = after(outline.slice(&leaf.range))?.range;
        let start = leaf.range.start + command.start as u32;
        let label = label_of(outline.slice(&half_move.range));
        Some(Hint::behind(&(start..start + command.len() as u32), label))
    });
    named.collect()
}

/// The half-move has no number although White made it, or although it does not directly follow White's.
fn lacks_number(text: &str, half_move: &ResolvedMove) -> bool {
    let before = text.get(..half_move.range.start as usize).unwrap_or_default().trim_end();
    let last = before.chars().next_back();
    // A number ends with a period, with `.5`, or is digits only; the word may also be a half-move or a NAG.
    let word = before.rsplit(|c: char| c.is_whitespace() || "(){}".contains(c)).next().unwrap_or_default();
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = !word.is_empty() && digits.trim_matches('.').trim_start_matches('5').is_empty();
    if is_number || last == Some('.') {
        return false;
    }
    let follows = !before.is_empty() && !last.is_some_and(|last| "(){}]\"".contains(last));
    half_move.color == Color::White || !follows
}

fn spelt(resolved: &Resolved, half_move: &ResolvedMove, notation: &'static Notation) -> Option<String> {
    if resolved.notation == Some(notation) {
        return None;
    }
    spellable(half_move)?.spell(notation).ok()
}

/// The opening of the main line, after its last half-move whose position has a name.
fn opening(resolved: &Resolved) -> Option<Hint> {
    let (half_move, opening) = main_line_opening(resolved)?;
    Some(Hint::behind(&half_move.range, format!("{} {}", opening.eco, opening.name)))
}
