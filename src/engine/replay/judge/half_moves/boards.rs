//! FEN and SFEN as movetext: a half-move is the difference between consecutive boards.

use std::ops::Range;

use shakmaty::{CastlingMode, Move, Setup};

use super::marks::marks_of;
use super::moves::JudgedMove;
use crate::lint::Code;
use crate::notation::{BoardError, BoardText, Codec, EndMark};
use crate::replay::judge::Judge;
use crate::replay::judge::line_boards::Board;
use crate::replay::judge::movetext::structure::shorten;
use crate::replay::judge::recovery::habits::{CASTLING_RIGHTS, EN_PASSANT_SQUARE, TURN};
use crate::rules::{Play, Position, Variant, home_rights, impossible_en_passant};

impl Judge<'_> {
    /// Half-moves are boards, which show their place themselves.
    pub(crate) fn has_boards(&self) -> bool {
        matches!(self.notation.codec, Codec::Boards { .. })
    }

    pub(crate) fn board_move(
        &mut self,
        range: &Range<u32>,
        read: fn(&str) -> Result<BoardText, BoardError>,
    ) -> Option<(bool, EndMark)> {
        let text = self.slice(range);
        let board = match read(text) {
            Ok(board) => board,
            Err(error) => {
                let part = range.start + error.range.start as u32..range.start + error.range.end as u32;
                let at = if part.is_empty() || part.end > range.end { range.clone() } else { part };
                let message = format!("`{}` is not a board in {}: {error}", shorten(text), self.notation.name);
                if !self.line.stray && !self.line.fault_reported {
                    self.report.add(Code::InvalidMoveText, at, message);
                }
                self.counts.unread += 1;
                self.keep(range, None, None, None);
                self.line.push_board(None);
                return None;
            }
        };
        if self.line.is_known() {
            self.play_after_end(range);
        }
        let mut played = self.line.position().and_then(|before| before.move_to(&board.setup.board));
        if std::mem::take(&mut self.line.unreachable) && played.is_none() {
            played = self.move_past_wrong_board(&board);
        }
        if let Some(m) = played {
            let mut played = JudgedMove::new(Play::Move(m), &mark_text(&board));
            let after = self.line.position()?.after(&played.play);
            let contradicted = self.judge_fields(range, &board, &after);
            if !board.check && board.end == EndMark::None {
                // Marks are optional in SFEN: a missing one is no fault.
                (played.check, played.end) = marks_of(&after);
            }
            let marks = self.play(range, played);
            if contradicted {
                self.adopt_fields(&board);
            }
            return Some(marks);
        }
        self.unreachable_board(range, &board);
        let after = self.position_of_board(&board);
        self.keep(range, None, None, after.clone().map(Into::into));
        self.line.push_board(after);
        Some((board.check, board.end))
    }

    /// The last move to this board after a wrong board, if two half-moves lead to it from the board before the wrong
    /// one. Replaces the wrong board by the one between them.
    fn move_past_wrong_board(&mut self, board: &BoardText) -> Option<Move> {
        let before = self.line.boards.back(1).position()?;
        let found = before.legal_moves().into_iter().find_map(|m| {
            let between = before.after(&Play::Move(m));
            Some((between.move_to(&board.setup.board)?, between))
        });
        let (m, between) = found?;
        self.line.boards.replace(Board::Position(between));
        Some(m)
    }

    /// Reports a board to which no legal move leads. Play continues from it (rule D1).
    fn unreachable_board(&mut self, range: &Range<u32>, board: &BoardText) {
        if !self.line.is_known() || self.rule_scope().is_none() || self.after_board_end(range) {
            return;
        }
        let Some(before) = self.line.position() else { return };
        let same = before.board() == &board.setup.board;
        let other_side = board.turn.is_some_and(|turn| turn == self.line.color);
        let mut message = match (same, other_side) {
            (true, _) => "the board is the same as before: nobody has moved",
            (_, true) => {
                "no legal move leads from the board before to this one, on which the same side is to move again"
            }
            _ => "no legal move leads from the board before to this one",
        }
        .to_owned();
        if !same && let Some(why) = before.why_not_to(&board.setup.board) {
            message += &format!(": {why}");
        }
        self.report.add(Code::BoardNotReachable, range.clone(), message);
        self.line.unreachable = true;
    }

    /// Takes the castling rights and clocks of the text (rule D1), so that one slip is not reported at every board.
    fn adopt_fields(&mut self, board: &BoardText) {
        let Some(after) = self.line.boards.take_position() else { return };
        let mut setup = after.setup();
        if board.castling_given {
            setup.castling_rights = board.setup.castling_rights;
        }
        if board.clocks_given && self.numbering.counted.is_none() {
            (setup.halfmoves, setup.fullmoves) = (board.setup.halfmoves, board.setup.fullmoves);
        }
        adopt_extras(&mut setup, &board.setup);
        let after = Position::in_variant(setup, after.castling_mode(), after.variant());
        if let Some(kept) = self.record.kept.as_mut().and_then(|kept| kept.last_mut()) {
            kept.after = Some(after.clone().into());
        }
        self.line.boards.replace(Board::Position(after));
    }

    /// Compares the other fields of the text with the board that play leads to. Returns whether they differ in anything
    /// that play continues from.
    fn judge_fields(&mut self, range: &Range<u32>, board: &BoardText, after: &Position) -> bool {
        let rights = board.castling_given && board.setup.castling_rights != after.castling_rights();
        // Behind a board with wrong rights the right ones are right again.
        let due = self.line.due_rights.take().map(|due| due & home_rights(&board.setup.board));
        let are_due = rights && due == Some(board.setup.castling_rights);
        if rights && !are_due {
            self.line.due_rights = Some(after.castling_rights());
        } else if !rights {
            self.line.due_rights = due;
        }
        let extras = extras_differ(&board.setup, after);
        let clocks = (board.setup.halfmoves, board.setup.fullmoves);
        let clocks_differ = board.clocks_given && clocks != (after.halfmoves(), after.fullmoves());
        if clocks_differ && self.numbering.counted.is_some() {
            self.count_clock(range, after);
        }
        if self.rule_scope().is_none() {
            return rights || clocks_differ || extras;
        }
        if board.turn.is_some_and(|turn| turn != after.turn()) {
            let side = format!("{:?}", after.turn());
            let message = format!("after this half-move it is {side}'s turn, but the board says otherwise");
            self.report.record_kind(range, TURN);
            self.report.add(Code::BoardNotReachable, range.clone(), message);
        } else if are_due {
            // The slip was reported at an earlier board.
        } else if rights {
            let message = "the castling rights do not follow from the moves played";
            self.report.record_kind(range, CASTLING_RIGHTS);
            self.report.add(Code::BoardNotReachable, range.clone(), message);
        } else if extras {
            let message =
                "the pockets, the promoted pieces or the checks to be given do not follow from the moves played";
            self.report.add(Code::BoardNotReachable, range.clone(), message);
        } else if board.en_passant_given && board.setup.ep_square != after.en_passant() {
            self.wrong_en_passant(range, board, after);
        }
        if clocks_differ {
            let message = format!(
                "the half-move clock and move number should be {} {}, not {} {}",
                after.halfmoves(),
                after.fullmoves(),
                clocks.0,
                clocks.1
            );
            self.report.add(Code::FenClock, range.clone(), message);
        }
        rights || clocks_differ || extras
    }

    /// Programs write the square after every double step, or only if a pawn can capture: both are accepted.
    fn wrong_en_passant(&mut self, range: &Range<u32>, board: &BoardText, after: &Position) {
        let at = en_passant_in(self.slice(range)).map_or_else(|| range.clone(), |part| part_of(range, part));
        match board.setup.ep_square {
            None if after.legal_en_passant().is_none() => {}
            None => {
                let square = after.en_passant().map(|square| square.to_string()).unwrap_or_default();
                let message = format!("a pawn can capture en passant on {square}, but the board does not record it");
                self.report.record_kind(&at, EN_PASSANT_SQUARE);
                self.report.add(Code::BoardNotReachable, at, message);
            }
            Some(square) => {
                let message = format!("no pawn has just moved two squares past {square}");
                self.report.add(Code::ImpossibleEnPassant, at, message);
            }
        }
    }

    /// The position of a board text alone, by the rules of the game; turn and castling rights that it lacks follow from
    /// play. `None` if pockets or remaining checks are known from neither.
    fn position_of_board(&self, board: &BoardText) -> Option<Position> {
        let mut setup = board.setup.clone();
        setup.turn = board.turn.unwrap_or(!self.line.color);
        let before = self.line.position();
        let before = before.as_deref();
        let rules = self.rules.played;
        let variant = before.map_or(rules.variant, Position::variant);
        if let Some(before) = before {
            let mut extras = before.setup();
            adopt_extras(&mut extras, &setup);
            (setup.pockets, setup.promoted) = (extras.pockets, extras.promoted);
            setup.remaining_checks = extras.remaining_checks;
        } else if (variant == Variant::Crazyhouse && setup.pockets.is_none())
            || (variant == Variant::ThreeCheck && setup.remaining_checks.is_none())
        {
            return None;
        }
        if !board.castling_given {
            let home = home_rights(&setup.board);
            setup.castling_rights = before.map_or(home, |before| before.castling_rights() & home);
        }
        if impossible_en_passant(&setup, variant) {
            setup.ep_square = None;
        }
        let mode = match before.or(self.start.as_ref()) {
            Some(known) => known.castling_mode(),
            None if rules.chess960 => CastlingMode::Chess960,
            None => CastlingMode::detect(&setup),
        };
        Some(Position::in_variant(setup, mode, variant))
    }
}

