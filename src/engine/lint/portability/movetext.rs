//! Constructs of the movetext.

use std::ops::Range;

use shakmaty::Color;

use super::rows;
use super::tag_section::line_ends;
use super::walk::{Found, Repair, edit};
use crate::lint::{Event, GameView};

/// NAGs that VGN adds, which no reader of PGN knows; others above 255 are `unknown-nag`.
const VGN_NAGS: std::ops::RangeInclusive<u32> = 300..=302;

/// The movetext read so far.
#[derive(Default)]
pub(super) struct Movetext {
    last: Kind,
    /// End of the last token; 0 before the first.
    end: u32,
    /// The last number, with the periods directly behind it.
    number: Range<u32>,
    line: Line,
    outer: Vec<Line>,
}

/// What is known of a line of play.
#[derive(Default)]
struct Line {
    has_half_moves: bool,
    /// Where a comment on the last half-move belongs: behind it, its glyphs and its comments.
    place: Option<u32>,
    /// Whether a comment in braces ends at that place.
    has_comment: bool,
    comment_only: Option<Range<u32>>,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Nothing,
    Number,
    HalfMove,
    Glyph,
    BraceComment,
    LineComment,
    Variation,
    VariationEnd,
    Terminator,
}

impl Movetext {
    pub(super) fn event(&mut self, event: &Event<'_>, end_of_tags: u32, game: &dyn GameView, found: &mut Found) {
        let Some(range) = event.range() else { return };
        if self.last == Kind::Nothing {
            self.end = end_of_tags;
        }
        // What a slip has torn may be reported out of order.
        if range.start < self.end {
            return;
        }
        self.gap(range.start, game, found);
        let text = game.slice(range);
        let kind = match event {
            Event::Number(_) => {
                self.number = range.clone();
                Kind::Number
            }
            Event::HalfMove { color, .. } => {
                if self.last == Kind::Number {
                    self.periods(range.start, *color, game, found);
                }
                self.line.has_half_moves = true;
                self.line.place = Some(range.end);
                self.line.has_comment = false;
                Kind::HalfMove
            }
            Event::Glyph(_) => self.glyph(text, range, found),
            Event::Comment(_) => self.comment(text, range, game, found),
            Event::Variation(_) => {
                self.outer.push(std::mem::take(&mut self.line));
                Kind::Variation
            }
            Event::VariationEnd(_) => self.variation_end(found),
            Event::Terminator(_) => {
                if !self.outer.is_empty() {
                    found.add(&rows::TERMINATOR_IN_VARIATION, range.clone(), || in_variation(text, self.end, range));
                }
                Kind::Terminator
            }
            Event::Tag(_) | Event::Opening | Event::End => return,
        };
        self.last = kind;
        self.end = range.end;
    }

    /// What stands between two tokens.
    fn gap(&self, start: u32, game: &dyn GameView, found: &mut Found) {
        // Nothing, or one blank or line end.
        if start < self.end + 2 {
            return;
        }
        let gap = self.end..start;
        let text = game.slice(&gap);
        let mut at = gap.start;
        for line in text.split_inclusive('\n') {
            if line.starts_with('%') && (at > gap.start || self.last == Kind::LineComment) {
                let end = at + line.trim_end().len() as u32;
                found.add(&rows::PRIVATE_LINE, at..end, || None);
            }
            at += line.len() as u32;
        }
        // Behind the tags an empty line stands by right.
        let is_blank = text.bytes().all(|byte| byte.is_ascii_whitespace());
        if self.last != Kind::Nothing && is_blank && line_ends(text) > 1 {
            found.add(&rows::EMPTY_LINE, gap.clone(), || {
                let line_end = text.find(['\n', '\r'])?;
                let first = if text[line_end..].starts_with("\r\n") { 2 } else { 1 };
                let indent = text.rfind(['\n', '\r'])? + 1;
                let kept = format!("{}{}", &text[line_end..line_end + first], &text[indent..]);
                Repair::safe("remove the empty line", vec![edit(gap.clone(), kept)])
            });
        }
    }

    /// The periods between a number and its half-move.
    fn periods(&self, half_move: u32, color: Color, game: &dyn GameView, found: &mut Found) {
        let number = game.slice(&(self.number.start..half_move));
        let digits = number.bytes().take_while(u8::is_ascii_digit).count();
        let periods = number[digits..].trim_end();
        let row = match periods {
            "." | "..." => return,
            "" => &rows::NUMBER_WITHOUT_PERIOD,
            _ if periods.bytes().all(|byte| byte == b'.' || byte.is_ascii_whitespace()) => &rows::OTHER_PERIODS,
            _ => return,
        };
        let behind = self.number.start + digits as u32;
        found.add(row, self.number.clone(), || {
            let text = color.fold_wb(". ", "... ");
            Repair::safe("write the periods as all readers read them", vec![edit(behind..half_move, text)])
        });
    }

