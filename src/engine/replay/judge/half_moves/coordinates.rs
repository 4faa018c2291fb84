//! Notations with both squares: LAN, UCI, MCN, FCN (rules D1 and D3). An illegal move is a warning, and play continues
//! on the board that the text describes; the other details of the text are checked.

use std::ops::Range;

use shakmaty::{CastlingSide, Move, Role, Square};

use super::marks::marks_of;
use super::moves::JudgedMove;
use super::near_moves::suggestions;
use super::san::captured_piece;
use crate::lint::{Code, Edit, Fix};
use crate::notation::{Capture, EndMark, FCN, FCN1, MoveText, ParsedMove, PieceMove, fitting};
use crate::replay::judge::Judge;
use crate::replay::judge::recovery::habits::OTHER_NOTATION;
use crate::replay::spelling::HalfMove;
use crate::rules::{Play, Position, PromotionFault, RuleScope, Verdict, may_promote_to, role_name as name};

impl Judge<'_> {
    pub(crate) fn by_coordinates(&mut self, range: &Range<u32>, text: &MoveText) -> Option<JudgedMove> {
        let position = self.line.position()?.into_owned();
        let rule_scope = self.rule_scope().unwrap_or(RuleScope::Basic);
        let verdict = verdict(&position, &text.parsed, rule_scope)?;
        let piece_move = if let ParsedMove::Piece(piece_move) = &text.parsed { Some(piece_move) } else { None };
        let (habits, notation) = (text.habits, self.notation.name);
        let excused = self.line.stray || self.line.fault_reported || self.line.past_board_end;
        let reported = self.rule_scope().is_some() && verdict.illegal.is_some() && !excused;
        if let Some(why) = verdict.illegal.filter(|_| reported)
            && !self.after_board_end(range)
        {
            let shown = self.slice(range).to_owned();
            let near = if self.report.wants_fixes() { self.near_moves(&shown, range.end) } else { Vec::new() };
            let message = format!("`{shown}` is not legal here: {why}");
            self.report.add_fixed(Code::IllegalMove, range.clone(), message, || suggestions(range, &near));
        }
        // The stray text may have been a half-move: on the board before it, nothing more can be judged.
        if verdict.illegal.is_some() && self.line.stray {
            return None;
        }
        let mut played = JudgedMove::new(verdict.play?, text);
        if verdict.illegal.is_some()
            && let (Some(piece_move), Play::Move(m)) = (piece_move, played.play)
            && let (Some(role), Some(from)) = (piece_move.role.filter(|role| *role != m.role()), m.from())
            && position.board().color_at(from) == Some(position.turn())
        {
            // On the board that the text describes, this piece arrives, whatever was on its source square.
            let promotion = m.promotion().filter(|_| role == Role::Pawn);
            played.play = Play::Arrival { role, from, to: piece_move.to, promotion };
        }
        played.illegal = verdict.illegal;
        if habits.castling_zeros {
            played
                .faults
                .push((Code::CastlingZeros, "castling is written with the letter O, not with zeros".to_owned()));
        }
        let castled = verdict.play.and_then(|play| play.as_move()).is_some_and(|m| m.is_castle());
        let by_squares = castled && piece_move.is_some_and(|piece_move| piece_move.role.is_some());
        let is_passant = verdict.play.and_then(|play| play.as_move()).is_some_and(|m| m.is_en_passant());
        let is_other_form = habits.import_form || (habits.en_passant_suffix && is_passant) || by_squares;
        if is_other_form && verdict.illegal.is_none() {
            let message = format!("`{}` is not how {notation} writes this move", self.slice(range));
            played.faults.push((Code::ImportFormat, message));
        }
        let Some(piece_move) = piece_move else { return Some(played) };
        if verdict.ambiguous_castling && self.notation.castles_by_king_squares {
            self.ambiguous_castling(range, piece_move);
        }
        // An impossible move is reported once, without its other details.
        if played.illegal.is_none() {
            self.judge_details(range, piece_move, &verdict, &mut played);
            played.is_guess |= habits.en_passant_suffix && !is_passant;
        }
        Some(played)
    }

    fn is_fcn(&self) -> bool {
        [&FCN, &FCN1].contains(&self.notation)
    }

    /// FCN except for a sign or a letter that follows from the board: `Pe4-d5x`, `Pe4d5xP`, `e4-d5xP`.
    pub(crate) fn loose_fcn(&mut self, range: &Range<u32>) -> Option<JudgedMove> {
        let text = self.slice(range);
        let is_others = |text: &str| fitting(text).next().is_some();
        if !self.is_fcn() || is_others(text) {
            return None;
        }
        if self.line.stray || self.line.fault_reported {
            return None;
        }
        let loose = LooseFcn::read(text)?;
        let mut read = self.read_by_notation(&loose.quiet)?;
        let ParsedMove::Piece(piece_move) = &mut read.parsed else { return None };
        if loose.takes {
            piece_move.capture = loose.taken.map_or(Capture::Takes, Capture::TakesRole);
        }
        if loose.is_nameless_alone {
            return self.by_coordinates(range, &read);
        }
        let position = self.line.position()?.into_owned();
        let play = legal_play(&position, &read)?;
        let m = play.as_move()?;
        let captured = if loose.takes { m.capture().is_some() } else { m.capture().is_none() || m.is_en_passant() };
        if !captured || loose.taken.is_some_and(|taken| m.capture() != Some(taken)) || m.role() != loose.role {
            return None;
        }
        let after = position.after(&play);
        // A win or a draw that the board does not show is the author's word.
        let recorded = Some(read.end).filter(|end| matches!(end, EndMark::Won | EndMark::Drawn));
        let end = recorded.unwrap_or(EndMark::None);
        let half_move = HalfMove { before: &position, play: &play, after: &after, end };
        let spelt = half_move.spell(self.notation).ok()?;
        let message = format!("`{text}` is not how {} writes this move: `{spelt}`", self.notation.name);
        let edit = Edit::replace(range.clone(), spelt.clone());
        self.report.record_kind(range, OTHER_NOTATION);
        self.report.add_fixed(Code::InvalidMoveText, range.clone(), message, || {
            vec![Fix::safe(format!("write `{spelt}`"), vec![edit])]
        });
        let mut played = JudgedMove::new(play, &read);
        (played.check, played.end) = marks_of(&after);
        played.end = recorded.unwrap_or(played.end);
        Some(played)
    }

    /// Reports squares that denote castling or a king's move; the king's move is played, and the fix writes castling
    /// unambiguously.
    fn ambiguous_castling(&mut self, range: &Range<u32>, piece_move: &PieceMove) {
        let Some(before) = self.line.position() else { return };
        let mut spelt = Vec::new();
        for side in [CastlingSide::KingSide, CastlingSide::QueenSide] {
            if side.king_to_file() != piece_move.to.file() {
                continue;
            }
            let Some(play) = before.castle(side, RuleScope::Full).play else { continue };
            let after = before.after(&play);
            let half_move = HalfMove { before: &before, play: &play, after: &after, end: EndMark::None };
            spelt.extend(half_move.spell(self.notation));
        }
        let message = "these squares can mean castling or a king's move: write castling as king takes rook";
        self.report.add_fixed(Code::AmbiguousCastling, range.clone(), message, || {
            let fix = |spelt: &String| {
                Fix::choice(format!("write castling: `{spelt}`"), vec![Edit::replace(range.clone(), spelt.as_str())])
            };
            spelt.iter().map(fix).collect()
        });
    }

    /// Judges the piece symbol, the captured piece, `en`, and the promotion (rule D3).
    fn judge_details(
        &mut self,
        range: &Range<u32>,
        piece_move: &PieceMove,
        verdict: &Verdict,
        played: &mut JudgedMove,
    ) {
        let Play::Move(m) = played.play else { return };
        // Bare squares in LAN lack the hyphen and every piece's letter: that is one habit.
        let is_bare = played.faults.iter().any(|(code, _)| *code == Code::ImportFormat)
            && self.slice(range).as_bytes().get(1).is_some_and(u8::is_ascii_digit);
        if let Some(role) = piece_move.role.filter(|role| *role != m.role() && !is_bare) {
            played.faults.retain(|(code, _)| *code != Code::ImportFormat);
            let from = m.from().unwrap_or(piece_move.to);
            let message = format!("the piece on {from} is a {}, not a {}", name(m.role()), name(role));
            played.faults.push((Code::WrongPiece, message));
            // The source square may be the slip.
            let may_reach = |position: &Position| {
                position.legal().is_none() || !position.san_candidates(role, m.to(), |_| true).is_empty()
            };
            played.is_guess |= self.line.position().as_deref().is_none_or(may_reach);
        }
        let to = m.to();
        let captured = m.capture();
        match (piece_move.capture, captured) {
            (Capture::Unsaid, _) | (Capture::Quiet, None) => {}
            (Capture::Quiet, Some(role)) => {
                let code = if m.is_en_passant() { Code::WrongEnPassant } else { Code::MissingCapture };
                let message = format!("the move captures {}, but is not written as a capture", captured_piece(m, role));
                played.faults.push((code, message));
            }
            (Capture::Takes, Some(_)) if self.is_fcn() && m.is_en_passant() => {
                let message = "the pawn is captured en passant: `en`, not `x`".to_owned();
                played.faults.push((Code::WrongEnPassant, message));
            }
            (Capture::Takes, Some(found)) if self.is_fcn() => {
                let message = format!("the move captures {}, but does not name it", captured_piece(m, found));
                played.faults.push((Code::MissingCapture, message));
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
            (Capture::TakesRole(_) | Capture::Takes, Some(_)) => {}
            (Capture::TakesRole(_) | Capture::Takes, None) => {
                played.faults.push((Code::WrongCapture, format!("nothing is captured on {to}")));
                // A pawn captures on another file: the square may be the slip.
                played.is_guess |= m.role() == Role::Pawn;
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
                played.is_guess = true;
            }
            Some(fault) => self.promotion_missing(range, m, fault, played),
        }
    }

    /// Reports a promotion without a piece, or with one that the pawn cannot become.
    fn promotion_missing(&mut self, range: &Range<u32>, m: Move, fault: PromotionFault, played: &mut JudgedMove) {
        let (Move::Normal { role, from, capture, to, .. }, Some(before)) = (m, self.line.position()) else { return };
        let before = before.into_owned();
        let spell = |judge: &Self, m| {
            let play = Play::Move(m);
            let after = before.after(&play);
            let half_move = HalfMove { before: &before, play: &play, after: &after, end: EndMark::None };
            half_move.spell(judge.notation).ok()
        };
        let mut spelt = Vec::new();
        let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::King];
        for promotion in roles.into_iter().filter(|&role| may_promote_to(before.variant(), role)) {
            let promoted = Move::Normal { role, from, capture, to, promotion: Some(promotion) };
            spelt.extend(spell(self, promoted));
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

/// The verdict of the rules on a half-move with both squares.
pub(crate) fn verdict(position: &Position, parsed: &ParsedMove, rule_scope: RuleScope) -> Option<Verdict> {
    match parsed {
        ParsedMove::Castle(side) => Some(position.castle(*side, rule_scope)),
        ParsedMove::Piece(piece_move) => by_squares(position, piece_move, rule_scope),
        ParsedMove::Null | ParsedMove::Drop { .. } => None,
    }
}

/// A text in FCN except for its piece letter, its hyphen or the letter of the captured piece.
struct LooseFcn {
    /// In FCN, without the capture.
    quiet: String,
    role: Role,
    takes: bool,
    taken: Option<Role>,
    /// Only the letter of the captured piece is missing.
    is_nameless_alone: bool,
}

impl LooseFcn {
    fn read(text: &str) -> Option<LooseFcn> {
        let is_square = |text: &str| matches!(text.as_bytes(), [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']);
        let role_of = |text: &str| text.chars().next().and_then(Role::from_char);
        let (letter, rest) = match text.get(..2).is_some_and(is_square) {
            true => ("P", text),
            false => (text.get(..1)?, text.get(1..)?),
        };
        let role = role_of(letter)?;
        let (from, rest) = (rest.get(..2).filter(|from| is_square(from))?, rest.get(2..)?);
        let joined = rest.strip_prefix(['-', 'x', 'X', ':']).unwrap_or(rest);
        let (to, after) = (joined.get(..2).filter(|to| is_square(to))?, joined.get(2..)?);
        let taking = after.strip_prefix(['x', 'X']);
        let taken = taking.and_then(role_of).filter(|role| *role != Role::King);
        let tail = match (taking, taken) {
            (Some(rest), Some(_)) => &rest[1..],
            (Some(rest), None) => rest,
            (None, _) => after,
        };
        Some(LooseFcn {
            quiet: format!("{letter}{from}-{to}{tail}"),
            role,
            takes: taking.is_some() || rest.starts_with(['x', 'X', ':']),
            taken,
            is_nameless_alone: taking.is_some()
                && taken.is_none()
                && rest.starts_with('-')
                && !text.get(..2).is_some_and(is_square),
        })
    }
}

fn by_squares(position: &Position, piece_move: &PieceMove, rule_scope: RuleScope) -> Option<Verdict> {
    let from = Square::from_coords(piece_move.from_file?, piece_move.from_rank?);
    Some(position.by_coordinates(from, piece_move.to, piece_move.promotion, piece_move.role, rule_scope))
}

/// The legal move that a text in any notation of moves denotes, if there is exactly one.
pub(crate) fn legal_play(position: &Position, text: &MoveText) -> Option<Play> {
    let verdict = match &text.parsed {
        ParsedMove::Castle(side) => position.castle(*side, RuleScope::Full),
        ParsedMove::Piece(piece_move) if piece_move.from_file.is_some() && piece_move.from_rank.is_some() => {
            by_squares(position, piece_move, RuleScope::Full)?
        }
        ParsedMove::Piece(piece_move) => {
            let fits = |m: &Move| {
                m.to() == piece_move.to
                    && m.role() == piece_move.role.unwrap_or(Role::Pawn)
                    && m.promotion() == piece_move.promotion
                    && !m.is_castle()
                    && m.from().is_some_and(|from| piece_move.may_come_from(from))
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
