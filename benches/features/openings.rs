//! Openings and continuations for a whole file whose tags name no opening.

use std::io::{self, Write};
use std::time::Instant;

use serde_json::{Value, json};

use crate::client::{Client, URI};

/// Prints the times for a file of these games, whose tags name no opening.
pub fn report(out: &mut impl Write, games: &[String], rounds: usize) -> io::Result<()> {
    let kept = |line: &&str| !line.starts_with("[ECO ") && !line.starts_with("[Opening ");
    let text: String = games
        .iter()
        .map(|game| game.lines().filter(kept).map(|line| format!("{line}\n")).collect::<String>())
        .collect();
    // The first half-move of a game in the middle.
    let half = text.lines().count() / 2;
    let line = text.lines().skip(half).position(|line| line.starts_with("1. ")).map_or(0, |lines| half + lines);
    let document = json!({"uri": URI});
    let at = |character: usize| json!({"line": line, "character": character});
    let place = json!({"textDocument": document, "position": at("1. ".len()), "context": {"triggerKind": 1}});
    let screen =
        json!({"textDocument": document, "range": {"start": at(0), "end": {"line": line + 60, "character": 0}}});
    let mut client = Client::start(true)?;
    let settings = json!({"settings": {"hints": {"nags": false, "transpositions": true}}});
    client.notify("workspace/didChangeConfiguration", &settings)?;
    client.open(&text)?;
    client.request("textDocument/hover", &place)?;
    let id = client.ask_diagnostics()?;
    client.reply(id)?;
    let head = format!("{} games without ECO and Opening, {:.1} MB", games.len(), text.len() as f64 / 1e6);
    writeln!(out, "| {head} | first ms | least ms | median ms | max ms | bytes |\n|---|---|---|---|---|---|")?;
    let query = |words: &str| json!({"query": words});
    for (name, method, params) in [
        ("symbols, with the openings of the book", "textDocument/documentSymbol", json!({"textDocument": document})),
        ("workspace symbols: an opening that none has", "workspace/symbol", query("sicilian")),
        ("workspace symbols: a code that none has", "workspace/symbol", query("c85")),
        ("workspace symbols: a player", "workspace/symbol", query("a")),
        ("transpositions of a screen", "textDocument/inlayHint", screen),
        ("completion, with what other games play", "textDocument/completion", place.clone()),
        ("move orders to a position, of all games", "callHierarchy/incomingCalls", Value::Null),
    ] {
        let params = match params {
            Value::Null => {
                let prepared = client.request("textDocument/prepareCallHierarchy", &place)?;
                let item = serde_json::from_slice::<Value>(&prepared.body)?["result"][0].take();
                json!({"item": item})
            }
            params => params,
        };
        let (mut times, mut bytes) = (Vec::new(), 0);
        for _ in 0..=rounds {
            let begun = Instant::now();
            let reply = client.request(method, &params)?;
            times.push(reply.at.saturating_duration_since(begun).as_secs_f64() * 1e3);
            bytes = reply.body.len();
        }
        let first = times.remove(0);
        times.sort_unstable_by(f64::total_cmp);
        let at = |at: usize| times.get(at).copied().unwrap_or_default();
        let (least, median, most) = (at(0), at(times.len() / 2), at(times.len().saturating_sub(1)));
        writeln!(out, "| {name} | {first:.2} | {least:.2} | {median:.2} | {most:.2} | {bytes} |")?;
    }
    writeln!(out)?;
    client.end()
}
