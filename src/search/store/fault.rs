//! Why an index cannot be read or written.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::index::SegmentFault;

/// Why an index in a folder cannot be read or written.
#[derive(Debug)]
pub enum StoreFault {
    /// There is none in the folder.
    Absent(PathBuf),
    /// Another process writes it.
    Busy(PathBuf),
    /// This file is of another version of the format.
    OtherVersion(PathBuf),
    /// This file is none of an index, but has the name of one, or is where one was to be made.
    Foreign(PathBuf),
    /// This file is damaged or cut off.
    Damaged(PathBuf),
    /// The system does not do what is wanted with this file.
    System(PathBuf, io::Error),
    /// Games do not make a segment, or a segment is not one.
    Segment(SegmentFault),
}

impl StoreFault {
    pub(super) fn system(path: &Path) -> impl Fn(io::Error) -> StoreFault {
        move |error| StoreFault::System(path.to_path_buf(), error)
    }

    /// Whether there simply is no index.
    pub fn is_absent(&self) -> bool {
        matches!(self, StoreFault::Absent(_))
    }
}

impl fmt::Display for StoreFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreFault::Absent(folder) => {
                write!(f, "{}: no index is in this folder: `vgn-lsp index` makes one", folder.display())
            }
            StoreFault::Busy(folder) => {
                let folder = folder.display();
                write!(f, "{folder}: another process is writing this index: try again when it has ended")
            }
            StoreFault::OtherVersion(file) => {
                write!(
                    f,
                    "{}: this index has the format of another version: `vgn-lsp index` makes it anew",
                    file.display()
                )
            }
            StoreFault::Foreign(file) => {
                write!(
                    f,
                    "{}: this is no file of an index, and it is left alone: give `vgn-lsp index` with --store DIR an \
                     empty folder, a new one, or one with an index",
                    file.display()
                )
            }
            StoreFault::Damaged(file) => {
                write!(f, "{}: this part of the index is damaged: `vgn-lsp index` makes it anew", file.display())
            }
            StoreFault::System(file, error) => {
                let text = error.to_string();
                let reason = text.split(" (os error ").next().unwrap_or_default();
                write!(f, "{}: the index cannot be read or written: {reason}", file.display())
            }
            StoreFault::Segment(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for StoreFault {}

impl From<SegmentFault> for StoreFault {
    fn from(fault: SegmentFault) -> StoreFault {
        StoreFault::Segment(fault)
    }
}
