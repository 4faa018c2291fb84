//! Client notifications with a handler of more than a line, one file each.

pub mod did_change;
pub mod did_change_watched_files;
pub mod did_move_files;
pub mod did_open;
pub mod did_save;
