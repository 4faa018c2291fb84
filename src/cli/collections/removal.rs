//! Which of the games that are in the files already are removed, and why the others stay.
//!
//! A game goes only if the one that is kept says all that it says, and if the games beside it are still told apart
//! without it.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::ops::{ControlFlow, Range};

use rayon::ThreadPool;
use vgn_engine::syntax::results;
use vgn_search::{SaidByGame, SaidSink, UnsaidThing};

use super::likeness::{Likeness, PlacedGame};
use crate::batch::inputs::InputFile;
use crate::batch::sink::not_rewritten;
use crate::batch::walked::{WalkedGames, walk_files};

/// What becomes of the games found.
pub struct RemovalPlan {
    /// Of each game found: nothing if it is removed, or why it stays.
    pub verdicts: Vec<Option<StayReason>>,
    /// The bytes that go, in order, by the number of the file.
    pub spans: BTreeMap<u32, Vec<Range<u64>>>,
}

/// Why a game stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StayReason {
    /// Somebody has to compare the two.
    Unlike,
    /// It says something that the other does not.
    Says(UnsaidThing),
    /// Without it, the games beside it would be read as one.
    Border,
    /// The file cannot be rewritten, in a sentence.
    File(String),
}

impl fmt::Display for StayReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StayReason::Unlike => f.write_str("both may be right"),
            StayReason::Says(UnsaidThing::Unsure) => f.write_str("not all that the two say can be compared"),
            StayReason::Says(thing) => write!(f, "that one lacks {thing}"),
            StayReason::Border => f.write_str("without it the games beside it could be read as one"),
            StayReason::File(why) => f.write_str(why),
        }
    }
}

/// A game in its file.
struct GameExtent {
    /// With the white space before it, in bytes of the file.
    range: Range<u64>,
    /// Length of that white space.
    blanks: u64,
    begins_with_tag: bool,
    ends_with_terminator: bool,
}

/// A file's number, and the number of a game in it, from 1.
type GameNumber = (u32, u64);

/// Decides which games go. `found` has for each game the one that is kept.
pub fn plan(
    found: &[(usize, usize, Likeness)],
    games: &[PlacedGame],
    inputs: &[InputFile],
    pool: &ThreadPool,
) -> RemovalPlan {
    let number = |at: usize| (games[at].file, games[at].number);
    let same = || found.iter().filter(|(.., likeness)| likeness.is_same_game());
    let mut said: HashMap<GameNumber, Option<SaidByGame>> =
        same().flat_map(|(here, other, _)| [(number(*here), None), (number(*other), None)]).collect();
    let extents = read(inputs, pool, &mut said);
    let unchangeable: Vec<Option<StayReason>> = inputs.iter().map(unchangeable).collect();
    let of_game = |at: usize| said.get(&number(at)).and_then(Option::as_ref);
    let mut verdicts: Vec<Option<StayReason>> = found
        .iter()
        .map(|(here, other, likeness)| {
            if !likeness.is_same_game() {
                return Some(StayReason::Unlike);
            }
            if let Some(why) = &unchangeable[games[*here].file as usize] {
                return Some(why.clone());
            }
            match of_game(*here).zip(of_game(*other)) {
                Some((here, other)) => here.unsaid_in(other).map(StayReason::Says),
                None => Some(StayReason::Says(UnsaidThing::Unsure)),
            }
        })
        .collect();
    let mut spans = BTreeMap::new();
    for (file, extents) in &extents {
        let removed: BTreeMap<usize, usize> = found
            .iter()
            .enumerate()
            .filter(|(at, (here, ..))| verdicts[*at].is_none() && games[*here].file == *file)
            .map(|(at, (here, ..))| (games[*here].number as usize - 1, at))
            .collect();
        let of_file = spans_of(extents, &removed, &mut verdicts);
        if !of_file.is_empty() {
            spans.insert(*file, of_file);
        }
    }
    RemovalPlan { verdicts, spans }
}

