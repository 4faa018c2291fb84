//! The run of `repertoire`.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Instant;

use rayon::ThreadPool;
use vgn_search::repertoire::own_side::SideReason;
use vgn_search::repertoire::{Repertoire, RepertoireFinding, ReplyThreshold, WantedTally};

use super::RepertoireArgs;
use super::lines::ChapterList;
use super::studies::{StudyFile, read};
use crate::batch::inputs::{InputFile, gather};
use crate::batch::pool::pool;
use crate::batch::stdout::Stdout;
use crate::batch::walked::walk_files;
use crate::summary::{counted, duration};
use crate::{ERRORS, FAULT, print_error, print_note, reason};

/// Looks through the studies named on the command line.
pub fn run(args: &RepertoireArgs) -> ExitCode {
    let began = Instant::now();
    let Some(pool) = pool(args.jobs) else { return ExitCode::from(FAULT) };
    let (inputs, mut is_faulty) = gathered(&args.paths);
    let (database, is_database_faulty) = match args.database.is_empty() {
        true => (Vec::new(), false),
        false => gathered(&args.database),
    };
    if inputs.is_empty() || (database.is_empty() && !args.database.is_empty()) {
        return ExitCode::from(FAULT);
    }
    let (files, is_unread) = read(inputs, &pool, args.quiet);
    is_faulty |= is_database_faulty | is_unread;
    let (mut repertoire, mut chapters) = (Repertoire::default(), ChapterList::new());
    for file in &files {
        is_faulty |= add(file, args, &mut repertoire, &mut chapters);
    }
    let mut found = repertoire.findings();
    if !database.is_empty() {
        let (uncovered, is_unread) = uncovered(&repertoire, database, args, &pool);
        found.extend(uncovered);
        is_faulty |= is_unread;
    }
    found.sort_by_key(|finding| chapters.order(finding));
    let mut stdout = Stdout::new();
    let mut out = Vec::new();
    found.iter().for_each(|finding| chapters.push(&mut out, finding, args.format));
    stdout.write(&out);
    if let Err(error) = stdout.finish() {
        print_error(&format!("standard output cannot be written: {}", reason(&error)));
        return ExitCode::from(FAULT);
    }
    if !args.quiet {
        print_note(&summary(&found, &files, began));
    }
    let is_wrong = |finding: &RepertoireFinding| !matches!(finding, RepertoireFinding::Transposition { .. });
    match () {
        () if is_faulty => ExitCode::from(FAULT),
        () if found.iter().any(is_wrong) => ExitCode::from(ERRORS),
        () => ExitCode::SUCCESS,
    }
}

/// The files of these paths, and whether a path was faulty.
fn gathered(paths: &[std::path::PathBuf]) -> (Vec<InputFile>, bool) {
    let (inputs, faults) = gather(paths);
    faults.iter().for_each(|fault| print_error(&fault.to_string()));
    if inputs.is_empty() && faults.is_empty() {
        print_error("no .pgn or .vgn file was found");
    }
    (inputs, !faults.is_empty())
}

/// Adds the chapters of a file, and says whose lines they are. Returns whether that cannot be told.
fn add<'f>(
    file: &'f StudyFile,
    args: &RepertoireArgs,
    repertoire: &mut Repertoire,
    chapters: &mut ChapterList<'f>,
) -> bool {
    let sides = file.own_sides(args.side);
    let mut counts: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    let mut untold = 0;
    for (number, (placed, side)) in (1..).zip(file.chapters.iter().zip(&sides)) {
        match side {
            Some((color, how)) => {
                *counts.entry((color.fold_wb("White", "Black"), told(*how))).or_default() += 1;
                repertoire.add(&placed.chapter, *color);
                chapters.add(file, number, placed);
            }
            None => untold += u64::from(!placed.chapter.moves.is_empty()),
        }
    }
    let name = &file.input.name;
    let name = if name == "-" { "<stdin>" } else { name };
    for ((side, how), count) in counts.iter().filter(|_| !args.quiet) {
        print_note(&format!("{name}: {} for {side}, by {how}", counted(*count, "chapter")));
    }
    if untold > 0 {
        let number = counted(untold, "chapter");
        print_error(&format!(
            "{name}: whose lines the moves of {number} are cannot be told: use `--for white` or `--for black`"
        ));
    }
    untold > 0
}

fn told(how: SideReason) -> &'static str {
    match how {
        SideReason::Option => "the option",
        SideReason::Orientation => "the tag `Orientation`",
        SideReason::FileName => "the file's name",
        SideReason::Branches => "its moves, which hardly branch",
    }
}

/// The common moves of the database that have no answer; also whether a file could not be read to its end.
fn uncovered(
    repertoire: &Repertoire,
    database: Vec<InputFile>,
    args: &RepertoireArgs,
    pool: &ThreadPool,
) -> (Vec<RepertoireFinding>, bool) {
    let wanted = repertoire.wanted_positions();
    let mut tally = WantedTally::new(&wanted);
    let is_faulty = walk_files(
        database,
        pool,
        args.quiet,
        || WantedTally::new(&wanted),
        |walked| {
            tally.add(&walked.sink);
            ControlFlow::Continue(())
        },
    );
    let threshold = ReplyThreshold { share: args.min_share, games: args.min_games };
    (repertoire.uncovered(&tally, threshold), is_faulty)
}

fn summary(found: &[RepertoireFinding], files: &[StudyFile], began: Instant) -> String {
    let (mut conflicts, mut transpositions, mut open) = (0, 0, 0);
    for finding in found {
        match finding {
            RepertoireFinding::Conflict { .. } => conflicts += 1,
            RepertoireFinding::Transposition { .. } => transpositions += 1,
            RepertoireFinding::Unanswered { .. } | RepertoireFinding::Uncovered { .. } => open += 1,
        }
    }
    let chapters = files.iter().map(|file| file.chapters.len() as u64).sum();
    format!(
        "{} in {}: {}, {}, {} without an answer in {}",
        counted(chapters, "chapter"),
        counted(files.len() as u64, "file"),
        counted(conflicts, "conflict"),
        counted(transpositions, "transposition"),
        counted(open, "move"),
        duration(began.elapsed())
    )
}
