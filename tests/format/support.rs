//! Whole files laid out, and layouts to do it by.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use vgn_lsp::analysis::{Context, FileKind, Settings, apply, shape_of};
use vgn_lsp::format::{CommentLines, Formatter, Layout, MoveLines, Numbers, Passage, TagOrder, VariationLines};
use vgn_lsp::source::Encoding;
use vgn_lsp::syntax::games::games;
use vgn_lsp::syntax::{Node, Sink, SyntaxError, Token, parse};

/// Layouts that have nothing in common.
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

/// Where each game stands, and what becomes of it.
pub fn game_by_game(text: &str, layout: &Layout) -> Vec<(Range<usize>, String)> {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    let (mut formatter, mut passage) = (Formatter::with_edits(), Passage::default());
    let mut all = Vec::new();
    for span in games(text.as_bytes()) {
        let (before, last) = (&text.as_bytes()[..span.range.start], span.range.end == text.len());
        let game = &text[span.range.clone()];
        let surroundings = passage.next(before, game.as_bytes(), before.is_empty(), last);
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

/// Every file of games in the test data, by name, as text.
pub fn files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut paths = Vec::new();
    gather(&root, &mut paths);
    paths.sort();
    let text = |path: &PathBuf| {
        let bytes = fs::read(path).expect("it can be read");
        Encoding::of(&bytes).decode(&bytes).into_owned()
    };
    paths.iter().map(|path| (path.display().to_string(), text(path))).collect()
}

fn gather(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            gather(&path, paths);
        } else if path.extension().is_some_and(|end| end == "pgn" || end == "vgn") {
            paths.push(path);
        }
    }
}

/// What a text may have between two tokens in place of what it has.
const GAPS: [&str; 8] = ["\n\n", "\n", "\n\n\n", " ", "\n \t\n", "\r\n\r\n", "\n ", "\r\n\n"];

/// Copies of a game, each with another gap before one of its tokens.
pub fn with_gaps(game: &str) -> impl Iterator<Item = String> {
    let mut borders = Borders::default();
    parse(game, &shape_of, &mut borders);
    borders.all.into_iter().enumerate().map(|(n, space)| {
        let gap = GAPS[(n + n / GAPS.len()) % GAPS.len()];
        format!("{}{gap}{}", &game[..space.start as usize], &game[space.end as usize..])
    })
}

/// What stands before each token: white space, or nothing.
#[derive(Default)]
struct Borders {
    all: Vec<Range<u32>>,
    /// Where the last token ends.
    end: u32,
}

impl Sink for Borders {
    fn start(&mut self, _: Node) {}
    fn token(&mut self, token: Token, range: Range<u32>) {
        if token != Token::Space {
            self.all.push(self.end..range.start);
            self.end = range.end;
        }
    }
    fn finish(&mut self, _: Node) {}
    fn error(&mut self, _: SyntaxError) {}
}
