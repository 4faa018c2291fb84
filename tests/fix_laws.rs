//! Laws of fixes: a fix takes its diagnostic away and brings no other, in the files of other projects and in real games
//! that are broken at one place.

use std::collections::BTreeMap;

use crate::peers::rows::rows as peer_rows;
use crate::support::games::convert::{as_vgn, tokens};
use crate::support::games::{read, text_of};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use vgn_lsp::lint::{Code, Context, Diagnostic, Family, FileKind, Fix, Settings};
use vgn_lsp::notation::{FCN, LAN, MCN, SAN, SFEN};
use vgn_lsp::replay::check_game;
use vgn_lsp::syntax::games::games;

/// Diagnostics that keep something from being judged: mending one may uncover what stands behind it, and why.
const UNCOVERS: &[(Code, &str)] = &[
    (Code::IllegalMove, "the rest of its line is not judged (rule D2)"),
    (Code::AmbiguousMove, "the rest of its line is not judged (rule D2)"),
    (Code::InvalidMoveText, "the rest of its line is not judged (rule D2)"),
    (Code::MissingPromotion, "play goes on with a queen until a piece is chosen"),
    (Code::StrayText, "what it stands for is not in the game yet: a move, a terminator"),
    (Code::NagPlacement, "movetext begins with it, and tags behind it are none"),
    (Code::UnclosedComment, "what it swallowed is not read"),
    (Code::UnclosedVariation, "the rest of the game is read as part of it"),
    (Code::UnopenedVariation, "the numbers behind it are not held to account"),
    (Code::UnclosedTag, "what stands behind it is not read as the tag's"),
    (Code::UnclosedTagValue, "what stands behind it is not read as the tag's"),
    (Code::MissingTagValue, "there is no value to judge"),
    (Code::UnknownMoveFormat, "no move is judged (rule B5)"),
    (Code::UnknownTagNear, "a tag of a name that is not known can have any value"),
];

/// Diagnostics that only a game read whole can earn: the tag against all the half-moves or against the terminator.
const OF_WHOLE_GAMES: [Code; 4] =
    [Code::PlyCountMismatch, Code::ResultMismatch, Code::TerminatorAlone, Code::EcoMismatch];

/// Diagnostics that the fix of another may bring all the same, and why.
const BRINGS: &[(Code, Code, &str)] = &[
    (Code::MissingTerminator, Code::PlyCountMismatch, "the count is held only against a game that is whole"),
    (Code::MissingTerminator, Code::ResultMismatch, "the result is held only against a terminator"),
    (Code::MissingTerminator, Code::TerminatorAlone, "a game that had only a comment"),
    (Code::StrayText, Code::MoveNumber, "the number before what turns out to be a terminator has no move"),
    (Code::UnclosedTagValue, Code::ExtraTagValue, "quotes in a value that is not closed are not looked at"),
    (Code::UnclosedComment, Code::UnclosedVariation, "a variation that the comment swallowed the end of"),
    (Code::EscapeLine, Code::CommentPlacement, "the comment that it becomes has its places"),
    (Code::EscapeLine, Code::CommentInTag, "the comment that it becomes has its places"),
    (Code::EscapeLine, Code::NagPlacement, "the comment that it becomes parts a move from its NAG"),
];

fn judge(text: &str) -> Vec<Diagnostic> {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown).with_fixes(true);
    let spans = games(text.as_bytes());
    let judged = spans.map(|span| {
        let start = span.range.start as u32;
        let mut found = check_game(&text[span.range], &context).diagnostics;
        found.iter_mut().for_each(|d| d.range = d.range.start + start..d.range.end + start);
        found
    });
    judged.flatten().collect()
}

fn applied(text: &str, fix: &Fix) -> String {
    let mut out = text.to_owned();
    for edit in fix.edits.iter().rev() {
        out.replace_range(edit.range.start as usize..edit.range.end as usize, &edit.text);
    }
    out
}

fn counts(found: &[Diagnostic], before: u32) -> BTreeMap<Code, usize> {
    let mut counts = BTreeMap::new();
    for d in found.iter().filter(|d| d.range.start < before) {
        *counts.entry(d.code).or_default() += 1;
    }
    counts
}

/// What a fix does that it should not: the codes whose number grows, and its own if it stays.
fn breaches(game: &str, before: &[Diagnostic], d: &Diagnostic, fix: &Fix) -> Vec<Code> {
    let mended = applied(game, fix);
    let after = judge(&mended);
    let edited = fix.edits.iter().map(|edit| edit.range.start).min().unwrap_or(d.range.start).min(d.range.start);
    let (was, is) = (counts(before, u32::MAX), counts(&after, u32::MAX));
    let (was_ahead, is_ahead) = (counts(before, edited), counts(&after, edited));
    let of = |counts: &BTreeMap<Code, usize>, code: Code| counts.get(&code).copied().unwrap_or(0);
    let uncovers = UNCOVERS.iter().any(|(code, _)| *code == d.code);
    let fault = game.get(d.range.start as usize..d.range.end as usize);
    let same = |a: &Diagnostic| {
        a.code == d.code
            && a.range.start == d.range.start
            && mended.get(a.range.start as usize..a.range.end as usize) == fault
    };
    let mut breaches = Vec::new();
    if of(&is, d.code) >= of(&was, d.code) && (!uncovers || after.iter().any(same)) {
        breaches.push(d.code);
    }
    for (&code, &n) in &is {
        let tag = [Code::UnclosedTag, Code::UnclosedTagValue, Code::MissingTagValue, Code::UnknownTagNear];
        let of_tag = tag.contains(&d.code) && code.lint().family == Family::Tags;
        let allowed = code == d.code
            || n <= of(&was, code)
            || BRINGS.iter().any(|(fixed, brought, _)| *fixed == d.code && *brought == code)
            || uncovers && (of(&is_ahead, code) <= of(&was_ahead, code) || of_tag || OF_WHOLE_GAMES.contains(&code))
            // Then VGN's own rules hold for the whole game.
            || matches!(d.code, Code::MissingGameFormat | Code::UnknownGameFormat);
        if !allowed {
            breaches.push(code);
        }
    }
    breaches
}

