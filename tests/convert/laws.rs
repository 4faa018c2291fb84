//! Laws over real games (rule F2): the way from one notation to another does not matter, nothing but half-moves changes,
//! the boards are the same, and no fault is new.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

use vgn_lsp::convert::{Target, apply, convert_game};
use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::replay::{Resolved, resolve_game, shape_of};
use vgn_lsp::source::Encoding;
use vgn_lsp::syntax::games::games;
use vgn_lsp::syntax::{Node, Sink, SyntaxError, Token, parse};

use crate::convert::notes::notes;

use crate::convert::lines::lines_of;

const NOTATIONS: [&str; 9] = ["SAN", "LAN", "UCI", "MCN", "FCN", "FCN1", "FEN", "SFEN", "SFEN1"];

const FILES: [&str; 5] = [
    "annotated/dortmund.pgn",
    "annotated/wcc_2023.pgn",
    "games/chess960rwch.pgn",
    "games/cutechess-fischerrandom.pgn",
    "games/lichess_db_10k.pgn",
];

fn context(settings: &Settings) -> Context<'_> {
    Context::new(settings, FileKind::Unknown)
}

fn resolve(text: &str) -> Resolved {
    resolve_game(text, &context(&Settings::default()))
}

/// The game in another notation; `None` when it cannot be without loss.
fn lossless(text: &str, to: &str) -> Option<String> {
    let target = Target::find(to).expect("a target");
    let conversion = convert_game(text, &context(&Settings::default()), &target, None).ok()?;
    let edits = conversion.lossless().ok()?;
    Some(apply(text, &edits))
}

/// A game's tokens, white space left out.
#[derive(Default)]
struct Tokens(Vec<(Token, Range<u32>)>);

impl Sink for Tokens {
    fn start(&mut self, _: Node) {}
    fn token(&mut self, token: Token, range: Range<u32>) {
        if token != Token::Space {
            self.0.push((token, range));
        }
    }
    fn finish(&mut self, _: Node) {}
    fn error(&mut self, _: SyntaxError) {}
}

fn tokens(text: &str) -> Vec<(Token, &str)> {
    let mut tokens = Tokens::default();
    parse(text, &shape_of, &mut tokens);
    tokens.0.into_iter().map(|(token, range)| (token, &text[range.start as usize..range.end as usize])).collect()
}

/// The text without its half-moves and without the tag that says their notation, which SAN may lack.
fn frame(text: &str) -> String {
    let mut frame = String::new();
    let mut tokens_of = Tokens::default();
    parse(text, &shape_of, &mut tokens_of);
    let mut at = 0;
    for (token, range) in tokens_of.0 {
        if token == Token::Move {
            frame.push_str(&text[at..range.start as usize]);
            frame.push('@');
            at = range.end as usize;
        }
    }
    frame.push_str(&text[at..]);
    without_move_format(&frame)
}

fn without_move_format(text: &str) -> String {
    let lines = text.split_inclusive('\n').filter(|line| !line.starts_with("[MoveFormat "));
    lines.collect()
}

fn count(codes: impl IntoIterator<Item = &'static str>) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for code in codes {
        *counts.entry(code).or_insert(0) += 1;
    }
    counts
}

/// The terminators.
fn ends(text: &str) -> Vec<&str> {
    tokens(text).into_iter().filter(|(token, _)| *token == Token::Terminator).map(|(_, text)| text).collect()
}

/// What became of the games of some files.
#[derive(Debug, Default)]
pub struct Tally {
    games: u64,
    /// Games that cannot be in a notation, or not without loss, by notation.
    refused: BTreeMap<&'static str, u64>,
    pairs: u64,
}

