//! From the paths on the command line to the files to process.

use std::collections::{BTreeSet, HashSet};
use std::fs::Metadata;
use std::io::{self, ErrorKind, Read as _};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use ignore::WalkBuilder;
use vgn_compressed::{ArchiveMember, CompressionKind, DecompressedText, decompressed, members, uncompressed_name};
use vgn_config::files::{is_regular, open_named, open_regular};
use vgn_engine::lint::FileKind;
use vgn_engine::source::ChunkStart;

use super::FileFault;
use super::byte_range::{ByteRange, FilePart};
use super::pattern::{PathPattern, has_wildcard};
use crate::reason;

/// One file to process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputFile {
    /// `None` for standard input.
    pub path: Option<PathBuf>,
    /// The file is this member of the archive at `path`.
    pub member: Option<Arc<ArchiveMember>>,
    /// The name in messages: the path as it was given, or `-`; for a member of an archive with its name there.
    pub name: String,
    pub kind: FileKind,
    /// The path comes from a folder or a pattern and was not named itself.
    pub found: bool,
    /// Only the games that begin in this range are read.
    pub range: Option<ByteRange>,
}

/// A file that is being read.
pub struct OpenedInput {
    /// The text, decompressed.
    pub text: DecompressedText,
    /// Of the file that holds it; `None` for standard input.
    pub metadata: Option<Metadata>,
    /// The format in which the file holds it, if it is compressed.
    pub compression: Option<CompressionKind>,
    /// Where in the file the text begins.
    pub start: ChunkStart,
}

impl InputFile {
    /// A file named by the user.
    pub fn named(path: PathBuf) -> InputFile {
        let kind = kind_of(&path);
        InputFile {
            name: path.to_string_lossy().into_owned(),
            path: Some(path),
            member: None,
            kind,
            found: false,
            range: None,
        }
    }

    fn discovered(path: PathBuf) -> InputFile {
        InputFile { found: true, ..InputFile::named(path) }
    }

    /// Standard input.
    pub fn stdin() -> InputFile {
        InputFile { path: None, member: None, name: "-".into(), kind: FileKind::Unknown, found: false, range: None }
    }

    /// Whether the number of bytes of the text is not that of the file, as far as its name tells.
    pub fn is_compressed_by_name(&self) -> bool {
        self.member.is_some() || self.path.as_deref().is_some_and(|path| CompressionKind::of_name(path).is_some())
    }

    /// The path of the text as people would write it; `None` for standard input.
    pub fn shown_path(&self) -> Option<&Path> {
        if self.member.is_some() { Some(Path::new(&self.name)) } else { self.path.as_deref() }
    }

    /// Whether it is, or is in, the file at this path, by whatever name.
    pub fn is_at(&self, path: &Path) -> bool {
        self.path.as_deref().is_some_and(|own| identity(own) == identity(path))
    }

    /// Opens the file. Only a named file may be a pipe or a device.
    ///
    /// # Errors
    ///
    /// If it cannot be opened, or is not readable.
    pub fn open(&self) -> io::Result<OpenedInput> {
        let Some(path) = &self.path else {
            let text = decompressed(Box::new(io::stdin()))?;
            return Ok(OpenedInput { compression: text.kind(), text, metadata: None, start: ChunkStart::default() });
        };
        let (file, metadata) = match self.found || self.member.is_some() {
            true => open_regular(path).map(|(file, metadata)| (file, Some(metadata)))?,
            false => open_named(path)?,
        };
        if metadata.as_ref().is_some_and(Metadata::is_dir) {
            return Err(ErrorKind::IsADirectory.into());
        }
        if let Some(member) = &self.member {
            let (text, compression) = (member.open(file)?, Some(CompressionKind::Zip));
            return Ok(OpenedInput { text, metadata, compression, start: ChunkStart::default() });
        }
        if let Some(range) = self.range {
            let FilePart { file, start } = range.part_of(file)?;
            let text = decompressed(Box::new(file))?;
            return Ok(OpenedInput { text, metadata, compression: None, start });
        }
        let text = decompressed(Box::new(file))?;
        Ok(OpenedInput { compression: text.kind(), text, metadata, start: ChunkStart::default() })
    }

    /// Whether the file is a ZIP archive. A file that was found is one if its name says so.
    fn is_archive(&self) -> bool {
        let Some(path) = &self.path else { return false };
        let named = CompressionKind::of_name(path) == Some(CompressionKind::Zip);
        if self.found || named {
            return named && is_regular(path);
        }
        let mut first = Vec::new();
        let read = open_regular(path).and_then(|(file, _)| file.take(4).read_to_end(&mut first));
        read.is_ok() && CompressionKind::of_bytes(&first) == Some(CompressionKind::Zip)
    }
}

