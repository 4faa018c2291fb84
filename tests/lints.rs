//! Lints: whatever events one wants, the fast pass, the judge and editors tell it of the same ones, and what it finds is
//! found, and fixed, wherever games are judged.

use std::cell::RefCell;

use proptest::prelude::*;
use vgn_lsp::games::fix_game;
use vgn_lsp::lint::{
    CATALOGUE, Check, CheckFunction, Code, Context, Edit, Event, EventFilter, Events, Family, FileKind, Findings, Fix,
    GameFilter, Lint, Memory, Settings, Severity, TagFilter, apply, in_use,
};
use vgn_lsp::replay::{FastPass, check_game, resolve_game};
use vgn_lsp::syntax::games::games;

use crate::support::damage::Damage;

const FILES: [&str; 5] = [
    include_str!("data/games/gnuchess-book.pgn"),
    include_str!("data/games/lichess_db_10k.pgn"),
    include_str!("../fuzz/seeds/clean/annotated"),
    include_str!("../fuzz/seeds/clean/set-up"),
    concat!(
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n",
        "[Whatever \"x\"]\n\n{before} 1. e4 $1 {a} (1. d4 ; line\n d5 (1... Nf6! 2. c4) 2. c4) (1. c4) e5 {b} 2. Nf3 *\n"
    ),
];

