//! Parameters that differ from what the protocol's types expect.
//!
//! Clients send more than the types can read: values that a later version of the protocol allows, names of their own in
//! open lists, `null` where a field may be omitted, diagnostics of other servers. What cannot be read counts as absent,
//! field by field, so that it takes nothing else with it.

use serde::de::{Deserialize, DeserializeOwned, Deserializer};
use serde_json::{Value, json};
use serde_path_to_error::Segment;
use tower_lsp::jsonrpc::Request;

/// Maximum number of values that are removed one by one. Of more, whole fields are: each costs a further reading.
const MOST: usize = 64;

/// Reads parameters. Removes from them what cannot be read, and adds what is missing and has a value that says nothing.
///
/// # Errors
/// If something is missing that has no such value.
pub fn read<P: DeserializeOwned>(params: &mut Value) -> serde_json::Result<P> {
    for removed in 0.. {
        let error = match serde_path_to_error::deserialize::<_, P>(&*params) {
            Ok(read) => return Ok(read),
            Err(error) => error,
        };
        if removed == 0 {
            clamp_positions(params);
            continue;
        }
        let mut path: Vec<Segment> = error.path().iter().cloned().collect();
        if removed > MOST {
            path.truncate(2);
        }
        if removed > 2 * MOST || !(supply(params, &path, error.inner()) || remove(params, &path)) {
            return Err(error.into_inner());
        }
    }
    unreachable!("the numbers do not end")
}

/// Removes and adds what [`read`] does, for another reader. What cannot be mended stays at fault.
pub fn mend<P: DeserializeOwned>(params: &mut Value) {
    if let Err(error) = read::<P>(params) {
        tracing::debug!(%error, "parameters cannot be read");
    }
}

/// A document's version; `None` for what is no number.
pub fn version<'de, D: Deserializer<'de>>(version: D) -> Result<Option<i32>, D::Error> {
    Ok(Value::deserialize(version)?.as_f64().map(|version| version as i32))
}

/// A method, and what mends its parameters.
pub type MethodMender = (&'static str, fn(&mut Value));

/// The request with parameters that can be read.
pub fn mended(menders: &[MethodMender], request: Request) -> Request {
    let Some((_, mend)) = menders.iter().find(|(method, _)| *method == request.method()) else { return request };
    let (method, id, params) = request.into_parts();
    let mut params = params.unwrap_or_else(|| json!({}));
    mend(&mut params);
    let mended = Request::build(method);
    let mended = if params.is_null() { mended } else { mended.params(params) };
    match id {
        Some(id) => mended.id(id).finish(),
        None => mended.finish(),
    }
}

/// Moves positions into what the types can express: some clients count to the place before a line.
pub fn clamp_positions(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(clamp_positions),
        Value::Object(fields) => {
            for (name, value) in fields.iter_mut() {
                match value.as_f64() {
                    Some(number) if name == "line" || name == "character" => {
                        *value = (number.clamp(0.0, f64::from(u32::MAX)) as u32).into();
                    }
                    _ => clamp_positions(value),
                }
            }
        }
        _ => {}
    }
}

/// Adds the missing field that is at fault. An empty list becomes an object: Lua has one empty table.
fn supply(params: &mut Value, path: &[Segment], error: &serde_json::Error) -> bool {
    let Some(place) = place(params, path) else { return false };
    if place.as_array().is_some_and(Vec::is_empty) {
        *place = json!({});
        return true;
    }
    let error = error.to_string();
    let missing = error.strip_prefix("missing field `").and_then(|error| error.split('`').next());
    let neutral = missing.and_then(|name| {
        Some(match name {
            "capabilities" => json!({}),
            "diagnostics" => json!([]),
            "context" => json!({"diagnostics": []}),
            "options" => json!({"tabSize": 8, "insertSpaces": true}),
            "settings" => Value::Null,
            _ => return None,
        })
    });
    match (missing, neutral, place.as_object_mut()) {
        (Some(name), Some(neutral), Some(fields)) => fields.insert(name.to_owned(), neutral).is_none(),
        _ => false,
    }
}

/// Removes the value at a path. False if there is none, or if it is the whole.
fn remove(params: &mut Value, path: &[Segment]) -> bool {
    let Some((last, parents)) = path.split_last() else { return false };
    match (last, place(params, parents)) {
        (Segment::Map { key } | Segment::Enum { variant: key }, Some(Value::Object(fields))) => {
            fields.remove(key).is_some()
        }
        (Segment::Seq { index }, Some(Value::Array(items))) if *index < items.len() => {
            items.remove(*index);
            true
        }
        _ => remove(params, parents),
    }
}

