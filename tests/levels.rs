//! Levels: a code that is turned off, or has another severity, changes nothing but its own findings. What a game has is
//! decided without them.

use vgn_lsp::lint::{CATALOGUE, Code, Context, Diagnostic, FileKind, Settings, Severity};
use vgn_lsp::replay::check_game;

use crate::damaged;
use crate::support::damage::Damage;
use crate::support::games::text_of;

fn found(text: &str, settings: &Settings) -> Vec<Diagnostic> {
    check_game(text, &Context::new(settings, FileKind::Unknown).with_fixes(true)).diagnostics
}

/// Examples of all codes, real games, and real games with damages.
fn texts() -> impl Iterator<Item = String> {
    let examples = CATALOGUE.iter().flat_map(|lint| [lint.wrong, lint.right]).map(str::to_owned);
    let games = damaged::games();
    let count = std::env::var("DAMAGED_GAMES").map_or(400, |count| count.parse().expect("a number"));
    let damaged = (0..count).map(move |number| {
        let mut damage = Damage::new(number);
        let game = damage.one(&games).clone();
        text_of(damage.damaged(&game))
    });
    examples.chain(damaged)
}

#[test]
fn a_level_changes_its_own_findings_alone() {
    let mut broken = Vec::new();
    let mut tried = 0;
    for text in texts() {
        let all = found(&text, &Settings::default());
        let mut codes: Vec<Code> = all.iter().map(|found| found.code).collect();
        codes.sort_unstable();
        codes.dedup();
        for code in codes {
            for level in [None, Some(Severity::Error), Some(Severity::Hint)] {
                let mut settings = Settings::default();
                settings.set_level(code, level);
                let expected = all.iter().filter_map(|found| match found.code == code {
                    true => Some(Diagnostic { severity: level?, ..found.clone() }),
                    false => Some(found.clone()),
                });
                let expected: Vec<Diagnostic> = expected.collect();
                let found = found(&text, &settings);
                tried += 1;
                if found != expected {
                    broken.push((code, level, text.clone(), expected, found));
                }
            }
        }
    }
    assert!(tried > 1000, "{tried}");
    let mut by_code: Vec<String> = broken.iter().map(|(code, ..)| format!("{code:?}")).collect();
    by_code.sort_unstable();
    by_code.dedup();
    assert!(broken.is_empty(), "{} of {tried}, of {by_code:?}; the first: {:#?}", broken.len(), broken.first());
}
