//! Syntax: where games begin and end, their tokens, the grammar and the tree.
//!
//! Knows: text, and from a notation's row where its binary section ends. Never knows: chess, the meaning of a notation,
//! files, the protocol.
//!
//! There is one grammar. It emits events to a [`Sink`]: the tree builder makes a lossless tree for editors, and
//! `analysis` judges the events directly in batch work. It never fails and always advances. The functions that
//! determine the ends of comments, tags and games are shared with the game scanner of [`games`], so that both agree.

mod alone;
pub mod ast;
mod attempts;
mod begins;
mod binary;
mod boards;
mod comments;
mod enclosed;
mod epd;
mod error;
pub mod games;
mod glyphs;
mod going_on;
mod grammar;
mod kind;
mod lexer;
mod likely;
mod lines;
mod markup;
mod nested;
mod parted;
mod program_lines;
mod prose;
mod prose_line;
mod prose_words;
mod records;
mod results;
mod sentences;
mod slips;
mod tag_section;
mod tag_slips;
mod tags;
mod terminators;
mod tokens;
mod tree;
mod unopened_tags;
mod words;

pub use alone::{SURROUNDINGS, has_own_lines, stands_alone, stands_alone_behind};
pub use attempts::as_seen;
pub use binary::tags_end;
pub use boards::is_board_field;
pub use epd::{is_fen, is_position as is_epd};
pub use error::{SyntaxError, SyntaxErrorKind};
pub use grammar::{Cursor, MAX_DEPTH, MoveShape, Sink, parse};
pub use kind::{Node, SyntaxKind, Token};
pub use likely::{last_likely_start, next_likely_start};
pub use lines::line_ends;
pub(crate) use parted::may_go_on as parted_may_go_on;
pub use results::result_meant;
pub use slips::says_en_passant;
pub use tag_section::tag_section;
pub use tokens::count_tokens;
pub use tree::{KeptTree, SyntaxElement, SyntaxNode, SyntaxToken, TreeBuilder, TreeCache, Vgn, tree, tree_among};
pub use words::{castling_near, is_terminator, terminator_near};

pub use rowan::{NodeOrToken, TextRange, WalkEvent};
