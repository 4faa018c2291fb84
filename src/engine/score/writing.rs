//! Writes a score as text: adjacent source tokens stay byte for byte, separated ones get the white space and numbers
//! that they need.

use std::ops::Range;

use shakmaty::Color;

use super::{MAIN, PlyPart, Score, ScoreLine};
use crate::lint::{Edit, GameFormat, line_end_of};
use crate::replay::after::{MoveName, with_after};

/// Writes the lines of a score.
pub struct ScoreWriter<'s, 't> {
    score: &'s Score<'t>,
    line_end: &'static str,
    out: String,
    /// Copied source ranges and their offsets in the output.
    copies: Vec<(Range<u32>, usize)>,
    last: LastWrittenToken,
    /// End of the last token in the source, if it was copied from there; at first the start of the movetext.
    source: Option<u32>,
    place: NumberContext,
}

/// Kind of the last token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LastWrittenToken {
    Nothing,
    Open,
    /// A `)` of the source, or a comment on the whole game.
    Close,
    LineComment,
    Other,
}

/// What precedes a half-move on its line, as far as its number depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NumberContext {
    Start,
    /// The previous half-move alone.
    Behind,
    Parted,
}

/// An element to write.
enum WriteUnit {
    /// A comment before a half-move.
    Before(PlyPart),
    Number(usize),
    Move(usize),
    Part(usize, PlyPart),
}

impl<'s, 't> ScoreWriter<'s, 't> {
    pub fn new(score: &'s Score<'t>) -> ScoreWriter<'s, 't> {
        let line_end = line_end_of(score.text);
        let (out, copies) = (String::new(), Vec::new());
        ScoreWriter {
            score,
            line_end,
            out,
            copies,
            last: LastWrittenToken::Nothing,
            // The first token of the source, if written first, is beside nothing else.
            source: Some(score.movetext.start),
            place: NumberContext::Start,
        }
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
        for (source, start) in &self.copies {
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
            self.source_token(open.clone(), LastWrittenToken::Open);
        }
        let place = std::mem::replace(&mut self.place, NumberContext::Start);
        line.lead.iter().for_each(|part| self.part(None, part));
        if id == MAIN && self.last == LastWrittenToken::Other {
            self.last = LastWrittenToken::Close;
        }
        for mut run in self.runs(line) {
            if run.is_intact {
                run.units.sort_by_key(|unit| start_of(score, unit));
            }
            run.units.into_iter().for_each(|unit| self.unit(&unit));
        }
        let end = line.end.iter().filter_map(PlyPart::range);
        end.for_each(|end| self.source_token(end.clone(), kind_of(score.slice(end))));
        if let Some((_, close)) = line.brackets.as_ref().filter(|(_, close)| !close.is_empty()) {
            self.source_token(close.clone(), LastWrittenToken::Close);
        }
        self.place = place;
    }

