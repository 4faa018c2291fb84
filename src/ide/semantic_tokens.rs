//! Semantic tokens: numbers, half-moves with piece letters and check marks, NAGs, tags, comments with commands and
//! quoted half-moves, and terminators; each with its depth of variation.
//!
//! They are computed from the grammar's events without a tree, as whole files are tokenized at once.

use std::ops::Range;

use vgn_engine::lint::Cancellation;
use vgn_engine::replay::commands::commands;
use vgn_engine::replay::parse_game;
use vgn_engine::syntax::{Node, Sink, SyntaxError, Token};

use super::hover::quoted_half_moves;

/// The type of a semantic token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum TokenKind {
    MoveNumber,
    /// A half-move without the parts that have types of their own.
    Move,
    /// The letter of a piece that moves, is promoted to, or is captured.
    Piece,
    /// Marks for check, checkmate and the end of the game.
    CheckMark,
    /// A NAG or a suffix.
    Nag,
    TagName,
    /// With its quotes.
    TagValue,
    /// Text of a comment, or an escaped line.
    Comment,
    /// `[%clk`, and the `]` after the operands.
    CommentCommand,
    CommandOperands,
    /// A half-move quoted in a comment.
    QuotedMove,
    Terminator,
}

impl TokenKind {
    /// The names of the types, in the order of their numbers.
    pub const NAMES: [&'static str; 12] = [
        "moveNumber",
        "move",
        "piece",
        "checkMark",
        "nag",
        "tagName",
        "tagValue",
        "comment",
        "commentCommand",
        "commandOperands",
        "quotedMove",
        "terminator",
    ];
}

/// The modifiers of a semantic token, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TokenModifiers(pub u8);

impl TokenModifiers {
    /// The names of the modifiers, from the lowest bit.
    pub const NAMES: [&'static str; 7] =
        ["mainLine", "variation", "subvariation", "deepVariation", "capture", "check", "illegal"];

    const CAPTURE: TokenModifiers = TokenModifiers(1 << 4);
    const CHECK: TokenModifiers = TokenModifiers(1 << 5);
    const ILLEGAL: TokenModifiers = TokenModifiers(1 << 6);

    /// The modifier for a depth of variation.
    fn of_depth(depth: u32) -> TokenModifiers {
        TokenModifiers(1 << depth.min(3))
    }

    fn with(self, other: TokenModifiers, holds: bool) -> TokenModifiers {
        if holds { TokenModifiers(self.0 | other.0) } else { self }
    }
}

/// A semantic token, on one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SemanticSpan {
    /// In bytes of the game's text.
    pub range: Range<u32>,
    pub kind: TokenKind,
    pub shade: TokenModifiers,
}

/// Bytes of a comment read before and after the requested range to recognize quotations.
const AROUND: usize = 1 << 12;
/// Minimum number of `/` in a half-move that is a board.
const RANKS: usize = 7;

/// The semantic tokens of one game's text that overlap the range `requested`, in text order. `illegal`: the half-moves
/// that cannot be played, in text order. After cancellation in a large game the list is incomplete.
pub fn semantic_tokens(
    text: &str,
    requested: Range<u32>,
    illegal: &[Range<u32>],
    cancel: &dyn Cancellation,
) -> Vec<SemanticSpan> {
    let mut tokenizer = SemanticTokenizer { text, requested, illegal, depth: 0, is_past: false, spans: Vec::new() };
    parse_game::<dyn Sink>(text, &mut tokenizer, cancel);
    tokenizer.spans
}

/// Collects semantic tokens from the grammar's events.
struct SemanticTokenizer<'t> {
    text: &'t str,
    requested: Range<u32>,
    illegal: &'t [Range<u32>],
    /// Number of open variations.
    depth: u32,
    /// The end of the requested range has been passed.
    is_past: bool,
    spans: Vec<SemanticSpan>,
}

impl Sink for SemanticTokenizer<'_> {
    fn start(&mut self, node: Node) {
        self.depth += u32::from(node == Node::Variation);
    }

    fn finish(&mut self, node: Node) {
        self.depth -= u32::from(node == Node::Variation);
    }

    fn token(&mut self, token: Token, range: Range<u32>) {
        if range.start >= self.requested.end {
            self.is_past = true;
        } else if range.end > self.requested.start {
            self.tokenize(token, range);
        }
    }

    fn error(&mut self, _: SyntaxError) {}

    fn stop(&mut self) -> bool {
        self.is_past
    }
}

