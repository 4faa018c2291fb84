//! Plain answers to what an editor asks: byte ranges and plain data in and out, one file a feature.
//!
//! Knows: `syntax`, `analysis`, `notation`, `rules`, `openings`, `convert`. Never knows: the protocol, threads, files.
//! There is no I/O here, so nothing can fail: a question without an answer is `None`.
//!
//! All offsets are bytes from the start of the game's own text.

pub mod actions;
mod board;
mod board_annotate;
mod board_colours;
mod board_comments;
mod board_emptied;
mod board_game;
mod board_image;
mod board_meant;
mod board_moves;
mod board_notes;
mod board_owners;
mod board_play;
mod board_typed;
mod board_words;
pub mod completion;
mod continuations;
mod cursor;
mod folding;
mod game_as;
mod game_opening;
mod highlight;
mod hover;
mod inlay_hints;
mod lens;
mod links;
mod markup;
mod mistakes;
mod names;
mod navigation;
mod new_text;
mod occurrences;
mod open_game;
mod outline;
mod passed;
mod played_line;
mod renaming;
mod selection;
mod semantic_tokens;
mod signature;
mod spellings;
mod steps;
mod symbol_children;
mod symbols;
mod tree;
mod typing;

/// A longer binary section, in bytes, is neither played for a hover nor written in SAN or FCN to look at: a position is
/// kept for each of its half-moves. The longest possible game has 17,697 of them.
const LONGEST_RESOLVED: usize = 1 << 17;

pub use crate::convert::{
    RUNS_ON, Target, is_separated_after, last_line_end, runs_on, separate_after_section, strip_final_empty_line,
};
pub use crate::rules::Play;
pub use crate::syntax::{GreenTree, TreeCache};
pub use board::{BoardStyle, board_text};
pub use board_annotate::{Annotation, annotate};
pub use board_colours::{BOARD_COLOURS, BoardColour, LONGEST_COMMAND, board_colours};
pub use board_game::{BoardGame, BoardMove, board_game};
pub use board_image::{board_svg, data_address};
pub use board_meant::HandMove;
pub use board_moves::{LegalMoves, legal_moves};
pub use board_notes::{COLOURS, Evaluation, Notes, Shape};
pub use board_play::{Played, play};
pub use continuations::{Crossing, Passage, Passages, Way, Ways, passages, plain_continuations};
pub use cursor::{AtCursor, LastHalfMove, at_cursor};
pub use folding::{Fold, FoldKind, FoldStyle, folds};
pub use game_as::{GameAs, game_as, text_targets};
pub use game_opening::{GameOpening, Reading, game_opening};
pub use highlight::{Highlight, HighlightKind, highlights, linked_results};
pub use hover::{Hover, hover, hover_section, section_length};
pub use inlay_hints::{Hint, HintKinds, Transposing, inlay_hints, transposing};
pub use lens::{LensKinds, end_of_main_line, game_lens};
pub use links::{LONGEST_ADDRESS, links};
pub use markup::{Block, Markup};
pub use mistakes::mistakes;
pub use names::{Name, NameKind, names, without_code};
pub use navigation::{Goto, destinations};
pub use new_text::{NewGame, SourceGame, Wish, new_file_wishes, new_game};
pub use occurrences::{Wanted, occurrences, wanted};
pub use open_game::{Alone, OpenGame};
pub use passed::{Passed, passed};
pub use renaming::{named_at, places_of_name, written};
pub use selection::selections;
pub use semantic_tokens::{Painted, Shade, TokenKind, semantic_tokens};
pub use signature::{Field, Signature, Signatures, signatures};
pub use spellings::are_near;
pub use steps::{Step, step};
pub use symbol_children::{SymbolChild, symbol_children};
pub use symbols::{GameSymbol, game_symbol};
pub use tree::kept_tree;
pub use typing::{TYPED, TypedAddition, behind_typed};
