//! The proof that an annotated game says what it said before, and its evaluations beside it.

use std::ops::Range;

use vgn_engine::format::games_by_lines;
use vgn_engine::lint::{Context, PositionEvaluation};
use vgn_engine::replay::after::without_after;
use vgn_engine::replay::commands::commands;
use vgn_engine::score::{MAIN, PlyPart, Score};

use super::additions::AddedText;
use super::main_line::line_positions;

/// Whether the new text is the old game with these evaluations behind the half-moves of its main line, and with no other
/// additions than those that are its own. What stands in the `replaced` ranges of the old text is not compared.
pub fn is_proven(
    old: &Score<'_>,
    new: &AddedText,
    context: &Context<'_>,
    wanted: &[Option<PositionEvaluation>],
    replaced: &[Range<u32>],
) -> bool {
    if games_by_lines(&new.text) > games_by_lines(old.text) {
        return false;
    }
    let Some(score) = Score::read_to_insert(&new.text, context) else { return false };
    let found: Vec<Option<PositionEvaluation>> = line_positions(&score)
        .into_iter()
        .skip(1)
        .map(|position| position.written.map(|written| written.evaluation))
        .collect();
    let is_same = |(found, wanted): (&Option<PositionEvaluation>, &Option<PositionEvaluation>)| {
        found.map(|found| found.to_string()) == wanted.map(|wanted| wanted.to_string())
    };
    found.len() == wanted.len()
        && found.iter().zip(wanted).all(is_same)
        && said(old, replaced) == said(&score, &new.own)
}

/// A part of what a game says.
#[derive(Debug, PartialEq)]
enum SaidPart<'s> {
    /// The text of a half-move, and its effect.
    HalfMove(&'s str, Option<u64>),
    Sign(&'s str),
    /// The words of a comment, without evaluations.
    Words(String),
    Open,
    Close,
}

/// What a game says, without the parts in these ranges and without evaluations.
fn said<'s>(score: &'s Score<'_>, own: &[Range<u32>]) -> Vec<SaidPart<'s>> {
    let mut reader = SaidReader { score, own, parts: Vec::new() };
    reader.line(MAIN);
    reader.parts
}

struct SaidReader<'s, 't, 'o> {
    score: &'s Score<'t>,
    own: &'o [Range<u32>],
    parts: Vec<SaidPart<'s>>,
}

impl SaidReader<'_, '_, '_> {
    fn line(&mut self, id: usize) {
        let score = self.score;
        let line = &score.lines[id];
        self.annotations(&line.lead);
        for ply in &line.plies {
            self.annotations(&score.plies[*ply].before);
            let after = score.known(*ply).and_then(|known| Some(known.after.as_ref()?.fingerprint()));
            self.parts.push(SaidPart::HalfMove(score.slice(&score.plies[*ply].range), after));
            self.annotations(&score.plies[*ply].parts);
        }
        self.annotations(&line.end);
    }

    /// First the signs and words, then the variations, each in their order.
    fn annotations(&mut self, parts: &[PlyPart]) {
        let score = self.score;
        for part in parts {
            match part {
                PlyPart::Comment(range) => {
                    let words = words(score.slice(range), score.names_its_half_move(range.start));
                    if !words.is_empty() && !self.is_own(range.start) {
                        self.parts.push(SaidPart::Words(words));
                    }
                }
                PlyPart::Nag(range) if self.is_own(range.start) => {}
                PlyPart::Variation(_) => {}
                other => self.parts.extend(other.range().map(|range| SaidPart::Sign(score.slice(range)))),
            }
        }
        for part in parts {
            if let PlyPart::Variation(id) = part
                && !score.lines[*id].brackets.as_ref().is_some_and(|(open, _)| self.is_own(open.start))
            {
                self.parts.push(SaidPart::Open);
                self.line(*id);
                self.parts.push(SaidPart::Close);
            }
        }
    }

    fn is_own(&self, start: u32) -> bool {
        let next = self.own.partition_point(|range| range.end <= start);
        self.own.get(next).is_some_and(|range| range.contains(&start))
    }
}

/// The words of a comment without its evaluations, and without the command that names its half-move.
fn words(comment: &str, is_named: bool) -> String {
    let mut text = if is_named { without_after(comment) } else { comment.to_owned() };
    let ranges: Vec<_> =
        commands(&text).filter(|command| command.name == "eval").map(|command| command.range).collect();
    for range in ranges.into_iter().rev() {
        text.replace_range(range, "");
    }
    let text = text.trim_start_matches(['{', ';']).trim_end_matches('}');
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
