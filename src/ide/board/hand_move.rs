//! Resolves a half-move made on a board, given by squares or in SAN. It may be illegal if the user and the game's
//! notation allow it.

use std::ops::Range;

use shakmaty::{Move, Role, Square};
use vgn_engine::notation::{EndMark, Medium, Notation, SAN, TokenContent};
use vgn_engine::replay::HalfMove;
use vgn_engine::rules::{Play, Position, PromotionFault, RuleScope};

use super::moves::king_target;
use super::typed_move::{TypedMoveError, typed_move};

/// A half-move made by hand.
#[derive(Clone, Copy, Debug)]
pub struct HandMove<'a> {
    /// In UCI or SAN.
    pub text: &'a str,
    /// Accepts an illegal move by its squares, if the game's notation can record it.
    pub may_be_illegal: bool,
}

impl HandMove<'_> {
    /// The play on a board of a game in a notation.
    ///
    /// # Errors
    /// The reason as a sentence.
    pub fn on(self, board: &Position, notation: Option<&Notation>) -> Result<Play, String> {
        match legal_play(board, notation, self.text) {
            Err(why) if self.may_be_illegal && !lacks_promotion(board, self.text.trim()) => {
                illegal_play(board, notation, self.text, why)
            }
            play => play,
        }
    }
}

/// The move of a text in UCI or SAN.
fn legal_play(board: &Position, notation: Option<&Notation>, wanted: &str) -> Result<Play, String> {
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
    if let Some((m, why)) = why_illegal(board, wanted) {
        // As people read it in the game, and not as the board sends it.
        return Err(format!("`{}` is not legal here: {why}", spelt_anyway(board, &m, notation)));
    }
    typed_move(board, wanted).unwrap_or(Err(TypedMoveError::Illegal(None))).map_err(|why| match why {
        TypedMoveError::Illegal(why) => illegal(why),
        TypedMoveError::LacksPromotion => format!("`{wanted}` lacks what the pawn becomes"),
        TypedMoveError::Ambiguous(moves) => {
            let names: Vec<String> = moves.iter().filter_map(spelt).map(|san| format!("`{san}`")).collect();
            format!("`{wanted}` may be {}", names.join(" or "))
        }
    })
}

/// The text is a legal promotion without the promoted piece.
fn lacks_promotion(board: &Position, wanted: &str) -> bool {
    let is_longer = |squares: String| squares.len() == 5 && squares.starts_with(wanted);
    wanted.len() == 4 && board.legal_moves().iter().any(|m| by_squares(*m).any(is_longer))
}

/// The notation can record illegal half-moves as text.
pub fn allows_illegal(notation: &Notation) -> bool {
    notation.allows_illegal && notation.medium == Medium::Text
}

/// The illegal move between two squares. `why`: the reason why it is illegal.
fn illegal_play(board: &Position, notation: Option<&Notation>, wanted: &str, why: String) -> Result<Play, String> {
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

/// An illegal move in the game's notation; by its piece and its target if the notation can record only legal moves.
fn spelt_anyway(board: &Position, m: &Move, notation: Option<&Notation>) -> String {
    let recorded = notation.filter(|notation| allows_illegal(notation) && notation.content == TokenContent::Moves);
    let written = recorded.zip(m.from()).and_then(|(notation, from)| {
        let play = board.by_coordinates(from, m.to(), None, None, RuleScope::Full).play?;
        let after = board.after(&play);
        HalfMove { before: board, play: &play, after: &after, end: EndMark::None }.spell(notation).ok()
    });
    written.unwrap_or_else(|| {
        let piece = match m.role() {
            Role::Pawn => m.from().filter(|_| m.is_capture()).map_or(String::new(), |from| from.file().to_string()),
            role => role.upper_char().to_string(),
        };
        format!("{piece}{}{}", if m.is_capture() { "x" } else { "" }, m.to())
    })
}

/// The move between two squares, and why it is illegal, in words.
fn why_illegal(board: &Position, wanted: &str) -> Option<(Move, String)> {
    let square = |at: Range<usize>| wanted.get(at)?.parse::<Square>().ok();
    let (from, to) = (square(0..2)?, square(2..4)?);
    let (role, capture) = (board.board().role_at(from)?, board.board().role_at(to));
    let m = Move::Normal { role, from, capture, to, promotion: None };
    board.why_illegal(&Play::Move(m)).map(|why| (m, why.to_string()))
}

/// The spellings of a move by squares: castling by the king's target and by the rook's square.
fn by_squares(m: Move) -> impl Iterator<Item = String> {
    let promoted = m.promotion().map(|role| role.char().to_string()).unwrap_or_default();
    let texts = match m {
        Move::Put { role, to } => {
            let letter = role.upper_char();
            let bare = (role == Role::Pawn).then(|| format!("@{to}"));
            [Some(format!("{letter}@{to}")), bare]
        }
        Move::Castle { king, rook } => {
            [Some(format!("{king}{rook}")), Some(format!("{king}{}", king_target(king, rook)))]
        }
        _ => [m.from().map(|from| format!("{from}{}{promoted}", m.to())), None],
    };
    texts.into_iter().flatten()
}
