//! The output formats of findings, for people and programs.
//!
//! Each format converts one finding to bytes independently, so that findings are printed on all cores; the output
//! before the first and after the last one is [`FindingPrinter::begin`] and [`FindingPrinter::end`].

mod concise;
mod excerpt;
mod github;
mod json;
mod kinds;
mod players;
mod sarif;
mod section;
mod text;
mod uri;
mod whole_file;

use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;

use section::SectionPlaces;
use vgn_engine::lint::{Code, Diagnostic};
use vgn_engine::source::{ChunkExtent, ChunkStart, Encoding, FilePosition, Locator};

use super::args::Format;
use super::summary::Summary;
use super::terminal::Stream;

pub use uri::of_file as uri_of;
pub use whole_file::{PrintedFinding, WholeFile};

/// A game whose findings are printed.
pub struct PrintedGame<'a> {
    /// The file as it was named, or `-`. Bytes that are not UTF-8 are U+FFFD.
    pub file: &'a str,
    /// The path for the system; `None` for standard input.
    pub path: Option<&'a Path>,
    /// Counted from 1 in its file.
    pub number: u64,
    /// The game's text before a binary move section, in its encoding.
    pub bytes: &'a [u8],
    /// The same, decoded. Only for people, and before a binary section; else it may be empty.
    pub text: &'a str,
    /// The binary move section, or nothing. Offsets of findings continue in it after the end of the text.
    pub section: &'a [u8],
    pub encoding: Encoding,
    /// The start of the game in its file.
    pub start: ChunkStart,
    pub advance: &'a ChunkExtent,
    /// The first game of the file that is equal to this one, if `duplicate-game` is one of the findings.
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
    /// The message about it beside a finding.
    fn message(&self) -> String {
        format!("game {} is the first", self.number)
    }
}

/// A related place in the file.
struct RelatedPlace<'a> {
    message: Cow<'a, str>,
    start: FilePosition,
    end: FilePosition,
    /// Counted from 1.
    game: u64,
}

impl<'a> PrintedGame<'a> {
    /// The file as a URI; a name without path is used directly.
    fn uri(&self) -> String {
        self.path.map_or_else(|| uri::of_path(title(self.file).as_bytes(), false), uri::of_file)
    }

    /// The other game that a finding is about.
    fn other(&self, finding: &Diagnostic) -> Option<&'a OtherGame> {
        self.first.filter(|_| finding.code == Code::DuplicateGame)
    }

    /// The related places of a finding.
    fn beside<'d>(&self, places: &GamePlaces<'_>, finding: &'d Diagnostic) -> impl Iterator<Item = RelatedPlace<'d>> {
        let game = self.number;
        let here = finding.related.iter().map(move |related| {
            let (start, end) = places.of(&related.range);
            RelatedPlace { message: Cow::Borrowed(related.message.as_str()), start, end, game }
        });
        here.chain(self.other(finding).map(|other| RelatedPlace {
            message: Cow::Owned(other.message()),
            start: other.start,
            end: other.end,
            game: other.number,
        }))
    }
}

/// Converts ranges of a game to places in its file.
struct GamePlaces<'a> {
    locator: Locator<'a>,
    section: SectionPlaces<'a>,
    start: ChunkStart,
    advance: &'a ChunkExtent,
}

impl GamePlaces<'_> {
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

/// The printer of a format.
pub enum FindingPrinter {
    Text(text::TextPrinter),
    Json,
    Sarif,
    Github,
    Concise,
}

impl FindingPrinter {
    /// `stream` is where findings are printed.
    pub fn new(format: Format, colour: bool, stream: Stream) -> FindingPrinter {
        match format {
            Format::Text => FindingPrinter::Text(text::TextPrinter::new(colour, stream)),
            Format::Concise => FindingPrinter::Concise,
            Format::Json => FindingPrinter::Json,
            Format::Sarif => FindingPrinter::Sarif,
            Format::Github => FindingPrinter::Github,
        }
    }

    /// Whether the format prints fixes, or their number is told beside it.
    pub fn shows_fixes(&self) -> bool {
        matches!(self, FindingPrinter::Text(_) | FindingPrinter::Concise | FindingPrinter::Json)
    }

    /// Whether the format is for people.
    pub fn is_text(&self) -> bool {
        matches!(self, FindingPrinter::Text(_))
    }

    /// The output before all findings.
    pub fn begin(&self) -> Vec<u8> {
        match self {
            FindingPrinter::Sarif => sarif::begin(),
            _ => Vec::new(),
        }
    }

    /// A game's findings, in order.
    pub fn findings(&self, game: &PrintedGame<'_>, findings: &[&Diagnostic]) -> Vec<PrintedFinding> {
        let locator = Locator::new(game.bytes, game.encoding);
        let section = SectionPlaces::new(game, &locator);
        let places = GamePlaces { locator, section, start: game.start, advance: game.advance };
        let listed = |print: fn(&mut Vec<u8>, &PrintedGame<'_>, &GamePlaces<'_>, &Diagnostic)| {
            let mut bytes = Vec::new();
            findings.iter().for_each(|finding| print(&mut bytes, game, &places, finding));
            vec![PrintedFinding { bytes, kind: None }]
        };
        match self {
            FindingPrinter::Text(text) => {
                let players = players::of(game.text);
                let kinds = kinds::of(findings);
                let printed = kinds.iter().map(|kind| PrintedFinding {
                    bytes: text.finding(game, &places, &players, kind),
                    kind: Some(kinds::common(kind.first)),
                });
                printed.collect()
            }
            FindingPrinter::Github => {
                let printed = findings.iter().map(|finding| {
                    let mut bytes = Vec::new();
                    github::finding(&mut bytes, game, &places, finding);
                    PrintedFinding { bytes, kind: Some(kinds::common(finding)) }
                });
                printed.collect()
            }
            FindingPrinter::Json => listed(json::finding),
            FindingPrinter::Sarif => listed(sarif::finding),
            FindingPrinter::Concise => listed(concise::finding),
        }
    }

    /// A printed finding that so many more games of its file have.
    fn of_whole_file(&self, mut finding: Vec<u8>, more: u64) -> Vec<u8> {
        match self {
            FindingPrinter::Text(text) => text.add_to_finding(&mut finding, more),
            FindingPrinter::Github => github::add_to_finding(&mut finding, more),
            // These list every finding.
            FindingPrinter::Json | FindingPrinter::Sarif | FindingPrinter::Concise => {}
        }
        finding
    }

    /// The prefix of each finding that must be removed from the very first one.
    pub fn separator(&self) -> &'static [u8] {
        match self {
            FindingPrinter::Sarif => sarif::SEPARATOR,
            _ => b"",
        }
    }

    /// The output after all findings.
    pub fn end(&self, summary: &Summary, faults: &[String]) -> Vec<u8> {
        match self {
            FindingPrinter::Json => json::end(summary),
            FindingPrinter::Sarif => sarif::end(faults),
            _ => Vec::new(),
        }
    }
}

/// The file's name for people.
fn title(file: &str) -> &str {
    if file == "-" { "<stdin>" } else { file }
}
