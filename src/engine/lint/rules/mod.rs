//! The rows of the table, one file per kind. A check that needs only events is below its row, with its tests.

pub(super) mod boards;
pub(super) mod dates;
pub(super) mod details;
pub(super) mod end;
pub(super) mod evaluations;
pub(super) mod formats;
pub(super) mod marks;
pub(super) mod moves;
pub(super) mod movetext;
pub(super) mod opening;
pub(super) mod portability;
pub(super) mod results;
pub(super) mod roster;
pub(super) mod sections;
pub(super) mod spelling;
pub(super) mod studies;
pub(super) mod tag_names;
pub(super) mod tag_pairs;
pub(super) mod tag_values;
pub(super) mod text;
