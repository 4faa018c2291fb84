//! Changes the words of the comments on a half-move. Commands, line ends and the division into comments are kept
//! between unchanged words.

use std::ops::Range;

use vgn_engine::replay::commands::commands;
use vgn_engine::source::{DiffTag, edit_script};

/// A word of a comment.
struct CommentWord {
    comment: usize,
    /// In bytes of the comment.
    range: Range<usize>,
}

/// Replaces the words of the comments by others, which are separated by single blanks or line ends. Returns them if
/// there is no suitable comment.
pub fn reworded(comments: &mut [String], wanted: &str) -> Option<String> {
    let old = words(comments);
    let new = pieces(wanted);
    if old.is_empty() {
        return place_first(comments, wanted);
    }
    let old_texts: Vec<&[u8]> = old.iter().map(|word| comments[word.comment][word.range.clone()].as_bytes()).collect();
    let new_texts: Vec<&[u8]> = new.iter().map(|range| wanted[range.clone()].as_bytes()).collect();
    let mut edits = Vec::new();
    for step in edit_script(&old_texts, &new_texts) {
        let (kind, before, after) = step.as_tag_tuple();
        let coming = match (new[after.clone()].first(), new[after.clone()].last()) {
            (Some(first), Some(last)) => &wanted[first.start..last.end],
            _ => "",
        };
        match kind {
            DiffTag::Equal => edits.extend(breaks(comments, &old[before], &new[after], wanted)),
            DiffTag::Insert => {
                let gap = |at: usize| new.get(at).map_or(" ", |word| &wanted[new[at - 1].end..word.start]);
                let (at, place, text) = match before.start.checked_sub(1) {
                    Some(last) => (old[last].comment, old[last].range.end, format!("{}{coming}", gap(after.start))),
                    None => (old[0].comment, old[0].range.start, format!("{coming}{}", gap(after.end))),
                };
                edits.push((at, place..place, text));
            }
            DiffTag::Delete | DiffTag::Replace => {
                let mut left = Some(coming);
                for range in joined(&old[before], comments) {
                    edits.push((range.0, range.1, left.take().unwrap_or_default().to_owned()));
                }
            }
        }
    }
    edits.sort_by_key(|(at, range, _)| (*at, range.start));
    for (at, range, text) in edits.into_iter().rev() {
        replace(&mut comments[at], range, &text);
    }
    None
}

/// The ranges of words; those separated by blanks only are merged.
fn joined(words: &[CommentWord], comments: &[String]) -> Vec<(usize, Range<usize>)> {
    let mut all: Vec<(usize, Range<usize>)> = Vec::new();
    for CommentWord { comment, range } in words {
        match all.last_mut() {
            Some((at, last)) if at == comment && comments[*at][last.end..range.start].trim().is_empty() => {
                last.end = range.end;
            }
            _ => all.push((*comment, range.clone())),
        }
    }
    all
}

/// New line ends between unchanged words.
fn breaks(
    comments: &[String],
    old: &[CommentWord],
    new: &[Range<usize>],
    wanted: &str,
) -> Vec<(usize, Range<usize>, String)> {
    let pairs = old.windows(2).zip(new.windows(2)).filter_map(|(old, new)| {
        let typed = &wanted[new[0].end..new[1].start];
        let (here, place) = (old[0].comment, old[0].range.end..old[1].range.start);
        let is_in_line = old[1].comment == here && !comments[here][place.clone()].contains('\n');
        let is_blank = is_in_line && comments[here][place.clone()].trim().is_empty();
        (typed.contains('\n') && is_blank).then(|| (here, place, typed.to_owned()))
    });
    pairs.collect()
}

