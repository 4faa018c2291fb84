//! Findings as lines of text or JSON.

use serde::Serialize;
use vgn_engine::source::FilePosition;
use vgn_search::repertoire::{CommonReply, RepertoireFinding, RepertoireMoveId};

use super::RepertoireFormat;
use super::studies::{PlacedChapter, StudyFile};
use crate::json_text;
use crate::summary::counted;
use crate::terminal::visible;

/// The chapters of a repertoire, by their numbers there.
pub struct ChapterList<'f> {
    /// Each with its file and its number in it, from 1.
    chapters: Vec<(&'f StudyFile, u64, &'f PlacedChapter)>,
}

/// A place in a study.
#[derive(Serialize)]
struct StudyPlace {
    file: String,
    /// The number of the game in its file, from 1.
    game: u64,
    line: u64,
    column: u64,
    offset: u64,
    /// The number of the move, its dots and its text; `None` at the start of a game.
    #[serde(rename = "move")]
    half_move: Option<String>,
}

#[derive(Serialize)]
struct FindingRecord {
    kind: &'static str,
    #[serde(flatten)]
    place: StudyPlace,
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<StudyPlace>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    reply: Option<ReplyRecord>,
}

#[derive(Serialize)]
struct ReplyRecord {
    /// In SAN.
    reply: String,
    games: u64,
    of: u64,
}

impl<'f> ChapterList<'f> {
    /// No chapters.
    pub fn new() -> ChapterList<'f> {
        ChapterList { chapters: Vec::new() }
    }

    /// Adds the next chapter; `number` is that of the game in the file, from 1.
    pub fn add(&mut self, file: &'f StudyFile, number: u64, chapter: &'f PlacedChapter) {
        self.chapters.push((file, number, chapter));
    }

    /// Appends the line of a finding.
    pub fn push(&self, out: &mut Vec<u8>, finding: &RepertoireFinding, format: RepertoireFormat) {
        let record = self.record(finding);
        match format {
            RepertoireFormat::Json => json_text::push(out, &record),
            RepertoireFormat::Text => out.extend_from_slice(visible(&told(&record)).as_bytes()),
        }
        out.push(b'\n');
    }

    /// Where a finding is, to order findings of different kinds.
    pub fn order(&self, finding: &RepertoireFinding) -> (usize, Option<usize>) {
        match finding {
            RepertoireFinding::Conflict { here, .. }
            | RepertoireFinding::Transposition { here, .. }
            | RepertoireFinding::Unanswered { here }
            | RepertoireFinding::Uncovered { place: Ok(here), .. } => (here.chapter, Some(here.at)),
            RepertoireFinding::Uncovered { place: Err(chapter), .. } => (*chapter, None),
        }
    }

    fn record(&self, finding: &RepertoireFinding) -> FindingRecord {
        let (kind, place, other, reply) = match finding {
            RepertoireFinding::Conflict { here, first } => {
                ("conflict", self.place(*here), Some(self.place(*first)), None)
            }
            RepertoireFinding::Transposition { here, first } => {
                ("transposition", self.place(*here), Some(self.place(*first)), None)
            }
            RepertoireFinding::Unanswered { here } => ("unanswered", self.place(*here), None, None),
            RepertoireFinding::Uncovered { place, reply } => {
                let place = place.map_or_else(|chapter| self.start(chapter), |here| self.place(here));
                let CommonReply { san, games, of, .. } = reply.clone();
                ("uncovered", place, None, Some(ReplyRecord { reply: san, games, of }))
            }
        };
        FindingRecord { kind, place, other, reply }
    }

    fn place(&self, id: RepertoireMoveId) -> StudyPlace {
        let (file, game, placed) = &self.chapters[id.chapter];
        let played = &placed.chapter.moves[id.at];
        let dots = played.color.fold_wb(".", "...");
        let text = format!("{}{dots} {}", played.number, placed.text(id.at));
        study_place(file, *game, placed.place(played.range.start), Some(text))
    }

    fn start(&self, chapter: usize) -> StudyPlace {
        let (file, game, placed) = &self.chapters[chapter];
        study_place(file, *game, placed.first_place(), None)
    }
}

fn study_place(file: &StudyFile, game: u64, place: FilePosition, half_move: Option<String>) -> StudyPlace {
    let FilePosition { line, column, offset } = place;
    StudyPlace { file: file.input.name.clone(), game, line: line + 1, column: column + 1, offset, half_move }
}

/// A line for people, without what a terminal would take for a command.
fn told(record: &FindingRecord) -> String {
    let at = |place: &StudyPlace| {
        let file = if place.file == "-" { "<stdin>" } else { &place.file };
        format!("{file}:{}:{}", place.line, place.column)
    };
    let played = |place: &StudyPlace| place.half_move.clone().unwrap_or_else(|| "the first position".to_owned());
    let here = played(&record.place);
    let told = match (&record.other, &record.reply) {
        (Some(other), _) if record.kind == "conflict" => format!("{here} here, but {} at {}", played(other), at(other)),
        (Some(other), _) => format!("{here} leads to the position after {} at {}", played(other), at(other)),
        (None, Some(reply)) => {
            let ReplyRecord { reply, games, of } = reply;
            let share = (games * 100 + of / 2).checked_div(*of).unwrap_or(0);
            format!("nothing against {reply} after {here}, which {share} % of {} play", counted(*of, "game"))
        }
        (None, None) => format!("the line ends with {here}, without an answer"),
    };
    format!("{}: {}: {told}", at(&record.place), record.kind)
}