fn place<'v>(params: &'v mut Value, path: &[Segment]) -> Option<&'v mut Value> {
    path.iter().try_fold(params, |value, segment| match segment {
        Segment::Map { key } | Segment::Enum { variant: key } => value.get_mut(key),
        Segment::Seq { index } => value.get_mut(index),
        Segment::Unknown => None,
    })
}

#[cfg(test)]
mod tests {
    use tower_lsp::lsp_types::{
        CodeActionParams, DocumentOnTypeFormattingParams, ExecuteCommandParams, HoverParams, InitializeParams,
    };

    use super::*;

    #[test]
    fn what_cannot_be_read_takes_nothing_else_with_it() {
        let mut sent = json!({
            "capabilities": {
                "textDocument": {
                    "callHierarchy": [],
                    "semanticTokens": {
                        "requests": {"range": {}, "full": {"delta": true}},
                        "tokenTypes": ["move", 5], "tokenModifiers": [], "formats": ["relative"]
                    },
                    "foldingRange": {
                        "lineFoldingOnly": true, "foldingRangeKind": {"valueSet": ["comment", "own"]}
                    }
                },
                "workspace": {"applyEdit": "yes", "workspaceFolders": true}
            },
            "trace": "compact",
            "workspaceFolders": [{"uri": "no address", "name": ""}, {"uri": "file:///a", "name": "a"}]
        });
        let read: InitializeParams = read(&mut sent).expect("most of it can be read");
        let text_document = read.capabilities.text_document.expect("it is sent");
        let tokens = text_document.semantic_tokens.expect("they are sent");
        assert!(tokens.requests.full.is_some() && tokens.requests.range.is_none());
        assert_eq!(tokens.token_types.len(), 1);
        assert_eq!(text_document.folding_range.and_then(|folding| folding.line_folding_only), Some(true));
        assert_eq!(read.capabilities.workspace.and_then(|workspace| workspace.workspace_folders), Some(true));
        assert_eq!(read.workspace_folders.map(|folders| folders.len()), Some(1));
    }

    #[test]
    fn what_is_missing_is_what_says_nothing() {
        let mut lua = json!({"capabilities": []});
        assert!(read::<InitializeParams>(&mut lua).is_ok());
        assert!(read::<InitializeParams>(&mut json!({"capabilities": null})).is_ok());
        let mut command = json!({"command": "a", "arguments": null});
        assert_eq!(read::<ExecuteCommandParams>(&mut command).expect("a command").arguments, [] as [Value; 0]);
        let place = json!({"textDocument": {"uri": "file:///a.pgn"}, "position": {"line": 1, "character": -1}});
        let hover: HoverParams = read(&mut place.clone()).expect("a position");
        assert_eq!(hover.text_document_position_params.position.character, 0);
        let range =
            json!({"start": {"line": 0, "character": -1}, "end": {"line": 1.5, "character": 5_000_000_000_u64}});
        let mut actions = json!({"textDocument": {"uri": "file:///a.pgn"}, "range": range, "context": null});
        let range = read::<CodeActionParams>(&mut actions).expect("a request").range;
        assert_eq!((range.start.character, range.end.line, range.end.character), (0, 1, u32::MAX));
        for options in [json!(null), json!({"tabSize": 2.5, "insertSpaces": null}), json!({"a": [1]})] {
            let mut typed = place.clone();
            typed["ch"] = "\n".into();
            typed["options"] = options;
            assert!(read::<DocumentOnTypeFormattingParams>(&mut typed).is_ok(), "{typed}");
        }
        assert!(read::<HoverParams>(&mut json!({"position": {"line": 1, "character": 1}})).is_err());
    }

    #[test]
    fn diagnostics_of_others_do_not_spoil_a_request() {
        let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}});
        let own = json!({"range": range, "message": "own", "code": "illegal-move"});
        let with = |key: &str, value: Value| {
            let mut other = own.clone();
            other[key] = value;
            other
        };
        let others = [with("codeDescription", json!({"href": ""})), with("message", json!({"kind": "markdown"}))];
        let many = (0..10_000).map(|_| with("message", json!(5)));
        let asked = |found: Vec<Value>| {
            let context = json!({"diagnostics": found, "only": ["quickfix"]});
            let mut asked = json!({"textDocument": {"uri": "file:///a.pgn"}, "range": range, "context": context});
            read::<CodeActionParams>(&mut asked).expect("a request").context
        };
        let context = asked(others.into_iter().chain([own.clone()]).collect());
        let messages: Vec<&str> = context.diagnostics.iter().map(|found| found.message.as_str()).collect();
        assert_eq!(messages, ["own", "own"]);
        // So many are left out together.
        let context = asked(many.collect());
        assert_eq!((context.diagnostics.len(), context.only.map(|only| only.len())), (0, Some(1)));
    }
}
