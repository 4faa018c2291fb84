//! Reads files in blocks and cuts them into games, so that memory does not grow with the file.

use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::sync::Arc;
use std::sync::mpsc::SyncSender;

use crate::cli::reason;
use crate::source::{BYTE_ORDER_MARK, sniff};
use crate::syntax::games::{Span, next_game};

use super::Job;

/// Bytes of games that are checked together.
const BLOCK: usize = 4 << 20;
/// Pieces that are checked together, when files are small.
const PIECES: usize = 1024;
/// Bytes that are read at first: a small file needs no more.
const FIRST: usize = 64 << 10;
/// The longest game that is read, in bytes. What grows beyond it is no game (an unclosed comment, say).
const LONGEST_GAME: usize = 1 << 30;

/// A part of a file: whole games.
pub struct Piece {
    pub job: Arc<Job>,
    pub bytes: Vec<u8>,
    /// They cover `bytes`.
    pub spans: Vec<Span>,
    /// It is the file's first piece.
    pub opening: Option<Opening>,
    /// It is the file's last piece.
    pub closing: Option<Closing>,
}

/// What is known of a file when its first piece is at hand.
pub struct Opening {
    /// The file starts with a byte order mark, which is not in `bytes`.
    pub mark: bool,
    /// `None` for standard input.
    pub metadata: Option<Metadata>,
}

/// How a file ended.
pub enum Closing {
    End,
    /// The sentence says why the rest, or all, of the file was not read.
    Fault(String),
}

/// Reads all files and sends them in batches. Ends early when nobody receives any more.
pub fn read_all(jobs: Vec<Arc<Job>>, batches: &SyncSender<Vec<Piece>>) {
    let mut batch = Batch { pieces: Vec::new(), bytes: 0, batches, closed: false };
    for job in jobs {
        read(&job, LONGEST_GAME, &mut batch);
        if batch.closed {
            return;
        }
    }
    batch.send();
}

struct Batch<'a> {
    pieces: Vec<Piece>,
    bytes: usize,
    batches: &'a SyncSender<Vec<Piece>>,
    closed: bool,
}

impl Batch<'_> {
    fn add(&mut self, piece: Piece) {
        self.bytes += piece.bytes.len();
        self.pieces.push(piece);
        if self.bytes >= BLOCK || self.pieces.len() >= PIECES {
            self.send();
        }
    }

    fn send(&mut self) {
        if !self.pieces.is_empty() {
            self.bytes = 0;
            self.closed |= self.batches.send(std::mem::take(&mut self.pieces)).is_err();
        }
    }
}

fn read(job: &Arc<Job>, longest: usize, batch: &mut Batch<'_>) {
    let opened: io::Result<(Box<dyn Read>, Option<Metadata>)> = match &job.input.path {
        None => Ok((Box::new(io::stdin()), None)),
        Some(path) => File::open(path).and_then(|file| {
            let metadata = file.metadata()?;
            if metadata.is_dir() {
                return Err(ErrorKind::IsADirectory.into());
            }
            Ok((Box::new(file) as Box<dyn Read>, Some(metadata)))
        }),
    };
    match opened {
        Ok((source, metadata)) => cut(job, source, metadata, longest, batch),
        Err(error) => batch.add(Piece {
            job: Arc::clone(job),
            bytes: Vec::new(),
            spans: Vec::new(),
            opening: None,
            closing: Some(Closing::Fault(format!("the file cannot be read: {}", reason(&error)))),
        }),
    }
}

