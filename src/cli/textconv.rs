//! `vgn-lsp textconv`: a file as text for `git diff`.

use std::io::{self, Read};
use std::path::PathBuf;
use std::process::ExitCode;

use vgn_compressed::decompressed;
use vgn_config::files::open_named;
use vgn_engine::merge::add_diff_text;
use vgn_engine::source::sniff;
use vgn_engine::syntax::games::next_game;

use super::batch::stdout::Stdout;
use super::{FAULT, finish, print_error, reason};

/// Number of bytes read at once.
const BLOCK: usize = 1 << 20;
/// Longest game that is laid out; more is written as it is.
const LONGEST: usize = 64 << 20;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Moves in a binary section are printed as text, and in the movetext each full move, comment and variation \
                  begins a line, so that a change of one half-move is a change of one line. Damaged parts are printed as they \
                  are. `vgn-lsp merge-driver --help` says how git is told to use it.\n\n\
                        Exit status: 0, or 2 when the file cannot be read."
)]
pub struct TextconvArgs {
    /// The file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// Prints the file's text while it is read.
pub fn run(args: &TextconvArgs) -> ExitCode {
    let mut stdout = Stdout::new();
    match open_named(&args.file).and_then(|(file, _)| print(decompressed(Box::new(file))?, &mut stdout)) {
        Ok(()) => finish(stdout),
        Err(error) => {
            print_error(&format!("{} cannot be read: {}", args.file.display(), reason(&error)));
            ExitCode::from(FAULT)
        }
    }
}

fn print(mut file: impl Read, stdout: &mut Stdout) -> io::Result<()> {
    let (mut buffer, mut text) = (Vec::new(), Vec::new());
    let mut wanted = BLOCK;
    let mut is_first = true;
    let mut is_text = true;
    while !stdout.is_closed() {
        let missing = wanted.saturating_sub(buffer.len()) as u64;
        file.by_ref().take(missing).read_to_end(&mut buffer)?;
        let last = buffer.len() < wanted;
        if std::mem::take(&mut is_first) {
            is_text = sniff(&buffer).is_none();
        }
        let mut at = 0;
        if is_text {
            while let Some(span) = next_game(&buffer, at, last) {
                if span.range.end == buffer.len() && !last {
                    break;
                }
                add_diff_text(&buffer, &span, &mut text);
                at = span.range.end;
                stdout.write(&text);
                text.clear();
            }
        }
        if !is_text || at == 0 && buffer.len() >= LONGEST {
            // No game, or none that ends: the rest is not read as games any more.
            is_text = false;
            stdout.write(&buffer);
            at = buffer.len();
        }
        if last {
            break;
        }
        buffer.drain(..at);
        // A game that goes on is scanned again with twice as much of it.
        wanted = if at == 0 { buffer.len() * 2 } else { buffer.len() + BLOCK };
    }
    Ok(())
}
