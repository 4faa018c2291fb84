//! Addresses, colours of squares and names over the protocol; what they look like in a text is tested with the features.

use serde_json::{Value, json};

use crate::lsp_server::harness::Session;

const GAME: &str = "file:///game.pgn";

fn start() -> Session {
    let (session, said) = Session::with_capabilities(json!({}));
    for provider in ["documentLinkProvider", "colorProvider", "workspaceSymbolProvider"] {
        assert_ne!(said["capabilities"][provider], Value::Null, "{provider}");
    }
    session
}

fn document() -> Value {
    json!({"textDocument": {"uri": GAME}})
}

#[test]
fn addresses_can_be_followed_and_only_those_of_the_web() {
    let mut session = start();
    let text = "[Site \"https://lichess.org/x\"]\n\n1. e4 {🨀 http://a.b/?q=(1). command:x javascript:1 (http://c";
    session.open(GAME, 1, text);
    let links = session.request("textDocument/documentLink", document());
    let range = |line: u32, start: u32, end: u32| json!({"start": {"line": line, "character": start}, "end": {"line": line, "character": end}});
    assert_eq!(
        links,
        json!([
            {"range": range(0, 7, 28), "target": "https://lichess.org/x"},
            {"range": range(2, 10, 27), "target": "http://a.b/?q=(1)"},
            {"range": range(2, 53, 61), "target": "http://c/"},
        ])
    );
    session.diagnostics(GAME, 1);
    session.end_whatever_is_left();
}

#[test]
fn squares_have_colours_and_these_can_be_changed() {
    let mut session = start();
    session.open(GAME, 1, "1. e4 {[%csl Gd4,Re5]} (1. d4 {[%cal Yd2d4]}) *\n");
    let colours = session.request("textDocument/documentColor", document());
    let starts: Vec<_> =
        colours.as_array().expect("a list").iter().map(|it| &it["range"]["start"]["character"]).collect();
    assert_eq!(starts, [13, 17, 37]);
    let mut picked = document();
    picked["range"] = colours[1]["range"].clone();
    picked["color"] = json!({"red": 0.1, "green": 0.1, "blue": 0.9, "alpha": 1.0});
    let presentations = session.request("textDocument/colorPresentation", picked.clone());
    let labels: Vec<_> = presentations.as_array().expect("a list").iter().map(|it| &it["label"]).collect();
    assert_eq!((labels.len(), labels[0]), (4, &json!("B: blue")));
    assert_eq!(presentations[0]["textEdit"], json!({"range": colours[1]["range"], "newText": "B"}));
    picked["range"]["end"]["character"] = json!(20);
    assert_eq!(session.request("textDocument/colorPresentation", picked), json!([]), "it is no letter of a colour");
    session.diagnostics(GAME, 1);
    session.end_whatever_is_left();
}

#[test]
fn names_are_found_in_all_open_documents() {
    let mut session = start();
    let game = "[Event \"Linares\"]\n[White \"Kasparov, Garry\"]\n[Black \"Karpov, Anatoly\"]\n[Opening \"Réti\"]\n\n1. Nf3 *\n\n";
    session.open(GAME, 1, &game.repeat(3));
    session.open("file:///other.pgn", 1, "[White \"Anand\"]\n[Black \"Kasparov, Garry\"]\n\n1. e4 *\n");
    let mut find = |query: &str| {
        let found = session.request("workspace/symbol", json!({"query": query}));
        let found = found.as_array().expect("a list").iter();
        let shown = found.map(|it| format!("{} ({})", it["name"], it["containerName"]).replace('"', ""));
        shown.collect::<Vec<_>>()
    };
    assert_eq!(find("GARRY kasp"), ["Kasparov, Garry (3 games, game.pgn)", "Kasparov, Garry (1 game, other.pgn)"]);
    assert_eq!(find("an"), ["Anand (1 game, other.pgn)", "Karpov, Anatoly (3 games, game.pgn)"]);
    assert_eq!(find("réti"), ["Réti (3 games, game.pgn)"]);
    assert_eq!(find("nobody"), [] as [&str; 0]);
    assert_eq!(find("king's pawn"), ["B00 King's Pawn Game (1 game, other.pgn)"], "no tag names it");
    assert_eq!(find("b00"), ["B00 King's Pawn Game (1 game, other.pgn)"], "by its code");
    assert_eq!(find("").len(), 7);
    let place = session.request("workspace/symbol", json!({"query": "linares"}))[0]["location"].clone();
    assert_eq!(place["range"]["start"], json!({"line": 0, "character": 7}));
    session.end_whatever_is_left();
}

#[test]
fn an_opening_that_no_tag_names_is_told_by_the_half_moves() {
    let mut session = start();
    let game = "[White \"A\"]\n\n1. Nf3 Nc6 2. e4 e5 3. Bb5 (3. d4) a6 1-0\n\n";
    let fcn = "[White \"B\"]\n[MoveFormat \"FCN\"]\n\n1. Pe2-e4 1.5 Pe7-e5 2. Ng1-f3 2.5 Nb8-c6 3. Bf1-b5 1-0\n";
    session.open(GAME, 1, &format!("{game}{fcn}"));
    let listed = |session: &mut Session| {
        let found = session.request("textDocument/documentSymbol", document());
        let details = found.as_array().expect("a list").iter().map(|game| game["containerName"].clone());
        details.collect::<Vec<_>>()
    };
    let morphy = "1-0, C70 Ruy Lopez: Morphy Defense";
    assert_eq!(listed(&mut session), [morphy, "1-0, C60 Ruy Lopez"]);
    let found = session.request("workspace/symbol", json!({"query": "morphy"}));
    assert_eq!(found[0]["location"]["range"]["start"], json!({"line": 2, "character": 35}), "{found}");
    let found = session.request("workspace/symbol", json!({"query": "ruy"}));
    assert_eq!(found.as_array().map(Vec::len), Some(2));
    session.change(GAME, 2, [2, 20, 2, 37], "3. g3");
    assert_eq!(listed(&mut session)[1], "1-0, C60 Ruy Lopez");
    assert_ne!(listed(&mut session)[0], morphy, "an edit changes what is known");
    session.diagnostics(GAME, 2);
    session.end_whatever_is_left();
}

#[test]
fn a_game_holds_its_variations_and_longer_comments() {
    let nested = json!({"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": true}}});
    let (mut session, _) = Session::with_capabilities(nested);
    let game = "[White \"A\"]\n[Black \"B\"]\n[Round \"2\"]\n[ECO \"B00\"]\n\n\
                1. e4 {a comment that has enough to say} (1. d4\nd5 (1... Nf6)) *\n\n";
    session.open(GAME, 1, &game.repeat(2));
    let listed = session.request("textDocument/documentSymbol", document());
    for (index, line) in [(0, 5), (1, 8 + 5)] {
        let game = &listed[index];
        assert_eq!((&game["name"], &game["detail"]), (&json!("A - B"), &json!("round 2, B00 King's Pawn Game")));
        let names: Vec<_> = game["children"].as_array().expect("a list").iter().map(|child| &child["name"]).collect();
        assert_eq!(names, ["a comment that has enough to say", "1. d4 d5"]);
        let variation = &game["children"][1];
        assert_eq!(variation["range"]["start"], json!({"line": line, "character": 41}));
        assert_eq!(variation["range"]["end"], json!({"line": line + 1, "character": 14}));
        assert_eq!(variation["children"][0]["name"], "1... Nf6");
    }
    session.diagnostics(GAME, 1);
    session.end_whatever_is_left();
}
