//! The table: one row for each construct that readers of PGN part at.
//!
//! An effect says what its readers make of the row's wrong example, compared with the right one, which all of them read
//! alike. Readers without an effect read the wrong example as they read the right one. `tests/readers` holds every row.

mod known;
mod movetext;
mod tag_section;

use super::{Reader, ReaderSet};
use crate::lint::Code;

pub use known::*;
pub use movetext::*;
pub use tag_section::*;

/// A construct, and what readers make of it.
#[derive(Debug, PartialEq, Eq)]
pub struct Row {
    /// The lint that reports it.
    pub code: Code,
    /// What it is, for a heading.
    pub title: &'static str,
    pub effects: &'static [ReaderEffect],
    pub wrong: &'static str,
    pub right: &'static str,
}

/// What some readers make of a construct.
#[derive(Debug, PartialEq, Eq)]
pub struct ReaderEffect {
    pub readers: &'static [Reader],
    pub loss: ReaderLoss,
    /// What each of them does, with a verb in the third person: "ends the game here".
    pub does: &'static str,
}

/// What is lost, the worst of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReaderLoss {
    /// The reader refuses the game or drops it.
    Refused,
    /// It reads another number of games.
    Split,
    Moves,
    Tags,
    Comments,
    Glyphs,
}

impl ReaderLoss {
    /// The name by which `tests/readers` measures it.
    pub fn name(self) -> &'static str {
        match self {
            ReaderLoss::Refused => "refused",
            ReaderLoss::Split => "split",
            ReaderLoss::Moves => "moves",
            ReaderLoss::Tags => "tags",
            ReaderLoss::Comments => "comments",
            ReaderLoss::Glyphs => "glyphs",
        }
    }
}

const fn effect(readers: &'static [Reader], loss: ReaderLoss, does: &'static str) -> ReaderEffect {
    ReaderEffect { readers, loss, does }
}

/// Every row.
pub static ROWS: &[&Row] = &[
    &EMPTY_LINE,
    &EMPTY_LINES_AMONG_TAGS,
    &TAGS_ON_ONE_LINE,
    &BLANK_BEFORE_TAG,
    &BLANK_IN_TAG,
    &TAG_OVER_LINES,
    &MOVES_ON_TAG_LINE,
    &COMMENT_ON_TAG_LINE,
    &COMMENT_AMONG_TAGS,
    &COMMENT_BEFORE_TAGS,
    &UNDERSCORE_IN_TAG_NAME,
    &ESCAPED_QUOTE,
    &MOVE_NUMBER_ZERO,
    &FILE_LETTERS,
    &VARIANT_FROM_POSITION,
    &BYTE_ORDER_MARK,
    &TERMINATOR_IN_VARIATION,
    &VARIATION_WITHOUT_MOVES,
    &BLANK_BEFORE_INNER_COMMENT,
    &ADJACENT_COMMENTS,
    &COMMENT_AFTER_VARIATION,
    &COMMENT_AFTER_NUMBER,
    &LINE_COMMENT,
    &BACKSLASH_IN_COMMENT,
    &PRIVATE_LINE,
    &NUMBER_WITHOUT_PERIOD,
    &OTHER_PERIODS,
    &BLANK_BEFORE_SUFFIX,
    &NAG_ZERO,
    &NAG_LEADING_ZERO,
    &NAG_TOO_LARGE,
    &UNKNOWN_NAG,
    &NAG_AFTER_COMMENT,
    &NAG_AFTER_VARIATION,
    &VARIATION_FIRST,
    &NULL_MOVE,
    &MISSING_TERMINATOR,
    &PAWN_LETTER,
    &EN_PASSANT_MARK,
    &BOTH_SQUARES,
    &CASTLING_ZEROS,
    &NEEDLESS_CAPTURE,
    &TWO_PLUS_SIGNS,
    &SMALL_TAG_NAME,
    &UNKNOWN_ESCAPE,
    &QUOTE_IN_VALUE,
    &LINE_END_IN_VALUE,
];

impl Row {
    /// The effects on the readers of a set.
    pub fn effects_for(&self, readers: ReaderSet) -> impl Iterator<Item = &'static ReaderEffect> {
        self.effects.iter().filter(move |effect| effect.readers.iter().any(|reader| readers.has(*reader)))
    }

    /// What the readers of a set make of it: a sentence.
    pub fn verdict(&self, readers: ReaderSet) -> String {
        let clause = |effect: &'static ReaderEffect| {
            let named: Vec<&str> =
                effect.readers.iter().filter(|reader| readers.has(**reader)).map(|reader| reader.name()).collect();
            match named[..] {
                [one] => format!("{one} {}", effect.does),
                _ => format!("{} {}", enumerated(&named), plural(effect.does)),
            }
        };
        self.effects_for(readers).map(clause).collect::<Vec<_>>().join("; ")
    }
}

fn enumerated(names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}

/// `ends the game` for several readers.
fn plural(does: &str) -> String {
    let (verb, rest) = does.split_once(' ').unwrap_or((does, ""));
    format!("{} {rest}", verb.strip_suffix('s').unwrap_or(verb))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_names_the_chosen_readers_alone() {
        assert_eq!(EMPTY_LINE.verdict(ReaderSet::ALL), "python-chess and lichess end the game at this empty line");
        let lichess = ReaderSet::of(&[Reader::Lichess, Reader::Scid]);
        assert_eq!(EMPTY_LINE.verdict(lichess), "lichess ends the game at this empty line");
        assert_eq!(EMPTY_LINE.verdict(ReaderSet::of(&[Reader::Scid])), "");
    }

    #[test]
    fn no_row_names_a_reader_twice_and_each_verb_has_a_plural() {
        for row in ROWS {
            let mut readers: Vec<&str> =
                row.effects.iter().flat_map(|effect| effect.readers).map(|reader| reader.name()).collect();
            readers.sort_unstable();
            assert!(!readers.is_empty() && readers.windows(2).all(|two| two[0] != two[1]), "{}", row.title);
            for effect in row.effects {
                let verb = effect.does.split(' ').next().unwrap_or_default();
                assert!(verb.ends_with('s') && !effect.does.ends_with('.'), "{}", effect.does);
            }
            assert_eq!(ROWS.iter().filter(|other| other.title == row.title).count(), 1, "{}", row.title);
        }
    }
}
