//! Completion: moves, numbers, terminators, tags and their values, glyphs, and commands in comments.
//!
//! One file per kind, with a row in `PROVIDERS`. The syntax at the cursor is determined from the text before it alone
//! (`syntax_context`), so that errors after the cursor have no effect and an unfinished game is read up to the cursor.

mod board;
mod commands;
mod eco;
mod glyphs;
mod inline;
mod matching;
mod move_frequencies;
mod moves;
mod numbers;
mod ranking;
mod snippets;
mod syntax_context;
mod tag_names;
mod tag_values;
mod tag_vocabulary;
mod terminators;
#[cfg(test)]
mod tests;

use std::cell::{Cell, OnceCell};
use std::ops::Range;
use std::sync::Arc;

use board::CompletionBoard;
use shakmaty::Color;
use vgn_engine::lint::{Context, GameFormat};
use vgn_engine::notation::{SAN, TokenContent};
use vgn_engine::replay::Resolved;
use vgn_engine::rules::{Play, Position};
use vgn_engine::syntax::Token;

use super::occurrences::PositionKey;
use super::outline::GameOutline;
use super::{BoardStyle, Markup, MarkupBlock, NameKind, hover};
pub(super) use board::{ahead, language};
pub(super) use eco::name_of_code;
pub use inline::{InlineCompletion, inline};
pub(super) use numbers::numbers_black;
use syntax_context::SyntaxContext;
pub(super) use syntax_context::closing_quote;
pub(super) use tag_values::is_vgn;

/// A request for completions.
pub struct CompletionQuery<'a> {
    /// The text of one game.
    pub text: &'a str,
    /// The cursor, in bytes of the text.
    pub offset: u32,
    pub context: Context<'a>,
    /// Texts of games nearby in the file.
    pub neighbours: &'a dyn Fn() -> Vec<String>,
    /// The half-moves that other games of the file play from a position, with their frequencies.
    pub played: &'a dyn Fn(PositionKey) -> Vec<(Play, usize)>,
    /// The numbers of the half-moves that other games play from a position, wherever they are; empty where they are
    /// not known at once.
    pub counted: &'a dyn Fn(&Position) -> Vec<(Play, MoveNumbers)>,
    /// The resolved game, if it is cached.
    pub kept: &'a dyn Fn() -> Option<Arc<Resolved>>,
    /// The names of a kind in other games, in the file and elsewhere.
    pub in_use: &'a dyn Fn(NameKind) -> Vec<String>,
    /// The current date in the format of tags, if known.
    pub today: Option<String>,
    /// The client supports snippets.
    pub snippets: bool,
}

impl<'a> CompletionQuery<'a> {
    /// For a game without a cache and without other games.
    pub fn alone(text: &'a str, offset: u32, context: Context<'a>) -> CompletionQuery<'a> {
        CompletionQuery {
            text,
            offset,
            context,
            neighbours: &Vec::new,
            played: &|_| Vec::new(),
            counted: &|_| Vec::new(),
            kept: &|| None,
            in_use: &|_| Vec::new(),
            today: None,
            snippets: false,
        }
    }
}

/// How often games play a half-move, and how they end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveNumbers {
    pub games: u64,
    /// Both in a few words, shown beside the half-move.
    pub words: String,
}

/// The completions at a cursor.
#[derive(Debug, Default)]
pub struct Completion {
    /// The best item comes first.
    pub items: Vec<CompletionItem>,
    /// The list is incomplete: it must be requested again when more has been typed.
    pub is_narrowed: bool,
    /// The board on which the half-moves among the items are played.
    board: Option<CompletionBoard>,
}

/// A completion item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompletionItem {
    pub kind: CompletionKind,
    /// The text shown in the list.
    pub label: String,
    /// A short description shown beside it.
    pub detail: Option<String>,
    /// The range to replace, in bytes of the game's text: on one line, and containing the cursor.
    pub range: Range<u32>,
    /// The text to insert; in a snippet `$1` and `${1:text}` are placeholders.
    pub text: String,
    pub is_snippet: bool,
    /// The text that the client compares with the typed word, if it is not `text`.
    pub filter: Option<String>,
    /// It starts with the typed text, so that a commit character may accept it.
    pub is_begun: bool,
    about: ItemDocumentation,
}

/// The documentation of an item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum ItemDocumentation {
    #[default]
    Nothing,
    Text(String),
    /// A board after the half-move.
    Play(Play),
}

/// The kind of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    HalfMove,
    Number,
    Terminator,
    TagName,
    TagValue,
    Glyph,
    Command,
    Snippet,
}

impl CompletionItem {
    fn new(kind: CompletionKind, range: &Range<u32>, text: impl Into<String>) -> CompletionItem {
        let text = text.into();
        CompletionItem {
            kind,
            label: text.clone(),
            detail: None,
            range: range.clone(),
            text,
            is_snippet: false,
            filter: None,
            is_begun: false,
            about: ItemDocumentation::Nothing,
        }
    }

    fn about(self, text: impl Into<String>) -> CompletionItem {
        CompletionItem { about: ItemDocumentation::Text(text.into()), ..self }
    }

    /// Inserts a blank before the text.
    fn part(&mut self) {
        self.filter.get_or_insert_with(|| self.text.clone());
        self.text.insert(0, ' ');
    }

