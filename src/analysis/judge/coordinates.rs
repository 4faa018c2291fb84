//! Notations that tell the squares: LAN, UCI, MCN, FCN (rules D1 and D3). An illegal move is a warning, and play goes
//! on from the board that the text describes; what the text says beyond the squares is checked.

use std::ops::Range;

use shakmaty::{CastlingSide, Move, Role, Square};

use super::Judge;
use super::marks::marks_of;
use super::moves::Played;
use super::near_moves::suggestions;
use crate::analysis::spelling::HalfMove;
use crate::analysis::{Code, Edit, Fix};
use crate::notation::{Capture, EndMark, MoveText, ParsedMove, PieceMove};
use crate::rules::{Judging, Play, Position, PromotionFault, Verdict, may_promote_to, role_name as name};

impl Judge<'_> {
    pub(super) fn by_coordinates(&mut self, range: &Range<u32>, text: &MoveText) -> Option<Played> {
        let position = self.line.position()?.into_owned();
        let judging = self.judging().unwrap_or(Judging::Basic);
        let verdict = verdict(&position, &text.parsed, judging)?;
        let said = if let ParsedMove::Piece(said) = &text.parsed { Some(said) } else { None };
        let (habits, notation) = (text.habits, self.notation.name);
        let excused = self.line.stray || self.line.doubtful;
        let reported = self.judging().is_some() && verdict.illegal.is_some() && !excused;
        if let Some(why) = verdict.illegal.filter(|_| reported)
            && !self.after_board_end(range)
        {
            let shown = self.slice(range).to_owned();
            let near = if self.report.wants_fixes() { self.near_moves(&shown) } else { Vec::new() };
            let message = format!("`{shown}` is not legal here: {why}");
            self.report.add_fixed(Code::IllegalMove, range.clone(), message, || suggestions(range, &near));
        }
        let mut played = Played::new(verdict.play?, text);
        if verdict.illegal.is_some()
            && let (Some(said), Play::Move(m)) = (said, played.play)
            && let (Some(role), Some(from)) = (said.role.filter(|role| *role != m.role()), m.from())
            && position.board().color_at(from) == Some(position.turn())
        {
            // The text describes a board on which this piece arrives, whatever stood on its source square.
            let promotion = m.promotion().filter(|_| role == Role::Pawn);
            played.play = Play::Arrival { role, from, to: said.to, promotion };
        }
        played.illegal = verdict.illegal;
        if habits.castling_zeros {
            played
                .faults
                .push((Code::CastlingZeros, "castling is written with the letter O, not with zeros".to_owned()));
        }
        let castled = verdict.play.and_then(|play| play.as_move()).is_some_and(|m| m.is_castle());
        let by_squares = castled && said.is_some_and(|said| said.role.is_some());
        let is_passant = verdict.play.and_then(|play| play.as_move()).is_some_and(|m| m.is_en_passant());
        if habits.import_form || (habits.en_passant_suffix && is_passant) || by_squares {
            let message = format!("`{}` is not how {notation} writes this move", self.slice(range));
            played.faults.push((Code::ImportFormat, message));
        }
        let Some(said) = said else { return Some(played) };
        if verdict.ambiguous_castling && self.notation.castles_by_king_squares {
            self.ambiguous_castling(range, said);
        }
        // A move that cannot be is reported once: what it says besides is beside the point.
        if played.illegal.is_none() {
            self.judge_details(range, said, &verdict, &mut played);
            played.guessed |= habits.en_passant_suffix && !is_passant;
        }
        Some(played)
    }

    /// The king's move is played; castling can be said without doubt.
    fn ambiguous_castling(&mut self, range: &Range<u32>, said: &PieceMove) {
        let Some(before) = self.line.position() else { return };
        let mut spelt = Vec::new();
        for side in [CastlingSide::KingSide, CastlingSide::QueenSide] {
            if side.king_to_file() != said.to.file() {
                continue;
            }
            let Some(play) = before.castle(side, Judging::Full).play else { continue };
            let after = before.after(&play);
            let half_move = HalfMove { before: &before, play: &play, after: &after, end: EndMark::None };
            spelt.extend(half_move.spell(self.notation).map(|spelt| self.in_case_of(self.slice(range), spelt)));
        }
        let message = "these squares can mean castling or a king's move: write castling as king takes rook";
        self.report.add_fixed(Code::AmbiguousCastling, range.clone(), message, || {
            let fix = |spelt: &String| {
                Fix::choice(format!("write castling: `{spelt}`"), vec![Edit::replace(range.clone(), spelt.as_str())])
            };
            spelt.iter().map(fix).collect()
        });
    }

    /// The piece symbol, the captured piece, `en`, the promotion (rule D3).
    fn judge_details(&mut self, range: &Range<u32>, said: &PieceMove, verdict: &Verdict, played: &mut Played) {
        let Play::Move(m) = played.play else { return };
        if let Some(role) = said.role.filter(|role| *role != m.role()) {
            let from = m.from().unwrap_or(said.to);
            let message = format!("the piece on {from} is a {}, not a {}", name(m.role()), name(role));
            played.faults.push((Code::WrongPiece, message));
        }
        let to = m.to();
        let captured = m.capture();
        match (said.capture, captured) {
            (Capture::Unsaid, _) | (Capture::Quiet, None) | (Capture::Takes, Some(_)) => {}
            (Capture::Quiet, Some(role)) => {
                let code = if m.is_en_passant() { Code::WrongEnPassant } else { Code::MissingCapture };
                let message = format!("the move captures the {} on {to}, but is not written as a capture", name(role));
                played.faults.push((code, message));
            }
            (Capture::TakesRole(role), Some(found)) if m.is_en_passant() => {
                let message = format!("the pawn is captured en passant: `en`, not `x{}`", role.upper_char());
                debug_assert_eq!(found, Role::Pawn);
                played.faults.push((Code::WrongEnPassant, message));
            }
            (Capture::TakesRole(role), Some(found)) if role != found => {
                let message = format!("the piece that is captured on {to} is a {}, not a {}", name(found), name(role));
                played.faults.push((Code::WrongCapture, message));
            }
            (Capture::TakesRole(_), Some(_)) => {}
            (Capture::TakesRole(_) | Capture::Takes, None) => {
                played.faults.push((Code::WrongCapture, format!("nothing is captured on {to}")));
            }
            (Capture::EnPassant, _) if m.is_en_passant() => {}
            (Capture::EnPassant, _) => {
                played.faults.push((Code::WrongEnPassant, "this move is not a capture en passant".to_owned()));
            }
        }
        match verdict.promotion {
            None => {}
            Some(PromotionFault::Unexpected) => {
                let message = "only a pawn that reaches the last rank is promoted".to_owned();
                played.faults.retain(|(code, _)| *code != Code::ImportFormat);
                played.faults.push((Code::InvalidPromotion, message));
                played.guessed = true;
            }
            Some(fault) => self.promotion_missing(range, m, fault, played),
        }
    }

    /// No piece is named that the pawn can become.
    fn promotion_missing(&mut self, range: &Range<u32>, m: Move, fault: PromotionFault, played: &mut Played) {
        let (Move::Normal { role, from, capture, to, .. }, Some(before)) = (m, self.line.position()) else { return };
        let mut spelt = Vec::new();
        let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::King];
        for promotion in roles.into_iter().filter(|&role| may_promote_to(before.variant(), role)) {
            let play = Play::Move(Move::Normal { role, from, capture, to, promotion: Some(promotion) });
            let after = before.after(&play);
            let half_move = HalfMove { before: &before, play: &play, after: &after, end: EndMark::None };
            spelt.extend(half_move.spell(self.notation).map(|spelt| self.in_case_of(self.slice(range), spelt)));
        }
        let (code, message) = match fault {
            PromotionFault::Missing => {
                let message = format!("a pawn that reaches {to} is promoted, but the text does not name the new piece");
                (Code::MissingPromotion, message)
            }
            _ => (Code::InvalidPromotion, "a pawn becomes a queen, rook, bishop or knight".to_owned()),
        };
        played.faults.clear();
        self.report.add_fixed(code, range.clone(), message, || suggestions(range, &spelt));
        let after = before.after(&played.play);
        (played.check, played.end) = marks_of(&after);
    }
}