/// The only input, from which a range of bytes is read.
///
/// # Errors
///
/// If there is not one file, or it is a member of an archive.
pub fn with_range(mut inputs: Vec<InputFile>, range: Option<ByteRange>) -> Result<Vec<InputFile>, FileFault> {
    if range.is_some() {
        match &mut inputs[..] {
            [input] if input.path.is_some() && input.member.is_none() => input.range = range,
            _ => {
                let message = "expected one file that is not in an archive: a range is one of its bytes";
                return Err(FileFault::new("--range", message.into()));
            }
        }
    }
    Ok(inputs)
}

/// The files that `paths` name, in order and without repetition, and the faults of the paths.
pub fn gather(paths: &[PathBuf]) -> (Vec<InputFile>, Vec<FileFault>) {
    let mut gathered = InputCollector::default();
    if paths.is_empty() {
        gathered.folder(Path::new("."));
    }
    for path in paths {
        if path.as_os_str() == "-" {
            gathered.add(InputFile::stdin());
        } else if path.is_dir() {
            gathered.folder(path);
        } else if path.symlink_metadata().is_err() && has_wildcard(path) {
            gathered.glob(path);
        } else {
            gathered.add(InputFile::named(path.clone()));
        }
    }
    (gathered.inputs, gathered.faults)
}

#[derive(Default)]
struct InputCollector {
    inputs: Vec<InputFile>,
    /// Each with its name in its archive.
    seen: HashSet<(Option<FileIdentity>, Option<String>)>,
    faults: Vec<FileFault>,
}

impl InputCollector {
    fn add(&mut self, input: InputFile) {
        if input.member.is_none() && input.is_archive() {
            return self.archive(&input);
        }
        let member = input.member.as_ref().map(|member| member.name.clone());
        if self.seen.insert((input.path.as_deref().map(identity), member)) {
            self.inputs.push(input);
        }
    }

    /// Adds the games in an archive. One that was found may be without games.
    fn archive(&mut self, archive: &InputFile) {
        let Some(path) = &archive.path else { return };
        let members = match open_regular(path).and_then(|(file, _)| members(file)) {
            Ok(members) => members,
            Err(error) => {
                let message = format!("the file cannot be read: {}", reason(&error));
                return self.faults.push(FileFault::new(&archive.name, message));
            }
        };
        let mut has_games = false;
        for member in members {
            let kind = kind_of(Path::new(&member.name));
            if kind != FileKind::Unknown {
                has_games = true;
                let name = format!("{}/{}", archive.name, member.name);
                self.add(InputFile { name, kind, member: Some(Arc::new(member)), ..archive.clone() });
            }
        }
        if !has_games && !archive.found {
            self.faults.push(FileFault::new(&archive.name, "no .pgn or .vgn file is in this archive".into()));
        }
    }

    /// Adds the games in a folder; an empty folder is not a fault.
    fn folder(&mut self, folder: &Path) {
        for path in self.walk(folder, |_| true) {
            let is_archive = CompressionKind::of_name(&path) == Some(CompressionKind::Zip);
            if is_archive || kind_of(&path) != FileKind::Unknown {
                // `vgn-lsp check` without paths names `a.pgn`, not `./a.pgn`.
                let path = if folder == Path::new(".") { without_dot(path) } else { path };
                self.add(InputFile::discovered(path));
            }
        }
    }

    /// Adds the files that match a pattern, as a shell would.
    fn glob(&mut self, pattern: &Path) {
        let text = pattern.to_string_lossy();
        // As the system compares names: shells elsewhere are case-sensitive.
        let pattern = match PathPattern::new(pattern, cfg!(windows)) {
            Ok(pattern) => Arc::new(pattern),
            Err(error) => {
                return self
                    .faults
                    .push(FileFault::new(&text, format!("the pattern is not understood: {}", error.kind())));
            }
        };
        let absent = pattern.root().as_os_str().is_empty();
        let root = if absent { Path::new(".") } else { pattern.root() };
        let mut is_matched = false;
        if root.exists() {
            let named = move |path: PathBuf| if absent { without_dot(path) } else { path };
            let read = {
                let pattern = pattern.clone();
                move |folder: &Path| pattern.may_contain_matches(&named(folder.to_path_buf()))
            };
            for path in self.walk(root, read) {
                let path = named(path);
                if pattern.is_match(&path) {
                    // It may have been named before.
                    is_matched = true;
                    self.add(InputFile::discovered(path));
                }
            }
        }
        if !is_matched {
            self.faults.push(FileFault::new(&text, "no file matches this pattern".into()));
        }
    }

