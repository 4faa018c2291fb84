//! A parse that can be cancelled: a game may be as large as a file, and its result may no longer be needed.

use std::ops::Range;

use crate::lint::Cancellation;
use crate::syntax::{Node, ParseCursor, Sink, SyntaxError, Token};

/// Number of tokens between two checks for cancellation.
const TOKENS: u32 = 256;

/// Approximate length of a token of movetext with the space after it.
const BYTES_OF_TOKEN: usize = 4;

/// Maximum number of bytes that the inner sink reads at once.
const BYTES: usize = TOKENS as usize * BYTES_OF_TOKEN;

/// Passes the events of a parse on until it is cancelled.
pub(crate) struct CancellableSink<'a, S: ?Sized> {
    sink: &'a mut S,
    cancel: &'a dyn Cancellation,
    tokens: u32,
    stopped: bool,
}

impl<'a, S: Sink + ?Sized> CancellableSink<'a, S> {
    pub(crate) fn new(sink: &'a mut S, cancel: &'a dyn Cancellation) -> CancellableSink<'a, S> {
        CancellableSink { sink, cancel, tokens: 0, stopped: false }
    }
}

impl<S: Sink + ?Sized> Sink for CancellableSink<'_, S> {
    fn start(&mut self, node: Node) {
        self.sink.start(node);
    }

    fn token(&mut self, token: Token, range: Range<u32>) {
        self.sink.token(token, range);
    }

    fn run(&mut self, cursor: &mut ParseCursor) {
        let from = cursor.at;
        cursor.until = cursor.until.min(from + BYTES);
        self.sink.run(cursor);
        self.tokens += ((cursor.at - from) / BYTES_OF_TOKEN) as u32;
    }

    fn finish(&mut self, node: Node) {
        self.sink.finish(node);
    }

    fn error(&mut self, error: SyntaxError) {
        self.sink.error(error);
    }

    fn stop(&mut self) -> bool {
        self.tokens += 1;
        if self.tokens >= TOKENS {
            self.tokens = 0;
            self.stopped = self.stopped || self.cancel.is_cancelled();
        }
        self.stopped
    }
}
