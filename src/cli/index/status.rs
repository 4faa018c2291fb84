//! What an index has.

use std::path::Path;
use std::process::ExitCode;

use vgn_search::store::StoreReader;

use crate::batch::stdout::Stdout;
use crate::summary::counted;
use crate::terminal::visible;
use crate::{FAULT, finish, print_error};

/// Prints the folder, the files with their games, and sums.
pub fn print(folder: &Path) -> ExitCode {
    let reader = match StoreReader::open(folder) {
        Ok(reader) => reader,
        Err(fault) => {
            print_error(&fault.to_string());
            return ExitCode::from(FAULT);
        }
    };
    let mut text = String::new();
    for file in reader.files() {
        let member = file.member.as_ref().map(|member| format!("/{member}")).unwrap_or_default();
        text += &format!("{}: {}\n", visible(&format!("{}{member}", file.path)), counted(file.games, "game"));
    }
    let games: u64 = reader.files().iter().map(|file| file.games).sum();
    let positions: u64 = reader.segments().iter().map(|segment| segment.positions).sum();
    let bytes: u64 = reader.segments().iter().map(|segment| segment.length).sum();
    text += &format!(
        "{}: {}, {}, {}, {}\n",
        visible(&folder.to_string_lossy()),
        counted(reader.files().len() as u64, "file"),
        counted(games, "game"),
        counted(positions, "position"),
        counted(bytes, "byte"),
    );
    let mut stdout = Stdout::new();
    stdout.write(text.as_bytes());
    finish(stdout)
}
