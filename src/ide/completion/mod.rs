//! What can be written at the cursor: moves, numbers, terminators, tags and their values, glyphs, commands in comments.
//!
//! One file a kind of completion, and its row in `PROVIDERS`. Where the cursor stands is told by the text before it
//! alone (`place`): so what stands behind, however broken, takes nothing away, and a game that is being written is read
//! as far as it has come.

mod board_here;
mod commands;
mod eco;
mod glyphs;
mod inline;
mod matching;
mod moves;
mod numbers;
mod place;
mod played;
mod ranking;
mod snippets;
mod tag_names;
mod tag_values;
mod tag_vocabulary;
mod terminators;
#[cfg(test)]
mod tests;

use std::cell::{Cell, OnceCell};
use std::ops::Range;
use std::sync::Arc;

use shakmaty::Color;

use super::hover;
use super::occurrences::Wanted;
use super::outline::Outline;
use super::{Block, BoardStyle, Markup, NameKind};
use crate::analysis::{Context, GameFormat, Resolved};
use crate::notation::{SAN, TokenContent};
use crate::rules::Play;
use crate::syntax::Token;

use board_here::BoardHere;
pub(super) use board_here::{ahead, language};
pub(super) use eco::name_of_code;
pub use inline::{Inline, inline};
pub(super) use numbers::numbers_black;
use place::Place;
pub(super) use tag_values::is_vgn;

/// What is asked.
pub struct Question<'a> {
    /// One game.
    pub text: &'a str,
    /// Where the cursor is, in bytes of the text.
    pub offset: u32,
    pub context: Context<'a>,
    /// Texts of games that stand near in the same file.
    pub neighbours: &'a dyn Fn() -> Vec<String>,
    /// The half-moves that other games of the file have from a position, each with how often they do.
    pub played: &'a dyn Fn(Wanted) -> Vec<(Play, usize)>,
    /// The game with every half-move, if somebody has kept it.
    pub kept: &'a dyn Fn() -> Option<Arc<Resolved>>,
    /// Names of a kind that other games have, in the file and elsewhere.
    pub in_use: &'a dyn Fn(NameKind) -> Vec<String>,
    /// The day as tags have it, if it is known.
    pub today: Option<String>,
    /// An item may have places to be filled in.
    pub snippets: bool,
}

impl<'a> Question<'a> {
    /// About a game of which nothing is kept and that has no others beside it.
    pub fn alone(text: &'a str, offset: u32, context: Context<'a>) -> Question<'a> {
        Question {
            text,
            offset,
            context,
            neighbours: &Vec::new,
            played: &|_| Vec::new(),
            kept: &|| None,
            in_use: &|_| Vec::new(),
            today: None,
            snippets: false,
        }
    }
}

/// What can be written at a place.
#[derive(Debug, Default)]
pub struct Completion {
    /// The best first.
    pub items: Vec<Item>,
    /// The list is another one when more has been typed.
    pub is_narrowed: bool,
    /// Of the half-moves among the items.
    board: Option<BoardHere>,
}

/// One thing that can be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub kind: Kind,
    /// What is shown,
    pub label: String,
    /// and beside it, in a few words.
    pub detail: Option<String>,
    /// What it takes the place of, in bytes of the game's text; it is on one line and holds the cursor.
    pub range: Range<u32>,
    /// What is written there; `$1` and `${1:text}` in it are places to be filled in if it is a snippet.
    pub text: String,
    pub is_snippet: bool,
    /// What is compared with the text that is typed, if it is not the text of the item.
    pub filter: Option<String>,
    /// It begins as what is typed does, so that a sign that ends the word may take it.
    pub is_begun: bool,
    about: About,
}

/// What is to be said about an item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum About {
    #[default]
    Nothing,
    Text(String),
    /// The board after it.
    Play(Play),
}

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    HalfMove,
    Number,
    Terminator,
    TagName,
    TagValue,
    Glyph,
    Command,
    Snippet,
}

impl Item {
    fn new(kind: Kind, range: &Range<u32>, text: impl Into<String>) -> Item {
        let text = text.into();
        Item {
            kind,
            label: text.clone(),
            detail: None,
            range: range.clone(),
            text,
            is_snippet: false,
            filter: None,
            is_begun: false,
            about: About::Nothing,
        }
    }

    fn about(self, text: impl Into<String>) -> Item {
        Item { about: About::Text(text.into()), ..self }
    }

    /// Puts a blank before what is written.
    fn part(&mut self) {
        self.filter.get_or_insert_with(|| self.text.clone());
        self.text.insert(0, ' ');
    }

    fn detail(self, detail: impl Into<String>) -> Item {
        Item { detail: Some(detail.into()).filter(|detail: &String| !detail.is_empty()), ..self }
    }
}

