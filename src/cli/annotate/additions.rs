//! Where evaluations, glyphs and variations are inserted into a game's text. All that is there stays, byte for byte, but
//! for evaluations that are replaced by deeper ones.

use std::ops::Range;

use shakmaty::Color;
use vgn_engine::lint::{GameFormat, PositionEvaluation, line_end_of};
use vgn_engine::replay::after::{MoveName, after, with_after};
use vgn_engine::score::{MAIN, PlyPart, Score};

use super::main_line::LinePosition;

/// What a half-move gets.
#[derive(Clone, Debug, Default)]
pub struct PlyAddition {
    pub evaluation: Option<PositionEvaluation>,
    pub nag: Option<u32>,
    /// Numbers and half-moves, without brackets.
    pub variation: Option<String>,
}

/// A comment on the whole game.
pub struct SummaryAddition {
    pub words: String,
    /// An earlier one that it replaces.
    pub replaced: Option<Range<u32>>,
}

/// A text with its additions.
pub struct AddedText {
    pub text: String,
    /// Glyphs, variations and the summary, in bytes of the new text and in order.
    pub own: Vec<Range<u32>>,
}

/// Longest line that an addition makes in a game whose lines are broken, in characters.
const WIDTH: usize = 79;

/// The game with what its half-moves get, in the order of the main line, and a comment on the whole game.
pub fn with_additions(
    score: &Score<'_>,
    positions: &[LinePosition],
    additions: &[PlyAddition],
    summary: Option<&SummaryAddition>,
) -> AddedText {
    let mut writer = AdditionWriter { score, insertions: Vec::new() };
    if let Some(SummaryAddition { words, replaced }) = summary {
        let at = score.movetext.start;
        match replaced {
            Some(replaced) => writer.insert(replaced.clone(), 0, format!("{{{words}}}"), true),
            None => writer.insert(at..at, 0, format!("{{{words}}}{}", line_end_of(score.text)), true),
        }
    }
    let plies = &score.lines[MAIN].plies;
    for (at, addition) in additions.iter().enumerate().take(plies.len()) {
        // In VGN, what belongs to White's half-move stands behind Black's reply (rules C4 and C7).
        let is_vgn = score.resolved.format == GameFormat::Vgn;
        let color = score.half_move(plies[at]).color;
        let reply = plies
            .get(at + 1)
            .copied()
            .filter(|reply| is_vgn && color == Color::White && score.half_move(*reply).color == Color::Black);
        let site = AdditionSite { ply: plies[at], reply, color };
        let written = positions.get(at + 1).and_then(|position| position.written.as_ref());
        if let Some(evaluation) = addition.evaluation {
            let command = format!("[%eval {evaluation}]");
            match written {
                Some(written) => writer.insert(written.command.clone(), 0, command, false),
                None => writer.evaluation(&site, &command),
            }
        }
        if let Some(nag) = addition.nag {
            let end = writer.signs_end(site.ply);
            writer.insert(end..end, 0, format!(" ${nag}"), true);
        }
        if let Some(variation) = &addition.variation {
            writer.variation(&site, variation);
        }
        writer.number_of_reply(&site, addition, plies.get(at + 1).copied());
    }
    writer.finish()
}

/// A half-move of the main line.
struct AdditionSite {
    ply: usize,
    /// Black's half-move of the same pair, in VGN.
    reply: Option<usize>,
    color: Color,
}

struct Insertion {
    /// Mostly empty.
    replaced: Range<u32>,
    /// Among those at one place.
    order: u8,
    text: String,
    is_own: bool,
}

struct AdditionWriter<'s, 't> {
    score: &'s Score<'t>,
    insertions: Vec<Insertion>,
}

impl AdditionWriter<'_, '_> {
    fn insert(&mut self, replaced: Range<u32>, order: u8, text: String, is_own: bool) {
        self.insertions.push(Insertion { replaced, order, text, is_own });
    }

    /// The end of a half-move and its glyphs.
    fn signs_end(&self, ply: usize) -> u32 {
        let ply = &self.score.plies[ply];
        let nags =
            ply.parts.iter().map_while(|part| if let PlyPart::Nag(range) = part { Some(range.end) } else { None });
        nags.fold(ply.range.end, u32::max)
    }

