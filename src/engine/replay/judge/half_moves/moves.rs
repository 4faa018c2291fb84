//! A half-move: read in the game's notation, judged, played.

use std::ops::Range;

use shakmaty::{Move, Role};

use super::marks::marks_of;
use super::near_moves::suggestions;
use crate::lint::{Code, Edit, Fix, Strictness};
use crate::notation::{Codec, EndMark, MoveText, ParsedMove, fitting};
use crate::replay::after::MoveName;
use crate::replay::judge::Judge;
use crate::replay::judge::line::{LastMove, PrecedingToken};
use crate::replay::judge::line_boards::Board;
use crate::replay::judge::movetext::structure::shorten;
use crate::replay::judge::recovery::habits::{CHECK_AS_MATE, NO_CHECK, OTHER_NOTATION, UNMARKED_MATE};
use crate::replay::resolved::ResolvedMove;
use crate::replay::spelling::HalfMove;
use crate::rules::{Bitboards, Illegality, Play, Position, RuleScope, SharedPosition};

/// A half-move to be played, with the marks in its text.
pub(crate) struct JudgedMove {
    pub play: Play,
    pub illegal: Option<Illegality>,
    pub check: bool,
    pub end: EndMark,
    /// Faults in the text that the correct spelling fixes.
    pub faults: Vec<(Code, String)>,
    /// The correct spelling drops a part of the text, so only the author knows whether it is right.
    pub is_guess: bool,
}

impl JudgedMove {
    pub(crate) fn new(play: Play, text: &MoveText) -> JudgedMove {
        JudgedMove { play, illegal: None, check: text.check, end: text.end, faults: Vec::new(), is_guess: false }
    }
}

