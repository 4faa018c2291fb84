//! What lenses show.

/// The lenses to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LensKinds {
    /// Result, number of moves and opening.
    pub game: bool,
    /// A command that asks for a notation and converts the game.
    pub convert: bool,
    /// A command that copies the final board of the main line.
    pub copy: bool,
    /// The number of games in the workspace that are the same.
    pub duplicates: bool,
    /// The half-move that leaves the book.
    pub book: bool,
}

impl LensKinds {
    /// At least one lens is shown.
    pub fn any(&self) -> bool {
        self.game || self.convert || self.copy || self.asks_index()
    }

    /// At least one lens compares the game with others of the workspace.
    pub fn asks_index(&self) -> bool {
        self.duplicates || self.book
    }
}