    /// Divides the line into runs that are unchanged or else in the order of their format.
    fn runs(&self, line: &ScoreLine) -> Vec<PlyRun> {
        let score = self.score;
        let is_vgn = score.resolved.format == GameFormat::Vgn;
        let color = |ply: usize| score.half_move(ply).color;
        let mut runs: Vec<PlyRun> = Vec::new();
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
                _ => runs.push(PlyRun { units, is_intact, last: group[length - 1] }),
            }
        }
        runs
    }

    fn unit(&mut self, unit: &WriteUnit) {
        match unit {
            WriteUnit::Before(part) => self.part(None, part),
            WriteUnit::Number(ply) => self.number(*ply),
            WriteUnit::Move(ply) => {
                let range = &self.score.plies[*ply].range;
                self.source_or_written(range, LastWrittenToken::Other);
                self.place = NumberContext::Behind;
            }
            WriteUnit::Part(ply, part) => self.part(Some(*ply), part),
        }
    }

    fn part(&mut self, owner: Option<usize>, part: &PlyPart) {
        let score = self.score;
        match part {
            PlyPart::Comment(range) => {
                let text = score.written(range);
                match owner.and_then(|owner| self.name_of(owner, range)) {
                    Some(named) => {
                        self.space(None);
                        self.fresh(&with_after(text, named), kind_of(text));
                    }
                    None => self.source_or_written(range, kind_of(text)),
                }
                self.interrupt();
            }
            PlyPart::Variation(id) => {
                self.line(*id);
                self.interrupt();
            }
            PlyPart::Nag(range)
            | PlyPart::Stray(range)
            | PlyPart::Number(range)
            | PlyPart::Escape(range)
            | PlyPart::Terminator(range) => self.source_token(range.clone(), LastWrittenToken::Other),
        }
    }

    fn interrupt(&mut self) {
        if self.place == NumberContext::Behind {
            self.place = NumberContext::Parted;
        }
    }

    /// The half-move that a comment must name because VGN cannot place it directly after that half-move (rule C4).
    fn name_of(&self, owner: usize, range: &Range<u32>) -> Option<MoveName> {
        let half_move = self.score.half_move(owner);
        let is_vgn = self.score.resolved.format == GameFormat::Vgn;
        let has_name = self.score.comment(range) != self.score.written(range);
        let stays = !self.score.plies[owner].is_changed && self.is_beside(range.start);
        let needs_name = is_vgn && !has_name && half_move.color == Color::White && !stays;
        (needs_name && self.is_behind_black(owner))
            .then_some(MoveName { number: half_move.number, color: half_move.color })
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
        let wanted = match (color, self.place) {
            _ if is_parted => true,
            (Color::White, NumberContext::Start) => self.score.style.white || self.score.style.is_vgn,
            (Color::White, _) => self.score.style.white,
            (Color::Black, NumberContext::Start) => self.score.style.white || self.score.style.is_vgn,
            (Color::Black, NumberContext::Behind) => self.score.style.black,
            (Color::Black, NumberContext::Parted) => self.score.style.black_parted,
        };
        match number {
            Some(number) if stays || wanted || color == Color::White => {
                self.source_token(number, LastWrittenToken::Other)
            }
            None if wanted && !stays => {
                let text = self.score.style.number(value, color);
                self.space(None);
                self.fresh(&text, LastWrittenToken::Other);
                self.out.push_str(self.score.style.blank);
                // Suppresses further white space before the half-move.
                self.last = LastWrittenToken::Open;
            }
            _ => {}
        }
    }

    /// The source has only white space between the last written token and `start`.
    fn is_beside(&self, start: u32) -> bool {
        self.source.is_some_and(|end| end <= start && self.score.slice(&(end..start)).trim().is_empty())
    }

    fn source_token(&mut self, range: Range<u32>, kind: LastWrittenToken) {
        self.source_space(&range);
        self.take(range.clone());
        (self.last, self.source) = (kind, Some(range.end));
    }

    /// Writes a token of the source, which may have been rewritten.
    fn source_or_written(&mut self, range: &Range<u32>, kind: LastWrittenToken) {
        let text = self.score.written(range);
        if text == self.score.slice(range) {
            return self.source_token(range.clone(), kind);
        }
        self.source_space(range);
        self.fresh(text, kind);
        self.source = Some(range.end);
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
        match self.copies.last_mut() {
            Some((span, at)) if span.end == range.start && *at + span.len() == start => span.end = range.end,
            _ => self.copies.push((range, start)),
        }
    }

    fn fresh(&mut self, text: &str, kind: LastWrittenToken) {
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
            (LastWrittenToken::Nothing | LastWrittenToken::Open, _) => "",
            (_, Some(range)) => before(range.start),
            (LastWrittenToken::Close, None) => self.source.map_or(" ", behind),
            _ => " ",
        };
        let lines = space.matches('\n').count().max(space.matches('\r').count());
        let space = match space {
            "" if !is_close && !matches!(self.last, LastWrittenToken::Nothing | LastWrittenToken::Open) => " ",
            _ if lines > 1 => self.line_end,
            space => space,
        };
        if self.last == LastWrittenToken::LineComment && !space.contains(['\n', '\r']) {
            self.out.push_str(self.line_end);
        } else {
            self.out.push_str(space);
        }
    }
}

/// Half-moves of a line that are written together.
struct PlyRun {
    units: Vec<WriteUnit>,
    /// The half-moves and their parts are unchanged.
    is_intact: bool,
    last: usize,
}

/// A half-move with its number and the comments before it.
fn with_number(score: &Score<'_>, ply: usize) -> impl Iterator<Item = WriteUnit> {
    let before = score.plies[ply].before.iter().cloned();
    let (ahead, between): (Vec<PlyPart>, Vec<PlyPart>) = before.partition(|part| score.is_before_number(ply, part));
    let units = ahead.into_iter().map(WriteUnit::Before).chain([WriteUnit::Number(ply)]);
    units.chain(between.into_iter().map(WriteUnit::Before)).chain([WriteUnit::Move(ply)])
}

fn plain(score: &Score<'_>, group: &[usize]) -> Vec<WriteUnit> {
    let mut units = Vec::new();
    for ply in group {
        units.extend(with_number(score, *ply));
        units.extend(score.plies[*ply].parts.iter().map(|part| WriteUnit::Part(*ply, part.clone())));
    }
    units
}

/// A pair in VGN has its comments and variations after Black's half-move, White's first (rules C4, C7).
fn ordered(score: &Score<'_>, group: &[usize]) -> Vec<WriteUnit> {
    let is_own = |part: &PlyPart| !matches!(part, PlyPart::Comment(_) | PlyPart::Variation(_));
    let mut units = Vec::new();
    if group.len() < 2 {
        return plain(score, group);
    }
    for ply in group {
        units.extend(with_number(score, *ply));
        let own = score.plies[*ply].parts.iter().filter(|part| is_own(part));
        units.extend(own.map(|part| WriteUnit::Part(*ply, part.clone())));
    }
    for wants_variations in [false, true] {
        for ply in group {
            let others = score.plies[*ply].parts.iter().filter(|part| !is_own(part));
            let wanted = others.filter(|part| matches!(part, PlyPart::Variation(_)) == wants_variations);
            units.extend(wanted.map(|part| WriteUnit::Part(*ply, part.clone())));
        }
    }
    units
}

fn start_of(score: &Score<'_>, unit: &WriteUnit) -> u32 {
    match unit {
        WriteUnit::Number(ply) => {
            let ply = &score.plies[*ply];
            ply.number.as_ref().map_or(ply.range.start, |number| number.start)
        }
        WriteUnit::Move(ply) => score.plies[*ply].range.start,
        WriteUnit::Before(part) | WriteUnit::Part(_, part) => score.start_of(part),
    }
}

fn kind_of(text: &str) -> LastWrittenToken {
    if text.starts_with(';') { LastWrittenToken::LineComment } else { LastWrittenToken::Other }
}
