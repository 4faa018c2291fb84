//! A position in play: legal if the rules can represent it, else a bare board.

use std::convert::identity;
use std::num::NonZeroU32;

use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{
    Bitboard, Board, Castles, CastlingMode, Chess, Color, EnPassantMode, Move, MoveList, Position as _, PositionError,
    Role, Setup, Square,
};

use super::boards::{mobility, only_king, too_much_material};
use super::situation::Situation;
use super::variant::{fits, legal_variant, may_promote_to, normal_extras, surely_fits};
use super::{FreeBoard, Illegality, Play, RuleScope};

/// A position in play: legal while the rules can represent it, else a board that merely carries out moves (rule D1).
#[derive(Clone, Debug)]
pub enum Position {
    /// Legal play: small and cheap to clone.
    Legal(Chess),
    /// Legal play with more pieces than a game can reach. A separate variant, because after each move the moves must be
    /// re-checked to fit shakmaty's list.
    Crowded(Box<Chess>),
    /// Legal play by the rules of a variant other than chess and Chess960 (rule G2).
    Variant(Box<VariantPosition>),
    /// Boards that shakmaty rejects: no king, two kings, pawns on the end ranks, a king that can be captured.
    Free(Box<FreeBoard>),
}

/// Capacity of shakmaty's move list.
const MOST_MOVES: usize = 270;

/// Maximum number of moves that one half-move can add for the other side, so that a copy of a legal position can still
/// play: lines through the one or two vacated squares, and a recapture.
const MARGIN: usize = 60;

impl Position {
    /// The initial position of chess.
    pub fn initial() -> Position {
        Position::Legal(Chess::new())
    }

    /// The position of a set-up board. It is legal if shakmaty can be made to accept it: too much material and
    /// impossible checks are tolerated, castling rights without their rook and impossible en passant squares are
    /// dropped; else it is free. [`Position::problems`] lists the errors.
    pub fn from_setup(setup: Setup, mode: CastlingMode) -> Position {
        Position::in_variant(setup, mode, Variant::Chess)
    }

    /// The position of a set-up board in a variant (rule G2), as lenient as [`Position::from_setup`]. Pockets, promoted
    /// pieces and remaining checks count only if the variant has them; unspecified ones get their initial values.
    pub fn in_variant(mut setup: Setup, mode: CastlingMode, variant: Variant) -> Position {
        normal_extras(&mut setup, variant);
        Position::settle(FreeBoard { setup, mode, variant, either_turn: false })
    }

    /// A legal position if the board allows it.
    fn settle(free: FreeBoard) -> Position {
        if free.either_turn {
            return Position::Free(Box::new(free));
        }
        if free.variant != Variant::Chess {
            return match legal_variant(&free.setup, free.mode, free.variant) {
                Some(position) => Position::Variant(Box::new(position)),
                None => Position::Free(Box::new(free)),
            };
        }
        let crowded = Color::ALL.iter().any(|&color| too_much_material(&free.setup.board, color));
        if crowded
            && (mobility(&free.setup, free.setup.turn) > MOST_MOVES
                || mobility(&free.setup, !free.setup.turn) > MOST_MOVES - MARGIN)
        {
            return Position::Free(Box::new(free));
        }
        match legal_chess(free.setup.clone(), free.mode) {
            Some(chess) if crowded => Position::Crowded(Box::new(chess)),
            Some(chess) => Position::Legal(chess),
            None => Position::Free(Box::new(free)),
        }
    }

    /// Shakmaty's position of chess or a variant, if legal.
    #[inline]
    pub fn legal(&self) -> Option<&dyn shakmaty::Position> {
        match self {
            Position::Legal(chess) => Some(chess),
            Position::Crowded(chess) => Some(&**chess),
            Position::Variant(position) => Some(&**position),
            Position::Free(_) => None,
        }
    }

