//! Code actions over the protocol; what they do is tested with the feature itself.

use serde_json::{Value, json};

use crate::lsp_server::harness::Session;
use crate::lsp_server::sessions::full_client::{TAGS, capabilities, edited, uri, without};

const VGN: &str = "[GameFormat \"VGN\"]\n\n1. e4! 1.5 e5? *\n\n[GameFormat \"VGN\"]\n\n1. d4!! *\n";

const ALL_SAFE: &str = "Fix all that can be fixed safely";

fn titled<'a>(actions: &'a [Value], title: &str) -> &'a Value {
    let found = actions.iter().find(|action| action["title"] == title);
    found.unwrap_or_else(|| panic!("{title} is not in {actions:#?}"))
}

#[test]
fn a_fix_has_its_diagnostic_and_its_version() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "game.vgn");
    let (mut session, result) = Session::full(folder.path(), Value::Null);
    let kinds = &result["capabilities"]["codeActionProvider"]["codeActionKinds"];
    let expected =
        "quickfix refactor refactor.rewrite refactor.extract refactor.move refactor.spelling source.fixAll.vgn";
    assert_eq!(kinds, &json!(expected.split(' ').collect::<Vec<_>>()));
    session.open(&game, 7, VGN);
    let diagnostics = session.pulled(&game);
    let actions = session.actions(&game, [2, 5, 2, 6], json!({"diagnostics": diagnostics}));
    let fix = titled(&actions, "Write $1");
    assert_eq!((&fix["kind"], &fix["isPreferred"]), (&json!("quickfix"), &json!(true)));
    assert_eq!(fix["diagnostics"], json!([diagnostics[0]]));
    let change = &fix["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({"uri": game, "version": 7}));
    assert!(edited(VGN, &change["edits"]).starts_with("[GameFormat \"VGN\"]\n\n1. e4 $1 1.5 e5? *\n"));
    session.finish();
}

#[test]
fn what_is_large_is_made_when_it_is_chosen() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "game.vgn");
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    session.open(&game, 1, VGN);
    let mut actions = session.actions(&game, [2, 5, 2, 5], json!({"diagnostics": []}));
    actions.extend(session.actions(&game, [2, 5, 2, 5], json!({"diagnostics": [], "only": ["source.fixAll"]})));
    let expected = [
        (
            "Fix all `suffix-glyph` in this game",
            "[GameFormat \"VGN\"]\n\n1. e4 $1 1.5 e5 $2 *\n\n[GameFormat \"VGN\"]\n\n1. d4!! *\n",
        ),
        (
            "Fix all `suffix-glyph` in this file",
            "[GameFormat \"VGN\"]\n\n1. e4 $1 1.5 e5 $2 *\n\n[GameFormat \"VGN\"]\n\n1. d4 $3 *\n",
        ),
        (
            "Fix all that can be fixed safely",
            "[GameFormat \"VGN\"]\n\n1. e4 $1 1.5 e5 $2 *\n\n[GameFormat \"VGN\"]\n\n1. d4 $3 *\n",
        ),
    ];
    for (title, text) in expected {
        let action = titled(&actions, title).clone();
        assert_eq!(action.get("edit"), None);
        let resolved = session.request("codeAction/resolve", action);
        assert_eq!(edited(VGN, &resolved["edit"]["documentChanges"][0]["edits"]), text, "{title}");
    }
    // An action of a version that is gone is refused.
    let action = titled(&actions, "Fix all `suffix-glyph` in this file").clone();
    session.change(&game, 2, [0, 0, 0, 0], "\n");
    assert_eq!(session.error_code("codeAction/resolve", action), -32801);
    assert_eq!(session.error_code("codeAction/resolve", json!({"title": "another's"})), -32602);
    session.finish();
}

#[test]
fn a_client_that_cannot_wait_gets_all_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "game.vgn");
    let mut capabilities = without("/textDocument/codeAction/resolveSupport");
    capabilities["workspace"]["workspaceEdit"] = json!({});
    let (mut session, _) = Session::in_folder(folder.path(), capabilities, Value::Null);
    session.open(&game, 1, VGN);
    let only = json!({"diagnostics": [], "only": ["source.fixAll"]});
    let actions = session.actions(&game, [0, 0, 0, 0], only.clone());
    assert_eq!(actions.len(), 1);
    assert_eq!(actions[0]["kind"], "source.fixAll.vgn");
    let text = edited(VGN, &actions[0]["edit"]["changes"][&game]);
    assert_eq!(text, "[GameFormat \"VGN\"]\n\n1. e4 $1 1.5 e5 $2 *\n\n[GameFormat \"VGN\"]\n\n1. d4 $3 *\n");
    session.change(&game, 2, [0, 0, 99, 0], &text);
    assert_eq!(session.actions(&game, [0, 0, 0, 0], only), [] as [Value; 0], "nothing is left to fix");
    session.finish();
}

