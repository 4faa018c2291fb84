//! Where a game leaves the book: the positions of lichess's table of openings, and those of other games in the
//! workspace.

use vgn_search::{GameWalker, PlayedMainLine, SearchKey, is_in_book};

use super::copies::AskedGame;
use super::{IndexQuery, open_documents};
use crate::lsp::session::cancel::Cancel;

/// How long a game stays in the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookExit {
    /// The first half-move that leads to a position which is neither in the table nor in another game: `14... Nf6`.
    At(String),
    /// There is none.
    Never,
}

impl IndexQuery {
    /// Where the main line of a game leaves the book; the inner `None` if it has no half-moves that can be played, the
    /// outer one if cancelled.
    pub fn book_exit(&self, asked: &AskedGame<'_>, cancel: &Cancel) -> Option<Option<BookExit>> {
        let line = PlayedMainLine::of(&mut GameWalker::new(asked.snapshot.kind), asked.bytes);
        if line.moves.is_empty() {
            return Some(None);
        }
        let open = self.open_documents();
        for snapshot in &open {
            open_documents::walk(snapshot, cancel)?;
        }
        let closed = self.closed_files(&open);
        let is_elsewhere = |key: SearchKey| {
            closed.reaches(key)
                || open.iter().any(|snapshot| {
                    let is_own = |start: usize| snapshot.uri == asked.snapshot.uri && start == asked.start;
                    let others = snapshot.games().games().filter(|game| !is_own(game.range().start));
                    others
                        .filter_map(|game| open_documents::known(&game).cloned())
                        .any(|game| !game.played_in(key).is_empty())
                })
        };
        let is_known = |key: SearchKey| is_in_book(key) || is_elsewhere(key);
        let exit = line.moves.iter().find(|mv| cancel.is_cancelled() || !is_known(mv.key));
        if cancel.is_cancelled() {
            return None;
        }
        Some(match exit {
            Some(exit) => exit.name().map(BookExit::At),
            None => line.is_whole.then_some(BookExit::Never),
        })
    }
}
