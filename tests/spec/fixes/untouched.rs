//! What a fix does not touch stays what it is: half-moves, NAGs, comments, variations and the terminator.

use std::ops::Range;

use vgn_lsp::lint::{Context, Edit, FileKind, Fix, Settings, apply};
use vgn_lsp::replay::{check_game, shape_of};
use vgn_lsp::syntax::games::games;
use vgn_lsp::syntax::{Node, Sink, SyntaxError, Token, parse};

use crate::spec::found::{fcn, vgn};
use crate::spec::slips::single_slips;

/// Signs of other texts, and of a hand that slips.
const KEYS: [&str; 24] = [
    "\"", ",", "&", "'", "-", "/", "(", ")", "*", "=", "1", "0", "1-0", "\u{2013}", ".", "x", "{", "}", ";", "#", "N",
    "e", " ", "\\",
];

fn texts() -> Vec<String> {
    vec![
        "[Result \"1-0\"]\n\n1. e4 $1 e5 $14 2. Nf3 (2. f4 $5) 2... Nc6! {c} 3. Bb5 a6 $2 1-0\n".to_owned(),
        "1.e4 e5 2.Nf3 $10 Nc6 {c} $6 3.Bb5 ; note\na6 (3...Nf6 4.0-0 {d}) 4.Ba4 1/2-1/2\n".to_owned(),
        fcn("1. Pe2-e4 $1 Pe7-e5 $14 2. Ng1-f3 $2 Nb8-c6 (2. Pf2-f4 $5) {c} *\n"),
        vgn("UCI", "1. e2e4 $1 1.5 e7e5 {c} 2. g1f3 $2 b8c6 (2. f2f4 $5) *\n"),
    ]
}

/// Tokens of a game's content.
#[derive(Default)]
struct Content {
    tokens: Vec<(Token, Range<u32>)>,
}

impl Sink for Content {
    fn token(&mut self, token: Token, range: Range<u32>) {
        let is_content =
            matches!(token, Token::Move | Token::Nag | Token::BraceComment | Token::LineComment | Token::Terminator)
                || matches!(token, Token::VariationOpen | Token::VariationClose);
        if is_content {
            self.tokens.push((token, range));
        }
    }

    fn start(&mut self, _: Node) {}
    fn finish(&mut self, _: Node) {}
    fn error(&mut self, _: SyntaxError) {}
}

fn content(text: &str) -> Vec<(Token, Range<u32>)> {
    let mut all = Vec::new();
    for span in games(text.as_bytes()) {
        let mut content = Content::default();
        parse(&text[span.range.clone()], &shape_of, &mut content);
        let start = span.range.start as u32;
        all.extend(content.tokens.into_iter().map(|(token, range)| (token, range.start + start..range.end + start)));
    }
    all
}

/// The tokens outside the fix's edits that are none any more behind it.
fn changed(text: &str, fix: &Fix) -> Vec<String> {
    let after = apply(text, &fix.edits);
    let now = content(&after);
    let is_outside =
        |range: &Range<u32>| fix.edits.iter().all(|e: &Edit| range.end <= e.range.start || range.start >= e.range.end);
    let shift = |at: u32| {
        let before = fix.edits.iter().filter(|edit| edit.range.end <= at);
        before.fold(i64::from(at), |at, edit| at + edit.text.len() as i64 - edit.range.len() as i64) as u32
    };
    // A `*` in a word, and the beginning of a terminator, are slips, however they are read.
    let is_slip = |token: Token, range: &Range<u32>| match &text[range.start as usize..range.end as usize] {
        "*" => text[range.end as usize..].starts_with(|sign: char| sign.is_alphanumeric()),
        word => token == Token::Move && "1/2-1/2".starts_with(word),
    };
    let kept = content(text).into_iter().filter(|(token, range)| is_outside(range) && !is_slip(*token, range));
    let lost = kept.filter(|(token, range)| {
        let start = shift(range.start);
        // A mark may be written behind a half-move, or a number's blank before it.
        !now.iter()
            .any(|(other, place)| other == token && (place.start == start || place.end == start + range.len() as u32))
    });
    lost.map(|(token, range)| format!("{token:?} {:?}", &text[range.start as usize..range.end as usize])).collect()
}

#[test]
fn what_a_fix_does_not_touch_stays() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown).with_fixes(true);
    let (mut tried, mut wrong) = (0, Vec::new());
    let made = texts().into_iter().map(|game| (game.find("\n\n").map_or(0, |at| at + 2), 1, game));
    let real = single_slips::texts().into_iter().map(|(game, start)| (start, 37, game));
    for (start, step, game) in made.chain(real) {
        for at in (start..game.len()).step_by(step) {
            let (before, sign, after) = (&game[..at], &game[at..=at], &game[at + 1..]);
            let typed =
                KEYS.iter().flat_map(|key| [format!("{before}{key}{after}"), format!("{before}{key}{sign}{after}")]);
            for slip in typed.chain([format!("{before}{after}")]) {
                let whole = games(slip.as_bytes()).next().map_or(0..0, |span| span.range);
                if whole.len() < slip.len() {
                    continue;
                }
                for fix in check_game(&slip, &context).diagnostics.iter().flat_map(|found| &found.fixes) {
                    tried += 1;
                    let lost = changed(&slip, fix);
                    if !lost.is_empty() {
                        wrong.push(format!("{slip:?}: {}: {lost:?}", fix.title));
                    }
                }
            }
        }
    }
    assert!(tried > 3_000, "{tried}");
    // `5)` behind a variation that has lost its end: the number stays as a word.
    assert!(wrong.len() * 10_000 < tried, "{} of {tried}:\n{}", wrong.len(), wrong[..wrong.len().min(60)].join("\n"));
}
