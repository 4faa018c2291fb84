//! What follows from what: the causes that a judge finds, each with the drafts that it accounts for.
//!
//! A draft that follows from a cause is no fault of its own (`diagnostics.md`: one cause, one finding). This is the one
//! table of such relations, and [`super::report::Report::account`] the one door by which a draft goes.

use std::collections::HashSet;
use std::ops::Range;

use super::{Code, Diagnostic, Edit, Family};

/// What is wrong with the text of a tag's value, whatever the value says.
pub(crate) const FAULTS_OF_TEXT: [Code; 4] =
    [Code::LineEndInTagValue, Code::UnclosedTagValue, Code::ExtraTagValue, Code::UnknownEscape];

/// What is judged of the movetext: it depends on the line that it is read on.
const OF_LINES: [Family; 3] = [Family::Moves, Family::Movetext, Family::End];

/// What depends on the notation besides.
const OF_MOVETEXT: [Code; 5] =
    [Code::CommentPlacement, Code::StrayText, Code::UnopenedVariation, Code::EmptyVariation, Code::EscapeLine];

/// The codes whose findings can be a habit of a game.
pub(crate) const OF_HABITS: [Code; 20] = [
    Code::FenClock,
    Code::DuplicateTag,
    Code::MissingTagValue,
    Code::MissingCheckMark,
    Code::CastlingZeros,
    Code::MoveNumber,
    Code::BlackNumberForWhite,
    Code::MissingSpaceAfterNumber,
    Code::ImpossibleEnPassant,
    Code::MissingCapture,
    Code::MoveNumberStyle,
    Code::OverDisambiguated,
    Code::ImportFormat,
    Code::StrayText,
    Code::InvalidCommentCommand,
    Code::BoardNotReachable,
    Code::InvalidMoveText,
    Code::WrongCheckMark,
    Code::WrongEndMark,
    Code::ForeignPieceLetter,
];

/// A draft by its code and its range.
pub(crate) type Key = (Code, u32, u32);

