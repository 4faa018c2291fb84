//! `vgn-lsp board`: a file's games on a board in the browser.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use vgn_config::files::read_regular;
use vgn_engine::source::Encoding;
use vgn_engine::syntax::games::games;
use vgn_server::native::FileAccess;

use super::batch::rewrite::FileRewrite;
use super::batch::stdout::Stdout;
use super::{FAULT, print_error, print_note};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The board only shows the file unless you give `--write`, and follows what is written to it. It is served \
                  on 127.0.0.1, to whoever knows the address, until the program is ended."
)]
pub struct BoardArgs {
    /// The file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Write what is played, drawn and commented on the board into the file, at once
    #[arg(long)]
    pub write: bool,

    /// Print the address, and open no browser
    #[arg(long)]
    pub no_open: bool,
}

/// Serves the board until the program is ended.
pub fn run(args: &BoardArgs) -> ExitCode {
    let path = match std::path::absolute(&args.file) {
        Ok(path) => path,
        Err(error) => {
            print_error(&format!("{}: {}", args.file.display(), super::reason(&error)));
            return ExitCode::from(FAULT);
        }
    };
    let access = FileAccess { decode, replace: args.write.then_some(replace) };
    let served = vgn_server::native::run_board(&path, access, |address| show_address(address, args.no_open));
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Without the number of the system's error.
            print_error(error.split(" (os error ").next().unwrap_or_default());
            ExitCode::from(FAULT)
        }
    }
}

/// The text of a file, as an editor with the right encoding has it.
fn decode(bytes: &[u8]) -> String {
    encoding_of(bytes).decode(bytes).into_owned()
}

fn encoding_of(bytes: &[u8]) -> Encoding {
    let texts = games(bytes).map(|span| &bytes[span.range.start..span.binary.unwrap_or(span.range.end)]);
    Encoding::of(&texts.collect::<Vec<_>>().concat())
}

/// Replaces the content of a file, if it is still `before`, by another text in its encoding; returns the new content.
fn replace(path: &Path, before: &[u8], text: &str) -> Result<Vec<u8>, String> {
    let encoding = encoding_of(before);
    if encoding.encode(&encoding.decode(before)).as_deref() != Ok(before) {
        return Err("not all of the file is text: it cannot be written".to_owned());
    }
    let lacking =
        |letter| format!("`{letter}` cannot be written in {}, the encoding of the file", encoding.name(before));
    let after = encoding.encode(text).map_err(lacking)?.into_owned();
    let write = || {
        let metadata = std::fs::metadata(path)?;
        if metadata.len() != before.len() as u64 || read_regular(path, metadata.len())? != before {
            return Err(io::Error::other("another program has changed it meanwhile"));
        }
        let mut rewrite = FileRewrite::new(path, metadata, false)?;
        rewrite.replace(before.len(), &after)?;
        rewrite.finish()
    };
    let told = |error: io::Error| {
        // A board has no option to write it nevertheless.
        let why = super::reason(&error);
        format!("the file was not written: {}", why.split("; use `--force`").next().unwrap_or_default())
    };
    write().map_err(told)?;
    Ok(after)
}

/// Prints the address of a page that is served, and opens it in the browser unless nobody wants that.
pub fn show_address(address: &str, no_open: bool) {
    let mut stdout = Stdout::new();
    stdout.write(format!("{address}\n").as_bytes());
    // If the address cannot be printed, the browser still opens it.
    let _ = stdout.finish();
    if !no_open && vgn_server::native::open_in_browser(address).is_err() {
        print_note("no browser could be started: open the address in one");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_file_that_is_as_it_was_read_is_replaced() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("a.pgn");
        let old = b"[White \"M\xfcller\"]\r\n\r\n1. e4 *\r\n".as_slice();
        std::fs::write(&path, old)?;
        let text = decode(old);
        let played = text.replace(" *", " e5 *");
        let new = replace(&path, old, &played).expect("it is as it was");
        assert_eq!((&std::fs::read(&path)?, decode(&new)), (&new, played.clone()));
        assert_eq!(new, [&old[..old.len() - 3], b"e5 *\r\n"].concat(), "all other bytes are as they were");
        let refused = replace(&path, old, &text).expect_err("it was read before the half-move");
        assert_eq!(refused, "the file was not written: another program has changed it meanwhile");
        let refused = replace(&path, &new, &played.replace("e5", "e5 {♔}")).expect_err("ISO 8859-1 has no kings");
        assert_eq!(refused, "`♔` cannot be written in ISO 8859-1, the encoding of the file");
        assert_eq!(std::fs::read(&path)?, new);
        Ok(())
    }

    #[test]
    fn a_binary_section_says_nothing_of_the_encoding_of_texts() {
        let tags = "[GameFormat \"VGN\"]\n[White \"Müller ▶\"]\n[MoveFormat \"BCCF\"]";
        let section = [0x86, 0x30, 0xde, 0xd1];
        let text = decode(&[tags.as_bytes(), &section].concat());
        assert!(text.starts_with(tags), "{text}");
        let old: Vec<u8> = tags.replace(" ▶", "").chars().map(|c| c as u8).collect();
        assert!(decode(&[&old, section.as_slice()].concat()).contains("Müller"));
    }
}
