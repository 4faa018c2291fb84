//! A half-move as people type it: SAN in any of its import forms, in capitals or small letters, with a number before it
//! or the source's whole square.

use shakmaty::{Move, Role};

use crate::notation::san::read;
use crate::notation::{ParsedMove, PieceMove};
use crate::rules::{Play, Position, RuleScope};

/// The legal move that a text means; `None` where it reads as no half-move.
///
/// # Errors
/// Why it cannot be played, in words that follow "not legal here", or a sentence where several can be meant.
pub fn typed_move(board: &Position, text: &str) -> Option<Result<Play, Untyped>> {
    let bare = without_number(text).trim_end_matches(['!', '?']);
    let mut why = None;
    for spelling in spellings(bare) {
        match read(&spelling).and_then(|text| on_board(board, &text.parsed)) {
            Some(Err(reason)) => why = why.or(Some(Err(reason))),
            None => {}
            found => return found,
        }
    }
    why
}

/// Why what was typed is not played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Untyped {
    /// No legal move is meant, for a reason if one is known.
    Illegal(Option<String>),
    /// The pawn reaches the last rank.
    LacksPromotion,
    /// Moves that can be meant.
    Ambiguous(Vec<Move>),
}

/// `2. Nf3`, `1... e5` and `1.e4` without the number.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = rest.len() < text.len() && rest.starts_with('.');
    if is_number { rest.trim_start_matches(['.', ' ']) } else { text }
}

/// The text as it stands, then in the letters that it may be meant in.
fn spellings(text: &str) -> Vec<String> {
    let castling = text.to_ascii_uppercase().replace('0', "O");
    if castling.starts_with("O-O") || castling.starts_with("OO") {
        return vec![castling.replace("OOO", "O-O-O").replace("OO", "O-O")];
    }
    let plain = text.replace('-', "");
    let small = plain.to_ascii_lowercase();
    let mut letters = small.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    let capital: String = first.into_iter().chain(letters).collect();
    vec![plain, small, capital]
}

fn on_board(board: &Position, said: &ParsedMove) -> Option<Result<Play, Untyped>> {
    let legal = board.legal_moves();
    let found = match said {
        ParsedMove::Piece(wanted) => return piece_move(board, wanted),
        ParsedMove::Castle(side) => {
            let verdict = board.castle(*side, RuleScope::Full);
            return Some(match (verdict.play, verdict.illegal) {
                (Some(play), None) => Ok(play),
                (_, why) => Err(Untyped::Illegal(why.map(|why| why.to_string()))),
            });
        }
        ParsedMove::Drop { role, to } => legal.iter().find(|m| **m == Move::Put { role: *role, to: *to }),
        ParsedMove::Null => return None,
    };
    Some(found.map(|m| Play::Move(*m)).ok_or(Untyped::Illegal(None)))
}

fn piece_move(board: &Position, wanted: &PieceMove) -> Option<Result<Play, Untyped>> {
    let role = wanted.role.unwrap_or(Role::Pawn);
    let fits = |m: &Move| m.from().is_some_and(|from| wanted.may_come_from(from)) && !m.is_castle();
    let all = board.san_candidates(role, wanted.to, fits)?;
    let found: Vec<Move> = all.iter().copied().filter(|m| m.promotion() == wanted.promotion).collect();
    Some(match (&found[..], &all[..]) {
        ([one], _) => Ok(Play::Move(*one)),
        ([], [_, ..]) if wanted.promotion.is_none() => Err(Untyped::LacksPromotion),
        ([], _) => {
            let PieceMove { from_file, from_rank, to, promotion, .. } = *wanted;
            Err(Untyped::Illegal(Some(board.why_not_san(role, from_file, from_rank, to, promotion).to_string())))
        }
        _ => Err(Untyped::Ambiguous(found)),
    })
}