/// A fault that has others for its consequences.
pub(crate) enum Cause<'c> {
    /// The comment before a half-move has swallowed others, so that it does not fit: it was judged `since` this many
    /// drafts.
    SwallowedBefore { since: usize },
    /// A parenthesis is missing, or in a comment: what stands behind was read on another line.
    LostParenthesis { from: u32 },
    /// A glyph in the place of the half-move.
    GlyphForHalfMove { glyph: &'c Range<u32> },
    /// A mark that stands apart from the half-move that ends here, in words or behind a sign.
    MarkApart { end: u32 },
    /// A sign within this half-move, or behind it: what the half-move lacks besides.
    SignWithin { half_move: &'c Range<u32> },
    /// A bracket of another kind than the tag's own, in the tag that begins here.
    BracketInTag { start: u32 },
    /// A comment or a variation without an end: its sign has torn what ends at one of these places, which are sorted.
    Unclosed { starts: &'c [u32] },
    /// Half-moves are missing or too many, and one of them does not fit: these are the signs before it.
    MissingHalfMoves { signs: &'c HashSet<Key> },
    /// A half-move before did not fit, and by what it may have been meant for this one is right: it was judged `since`
    /// this many drafts.
    EarlierSlip { since: usize, half_move: &'c Range<u32> },
    /// A half-move is missing in this gap of a line: what it had behind it is left.
    MissingIn { gap: &'c Range<u32> },
    /// Half-moves are missing, too many or in doubt, so that their number is another one than in the tags.
    OtherCount,
    /// Clocks that follow from a wrong one before them: all but those that are `counted` otherwise.
    EarlierClock { counted: &'c [Edit] },
    /// A habit of the game, which has a finding of its own: these are its places, by their numbers, sorted.
    Habit { places: &'c [usize] },
    /// The moves are read otherwise than they were written, for a tag that decides it is misspelt.
    ReadOtherwise { movetext: u32 },
    /// A `)` that closes no variation: beside it stand these signs of where the variation should have ended, sorted by
    /// their places.
    ParenthesisBeside { signs: &'c [Key] },
    /// A word that stands for the result.
    ForResult { word: &'c Range<u32> },
    /// A comment without an end, which has swallowed tags.
    SwallowedTags,
    /// Words that begin here, and go on behind what was found of them.
    Words { start: u32 },
    /// Values, in the order of the text, whose text has faults: what they say is judged when these have been fixed.
    FaultyValues { values: &'c [Range<u32>] },
}

impl Cause<'_> {
    /// Does the draft, which is the `n`th, follow from the cause?
    pub(crate) fn accounts_for(&self, n: usize, draft: &Diagnostic) -> bool {
        let Diagnostic { code, range, .. } = draft;
        match self {
            Cause::SwallowedBefore { since } => n >= *since,
            Cause::LostParenthesis { from } => range.start >= *from && OF_LINES.contains(&code.lint().family),
            Cause::GlyphForHalfMove { glyph } => *code == Code::NagPlacement && range == *glyph,
            Cause::MarkApart { end } => *code == Code::MissingCheckMark && range.end == *end,
            Cause::SignWithin { half_move } => *code == Code::MissingCapture && range == *half_move,
            Cause::BracketInTag { start } => *code == Code::UnclosedTag && range.start == *start,
            Cause::Unclosed { starts } => {
                matches!(code, Code::InvalidMoveText | Code::StrayText | Code::MoveNumber)
                    && starts.binary_search(&range.end).is_ok()
            }
            Cause::MissingHalfMoves { signs } => signs.contains(&(*code, range.start, range.end)),
            Cause::EarlierSlip { since, half_move } => {
                let of_board = matches!(code, Code::BoardNotReachable | Code::FenClock | Code::MoveAfterEnd);
                n >= *since && range == *half_move && (of_board || code.lint().family == Family::Moves)
            }
            Cause::MissingIn { gap } => {
                use Code::{CommentPlacement, InvalidCommentCommand, NagPlacement, VariationAnchor};
                gap.start <= range.start
                    && range.end <= gap.end
                    && matches!(code, CommentPlacement | InvalidCommentCommand | NagPlacement | VariationAnchor)
            }
            Cause::OtherCount => *code == Code::PlyCountMismatch,
            Cause::EarlierClock { counted } => *code == Code::FenClock && clock_in(counted, range).is_none(),
            Cause::Habit { places } => places.binary_search(&n).is_ok(),
            Cause::ReadOtherwise { movetext } => {
                let of_lines = OF_LINES.contains(&code.lint().family) && *code != Code::InvalidCommentCommand;
                range.start >= *movetext && (of_lines || OF_MOVETEXT.contains(code))
            }
            Cause::ParenthesisBeside { signs } => {
                let first = signs.partition_point(|(_, start, _)| *start < range.start);
                signs[first..]
                    .iter()
                    .take_while(|(_, start, _)| *start == range.start)
                    .any(|sign| *sign == (*code, range.start, range.end))
            }
            Cause::ForResult { word } => *code == Code::InvalidMoveText && range == *word,
            Cause::SwallowedTags => *code == Code::MissingRosterTag,
            Cause::Words { start } => *code == Code::StrayText && range.start == *start,
            Cause::FaultyValues { values } => {
                let next = values.partition_point(|value| value.end < range.end);
                let is_in = values.get(next).is_some_and(|value| value.start <= range.start && range.end <= value.end);
                is_in && !FAULTS_OF_TEXT.contains(code)
            }
        }
    }

    /// The cause lies beside its consequence, so that only the last drafts are looked at.
    pub(crate) fn is_near(&self) -> bool {
        matches!(
            self,
            Cause::GlyphForHalfMove { .. }
                | Cause::MarkApart { .. }
                | Cause::SignWithin { .. }
                | Cause::BracketInTag { .. }
                | Cause::Words { .. }
        )
    }
}

/// The first of the edits, which are sorted, behind the start of a board's text, if it lies in it.
pub(crate) fn clock_in<'e>(counted: &'e [Edit], board: &Range<u32>) -> Option<&'e Edit> {
    let next = counted.partition_point(|edit| edit.range.start < board.start);
    counted.get(next).filter(|edit| edit.range.end <= board.end)
}
