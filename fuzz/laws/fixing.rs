//! Fixing settles: the result of all fixes has nothing left to fix, for editors and for the command line, safe or not.
//! No edit is inside a comment, an escape line or a string unrelated to its finding.

use std::ops::Range;

use vgn_engine::games::fix_game;
use vgn_engine::lint::{Code, Context, Diagnostic, Edit, FileKind, Fix, Settings, apply};
use vgn_engine::replay::{check_game, parse_game};
use vgn_engine::source::Encoding;
use vgn_engine::syntax::games::games;
use vgn_engine::syntax::{Node, Sink, SyntaxError, Token};

pub fn fixing(data: &[u8]) {
    let text = Encoding::of(data).decode(data);
    for span in games(text.as_bytes()).filter(|span| span.binary.is_none()) {
        let game = &text[span.range];
        for kind in [FileKind::Pgn, FileKind::Vgn] {
            places(game, kind);
            for choose in [safe, only] {
                settles(game, kind, choose);
            }
        }
    }
}

fn safe(diagnostic: &Diagnostic) -> Option<&Fix> {
    diagnostic.fixes.iter().find(|fix| fix.safe)
}

fn only(diagnostic: &Diagnostic) -> Option<&Fix> {
    safe(diagnostic).or(if let [only] = diagnostic.fixes.as_slice() { Some(only) } else { None })
}

/// One run applies all fixes, and another one changes nothing.
fn settles(game: &str, kind: FileKind, choose: fn(&Diagnostic) -> Option<&Fix>) {
    let settings = Settings::default();
    let context = Context::new(&settings, kind).with_fixes(true);
    let fixed = |text: &str| apply(text, &fix_game(text, None, &context, &choose));
    let once = fixed(game);
    let twice: String = games(once.as_bytes()).map(|span| fixed(&once[span.range])).collect();
    assert_eq!(once, twice, "fixed twice is not fixed once: {game:?}");
    if once == game {
        // A remaining fix must be one that does not resolve its finding, not one of a pair that undo each other.
        let found = check_game(game, &context).diagnostics;
        // Safe fixes that together make several games of one are not applied.
        let is_split = |text: &str| games(text.as_bytes()).filter(|span| span.is_game).count() > 1;
        if is_split(&fixed_apart(game, &context, choose)) {
            return;
        }
        for diagnostic in found {
            let Some(fix) = choose(&diagnostic) else { continue };
            let edited = apply(game, &fix.edits);
            let count = |text: &str| {
                let found = games(text.as_bytes()).flat_map(|span| check_game(&text[span.range], &context).diagnostics);
                found.filter(|found| found.code == diagnostic.code).count()
            };
            assert!(is_split(&edited) || count(&edited) >= count(game), "`{}` was not applied: {game:?}", fix.title);
        }
    }
}

/// The text after all fixes of some rounds, without a look at what they do; of fixes that overlap, the first one.
fn fixed_apart(game: &str, context: &Context<'_>, choose: fn(&Diagnostic) -> Option<&Fix>) -> String {
    let mut text = game.to_owned();
    for _ in 0..4 {
        let found = check_game(&text, context).diagnostics;
        let mut edits: Vec<Edit> = found.iter().filter_map(choose).flat_map(|fix| fix.edits.iter().cloned()).collect();
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
        let mut end = 0;
        edits.retain(|edit| {
            let is_apart = edit.range.start >= end;
            end = end.max(edit.range.end);
            is_apart
        });
        text = apply(&text, &edits);
    }
    text
}

/// Checks the positions of every fix's edits.
fn places(game: &str, kind: FileKind) {
    let settings = Settings::default();
    let texts = Texts::of(game);
    for diagnostic in check_game(game, &Context::new(&settings, kind).with_fixes(true)).diagnostics {
        for fix in &diagnostic.fixes {
            for edit in &fix.edits {
                let inside =
                    texts.0.iter().find(|(token, range)| is_inside(*token, range, &edit.range, &edit.text, game));
                if let Some((token, range)) = inside
                    && !is_about(&diagnostic, *token, range)
                {
                    panic!(
                        "`{}` of {} edits {edit:?} inside {token:?} {range:?}: {game:?}",
                        fix.title, diagnostic.code
                    );
                }
            }
        }
    }
}

fn is_inside(token: Token, text: &Range<u32>, edit: &Range<u32>, put: &str, game: &str) -> bool {
    let all = edit.start <= text.start && text.end <= edit.end;
    let part = edit.start < text.end && text.start < edit.end;
    let ends = game[text.start as usize..text.end as usize].ends_with('}');
    let open = match token {
        Token::LineComment | Token::Escape => !put.starts_with(['\n', '\r']),
        Token::BraceComment => !ends,
        _ => false,
    };
    (part && !all) || (open && edit.is_empty() && edit.start == text.end && !put.is_empty())
}

/// Whether the finding concerns the text itself, a tag's value, or anything that VGN writes differently.
fn is_about(diagnostic: &Diagnostic, token: Token, text: &Range<u32>) -> bool {
    let within = text.start <= diagnostic.range.start && diagnostic.range.end <= text.end;
    let begins_within = diagnostic.range.start < text.start && text.start < diagnostic.range.end;
    within
        || match diagnostic.code {
            Code::TerminatorContradictsBoard | Code::TerminatorContradictsMark => token == Token::TagValue,
            // The command that names a half-move by its number.
            Code::MoveNumber => token == Token::BraceComment || token == Token::LineComment,
            // `[Site "a";]`, `[Site "a" {b]`: the comment includes the tag's end.
            Code::UnclosedTag => matches!(token, Token::BraceComment | Token::LineComment),
            // `{a {b} c}`: the text after the comment is its rest. `&nbsp;`: the comment begins with the entity's end.
            Code::StrayText => match token {
                Token::BraceComment => text.end <= diagnostic.range.start,
                Token::LineComment => begins_within || text.start == diagnostic.range.end,
                _ => false,
            },
            // `N{f3`: the comment begins within the half-move, as that of `(2.;` does within the number.
            Code::InvalidMoveText => begins_within,
            Code::MissingGameFormat => matches!(token, Token::TagValue | Token::Escape),
            _ => false,
        }
}

/// Comments, escape lines and values of tags.
struct Texts(Vec<(Token, Range<u32>)>);

impl Texts {
    fn of(game: &str) -> Texts {
        let mut texts = Texts(Vec::new());
        parse_game(game, &mut texts, &|| false);
        texts
    }
}

impl Sink for Texts {
    fn start(&mut self, _: Node) {}

    fn token(&mut self, token: Token, range: Range<u32>) {
        if matches!(token, Token::BraceComment | Token::LineComment | Token::Escape | Token::TagValue) {
            self.0.push((token, range));
        }
    }

    fn finish(&mut self, _: Node) {}

    fn error(&mut self, _: SyntaxError) {}
}
