//! A session that uses everything: each capability that the server advertises answers, and every message is what the
//! protocol's own types say. A machine on which those types cannot be had fails this test.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::lsp_server::harness::Session;
use crate::lsp_server::sessions::full_client::{TAGS, capabilities, uri, without};

/// What is used below. A capability that is new here needs its use there.
const USED: [&str; 31] = [
    "callHierarchyProvider",
    "codeActionProvider",
    "codeLensProvider",
    "colorProvider",
    "completionProvider",
    "definitionProvider",
    "diagnosticProvider",
    "documentFormattingProvider",
    "documentHighlightProvider",
    "documentLinkProvider",
    "documentOnTypeFormattingProvider",
    "documentRangeFormattingProvider",
    "documentSymbolProvider",
    "executeCommandProvider",
    "experimental",
    "foldingRangeProvider",
    "hoverProvider",
    "implementationProvider",
    "inlayHintProvider",
    "inlineCompletionProvider",
    "linkedEditingRangeProvider",
    "positionEncoding",
    "referencesProvider",
    "renameProvider",
    "selectionRangeProvider",
    "semanticTokensProvider",
    "signatureHelpProvider",
    "textDocumentSync",
    "typeDefinitionProvider",
    "workspace",
    "workspaceSymbolProvider",
];

