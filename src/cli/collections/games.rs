//! The games of a file, one after the other, as text in UTF-8.

use std::borrow::Cow;
use std::io::Read;

use vgn_engine::source::{BYTE_ORDER_MARK, Encoding, sniff};
use vgn_engine::syntax::comments_behind;
use vgn_engine::syntax::games::{Span, next_game};

use super::writer::GameOrigin;
use crate::batch::FileFault;
use crate::batch::inputs::InputFile;
use crate::batch::progress::ProgressDisplay;
use crate::reason;

/// Number of bytes read at once.
const BLOCK: usize = 1 << 20;
/// Maximum length of a game, in bytes.
const LONGEST: usize = 1 << 30;

/// A game, or text that belongs to none, without the white space around it.
pub struct CollectedGame<'a> {
    /// In UTF-8, and behind that the binary section, if any.
    pub bytes: Cow<'a, [u8]>,
    /// The length of the text before a binary section.
    pub text_len: usize,
    /// Whether there are tags or moves in it.
    pub is_game: bool,
    /// The number of the game in its file, from 1; of text that belongs to none, that of the game before.
    pub number: u64,
    /// The line of its first letter, from 1.
    pub line: u64,
    /// The text was in another encoding than UTF-8.
    pub is_recoded: bool,
}

impl CollectedGame<'_> {
    /// Where it comes from, if it is of this file.
    pub fn origin(&self, file: u32) -> GameOrigin {
        GameOrigin { file, number: self.number, line: self.line }
    }

    /// The text before a binary section.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.text_len]).unwrap_or_default()
    }
}

/// Passes the games of a file to `take`, in order, each with the comments behind its terminator that belong to it
/// ([`comments_behind`]).
///
/// # Errors
///
/// If the file cannot be read to its end, if the text of a game cannot be written in UTF-8 without a doubt, and those of
/// `take`.
pub fn each_game(
    input: &InputFile,
    progress: &ProgressDisplay,
    mut take: impl FnMut(CollectedGame<'_>) -> Result<(), FileFault>,
) -> Result<(), FileFault> {
    let fault = |message: String| FileFault::new(&input.name, message);
    let unread = |error: std::io::Error| fault(format!("the file cannot be read to its end: {}", reason(&error)));
    let mut source = input.open().map_err(|error| fault(format!("the file cannot be read: {}", reason(&error))))?.text;
    let (mut buffer, mut wanted, mut is_first, mut number) = (Vec::new(), BLOCK, true, 0);
    // `start` is where the bytes begin that have not been passed on: behind comments, before which the scan goes on.
    let (mut line, mut start) = (1, 0);
    loop {
        let missing = wanted.saturating_sub(buffer.len()) as u64;
        let read = source.by_ref().take(missing).read_to_end(&mut buffer).map_err(unread)?;
        progress.advance(read as u64);
        let last = buffer.len() < wanted;
        if std::mem::take(&mut is_first)
            && let Some(kind) = sniff(&buffer)
        {
            return Err(fault(kind.to_string()));
        }
        let mut at = 0;
        while let Some(span) = next_game(&buffer, at, last) {
            if span.range.end == buffer.len() && !last {
                break;
            }
            let mut end = span.range.end;
            // A section ends itself.
            if span.binary.is_none() {
                let behind = comments_behind(&buffer, end, last);
                if !behind.is_whole {
                    break;
                }
                end = behind.end;
            }
            let end = end.max(start);
            at = span.range.end;
            number += u64::from(span.is_game);
            let range = std::mem::replace(&mut start, end)..end;
            if range.is_empty() {
                continue;
            }
            if let Some(game) = collected(&buffer, &Span { range: range.clone(), ..span }, number).map_err(fault)? {
                let leading = buffer[range.clone()].iter().take_while(|byte| byte.is_ascii_whitespace());
                let before = leading.filter(|byte| **byte == b'\n').count() as u64;
                take(CollectedGame { line: line + before, ..game })?;
            }
            line += memchr::memchr_iter(b'\n', &buffer[range]).count() as u64;
        }
        if last {
            return Ok(());
        }
        if at == 0 && buffer.len() >= LONGEST {
            let message = format!("game {} is longer than {} MiB: is a `{{` unclosed?", number + 1, LONGEST >> 20);
            return Err(fault(message));
        }
        buffer.drain(..at);
        start -= at.min(start);
        // A game that goes on is scanned again with twice as much of it.
        wanted = if at == 0 { buffer.len() * 2 } else { buffer.len() + BLOCK };
    }
}

/// The game of a span; `None` if there is nothing but white space.
///
/// # Errors
///
/// If its encoding is in doubt, in a sentence.
fn collected<'a>(bytes: &'a [u8], span: &Span, number: u64) -> Result<Option<CollectedGame<'a>>, String> {
    let game = &bytes[span.range.clone()];
    let text_len = span.text_before_binary().unwrap_or(game.len()).min(game.len());
    let (mut text, section) = game.split_at(text_len);
    while let Some(rest) = text.strip_prefix(BYTE_ORDER_MARK) {
        text = rest;
    }
    text = text.trim_ascii_start();
    if section.is_empty() {
        text = text.trim_ascii_end();
    }
    if text.is_empty() && section.is_empty() {
        return Ok(None);
    }
    let encoding = Encoding::of(text);
    let decoded = encoding.decode(text);
    let is_recoded = encoding != Encoding::Utf8;
    if is_recoded && (!encoding.is_plausible_for(text) || encoding.encode(&decoded).as_deref() != Ok(text)) {
        return Err(format!(
            "game {number} is not UTF-8, and read as {} its words are probably others: save the file as UTF-8 first, in an \
             editor that knows its encoding",
            encoding.name(text)
        ));
    }
    let whole = match (decoded, section) {
        (Cow::Borrowed(text), []) => Cow::Borrowed(text.as_bytes()),
        (text, []) => Cow::Owned(text.into_owned().into_bytes()),
        (text, section) => Cow::Owned([text.as_bytes(), section].concat()),
    };
    let text_len = whole.len() - section.len();
    Ok(Some(CollectedGame { bytes: whole, text_len, is_game: span.is_game, number, line: 0, is_recoded }))
}
