//! `vgn-lsp split`: the games of a file in many.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use vgn_compressed::uncompressed_name;
use vgn_engine::lint::FileKind;

use super::CollectedGame;
use super::file_names::UniqueNames;
use super::games::each_game;
use super::order::{OrderingTags, is_unknown};
use super::spool::{GameSpool, SpoolReader, SpooledGame};
use super::writer::GameJoiner;
use crate::batch::FileFault;
use crate::batch::draft::{ClosedDraft, put_all};
use crate::batch::inputs::{InputFile, gather};
use crate::batch::new_file::OutputFile;
use crate::batch::pool::total;
use crate::batch::progress::ProgressDisplay;
use crate::summary::{counted, duration};
use crate::{FAULT, print_error, print_note, reason};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "With `--by player` each game is in the files of both players. Games that do not say it go to `unknown`. \
                  Letters that some system does not allow in a name become `_`.\n\n\
                  Exit status: 0, or 2 for wrong usage or a failure to read or write."
)]
pub struct SplitArgs {
    /// The file, or `-` for standard input; several, folders and globs are read as one
    #[arg(value_name = "FILE", required = true)]
    pub paths: Vec<PathBuf>,

    /// What a file has in common: `player`, `event`, `year`, `eco`, or a number of games
    #[arg(long, value_name = "WHAT", value_parser = split_by)]
    pub by: SplitBy,

    /// The folder to write the files into
    #[arg(short, long, value_name = "FOLDER")]
    pub directory: PathBuf,

    /// Replace files that are there
    #[arg(long)]
    pub force: bool,
}

/// What the games of a file have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitBy {
    Player,
    Event,
    Year,
    Eco,
    /// The number of games, but for the last file.
    Number(u64),
}

fn split_by(text: &str) -> Result<SplitBy, String> {
    match text.to_ascii_lowercase().as_str() {
        "player" => Ok(SplitBy::Player),
        "event" => Ok(SplitBy::Event),
        "year" => Ok(SplitBy::Year),
        "eco" => Ok(SplitBy::Eco),
        number => match number.parse() {
            Ok(number) if number > 0 => Ok(SplitBy::Number(number)),
            _ => Err("expected player, event, year, eco, or a number of games, 1 or more".to_owned()),
        },
    }
}

impl SplitBy {
    /// The files that a game belongs to, by what is compared and what is shown. `before`: the number of games before.
    fn groups(self, text: &str, before: u64) -> Vec<String> {
        let tags = OrderingTags::of(text);
        let known = |value: &str| if is_unknown(value) { String::new() } else { value.to_owned() };
        match self {
            SplitBy::Number(number) => vec![format!("{:012}", before / number + 1)],
            SplitBy::Event => vec![known(&tags.event)],
            SplitBy::Eco => vec![known(&tags.eco).to_uppercase()],
            SplitBy::Year => {
                let year = tags.date.get(..4).filter(|year| year.bytes().all(|byte| byte.is_ascii_digit()));
                vec![year.unwrap_or_default().to_owned()]
            }
            SplitBy::Player => {
                let mut players = vec![known(&tags.white), known(&tags.black)];
                players.dedup();
                players
            }
        }
    }
}

/// Splits the file named on the command line.
pub fn run(args: &SplitArgs) -> ExitCode {
    let began = Instant::now();
    let (inputs, faults) = gather(&args.paths);
    let progress = ProgressDisplay::new(total(&inputs));
    let split = match faults.into_iter().next() {
        Some(fault) => Err(fault),
        None if inputs.is_empty() => Err(FileFault::new("split", "no .pgn or .vgn file was found".into())),
        None => split(args, &inputs, &progress),
    };
    progress.finish();
    match split {
        Ok((games, files)) => {
            let (games, files) = (counted(games, "game"), counted(files, "file"));
            print_note(&format!(
                "{games} in {files} in {}, in {}",
                args.directory.display(),
                duration(began.elapsed())
            ));
            ExitCode::SUCCESS
        }
        Err(fault) => {
            print_error(&fault.to_string());
            ExitCode::from(FAULT)
        }
    }
}

