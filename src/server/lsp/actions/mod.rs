//! Code actions and commands: what is offered at a place, and what choosing it does.

pub mod code_actions;
pub mod commands;
pub mod conversion_actions;
pub mod convert_game;
pub mod convert_to_file;
pub mod deferred;
pub mod explain;
pub mod fixable;
pub mod new_file_actions;
pub mod refactoring_actions;
pub mod spellings;
pub mod whole_file;
