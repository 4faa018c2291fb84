//! SAN's import form: the many forms in which people and programs write moves (PGN specification 8.2.3.8, 3.2.1).
//!
//! `0-0`, `o-o`, `e7e8Q`, `e8(Q)`, `e8/Q`, `e2-e4`, `Pe4`, `ed5`, `Rh6:`, `R:h6`, `gh6+`, `nf3`, `Nf3++`, `exd6e.p.`,
//! `N@f3`, `--`, figurines. It also parses long algebraic notation.

use shakmaty::{CastlingSide, File, Rank, Role, Square};

use crate::notation::coordinates::{file, rank, role, square};
use crate::notation::{Capture, EndMark, MoveText, ParsedMove, PieceMove, SpellingDeviations};

/// A parsed move text, before its notation is determined.
pub(in crate::notation) struct SanParts {
    pub parsed: SanMoveParts,
    pub check: bool,
    pub end: EndMark,
    /// Final except for `import_form`.
    pub habits: SpellingDeviations,
    /// Whether the form is neither SAN nor LAN: lower-case piece letters, `++`, `e8Q`, `:` …
    pub loose: bool,
}

pub(in crate::notation) enum SanMoveParts {
    Castle(CastlingSide),
    Null,
    Drop(Role, Square),
    Piece {
        /// The piece letter, `P` included.
        letter: Option<Role>,
        from_file: Option<File>,
        from_rank: Option<Rank>,
        separator: Separator,
        to: Square,
        promotion: Option<Role>,
    },
}

/// What separates source and destination.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::notation) enum Separator {
    None,
    Hyphen,
    Takes,
}

/// Reads a move in import form.
pub(super) fn read(text: &str) -> Option<MoveText> {
    let SanParts { parsed, check, end, mut habits, loose } = parts(text)?;
    habits.import_form = loose;
    let parsed = match parsed {
        SanMoveParts::Castle(side) => ParsedMove::Castle(side),
        SanMoveParts::Null => ParsedMove::Null,
        SanMoveParts::Drop(role, to) => ParsedMove::Drop { role, to },
        SanMoveParts::Piece { letter, from_file, from_rank, separator, to, promotion } => {
            let pawn = matches!(letter, None | Some(Role::Pawn));
            let whole_source = from_file.is_some() && from_rank.is_some();
            habits.import_form |=
                letter == Some(Role::Pawn) || separator == Separator::Hyphen || (whole_source && pawn);
            let capture = match (separator, from_file) {
                (Separator::Takes, _) => Capture::Takes,
                (Separator::Hyphen, _) => Capture::Quiet,
                // A move of any piece in coordinates, capture or not.
                (Separator::None, _) if letter.is_none() && whole_source => Capture::Unsaid,
                // A pawn that changes its file captures, with or without `x`.
                (Separator::None, Some(from)) if pawn && from != to.file() => {
                    habits.import_form = true;
                    Capture::Takes
                }
                (Separator::None, _) => Capture::Quiet,
            };
            let capture = if habits.en_passant_suffix { Capture::EnPassant } else { capture };
            let role = if letter.is_none() && whole_source { None } else { letter.or(Some(Role::Pawn)) };
            ParsedMove::Piece(PieceMove { role, from_file, from_rank, to, capture, promotion })
        }
    };
    Some(MoveText { parsed, check, end, habits })
}

