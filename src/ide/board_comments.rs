//! The comments on a half-move with other shapes or words: what is named changes, and all else in them stays.

use std::ops::Range;

use super::board_annotate::Annotation;
use super::board_game::body;
use super::board_notes::{ARROWS, COLOURS, Notes, SQUARES, Shape};
use crate::analysis::commands::commands;

/// The comments on a half-move as they are to be, none where one goes; and one that is added.
pub fn rewritten(comments: &[&str], wish: &Annotation) -> (Vec<Option<String>>, Option<String>) {
    let mut new: Vec<Option<String>> = comments.iter().map(|comment| Some((*comment).to_owned())).collect();
    let mut added = String::new();
    if let Some(shapes) = &wish.shapes {
        for (name, is_arrow) in [(SQUARES, false), (ARROWS, true)] {
            let wanted = drawn(shapes, is_arrow);
            let drawn = wanted.as_ref().map(|operands| format!("[%{name} {operands}]"));
            let mut left = drawn;
            for comment in new.iter_mut().flatten() {
                *comment = with_command(comment, name, &mut left);
            }
            if let Some(command) = left {
                match new.iter_mut().flatten().find(|comment| comment.starts_with('{') && comment.ends_with('}')) {
                    Some(comment) => comment.insert_str(after_commands(comment), &glued(comment, &command)),
                    None => added += &command,
                }
            }
        }
    }
    if let Some(words) = &wish.comment {
        let mut left = Some(words.clone()).filter(|words| !words.is_empty());
        let has_words = |comment: &str| {
            let mut notes = Notes::default();
            notes.read(body(comment));
            notes.texts.pop()
        };
        let texts: Vec<Option<String>> = new.iter().map(|it| it.as_deref().and_then(has_words)).collect();
        let is_it_already = texts.iter().flatten().count() <= 1 && texts.iter().flatten().next() == left.as_ref();
        if !is_it_already {
            // The words take the place of the first ones, or else stand behind the first commands.
            let place = texts.iter().position(Option::is_some).or((!new.is_empty()).then_some(0));
            for (at, comment) in new.iter_mut().enumerate() {
                let is_place = Some(at) == place;
                if (is_place && left.is_some()) || texts[at].is_some() {
                    *comment = comment.take().and_then(|old| reworded(&old, if is_place { left.take() } else { None }));
                }
            }
            if let Some(words) = left {
                added = if added.is_empty() { words } else { format!("{added} {words}") };
            }
        }
    }
    // One that has nothing left goes.
    let emptied = |(new, old): (Option<String>, &&str)| {
        let is_empty = |text: &str| body(text).trim().is_empty();
        new.filter(|new| new == old || !is_empty(new))
    };
    let new = new.into_iter().zip(comments).map(emptied).collect();
    (new, Some(added).filter(|added| !added.is_empty()).map(|added| format!("{{{added}}}")))
}

/// The operands that draw the squares, or the arrows.
fn drawn(shapes: &[Shape], is_arrow: bool) -> Option<String> {
    let of_kind = shapes.iter().filter(|shape| shape.to.is_some() == is_arrow);
    let letter = |color: &str| COLOURS.iter().find(|(_, name)| *name == color).map_or('G', |(letter, _)| *letter);
    let text =
        |shape: &Shape| format!("{}{}{}", letter(shape.color), shape.from, shape.to.as_deref().unwrap_or_default());
    let list: Vec<String> = of_kind.map(text).collect();
    (!list.is_empty()).then(|| list.join(","))
}

/// The comment with the first command of this name replaced by the one that is left to be written, and without others.
fn with_command(comment: &str, name: &str, left: &mut Option<String>) -> String {
    let found: Vec<Range<usize>> =
        commands(comment).filter(|command| command.name == name).map(|command| command.range).collect();
    let mut text = comment.to_owned();
    let mut news: Vec<Option<String>> = found.iter().map(|_| None).collect();
    if let Some(first) = news.first_mut() {
        *first = left.take();
    }
    for (range, new) in found.into_iter().zip(news).rev() {
        match new {
            Some(new) => text.replace_range(range, &new),
            None => {
                // With one of the blanks that part it from the words.
                let (before, after) = (&text[..range.start], &text[range.end..]);
                let joins = before.ends_with([' ', '{', ']']) && after.starts_with(' ');
                let end = range.end + usize::from(joins);
                let is_last = before.ends_with(' ') && after.starts_with('}') && before.trim_end().len() > 1;
                let start = range.start - usize::from(is_last);
                text.replace_range(start..end, "");
            }
        }
    }
    text
}

/// Where a command is put into a comment: behind the commands with which it begins.
fn after_commands(comment: &str) -> usize {
    let lead = |at: usize| comment[at..].len() - comment[at..].trim_start().len();
    let mut at = 1 + lead(1);
    for command in commands(comment) {
        if command.range.start != at + lead(at) {
            break;
        }
        at = command.range.end;
    }
    at
}

/// The command with a blank where words follow it.
fn glued(comment: &str, command: &str) -> String {
    let rest = &comment[after_commands(comment)..];
    if rest.starts_with([' ', '}', '[', '\n', '\r']) { command.to_owned() } else { format!("{command} ") }
}

/// The comment with its commands and other words; none where nothing is left.
fn reworded(comment: &str, words: Option<String>) -> Option<String> {
    let kept: Vec<&str> = commands(comment).map(|command| &comment[command.range]).collect();
    let parts: Vec<String> = kept.into_iter().map(str::to_owned).chain(words).collect();
    let inside = parts.join(" ");
    (!inside.is_empty()).then(|| format!("{{{inside}}}"))
}