thread_local! {
    static HEARD: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Writes all that it hears of a game to [`HEARD`], and finds nothing.
struct Recorder;

impl Memory for Recorder {
    fn observe(&mut self, event: &Event<'_>, findings: &mut Findings<'_>) {
        let game = findings.game();
        let text = match event {
            Event::Number(range)
            | Event::Glyph(range)
            | Event::Comment(range)
            | Event::Variation(range)
            | Event::VariationEnd(range)
            | Event::Terminator(range)
            | Event::HalfMove { range, .. } => game.slice(range),
            Event::Tag(_) | Event::Opening | Event::End => "",
        };
        let board =
            game.position().map(|position| (position.board().to_string(), position.turn(), position.fullmoves()));
        let counts =
            (game.depth(), game.main_line_half_moves(), game.terminator(), game.is_read_whole(), game.has_tags());
        let white = game.tag(in_use("White")).map(|tag| tag.text().into_owned());
        HEARD.with_borrow_mut(|heard| heard.push(format!("{event:?} {text:?} {board:?} {counts:?} {white:?}")));
    }
}

static RECORDER: Lint = lint(Check::Of {
    wants: EventFilter { events: Events::ALL, tags: TagFilter::All, games: GameFilter::All },
    run: CheckFunction::Stateful(|| Box::new(Recorder)),
});

/// A lint that is in no table.
const fn lint(check: Check) -> Lint {
    Lint {
        code: Code::InvalidEco,
        name: "a-lint",
        family: Family::Tags,
        severity: Severity::Warning,
        fix: true,
        summary: "",
        explanation: "",
        wrong: "",
        right: "",
        check,
    }
}

fn settings(lint: &'static Lint) -> Settings {
    let mut settings = Settings::default();
    settings.add_lint(lint);
    settings
}

/// What is heard of each game that the fast pass takes for clean: by the pass, by the judge, and by those who keep every
/// half-move.
fn heard_alike(text: &str) -> usize {
    let settings = settings(&RECORDER);
    let mut fast_pass = FastPass::checking(&settings);
    let mut clean = 0;
    for span in games(text.as_bytes()) {
        HEARD.take();
        let told = fast_pass.game(text.as_bytes(), span.range.start, true);
        let fast = HEARD.take();
        let game = &text[span.range];
        let context = Context::new(&settings, FileKind::Pgn);
        let report = check_game(game, &context);
        let slow = HEARD.take();
        if told.is_none() {
            continue;
        }
        clean += 1;
        assert_eq!(fast, slow, "{game}");
        assert_eq!(report.diagnostics, [], "{game}");
        resolve_game(game, &context);
        assert_eq!(HEARD.take(), slow, "{game}");
    }
    clean
}

#[test]
fn both_readers_tell_of_the_same_events() {
    let clean: Vec<usize> = FILES.map(heard_alike).into();
    assert_eq!(clean, [98, 5, 1, 2, 1]);
}

/// The fast pass takes no example for clean in which the judge finds something.
#[test]
fn both_readers_tell_of_the_same_events_of_all_examples() {
    let examples = CATALOGUE.iter().flat_map(|lint| [lint.wrong, lint.right]);
    let clean: usize = examples.map(heard_alike).sum();
    assert!(clean > 3, "{clean}");
}

proptest! {
    #[test]
    fn both_readers_tell_of_the_same_events_of_damaged_games(file in 0..FILES.len(), seed: u64) {
        let bytes = Damage::new(seed).damaged(FILES[file].as_bytes());
        heard_alike(&String::from_utf8_lossy(&bytes));
    }
}

/// Finds each event that it wants in a game whose `Event` is not `heard`, and offers to write that.
fn unheard(_: &Event<'_>, findings: &mut Findings<'_>) {
    let Some(tag) = findings.game().tag(in_use("Event")).filter(|tag| *tag.value != *b"heard") else { return };
    findings.report(
        tag.inner.clone(),
        || "unheard".to_owned(),
        || {
            let edits = vec![Edit { range: tag.inner.clone(), text: "heard".to_owned() }];
            vec![Fix { title: "write `heard`".to_owned(), edits, safe: true }]
        },
    );
}

/// A lint for each kind of event.
static EACH: [Lint; Events::KINDS] = {
    const fn unheard_of(events: Events) -> Lint {
        let tags = if events.meets(Events::TAG) { TagFilter::Of(&["White"]) } else { TagFilter::None };
        lint(Check::Of {
            wants: EventFilter { events, tags, games: GameFilter::All },
            run: CheckFunction::Pure(unheard),
        })
    }
    [
        unheard_of(Events::TAG),
        unheard_of(Events::OPENING),
        unheard_of(Events::NUMBER),
        unheard_of(Events::HALF_MOVE),
        unheard_of(Events::GLYPH),
        unheard_of(Events::COMMENT),
        unheard_of(Events::VARIATION),
        unheard_of(Events::VARIATION_END),
        unheard_of(Events::TERMINATOR),
        unheard_of(Events::END),
    ]
};

#[test]
fn what_a_lint_finds_is_no_clean_game_and_is_found_and_fixed() {
    let text = FILES[4];
    for lint in &EACH {
        let settings = settings(lint);
        assert_eq!(FastPass::checking(&settings).game(text.as_bytes(), 0, true), None);
        let context = Context::new(&settings, FileKind::Pgn).with_fixes(true);
        let report = check_game(text, &context);
        let plain = FastPass::checking(&settings).check(text.as_bytes(), 0, true, &context);
        assert_eq!(plain.map(|plain| plain.report).as_ref(), Some(&report));
        let found = report.diagnostics.first().expect("a finding");
        assert_eq!((found.message.as_str(), found.severity), ("unheard", Severity::Information));
        let edits = fix_game(text, None, &context, &|found| found.fixes.iter().find(|fix| fix.safe));
        let fixed = apply(text, &edits);
        assert_eq!(fixed, text.replace("[Event \"?\"]", "[Event \"heard\"]"));
        assert!(FastPass::checking(&settings).game(fixed.as_bytes(), 0, true).is_some());
        let mut off = settings.clone();
        off.set_level(Code::InvalidEco, None);
        assert!(FastPass::checking(&off).game(text.as_bytes(), 0, true).is_some());
    }
}

/// The messages of the lints of evaluations, each with the text that it is about.
fn compared(text: &str) -> Vec<String> {
    let mut settings = Settings::default();
    for code in [Code::GlyphContradictsEvaluation, Code::MissedMate, Code::BlunderWithoutGlyph] {
        assert!(settings.level(code).is_none(), "it is off");
        settings.set_level(code, Some(Severity::Warning));
    }
    let report = check_game(text, &Context::new(&settings, FileKind::Pgn));
    let own = report.diagnostics.iter().filter(|diagnostic| diagnostic.code.lint().family == Family::Evaluations);
    own.map(|found| format!("{}: {}", &text[found.range.start as usize..found.range.end as usize], found.message))
        .collect()
}

#[test]
fn half_moves_are_compared_with_their_evaluations() {
    let text = "1. e4 $17 {[%eval 0.6]} e5 {[%eval 0.3,20] x} (1... f6 {[%eval 3.9]} 2. d4 $14 {[%eval 3.4]}) \
                2. Nf3! {[%eval -4]} Nc6 $20 {[%eval #-3]} 3. a3 {[%eval #-2]} a6 {[%eval -2]} *";
    assert_eq!(
        compared(text),
        [
            "$17: the glyph says that Black stands better, and the evaluation is 0.60",
            "f6: a blunder by the evaluations, from 0.60 to 3.90, without a glyph",
            "!: the glyph says that the half-move is good, and the evaluation is -4.00",
            "$20: the glyph says that White stands better, and the evaluation is #-3",
            "a6: there was a mate in 2, and behind this half-move the evaluation is -2.00",
            "a6: a blunder by the evaluations, from #-2 to -2.00, without a glyph",
        ]
    );
    assert_eq!(compared("{[%eval 0.2]} 1. f3 {[%eval -9]} *").len(), 1, "the first position may be evaluated");
    assert_eq!(compared("1. e4 e5 {[%eval 9]} 2. d4 $18 {[%eval x]} d5 {[%eval 0]} *"), [""; 0]);
}
