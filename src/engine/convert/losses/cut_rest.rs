//! What is lost behind a half-move that cannot be written: the rest of its line.

/// What is lost behind such a half-move, in its line and in the variations of the line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CutRest {
    pub half_moves: u32,
    pub nags: u32,
    pub comments: u32,
}

impl CutRest {
    /// The message of the loss of the half-move with this text, and of the rest.
    pub fn message(self, text: &str, reason: &str) -> String {
        let counts = [(self.half_moves, "half-move"), (self.nags, "NAG"), (self.comments, "comment")];
        let named = |(count, name): (u32, &str)| match count {
            0 => None,
            1 => Some(format!("the {name}")),
            more => Some(format!("the {more} {name}s")),
        };
        let rest: Vec<String> = counts.into_iter().filter_map(named).collect();
        let verb = if counts.iter().map(|(count, _)| count).sum::<u32>() == 1 { "is" } else { "are" };
        let rest = match rest.split_last() {
            None => String::new(),
            Some((only, [])) => format!("; {only} after it {verb} lost too"),
            Some((last, before)) => format!("; {} and {last} after it {verb} lost too", before.join(", ")),
        };
        format!("`{text}` cannot be written: {reason}{rest}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lost_behind_a_half_move_is_counted() {
        for (half_moves, nags, comments, expected) in [
            (0, 0, 0, ""),
            (1, 0, 0, "; the half-move after it is lost too"),
            (0, 2, 0, "; the 2 NAGs after it are lost too"),
            (2, 0, 1, "; the 2 half-moves and the comment after it are lost too"),
            (3, 1, 2, "; the 3 half-moves, the NAG and the 2 comments after it are lost too"),
        ] {
            let message = CutRest { half_moves, nags, comments }.message("Ke3", "why");
            assert_eq!(message, format!("`Ke3` cannot be written: why{expected}"));
        }
    }
}
