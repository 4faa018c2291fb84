//! The command line's commands, arguments and options.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{ArgMatches, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use vgn_config::{DiagnosticLevel, DiagnosticLevels, LevelSelector};
use vgn_engine::convert::Target;
use vgn_engine::lint::portability::ReaderSet;
use vgn_engine::lint::{Severity, Strictness};
use vgn_engine::notation::Notation;

use super::annotate::AnnotateArgs;
use super::batch::byte_range::{ByteRange, byte_range};
use super::batch::pool::jobs_wanted;
#[cfg(feature = "server")]
use super::board::BoardArgs;
use super::collections::{DuplicatesArgs, MergeArgs, SplitArgs};
use super::explain::ExplainArgs;
use super::find::FindArgs;
use super::index::IndexArgs;
use super::merge::MergeDriverArgs;
use super::notations::NotationsArgs;
use super::position::PositionArgs;
use super::positions::ExploreArgs;
use super::repertoire::RepertoireArgs;
use super::stages::AnalysisStatsArgs;
use super::textconv::TextconvArgs;
use super::usage;

/// Language server and command line for chess games in VGN and PGN text.
#[derive(Debug, Parser)]
#[command(name = "vgn-lsp", version, arg_required_else_help = true, args_conflicts_with_subcommands = true)]
#[command(max_term_width = 100)]
pub struct Args {
    /// Serve an editor over standard input and output (the language server protocol)
    #[arg(long)]
    pub stdio: bool,

    /// Sent by editors; the protocol tells the server the same
    #[arg(long = "clientProcessId", value_name = "ID", hide = true, requires = "stdio")]
    pub client_process: Option<u32>,

    #[command(subcommand)]
    pub command: Option<CliCommand>,
}

#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Check games and report what is wrong with them
    Check(CheckArgs),
    /// Convert games to another notation or game format
    Convert(ConvertArgs),
    /// Lay out games without changing what they say
    Fmt(FmtArgs),
    /// Make one file of many, with each game once
    Merge(MergeArgs),
    /// Make many files of one: by player, event, year, opening or number
    Split(SplitArgs),
    /// Write games, moves and positions as tables for databases (docs/at-scale.md)
    #[cfg(feature = "parquet")]
    Export(super::export::ExportArgs),
    /// Find games that may be the same, in many files
    Duplicates(DuplicatesArgs),
    /// Find games by players, results, positions, material and more (docs/find.md)
    Find(FindArgs),
    /// Add an engine's evaluations to games, and glyphs and variations by them (docs/annotate.md)
    Annotate(AnnotateArgs),
    /// Show the games of a file on a board in the browser
    #[cfg(feature = "server")]
    Board(BoardArgs),
    /// Serve the page that checks, fixes and converts games in the browser (docs/web.md)
    #[cfg(feature = "server")]
    Web(super::web::WebArgs),
    /// Convert single positions between FEN, SFEN and binary encodings
    Position(PositionArgs),
    /// Count what was played in a position: moves, results, ratings, the best games
    Explore(ExploreArgs),
    /// Find contradictions, transpositions and gaps in a player's own opening lines (docs/repertoire.md)
    Repertoire(RepertoireArgs),
    /// Make an index of positions, so that `explore` need not read all games again
    Index(IndexArgs),
    /// Explain a diagnostic, with a wrong and a right example
    Explain(ExplainArgs),
    /// List the move and board notations, with their versions
    Notations(NotationsArgs),
    /// Print a file as text that `git diff` compares: binary moves decoded, a full move to a line
    Textconv(TextconvArgs),
    /// Merge three versions of a file of games; git calls it (docs/git.md)
    MergeDriver(MergeDriverArgs),
    /// Measure what each stage of the analysis costs: time, throughput and memory
    AnalysisStats(AnalysisStatsArgs),
    /// Print the completion script of a shell
    Completions {
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Write the manual pages into a folder
    Man {
        #[arg(value_name = "FOLDER")]
        folder: PathBuf,
    },
    /// Print the JSON schema of vgn.toml, for editors of TOML
    Schema,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "What (nearly) all games of a file have is printed once, at its end; the formats json, sarif and concise \
                  list it for each game.\n\n\
                        Exit status: 0 without errors, 1 with errors in games or when `--diff` finds a file that would \
                        change, 2 for wrong usage or a failure to read or write."
)]
pub struct CheckArgs {
    /// Files, folders (searched for .pgn and .vgn), globs, or `-` for standard input [default: this folder]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Only the games that begin in these bytes of the file: from A up to B, which is not included
    #[arg(long, value_name = "A-B", value_parser = byte_range, conflicts_with_all = ["fix", "unsafe_fixes", "diff"])]
    pub range: Option<ByteRange>,

