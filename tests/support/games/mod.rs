//! A text's games with everything that other projects' figures can be compared with.

#![allow(dead_code)]

pub mod convert;
pub mod figures;

use std::ops::Range;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, EnPassantMode};
use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::notation::{EndMark, Notation, SAN, UCI};
use vgn_lsp::replay::{HalfMove, Resolved, ResolvedMove, resolve_game, shape_of};
use vgn_lsp::rules::Position;
use vgn_lsp::syntax::games::games;
use vgn_lsp::syntax::{Node, Sink, SyntaxError, Token, parse};

/// One game of a text.
pub struct Game<'t> {
    pub text: &'t str,
    pub resolved: Resolved,
    pub tokens: Tokens,
}

/// What the grammar alone finds in a game.
#[derive(Default)]
pub struct Tokens {
    pub tags: Vec<(Range<u32>, Range<u32>)>,
    pub comments: Vec<Range<u32>>,
    pub nags: Vec<Range<u32>>,
    pub moves: Vec<Range<u32>>,
    pub variations: u32,
    pub max_depth: u32,
    pub terminator: Option<Range<u32>>,
    pub errors: Vec<SyntaxError>,
    tag: Option<Range<u32>>,
    depth: u32,
}

impl Sink for Tokens {
    fn start(&mut self, node: Node) {
        if node == Node::Variation {
            self.depth += 1;
            self.variations += 1;
            self.max_depth = self.max_depth.max(self.depth);
        }
    }

    fn token(&mut self, token: Token, range: Range<u32>) {
        match token {
            Token::TagName => self.tag = Some(range),
            Token::TagValue => self.tags.extend(self.tag.take().map(|name| (name, range))),
            Token::BraceComment | Token::LineComment => self.comments.push(range),
            Token::Nag | Token::CompositeNag | Token::Suffix => self.nags.push(range),
            Token::Move => self.moves.push(range),
            Token::Terminator if self.depth == 0 => self.terminator = Some(range),
            _ => {}
        }
    }

    fn finish(&mut self, node: Node) {
        self.depth -= u32::from(node == Node::Variation);
    }

    fn error(&mut self, error: SyntaxError) {
        self.errors.push(error);
    }
}

/// The games of a text, judged with all fixes if `fixes` says so.
pub fn read(text: &str, fixes: bool) -> impl Iterator<Item = Game<'_>> {
    games(text.as_bytes()).filter(|span| span.is_game).map(move |span| read_game(&text[span.range], fixes))
}

/// One game's text, judged.
pub fn read_game(text: &str, fixes: bool) -> Game<'_> {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown).with_fixes(fixes);
    let resolved = resolve_game(text, &context);
    let mut tokens = Tokens::default();
    parse(text, &shape_of, &mut tokens);
    Game { text, resolved, tokens }
}

/// Bytes as text: UTF-8, else each byte as its character of ISO 8859-1. Enough for figures, which are ASCII.
pub fn text_of(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| error.as_bytes().iter().map(|&b| char::from(b)).collect())
}

impl Game<'_> {
    pub fn slice(&self, range: &Range<u32>) -> &str {
        &self.text[range.start as usize..range.end as usize]
    }

    /// The value of the first tag of this name, without its quotes and escapes.
    pub fn tag(&self, name: &str) -> Option<String> {
        let (_, value) = self.tokens.tags.iter().find(|(n, _)| self.slice(n) == name)?;
        let value = self.slice(value);
        let inner = value.strip_prefix('"').unwrap_or(value);
        let inner = inner.strip_suffix('"').unwrap_or(inner);
        Some(inner.replace("\\\"", "\"").replace("\\\\", "\\"))
    }

    /// The half-moves of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = &ResolvedMove> {
        self.resolved.moves.iter().filter(|m| m.depth == 0)
    }

    /// The main line's half-moves as far as each is known, spelt in a notation.
    pub fn spelt(&self, notation: &Notation) -> Vec<String> {
        self.main_line().map_while(|m| spell(m, notation)).collect()
    }

    /// The main line in UCI, joined by blanks: what the oracles hash.
    pub fn uci(&self) -> String {
        self.spelt(&UCI).join(" ")
    }

    pub fn sans(&self) -> Vec<String> {
        self.spelt(&SAN)
    }

    /// The last position of the main line as far as it is known.
    pub fn last(&self) -> Option<&Position> {
        self.main_line().map_while(|m| m.after.as_deref()).last().or(self.resolved.start.as_ref())
    }

    /// The last position's FEN, with the en passant square only where a pawn can capture there.
    pub fn final_fen(&self) -> Option<String> {
        self.last().map(fen)
    }

    /// The codes of the diagnostics, in the order of the text.
    pub fn codes(&self) -> Vec<&'static str> {
        self.resolved.report.diagnostics.iter().map(|d| d.code.name()).collect()
    }
}

pub fn spell(m: &ResolvedMove, notation: &Notation) -> Option<String> {
    let (before, play, after) = (m.before.as_deref()?, m.play.as_ref()?, m.after.as_deref()?);
    HalfMove { before, play, after, end: EndMark::None }.spell(notation).ok()
}

/// FEN with the en passant square only where a pawn can capture there.
pub fn fen(position: &Position) -> String {
    let setup = match position.legal() {
        Some(chess) => {
            let mut setup = chess.to_setup(EnPassantMode::Legal);
            setup.castling_rights = position.castling_rights();
            setup
        }
        None => {
            let mut setup = position.setup();
            setup.ep_square = None;
            setup
        }
    };
    let shredder = position.castling_mode() == CastlingMode::Chess960 && setup.castling_rights.any();
    match Fen::try_from(setup) {
        Ok(fen) if shredder => fen.to_string(),
        Ok(fen) => fen.to_string(),
        Err(_) => String::new(),
    }
}
