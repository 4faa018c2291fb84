//! Reads files in blocks that end at certain or probable boundaries of games, so that memory does not grow with the
//! file.

use std::fs::Metadata;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::mpsc::SyncSender;

use vgn_compressed::CompressionKind;
use vgn_engine::source::{BYTE_ORDER_MARK, ChunkStart, sniff};
use vgn_engine::syntax::games::{Span, next_game};
use vgn_engine::syntax::{comments_behind, last_probable_start};

use super::FileJob;
use super::inputs::OpenedInput;
use crate::reason;

/// Number of bytes in a batch.
const BLOCK: usize = 1 << 20;
/// Maximum number of blocks in a batch of small files.
const PIECES: usize = 1024;
/// Number of bytes read first, which suffice for a small file.
const FIRST: usize = 64 << 10;
/// Maximum length of a game, in bytes. Anything longer is no game (an unclosed comment, say).
const LONGEST_GAME: usize = 1 << 30;

/// A part of a file.
pub struct FileBlock {
    pub job: Arc<FileJob>,
    pub bytes: Vec<u8>,
    pub games: BlockGames,
    /// What follows the bytes, as far as it is comments that belong to the last game although the next block has them.
    pub behind: Vec<u8>,
    /// Set in the file's first block.
    pub opening: Option<FileOpening>,
    /// Set in the file's last block.
    pub closing: Option<FileClosing>,
}

/// The boundaries of games in a block.
pub enum BlockGames {
    /// The spans of the games, which cover the block.
    Cut(Vec<Span>),
    /// The block begins at the start of a game, if the one before ended with a game, and ends at a probable start: the
    /// last game may continue for a few lines in the next block. Only the file's last block ends for certain.
    Uncut,
}

/// Information about a file that comes with its first block.
pub struct FileOpening {
    /// The file starts with a byte order mark, which is not in `bytes`.
    pub mark: bool,
    /// `None` for standard input.
    pub metadata: Option<Metadata>,
    /// The format in which the file is compressed: `bytes` and all offsets are those of the text within.
    pub compression: Option<CompressionKind>,
    /// Where in the file `bytes` begin, before a byte order mark.
    pub start: ChunkStart,
}

/// The end of a file.
pub enum FileClosing {
    End,
    /// The reason why the rest, or all, of the file was not read, in a sentence.
    Fault(String),
}

/// Reads all files and sends them in batches. Ends early when the receiver is dropped.
pub fn read_all(jobs: Vec<Arc<FileJob>>, batches: &SyncSender<Vec<FileBlock>>) {
    let mut batch = BatchSender { blocks: Vec::new(), bytes: 0, batches, closed: false };
    for job in jobs {
        read(&job, LONGEST_GAME, &mut batch);
        if batch.closed {
            return;
        }
    }
    batch.send();
}

struct BatchSender<'a> {
    blocks: Vec<FileBlock>,
    bytes: usize,
    batches: &'a SyncSender<Vec<FileBlock>>,
    closed: bool,
}

impl BatchSender<'_> {
    fn add(&mut self, block: FileBlock) {
        self.bytes += block.bytes.len();
        // The remainder of an uncut block belongs to the file's next block, which is the first of the next batch.
        let goes_on = block.closing.is_none();
        self.blocks.push(block);
        if goes_on || self.bytes >= BLOCK || self.blocks.len() >= PIECES {
            self.send();
        }
    }

    fn send(&mut self) {
        if !self.blocks.is_empty() {
            self.bytes = 0;
            self.closed |= self.batches.send(std::mem::take(&mut self.blocks)).is_err();
        }
    }
}

fn read(job: &Arc<FileJob>, longest: usize, batch: &mut BatchSender<'_>) {
    match job.input.open() {
        Ok(opened) => cut(job, opened, longest, batch),
        Err(error) => batch.add(FileBlock {
            job: Arc::clone(job),
            bytes: Vec::new(),
            games: BlockGames::Uncut,
            behind: Vec::new(),
            opening: None,
            closing: Some(FileClosing::Fault(format!("the file cannot be read: {}", reason(&error)))),
        }),
    }
}

