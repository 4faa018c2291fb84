//! The measurements, as a table and as JSON.

use std::fmt::Write;

use serde::Serialize;

use super::StatsFormat;
use crate::json_text;
use crate::summary::{counted, grouped};

use super::meter::Cost;

/// A stage and its cost.
pub struct StageFigures {
    pub name: &'static str,
    /// A description.
    pub description: &'static str,
    pub cost: Cost,
}

/// All measurements.
#[derive(Default)]
pub struct Figures {
    pub files: u64,
    /// Of all files, without byte order marks.
    pub bytes: u64,
    pub games: u64,
    /// Games without findings, as recognized by the stage `clean`.
    pub clean_games: u64,
    /// In main lines and variations.
    pub half_moves: u64,
    pub stages: Vec<StageFigures>,
}

const HEADINGS: [&str; 8] = ["stage", "time", "clock", "MB/s", "games/s", "half-moves/s", "memory", "what it does"];

impl Figures {
    pub fn printed(&self, format: StatsFormat) -> Vec<u8> {
        match format {
            StatsFormat::Text => self.table().into_bytes(),
            StatsFormat::Json => self.json(),
        }
    }

    fn table(&self) -> String {
        let mut rows = vec![HEADINGS.map(String::from)];
        rows.extend(self.stages.iter().map(|stage| self.row(stage)));
        let mut widths = [0; HEADINGS.len()];
        for row in &rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        let mut text = format!(
            "{}, {}, {} ({} clean), {}\n\n",
            counted(self.files, "file"),
            megabytes(self.bytes),
            counted(self.games, "game"),
            grouped(self.clean_games),
            counted(self.half_moves, "half-move")
        );
        for row in &rows {
            let mut line = String::new();
            for (column, (cell, width)) in row.iter().zip(widths).enumerate() {
                // Writing to a string does not fail. The first and the last column are words.
                let _ = match column {
                    0 => write!(line, "{cell:<width$}"),
                    7 => write!(line, "  {cell}"),
                    _ => write!(line, "  {cell:>width$}"),
                };
            }
            let _ = writeln!(text, "{line}");
        }
        let time = "processor time of one core where the system measures it, else the time on the clock";
        let memory = "resident at most, beyond what there was when the stage began";
        let _ = writeln!(text, "\ntime: {time}\nmemory: {memory}");
        text
    }

    fn row(&self, stage: &StageFigures) -> [String; 8] {
        let cost = stage.cost;
        let rate = |things: u64, cost: Cost| a_second(things, cost).map_or("-".into(), short);
        [
            stage.name.into(),
            milliseconds(cost.time()),
            milliseconds(cost.clock),
            a_second(self.bytes, cost).map_or("-".into(), |rate| format!("{:.1}", rate / 1e6)),
            rate(self.games, cost),
            rate(self.half_moves, cost),
            cost.memory.map_or("-".into(), megabytes),
            stage.description.into(),
        ]
    }

    fn json(&self) -> Vec<u8> {
        let stages = self.stages.iter().map(|stage| {
            let cost = stage.cost;
            StageJson {
                stage: stage.name,
                processor_seconds: cost.processor.map(|time| time.as_secs_f64()),
                clock_seconds: cost.clock.as_secs_f64(),
                bytes_a_second: a_second(self.bytes, cost),
                games_a_second: a_second(self.games, cost),
                half_moves_a_second: a_second(self.half_moves, cost),
                memory_bytes: cost.memory,
            }
        });
        let all = FiguresJson {
            files: self.files,
            bytes: self.bytes,
            games: self.games,
            clean_games: self.clean_games,
            half_moves: self.half_moves,
            stages: stages.collect(),
        };
        // Plain data always serializes.
        let mut text = Vec::new();
        json_text::push(&mut text, &all);
        text.push(b'\n');
        text
    }
}

#[derive(Serialize)]
struct FiguresJson {
    files: u64,
    bytes: u64,
    games: u64,
    clean_games: u64,
    half_moves: u64,
    stages: Vec<StageJson>,
}

/// Rates are per second of processor time if it is known, and absent if no time was measured.
#[derive(Serialize)]
struct StageJson {
    stage: &'static str,
    processor_seconds: Option<f64>,
    clock_seconds: f64,
    bytes_a_second: Option<f64>,
    games_a_second: Option<f64>,
    half_moves_a_second: Option<f64>,
    memory_bytes: Option<u64>,
}

fn a_second(things: u64, cost: Cost) -> Option<f64> {
    let seconds = cost.time().as_secs_f64();
    (seconds > 0.0).then(|| things as f64 / seconds)
}

fn milliseconds(time: std::time::Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

/// `85.7 MB`: millions of bytes.
fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

/// About three digits: `950`, `39 k`, `3.0 M`.
fn short(rate: f64) -> String {
    match rate {
        rate if rate < 1e4 => format!("{rate:.0}"),
        rate if rate < 1e6 => format!("{:.0} k", rate / 1e3),
        rate if rate < 1e8 => format!("{:.1} M", rate / 1e6),
        rate => format!("{:.0} M", rate / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use expect_test::expect;

    use super::*;

    #[test]
    fn the_table_aligns_and_a_figure_that_is_not_known_is_a_dash() {
        let cost = Cost {
            clock: Duration::from_millis(40),
            processor: Some(Duration::from_millis(20)),
            memory: Some(1_500_000),
        };
        let figures = Figures {
            files: 1,
            bytes: 2_000_000,
            games: 3000,
            clean_games: 2990,
            half_moves: 200_000,
            stages: vec![
                StageFigures { name: "parse", description: "events", cost },
                StageFigures { name: "none", description: "nothing", cost: Cost::default() },
            ],
        };
        expect![[r#"
            1 file, 2.0 MB, 3,000 games (2,990 clean), 200,000 half-moves

            stage     time    clock   MB/s  games/s  half-moves/s  memory  what it does
            parse  20.0 ms  40.0 ms  100.0    150 k        10.0 M  1.5 MB  events
            none    0.0 ms   0.0 ms      -        -             -       -  nothing

            time: processor time of one core where the system measures it, else the time on the clock
            memory: resident at most, beyond what there was when the stage began
        "#]]
        .assert_eq(&figures.table());
    }
}
