//! Rewrites castling between the king's two squares and king takes rook (Chess960), in the whole game, if its notation
//! allows both.

use shakmaty::{Move, Rank, Square};
use vgn_engine::lint::Edit;
use vgn_engine::replay::{ResolvedMove, resolve_game};
use vgn_engine::rules::Play;
use vgn_engine::score::{GameContent, Score};
use vgn_engine::syntax::ast::{AstNode, AstToken};

use super::site::RefactoringSite;
use super::{ActionKind, Refactoring, RefactoringJob, apply};
use crate::board::moves::king_target;
use crate::line_of_play::index_at;

pub static ROW: Refactoring = Refactoring::at_cursor("castling-form", ActionKind::Refactor, offer, edits);

/// Maximum length in bytes of a game that is resolved to find out whether a half-move is castling.
const LONGEST: usize = 1 << 16;

/// How castling is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CastlingForm {
    KingSquares,
    KingTakesRook,
}

impl CastlingForm {
    fn other(self) -> CastlingForm {
        match self {
            CastlingForm::KingSquares => CastlingForm::KingTakesRook,
            CastlingForm::KingTakesRook => CastlingForm::KingSquares,
        }
    }
}

fn offer(site: &RefactoringSite<'_>) -> Option<(String, u32)> {
    let half_move = site.half_move()?;
    // Cheap test first: most half-moves cannot be castling.
    let (from, to) = squares(half_move.text())?;
    if from.rank() != to.rank() || !matches!(from.rank(), Rank::First | Rank::Eighth) {
        return None;
    }
    let text = site.game.syntax().text();
    if u32::from(text.len()) as usize > LONGEST {
        return None;
    }
    let text = text.to_string();
    let resolved = site.context.whole(&text, resolve_game(&text, site.context))?;
    let start = half_move.range().start;
    let at = index_at(&resolved.moves, start)?;
    let title = match form(&resolved.moves[at], half_move.text())? {
        CastlingForm::KingSquares => "Write castling in this game as king takes rook",
        CastlingForm::KingTakesRook => "Write castling in this game by the king's squares",
    };
    Some((title.to_owned(), start))
}

/// The two squares at the start of a half-move's text.
fn squares(text: &str) -> Option<(Square, Square)> {
    let square = |range| text.get(range).and_then(|text: &str| text.parse::<Square>().ok());
    Some((square(0..2)?, square(2..4)?))
}

fn form(half_move: &ResolvedMove, text: &str) -> Option<CastlingForm> {
    let (king, rook) = castled(half_move)?;
    let (from, to) = squares(text)?;
    match () {
        () if from != king => None,
        () if to == rook => Some(CastlingForm::KingTakesRook),
        () if to == king_target(king, rook) => Some(CastlingForm::KingSquares),
        () => None,
    }
}

fn castled(half_move: &ResolvedMove) -> Option<(Square, Square)> {
    match half_move.play? {
        Play::Move(Move::Castle { king, rook }) => Some((king, rook)),
        _ => None,
    }
}

fn edits(job: &RefactoringJob<'_>) -> Option<Vec<Edit>> {
    let score = job.score()?;
    let form_of = |ply: usize| form(score.half_move(ply), score.slice(&score.plies[ply].range));
    let there = form_of(score.ply_at(job.at)?)?;
    let mut edits = Vec::new();
    for ply in (0..score.plies.len()).filter(|ply| form_of(*ply) == Some(there)) {
        let (king, rook) = castled(score.half_move(ply))?;
        let to = match there.other() {
            CastlingForm::KingTakesRook => rook,
            CastlingForm::KingSquares => king_target(king, rook),
        };
        let start = score.plies[ply].range.start + 2;
        edits.push(Edit { range: start..start + 2, text: to.to_string() });
    }
    let again = apply(job.text, &edits);
    let (again, before) = (Score::read(&again, job.context)?, GameContent::by_wording(&score));
    let again = GameContent::by_wording(&again);
    let is_same = again.count_half_moves() == before.count_half_moves()
        && again.has_boards_of(&before)
        && before.has_boards_of(&again);
    is_same.then_some(edits)
}