/// Replaces words by a text. If the text is empty, an adjacent blank is removed too.
fn replace(comment: &mut String, range: Range<usize>, text: &str) {
    if !text.is_empty() || range.is_empty() {
        let is_line = comment.starts_with(';') && text.contains('\n');
        comment.replace_range(range, text);
        if is_line {
            *comment = format!("{{{}}}", &comment[1..]);
        }
        return;
    }
    let (before, after) = (&comment[..range.start], &comment[range.end..]);
    let blank = |c: char| c.is_ascii_whitespace();
    let (lead, trail) =
        (before.len() - before.trim_end_matches(blank).len(), after.len() - after.trim_start_matches(blank).len());
    let is_first = before.len() - lead <= 1;
    let is_last = after[trail..].is_empty() || &after[trail..] == "}";
    let range = match (is_first, is_last) {
        (true, false) => range.start - lead..range.end + trail,
        (_, true) => range.start - lead..range.end,
        (false, false) => range.start..range.end + trail,
    };
    comment.replace_range(range, "");
}

/// Inserts words after the commands of a comment without words; returns them if there is none.
fn place_first(comments: &mut [String], words: &str) -> Option<String> {
    if words.is_empty() {
        return None;
    }
    let Some(comment) = comments.iter_mut().find(|comment| comment.ends_with('}')) else {
        return Some(words.to_owned());
    };
    let end = comment[..comment.len() - 1].trim_end().len();
    let blank = if end > 1 { " " } else { "" };
    comment.insert_str(end, &format!("{blank}{words}"));
    None
}

/// The words of comments without those in commands.
fn words(comments: &[String]) -> Vec<CommentWord> {
    let mut all = Vec::new();
    for (at, comment) in comments.iter().enumerate() {
        let end = if comment.starts_with('{') && comment.ends_with('}') { comment.len() - 1 } else { comment.len() };
        let mut from = 1.min(end);
        let mut take = |from: usize, to: usize| {
            let found = pieces(&comment[from..to]).into_iter();
            all.extend(found.map(|range| CommentWord { comment: at, range: from + range.start..from + range.end }));
        };
        for command in commands(comment) {
            take(from, command.range.start.max(from));
            from = command.range.end;
        }
        take(from, end.max(from));
    }
    all
}

/// The ranges of the words of a text.
fn pieces(text: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    let words = text.split_inclusive(char::is_whitespace).filter_map(|piece| {
        let start = at;
        at += piece.len();
        let len = piece.trim_end().len();
        (len > 0).then_some(start..start + len)
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rewritten comments, one per line.
    fn with(comments: &[&str], words: &str) -> String {
        let mut comments: Vec<String> = comments.iter().map(|comment| (*comment).to_owned()).collect();
        let left = reworded(&mut comments, words);
        comments.extend(left.map(|left| format!("+ {left}")));
        comments.join(" | ")
    }

    #[test]
    fn only_words_that_differ_change() {
        let long = "{First line of a\nlong note.\n\nSecond, with [%eval 0.3] inside.}";
        for (comments, words, expected) in [
            (&[long][..], "First line of a long note. Second, with inside.", long),
            (
                &[long],
                "First line of a longer note. Second, with inside. More.",
                "{First line of a\nlonger note.\n\nSecond, with [%eval 0.3] inside. More.}",
            ),
            (&[long], "First line of a long note.", "{First line of a\nlong note.\n\n[%eval 0.3]}"),
            (&["{a b}"], "a\nb", "{a\nb}"),
            (&["{a b}"], "a b\n\nc", "{a b\n\nc}"),
            (&["{a b}"], "x a b", "{x a b}"),
            (&["{a}", "{b}"], "a b c", "{a} | {b c}"),
            (&["{a}", "{b}"], "c", "{c} | {}"),
            (&["{a [%clk 1]}"], "", "{[%clk 1]}"),
            (&["{[%clk 1] a}"], "", "{[%clk 1]}"),
            (&["{[%clk 1]}"], "a b", "{[%clk 1] a b}"),
            (&["{ [%clk 1] }"], "a", "{ [%clk 1] a }"),
            (&["; a b"], "a c", "; a c"),
            (&["; a b"], "a\nb", "{ a\nb}"),
            (&["; a"], "", ";"),
            (&[], "a", "+ a"),
            (&["{}"], "a", "{a}"),
        ] {
            assert_eq!(with(comments, words), expected, "{comments:?} {words}");
        }
    }
}
