//! Writes a score as text: adjacent source tokens stay byte for byte, separated ones get the white space and numbers
//! that they need.

use std::ops::Range;

use shakmaty::Color;

use super::score::{Line, MAIN, Part, Score};
use crate::analysis::after::{Named, with_after};
use crate::analysis::{Edit, GameFormat, line_end_of};

/// Writes the lines of a score.
pub struct Writer<'s, 't> {
    score: &'s Score<'t>,
    line_end: &'static str,
    out: String,
    /// Copied source ranges and their offsets in the output.
    pieces: Vec<(Range<u32>, usize)>,
    last: Last,
    /// End of the last token in the source, if it was copied from there.
    source: Option<u32>,
    context: Place,
}

/// Kind of the last token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    Nothing,
    Open,
    /// A `)` of the source, or a comment on the whole game.
    Close,
    LineComment,
    Other,
}

/// What precedes a half-move on its line, as far as its number depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Start,
    /// The previous half-move alone.
    Behind,
    Parted,
}

/// An element to write.
enum Unit {
    /// A comment before a half-move.
    Before(Part),
    Number(usize),
    Move(usize),
    Part(usize, Part),
}

impl<'s, 't> Writer<'s, 't> {
    pub fn new(score: &'s Score<'t>) -> Writer<'s, 't> {
        let line_end = line_end_of(score.text);
        let (out, pieces) = (String::new(), Vec::new());
        Writer { score, line_end, out, pieces, last: Last::Nothing, source: None, context: Place::Start }
    }

    /// The whole movetext.
    pub fn movetext(mut self) -> String {
        self.line(MAIN);
        self.out
    }

    /// The edits that update the movetext in the source.
    pub fn edits(mut self) -> Vec<Edit> {
        self.line(MAIN);
        let mut edits = Vec::new();
        let (mut at, mut new) = (self.score.movetext.start, 0);
        for (source, start) in &self.pieces {
            // Text taken from other merged games is not at this position in the source.
            if source.start >= at && source.end <= self.score.movetext.end {
                self.replace(at..source.start, new..*start, &mut edits);
                (at, new) = (source.end, start + source.len());
            }
        }
        self.replace(at..self.score.movetext.end, new..self.out.len(), &mut edits);
        edits
    }

    fn replace(&self, range: Range<u32>, new: Range<usize>, edits: &mut Vec<Edit>) {
        let text = &self.out[new];
        if self.score.slice(&range) != text {
            edits.push(Edit { range, text: text.to_owned() });
        }
    }

    fn line(&mut self, id: usize) {
        let score = self.score;
        let line = &score.lines[id];
        if let Some((open, _)) = &line.brackets {
            self.source_token(open.clone(), Last::Open);
        }
        let context = std::mem::replace(&mut self.context, Place::Start);
        line.lead.iter().for_each(|part| self.part(None, part));
        if id == MAIN && self.last == Last::Other {
            self.last = Last::Close;
        }
        for mut run in self.runs(line) {
            if run.is_intact {
                run.units.sort_by_key(|unit| start_of(score, unit));
            }
            run.units.into_iter().for_each(|unit| self.unit(&unit));
        }
        line.end.iter().for_each(|end| self.source_token(end.clone(), kind_of(score.slice(end))));
        if let Some((_, close)) = line.brackets.as_ref().filter(|(_, close)| !close.is_empty()) {
            self.source_token(close.clone(), Last::Close);
        }
        self.context = context;
    }

    /// Divides the line into runs that are unchanged or else in the order of their format.
    fn runs(&self, line: &Line) -> Vec<Run> {
        let score = self.score;
        let is_vgn = score.resolved.format == GameFormat::Vgn;
        let color = |ply: usize| score.half_move(ply).color;
        let mut runs: Vec<Run> = Vec::new();
        let mut rest = line.plies.as_slice();
        while let [first, others @ ..] = rest {
            let length = match others {
                [second, ..] if is_vgn && color(*first) == Color::White && color(*second) == Color::Black => 2,
                _ => 1,
            };
            let (group, behind) = rest.split_at(length);
            rest = behind;
            let follow = |pair: &[usize]| score.plies[pair[0]].next == Some(pair[1]);
            let is_intact = group.iter().all(|ply| !score.plies[*ply].is_changed) && group.windows(2).all(follow);
            let units = if is_intact { plain(score, group) } else { ordered(score, group) };
            match runs.last_mut() {
                Some(run) if run.is_intact && is_intact && follow(&[run.last, *first]) => {
                    run.units.extend(units);
                    run.last = group[length - 1];
                }
                _ => runs.push(Run { units, is_intact, last: group[length - 1] }),
            }
        }
        runs
    }

