//! The conversation, step by step: what an engine writes, what it is told, and what is heard.

use std::time::Duration;

use shakmaty::CastlingMode;
use shakmaty::variant::{Variant, VariantPosition};

use super::*;

const PATIENCE: Patience = Patience { answer: Duration::from_secs(10), search: Duration::from_secs(5) };
const INTERVAL: Duration = Duration::from_millis(200);

fn at(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

fn order(id: u64, variant: Variant) -> AnalysisOrder {
    let request = SearchRequest::from_position(VariantPosition::new(variant), CastlingMode::Standard);
    AnalysisOrder { id, request, multi_pv: 2 }
}

/// The lines that a step has for the engine, after the engine's line.
fn told(conversation: &mut EngineConversation, line: &str, now: u64) -> String {
    let step = conversation.receive(line, at(now)).expect("no fault");
    assert_eq!(step.news, []);
    step.lines
}

/// A conversation that searches the first position, since 30 milliseconds.
fn searching() -> EngineConversation {
    let (mut talk, lines) = EngineConversation::greet(EngineSettings::default(), PATIENCE, INTERVAL, at(0));
    assert_eq!(lines, "uci\n");
    assert_eq!(talk.order(Some(order(1, Variant::Chess)), at(5)), ConversationStep::default());
    assert_eq!(told(&mut talk, "id name Slow 1", 10), "");
    assert_eq!(told(&mut talk, "option name MultiPV type spin default 1 min 1 max 5", 10), "");
    assert_eq!(told(&mut talk, "uciok", 20), "isready\n");
    assert_eq!(told(&mut talk, "readyok", 30), "ucinewgame\nisready\n");
    let search = "setoption name MultiPV value 2\nposition startpos\ngo infinite\n";
    assert_eq!(told(&mut talk, "readyok", 30), search);
    talk
}

#[test]
fn news_come_at_once_and_then_from_time_to_time() {
    let mut talk = searching();
    assert_eq!(talk.name(), Some("Slow 1"));
    let step = talk.receive("info depth 1 score cp 20 nodes 30 pv e2e4", at(40)).expect("no fault");
    let [ConversationNews::Found { id: 1, report, is_last: false }] = &step.news[..] else { panic!("{step:?}") };
    assert_eq!((report.lines[0].score, report.nodes), (EngineScore::Centipawns(20), 30));
    assert_eq!(told(&mut talk, "info depth 2 score cp 25 nodes 90 pv d2d4", 50), "");
    assert_eq!(talk.due(), Some(at(240)));
    assert_eq!(talk.look(at(239)), Ok(ConversationStep::default()));
    let step = talk.look(at(240)).expect("no fault");
    assert!(
        matches!(&step.news[..], [ConversationNews::Found { id: 1, report, is_last: false }] if report.nodes == 90)
    );
    // Then nothing is new, and silence counts.
    assert_eq!(talk.due(), Some(at(5050)));
    let step = talk.receive("bestmove d2d4", at(300)).expect("no fault");
    assert!(matches!(&step.news[..], [ConversationNews::Found { id: 1, is_last: true, .. }]), "{step:?}");
    assert_eq!(talk.due(), None);
}

#[test]
fn the_last_order_counts() {
    let mut talk = searching();
    let step = talk.order(Some(order(2, Variant::Chess)), at(60));
    assert_eq!(step, ConversationStep { lines: "stop\n".to_owned(), news: Vec::new() });
    assert_eq!(talk.order(Some(order(3, Variant::Chess)), at(70)), ConversationStep::default());
    // What comes of the first search is heard no more; it had no time to find anything.
    assert_eq!(told(&mut talk, "info depth 1 score cp 20 nodes 30 pv e2e4", 80), "");
    let search = "setoption name MultiPV value 2\nposition startpos\ngo infinite\n";
    assert_eq!(told(&mut talk, "bestmove (none)", 90), search);
    let step = talk.receive("info depth 1 score cp 20 nodes 30 pv e2e4", at(100)).expect("no fault");
    assert!(matches!(&step.news[..], [ConversationNews::Found { id: 3, .. }]), "{step:?}");
    assert_eq!(talk.order(None, at(110)).lines, "stop\n");
    assert_eq!(told(&mut talk, "bestmove e2e4", 120), "");
    assert_eq!(talk.due(), None);
    // At rest the next one begins at once.
    assert!(talk.order(Some(order(4, Variant::Chess)), at(130)).lines.ends_with("go infinite\n"));
}

#[test]
fn a_variant_that_it_does_not_play_ends_nothing() {
    let mut talk = searching();
    talk.order(Some(order(2, Variant::Atomic)), at(60));
    let step = talk.receive("bestmove e2e4", at(70)).expect("no fault");
    let fault = EngineFault::Protocol(ProtocolFault::UnknownVariant("atomic"));
    assert_eq!(step.news, [ConversationNews::Refused { id: 2, fault }]);
    assert_eq!(talk.due(), None);
    assert!(talk.order(Some(order(3, Variant::Chess)), at(80)).lines.ends_with("go infinite\n"));
}

#[test]
fn silence_is_a_fault() {
    let (mut talk, _) = EngineConversation::greet(EngineSettings::default(), PATIENCE, INTERVAL, at(0));
    assert_eq!(talk.look(at(9_999)), Ok(ConversationStep::default()));
    assert_eq!(talk.look(at(10_000)), Err(EngineFault::Silent(PATIENCE.answer)));
    let mut talk = searching();
    assert_eq!(talk.look(at(5_030)).expect("no fault").lines, "isready\n");
    assert_eq!(told(&mut talk, "readyok", 6_000), "");
    assert_eq!(talk.look(at(11_000)).expect("no fault").lines, "isready\n");
    assert_eq!(talk.look(at(20_999)), Ok(ConversationStep::default()));
    assert_eq!(talk.look(at(21_000)), Err(EngineFault::Silent(at(15_000))));
}

#[test]
fn lies_are_told_from_slowness() {
    let mut talk = searching();
    let lie = EngineFault::Protocol(ProtocolFault::IllegalMove("e2e5".to_owned()));
    assert_eq!(talk.receive("info depth 1 score cp 20 pv e2e5", at(50)), Err(lie));
    let mut talk = searching();
    assert_eq!(talk.receive("bestmove (none)", at(50)), Err(EngineFault::Protocol(ProtocolFault::NoMove)));
}
