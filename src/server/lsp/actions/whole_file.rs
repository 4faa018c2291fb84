//! Rewrites all games of a file, or of an editor's text, on all cores.

use std::ops::Range;

use rayon::prelude::*;
use vgn_engine::games::FileBytes;
use vgn_engine::lint::{Context, FileKind, Settings};
use vgn_engine::source::Encoding;
use vgn_ide::{
    NewFileTarget, NewGame, RUNS_ON, SourceGame, comments_at_start, is_separated_after, last_line_end, new_game,
    runs_on, separate_after_section, strip_final_empty_line,
};

use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;

/// The content of a new file.
#[derive(Debug, Default)]
pub struct NewFileContent {
    /// In UTF-8, except for binary sections.
    pub bytes: Vec<u8>,
    /// Number of games that were converted as requested.
    pub done: usize,
    /// The number of a game, counted from 1, and its loss or the reason why it was not converted as requested.
    pub notes: Vec<(usize, String)>,
}

/// Converts the games of a file, from its bytes.
pub fn of_bytes(file: &FileBytes, kind: FileKind, wish: NewFileTarget, cancel: &Cancel) -> NewFileContent {
    let settings = Settings::default();
    let context = Context::new(&settings, kind);
    let spans: Vec<_> = file.spans().collect();
    let games = spans.par_iter().map(|span| {
        if cancel.is_cancelled() {
            return (span.is_game, false, NewGame::default());
        }
        let bytes = &file.bytes()[span.range.clone()];
        let (text, section) = match span.binary {
            Some(section) => bytes.split_at(section - span.range.start),
            None => (bytes, &bytes[..0]),
        };
        let text = Encoding::of(text).decode(text);
        let game = SourceGame { text, section: span.binary.map(|_| section), is_game: span.is_game };
        let (before, behind) = file.bytes().split_at(span.range.end);
        (span.is_game, game.section.is_some(), join_exported(new_game(&game, &context, wish), wish, before, behind))
    });
    join(games.collect(), wish)
}

/// Converts the games of an editor's text, or those that begin in a range; binary ones from the bytes on disk.
///
/// # Errors
/// If the bytes of a binary game are not known: a sentence that names the game.
pub fn of_text(
    snapshot: &Snapshot,
    wish: NewFileTarget,
    only: Option<&Range<usize>>,
    cancel: &Cancel,
) -> Result<NewFileContent, String> {
    let file = snapshot.games();
    let games: Vec<_> =
        file.games().filter(|game| only.is_none_or(|only| only.contains(&game.range().start))).collect();
    let context = snapshot.context();
    let written = games.par_iter().enumerate().map(|(index, game)| {
        if cancel.is_cancelled() {
            return Ok((game.is_game(), false, NewGame::default()));
        }
        let text = snapshot.text_of(game.range());
        let source = match game.binary() {
            None => SourceGame { text, section: None, is_game: game.is_game() },
            Some(section) => {
                let bytes = snapshot.disk.get().section(&text, section);
                let bytes = bytes.map_err(|reason| format!("game {}: {reason}", index + 1))?;
                let tags = text.get(..section).unwrap_or_default().to_owned();
                SourceGame { text: tags.into(), section: Some(bytes), is_game: true }
            }
        };
        let new = new_game(&source, &context, wish);
        let new = match games.get(index + 1).filter(|_| game.binary().is_none() && wish.exports()) {
            Some(next) => {
                let behind = snapshot.text_of(next.range());
                match runs_on(source.text.as_bytes(), behind.as_bytes()) {
                    true => ending_here(new, wish, &source.text),
                    false => join_exported(new, wish, source.text.as_bytes(), behind.as_bytes()),
                }
            }
            None => new,
        };
        Ok((game.is_game(), source.section.is_some(), new))
    });
    written.collect::<Result<_, String>>().map(|games| join(games, wish))
}

/// A game whose end other programs do not find: it is kept as it is, unless the user accepts losses.
fn ending_here(mut new: NewGame, wish: NewFileTarget, text: &str) -> NewGame {
    let note = new.note.take().unwrap_or_else(|| RUNS_ON.to_owned());
    if new.done && wish != wish.losing() {
        (new.bytes, new.done) = (text.as_bytes().to_vec(), false);
    }
    NewGame { note: Some(note), ..new }
}

/// An exported game without its final empty line, if the text after it separates it from the next game.
fn join_exported(mut new: NewGame, wish: NewFileTarget, before: &[u8], behind: &[u8]) -> NewGame {
    if new.done && wish.exports() && is_separated_after(before, behind) {
        strip_final_empty_line(&mut new.bytes);
    }
    new
}

/// Joins games, each given with whether it is a game and whether it was a section. An empty line separates the next
/// game from one that was a section, or ended without a line end, unless a comment on that line belongs to it.
fn join(games: Vec<(bool, bool, NewGame)>, wish: NewFileTarget) -> NewFileContent {
    let mut new = NewFileContent::default();
    let mut number = 0;
    let mut was_section = false;
    for (is_game, section, mut game) in games {
        if was_section {
            let (line_end, gone) = separate_after_section(last_line_end(&new.bytes), &game.bytes);
            new.bytes.extend_from_slice(&line_end);
            game.bytes.drain(..gone);
        }
        let ends = |end: &[u8]| game.bytes.ends_with(end);
        let one_line_end = ends(b"\n") && !ends(b"\n\n") && !ends(b"\n\r\n");
        was_section = if game.bytes.is_empty() { was_section } else { section && wish.is_text() && one_line_end };
        let ended = new.bytes.is_empty() || new.bytes.ends_with(b"\n") || new.bytes.ends_with(b"\r");
        if !ended && game.bytes.first().is_some_and(|first| !matches!(first, b'\n' | b'\r')) {
            let has_comment_behind = !comments_at_start(&game.bytes, false, true).comments.is_empty();
            let is_parted = new.bytes.ends_with(b" ") || game.bytes.starts_with(b" ");
            let between: &[u8] = match (has_comment_behind, is_parted) {
                (true, true) => b"",
                (true, false) => b" ",
                (false, _) => b"\n\n",
            };
            new.bytes.extend_from_slice(between);
        }
        new.bytes.extend_from_slice(&game.bytes);
        if is_game {
            number += 1;
            new.done += usize::from(game.done);
            new.notes.extend(game.note.map(|note| (number, note)));
        }
    }
    new
}
