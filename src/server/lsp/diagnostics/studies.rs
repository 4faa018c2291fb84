//! The studies of the workspace, whose answers are compared: open documents, with what is not saved, and files.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;
use vgn_engine::games::Game;
use vgn_engine::lint::Code;
use vgn_search::GameWalker;
use vgn_search::repertoire::own_side::{self, StudySide};
use vgn_search::repertoire::{ChapterAnswers, ChapterSink};

use super::conflicts;
use super::rendering::GameCache;
use super::workspace::{LARGEST_FILE, Workspace};
use crate::lsp::documents::address::Address;
use crate::lsp::documents::open::Documents;
use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::{Snapshot, kind_of};
use crate::lsp::game_index::{MOST_GAMES, PositionPlace, ReadFiles, bytes_of, is_view, lines, place_in_file};
use crate::lsp::host::{FileStamp, files};
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::configuration::Configuration;

/// Maximum number of half-moves that are compared, in all studies together.
const MOST_HALF_MOVES: usize = 1_000_000;

/// Where the studies are.
pub struct StudyQuery {
    pub documents: Arc<Documents>,
    pub workspace: Arc<Workspace>,
    pub configuration: Arc<Configuration>,
    pub client: ClientFeatures,
}

/// What is kept between comparisons.
#[derive(Debug, Default)]
pub struct StudyDesk(Mutex<StudyDeskState>);

#[derive(Debug, Default)]
struct StudyDeskState {
    /// The chapters of files that are not open.
    files: BTreeMap<PathBuf, (FileStamp, Vec<StudyChapterPlace>)>,
    /// Changes with documents and files: what was compared last.
    compared: Option<u64>,
}

/// A study.
pub struct WorkspaceStudy {
    pub source: StudySource,
    pub chapters: Vec<StudyChapterPlace>,
}

/// Where a study is.
pub enum StudySource {
    Open(Snapshot),
    Closed(PathBuf, Address),
}

/// A chapter of a study.
#[derive(Clone, Debug)]
pub struct StudyChapterPlace {
    /// In bytes of the document or file.
    pub start: usize,
    /// Lines before it, in a file.
    line: u32,
    pub answers: Arc<ChapterAnswers>,
}

/// A half-move of a study.
#[derive(Clone, Copy, Debug)]
pub struct StudyMovePlace {
    pub study: usize,
    pub chapter: usize,
    pub at: usize,
}

impl StudyDesk {
    /// Drops what is known of a file, which has changed whatever its stamp says.
    pub fn forget(&self, path: &Path) {
        let mut state = self.lock();
        state.files.remove(path);
        state.compared = None;
    }

    /// All studies in the order of their paths; `None` if nothing has changed since the last call, or if cancelled.
    pub fn changed_studies(&self, query: &StudyQuery, cancel: &Cancel) -> Option<Vec<WorkspaceStudy>> {
        let open = query.documents.uris().into_iter().filter(|uri| !is_view(uri));
        let open = open.filter_map(|uri| query.documents.snapshot(&uri)).filter(conflicts::is_on);
        let open: Vec<Snapshot> = open.collect();
        let closed = query.workspace.closed(&query.documents, &query.client, cancel);
        let is_on =
            |uri: &Address| query.configuration.effective(uri).settings.level(Code::RepertoireConflict).is_some();
        let closed = closed.into_iter().filter(|(_, uri)| is_on(uri));
        let stamped = |(path, uri): (PathBuf, Address)| Some((files()?.stamp(&path)?, path, uri));
        let closed: Vec<_> = closed.filter_map(stamped).filter(|(stamp, ..)| stamp.len <= LARGEST_FILE).collect();
        let mut hasher = DefaultHasher::new();
        let mut keys: Vec<_> = open.iter().map(|open| (open.uri.to_string(), open.opening, open.revision)).collect();
        keys.sort_unstable();
        keys.hash(&mut hasher);
        closed.iter().for_each(|(stamp, path, _)| (stamp.len, stamp.modified, path).hash(&mut hasher));
        let now = Some(hasher.finish());
        let known = {
            let mut state = self.lock();
            if state.compared == now {
                return None;
            }
            // A change from now on is another one.
            state.compared = now;
            std::mem::take(&mut state.files)
        };
        let studies = collect(open, closed, known, cancel);
        let mut state = self.lock();
        match &studies {
            Some(studies) => state.files.extend(studies.iter().filter_map(|(study, stamp)| {
                let StudySource::Closed(path, _) = &study.source else { return None };
                Some((path.clone(), ((*stamp)?, study.chapters.clone())))
            })),
            None => state.compared = None,
        }
        Some(studies?.into_iter().map(|(study, _)| study).collect())
    }