    fn unit(&mut self, unit: &Unit) {
        match unit {
            Unit::Before(part) => self.part(None, part),
            Unit::Number(ply) => self.number(*ply),
            Unit::Move(ply) => {
                self.source_token(self.score.plies[*ply].range.clone(), Last::Other);
                self.context = Place::Behind;
            }
            Unit::Part(ply, part) => self.part(Some(*ply), part),
        }
    }

    fn part(&mut self, owner: Option<usize>, part: &Part) {
        let score = self.score;
        match part {
            Part::Nag(range) | Part::Stray(range) => self.source_token(range.clone(), Last::Other),
            Part::Comment(range) => {
                let text = score.written(range);
                match owner.and_then(|owner| self.name_of(owner, range)) {
                    Some(named) => {
                        self.space(None);
                        self.fresh(&with_after(text, named), kind_of(text));
                    }
                    None if text == score.slice(range) => self.source_token(range.clone(), kind_of(text)),
                    None => {
                        self.source_space(range);
                        self.fresh(text, kind_of(text));
                        self.source = Some(range.end);
                    }
                }
                self.interrupt();
            }
            Part::Variation(id) => {
                self.line(*id);
                self.interrupt();
            }
        }
    }

    fn interrupt(&mut self) {
        if self.context == Place::Behind {
            self.context = Place::Parted;
        }
    }

    /// The half-move that a comment must name because VGN cannot place it directly after that half-move (rule C4).
    fn name_of(&self, owner: usize, range: &Range<u32>) -> Option<Named> {
        let half_move = self.score.half_move(owner);
        let is_vgn = self.score.resolved.format == GameFormat::Vgn;
        let has_name = self.score.comment(range) != self.score.written(range);
        let stays = !self.score.plies[owner].is_changed && self.is_beside(range.start);
        let needs_name = is_vgn && !has_name && half_move.color == Color::White && !stays;
        (needs_name && self.is_behind_black(owner))
            .then_some(Named { number: half_move.number, color: half_move.color })
    }

    /// Black's half-move follows on the line and is written before the comments.
    fn is_behind_black(&self, ply: usize) -> bool {
        let Some((line, at)) = self.score.place_of(ply) else { return false };
        self.score.lines[line].plies.get(at + 1).is_some()
    }

    /// Writes the number of a half-move if it has or needs one.
    fn number(&mut self, ply: usize) {
        let (number, start) = {
            let ply = &self.score.plies[ply];
            (ply.number.clone(), ply.number.as_ref().map_or(ply.range.start, |number| number.start))
        };
        let (color, value) = (self.score.half_move(ply).color, self.score.half_move(ply).number);
        let stays = self.is_beside(start);
        // Without a number the comment would belong to the previous half-move.
        let is_parted = self.score.plies[ply].before.iter().any(|part| !self.score.is_before_number(ply, part));
        let wanted = match (color, self.context) {
            _ if is_parted => true,
            (Color::White, Place::Start) => self.score.style.white || self.score.style.is_vgn,
            (Color::White, _) => self.score.style.white,
            (Color::Black, Place::Start) => self.score.style.white || self.score.style.is_vgn,
            (Color::Black, Place::Behind) => self.score.style.black,
            (Color::Black, Place::Parted) => self.score.style.black_parted,
        };
        match number {
            Some(number) if stays || wanted || color == Color::White => self.source_token(number, Last::Other),
            None if wanted && !stays => {
                let text = self.score.style.number(value, color);
                self.space(None);
                self.fresh(&text, Last::Other);
                self.out.push_str(self.score.style.blank);
                // Suppresses further white space before the half-move.
                self.last = Last::Open;
            }
            _ => {}
        }
    }

    /// The source has only white space between the last written token and `start`.
    fn is_beside(&self, start: u32) -> bool {
        self.source.is_some_and(|end| end <= start && self.score.slice(&(end..start)).trim().is_empty())
    }

    fn source_token(&mut self, range: Range<u32>, kind: Last) {
        self.source_space(&range);
        self.take(range.clone());
        (self.last, self.source) = (kind, Some(range.end));
    }

    /// Writes the source's white space if the token follows the same one as there, else the required white space.
    fn source_space(&mut self, range: &Range<u32>) {
        if self.is_beside(range.start) {
            let space = self.source.unwrap_or(range.start)..range.start;
            self.take(space);
        } else {
            let is_bracket = matches!(self.score.slice(range), "(" | ")");
            self.space(is_bracket.then_some(range));
        }
    }

