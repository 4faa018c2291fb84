//! The tag section of a clean game: `[Name "value"]` pairs separated only by white space.

use super::lints::TagPlace;
use super::names::{OtherNames, is_name};
use super::swar::{below, first, is};
use super::{Deviation, Visitor, swar};
use crate::lint::{classified, ended_by_claim_only};
use crate::openings::Eco;
use crate::replay::governing_tags::{LONGEST_LIKE_FEN, governs, is_governing_value, resembles_fen};
use crate::replay::identity::Facts;
use crate::syntax::results::TERMINATORS;
use crate::syntax::tag_list::name_index;
use crate::syntax::tag_list::name_index::{NameSet, WHOLE_ROSTER, index_of};
use crate::variants::{GameRules, known_variant};

const ANNOTATOR: u8 = index_of("Annotator");
const DATE: u8 = index_of("Date");
const ECO: u8 = index_of("ECO");
const END_DATE: u8 = index_of("EndDate");
const EVENT_DATE: u8 = index_of("EventDate");
const FEN: u8 = index_of("FEN");
const GAME_FORMAT: u8 = index_of("GameFormat");
const MOVE_FORMAT: u8 = index_of("MoveFormat");
const BLACK: u8 = index_of("Black");
const RESULT: u8 = index_of("Result");
const ROUND: u8 = index_of("Round");
const SET_UP: u8 = index_of("SetUp");
const SOURCE_DATE: u8 = index_of("SourceDate");
const UTC_DATE: u8 = index_of("UTCDate");
const UTC_TIME: u8 = index_of("UTCTime");
const VARIANT: u8 = index_of("Variant");
const WHITE: u8 = index_of("White");

/// The values of tags on which the rest of the game depends.
#[derive(Default)]
pub(super) struct CleanTags<'b> {
    /// Start of the game.
    start: usize,
    seen: NameSet,
    /// Names that are not in common use.
    others: NameSet,
    pub(super) rules: GameRules,
    /// The code of the opening.
    pub(super) eco: Option<Eco>,
    fen: Option<&'b str>,
    /// Whether `SetUp` announces a `FEN`.
    announced: bool,
    /// Dates of the game: `EndDate`, `Date`, `UTCDate`, `EventDate`, and other dates.
    dates: [&'b [u8]; 5],
    /// Players, round and time of day.
    white: &'b [u8],
    black: &'b [u8],
    round: &'b [u8],
    time: &'b [u8],
    /// Range of the first tag, in bytes from the game's start.
    first: (usize, usize),
}

impl<'b> CleanTags<'b> {
    /// The position of `FEN`.
    pub(super) fn set_up(&self) -> Option<&'b str> {
        self.fen
    }

    /// Whether there is a tag of this name in common use.
    pub(super) fn has(&self, in_use: u8) -> bool {
        self.seen & 1 << in_use != 0
    }

    pub(super) fn has_whole_roster(&self) -> bool {
        self.seen & WHOLE_ROSTER == WHOLE_ROSTER
    }

    /// Whether the tags are those of a PGN game, which may have `EndDate` too (rule A5).
    #[cold]
    fn is_plain_pgn(&self, bytes: &[u8], places: &[TagPlace]) -> bool {
        let of_game = |at: u32| self.start + at as usize;
        let is_result = |place: &&TagPlace| place.in_use == Some(RESULT);
        let result = places.iter().find(is_result).map(|place| &bytes[of_game(place.value)..of_game(place.value_end)]);
        self.has_whole_roster()
            && result.is_some_and(|result| TERMINATORS.iter().any(|terminator| terminator.as_bytes() == result))
    }

    /// Players and time of the game.
    pub(super) fn facts(&self) -> Facts<'b> {
        let is_annotated = self.seen & 1 << ANNOTATOR != 0;
        Facts {
            white: self.white,
            black: self.black,
            date: self.dates[1],
            round: self.round,
            time: if is_annotated { b"" } else { self.time },
            first_tag: self.first,
        }
    }

    /// Whether the game is older than the rules by which fivefold repetition and 75 moves end a game. Rarely called.
    #[cold]
    pub(super) fn ended_by_claim_only(&self) -> bool {
        ended_by_claim_only(self.dates[..4].iter().copied())
    }
}

/// Reads the tags at `at`, if they are clean; returns them with the offset of the movetext.
pub(super) fn read<'b>(
    bytes: &'b [u8],
    mut at: usize,
    others: &mut OtherNames,
    places: &mut Vec<TagPlace>,
    visitor: &mut impl Visitor,
) -> Option<(CleanTags<'b>, usize)> {
    let mut tags = CleanTags { start: at, ..CleanTags::default() };
    let (start, mut tagged) = (at, false);
    loop {
        match bytes.get(at)? {
            b' ' | b'\t' | b'\n' | b'\r' => at += 1,
            b'[' => {
                let end = tags.tag(bytes, at, others, places, visitor)?;
                if !tagged {
                    tags.first = (at - start, end - start);
                }
                (at, tagged) = (end, true);
            }
            // A `*` joined to a tag does not end the game.
            b'*' if at > start && bytes[at - 1] == b']' => return None,
            _ => break,
        }
    }
    if !tags.has_whole_roster() {
        // Without any tag, the start of the game is not certain.
        tagged.then(|| visitor.deviation(Deviation::MissingTags))??;
    }
    if tags.has(END_DATE) && !tags.is_plain_pgn(bytes, places) {
        return None;
    }
    // PGN 9.7.1: either both tags or neither.
    (tags.fen.is_some() == tags.announced).then_some((tags, at))
}