impl<'t> SemanticTokenizer<'t> {
    fn tokenize(&mut self, token: Token, range: Range<u32>) {
        let line = TokenModifiers::of_depth(self.depth);
        match token {
            Token::MoveNumber | Token::Periods => self.put(range, TokenKind::MoveNumber, line),
            Token::Nag | Token::CompositeNag | Token::Suffix => self.put(range, TokenKind::Nag, line),
            Token::TagName => self.put(range, TokenKind::TagName, TokenModifiers::default()),
            Token::TagValue => self.put(range, TokenKind::TagValue, TokenModifiers::default()),
            Token::Terminator => self.put(range, TokenKind::Terminator, line),
            Token::Escape => self.put(range, TokenKind::Comment, TokenModifiers::default()),
            Token::BraceComment | Token::LineComment => self.comment(range, line),
            Token::Move => self.half_move(range, line),
            Token::ByteOrderMark
            | Token::Space
            | Token::TagOpen
            | Token::TagClose
            | Token::VariationOpen
            | Token::VariationClose
            | Token::Binary
            | Token::Stray => {}
        }
    }

    fn half_move(&mut self, range: Range<u32>, line: TokenModifiers) {
        let text = self.slice(&range);
        let body = text.trim_end_matches(['+', '#']);
        let marks = range.start + body.len() as u32..range.end;
        let first = self.illegal.partition_point(|illegal| illegal.end <= range.start);
        let is_illegal = self.illegal.get(first).is_some_and(|illegal| illegal.start < range.end);
        let is_board = body.matches('/').count() >= RANKS;
        let shade = line
            .with(TokenModifiers::ILLEGAL, is_illegal)
            .with(TokenModifiers::CHECK, !marks.is_empty())
            .with(TokenModifiers::CAPTURE, !is_board && body.contains(['x', 'X', ':', '×']));
        let end = range.start + body.trim_end().len() as u32;
        if is_board || is_castling(body) {
            self.put(range.start..end, TokenKind::Move, shade);
        } else {
            let is_piece = piece_letters(body);
            let mut part = range.start..range.start;
            let mut kind = TokenKind::Move;
            for (at, c) in body.char_indices() {
                let at = range.start + at as u32;
                let next = if is_piece(at - range.start, c) { TokenKind::Piece } else { TokenKind::Move };
                if next != kind {
                    self.put(part.start..at, kind, shade);
                    (part.start, kind) = (at, next);
                }
            }
            self.put(part.start..end, kind, shade);
        }
        self.put(marks, TokenKind::CheckMark, shade);
    }

    fn comment(&mut self, range: Range<u32>, line: TokenModifiers) {
        // Of a very long comment only the requested part is read.
        let before = (self.requested.start as usize).saturating_sub(AROUND).max(range.start as usize);
        let behind = (self.requested.end as usize).saturating_add(AROUND).min(range.end as usize);
        let (start, end) = (self.text.floor_char_boundary(before), self.text.ceil_char_boundary(behind));
        let text = &self.text[start..end];
        let place = |at: usize| (start + at) as u32;
        let mut from = 0;
        for command in commands(text) {
            self.prose(place(from)..place(command.range.start), line);
            let name = command.name.as_ptr() as usize - text.as_ptr() as usize + command.name.len();
            let operands = match command.operands {
                "" => name..name,
                operands => {
                    let at = operands.as_ptr() as usize - text.as_ptr() as usize;
                    at..at + operands.len()
                }
            };
            self.put(place(command.range.start)..place(name), TokenKind::CommentCommand, line);
            self.put(place(operands.start)..place(operands.end), TokenKind::CommandOperands, line);
            self.put(place(command.range.end - 1)..place(command.range.end), TokenKind::CommentCommand, line);
            from = command.range.end;
        }
        self.prose(place(from)..place(text.len()), line);
    }

    /// Tokenizes a part of a comment without commands.
    fn prose(&mut self, range: Range<u32>, line: TokenModifiers) {
        let mut from = range.start;
        for quoted in quoted_half_moves(self.slice(&range)) {
            let quoted = range.start + quoted.start as u32..range.start + quoted.end as u32;
            self.put(from..quoted.start, TokenKind::Comment, line);
            self.put(quoted.clone(), TokenKind::QuotedMove, line);
            from = quoted.end;
        }
        self.put(from..range.end, TokenKind::Comment, line);
    }

