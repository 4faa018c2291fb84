//! SAN (rule D2): the only legal move that the text denotes, and its spelling.

use std::ops::Range;

use shakmaty::{File, Move, Role, Square};

use super::marks::marks_of;
use super::moves::JudgedMove;
use super::near_moves::suggestions;
use crate::lint::Code;
use crate::notation::{Capture, EndMark, MoveText, ParsedMove, PieceMove};
use crate::replay::judge::Judge;
use crate::replay::spelling::HalfMove;
use crate::rules::{Play, Position, PromotionFault, RuleScope, Variant, may_promote_to, role_name};

impl Judge<'_> {
    pub(crate) fn san(&mut self, range: &Range<u32>, text: &MoveText) -> Option<JudgedMove> {
        if self.slice(range).starts_with('P')
            && self.letters.language.is_none()
            && self.pawn_or_knight(range, text).is_some()
        {
            return None;
        }
        if self.small_b_is_file(range, text) {
            return None;
        }
        let position = self.line.position()?;
        let found = match &text.parsed {
            ParsedMove::Castle(side) => {
                let verdict = position.castle(*side, RuleScope::Full);
                match verdict.illegal {
                    None => verdict.play.and_then(|play| play.as_move()).map(|m| vec![m]).unwrap_or_default(),
                    Some(why) => return self.illegal_san(range, &why.to_string()),
                }
            }
            ParsedMove::Piece(piece_move) => candidates(&position, piece_move),
            ParsedMove::Null | ParsedMove::Drop { .. } => return None,
        };
        let ParsedMove::Piece(piece_move) = &text.parsed else {
            let m = *found.first()?;
            return Some(self.san_played(range, text, m));
        };
        let (found, fault) = by_promotion(found, piece_move);
        match (found.as_slice(), fault) {
            ([], _) => self.no_such_move(range, piece_move),
            ([m], None) => Some(self.san_played(range, text, *m)),
            ([m], Some(PromotionFault::Unexpected))
                if self.report_late_blank_after_promotion(range, &position.after(&Play::Move(*m))) =>
            {
                None
            }
            ([m], Some(fault)) => Some(self.other_promotion(range, text, *m, fault)),
            (several, _) => self.ambiguous(range, several),
        }
    }

    /// Reports `bxd5` as an illegal move of a pawn on the b-file (PGN 8.2.3.2), unless the game's other pieces are in small
    /// letters too. False if it is something else.
    fn small_b_is_file(&mut self, range: &Range<u32>, bishops: &MoveText) -> bool {
        let ParsedMove::Piece(PieceMove { role: Some(Role::Bishop), to, promotion, .. }) = bishops.parsed else {
            return false;
        };
        if !self.slice(range).starts_with('b') || self.has_small_letters() {
            return false;
        }
        let Some(position) = self.line.position() else { return false };
        let why = position.why_not_san(Role::Pawn, Some(File::B), None, to, promotion).to_string();
        self.illegal_san(range, &why);
        true
    }

    fn san_played(&mut self, range: &Range<u32>, text: &MoveText, m: Move) -> JudgedMove {
        let mut played = JudgedMove::new(Play::Move(m), text);
        let habits = text.habits;
        if let Some(letter) = habits.foreign {
            self.record_foreign_move(range, letter, &played);
        }
        let written = self.slice(range);
        // `P` is a knight in Dutch.
        played.is_guess |= written.starts_with('P') && self.may_be_dutch();
        let spelt_otherwise = |expected: &str| format!("SAN writes this move `{expected}`, not `{written}`");
        if habits.castling_zeros {
            played
                .faults
                .push((Code::CastlingZeros, "castling is written with the letter O, not with zeros".to_owned()));
        }
        let takes_nothing = match &text.parsed {
            ParsedMove::Piece(piece_move) if piece_move.capture == Capture::Takes && !m.is_capture() => {
                Some(piece_move.to)
            }
            _ => None,
        };
        if let Some(to) = takes_nothing {
            let sign = if self.slice(range).contains(':') { ':' } else { 'x' };
            let message = format!("nothing is captured on {to}: the `{sign}` is wrong");
            played.faults.push((Code::WrongCapture, message));
            // A pawn captures on another file: the square may be the slip.
            played.is_guess |= m.role() == Role::Pawn;
        }
        if habits.en_passant_suffix && !m.is_en_passant() {
            self.not_en_passant(range, m);
            (played.check, played.end) = self.marks_after(m);
            return played;
        }
        if (habits.import_form && !habits.castling_zeros) || habits.en_passant_suffix {
            let expected = self.export_form(m);
            if takes_nothing.is_none() && !differs_by_letter(self.slice(range), habits.foreign, &expected) {
                played.faults.push((Code::ImportFormat, spelt_otherwise(&expected)));
            }
            return played;
        }
        let ParsedMove::Piece(piece_move) = &text.parsed else { return played };
        let lacks_capture = piece_move.capture == Capture::Quiet && m.is_capture();
        if lacks_capture {
            played.faults.push((Code::MissingCapture, missing_capture(m)));
        }
        let minimal_source = piece_move.from_file.is_some() || piece_move.from_rank.is_some();
        if minimal_source && !(piece_move.role == Some(Role::Pawn) && m.is_capture()) {
            let expected = self.export_form(m);
            // Another language's piece letter is not part of the source.
            let letters = usize::from(habits.foreign.is_some());
            let bare = |text: &str| text.chars().skip(letters).filter(|c| c.is_alphanumeric()).collect::<String>();
            let (is, ought) = (bare(self.slice(range)), bare(&expected));
            let is = is.replacen('x', "", 1);
            let ought = ought.replacen('x', "", 1);
            if takes_nothing.is_some() && piece_move.role.is_none_or(|role| role == Role::Pawn) {
                // The file in `exe4` is part of the capture.
            } else if lacks_capture && ought.len() + 1 == is.len() {
                // The sign stands for the `x`.
            } else if ought.len() < is.len() {
                let message =
                    format!("`{expected}` is enough: no other {} can reach {}", role_name(m.role()), piece_move.to);
                played.faults.push((Code::OverDisambiguated, message));
            } else if ought != is {
                let expected = spelt_otherwise(&expected);
                played.faults.push((Code::ImportFormat, expected));
            }
        }
        played
    }

    /// The move in export form.
    fn export_form(&self, m: Move) -> String {
        let Some(before) = self.line.position() else { return String::new() };
        let play = Play::Move(m);
        let after = before.after(&play);
        HalfMove { before: &before, play: &play, after: &after, end: EndMark::None }
            .spell(self.notation)
            .unwrap_or_default()
    }

    /// Reports a promotion in the text that differs from the move's; its fixes are guesses.
    fn other_promotion(&mut self, range: &Range<u32>, text: &MoveText, m: Move, fault: PromotionFault) -> JudgedMove {
        let mut played = JudgedMove::new(Play::Move(m), text);
        self.record_foreign_unread(range);
        let spelt = match m {
            Move::Normal { role, from, capture, to, .. } if fault != PromotionFault::Unexpected => {
                let variant = self.line.position().map_or(Variant::Chess, |position| position.variant());
                let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::King];
                let roles = roles.into_iter().filter(|&role| may_promote_to(variant, role));
                let promoted = |new| Move::Normal { role, from, capture, to, promotion: Some(new) };
                roles.map(|new| self.export_form(promoted(new))).collect()
            }
            _ => vec![self.export_form(m)],
        };
        let (code, message) = match fault {
            PromotionFault::Missing => {
                let message = format!("a pawn that reaches {} is promoted: for example `{}`", m.to(), spelt[0]);
                (Code::MissingPromotion, message)
            }
            PromotionFault::Unexpected => {
                let message = format!("nothing is promoted here: without the new piece this is `{}`", spelt[0]);
                (Code::InvalidPromotion, message)
            }
            PromotionFault::WrongRole => {
                let message = format!("a pawn cannot become this piece: for example `{}`", spelt[0]);
                (Code::InvalidPromotion, message)
            }
        };
        self.report.add_fixed(code, range.clone(), message, || suggestions(range, &spelt));
        // The marks depend on the new piece, which is unknown.
        (played.check, played.end) = self.marks_after(m);
        played
    }

    /// Reports `e.p.` at a move that is no capture en passant: the intended move is unknown.
    fn not_en_passant(&mut self, range: &Range<u32>, m: Move) {
        let spelt = self.export_form(m);
        let message = format!("`{spelt}` is not a capture en passant");
        self.report.add_fixed(Code::WrongEnPassant, range.clone(), message, || suggestions(range, &[spelt]));
    }

    /// The marks that the board requires, used if those of the text are not judged.
    fn marks_after(&self, m: Move) -> (bool, EndMark) {
        let after = self.line.position().map(|position| position.after(&Play::Move(m)));
        after.map_or((false, EndMark::None), |after| marks_of(&after))
    }

    fn no_such_move(&mut self, range: &Range<u32>, piece_move: &PieceMove) -> Option<JudgedMove> {
        let position = self.line.position()?;
        let why = match (piece_move.role, piece_move.from_file, piece_move.from_rank) {
            (None, Some(file), Some(rank)) => {
                let from = Square::from_coords(file, rank);
                let verdict = position.by_coordinates(from, piece_move.to, piece_move.promotion, None, RuleScope::Full);
                verdict.illegal.map(|why| why.to_string())
            }
            (role, file, rank) => {
                let role = role.unwrap_or(Role::Pawn);
                Some(position.why_not_san(role, file, rank, piece_move.to, piece_move.promotion).to_string())
            }
        };
        self.illegal_san(range, &why.unwrap_or_else(|| "no legal move fits".to_owned()))
    }

    /// Reports an illegal move, which SAN cannot express: the rest of the line is not judged (rule D2).
    pub(crate) fn illegal_san(&mut self, range: &Range<u32>, why: &str) -> Option<JudgedMove> {
        if self.line.stray || self.line.fault_reported || self.after_board_end(range) {
            return None;
        }
        let text = self.slice(range).to_owned();
        let near = if self.report.wants_fixes() { self.near_moves(&text, range.end) } else { Vec::new() };
        let message = format!("`{text}` is not legal here: {why}");
        self.report.add_fixed(Code::IllegalMove, range.clone(), message, || suggestions(range, &near));
        None
    }

    pub(crate) fn ambiguous(&mut self, range: &Range<u32>, several: &[Move]) -> Option<JudgedMove> {
        let spelt: Vec<String> = several.iter().map(|m| self.export_form(*m)).collect();
        let list = spelt.join("` or `");
        let message = format!("`{}` can be several moves: `{list}`", self.slice(range));
        self.report.add_fixed(Code::AmbiguousMove, range.clone(), message, || suggestions(range, &spelt));
        None
    }
}

