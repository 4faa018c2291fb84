//! The names in a game's tags that can be searched for: players, events, sites and openings.

use std::borrow::Cow;
use std::ops::Range;

use vgn_engine::syntax::tag_list::unescaped;
use vgn_engine::syntax::tag_section;

/// The kind of a name.
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
    /// The site is a web address, usually that of the game and not a place.
    pub fn is_address(&self) -> bool {
        self.kind == NameKind::Site && self.text.contains("://")
    }
}

/// Maximum length of a name in bytes.
const LONGEST: usize = 200;

/// The names in the tags at the beginning of a game's text. `whole`: `head` is the whole text. `None` if more text is
/// needed.
pub fn names(head: &str, whole: bool) -> Option<Vec<Name<'_>>> {
    let (mut names, mut code): (Vec<Name<'_>>, Option<&str>) = (Vec::new(), None);
    tag_section(head, whole, |name, value| {
        let kind = match &head[name] {
            "White" | "Black" => NameKind::Player,
            "Event" => NameKind::Event,
            "Site" => NameKind::Site,
            "Opening" => NameKind::Opening,
            "ECO" => {
                code = Some(head[value].trim_matches('"'));
                return;
            }
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
    // Includes the ECO code, so that openings can be found by code too.
    let code = code.filter(|code| is_code(code));
    for name in names.iter_mut().filter(|name| name.kind == NameKind::Opening) {
        name.text = code.map_or_else(|| name.text.clone(), |code| Cow::Owned(format!("{code} {}", name.text)));
    }
    Some(names)
}

/// `C85`
fn is_code(text: &str) -> bool {
    matches!(text.as_bytes(), [b'A'..=b'E', tens, ones] if tens.is_ascii_digit() && ones.is_ascii_digit())
}

/// The name of an opening without its ECO code; other names are unchanged.
pub fn without_code(kind: NameKind, name: &str) -> &str {
    let parted = name.split_once(' ').filter(|(code, _)| kind == NameKind::Opening && is_code(code));
    parted.map_or(name, |(_, name)| name)
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
        let coded = |code: &str| {
            let text = format!("[Opening \"Ruy Lopez\"]\n[ECO \"{code}\"]\n");
            names(&text, true).map(|names| names.iter().map(|name| name.text.to_string()).collect::<Vec<_>>())
        };
        assert_eq!(coded("C85"), Some(vec!["C85 Ruy Lopez".to_owned()]));
        assert_eq!(coded("?"), Some(vec!["Ruy Lopez".to_owned()]));
        assert_eq!(without_code(NameKind::Opening, "C85 Ruy Lopez"), "Ruy Lopez");
        assert_eq!(without_code(NameKind::Player, "C85 Ruy Lopez"), "C85 Ruy Lopez");
        assert_eq!(names("[White \"A\"]\n", false), None);
        assert_eq!(names("[White \"A", true).map(|names| names.len()), Some(1));
    }
}
