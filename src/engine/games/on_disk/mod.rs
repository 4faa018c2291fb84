//! Games with binary sections in an editor: text that was made of bytes, and the file with the bytes (rule E3).
//!
//! Knows: a file's bytes, and a game's text. Never knows: the source of the bytes, and the owner of the text.
//!
//! An editor decodes a file as text. Text in it is unchanged, but bytes of a binary section become other characters or
//! are lost. [`FileBytes`] finds the game that a text was made of, [`check_on_disk`] judges it by its bytes, and
//! [`SectionText`] maps the bytes to characters.
//!
//! Invariants: a game's bytes are determined by its own text and the file alone, so an edit elsewhere changes nothing;
//! bytes that may belong to another game are never used.

mod check;
mod damage;
mod file_bytes;
mod likeness;

pub use check::check_on_disk;
pub use damage::SectionText;
pub use file_bytes::{BinaryGameSpan, DiskState, FileBytes, MissingBytes};
