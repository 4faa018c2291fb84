//! A layout keeps the content of a game and its broken lines, has no line that is longer than necessary, and is stable
//! under a second run.

use std::ops::Range;

use vgn_engine::format::{
    CommentLines, Formatter, Layout, MoveLines, Numbers, SurroundingsTracker, TagOrder, VariationLines,
};
use vgn_engine::lint::{Context, FileKind, Settings, apply};
use vgn_engine::replay::{ResolvedMove, resolve_game, shape_of};
use vgn_engine::source::Encoding;
use vgn_engine::syntax::games::games;
use vgn_engine::syntax::{Node, Sink, SyntaxError, Token, parse};

pub fn layout(data: &[u8]) {
    let text = Encoding::of(data).decode(data);
    for layout in layouts() {
        keeps(&text, &layout);
    }
}

/// Layouts without a common setting.
pub fn layouts() -> [Layout; 4] {
    let default = Layout::default();
    [
        default,
        Layout {
            width: 40,
            variations: VariationLines::Lines,
            numbers: Numbers::Variations,
            tags: TagOrder::Export,
            ..default
        },
        Layout { moves: MoveLines::Pairs, comments: CommentLines::Lines, numbers: Numbers::Comments, ..default },
        Layout {
            width: 100,
            indent: 8,
            variations: VariationLines::Lines,
            comments: CommentLines::EmptyLines,
            numbers: Numbers::Keep,
            tags: TagOrder::Keep,
            ..default
        },
    ]
}

/// A file's text with all its games laid out.
pub fn laid_out(text: &str, layout: &Layout) -> String {
    game_by_game(text, layout).into_iter().map(|(_, after)| after).collect()
}

/// The range of each game, and its text after the layout.
pub fn game_by_game(text: &str, layout: &Layout) -> Vec<(Range<usize>, String)> {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    let (mut formatter, mut tracker) = (Formatter::with_edits(), SurroundingsTracker::default());
    let mut all = Vec::new();
    for span in games(text.as_bytes()) {
        let (before, last) = (&text.as_bytes()[..span.range.start], span.range.end == text.len());
        let game = &text[span.range.clone()];
        let surroundings = tracker.next(before, game.as_bytes(), before.is_empty(), last);
        let wanted = span.is_game && span.binary.is_none();
        let new = wanted.then(|| formatter.game(game, surroundings, &context, layout, None)).flatten();
        let after = new.map_or(game.to_owned(), |new| {
            let edits = new.edits(game);
            assert!(edits.is_sorted_by(|a, b| a.range.end <= b.range.start), "{edits:?}");
            assert_eq!(apply(game, &edits), new.text(), "edits of {game:?}");
            new.into_text()
        });
        all.push((span.range, after));
    }
    all
}

/// A game's tokens and errors.
#[derive(Default)]
pub struct Tokens {
    tokens: Vec<(Token, Range<u32>)>,
    pub errors: Vec<SyntaxError>,
}

impl Sink for Tokens {
    fn start(&mut self, _: Node) {}
    fn token(&mut self, token: Token, range: Range<u32>) {
        if token != Token::Space {
            self.tokens.push((token, range));
        }
    }
    fn finish(&mut self, _: Node) {}
    fn error(&mut self, error: SyntaxError) {
        self.errors.push(error);
    }
}

pub fn tokens(text: &str) -> Tokens {
    let mut tokens = Tokens::default();
    parse(text, &shape_of, &mut tokens);
    tokens
}

fn slice<'t>(text: &'t str, range: &Range<u32>) -> &'t str {
    &text[range.start as usize..range.end as usize]
}

/// Tags sorted by name, other tokens in order except numbers, and the boards.
type GameContent = (Vec<(String, String)>, Vec<(Token, String)>, Vec<String>);

/// The content of a game.
fn content(text: &str) -> GameContent {
    let (mut tags, mut others) = (Vec::new(), Vec::new());
    let mut name = String::new();
    for (token, range) in &tokens(text).tokens {
        let text = slice(text, range).to_owned();
        match token {
            Token::MoveNumber | Token::Periods | Token::TagOpen | Token::TagClose => {}
            Token::TagName => name = text,
            Token::TagValue => tags.push((name.clone(), text)),
            _ => others.push((*token, text)),
        }
    }
    tags.sort_by(|a, b| a.0.cmp(&b.0));
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    let moves = resolve_game(text, &context).moves;
    let board = |half_move: &ResolvedMove| {
        let after = half_move.after.as_deref().map(|after| after.setup().clone());
        format!("{} {:?} {} {:?}", half_move.depth, half_move.color, half_move.number, after)
    };
    (tags, others, moves.iter().map(board).collect())
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', '\r'])
}

