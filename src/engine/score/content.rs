//! What a game says, independent of where its format puts comments and variations: two texts with equal content are the
//! same game to a reader.
//!
//! It is taken from a score alone, not from what a conversion or a refactoring intended, so that it can prove them.

use std::borrow::Cow;
use std::ops::Range;

use super::end_marks::end_mark_of;
use super::{MAIN, PlyPart, Score, slice};
use crate::notation::nag;
use crate::replay::after::without_after;
use crate::syntax::is_en_passant_suffix;

/// The content of a game's movetext in reading order: behind each half-move its NAGs, its comments, and the variations
/// that replace it. Ranges are in bytes of the game's text.
pub struct GameContent<'t> {
    pub(super) parts: Vec<RangedPart<'t>>,
    /// The terminator at the end, of a content by meaning.
    end: Option<Cow<'t, str>>,
    /// Whether the comments of a half-move are one.
    pub has_joined_comments: bool,
}

/// How closely a content follows its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ContentDetail {
    Meaning,
    Wording,
}

/// A part of what a game says.
pub enum ContentPart<'t> {
    HalfMove(HalfMoveContent<'t>),
    Nag(u32),
    /// A NAG by its text.
    OtherNag(Cow<'t, str>),
    /// A comment, or stray text.
    Comment(Cow<'t, str>),
    /// A comment that belongs to the half-move behind it.
    Before(Cow<'t, str>),
    Escape(Cow<'t, str>),
    /// Whether a half-move that it may replace is known.
    VariationOpen(bool),
    VariationClose,
    /// At the end of a variation, or in the middle of the game; in a content by wording also at the game's end.
    Terminator(Cow<'t, str>),
}

/// A half-move of a content.
pub struct HalfMoveContent<'t> {
    /// The fingerprint of the position behind it, if its effect is known.
    pub after: Option<u64>,
    /// By wording, without a mark that only the terminator explains.
    pub text: Cow<'t, str>,
    mark: Cow<'t, str>,
    detail: ContentDetail,
}

type RangedPart<'t> = (ContentPart<'t>, Range<u32>);

/// Where two games say something else: a part of each, or its end.
pub struct ContentDifference<'a> {
    /// With its range.
    pub source: Option<&'a RangedPart<'a>>,
    pub written: Option<&'a ContentPart<'a>>,
}

impl<'t> GameContent<'t> {
    /// Half-moves are compared by the boards behind them, NAGs by their numbers, comments by their text. `text`: the
    /// score's own text, which alone is borrowed.
    pub fn by_meaning(score: &Score<'_>, text: &'t str) -> GameContent<'t> {
        GameContent::of(score, text, ContentDetail::Meaning)
    }

    /// All is compared as it is written, stray text too.
    pub fn by_wording(score: &Score<'t>) -> GameContent<'t> {
        GameContent::of(score, score.text, ContentDetail::Wording)
    }

    fn of(score: &Score<'_>, text: &'t str, detail: ContentDetail) -> GameContent<'t> {
        let mut reader = ContentReader { score, text, detail, parts: Vec::new() };
        reader.line(MAIN);
        let mut parts = reader.parts;
        let is_end = |(part, _): &mut RangedPart<'_>| matches!(part, ContentPart::Terminator(_));
        let end = match parts.pop_if(|part| detail == ContentDetail::Meaning && is_end(part)) {
            Some((ContentPart::Terminator(terminator), _)) => Some(terminator),
            _ => None,
        };
        GameContent { parts, end, has_joined_comments: false }
    }

    /// Adds a terminator at the end.
    pub fn end_with(&mut self, terminator: &'static str) {
        self.parts.push((ContentPart::Terminator(terminator.into()), 0..0));
    }

    /// Number of half-moves.
    pub fn count_half_moves(&self) -> usize {
        self.parts.iter().filter(|(part, _)| matches!(part, ContentPart::HalfMove(_))).count()
    }

    /// Joins the comments of each half-move, without what they have of white space but blanks between words.
    #[must_use]
    pub fn with_joined_comments(mut self) -> GameContent<'t> {
        self.has_joined_comments = true;
        self.parts.iter_mut().for_each(|(part, _)| {
            if let ContentPart::Comment(said) | ContentPart::Before(said) = part {
                *said = said.split_whitespace().collect::<Vec<_>>().join(" ").into();
            }
        });
        self.parts.dedup_by(|(next, next_range), (last, range)| match (next, last) {
            (ContentPart::Comment(next), ContentPart::Comment(last))
            | (ContentPart::Before(next), ContentPart::Before(last)) => {
                let both = [&**last, &**next].into_iter().filter(|said| !said.is_empty());
                *last = both.collect::<Vec<_>>().join(" ").into();
                range.end = next_range.end.max(range.end);
                true
            }
            _ => false,
        });
        self
    }

    /// Both games say the same, and end alike.
    pub fn is(&self, other: &GameContent<'_>) -> bool {
        self.difference(other).is_none() && self.end == other.end
    }

    /// The first part that the other game does not say alike. A terminator may be added at the end.
    pub fn difference<'a>(&'a self, other: &'a GameContent<'_>) -> Option<ContentDifference<'a>> {
        let both = self.parts.iter().zip(&other.parts);
        let alike = both.take_while(|((part, _), (written, _))| part.is(written)).count();
        let (source, written) = (self.parts.get(alike), other.parts.get(alike));
        let ends_otherwise = self.end.is_some() && self.end != other.end;
        (source.is_some() || written.is_some() || ends_otherwise)
            .then(|| ContentDifference { source, written: written.map(|(part, _)| part) })
    }

    /// The first part of the other game that this one does not say, or not in this order.
    pub fn addition<'a>(&'a self, other: &'a GameContent<'_>) -> Option<ContentDifference<'a>> {
        let mut rest = &self.parts[..];
        for (written, _) in &other.parts {
            match rest.iter().position(|(part, _)| part.is(written)) {
                Some(at) => rest = &rest[at + 1..],
                None => return Some(ContentDifference { source: rest.first(), written: Some(written) }),
            }
        }
        None
    }
}