fn cut(job: &Arc<FileJob>, opened: OpenedInput, longest: usize, batch: &mut BatchSender<'_>) {
    let OpenedInput { text: mut source, metadata, compression, start } = opened;
    let mut opening = Some(FileOpening { mark: false, metadata, compression, start });
    let mut buffer = Vec::new();
    let mut wanted = FIRST;
    let mut offset = start.place.offset;
    // A binary section may contain apparent starts of games, and have any length.
    let mut may_be_binary = false;
    loop {
        let mut fault = fill(&mut source, &mut buffer, wanted)
            .err()
            .map(|error| format!("the file cannot be read to its end: {}", reason(&error)));
        let last = fault.is_some() || buffer.len() < wanted;
        if let Some(opening) = &mut opening {
            let is_part = start.place.offset > 0;
            let kind = if is_part { None } else { sniff(&buffer).map(|kind| kind.to_string()) };
            if is_part {
                // What begins a file was told of the whole.
            } else if kind.is_some() {
                buffer.clear();
                fault = kind;
            } else if buffer.starts_with(BYTE_ORDER_MARK)
                && !buffer[BYTE_ORDER_MARK.len()..].starts_with(BYTE_ORDER_MARK)
            {
                // A second mark is a fault of the text, which therefore keeps both.
                opening.mark = true;
                offset = BYTE_ORDER_MARK.len() as u64;
                buffer.drain(..BYTE_ORDER_MARK.len());
            }
        }
        let last = last || fault.is_some();
        may_be_binary |= memchr::memmem::find(&buffer, b"MoveFormat").is_some();
        let likely_end =
            if last { Some(buffer.len()) } else { last_probable_start(&buffer).filter(|start| *start > 0) };
        let (games, end) = match likely_end {
            Some(end) if !may_be_binary => (BlockGames::Uncut, end),
            _ => {
                let (spans, end) = whole_games(&buffer, last);
                (BlockGames::Cut(spans), end)
            }
        };
        if end == 0 && !last && buffer.len() >= longest {
            fault = Some(format!(
                "the game from byte {offset} on is longer than {} MiB: is a `{{` unclosed? The rest is not checked",
                longest >> 20
            ));
            buffer.clear();
        }
        let done = last || fault.is_some();
        if end == 0 && !done {
            // The game continues: the amount is doubled, so that scanning it again stays cheap.
            wanted = (buffer.len() * 2).min(longest.max(buffer.len() + FIRST));
            continue;
        }
        let behind = match &games {
            BlockGames::Cut(_) if !done => buffer[end..comments_behind(&buffer, end, false).end].to_vec(),
            _ => Vec::new(),
        };
        let rest = if done { Vec::new() } else { buffer.split_off(end) };
        offset += end as u64;
        batch.add(FileBlock {
            job: Arc::clone(job),
            bytes: std::mem::replace(&mut buffer, rest),
            games,
            behind,
            opening: opening.take(),
            closing: done.then(|| fault.map_or(FileClosing::End, FileClosing::Fault)),
        });
        if done || batch.closed {
            return;
        }
        wanted = (buffer.len() + FIRST).max(BLOCK);
    }
}

