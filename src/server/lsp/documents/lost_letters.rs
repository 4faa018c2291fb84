//! Files that are not UTF-8 but were read as UTF-8 by the editor: it shows U+FFFD in place of letters, and a save
//! writes that over them. The user is warned before (also in the text), and can restore the file after, as with binary
//! sections (`saving`).

use ropey::Rope;
use tower_lsp::lsp_types::Diagnostic;
use vgn_engine::games::FileBytes;
use vgn_engine::lint;
use vgn_engine::lint::Code;
use vgn_engine::source::Encoding;

use super::address::Address;
use super::snapshot::Snapshot;
use crate::lsp::diagnostics::protocol::DiagnosticConverter;
use crate::lsp::session::cancel::{WorkScope, compute};
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;

/// The replacement character for bytes that are not UTF-8.
const REPLACEMENT: &str = "\u{fffd}";

impl Backend {
    /// Checks whether a newly opened document differs from its file, if it has U+FFFD.
    pub(in crate::lsp) async fn compare_letters(&self, uri: &Address) {
        let Some(snapshot) = self.documents.snapshot(uri).filter(|opened| first_replacement(&opened.text).is_some())
        else {
            return;
        };
        let opening = snapshot.opening;
        let other = compute(WorkScope::Whole, move |_| {
            snapshot.disk.get();
            snapshot.disk.known_encoding().is_some()
        });
        if other.await {
            let tell = |document: &mut super::document::Document| {
                if document.snapshot().opening == opening {
                    document.republish();
                }
            };
            self.documents.with(uri, tell);
            self.refresh_diagnostics().await;
        }
    }
}

/// The offset in bytes of the first U+FFFD of a text.
pub fn first_replacement(text: &Rope) -> Option<usize> {
    let mut before = 0;
    text.chunks().find_map(|chunk| {
        let found = memchr::memmem::find(chunk.as_bytes(), REPLACEMENT.as_bytes()).map(|at| before + at);
        before += chunk.len();
        found
    })
}

/// The common name of the encoding of the first game whose text is not UTF-8.
pub fn encoding_of(file: &FileBytes) -> Option<&'static str> {
    if std::str::from_utf8(file.bytes()).is_ok() {
        return None;
    }
    file.spans().find_map(|span| {
        let text = &file.bytes()[span.range.start..span.binary.unwrap_or(span.range.end)];
        let encoding = Encoding::of(text);
        (encoding != Encoding::Utf8).then(|| encoding.name(text))
    })
}

/// The encoding of the document's file, if the document shows U+FFFD for letters and the file has been read.
pub fn lost_encoding(snapshot: &Snapshot) -> Option<&'static str> {
    snapshot.disk.known_encoding().filter(|_| first_replacement(&snapshot.text).is_some())
}

/// Whether a save has written U+FFFD over letters of a file.
pub fn are_destroyed(before: &FileBytes, now: &FileBytes) -> bool {
    let count = |file: &FileBytes| memchr::memmem::find_iter(file.bytes(), REPLACEMENT).count();
    encoding_of(before).is_some() && encoding_of(now).is_none() && count(now) > count(before)
}

/// The diagnostic about lost letters: one, at the first of them.
pub fn diagnostic(snapshot: &Snapshot, client: &ClientFeatures) -> Option<Diagnostic> {
    let encoding = snapshot.disk.known_encoding()?;
    let severity = snapshot.effective.settings.level(Code::InvalidUtf8)?;
    let start = u32::try_from(first_replacement(&snapshot.text)?).ok()?;
    let found = lint::Diagnostic {
        code: Code::InvalidUtf8,
        severity,
        range: start..start + 3,
        message: format!(
            "the file is not UTF-8 but {encoding}: the editor shows `{REPLACEMENT}` in place of letters, and saving \
             would destroy them; open the file again in that encoding"
        ),
        related: Vec::new(),
        fixes: Vec::new(),
    };
    Some(DiagnosticConverter::new(snapshot, client).convert_one(&(0..snapshot.text.len_bytes()), &found))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(bytes: &[u8]) -> FileBytes {
        FileBytes::new(bytes.to_vec())
    }

    #[test]
    fn only_text_counts_and_only_what_is_not_utf8() {
        assert_eq!(encoding_of(&file(b"[White \"M\xfcller\"]\n\n1. e4 *\n")), Some("ISO 8859-1"));
        assert_eq!(encoding_of(&file("[White \"Müller\"]\n\n1. e4 *\n".as_bytes())), None);
        let binary = b"[GameFormat \"VGN\"]\n[MoveFormat \"BCCF\"]\x86\x30\x9a\x40\x82\x21";
        assert_eq!(encoding_of(&file(binary)), None);
        assert!(
            encoding_of(&file(&[b"[GameFormat \"VGN\"]\n[White \"M\xfcller\"]\n".as_slice(), &binary[19..]].concat()))
                .is_some()
        );
    }

    #[test]
    fn what_a_save_has_done_is_seen() {
        let before = file(b"[White \"M\xfcller\"]\n");
        let saved = file("[White \"M\u{fffd}ller\"]\n".as_bytes());
        assert!(are_destroyed(&before, &saved));
        assert!(!are_destroyed(&before, &file("[White \"Müller\"]\n".as_bytes())), "saved as UTF-8");
        assert!(!are_destroyed(&before, &file(b"[White \"M\xfcller, K\"]\n")), "saved as it was");
        assert!(!are_destroyed(&saved, &saved));
    }

    #[test]
    fn the_first_place_is_found_wherever_it_stands() {
        let text = format!("{}\u{fffd}a\u{fffd}", "é1. e4 ".repeat(10_000));
        assert_eq!(first_replacement(&Rope::from_str(&text)), text.find('\u{fffd}'));
        assert_eq!(first_replacement(&Rope::from_str("é")), None);
    }
}
