//! Decodes a VGN game with a binary section of a main line alone to plain PGN text for the fast pass.
//!
//! This step does not judge: half-moves that cannot be played, or that denote another move, end the pass over that
//! text.

use std::sync::LazyLock;

use shakmaty::{Board, CastlingSide, Color, File, Move, Rank, Role, Square};

use super::initial_start;
use crate::binary::{LONGEST_SECTION, result_said};
use crate::convert::numbers::decimal;
use crate::convert::tags::VGN;
use crate::notation::{BinaryEvent, Codec, Notation, ParsedMove, PieceMove, find, side_of};
use crate::replay::results::{terminator, words};

/// Replaces `out` by the text of a game. `tags`: the text before the section, with `MoveFormat` as the last tag. `None`
/// if there is more than plain tags and half-moves.
pub(super) fn unpack(tags: &[u8], section: &[u8], out: &mut Vec<u8>) -> Option<()> {
    out.clear();
    let head = PgnTags::read(tags, out)?;
    let Codec::Binary { read, .. } = head.notation.codec else { return None };
    if section.len() > LONGEST_SECTION || !head.notation.has_terminator() {
        return None;
    }
    let game = read(section, &initial_start());
    if game.error.is_some() || game.idle.is_some() || !section.get(game.len..)?.trim_ascii().is_empty() {
        return None;
    }
    out.extend_from_slice(head.line_end.as_bytes());
    let mut line = BoardTracker::new(head.line_end);
    for located in &game.events {
        match &located.event {
            BinaryEvent::Parsed(ParsedMove::Piece(piece_move)) => line.squares(piece_move, out)?,
            BinaryEvent::Move(mv) => line.half_move(*mv, out)?,
            BinaryEvent::Board(after) => line.board(after, out)?,
            BinaryEvent::End(_) => {}
            _ => return None,
        }
    }
    let ending = result_said(game.events.last().map(|located| &located.event));
    if head.notation.records_result() != ending.is_some() || ending.is_some_and(|ending| ending != head.result) {
        return None;
    }
    out.extend_from_slice(head.result.as_bytes());
    out.extend_from_slice(head.line_end.as_bytes());
    Some(())
}

/// Content of the tags that PGN does not have.
struct PgnTags {
    notation: &'static Notation,
    /// The terminator in the `Result` tag.
    result: &'static str,
    line_end: &'static str,
}

impl PgnTags {
    /// Appends the tags in PGN's form, one per line.
    fn read(tags: &[u8], out: &mut Vec<u8>) -> Option<PgnTags> {
        let (mut result, mut notation, mut is_vgn, mut line_end) = (None, None, false, None);
        let mut from = 0;
        while from < tags.len() {
            let to = memchr::memchr(b'\n', &tags[from..]).map_or(tags.len(), |len| from + len);
            let (line, is_last) = (&tags[from..to], to == tags.len());
            from = to + 1;
            let (line, end) = match line.strip_suffix(b"\r") {
                _ if is_last => (line, line_end?),
                Some(line) => (line, "\r\n"),
                None => (line, "\n"),
            };
            if *line_end.get_or_insert(end) != end {
                return None;
            }
            // Line ends that separate the game from the preceding one.
            if line.is_empty() && !is_vgn && out.is_empty() {
                continue;
            }
            let inner = line.strip_prefix(b"[")?.strip_suffix(b"\"]")?;
            let (name, value) = inner.split_at(memchr::memchr(b' ', inner)?);
            let value = value.strip_prefix(b" \"")?;
            // The section follows `MoveFormat`.
            let is_plain = !name.is_empty() && name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
            if notation.is_some() || !is_plain || memchr::memchr3(b'"', b'\\', b'\r', value).is_some() {
                return None;
            }
            let mut value = value;
            match name {
                b"GameFormat" if value == VGN.as_bytes() && !is_vgn => {
                    is_vgn = true;
                    continue;
                }
                b"MoveFormat" => {
                    let value = std::str::from_utf8(value).ok()?;
                    notation = Some(find(value.split_once(':').map_or(value, |(name, _)| name))?);
                    continue;
                }
                b"GameFormat" | b"SetUp" | b"FEN" | b"Variant" | b"Rules" | b"Pieces" => return None,
                b"Result" if result.is_some() => return None,
                b"Result" => {
                    let result_terminator = terminator(std::str::from_utf8(value).ok()?);
                    if words(result_terminator)?.as_bytes() != value {
                        return None;
                    }
                    (value, result) = (result_terminator.as_bytes(), Some(result_terminator));
                }
                _ => {}
            }
            for part in [b"[", name, b" \"", value, b"\"]", end.as_bytes()] {
                out.extend_from_slice(part);
            }
        }
        if !is_vgn {
            return None;
        }
        // An unknown terminator may follow from the last board.
        Some(PgnTags { notation: notation?, result: result?, line_end: line_end? })
    }
}

/// Tracks the board while half-moves are decoded.
struct BoardTracker {
    pieces: [Option<Role>; 64],
    /// The last board of a section of boards.
    board: Board,
    /// Number of half-moves so far.
    count: u32,
    line_end: &'static str,
}

/// The file of the castling rook on this side.
fn rook_file(side: CastlingSide) -> File {
    if side.is_king_side() { File::H } else { File::A }
}

/// Whether castling leads from the first board to the second.
fn is_castled(mut board: Board, king: Square, side: CastlingSide, after: &Board) -> bool {
    let on_rank = |file| Square::from_coords(file, king.rank());
    let (Some(king), Some(rook)) = (board.remove_piece_at(king), board.remove_piece_at(on_rank(rook_file(side))))
    else {
        return false;
    };
    board.set_piece_at(on_rank(side.king_to_file()), king);
    board.set_piece_at(on_rank(side.rook_to_file()), rook);
    board == *after
}

