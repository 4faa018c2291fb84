//! The stages, each run over all games.

use std::borrow::Cow;
use std::fs::Metadata;
use std::hint::black_box;
use std::ops::Range;

use vgn_config::files::at_most;
use vgn_engine::binary::{check_binary_game, resolve_binary_game};
use vgn_engine::lint::{CATALOGUE, Code, Context, FileKind, Settings};
use vgn_engine::replay::{FastPass, GameReport, check_game, resolve_game, shape_of};
use vgn_engine::source::{BYTE_ORDER_MARK, Encoding, sniff};
use vgn_engine::syntax::games::{Span, games};
use vgn_engine::syntax::{Node, Sink, SyntaxError, Token, TreeCache, count_tokens, parse, tree_with_cache};

use super::figures::{Figures, StageFigures};
use super::meter::metered;
use crate::batch::FileFault;
use crate::batch::inputs::{InputFile, OpenedInput};
use crate::batch::progress::ProgressDisplay;
use crate::reason;

/// Number of stages.
pub const STAGES: u64 = 10;
/// Number of bytes between two steps of the progress bar, whose cost must be negligible.
const STEP: usize = 1 << 20;

/// Maximum number of bytes read from an input that is not a regular file, and may never end.
const LONGEST_STREAM: u64 = 1 << 30;

/// A file in memory.
struct StatsFile {
    bytes: Vec<u8>,
    kind: FileKind,
}

struct StatsGame<'a> {
    text: Cow<'a, str>,
    /// The binary move section that follows the text, if the game has one.
    section: Option<&'a [u8]>,
    kind: FileKind,
}

/// Runs all stages. Files that cannot be read or contain no chess are reported to `complain`, and skipped.
pub fn measure(inputs: &[InputFile], progress: &ProgressDisplay, complain: &dyn Fn(FileFault)) -> Figures {
    let mut figures = Figures::default();
    let (files, cost) = metered(|| {
        let read = inputs.iter().map(|input| {
            let file = read(input);
            progress.advance(file.as_ref().map_or(0, |file| file.bytes.len() as u64));
            file
        });
        read.filter_map(|file| file.map_err(complain).ok()).collect::<Vec<StatsFile>>()
    });
    figures.files = files.len() as u64;
    figures.bytes = files.iter().map(|file| file.bytes.len() as u64).sum();
    figures.stages.push(StageFigures { name: "read", description: "the files read into memory", cost });

    let (spans, cost) = metered(|| boundaries(&files, progress));
    figures.stages.push(StageFigures { name: "boundaries", description: "where each game begins and ends", cost });

    let (decoded, cost) = metered(|| decode(&files, &spans, progress));
    figures.stages.push(StageFigures { name: "decode", description: "each game's encoding and text", cost });

    let (clean_games, cost) = metered(|| clean(&files, &spans, progress));
    figures.clean_games = clean_games;
    figures.stages.push(StageFigures {
        name: "clean",
        description: "the games with nothing to report, found among the others",
        cost,
    });
    drop(spans);

    let mut each = |name, description, run: &mut dyn FnMut(&StatsGame<'_>)| {
        let ((), cost) = metered(|| over(&decoded, progress, run));
        figures.stages.push(StageFigures { name, description, cost });
    };
    each("lex", "raw tokens", &mut |game| {
        black_box(count_tokens(&game.text));
    });
    each("parse", "the grammar's events", &mut |game| {
        let mut events = EventCounter(0);
        parse::<dyn Sink>(&game.text, &shape_of, &mut events);
        black_box(events.0);
    });
    let mut cache = TreeCache::default();
    each("tree", "the events as a lossless tree", &mut |game| {
        black_box(tree_with_cache(&game.text, &shape_of, &mut cache));
    });
    let silent = silent();
    each("resolve", "every half-move kept with its boards, no diagnostics", &mut |game| {
        let context = Context::new(&silent, game.kind);
        match game.section {
            None => drop(black_box(resolve_game(&game.text, &context))),
            Some(section) => drop(black_box(resolve_binary_game(&game.text, section, &context))),
        }
    });
    let settings = Settings::default();
    let (mut half_moves, mut games) = (0, 0);
    each("lint", "every diagnostic", &mut |game| {
        let report = check(game, &settings, false);
        half_moves += u64::from(report.half_moves);
        games += u64::from(report.is_game);
        black_box(report);
    });
    each("fixes", "every diagnostic and its fixes, as editors have them", &mut |game| {
        black_box(check(game, &settings, true));
    });
    (figures.half_moves, figures.games) = (half_moves, games);
    figures
}

