//! `vgn-lsp web`: the page that has the whole server in it.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use vgn_config::files::read_regular;
use vgn_server::native::{PageFile, embedded_page, run_page};

use super::board::show_address;
use super::{FAULT, print_error};

/// Maximum size of a file of the page, in bytes.
const LARGEST: u64 = 64 << 20;
/// Maximum number of files of the page: another folder was meant.
const MOST_FILES: usize = 200;

const MISSING: &str = "this vgn-lsp was built without the page: build it with `--features page` after editors/web/scripts/build.sh, or \
                       name the folder of the page with `--dir`";

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The page is served on 127.0.0.1 until the program is ended. What is opened in it stays in the browser. \
                        The browser keeps texts by address: another port has none of those before."
)]
pub struct WebArgs {
    /// The port; 0 for one that the system chooses
    #[arg(long, value_name = "PORT", default_value_t = 8747)]
    pub port: u16,

    /// Print the address, and open no browser
    #[arg(long)]
    pub no_open: bool,

    /// Serve the page in this folder, in place of the program's own
    #[arg(long, value_name = "FOLDER")]
    pub dir: Option<PathBuf>,
}

/// Serves the page until the program is ended.
pub fn run(args: &WebArgs) -> ExitCode {
    let files = match &args.dir {
        Some(folder) => files_of(folder).map_err(|error| format!("{}: {}", folder.display(), super::reason(&error))),
        None => embedded_page().ok_or_else(|| MISSING.to_owned()),
    };
    let served = files.and_then(|files| run_page(files, args.port, |address| show_address(address, args.no_open)));
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_error(&error);
            ExitCode::from(FAULT)
        }
    }
}

/// The files of the page in a folder.
fn files_of(folder: &Path) -> io::Result<Vec<PageFile>> {
    // Another folder may be large.
    if !folder.join("index.html").is_file() || !folder.join("vgn_lsp_web.wasm").is_file() {
        return Err(io::Error::other("this is not the page: it is in editors/web/dist once it is built"));
    }
    let mut files = Vec::new();
    gather(folder, "", &mut files)?;
    Ok(files)
}

fn gather(folder: &Path, prefix: &str, files: &mut Vec<PageFile>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        // A name that is no text has no address.
        let Ok(name) = entry.file_name().into_string() else { continue };
        let name = format!("{prefix}{name}");
        let kind = entry.file_type()?;
        if kind.is_dir() {
            gather(&entry.path(), &format!("{name}/"), files)?;
        } else if kind.is_file() {
            if files.len() >= MOST_FILES {
                return Err(io::Error::other(format!("there are more than {MOST_FILES} files: this is not the page")));
            }
            let bytes = read_regular(&entry.path(), LARGEST)?;
            files.push(PageFile { name: Cow::Owned(name), bytes: Cow::Owned(bytes), is_packed: false });
        }
    }
    Ok(())
}
