//! The boards that play may really have reached after a half-move that did not fit (rule D1): another half-move was
//! intended, one is missing before it, it is superfluous, or it is transposed with the next one. A later half-move that
//! is correct on such a board, but not on the board that the text describes, is a consequence of that slip.

use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

use shakmaty::{Color, Move};

use crate::lint::cause::Cause;
use crate::lint::{Code, Strictness};
use crate::notation::{BoardText, Codec, EndMark, MoveText};
use crate::replay::judge::Judge;
use crate::replay::judge::half_moves::coordinates::legal_play;
use crate::replay::judge::half_moves::moves::names_another_piece;
use crate::replay::judge::line_boards::Board;
use crate::replay::spelling::HalfMove;
use crate::rules::{Play, Position};

/// Maximum number of half-moves of a game tried on such boards, counted per board.
const MOST_TRIED: u32 = 100_000;

/// A board that play may have reached.
#[derive(Clone, Debug)]
pub(crate) struct Supposition {
    board: Position,
    /// Number and side of the half-move that is due on it.
    due: (u32, Color),
    /// The half-move that is missing before the one that did not fit: if it follows now, the two are transposed.
    late: Option<Move>,
}

/// The suppositions of one line: the current ones, and those before its last two half-moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Suppositions {
    back: [Option<Rc<[Supposition]>>; 3],
    /// The board before the half-move that did not fit.
    before: Option<Rc<Position>>,
}

/// A parsed half-move.
pub(crate) enum ParsedHalfMove<'t> {
    Move(MoveText, &'t str),
    Board(Box<BoardText>),
}

impl Suppositions {
    /// The suppositions before the half-move `back` half-moves ago.
    pub(crate) fn back(&self, back: u32) -> Suppositions {
        let now = self.back[back.min(2) as usize].clone();
        Suppositions { back: [now, None, None], before: self.before.clone().filter(|_| back == 0) }
    }

    /// The meaning of the last half-moves is uncertain.
    pub(crate) fn is_doubtful(&self) -> bool {
        self.back.iter().any(Option::is_some)
    }

    fn is_empty(&self) -> bool {
        self.back[0].is_none()
    }

    /// Whether this half-move is due on one of the boards.
    pub(crate) fn expects(&self, number: u32, color: Option<Color>) -> bool {
        self.now().iter().any(|it| it.due.0 == number && color.is_none_or(|color| color == it.due.1))
    }

    fn now(&self) -> &[Supposition] {
        self.back[0].as_deref().unwrap_or_default()
    }

    fn step(&mut self, now: Vec<Supposition>) {
        self.back.rotate_right(1);
        self.back[0] = (!now.is_empty()).then(|| now.into());
    }
}

impl Supposition {
    fn played(&self, m: Move) -> Supposition {
        Supposition { board: self.board.after(&Play::Move(m)), due: after(self.due), late: None }
    }
}

/// The half-move after the one with this number and side.
fn after((number, color): (u32, Color)) -> (u32, Color) {
    (number.saturating_add(u32::from(color == Color::Black)), !color)
}

impl ParsedHalfMove<'_> {
    /// The legal half-move that the text denotes on a board.
    pub(crate) fn legal_on(&self, board: &Position) -> Option<Move> {
        match self {
            ParsedHalfMove::Move(text, _) => {
                let play = legal_play(board, text)?;
                if names_another_piece(text, &play, board) { None } else { play.as_move() }
            }
            ParsedHalfMove::Board(text) => board.move_to(&text.setup.board),
        }
    }
}

