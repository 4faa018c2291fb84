//! `vgn-lsp duplicates`: games that may be the same, in many files.

use std::fs::Metadata;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::{ColorChoice, ValueEnum};
use serde_json::json;
use vgn_engine::binary::resolve_binary_game;
use vgn_engine::lint::{Context, Settings};
use vgn_engine::replay::{ComparedGame, FastPass};

use super::games::each_game;
use super::likeness::{Likeness, PlacedGame, alike};
use super::removal::{self, RemovalPlan, StayReason};
use super::removed_games::{rewrite, show};
use crate::batch::FileFault;
use crate::batch::inputs::{InputFile, gather};
use crate::batch::pool::{pool, total};
use crate::batch::progress::ProgressDisplay;
use crate::batch::stdout::Stdout;
use crate::summary::{counted, duration};
use crate::terminal::{Stream, shown_columns, visible};
use crate::{ERRORS, FAULT, finish, is_coloured, print_error, print_note};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "A game is named with the one that it may repeat, and the one to keep: the longer one, then the one with \
                  more text, then the first. `--fix` removes a game that is to be kept elsewhere, but none with a comment, \
                  variation, NAG or tag that the kept one lacks. `vgn-lsp merge` leaves out what is the same in every word.\n\n\
                  Exit status: 0 without such games, or if all were removed; 1 with some; 2 for wrong usage or a failure to \
                  read or write."
)]
pub struct DuplicatesArgs {
    /// Files, folders (searched for .pgn and .vgn), globs, or `-` for standard input
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,

    /// How games are listed
    #[arg(long, value_enum, default_value_t = DuplicatesFormat::Text, value_name = "FORMAT")]
    pub format: DuplicatesFormat,

    /// Print what `--fix` would remove, and change nothing; the games are listed on standard error
    #[arg(long, conflicts_with_all = ["format", "fix"])]
    pub diff: bool,

    /// List the games, then remove those that are kept elsewhere with all that they say
    #[arg(long)]
    pub fix: bool,

    /// Also change files that are read-only or have hard links, or would lose an attribute or the owner
    #[arg(long, requires = "fix")]
    pub force: bool,

    /// When a diff is printed in colour
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub color: ColorChoice,
}

/// How games that may be the same are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DuplicatesFormat {
    /// A line a game
    Text,
    /// One JSON object a line
    Json,
}

/// Finds the games in the files named on the command line.
pub fn run(args: &DuplicatesArgs) -> ExitCode {
    let began = Instant::now();
    let (inputs, mut faults) = gather(&args.paths);
    // A file that changes from here on stays as it is.
    let metadata: Vec<Option<Metadata>> =
        inputs.iter().map(|input| std::fs::metadata(input.path.as_ref()?).ok()).collect();
    let progress = ProgressDisplay::new(total(&inputs));
    let (settings, mut fast_pass, mut games) = (Settings::default(), FastPass::default(), Vec::new());
    let mut uncompared = 0;
    for (file, input) in (0..).zip(&inputs) {
        let context = Context::new(&settings, input.kind);
        let read = each_game(input, &progress, |collected| {
            let (text, section) = (collected.text(), &collected.bytes[collected.text_len..]);
            let game = match section {
                [] => Some(ComparedGame::of_text(text, &mut fast_pass, &context)),
                section => resolve_binary_game(text, section, &context)
                    .map(|resolved| ComparedGame::of_resolved(text, &resolved.transcript)),
            };
            let (number, line, len) = (collected.number, collected.line, collected.bytes.len());
            let game = game.filter(|game| collected.is_game && game.is_read());
            uncompared += u64::from(collected.is_game && game.is_none());
            let text = hashed(&collected.bytes);
            games.extend(game.map(|game| PlacedGame { file, number, line, len, text, game }));
            Ok(())
        });
        faults.extend(read.err());
    }
    progress.finish();
    let uncompared = match uncompared {
        0 => String::new(),
        number => format!(", {} not compared, because half-moves cannot be read", counted(number, "game")),
    };
    for fault in &faults {
        print_error(&fault.to_string());
    }
    if inputs.is_empty() && faults.is_empty() {
        print_error("no .pgn or .vgn file was found");
        return ExitCode::from(FAULT);
    }
    let found = alike(&games);
    let plan = match args.diff || args.fix {
        true => pool(None).map(|pool| removal::plan(&found, &games, &inputs, &pool)),
        false => None,
    };
    let mut stdout = Stdout::new();
    for (at, (here, other, likeness)) in found.iter().enumerate() {
        let verdict = plan.as_ref().map(|plan| plan.verdicts[at].as_ref());
        let line = shown(&games[*here], &games[*other], *likeness, verdict, &inputs, args.format);
        match args.diff {
            true => print_note(line.trim_end()),
            false => stdout.write(line.as_bytes()),
        }
    }
    // What is lost is listed first.
    stdout.flush();
    let mut removed = 0;
    if let Some(plan) = &plan {
        removed = plan.verdicts.iter().filter(|verdict| verdict.is_none()).count();
        let written =
            if stdout.is_closed() { Vec::new() } else { carry_out(args, plan, &inputs, &metadata, &mut stdout) };
        written.iter().for_each(|fault| print_error(&fault.to_string()));
        faults.extend(written);
    }
    let ended = finish(stdout);
    let (number, files) = (counted(found.len() as u64, "game"), counted(inputs.len() as u64, "file"));
    let done = match &plan {
        None => String::new(),
        Some(_) => format!(", {removed} {}", if args.fix && faults.is_empty() { "removed" } else { "to remove" }),
    };
    print_note(&format!(
        "{number} of {files} may be in them already{done}{uncompared}, in {}",
        duration(began.elapsed())
    ));
    match () {
        () if !faults.is_empty() => ExitCode::from(FAULT),
        () if args.fix && removed == found.len() => ended,
        () if !found.is_empty() && ended == ExitCode::SUCCESS => ExitCode::from(ERRORS),
        () => ended,
    }
}

