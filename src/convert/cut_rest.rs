//! What is lost behind a half-move that cannot be written: the rest of its line.

/// The half-moves and comments behind such a half-move, in its line and in the variations of the line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CutRest {
    pub half_moves: u32,
    pub comments: u32,
}

impl CutRest {
    /// The message of the loss of the half-move with this text, and of the rest.
    pub(super) fn message(self, text: &str, reason: &str) -> String {
        let named = |count: u32, name: &str| match count {
            0 => None,
            1 => Some(format!("the {name}")),
            more => Some(format!("the {more} {name}s")),
        };
        let rest: Vec<String> =
            [named(self.half_moves, "half-move"), named(self.comments, "comment")].into_iter().flatten().collect();
        let verb = if self.half_moves + self.comments == 1 { "is" } else { "are" };
        let rest = match rest.is_empty() {
            true => String::new(),
            false => format!("; {} after it {verb} lost too", rest.join(" and ")),
        };
        format!("`{text}` cannot be written: {reason}{rest}")
    }
}
