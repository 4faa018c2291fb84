//! How boards are drawn in hovers.

/// How pieces are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardStyle {
    /// Chess symbols: `♔♚`.
    #[default]
    Unicode,
    /// Letters, capital for White's: `Kk`.
    Ascii,
    /// An image where the editor supports images, otherwise chess symbols.
    Image,
}

impl BoardStyle {
    /// All styles by their names in the configuration.
    pub const NAMES: [(&str, BoardStyle); 3] =
        [("unicode", BoardStyle::Unicode), ("ascii", BoardStyle::Ascii), ("image", BoardStyle::Image)];
}
