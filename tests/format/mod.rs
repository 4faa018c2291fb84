//! Games laid out anew: laws over real games, damaged ones and made ones.

mod laws;
mod python_chess;
mod support;
