//! Portability: the table is what the real readers do, its page is made from it, and its constructs are found.

use std::fs;
use std::path::Path;
use std::process::Command;

use vgn_lsp::games::fix_game;
use vgn_lsp::lint::portability::{Portability, ROWS, Reader, ReaderLoss, ReaderSet, Row, rows, whole_page};
use vgn_lsp::lint::{Code, Context, Diagnostic, Family, FileKind, Fix, Settings, Severity, apply};
use vgn_lsp::replay::{FastPass, check_game};
use vgn_lsp::syntax::games::games;

const READERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/readers/readers.sh");

fn settings(readers: &[Reader]) -> Settings {
    let mut settings = Settings::default();
    settings.set_portability(Portability { readers: ReaderSet::of(readers), as_hints: false });
    settings
}

/// The codes of portability that are found in a text, with their messages.
fn found(text: &str, readers: &[Reader]) -> Vec<(Code, Severity, String)> {
    let settings = settings(readers);
    let context = Context::new(&settings, FileKind::Pgn);
    let of_game = |span: vgn_lsp::syntax::games::Span| check_game(&text[span.range], &context).diagnostics;
    let all = games(text.as_bytes()).flat_map(of_game);
    let own = all.filter(|diagnostic| diagnostic.code.lint().family == Family::Portability);
    own.map(|diagnostic| (diagnostic.code, diagnostic.severity, diagnostic.message)).collect()
}

fn codes(text: &str) -> Vec<Code> {
    found(text, &Reader::ALL).into_iter().map(|(code, _, _)| code).collect()
}

fn is_reported(row: &Row) -> bool {
    row.code.lint().family == Family::Portability
}

/// Whether the right example of a row says what the wrong one says, but for the way in which it is written.
fn says_the_same(row: &Row) -> bool {
    ![
        &rows::NAG_ZERO,
        &rows::NAG_TOO_LARGE,
        &rows::UNKNOWN_NAG,
        &rows::NULL_MOVE,
        &rows::ESCAPED_QUOTE,
        &rows::MOVE_NUMBER_ZERO,
        &rows::FILE_LETTERS,
        &rows::VARIANT_FROM_POSITION,
    ]
    .iter()
    .chain(&[&rows::UNDERSCORE_IN_TAG_NAME, &rows::UNKNOWN_ESCAPE, &rows::QUOTE_IN_VALUE])
    .any(|other| **other == *row)
}

#[test]
fn the_readers_do_what_the_table_says_of_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("rows");
    let line = |row: &&Row| {
        let losses: serde_json::Map<String, serde_json::Value> = (row.effects.iter())
            .flat_map(|effect| {
                effect.readers.iter().map(|reader| (reader.name().to_owned(), effect.loss.name().into()))
            })
            .collect();
        serde_json::json!({
            "title": row.title, "wrong": row.wrong, "right": row.right, "effects": losses,
            "says_the_same": says_the_same(row),
        })
        .to_string()
    };
    fs::write(&path, ROWS.iter().map(line).collect::<Vec<_>>().join("\n")).expect("written");
    let output = Command::new(READERS).arg("rows").arg(&path).output().expect("the script runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains(&format!("{} rows hold for {} readers", ROWS.len(), Reader::ALL.len())), "{said}");
}

/// `UPDATE_EXPECT=1 cargo test --test all portability::` writes the file anew.
#[test]
fn the_page_is_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/portability.md");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, whole_page()).expect("docs/portability.md can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(committed == whole_page(), "docs/portability.md is not what the table says: run with UPDATE_EXPECT=1");
}

