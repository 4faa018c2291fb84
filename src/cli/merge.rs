//! `vgn-lsp merge-driver`: merges files of games for git.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use vgn_config::files::{open_named, real_path};
use vgn_engine::merge::{MergedFile, merge};

use super::batch::draft::FileDraft;
use super::batch::inputs::InputFile;
use super::summary::counted;
use super::{ERRORS, print_error, print_note, reason};

/// Exit code: git takes more than 128 as a failure of the driver, and leaves the file in conflict as it was.
const FAILED: u8 = 129;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "To have git call it, write into `.gitattributes`:\n\n    *.pgn merge=vgn diff=vgn\n    *.vgn merge=vgn diff=vgn\n\n\
                  and once, on each machine:\n\n    git config --global merge.vgn.name \"games by vgn-lsp\"\n    \
                  git config --global merge.vgn.driver \"vgn-lsp merge-driver %O %A %B %L %P\"\n    \
                  git config --global diff.vgn.textconv \"vgn-lsp textconv\"\n\n\
                  Exit status: 0 when all is merged, 1 when conflicts are left between markers, which `vgn-lsp check` names, \
                  129 when a file cannot be read or written."
)]
pub struct MergeDriverArgs {
    /// The common ancestor's version (`%O`)
    #[arg(value_name = "ANCESTOR")]
    pub ancestor: PathBuf,

    /// Our version (`%A`), which is replaced by the result
    #[arg(value_name = "OURS")]
    pub ours: PathBuf,

    /// The other branch's version (`%B`)
    #[arg(value_name = "THEIRS")]
    pub theirs: PathBuf,

    /// Characters of a conflict marker (`%L`)
    #[arg(value_name = "SIZE", default_value_t = 7, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub marker_size: u16,

    /// The path of the file in the repository (`%P`), for messages
    #[arg(value_name = "PATH")]
    pub path: Option<PathBuf>,
}

/// Merges, and replaces our version.
pub fn run(args: &MergeDriverArgs) -> ExitCode {
    let name = args.path.as_deref().unwrap_or(&args.ours);
    // Git's temporary files have no names that say what they hold.
    let kind = InputFile::named(name.to_owned()).kind;
    let versions = [&args.ancestor, &args.ours, &args.theirs].map(|path| read(path));
    let [Ok(ancestor), Ok(ours), Ok(theirs)] = versions else {
        let faults = versions.into_iter().filter_map(Result::err);
        faults.for_each(|fault| print_error(&format!("{} was not merged: {fault}", name.display())));
        return ExitCode::from(FAILED);
    };
    let merged = merge(&ancestor, &ours, &theirs, usize::from(args.marker_size), kind);
    let written = if merged.bytes == ours { Ok(()) } else { write(&args.ours, &merged.bytes) };
    if let Err(error) = written {
        let fault = reason(&error);
        print_error(&format!("{} was not merged: {} cannot be written: {fault}", name.display(), args.ours.display()));
        return ExitCode::from(FAILED);
    }
    report(name, &merged)
}

fn report(name: &Path, merged: &MergedFile) -> ExitCode {
    for number in &merged.binary {
        print_note(&format!(
            "{}: both sides changed game {number}, whose moves are binary: ours was kept, so compare it with the other \
             branch's (`git show MERGE_HEAD:{}`)",
            name.display(),
            name.display()
        ));
    }
    if merged.conflicts > 0 {
        let conflicts = counted(merged.conflicts as u64, "conflict");
        print_note(&format!(
            "{}: {conflicts} left between markers: edit the file, and `vgn-lsp check` finds what is left",
            name.display()
        ));
    }
    if merged.conflicts > 0 || !merged.binary.is_empty() { ExitCode::from(ERRORS) } else { ExitCode::SUCCESS }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let read = || {
        let (mut file, metadata) = open_named(path)?;
        if metadata.is_some_and(|metadata| metadata.is_dir()) {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    read().map_err(|error| format!("{} cannot be read: {}", path.display(), reason(&error)))
}

/// Replaces the file as a whole.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let metadata = std::fs::metadata(path)?;
    let mut draft = FileDraft::new(&real_path(path)?, Some(&metadata), false)?;
    draft.write(bytes)?;
    draft.put(|| Ok(()))
}
