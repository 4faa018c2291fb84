//! Three versions of a file, merged game by game.

use super::game::{MergeRules, MergedGame, has_same_moves, merge_game, whole_game};
use super::matching::matched;
use crate::lint::FileKind;
use crate::source::BYTE_ORDER_MARK;
use crate::syntax::games::games;

/// A merged file.
#[derive(Debug)]
pub struct MergedFile {
    pub bytes: Vec<u8>,
    /// Number of conflicts between markers.
    pub conflicts: usize,
    /// The games with a binary section that both sides have changed: ours were taken. Their numbers in the merged file,
    /// from 1.
    pub binary: Vec<usize>,
}

/// A game of a version, and the white space around it.
#[derive(Clone, Copy)]
struct VersionGame<'b> {
    lead: &'b [u8],
    bytes: &'b [u8],
    tail: &'b [u8],
    is_binary: bool,
    is_first: bool,
    is_last: bool,
}

/// A game of the result.
struct Placed<'b> {
    game: MergedGame,
    lead: &'b [u8],
    tail: &'b [u8],
    /// In its version nothing separates it from a game before it, or behind it.
    was_first: bool,
    was_last: bool,
    is_contested: bool,
    is_binary: bool,
}

/// Merges three versions of a file. A marker of a conflict has `marker_size` characters.
pub fn merge(ancestor: &[u8], ours: &[u8], theirs: &[u8], marker_size: usize, kind: FileKind) -> MergedFile {
    let unchanged = |bytes: &[u8]| MergedFile { bytes: bytes.to_vec(), conflicts: 0, binary: Vec::new() };
    if ancestor == theirs || ours == theirs {
        return unchanged(ours);
    }
    if ancestor == ours {
        return unchanged(theirs);
    }
    let has_mark = [ancestor, ours, theirs].map(|bytes| bytes.starts_with(BYTE_ORDER_MARK));
    let [ancestor, ours, theirs] =
        [ancestor, ours, theirs].map(|bytes| bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes));
    let mut merger = FileMerger { rules: MergeRules { marker_size, kind }, placed: Vec::new() };
    merger.merge(&cut(ancestor), &cut(ours), &cut(theirs));
    let mark = if has_mark[0] == has_mark[1] { has_mark[2] } else { has_mark[1] };
    merger.written(if mark { BYTE_ORDER_MARK } else { b"" })
}

fn cut(bytes: &[u8]) -> Vec<VersionGame<'_>> {
    let mut found: Vec<VersionGame<'_>> = Vec::new();
    for span in games(bytes) {
        let (is_binary, range) = (span.binary.is_some(), span.range);
        let begun = bytes[range.clone()].trim_ascii_start();
        if let Some(last) = found.last_mut().filter(|_| begun.is_empty()) {
            // White space at the end of the file.
            last.tail = &bytes[range.start - last.tail.len()..range.end];
            continue;
        }
        let len = if is_binary { begun.len() } else { begun.trim_ascii_end().len() };
        let lead = &bytes[range.start..range.end - begun.len()];
        let (bytes, tail) = begun.split_at(len);
        found.push(VersionGame { lead, bytes, tail, is_binary, is_first: found.is_empty(), is_last: false });
    }
    found.last_mut().into_iter().for_each(|last| last.is_last = true);
    found
}

struct FileMerger<'b> {
    rules: MergeRules,
    placed: Vec<Placed<'b>>,
}

