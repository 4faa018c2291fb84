//! What opening a document of 50 MB costs: time until it is told of, and memory.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Client, URI, is_publication};
use crate::games::{Source, of_size};

const SIZE: usize = 50_000_000;

/// Opens the document and prints what was measured.
pub fn report(out: &mut impl Write, source: &Source) -> io::Result<()> {
    let text = of_size(source, SIZE);
    let mut client = Client::start(false)?;
    client.settle(Duration::from_millis(200));
    let empty = memory(client.process());
    let begun = Instant::now();
    client.open(&text)?;
    let sent = begun.elapsed();
    let place = json!({"textDocument": {"uri": URI}, "position": {"line": 0, "character": 1}});
    let hover = client.ask("textDocument/hover", &place)?;
    let (mut hovered, mut first) = (None, None);
    while hovered.is_none() || first.is_none() {
        let message = client.receive(|_| true)?;
        let time = Some(message.at.saturating_duration_since(begun));
        if is_publication(&message.body) {
            first = first.or(time);
        } else if String::from_utf8_lossy(&message.body).contains(&format!("\"id\":{hover}")) {
            hovered = time;
        }
    }
    let all = client.ask_diagnostics()?;
    let all = client.reply(all)?.at.saturating_duration_since(begun);
    client.settle(Duration::from_millis(500));
    let open = memory(client.process());
    let ms = |time: Option<Duration>| time.unwrap_or_default().as_secs_f64() * 1e3;
    writeln!(out, "a document of {:.1} MB", text.len() as f64 / 1e6)?;
    writeln!(out, "  sent after            {:8.1} ms", ms(Some(sent)))?;
    writeln!(out, "  hover answered after  {:8.1} ms", ms(hovered))?;
    writeln!(out, "  first diagnostics     {:8.1} ms", ms(first))?;
    writeln!(out, "  all games checked     {:8.1} ms", ms(Some(all)))?;
    match (empty, open) {
        (Some(empty), Some(open)) => {
            let beyond = |bytes: usize| (bytes.saturating_sub(empty.resident)) as f64;
            let ratio = |bytes: usize| beyond(bytes) / text.len() as f64;
            writeln!(out, "  memory of the empty server {:.1} MB", empty.resident as f64 / 1e6)?;
            for (name, bytes) in [("resident beyond it", open.resident), ("at most, beyond it", open.most)] {
                writeln!(out, "  {name}  {:.1} MB, {:.2} times the text", beyond(bytes) / 1e6, ratio(bytes))?;
            }
        }
        _ => writeln!(out, "  memory is not known on this system")?,
    }
    client.end()
}

/// Resident memory in bytes: now, and at most so far.
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
