//! The text of a half-move, packed into eight bytes.

use shakmaty::{File, Rank, Square};

use super::swar;
use super::swar::{below, first, is};

/// The word of a half-move: at most as long as `Qa1xb2+` or `exd8=Q+`.
pub(crate) struct Word {
    bytes: u64,
    /// Length without the mark for check.
    pub(crate) core: usize,
    pub(crate) len: usize,
    pub(crate) check: bool,
    pub(crate) mate: bool,
}

impl Word {
    /// The word that starts at `at`, if it certainly ends where a move does.
    #[inline(always)]
    pub(crate) fn read(bytes: &[u8], at: usize) -> Option<Word> {
        let word = swar::at(bytes, at);
        // White space, `!`, `$` and `)` are all below `*`, and so is the mark `#`.
        let end = first(below(word, b'*') | is(word, b'?') | is(word, b'{'));
        let text = Word { bytes: word, core: end, len: end, check: false, mate: false };
        let mate = end < 8 && text.byte(end) == b'#';
        let check = end > 0 && text.byte(end - 1) == b'+';
        let len = end + usize::from(mate);
        let whole = ends_token(*bytes.get(at + len)?) && !(mate && check);
        whole.then_some(Word { core: end - usize::from(check), len, check: check | mate, mate, ..text })
    }

    #[inline(always)]
    pub(crate) fn byte(&self, at: usize) -> u8 {
        (self.bytes >> ((8 * at as u32) & 63)) as u8
    }

    /// The square `at` bytes after the start.
    #[inline(always)]
    pub(super) fn square(&self, at: usize) -> Option<Square> {
        let file = u32::from(self.byte(at).wrapping_sub(b'a'));
        let rank = u32::from(self.byte(at + 1).wrapping_sub(b'1'));
        (file | rank < 8).then(|| Square::new((rank & 7) << 3 | (file & 7)))
    }

    pub(super) fn file(&self, at: usize) -> Option<File> {
        let file = self.byte(at).wrapping_sub(b'a');
        (file < 8).then(|| File::new(u32::from(file)))
    }

    pub(super) fn rank(&self, at: usize) -> Option<Rank> {
        let rank = self.byte(at).wrapping_sub(b'1');
        (rank < 8).then(|| Rank::new(u32::from(rank)))
    }
}

/// Whether a byte after a move or a glyph certainly ends it.
#[inline]
pub(super) fn ends_token(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b')' | b'{' | b'$' | b'!' | b'?')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts of a word: without mark, with mark, and the kind of mark.
    fn parts(text: &str) -> Option<(&str, &str, &'static str)> {
        let word = Word::read(text.as_bytes(), 0)?;
        let mark = match (word.check, word.mate) {
            (false, _) => "",
            (true, false) => "check",
            (true, true) => "mate",
        };
        Some((&text[..word.core], &text[..word.len], mark))
    }

    #[test]
    fn words_end_where_moves_end() {
        for (text, expected) in [
            ("e4 e5 Nf3 Nc6", ("e4", "e4", "")),
            ("e4\n", ("e4", "e4", "")),
            ("Nf3)", ("Nf3", "Nf3", "")),
            ("Nf3? e5", ("Nf3", "Nf3", "")),
            ("Nf3!? e5", ("Nf3", "Nf3", "")),
            ("Nf3{why not}", ("Nf3", "Nf3", "")),
            ("O-O$1 Kd7", ("O-O", "O-O", "")),
            ("Qa1xb2+ Kd7", ("Qa1xb2", "Qa1xb2+", "check")),
            ("Qa1xb2# 1-0", ("Qa1xb2", "Qa1xb2#", "mate")),
            ("exd8=Q# 1-0", ("exd8=Q", "exd8=Q#", "mate")),
            ("Qh4#\r\n", ("Qh4", "Qh4#", "mate")),
            // A byte that neither ends a move nor belongs to one remains in the word, which is then not a move.
            ("e4\u{e9} e5", ("e4\u{e9}", "e4\u{e9}", "")),
        ] {
            assert_eq!(parts(text), Some(expected), "{text}");
        }
        for text in ["e4", "e4#", "Qh4+# 0-1", "Qh4##", "e4(", "e4,", "Qa1xb2xc3 ", "e4\0", ""] {
            assert_eq!(parts(text), None, "{text}");
        }
    }

    #[test]
    fn a_square_is_two_bytes_of_the_board() {
        let word = Word::read(b"Na9h8i1 ", 0).expect("a word");
        let squares: Vec<_> = (0..6).map(|at| word.square(at)).collect();
        assert_eq!(squares, [None, None, None, Some(Square::H8), None, None]);
    }
}
