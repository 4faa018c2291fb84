//! A client that can do everything that the server makes use of.

use std::path::Path;

use serde_json::{Value, json};

use crate::lsp_server::harness::{Session, as_range};

/// The tags of a PGN game in which nothing is amiss, and the empty line after them.
pub const TAGS: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n";

/// What such a client says of itself. That it shows progress is left to the tests of that: on a slow machine any check
/// may take long enough to be shown.
pub fn capabilities() -> Value {
    json!({
        "general": {"positionEncodings": ["utf-8", "utf-16"]},
        "textDocument": {
            "hover": {"contentFormat": ["markdown"]},
            "completion": {"completionItem": {
                "snippetSupport": true,
                "commitCharactersSupport": true,
                "documentationFormat": ["markdown"],
                "labelDetailsSupport": true
            }},
            "publishDiagnostics": {"codeDescriptionSupport": true, "relatedInformation": true},
            "diagnostic": {"dynamicRegistration": false},
            "inlineCompletion": {"dynamicRegistration": false},
            "codeAction": {
                "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "source.fixAll"]}},
                "isPreferredSupport": true,
                "dataSupport": true,
                "resolveSupport": {"properties": ["edit"]}
            }
        },
        "workspace": {
            "applyEdit": true,
            "configuration": true,
            "didChangeWatchedFiles": {"dynamicRegistration": true},
            "didChangeConfiguration": {"dynamicRegistration": true},
            "workspaceEdit": {"documentChanges": true},
            "workspaceFolders": true,
            "diagnostics": {"refreshSupport": true},
            "textDocumentContent": {}
        },
        "window": {"showDocument": {"support": true}}
    })
}

/// The same without one of its abilities, told as a JSON pointer.
pub fn without(pointer: &str) -> Value {
    let mut capabilities = capabilities();
    let (object, key) = pointer.rsplit_once('/').expect("a pointer");
    let object = capabilities.pointer_mut(object).and_then(Value::as_object_mut).expect("it is there");
    object.remove(key).expect("it is there");
    capabilities
}

/// The URI of a file in a folder.
pub fn uri(folder: &Path, name: &str) -> String {
    let path = folder.join(name).display().to_string();
    // A drive of Windows is the first part of the path.
    if cfg!(windows) { format!("file:///{}", path.replace('\\', "/")) } else { format!("file://{path}") }
}

impl Session {
    /// A server in a folder, for a client that can do everything and whose user has these settings.
    pub fn full(folder: &Path, settings: Value) -> (Session, Value) {
        Session::in_folder(folder, capabilities(), settings)
    }

    /// A server in a folder. A client that watches and has settings is asked for both.
    pub fn in_folder(folder: &Path, capabilities: Value, settings: Value) -> (Session, Value) {
        let mut session = Session::start();
        let result = session.begin(folder, &capabilities, &settings);
        (session, result)
    }

    /// Initializes a server in a folder; gives the result.
    pub fn begin(&mut self, folder: &Path, capabilities: &Value, settings: &Value) -> Value {
        let asked = |pointer: &str| capabilities.pointer(pointer) == Some(&Value::Bool(true));
        let watches = asked("/workspace/didChangeWatchedFiles/dynamicRegistration");
        let configures = asked("/workspace/configuration");
        let folders = json!([{"uri": uri(folder, ""), "name": "folder"}]);
        let result = self.request(
            "initialize",
            json!({"processId": null, "rootUri": null, "workspaceFolders": folders, "capabilities": capabilities}),
        );
        self.notify("initialized", json!({}));
        if watches {
            self.serve("client/registerCapability", Value::Null);
        }
        if configures {
            self.serve("workspace/configuration", json!([settings]));
        }
        self.request("vgn/testReady", Value::Null);
        result
    }

    /// Answers the server's next request of a method; gives its parameters.
    pub fn serve(&mut self, method: &str, result: Value) -> Value {
        let request = self.receive(|message| message["method"] == method && message.get("id").is_some());
        self.send(&json!({"jsonrpc": "2.0", "id": request["id"], "result": result}));
        request["params"].clone()
    }

    /// The answer to `textDocument/diagnostic`; asked again where the document has changed meanwhile.
    pub fn pull(&mut self, uri: &str, previous: Option<&Value>) -> Value {
        let mut params = json!({"textDocument": {"uri": uri}});
        if let Some(previous) = previous {
            params["previousResultId"] = previous.clone();
        }
        loop {
            let id = self.ask("textDocument/diagnostic", params.clone());
            let reply = self.reply(id);
            if reply["error"]["code"] == -32802 {
                assert_eq!(reply["error"]["data"]["retriggerRequest"], true);
                continue;
            }
            assert!(reply.get("error").is_none(), "{reply}");
            return reply["result"].clone();
        }
    }

    /// The diagnostics of a document, pulled.
    pub fn pulled(&mut self, uri: &str) -> Vec<Value> {
        let report = self.pull(uri, None);
        assert_eq!(report["kind"], "full");
        report["items"].as_array().expect("a list").clone()
    }

    /// The codes of a document's diagnostics, pulled.
    pub fn pulled_codes(&mut self, uri: &str) -> Vec<String> {
        let codes = self.pulled(uri).into_iter().map(|found| found["code"].as_str().unwrap_or_default().to_owned());
        codes.collect()
    }

    /// The answer to `workspace/diagnostic`: for each file its name and number of diagnostics; and the results' names.
    pub fn pull_workspace(&mut self, previous: &Value) -> (Vec<(String, usize)>, Value) {
        let report = self.request("workspace/diagnostic", json!({"previousResultIds": previous}));
        let items = report["items"].as_array().expect("a list");
        let files = items.iter().map(|item| {
            let name = item["uri"].as_str().and_then(|uri| uri.rsplit('/').next()).unwrap_or_default();
            (name.to_owned(), item["items"].as_array().map_or(0, Vec::len))
        });
        let ids = items.iter().filter(|item| item.get("resultId").is_some_and(Value::is_string));
        let ids = ids.map(|item| json!({"uri": item["uri"], "value": item["resultId"]}));
        (files.collect(), Value::Array(ids.collect()))
    }

    /// The actions at a range, told as `[line, character, end line, end character]`.
    pub fn actions(&mut self, uri: &str, range: [u32; 4], context: Value) -> Vec<Value> {
        let params = json!({"textDocument": {"uri": uri}, "range": as_range(range), "context": context});
        self.request("textDocument/codeAction", params).as_array().expect("a list").clone()
    }
}

/// A text after the edits of an action, whose positions count bytes.
pub fn edited(text: &str, edits: &Value) -> String {
    let mut text = text.to_owned();
    let starts: Vec<usize> = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let offset = |position: &Value| {
        let number = |key: &str| usize::try_from(position[key].as_u64().expect("a number")).expect("it is small");
        starts[number("line")] + number("character")
    };
    for edit in edits.as_array().expect("a list").iter().rev() {
        let range = offset(&edit["range"]["start"])..offset(&edit["range"]["end"]);
        text.replace_range(range, edit["newText"].as_str().expect("a text"));
    }
    text
}