/// A game with a faulty number at each move, and the number of its moves.
fn long_game(moves: usize) -> String {
    format!("[GameFormat \"VGN\"]\n\n{}*\n", "1. Nf3 $1 1.5 Nf6! 2. Ng1 2.5 Ng8\n".repeat(moves / 2))
}

#[test]
fn what_is_large_is_made_at_a_command_for_a_client_that_does_not_resolve() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "game.vgn");
    let text = long_game(2_000);
    let mut answers = Vec::new();
    for applies in [true, false] {
        let mut capabilities = without("/textDocument/codeAction/resolveSupport");
        capabilities["workspace"]["applyEdit"] = json!(applies);
        let (mut session, _) = Session::in_folder(folder.path(), capabilities, Value::Null);
        session.open(&game, 1, &text);
        let mut actions = session.actions(&game, [2, 17, 2, 18], json!({"diagnostics": []}));
        actions.extend(session.actions(&game, [0, 0, 0, 0], json!({"diagnostics": [], "only": ["source"]})));
        actions.extend(session.actions(&game, [2, 0, 2, 0], json!({"diagnostics": [], "only": ["refactor"]})));
        let size: usize = actions.iter().map(|action| action.to_string().len()).sum();
        assert!(size < 100_000, "{size} bytes for a game of {}", text.len());
        if applies {
            for (title, removed) in
                [("Fix all `suffix-glyph` in this game", "!"), ("Fix all that can be fixed safely", "!")]
            {
                let command = &titled(&actions, title)["command"];
                assert_eq!(command["command"], "vgn.applyAction");
                let params = json!({"command": "vgn.applyAction", "arguments": command["arguments"]});
                let id = session.ask("workspace/executeCommand", params);
                let applied = session.serve("workspace/applyEdit", json!({"applied": true}));
                let after = edited(&text, &applied["edit"]["documentChanges"][0]["edits"]);
                assert!(!after.contains(removed) && after.contains("Nf6 $1"), "{title}");
                assert_eq!(session.reply(id)["result"], Value::Null);
            }
            let command = titled(&actions, "Fix all that can be fixed safely")["command"].clone();
            session.change(&game, 2, [0, 0, 0, 0], "\n");
            let old = json!({"command": "vgn.applyAction", "arguments": command["arguments"]});
            assert_eq!(session.error_code("workspace/executeCommand", old), -32801);
            let wrong = json!({"command": "vgn.applyAction", "arguments": [{"uri": game}]});
            assert_eq!(session.error_code("workspace/executeCommand", wrong), -32602);
        } else {
            assert!(actions.iter().all(|action| action["command"]["command"] != "vgn.applyAction"), "{actions:?}");
        }
        let named = |action: &&Value| action["title"].as_str().is_some_and(|title| title.starts_with("Fix all"));
        answers.push(actions.iter().filter(named).count());
        session.finish();
    }
    assert!(answers[0] >= 2 && answers[1] == 0, "{answers:?}: nothing is offered that could not be done");
}

/// A finding that stands for many of its kind has one fix for all of them.
#[test]
fn a_fix_of_many_places_is_made_when_it_is_chosen() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "game.pgn");
    let text = format!(
        "[SetUp \"1\"]\n[FEN \"7k/8/8/8/8/8/8/R6K w - - 0 1\"]\n\n{}*\n",
        "1. Ra8 Kg7 2. Ra7 Kg8 3. Ra1 Kh8\n".repeat(700)
    );
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    session.open(&game, 1, &text);
    let found = session.pulled(&game);
    let gathered = found.iter().find(|found| found["code"] == "missing-check-mark").expect("it is found");
    let start = &gathered["range"]["start"];
    let place = ["line", "character"].map(|key| u32::try_from(start[key].as_u64().unwrap_or_default()).expect("small"));
    let actions = session.actions(&game, [place[0], place[1], place[0], place[1]], json!({"diagnostics": [gathered]}));
    let waiting = actions.iter().find(|action| action["diagnostics"][0] == *gathered && action.get("data").is_some());
    let waiting = waiting.unwrap_or_else(|| panic!("{actions:#?}")).clone();
    let resolved = session.request("codeAction/resolve", waiting);
    let after = edited(&text, &resolved["edit"]["documentChanges"][0]["edits"]);
    assert_eq!(after, text.replace("Ra8 ", "Ra8+ ").replace("Ra7 ", "Ra7+ "));
    session.finish();
}

