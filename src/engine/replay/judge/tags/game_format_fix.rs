//! The fix of `missing-game-format`: inserts VGN's tag, and converts whatever VGN writes differently, so that the fix
//! causes no new diagnostics (rule A5).

use super::opening::VGN_TAG;
use crate::lint::fixing::{Draft, settle};
use crate::lint::{Code, Edit, Fix};
use crate::replay::check_game;
use crate::replay::judge::Judge;

/// Fixable faults that only VGN games have.
const VGN_ONLY: [Code; 7] = [
    Code::MoveNumberStyle,
    Code::MissingSpaceAfterNumber,
    Code::SuffixGlyph,
    Code::CommentPlacement,
    Code::FenTag,
    Code::EscapeLine,
    Code::ResultForPeople,
];

/// Maximum length of a game, in bytes, that is converted; longer ones only get the tag, because repeated judging would
/// take too long.
const LONGEST: usize = 1 << 20;

impl Judge<'_> {
    /// Makes the fix, which needs the whole text of the game, after the game has been read.
    pub(crate) fn game_format_fix(&mut self) {
        let missing = |d: &&mut crate::lint::Diagnostic| d.code == Code::MissingGameFormat;
        if !self.format.missing_reported || !self.report.wants_fixes() {
            return;
        }
        let tag = self.format_tag();
        let edits = if self.text.len() > LONGEST { vec![tag] } else { self.vgn_edits(tag) };
        if let Some(diagnostic) = self.report.drafts_mut().iter_mut().find(missing) {
            diagnostic.fixes = vec![Fix::choice("say that the game is VGN", edits)];
        }
    }

    /// The tag `GameFormat` before the first tag, or before the whole game.
    fn format_tag(&self) -> Edit {
        let line_end = self.line_end();
        let bom = if self.text.starts_with('\u{feff}') { 3 } else { 0 };
        match self.tags.list.first() {
            Some(first) => Edit::insert(first.range.start.max(bom), format!("{VGN_TAG}{line_end}")),
            None => Edit::insert(bom, format!("{VGN_TAG}{line_end}{line_end}")),
        }
    }

    fn vgn_edits(&self, tag: Edit) -> Vec<Edit> {
        let mut draft = Draft::new(self.text);
        draft.apply([&tag]);
        let vgn = draft.current();
        let context = self.context.with_fixes(true);
        let (edits, _) = settle(&vgn, &|text| check_game(text, &context).diagnostics, &|diagnostic| {
            let of_vgn = VGN_ONLY.contains(&diagnostic.code);
            diagnostic.fixes.first().filter(|fix| of_vgn && fix.safe)
        });
        draft.apply(&edits);
        draft.into_edits()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::{Context, FileKind, Settings, apply};
    use crate::replay::check_game;

    fn converted(game: &str) -> String {
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Vgn).with_fixes(true);
        let report = check_game(game, &context);
        let missing = report.diagnostics.iter().find(|d| d.code == Code::MissingGameFormat).expect("it is missing");
        let fixed = apply(game, &missing.fixes[0].edits);
        let left = check_game(&fixed, &context).diagnostics;
        assert!(left.is_empty(), "{left:?}\n{fixed}");
        fixed
    }

    #[test]
    fn pgn_spellings_become_vgn_spellings() {
        let game = "[White \"Lind, Eva\"]\r\n[EndDate \"2024.05.12\"]\r\n[Result \"1-0\"]\r\n\r\n\
                    1.e4! {one} {two} 1...e5 (1...c5?!\r\n2. Nf3) 2. Nf3 {three} Nc6!? $10\r\n% line\r\n3. Bb5 1-0\r\n";
        let vgn = "[GameFormat \"VGN:Variable Game Notation\"]\r\n[White \"Lind, Eva\"]\r\n\
                   [EndDate \"2024.05.12\"]\r\n[Result \"White wins\"]\r\n\r\n\
                   1. e4 $1 1.5 e5 {[%after 1.] one} {[%after 1.] two} (1.5 c5 $6\r\n2. Nf3) \
                   2. Nf3 Nc6 $5 $10 {[%after 2.] three}\r\n; line\r\n3. Bb5 1-0\r\n";
        assert_eq!(converted(game), vgn);
    }

    #[test]
    fn the_fen_tag_becomes_setup() {
        let game =
            "\u{feff}[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[MoveFormat \"UCI\"]\n\n1. e2e4 *\n";
        let vgn = "\u{feff}[GameFormat \"VGN:Variable Game Notation\"]\n\
                   [SetUp \"FEN:4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[MoveFormat \"UCI\"]\n\n1. e2e4 *\n";
        assert_eq!(converted(game), vgn);
    }
}
