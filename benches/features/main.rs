//! What an editor waits for over the built server: each feature asked in the middle of a file of 100,000 games, and in
//! one game of 100,000 half-moves. From the bytes of the request on the server's input to the last byte of its answer.
//!
//! ```text
//! cargo bench --bench features                        games of tests/data, repeated
//! VGN_BIG=big.pgn cargo bench --bench features        the games of a file
//! ```
//!
//! `VGN_ONLY=openings` prints one table alone, what is told of openings and of what games play.
//!
//! `VGN_ROUNDS` says how often each is asked (50), `VGN_GAMES` how many games the file has, `VGN_SERVER` names another
//! server to measure. Before that, `fmt` is held against a conversion. What is asked by the clock says little on a busy
//! machine: the least time is the one that other work has disturbed least.

#![allow(clippy::print_stdout, reason = "tables are what a benchmark is for")]

// Another benchmark uses the rest of these.
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

/// What an answer took of memory is given back within this time.
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

/// Prints how much memory the server has, in that game: where little has been asked, behind a long answer, and when time
/// has passed.
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

/// Asks each question and prints a table.
fn measure(out: &mut impl Write, name: &str, text: &str, place: &Place, rounds: usize) -> io::Result<()> {
    // A client that asks for diagnostics, so that no check is under way.
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
        // The first answer makes what is kept; those after it are what is felt.
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

/// Asks, and waits for the answer.
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

/// A letter of a comment is typed at the end of the game, or taken away again.
fn edit(client: &mut Client, place: &Place, version: usize) -> io::Result<()> {
    let (at, end, text) = if version % 2 == 1 { (0, 0, " ") } else { (0, 1, "") };
    let at = |character: usize| json!({"line": place.line, "character": character + at});
    let change = json!({"range": {"start": at(0), "end": at(end)}, "text": text});
    client.notify(
        "textDocument/didChange",
        &json!({"textDocument": {"uri": URI, "version": version}, "contentChanges": [change]}),
    )
}
