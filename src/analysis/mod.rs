//! Analysis: one game's text judged against its notation and the rules.
//!
//! Knows: `syntax`, `notation`, `rules`. Never knows: the protocol, files, terminals, where a text came from.
//! All offsets are bytes from the start of the game's own text, so that a game can be shared between
//! versions of a file whatever happens before it.

pub mod after;
mod binary;
mod cancellation;
mod cause;
mod clean;
pub mod commands;
mod diagnostic;
mod edits;
mod file;
mod fixing;
mod game;
mod identity;
mod judge;
pub mod lint;
mod near;
mod no_text;
mod on_disk;
mod pages;
mod presentable;
mod report;
mod resolved;
pub mod results;
mod settings;
mod spelling;
mod stoppable;
mod tag_index;
mod tag_list;
pub mod variants;

pub use binary::{
    Decoded, LONGEST_SECTION, Place, ResolvedBinary, binary_notation, check_binary_game, decode, is_binary,
    resolve_binary_game, result_on_board, result_said, transcript_notation,
};
pub use cancellation::{Cancellation, NEVER};
pub use clean::{CleanGame, Deviation, FastPass, PlayedMove, Visitor, sets_up_a_board};
pub use diagnostic::{Diagnostic, Edit, Fix, Related, Severity};
pub use edits::{apply, line_end_of};
pub use file::{Bound, Changes, Counts, File, Game, GamePlace, Stopped, Text, games_near};
pub use fixing::{Choice, fix_game, fix_game_counted};
use fixing::{Draft, fix_one_game};
pub use game::{Context, GameReport, check_game, parse_game, shape_of};
pub use identity::{Duplicates, Identity, SHORTEST, duplicate_game};
pub use judge::{GameFormat, known_tags, roster};
pub use lint::{CATALOGUE, Code, Family, Lint};
pub use near::distance as spelling_distance;
pub use no_text::is_no_text;
pub use on_disk::{BinaryGame, FileBytes, NoBytes, OnDisk, TextOf, check_on_disk};
pub use pages::{all_pages, page};
pub use presentable::{LONGEST_MESSAGE, presented, visible};
pub use resolved::{Resolved, ResolvedMove, resolve_game};
pub use settings::{FileKind, Settings, Strictness};
pub use spelling::HalfMove;
pub use tag_list::{between_quotes, is_vgn_format, unescaped};
