//! Games with binary move sections: read as their text twins, judged, and converted there and back.

#[path = "../games_support/mod.rs"]
mod games_support;
mod support;

mod any_bytes;
mod cuts;
mod found;
mod laws;
mod losses;
mod matrix;
mod mixed;
mod page;
#[path = "../support/lines.rs"]
mod resolved_lines;
mod twins;
