//! Messages about hostile text: whatever a file holds, a message is one sentence that can be shown.

use proptest::prelude::*;
use vgn_lsp::binary::check_binary_game;
use vgn_lsp::lint::{Context, FileKind, LONGEST_MESSAGE, Settings};
use vgn_lsp::replay::{GameReport, check_game};
use vgn_lsp::syntax::games::games;
use vgn_lsp::syntax::tag_list::known_tags;

/// What is wrong with the sentences of a report.
fn complaints(report: &GameReport) -> Vec<String> {
    let sentences = report.diagnostics.iter().flat_map(|d| {
        let related = d.related.iter().map(|related| &related.message);
        let fixes = d.fixes.iter().map(|fix| &fix.title);
        std::iter::once(&d.message).chain(related).chain(fixes)
    });
    sentences.filter_map(|sentence| fault(sentence).map(|fault| format!("{fault}: {sentence:?}"))).collect()
}

fn fault(sentence: &str) -> Option<&'static str> {
    if sentence.chars().count() > LONGEST_MESSAGE {
        return Some("too long");
    }
    if sentence.chars().any(char::is_control) {
        return Some("a control character");
    }
    let turns =
        |c: char| matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    sentence.contains(turns).then_some("a character that is not seen")
}

/// All complaints over the games of a text, read as PGN and as VGN, with fixes.
fn all_complaints(text: &str) -> Vec<String> {
    let settings = Settings::default();
    let mut all = Vec::new();
    for span in games(text.as_bytes()) {
        for kind in [FileKind::Pgn, FileKind::Vgn] {
            let context = Context::new(&settings, kind).with_fixes(true);
            let report = match span.binary {
                None => check_game(&text[span.range.clone()], &context),
                Some(at) if text.is_char_boundary(at) => {
                    let section = &text.as_bytes()[at..span.range.end];
                    check_binary_game(&text[span.range.start..at], section, &context)
                }
                Some(_) => continue,
            };
            all.extend(complaints(&report));
        }
    }
    all
}

/// Parts of hostile texts: what is long, what is not seen, what ends lines or quotes.
fn hostile() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "9",
        "0",
        "é",
        "a",
        "e4",
        "N",
        "Q",
        "x",
        "=",
        "+",
        "#",
        "-",
        ".",
        ":",
        "/",
        "`",
        "'",
        " ",
        "?",
        "!",
        "$",
        "%",
        "w",
        "\u{1b}[31m",
        "\u{7}",
        "\u{0}",
        "\u{202e}",
        "\u{200b}",
        "\u{feff}",
        "\n",
        "\r\n",
        "\t",
        "\\",
        "\\\"",
        "\u{85}",
        "8",
    ]);
    prop::collection::vec((part, prop::sample::select(vec![1, 1, 1, 2, 50, 400])), 0..6)
        .prop_map(|parts| parts.into_iter().map(|(part, times)| part.repeat(times)).collect())
}

