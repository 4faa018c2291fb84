//! Constructs of the tag section and before it.

use std::ops::Range;

use super::rows;
use super::walk::{Found, Repair, edit};
use crate::lint::{Event, GameView, TagEvent};

/// The tags and the comments among them, until the movetext begins.
#[derive(Default)]
pub(super) struct TagSection {
    tags: Vec<WrittenTag>,
    comments: Vec<Range<u32>>,
    is_over: bool,
    /// Whether anything of the movetext has been seen.
    in_movetext: bool,
}

/// A tag as it is written.
struct WrittenTag {
    name: String,
    range: Range<u32>,
    /// Between the quotes.
    inner: Range<u32>,
}

const OWN_LINE: &str = "write the tag on a line of its own";

impl TagSection {
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    pub(super) fn tag(&mut self, tag: &TagEvent<'_>) {
        self.tags.push(WrittenTag { name: tag.name.to_owned(), range: tag.range.clone(), inner: tag.inner.clone() });
    }

    pub(super) fn comment(&mut self, range: Range<u32>) {
        self.comments.push(range);
    }

    /// End of the last tag; 0 without tags.
    pub(super) fn end_of_tags(&self) -> u32 {
        self.tags.last().map_or(0, |tag| tag.range.end)
    }

    /// Reads the section, once all of it is known.
    pub(super) fn end(&mut self, game: &dyn GameView, found: &mut Found) {
        if std::mem::replace(&mut self.is_over, true) {
            return;
        }
        self.tags.sort_by_key(|tag| tag.range.start);
        let mut last: Option<u32> = None;
        for tag in &self.tags {
            // Tags that a slip has torn may overlap.
            if last.is_some_and(|end| end > tag.range.start) {
                return;
            }
            gap(game, last, tag.range.start, &self.comments, found);
            form(game, tag, found);
            values(game, tag, found);
            last = Some(tag.range.end);
        }
        if self.tags.is_empty() {
            return;
        }
        for comment in &self.comments {
            let behind = self.tags.iter().rfind(|tag| tag.range.end <= comment.start).map(|tag| tag.range.end);
            let row = match behind {
                None => &rows::COMMENT_BEFORE_TAGS,
                Some(end) if line_ends(game.slice(&(end..comment.start))) == 0 => &rows::COMMENT_ON_TAG_LINE,
                Some(_) => &rows::COMMENT_AMONG_TAGS,
            };
            found.add(row, comment.clone(), || None);
        }
    }

    /// What stands between the tags and the first event of the movetext.
    pub(super) fn before_movetext(&mut self, event: &Event<'_>, game: &dyn GameView, found: &mut Found) {
        if std::mem::replace(&mut self.in_movetext, true) {
            return;
        }
        self.end(game, found);
        let (Some(last), Some(range)) = (self.tags.last(), event.range()) else { return };
        if range.start < last.range.end {
            return;
        }
        let between = last.range.end..range.start;
        match (event, line_ends(game.slice(&between))) {
            (Event::Comment(_), 0) => found.add(&rows::COMMENT_ON_TAG_LINE, range.clone(), || {
                Repair::safe("write the comment below the tags", vec![edit(between, "\n\n")])
            }),
            (_, 0) => found.add(&rows::MOVES_ON_TAG_LINE, range.clone(), || {
                Repair::safe("write the moves below the tags", vec![edit(between, "\n\n")])
            }),
            (_, lines @ 3..) => empty_lines(game, between, lines, found),
            _ => {}
        }
    }
}

/// What stands before a tag.
fn gap(game: &dyn GameView, last: Option<u32>, start: u32, comments: &[Range<u32>], found: &mut Found) {
    let between = last.unwrap_or(0)..start;
    let text = game.slice(&between);
    if text.starts_with('\u{feff}') {
        let mark = between.start..between.start + '\u{feff}'.len_utf8() as u32;
        found.add(&rows::BYTE_ORDER_MARK, mark, || None);
    }
    let bracket = start..start + 1;
    let is_blank = text.bytes().all(|byte| byte.is_ascii_whitespace());
    let has_comment = comments.iter().any(|comment| between.start <= comment.start && comment.end <= between.end);
    match (last, line_ends(text)) {
        (Some(_), 0) if !has_comment => found.add(&rows::TAGS_ON_ONE_LINE, bracket.clone(), || {
            is_blank.then(|| Repair { title: OWN_LINE, edits: vec![edit(between.clone(), "\n")], safe: true })
        }),
        (Some(_), lines @ 3..) if is_blank => empty_lines(game, between.clone(), lines, found),
        _ => {}
    }
    let blanks = text.len() - text.trim_end_matches([' ', '\t']).len();
    let begins_line = text[..text.len() - blanks].ends_with(['\n', '\r']) || text.len() == blanks && last.is_none();
    if blanks > 0 && begins_line {
        found.add(&rows::BLANK_BEFORE_TAG, bracket, || {
            Repair::safe("remove the blanks", vec![edit(start - blanks as u32..start, "")])
        });
    }
}

