//! A document at one version, and its games, which are scanned on demand.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ropey::Rope;
use tower_lsp::lsp_types::Position;
use vgn_config::EffectiveConfig;
use vgn_engine::games;
use vgn_engine::games::{File, Game, GamePlace, check_on_disk};
use vgn_engine::lint::{Cancellation, Context, FileKind, NEVER};
use vgn_engine::replay::{GameReport, Resolved, resolve_game};

use super::address::Address;
use super::games::{DocumentGames, RopeEdit};
use super::positions::{self, ClientEncoding};
use super::rope::{RopeText, rope_slice};
use super::sent_games::SentGames;
use super::shared_results::{ResultsLease, SharedResults};
use super::text_diff::{self, Replacement};
use crate::lsp::diagnostics::duplicates;
use crate::lsp::diagnostics::rendering::GameCache;
use crate::lsp::documents::change::{NewText, TextChange};
use crate::lsp::documents::disk::DiskFile;
use crate::lsp::requests::semantic_tokens::LastTokens;
use crate::lsp::session::cancel::Cancel;

/// Bytes at the beginning of a game that contain its tags, with few exceptions.
const HEAD: usize = 2 << 10;
/// Maximum length, in bytes, of a text that is always scanned whole at once.
const SHORT: usize = 1 << 16;
/// Maximum number of games to reset one by one. Beyond it, a full scan is faster.
const MOST_FORGOTTEN: usize = 1_000;
/// Maximum number of edited places kept for one change.
const MOST_EDITED: usize = 64;

/// A document at one version. Cheap to clone, and immutable.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub uri: Address,
    /// Identifies one opening of a document: version numbers may restart.
    pub opening: u64,
    /// The client's version number.
    pub version: i32,
    /// Number of changes of text and configuration since the opening, independent of the client.
    pub revision: u64,
    pub text: Rope,
    pub kind: FileKind,
    pub effective: Arc<EffectiveConfig>,
    /// Offset of the last edit, in bytes.
    pub last_edit: usize,
    /// The end of each edit of the last change, in bytes: an editor with several cursors sends several.
    pub edited: Vec<usize>,
    /// The file that the text was read from.
    pub disk: Arc<DiskFile>,
    /// The duplicates among the games.
    pub duplicates: Arc<duplicates::VersionDuplicates>,
    /// The semantic tokens sent last, of any version.
    pub last_tokens: LastTokens,
    /// The games sent to boards, of any version.
    pub sent_games: SentGames,
    games: Arc<DocumentGames>,
    shared: Arc<SharedResults>,
}

impl Snapshot {
    /// The first version of a document.
    pub fn new(uri: Address, language: &str, version: i32, text: Rope, effective: Arc<EffectiveConfig>) -> Snapshot {
        Snapshot {
            kind: kind_of(&uri, language),
            disk: Arc::new(DiskFile::of(&uri)),
            uri,
            opening: 0,
            version,
            revision: 0,
            text,
            effective,
            last_edit: 0,
            edited: Vec::new(),
            duplicates: Arc::default(),
            last_tokens: LastTokens::default(),
            sent_games: SentGames::default(),
            games: Arc::default(),
            shared: Arc::default(),
        }
    }

    /// The games of this version, scanned on the first call: in the whole text, or near its last edits.
    pub fn games(&self) -> &File<GameCache> {
        self.games.all(&self.text)
    }

    /// The games of this version, as [`Snapshot::games`]; `None` if the scan is cancelled, which is polled meanwhile.
    pub fn find_games(&self, cancel: &dyn Cancellation) -> Option<&File<GameCache>> {
        self.games.find(&self.text, cancel)
    }

    /// The games from the one at the byte `wanted.start` to the last that begins no later than `wanted.end`. If the
    /// text has not been scanned yet, they are determined by the surrounding text where possible. `None` if a full scan
    /// is needed and cancelled.
    pub fn games_near(&self, wanted: Range<usize>, cancel: &dyn Cancellation) -> Option<Vec<GamePlace>> {
        let known = self.games_at_once();
        if known.is_none()
            && let Some(around) = games::games_near(&RopeText(&self.text), wanted.clone())
        {
            return Some(around);
        }
        let games = known.or_else(|| self.find_games(cancel))?.from(wanted.start);
        Some(games.take_while(|game| game.range().start <= wanted.end).map(|game| game.place()).collect())
    }

