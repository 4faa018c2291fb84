//! The games for generated files.

use std::io;
use std::path::Path;

use vgn_lsp::syntax::games::games;

/// A source of real games.
pub struct Source {
    /// Display name.
    pub name: String,
    pub games: Vec<String>,
}

/// The games of the file given by `VGN_BIG`, or some that come with the project.
pub fn source() -> io::Result<Source> {
    let path = std::env::var("VGN_BIG").unwrap_or_else(|_| {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/games/lichess_db_10k.pgn").display().to_string()
    });
    let bytes = std::fs::read(&path)?;
    // Decoded as by an editor.
    let text = String::from_utf8(bytes).unwrap_or_else(|error| error.as_bytes().iter().map(|&b| b as char).collect());
    let games: Vec<String> = games(text.as_bytes())
        .filter(|span| span.is_game)
        .map(|span| format!("{}\n\n", text[span.range].trim()))
        .collect();
    if games.is_empty() {
        return Err(io::Error::other(format!("{path} holds no games")));
    }
    let name = Path::new(&path).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or(path);
    Ok(Source { name, games })
}

/// `count` games; if there are too few, they are repeated with a distinguishing tag.
pub fn many(source: &Source, count: usize) -> Vec<String> {
    (0..count)
        .map(|number| {
            let game = &source.games[number % source.games.len()];
            match number / source.games.len() {
                0 => game.clone(),
                copy => format!("[Source \"copy {copy}\"]\n{game}"),
            }
        })
        .collect()
}

/// Games that fill `bytes` bytes.
pub fn of_size(source: &Source, bytes: usize) -> String {
    let mut text = String::with_capacity(bytes);
    let mut number = 0;
    while text.len() < bytes {
        let game = &source.games[number % source.games.len()];
        match number / source.games.len() {
            0 => text += game,
            copy => text += &format!("[Source \"copy {copy}\"]\n{game}"),
        }
        number += 1;
    }
    text
}
