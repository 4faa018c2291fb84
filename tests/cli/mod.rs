//! The command line, run as people run it.

mod analysis_stats;
#[cfg(unix)]
mod annotate;
mod bad_input;
mod borders;
mod check;
mod collections;
mod compressed;
mod convert;
mod duplicates;
mod file_borders;
mod files;
mod find;
mod fix;
mod fmt;
mod formats;
#[cfg(unix)]
mod git;
mod index;
mod output;
mod position;
mod positions;
mod ranges;
mod removed_duplicates;
mod repertoire;
mod sections;
mod web;