/// Whether the text differs from export form only by a foreign letter: the new piece's, which many languages write
/// without `=` (`bxa8D` for `bxa8=Q`), or the pawn's.
fn differs_by_letter(text: &str, foreign: Option<char>, expected: &str) -> bool {
    let text = text.trim_end_matches(['+', '#']);
    foreign.is_some_and(|letter| {
        let bare = text.strip_suffix(letter);
        bare.is_some_and(|bare| expected.split_once('=').is_some_and(|(rest, _)| rest == bare))
            || text.strip_prefix(letter) == Some(expected.trim_end_matches(['+', '#']))
    })
}

fn missing_capture(m: Move) -> String {
    let captured = m.capture().map_or_else(String::new, |role| captured_piece(m, role));
    format!("the move captures {captured}: an `x` belongs before {}", m.to())
}

/// The captured piece and where it stands: `the pawn on d5 en passant`.
pub(crate) fn captured_piece(m: Move, role: Role) -> String {
    match m {
        Move::EnPassant { from, to } => {
            format!("the {} on {} en passant", role_name(role), Square::from_coords(to.file(), from.rank()))
        }
        _ => format!("the {} on {}", role_name(role), m.to()),
    }
}

/// The moves that fit the piece, source and destination in the text, with all promotions.
fn candidates(position: &Position, piece_move: &PieceMove) -> Vec<Move> {
    let fits = |from: Square| piece_move.may_come_from(from);
    if let (None, Some(file), Some(rank)) = (piece_move.role, piece_move.from_file, piece_move.from_rank) {
        // Coordinates in a game in SAN: a move of any piece.
        let from = Square::from_coords(file, rank);
        let promotions = [piece_move.promotion, Some(Role::Queen)];
        let legal = |promotion| {
            let verdict = position.by_coordinates(from, piece_move.to, promotion, None, RuleScope::Full);
            verdict.is_legal().then_some(verdict.play).flatten().and_then(|play| play.as_move())
        };
        return promotions.into_iter().find_map(legal).into_iter().collect();
    }
    let role = piece_move.role.unwrap_or(Role::Pawn);
    position.san_candidates(role, piece_move.to, |m| m.from().is_some_and(fits))
}

/// Keeps the moves with the promotion in the text, and returns the fault in it, if any.
fn by_promotion(found: Vec<Move>, piece_move: &PieceMove) -> (Vec<Move>, Option<PromotionFault>) {
    let promotes = found.iter().any(|m| m.promotion().is_some());
    match (promotes, piece_move.promotion) {
        (false, None) => (found, None),
        (false, Some(_)) => (found, Some(PromotionFault::Unexpected)),
        (true, Some(role)) if found.iter().any(|m| m.promotion() == Some(role)) => {
            (found.into_iter().filter(|m| m.promotion() == Some(role)).collect(), None)
        }
        (true, wrong) => {
            let queens = found.into_iter().filter(|m| m.promotion() == Some(Role::Queen)).collect();
            (queens, Some(if wrong.is_none() { PromotionFault::Missing } else { PromotionFault::WrongRole }))
        }
    }
}
