//! Stray text (rule C6): what it may have been meant for.

use std::ops::Range;

use super::Judge;
use super::line::Last;
use super::structure::shorten;
use crate::analysis::{Code, Edit, Fix};
use crate::syntax::{castling_near, terminator_near};

impl Judge<'_> {
    pub(super) fn stray(&mut self, range: Range<u32>, in_tag: bool) {
        let text = self.slice(&range);
        let shown = shorten(text);
        if in_tag {
            let cut = self.removal(&range);
            let message = format!("`{shown}` has no place in a tag: expected `[Name \"value\"]`");
            return self.fixed(Code::StrayText, range, message, || vec![Fix::choice("remove it", vec![cut])]);
        }
        if text == "\\" && self.text[range.end as usize..].starts_with('$') {
            return self.escaped_nag(range);
        }
        let terminator = terminator_near(text).filter(|_| self.may_end_before(range.end));
        self.near_terminator |= terminator.is_some() && !self.in_variation();
        let after_move = matches!(self.line.last, Last::Move | Last::Glyph);
        let near = terminator.or_else(|| castling_near(text)).or_else(|| evaluation_near(text).filter(|_| after_move));
        match near {
            Some(near) => {
                let message = format!("`{shown}` is no token of a game: did you mean `{near}`?");
                let edit = Edit::replace(range.clone(), near);
                self.fixed(Code::StrayText, range, message, || {
                    vec![Fix::choice(format!("write `{near}`"), vec![edit])]
                });
            }
            None => {
                let message = format!("`{shown}` is neither a move nor anything else that a game can hold");
                self.fixed(Code::StrayText, range, message, Vec::new);
            }
        }
    }

    /// Can a terminator stand before this place? The game, its line or its text ends here, or a game begins.
    fn may_end_before(&self, at: u32) -> bool {
        let rest = self.text[at as usize..].trim_start();
        let rest = match rest.strip_prefix('{').and_then(|comment| comment.split_once('}')) {
            Some((_, rest)) => rest.trim_start(),
            None => rest,
        };
        let begins = rest.strip_prefix("1.").is_some_and(|rest| !rest.starts_with(['.', '5']));
        rest.is_empty() || begins || (self.in_variation() && rest.starts_with(')'))
    }

    /// `\$14`: some program escaped the NAG's sign.
    fn escaped_nag(&mut self, range: Range<u32>) {
        let message = "`\\` has no place before a NAG: did you mean the NAG alone?";
        let edit = Edit::delete(range.clone());
        self.fixed(Code::StrayText, range, message, || vec![Fix::safe("remove the backslash", vec![edit])]);
    }

    /// Text up to a `}` that no `{` opens.
    pub(super) fn unopened_comment(&mut self, range: Range<u32>) {
        let start = range.start;
        self.fixed(Code::StrayText, range, "this reads like a comment, but no `{` opens it", || {
            vec![Fix::choice("insert `{`", vec![Edit::insert(start, "{")])]
        });
    }

    /// A line that is a tag but for its `[`.
    pub(super) fn unopened_tag(&mut self, range: Range<u32>) {
        let start = range.start;
        self.fixed(Code::StrayText, range, "this line is a tag that has no `[`", || {
            vec![Fix::safe("insert `[`", vec![Edit::insert(start, "[")])]
        });
    }
}

/// The NAG that a sign for an evaluation stands for.
fn evaluation_near(text: &str) -> Option<&'static str> {
    Some(match text {
        "=" => "$10",
        "∞" => "$13",
        "⩲" | "+=" | "+/=" => "$14",
        "⩱" | "=+" | "=/+" => "$15",
        "±" | "+/-" => "$16",
        "∓" | "-/+" => "$17",
        "+−" => "$18",
        "−+" => "$19",
        _ => return None,
    })
}
