//! One open document: its current state, and the notification of its checker.

use std::sync::Arc;

use tokio::sync::Notify;
use vgn_config::EffectiveConfig;
use vgn_engine::games::FileBytes;

use super::lost_letters;
use super::positions::ClientEncoding;
use super::snapshot::Snapshot;
use crate::lsp::documents::change::TextChange;
use crate::lsp::documents::disk::DiskFile;
use crate::lsp::session::cancel::Cancel;

/// An open document.
#[derive(Debug)]
pub struct Document {
    snapshot: Snapshot,
    /// Cancelled when the text changes.
    checking: Cancel,
    /// Notified when there is something to check, or the document is closed.
    changed: Arc<Notify>,
    /// The revision whose diagnostics have been sent completely.
    published: Option<u64>,
    /// The warnings shown about saving binary sections as text, since the file was read.
    warnings_shown: Vec<WarningOccasion>,
    /// The bytes of the file before a save destroyed binary sections or letters in it.
    destroyed: Option<Arc<FileBytes>>,
}

/// Content of the file that a save would destroy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveRisk {
    /// The number of binary sections.
    Sections(usize),
    /// Letters of a file in this encoding.
    Letters(&'static str),
}

/// The occasion of a warning that a save destroys content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WarningOccasion {
    FirstChange,
    FirstSave,
}

impl Document {
    /// A newly opened document.
    pub fn open(first: Snapshot) -> Document {
        Document {
            snapshot: first,
            checking: Cancel::default(),
            changed: Arc::default(),
            warnings_shown: Vec::new(),
            destroyed: None,
            published: None,
        }
    }

    /// Applies changes in order; the range of each refers to the text after the one before. Does not notify the checker
    /// (see [`Document::changed`]).
    pub fn change(
        &mut self,
        version: i32,
        changes: impl IntoIterator<Item = impl Into<TextChange>>,
        encoding: ClientEncoding,
    ) {
        self.stop_checking();
        self.snapshot.version = version;
        self.snapshot.revision += 1;
        self.snapshot.edited.clear();
        for change in changes {
            self.snapshot.change(change, encoding);
        }
    }

    /// Sets another configuration and discards the findings of the previous one.
    pub fn configure(&mut self, effective: Arc<EffectiveConfig>) {
        self.stop_checking();
        self.snapshot.revision += 1;
        self.snapshot.effective = effective;
        self.snapshot.forget_findings();
        self.changed.notify_one();
    }

    /// Sends the diagnostics again: what is known of the same text has changed.
    pub fn renew(&mut self) {
        self.snapshot.revision += 1;
        self.changed.notify_one();
    }

    /// Takes over the new content of the file. Findings in binary games are discarded; the previous bytes are kept if
    /// the new file lacks binary sections of theirs.
    pub fn reread(&mut self, disk: DiskFile) {
        self.stop_checking();
        self.snapshot.revision += 1;
        if let Some(before) = self.snapshot.disk.known_bytes() {
            let now = disk.known_bytes().cloned().unwrap_or_default();
            if !before.missing_in(&now).is_empty() || lost_letters::are_destroyed(before, &now) {
                self.destroyed.get_or_insert_with(|| before.clone());
            }
        }
        self.snapshot.reread(disk);
        self.warnings_shown.clear();
        self.changed.notify_one();
    }

    /// Takes the bytes of the file before its binary sections were destroyed; `None` on later calls.
    pub fn take_destroyed(&mut self) -> Option<Arc<FileBytes>> {
        self.destroyed.take()
    }

    /// The endangered content of the file, unless a warning has been shown on this occasion.
    pub fn take_save_risk(&mut self, warning: WarningOccasion) -> Option<SaveRisk> {
        if self.warnings_shown.contains(&warning) {
            return None;
        }
        let sections = self.snapshot.disk.known_sections().map(|file| SaveRisk::Sections(file.binary_games().len()));
        let danger = sections.or_else(|| lost_letters::lost_encoding(&self.snapshot).map(SaveRisk::Letters))?;
        self.warnings_shown.push(warning);
        Some(danger)
    }

    /// Makes the checker send the diagnostics again, after a change that is outside the games.
    pub fn republish(&mut self) {
        self.stop_checking();
        self.snapshot.revision += 1;
        self.changed.notify_one();
    }

    /// Stops the check, and notifies the checker that the document is closed.
    pub fn close(&mut self) {
        self.stop_checking();
        self.changed.notify_one();
    }

    /// The current state of the document.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// The cancellation token of this version's check.
    pub fn checking(&self) -> Cancel {
        self.checking.clone()
    }

    /// Notified when there is something to check, or the document is closed.
    pub fn changed(&self) -> Arc<Notify> {
        self.changed.clone()
    }

    /// Whether diagnostics of this revision are still to be sent. `all`: these are the last ones.
    pub fn needs_publishing(&mut self, all: bool) -> bool {
        let revision = Some(self.snapshot.revision);
        let may = self.published != revision;
        if all {
            self.published = revision;
        }
        may
    }

