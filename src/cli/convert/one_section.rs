//! Files that are one game each, whose binary section reaches to the file's end: for notations without a terminator
//! (rule E1).

use std::io::Read;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;

use vgn_engine::source::BYTE_ORDER_MARK;
use vgn_engine::syntax::games::Span;
use vgn_engine::syntax::tags_end;

use crate::batch::FileJob;
use crate::batch::inputs::OpenedInput;
use crate::batch::reader::{BlockGames, FileBlock, FileClosing, FileOpening};
use crate::reason;

/// Maximum size of a file, in bytes.
const LONGEST: u64 = 1 << 30;

/// Reads all files and sends each as one game. Ends early when the receiver is dropped.
pub fn read_whole(jobs: Vec<Arc<FileJob>>, batches: &SyncSender<Vec<FileBlock>>) {
    for job in jobs {
        if batches.send(vec![read(job)]).is_err() {
            return;
        }
    }
}

fn read(job: Arc<FileJob>) -> FileBlock {
    let fault = |job, message| FileBlock {
        job,
        bytes: Vec::new(),
        games: BlockGames::Uncut,
        behind: Vec::new(),
        opening: None,
        closing: Some(FileClosing::Fault(message)),
    };
    let read = job.input.open().and_then(|OpenedInput { text, metadata, compression, start }| {
        let mut bytes = Vec::new();
        text.take(LONGEST + 1).read_to_end(&mut bytes)?;
        Ok((bytes, metadata, compression, start))
    });
    match read {
        Err(error) => fault(job, format!("the file cannot be read: {}", reason(&error))),
        Ok((bytes, ..)) if bytes.len() as u64 > LONGEST => {
            fault(job, format!("the file is longer than {} MiB", LONGEST >> 20))
        }
        Ok((mut bytes, metadata, compression, start)) => {
            let mark = bytes.starts_with(BYTE_ORDER_MARK);
            if mark {
                bytes.drain(..BYTE_ORDER_MARK.len());
            }
            let span = Span { range: 0..bytes.len(), is_game: true, binary: Some(tags_end(&bytes)) };
            let opening = Some(FileOpening { mark, metadata, compression, start });
            let games = BlockGames::Cut(vec![span]);
            FileBlock { job, bytes, games, behind: Vec::new(), opening, closing: Some(FileClosing::End) }
        }
    }
}
