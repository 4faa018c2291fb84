//! Places in the bytes of a file that is not open.

use std::ops::Range;

use memchr::{memchr_iter, memchr2_iter, memrchr2};
use tower_lsp::lsp_types::{self, Position};
use vgn_engine::source::Encoding;

use crate::lsp::documents::address::Address;
use crate::lsp::documents::positions::{ClientEncoding, PositionCounter};

/// A place in a document or a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionPlace {
    pub uri: Address,
    pub range: lsp_types::Range,
}

/// Number of lines that end in a part of some bytes: `\n`, `\r\n`, or a bare `\r`.
pub fn lines(bytes: &[u8], part: Range<usize>) -> usize {
    let is_end = |at: &usize| bytes[*at] == b'\n' || bytes.get(at + 1) != Some(&b'\n');
    match memchr_iter(b'\r', &bytes[part.clone()]).next() {
        None => memchr_iter(b'\n', &bytes[part]).count(),
        Some(_) => memchr2_iter(b'\n', b'\r', &bytes[part.clone()]).filter(|at| is_end(&(part.start + at))).count(),
    }
}

/// The positions of a range in the bytes of a file, from the start of a game, which has `line` lines before it.
pub fn range(
    bytes: &[u8],
    (game, line): (usize, u32),
    place: Range<usize>,
    encoding: ClientEncoding,
) -> lsp_types::Range {
    let begin = memrchr2(b'\n', b'\r', &bytes[..game]).map_or(0, |end| end + 1);
    let code = Encoding::of(&bytes[game..place.end.max(game)]);
    let position = |at: usize| {
        let text = code.decode(&bytes[begin..at]);
        let Position { line: further, character } = PositionCounter::new(&text, encoding).to(text.len());
        Position::new(line + further, character)
    };
    lsp_types::Range::new(position(place.start), position(place.end))
}

/// The positions of a range in the text of a game that starts at `game` in the bytes of a file, with `line` lines before
/// it.
pub(super) fn range_of_text(
    bytes: &[u8],
    (game, line): (usize, u32),
    text: &str,
    place: Range<usize>,
    encoding: ClientEncoding,
) -> lsp_types::Range {
    let begin = memrchr2(b'\n', b'\r', &bytes[..game]).map_or(0, |end| end + 1);
    let before = Encoding::of(&bytes[begin..game]).decode(&bytes[begin..game]);
    let position = |at: usize| {
        let passed = [&before, text.get(..at).unwrap_or(text)].concat();
        let Position { line: further, character } = PositionCounter::new(&passed, encoding).to(passed.len());
        Position::new(line + further, character)
    };
    lsp_types::Range::new(position(place.start), position(place.end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_as_in_an_editor() {
        let bytes = b"a\r\nb\rc\n\n\r\n";
        assert_eq!(lines(bytes, 0..bytes.len()), 5);
        assert_eq!((lines(bytes, 0..2), lines(bytes, 2..3)), (0, 1), "between the two bytes of one line end");
    }

    #[test]
    fn columns_are_counted_in_the_file_s_own_encoding() {
        let bytes = b"* {\xe9t\xe9} 1. e4\r\n1... e5 *";
        let at = |place, encoding| range(bytes, (2, 0), place, encoding);
        let start = |range: lsp_types::Range| (range.start.line, range.start.character);
        assert_eq!(start(at(11..13, ClientEncoding::Utf16)), (0, 11));
        assert_eq!(start(at(11..13, ClientEncoding::Utf8)), (0, 13));
        assert_eq!(start(at(20..22, ClientEncoding::Utf16)), (1, 5));
    }
}
