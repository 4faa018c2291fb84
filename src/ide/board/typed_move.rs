//! Parses a half-move typed by a person: SAN in any import form, in any case, with an optional number or with the full
//! origin square.

use shakmaty::{Move, Role};
use vgn_engine::notation::san::read;
use vgn_engine::notation::{ParsedMove, PieceMove};
use vgn_engine::rules::{Play, Position, RuleScope};

/// The legal move that a text denotes; `None` if it is not a half-move.
///
/// # Errors
/// The reason as words that follow "not legal here", or the candidates of an ambiguous move.
pub fn typed_move(board: &Position, text: &str) -> Option<Result<Play, TypedMoveError>> {
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

/// Why a typed move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedMoveError {
    /// The move is illegal, with the reason if known.
    Illegal(Option<String>),
    /// The promoted piece is missing.
    LacksPromotion,
    /// The possible moves.
    Ambiguous(Vec<Move>),
}

/// Removes the number of `2. Nf3`, `1... e5` or `1.e4`.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = rest.len() < text.len() && rest.starts_with('.');
    if is_number { rest.trim_start_matches(['.', ' ']) } else { text }
}

/// The text as typed, then in other cases.
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

fn on_board(board: &Position, parsed: &ParsedMove) -> Option<Result<Play, TypedMoveError>> {
    let legal = board.legal_moves();
    let found = match parsed {
        ParsedMove::Piece(wanted) => return Some(piece_move(board, wanted)),
        ParsedMove::Castle(side) => {
            let verdict = board.castle(*side, RuleScope::Full);
            return Some(match (verdict.play, verdict.illegal) {
                (Some(play), None) => Ok(play),
                (_, why) => Err(TypedMoveError::Illegal(why.map(|why| why.to_string()))),
            });
        }
        ParsedMove::Drop { role, to } => legal.iter().find(|m| **m == Move::Put { role: *role, to: *to }),
        ParsedMove::Null => return None,
    };
    Some(found.map(|m| Play::Move(*m)).ok_or(TypedMoveError::Illegal(None)))
}

fn piece_move(board: &Position, wanted: &PieceMove) -> Result<Play, TypedMoveError> {
    let role = wanted.role.unwrap_or(Role::Pawn);
    let fits = |m: &Move| m.from().is_some_and(|from| wanted.may_come_from(from)) && !m.is_castle();
    let all = board.san_candidates(role, wanted.to, fits);
    let found: Vec<Move> = all.iter().copied().filter(|m| m.promotion() == wanted.promotion).collect();
    match (&found[..], &all[..]) {
        ([one], _) => Ok(Play::Move(*one)),
        ([], [_, ..]) if wanted.promotion.is_none() => Err(TypedMoveError::LacksPromotion),
        ([], _) => {
            let PieceMove { from_file, from_rank, to, promotion, .. } = *wanted;
            Err(TypedMoveError::Illegal(Some(board.why_not_san(role, from_file, from_rank, to, promotion).to_string())))
        }
        _ => Err(TypedMoveError::Ambiguous(found)),
    }
}
