//! Refactorings: changes to the lines, comments and tags of a game. Each has its own file and a row in `REFACTORINGS`.
//!
//! Offers are made from the tree alone; edits are computed when an action is chosen. A refactoring parses the game into
//! a [`Score`], changes it and writes it in the game's number style. The result is parsed and played again and compared with
//! the intended one ([`GameContent`]); a refactoring whose result differs is not applied.

mod castling_form;
mod comments;
mod copy_to_here;
mod delete_from_here;
mod delete_variation;
mod demote_line;
mod extract_variation;
mod games;
mod main_line;
mod merge_games;
mod merged_tags;
mod move_variation;
mod promote_variation;
mod renumber;
mod site;
mod sort_tags;
mod split_variations;
mod strip;
mod tag_roster;
#[cfg(test)]
mod tests;
mod transpositions;

use std::cell::OnceCell;
use std::fmt;
use std::ops::Range;

use games::ply_count;
use site::RefactoringSite;
use vgn_engine::lint::{Context, Edit, apply};
use vgn_engine::score::{GameContent, MAIN, Score, ScoreWriter, move_end_mark};
use vgn_engine::syntax::games::next_game;

use super::{Action, ActionKind, Effect, GameRewrite, RewriteScope};
use crate::tree::{game_tree, token_at};
pub use tag_roster::ADD_ROSTER;

/// Maximum length in bytes of a game for which refactorings are offered: they take hundreds of times its memory.
const LONGEST: usize = 1 << 20;
/// Up to this length in bytes each refactoring is tried before it is offered, and refused if it fails; in longer games
/// failure shows when it is chosen.
const LONGEST_TRIED: usize = 1 << 14;
/// Maximum length in characters of a half-move that a title quotes.
const LONGEST_NAME: usize = 12;

/// All refactorings, in the order in which editors show them.
const REFACTORINGS: [&Refactoring; 24] = [
    &promote_variation::ROW,
    &main_line::ROW,
    &demote_line::ROW,
    &move_variation::UP,
    &move_variation::DOWN,
    &delete_variation::ROW,
    &delete_from_here::ROW,
    &extract_variation::ROW,
    &strip::COMMENT,
    &strip::NAG,
    &comments::move_comment::BACK,
    &comments::move_comment::ON,
    &comments::join_comments::ROW,
    &comments::split_comment::ROW,
    &tag_roster::ROW,
    &sort_tags::ROW,
    &castling_form::ROW,
    &renumber::ROW,
    &split_variations::ROW,
    &copy_to_here::ROW,
    &strip::COMMENTS,
    &strip::VARIATIONS,
    &strip::NAGS,
    &strip::CLOCKS,
];

/// A change that can be made to a game.
pub struct Refactoring {
    /// Identifier in the data of the editor's code action.
    name: &'static str,
    kind: ActionKind,
    target: RefactoringTarget,
    /// Its title for several games; `None` if it is offered for one game at a time.
    wide_title: Option<&'static str>,
    /// Its title and target offset in the game's text; `None` if there is nothing to do.
    offer: OfferFn,
    /// Its edits; `None` if it cannot be done.
    edits: EditsFn,
}

type OfferFn = fn(&RefactoringSite<'_>) -> Option<(String, u32)>;
type EditsFn = fn(&RefactoringJob<'_>) -> Option<Vec<Edit>>;

impl Refactoring {
    /// A refactoring of the element at the cursor.
    const fn at_cursor(name: &'static str, kind: ActionKind, offer: OfferFn, edits: EditsFn) -> Refactoring {
        Refactoring { name, kind, target: RefactoringTarget::Place, wide_title: None, offer, edits }
    }
}

/// What a refactoring applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefactoringTarget {
    /// The element at the cursor.
    Place,
    /// The whole game, wherever the cursor is; also several games.
    Game,
}

/// A refactoring with its target, in bytes of the game's text.
#[derive(Clone, Copy)]
pub struct RefactoringChoice {
    pub refactoring: &'static Refactoring,
    pub at: u32,
}

impl RefactoringChoice {
    /// The refactoring with this name.
    pub fn named(name: &str, at: u32) -> Option<RefactoringChoice> {
        REFACTORINGS
            .into_iter()
            .find(|refactoring| refactoring.name == name)
            .map(|refactoring| RefactoringChoice { refactoring, at })
    }

    /// Its edits in order, in bytes of the game's text; empty if it cannot be done.
    pub fn edits(self, text: &str, context: &Context<'_>) -> Vec<Edit> {
        let job = RefactoringJob { text, context, at: self.at, score: &OnceCell::new() };
        let edits = if text.len() <= LONGEST { (self.refactoring.edits)(&job) } else { None };
        edits.and_then(|edits| context.whole(text, edits)).unwrap_or_default()
    }
}

impl PartialEq for RefactoringChoice {
    fn eq(&self, other: &RefactoringChoice) -> bool {
        (self.refactoring.name, self.at) == (other.refactoring.name, other.at)
    }
}

impl Eq for RefactoringChoice {}

impl fmt::Debug for RefactoringChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for RefactoringChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.refactoring.name, self.at)
    }
}

