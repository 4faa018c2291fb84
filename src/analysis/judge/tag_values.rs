//! Values of single tags: `ECO`, ratings, `Round`, `PlyCount`.

use std::ops::Range;

use super::Judge;
use crate::analysis::Code;
use crate::openings::Eco;

impl Judge<'_> {
    pub(super) fn judge_tag_values(&mut self) {
        for n in 0..self.tags.list.len() {
            let tag = self.tags.list[n].clone();
            let value = tag.value(self.text);
            let value = value.trim();
            let Some((code, expected)) = fault(tag.name(self.text), value.as_bytes()) else { continue };
            let message = format!("`{}` should be {expected}, not `{value}`", tag.name(self.text));
            let inner = tag.inner(self.text);
            self.report.add(code, inner, message);
        }
    }

    /// A value with a fault in its text is one finding: what it would say is judged when it has been fixed. Of the same
    /// value there can be several faults of its text. All findings are there.
    pub(super) fn forgive_values_with_faults(&mut self) {
        let found = self.report.diagnostics.iter().filter(|d| FAULTS_OF_TEXT.contains(&d.code));
        let mut faults: Vec<u32> = found.map(|d| d.range.start).collect();
        if faults.is_empty() {
            return;
        }
        faults.sort_unstable();
        let is_faulty = |value: &Range<u32>| {
            let first = faults.partition_point(|fault| *fault < value.start);
            faults.get(first).is_some_and(|fault| *fault < value.end)
        };
        let values = self.tags.list.iter().map(|tag| tag.value.clone());
        let faulty: Vec<Range<u32>> = values.filter(is_faulty).collect();
        let is_in = |range: &Range<u32>| {
            let after = faulty.partition_point(|value| value.end < range.end);
            faulty.get(after).is_some_and(|value| value.start <= range.start && range.end <= value.end)
        };
        self.report.diagnostics.retain(|d| FAULTS_OF_TEXT.contains(&d.code) || !is_in(&d.range));
    }
}

/// What is wrong with the text of a value, whatever the value says.
const FAULTS_OF_TEXT: [Code; 4] =
    [Code::LineEndInTagValue, Code::UnclosedTagValue, Code::ExtraTagValue, Code::UnknownEscape];

/// What the value of a tag, trimmed, should be, if it is not that.
pub(in crate::analysis) fn fault(name: &str, value: &[u8]) -> Option<(Code, &'static str)> {
    if matches!(value, b"" | b"?" | b"-" | b"*" | b"0") {
        return None;
    }
    match name {
        "ECO" if !is_eco(value) => Some((Code::InvalidEco, "a letter from A to E and two digits, as in B90")),
        "WhiteElo" | "BlackElo" if !is_whole(value, 4) => {
            Some((Code::InvalidNumber, "a whole number such as 2450, or `-`"))
        }
        "Round" if !is_round(value) => Some((Code::InvalidNumber, "numbers such as 4 or 4.1, `?` or `-`")),
        "PlyCount" if !is_whole(value, 9) => Some((Code::InvalidNumber, "a count of half-moves")),
        _ => None,
    }
}

/// PGN 9.4.3: `XDD`, or `XDD/DD` with a sub-code; databases add a letter.
fn is_eco(value: &[u8]) -> bool {
    let digits = |part: &[u8]| part.len() == 2 && part.iter().all(u8::is_ascii_digit);
    match value {
        [b'A'..=b'E', rest @ ..] if rest.len() >= 2 && digits(&rest[..2]) => match &rest[2..] {
            [] | [b'a'..=b'z'] => true,
            [b'/', sub @ ..] => digits(sub),
            _ => false,
        },
        _ => false,
    }
}

/// The code that the value of a tag `ECO`, trimmed, gives a game. A00 is no such code: besides for irregular openings,
/// databases write it for games that nobody has classified.
pub(in crate::analysis) fn classified(value: &[u8]) -> Option<Eco> {
    let eco = Eco::read(value).filter(|_| is_eco(value))?;
    (!value.starts_with(b"A00")).then_some(eco)
}

fn is_whole(value: &[u8], most: usize) -> bool {
    value.len() <= most && value.iter().all(u8::is_ascii_digit)
}

/// PGN 8.1.1.4: a number, or several with periods between them.
fn is_round(value: &[u8]) -> bool {
    value.split(|&b| b == b'.').all(|part| part == b"?" || is_whole(part, 6) && !part.is_empty())
}