#[test]
fn what_fixes_all_is_offered_where_it_does_something_and_not_on_a_finding() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "game.pgn");
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    let offered = |session: &mut Session, place: [u32; 4], context: Value| {
        session.actions(&game, place, context).iter().any(|action| action["title"] == ALL_SAFE)
    };
    let (any, only) = (json!({"diagnostics": []}), json!({"diagnostics": [], "only": ["source.fixAll"]}));
    for (version, moves, expected) in [(1, "1. e4 e5 2. Ke3 *", false), (2, "1. e4 \\$1 e5 2. Ke3 *", true)] {
        let text = format!("{TAGS}{moves}\n");
        match version {
            1 => session.open(&game, 1, &text),
            _ => session.change(&game, version, [0, 0, 99, 0], &text),
        }
        let on_finding = [8, moves.len() as u32 - 5, 8, moves.len() as u32 - 5];
        for judged in [false, true] {
            if judged {
                session.pulled(&game);
            }
            assert_eq!(offered(&mut session, [0, 1, 0, 1], any.clone()), expected, "{moves}");
            assert_eq!(offered(&mut session, on_finding, only.clone()), expected, "{moves}");
            assert!(!offered(&mut session, on_finding, any.clone()), "{moves}");
        }
    }
    session.finish();
}

#[test]
fn a_diagnostic_is_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "game.vgn");
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    session.open(&game, 1, VGN);
    let actions = session.actions(&game, [2, 5, 2, 5], json!({"diagnostics": []}));
    let command = titled(&actions, "Explain `suffix-glyph`")["command"].clone();
    assert_eq!((&command["command"], &command["arguments"]), (&json!("vgn-lsp.explain"), &json!(["suffix-glyph"])));
    let params = json!({"command": command["command"], "arguments": command["arguments"]});

    let id = session.ask("workspace/executeCommand", params.clone());
    let shown = session.serve("window/showDocument", json!({"success": true}));
    assert_eq!(shown, json!({"uri": "vgn-explain:/suffix-glyph.md", "external": false, "takeFocus": true}));
    assert_eq!(session.reply(id)["result"], Value::Null);
    let page = session.request("workspace/textDocumentContent", json!({"uri": shown["uri"]}));
    assert!(page["text"].as_str().unwrap_or_default().starts_with("# suffix-glyph\n"), "{page}");
    assert_eq!(session.pulled(&game)[0]["codeDescription"]["href"], shown["uri"], "the diagnostic leads to it too");

    // Where no page can be shown, a message says it.
    let id = session.ask("workspace/executeCommand", params);
    session.serve("window/showDocument", json!({"success": false}));
    let said = session.receive(|message| message["method"] == "window/showMessage");
    let said = said["params"]["message"].as_str().unwrap_or_default();
    assert!(said.starts_with("suffix-glyph\n\n") && said.lines().count() > 5, "{said}");
    assert_eq!(session.reply(id)["result"], Value::Null);

    let wrong = json!({"command": "vgn-lsp.explain", "arguments": ["nothing"]});
    assert_eq!(session.error_code("workspace/executeCommand", wrong), -32602);
    assert_eq!(session.error_code("workspace/executeCommand", json!({"command": "nothing"})), -32602);
    session.finish();
}

#[test]
fn a_client_that_shows_files_alone_is_shown_the_page_as_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut session, _) = Session::in_folder(folder.path(), without("/workspace/textDocumentContent"), Value::Null);
    let params = json!({"command": "vgn-lsp.explain", "arguments": ["suffix-glyph"]});
    let id = session.ask("workspace/executeCommand", params);
    let shown = session.serve("window/showDocument", json!({"success": true}));
    let path = tower_lsp::lsp_types::Url::parse(shown["uri"].as_str().expect("a URI")).expect("a URI").to_file_path();
    let path = path.expect("a file");
    assert!(std::fs::read_to_string(&path).expect("a file").starts_with("# suffix-glyph\n"));
    assert_eq!(session.reply(id)["result"], Value::Null);
    session.finish();
    assert!(!path.exists(), "it goes with the session");
}

