//! The games of a file, one after the other, with every byte between them.

use std::fs::Metadata;
use std::io::Read;

use vgn_compressed::CompressionKind;
use vgn_engine::source::{BYTE_ORDER_MARK, sniff};
use vgn_engine::syntax::games::next_game;

use crate::batch::inputs::InputFile;
use crate::reason;

/// Number of bytes read at once.
const BLOCK: usize = 1 << 16;
/// Maximum length of a game, in bytes.
const LONGEST: usize = 1 << 30;

/// What is known of a file when it is opened.
pub struct SourceOpening {
    /// `None` for standard input.
    pub metadata: Option<Metadata>,
    pub compression: Option<CompressionKind>,
}

/// A part of a file; all parts are the file.
pub struct SourcePart {
    pub bytes: Vec<u8>,
    /// Number of lines before it.
    pub line: u64,
    /// The number of the game in its file, from 1; `None` for bytes that are no game.
    pub game: Option<u64>,
    /// It has a binary section.
    pub is_binary: bool,
}

/// Passes the opening of a file and its parts on, in order, until one of them is not taken.
///
/// # Errors
///
/// If the file cannot be read to its end, in a sentence.
pub fn read_parts(
    input: &InputFile,
    open: impl FnOnce(SourceOpening) -> bool,
    mut take: impl FnMut(SourcePart) -> bool,
) -> Result<(), String> {
    let unread = |error: std::io::Error| format!("the file cannot be read to its end: {}", reason(&error));
    let opened = input.open().map_err(|error| format!("the file cannot be read: {}", reason(&error)))?;
    let mut source = opened.text;
    if !open(SourceOpening { metadata: opened.metadata, compression: opened.compression }) {
        return Ok(());
    }
    let (mut buffer, mut wanted, mut is_first, mut number, mut line) = (Vec::new(), BLOCK, true, 0, 0);
    loop {
        let missing = wanted.saturating_sub(buffer.len()) as u64;
        source.by_ref().take(missing).read_to_end(&mut buffer).map_err(unread)?;
        let is_last = buffer.len() < wanted;
        if std::mem::take(&mut is_first) {
            if let Some(kind) = sniff(&buffer) {
                return Err(kind.to_string());
            }
            if buffer.starts_with(BYTE_ORDER_MARK) {
                let mark: Vec<u8> = buffer.drain(..BYTE_ORDER_MARK.len()).collect();
                if !take(SourcePart { bytes: mark, line, game: None, is_binary: false }) {
                    return Ok(());
                }
            }
        }
        let mut at = 0;
        while let Some(span) = next_game(&buffer, at, is_last) {
            if span.range.end == buffer.len() && !is_last {
                break;
            }
            at = span.range.end;
            number += u64::from(span.is_game);
            let part = SourcePart {
                bytes: buffer[span.range].to_vec(),
                line,
                game: span.is_game.then_some(number),
                is_binary: span.binary.is_some(),
            };
            line += memchr::memchr_iter(b'\n', &part.bytes).count() as u64;
            if !take(part) {
                return Ok(());
            }
        }
        if is_last {
            return Ok(());
        }
        if at == 0 && buffer.len() >= LONGEST {
            return Err(format!("game {} is longer than {} MiB: is a `{{` unclosed?", number + 1, LONGEST >> 20));
        }
        buffer.drain(..at);
        // A game that goes on is scanned again with twice as much of it.
        wanted = if at == 0 { buffer.len() * 2 } else { buffer.len() + BLOCK };
    }
}
