//! `vgn-lsp notations`: the registries as tables.

use std::fmt::Write;
use std::process::ExitCode;

use crate::notation::position::{ENCODINGS, PositionEncoding};
use crate::notation::{Medium, Notation, REGISTRY, Says};

use super::args::{NotationsArgs, PageFormat};
use super::finish;
use super::stdout::Stdout;

const HEADINGS: [&str; 6] = ["Name", "Version", "What", "Kind", "Illegal moves", "Example"];

const POSITION_HEADINGS: [&str; 5] = ["Name", "What", "Carries", "Bits", "Claimed"];

/// Prints every notation that `MoveFormat` can name, or every encoding of positions.
pub fn run(args: &NotationsArgs) -> ExitCode {
    let text = if args.positions {
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
    let says = match notation.says {
        Says::Moves => "moves",
        Says::Boards => "boards",
    };
    [
        names.join(" = "),
        notation.version.to_string(),
        notation.title.to_string(),
        format!("{medium}, {says}"),
        if notation.may_say_illegal { "yes" } else { "no" }.to_string(),
        notation.example.to_string(),
    ]
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
        PageFormat::Text => aligned(headings, &rows),
        PageFormat::Markdown => markdown(headings, &rows, code),
    }
}

fn aligned<const N: usize>(headings: [&str; N], rows: &[[String; N]]) -> String {
    let headings = headings.map(String::from);
    let mut widths = [0; N];
    for row in std::iter::once(&headings).chain(rows) {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = String::new();
    for row in std::iter::once(&headings).chain(rows) {
        let cells: Vec<String> = row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}", cells.join("  ").trim_end());
    }
    text
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

/// A cell; names that mean the same are code each.
fn markdown_cell(cell: &str, code: bool) -> String {
    if !code || cell.is_empty() {
        return cell.to_owned();
    }
    cell.split(" = ").map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" = ")
}