    fn glyph(&mut self, text: &str, range: &Range<u32>, found: &mut Found) -> Kind {
        let digits = text.trim_start_matches('$');
        match digits.parse::<u32>() {
            _ if digits.len() == text.len() && self.last == Kind::HalfMove && range.start > self.end => {
                let blank = self.end..range.start;
                found.add(&rows::BLANK_BEFORE_SUFFIX, range.clone(), || {
                    Repair::safe("remove the blank", vec![edit(blank, "")])
                });
            }
            _ if digits.len() == text.len() => {}
            Ok(0) => found.add(&rows::NAG_ZERO, range.clone(), || None),
            Ok(number) if digits.starts_with('0') => found.add(&rows::NAG_LEADING_ZERO, range.clone(), || {
                Repair::safe("remove the zeros", vec![edit(range.clone(), format!("${number}"))])
            }),
            Ok(number) if VGN_NAGS.contains(&number) => found.add(&rows::NAG_TOO_LARGE, range.clone(), || None),
            _ => {}
        }
        if matches!(self.last, Kind::HalfMove | Kind::Glyph) {
            self.line.place = Some(range.end);
        }
        Kind::Glyph
    }

    fn comment(&mut self, text: &str, range: &Range<u32>, game: &dyn GameView, found: &mut Found) -> Kind {
        let kind = if text.starts_with('{') { Kind::BraceComment } else { Kind::LineComment };
        let is_closed = kind == Kind::BraceComment && text.ends_with('}') && text.len() > 1;
        if kind == Kind::LineComment {
            found.add(&rows::LINE_COMMENT, range.clone(), || {
                let words = text[1..].trim();
                let braced = || Repair::safe("write it in braces", vec![edit(range.clone(), format!("{{{words}}}"))]);
                (!words.contains('}')).then(braced).flatten()
            });
        } else if is_closed && text.ends_with("\\}") {
            let before_brace = range.end - 1..range.end - 1;
            found.add(&rows::BACKSLASH_IN_COMMENT, range.clone(), || {
                Repair::safe("write a blank before the `}`", vec![edit(before_brace, " ")])
            });
        }
        match self.last {
            Kind::BraceComment | Kind::LineComment => {
                let between = self.end..range.start;
                let can_join = self.last == Kind::BraceComment
                    && is_closed
                    && game.slice(&(self.end - 1..self.end)) == "}"
                    && game.slice(&between).trim().is_empty();
                found.add(&rows::ADJACENT_COMMENTS, range.clone(), || {
                    let join = edit(between.start - 1..between.end + 1, " ");
                    can_join.then(|| Repair { title: "join the comments", edits: vec![join], safe: true })
                });
            }
            Kind::Variation if range.start > self.end => {
                let blank = self.end..range.start;
                found.add(&rows::BLANK_BEFORE_INNER_COMMENT, range.clone(), || {
                    Repair::safe("remove the white space", vec![edit(blank, "")])
                });
            }
            Kind::Number => {
                let number = self.number.start;
                found.add(&rows::COMMENT_AFTER_NUMBER, range.clone(), || {
                    let gap = self.end..range.end;
                    let moved = vec![edit(number..number, format!("{text} ")), edit(gap, "")];
                    is_closed.then_some(Repair {
                        title: "move the comment before the number",
                        edits: moved,
                        safe: true,
                    })
                });
            }
            Kind::VariationEnd => {
                let (place, has_comment) = (self.line.place, self.line.has_comment);
                found.add(&rows::COMMENT_AFTER_VARIATION, range.clone(), || {
                    let place = place.filter(|_| is_closed)?;
                    let moved = match has_comment {
                        true => edit(place - 1..place, format!(" {}", &text[1..])),
                        false => edit(place..place, format!(" {text}")),
                    };
                    Repair::safe("move the comment before the variation", vec![moved, edit(self.end..range.end, "")])
                });
            }
            _ => {}
        }
        if !self.line.has_half_moves && !self.outer.is_empty() {
            self.line.comment_only.get_or_insert_with(|| range.clone());
        }
        let follows_half_move = self.line.place == Some(self.end);
        if follows_half_move && is_closed {
            self.line.place = Some(range.end);
            self.line.has_comment = true;
        }
        kind
    }

    fn variation_end(&mut self, found: &mut Found) -> Kind {
        let inner = std::mem::replace(&mut self.line, self.outer.pop().unwrap_or_default());
        if let Some(comment) = inner.comment_only.filter(|_| !inner.has_half_moves) {
            found.add(&rows::VARIATION_WITHOUT_MOVES, comment, || None);
        }
        Kind::VariationEnd
    }
}

/// `*` says nothing; a result is kept as a comment.
fn in_variation(text: &str, last_end: u32, range: &Range<u32>) -> Option<Repair> {
    let range = range.clone();
    match text {
        "*" => Repair::safe("remove `*`", vec![edit(last_end..range.end, "")]),
        _ => Some(Repair {
            title: "write the result as a comment",
            edits: vec![edit(range, format!("{{{text}}}"))],
            safe: false,
        }),
    }
}
