#!/bin/bash
# lsp-types 0.94.1, the protocol's types of tower-lsp 0.20, and 0.97.0, the newest.
#
# One would guess: capabilities that the protocol allows are read; those that are not known do no harm.
# It is so: `textDocument.semanticTokens.requests.range` may be `boolean | {}` (LSP 3.16 and later), and the kinds of
#   folding ranges are strings that a client may add to. With `range: {}` or a kind of its own, `InitializeParams` is
#   refused as a whole: a server built on these types answers -32602 and never starts.
# Why it matters: it is the client that looks broken, and no setting of either side helps. A server has to read
#   capabilities field by field.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir src
cat >Cargo.toml <<'TOML'
[package]
name = "initialize"
version = "0.1.0"
edition = "2021"

[dependencies]
old = { package = "lsp-types", version = "=0.94.1" }
new = { package = "lsp-types", version = "=0.97.0" }
serde_json = "=1.0.145"
TOML
cat >src/main.rs <<'RUST'
use serde_json::{from_value, json, Value};

fn main() {
    let initialize = |text_document: Value| json!({"processId": null, "rootUri": null, "capabilities": {"textDocument": text_document}});
    let tokens = |range: Value| initialize(json!({"semanticTokens": {"requests": {"range": range},
        "tokenTypes": [], "tokenModifiers": [], "formats": ["relative"]}}));
    let kinds = |kind: &str| initialize(json!({"foldingRange": {"foldingRangeKind": {"valueSet": [kind]}}}));
    for (name, value) in [
        ("range: true", tokens(json!(true))),
        ("range: {}", tokens(json!({}))),
        ("kind: region", kinds("region")),
        ("kind: heading", kinds("heading")),
    ] {
        let old = from_value::<old::InitializeParams>(value.clone()).is_ok();
        let new = from_value::<new::InitializeParams>(value).is_ok();
        println!("{name} | 0.94.1 reads it: {old} | 0.97.0 reads it: {new}");
    }
}
RUST
seen=$(cargo run --quiet)
echo "$seen"
[[ $seen == *'range: true | 0.94.1 reads it: true | 0.97.0 reads it: true'* ]]
[[ $seen == *'range: {} | 0.94.1 reads it: false | 0.97.0 reads it: false'* ]]
[[ $seen == *'kind: region | 0.94.1 reads it: true'* && $seen == *'kind: heading | 0.94.1 reads it: false'* ]]
