//! The set-up board: `SetUp` and `FEN` (rules B6 and B7), and positions that no game can reach.

use std::ops::Range;

use shakmaty::CastlingMode;

use super::opening::name_part;
use crate::lint::cause::Cause;
use crate::lint::{Code, Diagnostic, Edit, Fix, Related, Severity};
use crate::notation::{BoardText, Codec, EndMark, FEN, SFEN, find, lone_count, read_fen_tag};
use crate::replay::governing_tags::intended_name;
use crate::replay::judge::Judge;
use crate::replay::judge::line::LastMove;
use crate::replay::judge::movetext::structure::shorten;
use crate::rules::{Position, has_castling, home_rights};
use crate::syntax::tag_list::{Tag, quoted, two_parts};
use crate::variants::GameRules;

const USUAL_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The rules of the game that its tags name, with or without a set-up board.
#[derive(Clone, Debug, Default)]
pub(crate) struct TaggedRules {
    pub played: GameRules,
    /// The tag that names Chess960, if no tag gives the board.
    boardless: Option<Range<u32>>,
    /// The first board has only one of its two counts.
    has_lone_count: bool,
}

impl Judge<'_> {
    /// The position before the first half-move; `None` if its tag cannot be read.
    pub(crate) fn first_position(&mut self, rules: GameRules) -> Option<Position> {
        self.rules.played = rules;
        let fen = self.tags.get(self.text, "FEN").cloned();
        let setup = self.tags.get(self.text, "SetUp").cloned();
        let flag = setup.as_ref().map(|tag| tag.value(self.text).trim().to_owned());
        let flag = flag.filter(|value| matches!(value.as_str(), "0" | "1" | "" | "?"));
        if self.is_vgn() {
            return match (setup.filter(|_| flag.is_none() || fen.is_none()), fen) {
                (Some(setup), None) => self.setup_board(&setup, rules),
                (None, Some(fen)) => {
                    self.fen_in_vgn(&fen);
                    self.fen_board(&fen, rules)
                }
                (Some(setup), Some(fen)) => {
                    let message = "the board is already in `SetUp`: a VGN game has no `FEN` tag";
                    let cut = self.line_of(&fen);
                    if let Some(d) = self.report.add_fixed(Code::FenTag, fen.range.clone(), message, || {
                        vec![Fix::choice("remove the tag FEN", vec![Edit::delete(cut)])]
                    }) {
                        d.related.push(Related::new(setup.range.clone(), "the board of `SetUp`"));
                    }
                    self.setup_board(&setup, rules)
                }
                (None, None) => self.initial(rules),
            };
        }
        match (setup, flag, fen) {
            (Some(setup), None, None) => {
                let value = setup.value(self.text);
                if !self.format.named_by_tag && !value.contains(['/', ':']) {
                    let message = format!("`{}` is no value of `SetUp`: expected `1` or `0`", shorten(&value));
                    self.report.add(Code::InvalidSetup, setup.inner(self.text), message);
                    return None;
                }
                if !self.format.named_by_tag {
                    self.missing_game_format(setup.range.clone(), "a board in `SetUp`");
                }
                self.setup_board(&setup, rules)
            }
            (Some(setup), flag, None) => {
                if flag.as_deref() == Some("1")
                    && self.unreadable_tags() == 0
                    && self.misspelt_governing().is_none_or(|(_, intended)| intended != "FEN")
                {
                    let message = "`SetUp` says that the game starts from a set-up board, but there is no tag `FEN`";
                    self.report.add(Code::SetupWithoutFen, setup.range, message);
                    return Some(initial_board(rules));
                }
                self.initial(rules)
            }
            (setup, flag, Some(fen)) => {
                // A tag with an error in its name may be the other one.
                let is_damaged = || self.unreadable_tags() > 0 || self.tag_faults.misnamed.contains(&"SetUp");
                if flag.as_deref() != Some("1") && (setup.is_some() || !is_damaged()) {
                    self.fen_without_setup(&fen, setup.as_ref());
                }
                self.fen_board(&fen, rules)
            }
            (None, _, None) => self.initial(rules),
        }
    }

    fn initial(&mut self, rules: GameRules) -> Option<Position> {
        if rules.chess960 {
            let named = if self.is_vgn() { ["Rules", "Variant"] } else { ["Variant", "Rules"] };
            self.rules.boardless =
                named.iter().find_map(|name| self.tags.get(self.text, name)).map(|tag| tag.range.clone());
        }
        Some(initial_board(rules))
    }

    /// Judges a game of Chess960 without a start position, which is read from the usual one (rule G1), by whether its
    /// moves fit.
    pub(crate) fn judge_boardless(&mut self) {
        let Some(tag) = self.rules.boardless.take() else { return };
        let misfit = |d: &&mut Diagnostic| matches!(d.code, Code::IllegalMove | Code::AmbiguousMove);
        if let Some(found) = self.report.drafts_mut().iter_mut().filter(misfit).min_by_key(|d| d.range.start) {
            let message = "no start position is given, so this Chess960 game is read from the usual one";
            return found.related.push(Related::new(tag, message));
        }
        let board = match self.is_vgn() {
            true => format!("[SetUp \"FEN:{USUAL_START}\"]"),
            false => format!("[SetUp \"1\"]{}[FEN \"{USUAL_START}\"]", self.line_end()),
        };
        let edit = Edit::insert(tag.end, format!("{}{board}", self.line_end()));
        let message = "this Chess960 game gives no start position and is read from the usual one, number 518";
        self.report.add_fixed(Code::MissingStartPosition, tag, message, || {
            vec![Fix::choice("add the usual start position", vec![edit])]
        });
    }

    fn fen_without_setup(&mut self, fen: &Tag, setup: Option<&Tag>) {
        let is_misspelt = |tag: &Tag| intended_name(tag.name(self.text), &tag.value(self.text)) == Some("SetUp");
        if setup.is_none() && self.tags.list.iter().any(is_misspelt) {
            return;
        }
        let message = "a game with a tag `FEN` also needs `[SetUp \"1\"]` (PGN 9.7.1)";
        let edit = match setup {
            Some(setup) => Edit::replace(setup.value.clone(), "\"1\""),
            None => Edit::insert(fen.range.start, format!("[SetUp \"1\"]{}", self.line_end())),
        };
        self.report.add_fixed(Code::FenWithoutSetup, fen.range.clone(), message, || {
            // Another value of the tag is the author's choice.
            vec![Fix { title: "write `[SetUp \"1\"]`".into(), edits: vec![edit], safe: setup.is_none() }]
        });
    }

    /// Reports a `FEN` tag in a VGN game, whose board belongs in `SetUp` (rule B6).
    fn fen_in_vgn(&mut self, fen: &Tag) {
        let mut edits = Vec::new();
        if let Some(setup) = self.tags.get(self.text, "SetUp").cloned() {
            edits.push(Edit::delete(self.line_of(&setup)));
        }
        let value = format!("FEN:{}", fen.value(self.text));
        edits.push(Edit::replace(fen.range.clone(), format!("[SetUp {}]", quoted(&value))));
        edits.sort_by_key(|edit| edit.range.start);
        let message = "in VGN the tag `SetUp` itself contains the board";
        self.report
            .add_fixed(Code::FenTag, fen.range.clone(), message, || vec![Fix::safe("write it as `SetUp`", edits)]);
    }

    fn fen_board(&mut self, tag: &Tag, rules: GameRules) -> Option<Position> {
        let value = tag.value(self.text).into_owned();
        match read_fen_tag(&value) {
            Ok(board) => {
                self.judge_lone_count(tag, &value, 0);
                self.place(tag, board, rules)
            }
            Err(error) => {
                let range = tag.part(self.text, error.range.clone());
                self.report.add(Code::InvalidSetup, range, format!("the board cannot be read: {error}"));
                None
            }
        }
    }

    fn setup_board(&mut self, tag: &Tag, rules: GameRules) -> Option<Position> {
        let value = tag.value(self.text).into_owned();
        let (name, board) = match two_parts(&value) {
            (name, Some(board)) => (name, board),
            (_, None) => (SFEN.name, value.as_str()),
        };
        let notation = find(name);
        let read = match notation.map(|n| (&n.codec, n.name)) {
            Some((Codec::Boards { read_tag, .. }, _)) => *read_tag,
            Some((Codec::Binary { .. }, name)) if board.is_empty() || value.contains(':') => {
                let range = tag.part(self.text, name_part(&value, name));
                let message = format!("{name} is binary and cannot be used in a tag: expected FEN or SFEN");
                self.report.add(Code::InvalidSetup, range, message);
                return None;
            }
            _ => {
                let range = tag.part(self.text, name_part(&value, name));
                let message = format!("`{name}` is not a board format: expected FEN or SFEN");
                self.report.add(Code::InvalidSetup, range, message);
                return None;
            }
        };
        let offset = value.len() - board.len();
        let lead = board.len() - board.trim_start().len();
        match read(board.trim()) {
            Ok(read) => {
                if notation.is_some_and(|notation| *notation == FEN) {
                    self.judge_lone_count(tag, board, offset);
                }
                self.place(tag, read, rules)
            }
            Err(error) => {
                let part = offset + lead + error.range.start..offset + lead + error.range.end;
                let range = tag.part(self.text, part);
                self.report.add(Code::InvalidSetup, range, format!("the board cannot be read: {error}"));
                None
            }
        }
    }

    /// Reports a board in FEN with one of its two counts; it begins at `offset` in the tag's value. The moves are
    /// judged, since only the counts are uncertain.
    fn judge_lone_count(&mut self, tag: &Tag, board: &str, offset: usize) {
        let Some(count) = lone_count(board) else { return };
        let message = format!(
            "the board has 5 fields, and a FEN has 6: `{}` is either the half-move clock or the move number, and the \
             other one is missing",
            &board[count.clone()]
        );
        let range = tag.part(self.text, offset + count.start..offset + count.end);
        self.rules.has_lone_count = true;
        self.report.add_at(Severity::Warning, Code::InvalidSetup, range, message);
    }

    /// Drops the finding about the game's first number if the board has only one of its two counts: the other one may be
    /// that number. Called after all findings have been made.
    pub(crate) fn drop_number_of_lone_count(&mut self) {
        let Some(last) = self.tags.list.last().filter(|_| self.rules.has_lone_count) else { return };
        let tags = last.range.end as usize;
        let is_first = |found: &&Diagnostic| {
            found.code == Code::MoveNumber
                && self.text.get(tags..found.range.start as usize).is_some_and(|text| text.trim().is_empty())
        };
        let Some(number) = self.report.drafts().iter().find(is_first).map(|found| found.range.clone()) else { return };
        self.report.account(&Cause::LoneCount { number: &number });
    }

    /// Sets the board up, and reports what no game can reach.
    fn place(&mut self, tag: &Tag, board: BoardText, rules: GameRules) -> Option<Position> {
        let mut setup = board.setup;
        if let Some(turn) = board.turn {
            setup.turn = turn;
        }
        if !board.castling_given && has_castling(rules.variant) {
            setup.castling_rights = home_rights(&setup.board);
        }
        self.drop_impossible_en_passant(tag, &mut setup, rules.variant);
        let mode = if rules.chess960 { CastlingMode::Chess960 } else { CastlingMode::detect(&setup) };
        let problems = Position::problems_in(&setup, mode, rules.variant);
        if !problems.is_empty() {
            let all: Vec<String> = problems.iter().map(ToString::to_string).collect();
            let message = format!("no game can reach this board: {}", all.join("; "));
            self.report.add(Code::ImpossiblePosition, tag.inner(self.text), message);
        }
        if board.end != EndMark::None {
            // As if a half-move had led to the board.
            let (end, check) = (board.end, board.check);
            self.setup_end = Some(LastMove { range: tag.range.clone(), color: !setup.turn, end, check });
        }
        Some(Position::in_variant(setup, mode, rules.variant))
    }
}

fn initial_board(rules: GameRules) -> Position {
    Position::start_of(rules.variant, CastlingMode::from_chess960(rules.chess960))
}
