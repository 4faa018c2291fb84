//! The players of a game, by whom people know which one it is.

use std::ops::Range;

use vgn_engine::syntax::tag_list::{between_quotes, unescaped};
use vgn_engine::syntax::tag_section;

use crate::terminal::fitting;

/// Maximum number of columns of a name.
const LONGEST: usize = 24;

/// The players by their surnames, as text after the number of the game: `, Carlsen – Nakamura`. Empty if neither is
/// known.
pub(super) fn of(text: &str) -> String {
    let (mut white, mut black) = (None, None);
    // The last tag of a name counts (rule B11).
    let _ = tag_section(text, true, |name, value| match &text[name] {
        "White" => white = known(text, value),
        "Black" => black = known(text, value),
        _ => {}
    });
    let surname = |name: &Option<String>| name.as_ref().map(|name| shortened(name.split(',').next().unwrap_or(name)));
    let whole = |name: &Option<String>| name.as_ref().map(|name| shortened(name));
    let names = match [surname(&white), surname(&black)] {
        [None, None] => return String::new(),
        [one, other] if one == other => [whole(&white), whole(&black)],
        names => names,
    };
    let [white, black] = names.map(|name| name.unwrap_or_else(|| "?".to_owned()));
    format!(", {white} – {black}")
}

/// The value of a tag, if it names somebody.
fn known(text: &str, value: Range<usize>) -> Option<String> {
    let inner = between_quotes(text, &(value.start as u32..value.end as u32));
    let name = unescaped(&text[inner.start as usize..inner.end as usize]).trim().to_owned();
    (!matches!(name.as_str(), "" | "?" | "-")).then_some(name)
}

fn shortened(name: &str) -> String {
    let shown = fitting(name.chars(), LONGEST);
    if shown < name.len() { format!("{}…", name[..shown].trim_end()) } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_named_as_people_know_them() {
        for (tags, expected) in [
            ("[White \"Carlsen, Magnus\"]\n[Black \"Hikaru Nakamura\"]\n", ", Carlsen – Hikaru Nakamura"),
            ("[White \"?\"]\n[Black \"y\"]\n[Black \"de la \\\"X\\\"\"]\n", ", ? – de la \"X\""),
            ("[White \"Polgár, Judit\"]\n[Black \"Polgár, Zsuzsa\"]\n", ", Polgár, Judit – Polgár, Zsuzsa"),
            ("[White \"?\"]\n[Black \"\"]\n", ""),
            ("[White \"A name of more than twenty-four columns\"]\n", ", A name of more than twen… – ?"),
            ("1. e4 *", ""),
        ] {
            assert_eq!(of(tags), expected, "{tags}");
        }
    }
}