/// Half-moves per line, which keeps lines under 255 characters (PGN 4.3).
const ON_A_LINE: u32 = 16;

impl BoardTracker {
    fn new(line_end: &'static str) -> BoardTracker {
        static PIECES: LazyLock<[Option<Role>; 64]> = LazyLock::new(|| {
            let board = Board::new();
            std::array::from_fn(|square| board.role_at(Square::new(square as u32)))
        });
        BoardTracker { pieces: *PIECES, board: Board::new(), count: 0, line_end }
    }

    fn squares(&mut self, piece_move: &PieceMove, out: &mut Vec<u8>) -> Option<()> {
        let from = Square::from_coords(piece_move.from_file?, piece_move.from_rank?);
        let is_castling = self.role_at(from) == Some(Role::King)
            && (from.file().distance(piece_move.to.file()), from.rank()) == (2, piece_move.to.rank())
            && piece_move.promotion.is_none();
        if is_castling {
            self.castle(from, side_of(from, piece_move.to), out);
            return Some(());
        }
        self.write(from, piece_move.to, piece_move.promotion, out)
    }

    fn castle(&mut self, king: Square, side: CastlingSide, out: &mut Vec<u8>) {
        self.number(out);
        out.extend_from_slice(if side.is_king_side() { b"O-O " } else { b"O-O-O " });
        let on_rank = |file| Square::from_coords(file, king.rank());
        self.go(king, on_rank(side.king_to_file()), None);
        self.go(on_rank(rook_file(side)), on_rank(side.rook_to_file()), None);
    }

    /// Writes the half-move given by the change of the board.
    fn board(&mut self, after: &Board, out: &mut Vec<u8>) -> Option<()> {
        let mut board = std::mem::replace(&mut self.board, after.clone());
        let turn = Color::from_white(self.count.is_multiple_of(2));
        let (ours, to_be) = (board.by_color(turn), after.by_color(turn));
        let (Some(from), Some(to)) = ((ours & !to_be).single_square(), (to_be & !ours).single_square()) else {
            let king = board.king_of(turn)?;
            let side = CastlingSide::ALL.into_iter().find(|side| is_castled(board.clone(), king, *side, after))?;
            self.castle(king, side, out);
            return Some(());
        };
        let (piece, arrived) = (board.remove_piece_at(from)?, after.piece_at(to)?);
        if piece.role == Role::Pawn && from.file() != to.file() && board.piece_at(to).is_none() {
            board.discard_piece_at(Square::from_coords(to.file(), from.rank()));
        }
        board.set_piece_at(to, arrived);
        let promotion = (piece.role != arrived.role).then_some(arrived.role);
        if board == *after { self.write(from, to, promotion, out) } else { None }
    }

    fn half_move(&mut self, mv: Move, out: &mut Vec<u8>) -> Option<()> {
        match mv {
            Move::Normal { from, to, promotion, .. } => self.write(from, to, promotion, out),
            Move::EnPassant { from, to } => self.write(from, to, None, out),
            Move::Castle { king, rook } => {
                self.castle(king, side_of(king, rook), out);
                Some(())
            }
            Move::Put { .. } => None,
        }
    }

    /// Writes a half-move with its whole source and without its mark; an export shortens the source and adds the mark.
    fn write(&mut self, from: Square, to: Square, promotion: Option<Role>, out: &mut Vec<u8>) -> Option<()> {
        let role = self.role_at(from)?;
        let is_pawn = role == Role::Pawn;
        let is_en_passant = is_pawn && from.file() != to.file() && self.role_at(to).is_none();
        let takes = is_en_passant || self.role_at(to).is_some();
        if promotion.is_some() != (is_pawn && matches!(to.rank(), Rank::First | Rank::Eighth)) {
            return None;
        }
        self.number(out);
        let [file, rank] = [from.file().char() as u8, from.rank().char() as u8];
        match role {
            Role::Pawn if takes => out.push(file),
            Role::Pawn => {}
            Role::King => out.push(b'K'),
            _ => out.extend_from_slice(&[role.upper_char() as u8, file, rank]),
        }
        if takes {
            out.push(b'x');
        }
        out.extend_from_slice(&[to.file().char() as u8, to.rank().char() as u8]);
        if let Some(promotion) = promotion {
            out.extend_from_slice(&[b'=', promotion.upper_char() as u8]);
        }
        out.push(b' ');
        if is_en_passant {
            self.pieces[usize::from(Square::from_coords(to.file(), from.rank()))] = None;
        }
        self.go(from, to, promotion);
        Some(())
    }

    fn number(&mut self, out: &mut Vec<u8>) {
        if self.count > 0 && self.count.is_multiple_of(ON_A_LINE) {
            out.extend_from_slice(self.line_end.as_bytes());
        }
        if self.count.is_multiple_of(2) {
            out.extend_from_slice(decimal(self.count / 2 + 1, &mut [0; 10]));
            out.extend_from_slice(b". ");
        }
        self.count += 1;
    }

    fn role_at(&self, square: Square) -> Option<Role> {
        self.pieces[usize::from(square)]
    }

    fn go(&mut self, from: Square, to: Square, promotion: Option<Role>) {
        let piece = self.pieces[usize::from(from)].take();
        self.pieces[usize::from(to)] = promotion.or(piece);
    }
}