/// Capabilities of a client that knows no action but a command.
fn only_commands() -> Value {
    let mut capabilities = capabilities();
    capabilities["textDocument"]["codeAction"] = json!({});
    capabilities
}

#[test]
fn a_client_that_takes_only_commands_is_offered_commands() {
    const GAME: &str = "[GameFormat \"VGN\"]\n\n1. e4! 1.5 e5! *\n";
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "game.vgn");
    let (mut session, result) = Session::in_folder(folder.path(), only_commands(), Value::Null);
    assert_eq!(result["capabilities"]["codeActionProvider"], true);
    session.open(&game, 1, GAME);
    let done = |session: &mut Session, command: &Value| {
        let params = json!({"command": command["command"], "arguments": command["arguments"]});
        let id = session.ask("workspace/executeCommand", params);
        let applied = session.serve("workspace/applyEdit", json!({"applied": true}));
        assert_eq!(session.reply(id)["result"], Value::Null);
        edited(GAME, &applied["edit"]["documentChanges"][0]["edits"])
    };
    let on_finding = session.actions(&game, [2, 5, 2, 6], json!({"diagnostics": []}));
    let selected = session.actions(&game, [2, 0, 2, 16], json!({"diagnostics": []}));
    let all = session.actions(&game, [0, 1, 0, 1], json!({"diagnostics": []}));
    let list = session.actions(&game, [2, 0, 2, 0], json!({"diagnostics": [], "only": ["refactor"]}));
    for offered in [&on_finding, &selected, &all, &list].into_iter().flatten() {
        // A command of the protocol and nothing else: an action would have a kind, an edit, or a command in it.
        let members: Vec<&String> = offered.as_object().expect("an object").keys().collect();
        assert_eq!(members, ["arguments", "command", "title"], "{offered}");
        assert!(offered["command"].is_string(), "{offered}");
    }
    let one = "[GameFormat \"VGN\"]\n\n1. e4 $1 1.5 e5! *\n";
    assert_eq!(done(&mut session, titled(&on_finding, "Write $1")), one);
    let fixes: Vec<&Value> = selected.iter().filter(|offered| offered["title"] == "Write $1").collect();
    assert_eq!(fixes.len(), 2, "each finding has its own, whatever it is called: {selected:#?}");
    assert_eq!(done(&mut session, fixes[1]), GAME.replace("e5!", "e5 $1"));
    let both = "[GameFormat \"VGN\"]\n\n1. e4 $1 1.5 e5 $1 *\n";
    assert_eq!(done(&mut session, titled(&selected, "Fix all `suffix-glyph` in this game")), both);
    assert_eq!(done(&mut session, titled(&all, "Fix all that can be fixed safely")), both);
    let converted = done(&mut session, titled(&list, "Convert this game to Universal Chess Interface (UCI)"));
    assert!(converted.contains("1. e2e4! 1.5 e7e5! *"), "{converted}");
    assert_eq!(titled(&all, "Convert this game to…")["command"], "vgn.convertGame");
    session.finish();

    // One that applies no edits either can be shown a page.
    let mut capabilities = only_commands();
    capabilities["workspace"]["applyEdit"] = json!(false);
    let (mut session, _) = Session::in_folder(folder.path(), capabilities, Value::Null);
    session.open(&game, 1, GAME);
    for (place, expected) in [([2, 5, 2, 6], &["Explain `suffix-glyph`"][..]), ([0, 1, 0, 1], &[])] {
        let offered = session.actions(&game, place, json!({"diagnostics": []}));
        let titles: Vec<&str> = offered.iter().filter_map(|offered| offered["title"].as_str()).collect();
        assert_eq!(titles, expected);
    }
    session.finish();
}

