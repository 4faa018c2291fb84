//! `vgn-lsp notations`: the registry as a table.

use std::fmt::Write;
use std::process::ExitCode;

use crate::notation::{Medium, Notation, REGISTRY, Says};

use super::args::{NotationsArgs, PageFormat};
use super::finish;
use super::stdout::Stdout;

const HEADINGS: [&str; 6] = ["Name", "Version", "What", "Kind", "Illegal moves", "Example"];

/// Prints every notation that `MoveFormat` can name.
pub fn run(args: &NotationsArgs) -> ExitCode {
    let rows: Vec<[String; 6]> = REGISTRY.iter().map(|notation| row(notation)).collect();
    let text = match args.format {
        PageFormat::Text => aligned(&rows),
        PageFormat::Markdown => markdown(&rows),
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

fn aligned(rows: &[[String; 6]]) -> String {
    let headings = HEADINGS.map(String::from);
    let mut widths = [0; 6];
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

fn markdown(rows: &[[String; 6]]) -> String {
    let mut text = format!("| {} |\n|{}\n", HEADINGS.join(" | "), "---|".repeat(HEADINGS.len()));
    for [name, version, what, kind, illegal, example] in rows {
        let names: Vec<String> = name.split(" = ").map(|name| format!("`{name}`")).collect();
        let example = if example.is_empty() { String::new() } else { format!("`{example}`") };
        // Writing to a string does not fail.
        let _ = writeln!(text, "| {} | {version} | {what} | {kind} | {illegal} | {example} |", names.join(" = "));
    }
    text
}
