//! What the tests of sections share.

use std::path::Path;

use vgn_lsp::binary::{ResolvedBinary, check_binary_game, resolve_binary_game};
use vgn_lsp::convert::{Refusal, StoredConversion, StoredGame, Target, convert_whole};
use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::replay::{GameReport, check_game};
use vgn_lsp::source::Encoding;
use vgn_lsp::syntax::games::games;

/// The binary notations that stand in files.
pub const BINARY: [&str; 8] = ["BCCF", "BCFEN", "BITS12", "BITS11", "PGC", "LEGALINDEX", "BRENNER", "BRENNER2"];

/// Files of the test data: annotated, short, of lichess, and of Chess960 by people and by engines.
pub const FILES: [&str; 5] = [
    "annotated/dortmund.pgn",
    "annotated/wcc_2023.pgn",
    "games/chess960rwch.pgn",
    "games/cutechess-fischerrandom.pgn",
    "games/lichess_db_10k.pgn",
];

pub fn with_context<T>(work: impl FnOnce(&Context<'_>) -> T) -> T {
    let settings = Settings::default();
    work(&Context::new(&settings, FileKind::Vgn).with_fixes(true))
}

/// A game as a file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub text: String,
    pub section: Option<Vec<u8>>,
}

impl Game {
    pub fn text(text: &str) -> Game {
        Game { text: text.to_owned(), section: None }
    }

    pub fn binary(tags: &str, section: &[u8]) -> Game {
        Game { text: tags.to_owned(), section: Some(section.to_vec()) }
    }

    pub fn bytes(&self) -> Vec<u8> {
        [self.text.as_bytes(), self.section.as_deref().unwrap_or_default()].concat()
    }

    pub fn convert(&self, to: &str) -> Result<StoredConversion, Refusal> {
        let target = Target::find(to).expect("a target");
        let game = StoredGame { text: &self.text, section: self.section.as_deref(), length_known: true };
        with_context(|context| convert_whole(&game, context, &target))
    }

    /// The converted game, if nothing is lost.
    pub fn lossless(&self, to: &str) -> Result<Game, String> {
        let whole = self.convert(to).map_err(|refusal| refusal.message)?;
        match whole.losses.first() {
            Some(loss) => Err(loss.message.clone()),
            None => Ok(Game { text: whole.text, section: whole.section }),
        }
    }

    pub fn check(&self) -> GameReport {
        with_context(|context| match &self.section {
            Some(section) => check_binary_game(&self.text, section, context),
            None => check_game(&self.text, context),
        })
    }

    pub fn resolve(&self) -> ResolvedBinary {
        let section = self.section.as_deref().expect("a section");
        with_context(|context| resolve_binary_game(&self.text, section, context)).expect("a binary notation")
    }

    /// Codes, ranges and messages, one a line.
    pub fn findings(&self) -> String {
        let found = self.check().diagnostics;
        found.iter().map(|d| format!("{} {:?} {}\n", d.code, d.range, d.message)).collect()
    }
}

/// The games of a file.
pub fn games_of(bytes: &[u8]) -> Vec<Game> {
    let spans = games(bytes).filter(|span| span.is_game);
    let game = |span: vgn_lsp::syntax::games::Span| {
        let end = span.binary.unwrap_or(span.range.end);
        let text = &bytes[span.range.start..end];
        let text = Encoding::of(text).decode(text).into_owned();
        Game { text, section: span.binary.map(|at| bytes[at..span.range.end].to_vec()) }
    };
    spans.map(game).collect()
}

/// The games of a file of the test data.
pub fn games_of_file(name: &str) -> Vec<Game> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    games_of(&std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// Bytes from pairs of hexadecimal digits.
pub fn hex(digits: &str) -> Vec<u8> {
    let digits: Vec<char> = digits.chars().filter(|c| !c.is_whitespace()).collect();
    let pair = |pair: &[char]| u8::from_str_radix(&pair.iter().collect::<String>(), 16).expect("hexadecimal digits");
    digits.chunks(2).map(pair).collect()
}
