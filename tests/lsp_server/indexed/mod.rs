//! What the index of the workspace's games adds to the features of an editor.

mod completing;
mod lenses;