impl<'a> Judge<'a> {
    /// After a half-move has been judged, with drafts from index `reported` on: drops the consequences of an earlier
    /// slip, and records a new one.
    pub(crate) fn update_suppositions(&mut self, reported: usize, range: &Range<u32>) {
        if !self.notation.allows_illegal || self.moves_unjudged {
            return;
        }
        let found = self.report.drafts().get(reported..).unwrap_or_default();
        let is_slip = |code: Code| matches!(code, Code::IllegalMove | Code::BoardNotReachable);
        let does_not_fit = match self.notation.codec {
            Codec::Boards { .. } => self.line.unreachable,
            _ => !self.half_move_fits && found.iter().any(|d| is_slip(d.code) && d.range == *range),
        };
        if self.line.suppositions.is_empty() && !does_not_fit {
            if self.line.suppositions.is_doubtful() {
                self.line.suppositions.step(Vec::new());
            }
            return;
        }
        let half_move = self.parse_half_move(range).filter(|_| self.causes.tried < MOST_TRIED);
        let Some(half_move) = half_move.filter(|_| self.context.settings.strictness == Strictness::Full) else {
            return self.line.suppositions.step(Vec::new());
        };
        let (next, late) = self.suppositions_after(&half_move);
        if next.is_empty() {
            let boards = if does_not_fit { self.boards_after_slip(range, &half_move) } else { Vec::new() };
            return self.line.suppositions.step(boards);
        }
        if does_not_fit || self.is_right_on_one(&half_move) {
            self.report.account(&Cause::EarlierSlip { since: reported, half_move: range });
        }
        if let Some(late) = late {
            // Both half-moves have been played: the side to move is known again.
            (self.line.number, self.line.color) = late.due;
            (self.line.number, self.line.color) = self.line.half_move_back(1);
            self.line.side_uncertain = false;
            self.line.boards.replace(Board::Position(late.board));
        }
        self.line.suppositions.step(next);
    }

    pub(crate) fn parse_half_move(&self, range: &Range<u32>) -> Option<ParsedHalfMove<'a>> {
        let text = self.slice(range);
        match self.notation.codec {
            Codec::Moves { .. } => Some(ParsedHalfMove::Move(self.read_text(text)?, text)),
            Codec::Boards { read, .. } => Some(ParsedHalfMove::Board(Box::new(read(text).ok()?))),
            Codec::Binary { .. } => None,
        }
    }

    /// The boards after the half-move, and the one on which two half-moves are transposed.
    fn suppositions_after(&mut self, half_move: &ParsedHalfMove<'_>) -> (Vec<Supposition>, Option<Supposition>) {
        let now = self.line.suppositions.back[0].clone().unwrap_or_default();
        self.causes.tried += now.len() as u32;
        let came_late = self.line.suppositions.before.take().and_then(|before| half_move.legal_on(&before));
        let late = now.iter().find(|it| it.late.is_some() && it.late == came_late);
        let late = late.map(|it| Supposition { late: None, ..it.clone() });
        let mut next: Vec<Supposition> = late.iter().cloned().collect();
        next.extend(now.iter().filter_map(|it| Some(it.played(half_move.legal_on(&it.board)?))));
        (next, late)
    }

    /// The half-move is correctly spelled on one of the boards before it.
    fn is_right_on_one(&self, half_move: &ParsedHalfMove<'_>) -> bool {
        let ParsedHalfMove::Move(text, written) = half_move else { return false };
        self.line.suppositions.now().iter().any(|it| {
            let Some(play) = legal_play(&it.board, text) else { return false };
            let after = it.board.after(&play);
            let spelling = HalfMove { before: &it.board, play: &play, after: &after, end: EndMark::None };
            spelling.spell(self.notation).is_ok_and(|spelt| spelt == *written)
        })
    }

    /// The boards that play may have reached by a half-move that did not fit.
    fn boards_after_slip(&mut self, range: &Range<u32>, half_move: &ParsedHalfMove<'_>) -> Vec<Supposition> {
        let before = self.line.boards.back(1).position().map(Cow::into_owned);
        let Some(before) = before.filter(|before| before.legal().is_some()) else { return Vec::new() };
        // A half-move out of turn has the count of its own side.
        let back = u32::from(before.turn() != self.line.color);
        let first = Supposition { due: self.line.half_move_back(back), board: before, late: None };
        let moves = first.board.legal_moves();
        self.causes.tried += 2 * moves.len() as u32;
        let mut boards = vec![first.clone()];
        let intended: Vec<Supposition> = moves.iter().map(|m| first.played(*m)).collect();
        let missing = intended.iter().zip(&moves).filter_map(|(it, m)| {
            let next = it.played(half_move.legal_on(&it.board)?);
            Some(Supposition { late: Some(*m), ..next })
        });
        let missing: Vec<Supposition> = missing.collect();
        if !missing.is_empty() {
            self.causes.other_count |= !self.in_variation();
            let gap =
                self.line.last_move.as_ref().map_or(self.line.open_parenthesis, |last| last.range.end)..range.start;
            self.report.account(&Cause::MissingIn { gap: &gap });
        }
        boards.extend(missing.into_iter().chain(intended));
        self.line.suppositions.before = Some(Rc::new(first.board));
        boards
    }
}