    /// How findings are printed
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    pub format: Format,

    /// When text is printed in colour
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub color: ColorChoice,

    /// Report a diagnostic as an error (`all` sets every code that is not listed)
    #[arg(long, value_name = "CODE")]
    pub deny: Vec<LevelSelector>,

    /// Report a diagnostic as a warning
    #[arg(long, value_name = "CODE")]
    pub warn: Vec<LevelSelector>,

    /// Do not report a diagnostic
    #[arg(long, value_name = "CODE")]
    pub allow: Vec<LevelSelector>,

    /// How strictly moves are checked in notations that can record illegal moves
    #[arg(long, value_enum, value_name = "HOW")]
    pub strictness: Option<StrictnessArg>,

    /// Report what these programs read otherwise than the text says, such as `lichess,scid`; by default nothing
    #[arg(long = "for", value_name = "PROGRAM", value_delimiter = ',')]
    #[arg(value_parser = PossibleValuesParser::new(ReaderSet::names()))]
    pub for_readers: Vec<String>,

    /// Use this configuration file for every game, instead of those near the games
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub config: Option<PathBuf>,

    /// Use no configuration file
    #[arg(long)]
    pub no_config: bool,

    /// Apply the fixes that do not change what a game says; the games of `-` go to standard output
    #[arg(long)]
    pub fix: bool,

    /// Also apply fixes that may change what a game says, where there is only one to choose
    #[arg(long)]
    pub unsafe_fixes: bool,

    /// Print what the fixes would change, and change nothing
    #[arg(long, conflicts_with = "format")]
    pub diff: bool,

    /// Also fix files that are read-only or have hard links, or would lose an attribute or the owner
    #[arg(long)]
    pub force: bool,

    /// Print how often each diagnostic was found
    #[arg(long)]
    pub counts: bool,

    /// Print how often each diagnostic was found instead of the findings; `[*]` after a code: all of
    /// them have a fix, `[-]`: some of them
    #[arg(long, conflicts_with_all = ["diff", "counts"])]
    pub statistics: bool,

    /// Print findings, and nothing else: no summary, no progress
    #[arg(long, short)]
    pub quiet: bool,

    /// Games checked at the same time at most [default: as many as there are processors, which is also the limit]
    #[arg(long, short, value_name = "N", value_parser = jobs_wanted)]
    pub jobs: Option<std::num::NonZeroUsize>,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "If the target cannot record everything in a game, the losses are listed on standard error and the \
                  game is refused. Then no file is written, and standard output stops before that game.\n\n\
                        Exit status: 0 when all is converted, 1 when a game was refused, 2 for wrong usage or a \
                        failure to read or write."
)]
pub struct ConvertArgs {
    /// Files, folders (searched for .pgn and .vgn), globs, or `-` for standard input [default: -]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Only the games that begin in these bytes of the file: from A up to B, which is not included
    #[arg(long, value_name = "A-B", value_parser = byte_range, conflicts_with = "in_place")]
    pub range: Option<ByteRange>,

    /// A notation (see `vgn-lsp notations`), PGN (export format) or VGN (keeps the moves' notation)
    #[arg(long, value_name = "NAME", value_parser = Target::find)]
    pub to: Target,

    /// With `--to PGN`: write what all programs read alike (docs/formatting.md)
    #[arg(long)]
    pub portable: bool,

    /// The notation of games without a MoveFormat tag; with a binary one each file is one game
    #[arg(long, value_name = "NAME", value_parser = notation)]
    pub from: Option<&'static Notation>,

    /// The file to write; `-` is standard output, which is also the default
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Replace each file by its converted games
    #[arg(long, conflicts_with = "output")]
    pub in_place: bool,

    /// Also replace files that are read-only or have hard links, or would lose an attribute or the owner
    #[arg(long)]
    pub force: bool,

    /// Convert games even if something is lost; the losses are still listed
    #[arg(long)]
    pub allow_loss: bool,