/// What the kinds of completion may ask.
struct Site<'a> {
    question: &'a Question<'a>,
    /// Of the text before the cursor.
    before: Outline<'a>,
    place: Place,
    board: OnceCell<Option<BoardHere>>,
    /// There are more items for those who type less.
    is_narrowed: Cell<bool>,
}

impl<'a> Site<'a> {
    fn new(question: &'a Question<'a>, before: Outline<'a>, place: Place) -> Site<'a> {
        Site { question, before, place, board: OnceCell::new(), is_narrowed: Cell::default() }
    }

    /// The board at the cursor, if it is known.
    fn board(&self) -> Option<&BoardHere> {
        self.board.get_or_init(|| BoardHere::find(self)).as_ref()
    }

    /// What is written here would touch a glyph, a comment or a variation that stands before it.
    fn is_tight(&self) -> bool {
        let Place::Movetext { word, .. } = &self.place else { return false };
        let leaves = self.before.leaves();
        let before = leaves[..leaves.partition_point(|leaf| leaf.range.start < word.start)].last();
        before.is_some_and(|leaf| leaf.range.end == word.start && is_ended_by_blank(leaf.token))
    }

    fn format(&self) -> GameFormat {
        self.board().map_or(GameFormat::Pgn, |board| board.format)
    }
}

/// A blank stands behind such a token where something follows.
fn is_ended_by_blank(token: Token) -> bool {
    matches!(
        token,
        Token::Suffix | Token::Nag | Token::CompositeNag | Token::BraceComment | Token::VariationClose | Token::Move
    )
}

/// Every kind of completion, in the order in which editors show them.
const PROVIDERS: [fn(&Site<'_>) -> Vec<Item>; 8] = [
    numbers::items,
    moves::items,
    terminators::items,
    tag_names::items,
    tag_values::items,
    glyphs::items,
    commands::items,
    snippets::items,
];

/// What can be written where the cursor stands; none if it is called off.
pub fn completion(question: &Question<'_>) -> Option<Completion> {
    let text = question.text.get(..question.offset as usize)?;
    let before = Outline::new(text, question.context.cancel);
    let place = Place::of(&before, question.text, question.offset);
    let site = Site::new(question, before, place);
    let mut items = Vec::new();
    for provider in PROVIDERS {
        if question.context.cancel.is_cancelled() {
            return None;
        }
        items.extend(provider(&site));
    }
    // What ends the game comes before half-moves that the rules would still allow.
    if site.board().is_some_and(BoardHere::has_ended) {
        items.sort_by_key(|item| item.kind != Kind::Terminator);
    }
    if site.is_tight() {
        items.iter_mut().for_each(Item::part);
    }
    let is_narrowed = site.is_narrowed.get() || items.iter().any(|item| item.kind == Kind::HalfMove);
    Some(Completion { items, is_narrowed, board: site.board.into_inner().flatten() })
}

/// The number of White's next half-move as the game writes its numbers, if one belongs where the cursor stands and
/// Black has made the last half-move.
pub(super) fn white_number(question: &Question<'_>) -> Option<String> {
    let text = question.text.get(..question.offset as usize)?;
    let before = Outline::new(text, question.context.cancel);
    if !before.leaves().iter().any(|leaf| leaf.token == Token::Move) {
        return None;
    }
    let place = Place::of(&before, question.text, question.offset);
    let site = Site::new(question, before, place);
    site.board().filter(|board| board.color == Color::White)?;
    numbers::items(&site).pop().map(|item| item.text)
}

/// A tag's name is to come where the cursor stands.
pub(super) fn tag_name_begins(question: &Question<'_>) -> bool {
    let Some(text) = question.text.get(..question.offset as usize) else { return false };
    let before = Outline::new(text, question.context.cancel);
    matches!(Place::of(&before, question.text, question.offset), Place::TagName { typed, .. } if typed.is_empty())
}

impl Completion {
    /// What is to be said about an item: of a half-move the board after it, drawn in the given style.
    pub fn documentation(&self, item: usize, style: BoardStyle) -> Option<Markup> {
        let play = match &self.items.get(item)?.about {
            About::Nothing => return None,
            About::Text(text) => return Some(Markup { blocks: vec![Block::Text(text.clone())] }),
            About::Play(play) => play,
        };
        let board = self.board.as_ref()?;
        let next = board.with(play);
        let number = hover::numbered(board.format, board.number, board.color);
        let headed_by_san = board.notation.content == TokenContent::Boards || *board.notation == SAN;
        let headline = hover::headline(&number, headed_by_san, &next.half_move()).map(Block::Headline);
        let view = hover::BoardView { style, format: board.format };
        Some(Markup { blocks: headline.into_iter().chain(hover::blocks_after(&next.half_move(), view)).collect() })
    }
}
