//! Where the games of the files go.

use std::borrow::Cow;
use std::io;
use std::io::IsTerminal;

use vgn_engine::source::{BYTE_ORDER_MARK, Encoding};

use super::annotate_args::AnnotateArgs;
use super::source_games::{SourceOpening, SourcePart};
use crate::batch::FileJob;
use crate::batch::new_file::OutputFile;
use crate::batch::rewrite::FileRewrite;
use crate::batch::sink::FileSink;
use crate::batch::stdout::Stdout;
use crate::terminal::readable;

/// The destination of all files.
pub enum AnnotatedOutput {
    Stdout(Stdout, BorderKeeper),
    File(Box<OutputFile>, BorderKeeper),
    /// No games: what is found in them.
    Findings(Stdout),
    /// Each file is replaced; standard input goes to standard output.
    InPlace {
        sink: FileSink,
        stdout: Stdout,
        forced: bool,
    },
}

/// Makes one file of several: keeps them apart, and gives them one encoding.
#[derive(Default)]
pub struct BorderKeeper {
    has_several: bool,
    /// The last bytes that were written.
    last: Vec<u8>,
    is_behind_file: bool,
}

impl BorderKeeper {
    /// What has to be written before the next bytes.
    fn before(&mut self, bytes: &[u8]) -> &'static [u8] {
        let is_first = std::mem::take(&mut self.is_behind_file) && !self.last.is_empty();
        let between: &[u8] = match is_first {
            true if self.last.ends_with(b"\n\n") || self.last.ends_with(b"\r\n\r\n") => b"",
            true if self.last.ends_with(b"\n") => b"\n",
            true => b"\n\n",
            false => b"",
        };
        let kept = bytes.len().saturating_sub(4);
        self.last = [&self.last[..], between, &bytes[kept..]].concat();
        self.last.drain(..self.last.len().saturating_sub(4));
        between
    }

    /// The bytes of a part as they stand in the one file: in UTF-8, the byte order mark at its beginning alone.
    fn joined<'b>(&self, part: &SourcePart, bytes: &'b [u8]) -> Cow<'b, [u8]> {
        match self.has_several && !part.is_binary {
            false => Cow::Borrowed(bytes),
            true if part.game.is_none() && bytes == BYTE_ORDER_MARK && !self.last.is_empty() => Cow::Borrowed(b""),
            true => match Encoding::of(bytes).decode(bytes) {
                Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
                Cow::Owned(text) => Cow::Owned(text.into_bytes()),
            },
        }
    }
}

impl AnnotatedOutput {
    /// # Errors
    ///
    /// If the file cannot be created.
    pub fn new(args: &AnnotateArgs, has_several: bool) -> io::Result<AnnotatedOutput> {
        let border = BorderKeeper { has_several, ..BorderKeeper::default() };
        Ok(match &args.output {
            _ if args.check => AnnotatedOutput::Findings(Stdout::new()),
            _ if args.in_place => {
                AnnotatedOutput::InPlace { sink: FileSink::None, stdout: Stdout::new(), forced: args.force }
            }
            Some(path) if path.as_os_str() != "-" => {
                AnnotatedOutput::File(Box::new(OutputFile::new(path, args.force)?), border)
            }
            _ => AnnotatedOutput::Stdout(Stdout::new(), border),
        })
    }

    /// Begins a file.
    ///
    /// # Errors
    ///
    /// If it cannot be replaced.
    pub fn open(&mut self, job: &FileJob, opening: &SourceOpening) -> io::Result<()> {
        match self {
            AnnotatedOutput::Stdout(_, border) | AnnotatedOutput::File(_, border) => border.is_behind_file = true,
            AnnotatedOutput::Findings(_) => {}
            AnnotatedOutput::InPlace { sink, forced, .. } => {
                *sink = FileSink::None;
                *sink = match (&job.input.path, &opening.metadata, opening.compression) {
                    (Some(_), _, Some(kind)) => FileSink::Compressed(kind),
                    (Some(path), Some(metadata), None) => {
                        FileSink::File(Box::new(FileRewrite::new(path, metadata.clone(), *forced)?))
                    }
                    _ => FileSink::Stdout,
                };
            }
        }
        Ok(())
    }

    /// Takes the next part of the file.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn pass(&mut self, part: &SourcePart, after: Option<&[u8]>) -> io::Result<()> {
        let (before, bytes) = (&part.bytes, after.unwrap_or(&part.bytes));
        match self {
            AnnotatedOutput::Stdout(stdout, border) => {
                let bytes = border.joined(part, bytes);
                print(stdout, border.before(&bytes));
                print(stdout, &bytes);
                stdout.flush();
            }
            AnnotatedOutput::Findings(stdout) => {
                print(stdout, after.unwrap_or_default());
                stdout.flush();
            }
            AnnotatedOutput::File(file, border) => {
                let bytes = border.joined(part, bytes);
                file.write(border.before(&bytes))?;
                file.write(&bytes)?;
            }
            AnnotatedOutput::InPlace { sink, stdout, .. } => {
                let mut out = Vec::new();
                let passed = sink.pass(before, after, &mut out);
                if passed.is_err() {
                    *sink = FileSink::None;
                }
                print(stdout, &out);
                passed?;
            }
        }
        Ok(())
    }

    /// Ends a file, which is replaced if it was read to its end.
    ///
    /// # Errors
    ///
    /// If it cannot be replaced.
    pub fn close(&mut self, is_complete: bool) -> io::Result<()> {
        if let AnnotatedOutput::InPlace { sink, .. } = self
            && let FileSink::File(rewrite) = std::mem::replace(sink, FileSink::None)
            && is_complete
        {
            return rewrite.finish();
        }
        Ok(())
    }

    /// Whether nobody reads what is written.
    pub fn is_closed(&self) -> bool {
        matches!(self, AnnotatedOutput::Stdout(stdout, _) | AnnotatedOutput::Findings(stdout) if stdout.is_closed())
    }

    /// Ends all. `is_whole`: the file of `--output` may be put in its place.
    ///
    /// # Errors
    ///
    /// If something could not be written.
    pub fn finish(self, is_whole: bool) -> io::Result<()> {
        match self {
            AnnotatedOutput::Stdout(stdout, _)
            | AnnotatedOutput::Findings(stdout)
            | AnnotatedOutput::InPlace { stdout, .. } => stdout.finish(),
            AnnotatedOutput::File(file, _) if is_whole => file.finish(),
            AnnotatedOutput::File(..) => Ok(()),
        }
    }
}

/// Prints bytes, to a terminal as text.
fn print(stdout: &mut Stdout, bytes: &[u8]) {
    match io::stdout().is_terminal() {
        true => stdout.write(readable(bytes).as_bytes()),
        false => stdout.write(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_become_one_are_kept_apart() {
        let mut border = BorderKeeper::default();
        let mut text = Vec::new();
        for file in ["1. e4 *", "1. d4 *\n", "1. c4 *\n\n", "\n", "1. b4 *\r\n\r\n", "1. a4 *"] {
            border.is_behind_file = true;
            text.extend_from_slice(border.before(file.as_bytes()));
            text.extend_from_slice(file.as_bytes());
        }
        let expected = "1. e4 *\n\n1. d4 *\n\n1. c4 *\n\n\n1. b4 *\r\n\r\n1. a4 *";
        assert_eq!(String::from_utf8_lossy(&text), expected);
    }
}
