//! Compressed files as a WebAssembly module of its own, which a page loads only for a file that its browser cannot
//! unpack.
//!
//! Knows: bytes, compressed and not. Never knows: files, names, what the text says. The program calls [`room`] for a
//! buffer, writes the file's bytes there, calls [`open`], and then [`read`] until nothing is left; what was read is at
//! [`part`].

use std::cell::RefCell;
use std::io::{self, Cursor, Read};

use vgn_compressed::{DecompressedText, decompressed};

/// Bytes of text that one call of [`read`] returns at most.
const PART: usize = 1 << 20;

/// The file that is being unpacked.
#[derive(Default)]
struct OpenStream {
    source: Vec<u8>,
    text: Option<DecompressedText>,
    /// What ended it, to be told after the part before it.
    fault: Option<io::Error>,
    /// A part of the text, or the sentence of an error.
    part: Vec<u8>,
}

thread_local! {
    static STREAM: RefCell<OpenStream> = RefCell::default();
}

/// The length of a part as it crosses the boundary; negative for the sentence of an error.
fn told(stream: &mut OpenStream, read: io::Result<usize>) -> i32 {
    match read {
        Ok(length) => i32::try_from(length).unwrap_or(i32::MAX),
        Err(error) => {
            stream.part = error.to_string().into_bytes();
            i32::try_from(stream.part.len()).map_or(i32::MIN, |length| -length)
        }
    }
}

/// A buffer for a file of this length in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    STREAM.with_borrow_mut(|stream| {
        *stream = OpenStream { source: vec![0; length], ..OpenStream::default() };
        stream.source.as_mut_ptr()
    })
}

/// Begins with the file in the buffer; negative on an error, whose sentence of that length is the part.
#[unsafe(no_mangle)]
pub extern "C" fn open() -> i32 {
    STREAM.with_borrow_mut(|stream| {
        let source = Box::new(Cursor::new(std::mem::take(&mut stream.source)));
        let opened = decompressed(source).map(|text| stream.text = Some(text));
        told(stream, opened.map(|()| 0))
    })
}

/// Reads the next part and returns its length in bytes: 0 at the end, negative on an error, as with [`open`].
#[unsafe(no_mangle)]
pub extern "C" fn read() -> i32 {
    STREAM.with_borrow_mut(|stream| {
        stream.part.resize(PART, 0);
        let OpenStream { text, fault, part, .. } = stream;
        let mut filled = 0;
        while filled < PART && fault.is_none() {
            match text.as_mut().map_or(Ok(0), |text| text.read(&mut part[filled..])) {
                Ok(0) => break,
                Ok(more) => filled += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => *fault = Some(error),
            }
        }
        let read = match fault.take_if(|_| filled == 0) {
            Some(error) => Err(error),
            None => Ok(filled),
        };
        told(stream, read)
    })
}

/// The address of the part.
#[unsafe(no_mangle)]
pub extern "C" fn part() -> *const u8 {
    STREAM.with_borrow(|stream| stream.part.as_ptr())
}
