//! The state published to a board: only the latest value counts, so that the server never waits for a page.

use tokio::sync::watch;
use tower_lsp::lsp_types::Position;

/// The state of a board's document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardStatus {
    /// A counter of cursor reports, and the last position.
    pub cursor: Option<(u64, Position)>,
    /// A counter of changes, and the last version.
    pub changed: Option<(u64, i32)>,
    /// The document is closed.
    pub is_closed: bool,
}

/// The channel of the latest state.
#[derive(Debug)]
pub struct BoardFeed(watch::Sender<BoardStatus>);

impl Default for BoardFeed {
    fn default() -> BoardFeed {
        BoardFeed(watch::Sender::new(BoardStatus::default()))
    }
}

impl BoardFeed {
    /// Publishes a position of the cursor.
    pub fn publish_cursor(&self, position: Position) {
        self.0.send_modify(|now| now.cursor = Some((now.cursor.map_or(0, |(count, _)| count + 1), position)));
    }

    /// Publishes a new version of the text.
    pub fn change(&self, version: i32) {
        self.0.send_modify(|now| now.changed = Some((now.changed.map_or(0, |(count, _)| count + 1), version)));
    }

    /// Publishes that the document is closed.
    pub fn close(&self) {
        self.0.send_modify(|now| now.is_closed = true);
    }

    /// Subscribes to later states.
    pub fn subscribe(&self) -> watch::Receiver<BoardStatus> {
        self.0.subscribe()
    }

    /// The last position of the cursor.
    pub fn cursor(&self) -> Option<Position> {
        self.0.borrow().cursor.map(|(_, position)| position)
    }
}
