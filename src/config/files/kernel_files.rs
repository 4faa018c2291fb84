//! Files that the kernel generates when they are read: they claim to be regular, but reading some of them never ends,
//! or never begins, such as `/proc/kmsg`. They never contain games.

use std::io;
use std::path::Path;

/// Refuses a file that the kernel generates.
///
/// # Errors
/// If it is one; in words for people.
pub fn refuse(path: &Path) -> io::Result<()> {
    if is_kernel_generated(path) {
        Err(io::Error::other("it is not a file on a disk, but made by the system"))
    } else {
        Ok(())
    }
}

#[cfg(any(target_os = "linux", target_os = "android"))]
fn is_kernel_generated(path: &Path) -> bool {
    /// `PROC_SUPER_MAGIC`, `SYSFS_MAGIC`, `DEBUGFS_MAGIC` and `TRACEFS_MAGIC` of `linux/magic.h`.
    const OF_THE_KERNEL: [u32; 4] = [0x9fa0, 0x6265_6572, 0x6462_6720, 0x7472_6163];
    // The type is signed on some machines.
    rustix::fs::statfs(path).is_ok_and(|system| OF_THE_KERNEL.contains(&(system.f_type as u32)))
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn is_kernel_generated(_: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_on_a_disk_is_not_made_up() -> io::Result<()> {
        let file = tempfile::NamedTempFile::new()?;
        refuse(file.path())?;
        // A missing file is an error of opening it.
        refuse(&file.path().join("none"))
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_the_kernel_makes_up_is_refused_also_behind_a_link() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let link = folder.path().join("link.pgn");
        std::os::unix::fs::symlink("/proc/kmsg", &link)?;
        for path in [Path::new("/proc/kmsg"), Path::new("/proc/version"), &link] {
            assert!(refuse(path).is_err(), "{}", path.display());
        }
        // A link of the kernel's leads to the file that another program has open.
        let opened = tempfile::NamedTempFile::new()?;
        let descriptor = std::os::fd::AsRawFd::as_raw_fd(opened.as_file());
        refuse(Path::new(&format!("/proc/self/fd/{descriptor}")))
    }
}