/// Parses a text, or returns `None` if it is no algebraic move.
pub(in crate::notation) fn parts(text: &str) -> Option<SanParts> {
    let mut buffer = [0_u8; MAX_LEN];
    let (len, foreign, mut loose) = to_ascii(text, &mut buffer)?;
    let mut core = buffer.get(..len)?;
    if matches!(core, b"--" | b"Z0" | b"null" | b"0000" | b"@@@@") {
        let habits = SpellingDeviations::default();
        return Some(SanParts { parsed: SanMoveParts::Null, check: false, end: EndMark::None, habits, loose: false });
    }
    let mut habits = SpellingDeviations { foreign, ..SpellingDeviations::default() };

    let mut marks = strip_marks(&mut core);
    if let Some(rest) = EN_PASSANT.iter().find_map(|suffix| core.strip_suffix(*suffix)) {
        core = rest.strip_suffix(b"/").unwrap_or(rest);
        habits.en_passant_suffix = true;
        if marks.is_empty() {
            marks = strip_marks(&mut core);
        }
    }
    let (check, end) = match marks {
        b"" => (false, EndMark::None),
        b"+" => (true, EndMark::None),
        b"#" => (true, EndMark::Over),
        b"++" => {
            loose = true;
            (true, EndMark::None)
        }
        b"+#" => {
            loose = true;
            (true, EndMark::Over)
        }
        _ => return None,
    };

    let parsed = if let Some((side, zeros, small)) = castle(core) {
        habits.castling_zeros = zeros;
        loose |= small;
        SanMoveParts::Castle(side)
    } else if let Some((role, to, small)) = drop(core) {
        loose |= small;
        SanMoveParts::Drop(role, to)
    } else {
        piece(core, &mut loose)?
    };
    if habits.en_passant_suffix && !is_pawns(&parsed) {
        return None;
    }
    Some(SanParts { parsed, check, end, habits, loose })
}

/// Forms of `e.p.` after a capture en passant.
const EN_PASSANT: [&[u8]; 6] = [b"e.p.", b"e.p", b"ep", b"E.P.", b"E.P", b"EP"];

/// Maximum length of an algebraic move: `Pe5xd6++e.p.` has twelve bytes.
const MAX_LEN: usize = 16;

/// Copies the text with letters for figurines and `x` for `×`. Returns the length, the first figurine, and whether any
/// form is loose.
fn to_ascii(text: &str, buffer: &mut [u8; MAX_LEN]) -> Option<(usize, Option<char>, bool)> {
    let mut len = 0;
    let mut foreign = None;
    let mut loose = false;
    let mut behind = text.chars();
    while let Some(found) = behind.next() {
        let byte = match found {
            '\u{fe0e}' | '\u{fe0f}' => continue,
            // Blanks around the sign of a move.
            ' ' | '\t' if len > 0 && (is_sign(buffer[len - 1]) || begins_with_sign(behind.as_str())) => {
                loose = true;
                continue;
            }
            // Blanks before a promotion.
            ' ' | '\t' if len > 1 && matches!(buffer[len - 1], b'1' | b'8' | b'=') && !text.ends_with([' ', '\t']) => {
                loose = true;
                continue;
            }
            '×' => {
                loose = true;
                b'x'
            }
            // In Unicode the six white pieces are in this order, followed by the six black ones.
            '♔'..='♟' => {
                foreign = foreign.or(Some(found));
                *b"KQRBNP".get((found as usize - '♔' as usize) % 6)?
            }
            _ if found.is_ascii_graphic() => found as u8,
            _ => return None,
        };
        *buffer.get_mut(len)? = byte;
        len += 1;
    }
    Some((len, foreign, loose))
}

fn is_sign(byte: u8) -> bool {
    matches!(byte, b'x' | b'X' | b':' | b'-')
}

fn begins_with_sign(text: &str) -> bool {
    let text = text.trim_start_matches([' ', '\t']);
    text.starts_with('\u{d7}') || text.bytes().next().is_some_and(is_sign)
}

/// Strips trailing `+` and `#`.
fn strip_marks<'a>(core: &mut &'a [u8]) -> &'a [u8] {
    let kept = core.iter().rposition(|byte| !matches!(byte, b'+' | b'#')).map_or(0, |last| last + 1);
    let (rest, marks) = core.split_at(kept);
    *core = rest;
    marks
}

fn is_pawns(parsed: &SanMoveParts) -> bool {
    matches!(parsed, SanMoveParts::Piece { letter: None | Some(Role::Pawn), .. })
}

/// The side; whether zeros replace the capital O; whether lower-case letters do.
fn castle(core: &[u8]) -> Option<(CastlingSide, bool, bool)> {
    let side = match core.len() {
        3 => CastlingSide::KingSide,
        5 => CastlingSide::QueenSide,
        _ => return None,
    };
    let fits = |(at, byte): (usize, &u8)| {
        if at % 2 == 0 { matches!(byte, b'O' | b'o' | b'0') } else { *byte == b'-' }
    };
    core.iter().enumerate().all(fits).then(|| (side, core.contains(&b'0'), core.contains(&b'o')))
}

