//! Groups a game's findings by kind: the first is printed in full, of the others only the places.

use std::collections::HashMap;

use vgn_engine::lint::{Code, Diagnostic, Severity};

use super::whole_file::CommonKind;

/// Findings that differ only in their places.
pub struct FindingKind<'d> {
    pub first: &'d Diagnostic,
    /// In order.
    pub others: Vec<&'d Diagnostic>,
}

/// The kinds of a game's findings, in the order of their first ones. Findings with other quotes are of one kind if they
/// have the same fix, such as the removal of a stray character.
pub fn of<'d>(findings: &[&'d Diagnostic]) -> Vec<FindingKind<'d>> {
    let mut places = HashMap::<(Code, String), usize>::new();
    let mut kinds: Vec<FindingKind<'d>> = Vec::new();
    for finding in findings.iter().copied() {
        let at = *places.entry((finding.code, words(finding))).or_insert(kinds.len());
        match kinds.get_mut(at) {
            Some(kind) => kind.others.push(finding),
            None => kinds.push(FindingKind { first: finding, others: Vec::new() }),
        }
    }
    kinds
}

/// The kind of a finding that (nearly) all games of a file may have. Of information, such as missing tags, the code says
/// enough.
pub fn common(finding: &Diagnostic) -> CommonKind {
    let words = if finding.severity == Severity::Information { String::new() } else { words(finding) };
    CommonKind { code: finding.code, severity: finding.severity, words }
}

/// What a finding says, but for its place. With the same fix, what is quoted from the game makes no difference.
fn words(finding: &Diagnostic) -> String {
    if finding.fixes.is_empty() {
        return finding.message.clone();
    }
    let mut words = finding.message.split('`').step_by(2).collect::<Vec<_>>().join("`");
    for fix in &finding.fixes {
        words.extend(["\n", &fix.title]);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use vgn_engine::lint::{Context, FileKind, Settings};
    use vgn_engine::replay::check_game;

    #[test]
    fn what_differs_only_in_its_quotes_and_has_one_fix_is_of_one_kind() {
        let text = "1. e4 \\$1 e5 \\$2 <x> *";
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Vgn).with_fixes(true);
        let report = check_game(text, &context);
        let found: Vec<&Diagnostic> =
            report.diagnostics.iter().filter(|found| found.code != Code::MissingRosterTag).collect();
        let kinds: Vec<(Code, usize)> = of(&found).iter().map(|kind| (kind.first.code, kind.others.len())).collect();
        assert_eq!(kinds, [(Code::StrayText, 1), (Code::StrayText, 0)]);
    }

    #[test]
    fn what_has_no_fix_is_not_hidden_behind_what_says_something_else() {
        let found = ["`Ng3` is not legal", "`Nh5` is not legal", "`Ng3` is not legal"].map(|message| Diagnostic {
            code: Code::IllegalMove,
            severity: Severity::Error,
            range: 0..0,
            message: message.to_owned(),
            related: Vec::new(),
            fixes: Vec::new(),
        });
        let kinds: Vec<usize> = of(&found.each_ref()).iter().map(|kind| kind.others.len()).collect();
        assert_eq!(kinds, [1, 0]);
    }
}
