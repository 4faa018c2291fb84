//! Groups a game's findings by kind: the first is printed in full, of the others only the places.

use crate::lint::{Code, Diagnostic};

/// Findings with the same message at different places.
pub struct FindingKind<'d> {
    pub first: &'d Diagnostic,
    /// In order.
    pub others: Vec<&'d Diagnostic>,
}

/// The kinds of a game's findings, in the order of their first ones.
pub fn of<'d>(findings: &[&'d Diagnostic]) -> Vec<FindingKind<'d>> {
    let mut places = std::collections::HashMap::<(Code, String), usize>::new();
    let mut kinds: Vec<FindingKind<'d>> = Vec::new();
    for finding in findings.iter().copied() {
        let at = *places.entry((finding.code, without_quotes(&finding.message))).or_insert(kinds.len());
        match kinds.get_mut(at) {
            Some(kind) => kind.others.push(finding),
            None => kinds.push(FindingKind { first: finding, others: Vec::new() }),
        }
    }
    kinds
}

/// A message without its quotes from the game, which differ at each place.
fn without_quotes(message: &str) -> String {
    message.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::{Context, FileKind, Settings};
    use crate::replay::check_game;

    #[test]
    fn what_differs_only_in_its_quotes_is_of_one_kind() {
        let text = "1. e4 \\$1 e5 \\$2 <x> *";
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Vgn);
        let report = check_game(text, &context);
        let found: Vec<&Diagnostic> =
            report.diagnostics.iter().filter(|found| found.code != Code::MissingRosterTag).collect();
        let kinds: Vec<(Code, usize)> = of(&found).iter().map(|kind| (kind.first.code, kind.others.len())).collect();
        assert_eq!(kinds, [(Code::StrayText, 1), (Code::StrayText, 0)]);
    }
}