/// The refactorings for a selection whose targets `wanted` accepts. `selection`: bytes of the game's text.
pub fn refactorings(
    text: &str,
    context: &Context<'_>,
    selection: Range<u32>,
    wanted: impl Fn(RefactoringTarget) -> bool,
) -> Vec<Action> {
    if text.len() > LONGEST {
        return Vec::new();
    }
    let Some(game) = game_tree(text, context.cancel) else { return Vec::new() };
    let token = token_at(&game, selection.start);
    let site = RefactoringSite { text, game: &game, context, selection, token };
    let score = OnceCell::new();
    let rows = REFACTORINGS.into_iter().filter(|row| wanted(row.target));
    let offered = rows.filter_map(|row| {
        let (title, at) = (row.offer)(&site)?;
        let action = row.action(title, RewriteScope::Game, at);
        if text.len() > LONGEST_TRIED {
            return Some(action);
        }
        let job = RefactoringJob { text, context, at, score: &score };
        match (row.edits)(&job) {
            Some(edits) => (!edits.is_empty()).then_some(action),
            None => Some(Action { effect: Effect::Refused(job.refusal().to_owned()), ..action }),
        }
    });
    offered.collect()
}

pub use merge_games::{SelectedGames, merged as merged_games};

/// The refactorings for several games.
pub fn wide_refactorings(games: &SelectedGames<'_>, context: &Context<'_>) -> Vec<Action> {
    let titled = REFACTORINGS.into_iter().filter_map(|row| Some((row, row.wide_title?)));
    let mut rows: Vec<(&'static Refactoring, &str, bool)> = titled.map(|(row, title)| (row, title, false)).collect();
    let text = (games.text)();
    let texts =
        games.places.iter().filter(|(_, is_binary)| !is_binary).filter_map(|(range, _)| text.get(range.clone()));
    for text in texts {
        if rows.iter().all(|(.., is_of_use)| *is_of_use) || context.cancel.is_cancelled() {
            break;
        }
        let Some(game) = game_tree(text, context.cancel).filter(|_| text.len() <= LONGEST) else { continue };
        let site = RefactoringSite { text, game: &game, context, selection: 0..0, token: None };
        rows.iter_mut().filter(|row| !row.2).for_each(|row| row.2 = (row.0.offer)(&site).is_some());
    }
    let rows = rows.into_iter().filter(|(.., is_of_use)| *is_of_use);
    let offered = rows.map(|(row, title, _)| row.action(title.to_owned(), RewriteScope::Selection, 0));
    std::iter::once(merge_games::action(games, context)).chain(offered).collect()
}

/// The edits that swap the variation around a place with the next one on its half-move, or with the one before.
pub fn moved_item(text: &str, context: &Context<'_>, place: u32, down: bool) -> Vec<Edit> {
    let row = if down { &move_variation::DOWN } else { &move_variation::UP };
    let offered = game_tree(text, context.cancel).filter(|_| text.len() <= LONGEST).and_then(|game| {
        let token = token_at(&game, place);
        (row.offer)(&RefactoringSite { text, game: &game, context, selection: place..place, token })
    });
    let Some((_, at)) = offered else { return Vec::new() };
    RefactoringChoice { refactoring: row, at }.edits(text, context)
}

/// What a board can do with the line of a half-move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rearrangement {
    Promote,
    MainLine,
    DeleteVariation,
    DeleteFromHere,
}

