//! The names in a game's tags that are looked for in many games: players, events, sites and openings.

use std::borrow::Cow;
use std::ops::Range;

use crate::analysis::unescaped;
use crate::syntax::tag_section;

/// What a name is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameKind {
    Player,
    Event,
    Site,
    Opening,
}

/// A name in a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name<'t> {
    pub kind: NameKind,
    /// On one line.
    pub text: Cow<'t, str>,
    /// The tag's value with its quotes, in bytes of the text.
    pub range: Range<usize>,
}

impl Name<'_> {
    /// A site that is an address is one game's own, and no place.
    pub fn is_address(&self) -> bool {
        self.kind == NameKind::Site && self.text.contains("://")
    }
}

/// A longer name is none, in bytes.
const LONGEST: usize = 200;

/// The names in the tags that a game's text begins with. `None` if more of it is needed; `whole` says that there is no
/// more.
pub fn names(head: &str, whole: bool) -> Option<Vec<Name<'_>>> {
    let mut names = Vec::new();
    tag_section(head, whole, |name, value| {
        let kind = match &head[name] {
            "White" | "Black" => NameKind::Player,
            "Event" => NameKind::Event,
            "Site" => NameKind::Site,
            "Opening" => NameKind::Opening,
            _ => return,
        };
        let quoted = head[value.clone()].trim_start_matches('"');
        let text = unescaped(quoted.strip_suffix('"').unwrap_or(quoted));
        if text.len() > LONGEST || matches!(text.trim(), "" | "?" | "-") {
            return;
        }
        let text = match text.contains(char::is_control) {
            true => Cow::Owned(text.replace(char::is_control, " ")),
            false => text,
        };
        names.push(Name { kind, text, range: value });
    })?;
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_events_sites_and_openings_have_names() {
        let text =
            "[Event \"A \\\"B\\\"\"]\n[Site \"x\"]\n[White \"Réti\"]\n[Black \"?\"]\n[Opening \"Réti Opening\"]\n\n*";
        let found = names(text, true).expect("it is whole");
        let found: Vec<_> = found.iter().map(|name| (name.kind, &*name.text, &text[name.range.clone()])).collect();
        assert_eq!(
            found,
            [
                (NameKind::Event, "A \"B\"", "\"A \\\"B\\\"\""),
                (NameKind::Site, "x", "\"x\""),
                (NameKind::Player, "Réti", "\"Réti\""),
                (NameKind::Opening, "Réti Opening", "\"Réti Opening\""),
            ]
        );
        assert_eq!(names("[White \"A\"]\n", false), None);
        assert_eq!(names("[White \"A", true).map(|names| names.len()), Some(1));
    }
}