    /// The game to which text typed at an offset belongs, which may be the last one; the outer `None` if cancelled.
    pub fn game_typed_in(&self, offset: usize, cancel: &dyn Cancellation) -> Option<Option<GamePlace>> {
        let near = self.games_near(offset.saturating_sub(1)..offset, cancel)?;
        Some(near.iter().rfind(|game| game.range.start < offset).or(near.first()).cloned())
    }

    /// The game at a position, and the offset in it; the outer `None` if cancelled.
    pub fn game_at(
        &self,
        position: Position,
        encoding: ClientEncoding,
        cancel: &dyn Cancellation,
    ) -> Option<Option<(Range<usize>, u32)>> {
        let offset = positions::offset(&self.text, position, encoding);
        let found = self.games_near(offset..offset, cancel)?.into_iter().next();
        let in_game = |GamePlace { range, .. }: GamePlace| {
            let place = u32::try_from(offset - range.start).ok()?;
            Some((range, place))
        };
        Some(found.and_then(in_game))
    }

    /// The result of `answer`, unless it observed the cancellation. An answer that did not observe it is complete,
    /// however late.
    pub fn unless_cancelled<T>(&self, cancel: &Cancel, answer: impl FnOnce(&dyn Cancellation) -> T) -> Option<T> {
        let observed = AtomicBool::new(false);
        let cancel = || observed.fetch_or(cancel.is_cancelled(), Ordering::Relaxed) || observed.load(Ordering::Relaxed);
        // If the games are known, an answer about one place takes less time than its cancellation.
        if self.games_at_once().is_none() && cancel.is_cancelled() {
            return None;
        }
        let answer = answer(&cancel);
        (!observed.into_inner()).then_some(answer)
    }

    /// The result of `read` for a game's tags: for its beginning, which nearly always contains them, or for the whole
    /// game if `read` needs more. Its second argument says whether the text is whole.
    pub fn by_head<T>(&self, game: &Range<usize>, read: impl Fn(&str, bool) -> Option<T>) -> Option<T> {
        let head = self.text_of(game.start..game.end.min(game.start + HEAD));
        read(&head, head.len() == game.len()).or_else(|| read(&self.text_of(game.clone()), true))
    }

    /// The resolved game, shared by concurrent requests and kept until it is edited, if it is large; `None` if
    /// cancelled. `text`: that of the game.
    pub fn resolved(&self, game: &Range<usize>, text: &str, cancel: &dyn Cancellation) -> Option<Arc<Resolved>> {
        let context = self.context_for(cancel);
        let resolve = || context.whole(text, resolve_game(text, &context));
        self.shared.resolved.get_or_make(game, cancel, resolve)
    }

    /// Whether there is another game than the one in this range. Only the end of a text may hold a span that is no game
    /// (rule A2).
    pub fn has_others(&self, game: &Range<usize>) -> bool {
        let next = || self.games_near(game.end..game.end, NEVER)?.into_iter().next();
        game.start > 0 || next().is_some_and(|next| next.is_game)
    }

    /// Whether there is exactly one game.
    pub fn has_one_game(&self) -> bool {
        let first = self.games_near(0..0, NEVER).into_iter().flatten().next().filter(|first| first.is_game);
        first.is_some_and(|first| !self.has_others(&first.range))
    }

    /// The document as far as its first games reach, if the others have not been scanned yet.
    pub fn beginning(&self) -> Option<Snapshot> {
        let beginning = self.games.beginning(&self.text).filter(|_| self.text.len_bytes() > SHORT)?;
        Some(Snapshot { games: Arc::new(DocumentGames::from_scan(beginning.clone())), ..self.clone() })
    }

