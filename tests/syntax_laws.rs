//! Laws of the syntax: every byte is kept, games cover the file, the cut does not depend on how much text is at hand.

use std::ops::Range;

use proptest::prelude::*;
use vgn_lsp::syntax::games::{games, next_game, next_game_of_editor};
use vgn_lsp::syntax::{MoveShape, Node, Sink, SyntaxError, Token, parse, tree};

/// Pieces from which nasty files are made.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => prop::sample::select(vec![
            "[Event \"A\"]", "[Event \"B\"]\n", "[Site", "[", "]", "\"", "\\", "{", "}", "{c}", ";c\n", "%x\n", "\n", "\n\n",
            "\r\n", "\r", " ", "(", ")", "1.", "1.5 ", "2... ", "e4", " Nf3 ", "O-O", "1-0", "0-1 ", "1/2-1/2\n", "*", "$1",
            "$5.1.2", "!", "?!", "<", "hello ", "[MoveFormat \"SFEN\"]", "8/8/8/8/8/8/8/8 w - -", "½-½", "♘f3", "\u{feff}",
            "\nBob said hello\n", "he won it 1-0\n", "<br>\n", "--\n", "[White \"A\"]\n", "\0", "[GameFormat \"VGN:x\"]\n", ".", "...", "e.p.", "0.5-0.5", "[MoveFormat \"x\"]", "e8(Q)",
            "{a {b} c}", "{a {b} (Nf3)\n\n", "{{", "}}", "\u{b1}", "+=", "2.", "+0.25", "(-0.1)", "0.00", "1-", "1-O-O", "1-e4", "1\u{2026}", "e x d5",
            "O - O", "Ng1 - f3", "Bb5ch", "**", "f[Opening \"x\"]", "* 2. Nf3 ", "1. e4 e5\n[White \"x\"]\n", "\n2. d4 ", "1. d4 * d5 2. c4", "*\n2. Nf3", "1-0 (", "* {c} 1... ", ",", "\"]", "-White \"", "x\n[Black \"B\"]", "\n\n1. ", "8/8/8/8/8/8/8/8 w - - 0 1\n",
        ]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ]
}

fn file() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..60).prop_map(|pieces| pieces.concat())
}

fn shape(value: &str) -> MoveShape {
    match value {
        "SFEN" => MoveShape::Board { clocks: false },
        "x" => MoveShape::Unknown,
        _ => MoveShape::Word,
    }
}

/// Checks that events are well nested and tokens contiguous.
#[derive(Default)]
struct Checker {
    open: Vec<Node>,
    at: u32,
}

impl Sink for Checker {
    fn start(&mut self, node: Node) {
        self.open.push(node);
    }
    fn token(&mut self, token: Token, range: Range<u32>) {
        assert_eq!(range.start, self.at, "{token:?} leaves a gap");
        assert!(range.end > range.start, "{token:?} is empty");
        self.at = range.end;
    }
    fn finish(&mut self, node: Node) {
        assert_eq!(self.open.pop(), Some(node));
    }
    fn error(&mut self, error: SyntaxError) {
        assert!(error.range.start <= error.range.end);
    }
}

