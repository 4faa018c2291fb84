//! The destination of a file's text when a command changes it.

use std::io;

use vgn_compressed::CompressionKind;

use super::diff::UnifiedDiff;
use super::rewrite::FileRewrite;

pub enum FileSink {
    None,
    File(Box<FileRewrite>),
    /// Standard input's text goes to standard output.
    Stdout,
    /// The same, if standard output is a terminal.
    Terminal,
    Diff(Box<UnifiedDiff>),
    /// The file is compressed in this format, and may only stay as it is.
    Compressed(CompressionKind),
}

/// Why a compressed file does not change, in a sentence.
pub fn not_rewritten(kind: CompressionKind) -> String {
    format!("the file is compressed ({kind}), and is only read: decompress it first")
}

impl FileSink {
    /// Takes the next piece of the file, and its replacement if it changes. Output for standard output is appended to
    /// `out`.
    pub fn pass(&mut self, before: &[u8], after: Option<&[u8]>, out: &mut Vec<u8>) -> io::Result<()> {
        match (self, after) {
            (FileSink::None, _) | (FileSink::Compressed(_), None) => {}
            (FileSink::Compressed(kind), Some(_)) => return Err(io::Error::other(not_rewritten(*kind))),
            (FileSink::Stdout | FileSink::Terminal, _) => out.extend_from_slice(after.unwrap_or(before)),
            (FileSink::Diff(diff), after) => {
                match after {
                    Some(after) => diff.replace(before, after),
                    None => diff.keep(before),
                }
                out.extend(diff.take());
            }
            (FileSink::File(rewrite), Some(after)) => return rewrite.replace(before.len(), after),
            (FileSink::File(rewrite), None) => return rewrite.keep(before),
        }
        Ok(())
    }
}
