//! What the index of the workspace's games adds to the features of an editor.

mod calling;
mod completing;
mod lenses;
mod repeating;
mod searching;
mod studies;
