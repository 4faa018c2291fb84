//! An edited file equals the same file read afresh, with the same findings.

use vgn_engine::games::File;
use vgn_engine::lint::{Context, Diagnostic, FileKind, Settings};

/// Separates the text from the edits, and edits from each other.
const SEPARATOR: char = '\u{1}';

/// The data is a text followed by edits, each of which has two bytes for the position, one for the deleted length, and
/// the inserted text.
pub fn edits(data: &[u8]) {
    let data = String::from_utf8_lossy(data);
    let mut parts = data.split(SEPARATOR);
    let mut text = parts.next().unwrap_or_default().to_owned();
    let mut file = File::new(text.as_str());
    for part in parts.take(16) {
        let mut characters = part.chars();
        let mut number = || characters.next().map_or(0, |character| character as usize);
        let place = (number() * 128 + number()) % (text.len() + 1);
        let gone = number() % 32;
        let start = text.floor_char_boundary(place);
        let end = text.ceil_char_boundary((start + gone).min(text.len()));
        let new = characters.as_str();
        text.replace_range(start..end, new);
        file.edit(text.as_str(), start..end, new.len());
        let fresh = File::new(text.as_str());
        let games =
            |file: &File| file.games().map(|game| (game.range(), game.is_game(), game.binary())).collect::<Vec<_>>();
        assert_eq!(games(&file), games(&fresh), "{text:?}");
        assert_eq!(findings(&file, &text), findings(&fresh, &text), "{text:?}");
    }
}

/// The games' findings, cached or computed.
fn findings(file: &File, text: &str) -> Vec<Vec<Diagnostic>> {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    let text_games = file.games().filter(|game| game.binary().is_none());
    text_games.map(|game| game.report(&text[game.range()], &context).diagnostics.clone()).collect()
}