    /// All regular files below a folder, ordered by name, in the folders that are to be read. Links to folders are not
    /// followed.
    fn walk(&mut self, folder: &Path, is_read: impl Fn(&Path) -> bool + Send + Sync + 'static) -> Vec<PathBuf> {
        let (mut files, mut unentered) = (Vec::new(), BTreeSet::new());
        let walk = WalkBuilder::new(folder)
            .standard_filters(false)
            .sort_by_file_name(Ord::cmp)
            .filter_entry(move |entry| {
                entry.depth() == 0 || !entry.file_type().is_some_and(|kind| kind.is_dir()) || is_read(entry.path())
            })
            .build();
        for entry in walk {
            match entry {
                Ok(entry) if is_regular(entry.path()) => files.push(entry.into_path()),
                Ok(entry) => unentered.extend(folder_not_entered(entry.path())),
                Err(error) => self.faults.push(walk_fault(folder, &error)),
            }
        }
        for folder in unentered {
            let why = reason(&ErrorKind::PermissionDenied.into());
            let message = format!("the files of this folder cannot be read: {why}");
            self.faults.push(FileFault::new(&folder.to_string_lossy(), message));
        }
        files
    }
}

/// The folder of a path, if its names can be read, but nothing else of what is in it.
fn folder_not_entered(path: &Path) -> Option<PathBuf> {
    let is_denied = path.symlink_metadata().is_err_and(|error| error.kind() == ErrorKind::PermissionDenied);
    path.parent().filter(|_| is_denied).map(Path::to_path_buf)
}

/// The identity of a file, independent of its name: `a.pgn`, `./a.pgn`, a link to it.
#[derive(PartialEq, Eq, Hash)]
enum FileIdentity {
    #[cfg(unix)]
    Inode(u64, u64),
    Path(PathBuf),
}

fn identity(path: &Path) -> FileIdentity {
    #[cfg(unix)]
    if let Ok(metadata) = path.metadata() {
        use std::os::unix::fs::MetadataExt;
        return FileIdentity::Inode(metadata.dev(), metadata.ino());
    }
    // Windows has one canonical spelling for each file, letter case and drive included.
    let spelling = path.canonicalize().or_else(|_| std::path::absolute(path));
    FileIdentity::Path(spelling.unwrap_or_else(|_| path.to_path_buf()))
}

fn walk_fault(folder: &Path, error: &ignore::Error) -> FileFault {
    let path = match error {
        ignore::Error::WithPath { path, .. } => path.as_path(),
        ignore::Error::WithDepth { err, .. } => return walk_fault(folder, err),
        _ => folder,
    };
    let why = error.io_error().map_or_else(|| error.to_string(), reason);
    FileFault::new(&path.to_string_lossy(), format!("this cannot be read: {why}"))
}

/// By the name of the text, if the file is compressed.
fn kind_of(path: &Path) -> FileKind {
    match uncompressed_name(path).extension() {
        Some(extension) if extension.eq_ignore_ascii_case("pgn") => FileKind::Pgn,
        Some(extension) if extension.eq_ignore_ascii_case("vgn") => FileKind::Vgn,
        _ => FileKind::Unknown,
    }
}

fn without_dot(path: PathBuf) -> PathBuf {
    path.components().filter(|component| *component != Component::CurDir).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(paths: &[PathBuf], root: &Path) -> Vec<String> {
        let with_slashes = |path: &str| if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() };
        let root = with_slashes(&format!("{}/", root.display()));
        let (inputs, _) = gather(paths);
        inputs.iter().map(|input| with_slashes(&input.name).replace(&root, "")).collect()
    }

    #[test]
    fn folders_globs_and_files() -> std::io::Result<()> {
        let root = tempfile::tempdir()?;
        let root = root.path();
        std::fs::create_dir_all(root.join("deep/er"))?;
        for name in ["b.pgn", "a.VGN", "c.txt", "deep/d.pgn", "deep/er/e.pgn", "deep/[x].pgn", ".gitignore"] {
            std::fs::write(root.join(name), "*.pgn")?;
        }
        assert_eq!(
            names(&[root.to_path_buf()], root),
            ["a.VGN", "b.pgn", "deep/[x].pgn", "deep/d.pgn", "deep/er/e.pgn"]
        );
        assert_eq!(names(&[root.join("*.pgn")], root), ["b.pgn"]);
        assert_eq!(names(&[root.join("*.txt"), root.join("c.txt")], root), ["c.txt"], "once only");
        assert_eq!(names(&[root.join("**/e.*")], root), ["deep/er/e.pgn"]);
        assert_eq!(names(&[root.join("deep/[x].pgn")], root), ["deep/[x].pgn"], "a name before a pattern");
        let spellings = [root.join("b.pgn"), root.join("deep/../b.pgn"), root.join("./b.pgn")];
        assert_eq!(names(&spellings, root), ["b.pgn"], "one file");
        assert_eq!(gather(&[root.join("*.epd")]).1[0].message, "no file matches this pattern");
        // On Windows this has a prefix with a question mark in it.
        let verbatim = root.canonicalize()?;
        assert_eq!(names(&[verbatim.join("*.pgn")], &verbatim), ["b.pgn"]);
        assert_eq!(names(&[verbatim.join("none.pgn")], &verbatim), ["none.pgn"]);
        Ok(())
    }
}