    /// Lets the filter begin with all of the replaced text if it begins with what is before the cursor: some clients
    /// compare what is behind the cursor too.
    fn compare_all(&mut self, query: &CompletionQuery<'_>) {
        let slice = |range: Range<u32>| query.text.get(range.start as usize..range.end as usize).unwrap_or_default();
        let (typed, replaced) = (slice(self.range.start..query.offset), slice(self.range.clone()));
        let filter = self.filter.as_ref().unwrap_or(&self.text);
        if typed.len() < replaced.len()
            && !filter.starts_with(replaced)
            && filter.to_lowercase().starts_with(&typed.to_lowercase())
            && let Some(rest) = filter.get(typed.len()..)
        {
            self.filter = Some(format!("{replaced}{rest}"));
        }
    }

    fn detail(self, detail: impl Into<String>) -> CompletionItem {
        CompletionItem { detail: Some(detail.into()).filter(|detail: &String| !detail.is_empty()), ..self }
    }
}

/// The input of the completion providers.
struct CompletionSite<'a> {
    query: &'a CompletionQuery<'a>,
    /// The outline of the text before the cursor.
    before: GameOutline<'a>,
    syntax: SyntaxContext,
    board: OnceCell<Option<CompletionBoard>>,
    /// More typed text would give other items.
    is_narrowed: Cell<bool>,
}

impl<'a> CompletionSite<'a> {
    fn new(query: &'a CompletionQuery<'a>, before: GameOutline<'a>) -> CompletionSite<'a> {
        let syntax = SyntaxContext::of(&before, query.text, query.offset);
        CompletionSite { query, before, syntax, board: OnceCell::new(), is_narrowed: Cell::default() }
    }

    /// The board at the cursor, if known.
    fn board(&self) -> Option<&CompletionBoard> {
        self.board.get_or_init(|| CompletionBoard::find(self)).as_ref()
    }

    /// The inserted text would touch a glyph, comment or variation before it.
    fn needs_blank(&self) -> bool {
        let SyntaxContext::Movetext { word, .. } = &self.syntax else { return false };
        let leaves = self.before.leaves();
        let before = leaves[..leaves.partition_point(|leaf| leaf.range.start < word.start)].last();
        before.is_some_and(|leaf| leaf.range.end == word.start && is_ended_by_blank(leaf.token))
    }

    fn format(&self) -> GameFormat {
        self.board().map_or(GameFormat::Pgn, |board| board.format)
    }
}

/// A token that needs a blank after it.
fn is_ended_by_blank(token: Token) -> bool {
    matches!(
        token,
        Token::Suffix | Token::Nag | Token::CompositeNag | Token::BraceComment | Token::VariationClose | Token::Move
    )
}

/// All providers, in the order in which editors show their items.
const PROVIDERS: [fn(&CompletionSite<'_>) -> Vec<CompletionItem>; 8] = [
    numbers::items,
    moves::items,
    terminators::items,
    tag_names::items,
    tag_values::items,
    glyphs::items,
    commands::items,
    snippets::items,
];

/// The completions at the cursor; `None` if cancelled.
pub fn completion(query: &CompletionQuery<'_>) -> Option<Completion> {
    let text = query.text.get(..query.offset as usize)?;
    let before = GameOutline::new(text, query.context.cancel);
    let site = CompletionSite::new(query, before);
    let mut items = Vec::new();
    for provider in PROVIDERS {
        if query.context.cancel.is_cancelled() {
            return None;
        }
        items.extend(provider(&site));
    }
    // The game has ended, so terminators come before half-moves that are still legal.
    if site.board().is_some_and(CompletionBoard::has_ended) {
        items.sort_by_key(|item| item.kind != CompletionKind::Terminator);
    }
    if site.needs_blank() {
        items.iter_mut().for_each(CompletionItem::part);
    }
    items.iter_mut().for_each(|item| item.compare_all(query));
    let is_narrowed = site.is_narrowed.get() || items.iter().any(|item| item.kind == CompletionKind::HalfMove);
    Some(Completion { items, is_narrowed, board: site.board.into_inner().flatten() })
}

/// The number of White's next half-move in the game's style, if a number fits at the cursor and Black has moved last.
pub(super) fn white_number(query: &CompletionQuery<'_>) -> Option<String> {
    let text = query.text.get(..query.offset as usize)?;
    let before = GameOutline::new(text, query.context.cancel);
    if !before.leaves().iter().any(|leaf| leaf.token == Token::Move) {
        return None;
    }
    let site = CompletionSite::new(query, before);
    site.board().filter(|board| board.color == Color::White)?;
    numbers::items(&site).pop().map(|item| item.text)
}

/// The cursor is where a tag name begins.
pub(super) fn tag_name_begins(query: &CompletionQuery<'_>) -> bool {
    let Some(text) = query.text.get(..query.offset as usize) else { return false };
    let before = GameOutline::new(text, query.context.cancel);
    let syntax = SyntaxContext::of(&before, query.text, query.offset);
    matches!(syntax, SyntaxContext::TagName { typed, .. } if typed.is_empty())
}

impl Completion {
    /// The documentation of an item: for a half-move the board after it, drawn in the given style.
    pub fn documentation(&self, item: usize, style: BoardStyle) -> Option<Markup> {
        let play = match &self.items.get(item)?.about {
            ItemDocumentation::Nothing => return None,
            ItemDocumentation::Text(text) => return Some(Markup { blocks: vec![MarkupBlock::Text(text.clone())] }),
            ItemDocumentation::Play(play) => play,
        };
        let board = self.board.as_ref()?;
        let next = board.with(play);
        let number = hover::numbered(board.format, board.number, board.color);
        let headed_by_san = board.notation.content == TokenContent::Boards || *board.notation == SAN;
        let headline = hover::headline(&number, headed_by_san, &next.half_move()).map(MarkupBlock::Headline);
        let view = hover::BoardView { style, format: board.format };
        Some(Markup { blocks: headline.into_iter().chain(hover::blocks_after(&next.half_move(), view)).collect() })
    }
}
