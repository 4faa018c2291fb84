//! Workflow commands of GitHub: each finding becomes an annotation of a change.

use std::io::Write;
use std::path::{Component, Path, PathBuf};
use std::sync::LazyLock;

use vgn_engine::lint::{Diagnostic, Severity};

use super::{GamePlaces, PrintedGame, title};
use crate::summary::counted;
use crate::terminal::visible_lines;

pub(super) fn finding(out: &mut Vec<u8>, game: &PrintedGame<'_>, places: &GamePlaces<'_>, finding: &Diagnostic) {
    let command = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information | Severity::Hint => "notice",
    };
    let (start, end) = places.of(&finding.range);
    let file = game.path.map_or_else(|| title(game.file).to_owned(), |path| from_root(path, &WORKPLACE));
    // Writing to a vector does not fail.
    let _ = write!(out, "::{command} file={},line={},endLine={}", property(&file), start.line + 1, end.line + 1);
    if start.line == end.line {
        // Columns are allowed within one line only.
        let _ = write!(out, ",col={},endColumn={}", start.column + 1, end.column + 1);
    }
    let message = format!("{} (game {})", finding.message, game.number);
    let _ = writeln!(out, ",title={}::{}", property(finding.code.name()), data(&message));
}

/// Adds to a printed finding that so many more games have it.
pub(super) fn add_to_finding(finding: &mut Vec<u8>, more: u64) {
    let line_end = finding.pop();
    finding.extend(format!(" and {} of the file", counted(more, "more game")).bytes());
    finding.extend(line_end);
}

/// The current folder, and the root of its repository.
struct RepositoryRoot {
    folder: PathBuf,
    root: PathBuf,
}

/// GitHub gives the place of the repository; elsewhere its root is the current folder.
static WORKPLACE: LazyLock<RepositoryRoot> = LazyLock::new(|| {
    let folder = std::env::current_dir().unwrap_or_default();
    let stated = std::env::var_os("GITHUB_WORKSPACE").map(PathBuf::from);
    let root = stated.filter(|root| root.is_absolute() && folder.starts_with(root)).unwrap_or_else(|| folder.clone());
    RepositoryRoot { folder, root }
});

/// The normalized path of a file relative to the root of the repository, by which GitHub knows it; the absolute path of
/// a file outside.
fn from_root(path: &Path, place: &RepositoryRoot) -> String {
    let mut whole = PathBuf::new();
    for part in place.folder.join(path).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                whole.pop();
            }
            part => whole.push(part),
        }
    }
    let shown = whole.strip_prefix(&place.root).unwrap_or(&whole).to_string_lossy();
    if cfg!(windows) { shown.replace('\\', "/") } else { shown.into_owned() }
}

fn data(text: &str) -> String {
    let text = visible_lines(text);
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn files_are_named_from_the_root_of_the_repository() {
        let place = |folder: &str| RepositoryRoot { folder: folder.into(), root: "/work/chess".into() };
        for (folder, path, expected) in [
            ("/work/chess", "g.pgn", "g.pgn"),
            ("/work/chess", "./g.pgn", "g.pgn"),
            ("/work/chess", ".//g.pgn", "g.pgn"),
            ("/work/chess", "a/./b//g.pgn", "a/b/g.pgn"),
            ("/work/chess", "a/../g.pgn", "g.pgn"),
            ("/work/chess", "/work/chess/a/g.pgn", "a/g.pgn"),
            ("/work/chess", "../other/g.pgn", "/work/other/g.pgn"),
            ("/work/chess", "/tmp//g.pgn", "/tmp/g.pgn"),
            ("/work/chess/games", "g.pgn", "games/g.pgn"),
            ("/work/chess/games", "../g.pgn", "g.pgn"),
        ] {
            assert_eq!(from_root(Path::new(path), &place(folder)), expected, "{folder} {path}");
        }
    }

    #[test]
    fn what_would_end_a_command_is_escaped() {
        assert_eq!(data("100 %\r\nx\x1b"), "100 %25%0D%0Ax␛");
        assert_eq!(property("C:\\a,b"), "C%3A\\a%2Cb");
    }
}
