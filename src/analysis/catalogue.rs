//! The catalogue of diagnostics: one table from which severities, `explain` pages and the documentation are made.
//!
//! A new diagnostic is one row here and one place that reports it.

use std::fmt;

use super::Severity;

/// The chapters of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    Structure,
    Tags,
    Movetext,
    Moves,
    End,
}

/// One row of the catalogue.
#[derive(Debug)]
pub struct Entry {
    pub code: Code,
    /// Stable kebab-case name.
    pub name: &'static str,
    pub family: Family,
    /// Default severity.
    pub severity: Severity,
    /// A quick fix may come with it.
    pub fix: bool,
    /// One sentence: what is wrong.
    pub summary: &'static str,
    /// Why it matters and what to do, in a paragraph or two.
    pub explanation: &'static str,
    /// A game that earns it.
    pub wrong: &'static str,
    /// The same game as it should be.
    pub right: &'static str,
}

macro_rules! catalogue {
    ($($code:ident $name:literal $family:ident $severity:ident $fix:literal;)*) => {
        /// The code of a diagnostic, in the order of the catalogue.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $($code,)* }

        /// Every diagnostic, in the order of [`Code`].
        pub static CATALOGUE: &[Entry] = &[
            $(Entry { code: Code::$code, name: $name, family: Family::$family, severity: Severity::$severity, fix: $fix, summary: "", explanation: "", wrong: "", right: "" },)*
        ];
    };
}

catalogue! {
    UnclosedTag "unclosed-tag" Structure Error true;
    UnclosedTagValue "unclosed-tag-value" Structure Error true;
    UnclosedComment "unclosed-comment" Structure Error true;
    UnclosedVariation "unclosed-variation" Structure Error true;
    UnopenedVariation "unopened-variation" Structure Error true;
    MissingTagName "missing-tag-name" Structure Error false;
    MissingTagValue "missing-tag-value" Structure Error true;
    ExtraTagName "extra-tag-name" Structure Error false;
    ExtraTagValue "extra-tag-value" Structure Error true;
    CommentInTag "comment-in-tag" Structure Error true;
    LineEndInTagValue "line-end-in-tag-value" Structure Error true;
    StrayText "stray-text" Structure Error false;
    TagsAfterMoves "tags-after-moves" Structure Error false;
    MissingTerminator "missing-terminator" Structure Error true;
    EscapeLine "escape-line" Structure Error true;
    TooDeep "too-deep" Structure Error false;
    UnknownEscape "unknown-escape" Structure Warning true;
    CommentPlacement "comment-placement" Structure Warning true;
    EmptyVariation "empty-variation" Structure Warning true;
    InvalidUtf8 "invalid-utf8" Structure Information true;
    UnknownMoveFormat "unknown-move-format" Tags Error true;
    UnknownGameFormat "unknown-game-format" Tags Error true;
    MoveFormatNotLast "move-format-not-last" Tags Error true;
    InvalidSetup "invalid-setup" Tags Error false;
    MovesAfterSetupEndMark "moves-after-setup-end-mark" Tags Error false;
    DuplicateTag "duplicate-tag" Tags Warning false;
    MissingGameFormat "missing-game-format" Tags Warning true;
    InvalidDate "invalid-date" Tags Warning true;
    EndDateBeforeStart "end-date-before-start" Tags Warning false;
    ResultMismatch "result-mismatch" Tags Warning true;
    InvalidResultTag "invalid-result-tag" Tags Warning false;
    ImpossiblePosition "impossible-position" Tags Warning false;
    ImpossibleEnPassant "impossible-en-passant" Tags Warning true;
    FenWithoutSetup "fen-without-setup" Tags Warning true;
    SetupWithoutFen "setup-without-fen" Tags Warning false;
    FenTag "fen-tag" Tags Warning true;
    UnknownVariant "unknown-variant" Tags Warning false;
    VgnInPgnFile "vgn-in-pgn-file" Tags Warning false;
    MissingRosterTag "missing-roster-tag" Tags Information true;
    InvalidEco "invalid-eco" Tags Information false;
    InvalidNumber "invalid-number" Tags Information false;
    PlyCountMismatch "ply-count-mismatch" Tags Information true;
    ResultForPeople "result-for-people" Tags Hint true;
    UnknownTagNear "unknown-tag-near" Tags Hint true;
    MoveNumber "move-number" Movetext Warning true;
    MoveNumberStyle "move-number-style" Movetext Warning true;
    MissingSpaceAfterNumber "missing-space-after-number" Movetext Warning true;
    BlackNumberForWhite "black-number-for-white" Movetext Warning true;
    VariationAnchor "variation-anchor" Movetext Warning false;
    NagPlacement "nag-placement" Movetext Warning true;
    SuffixGlyph "suffix-glyph" Movetext Warning true;
    UnknownNag "unknown-nag" Movetext Information false;
    CompositeNag "composite-nag" Movetext Information false;
    InvalidCommentCommand "invalid-comment-command" Movetext Information false;
    IllegalMove "illegal-move" Moves Error true;
    AmbiguousMove "ambiguous-move" Moves Error true;
    InvalidMoveText "invalid-move-text" Moves Error true;
    WrongPiece "wrong-piece" Moves Warning true;
    MissingCapture "missing-capture" Moves Warning true;
    WrongCapture "wrong-capture" Moves Warning true;
    WrongEnPassant "wrong-en-passant" Moves Warning true;
    MissingPromotion "missing-promotion" Moves Warning true;
    InvalidPromotion "invalid-promotion" Moves Warning true;
    MissingCheckMark "missing-check-mark" Moves Warning true;
    WrongCheckMark "wrong-check-mark" Moves Warning true;
    WrongEndMark "wrong-end-mark" Moves Warning true;
    BoardNotReachable "board-not-reachable" Moves Warning false;
    AmbiguousCastling "ambiguous-castling" Moves Warning true;
    FenClock "fen-clock" Moves Warning false;
    OverDisambiguated "over-disambiguated" Moves Information true;
    CastlingZeros "castling-zeros" Moves Information true;
    NullMove "null-move" Moves Information false;
    ImportFormat "import-format" Moves Information true;
    ForeignPieceLetter "foreign-piece-letter" Moves Information true;
    TerminatorContradictsBoard "terminator-contradicts-board" End Warning true;
    TerminatorContradictsMark "terminator-contradicts-mark" End Warning true;
    MoveAfterEnd "move-after-end" End Warning false;
    DrawnPosition "drawn-position" End Hint false;
}

impl Code {
    /// The row of the catalogue.
    pub fn entry(self) -> &'static Entry {
        &CATALOGUE[self as usize]
    }

    /// The stable kebab-case name.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// The code with this name.
    pub fn from_name(name: &str) -> Option<Code> {
        CATALOGUE.iter().find(|entry| entry.name == name).map(|entry| entry.code)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