    /// Write refused games unchanged
    #[arg(long)]
    pub keep_refused: bool,

    /// Games converted at the same time at most [default: as many as there are processors, which is also the limit]
    #[arg(long, short, value_name = "N", value_parser = jobs_wanted)]
    pub jobs: Option<std::num::NonZeroUsize>,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Lines whose text cannot be read stay as they are, and so does a game whose content the layout would change. \
                  The layout is PGN's export format, unless the section [format] of vgn.toml chooses another.\n\n\
                        Exit status: 0, 1 when `--check` or `--diff` finds a file that would change or `--portable` a \
                        game without a portable form, 2 for wrong usage or a failure to read or write."
)]
pub struct FmtArgs {
    /// Files, folders (searched for .pgn and .vgn), globs, or `-` for standard input [default: this folder]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Name the files that would change, and change nothing
    #[arg(long)]
    pub check: bool,

    /// Print what would change, and change nothing
    #[arg(long)]
    pub diff: bool,

    /// Write PGN games so that all programs read them alike, in PGN's export layout; list those that have no such form
    #[arg(long)]
    pub portable: bool,

    /// When a diff is printed in colour
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub color: ColorChoice,

    /// Use this configuration file for every game, instead of those near the games
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub config: Option<PathBuf>,

    /// Use no configuration file
    #[arg(long)]
    pub no_config: bool,

    /// Also replace files that are read-only or have hard links, or would lose an attribute or the owner
    #[arg(long)]
    pub force: bool,

    /// Print no summary and no progress
    #[arg(long, short)]
    pub quiet: bool,

    /// Games laid out at the same time at most [default: as many as there are processors, which is also the limit]
    #[arg(long, short, value_name = "N", value_parser = jobs_wanted)]
    pub jobs: Option<std::num::NonZeroUsize>,
}

/// The notation with this name.
fn notation(name: &str) -> Result<&'static Notation, String> {
    match Target::find(name) {
        Ok(Target::Notation(notation)) => Ok(notation),
        Ok(Target::Pgn | Target::Portable | Target::Vgn) => {
            Err("each game names its own format: expected a notation".into())
        }
        Err(error) => Err(error.to_string()),
    }
}

/// How findings are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people, with an excerpt of the game
    Text,
    /// One JSON object a line, the summary last
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// Workflow commands of GitHub
    Github,
    /// One line a finding: `file:line:column: severity[code] message`
    Concise,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StrictnessArg {
    /// Illegal moves are not reported
    Off,
    /// Only how pieces move and capture
    Basic,
    /// The whole of the rules
    Full,
}

impl From<StrictnessArg> for Strictness {
    fn from(arg: StrictnessArg) -> Strictness {
        match arg {
            StrictnessArg::Off => Strictness::Off,
            StrictnessArg::Basic => Strictness::Basic,
            StrictnessArg::Full => Strictness::Full,
        }
    }
}

impl Args {
    /// The process's command line, and the levels in the order of their options.
    ///
    /// # Errors
    ///
    /// If it is invalid, or requests help or the version.
    pub fn from_command_line() -> Result<(Args, DiagnosticLevels), clap::Error> {
        let given: Vec<OsString> = std::env::args_os().collect();
        let matches = Args::command().try_get_matches_from(&given).map_err(|error| usage::explained(error, &given))?;
        let levels = matches.subcommand_matches("check").map(levels).unwrap_or_default();
        Ok((Args::from_arg_matches(&matches)?, levels))
    }
}

fn levels(matches: &ArgMatches) -> DiagnosticLevels {
    let mut given = Vec::new();
    for (name, level) in [
        ("deny", DiagnosticLevel::Severity(Severity::Error)),
        ("warn", DiagnosticLevel::Severity(Severity::Warning)),
        ("allow", DiagnosticLevel::Off),
    ] {
        let indices = matches.indices_of(name).into_iter().flatten();
        let selectors = matches.get_many::<LevelSelector>(name).into_iter().flatten();
        given.extend(indices.zip(selectors).map(|(index, selector)| (index, *selector, level)));
    }
    given.sort_by_key(|(index, ..)| *index);
    let mut levels = DiagnosticLevels::default();
    for (_, selector, level) in given {
        levels.set(selector, level);
    }
    levels
}
