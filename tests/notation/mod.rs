//! The text notations against tables of legal moves, other projects' fixtures, the seeds' examples and their laws.

mod definitions;
mod import_form;
mod laws;
mod lookup;
mod peers;
mod seeds;
mod tables;
