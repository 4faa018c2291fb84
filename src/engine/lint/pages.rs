//! The pages of the catalogue, in Markdown: the output of `explain` and a part of the documentation.

use std::fmt::Write;

use super::cause::OF_HABITS;
use super::portability::lint_page;
use super::{CATALOGUE, Family, Lint};

impl Family {
    /// Every family, in the order of the catalogue.
    pub const ALL: [Family; 7] = [
        Family::Structure,
        Family::Tags,
        Family::Movetext,
        Family::Moves,
        Family::End,
        Family::Evaluations,
        Family::Portability,
    ];

    /// The heading of the family's chapter.
    pub fn title(self) -> &'static str {
        match self {
            Family::Structure => "Text and structure",
            Family::Tags => "Tags",
            Family::Movetext => "Numbers, glyphs, variations, comments",
            Family::Moves => "Moves",
            Family::End => "The end",
            Family::Evaluations => "Evaluations",
            Family::Portability => "Other programs",
        }
    }

    /// The family's rows of the catalogue.
    pub fn lints(self) -> impl Iterator<Item = &'static Lint> {
        CATALOGUE.iter().copied().filter(move |lint| lint.family == self)
    }
}

const HABIT_NOTE: &str =
    "If this occurs throughout a game, it is reported only once, at the first place. The message gives the
number of places, and the next ten are listed.";
const FIX_NOTE: &str = " If there is a fix, it corrects all of them.";

/// Where to find the rules that pages cite.
const RULES_NOTE: &str =
    "Rules such as C4 are those of VGN as this program reads it; they are in `docs/rules.md` of vgn-lsp.
Sections such as PGN 8.2 are those of the standard for PGN of 1994.";

/// The page of one lint.
pub fn page(lint: &Lint) -> String {
    let mut text = section(lint, 1);
    if ["rule ", "rules ", "PGN "].iter().any(|cited| lint.explanation.contains(cited)) {
        // Writing to a string does not fail.
        let _ = write!(text, "\n{RULES_NOTE}\n");
    }
    text
}

/// The pages of all lints, by family.
pub fn all_pages() -> String {
    let mut text = String::from(
        "# Diagnostics\n\nEach has a code, by which a configuration file and the command line set its severity: \
         `error`, `warning`, `information`, `hint` or `off`.\n\n",
    );
    text += &RULES_NOTE.replace("`docs/rules.md`", "[rules.md](rules.md)");
    text.push('\n');
    for family in Family::ALL {
        // Writing to a string does not fail.
        let _ = write!(text, "\n## {}\n", family.title());
        for lint in family.lints() {
            let _ = write!(text, "\n{}", section(lint, 3));
        }
    }
    text
}

fn section(lint: &Lint, level: usize) -> String {
    let mut text = format!("{} {}\n\n{}\n\n", "#".repeat(level), lint.name, lint.summary);
    let fix = if lint.fix { "Has a fix." } else { "Has no fix." };
    // Writing to a string does not fail.
    let off = if lint.is_optional() { ", but off unless it is set" } else { "" };
    let _ = writeln!(text, "Severity: {}{off}. {fix}", lint.severity);
    if !lint.explanation.is_empty() {
        let _ = write!(text, "\n{}\n", lint.explanation);
    }
    if OF_HABITS.contains(&lint.code) {
        let _ = write!(text, "\n{HABIT_NOTE}{}\n", if lint.fix { FIX_NOTE } else { "" });
    }
    let of_readers = lint_page(lint);
    if !of_readers.is_empty() {
        let _ = write!(text, "\n{of_readers}");
    }
    for (title, example) in [("Wrong", lint.wrong), ("Right", lint.right)] {
        if !example.is_empty() {
            let language = if example.contains("GameFormat") { "vgn" } else { "pgn" };
            let _ = write!(text, "\n{title}:\n\n```{language}\n{}\n```\n", example.trim_end());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_speaks_of_a_fix_only_if_there_is_one() {
        for lint in CATALOGUE {
            let page = page(lint);
            assert_eq!(
                page.contains("If there is a fix"),
                lint.fix && page.contains("throughout a game"),
                "{}",
                lint.name
            );
        }
    }

    #[test]
    fn a_page_that_cites_a_rule_says_where_it_is_to_be_read() {
        let cites = |text: &str| text.contains("(rule ") || text.contains("(rules ");
        for lint in CATALOGUE {
            let places = page(lint).matches("docs/rules.md").count();
            assert!(places <= 1 && (places == 1 || !cites(&page(lint))), "{}", lint.name);
        }
        assert_eq!(all_pages().matches("](rules.md)").count(), 1);
    }

    #[test]
    fn every_diagnostic_has_its_page_in_the_documentation() {
        let all = all_pages();
        for lint in CATALOGUE {
            assert!(all.contains(&format!("\n### {}\n", lint.name)), "{}", lint.name);
        }
        assert_eq!(Family::ALL.into_iter().flat_map(Family::lints).count(), CATALOGUE.len());
    }
}