/// What the rules say of a half-move of squares.
pub(super) fn verdict(position: &Position, parsed: &ParsedMove, judging: Judging) -> Option<Verdict> {
    match parsed {
        ParsedMove::Castle(side) => Some(position.castle(*side, judging)),
        ParsedMove::Piece(said) => by_squares(position, said, judging),
        ParsedMove::Null | ParsedMove::Drop { .. } => None,
    }
}

fn by_squares(position: &Position, said: &PieceMove, judging: Judging) -> Option<Verdict> {
    let from = Square::from_coords(said.from_file?, said.from_rank?);
    Some(position.by_coordinates(from, said.to, said.promotion, said.role, judging))
}

/// The legal move that a text of any notation of moves names, if there is exactly one.
pub(super) fn legal_play(position: &Position, text: &MoveText) -> Option<Play> {
    let verdict = match &text.parsed {
        ParsedMove::Castle(side) => position.castle(*side, Judging::Full),
        ParsedMove::Piece(said) if said.from_file.is_some() && said.from_rank.is_some() => {
            by_squares(position, said, Judging::Full)?
        }
        ParsedMove::Piece(said) => {
            let fits = |m: &Move| {
                m.to() == said.to
                    && m.role() == said.role.unwrap_or(Role::Pawn)
                    && m.promotion() == said.promotion
                    && !m.is_castle()
                    && m.from().is_some_and(|from| said.may_come_from(from))
            };
            let mut found = position.legal_moves().into_iter().filter(fits);
            let first = found.next()?;
            return found.next().is_none().then_some(Play::Move(first));
        }
        ParsedMove::Drop { role, to } => {
            let m = Move::Put { role: *role, to: *to };
            return position.is_legal(m).then_some(Play::Move(m));
        }
        ParsedMove::Null => return None,
    };
    verdict.is_legal().then_some(verdict.play).flatten()
}
