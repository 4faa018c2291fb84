//! Causes and consequences: the causes that a judge finds, each with the drafts that it explains.
//!
//! A draft that follows from a cause is not a fault of its own (`diagnostics.md`: one cause, one finding). This is the
//! only table of such relations, and drafts are removed only by [`super::report::Report::account`].

use std::collections::HashSet;
use std::ops::Range;

use super::{Code, Diagnostic, Edit, Family};

/// Faults in the text of a tag's value, independent of the value's meaning.
pub(crate) const FAULTS_OF_TEXT: [Code; 5] =
    [Code::LineEndInTagValue, Code::UnclosedTagValue, Code::ExtraTagName, Code::ExtraTagValue, Code::UnknownEscape];

/// Findings that depend on the line of play on which the movetext is read.
const LINE_FAMILIES: [Family; 3] = [Family::Moves, Family::Movetext, Family::End];

/// Further findings that depend on the notation.
const MOVETEXT_CODES: [Code; 5] =
    [Code::CommentPlacement, Code::StrayText, Code::UnopenedVariation, Code::EmptyVariation, Code::EscapeLine];

/// Codes whose findings can be a habit of a game.
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

/// Findings about the form of words of the movetext, or about a letter or a mark that is missing in them.
pub(crate) const OF_SHAPE: [Code; 19] = [
    Code::BlackNumberForWhite,
    Code::InvalidMoveText,
    Code::InvalidPromotion,
    Code::MissingCapture,
    Code::MissingCheckMark,
    Code::MissingSpaceAfterNumber,
    Code::MissingTerminator,
    Code::MoveNumber,
    Code::MoveNumberStyle,
    Code::NagPlacement,
    Code::StrayText,
    Code::SuffixGlyph,
    Code::UnclosedVariation,
    Code::UnknownNag,
    Code::UnopenedVariation,
    Code::VariationAnchor,
    Code::WrongCheckMark,
    Code::WrongEndMark,
    Code::WrongPiece,
];

/// Identifies a draft by its code and its range.
pub(crate) type Key = (Code, u32, u32);

