//! A VGN game with a binary section of a main line alone, unpacked into the plain PGN text that the fast pass reads.
//!
//! Nothing is judged here: half-moves that cannot be played, or that mean something else, end the pass over that text.

use std::sync::LazyLock;

use shakmaty::{CastlingSide, Move, Rank, Role, Square};

use super::initial_start;
use crate::analysis::results::{terminator, words};
use crate::analysis::{LONGEST_SECTION, result_said};
use crate::convert::numbers::decimal;
use crate::convert::tags::VGN;
use crate::notation::{BinaryEvent, Codec, Notation, ParsedMove, PieceMove, find, side_of};

/// Sets the text of a game in the place of `out`. `tags`: its text before the section, of which the last tag is
/// `MoveFormat`. `None` where there is more than the plainest tags and half-moves.
pub(super) fn unpack(tags: &[u8], section: &[u8], out: &mut Vec<u8>) -> Option<()> {
    out.clear();
    let head = Head::read(std::str::from_utf8(tags).ok()?, out)?;
    let Codec::Binary { read, .. } = head.notation.codec else { return None };
    if section.len() > LONGEST_SECTION || !head.notation.ends_itself() {
        return None;
    }
    let game = read(section, &initial_start());
    if game.error.is_some() || game.idle.is_some() || !section.get(game.len..)?.trim_ascii().is_empty() {
        return None;
    }
    out.extend_from_slice(head.line_end.as_bytes());
    let mut line = Line::new(head.line_end);
    for located in &game.events {
        match &located.event {
            BinaryEvent::Parsed(ParsedMove::Piece(said)) => line.squares(said, out)?,
            BinaryEvent::Move(mv) => line.half_move(*mv, out)?,
            BinaryEvent::End(_) => {}
            _ => return None,
        }
    }
    let ending = result_said(game.events.last().map(|located| &located.event));
    if head.notation.says_result() != ending.is_some() || ending.is_some_and(|ending| ending != head.result) {
        return None;
    }
    out.extend_from_slice(head.result.as_bytes());
    out.extend_from_slice(head.line_end.as_bytes());
    Some(())
}

/// What the tags say that is not for PGN.
struct Head {
    notation: &'static Notation,
    /// The terminator that the tag `Result` tells.
    result: &'static str,
    line_end: &'static str,
}

impl Head {
    /// Adds the tags as PGN has them, each on its line.
    fn read(tags: &str, out: &mut Vec<u8>) -> Option<Head> {
        let line_end = if tags.contains("\r\n") { "\r\n" } else { "\n" };
        let (mut result, mut notation, mut is_vgn) = (None, None, false);
        // What parts it from the game before it may stand in front of its tags.
        for line in tags.split(line_end).skip_while(|line| line.is_empty()) {
            let (name, value) = line.strip_prefix('[')?.strip_suffix("\"]")?.split_once(" \"")?;
            // Behind `MoveFormat` stands the section.
            let is_plain = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            if notation.is_some() || !is_plain || value.contains(['"', '\\', '[', ']', '\n', '\r']) {
                return None;
            }
            match name {
                "GameFormat" if value == VGN && !is_vgn => {
                    is_vgn = true;
                    continue;
                }
                "MoveFormat" => {
                    notation = Some(find(value.split_once(':').map_or(value, |(name, _)| name))?);
                    continue;
                }
                "GameFormat" | "SetUp" | "FEN" | "Variant" | "Rules" | "Pieces" => return None,
                "Result" if result.is_some() => return None,
                _ => {}
            }
            let mut value = value;
            if name == "Result" {
                let told = terminator(value);
                value = Some(told).filter(|told| words(told) == Some(value))?;
                result = Some(told);
            }
            for part in ["[", name, " \"", value, "\"]", line_end] {
                out.extend_from_slice(part.as_bytes());
            }
        }
        if !is_vgn {
            return None;
        }
        // What nobody tells the last board may tell.
        Some(Head { notation: notation?, result: result?, line_end })
    }
}

/// The pieces by their squares while half-moves go by.
struct Line {
    pieces: [Option<Role>; 64],
    /// Half-moves so far.
    count: u32,
    line_end: &'static str,
}

/// Half-moves on a line, which has less than 255 characters so (PGN 4.3).
const ON_A_LINE: u32 = 16;

impl Line {
    fn new(line_end: &'static str) -> Line {
        static PIECES: LazyLock<[Option<Role>; 64]> = LazyLock::new(|| {
            let board = shakmaty::Board::new();
            std::array::from_fn(|square| board.role_at(Square::new(square as u32)))
        });
        Line { pieces: *PIECES, count: 0, line_end }
    }

    fn squares(&mut self, said: &PieceMove, out: &mut Vec<u8>) -> Option<()> {
        let from = Square::from_coords(said.from_file?, said.from_rank?);
        let is_castling = self.role_at(from) == Some(Role::King)
            && (from.file().distance(said.to.file()), from.rank()) == (2, said.to.rank())
            && said.promotion.is_none();
        if is_castling {
            self.castle(from, side_of(from, said.to), out);
            return Some(());
        }
        self.write(from, said.to, said.promotion, out)
    }

    fn castle(&mut self, king: Square, side: CastlingSide, out: &mut Vec<u8>) {
        self.number(out);
        out.extend_from_slice(if side.is_king_side() { b"O-O " } else { b"O-O-O " });
        let on_rank = |file| Square::from_coords(file, king.rank());
        let rook = if side.is_king_side() { shakmaty::File::H } else { shakmaty::File::A };
        self.go(king, on_rank(side.king_to_file()), None);
        self.go(on_rank(rook), on_rank(side.rook_to_file()), None);
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

    /// A half-move with all of its source and without its mark, which an export leaves out and adds.
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
