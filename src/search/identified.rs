//! A game with what tells it from others.

use vgn_engine::binary::check_binary_game;
use vgn_engine::lint::{Cancellation, Context, FileKind, Settings};
use vgn_engine::replay::{Identity, check_game};
use vgn_engine::source::Encoding;
use vgn_engine::syntax::games::next_game;

/// A game that can be compared with others.
#[derive(Clone, Debug)]
pub struct IdentifiedGame {
    pub identity: Identity,
    /// Its text, up to a binary section.
    pub text: String,
}

impl IdentifiedGame {
    /// The first game of some bytes; `None` if it cannot be compared, because it is too short or a player is unknown, or
    /// if cancelled.
    pub fn first(bytes: &[u8], kind: FileKind, cancel: &dyn Cancellation) -> Option<IdentifiedGame> {
        let span = next_game(bytes, 0, true).filter(|span| span.is_game)?;
        let head = span.text_before_binary().unwrap_or(span.range.len());
        let (text, section) = bytes.get(span.range)?.split_at_checked(head)?;
        let text = Encoding::of(text).decode(text).into_owned();
        let settings = Settings::default();
        let context = Context::new(&settings, kind).with_cancel(cancel);
        let report = match section {
            [] => check_game(&text, &context),
            section => check_binary_game(&text, section, &context),
        };
        let identity = report.identity.filter(|_| !cancel.is_cancelled())?;
        Some(IdentifiedGame { identity, text })
    }
}
