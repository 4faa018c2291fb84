//! The eight game states that FCN and SFEN mark (seed 001): `+`, `#` and the third sign.

use super::EndMark;

/// Every state with its marks in version 1.1. Version 1.0 has the first four.
pub const STATES: [(&str, bool, EndMark); 8] = [
    ("", false, EndMark::None),
    ("+", true, EndMark::None),
    ("#", false, EndMark::Over),
    ("+#", true, EndMark::Over),
    ("#+", false, EndMark::Won),
    ("+#+", true, EndMark::Won),
    ("##", false, EndMark::Drawn),
    ("+##", true, EndMark::Drawn),
];

/// Parses the whole of `text`: whether there is check, and the end. The empty text marks nothing.
pub fn parse(text: &str) -> Option<(bool, EndMark)> {
    STATES.iter().find(|(marks, ..)| *marks == text).map(|&(_, check, end)| (check, end))
}

/// Same as [`parse`] for version 1.0, which has no third sign.
pub fn parse_v1(text: &str) -> Option<(bool, EndMark)> {
    STATES[..4].iter().find(|(marks, ..)| *marks == text).map(|&(_, check, end)| (check, end))
}

/// The marks of a state.
pub fn print(check: bool, end: EndMark) -> &'static str {
    match (check, end) {
        (false, EndMark::None) => "",
        (true, EndMark::None) => "+",
        (false, EndMark::Over) => "#",
        (true, EndMark::Over) => "+#",
        (false, EndMark::Won) => "#+",
        (true, EndMark::Won) => "+#+",
        (false, EndMark::Drawn) => "##",
        (true, EndMark::Drawn) => "+##",
    }
}

/// Same as [`print`] for version 1.0. Its `#` is mate or stalemate; an end by other means is left to the game's
/// terminator.
pub fn print_v1(check: bool, end: EndMark) -> &'static str {
    match end {
        EndMark::Won | EndMark::Drawn => print(check, EndMark::None),
        EndMark::None | EndMark::Over => print(check, end),
    }
}

/// The meaning of a state in words: `check`, `checkmate`, `a draw without stalemate` …
pub fn meaning(check: bool, end: EndMark) -> &'static str {
    match (check, end) {
        (false, EndMark::None) => "no check",
        (true, EndMark::None) => "check",
        (false, EndMark::Over) => "stalemate",
        (true, EndMark::Over) => "checkmate",
        (false, EndMark::Won) => "a win without checkmate",
        (true, EndMark::Won) => "check, and a win without checkmate",
        (false, EndMark::Drawn) => "a draw without stalemate",
        (true, EndMark::Drawn) => "check, and a draw without stalemate",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_states_there_and_back() {
        for (text, check, end) in STATES {
            assert_eq!(print(check, end), text);
            assert_eq!(parse(text), Some((check, end)));
        }
        for text in ["++", "###", "#+#", "+#++", "x", " "] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn version_1_0_has_four() {
        assert_eq!(parse_v1("+#"), Some((true, EndMark::Over)));
        assert_eq!(parse_v1("#+"), None);
        assert_eq!(print_v1(true, EndMark::Over), "+#");
        assert_eq!(print_v1(true, EndMark::Drawn), "+");
        assert_eq!(print_v1(false, EndMark::Won), "");
    }
}