    /// Writes a command into the half-move's first comment, or into a new one: some programs refuse two comments side
    /// by side.
    fn evaluation(&mut self, site: &AdditionSite, command: &str) {
        let score = self.score;
        let parts = score.plies[site.ply].parts.iter();
        let comment = parts.take_while(|part| !matches!(part, PlyPart::Variation(_))).find_map(|part| match part {
            PlyPart::Comment(range) => Some(range).filter(|range| {
                let text = score.slice(range);
                text.starts_with('{') && text.ends_with('}')
            }),
            _ => None,
        });
        if let Some(comment) = comment {
            let text = score.slice(comment);
            let named = after(text).filter(|_| score.names_its_half_move(comment.start));
            let at =
                named.map_or_else(|| text.len() - text[1..].trim_start_matches(' ').len(), |named| named.whole.end);
            let at = comment.start + at as u32;
            return self.insert(at..at, 0, format!("{command} "), false);
        }
        let new = format!("{{{command}}}");
        let name = MoveName { number: score.half_move(site.ply).number, color: site.color };
        let (at, new) = match site.reply {
            Some(reply) => (self.signs_end(reply), with_after(&new, name)),
            None => (self.signs_end(site.ply), new),
        };
        let order = site.color.fold_wb(1, 2);
        self.insert(at..at, order, format!(" {new}"), false);
    }

    /// Adds a variation behind all that belongs to the half-move.
    fn variation(&mut self, site: &AdditionSite, variation: &str) {
        let last = site.reply.into_iter().chain([site.ply]).map(|ply| self.parts_end(ply)).max_by_key(|end| end.0);
        let (at, is_behind_line) = last.unwrap_or((0, false));
        let space = if is_behind_line { line_end_of(self.score.text) } else { " " };
        let order = site.color.fold_wb(3, 4);
        self.insert(at..at, order, format!("{space}({variation})"), true);
    }

    /// The end of a half-move and what belongs to it, and whether that is a comment to the end of its line.
    fn parts_end(&self, ply: usize) -> (u32, bool) {
        let score = self.score;
        let ends = score.plies[ply].parts.iter().filter_map(|part| match part {
            PlyPart::Comment(range) => Some((range.end, score.slice(range).starts_with(';'))),
            PlyPart::Nag(range) => Some((range.end, false)),
            PlyPart::Variation(line) => score.lines[*line].brackets.as_ref().map(|(_, close)| (close.end, false)),
            _ => None,
        });
        ends.chain([(score.plies[ply].range.end, false)]).max_by_key(|(end, _)| *end).unwrap_or_default()
    }

    /// Black's half-move needs a number behind a comment or a variation in PGN (PGN 8.2.2.2), if the game has numbers.
    fn number_of_reply(&mut self, site: &AdditionSite, addition: &PlyAddition, next: Option<usize>) {
        let score = self.score;
        let Some(next) = next.map(|next| &score.plies[next]) else { return };
        let parts = addition.evaluation.is_some() || addition.variation.is_some();
        let is_wanted = parts && site.color.is_white() && !score.style.is_vgn && score.style.black_parted;
        if is_wanted && next.number.is_none() && next.before.is_empty() {
            let number = score.style.number(score.half_move(site.ply).number, Color::Black);
            let at = next.range.start;
            self.insert(at..at, 9, number + score.style.blank, false);
        }
    }

    fn finish(mut self) -> AddedText {
        self.insertions.sort_by_key(|insertion| (insertion.replaced.start, insertion.order));
        let source = self.score.text;
        let is_broken = has_broken_lines(self.score.slice(&self.score.movetext));
        let (mut text, mut own, mut at) = (String::with_capacity(source.len() * 3), Vec::new(), 0);
        for (index, insertion) in self.insertions.iter().enumerate() {
            text += &source[at..insertion.replaced.start as usize];
            at = insertion.replaced.end as usize;
            let column = text.len() - text.rfind('\n').map_or(0, |end| end + 1);
            let start = text.len();
            match insertion.text.strip_prefix(' ') {
                Some(words) if is_broken && column + insertion.text.len() > WIDTH => {
                    text += line_end_of(source);
                    text += words;
                }
                _ => text += &insertion.text,
            }
            if insertion.is_own {
                own.push(start as u32..text.len() as u32);
            }
            let is_last = self.insertions.get(index + 1).is_none_or(|next| next.replaced.start as usize > at);
            let touches = insertion.replaced.is_empty()
                && insertion.text.ends_with(['}', ')'])
                && !source[at..].starts_with([' ', '\t', '\r', '\n', ')']);
            if is_last && touches && at < source.len() {
                text.push(' ');
            }
        }
        text += &source[at..];
        AddedText { text, own }
    }
}

/// The movetext has several lines, none of them long.
fn has_broken_lines(movetext: &str) -> bool {
    let mut lines = movetext.lines();
    lines.clone().count() > 1 && lines.all(|line| line.chars().count() <= WIDTH + 1)
}