    fn stop_checking(&mut self) {
        std::mem::take(&mut self.checking).cancel();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ropey::Rope;
    use tower_lsp::lsp_types::{Position, Range, TextDocumentContentChangeEvent, Url};

    use super::*;
    use crate::lsp::documents::snapshot::kind_of;
    use vgn_engine::lint::FileKind;

    fn document(text: &str) -> Document {
        let uri = Url::parse("file:///a.pgn").expect("a URI").into();
        Document::open(Snapshot::new(uri, "pgn", 0, Rope::from_str(text), Arc::default()))
    }

    fn change(start: (u32, u32), end: (u32, u32), text: &str) -> TextDocumentContentChangeEvent {
        let range = Range::new(Position::new(start.0, start.1), Position::new(end.0, end.1));
        TextDocumentContentChangeEvent { range: Some(range), range_length: None, text: text.to_owned() }
    }

    #[test]
    fn changes_apply_one_after_the_other() {
        let mut document = document("1. e4 e5\n*");
        let changes =
            vec![change((0, 3), (0, 5), "d4"), change((0, 5), (0, 5), " {♔🨀}"), change((0, 10), (0, 11), "!")];
        document.change(7, changes, ClientEncoding::Utf16);
        assert_eq!(document.snapshot().text, "1. d4 {♔🨀! e5\n*");
        assert_eq!(document.snapshot().version, 7);
    }

    #[test]
    fn a_change_without_a_range_replaces_all() {
        let mut document = document("1. e4 *");
        let all = TextDocumentContentChangeEvent { range: None, range_length: None, text: "*".to_owned() };
        document.change(1, vec![change((0, 0), (0, 1), "2"), all], ClientEncoding::Utf16);
        assert_eq!(document.snapshot().text, "*");
    }

    #[test]
    fn a_snapshot_is_immutable_and_its_check_is_cancelled() {
        let mut document = document("1. e4 *");
        let (before, checking) = (document.snapshot().clone(), document.checking());
        document.change(1, vec![change((0, 3), (0, 5), "d4")], ClientEncoding::Utf8);
        assert_eq!(before.text, "1. e4 *");
        assert!(checking.is_cancelled());
        assert!(!document.checking().is_cancelled());
    }

    #[test]
    fn the_name_says_more_than_the_language() {
        let kind = |uri, language| kind_of(&Url::parse(uri).expect("a URI").into(), language);
        assert_eq!(kind("file:///a/b.PGN", "vgn"), FileKind::Pgn);
        assert_eq!(kind("file:///a/b.vgn", ""), FileKind::Vgn);
        assert_eq!(kind("untitled:Untitled-1", "pgn"), FileKind::Pgn);
        assert_eq!(kind("file:///a/b.txt", "plaintext"), FileKind::Unknown);
    }

    #[test]
    fn another_configuration_forgets_what_was_found() {
        let mut document = document("1. Ke3 *");
        let judged = |document: &Document| {
            let snapshot = document.snapshot().clone();
            let games: Vec<_> = snapshot.games().games().collect();
            games
                .iter()
                .filter(|game| game.judge(&snapshot.text_of(game.range()), &snapshot.context()))
                .filter_map(|game| Some(game.analysed()?.diagnostics.len()))
                .sum::<usize>()
        };
        assert!(judged(&document) > 0);
        let (before, checking) = (document.snapshot().clone(), document.checking());
        let (config, notices) = vgn_config::parse("[diagnostics]\nall = \"off\"");
        assert_eq!(notices.first, []);
        document.configure(Arc::new(EffectiveConfig::of([&config])));
        assert_eq!(judged(&document), 0);
        assert!(checking.is_cancelled());
        assert_ne!(document.snapshot().revision, before.revision);
    }

    proptest! {
        /// For any positions that a client sends, the text equals that of a plain string, in both encodings.
        #[test]
        fn edits_equal_those_of_a_string(
            start in "[a🨀é\r\n\\[\\]\"{} 1.*]{0,40}",
            edits in prop::collection::vec((0u32..6, 0u32..12, 0u32..6, 0u32..12, "[b♔\r\n\\[{}]{0,6}"), 0..12),
            utf8: bool,
        ) {
            let encoding = if utf8 { ClientEncoding::Utf8 } else { ClientEncoding::Utf16 };
            let mut document = document(&start);
            let mut model = start;
            for (version, (line, character, end_line, end_character, text)) in (1..).zip(edits) {
                document.snapshot().games();
                let event = change((line, character), (end_line, end_character), &text);
                let range = event.range.expect("it has one");
                let bytes = model_offset(&model, range.start, utf8).min(model_offset(&model, range.end, utf8))
                    ..model_offset(&model, range.start, utf8).max(model_offset(&model, range.end, utf8));
                document.change(version, vec![event], encoding);
                model.replace_range(bytes, &text);
                prop_assert_eq!(document.snapshot().text.to_string(), model.clone());
            }
        }
    }

    /// The slow reference conversion from a position to an offset.
    fn model_offset(text: &str, position: Position, utf8: bool) -> usize {
        let (mut line, mut units) = (0, 0);
        let mut chars = text.char_indices().peekable();
        while let Some((at, char)) = chars.next() {
            let ends_line = char == '\n' || char == '\r';
            if line == position.line {
                let width = if utf8 { char.len_utf8() } else { char.len_utf16() } as u32;
                if ends_line || units + width > position.character {
                    return at;
                }
                units += width;
            }
            if char == '\n' || (char == '\r' && chars.peek().is_none_or(|(_, next)| *next != '\n')) {
                line += 1;
            }
        }
        text.len()
    }
}
