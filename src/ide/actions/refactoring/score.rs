//! A game's movetext as lines of half-moves with their annotations, which refactorings change.
//!
//! A comment that names its half-move (rule C4) and a variation that stands after the next half-move (rule C7) are
//! parts of the half-move they belong to, wherever they stand in the text.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use super::numbers::NumberStyle;
use crate::ide::line_of_play::index_at;
use crate::ide::tree::game_tree;
use crate::lint::{Context, GameFormat};
use crate::replay::after::{after, without_after};
use crate::replay::{Resolved, ResolvedMove, resolve_game};
use crate::syntax::ast::{AstNode, AstToken, HasItems, Movetext, Variation};
use crate::syntax::{SyntaxElement, SyntaxKind, SyntaxToken, Token};

/// Index of the main line.
pub const MAIN: usize = 0;

/// A game's movetext in structured form.
#[derive(Clone)]
pub struct Score<'t> {
    pub text: &'t str,
    pub resolved: Rc<Resolved>,
    /// The main line comes first.
    pub lines: Vec<ScoreLine>,
    pub plies: Vec<ScorePly>,
    /// From the first token of the movetext to the last.
    pub movetext: Range<u32>,
    /// How the text writes numbers.
    pub style: NumberStyle,
    /// The new texts of changed comments, by their start in the source.
    rewritten: HashMap<u32, String>,
}

/// The main line or a variation.
#[derive(Clone, Debug, Default)]
pub struct ScoreLine {
    /// `(` and `)`; the range of a missing `)` is empty.
    pub brackets: Option<(Range<u32>, Range<u32>)>,
    /// The parts before its first half-move.
    pub lead: Vec<PlyPart>,
    pub plies: Vec<usize>,
    /// Terminators and what follows them.
    pub end: Vec<Range<u32>>,
    /// The half-move that the variation replaces.
    pub replaces: Option<usize>,
}

/// A half-move.
#[derive(Clone, Debug, Default)]
pub struct ScorePly {
    pub line: usize,
    /// Includes periods that are separate tokens.
    pub number: Option<Range<u32>>,
    pub range: Range<u32>,
    /// Comments between its number and its text, and those at the beginning of its variation. Empty in VGN (rule C4).
    pub before: Vec<PlyPart>,
    /// Comments, NAGs and variations in the order of the text.
    pub parts: Vec<PlyPart>,
    /// The next half-move on its line in the source.
    pub next: Option<usize>,
    /// Its parts differ from those in the source.
    pub is_changed: bool,
    /// Index among all half-moves of the game.
    pub index: usize,
}

/// A part that belongs to a half-move or a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlyPart {
    Comment(Range<u32>),
    /// `$14`, `!?`
    Nag(Range<u32>),
    /// Text that the grammar cannot classify.
    Stray(Range<u32>),
    /// Index of a line.
    Variation(usize),
}

/// A move number whose half-move has not been read, and the comments after it.
#[derive(Default)]
struct PendingTokens {
    number: Option<Range<u32>>,
    comments: Vec<PlyPart>,
}

