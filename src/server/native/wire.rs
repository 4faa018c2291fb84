//! Messages on the wire: a header that ends with an empty line and gives the length of the JSON body in bytes.
//!
//! A reader reports an invalid header and continues at the next one, so that one bad message does not end a session.

use std::io;

use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// Maximum length of a body, in bytes. Positions have 32 bits, so no useful message is longer.
const LONGEST_BODY: u64 = 1 << 30;
/// Maximum length of a header line, in bytes.
const LONGEST_LINE: u64 = 8 * 1024;

const LENGTH: &[u8] = b"content-length:";

/// The next unit on the wire.
#[derive(Debug, PartialEq, Eq)]
pub enum WireFrame {
    /// The body of one message.
    Body(Vec<u8>),
    /// A header without a usable length: the reason in words. Reading can continue.
    Bad(String),
    /// The other side has closed its end.
    End,
}

/// Reads the next frame.
///
/// # Errors
/// If reading fails. An end in the middle of a message is [`WireFrame::End`].
pub async fn read_frame(input: &mut (impl AsyncBufRead + Unpin)) -> io::Result<WireFrame> {
    let mut length = None;
    let mut bad = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        if (&mut *input).take(LONGEST_LINE).read_until(b'\n', &mut line).await? == 0 {
            return Ok(WireFrame::End);
        }
        let text = line.trim_ascii();
        if text.is_empty() {
            match (length, bad.take()) {
                (Some(length), _) => return read_body(input, length).await,
                (None, Some(bad)) => return Ok(WireFrame::Bad(bad)),
                (None, None) => continue,
            }
        }
        match find_ignoring_case(text, LENGTH) {
            Some(at) => match parse_length(&text[at + LENGTH.len()..]) {
                Some(told) => length = Some(told),
                None => bad = Some(format!("`{}` does not give a length in bytes", text.escape_ascii())),
            },
            None if text.starts_with_ignoring_case(b"content-type:") => {}
            None => {
                bad.get_or_insert_with(|| format!("`{}` is no header of the protocol", text.escape_ascii()));
            }
        }
    }
}

async fn read_body(input: &mut (impl AsyncBufRead + Unpin), length: u64) -> io::Result<WireFrame> {
    let mut body = input.take(length);
    if length > LONGEST_BODY {
        tokio::io::copy_buf(&mut body, &mut tokio::io::sink()).await?;
        return Ok(WireFrame::Bad(format!(
            "a message of {length} bytes is longer than the {LONGEST_BODY} that are read"
        )));
    }
    // The claimed length is not trusted with an allocation of its size.
    let mut bytes = Vec::with_capacity(usize::try_from(length.min(1 << 20)).unwrap_or(0));
    body.read_to_end(&mut bytes).await?;
    Ok(if bytes.len() as u64 == length { WireFrame::Body(bytes) } else { WireFrame::End })
}

/// Writes one message of `length` bytes without flushing. Each part is dropped when it is written.
///
/// # Errors
/// If writing fails.
pub async fn write_frame(
    output: &mut (impl AsyncWrite + Unpin),
    length: usize,
    parts: impl IntoIterator<Item = impl AsRef<[u8]>>,
) -> io::Result<()> {
    output.write_all(format!("Content-Length: {length}\r\n\r\n").as_bytes()).await?;
    for part in parts {
        output.write_all(part.as_ref()).await?;
    }
    Ok(())
}

fn parse_length(text: &[u8]) -> Option<u64> {
    std::str::from_utf8(text.trim_ascii()).ok()?.parse().ok()
}

fn find_ignoring_case(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|window| window.eq_ignore_ascii_case(what))
}

trait StartsWithIgnoringCase {
    fn starts_with_ignoring_case(&self, what: &[u8]) -> bool;
}

impl StartsWithIgnoringCase for [u8] {
    fn starts_with_ignoring_case(&self, what: &[u8]) -> bool {
        self.get(..what.len()).is_some_and(|start| start.eq_ignore_ascii_case(what))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    async fn frames(mut input: &[u8]) -> Vec<WireFrame> {
        let mut frames = Vec::new();
        loop {
            let frame = read_frame(&mut input).await.expect("memory does not fail");
            if frame == WireFrame::End {
                return frames;
            }
            frames.push(frame);
        }
    }

    fn body(text: &str) -> WireFrame {
        WireFrame::Body(text.as_bytes().to_vec())
    }

    #[tokio::test]
    async fn reads_what_it_writes() {
        let mut wire = Vec::new();
        write_frame(&mut wire, 2, [b"{", b"}"]).await.expect("memory does not fail");
        write_frame(&mut wire, 5, ["\"♔\""]).await.expect("memory does not fail");
        assert_eq!(frames(&wire).await, [body("{}"), body("\"♔\"")]);
    }

    #[tokio::test]
    async fn any_case_order_and_number_of_headers() {
        let wire = b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nX: 1\r\ncontent-LENGTH:2\r\n\r\n{}";
        assert_eq!(frames(wire).await, [body("{}")]);
    }

    #[tokio::test]
    async fn goes_on_after_rubbish() {
        let wire = b"rubbish\r\n\r\nContent-Length: many\r\n\r\nmore rubbishContent-Length: 2\r\n\r\n{}";
        let frames = frames(wire).await;
        assert!(matches!(&frames[..], [WireFrame::Bad(_), WireFrame::Bad(_), WireFrame::Body(_)]), "{frames:?}");
        assert_eq!(frames[2], body("{}"));
    }

    #[tokio::test]
    async fn an_end_inside_a_message_is_an_end() {
        assert_eq!(frames(b"Content-Length: 5\r\n\r\n{}").await, []);
        assert_eq!(frames(b"Content-Len").await, []);
    }

    #[tokio::test]
    async fn a_length_past_the_limit_is_refused_without_being_held() {
        assert!(matches!(&frames(b"Content-Length: 99999999999\r\n\r\n{}").await[..], [WireFrame::Bad(_)]));
    }

    fn run<T>(future: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(future)
    }

    /// Pieces of headers, whole and broken, and other bytes.
    fn piece() -> impl Strategy<Value = Vec<u8>> {
        const PIECES: &[&str] = &[
            "Content-Length: ",
            "content-length:",
            "Content-Type: x",
            "\r\n\r\n",
            "\r\n",
            "\n",
            "\r",
            "2",
            "-1",
            "18446744073709551616",
            "{}",
            ":",
            " ",
        ];
        prop_oneof![
            8 => prop::sample::select(PIECES).prop_map(|piece| piece.as_bytes().to_vec()),
            1 => prop::collection::vec(any::<u8>(), 0..4),
        ]
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_to_their_end(pieces in prop::collection::vec(piece(), 0..40)) {
            let wire = pieces.concat();
            for frame in run(frames(&wire)) {
                match frame {
                    WireFrame::Body(body) => {
                        prop_assert!(body.is_empty() || wire.windows(body.len()).any(|part| part == body));
                    }
                    WireFrame::Bad(reason) => prop_assert!(!reason.is_empty()),
                    WireFrame::End => prop_assert!(false, "the end is the end"),
                }
            }
        }

        #[test]
        fn any_messages_are_read_as_written(
            bodies in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..5),
        ) {
            let mut wire = Vec::new();
            for body in &bodies {
                run(write_frame(&mut wire, body.len(), [body])).expect("memory does not fail");
            }
            prop_assert_eq!(run(frames(&wire)), bodies.into_iter().map(WireFrame::Body).collect::<Vec<_>>());
        }
    }
}
