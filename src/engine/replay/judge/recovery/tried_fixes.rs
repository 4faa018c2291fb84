//! Fixes that are tried before they are proposed: those that decide where a line or a comment ends change how all of the
//! rest is read.

use std::cell::OnceCell;

use crate::lint::{Code, Context, Diagnostic, Family, Fix, Settings, Severity, apply};
use crate::replay::check_game;
use crate::replay::judge::Judge;

/// Maximum length of a game whose fixes are tried, in bytes.
const LONGEST: usize = 200_000;

/// Maximum number of fixes that are tried in a game.
const MOST: usize = 8;

impl Judge<'_> {
    /// Takes away the fixes of lost signs, and those that make a comment of a single word, after which the game would
    /// have as many errors as before, or another number of half-moves than it says.
    pub(crate) fn try_fixes(&mut self) {
        if !self.report.wants_fixes() || self.text.len() > LONGEST {
            return;
        }
        let text = self.text;
        let drafts = self.report.drafts();
        let tried = drafts.iter().enumerate().filter(|(_, found)| is_tried(found, text)).take(MOST);
        // Whatever the levels of findings are.
        let settings = Settings::default();
        let context = Context::new(&settings, self.context.kind);
        let before = OnceCell::new();
        let is_good = |of: Code, fix: &Fix| {
            let after = check_game(&apply(text, &fix.edits), &context).diagnostics;
            errors(&after, of) < errors(before.get_or_init(|| check_game(text, &context).diagnostics), of)
                && !after.iter().any(|found| found.code == Code::PlyCountMismatch)
        };
        let bad = tried
            .filter(|(_, found)| !found.fixes.iter().all(|fix| is_good(found.code, fix)))
            .map(|(n, _)| n)
            .collect::<Vec<_>>();
        for n in bad {
            self.report.drafts_mut()[n].fixes.clear();
        }
    }
}

fn is_tried(found: &Diagnostic, text: &str) -> bool {
    let written = &text[found.range.start as usize..found.range.end as usize];
    let is_word = || found.code == Code::StrayText && found.fixes.len() == 1 && !written.contains(char::is_whitespace);
    let is_comment = || found.fixes[0].edits.first().is_some_and(|edit| edit.text == "{");
    let is_sign = matches!(found.code, Code::UnclosedComment | Code::UnclosedVariation | Code::UnopenedVariation);
    !found.fixes.is_empty() && (is_sign || is_word() && is_comment())
}

/// Number of errors by which half-moves may be read otherwise than they were meant. `of`: the code that is tried.
fn errors(found: &[Diagnostic], of: Code) -> usize {
    let families = [Family::Structure, Family::Movetext, Family::Moves];
    let is_error = |found: &&Diagnostic| {
        let lint = found.code.lint();
        // An end that is missing as well is asked for once the sign is there.
        let is_uncovered = found.code == Code::MissingTerminator
            || found.code == Code::UnclosedVariation && of == Code::UnclosedComment;
        !is_uncovered && lint.severity == Severity::Error && families.contains(&lint.family)
    };
    found.iter().filter(is_error).count()
}
