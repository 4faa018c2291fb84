//! What an editor waits for over the built server: each feature asked in the middle of a file of 100,000 games, and in
//! one game of 100,000 half-moves. From the bytes of the request on the server's input to the last byte of its answer.
//!
//! ```text
//! cargo bench --bench features                        games of tests/data, repeated
//! VGN_BIG=big.pgn cargo bench --bench features        the games of a file
//! ```
//!
//! `VGN_ROUNDS` says how often each is asked (50), `VGN_GAMES` how many games the file has, `VGN_SERVER` names another
//! server to measure.

// Another benchmark uses the rest of these.
#[allow(dead_code)]
#[path = "../keystroke/client.rs"]
mod client;
#[allow(dead_code)]
#[path = "../keystroke/games.rs"]
mod games;
mod questions;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use client::{Client, URI};
use questions::{Place, QUESTIONS, Question};

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    let number = |variable: &str| std::env::var(variable).ok().and_then(|value| value.parse::<usize>().ok());
    let rounds = number("VGN_ROUNDS").unwrap_or(50);
    let count = number("VGN_GAMES").unwrap_or(100_000);
    let source = games::source()?;
    let games = games::many(&source, count);
    writeln!(out, "games of {}: {}\n", source.name, source.games.len())?;
    let many = games.concat();
    let place = Place::of(&many, games[..count / 2].iter().map(|game| game.matches('\n').count()).sum());
    measure(&mut out, &format!("{count} games"), &many, &place, rounds)?;
    let some = games[..count.min(4_000)].concat();
    let place = Place::of(&some, games[..count.min(4_000) / 2].iter().map(|game| game.matches('\n').count()).sum());
    measure(&mut out, "4000 games", &some, &place, rounds)?;
    let huge = format!("[White \"A\"]\n\n1. e4 e5 {}*\n", "\n2. Nf3 Nf6 3. Ng1 Ng8".repeat(24_000));
    measure(&mut out, "100000 half-moves", &huge, &Place::of(&huge, 12_000), rounds.div_ceil(10))
}

/// Asks each question and prints a table.
fn measure(out: &mut impl Write, name: &str, text: &str, place: &Place, rounds: usize) -> io::Result<()> {
    // A client that asks for diagnostics, so that no check is under way.
    let mut client = Client::start(true)?;
    client.open(text)?;
    client.request("textDocument/hover", &place.params("textDocument/hover"))?;
    let id = client.ask_diagnostics()?;
    client.reply(id)?;
    writeln!(out, "| {name}, {:.1} MB | first ms | median ms | max ms | bytes |", text.len() as f64 / 1e6)?;
    writeln!(out, "|---|---|---|---|---|")?;
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
        let (median, most) = (ms(times.get(times.len() / 2)), ms(times.last()));
        writeln!(out, "| {} | {:.2} | {median:.2} | {most:.2} | {bytes} |", question.name, ms(Some(&first)))?;
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
