//! Findings as people and programs read them.
//!
//! Each format turns one finding into bytes by itself, so that findings are printed on all cores; what stands before
//! the first and after the last one is [`Printer::begin`] and [`Printer::end`].

mod concise;
mod excerpt;
mod fix_lines;
mod github;
mod json;
mod kinds;
mod sarif;
mod section;
mod text;
mod uri;

use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;

use crate::analysis::{Code, Diagnostic};
use crate::source::{ChunkExtent, ChunkStart, Encoding, FilePosition, Locator};

use super::args::Format;
use super::summary::Summary;
use super::terminal::Stream;
use section::SectionPlaces;

pub use fix_lines::{FixLines, Printed};

/// A game whose findings are printed.
pub struct Game<'a> {
    /// The file as it was named, or `-`. What is not UTF-8 in it is U+FFFD.
    pub file: &'a str,
    /// The same as the system has it; `None` for standard input.
    pub path: Option<&'a Path>,
    /// Counted from 1 in its file.
    pub number: u64,
    /// The game's text before a binary move section, in its encoding.
    pub bytes: &'a [u8],
    /// The same, decoded.
    pub text: &'a str,
    /// The binary move section, or nothing. Offsets of findings go on in it where those of the text end.
    pub section: &'a [u8],
    pub encoding: Encoding,
    /// Where the game starts in its file.
    pub start: ChunkStart,
    pub advance: &'a ChunkExtent,
    /// The first game of the file that is this one, where `duplicate-game` is one of the findings.
    pub first: Option<&'a OtherGame>,
}

/// Another game of the same file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherGame {
    /// Counted from 1 in its file.
    pub number: u64,
    /// Its first tag, and the place after it.
    pub start: FilePosition,
    pub end: FilePosition,
}

impl OtherGame {
    /// What is said of it beside a finding.
    fn message(&self) -> String {
        format!("game {} is the first", self.number)
    }
}

/// Another place in the file that belongs to a finding.
struct Beside<'a> {
    message: Cow<'a, str>,
    start: FilePosition,
    end: FilePosition,
    /// Counted from 1.
    game: u64,
}

impl<'a> Game<'a> {
    /// The file as a URI, in which a name stands as it is.
    fn uri(&self) -> String {
        self.path.map_or_else(|| uri::of_path(title(self.file).as_bytes(), false), uri::of_file)
    }

    /// The other game that a finding is about.
    fn other(&self, finding: &Diagnostic) -> Option<&'a OtherGame> {
        self.first.filter(|_| finding.code == Code::DuplicateGame)
    }

    /// The other places of a finding.
    fn beside<'d>(&self, places: &Places<'_>, finding: &'d Diagnostic) -> impl Iterator<Item = Beside<'d>> {
        let game = self.number;
        let here = finding.related.iter().map(move |related| {
            let (start, end) = places.of(&related.range);
            Beside { message: Cow::Borrowed(related.message.as_str()), start, end, game }
        });
        here.chain(self.other(finding).map(|other| Beside {
            message: Cow::Owned(other.message()),
            start: other.start,
            end: other.end,
            game: other.number,
        }))
    }
}

/// The places of ranges of a game in its file.
struct Places<'a> {
    locator: Locator<'a>,
    section: SectionPlaces<'a>,
    start: ChunkStart,
    advance: &'a ChunkExtent,
}

impl Places<'_> {
    /// The first place of a range and the one after its last character.
    fn of(&self, range: &Range<u32>) -> (FilePosition, FilePosition) {
        (self.at(range.start), self.at(range.end.max(range.start)))
    }

    fn at(&self, offset: u32) -> FilePosition {
        let offset = offset as usize;
        if let Some(inside) = self.section.at(offset) {
            return self.start.place(inside, self.advance);
        }
        self.start.place(self.locator.place(self.locator.byte_offset(offset)), self.advance)
    }
}

/// One of the formats, ready to print.
pub enum Printer {
    Text(text::Text),
    Json,
    Sarif,
    Github,
    Concise,
}

impl Printer {
    /// `stream` is where findings are printed.
    pub fn new(format: Format, colour: bool, stream: Stream) -> Printer {
        match format {
            Format::Text => Printer::Text(text::Text::new(colour, stream)),
            Format::Concise => Printer::Concise,
            Format::Json => Printer::Json,
            Format::Sarif => Printer::Sarif,
            Format::Github => Printer::Github,
        }
    }

    /// Findings are printed for people, with their fixes or the number of them.
    pub fn shows_fixes(&self) -> bool {
        matches!(self, Printer::Text(_) | Printer::Concise)
    }

    /// What stands before all findings.
    pub fn begin(&self) -> Vec<u8> {
        match self {
            Printer::Sarif => sarif::begin(),
            _ => Vec::new(),
        }
    }

    /// A game's findings, in their order.
    pub fn findings(&self, game: &Game<'_>, findings: &[&Diagnostic]) -> Printed {
        let locator = Locator::new(game.bytes, game.encoding);
        let section = SectionPlaces::new(game, &locator);
        let places = Places { locator, section, start: game.start, advance: game.advance };
        let mut printed = Printed::default();
        if let Printer::Text(text) = self {
            for kind in kinds::of(findings) {
                text.finding(&mut printed, game, &places, kind.first, &kind.others);
            }
            return printed;
        }
        let out = &mut printed.bytes;
        for finding in findings {
            match self {
                Printer::Text(_) => {}
                Printer::Json => json::finding(out, game, &places, finding),
                Printer::Sarif => sarif::finding(out, game, &places, finding),
                Printer::Concise => concise::finding(out, game, &places, finding),
                Printer::Github => github::finding(out, game, &places, finding),
            }
        }
        printed
    }

    /// What must not stand before the very first finding.
    pub fn separator(&self) -> &'static [u8] {
        match self {
            Printer::Sarif => sarif::SEPARATOR,
            _ => b"",
        }
    }

    /// What stands after all findings.
    pub fn end(&self, summary: &Summary, faults: &[String]) -> Vec<u8> {
        match self {
            Printer::Json => json::end(summary),
            Printer::Sarif => sarif::end(faults),
            _ => Vec::new(),
        }
    }
}

/// The file's name for people.
fn title(file: &str) -> &str {
    if file == "-" { "<stdin>" } else { file }
}