/// Range of the en passant square, or of the sign for none, in a board's text: its fourth field.
fn en_passant_in(text: &str) -> Option<Range<usize>> {
    let field = text.split_ascii_whitespace().nth(3)?;
    let is_square = matches!(field.as_bytes(), [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']);
    let at = field.as_ptr() as usize - text.as_ptr() as usize;
    (is_square || field == "-").then(|| at..at + field.len())
}

fn part_of(range: &Range<u32>, part: Range<usize>) -> Range<u32> {
    range.start + part.start as u32..range.start + part.end as u32
}

/// Whether pockets, promoted pieces or remaining checks, if in the text, differ from those of play.
fn extras_differ(written: &Setup, after: &Position) -> bool {
    let now = after.setup();
    let pockets = written.pockets.is_some() && now.pockets.is_some();
    (pockets && (written.pockets, written.promoted) != (now.pockets, now.promoted))
        || (written.remaining_checks.is_some()
            && now.remaining_checks.is_some()
            && written.remaining_checks != now.remaining_checks)
}

/// Copies pockets, promoted pieces and remaining checks, if in the text.
fn adopt_extras(setup: &mut Setup, written: &Setup) {
    if written.pockets.is_some() {
        (setup.pockets, setup.promoted) = (written.pockets, written.promoted);
    }
    if written.remaining_checks.is_some() {
        setup.remaining_checks = written.remaining_checks;
    }
}

/// The marks of a board in the form of a half-move's text.
fn mark_text(board: &BoardText) -> crate::notation::MoveText {
    crate::notation::MoveText {
        parsed: crate::notation::ParsedMove::Null,
        check: board.check,
        end: board.end,
        habits: crate::notation::SpellingDeviations::default(),
    }
}
