//! What names of files and of settings can do in what the user is told beside the documents: nothing.

use serde_json::{Value, json};

use crate::laws::foreign_markup;
use crate::lsp_server::harness::Session;
use crate::lsp_server::sessions::full_client::{TAGS, capabilities};

/// What tries to be more than a name. A file's name has no `/`.
const HOSTILE: [&str; 8] = [
    "[click](command:workbench.action.quit)",
    "![p](data:x)<img src=x onerror=y>",
    "a`` [click](command:x) ``",
    "[a]: command:x",
    "a\u{1b}[31m\u{7}\n\n# b\r\u{202e}c",
    "<!-- <b> &lt; www.example.invalid",
    "https:example.invalid `",
    "Партия.éé.🏆",
];

fn assert_plain(text: &str) {
    assert_eq!(foreign_markup(text), None, "{text}");
    assert!(!text.contains("internal error"), "{text}");
    assert!(!text.contains(|c: char| c.is_control() || c == '\u{202e}'), "{text:?}");
    assert!(!text.contains("](") && !text.to_lowercase().contains("www."), "{text:?}");
}

/// The texts that a message shows outside the documents.
fn shown(message: &Value) -> Vec<String> {
    let params = &message["params"];
    let text = |value: &Value| value.as_str().map(str::to_owned);
    match message["method"].as_str() {
        Some("window/showMessage" | "window/showMessageRequest" | "window/logMessage") => {
            let items = params["actions"].as_array().into_iter().flatten();
            text(&params["message"]).into_iter().chain(items.filter_map(|item| text(&item["title"]))).collect()
        }
        Some("$/progress") => {
            [&params["value"]["title"], &params["value"]["message"]].into_iter().filter_map(text).collect()
        }
        _ => text(&message["error"]["message"]).into_iter().collect(),
    }
}

#[test]
fn names_are_text_wherever_they_are_told() {
    let section: &[u8] = b"[GameFormat \"VGN\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"White wins\"]\n[MoveFormat \"BCCF\"]\x86\x30\x9a\x40\x82\x21";
    let mut texts = Vec::new();
    for hostile in HOSTILE {
        let root = tempfile::tempdir().expect("a folder");
        let key = serde_json::to_string(hostile).expect("a string");
        let config = format!("{key} = 1\nstrictness = {key}\n[diagnostics]\n{key} = \"off\"\nnull-move = {key}\n");
        std::fs::write(root.path().join("vgn.toml"), config).expect("it is written");
        let (pgn, vgn) = (format!("{hostile}.pgn"), format!("{hostile}.vgn"));
        std::fs::write(root.path().join(&pgn), [TAGS.as_bytes(), b"1. e4 {M\xfcller} *\n"].concat()).expect("written");
        std::fs::write(root.path().join(&vgn), section).expect("it is written");
        let address = |name: &str| {
            let folder = tower_lsp::lsp_types::Url::from_file_path(root.path().join(name)).expect("a path");
            folder.to_string()
        };
        let settings = json!({(hostile): 1, "convert": {"to": hostile}, "diagnostics": {(hostile): "off"}});
        let mut capabilities = capabilities();
        capabilities["window"]["workDoneProgress"] = json!(true);
        let mut session = Session::start_with(&["VGN_LSP_TEST_IMPATIENT"]);
        session.begin(root.path(), &capabilities, &settings);
        for (name, bytes) in [(&pgn, &b"1. e4 {M\xfcller} *\n"[..]), (&vgn, section)] {
            let file = address(name);
            let text = String::from_utf8_lossy(bytes).into_owned();
            let text = if name == &pgn { TAGS.to_owned() + &text } else { text };
            session.open(&file, 1, &text);
            session.ask("textDocument/diagnostic", json!({"textDocument": {"uri": file}}));
            session.request("vgn/testReady", Value::Null);
            session.change(&file, 2, [0, 0, 0, 0], "\n");
            session.notify("textDocument/willSave", json!({"textDocument": {"uri": file}, "reason": 1}));
            for (command, argument) in [
                ("vgn.convertToFile", json!({"uri": file, "to": "BCCF"})),
                ("vgn.convertToFile", json!({"uri": format!("{file}x"), "to": "BCCF"})),
                (
                    "vgn.convertGame",
                    json!({"uri": format!("{file}x"), "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}}),
                ),
            ] {
                session.ask("workspace/executeCommand", json!({"command": command, "arguments": [argument]}));
            }
            session.ask("vgn/decodedText", json!({"textDocument": {"uri": format!("{file}x")}}));
            std::fs::write(root.path().join(name), "1. e4 *\n").expect("it is written");
            session.notify("textDocument/didSave", json!({"textDocument": {"uri": file}}));
            session.request("vgn/testReady", Value::Null);
        }
        // Whatever is asked for is not answered: what has been said by now is looked at.
        session.request("shutdown", Value::Null);
        session.notify("exit", Value::Null);
        session.wait_for_end();
        texts.extend(session.left().iter().flat_map(shown));
    }
    texts.iter().for_each(|text| assert_plain(text));
    for part in
        ["vgn.toml, line", "In the editor's settings", "would destroy", "destroys", "is not open", "cannot be read"]
    {
        assert!(texts.iter().filter(|text| text.contains(part)).count() >= HOSTILE.len() / 2, "{part}: {texts:#?}");
    }
}