pub fn check_game(original: &str, tally: &mut Tally) {
    let mut tokens_of = Tokens::default();
    parse(original, &shape_of, &mut tokens_of);
    let mut with_comments = original.to_owned();
    for (_, range) in tokens_of.0.iter().filter(|(token, _)| *token == Token::Escape) {
        with_comments.replace_range(range.start as usize..range.start as usize + 1, ";");
    }
    if with_comments != original {
        // As comments they say what they did not say before, and that is listed.
        assert_eq!(lossless(original, "VGN"), None, "{original}");
        return check_game(&with_comments, tally);
    }
    let vgn = lossless(original, "VGN").unwrap_or_else(|| panic!("no VGN game:\n{original}"));
    let said = notes(original);
    assert_eq!(notes(&vgn), said, "{original}\n{vgn}");
    let back = lossless(&vgn, "PGN").expect("a PGN game");
    assert_eq!(notes(&back), said, "{original}\n{vgn}\n{back}");
    // A comment that has come back may stand closer or farther away than it did, and before a variation or behind it.
    let again = lossless(&back, "VGN").expect("a VGN game");
    let sorted = |text| {
        let mut tokens = tokens(text);
        tokens.sort_unstable_by_key(|(_, text)| *text);
        tokens.into_iter().map(|(_, text)| text.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(sorted(&again), sorted(&vgn), "{original}\n{back}");
    assert_eq!(notes(&again), said, "{original}\n{back}\n{again}");
    let ends = ends(original);
    let before = resolve(original);
    let expected = lines_of(&before);
    let faults = count(crate::convert::support::faults(original));
    let mut texts: Vec<(&str, String)> = Vec::new();
    for notation in NOTATIONS {
        let Some(text) = lossless(&vgn, notation) else {
            *tally.refused.entry(notation).or_default() += 1;
            continue;
        };
        assert_eq!(frame(&text), frame(&vgn), "{notation} changes more than half-moves");
        let after = resolve(&text);
        assert_eq!(after.moves.len(), before.moves.len(), "{notation}\n{text}");
        assert_eq!(lines_of(&after), expected, "{notation}\n{text}");
        for (code, found) in count(crate::convert::support::faults(&text)) {
            let had = faults.get(code).copied().unwrap_or(0);
            // A stalemate that the text calls unfinished is a fault only where the half-move says stalemate.
            if code == "terminator-contradicts-mark" && ends.contains(&"*") {
                continue;
            }
            assert!(found <= had, "{notation} brings {code}:\n{text}");
        }
        if notation != "SAN" {
            assert_eq!(lossless(&text, "PGN").map(|pgn| notes(&pgn)).as_ref(), Some(&said), "{notation}\n{text}");
        }
        texts.push((notation, text));
    }
    for (from, text) in &texts {
        for (to, expected) in &texts {
            let result = lossless(text, to);
            let normal = |text: &str| if *to == "SAN" { without_move_format(text) } else { text.to_owned() };
            assert_eq!(result.map(|text| normal(&text)), Some(normal(expected)), "{from} to {to}");
            tally.pairs += 1;
        }
    }
    tally.games += 1;
}

fn check_file(path: &Path, most: usize, tally: &mut Tally) {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    for span in games(&bytes).filter(|span| span.is_game).take(most) {
        let game = &bytes[span.range];
        check_game(&Encoding::of(game).decode(game), tally);
    }
}

#[test]
fn every_way_between_the_notations_leads_to_the_same_text() {
    let mut tally = Tally::default();
    for file in FILES {
        check_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file), usize::MAX, &mut tally);
    }
    assert!(tally.games >= 70, "{tally:?}");
    assert_eq!(tally.pairs, tally.games * 81, "{tally:?}");
}

/// The same over any files: `CONVERT_FILES='a.pgn b.pgn' cargo test --release --test all convert:: -- --ignored --nocapture`.
#[test]
#[ignore = "takes the files that CONVERT_FILES names"]
fn every_way_over_other_files() {
    let mut tally = Tally::default();
    for file in std::env::var("CONVERT_FILES").expect("CONVERT_FILES names files").split_whitespace() {
        check_file(Path::new(file), 20_000, &mut tally);
        eprintln!("{file}: {tally:?}");
    }
}
