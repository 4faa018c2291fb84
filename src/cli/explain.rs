//! `vgn-lsp explain`: the pages of the catalogue in a terminal.

use std::fmt::Write;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use clap::{ColorChoice, ValueEnum};
use vgn_config::nearest;
use vgn_engine::lint::{CATALOGUE, Code, Family, Lint, Severity, all_pages, page};

use super::batch::stdout::Stdout;
use super::terminal::{Stream, filled, shown_columns, wrapped};
use super::{FAULT, finish, is_coloured, print_error};

#[derive(Debug, clap::Args)]
pub struct ExplainArgs {
    /// The diagnostic's code; without it all are listed
    pub code: Option<String>,

    /// How the page is printed; without a code `markdown` prints every page
    #[arg(long, value_enum, default_value_t = PageFormat::Text, value_name = "FORMAT")]
    pub format: PageFormat,

    /// When text is printed in colour
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub color: ColorChoice,
}

/// How a page is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PageFormat {
    Text,
    Markdown,
}

/// Prints the page of a code, or the list of all.
pub fn run(args: &ExplainArgs) -> ExitCode {
    let wrap = shown_columns(Stream::Stdout);
    let paint = Paint { colour: is_coloured(args.color, std::io::stdout()) };
    let text = match (&args.code, args.format) {
        (None, PageFormat::Text) => list(paint, wrap),
        (None, PageFormat::Markdown) => all_pages(),
        (Some(name), format) => match Code::from_name(&name.to_lowercase()) {
            Some(code) if format == PageFormat::Markdown => page(code.lint()),
            Some(code) => terminal_page(code.lint(), paint, wrap),
            None => {
                let near = nearest(name, CATALOGUE.iter().map(|lint| lint.name));
                let hint = near.map_or("`vgn-lsp explain` lists them".into(), |near| format!("did you mean `{near}`?"));
                print_error(&format!("no diagnostic has the code `{name}`; {hint}"));
                return ExitCode::from(FAULT);
            }
        },
    };
    let mut stdout = Stdout::new();
    stdout.write(text.as_bytes());
    finish(stdout)
}

#[derive(Clone, Copy)]
struct Paint {
    colour: bool,
}

impl Paint {
    fn paint(self, style: Style, text: &str) -> String {
        if self.colour { format!("{style}{text}{style:#}") } else { text.to_string() }
    }

    fn heading(self, text: &str) -> String {
        self.paint(Style::new().bold(), text)
    }
}

fn list(paint: Paint, wrap: Option<usize>) -> String {
    let width = CATALOGUE.iter().map(|lint| lint.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for family in Family::ALL {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}", paint.heading(family.title()));
        for lint in family.lints() {
            let colour = match lint.severity {
                Severity::Error => AnsiColor::BrightRed,
                Severity::Warning => AnsiColor::Yellow,
                Severity::Information => AnsiColor::BrightBlue,
                Severity::Hint => AnsiColor::Cyan,
            };
            let severity = paint.paint(colour.on_default(), &format!("{:<11}", lint.severity.name()));
            let line = format!("  {:<width$}  {severity}  {}", lint.name, lint.summary);
            let _ = writeln!(text, "{}", wrapped(&line, wrap));
        }
        text.push('\n');
    }
    let _ = writeln!(text, "{}", filled("`vgn-lsp explain CODE` shows one with a wrong and a right example.", wrap));
    text
}

/// The Markdown page without its markup: headings bold, examples indented. Its paragraphs are filled to the terminal's
/// width.
fn terminal_page(lint: &Lint, paint: Paint, wrap: Option<usize>) -> String {
    let mut text = String::new();
    let mut example = false;
    let mut paragraph = String::new();
    for line in page(lint).lines() {
        let plain = !example && !line.is_empty() && !line.starts_with("```") && !line.starts_with("# ");
        if plain && wrap.is_some() && line != "Wrong:" && line != "Right:" {
            paragraph += line;
            paragraph.push(' ');
            continue;
        }
        if !paragraph.is_empty() {
            let _ = writeln!(text, "{}", filled(std::mem::take(&mut paragraph).trim_end(), wrap));
        }
        if line.starts_with("```") {
            example = !example;
        } else if example {
            let _ = writeln!(text, "{}", format!("    {line}").trim_end());
        } else if let Some(heading) = line.strip_prefix("# ") {
            let _ = writeln!(text, "{}", paint.heading(heading));
        } else if line == "Wrong:" || line == "Right:" {
            let _ = writeln!(text, "{}", paint.heading(line));
        } else {
            let _ = writeln!(text, "{line}");
        }
    }
    if !paragraph.is_empty() {
        let _ = writeln!(text, "{}", filled(paragraph.trim_end(), wrap));
    }
    text
}
