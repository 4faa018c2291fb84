//! The stages and their games.

use std::hint::black_box;
use std::ops::Range;

use vgn_engine::convert::{PassingConverter, Target, convert_game, export_pgn};
use vgn_engine::games::File;
use vgn_engine::lint::{Context, FileKind, Settings};
use vgn_engine::replay::{FastPass, check_game, resolve_game, shape_of};
use vgn_engine::source::Encoding;
use vgn_engine::syntax::games::games;
use vgn_engine::syntax::{Node, Sink, SyntaxError, Token, count_tokens, parse, tree};
use vgn_ide::{BoardStyle, StandaloneGame, hover};

/// Receives the measured work.
pub type Count<'a> = &'a mut dyn FnMut(&mut dyn FnMut() -> u64);
/// A stage's name and function.
pub type Stage = (&'static str, fn(Count<'_>));

pub const STAGES: [Stage; 23] = [
    ("boundaries dense", |count| boundaries(DENSE, count)),
    ("boundaries annotated", |count| boundaries(ANNOTATED, count)),
    ("decode annotated", decode),
    ("clean dense", |count| clean(DENSE, count)),
    ("clean annotated", |count| clean(ANNOTATED, count)),
    ("clean clocks", |count| clean(CLOCKS, count)),
    ("lex annotated", |count| each(ANNOTATED, count, |text| count_tokens(text) as u64)),
    ("parse dense", |count| each(DENSE, count, events)),
    ("parse annotated", |count| each(ANNOTATED, count, events)),
    ("tree annotated", |count| each(ANNOTATED, count, |text| tree(text, &shape_of).1.len() as u64)),
    ("resolve annotated", |count| each(ANNOTATED, count, |text| in_context(text, false, resolved))),
    ("check dense", |count| each(DENSE, count, |text| in_context(text, false, findings))),
    ("check annotated", |count| each(ANNOTATED, count, |text| in_context(text, false, findings))),
    ("check faulty", |count| each(FAULTY, count, |text| in_context(text, false, findings))),
    ("check clocks", |count| each(CLOCKS, count, |text| in_context(text, false, findings))),
    ("fixes annotated", |count| each(ANNOTATED, count, |text| in_context(text, true, findings))),
    ("convert dense to UCI", |count| convert("UCI", DENSE, count)),
    ("convert annotated to FCN", |count| convert("FCN", ANNOTATED, count)),
    ("export dense", |count| each(DENSE, count, |text| in_context(text, false, exported))),
    ("pass annotated to UCI", |count| pass("UCI", count)),
    ("pass annotated to PGN", |count| pass("PGN", count)),
    ("edit one of 10,000 games", edits),
    ("hover annotated", hovers),
];

const DENSE: &[u8] = include_bytes!("../../tests/data/games/gnuchess-book.pgn");
const ANNOTATED: &[u8] = include_bytes!("../../tests/data/annotated/dortmund.pgn");
const FAULTY: &[u8] = include_bytes!("../../tests/data/annotated/wcc_2023.pgn");
const CLOCKS: &[u8] = include_bytes!("../../tests/data/games/lichess_db_10k.pgn");

/// The texts of the games in a file.
fn texts(bytes: &[u8]) -> Vec<String> {
    let text = |range: Range<usize>| {
        let bytes = &bytes[range];
        Encoding::of(bytes).decode(bytes).into_owned()
    };
    games(bytes).filter(|span| span.is_game).map(|span| text(span.range)).collect()
}

fn each(bytes: &[u8], count: Count<'_>, run: fn(&str) -> u64) {
    let texts = texts(bytes);
    count(&mut || texts.iter().map(|text| run(black_box(text))).sum());
}