fn cut(job: &Arc<Job>, mut source: Box<dyn Read>, metadata: Option<Metadata>, longest: usize, batch: &mut Batch<'_>) {
    let mut opening = Some(Opening { mark: false, metadata });
    let mut buffer = Vec::new();
    let mut wanted = FIRST;
    let mut games = 0u64;
    let mut offset = 0u64;
    loop {
        let mut fault = fill(&mut source, &mut buffer, wanted)
            .err()
            .map(|error| format!("the file cannot be read to its end: {}", reason(&error)));
        let last = fault.is_some() || buffer.len() < wanted;
        if let Some(opening) = &mut opening {
            let kind = sniff(&buffer).map(|kind| kind.to_string());
            if kind.is_some() {
                buffer.clear();
                fault = kind;
            } else if buffer.starts_with(BYTE_ORDER_MARK) {
                opening.mark = true;
                offset = BYTE_ORDER_MARK.len() as u64;
                buffer.drain(..BYTE_ORDER_MARK.len());
            }
        }
        let last = last || fault.is_some();
        let mut spans = Vec::new();
        let mut end = 0;
        while let Some(span) = next_game(&buffer, end, last) {
            end = span.range.end;
            games += u64::from(span.is_game);
            spans.push(span);
        }
        if spans.is_empty() && !last && buffer.len() >= longest {
            fault = Some(format!(
                "game {} (from byte {offset}) is longer than {} MiB: is a `{{` unclosed? The rest is not checked",
                games + 1,
                longest >> 20
            ));
            buffer.clear();
        }
        let done = last || fault.is_some();
        if spans.is_empty() && !done {
            // The game goes on: more of it at once, so that scanning it again stays cheap.
            wanted = (buffer.len() * 2).min(longest.max(buffer.len() + FIRST));
            continue;
        }
        let rest = if done { Vec::new() } else { buffer.split_off(end) };
        offset += end as u64;
        batch.add(Piece {
            job: Arc::clone(job),
            bytes: std::mem::replace(&mut buffer, rest),
            spans,
            opening: opening.take(),
            closing: done.then(|| fault.map_or(Closing::End, Closing::Fault)),
        });
        if done || batch.closed {
            return;
        }
        wanted = (buffer.len() + FIRST).max(BLOCK);
    }
}

/// Reads until the buffer has `wanted` bytes or the source ends.
fn fill(source: &mut dyn Read, buffer: &mut Vec<u8>, wanted: usize) -> io::Result<()> {
    let missing = wanted.saturating_sub(buffer.len());
    buffer.reserve(missing);
    source.take(missing as u64).read_to_end(buffer).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{FileKind, Settings};
    use crate::cli::check::inputs::Input;
    use std::sync::mpsc::sync_channel;

    fn pieces(bytes: &[u8], longest: usize) -> Vec<Piece> {
        let file = tempfile::NamedTempFile::new().expect("a temporary file");
        std::fs::write(file.path(), bytes).expect("written");
        let input = Input { path: Some(file.path().into()), name: "x".into(), kind: FileKind::Pgn };
        let job = Arc::new(Job { input, settings: Arc::new(Settings::default()) });
        let (sender, receiver) = sync_channel(1000);
        let mut batch = Batch { pieces: Vec::new(), bytes: 0, batches: &sender, closed: false };
        read(&job, longest, &mut batch);
        batch.send();
        drop(sender);
        receiver.into_iter().flatten().collect()
    }

    #[test]
    fn pieces_cover_the_file_and_hold_whole_games() {
        let game = "[Event \"?\"]\n\n1. e4 e5 *\n\n";
        let text = format!("\u{feff}{}", game.repeat(40_000));
        let pieces = pieces(text.as_bytes(), LONGEST_GAME);
        assert!(pieces.len() > 1);
        assert!(pieces[0].opening.as_ref().is_some_and(|opening| opening.mark));
        let bytes: usize = pieces.iter().map(|piece| piece.bytes.len()).sum();
        assert_eq!(bytes + BYTE_ORDER_MARK.len(), text.len());
        let games = pieces.iter().flat_map(|piece| &piece.spans).filter(|span| span.is_game).count();
        assert_eq!(games, 40_000);
        for piece in &pieces {
            let mut end = 0;
            for span in &piece.spans {
                assert_eq!(span.range.start, end);
                end = span.range.end;
            }
            assert_eq!(end, piece.bytes.len());
        }
    }

    #[test]
    fn a_game_past_the_limit_is_named_with_its_place() {
        let text = format!("[Event \"?\"]\n\n1. e4 *\n\n[Event \"?\"]\n\n1. e4 {{{}", "x".repeat(6 << 20));
        let pieces = pieces(text.as_bytes(), 256 << 10);
        let Some(Closing::Fault(message)) = &pieces.last().expect("a piece").closing else { panic!("no fault") };
        assert!(message.starts_with("game 2 (from byte 21) is longer than 0 MiB"), "{message}");
        assert_eq!(pieces.iter().flat_map(|piece| &piece.spans).count(), 1);
    }
}
