//! Notifications of the client that do more than a line says, one file each.

pub mod did_change;
pub mod did_change_watched_files;
pub mod did_open;
pub mod did_save;