fn empty_lines(game: &dyn GameView, between: Range<u32>, lines: usize, found: &mut Found) {
    let text = game.slice(&between);
    if text.bytes().all(|byte| byte.is_ascii_whitespace()) {
        let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
        debug_assert!(lines > 2);
        found.add(&rows::EMPTY_LINES_AMONG_TAGS, between.clone(), || {
            Repair::safe("leave one empty line", vec![edit(between, line_end.repeat(2))])
        });
    }
}

/// How the tag itself is written.
fn form(game: &dyn GameView, tag: &WrittenTag, found: &mut Found) {
    let written = game.slice(&tag.range);
    let value = game.slice(&tag.inner);
    let (before, behind) = (tag.range.start..tag.inner.start, tag.inner.end..tag.range.end);
    let (before, behind) = (game.slice(&before), game.slice(&behind));
    let name = before.trim_start_matches('[').trim_end_matches('"');
    let has_line_end = [before, behind].iter().any(|part| part.contains(['\n', '\r']));
    let row = if has_line_end {
        &rows::TAG_OVER_LINES
    } else if name.starts_with(char::is_whitespace) || !name.ends_with(char::is_whitespace) || behind != "\"]" {
        &rows::BLANK_IN_TAG
    } else {
        return;
    };
    let is_whole = written.starts_with('[') && name.trim() == tag.name && behind.ends_with(']');
    found.add(row, tag.range.clone(), || {
        let text = format!("[{} \"{value}\"]", tag.name);
        is_whole.then(|| Repair {
            title: "write the tag as all readers read it",
            edits: vec![edit(tag.range.clone(), text)],
            safe: true,
        })
    });
}

/// Names and values that some readers do not take.
fn values(game: &dyn GameView, tag: &WrittenTag, found: &mut Found) {
    let value = game.slice(&tag.inner);
    if tag.name.contains('_') {
        found.add(&rows::UNDERSCORE_IN_TAG_NAME, tag.range.clone(), || None);
    }
    if value.contains("\\\"") {
        found.add(&rows::ESCAPED_QUOTE, tag.inner.clone(), || {
            let edits = vec![edit(tag.inner.clone(), value.replace("\\\"", "'"))];
            Some(Repair { title: "write `'` for each quote", edits, safe: false })
        });
    }
    match tag.name.as_str() {
        "FEN" => fen(tag, value, found),
        "Variant" if value.eq_ignore_ascii_case("From Position") => {
            found.add(&rows::VARIANT_FROM_POSITION, tag.range.clone(), || None);
        }
        _ => {}
    }
}

fn fen(tag: &WrittenTag, value: &str, found: &mut Found) {
    let fields: Vec<&str> = value.split(' ').collect();
    let [placement, _, rights, _, _, number] = fields[..] else { return };
    if number == "0" {
        let end = tag.inner.end;
        found.add(&rows::MOVE_NUMBER_ZERO, tag.inner.clone(), || {
            Repair::safe("write move number 1", vec![edit(end - 1..end, "1")])
        });
    }
    if rights.bytes().any(|right| matches!(right.to_ascii_lowercase(), b'a'..=b'h')) {
        let start = tag.inner.start + (placement.len() + 3) as u32;
        let range = start..start + rights.len() as u32;
        found.add(&rows::FILE_LETTERS, tag.inner.clone(), || {
            let text = usual_rights(placement, rights)?;
            Repair::safe("write the usual letters", vec![edit(range, text)])
        });
    }
}

/// The rights in `KQkq`, if each belongs to a king on the e-file and to a rook in the corner.
fn usual_rights(placement: &str, rights: &str) -> Option<String> {
    let ranks: Vec<Vec<char>> = placement.split('/').map(squares).collect();
    let usual = |right: char| {
        let rank = ranks.get(if right.is_ascii_uppercase() { 7 } else { 0 })?;
        let piece = |piece: char| if right.is_ascii_uppercase() { piece } else { piece.to_ascii_lowercase() };
        let (file, side) = match right.to_ascii_lowercase() {
            'a' => (0, 'Q'),
            'h' => (7, 'K'),
            _ => return None,
        };
        (rank.get(4) == Some(&piece('K')) && rank.get(file) == Some(&piece('R'))).then(|| piece(side))
    };
    rights.chars().map(usual).collect()
}

/// The squares of a rank; a digit stands for empty ones.
fn squares(rank: &str) -> Vec<char> {
    let run = |c: char| match c.to_digit(10) {
        Some(empty) => vec![' '; empty as usize],
        None => vec![c],
    };
    rank.chars().flat_map(run).collect()
}

pub(super) fn line_ends(text: &str) -> usize {
    crate::syntax::line_ends(text.as_bytes())
}
