//! The rules of chess and of its variants: legal play, free play, and the reasons in words.

mod bitboards;
mod bitboards_of_variants;
mod coordinates;
mod ends;
mod free_play;
mod perft;
mod reasons;
mod variants;
