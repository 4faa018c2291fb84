//! Decodes a VGN game with a binary section to plain PGN text for the fast pass.

use super::board_tracker::BoardTracker;
use super::initial_start;
use crate::binary::{LONGEST_SECTION, recorded_result};
use crate::convert::tags::VGN;
use crate::notation::{BinaryEvent, Codec, Notation, ParsedMove, find};
use crate::syntax::results::{terminator, words};

/// Replaces `out` by the text of a game. `tags`: the text before the section, with `MoveFormat` as the last tag. `None`
/// if there is more than plain tags, half-moves, NAGs, plain comments and variations.
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
            BinaryEvent::Nag(number) => line.nag(*number, out),
            BinaryEvent::Comment(text) if text.is_ascii() || std::str::from_utf8(tags).is_ok() => {
                line.comment(text, out)?
            }
            BinaryEvent::VariationBegin => line.open(out),
            BinaryEvent::VariationEnd => line.close(out)?,
            BinaryEvent::End(_) => {}
            _ => return None,
        }
    }
    let ending = recorded_result(game.events.last().map(|located| &located.event));
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
