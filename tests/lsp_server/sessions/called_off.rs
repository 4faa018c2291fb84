//! Requests about one huge game: who does not want the answer any more is not kept waiting, nor is anybody else.

use serde_json::{Value, json};

use crate::lsp_server::harness::Session;

const HUGE: &str = "file:///huge.pgn";
const SMALL: &str = "file:///small.pgn";

/// Games that take long to be resolved: many half-moves, many variations, and one long comment of faulty commands.
fn huge() -> [String; 3] {
    [
        format!("1. e4 e5 {}*\n", "2. Nf3 Nf6 3. Ng1 Ng8 ".repeat(100_000)),
        format!("1. e4 {}*\n", "(1. d4 d5 2. c4) ".repeat(50_000)),
        format!("1. e4 {{{}}} e5 *\n", "[%clk 1:99:00] [%eval x] ".repeat(200_000)),
    ]
}

fn about(uri: &str, character: u32) -> Value {
    json!({"textDocument": {"uri": uri}, "position": {"line": 0, "character": character}})
}

fn actions_at(uri: &str, character: u32) -> Value {
    let place = json!({"line": 0, "character": character});
    json!({"textDocument": {"uri": uri}, "range": {"start": place, "end": place}, "context": {"diagnostics": []}})
}

fn session() -> Session {
    let capabilities = json!({
        "textDocument": {
            "diagnostic": {},
            "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}}
        },
        "workspace": {"diagnostics": {"refreshSupport": true}}
    });
    Session::with_capabilities(capabilities).0
}

#[test]
fn a_change_stops_what_is_asked_of_the_text_before() {
    for text in huge() {
        let mut session = session();
        session.open(HUGE, 1, &text);
        let asked = [
            session.ask("textDocument/hover", about(HUGE, 4)),
            session.ask("textDocument/codeAction", actions_at(HUGE, 4)),
        ];
        session.change(HUGE, 2, [0, 0, 0, 0], "x");
        // Only work that has ended says so, and it has not come to its end.
        for id in asked {
            assert_eq!(session.reply(id)["error"]["code"], -32801, "{}", &text[..20]);
        }
        session.finish();
    }
}

#[test]
fn a_change_stops_a_completion_late_in_the_text_before() {
    for text in &huge()[..2] {
        let mut session = session();
        session.open(HUGE, 1, text);
        let id = session.ask("textDocument/completion", about(HUGE, u32::try_from(text.len() - 3).expect("short")));
        session.change(HUGE, 2, [0, 0, 0, 0], "x");
        assert_eq!(session.reply(id)["error"]["code"], -32801, "{}", &text[..20]);
        session.finish();
    }
}

#[test]
fn a_cancelled_request_is_answered_before_the_next() {
    for text in huge() {
        let mut session = session();
        session.open(HUGE, 1, &text);
        session.open(SMALL, 1, "1. Nf3 *");
        // More than there are threads, so that work that went on would leave none for others.
        let asked: Vec<_> = (0..20)
            .flat_map(|_| {
                let hover = session.ask("textDocument/hover", about(HUGE, 4));
                [hover, session.ask("textDocument/codeAction", actions_at(HUGE, 4))]
            })
            .collect();
        for id in &asked {
            session.notify("$/cancelRequest", json!({"id": id}));
        }
        let last = session.ask("textDocument/hover", about(SMALL, 4));
        let next = session.receive(|message| message["id"] == last);
        assert_ne!(next["result"], Value::Null);
        for id in asked {
            assert_eq!(session.reply(id)["error"]["code"], -32800);
        }
        session.finish();
    }
}

#[test]
fn what_nobody_calls_off_is_answered() {
    for text in huge() {
        let mut session = session();
        session.open(HUGE, 1, &text);
        assert_eq!(session.hover(HUGE, 0, 4)["range"]["start"]["character"], 3);
        session.finish();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn work_waits_for_its_turn_and_others_are_answered() {
    let mut session = session();
    session.open(SMALL, 1, "1. Nf3 *");
    session.hover(SMALL, 0, 4);
    let asked: Vec<_> = (0..300).map(|_| session.ask("vgn/testWait", Value::Null)).collect();
    assert_ne!(session.hover(SMALL, 0, 4), Value::Null, "it does not wait for them");
    let cores = std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2));
    // Those of the runtime, those that work, and some that are about to end.
    assert!(session.threads() <= 3 * cores + 16, "{} threads for {cores} cores", session.threads());
    for id in asked.iter().rev() {
        session.notify("$/cancelRequest", json!({"id": id}));
        assert_eq!(session.reply(*id)["error"]["code"], -32800);
    }
    session.finish();
}

#[test]
fn all_who_ask_at_once_about_a_large_game_have_the_same_answer() {
    let moves = format!("1. e4 e5 {}*\n", "2. Nf3 Nf6 3. Ng1 Ng8 ".repeat(5_000));
    let mut session = session();
    session.open(HUGE, 1, &moves);
    let first = session.hover(HUGE, 0, 4);
    let mut fixes = actions_at(HUGE, 4);
    fixes["context"]["only"] = json!(["quickfix"]);
    let actions = session.request("textDocument/codeAction", fixes.clone());
    let asked: Vec<_> = (0..20)
        .map(|_| {
            let hover = session.ask("textDocument/hover", about(HUGE, 4));
            (hover, session.ask("textDocument/codeAction", fixes.clone()))
        })
        .collect();
    for (hover, action) in asked {
        assert_eq!(session.reply(hover)["result"], first);
        assert_eq!(session.reply(action)["result"], actions);
    }
    // After a change it is another game.
    session.change(HUGE, 2, [0, 3, 0, 5], "d4");
    assert_ne!(session.hover(HUGE, 0, 4), first);
    session.finish();
}