#[test]
fn each_row_is_found_by_its_lint_and_the_right_example_by_none() {
    let mut wrong = Vec::new();
    for row in ROWS {
        let (expected, other) = (codes(row.wrong), codes(row.right));
        let own: &[Code] = if is_reported(row) { &[row.code] } else { &[] };
        if expected != own || !other.is_empty() {
            wrong.push(format!("{}: {expected:?} {other:?}", row.title));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn rows_of_other_lints_are_found_by_those() {
    let all = settings(&Reader::ALL);
    for row in ROWS.iter().filter(|row| !is_reported(row)) {
        let report = check_game(row.wrong, &Context::new(&all, FileKind::Pgn));
        assert!(report.diagnostics.iter().any(|found| found.code == row.code), "{}: {report:?}", row.title);
    }
}

#[test]
fn only_what_a_chosen_reader_reads_otherwise_is_reported() {
    let text = "1. e4 e5 {a} {b}\n\n2. Nf3 *\n";
    let message = "python-chess and lichess end the game at this empty line";
    let expected = vec![(Code::EmptyLine, Severity::Warning, message.to_owned())];
    assert_eq!(found(text, &[Reader::PythonChess, Reader::Lichess]), expected);
    let message = "scid joins two comments side by side without a blank";
    let expected = vec![(Code::AdjacentComments, Severity::Information, message.to_owned())];
    assert_eq!(found(text, &[Reader::Scid]), expected, "no half-move is lost");
    assert_eq!(found(text, &[Reader::Kokopu]), []);
    assert_eq!(found(text, &[]), []);
}

#[test]
fn an_editor_shows_hints() {
    let mut settings = Settings::default();
    settings.set_portability(Portability::IN_EDITORS);
    let report = check_game(rows::EMPTY_LINE.wrong, &Context::new(&settings, FileKind::Pgn));
    let found: Vec<_> = report.diagnostics.iter().map(|found| (found.code, found.severity)).collect();
    assert_eq!(found, [(Code::EmptyLine, Severity::Hint)]);
}

#[test]
fn a_level_counts_for_these_lints_too() {
    let mut settings = settings(&Reader::ALL);
    settings.set_level(Code::EmptyLine, None);
    let report = check_game(rows::EMPTY_LINE.wrong, &Context::new(&settings, FileKind::Pgn));
    assert_eq!(report.diagnostics, []);
    settings.set_level(Code::EmptyLine, Some(Severity::Error));
    let report = check_game(rows::EMPTY_LINE.wrong, &Context::new(&settings, FileKind::Pgn));
    assert_eq!(report.diagnostics[0].severity, Severity::Error);
}

#[test]
fn a_game_of_vgn_is_not_judged_by_readers_of_pgn() {
    let game = "[GameFormat \"VGN:Variable Game Notation\"]\n\n1. e4 1.5 e5 ; a\n\n2. Nf3 *\n";
    assert_eq!(codes(game), []);
}

fn first_safe_fix(diagnostic: &Diagnostic) -> Option<&Fix> {
    diagnostic.fixes.first().filter(|fix| fix.safe)
}

#[test]
fn safe_fixes_make_of_each_wrong_example_one_that_all_readers_read_alike() {
    let settings = settings(&Reader::ALL);
    for row in ROWS.iter().filter(|row| is_reported(row)) {
        let context = Context::new(&settings, FileKind::Pgn).with_fixes(true);
        let report = check_game(row.wrong, &context);
        let has_safe = report.diagnostics.iter().any(|found| found.fixes.iter().any(|fix| fix.safe));
        if has_safe {
            let edits = fix_game(row.wrong, None, &context, &first_safe_fix);
            assert_eq!(apply(row.wrong, &edits), row.right, "{}", row.title);
        }
    }
}

#[test]
fn a_game_that_a_reader_reads_otherwise_is_not_clean() {
    let settings = settings(&Reader::ALL);
    for row in ROWS.iter().filter(|row| is_reported(row)) {
        let clean = FastPass::checking(&settings).game(row.wrong.as_bytes(), 0, true);
        assert!(clean.is_none(), "{}", row.title);
    }
    let right = FastPass::checking(&settings).game(rows::EMPTY_LINES_AMONG_TAGS.right.as_bytes(), 0, true);
    assert!(right.is_some(), "what all read alike is read in one pass");
}

#[test]
fn losses_have_the_names_by_which_they_are_measured() {
    let names = [
        ReaderLoss::Refused,
        ReaderLoss::Split,
        ReaderLoss::Moves,
        ReaderLoss::Tags,
        ReaderLoss::Comments,
        ReaderLoss::Glyphs,
    ]
    .map(ReaderLoss::name);
    assert_eq!(names, ["refused", "split", "moves", "tags", "comments", "glyphs"]);
}
