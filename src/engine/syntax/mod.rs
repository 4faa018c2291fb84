//! Syntax: where games begin and end, their tokens, the grammar and the tree.
//!
//! Knows: text, and from a notation's row where its binary section ends. Never knows: chess, the meaning of a notation,
//! files, the protocol.
//!
//! There is one grammar. It emits events to a [`Sink`]: the tree builder makes a lossless tree for editors, and
//! `replay` judges the events directly in batch work. It never fails and always advances. The functions that
//! determine the ends of comments, tags and games are shared with the game scanner of [`games`], so that both agree.

pub mod ast;
mod binary;
mod boards;
mod boundaries;
mod comments;
mod comments_behind;
mod error;
pub mod games;
mod glyphs;
mod grammar;
mod json;
mod kind;
mod lexer;
mod lines;
mod misspelt_moves;
mod probable_starts;
mod prose;
mod quotes;
pub mod results;
mod spaced_moves;
mod surroundings;
pub mod tag_list;
mod tags;
mod terminators;
mod tokens;
mod tree;
mod words;

pub use binary::tags_end;
pub use boards::epd::{is_fen, is_position as is_epd};
pub use boards::is_board_field;
pub use comments::game_in_comment;
pub use comments_behind::{CommentsBehind, are_comments, comments_at_start, comments_behind};
pub use error::{SyntaxError, SyntaxErrorKind};
pub use grammar::{MAX_DEPTH, MoveShape, ParseCursor, Sink, parse};
pub use kind::{Node, SyntaxKind, Token};
pub use lines::line_ends;
pub use misspelt_moves::replace_homoglyphs;
pub use probable_starts::{last_probable_start, next_probable_start};
pub(crate) use spaced_moves::may_go_on as may_continue_after_blank;
pub use surroundings::{SURROUNDINGS, has_own_lines, stands_alone, stands_alone_behind};
pub use tags::tag_section::tag_section;
pub use tokens::count_tokens;
pub use tree::{
    GreenTree, SyntaxElement, SyntaxNode, SyntaxToken, TreeBuilder, TreeCache, VgnLanguage, tree, tree_with_cache,
};
pub use words::{is_en_passant_suffix, is_terminator, nearest_castling};

pub use rowan::{NodeOrToken, TextRange, WalkEvent};