fn unchangeable(input: &InputFile) -> Option<StayReason> {
    if input.path.is_none() {
        return Some(StayReason::File("standard input stays as it is".to_owned()));
    }
    if !is_regular(input) {
        return Some(StayReason::File("it is not in a regular file".to_owned()));
    }
    let compression = input.open().ok()?.compression?;
    Some(StayReason::File(not_rewritten(compression)))
}

/// Whether the file can be read again.
fn is_regular(input: &InputFile) -> bool {
    input.path.as_ref().is_some_and(|path| path.metadata().is_ok_and(|metadata| metadata.is_file()))
}

/// Reads what the wanted games say, and where all games are.
fn read(
    inputs: &[InputFile],
    pool: &ThreadPool,
    said: &mut HashMap<GameNumber, Option<SaidByGame>>,
) -> BTreeMap<u32, Vec<GameExtent>> {
    let wanted: Vec<u32> = (0..inputs.len() as u32).filter(|file| said.keys().any(|(of, _)| of == file)).collect();
    let readable = wanted.iter().map(|file| &inputs[*file as usize]).filter(|input| is_regular(input));
    let mut extents: BTreeMap<u32, Vec<GameExtent>> = BTreeMap::new();
    // Faults have been told when the games were compared.
    walk_files(readable.cloned().collect(), pool, true, SaidSink::default, |walked: WalkedGames<'_, SaidSink>| {
        let file = inputs.iter().position(|input| input == walked.input).unwrap_or_default() as u32;
        let of_file = extents.entry(file).or_default();
        for mut game in walked.sink.games {
            of_file.push(GameExtent::of(&walked.bytes[game.range.clone()], walked.start.place.offset, &game.range));
            if let Some(wanted) = said.get_mut(&(file, of_file.len() as u64)) {
                game.confirm(&walked.bytes[game.range.clone()]);
                *wanted = Some(game);
            }
        }
        ControlFlow::Continue(())
    });
    extents
}

impl GameExtent {
    /// Of a game with these bytes; `start` is where the walked text begins in the file, and `range` is in that text.
    fn of(bytes: &[u8], start: u64, range: &Range<usize>) -> GameExtent {
        let text = bytes.trim_ascii_start();
        let last = text.trim_ascii_end().rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
        let last = std::str::from_utf8(last).unwrap_or_default();
        GameExtent {
            range: start + range.start as u64..start + range.end as u64,
            blanks: (bytes.len() - text.len()) as u64,
            begins_with_tag: text.starts_with(b"["),
            ends_with_terminator: last == "*" || results::terminator(last) != "*",
        }
    }
}

/// The bytes that go with the removed games, which are given with their places among the verdicts. Games that must stay
/// for the sake of others get this verdict.
fn spans_of(
    extents: &[GameExtent],
    removed: &BTreeMap<usize, usize>,
    verdicts: &mut [Option<StayReason>],
) -> Vec<Range<u64>> {
    let mut spans = Vec::new();
    let mut from = 0;
    while from < extents.len() {
        if !removed.contains_key(&from) {
            from += 1;
            continue;
        }
        let end = (from..).find(|at| !removed.contains_key(at)).unwrap_or(extents.len()).min(extents.len());
        let before = from.checked_sub(1).map(|at| &extents[at]);
        let behind = extents.get(end);
        let is_apart = before.is_none_or(|game| game.ends_with_terminator)
            && behind.is_none_or(|game| game.begins_with_tag || before.is_none());
        for at in from..end {
            if !is_apart {
                verdicts[removed[&at]] = Some(StayReason::Border);
                continue;
            }
            spans.push(extents[at].range.clone());
        }
        // A file does not begin with the white space that was between two games.
        if let (None, Some(behind), true) = (before, behind, is_apart) {
            spans.push(behind.range.start..behind.range.start + behind.blanks);
        }
        from = end;
    }
    spans
}