    /// The games of this version, if they are known or quickly scanned.
    pub fn games_at_once(&self) -> Option<&File<GameCache>> {
        if self.text.len_bytes() <= SHORT { Some(self.games()) } else { self.games.if_scanned() }
    }

    /// The text of a range of bytes, as [`Snapshot::games`] gives them.
    pub fn text_of(&self, range: Range<usize>) -> Cow<'_, str> {
        rope_slice(&self.text, range)
    }

    /// What the analysis of a game of this document depends on besides its text.
    pub fn context(&self) -> Context<'_> {
        Context::new(&self.effective.settings, self.kind)
    }

    /// The same, for cancellable work.
    pub fn context_for<'a>(&'a self, cancel: &'a dyn Cancellation) -> Context<'a> {
        self.context().with_cancel(cancel)
    }

    /// Counts one more request about games of this version.
    pub fn lease(&self) -> ResultsLease {
        self.shared.enter()
    }

    /// The results for large games that concurrent requests share.
    pub fn shared(&self) -> &SharedResults {
        &self.shared
    }

    /// Applies a change to the text, and follows it in the games.
    pub fn change(&mut self, change: impl Into<TextChange>, encoding: ClientEncoding) {
        let change = change.into();
        let old = match change.range {
            Some(range) => positions::bytes(&self.text, range, encoding),
            None => 0..self.text.len_bytes(),
        };
        let replacement = match change.text {
            NewText::Plain(text) if change.range.is_some() => Replacement { old, text },
            NewText::Plain(text) => text_diff::between(&self.text, old, &text),
            NewText::Json(json) => text_diff::between_json(&self.text, old, &json),
        };
        if !replacement.old.is_empty() || !replacement.text.is_empty() {
            self.replace(replacement.old, &replacement.text);
        }
    }

    /// Replaces a range of bytes, whose ends lie between characters, by a text.
    fn replace(&mut self, old: Range<usize>, text: &str) {
        // Taken first: if anything below fails, the games are scanned afresh rather than kept wrong.
        let games = std::mem::take(&mut self.games);
        self.shared = Arc::new(self.shared.after(&old, text.len()));
        let before = self.text.clone();
        let chars = before.byte_to_char(old.start)..before.byte_to_char(old.end);
        self.text.remove(chars.clone());
        self.text.insert(chars.start, text);
        self.last_edit = old.start;
        for place in self.edited.iter_mut().filter(|place| **place >= old.end) {
            *place = *place - old.len() + text.len();
        }
        if self.edited.len() < MOST_EDITED {
            // The last inserted byte: an unchanged game may begin after it.
            self.edited.push(old.start + text.len().saturating_sub(1));
        }
        self.sent_games.record_edit(self.revision, old.clone(), text.len());
        self.duplicates = Arc::new(self.duplicates.after(old.clone(), text.len()));
        let edit = RopeEdit { after: self.text.clone(), old, new_len: text.len() };
        self.games = Arc::new(games.after(before, edit));
    }

    /// The report of a game of this version, computed on the first call. A game with a binary section is judged by the
    /// bytes of the file, which is read on the first call.
    pub fn report<'g>(&self, game: &Game<'g, GameCache>) -> &'g GameReport {
        let text = self.text_of(game.range());
        match game.binary() {
            None => game.report(&text, &self.context()),
            Some(section) => game.report_by(|| check_on_disk(&text, section, self.disk.get(), &self.context())),
        }
    }

    /// Judges a game as [`Snapshot::report`] does; false if cancelled.
    pub fn judge(&self, game: &Game<'_, GameCache>, cancel: &dyn Cancellation) -> bool {
        match game.binary() {
            None => game.judge(&self.text_of(game.range()), &self.context_for(cancel)),
            Some(_) => {
                self.report(game);
                true
            }
        }
    }

    /// Takes over the new content of the file, and discards the findings in binary games.
    pub fn reread(&mut self, disk: DiskFile) {
        self.disk = Arc::new(disk);
        self.duplicates = Arc::default();
        self.shared = Arc::default();
        let is_binary = |game: &Game<'_, GameCache>| game.binary().is_some();
        let games = self.games.if_scanned().filter(|games| games.games().filter(is_binary).count() <= MOST_FORGOTTEN);
        self.games = match games.cloned() {
            Some(mut games) => {
                games.forget(is_binary);
                Arc::new(DocumentGames::from_scan(games))
            }
            None => Arc::default(),
        };
    }

    /// Discards the findings of all games.
    pub fn forget_findings(&mut self) {
        (self.shared, self.duplicates, self.games) = Default::default();
    }
}

