//! What this server asks of the machine that it runs on: files, folders, processes, memory.

pub mod client_process;
pub mod disk;
pub mod game_files;
pub mod ignored;
pub mod memory;
pub mod new_file;
