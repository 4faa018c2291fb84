//! Engines that hang, die, lie and babble.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use shakmaty::CastlingMode;
use shakmaty::variant::{Variant, VariantPosition};

use super::*;
use crate::protocol::{EngineScore, EngineSettings, SearchLimit, SearchReport, SearchRequest};

/// Short, so that the tests are.
const PATIENCE: Patience = Patience { answer: Duration::from_millis(1500), search: Duration::from_millis(200) };

/// A fake engine under a name that says what it does. The folder has to be kept.
fn fake(kind: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join(kind);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/engines/fake");
    std::os::unix::fs::symlink(script, &program).expect("a link");
    (folder, program)
}

fn started(kind: &str) -> Result<ChessEngine, EngineFault> {
    let (_folder, program) = fake(kind);
    ChessEngine::start(&program, &EngineSettings::default(), PATIENCE, &|| false)
}

fn searched(kind: &str, limit: SearchLimit) -> Result<SearchReport, EngineFault> {
    let mut engine = started(kind)?;
    engine.new_game(Variant::Chess, CastlingMode::Standard, &|| false)?;
    let first = SearchRequest::from_position(VariantPosition::new(Variant::Chess), CastlingMode::Standard);
    engine.search(&first, limit, &|| false)
}

/// The fault as a sentence, and whether it came in time.
fn fault(kind: &str) -> String {
    let began = Instant::now();
    let fault = searched(kind, SearchLimit::Depth(1)).expect_err("a fault");
    assert!(began.elapsed() < Duration::from_secs(8), "{kind}: {:?}", began.elapsed());
    format!("it {fault}")
}

#[test]
fn an_engine_answers() {
    let report = searched("honest", SearchLimit::Depth(1)).expect("a result");
    assert_eq!(report.lines[0].score, EngineScore::Centipawns(10));
    assert_eq!(started("honest").expect("an engine").name(), Some("Fake honest"));
    assert!(searched("slow", SearchLimit::Depth(1)).is_ok(), "it answers when it is asked whether it is alive");
}

#[test]
fn an_engine_that_hangs_is_given_up() {
    assert_eq!(fault("deaf"), "it did not answer for 2 seconds");
    assert_eq!(fault("mute"), "it did not answer for 2 seconds");
    assert_eq!(fault("hangs"), "it did not answer for 2 seconds");
}

#[test]
fn an_engine_that_is_alive_but_out_of_time_is_given_up() {
    let fault = searched("thinks", SearchLimit::Time(100)).expect_err("a fault");
    assert_eq!(fault, EngineFault::Silent(PATIENCE.answer));
}

#[test]
fn an_engine_that_dies_is_reaped() {
    assert_eq!(fault("gone"), "it ended by itself (exit status: 7)");
    assert_eq!(fault("dies"), "it ended by itself (exit status: 3)");
    assert_eq!(fault("killed"), "it ended by itself (signal: 9 (SIGKILL))");
}

#[test]
fn an_engine_that_lies_or_babbles_is_not_believed() {
    assert_eq!(fault("lies"), "it gave the move `e2e5`, which is not legal");
    assert_eq!(fault("empty"), "it ended a search without an evaluation");
    assert_eq!(fault("none"), "it gave no move in a position that has one");
    assert_eq!(fault("garbage"), "it writes what is not UCI: is it a chess engine?");
    assert_eq!(fault("endless"), "it writes a line without an end: is it a chess engine?");
}

#[test]
fn what_cannot_be_started_is_said() {
    let start = |program: &str| {
        ChessEngine::start(Path::new(program), &EngineSettings::default(), PATIENCE, &|| false)
            .err()
            .map(|fault| fault.to_string())
    };
    assert_eq!(start("/nowhere/engine").as_deref(), Some("cannot be started: No such file or directory"));
    assert_eq!(start("/").as_deref(), Some("cannot be started: Permission denied"));
}

#[test]
fn an_interrupt_ends_the_wait() {
    let mut engine = started("thinks").expect("an engine");
    let first = SearchRequest::from_position(VariantPosition::new(Variant::Chess), CastlingMode::Standard);
    let began = Instant::now();
    let is_unwanted = || began.elapsed() > Duration::from_millis(300);
    assert_eq!(engine.search(&first, SearchLimit::Infinite, &is_unwanted), Err(EngineFault::Interrupted));
    assert!(began.elapsed() < Duration::from_secs(2));
}

#[test]
fn what_an_engine_has_started_ends_with_it() {
    let engine = started("brood").expect("an engine");
    let child: u32 = engine.name().and_then(|name| name.rsplit(' ').next()?.parse().ok()).expect("its child");
    let is_running = || {
        let stat = std::fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
        // A process that has ended may wait to be reaped.
        !stat.is_empty() && !stat.contains(") Z ")
    };
    let has_processes = Path::new("/proc/self/stat").exists();
    assert_eq!(is_running(), has_processes);
    drop(engine);
    std::thread::sleep(Duration::from_millis(200));
    assert!(!is_running());
}

#[test]
fn an_analysis_is_heard_and_left() {
    let first = SearchRequest::from_position(VariantPosition::new(Variant::Chess), CastlingMode::Standard);
    let analysed = |kind: &str, is_unwanted: &dyn Fn() -> bool, is_over: &dyn Fn() -> bool| {
        let mut engine = started(kind)?;
        engine.set_game(Variant::Chess, CastlingMode::Standard, is_over)?;
        let mut heard = Vec::new();
        let mut hear = |report: SearchReport, is_last: bool| heard.push((report.lines.len(), is_last));
        let interval = Duration::from_millis(1);
        engine.analyse(&first, 3, interval, &mut hear, [is_unwanted, is_over]).map(|()| heard)
    };
    let never = || false;
    let heard = analysed("honest", &never, &never).expect("a result");
    assert_eq!(heard.last(), Some(&(1, true)), "{heard:?}");
    // It does not stop when it is asked to.
    let fault = analysed("thinks", &|| true, &never).expect_err("a fault");
    assert!(matches!(fault, EngineFault::Silent(_)), "{fault}");
    let began = Instant::now();
    let over = || began.elapsed() > Duration::from_millis(50);
    assert_eq!(analysed("thinks", &never, &over), Err(EngineFault::Interrupted));
    assert!(began.elapsed() < Duration::from_secs(1), "it is not waited for");
}
