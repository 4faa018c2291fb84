//! Laws for arbitrary bytes, one per reader. The fuzz targets run them on generated input, and `tests/fuzz_laws.rs` on
//! the seeds, on earlier findings of fuzzing, and on the test data.
#![allow(dead_code, reason = "each target runs one law")]

mod actions;
mod binary;
mod boards;
mod check;
mod clean;
mod commands;
mod config;
mod edits;
mod fixing;
pub mod layout;
mod markdown;
mod notations;
pub mod passing;
mod play;
mod positions;
mod score;
mod sections;
mod source;
mod syntax;

pub use actions::actions;
pub use binary::binary;
pub use boards::boards;
pub use check::check;
pub use clean::clean;
pub use commands::commands;
pub use config::config;
pub use edits::edits;
pub use fixing::fixing;
pub use layout::layout;
#[allow(unused_imports, reason = "the test of hovers has its own walk")]
pub use markdown::{foreign_markup, markdown};
pub use notations::notations;
pub use passing::passing;
pub use play::play;
pub use positions::positions;
pub use score::score;
pub use sections::sections;
pub use source::source;
pub use syntax::syntax;

/// A law: panics if it does not hold for these bytes.
pub type Law = fn(&[u8]);

/// Every law by its name.
pub const LAWS: [(&str, Law); 19] = [
    ("syntax", syntax),
    ("check", check),
    ("clean", clean),
    ("passing", passing),
    ("edits", edits),
    ("fixing", fixing),
    ("layout", layout),
    ("actions", actions),
    ("markdown", markdown),
    ("notations", notations),
    ("play", play),
    ("boards", boards),
    ("source", source),
    ("config", config),
    ("commands", commands),
    ("binary", binary),
    ("positions", positions),
    ("sections", sections),
    ("score", score),
];

/// Asserts that the range is text that can be displayed.
#[track_caller]
fn assert_shown(text: &str, range: &std::ops::Range<u32>) {
    assert!(text.get(range.start as usize..range.end as usize).is_some(), "{range:?} is no range of {text:?}");
}
