//! `vgn-lsp notations`: the registries as tables.

use std::fmt::Write;
use std::process::ExitCode;

use vgn_engine::notation::position::{ENCODINGS, PositionEncoding};
use vgn_engine::notation::{Medium, Notation, REGISTRY, TokenContent};

use super::batch::stdout::Stdout;
use super::explain::PageFormat;
use super::finish;
use super::terminal::{Stream, stated_columns};

/// Separates two columns.
const GAP: &str = "  ";
/// Width of the table without a terminal, for a mail or a pager.
const PAGE: usize = 80;
/// Minimum width of a column, however narrow the terminal is.
const NARROWEST: usize = 6;

const HEADINGS: [&str; 6] = ["Name", "Version", "What", "Kind", "Illegal moves", "Example"];

const POSITION_HEADINGS: [&str; 5] = ["Name", "What", "Carries", "Bits", "Claimed"];

#[derive(Debug, clap::Args)]
pub struct NotationsArgs {
    /// List the encodings of single positions instead
    #[arg(long)]
    pub positions: bool,

    /// Print all that is known of each: also illegal moves and an example, or the bits
    #[arg(long)]
    pub verbose: bool,

    /// How the table is printed
    #[arg(long, value_enum, default_value_t = PageFormat::Text, value_name = "FORMAT")]
    pub format: PageFormat,
}

/// Prints every notation that `MoveFormat` can name, or every encoding of positions: a line each, unless all is to be
/// told, as always in Markdown.
pub fn run(args: &NotationsArgs) -> ExitCode {
    let is_short = !args.verbose && args.format == PageFormat::Text;
    let text = if is_short && args.positions {
        table(args.format, ["Name", "Carries"], ENCODINGS.iter().map(|encoding| short_position_row(encoding)), &[])
    } else if is_short {
        table(
            args.format,
            ["Name", "Version", "What", "Kind"],
            REGISTRY.iter().map(|notation| short_row(notation)),
            &[],
        )
    } else if args.positions {
        table(args.format, POSITION_HEADINGS, ENCODINGS.iter().map(|encoding| position_row(encoding)), &[0])
    } else {
        table(args.format, HEADINGS, REGISTRY.iter().map(|notation| row(notation)), &[0, 5])
    };
    let mut stdout = Stdout::new();
    stdout.write(text.as_bytes());
    finish(stdout)
}

fn row(notation: &Notation) -> [String; 6] {
    let names: Vec<&str> = notation.names().collect();
    let medium = match notation.medium {
        Medium::Text => "text",
        Medium::Binary => "binary",
    };
    let says = match notation.content {
        TokenContent::Moves => "moves",
        TokenContent::Boards => "boards",
    };
    [
        names.join(" = "),
        notation.version.to_string(),
        notation.title.to_string(),
        format!("{medium}, {says}"),
        if notation.allows_illegal { "yes" } else { "no" }.to_string(),
        notation.example.to_string(),
    ]
}

/// The names, the version, the title, and whether it is text.
fn short_row(notation: &Notation) -> [String; 4] {
    let [names, version, title, kind, ..] = row(notation);
    let medium = kind.split(',').next().unwrap_or_default().to_owned();
    [names, version, title, medium]
}

fn short_position_row(encoding: &PositionEncoding) -> [String; 2] {
    let [names, _, carries, ..] = position_row(encoding);
    [names, carries]
}

fn position_row(encoding: &PositionEncoding) -> [String; 5] {
    let names: Vec<&str> = encoding.names().collect();
    [
        names.join(" = "),
        encoding.title.to_string(),
        encoding.carries.to_string(),
        encoding.bits.to_string(),
        encoding.claimed.to_string(),
    ]
}

/// The table of these rows; in Markdown the cells of the columns `code` are code.
fn table<const N: usize>(
    format: PageFormat,
    headings: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
    code: &[usize],
) -> String {
    let rows: Vec<[String; N]> = rows.collect();
    match format {
        PageFormat::Text => aligned(headings, &rows, stated_columns(Stream::Stdout).unwrap_or(PAGE)),
        PageFormat::Markdown => markdown(headings, &rows, code),
    }
}