impl ContentPart<'_> {
    fn is(&self, other: &ContentPart<'_>) -> bool {
        match (self, other) {
            (ContentPart::HalfMove(this), ContentPart::HalfMove(other)) => {
                let is_known = this.after.is_some() && this.detail == ContentDetail::Meaning;
                this.after == other.after && (is_known || this.text == other.text && this.mark == other.mark)
            }
            (ContentPart::OtherNag(this), ContentPart::OtherNag(other))
            | (ContentPart::Escape(this), ContentPart::Escape(other))
            | (ContentPart::Comment(this), ContentPart::Comment(other))
            | (ContentPart::Before(this), ContentPart::Before(other))
            | (ContentPart::Terminator(this), ContentPart::Terminator(other)) => this == other,
            (ContentPart::Nag(this), ContentPart::Nag(other)) => this == other,
            (ContentPart::VariationOpen(this), ContentPart::VariationOpen(other)) => this == other,
            (ContentPart::VariationClose, ContentPart::VariationClose) => true,
            _ => false,
        }
    }
}

struct ContentReader<'s, 't> {
    score: &'s Score<'s>,
    text: &'t str,
    detail: ContentDetail,
    parts: Vec<RangedPart<'t>>,
}

impl<'t> ContentReader<'_, 't> {
    fn line(&mut self, id: usize) {
        let score = self.score;
        let line = &score.lines[id];
        let end_behind = |is_last: bool| if is_last { &line.end[..] } else { &[] };
        self.annotations(&line.lead, end_behind(line.plies.is_empty()), None);
        for ply in &line.plies {
            for part in &score.plies[*ply].before {
                if let PlyPart::Comment(range) = part {
                    self.parts.push((ContentPart::Before(self.comment(range)), range.clone()));
                }
            }
            self.half_move(*ply);
            self.annotations(&score.plies[*ply].parts, end_behind(line.plies.last() == Some(ply)), Some(*ply));
        }
    }

    fn half_move(&mut self, ply: usize) {
        let range = &self.score.plies[ply].range;
        let half_move = self.score.known(ply);
        let after = half_move.and_then(|half_move| Some(half_move.after.as_ref()?.fingerprint()));
        let (mut text, mut mark) = (self.wording(range), Cow::Borrowed(""));
        if self.detail == ContentDetail::Wording {
            let bare = text.len() - end_mark_of(self.score, &text).len();
            if bare < text.len() {
                (text, mark) = (text[..bare].to_owned().into(), text[bare..].to_owned().into());
            }
        }
        let half_move = HalfMoveContent { after, text, mark, detail: self.detail };
        self.parts.push((ContentPart::HalfMove(half_move), range.clone()));
    }

    /// What stands behind a half-move, or at the beginning of a line, and the end of the line if it follows.
    fn annotations(&mut self, parts: &[PlyPart], end: &[PlyPart], ply: Option<usize>) {
        let is_by_meaning = self.detail == ContentDetail::Meaning;
        let (behind, end) = if is_by_meaning { (end, [].as_slice()) } else { ([].as_slice(), end) };
        let all = || parts.iter().chain(behind);
        all().for_each(|part| self.nag(part, ply));
        all().for_each(|part| self.said(part));
        for part in all() {
            if let PlyPart::Variation(id) = part {
                self.variation(*id);
            }
        }
        all().for_each(|part| self.terminator(part));
        for part in end {
            self.nag(part, ply);
            self.said(part);
            self.terminator(part);
        }
    }

    fn variation(&mut self, id: usize) {
        let line = &self.score.lines[id];
        let open = line.brackets.as_ref().map_or(0..0, |(open, _)| open.clone());
        // A change of the score may have placed it.
        let is_placed = self.detail == ContentDetail::Wording || !line.is_misplaced;
        self.parts.push((ContentPart::VariationOpen(is_placed), open.clone()));
        self.line(id);
        self.parts.push((ContentPart::VariationClose, open));
    }

    fn nag(&mut self, part: &PlyPart, ply: Option<usize>) {
        match (part, self.detail) {
            (PlyPart::Nag(range), ContentDetail::Wording) => {
                self.parts.push((ContentPart::OtherNag(self.wording(range)), range.clone()));
            }
            (PlyPart::Nag(range), ContentDetail::Meaning) => {
                let text = slice(self.text, range);
                let content = match text.strip_prefix('$') {
                    Some(digits) => digits.parse().map_or(ContentPart::OtherNag(text.into()), ContentPart::Nag),
                    None if is_en_passant_suffix(text) => return,
                    None => match nag::of_suffix(text) {
                        Some(number) => ContentPart::Nag(number),
                        None => return,
                    },
                };
                self.parts.push((content, range.clone()));
            }
            // A printed glyph.
            (PlyPart::Stray(range), ContentDetail::Meaning) => {
                let Some(mover) = ply.and_then(|ply| self.score.known(ply)) else { return };
                let glyphs = self.score.slice(range).split_whitespace();
                let numbers: Option<Vec<u32>> = glyphs.map(|glyph| nag::of_printed(glyph, mover.color)).collect();
                let numbers = numbers.into_iter().flatten();
                self.parts.extend(numbers.map(|number| (ContentPart::Nag(number), range.clone())));
            }
            _ => {}
        }
    }

    fn said(&mut self, part: &PlyPart) {
        let content = match part {
            PlyPart::Comment(range) => ContentPart::Comment(self.comment(range)),
            PlyPart::Escape(range) => ContentPart::Escape(self.wording(range)),
            PlyPart::Stray(range) | PlyPart::Number(range) if self.detail == ContentDetail::Wording => {
                ContentPart::Comment(self.wording(range))
            }
            _ => return,
        };
        self.parts.push((content, part.range().cloned().unwrap_or_default()));
    }

    fn terminator(&mut self, part: &PlyPart) {
        if let PlyPart::Terminator(range) = part {
            self.parts.push((ContentPart::Terminator(self.wording(range)), range.clone()));
        }
    }

    /// The text of a comment without the command that names its half-move; by meaning, also without its signs.
    fn comment(&self, range: &Range<u32>) -> Cow<'t, str> {
        if self.detail == ContentDetail::Wording {
            return self.score.comment(range).into();
        }
        let text = slice(self.text, range);
        match self.score.names_its_half_move(range.start) {
            true => inside(&without_after(text)).to_owned().into(),
            false => inside(text).into(),
        }
    }

    fn wording(&self, range: &Range<u32>) -> Cow<'t, str> {
        let source = slice(self.text, range);
        match self.score.written(range) {
            written if written == source => source.into(),
            written => written.to_owned().into(),
        }
    }
}

/// The text of a comment, without its signs.
fn inside(comment: &str) -> &str {
    match comment.strip_prefix('{') {
        Some(text) => text.strip_suffix('}').unwrap_or(text),
        None => &comment[1..],
    }
}
