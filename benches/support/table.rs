//! Tables in the form of `docs/performance.md`: Markdown with right-aligned figures.

use std::time::Duration;

/// Prints a table. The first column is text, the others are figures.
pub fn print(headings: &[&str], rows: &[Vec<String>]) {
    let mut widths: Vec<usize> = headings.iter().map(|heading| heading.chars().count()).collect();
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    line(headings.iter().copied(), &widths);
    let rule: Vec<String> = widths.iter().enumerate().map(|(column, width)| dashes(column, *width)).collect();
    println!("|{}|", rule.join("|"));
    for row in rows {
        line(row.iter().map(String::as_str), &widths);
    }
    println!();
}

fn dashes(column: usize, width: usize) -> String {
    if column == 0 { "-".repeat(width + 2) } else { "-".repeat(width + 1) + ":" }
}

fn line<'a>(cells: impl Iterator<Item = &'a str>, widths: &[usize]) {
    let cells: Vec<String> = cells
        .zip(widths)
        .enumerate()
        .map(|(column, (cell, width))| if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") })
        .collect();
    println!("| {} |", cells.join(" | "));
}

/// `2.35 s`.
pub fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

/// `38 MB`: millions of bytes.
pub fn megabytes(bytes: u64) -> String {
    let millions = bytes as f64 / 1e6;
    if millions < 10.0 { format!("{millions:.1} MB") } else { format!("{millions:.0} MB") }
}

/// Rate in millions per second: `23.4`.
pub fn millions_a_second(things: u64, time: Duration) -> String {
    format!("{:.1}", things as f64 / 1e6 / time.as_secs_f64().max(1e-9))
}

/// Ratio of two times: `1.40`.
pub fn ratio(this: Duration, that: Duration) -> String {
    format!("{:.2}", this.as_secs_f64() / that.as_secs_f64().max(1e-9))
}
