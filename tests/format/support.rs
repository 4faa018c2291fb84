//! Real files of games, and games with other white space.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use vgn_lsp::replay::shape_of;
use vgn_lsp::source::Encoding;
use vgn_lsp::syntax::{Node, Sink, SyntaxError, Token, parse};

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