/// Aligned columns that fit into `width`: the widest ones are wrapped.
fn aligned<const N: usize>(headings: [&str; N], rows: &[[String; N]], width: usize) -> String {
    let headings = headings.map(String::from);
    let mut widths = [0; N];
    for row in std::iter::once(&headings).chain(rows) {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let room = width.saturating_sub(GAP.len() * (N - 1));
    while widths.iter().sum::<usize>() > room
        && let Some(widest) = widths.iter_mut().max().filter(|widest| **widest > NARROWEST)
    {
        *widest -= 1;
    }
    let mut text = String::new();
    for row in std::iter::once(&headings).chain(rows) {
        let cells: Vec<Vec<String>> = row.iter().zip(widths).map(|(cell, width)| wrapped(cell, width)).collect();
        for line in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
            let parts = cells.iter().zip(widths).map(|(cell, width)| {
                let part = cell.get(line).map_or("", |part| part.trim_end());
                format!("{part:<width$}")
            });
            // Writing to a string does not fail.
            let _ = writeln!(text, "{}", parts.collect::<Vec<_>>().join(GAP).trim_end());
        }
    }
    text
}

/// The lines of a cell of `width` characters: broken between words, after `/` and `-`, or anywhere in a longer word.
fn wrapped(cell: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in cell.split_inclusive([' ', '/', '-']) {
        let mut word = word.to_owned();
        loop {
            let Some(line) = lines.last_mut() else { return lines };
            let room = width.saturating_sub(line.chars().count());
            if word.trim_end().chars().count() <= room {
                line.push_str(&word);
                break;
            }
            if line.is_empty() {
                let at = word.char_indices().nth(width.max(1)).map_or(word.len(), |(at, _)| at);
                let rest = word.split_off(at);
                line.push_str(&std::mem::replace(&mut word, rest));
            }
            lines.push(String::new());
        }
    }
    lines
}

fn markdown<const N: usize>(headings: [&str; N], rows: &[[String; N]], code: &[usize]) -> String {
    let mut text = format!("| {} |\n|{}\n", headings.join(" | "), "---|".repeat(N));
    for row in rows {
        let cells: Vec<String> =
            row.iter().enumerate().map(|(n, cell)| markdown_cell(cell, code.contains(&n))).collect();
        // Writing to a string does not fail.
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    text
}

/// A cell; alternative names are code each.
fn markdown_cell(cell: &str, code: bool) -> String {
    if !code || cell.is_empty() {
        return cell.to_owned();
    }
    cell.split(" = ").map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" = ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_tables_fit_a_terminal_and_lose_nothing() {
        let rows: Vec<[String; 6]> = REGISTRY.iter().map(|notation| row(notation)).collect();
        let positions: Vec<[String; 5]> = ENCODINGS.iter().map(|encoding| position_row(encoding)).collect();
        for columns in [80, 120] {
            for table in [aligned(HEADINGS, &rows, columns), aligned(POSITION_HEADINGS, &positions, columns)] {
                let widest = table.lines().map(|line| line.chars().count()).max();
                assert!(widest <= Some(columns), "{table}");
            }
        }
        let short: Vec<[String; 4]> = REGISTRY.iter().map(|notation| short_row(notation)).collect();
        let short_positions: Vec<[String; 2]> = ENCODINGS.iter().map(|encoding| short_position_row(encoding)).collect();
        assert_eq!(aligned([""; 4], &short, 80).lines().count(), 1 + short.len(), "a line each");
        assert_eq!(aligned([""; 2], &short_positions, 80).lines().count(), 1 + short_positions.len(), "a line each");
        for cell in rows.iter().flatten().chain(positions.iter().flatten()) {
            let lines = wrapped(cell, 9);
            assert_eq!(lines.concat(), *cell);
            assert!(lines.iter().all(|line| line.trim_end().chars().count() <= 9), "{lines:?}");
        }
    }
}
