//! The players of a game, by whom people know which one it is.

use crate::cli::terminal::fitting;
use crate::syntax::tag_list::{between_quotes, unescaped};
use crate::syntax::tag_section;

/// Maximum number of columns of a name.
const LONGEST: usize = 24;

/// The players by their surnames, as text after the number of the game: `, Carlsen – Nakamura`. Empty if neither is
/// known.
pub(super) fn of(text: &str) -> String {
    let (mut white, mut black) = (None, None);
    // The first tag with a name counts.
    let _ = tag_section(text, true, |name, value| {
        let player = match &text[name] {
            "White" => &mut white,
            "Black" => &mut black,
            _ => return,
        };
        player.get_or_insert(value.start as u32..value.end as u32);
    });
    let name = |value: Option<std::ops::Range<u32>>| {
        let inner = between_quotes(text, &value?);
        let value = unescaped(&text[inner.start as usize..inner.end as usize]);
        let surname = value.split(',').next().unwrap_or_default().trim();
        if matches!(surname, "" | "?" | "-") {
            return None;
        }
        let shown = fitting(surname.chars(), LONGEST);
        Some(if shown < surname.len() { format!("{}…", surname[..shown].trim_end()) } else { surname.to_owned() })
    };
    match (name(white), name(black)) {
        (None, None) => String::new(),
        (white, black) => {
            let known = |name: Option<String>| name.unwrap_or_else(|| "?".to_owned());
            format!(", {} – {}", known(white), known(black))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_named_as_people_know_them() {
        for (tags, expected) in [
            ("[White \"Carlsen, Magnus\"]\n[Black \"Hikaru Nakamura\"]\n", ", Carlsen – Hikaru Nakamura"),
            ("[White \"?\"]\n[Black \"de la \\\"X\\\"\"]\n[Black \"y\"]\n", ", ? – de la \"X\""),
            ("[White \"?\"]\n[Black \"\"]\n", ""),
            ("[White \"A name of more than twenty-four columns\"]\n", ", A name of more than twen… – ?"),
            ("1. e4 *", ""),
        ] {
            assert_eq!(of(tags), expected, "{tags}");
        }
    }
}
