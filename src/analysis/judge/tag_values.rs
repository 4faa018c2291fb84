//! Values of single tags: `ECO`, ratings, `Round`, `PlyCount`.

use super::Judge;
use crate::analysis::Code;

impl Judge<'_> {
    pub(super) fn judge_tag_values(&mut self) {
        for n in 0..self.tags.list.len() {
            let tag = self.tags.list[n].clone();
            let value = tag.value(self.text);
            let value = value.trim();
            if matches!(value, "" | "?" | "-" | "*" | "0") {
                continue;
            }
            let (code, expected) = match tag.name(self.text) {
                "ECO" if !is_eco(value) => (Code::InvalidEco, "a letter A to E and two digits, as in B90"),
                "WhiteElo" | "BlackElo" if !is_whole(value, 4) => {
                    (Code::InvalidNumber, "a whole number such as 2450, or `-`")
                }
                "Round" if !is_round(value) => (Code::InvalidNumber, "numbers such as 4 or 4.1, `?` or `-`"),
                "PlyCount" if !is_whole(value, 9) => (Code::InvalidNumber, "a count of half-moves"),
                _ => continue,
            };
            let message = format!("`{}` should be {expected}, not `{value}`", tag.name(self.text));
            let inner = tag.inner(self.text);
            self.report.add(code, inner, message);
        }
    }
}

/// PGN 9.4.3: `XDD`, or `XDD/DD` with a sub-code; databases add a letter.
fn is_eco(value: &str) -> bool {
    let bytes = value.as_bytes();
    let digits = |part: &[u8]| part.len() == 2 && part.iter().all(u8::is_ascii_digit);
    match bytes {
        [b'A'..=b'E', rest @ ..] if rest.len() >= 2 && digits(&rest[..2]) => match &rest[2..] {
            [] | [b'a'..=b'z'] => true,
            [b'/', sub @ ..] => digits(sub),
            _ => false,
        },
        _ => false,
    }
}

fn is_whole(value: &str, most: usize) -> bool {
    value.len() <= most && value.bytes().all(|b| b.is_ascii_digit())
}

/// PGN 8.1.1.4: a number, or several with periods between them.
fn is_round(value: &str) -> bool {
    value.split('.').all(|part| part == "?" || is_whole(part, 6) && !part.is_empty())
}