fn hostile_game() -> impl Strategy<Value = String> {
    let names: Vec<&'static str> = known_tags().collect();
    let telling = prop::sample::select(vec![
        "Date",
        "EndDate",
        "Result",
        "Variant",
        "Rules",
        "Pieces",
        "FEN",
        "SetUp",
        "MoveFormat",
        "GameFormat",
        "ECO",
        "WhiteElo",
        "Round",
        "PlyCount",
        "EventDate",
    ]);
    let beginning = prop::sample::select(vec!["", "", "FEN:", "VGN:", "1 ", "8/8/8/8/8/8/8/", "rnbqkbnr/"]);
    let name = prop_oneof![6 => telling, 1 => prop::sample::select(names)];
    let tag = prop_oneof![
        8 => (name, beginning, hostile()).prop_map(|(name, beginning, value)| format!("[{name} \"{beginning}{value}\"]\n")),
        1 => (hostile(), hostile()).prop_map(|(name, value)| format!("[{name} \"{value}\"]\n")),
        1 => hostile().prop_map(|bare| format!("[White {bare}]\n")),
    ];
    let notation = prop::sample::select(vec!["", "FCN", "FEN", "SFEN", "LAN", "UCI", "MCN"]);
    let command = prop::sample::select(vec!["clk", "eval", "csl", "cal", "emt"]);
    let token = prop_oneof![
        6 => hostile().prop_map(|text| format!("{text} ")),
        3 => (prop::sample::select(vec!["e4", "N", "1", "$", "1.", "0-", "!", "{", "(", ";", "8/8/8/8/8/8/8/8"]), hostile())
            .prop_map(|(begin, text)| format!("{begin}{text} ")),
        2 => (command, hostile()).prop_map(|(name, operands)| format!("{{[%{name} {operands}]}} ")),
        1 => Just("1. e4 ".to_owned()),
    ];
    (prop::collection::vec(tag, 0..5), notation, prop::collection::vec(token, 0..8)).prop_map(
        |(tags, notation, tokens)| {
            let format = match notation {
                "" => String::new(),
                name => format!("[GameFormat \"VGN\"]\n[MoveFormat \"{name}\"]\n"),
            };
            format!("{}{format}\n{}*\n", tags.concat(), tokens.concat())
        },
    )
}

#[test]
fn long_and_unseen_text_is_shortened_and_escaped() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn).with_fixes(true);
    let message = |text: &str, code: &str| {
        let found = check_game(text, &context).diagnostics.into_iter().find(|d| d.code.name() == code);
        found.unwrap_or_else(|| panic!("no {code} in {text}")).message
    };
    let elo = format!("[WhiteElo \"{}\"]\n\n*\n", "7".repeat(400));
    let expected = format!("`WhiteElo` should be a whole number such as 2450, or `-`, not `{}…`", "7".repeat(40));
    assert_eq!(message(&elo, "invalid-number"), expected);
    let date = "[Date \"20\t24\"]\n\n*\n";
    assert!(message(date, "invalid-date").starts_with("`20\\t24` is not a date"), "{}", message(date, "invalid-date"));
    let result = "[Result \"\u{1b}[2J\"]\n\n*\n";
    assert_eq!(message(result, "invalid-result-tag"), "`\\u{1b}[2J` is not a result: expected 1-0, 0-1, 1/2-1/2 or *");
}

#[test]
fn what_is_empty_or_has_blanks_is_not_quoted() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    for (text, code, message) in [
        ("[Date \"2020.01.01 \"]\n\n*\n", "invalid-date", "blanks stand before or after the date"),
        ("[Date \"\"]\n\n*\n", "invalid-date", "the date is empty: expected YYYY.MM.DD, with ? for unknown digits"),
        ("[Result \"\"]\n\n*\n", "invalid-result-tag", "the result is empty: expected 1-0, 0-1, 1/2-1/2 or *"),
        ("[GameFormat \"\"]\n\n*\n", "unknown-game-format", "the game format is not named: expected VGN or PGN"),
        (
            "[GameFormat \"VGN\"]\n[MoveFormat \"\"]\n\n*\n",
            "unknown-move-format",
            "the move format is not named: `vgn-lsp notations` lists them",
        ),
        ("1. e4 {[%clk]} *", "invalid-comment-command", "`[%clk]` needs a time such as 1:23:45"),
        ("1. e4 e5 00. Nf3 *", "move-number", "`00.` is not a move number: `2.` was expected"),
        ("0. e4 e5 *", "move-number", "move numbers begin with 1: `1.` was expected"),
    ] {
        let found = check_game(text, &context).diagnostics;
        let of_code: Vec<&str> = found.iter().filter(|d| d.code.name() == code).map(|d| d.message.as_str()).collect();
        assert_eq!(of_code, [message], "{text}");
    }
}

proptest! {
    #[test]
    fn every_message_can_be_shown(text in hostile_game()) {
        let complaints = all_complaints(&text);
        prop_assert!(complaints.is_empty(), "{}\nin {text:?}", complaints.join("\n"));
    }
}
