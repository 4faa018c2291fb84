//! The options of a layout.

/// The layout of a game. The default is PGN's export format (PGN 8.1 and 8.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Maximum length of a line in characters, unless a single token is longer.
    pub width: u32,
    pub moves: MoveLines,
    pub variations: VariationLines,
    /// Blanks before a line of a variation, per level of nesting, where variations have lines of their own.
    pub indent: u32,
    pub comments: CommentLines,
    pub numbers: Numbers,
    pub tags: TagOrder,
}

/// Valid values of [`Layout::width`], in characters.
pub const WIDTHS: std::ops::RangeInclusive<u32> = 20..=10_000;
/// Valid values of [`Layout::indent`], in blanks per level.
pub const INDENTS: std::ops::RangeInclusive<u32> = 0..=16;

impl Default for Layout {
    fn default() -> Layout {
        Layout {
            width: 79,
            moves: MoveLines::default(),
            variations: VariationLines::default(),
            indent: 2,
            comments: CommentLines::default(),
            numbers: Numbers::default(),
            tags: TagOrder::default(),
        }
    }
}

/// Where the lines of the main line break.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveLines {
    /// Only where the line is full.
    #[default]
    Filled,
    /// Before each of White's half-moves.
    Pairs,
}

/// Placement of variations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VariationLines {
    /// Among the half-moves.
    #[default]
    Filled,
    /// Each on lines of its own.
    Lines,
}

/// Placement of comments in the main line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CommentLines {
    /// Among the half-moves.
    #[default]
    Filled,
    /// Each on lines of its own, except comments that hold commands only.
    Lines,
    /// Like `Lines`, with an empty line before and after.
    EmptyLines,
}

/// When a move number stands before Black's half-move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbers {
    /// After comments and variations.
    #[default]
    Comments,
    /// After variations.
    Variations,
    /// After anything but White's half-move: also after a NAG.
    Annotations,
    /// All numbers stay as they are.
    Keep,
}

/// Order of the tags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TagOrder {
    /// The seven tag roster first, then the others in their present order.
    #[default]
    Roster,
    /// PGN's export format: the seven tag roster first, then the others by name.
    Export,
    /// Unchanged.
    Keep,
}

impl MoveLines {
    /// Values by their names in the configuration.
    pub const NAMES: [(&str, MoveLines); 2] = [("filled", MoveLines::Filled), ("pairs", MoveLines::Pairs)];
}

impl VariationLines {
    /// Values by their names in the configuration.
    pub const NAMES: [(&str, VariationLines); 2] =
        [("filled", VariationLines::Filled), ("lines", VariationLines::Lines)];
}

impl CommentLines {
    /// Values by their names in the configuration.
    pub const NAMES: [(&str, CommentLines); 3] =
        [("filled", CommentLines::Filled), ("lines", CommentLines::Lines), ("empty-lines", CommentLines::EmptyLines)];
}

impl Numbers {
    /// Values by their names in the configuration.
    pub const NAMES: [(&str, Numbers); 4] = [
        ("comments", Numbers::Comments),
        ("variations", Numbers::Variations),
        ("annotations", Numbers::Annotations),
        ("keep", Numbers::Keep),
    ];
}

impl TagOrder {
    /// Values by their names in the configuration.
    pub const NAMES: [(&str, TagOrder); 3] =
        [("roster", TagOrder::Roster), ("export", TagOrder::Export), ("keep", TagOrder::Keep)];
}