/// The laws for any text.
pub fn keeps(text: &str, layout: &Layout) {
    let all = game_by_game(text, layout);
    let whole: String = all.iter().map(|(_, after)| after.as_str()).collect();
    let again = laid_out(&whole, layout);
    assert_eq!(&again, &whole, "laid out again, of {:?}", text);
    let mut cut = games(whole.as_bytes());
    for (range, after) in &all {
        let before = &text[range.clone()];
        // White space between two games may belong to the first one.
        let found = cut.next().map(|span| whole[span.range].trim().to_owned());
        assert_eq!(found.as_deref(), Some(after.trim()), "the games are cut otherwise, of {:?}", text);
        if before == after {
            continue;
        }
        assert_eq!(content(before), content(after), "of {:?}", before);
        let mut left: Vec<&str> = lines(after).collect();
        let broken = tokens(before);
        let stray = broken.tokens.iter().filter(|(token, _)| matches!(token, Token::Stray | Token::Escape));
        for (_, range) in stray {
            for line in lines_of(before, range) {
                assert!(left.contains(&line), "{:?} of {:?} in {:?}", line, before, after);
            }
        }
        let ends_line = |text: &str| text.trim_end_matches([' ', '\t']).ends_with(['\n', '\r']);
        assert!(ends_line(before) == ends_line(after), "{:?}", before);
        // Errors keep the lines beside them, and so do tags that other readers would not find any more.
        let is_faulty = !broken.errors.is_empty() || !broken_lines(before, &broken).is_empty();
        let (new, broken) = (tokens(after), broken_lines(before, &broken));
        for line in lines_that_end_with_blanks(after, &new) {
            let stays = broken.contains(&line)
                || ((is_faulty || line.starts_with('[')) && lines(before).any(|kept| kept == line));
            assert!(stays, "{:?} ends with a blank in {:?}, of {:?}", line, after, before);
        }
        left.retain(|line| line.chars().count() > layout.width as usize);
        let kept: Vec<_> = lines(before).collect();
        for line in left {
            // An oversized token, with the brackets around it; or a line that is kept.
            let in_line = |range: &Range<u32>| {
                lines(slice(after, range))
                    .any(|part| line.contains(part) && part.chars().count() + 4 > layout.width as usize / 2)
            };
            let long = new.tokens.iter().any(|(_, range)| in_line(range));
            assert!(long || kept.contains(&line), "{:?} is too long in {:?}", line, after);
        }
    }
}

/// Lines that are kept: they have errors, or are read only by some readers.
fn broken_lines<'t>(text: &'t str, found: &Tokens) -> Vec<&'t str> {
    let stray = found.tokens.iter().filter(|(token, _)| matches!(token, Token::Stray | Token::Escape));
    let wrong = found.errors.iter().map(|error| &error.range);
    // A half-move that is torn apart, and a glyph within one.
    let bytes = text.as_bytes();
    let is_part = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let torn = found.tokens.iter().filter(|(token, range)| match token {
        Token::Move => {
            let word = slice(text, range);
            !word.contains(|c: char| c.is_ascii_digit())
                && !word.starts_with(['O', 'o'])
                && !word.starts_with("KC")
                && !word.starts_with("QC")
        }
        Token::Suffix | Token::Nag => is_part(bytes.get(range.end as usize)),
        _ => false,
    });
    let wrong = wrong.chain(torn.map(|(_, range)| range));
    stray.map(|(_, range)| range).chain(wrong).flat_map(|range| lines_of(text, range)).collect()
}

/// Lines that end with white space outside of tokens and of multi-line tags.
fn lines_that_end_with_blanks<'t>(text: &'t str, found: &Tokens) -> Vec<&'t str> {
    let ends = text.match_indices(['\n', '\r']).map(|(end, _)| end).chain([text.len()]);
    let bare = ends.filter(|end| {
        let blank = text[..*end].ends_with([' ', '\t']).then(|| *end as u32 - 1);
        let before = |blank: u32| found.tokens.iter().rev().find(|(_, range)| range.start <= blank);
        let in_tag = |token| matches!(token, Token::TagOpen | Token::TagName | Token::TagValue);
        blank.is_some_and(|blank| before(blank).is_none_or(|(token, range)| !in_tag(*token) && range.end <= blank))
    });
    bare.flat_map(|end| lines_of(text, &(end as u32..end as u32))).collect()
}

/// The whole lines that contain a range.
fn lines_of<'t>(text: &'t str, range: &Range<u32>) -> impl Iterator<Item = &'t str> + use<'t> {
    let start = text[..range.start as usize].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let end = text[range.end as usize..].find(['\n', '\r']).map_or(text.len(), |end| range.end as usize + end);
    lines(&text[start..end])
}
