//! Everything that is asked of the crate and of the built program from outside, a subject a module, in one program: to link
//! it takes longer than most of its tests.

mod binary;
mod catalogue;
mod clean;
mod cli;
mod convert;
mod damaged;
mod documents;
mod editor_settings;
mod editors;
mod fix_laws;
mod format;
mod fuzz_laws;
mod ide;
#[path = "../fuzz/laws/mod.rs"]
mod laws;
mod levels;
mod lints;
mod lost_signs;
mod lsp_server;
mod markdown;
mod messages;
mod notation;
mod openings;
mod oracle;
mod peers;
mod plain_moves;
mod portability;
mod positions;
mod rooms;
mod rules;
mod sections;
mod spec;
mod support;
mod syntax_laws;
mod there_and_back;
mod tree_sitter;
