//! Ignore lists (`.gitignore` and the like), checked before a folder is walked.
//!
//! The walk would read such a list whatever it is, and a folder may come from anywhere: reading a link to a device
//! never ends, and reading a pipe never begins. A folder with such a list is walked without it.

use std::path::{Path, PathBuf};

use vgn_config::files::{is_harmless, read_regular};

/// Lists that may be in any folder, and that of a repository.
const LISTS: [&str; 2] = [".gitignore", ".ignore"];
const EXCLUDED: &str = "info/exclude";
/// Maximum size of a list, in bytes.
const LARGEST: u64 = 1 << 20;

/// Whether all lists of a folder are regular files of moderate size.
pub fn has_readable_lists(folder: &Path) -> bool {
    let mut lists = LISTS.iter().map(|list| folder.join(list)).chain(of_repository(&folder.join(".git")));
    lists.all(|list| is_harmless(&list, LARGEST))
}

/// The list of a repository; for a worktree, whose `.git` is a file, all files that lead to the list.
fn of_repository(git: &Path) -> Vec<PathBuf> {
    if !git.is_file() {
        return vec![git.join(EXCLUDED)];
    }
    let line = |path: &Path| {
        let bytes = read_regular(path, LARGEST).ok()?;
        String::from_utf8_lossy(&bytes).lines().next().map(str::to_owned)
    };
    let mut read = vec![git.to_path_buf()];
    if let Some(own) = line(git).and_then(|line| line.strip_prefix("gitdir: ").map(PathBuf::from)) {
        let common = own.join("commondir");
        read.extend(line(&common).map(|line| own.join(line).join(EXCLUDED)));
        read.push(common);
    }
    read
}

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    #[test]
    fn an_endless_list_is_seen_before_it_is_read() -> std::io::Result<()> {
        let root = tempfile::tempdir()?;
        let endless = |path: &str| {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().expect("it has one"))?;
            std::os::unix::fs::symlink("/dev/zero", path)
        };
        for list in ["a/.gitignore", "b/.ignore", "c/.git/info/exclude", "d/own/commondir", "e/shared/info/exclude"] {
            endless(list)?;
        }
        let worktree = |folder: &str, own: &str| {
            let line = format!("gitdir: {}\n", root.path().join(own).display());
            std::fs::write(root.path().join(folder).join(".git"), line)
        };
        worktree("d", "d/own")?;
        std::fs::create_dir_all(root.path().join("e/own"))?;
        std::fs::write(root.path().join("e/own/commondir"), "../shared\n")?;
        worktree("e", "e/own")?;
        std::fs::create_dir_all(root.path().join("f/own"))?;
        worktree("f", "f/own")?;
        std::fs::write(root.path().join("f/.gitignore"), "*.tmp\n")?;
        for (folder, readable) in
            [("a", false), ("b", false), ("c", false), ("d", false), ("e", false), ("f", true), ("", true)]
        {
            assert_eq!(super::has_readable_lists(&root.path().join(folder)), readable, "{folder}");
        }
        Ok(())
    }
}