/// The games of the files to be, by what each has in common.
type GroupedGames = BTreeMap<String, Vec<SpooledGame>>;

/// Returns the numbers of games and of files.
fn split(args: &SplitArgs, inputs: &[InputFile], progress: &ProgressDisplay) -> Result<(u64, u64), FileFault> {
    let folder = &args.directory;
    let unwritten = |error: io::Error| cannot_write(folder, &error);
    std::fs::create_dir_all(folder).map_err(unwritten)?;
    let mut spool = GameSpool::beside(folder).map_err(unwritten)?;
    let (mut groups, mut last, mut games) = (GroupedGames::new(), Vec::new(), 0);
    for (file, input) in (0..).zip(inputs) {
        each_game(input, progress, |game: CollectedGame<'_>| {
            // Text that belongs to no game stays with the game before it.
            if game.is_game || last.is_empty() {
                last = args.by.groups(game.text(), games);
            }
            games += u64::from(game.is_game);
            let place = spool.add(&game, file).map_err(unwritten)?;
            for group in &last {
                match groups.get_mut(group) {
                    Some(games) => games.push(place),
                    None => drop(groups.insert(group.clone(), vec![place])),
                }
            }
            Ok(())
        })?;
    }
    let paths = paths(args, inputs, &groups)?;
    let mut reader = spool.into_reader().map_err(unwritten)?;
    let mut drafts = Vec::new();
    for (path, games) in paths.iter().zip(groups.values()) {
        drafts.extend(write(path, games, &mut reader, args.force, inputs)?);
    }
    put_all(drafts).map_err(|(path, error)| cannot_write(&path, &error))?;
    Ok((games, paths.len() as u64))
}

/// The path of each file.
///
/// # Errors
///
/// If one is there already, unless it may be replaced: nothing has been written then.
fn paths(args: &SplitArgs, inputs: &[InputFile], groups: &GroupedGames) -> Result<Vec<PathBuf>, FileFault> {
    let is_vgn = inputs.iter().any(|input| input.kind == FileKind::Vgn);
    let extension = if is_vgn { "vgn" } else { "pgn" };
    let digits = groups.len().to_string().len().max(3);
    let mut names = UniqueNames::default();
    let paths = groups.keys().map(|group| {
        let name = match args.by {
            SplitBy::Number(_) => {
                let number: u64 = group.parse().unwrap_or_default();
                names.name(&format!("{}-{number:0digits$}", stem(inputs)))
            }
            _ => names.name(group),
        };
        let path = args.directory.join(format!("{name}.{extension}"));
        match path.symlink_metadata() {
            Ok(_) if !args.force => {
                let message = "it is there already, and nothing was written: name an empty folder, or use `--force`";
                Err(FileFault::new(&path.to_string_lossy(), message.into()))
            }
            _ => Ok(path),
        }
    });
    paths.collect()
}

/// The name of the first file without its extensions.
fn stem(inputs: &[InputFile]) -> String {
    let path = inputs.first().and_then(|input| input.shown_path());
    let stem = path.and_then(|path| uncompressed_name(path).file_stem());
    stem.map_or_else(|| "games".into(), |stem| stem.to_string_lossy().into_owned())
}

/// Writes one file, which waits for its place.
fn write(
    path: &Path,
    games: &[SpooledGame],
    reader: &mut SpoolReader,
    force: bool,
    inputs: &[InputFile],
) -> Result<Option<ClosedDraft>, FileFault> {
    let unwritten = |error: io::Error| cannot_write(path, &error);
    let mut output = OutputFile::new(path, force).map_err(unwritten)?;
    let mut joiner = GameJoiner::default();
    for place in games {
        let (bytes, text_len) = reader.get(*place).map_err(unwritten)?;
        let written = joiner.next(bytes, text_len, place.is_game, place.origin);
        let written = written.map_err(|fault| fault.fault(inputs))?;
        output.write(&written).map_err(unwritten)?;
    }
    output.close().map_err(unwritten)
}

fn cannot_write(path: &Path, error: &io::Error) -> FileFault {
    FileFault::new(&path.to_string_lossy(), format!("this cannot be written: {}", reason(error)))
}