impl<'t> Score<'t> {
    /// Parses a game's movetext. `None` if it contains an element that cannot be moved, or if cancelled.
    pub fn read(text: &'t str, context: &Context<'_>) -> Option<Score<'t>> {
        let game = game_tree(text, context.cancel)?;
        let movetext = game.movetext()?;
        let resolved = context.whole(text, resolve_game(text, &context.with_fixes(false)))?;
        let range = solid(&movetext)?;
        let mut score = Score {
            text,
            resolved: Rc::new(resolved),
            lines: vec![ScoreLine::default()],
            plies: Vec::new(),
            movetext: range,
            style: NumberStyle::default(),
            rewritten: HashMap::new(),
        };
        score.read_line(&movetext, MAIN)?;
        score.style = NumberStyle::of(&score);
        Some(score)
    }

    /// A score with these parts of the text.
    pub fn with(
        text: &'t str,
        resolved: Rc<Resolved>,
        lines: Vec<ScoreLine>,
        plies: Vec<ScorePly>,
        movetext: Range<u32>,
        style: NumberStyle,
    ) -> Score<'t> {
        Score { text, resolved, lines, plies, movetext, style, rewritten: HashMap::new() }
    }

    fn read_line(&mut self, line: &impl HasItems, id: usize) -> Option<()> {
        let mut ahead = PendingTokens::default();
        for element in line.syntax().children_with_tokens() {
            match element {
                SyntaxElement::Node(node) => self.read_variation(&Variation::cast(node)?, id)?,
                SyntaxElement::Token(token) => self.read_token(&token, id, &mut ahead)?,
            }
        }
        self.leave(id, &mut ahead);
        Some(())
    }

    /// Flushes a number without a half-move, as at the end of a line that is being typed.
    fn leave(&mut self, line: usize, ahead: &mut PendingTokens) {
        let PendingTokens { number, comments } = std::mem::take(ahead);
        let number = number.map(PlyPart::Stray);
        number.into_iter().chain(comments).for_each(|part| self.attach_last(line, part));
    }

    /// The comments before the next half-move of a line.
    fn comments_before(&mut self, line: usize, ahead: &mut PendingTokens) -> Vec<PlyPart> {
        let first = &mut self.lines[line];
        let is_pgn = self.resolved.format == GameFormat::Pgn;
        let begins = is_pgn && line != MAIN && first.plies.is_empty();
        let only_comments = first.lead.iter().all(|part| matches!(part, PlyPart::Comment(_)));
        let mut before = if begins && only_comments { std::mem::take(&mut first.lead) } else { Vec::new() };
        before.append(&mut ahead.comments);
        before
    }

    fn read_variation(&mut self, variation: &Variation, outer: usize) -> Option<()> {
        let id = self.lines.len();
        let mut tokens = variation.syntax().children_with_tokens().filter_map(SyntaxElement::into_token);
        let open: Range<u32> = tokens.next()?.text_range().into();
        let last: Range<u32> = variation.syntax().last_token()?.text_range().into();
        // A variation without `)` extends to the end.
        let brackets = Some((open, if variation.is_closed() { last } else { last.end..last.end }));
        let replaces = self.replaced(variation, outer);
        self.lines.push(ScoreLine { brackets, replaces, ..ScoreLine::default() });
        self.attach(outer, replaces, PlyPart::Variation(id));
        self.read_line(variation, id)
    }

    /// The half-move that a variation replaces: in VGN its first number may name the second to last.
    fn replaced(&self, variation: &Variation, outer: usize) -> Option<usize> {
        let last = self.lines[outer].plies.last().copied();
        let first = variation.moves().next().and_then(|first| self.resolved_at(first.range().start));
        let Some((_, first)) = first else { return last };
        let is_it = |ply: &&usize| self.half_move(**ply).ply == first.ply;
        self.lines[outer].plies.iter().rev().take(2).find(is_it).copied().or(last)
    }

    fn read_token(&mut self, token: &SyntaxToken, id: usize, ahead: &mut PendingTokens) -> Option<()> {
        let range: Range<u32> = token.text_range().into();
        let SyntaxKind::Token(kind) = token.kind() else { return None };
        match kind {
            // An unmatched `)`.
            Token::VariationClose if id == MAIN => self.attach_last(id, PlyPart::Stray(range)),
            Token::Space | Token::ByteOrderMark | Token::VariationOpen | Token::VariationClose => {}
            Token::MoveNumber | Token::Periods => {
                if !ahead.comments.is_empty() {
                    self.leave(id, ahead);
                }
                let start = ahead.number.as_ref().map_or(range.start, |number| number.start);
                ahead.number = Some(start..range.end);
            }
            Token::Move => {
                let (index, _) = self.resolved_at(range.start)?;
                let ply = self.plies.len();
                if let Some(last) = self.lines[id].plies.last() {
                    self.plies[*last].next = Some(ply);
                }
                let (before, number) = (self.comments_before(id, ahead), ahead.number.take());
                self.plies.push(ScorePly { line: id, number, range, before, index, ..ScorePly::default() });
                self.lines[id].plies.push(ply);
            }
            Token::Suffix | Token::Nag | Token::CompositeNag => self.attach_last(id, PlyPart::Nag(range)),
            Token::Stray => self.attach_last(id, PlyPart::Stray(range)),
            Token::BraceComment | Token::LineComment => {
                if ahead.number.is_some() && self.resolved.format == GameFormat::Pgn {
                    ahead.comments.push(PlyPart::Comment(range));
                } else {
                    let owner = self.owner_of(&range, id);
                    self.attach(id, owner, PlyPart::Comment(range));
                }
            }
            Token::Terminator => {
                self.leave(id, ahead);
                self.lines[id].end.push(range);
            }
            _ => return None,
        }
        Some(())
    }

    /// The half-move of a line that a comment belongs to.
    fn owner_of(&self, comment: &Range<u32>, line: usize) -> Option<usize> {
        let plies = &self.lines[line].plies;
        let named = (self.resolved.format == GameFormat::Vgn)
            .then(|| after(self.slice(comment)).and_then(|after| after.named))
            .flatten();
        let ahead = self.ahead(plies);
        let is_it = |ply: &&usize| {
            let half_move = self.half_move(**ply);
            let number = i64::from(half_move.number);
            named.is_some_and(|named| {
                named.color == half_move.color && [number, number + ahead].contains(&i64::from(named.number))
            })
        };
        plies.iter().rev().take(2).find(is_it).or(plies.last()).copied()
    }

    /// Difference between the last written number of a line and the true one.
    fn ahead(&self, plies: &[usize]) -> i64 {
        let difference = |ply: &usize| {
            let number = self.slice(self.plies[*ply].number.as_ref()?).split(|c: char| !c.is_ascii_digit()).next()?;
            Some(number.parse::<i64>().ok()? - i64::from(self.half_move(*ply).number))
        };
        plies.iter().rev().find_map(difference).unwrap_or(0)
    }

    fn attach_last(&mut self, line: usize, part: PlyPart) {
        let last = self.lines[line].plies.last().copied();
        self.attach(line, last, part);
    }

    fn attach(&mut self, line: usize, ply: Option<usize>, part: PlyPart) {
        let after_end = !self.lines[line].end.is_empty();
        match (part, ply) {
            // A comment after the terminator stays there.
            (PlyPart::Comment(range) | PlyPart::Nag(range) | PlyPart::Stray(range), _) if after_end => {
                self.lines[line].end.push(range);
            }
            (part, Some(ply)) => self.plies[ply].parts.push(part),
            (part, None) => self.lines[line].lead.push(part),
        }
    }

    fn resolved_at(&self, start: u32) -> Option<(usize, &ResolvedMove)> {
        let moves = &self.resolved.moves;
        let at = index_at(moves, start)?;
        Some((at, &moves[at]))
    }

    /// The resolved half-move.
    pub fn half_move(&self, ply: usize) -> &ResolvedMove {
        &self.resolved.moves[self.plies[ply].index]
    }

    pub fn slice(&self, range: &Range<u32>) -> &'t str {
        &self.text[range.start as usize..range.end as usize]
    }

    /// The current text of a comment or of a half-move.
    pub fn written(&self, range: &Range<u32>) -> &str {
        self.rewritten.get(&range.start).map_or_else(|| self.slice(range), String::as_str)
    }

    /// Replaces the text of a comment, which is removed if it becomes empty.
    pub fn rewrite(&mut self, range: &Range<u32>, text: String) {
        self.rewritten.insert(range.start, text);
        if self.comment(range).trim_matches(['{', '}', ';', ' ', '\n', '\r', '\t']).is_empty() {
            let keeps = |part: &PlyPart| *part != PlyPart::Comment(range.clone());
            self.lines.iter_mut().for_each(|line| line.lead.retain(keeps));
            self.plies.iter_mut().for_each(|ply| ply.parts.retain(keeps));
            self.plies.iter_mut().for_each(|ply| ply.before.retain(keeps));
        }
    }

    /// Replaces the text of a half-move, which must stay the same one.
    pub fn rewrite_half_move(&mut self, ply: usize, text: String) {
        self.rewritten.insert(self.plies[ply].range.start, text);
    }

    /// The current text of a comment without the command that names its half-move.
    pub fn comment(&self, range: &Range<u32>) -> String {
        let text = self.written(range);
        match self.resolved.format {
            GameFormat::Vgn if after(text).is_some_and(|after| after.named.is_some()) => without_after(text),
            _ => text.to_owned(),
        }
    }

    /// The line whose `(` starts there.
    pub fn line_at(&self, open: u32) -> Option<usize> {
        self.lines.iter().position(|line| line.brackets.as_ref().is_some_and(|(start, _)| start.start == open))
    }

    /// The half-move whose text starts there.
    pub fn ply_at(&self, start: u32) -> Option<usize> {
        self.plies.binary_search_by_key(&start, |ply| ply.range.start).ok()
    }

    /// The line of a half-move, and its index there.
    pub fn place_of(&self, ply: usize) -> Option<(usize, usize)> {
        let line = self.plies[ply].line;
        Some((line, self.lines[line].plies.iter().position(|other| *other == ply)?))
    }

    /// Swaps a variation with the line that it replaces.
    pub fn promote(&mut self, variation: usize) -> Option<()> {
        let replaced = self.lines[variation].replaces?;
        let (outer, at) = self.place_of(replaced)?;
        let promoted = std::mem::take(&mut self.lines[variation].plies);
        let first = *promoted.first()?;
        if !self.lines[variation].end.is_empty() {
            return None;
        }
        let demoted = self.lines[outer].plies.split_off(at);
        let lead = std::mem::take(&mut self.lines[variation].lead);
        for ply in &demoted {
            self.plies[*ply].line = variation;
        }
        for ply in &promoted {
            self.plies[*ply].line = outer;
        }
        self.lines[variation].plies = demoted;
        self.lines[outer].plies.extend(promoted);
        // All alternatives now replace `first`; comments and NAGs stay with their half-moves.
        let (others, kept) = parted(std::mem::take(&mut self.plies[replaced].parts));
        let (own, notes) = parted(std::mem::take(&mut self.plies[first].parts));
        let mut variations = vec![PlyPart::Variation(variation)];
        for other in others {
            if other == PlyPart::Variation(variation) {
                variations.extend(own.iter().cloned())
            } else {
                variations.push(other)
            }
        }
        for part in &variations {
            if let PlyPart::Variation(id) = part {
                self.lines[*id].replaces = Some(first);
            }
        }
        self.plies[replaced].parts = kept;
        self.plies[first].parts = lead.into_iter().chain(notes).chain(variations).collect();
        for ply in [replaced, first] {
            self.plies[ply].is_changed = true;
        }
        Some(())
    }

    /// The line that contains a variation.
    pub fn outer(&self, variation: usize) -> Option<usize> {
        Some(self.plies[self.lines[variation].replaces?].line)
    }

    /// The comment stands before the half-move's number, as it does in the text if a variation begins with it.
    pub fn is_before_number(&self, ply: usize, comment: &PlyPart) -> bool {
        let ScorePly { line, number, .. } = &self.plies[ply];
        let line = &self.lines[*line];
        let PlyPart::Comment(range) = comment else { return false };
        line.brackets.is_some()
            && line.plies.first() == Some(&ply)
            && number.as_ref().is_none_or(|number| range.start < number.start)
    }

    /// The variations on a half-move.
    pub fn variations_on(&self, ply: usize) -> impl Iterator<Item = usize> {
        self.plies[ply].parts.iter().filter_map(|part| if let PlyPart::Variation(id) = part { Some(*id) } else { None })
    }

    /// Removes parts from a half-move.
    pub fn retain(&mut self, ply: usize, keeps: impl FnMut(&PlyPart) -> bool) {
        self.plies[ply].parts.retain(keeps);
    }
}

/// Variations and other parts.
pub fn parted(parts: Vec<PlyPart>) -> (Vec<PlyPart>, Vec<PlyPart>) {
    parts.into_iter().partition(|part| matches!(part, PlyPart::Variation(_)))
}

fn solid(movetext: &Movetext) -> Option<Range<u32>> {
    crate::ide::tree::solid(movetext.syntax())
}