fn read(input: &InputFile) -> Result<StatsFile, FileFault> {
    let read = input.open().and_then(|OpenedInput { text, metadata, .. }| {
        let len = metadata.filter(Metadata::is_file).map_or(0, |file| file.len());
        at_most(text, len.max(LONGEST_STREAM), len)
    });
    let mut bytes =
        read.map_err(|error| FileFault::new(&input.name, format!("the file cannot be read: {}", reason(&error))))?;
    if let Some(kind) = sniff(&bytes) {
        return Err(FileFault::new(&input.name, kind.to_string()));
    }
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    Ok(StatsFile { bytes, kind: input.kind })
}

fn boundaries(files: &[StatsFile], progress: &ProgressDisplay) -> Vec<Vec<Span>> {
    let cut = |file: &StatsFile| {
        let spans = games(&file.bytes).collect();
        progress.advance(file.bytes.len() as u64);
        spans
    };
    files.iter().map(cut).collect()
}

fn decode<'a>(files: &'a [StatsFile], spans: &[Vec<Span>], progress: &ProgressDisplay) -> Vec<StatsGame<'a>> {
    let mut decoded = Vec::new();
    for (file, spans) in files.iter().zip(spans) {
        for span in spans {
            let Range { start, end } = span.range;
            let text_end = span.binary.map_or(end, |binary| binary.clamp(start, end));
            let bytes = &file.bytes[start..text_end];
            let section = span.binary.is_some().then(|| &file.bytes[text_end..end]);
            decoded.push(StatsGame { text: Encoding::of(bytes).decode(bytes), section, kind: file.kind });
        }
        progress.advance(file.bytes.len() as u64);
    }
    decoded
}

/// Number of games that the fast pass recognizes as clean.
fn clean(files: &[StatsFile], spans: &[Vec<Span>], progress: &ProgressDisplay) -> u64 {
    let mut fast_pass = FastPass::checking(&Settings::default());
    let mut count = 0;
    for (file, spans) in files.iter().zip(spans) {
        let is_clean = |span: &&Span| fast_pass.game(&file.bytes, span.range.start, true).is_some();
        count += spans.iter().filter(is_clean).count() as u64;
        progress.advance(file.bytes.len() as u64);
    }
    count
}

fn check(game: &StatsGame<'_>, settings: &Settings, fixes: bool) -> GameReport {
    let context = Context::new(settings, game.kind).with_fixes(fixes);
    match game.section {
        None => check_game(&game.text, &context),
        Some(section) => check_binary_game(&game.text, section, &context),
    }
}

fn over(games: &[StatsGame<'_>], progress: &ProgressDisplay, run: &mut dyn FnMut(&StatsGame<'_>)) {
    let mut done = 0;
    for game in games {
        run(game);
        done += game.text.len();
        if done >= STEP {
            progress.advance(std::mem::take(&mut done) as u64);
        }
    }
    progress.advance(done as u64);
}

/// Settings with all diagnostics off.
fn silent() -> Settings {
    let mut settings = Settings::default();
    for code in CATALOGUE.iter().filter_map(|entry| Code::from_name(entry.name)) {
        settings.set_level(code, None);
    }
    settings
}

/// A sink that only counts.
struct EventCounter(u64);

impl Sink for EventCounter {
    fn start(&mut self, node: Node) {
        black_box(node);
        self.0 += 1;
    }

    fn token(&mut self, token: Token, range: Range<u32>) {
        black_box((token, range));
        self.0 += 1;
    }

    fn finish(&mut self, node: Node) {
        black_box(node);
        self.0 += 1;
    }

    fn error(&mut self, error: SyntaxError) {
        black_box(error);
        self.0 += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_stages_are_counted() {
        let figures = measure(&[], &ProgressDisplay::new(Some(0)), &|fault| panic!("{fault}"));
        assert_eq!(figures.stages.len() as u64, STAGES);
    }
}
