//! Games of compressed files, read as one text.

use std::io::{self, ErrorKind, Read};
use std::path::Path;

use vgn_compressed::{CompressionKind, DecompressedText, decompressed, members};
use vgn_config::files::open_regular;

use crate::lsp::diagnostics::workspace::{is_compressed_game_file, is_game_file};

/// The text of a compressed file, of at most `most` bytes; of an archive, that of all its files of games.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let open = || open_regular(path).map(|(file, _)| file);
    let mut all = Vec::new();
    if CompressionKind::of_name(path) != Some(CompressionKind::Zip) {
        append(&mut all, decompressed(Box::new(open()?))?, most)?;
        return Ok(all);
    }
    for member in members(open()?)? {
        let name = Path::new(&member.name);
        if is_game_file(name) || (is_compressed_game_file(name) && !name.extension().is_some_and(is_zip)) {
            append(&mut all, member.open(open()?)?, most)?;
            // A game that has no end ends with its file.
            all.extend_from_slice(b"\n\n");
        }
    }
    Ok(all)
}

fn is_zip(extension: &std::ffi::OsStr) -> bool {
    extension.eq_ignore_ascii_case("zip")
}

fn append(all: &mut Vec<u8>, text: DecompressedText, most: u64) -> io::Result<()> {
    text.take((most + 1).saturating_sub(all.len() as u64)).read_to_end(all)?;
    if all.len() as u64 > most {
        let message = format!("its text has more than {} MiB", most >> 20);
        return Err(io::Error::new(ErrorKind::FileTooLarge, message));
    }
    Ok(())
}