fn hashed(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

/// Removes the games, or shows what would go; returns what went wrong.
fn carry_out(
    args: &DuplicatesArgs,
    plan: &RemovalPlan,
    inputs: &[InputFile],
    metadata: &[Option<Metadata>],
    stdout: &mut Stdout,
) -> Vec<FileFault> {
    let colour = is_coloured(args.color, std::io::stdout());
    let mut faults = Vec::new();
    for (file, spans) in &plan.spans {
        let input = &inputs[*file as usize];
        let done = match &metadata[*file as usize] {
            Some(metadata) if args.fix => rewrite(input, metadata.clone(), spans, args.force),
            _ if args.diff => show(input, spans, colour, shown_columns(Stream::Stdout), stdout),
            _ => Err(FileFault::new(&input.name, "the games cannot be removed: it is not a regular file".to_owned())),
        };
        faults.extend(done.err());
    }
    faults
}

/// A line about a game; with a verdict also whether it goes, or why it stays.
fn shown(
    here: &PlacedGame,
    other: &PlacedGame,
    likeness: Likeness,
    verdict: Option<Option<&StayReason>>,
    inputs: &[InputFile],
    format: DuplicatesFormat,
) -> String {
    let name = |game: &PlacedGame| match inputs[game.file as usize].name.as_str() {
        "-" => "<stdin>".to_owned(),
        name => name.to_owned(),
    };
    // Who is right about names or moves, somebody has to find out.
    let keeps = likeness.is_same_game();
    if format == DuplicatesFormat::Json {
        let place = |game: &PlacedGame| {
            let half_moves = game.game.half_moves();
            json!({"file": name(game), "game": game.number, "line": game.line, "half_moves": half_moves, "result": game.game.result})
        };
        let keep = if keeps { json!("other") } else { json!("both") };
        let mut object = json!({"kind": likeness.name(), "this": place(here), "other": place(other), "keep": keep});
        if let Some(verdict) = verdict {
            object["stays"] = verdict.map_or(json!(null), |why| json!(why.to_string()));
        }
        return format!("{object}\n");
    }
    let details = match likeness {
        Likeness::OtherResult => format!(" ({} here, {} there)", here.game.result, other.game.result),
        Likeness::CutShort => format!(" ({} of {} half-moves)", here.game.half_moves(), other.game.half_moves()),
        Likeness::Same | Likeness::OtherDate | Likeness::OtherNames | Likeness::OtherMoves => String::new(),
    };
    let keep = match verdict {
        Some(None) => "removed, keep that one".to_owned(),
        Some(Some(StayReason::Unlike)) | None => if keeps { "keep that one" } else { "compare them" }.to_owned(),
        Some(Some(why)) => format!("stays, because {why}"),
    };
    let line = format!(
        "{}:{}: game {}: {} {}:{}: game {}{details}: {keep}",
        name(here),
        here.line,
        here.number,
        likeness.told(),
        name(other),
        other.line,
        other.number
    );
    format!("{}\n", visible(&line))
}
