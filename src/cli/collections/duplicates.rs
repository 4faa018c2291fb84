//! `vgn-lsp duplicates`: games that may be the same, in many files.

use std::collections::HashMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::ValueEnum;
use serde_json::json;
use vgn_engine::binary::resolve_binary_game;
use vgn_engine::lint::{Context, Settings};
use vgn_engine::replay::{ComparedGame, FastPass};

use super::games::each_game;
use crate::batch::inputs::{InputFile, gather};
use crate::batch::pool::total;
use crate::batch::progress::ProgressDisplay;
use crate::batch::stdout::Stdout;
use crate::summary::{counted, duration};
use crate::terminal::visible;
use crate::{ERRORS, FAULT, finish, print_error, print_note};

/// Shortest games that are taken for the same, in half-moves: shorter ones recur.
const SHORTEST: usize = 20;
/// The same under other names: shorter draws are played again and again.
const SHORTEST_OF_OTHERS: usize = 40;
/// Games of two players, or of one line, that are compared with one another.
const MOST_COMPARED: usize = 5_000;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "A game is named with the one that it may repeat, and the one to keep: the longer one, then the one with \
                  more text, then the first. Nothing is written; `vgn-lsp merge` leaves out what is the same in every word.\n\n\
                  Exit status: 0 without such games, 1 with some, 2 for wrong usage or a failure to read."
)]
pub struct DuplicatesArgs {
    /// Files, folders (searched for .pgn and .vgn), globs, or `-` for standard input
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,

    /// How games are listed
    #[arg(long, value_enum, default_value_t = DuplicatesFormat::Text, value_name = "FORMAT")]
    pub format: DuplicatesFormat,
}

/// How games that may be the same are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DuplicatesFormat {
    /// A line a game
    Text,
    /// One JSON object a line
    Json,
}

/// A game, and where it is.
struct PlacedGame {
    file: u32,
    number: u64,
    line: u64,
    /// In bytes.
    len: usize,
    game: ComparedGame,
}

/// How two games are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Likeness {
    Same,
    OtherResult,
    /// The second has more half-moves.
    CutShort,
    OtherNames,
    OtherMoves,
}

impl Likeness {
    fn name(self) -> &'static str {
        match self {
            Likeness::Same => "same",
            Likeness::OtherResult => "other-result",
            Likeness::CutShort => "cut-short",
            Likeness::OtherNames => "other-names",
            Likeness::OtherMoves => "other-moves",
        }
    }

    fn told(self) -> &'static str {
        match self {
            Likeness::Same => "the same game as",
            Likeness::OtherResult => "the same game, with another result, as",
            Likeness::CutShort => "the same game, cut short, as",
            Likeness::OtherNames => "the same moves, under other names, as",
            Likeness::OtherMoves => "the same players, date and round, with other moves, as",
        }
    }
}

/// Finds the games in the files named on the command line.
pub fn run(args: &DuplicatesArgs) -> ExitCode {
    let began = Instant::now();
    let (inputs, mut faults) = gather(&args.paths);
    let progress = ProgressDisplay::new(total(&inputs));
    let (settings, mut fast_pass, mut games) = (Settings::default(), FastPass::default(), Vec::new());
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
            let game = game.filter(|game| collected.is_game && game.is_read() && game.half_moves() >= SHORTEST);
            games.extend(game.map(|game| PlacedGame { file, number, line, len, game }));
            Ok(())
        });
        faults.extend(read.err());
    }
    progress.finish();
    for fault in &faults {
        print_error(&fault.to_string());
    }
    if inputs.is_empty() && faults.is_empty() {
        print_error("no .pgn or .vgn file was found");
        return ExitCode::from(FAULT);
    }
    let found = alike(&games);
    let mut stdout = Stdout::new();
    for (here, other, likeness) in &found {
        stdout.write(shown(&games[*here], &games[*other], *likeness, &inputs, args.format).as_bytes());
    }
    let ended = finish(stdout);
    let (number, files) = (counted(found.len() as u64, "game"), counted(inputs.len() as u64, "file"));
    print_note(&format!("{number} of {files} may be in them already, in {}", duration(began.elapsed())));
    match () {
        () if !faults.is_empty() => ExitCode::from(FAULT),
        () if !found.is_empty() && ended == ExitCode::SUCCESS => ExitCode::from(ERRORS),
        () => ended,
    }
}