impl<'b> CleanTags<'b> {
    /// Reads the tag whose `[` is at `open`; returns its end.
    #[inline]
    fn tag(
        &mut self,
        bytes: &'b [u8],
        open: usize,
        others: &mut OtherNames,
        places: &mut Vec<TagPlace>,
        visitor: &mut impl Visitor,
    ) -> Option<usize> {
        let name_at = open + 1;
        let name_end = find(bytes, name_at, |eight| below(eight, b'0'))?;
        let blanks = match bytes.get(name_end..)? {
            [b' ', b'"', ..] => 1,
            rest => rest.iter().position(|b| !matches!(b, b' ' | b'\t'))?,
        };
        let quote = name_end + blanks;
        if blanks == 0 || *bytes.get(quote)? != b'"' {
            return None;
        }
        let value_at = quote + 1;
        let value_end =
            find(bytes, value_at, |eight| is(eight, b'\n') | is(eight, b'\r') | is(eight, b'"') | is(eight, b'\\'))?;
        if !matches!(bytes[value_end..], [b'"', b']', ..]) {
            return None;
        }
        let (name, value) = (&bytes[name_at..name_end], &bytes[value_at..value_end]);
        let in_use = name_index::index(name);
        let of_game = |at: usize| (at - self.start) as u32;
        places.push(TagPlace {
            in_use,
            open: of_game(open),
            name_end: of_game(name_end),
            value: of_game(value_at),
            value_end: of_game(value_end),
        });
        match in_use {
            Some(name) => self.take(name, value)?,
            None if may_be_fen(name, value) => return None,
            None => match others.index(name) {
                Some(index) => is_new(&mut self.others, index)?,
                None if is_name(name) && !may_govern(value) => visitor.deviation(Deviation::UnknownTag)?,
                None => return None,
            },
        }
        visitor.tag(open, name_at..name_end, value_at..value_end)?;
        Some(value_end + 2)
    }

    /// Stores the tag's value, if the tag is clean and its name is new.
    #[inline]
    fn take(&mut self, name: u8, value: &'b [u8]) -> Option<()> {
        is_new(&mut self.seen, name)?;
        let clean = match name {
            DATE | END_DATE | EVENT_DATE | UTC_DATE | SOURCE_DATE => {
                self.dates[played_at(name)] = value;
                true
            }
            ECO => {
                self.eco = classified(value);
                true
            }
            ROUND => {
                self.round = value;
                true
            }
            WHITE => {
                self.white = value;
                true
            }
            BLACK => {
                self.black = value;
                true
            }
            UTC_TIME => {
                self.time = value;
                true
            }
            FEN => {
                self.fen = Some(std::str::from_utf8(value).ok()?);
                true
            }
            SET_UP => {
                self.announced = value == b"1";
                matches!(value, b"0" | b"1")
            }
            VARIANT => {
                self.rules = known_variant(std::str::from_utf8(value).ok()?)?;
                true
            }
            GAME_FORMAT | MOVE_FORMAT => false,
            _ => true,
        };
        clean.then_some(())
    }
}

/// Index of a tag's date among the game's dates.
fn played_at(name: u8) -> usize {
    match name {
        END_DATE => 0,
        DATE => 1,
        UTC_DATE => 2,
        EVENT_DATE => 3,
        _ => 4,
    }
}

/// Whether the tag is probably `FEN` with another name.
fn may_be_fen(name: &[u8], value: &[u8]) -> bool {
    name.len() <= LONGEST_LIKE_FEN
        && std::str::from_utf8(name).is_ok_and(resembles_fen)
        && std::str::from_utf8(value).is_ok_and(|value| governs("FEN", value))
}

/// Whether a tag of this value under a misspelt name may decide how the moves are read.
#[cold]
fn may_govern(value: &[u8]) -> bool {
    std::str::from_utf8(value).map_or(true, is_governing_value)
}

/// Adds a name to a set; `None` if it is already in the set.
#[inline]
fn is_new(set: &mut NameSet, name: u8) -> Option<()> {
    let bit = 1 << name;
    let new = *set & bit == 0;
    *set |= bit;
    new.then_some(())
}

/// Offset of the first byte from `at` that `marks` marks; tests eight bytes at once.
#[inline(always)]
fn find(bytes: &[u8], mut at: usize, marks: impl Fn(u64) -> u64) -> Option<usize> {
    while at < bytes.len() {
        match first(marks(swar::at(bytes, at))) {
            8 => at += 8,
            found => return Some(at + found),
        }
    }
    None
}
