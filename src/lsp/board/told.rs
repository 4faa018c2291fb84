//! What a board is told: only the latest counts, so that nobody waits for a page that does not read.

use tokio::sync::watch;
use tower_lsp::lsp_types::Position;

/// What holds of a board's document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Now {
    /// Where the cursor was seen last, and how often it was seen.
    pub cursor: Option<(u64, Position)>,
    /// The version of the last change, and how many there were.
    pub changed: Option<(u64, i32)>,
    /// The document is closed.
    pub is_closed: bool,
}

/// Where the latest is put, and where it is heard.
#[derive(Debug)]
pub struct Told(watch::Sender<Now>);

impl Default for Told {
    fn default() -> Told {
        Told(watch::Sender::new(Now::default()))
    }
}

impl Told {
    /// The cursor is there.
    pub fn see(&self, position: Position) {
        self.0.send_modify(|now| now.cursor = Some((now.cursor.map_or(0, |(count, _)| count + 1), position)));
    }

    /// The text is another one.
    pub fn change(&self, version: i32) {
        self.0.send_modify(|now| now.changed = Some((now.changed.map_or(0, |(count, _)| count + 1), version)));
    }

    /// There is no document any more.
    pub fn close(&self) {
        self.0.send_modify(|now| now.is_closed = true);
    }

    /// Hears what is told from now on.
    pub fn listen(&self) -> watch::Receiver<Now> {
        self.0.subscribe()
    }

    /// Where the cursor was seen last.
    pub fn cursor(&self) -> Option<Position> {
        self.0.borrow().cursor.map(|(_, position)| position)
    }
}
