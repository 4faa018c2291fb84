//! A file as a sequence of games that share nothing, for editors.
//!
//! Invariants: the games cover the text without gaps; after any edits they are the same as those of a fresh scan of the
//! text; a game whose text an edit leaves alone keeps its slot, and with it what was found in it.

mod sequence;
mod slot;
mod text;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use crate::syntax::games::{LOOK_AHEAD, next_game};

pub use slot::GameSlot;
pub use text::Text;

use sequence::{Piece, Sequence};

/// How much text is looked at to begin with: where all games are wanted, and where one is.
const WIDE: usize = 1 << 20;
const NARROW: usize = 1 << 13;

/// The games of one version of a file. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct File {
    games: Sequence,
}

impl File {
    /// Finds the games of a text. Nothing is judged yet.
    pub fn new(text: &(impl Text + ?Sized)) -> File {
        File { games: Sequence::new(Scan::new(text, 0, WIDE).map(Found::into_piece)) }
    }

    /// Follows one replacement in the text: the bytes `old` of the text before became `new_len` bytes of `after`.
    pub fn edit(&mut self, after: &(impl Text + ?Sized), old: Range<usize>, new_len: usize) {
        let edit_end = old.start + new_len;
        let start = self.first_that_may_end_elsewhere(after, old.start);
        let mut before = self.games.from(start).peekable();
        let mut games = Vec::new();
        let mut end = self.games.len();
        for found in Scan::new(after, start, NARROW) {
            let range = found.range.clone();
            // Where the game's text lay in the old text, if the edit leaves it alone.
            let old_start = if range.end <= old.start {
                Some(range.start)
            } else {
                range.start.checked_sub(edit_end).map(|past| old.end + past)
            };
            let kept = old_start.and_then(|old_start| {
                while before.next_if(|(game, _)| game.start < old_start).is_some() {}
                before.next_if(|(game, _)| *game == (old_start..old_start + range.len()))
            });
            games.push(match kept {
                Some((_, slot)) => Piece { len: range.len(), slot: slot.clone() },
                None => found.into_piece(),
            });
            // No scan looks back: from an end that is one of the old text as well, all is as it was.
            if let Some(past) = range.end.checked_sub(edit_end) {
                while before.next_if(|(game, _)| game.start < old.end + past).is_some() {}
                if before.peek().is_some_and(|(game, _)| game.start == old.end + past) {
                    end = old.end + past;
                    break;
                }
            }
        }
        drop(before);
        self.games.splice(start..end, games);
    }

    /// The games with their ranges in bytes of the text.
    pub fn games(&self) -> impl Iterator<Item = (Range<usize>, &Arc<GameSlot>)> {
        self.games.from(0)
    }

    /// The game that holds the byte at `offset`; at the text's end there is none.
    pub fn game_at(&self, offset: usize) -> Option<(Range<usize>, &Arc<GameSlot>)> {
        self.games.from(offset).next()
    }

    /// The start of the first game whose end an edit at `at` can move: as far as the scan of a game looks past its end
    /// (see `syntax::games`), it is the game before the one that holds the end of the line before the lines it looks at.
    fn first_that_may_end_elsewhere(&self, text: &(impl Text + ?Sized), at: usize) -> usize {
        let start_of_game_with = |offset: usize| self.games.from(offset).next().map_or(0, |(range, _)| range.start);
        let line = (0..LOOK_AHEAD).fold(line_start(text, at), |line, _| line_before(text, line));
        start_of_game_with(start_of_game_with(line.saturating_sub(1)).saturating_sub(1))
    }
}

/// The start of the line that holds the place `at`.
fn line_start(text: &(impl Text + ?Sized), at: usize) -> usize {
    let (mut end, mut size) = (at, 256);
    while end > 0 {
        let start = end.saturating_sub(size);
        let window = text.slice(start..end);
        // The window begins earlier than asked for where that would have cut a character in two.
        let start = end.saturating_sub(window.len());
        if let Some(line_end) = memchr::memrchr2(b'\n', b'\r', window.as_bytes()) {
            return start + line_end + 1;
        }
        (end, size) = (start, size * 2);
    }
    0
}

/// The start of the line before the one that starts at `line`; the first has none, and is its own.
fn line_before(text: &(impl Text + ?Sized), line: usize) -> usize {
    let end = if text.slice(line.saturating_sub(2)..line).ends_with("\r\n") { 2 } else { 1 };
    line_start(text, line.saturating_sub(end))
}

/// The scan of a text from a boundary, through a window that grows when a game needs it.
struct Scan<'a, T: ?Sized> {
    text: &'a T,
    window: Cow<'a, str>,
    /// Where the window begins in the text, and how many bytes of it have been used.
    start: usize,
    used: usize,
    size: usize,
}

impl<'a, T: Text + ?Sized> Scan<'a, T> {
    fn new(text: &'a T, start: usize, size: usize) -> Scan<'a, T> {
        Scan { text, window: text.slice(start..start.saturating_add(size)), start, used: 0, size }
    }
}

impl<T: Text + ?Sized> Iterator for Scan<'_, T> {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        loop {
            let is_last = self.start + self.window.len() >= self.text.len();
            if let Some(span) = next_game(self.window.as_bytes(), self.used, is_last) {
                // Bytes of a binary section may end inside what this text takes for a character.
                let end = self.window.ceil_char_boundary(span.range.end);
                let binary = span.binary.map(|binary| binary - span.range.start);
                let found = Found { range: self.start + self.used..self.start + end, is_game: span.is_game, binary };
                self.used = end;
                return Some(found);
            }
            if is_last {
                return None;
            }
            // Growing only where one game fills the window keeps the whole scan linear.
            self.size = if self.used == 0 { self.size.saturating_mul(2) } else { self.size };
            self.start += std::mem::take(&mut self.used);
            self.window = self.text.slice(self.start..self.start.saturating_add(self.size));
        }
    }
}

