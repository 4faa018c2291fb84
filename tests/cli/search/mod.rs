//! Commands that search games, and what they write.

mod collections;
mod find;
mod index;
mod positions;
mod removed_duplicates;
mod repertoire;
