//! The fixtures as they are kept in `tests/data/peer/cases.jsonl.zst`: one JSON object a line.

use serde_json::Value;

/// One fixture of another project.
#[allow(dead_code, reason = "each test program uses a part")]
pub struct Row {
    pub project: String,
    /// The name of its test, or of the file in it.
    pub name: String,
    pub text: String,
    /// What the project expects.
    pub peer: Value,
    /// Everything else that the row says.
    pub all: Value,
}

/// Every fixture.
pub fn rows() -> Vec<Row> {
    let packed = include_bytes!("../data/peer/cases.jsonl.zst");
    let lines = zstd::decode_all(&packed[..]).expect("the file is whole");
    let lines = String::from_utf8(lines).expect("JSON is UTF-8");
    lines.lines().map(row).collect()
}

fn row(line: &str) -> Row {
    let all: Value = serde_json::from_str(line).expect("a row of JSON");
    let text = |key: &str| all[key].as_str().expect("a text").to_owned();
    Row { project: text("project"), name: text("name"), text: text("text"), peer: all["peer"].clone(), all }
}
