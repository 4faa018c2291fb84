//! A half-move that was made on a board, as it is told: by squares or in SAN. Where people and the game's notation allow
//! it, the rules may forbid it.

use std::ops::Range;

use shakmaty::{Move, Role, Square};

use super::board_moves::king_goes_to;
use super::board_typed::{Untyped, typed_move};
use crate::analysis::HalfMove;
use crate::notation::{EndMark, Medium, Notation, SAN};
use crate::rules::{Play, Position, PromotionFault, RuleScope};

/// A half-move that is wanted.
#[derive(Clone, Copy, Debug)]
pub struct HandMove<'a> {
    /// In UCI or SAN.
    pub text: &'a str,
    /// Also where the rules forbid it, if the game's notation can record it. Then it is told by its squares.
    pub may_be_illegal: bool,
}

impl HandMove<'_> {
    /// What it does on a board of a game in a notation.
    ///
    /// # Errors
    /// Why it cannot be played, in a sentence.
    pub fn on(self, board: &Position, notation: Option<&Notation>) -> Result<Play, String> {
        match meant(board, self.text) {
            Err(why) if self.may_be_illegal && !lacks_promotion(board, self.text.trim()) => {
                forbidden(board, notation, self.text, why)
            }
            play => play,
        }
    }
}

/// The move that a text means: in UCI, by the squares of the pieces, or in SAN.
fn meant(board: &Position, wanted: &str) -> Result<Play, String> {
    let wanted = wanted.trim();
    if board.variant_end().is_some() {
        return Err("the game is over here".to_owned());
    }
    if matches!(wanted, "--" | "0000" | "Z0" | "null" | "@@@@") {
        return match board.why_not_pass() {
            Some(why) => Err(format!("the turn cannot pass: {why}")),
            None => Ok(Play::Null),
        };
    }
    let legal = board.legal_moves();
    let is_meant = |m: &&Move| by_squares(**m).any(|squares| squares.eq_ignore_ascii_case(wanted));
    if let Some(found) = legal.iter().find(is_meant) {
        return Ok(Play::Move(*found));
    }
    if lacks_promotion(board, wanted) {
        return Err(format!("`{wanted}` lacks what the pawn becomes"));
    }
    let spelt = |m: &Move| {
        let play = Play::Move(*m);
        let after = board.after(&play);
        HalfMove { before: board, play: &play, after: &after, end: EndMark::None }.spell(&SAN).ok()
    };
    let illegal = |why: Option<String>| match why {
        Some(why) => format!("`{wanted}` is not legal here: {why}"),
        None => format!("`{wanted}` is not legal here"),
    };
    if let Some(why) = why_illegal(board, wanted) {
        return Err(illegal(Some(why)));
    }
    typed_move(board, wanted).unwrap_or(Err(Untyped::Illegal(None))).map_err(|why| match why {
        Untyped::Illegal(why) => illegal(why),
        Untyped::LacksPromotion => format!("`{wanted}` lacks what the pawn becomes"),
        Untyped::Ambiguous(moves) => {
            let names: Vec<String> = moves.iter().filter_map(spelt).map(|san| format!("`{san}`")).collect();
            format!("`{wanted}` may be {}", names.join(" or "))
        }
    })
}

/// The squares of a legal promotion, without what the pawn becomes.
fn lacks_promotion(board: &Position, wanted: &str) -> bool {
    let is_longer = |squares: String| squares.len() == 5 && squares.starts_with(wanted);
    wanted.len() == 4 && board.legal_moves().iter().any(|m| by_squares(*m).any(is_longer))
}

/// Whether half-moves that the rules forbid can be written in a notation.
pub fn allows_illegal(notation: &Notation) -> bool {
    notation.allows_illegal && notation.medium == Medium::Text
}

/// The move that two squares mean although the rules forbid it, `why` they do.
fn forbidden(board: &Position, notation: Option<&Notation>, wanted: &str, why: String) -> Result<Play, String> {
    let square = |at: Range<usize>| wanted.get(at)?.parse::<Square>().ok();
    let (Some(from), Some(to)) = (square(0..2), square(2..4)) else { return Err(why) };
    let promotion = wanted.get(4..).filter(|letters| !letters.is_empty());
    let role = promotion.map(|letters| letters.parse().ok().and_then(Role::from_char));
    if role == Some(None) {
        return Err(why);
    }
    if !notation.is_some_and(allows_illegal) {
        let name = notation.map_or("the notation of this game", |notation| notation.name);
        return Err(format!("{why}, and {name} cannot record what the rules forbid"));
    }
    let verdict = board.by_coordinates(from, to, role.flatten(), None, RuleScope::Full);
    match (verdict.play, verdict.promotion) {
        (Some(Play::Null) | None, _) => Err(format!("no piece stands on {from}")),
        (_, Some(PromotionFault::Missing)) => Err(format!("`{wanted}` lacks what the pawn becomes")),
        (_, Some(_)) => Err(why),
        (Some(play), None) => Ok(play),
    }
}

/// Why a move by two squares is forbidden, in words.
fn why_illegal(board: &Position, wanted: &str) -> Option<String> {
    let square = |at: Range<usize>| wanted.get(at)?.parse::<Square>().ok();
    let (from, to) = (square(0..2)?, square(2..4)?);
    let (role, capture) = (board.board().role_at(from)?, board.board().role_at(to));
    let m = Move::Normal { role, from, capture, to, promotion: None };
    board.why_illegal(&Play::Move(m)).map(|why| why.to_string())
}

/// How a move is said by its squares: castling by the king's and by the rook's.
fn by_squares(m: Move) -> impl Iterator<Item = String> {
    let promoted = m.promotion().map(|role| role.char().to_string()).unwrap_or_default();
    let texts = match m {
        Move::Put { role, to } => {
            let letter = role.upper_char();
            let bare = (role == Role::Pawn).then(|| format!("@{to}"));
            [Some(format!("{letter}@{to}")), bare]
        }
        Move::Castle { king, rook } => {
            [Some(format!("{king}{rook}")), Some(format!("{king}{}", king_goes_to(king, rook)))]
        }
        _ => [m.from().map(|from| format!("{from}{}{promoted}", m.to())), None],
    };
    texts.into_iter().flatten()
}