/// Behind the line end of a terminator: a byte order mark, another terminator, and half-moves that go on. Blocks never end
/// there.
fn is_not_waited_for(rest: &[u8]) -> bool {
    let word = rest.trim_ascii_start();
    let goes_on = |first: u8| first.is_ascii_alphanumeric() || !first.is_ascii() || b"*({$!?".contains(&first);
    rest.starts_with(b"\xef\xbb\xbf") || word.first().is_some_and(|first| goes_on(*first))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_tree_keeps_every_byte(text in file()) {
        let (root, errors) = tree(&text, &shape);
        prop_assert_eq!(root.text().to_string(), text.clone());
        for error in errors {
            prop_assert!(error.range.end as usize <= text.len());
            prop_assert!(text.is_char_boundary(error.range.start as usize));
            prop_assert!(text.is_char_boundary(error.range.end as usize));
        }
    }

    #[test]
    fn events_are_contiguous_and_nested(text in file()) {
        let mut checker = Checker::default();
        parse(&text, &shape, &mut checker);
        prop_assert_eq!(checker.at as usize, text.len());
        prop_assert!(checker.open.is_empty());
    }

    #[test]
    fn games_cover_the_file_without_gaps(text in file()) {
        let mut at = 0;
        for span in games(text.as_bytes()) {
            prop_assert_eq!(span.range.start, at);
            prop_assert!(span.range.end > at);
            prop_assert!(text.is_char_boundary(span.range.end));
            at = span.range.end;
        }
        prop_assert_eq!(at, text.len());
    }

    /// A stream that hands over a part of the file cuts as one that has it whole, or asks for more.
    #[test]
    fn a_part_of_the_text_cuts_like_the_whole(text in file(), part in 0.0_f64..1.0) {
        let bytes = text.as_bytes();
        let end = (bytes.len() as f64 * part) as usize;
        let mut at = 0;
        while let Some(span) = next_game(&bytes[..end], at, false) {
            let whole = next_game(bytes, at, true);
            if span.range.end == end && is_not_waited_for(&bytes[end..]) {
                break;
            }
            prop_assert_eq!(Some(&span), whole.as_ref());
            at = span.range.end;
        }
    }

    /// In an editor's text too; and where no game has a binary section, it is cut as the file is.
    #[test]
    fn an_editors_text_is_cut_like_the_whole(text in file(), part in 0.0_f64..1.0) {
        let text = text.replace("[Site", "[MoveFormat \"BCCF\"]");
        let bytes = text.as_bytes();
        let end = (bytes.len() as f64 * part) as usize;
        let mut at = 0;
        while let Some(span) = next_game_of_editor(&bytes[..end], at, false) {
            let whole = next_game_of_editor(bytes, at, true);
            if span.range.end == end && is_not_waited_for(&bytes[end..]) {
                break;
            }
            prop_assert_eq!(Some(&span), whole.as_ref());
            at = span.range.end;
        }
        let spans = |next: fn(&[u8], usize, bool) -> Option<_>| {
            let mut at = 0;
            std::iter::from_fn(move || {
                let span: vgn_lsp::syntax::games::Span = next(bytes, at, true)?;
                at = span.range.end;
                Some(span)
            }).collect::<Vec<_>>()
        };
        let file = spans(next_game);
        if file.iter().all(|span| span.binary.is_none()) {
            prop_assert_eq!(spans(next_game_of_editor), file);
        }
    }

    /// A game cut out of the file is found whole when it is scanned alone: what is before a game does not matter.
    #[test]
    fn a_game_is_cut_alike_wherever_it_stands(text in file()) {
        for span in games(text.as_bytes()) {
            let rest = &text.as_bytes()[span.range.start..];
            if span.range.start > 0 && !rest.starts_with(b"\xef\xbb\xbf") {
                let alone = next_game(rest, 0, true).map(|s| s.range.len());
                prop_assert_eq!(alone, Some(span.range.len()));
            }
        }
    }

    /// The grammar finds the terminator of a cut game at its end and nowhere else, outside variations.
    #[test]
    fn the_grammar_agrees_with_the_cut(text in file()) {
        for span in games(text.as_bytes()) {
            let mut watch = Watch { depth: 0, end: None, after: 0 };
            parse(&text[span.range], &shape, &mut watch);
            prop_assert_eq!(watch.after, 0, "tokens after the terminator");
        }
    }
}

/// What the law has found.
#[test]
fn the_grammar_agreed_with_the_cut_of() {
    for text in [
        "[Event \"A\"]N[Sitehe won it 1-0\n.",
        "[Event \"A\"]a\n[Site*(",
        "[Event \"A\"]\u{feff}1-0[MoveFormat \"SFEN\"]{",
        "1-e4* {c} 1... \t\u{a1}\t.*\n2. Nf3",
        "{c},\u{a1},*(",
        "[MoveFormat \"SFEN\"]1-0!0.5-0.51. d4 * d5 2. c4",
        "\u{b1}e8(Q)#0-1 ![Event \"A\"][Event \"A\"]",
        "1. e4 ,1-0 ([White \"A\"]\n",
        "1.}<0.5-0.51-0 ([White \"A\"]\n",
    ] {
        for span in games(text.as_bytes()) {
            let mut watch = Watch { depth: 0, end: None, after: 0 };
            parse(&text[span.range], &shape, &mut watch);
            assert_eq!(watch.after, 0, "{text}");
        }
    }
}

/// Counts what follows a terminator of the main line, but for further terminators, which are stray text.
struct Watch {
    depth: u32,
    end: Option<u32>,
    after: u32,
}

impl Sink for Watch {
    fn start(&mut self, node: Node) {
        self.depth += u32::from(node == Node::Variation);
    }
    fn token(&mut self, token: Token, range: Range<u32>) {
        if self.end.is_some() && !matches!(token, Token::Space | Token::ByteOrderMark | Token::Stray) {
            self.after += 1;
        }
        if token == Token::Terminator && self.depth == 0 {
            self.end = Some(range.end);
        }
    }
    fn finish(&mut self, node: Node) {
        self.depth -= u32::from(node == Node::Variation);
    }
    fn error(&mut self, _: SyntaxError) {}
}
