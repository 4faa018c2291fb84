//! The changed words in a diff's lines, and the rendering of such lines for a terminal.

use std::io::Write;
use std::ops::Range;

use anstyle::Style;
use vgn_engine::source::{ChangeTag, Encoding, changes};

use crate::terminal::{fitting, visible_lines, width};

/// Maximum length, in bytes, of lines in which changed words are searched.
const LONGEST_MARKED: usize = 16 << 10;
/// Number of columns of a long line that are shown beside a changed word.
const NEAR: usize = 24;
/// Marks omitted text.
const ELLIPSIS: &str = "…";

/// For each line of a hunk, the words that differ from the line that it replaces, or that replaces it.
pub fn changed_words(lines: &[(ChangeTag, Vec<u8>)]) -> Vec<Vec<Range<usize>>> {
    let mut marks = vec![Vec::new(); lines.len()];
    let mut start = 0;
    while start < lines.len() {
        let run = |from: usize, tag| lines[from..].iter().take_while(|(other, _)| *other == tag).count();
        let deleted = run(start, ChangeTag::Delete);
        let inserted = run(start + deleted, ChangeTag::Insert);
        // Lines that were replaced one by one.
        if deleted == inserted {
            for old in start..start + deleted {
                let new = old + deleted;
                (marks[old], marks[new]) = words_apart(&lines[old].1, &lines[new].1);
            }
        }
        start += (deleted + inserted).max(1);
    }
    marks
}

fn words_apart(old: &[u8], new: &[u8]) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let (mut old_marks, mut new_marks) = (Vec::new(), Vec::new());
    if old.len().max(new.len()) > LONGEST_MARKED {
        return (old_marks, new_marks);
    }
    let words = |line| -> Vec<&[u8]> { <[u8]>::split_inclusive(line, |byte| *byte == b' ').collect() };
    let (old_words, new_words) = (words(old), words(new));
    let (mut old_at, mut new_at) = (0, 0);
    for (tag, word) in changes(&old_words, &new_words) {
        let len = word.len();
        if tag != ChangeTag::Insert {
            old_marks.extend((tag == ChangeTag::Delete).then_some(old_at..old_at + len));
            old_at += len;
        }
        if tag != ChangeTag::Delete {
            new_marks.extend((tag == ChangeTag::Insert).then_some(new_at..new_at + len));
            new_at += len;
        }
    }
    (old_marks, new_marks)
}

/// Appends a line as a terminal shows it: with a style its marked words are reversed, and in a line longer than
/// `columns` the unchanged parts are shortened.
pub fn push_line(out: &mut Vec<u8>, line: &[u8], marks: &[Range<usize>], style: Option<Style>, columns: Option<usize>) {
    let encoding = Encoding::of(line);
    let read = |range: Range<usize>| visible_lines(&encoding.decode(&line[range])).into_owned();
    let long = columns.is_some_and(|columns| width(read(0..line.len()).trim_end()) > columns);
    let mut at = 0;
    for (index, mark) in marks.iter().enumerate() {
        let before = read(at..mark.start);
        let before = if long { cut(&before, if index == 0 { 0 } else { NEAR }, NEAR) } else { before };
        let word = read(mark.clone());
        let text = word.trim_end();
        out.extend_from_slice(before.as_bytes());
        // Writing to a vector does not fail.
        let _ = match style {
            Some(style) if !text.is_empty() => {
                let invert = style.invert();
                write!(out, "{invert}{text}{invert:#}{style}{}", &word[text.len()..])
            }
            _ => write!(out, "{word}"),
        };
        at = mark.end;
    }
    let rest = read(at..line.len());
    out.extend_from_slice(
        match columns {
            Some(_) if long && at > 0 => cut(&rest, NEAR, 0).into_bytes(),
            Some(columns) if long => cut(&rest, columns - width(ELLIPSIS), 0).into_bytes(),
            _ => rest.into_bytes(),
        }
        .as_slice(),
    );
}

/// The first and the last columns of an unchanged part; its line end is kept.
fn cut(text: &str, first: usize, last: usize) -> String {
    let words = text.trim_end_matches(['\r', '\n']);
    if width(words) <= first + last + width(ELLIPSIS) {
        return text.to_owned();
    }
    let start = fitting(words.chars(), first);
    let end = words.len() - fitting(words.chars().rev(), last);
    format!("{}{ELLIPSIS}{}", &words[..start], &text[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str, marks: &[Range<usize>], columns: Option<usize>) -> String {
        let mut out = Vec::new();
        push_line(&mut out, line.as_bytes(), marks, None, columns);
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn of_a_long_line_the_changed_words_are_in_sight() {
        let line = format!("{}1. BAD {}2. WORSE {}\n", "x ".repeat(500), "y ".repeat(500), "z ".repeat(500));
        let mark = |word: &str| line.find(word).map(|at| at..at + word.len()).expect("there");
        let marks = [mark("BAD "), mark("WORSE ")];
        assert_eq!(
            shown(&line, &marks, Some(80)),
            "… x x x x x x x x x x 1. BAD y y y y y y y y y y y y … y y y y y y y y y y 2. WORSE z z z z z z z z z z z z …\n"
        );
        assert_eq!(shown(&line, &marks, None), line);
        assert_eq!(shown(&line, &marks, Some(10_000)), line);
    }

    #[test]
    fn a_long_line_without_a_change_takes_one_line() {
        let line = format!("{}\n", "王".repeat(50));
        assert_eq!(shown(&line, &[], Some(20)), format!("{}…\n", "王".repeat(9)));
        assert_eq!(shown(&line, &[], Some(100)), line);
    }
}
