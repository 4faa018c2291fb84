//! Rewrites the comments on a half-move with other shapes or words; all other parts stay byte for byte.

use std::ops::Range;

use vgn_engine::replay::commands::{Command, commands};

use super::annotate::Annotation;
use super::game::body;
use super::notes::{ARROWS, BoardShape, COLOURS, SQUARES, shape};
use super::words::reworded;

/// The new comments, `None` for removed ones, and an additional comment.
pub fn rewritten(comments: &[&str], annotation: &Annotation) -> (Vec<Option<String>>, Option<String>) {
    let mut new: Vec<String> = comments.iter().map(|comment| (*comment).to_owned()).collect();
    let mut added = String::new();
    if let Some(wanted) = &annotation.shapes {
        for comment in &mut new {
            *comment = with_shapes_of(comment, wanted);
        }
        let drawn: Vec<BoardShape> = new.iter().flat_map(|comment| shapes(comment).collect::<Vec<_>>()).collect();
        let missing: Vec<&BoardShape> = wanted.iter().filter(|shape| !drawn.contains(shape)).collect();
        for (name, is_arrow) in [(SQUARES, false), (ARROWS, true)] {
            let operands: Vec<String> = missing.iter().filter(|it| it.to.is_some() == is_arrow).map(spelled).collect();
            if !operands.is_empty() {
                draw(&mut new, &mut added, (name, &operands.join(",")));
            }
        }
        for comment in &mut new {
            *comment = without_idle_commands(comment);
        }
    }
    if let Some(words) = &annotation.comment
        && let Some(words) = reworded(&mut new, words)
    {
        added = if added.is_empty() { words } else { format!("{added} {words}") };
    }
    // A comment that becomes empty is removed.
    let emptied = |(new, old): (String, &&str)| {
        let is_empty = |text: &str| body(text).trim().is_empty();
        Some(new).filter(|new| new == old || !is_empty(new))
    };
    let new = new.into_iter().zip(comments).map(emptied).collect();
    (new, Some(added).filter(|added| !added.is_empty()).map(|added| format!("{{{added}}}")))
}

/// The drawing commands of a comment.
fn drawing(comment: &str) -> impl Iterator<Item = Command<'_>> {
    commands(comment).filter(|command| matches!(command.name, SQUARES | ARROWS))
}

fn shapes(comment: &str) -> impl Iterator<Item = BoardShape> {
    drawing(comment).flat_map(|command| command.operands.split(',').filter_map(|part| shape(part.trim())))
}

/// The comment without the shapes that are not in `wanted`; unreadable operands stay.
fn with_shapes_of(comment: &str, wanted: &[BoardShape]) -> String {
    let mut text = comment.to_owned();
    for command in drawing(comment).collect::<Vec<_>>().into_iter().rev() {
        let goes = |part: &&str| shape(part.trim()).is_some_and(|shape| !wanted.contains(&shape));
        if command.operands.split(',').any(|part| goes(&part)) {
            let kept: Vec<&str> = command.operands.split(',').filter(|part| !goes(part)).collect();
            text.replace_range(command.range, &format!("[%{} {}]", command.name, kept.join(",").trim()));
        }
    }
    text
}

/// Adds operands to the first command with this name; otherwise adds the command to the first comment or to the
/// additional one.
fn draw(comments: &mut [String], added: &mut String, (name, operands): (&str, &str)) {
    for comment in comments.iter_mut() {
        let longer = commands(comment).find(|command| command.name == name).map(|command| {
            let old = command.operands.trim();
            let comma = if old.is_empty() { "" } else { "," };
            (command.range, format!("[%{name} {old}{comma}{operands}]"))
        });
        if let Some((range, command)) = longer {
            comment.replace_range(range, &command);
            return;
        }
    }
    let command = format!("[%{name} {operands}]");
    match comments.iter_mut().find(|comment| comment.starts_with('{') && comment.ends_with('}')) {
        Some(comment) => comment.insert_str(after_commands(comment), &glued(comment, &command)),
        None => *added += &command,
    }
}

/// The operand of a shape: `Ge4`, `Ge2e4`.
fn spelled(shape: &&BoardShape) -> String {
    let letter = COLOURS.iter().find(|(_, name)| *name == shape.color).map_or('G', |(letter, _)| *letter);
    format!("{letter}{}{}", shape.from, shape.to.as_deref().unwrap_or_default())
}

/// The comment without drawing commands that have no operands left.
fn without_idle_commands(comment: &str) -> String {
    let idle = drawing(comment).filter(|command| command.operands.trim().is_empty()).map(|command| command.range);
    let mut text = comment.to_owned();
    for range in idle.collect::<Vec<Range<usize>>>().into_iter().rev() {
        // Removes one of the adjacent blanks too.
        let (before, after) = (&text[..range.start], &text[range.end..]);
        let joins = before.ends_with([' ', '{', ']', ';']) && after.starts_with(' ');
        let end = range.end + usize::from(joins);
        let is_last =
            before.ends_with(' ') && (after.is_empty() || after.starts_with('}') && before.trim_end().len() > 1);
        let start = range.start - usize::from(is_last);
        text.replace_range(start..end, "");
    }
    text
}

/// Offset in a comment after its leading commands, where a command is inserted.
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

/// The command, followed by a blank if words follow.
fn glued(comment: &str, command: &str) -> String {
    let rest = &comment[after_commands(comment)..];
    if rest.starts_with([' ', '}', '[', '\n', '\r']) { command.to_owned() } else { format!("{command} ") }
}
