//! The table of lints.

use super::Lint;
use super::rules::*;

/// Generates [`Code`] and [`CATALOGUE`] from the list of rows.
macro_rules! table {
    ($($code:ident => $file:ident::$row:ident,)*) => {
        /// The code of a diagnostic, in the order of the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $($code,)* }

        /// Every diagnostic, in the order of [`Code`].
        pub static CATALOGUE: &[&Lint] = &[$(&$file::$row,)*];
    };
}

table! {
    UnclosedTag => tag_pairs::UNCLOSED_TAG,
    UnclosedTagValue => tag_pairs::UNCLOSED_TAG_VALUE,
    MissingTagName => tag_pairs::MISSING_TAG_NAME,
    MissingTagValue => tag_pairs::MISSING_TAG_VALUE,
    ExtraTagName => tag_pairs::EXTRA_TAG_NAME,
    ExtraTagValue => tag_pairs::EXTRA_TAG_VALUE,
    CommentInTag => tag_pairs::COMMENT_IN_TAG,
    LineEndInTagValue => tag_pairs::LINE_END_IN_TAG_VALUE,
    UnknownEscape => tag_pairs::UNKNOWN_ESCAPE,
    UnclosedComment => text::UNCLOSED_COMMENT,
    UnclosedVariation => text::UNCLOSED_VARIATION,
    UnopenedVariation => text::UNOPENED_VARIATION,
    StrayText => text::STRAY_TEXT,
    MergeConflict => text::MERGE_CONFLICT,
    MissingTerminator => text::MISSING_TERMINATOR,
    EscapeLine => text::ESCAPE_LINE,
    TooDeep => text::TOO_DEEP,
    CommentPlacement => text::COMMENT_PLACEMENT,
    EmptyVariation => text::EMPTY_VARIATION,
    InvalidUtf8 => text::INVALID_UTF8,
    TruncatedSection => sections::TRUNCATED_SECTION,
    InvalidSectionByte => sections::INVALID_SECTION_BYTE,
    TextBeforeSection => sections::TEXT_BEFORE_SECTION,
    SectionWithoutEnd => sections::SECTION_WITHOUT_END,
    SectionTooLong => sections::SECTION_TOO_LONG,
    SectionNeedsFile => sections::SECTION_NEEDS_FILE,
    DuplicateGame => sections::DUPLICATE_GAME,
    DuplicateInWorkspace => sections::DUPLICATE_IN_WORKSPACE,
    RepertoireConflict => studies::REPERTOIRE_CONFLICT,
    UnknownMoveFormat => formats::UNKNOWN_MOVE_FORMAT,
    UnknownGameFormat => formats::UNKNOWN_GAME_FORMAT,
    MoveFormatNotLast => formats::MOVE_FORMAT_NOT_LAST,
    MissingGameFormat => formats::MISSING_GAME_FORMAT,
    VgnInPgnFile => formats::VGN_IN_PGN_FILE,
    UnknownVariant => formats::UNKNOWN_VARIANT,
    VariantMismatch => formats::VARIANT_MISMATCH,
    InvalidSetup => boards::INVALID_SETUP,
    MovesAfterSetupEndMark => boards::MOVES_AFTER_SETUP_END_MARK,
    ImpossiblePosition => boards::IMPOSSIBLE_POSITION,
    ImpossibleEnPassant => boards::IMPOSSIBLE_EN_PASSANT,
    FenWithoutSetup => boards::FEN_WITHOUT_SETUP,
    SetupWithoutFen => boards::SETUP_WITHOUT_FEN,
    MissingStartPosition => boards::MISSING_START_POSITION,
    FenTag => boards::FEN_TAG,
    DuplicateTag => tag_names::DUPLICATE_TAG,
    InvalidDate => dates::INVALID_DATE,
    EndDateBeforeStart => dates::END_DATE_BEFORE_START,
    ResultMismatch => results::RESULT_MISMATCH,
    InvalidResultTag => results::INVALID_RESULT_TAG,
    MissingRosterTag => roster::MISSING_ROSTER_TAG,
    InvalidEco => tag_values::INVALID_ECO,
    EcoMismatch => opening::ECO_MISMATCH,
    InvalidNumber => tag_values::INVALID_NUMBER,
    PlyCountMismatch => results::PLY_COUNT_MISMATCH,
    ResultForPeople => results::RESULT_FOR_PEOPLE,
    UnknownTagNear => tag_names::UNKNOWN_TAG_NEAR,
    MoveNumber => movetext::MOVE_NUMBER,
    MoveNumberStyle => movetext::MOVE_NUMBER_STYLE,
    MissingSpaceAfterNumber => movetext::MISSING_SPACE_AFTER_NUMBER,
    BlackNumberForWhite => movetext::BLACK_NUMBER_FOR_WHITE,
    VariationAnchor => movetext::VARIATION_ANCHOR,
    NagPlacement => movetext::NAG_PLACEMENT,
    SuffixGlyph => movetext::SUFFIX_GLYPH,
    UnknownNag => movetext::UNKNOWN_NAG,
    CompositeNag => movetext::COMPOSITE_NAG,
    InvalidCommentCommand => movetext::INVALID_COMMENT_COMMAND,
    IllegalMove => moves::ILLEGAL_MOVE,
    AmbiguousMove => moves::AMBIGUOUS_MOVE,
    InvalidMoveText => moves::INVALID_MOVE_TEXT,
    NullMove => moves::NULL_MOVE,
    BoardNotReachable => moves::BOARD_NOT_REACHABLE,
    FenClock => moves::FEN_CLOCK,
    WrongPiece => details::WRONG_PIECE,
    MissingCapture => details::MISSING_CAPTURE,
    WrongCapture => details::WRONG_CAPTURE,
    WrongEnPassant => details::WRONG_EN_PASSANT,
    MissingPromotion => details::MISSING_PROMOTION,
    InvalidPromotion => details::INVALID_PROMOTION,
    AmbiguousCastling => details::AMBIGUOUS_CASTLING,
    MissingCheckMark => marks::MISSING_CHECK_MARK,
    WrongCheckMark => marks::WRONG_CHECK_MARK,
    WrongEndMark => marks::WRONG_END_MARK,
    OverDisambiguated => spelling::OVER_DISAMBIGUATED,
    CastlingZeros => spelling::CASTLING_ZEROS,
    ImportFormat => spelling::IMPORT_FORMAT,
    ForeignPieceLetter => spelling::FOREIGN_PIECE_LETTER,
    TerminatorContradictsBoard => end::TERMINATOR_CONTRADICTS_BOARD,
    TerminatorContradictsMark => end::TERMINATOR_CONTRADICTS_MARK,
    MoveAfterEnd => end::MOVE_AFTER_END,
    DrawnPosition => end::DRAWN_POSITION,
    TerminatorAlone => end::TERMINATOR_ALONE,
    GlyphContradictsEvaluation => evaluations::GLYPH_CONTRADICTS_EVALUATION,
    MissedMate => evaluations::MISSED_MATE,
    BlunderWithoutGlyph => evaluations::BLUNDER_WITHOUT_GLYPH,
    EmptyLine => portability::EMPTY_LINE,
    TagLine => portability::TAG_LINE,
    CommentOutsideMoves => portability::COMMENT_OUTSIDE_MOVES,
    TagNameForm => portability::TAG_NAME_FORM,
    EscapedQuote => portability::ESCAPED_QUOTE,
    FenForm => portability::FEN_FORM,
    VariantName => portability::VARIANT_NAME,
    ByteOrderMark => portability::BYTE_ORDER_MARK,
    TerminatorInVariation => portability::TERMINATOR_IN_VARIATION,
    VariationWithoutMoves => portability::VARIATION_WITHOUT_MOVES,
    BlankInVariation => portability::BLANK_IN_VARIATION,
    AdjacentComments => portability::ADJACENT_COMMENTS,
    CommentAfterVariation => portability::COMMENT_AFTER_VARIATION,
    CommentAfterNumber => portability::COMMENT_AFTER_NUMBER,
    LineComment => portability::LINE_COMMENT,
    BackslashInComment => portability::BACKSLASH_IN_COMMENT,
    PrivateLine => portability::PRIVATE_LINE,
    NumberForm => portability::NUMBER_FORM,
    GlyphForm => portability::GLYPH_FORM,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_has_the_code_of_its_index() {
        for (place, lint) in CATALOGUE.iter().enumerate() {
            assert_eq!(lint.code as usize, place, "{}", lint.name);
        }
    }
}