impl Judge<'_> {
    #[inline(never)]
    pub(crate) fn half_move(&mut self, range: Range<u32>) {
        self.open_movetext();
        self.line.has_content = true;
        self.record_sign_before(&range);
        let reported = self.report.drafts().len();
        self.half_move_fits = false;
        self.last_play = None;
        if self.half_move_is_score(&range) {
            return;
        }
        if self.line.pending_number.is_none() {
            self.settle_glyphs();
        }
        self.number_of_move(&range);
        self.move_early_variation(&range);
        self.comments_before_move();
        self.counts.half_moves += 1;
        self.counts.main_line += u32::from(!self.in_variation());
        if let Some(setup) = self.setup_end.take() {
            self.moves_after_setup_end(&range, setup.range);
        }
        if self.in_variation() {
            self.after_terminator(&range);
        }
        let (unread, known) = (self.counts.unread, self.line.is_known());
        let marks = if self.moves_unjudged { None } else { self.judge_move(&range) };
        if let Some((number, glyph)) = self.line.glyph_for_move.take()
            && known
            && self.counts.unread > unread
        {
            self.half_move_is_glyph(&number, &glyph);
        }
        let named = MoveName { number: self.line.number, color: self.line.color };
        let fits = self.moves_unjudged || self.half_move_fits;
        self.settle_number(fits, &range);
        self.record_symptoms(reported, &range);
        self.update_suppositions(reported, &range);
        self.comment_before(fits, reported, &range);
        (self.line.stray, self.line.fault_reported) = (false, false);
        let (check, end) = marks.unwrap_or_default();
        self.line.last_move = Some(LastMove { range: range.clone(), color: self.line.color, end, check });
        if self.is_vgn() {
            self.line.nameable.played(named, self.line.drift);
        }
        self.line.advance();
        self.line.preceding = PrecedingToken::Move;
        self.line.previous_move_end = std::mem::replace(&mut self.line.move_end, range.end);
        self.emit_half_move(range, named.number, named.color);
    }

    /// Reports a half-move after a first board with an end mark (rule B7).
    fn moves_after_setup_end(&mut self, range: &Range<u32>, setup: Range<u32>) {
        let message = "the board in `SetUp` says that the game is over: no move can follow";
        if let Some(diagnostic) = self.report.add(Code::MovesAfterSetupEndMark, range.clone(), message) {
            diagnostic.related.push(crate::lint::Related::new(setup, "the board with its end mark"));
        }
        self.moves_unjudged = true;
    }

    /// Judges and plays the half-move; returns the marks in its text, if it was played.
    fn judge_move(&mut self, range: &Range<u32>) -> Option<(bool, EndMark)> {
        if let Some(marks) = self.plain_move(range) {
            return Some(marks);
        }
        self.line.boards.widen();
        if let Codec::Boards { read, .. } = self.notation.codec {
            return self.board_move(range, read);
        }
        let known = self.line.is_known();
        if known {
            self.play_after_end(range);
        }
        let played = if known { self.resolve(range) } else { None };
        let Some(played) = played else {
            self.counts.unread += 1;
            if !known {
                self.weigh_unplayed(range);
            }
            self.record_foreign_unread(range);
            self.keep(range, None, None, None);
            self.line.push_board(None);
            return None;
        };
        Some(self.play(range, played))
    }

    /// The move that the text denotes on the board; `None` if there is none to play, which has been reported.
    fn resolve(&mut self, range: &Range<u32>) -> Option<JudgedMove> {
        let Codec::Moves { read, .. } = self.notation.codec else { return None };
        let text = self.slice(range);
        let read = match self.letters.language {
            Some(language) => self.read_in(language, range),
            None => read(text),
        };
        let Some(read) = read else {
            return self.loose_fcn(range).or_else(|| self.other_notation(range));
        };
        self.resolve_text(range, &read)
    }

    pub(crate) fn resolve_text(&mut self, range: &Range<u32>, text: &MoveText) -> Option<JudgedMove> {
        match text.parsed {
            ParsedMove::Drop { role, to } => self.drop(range, text, role, to),
            ParsedMove::Null => self.null_move(range, text),
            _ if self.notation.allows_illegal => self.by_coordinates(range, text),
            _ => self.san(range, text),
        }
    }

    /// Judges a null move: allowed as a habit of annotators, but not in check.
    fn null_move(&mut self, range: &Range<u32>, text: &MoveText) -> Option<JudgedMove> {
        let why = self.line.position()?.why_not_pass();
        let mut played = JudgedMove::new(Play::Null, text);
        match why {
            Some(why) if !self.notation.allows_illegal => return self.illegal_san(range, &why.to_string()),
            Some(why) if self.rule_scope() == Some(RuleScope::Full) => {
                if !self.line.stray && !self.line.fault_reported && !self.after_board_end(range) {
                    let message = format!("`{}` is not legal here: {why}", self.slice(range));
                    self.report.add(Code::IllegalMove, range.clone(), message);
                }
                played.illegal = Some(why);
            }
            _ => {
                let message = "a null move: the turn passes, which the rules do not allow";
                self.report.add(Code::NullMove, range.clone(), message);
            }
        }
        Some(played)
    }

    /// Reports a text that is not in the game's notation, and plays it if another notation reads it as a legal move.
    pub(crate) fn other_notation(&mut self, range: &Range<u32>) -> Option<JudgedMove> {
        let text = self.slice(range);
        let shown = shorten(text);
        let name = self.notation.name;
        if self.line.stray || self.line.fault_reported {
            return None;
        }
        let position = self.line.position()?.into_owned();
        for other in fitting(text).filter(|other| *other != self.notation) {
            let Codec::Moves { read, .. } = other.codec else { continue };
            let Some(read) = read(text) else { continue };
            let Some(play) = super::coordinates::legal_play(&position, &read) else { continue };
            // A small `b` is a file, not a bishop.
            let from = play.as_move().filter(|m| m.role() == Role::Bishop).and_then(|m| m.from());
            let is_file = text.starts_with('b') && from.is_some_and(|from| !text.starts_with(&from.to_string()));
            if is_file || names_another_piece(&read, &play, &position) {
                continue;
            }
            let after = position.after(&play);
            let half_move = HalfMove { before: &position, play: &play, after: &after, end: EndMark::None };
            let Ok(spelt) = half_move.spell(self.notation) else { continue };
            let message = format!("`{shown}` is {}, but this game's moves are in {name}: `{spelt}`", other.name);
            let edit = Edit::replace(range.clone(), spelt.clone());
            self.report.record_kind(range, OTHER_NOTATION);
            self.report.add_fixed(Code::InvalidMoveText, range.clone(), message, || {
                vec![Fix::safe(format!("write `{spelt}`"), vec![edit])]
            });
            let mut played = JudgedMove::new(play, &read);
            // Marks are judged in the game's own notation only.
            (played.check, played.end) = marks_of(&after);
            return Some(played);
        }
        if let Some((intended, edits)) = self.lone_letter(range) {
            let message = format!("`{shown}` is not a move in {name}: did you mean {intended}?");
            if let [edit] = edits.as_slice()
                && self.text[range.end as usize..].trim_start().starts_with(|c: char| c.is_ascii_digit())
            {
                // Its digits are no number.
                self.causes.reported_text = Some(edit.range.clone());
            }
            self.report.add_fixed(Code::InvalidMoveText, range.clone(), message, || {
                vec![Fix::choice(format!("write {intended}"), edits)]
            });
            return None;
        }
        // In English it would be a move: it only lacks the letters of the game's language.
        let foreign = self.letters.language.filter(|_| self.read_by_notation(text).is_some());
        let name = foreign.map_or(name.to_owned(), |language| format!("{name} with {} piece letters", language.name));
        let near = self.near_moves(text, range.end);
        let message = match near.first() {
            Some(first) => format!("`{shown}` is not a move in {name}: did you mean `{first}`?"),
            None => format!("`{shown}` is not a move in {name}"),
        };
        self.report.add_fixed(Code::InvalidMoveText, range.clone(), message, || suggestions(range, &near));
        None
    }

    /// Plays the half-move, judges its marks, and reports its faults with the correct spelling as their fix.
    pub(crate) fn play(&mut self, range: &Range<u32>, mut played: JudgedMove) -> (bool, EndMark) {
        let Some(before) = self.line.boards.take_position() else { return (false, EndMark::None) };
        let mut after = before.clone();
        match (played.play, &played.illegal) {
            (Play::Move(m), None) if before.legal().is_some() && self.is_fully_judged(m, &before) => {
                after.play_legal(m)
            }
            _ => after.play(&played.play),
        }
        // A check that existed before the half-move needs no mark.
        if played.illegal.is_none() && (before.legal().is_some() || !before.is_check_on(!before.turn())) {
            self.judge_marks(&after, self.slice(range), &mut played);
        }
        let is_played = played.illegal.is_none() || played.play.as_move().is_some();
        if !is_played {
            // Its squares are all that is known of it.
            played.faults.retain(|(code, _)| *code != Code::ImportFormat);
        }
        if !played.faults.is_empty() {
            // In a game in another language's letters, a single move would be in English.
            let wants = self.report.wants_fixes() && self.letters.language.is_none() && is_played;
            let half_move =
                HalfMove { before: &before, play: &played.play, after: &after, end: third_sign(played.end) };
            if let [(Code::ImportFormat, _), (Code::WrongCheckMark | Code::WrongEndMark, _)] = played.faults.as_slice()
                && half_move
                    .spell(self.notation)
                    .is_ok_and(|spelt| without_marks(&spelt) == without_marks(self.slice(range)))
            {
                // Only the mark differs from export form.
                played.faults.remove(0);
            }
            let spelt = if wants { half_move.spell(self.notation).ok() } else { None };
            for (code, message) in std::mem::take(&mut played.faults) {
                let one_mark = code == Code::WrongCheckMark || !self.has_end_marks();
                if let Some(kind) = kind_of_mark_fault(code, &after).filter(|_| one_mark) {
                    self.report.record_kind(range, kind);
                }
                let spelt = spelt.clone().filter(|spelt| spelt != self.slice(range));
                let edit = spelt.map(|spelt| (format!("write `{spelt}`"), Edit::replace(range.clone(), spelt)));
                self.report.add_fixed(code, range.clone(), message, || {
                    let safe = !played.is_guess;
                    edit.map(|(title, edit)| Fix { title, edits: vec![edit], safe }).into_iter().collect()
                });
            }
        }
        self.half_move_fits = played.illegal.is_none();
        self.last_play = Some(played.play);
        let from = played.play.as_move().and_then(|m| m.from());
        if let Some(mover) = from.and_then(|from| before.board().color_at(from)) {
            self.line.continue_from_mover(mover);
        }
        self.line.side_uncertain |= !self.half_move_fits;
        if self.record.kept.is_some() {
            let last = self.record.kept.as_ref().and_then(|kept| kept.last()?.after.as_ref());
            let last = last.filter(|last| last.is_same(&before)).cloned();
            let known = last.unwrap_or_else(|| before.clone().into());
            self.keep(range, Some((&played.play, played.illegal)), Some(known), Some(after.clone().into()));
        }
        if !self.in_variation() {
            self.history.push(&after);
            if self.opening.played.is_recording()
                && let Some(board) = Bitboards::standard(&after)
            {
                self.see_opening(&board);
            }
        }
        self.line.boards.replace(Board::Position(before));
        self.line.push_board(Some(after));
        (played.check, played.end)
    }

    /// The move is known to be legal; a judgement by fewer than all rules lets illegal moves through.
    fn is_fully_judged(&self, m: Move, before: &Position) -> bool {
        !self.notation.allows_illegal || self.rule_scope() == Some(RuleScope::Full) || before.is_legal(m)
    }

    /// Keeps a half-move for editors: its play, why that is illegal, the boards before and after it.
    pub(crate) fn keep(
        &mut self,
        range: &Range<u32>,
        played: Option<(&Play, Option<Illegality>)>,
        before: Option<SharedPosition>,
        after: Option<SharedPosition>,
    ) {
        let Some(kept) = &mut self.record.kept else { return };
        kept.push(ResolvedMove {
            range: range.clone(),
            play: played.map(|(play, ..)| *play),
            before: before.or_else(|| self.line.boards.back(0).kept()),
            after,
            ply: self.line.ply,
            number: self.line.number,
            color: self.line.color,
            depth: self.outer_lines.len() as u32,
            line: self.line.open_parenthesis,
            illegal: played.and_then(|(_, illegal)| illegal),
        });
    }

    /// How strictly moves are judged in notations that can record illegal ones (rule D1); `None` if not at all.
    pub(crate) fn rule_scope(&self) -> Option<RuleScope> {
        match self.context.settings.strictness {
            Strictness::Off => None,
            Strictness::Basic => Some(RuleScope::Basic),
            Strictness::Full => Some(RuleScope::Full),
        }
    }
}