/// The edits that rearrange the line of the half-move that starts at `place`.
///
/// # Errors
/// Why this cannot be done.
pub fn rearranged(
    text: &str,
    context: &Context<'_>,
    place: u32,
    wanted: Rearrangement,
) -> Result<Vec<Edit>, &'static str> {
    let row = match wanted {
        Rearrangement::Promote => &promote_variation::ROW,
        Rearrangement::MainLine => &main_line::ROW,
        Rearrangement::DeleteVariation => &delete_variation::ROW,
        Rearrangement::DeleteFromHere => &delete_from_here::ROW,
    };
    let offered = game_tree(text, context.cancel).filter(|_| text.len() <= LONGEST).and_then(|game| {
        let token = token_at(&game, place);
        (row.offer)(&RefactoringSite { text, game: &game, context, selection: place..place, token })
    });
    let (_, at) = offered.ok_or("this half-move is in no variation that can be changed so")?;
    let job = RefactoringJob { text, context, at, score: &OnceCell::new() };
    (row.edits)(&job).ok_or_else(|| job.refusal())
}

impl Refactoring {
    fn action(&'static self, title: String, scope: RewriteScope, at: u32) -> Action {
        let effect = Effect::Rewrite(scope, GameRewrite::Refactor(RefactoringChoice { refactoring: self, at }));
        Action { title, kind: self.kind, diagnostic: None, preferred: false, effect }
    }
}

/// The input of a refactoring's edits.
pub struct RefactoringJob<'a> {
    pub text: &'a str,
    pub context: &'a Context<'a>,
    /// The target that it was offered for, in bytes of the game's text.
    pub at: u32,
    /// The parsed game, shared by all refactorings that are tried on it.
    score: &'a OnceCell<Option<Score<'a>>>,
}

/// What a change may do to the lines of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ScoreChange {
    /// Reorders lines.
    Order,
    /// Removes lines.
    Removal,
    /// Moves or removes annotations.
    Notes,
}

impl<'a> RefactoringJob<'a> {
    /// The parsed game; `None` if it cannot be changed.
    fn score(&self) -> Option<Score<'a>> {
        self.score.get_or_init(|| Score::read(self.text, self.context)).clone()
    }

    /// Why the refactoring cannot be done.
    fn refusal(&self) -> &'static str {
        match self.score() {
            None => "the game has errors here that must be fixed first",
            Some(_) => "it would change the rest of the game",
        }
    }

    /// Changes the lines of the game and checks that the new text says what was intended.
    fn changed(&self, change: ScoreChange, act: impl FnOnce(&mut Score<'_>) -> Option<()>) -> Option<Vec<Edit>> {
        let mut score = self.score()?;
        let (before, count) = (GameContent::by_wording(&score), score.lines[MAIN].plies.len());
        let was_last = score.lines[MAIN].plies.last().copied();
        act(&mut score)?;
        move_end_mark(&mut score, was_last);
        let intended = GameContent::by_wording(&score);
        let count_of = GameContent::count_half_moves;
        let is_sound = match change {
            ScoreChange::Order => count_of(&intended) == count_of(&before) && before.has_lines_of(&intended),
            ScoreChange::Removal => before.has_lines_of(&intended),
            ScoreChange::Notes => count_of(&intended) == count_of(&before),
        };
        let count = ply_count(self.text, count, score.lines[MAIN].plies.len());
        let edits: Vec<Edit> = count.into_iter().chain(ScoreWriter::new(&score).edits()).collect();
        (is_sound && self.is_game_with(&apply(self.text, &edits), &intended)).then_some(edits)
    }

    /// The text is one game with this score.
    fn is_game_with(&self, text: &str, intended: &GameContent<'_>) -> bool {
        let end = next_game(text.as_bytes(), 0, true).map_or(0, |game| game.range.end);
        text[end..].trim().is_empty()
            && Score::read(text, self.context).is_some_and(|score| GameContent::by_wording(&score).is(intended))
    }
}

/// A half-move as titles quote it.
fn name_of(text: &str) -> String {
    if text.chars().count() > LONGEST_NAME { "this half-move".to_owned() } else { format!("`{text}`") }
}
