//! The properties of a file besides its content: hard links, owner, permissions, extended attributes. All of them are
//! transferred to the file that replaces it, or the file is refused.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

/// Refuses a file that is read-only, or has other hard links, which would keep the old content.
pub fn refuse_protected(path: &Path, metadata: &Metadata) -> io::Result<()> {
    // A superuser can write read-only files, and renaming needs only a writable folder.
    if metadata.permissions().readonly() || is_denied(path) {
        return Err(refusal("it is read-only"));
    }
    match names_of(metadata) {
        0 | 1 => Ok(()),
        names => Err(refusal(&format!("it has {names} names (hard links), and the others would keep the old content"))),
    }
}

/// The error for a file that is not replaced, with the option that forces it.
pub fn refusal(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, format!("{why}; use `--force` to replace it anyway"))
}

/// Gives `draft` the owner, the permissions and the extended attributes of the file that it will replace. Returns in
/// words what cannot be transferred.
pub fn carry_over(path: &Path, metadata: &Metadata, draft: &File) -> io::Result<Option<String>> {
    let owner = carry_owner(metadata, draft)?;
    // Windows has only one permission, which would be lost on the way: see `replacing`.
    if cfg!(not(windows)) {
        draft.set_permissions(metadata.permissions())?;
    }
    let attributes = carry_extended(path, draft);
    Ok(owner.or(attributes))
}

/// Replaces a file, even if it is read-only: Windows does not replace such a file, and the new one must be read-only
/// too.
pub fn replacing(target: &Path, replace: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    #[cfg(windows)]
    if let Ok(read_only) = target.metadata().map(|metadata| metadata.permissions())
        && read_only.readonly()
    {
        let mut writable = read_only.clone();
        writable.set_readonly(false);
        std::fs::set_permissions(target, writable)?;
        let replaced = replace();
        // Whichever of the two files is there now.
        return std::fs::set_permissions(target, read_only).and(replaced);
    }
    #[cfg(not(windows))]
    let _ = target;
    replace()
}

fn is_denied(path: &Path) -> bool {
    let opened = OpenOptions::new().write(true).open(path);
    opened.is_err_and(|error| error.kind() == io::ErrorKind::PermissionDenied)
}

#[cfg(unix)]
fn names_of(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(metadata)
}

#[cfg(not(unix))]
fn names_of(_: &Metadata) -> u64 {
    1
}

#[cfg(unix)]
fn carry_owner(metadata: &Metadata, draft: &File) -> io::Result<Option<String>> {
    use std::os::unix::fs::{MetadataExt, fchown};
    // Only a superuser can change the owner; the group may be another one of the user's.
    let _ = fchown(draft, Some(metadata.uid()), None);
    let _ = fchown(draft, None, Some(metadata.gid()));
    let now = draft.metadata()?;
    Ok(lost_owner((metadata.uid(), metadata.gid()), (now.uid(), now.gid())).map(str::to_owned))
}

/// The first of user and group that the draft did not get, in words.
#[cfg(unix)]
fn lost_owner(wanted: (u32, u32), given: (u32, u32)) -> Option<&'static str> {
    match () {
        () if given.0 != wanted.0 => Some("its owner"),
        () if given.1 != wanted.1 => Some("its group"),
        () => None,
    }
}

#[cfg(not(unix))]
fn carry_owner(_: &Metadata, _: &File) -> io::Result<Option<String>> {
    Ok(None)
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
fn carry_extended(path: &Path, draft: &File) -> Option<String> {
    use rustix::fs::{XattrFlags, fgetxattr, fsetxattr, getxattr, listxattr};
    // The maximum sizes on Linux; a file system without attributes lists none.
    let mut names = vec![0; 1 << 16];
    let len = listxattr(path, &mut names[..]).unwrap_or(0);
    let mut value = vec![0; 1 << 16];
    let mut present = vec![0; 1 << 16];
    for name in names[..len.min(names.len())].split(|byte| *byte == 0).filter(|name| !name.is_empty()) {
        let carried = getxattr(path, name, &mut value[..]).is_ok_and(|len| {
            let value = &value[..len];
            let there = fgetxattr(draft, name, &mut present[..]).is_ok_and(|len| &present[..len] == value);
            there || fsetxattr(draft, name, value, XattrFlags::empty()).is_ok()
        });
        if !carried {
            return Some(format!("the extended attribute {}", String::from_utf8_lossy(name)));
        }
    }
    None
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn carry_extended(_: &Path, _: &File) -> Option<String> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn an_owner_or_a_group_that_cannot_be_given_is_lost() {
        assert_eq!(lost_owner((1, 2), (1, 2)), None);
        assert_eq!(lost_owner((0, 2), (1, 2)), Some("its owner"));
        assert_eq!(lost_owner((1, 0), (1, 2)), Some("its group"));
        assert_eq!(lost_owner((0, 0), (1, 2)), Some("its owner"));
    }
}
