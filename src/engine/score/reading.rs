//! Builds a score from the tokens of a text and the half-moves as played.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use super::{
    CommentRule, KnownMoves, LineOwners, MAIN, NumberStyle, OutlineToken, PlyPart, Score, ScoreLine, ScorePly,
    SourceOutline,
};
use crate::lint::{Context, GameFormat};
use crate::replay::{MoveCursor, resolve_game};
use crate::syntax::Token;

impl<'t> Score<'t> {
    /// The score of these tokens of a text, which [`SourceOutline`] lists.
    pub fn of<'o>(
        text: &'t str,
        items: impl IntoIterator<Item = &'o OutlineToken>,
        resolved: KnownMoves<'t>,
        comments: CommentRule,
    ) -> Score<'t> {
        Score::with_escapes(text, items, resolved, comments, false)
    }

    /// `are_kept`: escapes stay where they are, and do not count as what cannot be moved.
    fn with_escapes<'o>(
        text: &'t str,
        items: impl IntoIterator<Item = &'o OutlineToken>,
        resolved: KnownMoves<'t>,
        comments: CommentRule,
        are_kept: bool,
    ) -> Score<'t> {
        let mut score = Score {
            text,
            resolved: resolved.clone(),
            lines: vec![ScoreLine::default()],
            plies: Vec::new(),
            movetext: 0..0,
            style: NumberStyle::default(),
            rewritten: HashMap::new(),
            naming: Vec::new(),
            is_fixed: false,
        };
        let cursor = resolved.cursor();
        let open = vec![OpenScoreLine::default()];
        let mut reader = ScoreReader { score: &mut score, cursor, comments, escapes_are_kept: are_kept, open };
        items.into_iter().for_each(|item| reader.item(item));
        while let Some(line) = reader.open.pop() {
            reader.close(line, text.len() as u32..text.len() as u32);
        }
        if score.can_be_changed() {
            score.style = NumberStyle::of(&score);
        }
        score
    }

    /// The score of a whole game that is to be changed. `None` if it has no movetext or an element that cannot be moved,
    /// or if cancelled.
    pub fn read(text: &'t str, context: &Context<'_>) -> Option<Score<'t>> {
        Score::read_whole(text, context, false)
    }

    /// As [`Score::read`], for a change that only inserts, and so leaves PGN's escapes where they are.
    pub fn read_to_insert(text: &'t str, context: &Context<'_>) -> Option<Score<'t>> {
        Score::read_whole(text, context, true)
    }

    fn read_whole(text: &'t str, context: &Context<'_>, escapes_are_kept: bool) -> Option<Score<'t>> {
        let outline = SourceOutline::read(text, context.cancel);
        let resolved = context.whole(text, resolve_game(text, &context.with_fixes(false)))?;
        let comments = match resolved.format {
            GameFormat::Vgn => CommentRule::Named,
            GameFormat::Pgn => CommentRule::Beside,
        };
        let resolved = KnownMoves::Shared(Rc::new(resolved));
        let score = Score::with_escapes(text, &outline.items, resolved, comments, escapes_are_kept);
        (score.can_be_changed() && !score.movetext.is_empty()).then_some(score)
    }
}

struct ScoreReader<'s, 't, 'c> {
    score: &'s mut Score<'t>,
    cursor: MoveCursor<'c>,
    comments: CommentRule,
    escapes_are_kept: bool,
    /// The main line and the open variations.
    open: Vec<OpenScoreLine>,
}

/// A line up to the current token.
#[derive(Default)]
struct OpenScoreLine {
    id: usize,
    owners: LineOwners,
    /// A number whose half-move has not been read.
    number: Option<Range<u32>>,
    /// Comments behind that number that belong to its half-move.
    comments: Vec<PlyPart>,
}