/// The games that certainly end in the bytes, and the end of the last one.
fn whole_games(bytes: &[u8], last: bool) -> (Vec<Span>, usize) {
    let mut spans: Vec<Span> = Vec::new();
    let mut end = 0;
    while let Some(span) = next_game(bytes, end, last) {
        // A following byte order mark or second terminator would belong to the game.
        if span.range.end == bytes.len() && !last {
            break;
        }
        end = span.range.end;
        spans.push(span);
    }
    // Text after a game on its last line is judged together with it. Sections have no lines, and the text after one
    // begins a game.
    while !last
        && spans.len() > 1
        && let Some(span) = spans.pop_if(|span| !matches!(bytes[span.range.end - 1], b'\n' | b'\r'))
    {
        end = span.range.start;
        if span.binary.is_some() {
            break;
        }
    }
    (spans, end)
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
    use crate::batch::inputs::InputFile;
    use std::sync::mpsc::sync_channel;
    use vgn_engine::format::Layout;
    use vgn_engine::lint::{FileKind, Settings};
    use vgn_engine::syntax::games::games;

    fn blocks(bytes: &[u8], longest: usize) -> Vec<FileBlock> {
        let file = tempfile::NamedTempFile::new().expect("a temporary file");
        std::fs::write(file.path(), bytes).expect("written");
        let input = InputFile { kind: FileKind::Pgn, ..InputFile::named(file.path().into()) };
        let job = Arc::new(FileJob { input, settings: Arc::new(Settings::default()), layout: Layout::default() });
        let (sender, receiver) = sync_channel(1000);
        let mut batch = BatchSender { blocks: Vec::new(), bytes: 0, batches: &sender, closed: false };
        read(&job, longest, &mut batch);
        batch.send();
        drop(sender);
        receiver.into_iter().flatten().collect()
    }

    fn spans(block: &FileBlock) -> usize {
        match &block.games {
            BlockGames::Cut(spans) => spans.len(),
            BlockGames::Uncut => games(&block.bytes).count(),
        }
    }

    #[test]
    fn pieces_cover_the_file_and_hold_whole_games() {
        let game = "[Event \"?\"]\n\n1. e4 e5 *\n\n";
        let text = format!("\u{feff}{}", game.repeat(400_000));
        let blocks = blocks(text.as_bytes(), LONGEST_GAME);
        assert!(blocks.len() > 1);
        assert!(blocks[0].opening.as_ref().is_some_and(|opening| opening.mark));
        assert!(blocks.iter().all(|block| matches!(block.games, BlockGames::Uncut)));
        let bytes: Vec<u8> = blocks.iter().flat_map(|block| block.bytes.iter().copied()).collect();
        assert_eq!(bytes, &text.as_bytes()[BYTE_ORDER_MARK.len()..]);
        assert_eq!(blocks.iter().map(spans).sum::<usize>(), games(&bytes).count());
    }

    #[test]
    fn where_games_may_be_binary_their_spans_are_known() {
        let game = "[Event \"?\"]\n[MoveFormat \"SAN\"]\n\n1. e4 e5 *\n\n";
        let text = game.repeat(10_000);
        let blocks = blocks(text.as_bytes(), LONGEST_GAME);
        assert!(blocks.iter().all(|block| matches!(block.games, BlockGames::Cut(_))));
        assert_eq!(blocks.iter().map(spans).sum::<usize>(), games(text.as_bytes()).count());
    }

    #[test]
    fn sections_one_behind_the_other_do_not_grow_a_block() {
        let game = b"[GameFormat \"VGN\"]\n[MoveFormat \"BCCF\"]\x31\xC1".repeat(200_000);
        let blocks = blocks(&game, LONGEST_GAME);
        assert!(blocks.iter().all(|block| block.bytes.len() < 2 * BLOCK), "{}", blocks.len());
        assert_eq!(blocks.iter().map(spans).sum::<usize>(), 200_000);
    }

    #[test]
    fn a_game_past_the_limit_is_named_with_its_place() {
        let text = format!("[Event \"?\"]\n\n1. e4 *\n\n[Event \"?\"]\n\n1. e4 {{{}", "x".repeat(6 << 20));
        let blocks = blocks(text.as_bytes(), 256 << 10);
        let Some(FileClosing::Fault(message)) = &blocks.last().expect("a block").closing else { panic!("no fault") };
        assert!(message.starts_with("the game from byte 21 on is longer than 0 MiB"), "{message}");
        assert_eq!(blocks.iter().map(spans).sum::<usize>(), 1);
    }
}
