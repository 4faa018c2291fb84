//! Commands on collections of games: `merge` makes one file of many, `split` many of one,
//! and `duplicates` finds games that may be the same ([`likeness`]), and removes them ([`removal`], [`removed_games`]).
//!
//! [`games`] reads the games of files one after the other, each as its text in UTF-8 ([`CollectedGame`]); [`order`] says
//! where each belongs, and [`writer`] keeps them apart in what is written. Memory is bounded by an index of the games, not
//! by their text: what is not in order is kept in a file without a name ([`spool`]) until it is. Nothing is lost: a game
//! is left out only if its text was there before, and what cannot be written as it is read is a fault.

mod content;
mod duplicates;
mod file_names;
mod games;
mod likeness;
mod merge;
mod order;
mod removal;
mod removed_games;
mod split;
mod spool;
mod writer;

pub use duplicates::{DuplicatesArgs, run as run_duplicates};
pub use merge::{MergeArgs, run as run_merge};
pub use order::{MergeOrder, OrderingTags};
pub use split::{SplitArgs, run as run_split};

use games::CollectedGame;
