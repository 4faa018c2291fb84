//! Latency of editor features in the built server, from the first byte of a request on its input to the last byte of
//! the answer: each feature in the middle of a file of 100,000 games, and in one game of 100,000 half-moves.
//!
//! ```text
//! cargo bench --bench features                        games of tests/data, repeated
//! VGN_BIG=big.pgn cargo bench --bench features        the games of a file
//! ```
//!
//! `VGN_ONLY=openings` prints only the table about openings and games.
//!
//! `VGN_ROUNDS` sets the number of requests per feature (50), `VGN_GAMES` the number of games in the file, `VGN_SERVER`
//! another server to measure. Before that, `fmt` is compared with a conversion. Wall-clock figures are unreliable on a
//! busy machine: the minimum is the least disturbed one.

#![allow(clippy::print_stdout, reason = "tables are what a benchmark is for")]

// Parts of these modules are used only by another benchmark.
#[allow(dead_code)]
#[path = "../keystroke/client.rs"]
mod client;
mod formatting;
#[allow(dead_code)]
#[path = "../keystroke/games.rs"]
mod games;
mod openings;
mod questions;
#[path = "../support/mod.rs"]
mod support;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use client::{Client, URI};
use questions::{Place, QUESTIONS, Question};

/// Maximum time until memory for an answer is released.
const GIVEN_BACK: Duration = Duration::from_millis(2_500);

fn main() -> io::Result<()> {
    if support::games::made()? {
        return Ok(());
    }
    support::say_if_busy();
    let only_openings = std::env::var("VGN_ONLY").is_ok_and(|part| part == "openings");
    if !only_openings {
        formatting::report()?;
    }
    let mut out = io::stdout().lock();
    let number = |variable: &str| std::env::var(variable).ok().and_then(|value| value.parse::<usize>().ok());
    let rounds = number("VGN_ROUNDS").unwrap_or(50);
    let count = number("VGN_GAMES").unwrap_or(100_000);
    let source = games::source()?;
    let games = games::many(&source, count);
    writeln!(out, "games of {}: {}\n", source.name, source.games.len())?;
    openings::report(&mut out, &games, rounds)?;
    if only_openings {
        return Ok(());
    }
    let many = games.concat();
    let place = Place::of(&many, games[..count / 2].iter().map(|game| game.matches('\n').count()).sum());
    measure(&mut out, &format!("{count} games"), &many, &place, rounds)?;
    let some = games[..count.min(4_000)].concat();
    let place = Place::of(&some, games[..count.min(4_000) / 2].iter().map(|game| game.matches('\n').count()).sum());
    measure(&mut out, "4000 games", &some, &place, rounds)?;
    let huge = format!("[White \"A\"]\n\n1. e4 e5 {}*\n", "\n2. Nf3 Nf6 3. Ng1 Ng8".repeat(24_000));
    let place = Place::of(&huge, 12_000);
    measure(&mut out, "one game of 96000 half-moves", &huge, &place, rounds.div_ceil(10))?;
    memory(&mut out, &huge, &place)
}

/// Prints the server's memory in that game: after few requests, after a long answer, and after a pause.
fn memory(out: &mut impl Write, text: &str, place: &Place) -> io::Result<()> {
    let mut client = Client::start(true)?;
    let process = client.process();
    let resident = |what: &str, out: &mut dyn Write| {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        let of =
            |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or("? kB").trim().to_owned();
        writeln!(out, "| {what} | {} | {} |", of("VmRSS:"), of("VmHWM:"))
    };
    writeln!(out, "| resident memory, one game of 96000 half-moves | now | at most |\n|---|---|---|")?;
    resident("empty", out)?;
    client.open(text)?;
    client.request("textDocument/selectionRange", &place.params("textDocument/selectionRange"))?;
    resident("open", out)?;
    client.request("textDocument/hover", &place.params("textDocument/hover"))?;
    resident("behind a hover, resolved", out)?;
    for _ in 0..5 {
        client.request("textDocument/documentHighlight", &place.params("textDocument/documentHighlight"))?;
    }
    resident("behind five highlights", out)?;
    std::thread::sleep(GIVEN_BACK);
    resident("2.5 s later", out)?;
    writeln!(out)?;
    client.end()
}

/// Measures each question and prints a table.
fn measure(out: &mut impl Write, name: &str, text: &str, place: &Place, rounds: usize) -> io::Result<()> {
    // The client pulls diagnostics, so that no check runs in the background.
    let mut client = Client::start(true)?;
    client.open(text)?;
    client.request("textDocument/hover", &place.params("textDocument/hover"))?;
    let id = client.ask_diagnostics()?;
    client.reply(id)?;
    writeln!(out, "| {name}, {:.1} MB | first ms | least ms | median ms | max ms | bytes |", text.len() as f64 / 1e6)?;
    writeln!(out, "|---|---|---|---|---|---|")?;
    let mut version = 0;
    for question in QUESTIONS {
        let mut state = Value::Null;
        let mut times = Vec::new();
        let mut bytes = 0;
        // The first answer fills caches and is not counted.
        for round in 0..=rounds {
            if question.after_edit && round > 0 {
                version += 1;
                edit(&mut client, place, version)?;
            }
            let (time, reply) = ask(&mut client, question, place, &state)?;
            bytes = reply.len();
            state = serde_json::from_slice::<Value>(&reply)?["result"].take();
            times.push(time);
        }
        let first = times.remove(0);
        times.sort_unstable();
        let ms = |time: Option<&Duration>| time.map_or(0.0, |time| time.as_secs_f64() * 1e3);
        let (least, median, most) = (ms(times.first()), ms(times.get(times.len() / 2)), ms(times.last()));
        let first = ms(Some(&first));
        writeln!(out, "| {} | {first:.2} | {least:.2} | {median:.2} | {most:.2} | {bytes} |", question.name)?;
    }
    writeln!(out)?;
    client.end()
}

/// Sends a request, and waits for the answer.
fn ask(client: &mut Client, question: &Question, place: &Place, state: &Value) -> io::Result<(Duration, Vec<u8>)> {
    let mut params = place.params(question.method);
    if let Some(previous) = state.get("resultId").filter(|_| question.method.ends_with("/delta")) {
        params["previousResultId"] = previous.clone();
    }
    let method = match (question.method, params.get("previousResultId")) {
        ("textDocument/semanticTokens/full/delta", None) => "textDocument/semanticTokens/full",
        (method, _) => method,
    };
    let begun = Instant::now();
    let reply = client.request(method, &params)?;
    Ok((reply.at.saturating_duration_since(begun), reply.body))
}

/// Inserts a letter in a comment at the end of the game, or deletes it again.
fn edit(client: &mut Client, place: &Place, version: usize) -> io::Result<()> {
    let (at, end, text) = if version % 2 == 1 { (0, 0, " ") } else { (0, 1, "") };
    let at = |character: usize| json!({"line": place.line, "character": character + at});
    let change = json!({"range": {"start": at(0), "end": at(end)}, "text": text});
    client.notify(
        "textDocument/didChange",
        &json!({"textDocument": {"uri": URI, "version": version}, "contentChanges": [change]}),
    )
}
