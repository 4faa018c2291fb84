//! Names of files that are made of what games say: allowed, and different, on every system.

use std::collections::HashSet;

/// Maximum length of a name without its extension, in bytes: systems allow 255, and some encrypted ones 143.
const LONGEST: usize = 100;

/// Names that Windows keeps for devices, with a number from 1 to 9 behind the last two.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
const NUMBERED_DEVICES: [&str; 2] = ["com", "lpt"];

/// The names given so far. Systems that do not tell capitals apart would take two such names for one.
#[derive(Default)]
pub struct UniqueNames {
    given: HashSet<String>,
}

impl UniqueNames {
    /// A new name for what this value says; `unknown` if it says nothing that can be in a name.
    pub fn name(&mut self, value: &str) -> String {
        let name = safe(value);
        let mut unique = name.clone();
        let mut number = 2;
        while !self.given.insert(unique.to_lowercase()) {
            unique = format!("{name}-{number}");
            number += 1;
        }
        unique
    }
}

/// The value as a name: letters and digits of all alphabets, and blanks and signs that no system has a use for.
fn safe(value: &str) -> String {
    let kept = |letter: char| {
        letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_' | ',' | '.' | '\'' | '+' | '(' | ')')
    };
    let mut name: String = value.chars().map(|letter| if kept(letter) { letter } else { '_' }).collect();
    if name.len() > LONGEST {
        let end = (0..=LONGEST).rev().find(|end| name.is_char_boundary(*end)).unwrap_or(0);
        name.truncate(end);
    }
    // A name with a period in front is hidden, and one behind it is dropped by Windows.
    let name = name.trim_matches([' ', '.']);
    if name.chars().all(|letter| matches!(letter, '_' | ' ' | '.')) {
        return "unknown".into();
    }
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let is_numbered = |device: &str| {
        let number = stem.strip_prefix(device);
        number.is_some_and(|number| number.chars().count() == 1 && number.chars().all(char::is_numeric))
    };
    if DEVICES.contains(&stem.as_str()) || NUMBERED_DEVICES.iter().any(|device| is_numbered(device)) {
        return format!("_{name}");
    }
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_allowed_everywhere() {
        for (value, expected) in [
            ("Carlsen, Magnus", "Carlsen, Magnus"),
            ("Ståhlberg", "Ståhlberg"),
            ("../../etc/passwd", "_.._etc_passwd"),
            ("a/b\\c:d*e?f\"g<h>i|j\n", "a_b_c_d_e_f_g_h_i_j_"),
            ("Open 1999.", "Open 1999"),
            ("CON", "_CON"),
            ("nul.pgn", "_nul.pgn"),
            ("Com7", "_Com7"),
            ("Comte", "Comte"),
            ("?", "unknown"),
            ("", "unknown"),
            ("..", "unknown"),
            (".hidden", "hidden"),
        ] {
            assert_eq!(safe(value), expected, "{value}");
        }
        assert_eq!(safe(&"é".repeat(200)).len(), LONGEST);
        assert_eq!(safe(&format!("a{}", "é".repeat(200))).len(), LONGEST - 1);
    }

    #[test]
    fn names_differ_by_more_than_capitals() {
        let mut names = UniqueNames::default();
        let given: Vec<String> = ["A/b", "a?B", "A_b", "?"].iter().map(|value| names.name(value)).collect();
        assert_eq!(given, ["A_b", "a_B-2", "A_b-3", "unknown"]);
    }
}