#[test]
#[cfg_attr(windows, ignore = "a shell script starts the protocol's checker")]
fn every_advertised_capability_answers_in_messages_of_the_protocol() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("it is written");
    write("closed.pgn", "1. Ke3 *\n");
    write("vgn.toml", "wrong = 1\n");
    let game = uri(folder.path(), "game.vgn");

    let mut session = Session::recording();
    let result =
        session.begin(folder.path(), &capabilities(), &json!({"hover": {"board": "ascii"}, "lens": {"game": true}}));
    let advertised: BTreeSet<&str> =
        result["capabilities"].as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(advertised, BTreeSet::from(USED));

    session.open(
        &game,
        1,
        &format!("[GameFormat \"VGN\"]\n[White \"a\"]\n[White \"b\"]\n\n1. e4! e5 2. Ke3 *\n\n{TAGS}1. e4 *"),
    );
    session.receive(|message| message["method"] == "window/showMessage");
    session.change(&game, 2, [4, 3, 4, 5], "d4");
    assert_ne!(session.hover(&game, 4, 3), Value::Null);
    assert_eq!(session.hover(&game, 3, 0), Value::Null);
    let place = json!({"textDocument": {"uri": game}, "position": {"line": 4, "character": 3}});
    let list = session.request("textDocument/completion", place);
    session.request("completionItem/resolve", list["items"][0].clone());
    let report = session.pull(&game, None);
    assert!(report["items"].as_array().is_some_and(|items| items.len() > 2), "{report}");
    session.pull(&game, Some(&report["resultId"]));
    let shown = json!({"textDocument": {"uri": game}, "workDoneToken": "shown"});
    session.change(&game, 3, [4, 3, 4, 5], "e4");
    session.request("textDocument/diagnostic", shown);
    for _ in ["begin", "end"] {
        session.receive(|message| message["method"] == "$/progress");
    }
    let (files, ids) = session.pull_workspace(&json!([]));
    assert_eq!(files.len(), 1);
    session.pull_workspace(&ids);

    let actions = session.actions(&game, [0, 0, 4, 20], json!({"diagnostics": report["items"], "triggerKind": 1}));
    let waiting: Vec<Value> = actions.iter().filter(|action| action.get("data").is_some()).cloned().collect();
    assert!(!waiting.is_empty());
    for action in waiting {
        session.request("codeAction/resolve", action);
    }
    let command = json!({"command": "vgn-lsp.explain", "arguments": ["illegal-move"]});
    let explained = session.ask("workspace/executeCommand", command);
    session.serve("window/showDocument", json!({"success": true}));
    session.reply(explained);
    let folders = json!({"added": [{"uri": uri(folder.path(), "other"), "name": "other"}], "removed": []});
    session.notify("workspace/didChangeWorkspaceFolders", json!({"event": folders}));
    let (here, there) = (uri(folder.path(), "old.pgn"), uri(folder.path(), "new"));
    session.notify("workspace/didCreateFiles", json!({"files": [{"uri": here}]}));
    session.notify("workspace/didRenameFiles", json!({"files": [{"oldUri": here, "newUri": there}]}));
    session.notify("workspace/didDeleteFiles", json!({"files": [{"uri": there}]}));
    session.notify("workspace/didChangeConfiguration", json!({"settings": null}));
    session.serve("workspace/configuration", json!([{"strictness": "off", "lens": {"game": true}}]));
    session.serve("workspace/diagnostic/refresh", Value::Null);
    session.error_code("codeAction/resolve", json!({"title": "another's"}));
    session.request("textDocument/documentSymbol", json!({"textDocument": {"uri": game}}));
    let result = json!({"textDocument": {"uri": game}, "position": {"line": 4, "character": 18}});
    session.request("textDocument/completion", result.clone());
    session.request("textDocument/documentHighlight", result.clone());
    session.request("textDocument/linkedEditingRange", result);
    let place = json!({"textDocument": {"uri": game}, "positions": [{"line": 4, "character": 4}]});
    assert_ne!(session.request("textDocument/selectionRange", place), json!([]));
    let folds = session.request("textDocument/foldingRange", json!({"textDocument": {"uri": game}}));
    assert!(folds.as_array().is_some_and(|folds| folds.len() > 2), "{folds}");
    let at = |line: u32, character: u32| json!({"line": line, "character": character});
    for (method, position) in [
        ("definition", at(4, 11)),
        ("typeDefinition", at(4, 3)),
        ("implementation", at(4, 3)),
        ("prepareRename", at(1, 9)),
        ("references", at(1, 9)),
        ("rename", at(1, 9)),
    ] {
        let mut params = json!({"textDocument": {"uri": game}, "position": position});
        match method {
            "references" => params["context"] = json!({"includeDeclaration": true}),
            "rename" => params["newName"] = json!("c"),
            _ => {}
        }
        session.request(&format!("textDocument/{method}"), params);
    }
    let document = json!({"uri": game});
    let place = json!({"textDocument": document, "position": at(4, 3)});
    let items = session.request("textDocument/prepareCallHierarchy", place);
    for side in ["incomingCalls", "outgoingCalls"] {
        let calls = session.request(&format!("callHierarchy/{side}"), json!({"item": items[0]}));
        assert!(calls.as_array().is_some_and(|calls| !calls.is_empty()), "{calls}");
    }
    let lenses = session.request("textDocument/codeLens", json!({"textDocument": document}));
    assert_ne!(session.request("codeLens/resolve", lenses[0].clone())["command"], Value::Null, "{lenses}");
    let place = json!({"textDocument": document, "position": at(13, 6), "context": {"triggerKind": 2}});
    session.request("textDocument/inlineCompletion", place);
    let all = session.request("textDocument/semanticTokens/full", json!({"textDocument": document}));
    let previous = json!({"textDocument": document, "previousResultId": all["resultId"]});
    session.request("textDocument/semanticTokens/full/delta", previous);
    let screen = json!({"start": {"line": 4, "character": 0}, "end": {"line": 5, "character": 0}});
    let part = session.request("textDocument/semanticTokens/range", json!({"textDocument": document, "range": screen}));
    assert!(part["data"].as_array().is_some_and(|data| data.len() > 20), "{part}");
    session.change(&game, 4, [4, 5, 4, 6], " $14 {http://a.b [%csl Gd4]} 1.5");
    assert_ne!(session.request("textDocument/documentLink", json!({"textDocument": document})), json!([]));
    let colours = session.request("textDocument/documentColor", json!({"textDocument": document}));
    let picked = json!({"textDocument": document, "color": colours[0]["color"], "range": colours[0]["range"]});
    assert_ne!(session.request("textDocument/colorPresentation", picked), json!([]));
    assert_ne!(session.request("workspace/symbol", json!({"query": "a"})), json!([]));
    let place = json!({"textDocument": document, "position": at(4, 30)});
    assert_ne!(session.request("textDocument/signatureHelp", place), Value::Null);
    let hints = session.request("textDocument/inlayHint", json!({"textDocument": document, "range": screen}));
    let hint = session.request("inlayHint/resolve", hints[0].clone());
    assert_ne!(hint["tooltip"], Value::Null, "{hints}");
    let options = json!({"tabSize": 4, "insertSpaces": true});
    session.change(&game, 5, [4, 2, 4, 2], "  ");
    let layout = json!({"textDocument": document, "options": options});
    let edits = session.request("textDocument/formatting", layout.clone());
    assert!(edits.as_array().is_some_and(|edits| !edits.is_empty()), "{edits}");
    let range = json!({"textDocument": document, "options": options, "range": screen});
    assert!(session.request("textDocument/rangeFormatting", range).is_array());
    session.change(&game, 6, [4, 0, 4, 0], "\n");
    let typed =
        json!({"textDocument": document, "options": options, "position": {"line": 5, "character": 0}, "ch": "\n"});
    assert!(session.request("textDocument/onTypeFormatting", typed).is_array());
    session.close(&game);
    let mut messages = session.finish_recorded();

    // The other half: what is sent to a client that does not ask.
    let mut session = Session::recording();
    session.begin(folder.path(), &without("/textDocument/diagnostic"), &Value::Null);
    session.open(&game, 1, "[White \"a\"]\n[White \"b\"]\n\n1. Ke3 *");
    session.receive(|message| message["method"] == "window/showMessage");
    session.diagnostics(&game, 1);
    session.close(&game);
    session.publication(&game);
    messages.push_str(&session.finish_recorded());
    let kinds = [
        "HoverResponse",
        "DocumentLinkResponse",
        "DocumentColorResponse",
        "ColorPresentationResponse",
        "WorkspaceSymbolResponse",
        "InlayHintResponse",
        "InlayHintResolveResponse",
        "CodeActionResponse",
        "FoldingRangeResponse",
        "DocumentFormattingResponse",
        "DocumentRangeFormattingResponse",
        "DocumentOnTypeFormattingResponse",
        "CompletionResponse",
        "CompletionResolveResponse",
        "DocumentHighlightResponse",
        "LinkedEditingRangeResponse",
        "SelectionRangeResponse",
        "DefinitionResponse",
        "CallHierarchyPrepareResponse",
        "CallHierarchyIncomingCallsResponse",
        "CallHierarchyOutgoingCallsResponse",
        "CodeLensResponse",
        "CodeLensResolveResponse",
        "InlineCompletionResponse",
        "TypeDefinitionResponse",
        "ImplementationResponse",
        "PrepareRenameResponse",
        "ReferencesResponse",
        "RenameResponse",
        "SignatureHelpResponse",
        "SemanticTokensResponse",
        "SemanticTokensDeltaResponse",
        "SemanticTokensRangeResponse",
        "WorkspaceDiagnosticResponse",
        "PublishDiagnosticsNotification",
    ];
    assert_of_the_protocol(&messages, &kinds);
}

#[test]
#[cfg_attr(windows, ignore = "a shell script starts the protocol's checker")]
fn what_is_said_of_binary_games_is_of_the_protocol() {
    let kinds = [
        "CodeActionResolveResponse",
        "DocumentSymbolResponse",
        "ExecuteCommandResponse",
        "ShowMessageRequest",
        "TextDocumentContentResponse",
        "TextDocumentContentRefreshRequest",
    ];
    assert_of_the_protocol(&crate::lsp_server::binary::recorded(), &kinds);
}

/// Every message is of the protocol, and these kinds are among them.
fn assert_of_the_protocol(messages: &str, kinds: &[&str]) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/editors/test/protocol.sh");
    let mut checker = Command::new(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the script starts");
    let sent = checker.stdin.take().expect("it is piped").write_all(messages.as_bytes());
    let output = checker.wait_with_output().expect("it ends");
    let (seen, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{}\n{seen}\n{errors}", output.status);
    sent.expect("it reads");
    for kind in kinds {
        assert!(seen.contains(kind), "no {kind} in:\n{seen}");
    }
}
