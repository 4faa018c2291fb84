//! Removes one comment or NAG, or all comments, variations, NAGs or clocks of a game.

use vgn_engine::lint::Edit;
use vgn_engine::replay::commands::commands;
use vgn_engine::score::{PlyPart, Score};
use vgn_engine::syntax::Token;
use vgn_engine::syntax::ast::{AstNode, AstToken, Comment, Movetext, MovetextItem};

use super::comments::move_comment::owner_of;
use super::comments::owned_comment::OwnedComment;
use super::site::RefactoringSite;
use super::{ActionKind, Refactoring, RefactoringJob, RefactoringTarget, ScoreChange};

pub static COMMENT: Refactoring = Refactoring::at_cursor(
    "remove-comment",
    ActionKind::Refactor,
    |site| Some(("Remove this comment".to_owned(), OwnedComment::at(site)?.comment.range().start)),
    |job| {
        job.changed(ScoreChange::Notes, |score| {
            let (_, comment) = owner_of(score, job.at)?;
            strip(score, |part| *part != comment);
            Some(())
        })
    },
);

pub static NAG: Refactoring = Refactoring::at_cursor(
    "remove-nag",
    ActionKind::Refactor,
    |site| {
        let is_nag = matches!(site.kind()?, Token::Nag | Token::CompositeNag | Token::Suffix);
        is_nag.then(|| Some(("Remove this NAG".to_owned(), site.token.as_ref()?.text_range().start().into())))?
    },
    |job| {
        job.changed(ScoreChange::Notes, |score| {
            strip(score, |part| !matches!(part, PlyPart::Nag(range) if range.start == job.at));
            Some(())
        })
    },
);

pub static COMMENTS: Refactoring = Refactoring {
    name: "remove-comments",
    kind: ActionKind::Rare,
    target: RefactoringTarget::Game,
    wide_title: Some("Remove all comments from the selected games"),
    offer: |site| offer(site, "Remove all comments from this game", &[Token::BraceComment, Token::LineComment]),
    edits: |job| stripped(job, ScoreChange::Notes, |part| !matches!(part, PlyPart::Comment(_))),
};

pub static VARIATIONS: Refactoring = Refactoring {
    name: "remove-variations",
    kind: ActionKind::Rare,
    target: RefactoringTarget::Game,
    wide_title: Some("Remove all variations from the selected games"),
    offer: |site| offer(site, "Remove all variations from this game", &[Token::VariationOpen]),
    edits: |job| stripped(job, ScoreChange::Removal, |part| !matches!(part, PlyPart::Variation(_))),
};

pub static NAGS: Refactoring = Refactoring {
    name: "remove-nags",
    kind: ActionKind::Rare,
    target: RefactoringTarget::Game,
    wide_title: Some("Remove all NAGs from the selected games"),
    offer: |site| offer(site, "Remove all NAGs from this game", &[Token::Nag, Token::CompositeNag, Token::Suffix]),
    edits: |job| stripped(job, ScoreChange::Notes, |part| !matches!(part, PlyPart::Nag(_))),
};

fn offer(site: &RefactoringSite<'_>, title: &str, kinds: &[Token]) -> Option<(String, u32)> {
    use vgn_engine::syntax::{SyntaxElement, SyntaxKind};
    let tokens = site.movetext()?.syntax().descendants_with_tokens().filter_map(SyntaxElement::into_token);
    let mut kinds_there = tokens.map(|token| token.kind());
    let has_some = kinds_there.any(|there| kinds.iter().any(|kind| there == SyntaxKind::Token(*kind)));
    has_some.then(|| (title.to_owned(), 0))
}

fn stripped(job: &RefactoringJob<'_>, change: ScoreChange, keeps: fn(&PlyPart) -> bool) -> Option<Vec<Edit>> {
    job.changed(change, |score| {
        strip(score, keeps);
        Some(())
    })
}

/// Keeps only the parts that satisfy the predicate.
fn strip(score: &mut Score<'_>, keeps: impl Fn(&PlyPart) -> bool) {
    score.lines.iter_mut().for_each(|line| line.lead.retain(&keeps));
    for ply in &mut score.plies {
        ply.before.retain(&keeps);
        ply.parts.retain(&keeps);
    }
}

pub static CLOCKS: Refactoring = Refactoring {
    name: "remove-clocks",
    kind: ActionKind::Rare,
    target: RefactoringTarget::Game,
    wide_title: Some("Remove all clock times from the selected games"),
    offer: |site| {
        let movetext = site.movetext()?;
        let has_clock = comments_in(&movetext).any(|comment| commands(comment.text()).any(|it| is_clock(it.name)));
        has_clock.then(|| ("Remove all clock times from this game".to_owned(), 0))
    },
    edits: |job| {
        job.changed(ScoreChange::Notes, |score| {
            for range in comments_of(score) {
                let text = score.slice(&range);
                if commands(text).any(|command| is_clock(command.name)) {
                    score.rewrite(&range, without_clocks(text));
                }
            }
            Some(())
        })
    },
};

fn is_clock(name: &str) -> bool {
    matches!(name, "clk" | "egt" | "emt" | "mct")
}

fn comments_in(movetext: &Movetext) -> impl Iterator<Item = Comment> {
    let elements = movetext.syntax().descendants_with_tokens();
    elements
        .filter_map(MovetextItem::cast)
        .filter_map(|item| if let MovetextItem::Comment(comment) = item { Some(comment) } else { None })
}

/// All comments of the lines and the half-moves.
fn comments_of(score: &Score<'_>) -> Vec<std::ops::Range<u32>> {
    let parts = score.lines.iter().flat_map(|line| &line.lead);
    let parts = parts.chain(score.plies.iter().flat_map(|ply| ply.before.iter().chain(&ply.parts)));
    parts.filter_map(|part| if let PlyPart::Comment(range) = part { Some(range.clone()) } else { None }).collect()
}

/// The comment without its clock commands, each removed with one adjacent blank.
fn without_clocks(comment: &str) -> String {
    let mut rest = String::new();
    let mut at = 0;
    for command in commands(comment).filter(|command| is_clock(command.name)) {
        rest.push_str(&comment[at..command.range.start]);
        at = command.range.end;
        let is_between = rest[1..].is_empty() || rest.ends_with(' ');
        at += usize::from(is_between && comment[at..].starts_with(' '));
    }
    rest.push_str(&comment[at..]);
    rest
}