/// The kind of a document by its extension (rule A4), or else by the client's language identifier.
pub fn kind_of(uri: &Address, language: &str) -> FileKind {
    let extension = uri.extension();
    [extension.as_deref(), Some(language)]
        .into_iter()
        .flatten()
        .find_map(|word| match word.to_ascii_lowercase().as_str() {
            "pgn" => Some(FileKind::Pgn),
            "vgn" => Some(FileKind::Vgn),
            _ => None,
        })
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use tower_lsp::lsp_types::{Position, Range, TextDocumentContentChangeEvent, Url};

    use super::*;

    fn insert(line: u32, character: u32, text: &str) -> TextDocumentContentChangeEvent {
        let place = Position::new(line, character);
        let range = Some(Range::new(place, place));
        TextDocumentContentChangeEvent { range, range_length: None, text: text.to_owned() }
    }

    fn games(snapshot: &Snapshot) -> Vec<std::ops::Range<usize>> {
        snapshot.games().games().map(|game| game.range()).collect()
    }

    #[test]
    fn the_scan_after_an_edit_of_a_huge_game_is_deferred() {
        let uri = Url::parse("file:///a.pgn").expect("a URI").into();
        let text = format!("1. e4 *\n\n1. d4 {{{}}} *\n\n1. c4 *\n", "long ".repeat(400_000));
        let mut snapshot = Snapshot::new(uri, "pgn", 1, Rope::from_str(&text), Arc::default());
        assert!(snapshot.games_at_once().is_none(), "nobody has looked for them yet");
        snapshot.change(insert(2, 3, "e4 "), ClientEncoding::Utf16);
        assert!(snapshot.games_at_once().is_none());
        let now: File = File::new(&RopeText(&snapshot.text));
        assert_eq!(games(&snapshot), now.games().map(|game| game.range()).collect::<Vec<_>>());
        assert!(snapshot.games_at_once().is_some());

        let before = snapshot.clone();
        for change in [insert(2, 12, "x"), insert(0, 0, "1. g4 *\n\n"), insert(2, 3, "y"), insert(2, 0, "*\n")] {
            snapshot.change(change, ClientEncoding::Utf16);
        }
        assert!(snapshot.games_at_once().is_none(), "the game is too large to look at it at once");
        assert_eq!(games(&before), now.games().map(|game| game.range()).collect::<Vec<_>>(), "it stays as it was");
        let now: File = File::new(&RopeText(&snapshot.text));
        assert_eq!(games(&snapshot), now.games().map(|game| game.range()).collect::<Vec<_>>());

        // An edit elsewhere is followed at once.
        snapshot.change(insert(0, 3, "z"), ClientEncoding::Utf16);
        assert!(snapshot.games_at_once().is_some());
    }

    /// A text that is too long to be scanned whole, with a finding in the first game.
    fn long() -> Snapshot {
        let uri = Url::parse("file:///a.pgn").expect("a URI").into();
        let text = format!("1. Ke3 *\n\n{}", "[Event \"x\"]\n\n1. e4 *\n\n".repeat(50_000));
        Snapshot::new(uri, "pgn", 1, Rope::from_str(&text), Arc::default())
    }

    #[test]
    fn a_place_is_answered_before_the_scan() {
        let snapshot = long();
        let near: Vec<_> = [0, 600_000, snapshot.text.len_bytes() - 3]
            .map(|place| snapshot.games_near(place..place + 30, NEVER).expect("found"))
            .into_iter()
            .collect();
        assert!(snapshot.has_others(&near[0][0].range) && !snapshot.has_one_game());
        assert!(snapshot.games_at_once().is_none(), "nobody has looked for them");
        snapshot.games();
        for (place, before) in [0, 600_000, snapshot.text.len_bytes() - 3].into_iter().zip(near) {
            assert_eq!(snapshot.games_near(place..place + 30, NEVER).expect("found"), before);
        }
    }

    #[test]
    fn what_was_found_in_the_first_games_is_kept() {
        let snapshot = long();
        let beginning = snapshot.beginning().expect("nothing is known yet");
        let count = beginning.games().count();
        assert!((100..10_000).contains(&count), "{count}");
        beginning.games().games().for_each(|game| _ = beginning.report(&game));
        assert!(snapshot.games_at_once().is_none());
        assert_eq!(snapshot.games().known(), beginning.games().known());
        assert!(snapshot.beginning().is_none(), "all is known");
    }

    #[test]
    fn a_text_that_is_sent_whole_touches_what_differs() {
        let mut snapshot = long();
        snapshot.games().games().for_each(|game| _ = snapshot.report(&game));
        let text = snapshot.text.to_string();
        let at = text.len() / 2 + text[text.len() / 2..].find("e4").expect("it is there");
        let after = format!("{}d{}", &text[..at], &text[at + 1..]);
        snapshot.change(
            TextDocumentContentChangeEvent { range: None, range_length: None, text: after.clone() },
            ClientEncoding::Utf16,
        );
        assert_eq!(snapshot.text, after.as_str());
        let left: Vec<_> = snapshot.games().to_judge(0).map(|game| game.range().contains(&at)).collect();
        assert_eq!((left, snapshot.last_edit), (vec![true], at));
    }

    #[test]
    fn an_edit_during_a_scan_does_not_restart_it() {
        let mut snapshot = long();
        let opened = snapshot.clone();
        snapshot.change(insert(0, 3, "e4 "), ClientEncoding::Utf16);
        snapshot.change(insert(5, 3, "d4 "), ClientEncoding::Utf16);
        opened.report(&opened.games().game_at(600_000).expect("there is text"));
        let game = snapshot.games().game_at(600_006).expect("there is text");
        assert!(game.is_analysed(), "what was found in a game that no edit touched is kept");
        let now: File = File::new(&RopeText(&snapshot.text));
        assert_eq!(games(&snapshot), now.games().map(|game| game.range()).collect::<Vec<_>>());
    }

    #[test]
    fn a_cancelled_scan_leaves_no_state() {
        let fresh = long();
        let mut edited = fresh.clone();
        edited.games();
        edited.change(insert(0, 3, "{"), ClientEncoding::Utf16);
        let mut while_asked = fresh.clone();
        while_asked.change(insert(0, 3, "{"), ClientEncoding::Utf16);
        for snapshot in [fresh, edited, while_asked] {
            let polls = std::sync::atomic::AtomicU32::new(0);
            let soon = || polls.fetch_add(1, Ordering::Relaxed) > 0;
            assert!(snapshot.games_at_once().is_some() || snapshot.find_games(&soon).is_none());
            assert!(polls.load(Ordering::Relaxed) <= 3, "{polls:?}");
            let now: File = File::new(&RopeText(&snapshot.text));
            assert_eq!(games(&snapshot), now.games().map(|game| game.range()).collect::<Vec<_>>());
            assert!(snapshot.find_games(&|| true).is_some(), "they are known");
        }
    }

    #[test]
    fn too_many_edits_lead_to_a_full_scan() {
        let uri = Url::parse("file:///a.pgn").expect("a URI").into();
        let text = format!("1. d4 {{{}}} *\n", "long ".repeat(400_000));
        let mut snapshot = Snapshot::new(uri, "pgn", 1, Rope::from_str(&text), Arc::default());
        snapshot.games();
        for _ in 0..100 {
            snapshot.change(insert(0, 12, "x"), ClientEncoding::Utf16);
        }
        let now: File = File::new(&RopeText(&snapshot.text));
        assert_eq!(games(&snapshot), now.games().map(|game| game.range()).collect::<Vec<_>>());
    }
}