/// A game that the scan has found, in bytes of the whole text.
struct Found {
    range: Range<usize>,
    is_game: bool,
    binary: Option<usize>,
}

impl Found {
    fn into_piece(self) -> Piece {
        Piece { len: self.range.len(), slot: Arc::new(GameSlot::new(self.is_game, self.binary)) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::analysis::{Context, FileKind, Settings};

    fn starts_and_kinds(file: &File) -> Vec<(Range<usize>, bool, Option<usize>)> {
        file.games().map(|(range, slot)| (range, slot.is_game(), slot.binary())).collect()
    }

    fn game(name: &str) -> String {
        format!("[Event \"{name}\"]\n\n1. e4 e5 *\n\n")
    }

    fn edited(file: &File, text: &str, old: Range<usize>, new: &str) -> (File, String) {
        let mut after = text.to_owned();
        after.replace_range(old.clone(), new);
        let mut file = file.clone();
        file.edit(after.as_str(), old, new.len());
        assert_eq!(starts_and_kinds(&file), starts_and_kinds(&File::new(after.as_str())), "{text:?} -> {after:?}");
        (file, after)
    }

    fn judge_all(file: &File, text: &str) {
        let settings = Settings::default();
        let context = Context { settings: &settings, kind: FileKind::Pgn, fixes: false };
        for (range, slot) in file.games() {
            slot.report(&text[range], &context);
        }
    }

    fn to_judge(file: &File) -> usize {
        file.games().filter(|(_, slot)| !slot.is_analysed()).count()
    }

    #[test]
    fn an_edit_leaves_the_other_games_as_they_were() {
        let text: String = (0..2000).map(|number| game(&number.to_string())).collect();
        let file = File::new(text.as_str());
        judge_all(&file, &text);
        assert_eq!(to_judge(&file), 0);
        let at = text.find("\"1000\"").expect("it is there") + 12;
        let (once, _) = edited(&file, &text, at..at + 2, "d4");
        assert_eq!(to_judge(&once), 1);
        assert_eq!(to_judge(&file), 0, "a snapshot does not change");
        let (added, _) = edited(&file, &text, text.len()..text.len(), &game("new"));
        // The new game, and the empty line that is the end of the file now.
        assert_eq!(to_judge(&added), 2);
    }

    #[test]
    fn a_brace_that_swallows_a_game_and_its_taking_back() {
        let text = [game("a"), game("b"), game("c")].concat();
        let file = File::new(text.as_str());
        let at = text.find("e5").expect("it is there");
        let (open, text) = edited(&file, &text, at..at, "{");
        let (closed, text) = edited(&open, &text, text.len() - 3..text.len() - 3, "}");
        let (back, text) = edited(&closed, &text, at..at + 1, "");
        edited(&back, &text, 0..text.len(), "");
    }

    #[test]
    fn a_quote_that_ends_a_value_lines_above_takes_the_games_between() {
        for line_end in ["\n", "\r\n", "\r"] {
            for lines in 0..LOOK_AHEAD + 3 {
                let text =
                    format!("{}[A \"b *{line_end}{}x{line_end}", game("a"), format!("*{line_end}").repeat(lines));
                let file = File::new(text.as_str());
                let at = text.len() - line_end.len();
                let (closed, text) = edited(&file, &text, at..at, "\"]");
                edited(&closed, &text, at..at + 2, "");
            }
        }
    }

    #[test]
    fn a_game_longer_than_the_window_is_one() {
        let text = format!("{}{{{}}} e5 *\n{}", "1. e4 ", "é".repeat(WIDE), game("next"));
        let starts = starts_and_kinds(&File::new(text.as_str()));
        let expected: Vec<_> = crate::syntax::games::games(text.as_bytes()).map(|span| span.range).collect();
        assert_eq!(starts.into_iter().map(|(range, ..)| range).collect::<Vec<_>>(), expected);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Whatever is edited: the games are those of a fresh scan.
        #[test]
        fn incremental_equals_full(
            start in prop::collection::vec(piece(), 0..12),
            edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..12, piece()), 1..12),
        ) {
            let mut text = start.concat();
            let mut file = File::new(text.as_str());
            for (place, len, new) in edits {
                let from = text.floor_char_boundary(place.index(text.len() + 1));
                let to = text.ceil_char_boundary((from + len).min(text.len()));
                (file, text) = edited(&file, &text, from..to, &new);
            }
        }
    }

    /// Pieces that games are made of, whole and broken.
    fn piece() -> impl Strategy<Value = String> {
        const PIECES: &[&str] = &[
            "[Event \"x\"]\n",
            "[White \"y\"] ",
            "\n",
            "\r\n",
            "\r",
            "\n\n",
            "1. e4 e5 ",
            "1-0",
            "*",
            " * ",
            "{",
            "}",
            "(",
            ")",
            "[",
            "]",
            "\"",
            ";",
            "%",
            "é",
            "[GameFormat \"VGN\"]\n[MoveFormat \"BCCF\"]",
            "2. Nf3 ",
            "$1 ",
            "\u{feff}",
            "[MoveFormat \"PGC\"]",
            "text ",
            "",
        ];
        prop_oneof![
            8 => prop::sample::select(PIECES).prop_map(str::to_owned),
            1 => Just("[Event \"z\"]\n\n1. d4 {c} d5 (1... Nf6) 1/2-1/2\n\n".to_owned()),
            1 => "[ -~]{0,4}",
        ]
    }
}
