//! The search for configuration: the nearest `vgn.toml` in a file's folder or a folder above it.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Config, Notices, parse};
use crate::files::{read_named, read_regular};

/// The name of a configuration file.
pub const FILE_NAME: &str = "vgn.toml";

/// Maximum size of a configuration file, in bytes (256 KiB): one that sets everything has a hundredth of that.
pub const LARGEST_CONFIGURATION: u64 = 256 << 10;

/// A configuration file as it was read.
#[derive(Debug)]
pub struct ConfigFile {
    pub path: PathBuf,
    pub config: Config,
    pub notices: Notices,
    /// The error, if the file exists and could not be read.
    pub failure: Option<io::Error>,
}

/// Finds configuration files; each folder is searched once and each file read once.
#[derive(Debug, Default)]
pub struct ConfigFinder {
    folders: HashMap<PathBuf, Option<Arc<ConfigFile>>>,
}

impl ConfigFile {
    /// Reads the configuration file at `path`, which the user has named: it may be a pipe.
    pub fn read(path: &Path) -> ConfigFile {
        ConfigFile::of(path, read_named(path, LARGEST_CONFIGURATION))
    }

    fn of(path: &Path, bytes: io::Result<Vec<u8>>) -> ConfigFile {
        let (text, failure) = match bytes.map(String::from_utf8) {
            Ok(Ok(text)) => (text, None),
            Ok(Err(_)) => (String::new(), Some(io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8"))),
            Err(error) => (String::new(), Some(error)),
        };
        let (config, notices) = parse(&text);
        ConfigFile { path: path.to_path_buf(), config, notices, failure }
    }
}

impl ConfigFinder {
    /// The configuration for the files in `folder` (an absolute path), if there is one.
    pub fn for_folder(&mut self, folder: &Path) -> Option<Arc<ConfigFile>> {
        let mut unknown = Vec::new();
        let mut found = None;
        for folder in folder.ancestors() {
            if let Some(known) = self.folders.get(folder) {
                found = known.clone();
                break;
            }
            unknown.push(folder);
            let path = folder.join(FILE_NAME);
            // A folder or a pipe of this name is reported like a file that cannot be read.
            if path.symlink_metadata().is_ok() {
                found = Some(Arc::new(ConfigFile::of(&path, read_regular(&path, LARGEST_CONFIGURATION))));
                break;
            }
        }
        for folder in unknown {
            self.folders.insert(folder.to_path_buf(), found.clone());
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vgn_engine::lint::Strictness;

    #[test]
    fn the_nearest_file_above_holds_and_is_read_once() -> io::Result<()> {
        let root = tempfile::tempdir()?;
        let deep = root.path().join("a/b/c");
        std::fs::create_dir_all(&deep)?;
        std::fs::write(root.path().join(FILE_NAME), "strictness = \"off\"")?;
        std::fs::write(root.path().join("a/b").join(FILE_NAME), "strictness = \"basic\"")?;

        let mut finder = ConfigFinder::default();
        let from_deep = finder.for_folder(&deep).expect("there is one in a/b");
        assert_eq!(from_deep.config.strictness, Some(Strictness::Basic));
        let from_above = finder.for_folder(&root.path().join("a")).expect("there is one in the root");
        assert_eq!(from_above.config.strictness, Some(Strictness::Off));

        std::fs::remove_file(root.path().join("a/b").join(FILE_NAME))?;
        let again = finder.for_folder(&root.path().join("a/b")).expect("remembered");
        assert!(Arc::ptr_eq(&from_deep, &again));
        Ok(())
    }

    #[test]
    fn what_is_no_regular_file_is_an_error_and_never_waited_for() -> io::Result<()> {
        let make: &[fn(&Path) -> io::Result<()>] = &[
            |path| std::fs::create_dir(path),
            #[cfg(unix)]
            |path| std::os::unix::fs::symlink("nowhere", path),
            #[cfg(unix)]
            |path| std::os::unix::net::UnixListener::bind(path).map(|_| ()),
            #[cfg(target_os = "linux")]
            |path| std::process::Command::new("mkfifo").arg(path).status().map(|_| ()),
        ];
        for make in make {
            let root = tempfile::tempdir()?;
            make(&root.path().join(FILE_NAME))?;
            let found = ConfigFinder::default().for_folder(root.path()).expect("the name is there");
            assert!(found.failure.is_some() && found.config == Config::default(), "{found:?}");
        }
        Ok(())
    }
}
