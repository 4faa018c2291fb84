//! The search for a position: the half-moves by which the games of a document reach it, and by which they continue.

use std::ops::Range;

use rayon::prelude::*;
use vgn_engine::games::{Game, GamePlace};
use vgn_engine::lint::Cancellation;
use vgn_engine::replay::FastPass;
use vgn_ide::{MoveStatsBuilder, Play, PositionKey, PositionMove, PositionMoves, plain_continuations, position_moves};

use crate::lsp::diagnostics::rendering::GameCache;
use crate::lsp::documents::snapshot::Snapshot;

/// Number of games between two progress reports.
const TOGETHER: usize = 1 << 12;
/// Distance, in bytes before and after a game, that is searched for continuations at a keystroke: a few milliseconds.
const AROUND: usize = 1 << 19;
/// The same for games that the fast pass cannot read.
const NEAR: usize = 1 << 14;

/// A side of a position: the half-moves that lead to it, or those that continue from it.
pub type PassageSide = fn(&mut PositionMoves) -> &mut Vec<PositionMove>;

/// The half-moves of games on one side of a position, searched on all cores; `None` if cancelled.
pub fn search(
    snapshot: &Snapshot,
    games: &[Game<'_, GameCache>],
    wanted: PositionKey,
    side: PassageSide,
    mut report: impl FnMut(usize),
    cancel: &dyn Cancellation,
) -> Option<MoveStatsBuilder> {
    let context = snapshot.context_for(cancel);
    let mut ways = MoveStatsBuilder::default();
    for (done, part) in games.chunks(TOGETHER).enumerate() {
        if cancel.is_cancelled() {
            return None;
        }
        report(done * TOGETHER);
        let found =
            part.par_iter().filter(|game| game.binary().is_none()).map_init(FastPass::default, |fast_pass, game| {
                let range = game.range();
                let text = snapshot.text_of(range.clone());
                let mut found = position_moves(&text, wanted, &context, fast_pass).unwrap_or_default();
                let passing = std::mem::take(side(&mut found));
                (range.start, passing, found.result)
            });
        let found: Vec<_> = found.filter(|(_, passing, _)| !passing.is_empty()).collect();
        found.iter().for_each(|(start, passing, result)| ways.add(*start, passing, *result));
    }
    (!cancel.is_cancelled()).then_some(ways)
}

/// The half-moves that the surrounding games play in a position, each with its number of games; incomplete if
/// cancelled.
pub fn played_around(
    snapshot: &Snapshot,
    own: &Range<usize>,
    wanted: PositionKey,
    cancel: &dyn Cancellation,
) -> Vec<(Play, usize)> {
    let around =
        |length: usize| own.start.saturating_sub(length)..own.end.saturating_add(length).min(snapshot.text.len_bytes());
    let (context, near) = (snapshot.context_for(cancel), around(NEAR));
    let games = snapshot.games_near(around(AROUND), cancel).unwrap_or_default();
    let is_read = |game: &&GamePlace| game.range != *own && game.binary.is_none() && game.range.len() <= AROUND;
    let found = games.par_iter().filter(is_read).map_init(FastPass::default, |fast_pass, game| {
        if cancel.is_cancelled() {
            return Vec::new();
        }
        let (text, range) = (snapshot.text_of(game.range.clone()), &game.range);
        plain_continuations(&text, wanted, fast_pass).unwrap_or_else(|| {
            let is_near = range.len() <= NEAR && range.start < near.end && near.start < range.end;
            let found = is_near.then(|| position_moves(&text, wanted, &context, fast_pass)).flatten();
            found.unwrap_or_default().out.into_iter().map(|passage| passage.play).collect()
        })
    });
    let mut counted: Vec<(Play, usize)> = Vec::new();
    for play in found.collect::<Vec<_>>().into_iter().flatten() {
        match counted.iter_mut().find(|(known, _)| *known == play) {
            Some((_, times)) => *times += 1,
            None => counted.push((play, 1)),
        }
    }
    counted
}