/// A fault that has other findings as consequences.
pub(crate) enum Cause<'c> {
    /// The comment before a half-move has swallowed others, so the half-move does not fit; its drafts begin at index
    /// `since`.
    SwallowedBefore { since: usize },
    /// A parenthesis is missing or inside a comment: the text after it was read on another line.
    LostParenthesis { from: u32 },
    /// A glyph in place of the half-move.
    GlyphForHalfMove { glyph: &'c Range<u32> },
    /// A mark separate from the half-move that ends at `end`: in words, or after another character.
    MarkApart { end: u32 },
    /// A bracket of another kind than the tag's own, in the tag that starts at `start`.
    BracketInTag { start: u32 },
    /// Comments and variations without an end: their opening characters have split the tokens that end at one of
    /// `starts`. Those of the `comments` have no place of their own. Both are sorted.
    Unclosed { starts: &'c [u32], comments: &'c [u32] },
    /// Half-moves are missing or superfluous, and one of them does not fit: `symptoms` are the findings before it that
    /// hint at it.
    MissingHalfMoves { symptoms: &'c HashSet<Key> },
    /// An earlier half-move did not fit, and this one is correct after the half-move that was probably intended; its
    /// drafts begin at index `since`.
    EarlierSlip { since: usize, half_move: &'c Range<u32> },
    /// A half-move is missing in this gap of a line, and the tokens that belong to it remain.
    MissingIn { gap: &'c Range<u32> },
    /// Half-moves are missing, superfluous or doubtful, so their number differs from the one in the tags.
    OtherCount,
    /// Clocks that follow from an earlier wrong clock: all except those with an edit in `counted`.
    EarlierClock { counted: &'c [Edit] },
    /// A habit of the game, which has its own finding: sorted indices of the drafts.
    Habit { places: &'c [usize] },
    /// The moves are read in another way than they were written, because a tag that determines it is misspelt.
    ReadOtherwise { movetext: u32 },
    /// Findings at these places, of the last ones, follow from another one.
    At { places: &'c [Range<u32>] },
    /// An unclosed comment that has swallowed tags.
    SwallowedTags,
    /// A run of words that starts at `start` and extends beyond its draft.
    Words { start: u32 },
    /// A board in FEN without one of its two counts, which may be the game's first move number.
    LoneCount { number: &'c Range<u32> },
    /// One slip of the keyboard in these words of the movetext, which has changed the words `touched`; without it, they
    /// may end with a terminator.
    SingleSlip { words: &'c Range<u32>, touched: &'c Range<u32>, ends_game: bool },
    /// A wrong sign inside a board that stands for a half-move.
    BoardSlip { drafts: &'c [Key] },
    /// Values, in text order, with faults in their text: their meaning is judged once these are fixed.
    FaultyValues { values: &'c [Range<u32>] },
}

impl Cause<'_> {
    /// Whether the draft, which has index `n`, follows from the cause.
    pub(crate) fn accounts_for(&self, n: usize, draft: &Diagnostic) -> bool {
        let Diagnostic { code, range, .. } = draft;
        match self {
            Cause::SwallowedBefore { since } => n >= *since,
            Cause::LostParenthesis { from } => range.start >= *from && LINE_FAMILIES.contains(&code.lint().family),
            Cause::GlyphForHalfMove { glyph } => *code == Code::NagPlacement && range == *glyph,
            Cause::MarkApart { end } => *code == Code::MissingCheckMark && range.end == *end,
            Cause::BracketInTag { start } => *code == Code::UnclosedTag && range.start == *start,
            Cause::Unclosed { starts, comments } => match code {
                Code::InvalidMoveText | Code::StrayText | Code::MoveNumber => starts.binary_search(&range.end).is_ok(),
                Code::CommentPlacement => comments.binary_search(&range.start).is_ok(),
                _ => false,
            },
            Cause::MissingHalfMoves { symptoms } => symptoms.contains(&(*code, range.start, range.end)),
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
                let of_lines = LINE_FAMILIES.contains(&code.lint().family) && *code != Code::InvalidCommentCommand;
                range.start >= *movetext && (of_lines || MOVETEXT_CODES.contains(code))
            }
            Cause::BoardSlip { drafts } => drafts.contains(&(*code, range.start, range.end)),
            Cause::At { places } => places.contains(range),
            Cause::SwallowedTags => *code == Code::MissingRosterTag,
            Cause::Words { start } => *code == Code::StrayText && range.start == *start,
            Cause::LoneCount { number } => *code == Code::MoveNumber && range == *number,
            Cause::SingleSlip { ends_game: false, .. } if *code == Code::MissingTerminator => false,
            Cause::SingleSlip { words, touched, .. } => {
                let is_of_touched = matches!(code, Code::InvalidPromotion | Code::WrongPiece);
                let of = if is_of_touched { touched } else { words };
                of.start <= range.start && range.end <= of.end && OF_SHAPE.contains(code)
            }
            Cause::FaultyValues { values } => {
                let next = values.partition_point(|value| value.end < range.end);
                let is_in = values.get(next).is_some_and(|value| value.start <= range.start && range.end <= value.end);
                is_in && !FAULTS_OF_TEXT.contains(code)
            }
        }
    }

    /// Whether the cause is close to its consequence, so that only the last drafts need to be searched.
    pub(crate) fn is_near(&self) -> bool {
        matches!(
            self,
            Cause::GlyphForHalfMove { .. }
                | Cause::MarkApart { .. }
                | Cause::BracketInTag { .. }
                | Cause::Words { .. }
                | Cause::At { .. }
        )
    }
}

/// The first of the sorted edits at or after the start of a board's text, if it is inside the text.
pub(crate) fn clock_in<'e>(counted: &'e [Edit], board: &Range<u32>) -> Option<&'e Edit> {
    let next = counted.partition_point(|edit| edit.range.start < board.start);
    counted.get(next).filter(|edit| edit.range.end <= board.end)
}
