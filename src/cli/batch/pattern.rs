//! Patterns of paths, expanded by the program itself: the console of Windows passes them on as they are.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use globset::{Error, GlobBuilder, GlobMatcher};

/// A pattern of paths: `*` and `?` do not match a separator, `**` matches any number of folders.
pub struct PathPattern {
    files: GlobMatcher,
    /// The beginnings of the pattern, up to the first that matches folders of any depth.
    folders: Vec<GlobMatcher>,
    any_depth: bool,
    root: PathBuf,
    /// Number of components of `root`.
    fixed: usize,
    any_case: bool,
}

impl PathPattern {
    /// Reads a pattern. With `any_case` it matches capital and small letters alike, in every alphabet, as Windows does.
    ///
    /// # Errors
    /// If a bracket or a brace is not closed, for example.
    pub fn new(pattern: &Path, any_case: bool) -> Result<PathPattern, Error> {
        let matcher = |path: &Path| {
            let text = path.to_string_lossy();
            let text = if any_case { small_letters(&text) } else { text.into_owned() };
            Ok::<_, Error>(GlobBuilder::new(&text).literal_separator(true).build()?.compile_matcher())
        };
        let parts: Vec<_> = pattern.components().collect();
        let fixed = parts.iter().take_while(|part| !has_wildcard(Path::new(part))).count();
        let root = parts[..fixed].iter().collect();
        let mut folders = Vec::new();
        let mut any_depth = false;
        for end in fixed + 1..parts.len() {
            // A beginning that ends inside braces is no pattern.
            let beginning = matcher(&parts[..end].iter().collect::<PathBuf>()).ok();
            any_depth = beginning.is_none() || parts[end - 1].as_os_str().to_string_lossy().contains("**");
            match beginning {
                Some(beginning) if !any_depth => folders.push(beginning),
                _ => break,
            }
        }
        let files = matcher(&parts.iter().collect::<PathBuf>())?;
        Ok(PathPattern { files, folders, any_depth, root, fixed, any_case })
    }

    /// The folder below which all matches are; empty for the current folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Whether the pattern matches a path.
    pub fn is_match(&self, path: &Path) -> bool {
        self.files.is_match(&*self.compared(path))
    }

    /// Whether a folder below the root may contain matches: no other folder need be read.
    pub fn may_contain_matches(&self, folder: &Path) -> bool {
        let below = folder.components().count().saturating_sub(self.fixed);
        match below.checked_sub(1).map(|index| self.folders.get(index)) {
            None => true,
            Some(Some(beginning)) => beginning.is_match(&*self.compared(folder)),
            Some(None) => self.any_depth,
        }
    }

    fn compared<'a>(&self, path: &'a Path) -> Cow<'a, Path> {
        if self.any_case { PathBuf::from(small_letters(&path.to_string_lossy())).into() } else { path.into() }
    }
}

/// Letter by letter: the small form of a letter must not depend on its neighbours.
fn small_letters(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

/// Whether a path is a pattern.
pub fn has_wildcard(path: &Path) -> bool {
    let text = path.to_string_lossy();
    // Windows takes a path with this prefix literally.
    text.strip_prefix(r"\\?\").filter(|_| cfg!(windows)).unwrap_or(&text).contains(['*', '?', '[', '{'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str, any_case: bool) -> PathPattern {
        PathPattern::new(Path::new(text), any_case).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn letters_of_every_alphabet_match_in_both_cases_if_asked() {
        for (text, path, in_any_case, as_written) in [
            ("*.PGN", "good.pgn", true, false),
            ("ü*.pgn", "Übung.PGN", true, false),
            ("äö*/*.pgn", "ÄÖ & Co/a.pgn", true, false),
            ("Жа*.pgn", "жАб.pgn", true, false),
            ("ΟΔΟΣ*.pgn", "οδοσ.pgn", true, false),
            ("ü*.pgn", "übung.pgn", true, true),
            ("ü*.pgn", "Ubung.pgn", false, false),
        ] {
            assert_eq!(pattern(text, true).is_match(Path::new(path)), in_any_case, "{text} {path}");
            assert_eq!(pattern(text, false).is_match(Path::new(path)), as_written, "{text} {path}");
        }
    }

    #[test]
    fn folders_that_cannot_match_are_known() {
        for (text, folders, others) in [
            ("*.pgn", &[][..], &["games", "a.pgn"][..]),
            ("games/*.pgn", &["games"], &["games/deep"]),
            ("games*/20?4/*.pgn", &["games", "games 2", "games/2024"], &["deep", "games/1999", "games/2024/x"]),
            ("games/**/a.pgn", &["games", "games/x", "games/x/y/z"], &[]),
            ("g*/**/a.pgn", &["games", "games/x/y/z"], &["home"]),
            // Braces may span folders.
            ("{a/b,c}/*.pgn", &["a", "a/b", "c"], &[]),
            ("./*/a.pgn", &["./x"], &["./x/y"]),
        ] {
            let pattern = pattern(text, false);
            for folder in folders {
                assert!(pattern.may_contain_matches(Path::new(folder)), "{text} {folder}");
            }
            for folder in others {
                assert!(!pattern.may_contain_matches(Path::new(folder)), "{text} {folder}");
            }
        }
    }

    #[test]
    fn the_root_has_no_wildcards() {
        for (text, root) in [("*.pgn", ""), ("a/b/*.pgn", "a/b"), ("../a//b/?/c.pgn", "../a/b"), ("/a/[x]/c", "/a")] {
            assert_eq!(pattern(text, false).root(), Path::new(root), "{text}");
        }
        assert!(pattern("a//b/*.pgn", false).is_match(Path::new("a/b/c.pgn")));
        assert!(PathPattern::new(Path::new("a[b.pgn"), false).is_err());
    }
}
