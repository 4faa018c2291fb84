//! Files without the games that are removed: rewritten, or shown as a diff.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::ops::Range;

use crate::batch::FileFault;
use crate::batch::diff::UnifiedDiff;
use crate::batch::inputs::InputFile;
use crate::batch::rewrite::FileRewrite;
use crate::batch::sink::FileSink;
use crate::batch::stdout::Stdout;
use crate::reason;

/// Number of bytes read at once.
const BLOCK: usize = 1 << 20;

/// Rewrites a file without these bytes. `metadata` is that of the file before its games were compared.
///
/// # Errors
///
/// If the file cannot be written, or has changed meanwhile: it is as it was then.
pub fn rewrite(input: &InputFile, metadata: Metadata, spans: &[Range<u64>], force: bool) -> Result<(), FileFault> {
    let fault =
        |error: io::Error| FileFault::new(&input.name, format!("the games cannot be removed: {}", reason(&error)));
    let Some(path) = &input.path else { return Ok(()) };
    let file = File::open(path).map_err(fault)?;
    let mut sink = FileSink::File(Box::new(FileRewrite::new(path, metadata, force).map_err(fault)?));
    pass(file, spans, &mut sink, &mut |_| {}).map_err(fault)?;
    match sink {
        FileSink::File(rewrite) => rewrite.finish().map_err(fault),
        _ => Ok(()),
    }
}

/// Prints what would go from a file.
///
/// # Errors
///
/// If the file cannot be read.
pub fn show(
    input: &InputFile,
    spans: &[Range<u64>],
    is_coloured: bool,
    columns: Option<usize>,
    stdout: &mut Stdout,
) -> Result<(), FileFault> {
    let fault = |error: io::Error| FileFault::new(&input.name, format!("the file cannot be read: {}", reason(&error)));
    let Some(path) = &input.path else { return Ok(()) };
    let file = File::open(path).map_err(fault)?;
    let mut sink = FileSink::Diff(Box::new(UnifiedDiff::new(&input.name, is_coloured, columns)));
    pass(file, spans, &mut sink, &mut |out| stdout.write(out)).map_err(fault)?;
    if let FileSink::Diff(diff) = sink {
        stdout.write(&diff.finish());
    }
    Ok(())
}

/// Passes a file without these bytes on.
fn pass(mut file: File, spans: &[Range<u64>], sink: &mut FileSink, print: &mut impl FnMut(&[u8])) -> io::Result<()> {
    let (mut buffer, mut out, mut at, mut spans) = (vec![0; BLOCK], Vec::new(), 0, spans.iter().peekable());
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            return Ok(());
        }
        let mut block = &buffer[..read];
        while !block.is_empty() {
            while spans.next_if(|span| span.end <= at).is_some() {}
            let (until, is_removed) = match spans.peek() {
                Some(span) if span.start <= at => (span.end, true),
                Some(span) => (span.start, false),
                None => (u64::MAX, false),
            };
            let length = usize::try_from(until - at).unwrap_or(usize::MAX).min(block.len());
            let (piece, rest) = block.split_at(length);
            sink.pass(piece, is_removed.then_some(&[]), &mut out)?;
            (at, block) = (at + length as u64, rest);
        }
        print(&out);
        out.clear();
    }
}
