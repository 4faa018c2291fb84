//! Cost of a document of 50 MB: time to the first answers, its list of games, resending the whole text, and memory.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Client, URI, frame, is_publication};
use crate::games::{Source, of_size};

const SIZE: usize = 50_000_000;

/// Times after opening a document.
#[derive(Default)]
struct Opened {
    hover: Option<Duration>,
    /// The first list of diagnostics.
    first: Option<Duration>,
}

/// Opens the document and prints the measurements.
pub fn report(out: &mut impl Write, source: &Source) -> io::Result<()> {
    let text = of_size(source, SIZE);
    let document = json!({"uri": URI, "languageId": "pgn", "version": 0, "text": text});
    let opening = json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}});
    let opening = frame(&opening);
    writeln!(out, "a document of {:.1} MB, after the last byte of its message", text.len() as f64 / 1e6)?;
    for (place, of_hundred) in [("first", 0), ("middle", 50), ("last", 99)] {
        let mut client = Client::start(false)?;
        client.settle(Duration::from_millis(200));
        let opened = opened(&mut client, &opening, line_of_game(&text, of_hundred))?;
        writeln!(out, "  hover in the {place:6} game  {:8.1} ms", ms(opened.hover))?;
        client.end()?;
    }
    let mut client = Client::start(false)?;
    client.settle(Duration::from_millis(200));
    let empty = memory(client.process());
    let begun = Instant::now();
    let first = opened(&mut client, &opening, 0)?.first;
    let all = client.ask_diagnostics()?;
    let all = client.reply(all)?.at.saturating_duration_since(begun);
    client.settle(Duration::from_millis(500));
    writeln!(out, "  first diagnostics         {:8.1} ms", ms(first))?;
    writeln!(out, "  all games checked         {:8.1} ms, with the sending", ms(Some(all)))?;
    let open = memory(client.process());
    say_memory(out, empty, open, text.len())?;
    list(out, &mut client, line_of_game(&text, 50))?;
    say_memory(out, empty, memory(client.process()), text.len())?;
    anew(out, &mut client, &text)?;
    client.end()
}

/// Sends the document and a hover request on a line; times are from the message's last byte.
fn opened(client: &mut Client, opening: &[u8], line: usize) -> io::Result<Opened> {
    client.send_bytes(opening)?;
    let sent = Instant::now();
    let place = json!({"textDocument": {"uri": URI}, "position": {"line": line, "character": 1}});
    let hover = client.ask("textDocument/hover", &place)?;
    let mut opened = Opened::default();
    while opened.hover.is_none() || opened.first.is_none() {
        let message = client.receive(|_| true)?;
        let time = Some(message.at.saturating_duration_since(sent));
        if is_publication(&message.body) {
            opened.first = opened.first.or(time);
        } else if String::from_utf8_lossy(&message.body).contains(&format!("\"id\":{hover}")) {
            opened.hover = time;
        }
    }
    Ok(opened)
}

/// Requests the list of games three times, with an edit before each except the first.
fn list(out: &mut impl Write, client: &mut Client, line: usize) -> io::Result<()> {
    for version in 1..=3 {
        let begun = Instant::now();
        let reply = client.request("textDocument/documentSymbol", &json!({"textDocument": {"uri": URI}}))?;
        let time = reply.at.saturating_duration_since(begun);
        let after = if version == 1 { "" } else { ", after an edit" };
        let size = reply.body.len() as f64 / 1e6;
        writeln!(out, "  list of games, {size:.1} MB    {:8.1} ms{after}", ms(Some(time)))?;
        let place = json!({"line": line, "character": 8});
        let change = json!({"range": {"start": place, "end": place}, "text": "x"});
        let params = json!({"textDocument": {"uri": URI, "version": version}, "contentChanges": [change]});
        client.notify("textDocument/didChange", &params)?;
        client.publication(version)?;
    }
    Ok(())
}

/// Resends the whole text with an additional letter in the middle, as editors without incremental changes do.
fn anew(out: &mut impl Write, client: &mut Client, text: &str) -> io::Result<()> {
    let middle = text[text.len() / 2..].find(" e4 ").map_or(0, |at| text.len() / 2 + at);
    let text = format!("{}x{}", &text[..middle], &text[middle..]);
    for version in [4, 5] {
        let params = json!({"textDocument": {"uri": URI, "version": version}, "contentChanges": [{"text": text}]});
        let change = frame(&json!({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": params}));
        client.settle(Duration::from_millis(200));
        // Resets the peak of resident memory.
        std::fs::write(format!("/proc/{}/clear_refs", client.process()), "5").unwrap_or_default();
        let before = memory(client.process());
        client.send_bytes(&change)?;
        let begun = Instant::now();
        let told = client.publication(version)?.at.saturating_duration_since(begun);
        client.settle(Duration::from_millis(500));
        let after = memory(client.process());
        writeln!(out, "  all of it sent anew, told {:8.1} ms", ms(Some(told)))?;
        if let (Some(before), Some(after)) = (before, after) {
            let more = after.most.saturating_sub(before.resident) as f64;
            writeln!(out, "  resident meanwhile, more {:.1} MB", more / 1e6)?;
        }
    }
    Ok(())
}

/// The line of the first tag of a game, at `of_hundred` percent of the text.
fn line_of_game(text: &str, of_hundred: usize) -> usize {
    let from = text.floor_char_boundary(text.len() / 100 * of_hundred);
    let game = text[from..].find("\n[Event ").map_or(0, |at| from + at + 1);
    if of_hundred == 0 { 0 } else { text[..game].matches('\n').count() }
}

fn ms(time: Option<Duration>) -> f64 {
    time.unwrap_or_default().as_secs_f64() * 1e3
}

fn say_memory(out: &mut impl Write, empty: Option<Memory>, open: Option<Memory>, len: usize) -> io::Result<()> {
    let (Some(empty), Some(open)) = (empty, open) else {
        return writeln!(out, "  memory is not known on this system");
    };
    let beyond = |bytes: usize| (bytes.saturating_sub(empty.resident)) as f64;
    writeln!(out, "  memory of the empty server {:.1} MB", empty.resident as f64 / 1e6)?;
    for (name, bytes) in [("resident beyond it", open.resident), ("at most, beyond it", open.most)] {
        let bytes = beyond(bytes);
        writeln!(out, "  {name}  {:.1} MB, {:.2} times the text", bytes / 1e6, bytes / len as f64)?;
    }
    Ok(())
}

/// Resident memory in bytes: current and peak.
#[derive(Clone, Copy)]
struct Memory {
    resident: usize,
    most: usize,
}

fn memory(process: u32) -> Option<Memory> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().strip_suffix(" kB")?.trim().parse::<usize>().ok().map(|kilobytes| kilobytes * 1024)
    };
    Some(Memory { resident: field("VmRSS:")?, most: field("VmHWM:")? })
}