fn in_context(text: &str, fixes: bool, run: fn(&str, &Context<'_>) -> u64) -> u64 {
    let settings = Settings::default();
    run(text, &Context::new(&settings, FileKind::Pgn).with_fixes(fixes))
}

fn boundaries(bytes: &[u8], count: Count<'_>) {
    count(&mut || games(black_box(bytes)).map(|span| span.range.end as u64).sum());
}

fn clean(bytes: &[u8], count: Count<'_>) {
    let starts: Vec<usize> = games(bytes).map(|span| span.range.start).collect();
    let mut fast_pass = FastPass::checking(&Settings::default());
    count(&mut || {
        starts.iter().filter(|start| fast_pass.game(black_box(bytes), **start, true).is_some()).count() as u64
    });
}

fn decode(count: Count<'_>) {
    let ranges: Vec<Range<usize>> = games(ANNOTATED).map(|span| span.range).collect();
    count(&mut || {
        let text = |range: &Range<usize>| Encoding::of(&ANNOTATED[range.clone()]).decode(&ANNOTATED[range.clone()]);
        ranges.iter().map(|range| black_box(text(range)).len() as u64).sum()
    });
}

fn events(text: &str) -> u64 {
    let mut events = Events(0);
    parse(text, &shape_of, &mut events);
    events.0
}

fn resolved(text: &str, context: &Context<'_>) -> u64 {
    black_box(resolve_game(text, context)).moves.len() as u64
}

fn findings(text: &str, context: &Context<'_>) -> u64 {
    black_box(check_game(text, context)).diagnostics.len() as u64
}

fn exported(text: &str, context: &Context<'_>) -> u64 {
    export_pgn(text, context).map_or(0, |export| export.text.len() as u64)
}

fn convert(name: &str, bytes: &[u8], count: Count<'_>) {
    let texts = texts(bytes);
    let target = Target::find(name).expect("a notation of the registry");
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    let converted =
        |text: &String| convert_game(text, &context, &target, None).map_or(0, |conversion| conversion.edits.len());
    count(&mut || texts.iter().map(|text| black_box(converted(text)) as u64).sum());
}

/// Conversion of games while they are read.
fn pass(name: &str, count: Count<'_>) {
    let starts: Vec<usize> = games(ANNOTATED).map(|span| span.range.start).collect();
    let to = Target::find(name).expect("a target");
    let mut passing = PassingConverter::new(to).expect("a target of text");
    let mut out = Vec::new();
    count(&mut || {
        out.clear();
        let passed = starts.iter().filter_map(|start| passing.game(black_box(ANNOTATED), *start, true, &mut out));
        passed.count() as u64 + out.len() as u64
    });
}

/// Hovers at every hundredth byte.
fn hovers(count: Count<'_>) {
    let texts = texts(ANNOTATED);
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    let at = |text: &str, offset: u32| {
        u64::from(black_box(hover(&StandaloneGame::new(text, context), offset, BoardStyle::Ascii)).is_some())
    };
    count(&mut || texts.iter().map(|text| (0..text.len() as u32).step_by(100).map(|n| at(text, n)).sum::<u64>()).sum());
}

/// Edits of one game in a file of ten thousand, each followed by judging the changed games.
fn edits(count: Count<'_>) {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn).with_fixes(true);
    let one = texts(DENSE).swap_remove(0);
    let mut text = one.repeat(10_000);
    let mut file: File = File::new(text.as_str());
    let at = one.len() * 5_000 + one.find("\n1.").expect("a first move") + 3;
    // Two letters are typed into a move and deleted again. The text itself is stored outside of this library.
    let versions = [(at..at, "N"), (at + 1..at + 1, "g"), (at + 1..at + 2, ""), (at..at + 1, "")].map(|(old, new)| {
        text.replace_range(old.clone(), new);
        (old, new.len(), text.clone())
    });
    count(&mut || {
        let mut found = 0;
        for (old, new_len, text) in &versions {
            file.edit(text.as_str(), old.clone(), *new_len);
            if let Some(game) = file.game_at(at) {
                found += game.report(&text[game.range()], &context).diagnostics.len() as u64;
            }
        }
        found
    });
}

/// A visitor that counts events.
struct Events(u64);

impl Sink for Events {
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