/// Whether the text names another piece than the one on its source square, as `Bd2d3` with a pawn on d2: the intended
/// move is unknown.
pub(crate) fn names_another_piece(text: &MoveText, play: &Play, position: &Position) -> bool {
    let ParsedMove::Piece(piece_move) = &text.parsed else { return false };
    let from = play.as_move().and_then(|m| m.from());
    let actual = from.and_then(|from| position.board().role_at(from));
    piece_move.role.zip(actual).is_some_and(|(role, actual)| role != actual)
}

/// A half-move without its marks.
fn without_marks(text: &str) -> &str {
    text.trim_end_matches(['+', '#'])
}

/// The kind of a finding about marks, which separates habits.
fn kind_of_mark_fault(code: Code, after: &Position) -> Option<&'static str> {
    match (code, after.is_check()) {
        (Code::WrongCheckMark, true) if after.is_checkmate() => Some(UNMARKED_MATE),
        (Code::WrongEndMark, true) if !after.is_checkmate() => Some(CHECK_AS_MATE),
        (Code::WrongCheckMark | Code::WrongEndMark, false) => Some(NO_CHECK),
        _ => None,
    }
}

/// Third signs are kept; whether the board ends the game is determined from the board.
fn third_sign(end: EndMark) -> EndMark {
    if end == EndMark::Over { EndMark::None } else { end }
}
