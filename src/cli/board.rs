//! `vgn-lsp board`: a file's games on a board in the browser.

use std::path::PathBuf;
use std::process::ExitCode;

use super::batch::stdout::Stdout;
use super::{FAULT, print_error, print_note};
use crate::source::Encoding;
use crate::syntax::games::games;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The board only shows the file, and follows what is written to it. It is served on 127.0.0.1, to whoever \
                  knows the address, until the program is ended."
)]
pub struct BoardArgs {
    /// The file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

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
    let served = crate::native::run_board(&path, decode, |address| {
        let mut stdout = Stdout::new();
        stdout.write(format!("{address}\n").as_bytes());
        // If the address cannot be printed, the browser still opens it.
        let _ = stdout.finish();
        if !args.no_open && crate::native::open_in_browser(address).is_err() {
            print_note("no browser could be started: open the address in one");
        }
    });
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
    let texts = games(bytes).map(|span| &bytes[span.range.start..span.binary.unwrap_or(span.range.end)]);
    Encoding::of(&texts.collect::<Vec<_>>().concat()).decode(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

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
