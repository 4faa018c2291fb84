//! Commands that search games, and what they write.

mod collections;
mod find;
mod find_indexed;
mod find_written;
mod index;
mod positions;
mod refusals;
mod removed_duplicates;
mod repertoire;
