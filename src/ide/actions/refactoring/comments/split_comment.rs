//! Splits a comment at the cursor.

use vgn_engine::lint::{Edit, GameFormat};
use vgn_engine::replay::after::after;
use vgn_engine::replay::commands::commands;
use vgn_engine::score::{GameContent, Score};
use vgn_engine::syntax::ast::{AstToken, Comment};

use crate::actions::refactoring::comments::move_comment::owner_of;
use crate::actions::refactoring::comments::owned_comment::OwnedComment;
use crate::actions::refactoring::site::RefactoringSite;
use crate::actions::refactoring::{ActionKind, Refactoring, RefactoringJob, apply};

pub static ROW: Refactoring = Refactoring::at_cursor("split-comment", ActionKind::Refactor, offer, edits);

fn offer(site: &RefactoringSite<'_>) -> Option<(String, u32)> {
    let comment = OwnedComment::at(site)?.comment;
    if comment.is_line() {
        return None;
    }
    let at = site.selection.start.checked_sub(comment.range().start)? as usize;
    let text = comment.text();
    let (before, behind) = (text.get(1..at)?, text.get(at..)?.strip_suffix('}')?);
    let is_inside = commands(text).any(|command| command.range.start < at && at < command.range.end);
    let name = after(text).filter(|_| site.is_vgn()).map_or(1, |after| after.range.end);
    let has_text = |part: &str| !part.trim().is_empty();
    let is_between_words = before.ends_with(char::is_whitespace) || behind.starts_with(char::is_whitespace);
    (text.get(name..at).is_some_and(has_text) && has_text(behind) && is_between_words && !is_inside)
        .then(|| ("Split this comment here".to_owned(), site.selection.start))
}

fn edits(job: &RefactoringJob<'_>) -> Option<Vec<Edit>> {
    let score = job.score()?;
    let game = crate::tree::game_tree(job.text, job.context.cancel)?;
    let comment = Comment::cast(crate::tree::token_at(&game, job.at)?)?;
    owner_of(&score, comment.range().start)?;
    let name = match after(comment.text()) {
        Some(after) if score.resolved.format == GameFormat::Vgn => format!("{} ", &comment.text()[after.range]),
        _ => String::new(),
    };
    let (before, behind) = job.text.split_at(job.at as usize);
    let start = before.trim_end().len() as u32;
    let end = (job.text.len() - behind.trim_start().len()) as u32;
    let edits = vec![Edit { range: start..end, text: format!("}} {{{name}") }];
    let again = apply(job.text, &edits);
    let again = Score::read(&again, job.context)?;
    let intended = GameContent::by_meaning(&score, score.text).with_joined_comments();
    let written = GameContent::by_meaning(&again, again.text).with_joined_comments();
    written.is(&intended).then_some(edits)
}