/// `N@f3`, `@e4`: the role, the square, and whether the letter is lower-case.
fn drop(core: &[u8]) -> Option<(Role, Square, bool)> {
    match *core {
        [b'@', a, b] => Some((Role::Pawn, square(a, b)?, false)),
        [letter, b'@', a, b] => {
            let role = role(letter.to_ascii_uppercase()).filter(|role| *role != Role::King)?;
            Some((role, square(a, b)?, letter.is_ascii_lowercase()))
        }
        _ => None,
    }
}

fn piece(core: &[u8], loose: &mut bool) -> Option<SanMoveParts> {
    match *core.first()? {
        letter @ (b'N' | b'B' | b'R' | b'Q' | b'K' | b'P') => body(role(letter), &core[1..], loose),
        letter @ (b'n' | b'r' | b'q' | b'k' | b'p') => {
            *loose = true;
            body(role(letter.to_ascii_uppercase()), &core[1..], loose)
        }
        // A lower-case b is the file if a pawn could move so, else the bishop.
        b'b' => {
            let mut pawn_loose = *loose;
            body(None, core, &mut pawn_loose).filter(b_pawn_could).inspect(|_| *loose = pawn_loose).or_else(|| {
                *loose = true;
                body(Some(Role::Bishop), &core[1..], loose)
            })
        }
        _ => body(None, core, loose),
    }
}

fn b_pawn_could(parsed: &SanMoveParts) -> bool {
    match parsed {
        SanMoveParts::Piece { from_file: Some(from), from_rank: None, to, .. } => from.distance(to.file()) == 1,
        _ => true,
    }
}

/// Parses the text after the piece letter: source, separator, destination, promotion.
fn body(letter: Option<Role>, body: &[u8], loose: &mut bool) -> Option<SanMoveParts> {
    let is_coordinate = |byte: &u8| matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'x' | b'X' | b':' | b'-');
    let mut cut = body.iter().position(|byte| !is_coordinate(byte)).unwrap_or(body.len());
    // A lower-case b is also a file; after the destination's digit it is the bishop.
    if cut >= 3 && body[cut - 1] == b'b' && body[cut - 2].is_ascii_digit() {
        cut -= 1;
    }
    let (mut squares, tail) = body.split_at(cut);
    let promotion = promotion(tail, loose)?;

    let mut separator = Separator::None;
    if let [rest @ .., b':'] = squares {
        squares = rest;
        separator = Separator::Takes;
        *loose = true;
    }
    let (from, to) = squares.split_at(squares.len().checked_sub(2)?);
    let to = square(to[0], to[1])?;
    let from = match from {
        [from @ .., found @ (b'x' | b'X' | b':' | b'-')] if separator == Separator::None => {
            separator = if *found == b'-' { Separator::Hyphen } else { Separator::Takes };
            *loose |= !matches!(found, b'x' | b'-');
            from
        }
        _ => from,
    };
    let (from_file, from_rank) = match *from {
        [] => (None, None),
        [letter @ b'a'..=b'h'] => (Some(file(letter)?), None),
        [digit] => (None, Some(rank(digit)?)),
        [letter, digit] => (Some(file(letter)?), Some(rank(digit)?)),
        _ => return None,
    };
    if letter.is_none() {
        match (from_file, from_rank, separator) {
            (None, None, Separator::None) | (Some(_), Some(_), _) | (Some(_), None, Separator::Takes) => {}
            (Some(from), None, Separator::None) if from.distance(to.file()) == 1 => {}
            _ => return None,
        }
    }
    Some(SanMoveParts::Piece { letter, from_file, from_rank, separator, to, promotion })
}

/// `=Q`, `Q`, `q`, `(Q)`, `/Q`, `=(Q)`, or nothing; `None` if it is none of these.
fn promotion(tail: &[u8], loose: &mut bool) -> Option<Option<Role>> {
    let letter = match *tail {
        [] => return Some(None),
        [b'=', letter] => letter,
        [letter] | [b'/', letter] | [b'(', letter, b')'] | [b'=', b'(', letter, b')'] => {
            *loose = true;
            letter
        }
        _ => return None,
    };
    *loose |= letter.is_ascii_lowercase();
    role(letter.to_ascii_uppercase()).map(Some)
}
