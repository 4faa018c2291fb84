//! The command line, run as people run it.

mod analysis_stats;
#[cfg(unix)]
mod annotate;
mod bad_input;
mod borders;
mod check;
mod compressed;
mod convert;
mod duplicates;
mod file_borders;
mod files;
mod fix;
mod fmt;
mod formats;
#[cfg(unix)]
mod git;
mod output;
mod position;
mod ranges;
mod search;
mod sections;
mod web;