    /// The variant of the rules; Chess960 is chess with another [`Position::castling_mode`].
    #[inline]
    pub fn variant(&self) -> Variant {
        match self {
            Position::Legal(_) | Position::Crowded(_) => Variant::Chess,
            Position::Variant(position) => position.variant(),
            Position::Free(free) => free.variant,
        }
    }

    /// The pieces on their squares.
    #[inline]
    pub fn board(&self) -> &Board {
        match self {
            Position::Legal(chess) => chess.board(),
            Position::Crowded(chess) => chess.board(),
            Position::Variant(position) => position.board(),
            Position::Free(free) => &free.setup.board,
        }
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        match self {
            Position::Legal(chess) => chess.turn(),
            Position::Crowded(chess) => chess.turn(),
            Position::Variant(position) => position.turn(),
            Position::Free(free) => free.setup.turn,
        }
    }

    /// Castling rights as squares of rooks; on a free board as given, valid or not.
    pub fn castling_rights(&self) -> Bitboard {
        match self {
            Position::Legal(chess) => chess.castles().castling_rights(),
            Position::Crowded(chess) => chess.castles().castling_rights(),
            Position::Variant(position) => position.castles().castling_rights(),
            Position::Free(free) => free.setup.castling_rights,
        }
    }

    /// Valid castling rights with their rooks and paths.
    pub fn castles(&self) -> Castles {
        match self {
            Position::Legal(chess) => chess.castles().clone(),
            Position::Crowded(chess) => chess.castles().clone(),
            Position::Variant(position) => position.castles().clone(),
            Position::Free(free) => Castles::from_setup(&free.setup, free.mode).unwrap_or_else(identity),
        }
    }

    /// Standard chess or Chess960 (rule G1).
    pub fn castling_mode(&self) -> CastlingMode {
        match self {
            Position::Legal(chess) => chess.castles().mode(),
            Position::Crowded(chess) => chess.castles().mode(),
            Position::Variant(position) => position.castles().mode(),
            Position::Free(free) => free.mode,
        }
    }

    /// The square passed by the double step of the preceding half-move, whether or not a pawn can capture there.
    pub fn en_passant(&self) -> Option<Square> {
        match self {
            Position::Legal(chess) => chess.maybe_ep_square(),
            Position::Crowded(chess) => chess.maybe_ep_square(),
            Position::Variant(position) => position.maybe_ep_square(),
            Position::Free(free) => free.setup.ep_square,
        }
    }

    /// The en passant square, if a legal move captures there; `None` on free boards.
    pub fn legal_en_passant(&self) -> Option<Square> {
        match self {
            Position::Legal(chess) => chess.legal_ep_square(),
            Position::Crowded(chess) => chess.legal_ep_square(),
            Position::Variant(position) => position.legal_ep_square(),
            Position::Free(_) => None,
        }
    }

    /// Half-moves since the last capture or pawn move.
    #[inline]
    pub fn halfmoves(&self) -> u32 {
        match self {
            Position::Legal(chess) => chess.halfmoves(),
            Position::Crowded(chess) => chess.halfmoves(),
            Position::Variant(position) => position.halfmoves(),
            Position::Free(free) => free.setup.halfmoves,
        }
    }

    /// The move number, from 1, incremented after each half-move of Black's.
    #[inline]
    pub fn fullmoves(&self) -> NonZeroU32 {
        match self {
            Position::Legal(chess) => chess.fullmoves(),
            Position::Crowded(chess) => chess.fullmoves(),
            Position::Variant(position) => position.fullmoves(),
            Position::Free(free) => free.setup.fullmoves,
        }
    }

    /// The position as a setup; the en passant square is set after every double step, as in FEN.
    pub fn setup(&self) -> Setup {
        match self {
            Position::Legal(chess) => chess.to_setup(EnPassantMode::Always),
            Position::Crowded(chess) => chess.to_setup(EnPassantMode::Always),
            Position::Variant(position) => position.to_setup(EnPassantMode::Always),
            Position::Free(free) => free.setup.clone(),
        }
    }

