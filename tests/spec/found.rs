//! What is found in a text, in a form that is easy to write down.

use vgn_lsp::games::fix_game;
use vgn_lsp::lint::{Context, FileKind, Settings, Strictness, apply};
use vgn_lsp::replay::{check_game, resolve_game};
use vgn_lsp::syntax::games::games;

/// The tag of a VGN game.
pub const VGN: &str = "[GameFormat \"VGN:Variable Game Notation\"]\n";

/// The seven tag roster of a PGN game that is not finished, with nothing in it.
pub const ROSTER: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
                          [Black \"?\"]\n[Result \"*\"]\n";

/// A VGN game in FCN.
pub fn fcn(movetext: &str) -> String {
    format!("{VGN}[MoveFormat \"FCN\"]\n\n{movetext}")
}

/// A VGN game in another notation.
pub fn vgn(notation: &str, movetext: &str) -> String {
    format!("{VGN}[MoveFormat \"{notation}\"]\n\n{movetext}")
}

/// A VGN game that starts from a board.
pub fn from_board(board: &str, movetext: &str) -> String {
    format!("{VGN}[SetUp \"{board}\"]\n[MoveFormat \"FCN\"]\n\n{movetext}")
}

/// The diagnostics of all games of a text in a file of this kind: each as its code and the text at fault.
pub fn found_in(text: &str, kind: FileKind, settings: &Settings) -> Vec<String> {
    let mut found = Vec::new();
    for span in games(text.as_bytes()) {
        let game = &text[span.range];
        for d in check_game(game, &Context::new(settings, kind)).diagnostics {
            found.push(format!("{} `{}`", d.code, &game[d.range.start as usize..d.range.end as usize]));
        }
    }
    found
}

/// The diagnostics of a text: each as its code and the text at fault. Roster tags are not asked for here.
pub fn found(text: &str) -> Vec<String> {
    let mut found = found_in(text, FileKind::Unknown, &Settings::default());
    found.retain(|line| !line.starts_with("missing-roster-tag"));
    found
}

/// Asserts the diagnostics of a text.
#[track_caller]
pub fn earns(text: &str, expected: &[&str]) {
    assert_eq!(found(text), expected, "{text}");
}

/// Asserts that a text has nothing to report.
#[track_caller]
pub fn clean(text: &str) {
    earns(text, &[]);
}

/// Asserts the diagnostics with another closeness of judging.
#[track_caller]
pub fn earns_when(strictness: Strictness, text: &str, expected: &[&str]) {
    let mut settings = Settings::default();
    settings.strictness = strictness;
    assert_eq!(found_in(text, FileKind::Unknown, &settings), expected, "{text}");
}

/// Why the first illegal move of a game is illegal, as its message ends.
#[track_caller]
pub fn reason(text: &str) -> String {
    let settings = Settings::default();
    let report = check_game(text, &Context::new(&settings, FileKind::Unknown));
    let found = report.diagnostics.iter().find(|d| d.code.name() == "illegal-move");
    let message = &found.unwrap_or_else(|| panic!("no illegal move in {text}")).message;
    message.split_once("here: ").map_or(message.as_str(), |(_, why)| why).to_owned()
}

/// What is said of the first finding of a code.
#[track_caller]
pub fn message(text: &str, code: &str) -> String {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    let found = games(text.as_bytes()).flat_map(|span| check_game(&text[span.range], &context).diagnostics);
    let mut messages = found.filter(|d| d.code.name() == code).map(|d| d.message);
    messages.next().unwrap_or_else(|| panic!("no {code} in {text}"))
}

/// How many games a text holds.
pub fn count(text: &str) -> usize {
    games(text.as_bytes()).filter(|span| span.is_game).count()
}

/// The pieces on the board after the last half-move of the main line, as FEN writes them.
pub fn last_board(text: &str) -> String {
    let settings = Settings::default();
    let resolved = resolve_game(text, &Context::new(&settings, FileKind::Unknown));
    let after = resolved.moves.iter().rev().filter(|m| m.depth == 0).find_map(|m| m.after.as_deref());
    after.or(resolved.start.as_ref()).map(|position| position.board().to_string()).unwrap_or_default()
}

/// Every safe fix of a text, applied by itself: the texts that come of it.
pub fn safe_fixes(text: &str) -> Vec<String> {
    let settings = Settings::default();
    let mut all = Vec::new();
    for span in games(text.as_bytes()) {
        let (game, at) = (&text[span.range.clone()], span.range.start);
        let report = check_game(game, &Context::new(&settings, FileKind::Unknown).with_fixes(true));
        for fix in report.diagnostics.iter().flat_map(|d| &d.fixes).filter(|fix| fix.safe) {
            let mut fixed = text.to_owned();
            for edit in fix.edits.iter().rev() {
                fixed.replace_range(at + edit.range.start as usize..at + edit.range.end as usize, &edit.text);
            }
            all.push(fixed);
        }
    }
    all
}

/// Every fix of the first diagnostic of a code, applied: the texts that come of it.
#[track_caller]
pub fn fixed(text: &str, code: &str) -> Vec<String> {
    let settings = Settings::default();
    let mut all = Vec::new();
    for span in games(text.as_bytes()) {
        let game = &text[span.range.clone()];
        let report = check_game(game, &Context::new(&settings, FileKind::Unknown).with_fixes(true));
        let Some(d) = report.diagnostics.iter().find(|d| d.code.name() == code) else { continue };
        for fix in &d.fixes {
            let mut fixed = text.to_owned();
            for edit in fix.edits.iter().rev() {
                let at = span.range.start;
                fixed.replace_range(at + edit.range.start as usize..at + edit.range.end as usize, &edit.text);
            }
            all.push(fixed);
        }
        return all;
    }
    panic!("no {code} in {text}");
}

/// The text after all safe fixes, of as many games as it has.
pub fn safely_fixed(text: &str) -> String {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown).with_fixes(true);
    let edits = fix_game(text, None, &context, &|found| found.fixes.iter().find(|fix| fix.safe));
    apply(text, &edits)
}
