//! The catalogue tells the truth: each page's examples are judged, and each fix is tried.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use vgn_lsp::binary::check_binary_game;
use vgn_lsp::lint::portability::{Portability, ReaderSet};
use vgn_lsp::lint::{CATALOGUE, Code, Context, Diagnostic, Family, FileKind, Fix, Lint, Settings, Severity, all_pages};
use vgn_lsp::replay::{Duplicates, check_game, duplicate_game};
use vgn_lsp::syntax::games::games;

/// Examples that a file of text cannot hold as they are shown. Each has a test of its own.
const NOT_AS_SHOWN: [Code; 7] = [
    Code::InvalidUtf8,          // A byte that is not UTF-8 is written out as `\xFC`.
    Code::TooDeep,              // 501 parentheses are cut short.
    Code::InvalidSectionByte,   // Bytes that are no text are written out as `\xC1`.
    Code::SectionTooLong,       // A million bytes are cut short.
    Code::SectionNeedsFile,     // Told of a text in an editor that is not a file.
    Code::DuplicateInWorkspace, // Told of two files in an editor.
    Code::RepertoireConflict,   // Told of a whole file in an editor.
];

/// The name of the file that an example stands for, where its content does not tell.
fn kind(lint: &Lint, example: &str) -> FileKind {
    match (lint.code, example.contains("GameFormat")) {
        // Its fix makes a VGN game of it.
        (Code::MissingGameFormat, _) => FileKind::Vgn,
        (Code::VgnInPgnFile, _) | (_, false) => FileKind::Pgn,
        _ => FileKind::Vgn,
    }
}

/// A diagnostic and where its game begins.
type Found = (usize, Diagnostic);

fn judge(text: &str, kind: FileKind) -> Vec<Found> {
    judge_with(&Settings::default(), text, kind)
}

/// The settings with which a lint finds something: those of portability if readers are chosen.
fn settings(lint: &Lint) -> Settings {
    let mut settings = Settings::default();
    if lint.is_optional() {
        settings.set_level(lint.code, Some(lint.severity));
    }
    if lint.family == Family::Portability {
        settings.set_portability(Portability { readers: ReaderSet::ALL, as_hints: false });
    }
    settings
}

fn judge_example(lint: &Lint, example: &str) -> Vec<Found> {
    judge_with(&settings(lint), example, kind(lint, example))
}

fn judge_with(settings: &Settings, text: &str, kind: FileKind) -> Vec<Found> {
    let context = Context::new(settings, kind).with_fixes(true);
    let mut seen = Duplicates::default();
    let in_game = |span: vgn_lsp::syntax::games::Span| {
        let start = span.range.start;
        let report = match span.binary {
            None => check_game(&text[span.range], &context),
            Some(at) => check_binary_game(&text[start..at], &text.as_bytes()[at..span.range.end], &context),
        };
        let again = report.identity.filter(|identity| seen.find_or_insert(identity, || ()).is_some());
        let again = again.and_then(|identity| duplicate_game(&identity, "", settings));
        report.diagnostics.into_iter().chain(again).map(move |diagnostic| (start, diagnostic))
    };
    games(text.as_bytes()).flat_map(in_game).collect()
}

fn tally(found: &[Found]) -> BTreeMap<Code, usize> {
    let mut tally = BTreeMap::new();
    for (_, diagnostic) in found {
        *tally.entry(diagnostic.code).or_default() += 1;
    }
    tally
}

fn apply(text: &str, game: usize, fix: &Fix) -> String {
    let mut mended = String::new();
    let mut done = 0;
    for edit in &fix.edits {
        let (start, end) = (game + edit.range.start as usize, game + edit.range.end as usize);
        assert!(done <= start && start <= end, "edits overlap or are out of order: {fix:?}");
        mended += &text[done..start];
        mended += &edit.text;
        done = end;
    }
    mended + &text[done..]
}

fn show(found: &[Found]) -> String {
    found.iter().map(|(_, d)| format!("\n  {} {:?} {}", d.code, d.range, d.message)).collect()
}