/// Every breach of the laws in one game, in words.
fn check_laws(game: &str) -> Vec<String> {
    let before = judge(game);
    let mut found = Vec::new();
    for d in &before {
        for fix in &d.fixes {
            let breaches = breaches(game, &before, d, fix);
            if !breaches.is_empty() {
                let fault = &game[d.range.start as usize..d.range.end as usize];
                found.push(format!("{} `{fault}`, {}: {breaches:?}", d.code, fix.title));
            }
        }
    }
    found
}

fn files() -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = peer_rows()
        .into_iter()
        .filter(|row| ["comment", "board", "epd"].iter().all(|kind| row.peer.get(kind).is_none()))
        .map(|row| (format!("{} {}", row.project, row.name), row.text))
        .collect();
    for file in ["annotated/wcc_2023.pgn", "games/lichess_db_10k.pgn", "games/chess960rwch.pgn"] {
        files.push((file.to_owned(), text_of(std::fs::read(format!("tests/data/{file}")).expect("a file of ours"))));
    }
    files
}

#[test]
fn fixes_in_the_files_of_other_projects() {
    let mut fixes = 0;
    let mut found = Vec::new();
    for (name, text) in files() {
        for span in games(text.as_bytes()) {
            let game = &text[span.range];
            fixes += judge(game).iter().map(|d| d.fixes.len()).sum::<usize>();
            found.extend(check_laws(game).into_iter().map(|breach| format!("{name}: {breach}")));
        }
    }
    assert_eq!(found, Vec::<String>::new());
    assert!(fixes > 1000, "{fixes}");
}

/// Real games, as they are and in other notations.
fn real_games() -> &'static [String] {
    static GAMES: std::sync::OnceLock<Vec<String>> = std::sync::OnceLock::new();
    GAMES.get_or_init(|| {
        let mut pool = Vec::new();
        for file in ["annotated/wcc_2023.pgn", "games/lichess_db_10k.pgn", "games/chess960rwch.pgn"] {
            let text = text_of(std::fs::read(format!("tests/data/{file}")).expect("a file of ours"));
            for game in read(&text, false).filter(|game| game.text.len() < 9000).take(5) {
                pool.push(game.text.to_owned());
                pool.extend([&SAN, &FCN, &LAN, &MCN, &SFEN].iter().filter_map(|to| as_vgn(&game, to, false)));
            }
        }
        pool
    })
}

/// What slips into games.
const TYPED: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    " e4 ",
    " Nf3 ",
    " $1 ",
    "!",
    "?!?",
    " * ",
    " 1-0 ",
    " 1/2 ",
    " 1. ",
    " 17... ",
    " 3.5 ",
    " <x> ",
    "\n% esc\n",
    " ; c\n",
    "\"",
    "[",
    "]",
    "+",
    "#",
    "=Q",
    " 0-0 ",
    " -- ",
    "\\",
    " $300 ",
    " $5.1.2 ",
    " e.p. ",
    " {c} ",
    "x",
    ".",
    "",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, rng_seed: RngSeed::Fixed(64), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn fixes_in_broken_games(
        game in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        other in any::<prop::sample::Index>(),
        typed in prop::option::of(prop::sample::select(TYPED)),
        replaces in any::<bool>(),
    ) {
        let mut text = game.get(real_games()).clone();
        let tokens = tokens(&text);
        // In the movetext: what slips into tags has the files of other projects and its own tests.
        let movetext = tokens.iter().position(|(token, _)| *token == vgn_lsp::syntax::Token::MoveNumber).unwrap_or(0);
        let tokens = &tokens[movetext..];
        let range = place.get(tokens).1.clone();
        let inserted = match typed {
            Some(typed) => typed.to_owned(),
            None => text[other.get(tokens).1.clone()].to_owned(),
        };
        text.replace_range(if replaces { range } else { range.end..range.end }, &inserted);
        for span in games(text.as_bytes()) {
            let game = &text[span.range];
            let found = check_laws(game);
            prop_assert!(found.is_empty(), "{:#?}\n{}", found, game);
        }
    }
}

#[test]
fn real_games_in_other_notations_have_nothing_to_mend() {
    for game in real_games().iter().filter(|game| game.starts_with("[GameFormat")) {
        let safe: Vec<String> =
            judge(game).iter().filter(|d| !d.fixes.is_empty()).map(|d| d.code.to_string()).collect();
        assert!(safe.iter().all(|code| code == "fen-tag"), "{safe:?}\n{game}");
    }
}
