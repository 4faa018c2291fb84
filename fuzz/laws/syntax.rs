//! The tree keeps every byte; events are nested and without gaps; games cover the file.

use std::ops::Range;

use vgn_engine::replay::shape_of;
use vgn_engine::syntax::games::games;
use vgn_engine::syntax::{Node, Sink, SyntaxError, Token, parse, tree};

pub fn syntax(data: &[u8]) {
    let mut at = 0;
    for span in games(data) {
        assert_eq!(span.range.start, at, "games leave a gap");
        assert!(span.range.end > at, "a game is empty");
        at = span.range.end;
        if let Some(binary) = span.binary {
            assert!(span.range.start <= binary && binary <= span.range.end);
        }
    }
    assert_eq!(at, data.len(), "games do not cover the file");

    let text = &*String::from_utf8_lossy(data);
    let (root, errors) = tree(text, &shape_of);
    assert_eq!(root.text(), text, "the tree is not the text");
    for error in &errors {
        super::assert_shown(text, &error.range);
    }
    let mut events = Events { text, open: Vec::new(), at: 0 };
    parse(text, &shape_of, &mut events);
    assert_eq!(events.at as usize, text.len());
    assert!(events.open.is_empty());
}

struct Events<'t> {
    text: &'t str,
    open: Vec<Node>,
    at: u32,
}

impl Sink for Events<'_> {
    fn start(&mut self, node: Node) {
        self.open.push(node);
    }

    fn token(&mut self, token: Token, range: Range<u32>) {
        assert_eq!(range.start, self.at, "{token:?} leaves a gap");
        assert!(range.end > range.start, "{token:?} is empty");
        super::assert_shown(self.text, &range);
        self.at = range.end;
    }

    fn finish(&mut self, node: Node) {
        assert_eq!(self.open.pop(), Some(node));
    }

    fn error(&mut self, error: SyntaxError) {
        super::assert_shown(self.text, &error.range);
    }
}
