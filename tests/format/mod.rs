//! Games laid out anew: laws over real games, damaged ones and made ones.

mod by_lines;
mod laws;
mod python_chess;
mod support;