/// Runs a check over the entries and fails with all complaints at once.
fn for_each(check: impl Fn(&Lint) -> Result<(), String>) {
    let complaints: Vec<String> =
        CATALOGUE.iter().filter_map(|lint| Some(format!("{}: {}", lint.name, check(lint).err()?))).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn names_are_kebab_case_and_lead_to_their_codes() {
    let mut seen = BTreeSet::new();
    for lint in CATALOGUE {
        let word = |word: &str| {
            word.starts_with(|c: char| c.is_ascii_lowercase())
                && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        };
        assert!(lint.name.split('-').all(word), "{}", lint.name);
        assert!(seen.insert(lint.name), "{} stands twice", lint.name);
        assert_eq!(Code::from_name(lint.name), Some(lint.code));
        assert_eq!(lint.code.lint().name, lint.name);
    }
}

#[test]
fn every_page_is_written() {
    for_each(|lint| {
        let summary = lint.summary;
        if !summary.ends_with('.') || summary.contains('\n') || summary.len() > 90 {
            return Err("the summary is one short sentence".into());
        }
        if lint.explanation.len() < 150 || !lint.explanation.trim_end().ends_with('.') {
            return Err("the explanation is a paragraph or two".into());
        }
        if let Some(line) = lint.explanation.lines().find(|line| line.chars().count() > 100) {
            return Err(format!("a line of the explanation is too long for a terminal: {line}"));
        }
        if ![lint.wrong, lint.right].iter().all(|example| example.ends_with('\n') && example.trim() != "") {
            return Err("both examples are files".into());
        }
        Ok(())
    });
}

#[test]
fn wrong_examples_earn_their_diagnostic_and_no_other() {
    for_each(|lint| {
        if NOT_AS_SHOWN.contains(&lint.code) {
            return Ok(());
        }
        let found = judge_example(lint, lint.wrong);
        let (own, others): (Vec<Found>, Vec<Found>) = found.into_iter().partition(|(_, d)| d.code == lint.code);
        match (own.len(), others.len()) {
            (1, 0) => Ok(()),
            (n, _) => Err(format!("{n} of its own, and besides:{}", show(&others))),
        }
    });
}

#[test]
fn right_examples_earn_nothing() {
    for_each(|lint| {
        if lint.code == Code::InvalidSectionByte {
            return Ok(());
        }
        let found = judge_example(lint, lint.right);
        if found.is_empty() { Ok(()) } else { Err(show(&found)) }
    });
}

#[test]
fn wrong_and_right_differ() {
    for_each(|lint| if lint.wrong == lint.right { Err("the examples are the same".into()) } else { Ok(()) });
}

#[test]
fn severities_are_those_of_the_catalogue() {
    for_each(|lint| {
        let found = judge_example(lint, lint.wrong);
        match found.iter().find(|(_, d)| d.code == lint.code && d.severity != lint.severity) {
            Some((_, d)) => Err(format!("the example's diagnostic is of severity {}", d.severity)),
            None => Ok(()),
        }
    });
}

#[test]
fn an_illegal_move_is_a_warning_where_the_notation_may_say_it() {
    let game = "[GameFormat \"VGN:Variable Game Notation\"]\n[MoveFormat \"FCN\"]\n\n1. Pe2-e5 *\n";
    let found = judge(game, FileKind::Vgn);
    let [(_, diagnostic)] = &found[..] else { panic!("{}", show(&found)) };
    assert_eq!((diagnostic.code, diagnostic.severity), (Code::IllegalMove, Severity::Warning));
}

#[test]
fn fixes_are_there_where_the_catalogue_says() {
    for_each(|lint| {
        let found = judge_example(lint, lint.wrong);
        let fixes: usize = found.iter().filter(|(_, d)| d.code == lint.code).map(|(_, d)| d.fixes.len()).sum();
        match (lint.fix, fixes) {
            _ if NOT_AS_SHOWN.contains(&lint.code) => Ok(()),
            (true, 0) => Err("the example has no fix".into()),
            (false, 1..) => Err("the example has a fix".into()),
            _ => Ok(()),
        }
    });
}

/// What every fix of every diagnostic of a text does wrong: each should remove its diagnostic and add none, and leave
/// no white space behind.
fn unlawful_fixes(settings: &Settings, text: &str, kind: FileKind) -> Vec<String> {
    let found = judge_with(settings, text, kind);
    let before = tally(&found);
    let mut complaints = Vec::new();
    for (game, diagnostic) in &found {
        for fix in &diagnostic.fixes {
            let mended = apply(text, *game, fix);
            let left = judge_with(settings, &mended, kind);
            let after = tally(&left);
            let count = |tally: &BTreeMap<Code, usize>, code| tally.get(&code).copied().unwrap_or(0);
            let removed = count(&after, diagnostic.code) < count(&before, diagnostic.code);
            let added = after.iter().any(|(code, n)| *n > count(&before, *code));
            let untidy = ["  ", " \n", " \r"].iter().any(|s| mended.matches(s).count() > text.matches(s).count());
            if !removed || added || untidy {
                let title = &fix.title;
                complaints.push(format!("after \"{title}\" there is{}\nin\n{mended:?}", show(&left)));
            }
        }
    }
    complaints
}

/// For every fix of every example, not only the first, and with each kind of line end.
#[test]
fn a_fix_removes_its_diagnostic_and_adds_none() {
    for_each(|lint| {
        let complaints: Vec<String> = ["\n", "\r\n", "\r"]
            .into_iter()
            .flat_map(|end| unlawful_fixes(&settings(lint), &lint.wrong.replace('\n', end), kind(lint, lint.wrong)))
            .collect();
        if complaints.is_empty() { Ok(()) } else { Err(complaints.join("\n")) }
    });
}

/// Each game has one diagnostic, and its first fix makes the game beside it, or it has no fix that would be right.
#[test]
fn fixes_fit_what_stands_around_them() {
    let vgn = "[GameFormat \"VGN\"]\n\n";
    let cases: &[(&str, &str, Option<&str>)] = &[
        ("", "1. e4 e5 {x}\n$1\n2. Nf3 *\n", Some("1. e4 e5 $1 {x}\n2. Nf3 *\n")),
        ("", "1. e4 e5\n) 2. Nf3 *\n", Some("1. e4 e5\n2. Nf3 *\n")),
        ("", "1. e4 e5 2. Nf3 ½ Nc6 *\n", None),
        ("", "1. e4 e5 ½ {agreed}\n", Some("1. e4 e5 1/2-1/2 {agreed}\n")),
        ("", "1. = e4 e5 *\n", Some("1. e4 $10 e5 *\n")),
        ("", "1. e4 1.Qh5 e5 *\n", None),
        ("", "1. e4 1.e5 *\n", Some("1. e4 1...e5 *\n")),
        (vgn, "1. e4 1.e5 *\n", Some("1. e4 1.5 e5 *\n")),
        ("", "1. e4 e5 (\n*\n", Some("1. e4 e5\n*\n")),
        ("", "1. e4 e5 2. Nf3 2. Nc3 Nf6) 2... Nc6 *\n", Some("1. e4 e5 2. Nf3 (2. Nc3 Nf6) 2... Nc6 *\n")),
        (vgn, "1. e4\n% note\n1.5 e5 *\n", Some("1. e4\n1.5 e5 { [%after 1.] note } *\n")),
        (vgn, "1. e4 1.5 e5\n% note\n2. Nf3 *\n", Some("1. e4 1.5 e5\n; note\n2. Nf3 *\n")),
        ("[GameFormat \"VGN\"]\n", "[White Lind, Eva\n\n1. e4 *\n", Some("[White \"Lind, Eva\"]\n\n1. e4 *\n")),
        ("[GameFormat \"VGN\"]\n", "[White\n\n1. e4 *\n", Some("[White \"?\"]\n\n1. e4 *\n")),
        (
            "",
            "[GameFormat \"Variable Game Notation\"]\n\n*\n",
            Some("[GameFormat \"VGN:Variable Game Notation\"]\n\n*\n"),
        ),
    ];
    for (tags, game, expected) in cases {
        let text = format!("{tags}{game}");
        let kind = if text.contains("GameFormat") { FileKind::Vgn } else { FileKind::Pgn };
        let found = judge(&text, kind);
        let [(start, diagnostic)] = &found[..] else { panic!("{text}{}", show(&found)) };
        let mended = diagnostic.fixes.first().map(|fix| apply(&text, *start, fix));
        assert_eq!(mended, expected.map(|expected| format!("{tags}{expected}")), "{text}{}", show(&found));
        assert_eq!(unlawful_fixes(&Settings::default(), &text, kind), Vec::<String>::new());
    }
}

/// The first fix leads to the right example, where nothing else than the author's choice stands between.
#[test]
fn first_fixes_lead_to_the_right_examples() {
    /// The right example is another way out than the first fix.
    const OTHERWISE: [(Code, &str); 3] = [
        (Code::UnclosedVariation, "where the variation was to end is not known, so the fix closes it at the end"),
        (Code::EmptyVariation, "the number after the variation is not needed, but is not at fault"),
        (Code::FenWithoutSetup, "the order of the tags is free"),
    ];
    for_each(|lint| {
        if !lint.fix || NOT_AS_SHOWN.contains(&lint.code) || OTHERWISE.iter().any(|(code, _)| *code == lint.code) {
            return Ok(());
        }
        let found = judge_example(lint, lint.wrong);
        let first =
            found.iter().find(|(_, d)| d.code == lint.code).and_then(|(game, d)| Some((game, d.fixes.first()?)));
        let Some((game, fix)) = first else { return Ok(()) };
        let mended = apply(lint.wrong, *game, fix);
        if mended == lint.right { Ok(()) } else { Err(format!("\"{}\" leads to\n{mended}", fix.title)) }
    });
}

#[test]
fn variations_past_the_limit_are_one_error() {
    let deep: String = (0..=500).map(|n| if n % 2 == 0 { "(1. d4 " } else { "(1. e4 " }).collect();
    let game = format!("1. e4 {deep}{} *\n", ")".repeat(501));
    let found = judge(&game, FileKind::Pgn);
    let own = found.iter().filter(|(_, d)| d.code == Code::TooDeep).count();
    assert_eq!((own, found.len()), (1, 1), "{}", show(&found));
}

#[test]
fn bytes_that_are_not_utf8_are_told_of_the_file() {
    let lint = Code::InvalidUtf8.lint();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("game.vgn");
    let (before, after) = lint.wrong.split_once("\\xFC").expect("the byte is written out");
    fs::write(&path, [before.as_bytes(), b"\xfc", after.as_bytes()].concat()).expect("written");
    let run = |args: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_vgn-lsp"))
            .args(["check", "--format", "json"])
            .args(args)
            .arg(&path)
            .output()
            .expect("the binary runs");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let out = run(&[]);
    let codes: Vec<&str> = out.lines().filter(|line| line.contains("\"code\"")).collect();
    assert!(matches!(codes[..], [line] if line.contains("\"invalid-utf8\"")), "{out}");
    run(&["--unsafe-fixes"]);
    assert_eq!(fs::read_to_string(&path).expect("UTF-8 now"), lint.right);
}

#[test]
fn bytes_without_meaning_are_told_by_offset_and_value() {
    let lint = Code::InvalidSectionByte.lint();
    let judged = |example: &str| {
        let (before, after) = example.split_once("\\x").expect("the byte is written out");
        let byte = u8::from_str_radix(&after[..2], 16).expect("two digits");
        let (tags, section) = before.split_once(']').and_then(|_| before.rsplit_once(']')).expect("tags");
        let section = [section.as_bytes(), &[byte]].concat();
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Vgn).with_fixes(true);
        let tags = format!("{tags}]");
        let start = tags.len() as u32;
        let found = check_binary_game(&tags, &section, &context).diagnostics;
        found.into_iter().map(|d| (d.code, d.range.start - start, d.message)).collect::<Vec<_>>()
    };
    let message = "the byte C1 at offset 2 has no meaning here: expected a half-move, or the game's terminator";
    assert_eq!(judged(lint.wrong), [(Code::InvalidSectionByte, 2, message.to_owned())]);
    assert_eq!(judged(lint.right), []);
}

/// `UPDATE_EXPECT=1 cargo test --test all catalogue::` writes the file anew.
#[test]
fn the_documentation_is_the_catalogue() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/diagnostics.md");
    let pages = all_pages();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, &pages).expect("docs/diagnostics.md can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(committed == pages, "docs/diagnostics.md is not what the catalogue says: run with UPDATE_EXPECT=1");
}

#[test]
fn the_null_move_of_uci_is_no_number() {
    let game = "[GameFormat \"VGN:Variable Game Notation\"]\n[MoveFormat \"UCI\"]\n\n1. e2e4 0000 2. d2d4 1.5 *\n";
    let codes: Vec<Code> = judge(game, FileKind::Vgn).iter().map(|(_, d)| d.code).collect();
    assert_eq!(codes, [Code::NullMove, Code::MoveNumber]);
}