    fn lock(&self) -> MutexGuard<'_, StudyDeskState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

type KnownFiles = BTreeMap<PathBuf, (FileStamp, Vec<StudyChapterPlace>)>;

/// The studies with the stamps of those that are not open; `None` if cancelled.
fn collect(
    open: Vec<Snapshot>,
    closed: Vec<(FileStamp, PathBuf, Address)>,
    mut known: KnownFiles,
    cancel: &Cancel,
) -> Option<Vec<(WorkspaceStudy, Option<FileStamp>)>> {
    let path_of = |uri: &Address| uri.path().unwrap_or_else(|| PathBuf::from(uri.to_string()));
    let open = open.into_iter().map(|snapshot| (path_of(&snapshot.uri), None, StudySource::Open(snapshot)));
    let closed =
        closed.into_iter().map(|(stamp, path, uri)| (path.clone(), Some(stamp), StudySource::Closed(path, uri)));
    let mut sources: Vec<_> = open.chain(closed).collect();
    sources.sort_by(|one, other| one.0.cmp(&other.0));
    let mut left = MOST_HALF_MOVES;
    let mut studies = Vec::new();
    for (path, stamp, source) in sources {
        if cancel.is_cancelled() {
            return None;
        }
        let chapters = match &source {
            StudySource::Open(snapshot) => of_document(snapshot, cancel)?,
            StudySource::Closed(path, uri) => match known.remove(path).filter(|(then, _)| Some(*then) == stamp) {
                Some((_, chapters)) => chapters,
                None => of_file(path, uri),
            },
        };
        let count: usize = chapters.iter().map(|chapter| chapter.answers.count()).sum();
        match left.checked_sub(count) {
            Some(less) => {
                left = less;
                studies.push((WorkspaceStudy { source, chapters }, stamp));
            }
            None => tracing::info!(?path, "left out: there are too many half-moves in the studies"),
        }
    }
    Some(studies)
}

/// The chapters of a document; those that have not been edited are known. `None` if cancelled.
fn of_document(snapshot: &Snapshot, cancel: &Cancel) -> Option<Vec<StudyChapterPlace>> {
    let games = snapshot.find_games(cancel)?;
    if games.count() > MOST_GAMES {
        return Some(Vec::new());
    }
    let games: Vec<_> = games.games().filter(Game::is_game).collect();
    let answers = |game: &Game<'_, GameCache>| {
        let read = || {
            let mut sink = ChapterSink::default();
            GameWalker::new(snapshot.kind).game(&bytes_of(snapshot, game), 0, true, &mut sink);
            Some(Arc::new(ChapterAnswers::of(sink.chapters.first()?)))
        };
        let known = game.attachment().answers().studied.get_or_init(|| read().unwrap_or_default());
        StudyChapterPlace { start: game.range().start, line: 0, answers: known.clone() }
    };
    Some(games.par_iter().map(answers).collect())
}

/// The chapters of a file; none if it cannot be read.
fn of_file(path: &Path, uri: &Address) -> Vec<StudyChapterPlace> {
    let Some(Ok(bytes)) = files().map(|files| files.read(path, LARGEST_FILE)) else { return Vec::new() };
    let (mut walker, mut sink) = (GameWalker::new(kind_of(uri, "")), ChapterSink::default());
    let (mut chapters, mut at, mut line) = (Vec::new(), 0, 0);
    while let Some(end) = walker.game(&bytes, at, true, &mut sink) {
        chapters.extend(sink.chapters.drain(..).map(|chapter| StudyChapterPlace {
            start: chapter.range.start,
            line: u32::try_from(line + lines(&bytes, at..chapter.range.start)).unwrap_or(u32::MAX),
            answers: Arc::new(ChapterAnswers::of(&chapter)),
        }));
        line += lines(&bytes, at..end);
        at = end;
    }
    chapters
}

impl WorkspaceStudy {
    fn uri(&self) -> &Address {
        match &self.source {
            StudySource::Open(snapshot) => &snapshot.uri,
            StudySource::Closed(_, uri) => uri,
        }
    }

    /// Whose lines each chapter has; `None` where nothing tells it.
    pub fn own_sides(&self) -> Vec<Option<StudySide>> {
        let name = self.uri().name();
        let stem = Path::new(&name).file_stem().and_then(|stem| stem.to_str());
        let answers = || self.chapters.iter().map(|chapter| &chapter.answers);
        let sides = own_side::of_chapters(answers().map(|answers| answers.orientation), None, stem, || {
            let untold = answers().filter(|answers| answers.orientation.is_none());
            own_side::of_branches(untold.flat_map(|answers| answers.branching()))
        });
        sides.into_iter().map(|side| side.map(|(side, _)| side)).collect()
    }

    /// Where a half-move is, in bytes of its game and in the text, and how it is written there; `None` if the file has
    /// changed.
    pub fn place(
        &self,
        here: StudyMovePlace,
        query: &StudyQuery,
        read: &mut ReadFiles,
    ) -> Option<(Range<u32>, PositionPlace, String)> {
        let StudyChapterPlace { start, line, answers } = self.chapters.get(here.chapter)?;
        let answer = answers.get(here.at)?;
        let encoding = query.client.encoding;
        let within = answer.range.start as usize..answer.range.end as usize;
        match &self.source {
            StudySource::Open(snapshot) => {
                let game = snapshot.games().game_at(*start)?;
                let text = answer.text(&bytes_of(snapshot, &game));
                // The bytes of a section have no places in the text.
                let range = if game.binary().is_some() { 0..0 } else { answer.range.clone() };
                let at = positions::in_document(&game.range(), range.clone());
                let place = positions::range(&snapshot.text, at, encoding);
                Some((range, PositionPlace { uri: snapshot.uri.clone(), range: place }, text))
            }
            StudySource::Closed(path, uri) => {
                let bytes = read.get(path).filter(|bytes| *start < bytes.len())?;
                let text = answer.text(&bytes[*start..]);
                let range = place_in_file(&bytes, (*start, *line), start + within.start..start + within.end, encoding);
                Some((0..0, PositionPlace { uri: uri.clone(), range }, text))
            }
        }
    }
}
