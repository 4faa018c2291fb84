//! What can be chosen about the layout.

/// How games are laid out. The default is PGN's export format (PGN 8.1 and 8.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Characters that a line has at most, where its tokens let it.
    pub width: u32,
    pub moves: MoveLines,
    pub variations: VariationLines,
    /// Blanks before a line of a variation, for each variation that it stands in, where variations have lines of their
    /// own.
    pub indent: u32,
    pub comments: CommentLines,
    pub numbers: Numbers,
    pub tags: TagOrder,
}

/// How wide lines may be asked for, in characters.
pub const WIDTHS: std::ops::RangeInclusive<u32> = 20..=10_000;
/// How many blanks may be asked for.
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

/// Where lines of the main line begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveLines {
    /// Where the line before is full.
    #[default]
    Filled,
    /// With each half-move of White's.
    Pairs,
}

/// Where variations stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VariationLines {
    /// Among the half-moves.
    #[default]
    Filled,
    /// Each on lines of its own.
    Lines,
}

/// Where comments of the main line stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CommentLines {
    /// Among the half-moves.
    #[default]
    Filled,
    /// Each on lines of its own, but for those that hold commands only.
    Lines,
    /// As `Lines`, with an empty line before and behind.
    EmptyLines,
}

/// When Black's half-move has its number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbers {
    /// Behind anything but White's half-move: a comment, a NAG, a variation (PGN 8.2.2.2).
    #[default]
    Annotations,
    /// Behind comments and variations.
    Comments,
    /// Behind variations.
    Variations,
    /// All numbers stay as they are.
    Keep,
}

/// In what order tags stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TagOrder {
    /// The seven tag roster first, the others in the order that they have.
    #[default]
    Roster,
    /// As PGN's export format has them: the others by their names.
    Export,
    /// As they are.
    Keep,
}

impl MoveLines {
    /// Each by the word that configuration takes.
    pub const NAMES: [(&str, MoveLines); 2] = [("filled", MoveLines::Filled), ("pairs", MoveLines::Pairs)];
}

impl VariationLines {
    /// Each by the word that configuration takes.
    pub const NAMES: [(&str, VariationLines); 2] =
        [("filled", VariationLines::Filled), ("lines", VariationLines::Lines)];
}

impl CommentLines {
    /// Each by the word that configuration takes.
    pub const NAMES: [(&str, CommentLines); 3] =
        [("filled", CommentLines::Filled), ("lines", CommentLines::Lines), ("empty-lines", CommentLines::EmptyLines)];
}

impl Numbers {
    /// Each by the word that configuration takes.
    pub const NAMES: [(&str, Numbers); 4] = [
        ("annotations", Numbers::Annotations),
        ("comments", Numbers::Comments),
        ("variations", Numbers::Variations),
        ("keep", Numbers::Keep),
    ];
}

impl TagOrder {
    /// Each by the word that configuration takes.
    pub const NAMES: [(&str, TagOrder); 3] =
        [("roster", TagOrder::Roster), ("export", TagOrder::Export), ("keep", TagOrder::Keep)];
}
