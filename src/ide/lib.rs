//! Editor features, one file each, as functions from plain data and byte offsets to plain data and byte ranges.
//!
//! Knows: `syntax`, `lint`, `replay`, `binary`, `games`, `notation`, `rules`, `openings`, `convert`, `format`.
//! Never knows: the protocol, threads, files. There is no I/O and so no failure: a missing answer is `None`.
//!
//! All offsets are bytes from the start of the game's own text.

pub mod actions;
mod board;
pub mod completion;
mod continuations;
mod cursor;
mod game_copy;
mod game_opening;
mod highlight;
mod hover;
mod inlay_hints;
mod lens;
mod line_of_play;
mod links;
mod markup;
mod mistakes;
mod names;
mod navigation;
mod new_game;
mod occurrences;
mod open_game;
mod opening_positions;
mod outline;
mod renaming;
mod semantic_tokens;
mod signature;
mod spellings;
mod steps;
mod tree;
mod typing;

/// Maximum length in bytes of a binary section that is resolved for a hover or written in SAN or FCN, as each half-move
/// takes a position in memory. The longest possible game has 17,697 half-moves.
const LONGEST_RESOLVED: usize = 1 << 17;

pub use board::annotate::{Annotation, annotate};
pub use board::colours::{BOARD_COLOURS, BoardColour, LONGEST_COMMAND, board_colours};
pub use board::curve::curve_svg;
pub use board::engine_question::{EngineQuestion, EngineVariation, QuestionTopic};
pub use board::game::{BoardGame, BoardMove, board_game};
pub use board::hand_move::HandMove;
pub use board::image::{board_svg, data_address};
pub use board::moves::{LegalMoves, board_after, legal_moves};
pub use board::notes::{BoardShape, COLOURS, Evaluation, Notes};
pub use board::play::{PlayEdit, play};
pub use board::play_line::{LONGEST_LINE, play_line};
pub use board::text::board_text;
pub use continuations::{
    ExploredPosition, MoveStats, MoveStatsBuilder, PositionMove, PositionMoves, plain_continuations, position_moves,
};
pub use cursor::{CursorInfo, LastHalfMove, cursor_info};
pub use game_copy::{GameCopy, game_copy, text_targets};
pub use game_opening::{GameOpening, ReadMode, game_opening};
pub use highlight::{Highlight, HighlightKind, highlights, linked_results};
pub use hover::{Hover, hover, hover_section, section_length};
pub use inlay_hints::{Hint, TranspositionCandidate, inlay_hints, transposition_candidates};
pub use lens::{end_of_main_line, game_lens};
pub use links::{LONGEST_ADDRESS, links};
pub use markup::{Markup, MarkupBlock};
pub use mistakes::mistakes;
pub use names::{Name, NameKind, names, without_code};
pub use navigation::{Goto, destinations};
pub use new_game::{NewFileTarget, NewGame, SourceGame, new_file_targets, new_game};
pub use occurrences::{PositionKey, occurrences, position_key_at};
pub use open_game::{OpenGame, StandaloneGame};
pub use opening_positions::{OpeningPositions, opening_positions};
pub use outline::folding::{Fold, FoldKind, FoldStyle, folds};
pub use outline::selection::selections;
pub use outline::symbol_children::{SymbolChild, symbol_children};
pub use outline::symbols::{GameSymbol, game_symbol};
pub use renaming::{escaped_name, name_at, ranges_of_name};
pub use semantic_tokens::{SemanticSpan, TokenKind, TokenModifiers, semantic_tokens};
pub use signature::{Field, Signature, Signatures, signatures};
pub use spellings::are_similar_names;
pub use steps::{CursorStep, step};
pub use tree::kept_tree;
pub use typing::{OnTypeEdit, TRIGGER_CHARACTERS, on_type};
pub use vgn_engine::convert::{
    RUNS_ON, Target, is_separated_after, last_line_end, runs_on, separate_after_section, strip_final_empty_line,
};
pub use vgn_engine::preferences::{BoardStyle, HintKinds, LensKinds};
pub use vgn_engine::rules::{Play, Position};
pub use vgn_engine::syntax::{GreenTree, TreeCache, comments_at_start};