/// Editors ask with the range of a finding for what they show beside its message, and with a cursor for a menu.
#[test]
fn on_its_own_range_a_finding_has_its_fixes_and_its_page_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "game.pgn");
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    let real = include_str!("../data/annotated/wcc_2023.pgn");
    let text = format!("{real}\n[White \"a\"]\n\n1. e4! 1.5 e5? 2. Ke3 (3. d4) ) {{open\n");
    session.open(&game, 1, &text);
    let found = session.pulled(&game);
    let codes: std::collections::BTreeSet<_> = found.iter().filter_map(|found| found["code"].as_str()).collect();
    assert!(codes.len() > 5, "{codes:?}");
    for found in &found {
        let at =
            |end: &str, key: &str| u32::try_from(found["range"][end][key].as_u64().expect("a number")).expect("small");
        let start = [at("start", "line"), at("start", "character")];
        let end = [at("end", "line"), at("end", "character")];
        // Neovim sends the findings of the line, VS Code those that the range touches, and others none.
        for (end, sent) in [(end, json!([found])), (end, json!([])), (start, json!([found]))] {
            let actions = session.actions(&game, [start[0], start[1], end[0], end[1]], json!({"diagnostics": sent}));
            let is_its_own = |action: &Value| {
                let title = action["title"].as_str().unwrap_or_default();
                action["kind"] == "quickfix" && !title.starts_with("Convert") && title != ALL_SAFE
            };
            assert!(!actions.is_empty() && actions.iter().all(is_its_own), "{found}: {actions:#?}");
        }
    }
    // A selection that reaches beyond a finding means the game.
    let illegal = found.iter().find(|found| found["code"] == "illegal-move").expect("it is found");
    let line = u32::try_from(illegal["range"]["start"]["line"].as_u64().expect("a number")).expect("small");
    let actions = session.actions(&game, [line, 0, line, 20], json!({"diagnostics": [illegal]}));
    assert_eq!(titled(&actions, "Convert this game to…")["kind"], "refactor.rewrite");
    titled(&actions, ALL_SAFE);
    session.finish();
}

#[test]
fn games_are_converted_one_some_and_all() {
    const GAMES: &str = "1. e4 {best} e5 *\n\n1. d4 d5 *\n\n1. c4 *\n";
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "game.vgn");
    let settings = json!({"convert": {"to": "MCN"}});
    let (mut session, _) = Session::full(folder.path(), settings);
    session.open(&game, 1, GAMES);
    let only = json!({"diagnostics": [], "only": ["refactor"]});
    let head = "[GameFormat \"VGN:Variable Game Notation\"]\n[MoveFormat \"MCN:Minimum Coordinate Notation\"]\n\n";
    let (first, second, third) = ("1. e2e4 e7e5 {[%after 1.] best} *\n", "1. d2d4 d7d5 *\n", "1. c2c4 *\n");
    let mcn = "Minimum Coordinate Notation (MCN)";
    let unless = "games that would lose data are skipped";
    let cases = [
        ([0, 4, 0, 4], format!("Convert this game to {mcn}"), format!("{head}{first}\n1. d4 d5 *\n\n1. c4 *\n")),
        (
            [0, 4, 2, 4],
            format!("Convert the selected games to {mcn}; {unless}"),
            format!("{head}{first}\n{head}{second}\n1. c4 *\n"),
        ),
        (
            [2, 4, 2, 4],
            format!("Convert the whole file to {mcn}; {unless}"),
            format!("{head}{first}\n{head}{second}\n{head}{third}"),
        ),
    ];
    for (place, title, text) in cases {
        let actions = session.actions(&game, place, only.clone());
        assert!(
            actions[0]["title"].as_str().is_some_and(|title| title.contains("MCN")),
            "the preferred one comes first"
        );
        let resolved = session.request("codeAction/resolve", titled(&actions, &title).clone());
        assert_eq!(resolved["kind"], "refactor.rewrite");
        assert_eq!(edited(GAMES, &resolved["edit"]["documentChanges"][0]["edits"]), text, "{title}");
    }
    session.finish();
}