    /// Adds the requested part of a range, split into lines.
    fn put(&mut self, range: Range<u32>, kind: TokenKind, shade: TokenModifiers) {
        let text = self.slice(&range);
        for line in text.split(['\n', '\r']) {
            let start = range.start + (line.as_ptr() as usize - text.as_ptr() as usize) as u32;
            let range = start..start + line.len() as u32;
            if !range.is_empty() && range.start < self.requested.end && self.requested.start < range.end {
                self.spans.push(SemanticSpan { range, kind, shade });
            }
        }
    }

    fn slice(&self, range: &Range<u32>) -> &'t str {
        self.text.get(range.start as usize..range.end as usize).unwrap_or_default()
    }
}

/// `O-O`, in letters or zeros.
fn is_castling(text: &str) -> bool {
    text.len() > 2 && text.split('-').all(|part| matches!(part, "O" | "o" | "0"))
}

/// A predicate for the piece letters of a half-move in any notation and language: capitals (except files that are all
/// written as capitals), figurines, non-ASCII letters, and a final small letter after a rank.
fn piece_letters(text: &str) -> impl Fn(u32, char) -> bool + use<> {
    let has_files = text.contains(|c| ('a'..='h').contains(&c));
    let last = text.len().wrapping_sub(1) as u32;
    let promotes = text.len() > 4
        && text.as_bytes()[text.len() - 2..].first().is_some_and(|byte| byte.is_ascii_digit() || *byte == b'=');
    move |at, c| {
        let is_capital = c.is_ascii_uppercase() && c != 'X' && (has_files || !('A'..='H').contains(&c));
        is_capital
            || (!c.is_ascii() && (c.is_alphabetic() || ('♔'..='♟').contains(&c)))
            || (at == last && promotes && c.is_ascii_lowercase())
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use vgn_engine::lint::{Code, Context, FileKind, Settings};
    use vgn_engine::replay::check_game;

    fn all(text: &str) -> Vec<SemanticSpan> {
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Unknown);
        let report = check_game(text, &context);
        let illegal = report.diagnostics.iter().filter(|found| found.code == Code::IllegalMove);
        let illegal: Vec<_> = illegal.map(|found| found.range.clone()).collect();
        semantic_tokens(text, 0..text.len() as u32, &illegal, &|| false)
    }

    /// The tokens, one per line: text, type and modifiers.
    fn check(text: &str, expected: Expect) {
        let shown = all(text).into_iter().map(|spans| {
            let name = TokenKind::NAMES[spans.kind as usize];
            let shade = TokenModifiers::NAMES.iter().enumerate().filter(|(bit, _)| spans.shade.0 >> bit & 1 != 0);
            let shade: Vec<_> = shade.map(|(_, name)| *name).collect();
            let range = spans.range.start as usize..spans.range.end as usize;
            format!("{}\n", format!("{name:<15} {:<10} {}", &text[range], shade.join(" ")).trim_end())
        });
        expected.assert_eq(&shown.collect::<String>());
    }

    /// Half-moves with piece letters in brackets and marks in braces.
    fn letters(half_moves: &str, format: &str) -> String {
        let text = format!("{format}1. {half_moves}");
        let start = (format.len() + 3) as u32;
        let parts = all(&text).into_iter().filter(|spans| spans.range.start >= start);
        let mut from = start as usize;
        let mut out = String::new();
        for spans in parts {
            let range = spans.range.start as usize..spans.range.end as usize;
            out += &text[from..range.start];
            from = range.end;
            match spans.kind {
                TokenKind::Piece => out += &format!("[{}]", &text[range]),
                TokenKind::CheckMark => out += &format!("{{{}}}", &text[range]),
                _ => out += &text[range],
            }
        }
        out + &text[from..]
    }

    #[test]
    fn a_game_with_all_that_there_is() {
        check(
            "[White \"A \\\"B\\\"\"]\n% escaped\n\n1. e4 e5 2. Qh5 $1 (2. Bc4 (2. d4 exd4 (2... d6)) Qe7) \
             2... Ke7 3. Qxe5#! {mate: 3. Qxe5# [%clk 0:01]} 1-0",
            expect![[r#"
                tagName         White
                tagValue        "A \"B\""
                comment         % escaped
                moveNumber      1.         mainLine
                move            e4         mainLine
                move            e5         mainLine
                moveNumber      2.         mainLine
                piece           Q          mainLine
                move            h5         mainLine
                nag             $1         mainLine
                moveNumber      2.         variation
                piece           B          variation
                move            c4         variation
                moveNumber      2.         subvariation
                move            d4         subvariation
                move            exd4       subvariation capture
                moveNumber      2...       deepVariation
                move            d6         deepVariation
                piece           Q          variation
                move            e7         variation
                moveNumber      2...       mainLine
                piece           K          mainLine
                move            e7         mainLine
                moveNumber      3.         mainLine
                piece           Q          mainLine capture check
                move            xe5        mainLine capture check
                checkMark       #          mainLine capture check
                nag             !          mainLine
                comment         {mate: 3.  mainLine
                quotedMove      Qxe5#      mainLine
                comment                    mainLine
                commentCommand  [%clk      mainLine
                commandOperands 0:01       mainLine
                commentCommand  ]          mainLine
                comment         }          mainLine
                terminator      1-0        mainLine
            "#]],
        );
    }

    #[test]
    fn an_illegal_move_in_a_broken_game() {
        check(
            "[A \"b\n1. Ke3 (1. Nf6 {open",
            expect![[r#"
                tagName         A
                tagValue        "b
                moveNumber      1.         mainLine
                piece           K          mainLine illegal
                move            e3         mainLine illegal
                moveNumber      1.         variation
                piece           N          variation illegal
                move            f6         variation illegal
                comment         {open      variation
            "#]],
        );
    }

    #[test]
    fn no_part_goes_on_on_the_next_line() {
        for line_end in ["\n", "\r\n", "\r"] {
            check(
                &format!("1. e4 {{é{line_end}{line_end}[%cal{line_end}Ge2e4] see{line_end}1...{line_end}Nf6}}"),
                expect![[r#"
                    moveNumber      1.         mainLine
                    move            e4         mainLine
                    comment         {é         mainLine
                    commentCommand  [%cal      mainLine
                    commandOperands Ge2e4      mainLine
                    commentCommand  ]          mainLine
                    comment          see       mainLine
                    comment         1...       mainLine
                    quotedMove      Nf6        mainLine
                    comment         }          mainLine
                "#]],
            );
        }
    }

    #[test]
    fn piece_letters_of_every_notation() {
        for (marked, format) in [
            ("[N]f3 O-O exd8=[Q]{+} [R]1e2 [B]b5 b8[Q] 0-0-0 -- [N]bxd7{#}", ""),
            ("[Т]f3 [Кр]e2 [♘]f3 [Ñ]f3", ""),
            ("[P]a7-b8x[R]=[Q]{+#} [N]g1-f3 O-O", "[MoveFormat \"FCN\"]\n\n"),
            ("e7xd8=[Q]{+} [N]g1-f3", "[MoveFormat \"LAN\"]\n\n"),
            ("e7e8[q] e2e4", "[MoveFormat \"UCI\"]\n\n"),
            ("a7a8[q]{+} E2E4", "[MoveFormat \"MCN\"]\n\n"),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq", "[MoveFormat \"SFEN\"]\n\n"),
            ("[P]@e4 [N]@f3{+}", "[Variant \"Crazyhouse\"]\n\n"),
        ] {
            let plain = marked.replace(['[', ']', '{', '}'], "");
            assert_eq!(letters(&plain, format), marked);
        }
    }

    #[test]
    fn what_is_asked_for_is_what_stands_there_in_all() {
        let texts = [
            "[A \"b\"]\n\n1. e4 {a 1. d4 Nf6\n[%eval 3] x} (1. Nf3 $1 (1. c4+) d5) e5 2. Qh5 Nc6 3. Qxf7# 1-0\n",
            "1. e4 {\u{e9}\u{265e} 1... e5",
        ];
        for text in texts {
            let whole = all(text);
            for start in 0..text.len() as u32 {
                for end in start..=text.len() as u32 {
                    let touches = |spans: &&SemanticSpan| spans.range.start < end && start < spans.range.end;
                    let wanted: Vec<_> = whole.iter().filter(touches).cloned().collect();
                    assert_eq!(semantic_tokens(text, start..end, &[], &|| false), wanted, "{start}..{end}");
                }
            }
        }
    }
}
