//! The settings that the VS Code extension offers are those that the server knows.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;
use vgn_lsp::lint::CATALOGUE;
use vgn_lsp::lint::portability::ReaderSet;
use vgn_lsp::notation::{Medium, REGISTRY};

fn settings() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/editors/vscode/package.json");
    let manifest: Value = serde_json::from_str(&fs::read_to_string(path).expect("the manifest")).expect("JSON");
    manifest["contributes"]["configuration"]["properties"].clone()
}

#[test]
fn every_diagnostic_can_be_set_in_vs_code() {
    let offered: BTreeMap<String, String> = settings()["vgn.diagnostics"]["properties"]
        .as_object()
        .expect("the codes")
        .iter()
        .filter(|(code, _)| *code != "all")
        .map(|(code, row)| (code.clone(), row["description"].as_str().unwrap_or_default().to_owned()))
        .collect();
    let known: BTreeMap<String, String> = CATALOGUE
        .iter()
        .map(|entry| (entry.name.to_owned(), format!("{} ({})", entry.summary, entry.severity)))
        .collect();
    assert!(
        offered == known,
        "editors/vscode/package.json has other diagnostics than the catalogue: run\n\
         target/debug/vgn-lsp explain | node editors/vscode/scripts/diagnostics.mjs"
    );
}

#[test]
fn editors_know_which_moves_are_bytes() {
    for file in ["editors/vscode/src/decoded.ts", "editors/web/src/documents/bytes.ts"] {
        let text = fs::read_to_string(format!("{}/{file}", env!("CARGO_MANIFEST_DIR"))).expect("the source");
        let line = text.lines().find(|line| line.starts_with("const BINARY = ")).expect("the expression");
        let (_, list) = line.split_once("(?:").expect("a list of names");
        let list: Vec<&str> = list.split(')').next().unwrap_or_default().split('|').collect();
        for notation in REGISTRY {
            for name in notation.names() {
                let is_known = list.iter().any(|known| name.to_uppercase().starts_with(known));
                assert_eq!(is_known, notation.medium == Medium::Binary, "{name} in {file}");
            }
        }
    }
}

#[test]
fn every_reader_can_be_chosen_in_vs_code() {
    let settings = settings();
    let offered = settings["vgn.portable"]["items"]["enum"].as_array().expect("names");
    let offered: Vec<&str> = offered.iter().filter_map(Value::as_str).collect();
    assert_eq!(offered, ReaderSet::names().collect::<Vec<_>>());
}

#[test]
fn every_layout_can_be_chosen_in_vs_code() {
    use vgn_lsp::format::{CommentLines, INDENTS, MoveLines, Numbers, TagOrder, VariationLines, WIDTHS};
    fn names<T>(known: &[(&'static str, T)]) -> Vec<&'static str> {
        known.iter().map(|(name, _)| *name).collect()
    }
    let settings = settings();
    for (key, known) in [
        ("moves", names(&MoveLines::NAMES)),
        ("variations", names(&VariationLines::NAMES)),
        ("comments", names(&CommentLines::NAMES)),
        ("numbers", names(&Numbers::NAMES)),
        ("tags", names(&TagOrder::NAMES)),
    ] {
        let row = &settings[format!("vgn.format.{key}")];
        let offered: Vec<&str> = row["enum"].as_array().expect("values").iter().filter_map(Value::as_str).collect();
        assert_eq!(offered, known, "{key}");
    }
    for (key, known) in [("width", WIDTHS), ("indent", INDENTS)] {
        let row = &settings[format!("vgn.format.{key}")];
        assert_eq!([&row["minimum"], &row["maximum"]], [known.start(), known.end()], "{key}");
    }
}

#[test]
fn every_text_notation_can_be_chosen_in_vs_code() {
    let settings = settings();
    let offered: Vec<&str> =
        settings["vgn.convert.to"]["enum"].as_array().expect("names").iter().filter_map(Value::as_str).collect();
    let known: Vec<&str> =
        REGISTRY.iter().filter(|notation| notation.medium == Medium::Text).map(|notation| notation.name).collect();
    assert_eq!(offered, known);
    let hints = settings["vgn.hints.notation"]["enum"].as_array().expect("names").iter().filter_map(Value::as_str);
    assert_eq!(hints.collect::<Vec<_>>(), [&["off"], &known[..]].concat());
}
