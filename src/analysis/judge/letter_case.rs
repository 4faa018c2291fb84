//! The letter case of a move that a fix writes: that of the text which it replaces, where the notation reads both.

use super::Judge;
use crate::notation::Codec;

impl Judge<'_> {
    /// A half-move's spelling in capitals where the text that it replaces is so and the notation reads them as the same move: MCN's
    /// `E2E4` (`notations.md`).
    pub(super) fn in_case_of(&self, text: &str, spelling: String) -> String {
        let is_capital = text.bytes().any(|b| b.is_ascii_uppercase()) && !text.bytes().any(|b| b.is_ascii_lowercase());
        let Codec::Moves { read, .. } = self.notation.codec else { return spelling };
        if !is_capital {
            return spelling;
        }
        let capitals = spelling.to_ascii_uppercase();
        if read(&capitals).is_some_and(|same| read(&spelling) == Some(same)) { capitals } else { spelling }
    }
}

#[cfg(test)]
mod tests {
    use crate::analysis::{Context, FileKind, Settings, check_game};

    /// The texts that the fixes of a game's diagnostics write.
    fn fixes(moves: &str) -> Vec<String> {
        let text = format!(
            "[GameFormat \"VGN\"]\n[MoveFormat \"MCN\"]\n[SetUp \"FEN:{}\"]\n\n{moves}",
            "4k3/P7/8/8/8/8/8/4K2R w K - 0 1"
        );
        let context = Context { settings: &Settings::default(), kind: FileKind::Vgn, fixes: true };
        let found = check_game(&text, &context).diagnostics;
        found.into_iter().flat_map(|found| found.fixes).flat_map(|fix| fix.edits).map(|edit| edit.text).collect()
    }

    #[test]
    fn a_fix_keeps_the_capitals_of_the_text() {
        assert_eq!(fixes("1. A7A8 *")[..2], ["A7A8Q", "A7A8R"]);
        assert_eq!(fixes("1. a7a8 *")[..2], ["a7a8q", "a7a8r"]);
        assert_eq!(fixes("1. E1E3 *").first().map(String::as_str), Some("E1E2"));
    }
}