    fn take(&mut self, range: Range<u32>) {
        let start = self.out.len();
        self.out.push_str(self.score.slice(&range));
        match self.pieces.last_mut() {
            Some((piece, at)) if piece.end == range.start && *at + piece.len() == start => piece.end = range.end,
            _ => self.pieces.push((range, start)),
        }
    }

    fn fresh(&mut self, text: &str, kind: Last) {
        self.out.push_str(text);
        (self.last, self.source) = (kind, None);
    }

    /// White space between tokens that were not adjacent: before a bracket that before it in the source, after a
    /// bracket that after it.
    fn space(&mut self, bracket: Option<&Range<u32>>) {
        let text = self.score.text;
        let before = |at: u32| {
            let kept = &text[..at as usize];
            &kept[kept.trim_end().len()..]
        };
        let behind = |at: u32| {
            let rest = &text[at as usize..];
            &rest[..rest.len() - rest.trim_start().len()]
        };
        let is_close = bracket.is_some_and(|range| self.score.slice(range) == ")");
        let space = match (self.last, bracket) {
            (Last::Nothing | Last::Open, _) => "",
            (_, Some(range)) => before(range.start),
            (Last::Close, None) => self.source.map_or(" ", behind),
            _ => " ",
        };
        let lines = space.matches('\n').count().max(space.matches('\r').count());
        let space = match space {
            "" if !is_close && !matches!(self.last, Last::Nothing | Last::Open) => " ",
            _ if lines > 1 => self.line_end,
            space => space,
        };
        if self.last == Last::LineComment && !space.contains(['\n', '\r']) {
            self.out.push_str(self.line_end);
        } else {
            self.out.push_str(space);
        }
    }
}

/// Half-moves of a line that are written together.
struct Run {
    units: Vec<Unit>,
    /// The half-moves and their parts are unchanged.
    is_intact: bool,
    last: usize,
}

/// A half-move with its number and the comments before it.
fn with_number(score: &Score<'_>, ply: usize) -> impl Iterator<Item = Unit> {
    let before = score.plies[ply].before.iter().cloned();
    let (ahead, between): (Vec<Part>, Vec<Part>) = before.partition(|part| score.is_before_number(ply, part));
    let units = ahead.into_iter().map(Unit::Before).chain([Unit::Number(ply)]);
    units.chain(between.into_iter().map(Unit::Before)).chain([Unit::Move(ply)])
}

fn plain(score: &Score<'_>, group: &[usize]) -> Vec<Unit> {
    let mut units = Vec::new();
    for ply in group {
        units.extend(with_number(score, *ply));
        units.extend(score.plies[*ply].parts.iter().map(|part| Unit::Part(*ply, part.clone())));
    }
    units
}

/// A pair in VGN has its comments and variations after Black's half-move, White's first (rules C4, C7).
fn ordered(score: &Score<'_>, group: &[usize]) -> Vec<Unit> {
    let is_own = |part: &Part| matches!(part, Part::Nag(_) | Part::Stray(_));
    let mut units = Vec::new();
    if group.len() < 2 {
        return plain(score, group);
    }
    for ply in group {
        units.extend(with_number(score, *ply));
        let own = score.plies[*ply].parts.iter().filter(|part| is_own(part));
        units.extend(own.map(|part| Unit::Part(*ply, part.clone())));
    }
    for wants_variations in [false, true] {
        for ply in group {
            let others = score.plies[*ply].parts.iter().filter(|part| !is_own(part));
            let wanted = others.filter(|part| matches!(part, Part::Variation(_)) == wants_variations);
            units.extend(wanted.map(|part| Unit::Part(*ply, part.clone())));
        }
    }
    units
}

fn start_of(score: &Score<'_>, unit: &Unit) -> u32 {
    match unit {
        Unit::Number(ply) => {
            let ply = &score.plies[*ply];
            ply.number.as_ref().map_or(ply.range.start, |number| number.start)
        }
        Unit::Move(ply) => score.plies[*ply].range.start,
        Unit::Before(part) | Unit::Part(_, part) => start_of_part(score, part),
    }
}

fn start_of_part(score: &Score<'_>, part: &Part) -> u32 {
    match part {
        Part::Comment(range) | Part::Nag(range) | Part::Stray(range) => range.start,
        Part::Variation(id) => score.lines[*id].brackets.as_ref().map_or(0, |(open, _)| open.start),
    }
}

fn kind_of(text: &str) -> Last {
    if text.starts_with(';') { Last::LineComment } else { Last::Other }
}
