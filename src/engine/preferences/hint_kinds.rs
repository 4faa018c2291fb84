//! What inlay hints show.

use crate::notation::Notation;

/// The kinds of hints to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HintKinds {
    /// The glyph of a NAG such as `$14`.
    pub nags: bool,
    /// Missing numbers of White's half-moves, and of Black's that do not directly follow White's.
    pub numbers: bool,
    /// Half-moves in this notation.
    pub notation: Option<&'static Notation>,
    /// The values of `[%eval]`.
    pub evaluations: bool,
    /// The time spent on a half-move, from `[%clk]` or `[%emt]`.
    pub times: bool,
    /// The most specific name of the opening.
    pub opening: bool,
    /// Half-moves that transpose to another line.
    pub transpositions: bool,
    /// The meaning of `[%mdl 64]`, and the half-move that `[%after 3.]` names.
    pub commands: bool,
    /// What a running chess engine thinks of the position at the cursor.
    pub engine: bool,
}

impl Default for HintKinds {
    /// NAG glyphs only.
    fn default() -> HintKinds {
        HintKinds { nags: true, ..HintKinds::NONE }
    }
}

impl HintKinds {
    /// No hints.
    pub const NONE: HintKinds = HintKinds {
        nags: false,
        numbers: false,
        notation: None,
        evaluations: false,
        times: false,
        opening: false,
        transpositions: false,
        commands: false,
        engine: false,
    };
    /// Some kind needs positions.
    pub fn needs_boards(&self) -> bool {
        self.numbers || self.notation.is_some() || self.opening || self.transpositions || self.commands
    }

    /// Some kind needs what is written: NAGs or comments.
    pub fn needs_texts(&self) -> bool {
        self.nags || self.needs_commands()
    }

    /// Some kind needs the commands in comments.
    pub fn needs_commands(&self) -> bool {
        self.evaluations || self.times || self.commands
    }
}