impl<'b> FileMerger<'b> {
    fn merge(&mut self, ancestor: &[VersionGame<'b>], ours: &[VersionGame<'b>], theirs: &[VersionGame<'b>]) {
        let bytes = |games: &[VersionGame<'b>]| games.iter().map(|game| game.bytes).collect::<Vec<_>>();
        let old = bytes(ancestor);
        let (in_ours, in_theirs) = (matched(&old, &bytes(ours)), matched(&old, &bytes(theirs)));
        let (mut our, mut their) = (0, 0);
        for (index, game) in ancestor.iter().enumerate() {
            let (our_place, their_place) = (in_ours[index], in_theirs[index]);
            // What a side has added stands behind the last game that it has kept.
            let our_end = our_place.unwrap_or(our);
            let their_end = their_place.unwrap_or(their);
            self.added(&ours[our..our_end], &theirs[their..their_end]);
            our = our_place.map_or(our_end, |at| at + 1);
            their = their_place.map_or(their_end, |at| at + 1);
            self.kept(game, our_place.map(|at| &ours[at]), their_place.map(|at| &theirs[at]));
        }
        self.added(&ours[our..], &theirs[their..]);
    }

    /// A game of the ancestor, which a side may have removed.
    fn kept(&mut self, old: &VersionGame<'b>, our: Option<&VersionGame<'b>>, their: Option<&VersionGame<'b>>) {
        match (our, their) {
            (Some(our), Some(their)) => self.both(old, our, their),
            (Some(side), None) | (None, Some(side)) if side.bytes != old.bytes => {
                let (ours, theirs) =
                    (our.map_or(&b""[..], |our| our.bytes), their.map_or(&b""[..], |their| their.bytes));
                if side.is_binary {
                    return self.place(MergedGame { bytes: side.bytes.to_vec(), conflicts: 0 }, side, side, true);
                }
                self.place(whole_game(ours, theirs, self.rules), side, side, false);
            }
            _ => {}
        }
    }

    fn both(&mut self, old: &VersionGame<'b>, our: &VersionGame<'b>, their: &VersionGame<'b>) {
        let same = |bytes: &[u8]| MergedGame { bytes: bytes.to_vec(), conflicts: 0 };
        let (game, is_contested) = match () {
            () if old.bytes == their.bytes || our.bytes == their.bytes => (same(our.bytes), false),
            () if old.bytes == our.bytes => (same(their.bytes), false),
            () if old.is_binary || our.is_binary || their.is_binary => (same(our.bytes), true),
            () => (merge_game(old.bytes, our.bytes, their.bytes, self.rules), false),
        };
        let before = if our.lead == old.lead { their } else { our };
        let behind = if our.tail == old.tail { their } else { our };
        self.place(game, before, behind, is_contested);
    }

    /// Games that the sides have added at one place: ours, then theirs. A game that both have added is there once.
    fn added(&mut self, ours: &[VersionGame<'b>], theirs: &[VersionGame<'b>]) {
        let in_theirs = if ours.is_empty() || theirs.is_empty() {
            vec![None; ours.len()]
        } else {
            let bytes = |games: &[VersionGame<'b>]| games.iter().map(|game| game.bytes).collect::<Vec<_>>();
            matched(&bytes(ours), &bytes(theirs))
        };
        let mut is_placed = vec![false; theirs.len()];
        for (our, place) in ours.iter().zip(in_theirs) {
            let mut game = MergedGame { bytes: our.bytes.to_vec(), conflicts: 0 };
            if let Some((place, their)) = place.map(|place| (place, &theirs[place])) {
                let merged = || {
                    let is_same = !our.is_binary && !their.is_binary && has_same_moves(our.bytes, their.bytes);
                    is_same
                        .then(|| merge_game(b"", our.bytes, their.bytes, self.rules))
                        .filter(|game| game.conflicts == 0)
                };
                if our.bytes == their.bytes {
                    is_placed[place] = true;
                } else if let Some(merged) = merged() {
                    (game, is_placed[place]) = (merged, true);
                }
            }
            self.place(game, our, our, false);
        }
        for (their, is_placed) in theirs.iter().zip(is_placed) {
            if !is_placed {
                self.place(MergedGame { bytes: their.bytes.to_vec(), conflicts: 0 }, their, their, false);
            }
        }
    }

    /// Places a game with the white space before one version of it and behind another.
    fn place(&mut self, game: MergedGame, before: &VersionGame<'b>, behind: &VersionGame<'b>, is_contested: bool) {
        let (lead, was_first, tail) = (before.lead, before.is_first, behind.tail);
        self.placed.push(Placed {
            game,
            lead,
            tail,
            was_first,
            was_last: behind.is_last,
            is_contested,
            is_binary: behind.is_binary,
        });
    }

    fn written(self, mark: &[u8]) -> MergedFile {
        let mut merged = MergedFile { bytes: mark.to_vec(), conflicts: 0, binary: Vec::new() };
        let has_crlf = self.placed.iter().any(|placed| placed.tail.starts_with(b"\r\n"));
        let line_end: &[u8] = if has_crlf { b"\r\n" } else { b"\n" };
        let mut was_last = false;
        for (index, placed) in self.placed.into_iter().enumerate() {
            merged.conflicts += placed.game.conflicts;
            if placed.is_contested {
                merged.binary.push(index + 1);
            }
            merged.bytes.extend(placed.lead);
            if index > 0 && (was_last || placed.was_first) {
                for _ in line_ends_at_end(&merged.bytes)..2 {
                    merged.bytes.extend(line_end);
                }
            }
            // What follows a binary section is not separated by lines.
            was_last = placed.was_last && !placed.is_binary;
            merged.bytes.extend(&placed.game.bytes);
            let ends_line = placed.game.conflicts > 0 && placed.game.bytes.ends_with(line_end);
            // The line end of a marker stands for the game's.
            let tail = if ends_line { placed.tail.strip_prefix(line_end).unwrap_or(placed.tail) } else { placed.tail };
            merged.bytes.extend(tail);
        }
        merged
    }
}

fn line_ends_at_end(bytes: &[u8]) -> usize {
    let space = &bytes[bytes.trim_ascii_end().len()..];
    space.iter().filter(|byte| **byte == b'\n').count()
}
