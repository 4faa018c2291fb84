//! Moves a comment to the half-move before or after its own.

use vgn_engine::lint::Edit;
use vgn_engine::score::{PlyPart, Score};
use vgn_engine::syntax::ast::AstToken;

use crate::actions::refactoring::comments::owned_comment::OwnedComment;
use crate::actions::refactoring::site::RefactoringSite;
use crate::actions::refactoring::{ActionKind, Refactoring, RefactoringJob, RefactoringTarget, ScoreChange};

pub static BACK: Refactoring = Refactoring {
    name: "move-comment-back",
    kind: ActionKind::Move,
    target: RefactoringTarget::Place,
    wide_title: None,
    offer: |site| offer(site, "Move this comment to the half-move before", false),
    edits: |job| edits(job, false),
};

pub static ON: Refactoring = Refactoring {
    name: "move-comment-on",
    kind: ActionKind::Move,
    target: RefactoringTarget::Place,
    wide_title: None,
    offer: |site| offer(site, "Move this comment to the half-move after", true),
    edits: |job| edits(job, true),
};

fn offer(site: &RefactoringSite<'_>, title: &str, on: bool) -> Option<(String, u32)> {
    let here = OwnedComment::at(site)?;
    let has_target = if on { here.has_next } else { here.owner.is_some() && here.has_previous };
    has_target.then(|| (title.to_owned(), here.comment.range().start))
}

fn edits(job: &RefactoringJob<'_>, on: bool) -> Option<Vec<Edit>> {
    job.changed(ScoreChange::Notes, |score| {
        let (owner, part) = owner_of(score, job.at)?;
        let (line, at) = match owner {
            Some(owner) => {
                let (line, at) = score.place_of(owner)?;
                let is_before = score.plies[owner].before.contains(&part);
                (line, if on { at + usize::from(!is_before) } else { at.checked_sub(1)? })
            }
            None => (score.lines.iter().position(|line| line.lead.contains(&part)).filter(|_| on)?, 0),
        };
        let target = *score.lines[line].plies.get(at)?;
        let PlyPart::Comment(range) = &part else { return None };
        score.rewrite(range, score.comment(range));
        match owner {
            Some(owner) => {
                score.retain(owner, |other| *other != part);
                score.plies[owner].before.retain(|other| *other != part);
                score.plies[owner].is_changed = true;
            }
            None => score.lines[line].lead.retain(|other| *other != part),
        }
        let parts = &mut score.plies[target].parts;
        // Keeps the order of comments: before those of the next half-move, after those of the previous one.
        let place = parts.iter().position(|other| match other {
            PlyPart::Comment(_) => on,
            PlyPart::Variation(_) => true,
            _ => false,
        });
        parts.insert(place.unwrap_or(parts.len()), part);
        score.plies[target].is_changed = true;
        Some(())
    })
}

/// The owner of the comment that starts there; `None` if it stands at the beginning of its line.
pub fn owner_of(score: &Score<'_>, start: u32) -> Option<(Option<usize>, PlyPart)> {
    let is_it = |part: &&PlyPart| matches!(part, PlyPart::Comment(range) if range.start == start);
    let of_line = score.lines.iter().find_map(|line| line.lead.iter().find(is_it)).map(|part| (None, part));
    let of_plies = || {
        let mut plies = score.plies.iter().enumerate();
        plies.find_map(|(at, ply)| Some((Some(at), ply.before.iter().chain(&ply.parts).find(is_it)?)))
    };
    of_line.or_else(of_plies).map(|(owner, part)| (owner, part.clone()))
}
