//! Requests about one huge game: time to the answer, and time until work is cancelled after an edit.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, URI};

/// Maximum time between request and edit.
const MEANWHILE: Duration = Duration::from_millis(50);

/// Measures games with an extreme amount of one thing and prints the results.
pub fn report(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "one huge game, milliseconds")?;
    let games = [
        ("100,000 half-moves", format!("1. e4 e5 {}*\n", "2. Nf3 Nf6 3. Ng1 Ng8 ".repeat(25_000))),
        ("10,000 variations", format!("1. e4 {}*\n", "(1. d4 d5 2. c4) ".repeat(10_000))),
        ("a comment of 100 MB", format!("1. e4 {{{}}} e5 *\n", "a word or two ".repeat(7_000_000))),
        ("100 MB of commands", format!("1. e4 {{{}}} e5 *\n", "[%clk 1:99:00] ".repeat(6_600_000))),
    ];
    for (name, text) in games {
        // The client pulls diagnostics, so that no check runs in the background.
        let mut client = Client::start(true)?;
        client.open(&text)?;
        // The reply to this request shows that the message has been read.
        client.request("textDocument/hover", &place())?;
        let begun = Instant::now();
        let whole = client.request("textDocument/hover", &place())?.at.saturating_duration_since(begun);
        let id = client.ask("textDocument/hover", &place())?;
        std::thread::sleep((whole / 2).min(MEANWHILE));
        let change =
            json!({"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "text": " "});
        let params = json!({"textDocument": {"uri": URI, "version": 1}, "contentChanges": [change]});
        let edited = Instant::now();
        client.notify("textDocument/didChange", &params)?;
        let reply = client.reply(id)?;
        let stopped = reply.at.saturating_duration_since(edited);
        let reply: Value = serde_json::from_slice(&reply.body)?;
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        let said = if reply["error"]["code"] == -32801 { "called off" } else { "answered" };
        writeln!(out, "  {name:20} hover {:8.1}, {said} {:8.1} after an edit", ms(whole), ms(stopped))?;
        client.end()?;
    }
    Ok(())
}

fn place() -> Value {
    json!({"textDocument": {"uri": URI}, "position": {"line": 0, "character": 4}})
}