    /// Every legal move; empty on free boards.
    pub fn legal_moves(&self) -> MoveList {
        self.legal().map_or_else(MoveList::new, |position| position.legal_moves())
    }

    /// The legal moves of pieces of a role to a square that satisfy `fits`, drops included: the possible meanings of a
    /// SAN text. On free boards the moves by the pieces' movement rules.
    #[inline]
    pub fn san_candidates(&self, role: Role, to: Square, fits: impl Fn(&Move) -> bool) -> Vec<Move> {
        // Shakmaty's list takes kilobytes, so it is not moved.
        let matching = |moves: &MoveList| moves.iter().copied().filter(|m| fits(m)).collect();
        match self {
            Position::Legal(chess) => matching(&chess.san_candidates(role, to)),
            Position::Crowded(chess) => matching(&chess.san_candidates(role, to)),
            Position::Variant(position) => matching(&position.san_candidates(role, to)),
            Position::Free(_) => self.free_candidates(role, to).filter(|m| fits(m)).collect(),
        }
    }

    fn free_candidates(&self, role: Role, to: Square) -> impl Iterator<Item = Move> {
        const PIECES: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::King];
        let promotions = match role {
            Role::Pawn if self.promotes_on(to) => {
                PIECES.into_iter().filter(|promoted| may_promote_to(self.variant(), *promoted)).map(Some).collect()
            }
            _ => vec![None],
        };
        let pieces = self.board().by_piece(role.of(self.turn()));
        pieces.into_iter().flat_map(move |from| {
            promotions.clone().into_iter().filter_map(move |promotion| {
                let verdict = self.by_coordinates(from, to, promotion, Some(role), RuleScope::Full);
                verdict.illegal.is_none().then_some(verdict.play).flatten()?.as_move()
            })
        })
    }

    /// Whether the move is legal; always false on free boards.
    #[inline]
    pub fn is_legal(&self, m: Move) -> bool {
        match self {
            Position::Legal(chess) => chess.is_legal(m),
            Position::Crowded(chess) => chess.is_legal(m),
            Position::Variant(position) => position.is_legal(m),
            Position::Free(_) => false,
        }
    }

    /// The legal move that leads to the board `after`: the meaning of a FEN or SFEN move text.
    pub fn move_to(&self, after: &Board) -> Option<Move> {
        let chess = match self {
            Position::Legal(chess) => chess,
            Position::Crowded(chess) => chess,
            Position::Variant(position) => {
                // Drops and explosions change the board elsewhere, so all moves are tried.
                return position.legal_moves().into_iter().find(|&m| {
                    let mut played = position.clone();
                    played.play_unchecked(m);
                    played.board() == after
                });
            }
            Position::Free(_) => return None,
        };
        let ours = chess.us();
        let theirs_to_be = after.by_color(chess.turn());
        let leads = |m: &Move| {
            let mut played = chess.clone();
            played.play_unchecked(*m);
            played.board() == after
        };
        if let (Some(from), Some(to)) = ((ours & !theirs_to_be).single_square(), (theirs_to_be & !ours).single_square())
            && let Some(role) = chess.board().role_at(from)
            && let Some(m) = chess.san_candidates(role, to).into_iter().find(|m| m.from() == Some(from) && leads(m))
        {
            return Some(m);
        }
        [shakmaty::CastlingSide::KingSide, shakmaty::CastlingSide::QueenSide]
            .into_iter()
            .flat_map(|side| chess.castling_moves(side))
            .find(leads)
    }

    /// Why even a null move, as annotators use it, is impossible: the side to move is in check.
    pub fn why_not_pass(&self) -> Option<Illegality> {
        if !self.is_check() {
            return None;
        }
        let king = only_king(self.board(), self.turn())?;
        let by = self.situation().first_piece(self.checkers())?;
        Some(Illegality::PassesInCheck { king, by })
    }

    /// Whether the king of this side is in check, regardless of the side to move.
    pub fn is_check_on(&self, color: Color) -> bool {
        self.with_turn(color).is_check()
    }

    /// Why a half-move is illegal; `None` if it is legal. Null moves have a diagnostic of their own and are not judged
    /// here.
    pub fn why_illegal(&self, play: &Play) -> Option<Illegality> {
        self.judge(play, RuleScope::Full)
    }

    /// Why a half-move is illegal at the given strictness; `None` if there is no objection.
    pub fn judge(&self, play: &Play, judging: RuleScope) -> Option<Illegality> {
        match *play {
            Play::Null => None,
            Play::Arrival { from, .. } => Some(Illegality::NoPiece { from }),
            Play::Move(m) if self.is_legal(m) => None,
            Play::Move(m) => {
                if let Some(seen) = self.with_mover_to_move(m.from()) {
                    return seen.judge(play, judging);
                }
                self.situation().judge(m, judging)
            }
        }
    }

    /// If either side may be next and the piece on `from` is of the side not to move, the position with that side to
    /// move.
    pub(super) fn with_mover_to_move(&self, from: Option<Square>) -> Option<Position> {
        let Position::Free(free) = self else { return None };
        let mover = free.setup.board.color_at(from?)?;
        (free.either_turn && mover != free.setup.turn).then(|| self.with_turn(mover))
    }

    /// The position with `turn` as the certain side to move.
    pub(super) fn with_turn(&self, turn: Color) -> Position {
        Position::in_variant(Setup { turn, ..self.setup() }, self.castling_mode(), self.variant())
    }

    pub(super) fn situation(&self) -> Situation<'_> {
        let pocket = match self {
            Position::Variant(position) => position.pockets(),
            Position::Free(free) => free.setup.pockets.as_ref(),
            Position::Legal(_) | Position::Crowded(_) => None,
        };
        Situation {
            board: self.board(),
            turn: self.turn(),
            castles: self.castles(),
            en_passant: self.en_passant(),
            variant: self.variant(),
            pocket: pocket.map(|pockets| *pockets.get(self.turn())),
            game_over: self.variant_end().is_some(),
        }
    }

    /// Plays a half-move, legal or not. After an illegal half-move, the position is legal again as soon as the board
    /// allows it.
    pub fn play(&mut self, play: &Play) {
        match play {
            Play::Move(m) if self.is_legal(*m) => self.play_legal(*m),
            _ => {
                let mut free = match self {
                    Position::Free(free) => (**free).clone(),
                    _ => FreeBoard {
                        setup: self.setup(),
                        mode: self.castling_mode(),
                        variant: self.variant(),
                        either_turn: false,
                    },
                };
                free.carry_out(play);
                *self = Position::settle(free);
            }
        }
    }

    /// Plays a move known to be legal here: one of [`Position::legal_moves`], or of a verdict without errors. For any
    /// other move use [`Position::play`], to which this is equivalent on a free board.
    #[inline]
    pub fn play_legal(&mut self, m: Move) {
        debug_assert!(self.legal().is_none_or(|chess| chess.is_legal(m)), "{m:?} is not legal");
        match self {
            Position::Legal(chess) => chess.play_unchecked(m),
            Position::Crowded(chess) => {
                chess.play_unchecked(m);
                let setup = chess.to_setup(EnPassantMode::Always);
                *self = Position::from_setup(setup, self.castling_mode());
            }
            Position::Variant(position) => {
                position.play_unchecked(m);
                if surely_fits(position) {
                    return;
                }
                let setup = position.to_setup(EnPassantMode::Always);
                if !fits(&setup) {
                    *self = Position::in_variant(setup, self.castling_mode(), self.variant());
                }
            }
            Position::Free(_) => self.play(&Play::Move(m)),
        }
    }

    /// The position after a half-move.
    #[must_use]
    pub fn after(&self, play: &Play) -> Position {
        let mut after = self.clone();
        after.play(play);
        after
    }
}

/// The legal position of a setup, leniently.
fn legal_chess(setup: Setup, mode: CastlingMode) -> Option<Chess> {
    setup
        .position::<Chess>(mode)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .ok()
}
