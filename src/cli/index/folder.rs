//! The folder of the index, and the names of files in it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::batch::inputs::InputFile;

/// Where the index is.
#[derive(Clone, Debug, clap::Args)]
pub struct StoreArgs {
    /// The folder of the index [default: vgn-lsp/index in the user's folder of caches]
    #[arg(long, value_name = "DIR")]
    pub store: Option<PathBuf>,
}

impl StoreArgs {
    /// The folder of the index; `None` if the system tells no folder of caches.
    pub fn folder(&self) -> Option<PathBuf> {
        self.store.clone().or_else(|| caches(|name| std::env::var_os(name)).map(|caches| caches.join("vgn-lsp/index")))
    }
}

/// The user's folder of caches, by the variables of the environment.
fn caches(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let folder = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        folder("HOME").map(|home| home.join("Library/Caches"))
    } else {
        folder("XDG_CACHE_HOME").or_else(|| folder("HOME").map(|home| home.join(".cache")))
    }
}

/// The name of an input in an index: its absolute path, and its name in an archive. `None` if it has no path, or one that
/// is no text.
pub fn absolute(input: &InputFile) -> Option<(String, Option<String>)> {
    let path = absolute_path(input.path.as_deref()?)?.into_os_string().into_string().ok()?;
    Some((path, input.member.as_ref().map(|member| member.name.clone())))
}

/// A path without links, dots and the current folder.
pub fn absolute_path(path: &Path) -> Option<PathBuf> {
    path.canonicalize().or_else(|_| std::path::absolute(path)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(all(unix, not(target_os = "macos")))]
    fn caches_are_where_the_environment_says() {
        let of = |variables: &'static [(&'static str, &'static str)]| {
            caches(|name| variables.iter().find(|(other, _)| *other == name).map(|(_, value)| value.into()))
        };
        assert_eq!(of(&[("HOME", "/home/a")]), Some("/home/a/.cache".into()));
        assert_eq!(of(&[("HOME", "/home/a"), ("XDG_CACHE_HOME", "/caches")]), Some("/caches".into()));
        assert_eq!(of(&[("HOME", "/home/a"), ("XDG_CACHE_HOME", "relative")]), Some("/home/a/.cache".into()));
        assert_eq!(of(&[]), None);
    }
}