/// The games that are like another, which is to be kept, in the order of the files: each once.
fn alike(games: &[PlacedGame]) -> Vec<(usize, usize, Likeness)> {
    let mut of_players: HashMap<(u64, u64), Vec<usize>> = HashMap::new();
    let mut of_line: HashMap<&[u16], Vec<usize>> = HashMap::new();
    for (at, game) in games.iter().enumerate() {
        if let Some(key) = game.game.players_key() {
            of_players.entry(key).or_default().push(at);
        }
        if game.game.half_moves() >= SHORTEST_OF_OTHERS {
            of_line.entry(game.game.main_line()).or_default().push(at);
        }
    }
    let mut found: HashMap<usize, (usize, Likeness)> = HashMap::new();
    let groups = of_players.values().map(|group| (group, true)).chain(of_line.values().map(|group| (group, false)));
    for (group, is_of_players) in groups {
        let mut group: Vec<usize> = group.iter().copied().take(MOST_COMPARED).collect();
        // Each game is compared with those that are to be kept before it.
        group.sort_by_key(|at| {
            let PlacedGame { game, len, .. } = &games[*at];
            (std::cmp::Reverse((game.half_moves(), *len)), *at)
        });
        for (n, here) in group.iter().enumerate() {
            let others =
                group[..n].iter().filter(|other| found.get(other).is_none_or(|(_, kind)| !kind.is_same_game()));
            let first = others.filter_map(|other| {
                let likeness = likeness(&games[*here].game, &games[*other].game)?;
                ((likeness != Likeness::OtherNames) == is_of_players).then_some((*other, likeness))
            });
            // The nearest likeness counts.
            if let Some((other, likeness)) = first.min_by_key(|(_, likeness)| *likeness as u8) {
                let known = found.get(here).is_some_and(|(_, known)| (*known as u8) <= likeness as u8);
                if !known {
                    found.insert(*here, (other, likeness));
                }
            }
        }
    }
    let mut found: Vec<_> = found.into_iter().map(|(here, (other, likeness))| (here, other, likeness)).collect();
    found.sort_by_key(|(here, ..)| *here);
    found
}

impl Likeness {
    fn is_same_game(self) -> bool {
        matches!(self, Likeness::Same | Likeness::OtherResult | Likeness::CutShort)
    }
}

/// How a game is like another that is no shorter.
fn likeness(here: &ComparedGame, other: &ComparedGame) -> Option<Likeness> {
    if !here.has_players_of(other) {
        return (here.main_line() == other.main_line()).then_some(Likeness::OtherNames);
    }
    if other.continues(here) {
        return match here.may_be_at_time_of(other) {
            false => None,
            true if here.half_moves() < other.half_moves() => Some(Likeness::CutShort),
            true if here.result != other.result => Some(Likeness::OtherResult),
            true => Some(Likeness::Same),
        };
    }
    here.is_in_round_of(other).then_some(Likeness::OtherMoves)
}

/// A line about a game.
fn shown(
    here: &PlacedGame,
    other: &PlacedGame,
    likeness: Likeness,
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
        return format!(
            "{}\n",
            json!({"kind": likeness.name(), "this": place(here), "other": place(other), "keep": keep})
        );
    }
    let details = match likeness {
        Likeness::OtherResult => format!(" ({} here, {} there)", here.game.result, other.game.result),
        Likeness::CutShort => format!(" ({} of {} half-moves)", here.game.half_moves(), other.game.half_moves()),
        Likeness::Same | Likeness::OtherNames | Likeness::OtherMoves => String::new(),
    };
    let keep = if keeps { "keep that one" } else { "compare them" };
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