impl ScoreReader<'_, '_, '_> {
    fn item(&mut self, item: &OutlineToken) {
        let range = item.range.clone();
        if self.score.movetext.is_empty() {
            self.score.movetext = range.clone();
        }
        self.score.movetext.end = range.end;
        match item.token {
            Token::VariationOpen => return self.open_variation(range),
            Token::VariationClose if self.open.len() > 1 => {
                return self.open.pop().into_iter().for_each(|line| self.close(line, range.clone()));
            }
            _ => {}
        }
        let Some(line) = self.open.last_mut() else { return };
        match item.token {
            Token::MoveNumber | Token::Periods => {
                // Several numbers are one, unless something stands between them.
                let between = line.number.as_ref().map_or("", |number| self.score.slice(&(number.end..range.start)));
                if !between.trim().is_empty() {
                    leave(self.score, line);
                }
                line.owners.number(self.score.slice(&range));
                let start = line.number.as_ref().map_or(range.start, |number| number.start);
                line.number = Some(start..range.end);
            }
            Token::Move => self.half_move(range),
            Token::Suffix | Token::Nag | Token::CompositeNag => attach_last(self.score, line.id, PlyPart::Nag(range)),
            Token::Stray | Token::VariationClose => attach_last(self.score, line.id, PlyPart::Stray(range)),
            Token::BraceComment | Token::LineComment => self.comment(range),
            Token::Escape => {
                self.score.is_fixed |= !self.escapes_are_kept;
                attach_last(self.score, line.id, PlyPart::Escape(range));
            }
            Token::Terminator => {
                leave(self.score, line);
                attach_last(self.score, line.id, PlyPart::Terminator(range));
            }
            _ => self.score.is_fixed = true,
        }
    }

    fn open_variation(&mut self, open: Range<u32>) {
        let id = self.score.lines.len();
        // Without a `)` it reaches to the end, which is known only then.
        let brackets = Some((open.clone(), open.end..open.end));
        self.score.lines.push(ScoreLine { brackets, ..ScoreLine::default() });
        self.open.push(OpenScoreLine { id, ..OpenScoreLine::default() });
    }

    fn half_move(&mut self, range: Range<u32>) {
        let Some(open) = self.open.last_mut() else { return };
        let line = &self.score.lines[open.id];
        let last = line.lead.last().filter(|_| line.plies.is_empty()).map(|part| self.score.start_of(part));
        // What stands between a number and the first half-move stays behind the number.
        if open.number.as_ref().is_some_and(|number| last.is_some_and(|last| last > number.start)) {
            leave(self.score, open);
        }
        let index = self.cursor.index_of(&range);
        let ply = self.score.plies.len();
        match index {
            Some(index) => open.owners.played(ply, &self.score.resolved.moves[index]),
            None => self.score.is_fixed = true,
        }
        let line = &mut self.score.lines[open.id];
        if let Some(last) = line.plies.last() {
            self.score.plies[*last].next = Some(ply);
        }
        let begins = self.comments == CommentRule::Beside && open.id != MAIN && line.plies.is_empty();
        let only_comments = line.lead.iter().all(|part| matches!(part, PlyPart::Comment(_)));
        let mut before = if begins && only_comments { std::mem::take(&mut line.lead) } else { Vec::new() };
        before.append(&mut open.comments);
        line.plies.push(ply);
        let number = open.number.take();
        self.score.plies.push(ScorePly { line: open.id, number, range, before, index, ..ScorePly::default() });
    }

    fn comment(&mut self, range: Range<u32>) {
        let Some(open) = self.open.last_mut() else { return };
        if open.number.is_some() && self.comments == CommentRule::Beside {
            return open.comments.push(PlyPart::Comment(range));
        }
        let named = match self.comments {
            CommentRule::Named => open.owners.named_by(self.score.slice(&range)),
            CommentRule::Preceding | CommentRule::Beside => None,
        };
        match named {
            Some(ply) => {
                self.score.naming.push(range.start);
                self.score.plies[ply].parts.push(PlyPart::Comment(range));
            }
            None => attach_last(self.score, open.id, PlyPart::Comment(range)),
        }
    }

    /// Ends a line: what follows its terminator belongs to its end, and a variation to the half-move that it replaces.
    fn close(&mut self, mut open: OpenScoreLine, close: Range<u32>) {
        leave(self.score, &mut open);
        let line = &mut self.score.lines[open.id];
        let parts = match line.plies.last() {
            Some(last) => &mut self.score.plies[*last].parts,
            None => &mut line.lead,
        };
        if let Some(at) = parts.iter().position(|part| matches!(part, PlyPart::Terminator(_))) {
            let behind = parts.split_off(at);
            let (variations, end) = super::parted(behind);
            parts.extend(variations);
            line.end = end;
        }
        let (Some(brackets), Some(outer)) = (&mut line.brackets, self.open.last()) else { return };
        brackets.1 = close;
        let (replaces, is_misplaced) = replaced(self.score, open.id, outer.id);
        let line = &mut self.score.lines[open.id];
        (line.replaces, line.is_misplaced) = (replaces, is_misplaced);
        attach(self.score, outer.id, replaces, PlyPart::Variation(open.id));
    }
}

/// The half-move of the line around it that a variation replaces (rule C7), and whether none is where it should be. In
/// PGN it is the last one; in VGN the first number may name the one before, as the judge has read it.
fn replaced(score: &Score<'_>, variation: usize, outer: usize) -> (Option<usize>, bool) {
    let plies = &score.lines[outer].plies;
    let last = plies.last().copied();
    let first = score.lines[variation].plies.first().and_then(|first| score.known(*first));
    let Some(first) = first.filter(|_| score.resolved.format == GameFormat::Vgn) else { return (last, false) };
    let is_it = |ply: &&usize| score.known(**ply).is_some_and(|half_move| half_move.ply == first.ply);
    let named = plies.iter().rev().take(2).find(is_it).copied();
    (named.or(last), named.is_none() && last.is_some())
}

/// Gives up a number without a half-move, as at the end of a line that is being typed.
fn leave(score: &mut Score<'_>, line: &mut OpenScoreLine) {
    let number = line.number.take().map(PlyPart::Number);
    for part in number.into_iter().chain(line.comments.drain(..)) {
        let start = score.start_of(&part);
        let last = score.lines[line.id].plies.last().copied();
        // Stray text behind the number has been attached before it.
        let is_before = |other: &PlyPart| score.start_of(other) < start;
        let at = last.map_or(&score.lines[line.id].lead, |last| &score.plies[last].parts).partition_point(is_before);
        parts_of(score, line.id, last).insert(at, part);
    }
}

fn attach_last(score: &mut Score<'_>, line: usize, part: PlyPart) {
    let last = score.lines[line].plies.last().copied();
    attach(score, line, last, part);
}

fn attach(score: &mut Score<'_>, line: usize, ply: Option<usize>, part: PlyPart) {
    parts_of(score, line, ply).push(part);
}

/// The parts of a half-move, or before the first one of a line.
fn parts_of<'s>(score: &'s mut Score<'_>, line: usize, ply: Option<usize>) -> &'s mut Vec<PlyPart> {
    match ply {
        Some(ply) => &mut score.plies[ply].parts,
        None => &mut score.lines[line].lead,
    }
}
