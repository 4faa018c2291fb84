//! Games with binary sections as an editor has them: text that was made of bytes, and the file that it was made of
//! (rule E3).
//!
//! Knows: a file's bytes, and a game's text. Never knows: where the bytes were read, and who holds the text.
//!
//! An editor takes a file for text. What is text in it stays what it was, but bytes of a binary section become other
//! characters, or are lost. [`FileBytes`] finds the game again that a text was made of, [`check_on_disk`] judges it by
//! its bytes, and [`TextOf`] tells which characters stand for them.
//!
//! Invariants: which bytes belong to a game depends on its own text and the file alone, so that an edit elsewhere
//! changes nothing; bytes that may be another game's are never taken.

mod check;
mod damage;
mod file_bytes;
mod likeness;

pub use check::check_on_disk;
pub use damage::TextOf;
pub use file_bytes::{BinaryGame, FileBytes, NoBytes, OnDisk};
