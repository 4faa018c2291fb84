//! Search for positions in games: which games reach one, and what was played there.
//!
//! Knows: the engine's readers of games, boards. Never knows: terminals, the protocol, how a game is judged. A position
//! is recognized by its [`SearchKey`]; a [`GameWalker`] reads the games of a text and passes every half-move with its
//! boards to a [`GameSink`]. A [`PositionTally`] is one that counts what was played in a [`SoughtPosition`], and a
//! [`Query`] is a condition on games, told by the sink [`QueryRun`]. A [`repertoire`] is a player's own lines,
//! [`SaidByGame`] compares what two games say, and a [`RowSink`] makes rows of tables. An [`index`] keeps positions in
//! bytes, a [`ResidentIndex`] those of the games of many files in memory.
//!
//! Invariant: a key only finds candidates. An answer is given from boards that were replayed from the game's own text.

mod book;
mod hits;
mod identified;
pub mod index;
mod key;
mod main_line;
mod query;
pub mod repertoire;
mod resident;
mod rows;
mod said;
mod sought;
#[cfg(feature = "store")]
pub mod store;
mod tally;
mod walk;

use walk::VariantWatch;

pub use book::is_in_book;
pub use hits::{TextHit, hits_in_text};
pub use identified::IdentifiedGame;
pub use key::SearchKey;
pub use main_line::{MainLineMove, PlayedMainLine};
pub use query::{GameHit, HitMove, Query, QueryError, QueryRun};
pub use resident::{
    ConfirmedGame, GamePositions, ResidentBuilder, ResidentIndex, ResidentSegments, ResidentTally, confirmed_game,
};
pub use rows::{GameRow, MoveRow, ROW_TAGS, ReachedPositionRow, RowSink};
pub use said::{SaidByGame, SaidSink, UnsaidThing};
pub use sought::SoughtPosition;
pub use tally::{FoundGame, MOST_LISTED, PositionTally, ResultCounts};
pub use walk::{GameFacts, GameResult, GameSink, GameWalker, ReadingWay, WalkBoard, WalkPlace, WalkStep, WalkedGame};