#[test]
fn a_finding_has_its_fixes_and_a_game_has_one_conversion() {
    const GAMES: &str = "1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 d5 2. Ke4 *\n";
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "games.pgn");
    let mut capabilities = capabilities();
    capabilities["workspace"]["workspaceEdit"]["resourceOperations"] = json!(["create"]);
    let (mut session, _) =
        Session::in_folder(folder.path(), capabilities, json!({"diagnostics": {"missing-roster-tag": "off"}}));
    session.open(&game, 1, GAMES);
    let titles = |actions: &[Value]| -> Vec<String> {
        actions.iter().map(|action| action["title"].as_str().unwrap_or_default().to_owned()).collect()
    };
    let none = json!({"diagnostics": []});
    let on_finding = titles(&session.actions(&game, [2, 13, 2, 13], none.clone()));
    assert!(on_finding.contains(&"Explain `illegal-move`".to_owned()), "{on_finding:?}");
    assert!(!on_finding.iter().any(|title| title.contains("Convert")), "{on_finding:?}");
    let elsewhere = session.actions(&game, [0, 4, 0, 4], none.clone());
    let offered: Vec<_> = titles(&elsewhere).into_iter().filter(|title| title.contains("Convert")).collect();
    assert_eq!(offered, ["Convert this game to…"]);
    let selected = titles(&session.actions(&game, [0, 0, 2, 8], none));
    assert!(selected.contains(&"Convert these games to…".to_owned()), "{selected:?}");

    // The list names notations in full: this game first, then from a .pgn a new .vgn, the file, and bytes last.
    let list = titles(&session.actions(&game, [0, 4, 0, 4], json!({"diagnostics": [], "only": ["refactor.rewrite"]})));
    let to_vgn = "Convert all games to Variable Game Notation (VGN) in a new file";
    let order = ["this game to S", "all games to F", "all games to V", "the whole file to", "all games to Bin"];
    let place = |what: &str| list.iter().position(|title| title.starts_with(&format!("Convert {what}")));
    let order: Vec<_> = order.into_iter().map(place).collect();
    assert!(list[0].ends_with("(FCN)") && !order.contains(&None) && order.is_sorted(), "{order:?} {list:#?}");

    // The moves stay as they are: one that is illegal too.
    let all = session.actions(&game, [0, 4, 0, 4], json!({"diagnostics": [], "only": ["refactor.rewrite"]}));
    let made = session.request("codeAction/resolve", titled(&all, to_vgn).clone());
    let changes = &made["edit"]["documentChanges"];
    assert_eq!(changes[0]["uri"], json!(uri(folder.path(), "games.vgn")));
    let text = changes[1]["edits"][0]["newText"].as_str().unwrap_or_default();
    assert!(text.contains("1. e4 e5 2. Nf3 Nc6 *") && text.contains("2. Ke4"), "{text}");

    // A client that shows no list itself is asked by a message.
    let command = titled(&elsewhere, "Convert this game to…")["command"].clone();
    let params = json!({"command": command["command"], "arguments": command["arguments"]});
    let id = session.ask("workspace/executeCommand", params.clone());
    let asked = session
        .serve("window/showMessageRequest", json!({"title": "Convert this game to Universal Chess Interface (UCI)"}));
    assert_eq!(asked["actions"].as_array().map(Vec::len), Some(list.len()), "{asked}");
    let applied = session.serve("workspace/applyEdit", json!({"applied": true}));
    let text = edited(GAMES, &applied["edit"]["documentChanges"][0]["edits"]);
    assert!(text.contains("1. e2e4 e7e5 2. g1f3 b8c6 *") && text.ends_with("\n1. d4 d5 2. Ke4 *\n"), "{text}");
    assert_eq!(session.reply(id)["result"], Value::Null);
    let id = session.ask("workspace/executeCommand", params);
    session.serve("window/showMessageRequest", Value::Null);
    assert_eq!(session.reply(id)["result"], Value::Null);
    let nowhere = json!({"uri": "file:///nowhere.pgn", "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}});
    for wrong in [json!([]), json!([nowhere])] {
        let params = json!({"command": "vgn.convertGame", "arguments": wrong});
        assert_eq!(session.error_code("workspace/executeCommand", params), -32602);
    }
    session.finish();
}

/// What fixing on saving must not touch: a game that other programs read as a part of another one.
#[test]
fn all_fixes_leave_a_game_alone_that_does_not_stand_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "game.pgn");
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    let only = json!({"diagnostics": [], "only": ["source.fixAll"]});
    for text in ["1. e4 e5[Event \"b\"] 2. Nf3\n", "1. e4 {open *\n\n[Event \"b\"]\n\n1. e4 e5 *\n"] {
        session.open(&game, 1, text);
        assert_eq!(session.actions(&game, [0, 0, 9, 0], only.clone()), [] as [Value; 0], "{text}");
        session.close(&game);
    }
    session.finish();
}
