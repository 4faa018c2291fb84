//! Notations: conversion between text and the content of a move or a board, one file each, and the registry of their
//! names.
//!
//! Knows: how a move or a board is spelt, and shakmaty's squares, roles and moves. Never knows: trees, diagnostics,
//! files, the protocol. A notation does not judge: `replay` decides with the help of `rules` whether a move is legal.
//! The exceptions are writing SAN, and reading and writing PGC, Brenner and the index among the legal moves, which
//! depend on the legal moves of shakmaty's position.
//!
//! A new notation is one file with its row, and the row's place in [`REGISTRY`].

mod bccf;
mod bcfen;
mod binary;
mod bits11;
mod bits12;
mod board_error;
mod brenner;
mod castling;
mod coordinates;
mod extras;
mod fcn;
mod fen;
mod lan;
pub mod languages;
mod legal_index;
pub mod marks;
mod mcn;
pub mod nag;
mod parsed;
mod pgc;
mod placement;
pub mod position;
mod registry;
pub mod san;
mod sfen;
mod spelled;
mod uci;

pub use bccf::{BCCF, BCCF1};
pub use bcfen::{BCFEN, BCFEN1, BOARD_LEN, board_from_bytes, board_to_bytes};
pub use binary::{BinaryError, BinaryEvent, BinaryFault, BinaryGame, BinaryStart, BinaryWriteError, LocatedEvent};
pub use bits11::BITS11;
pub use bits12::BITS12;
pub use board_error::{BoardError, BoardFault, BoardField};
pub use brenner::{BRENNER, BRENNER2};
pub use castling::{king_squares_are_ambiguous, side_of};
pub use fcn::{FCN, FCN1};
pub use fen::{FEN, lone_count, read_tag as read_fen_tag};
pub use lan::LAN;
pub use legal_index::LEGALINDEX;
pub use mcn::MCN;
pub use parsed::{BoardText, Capture, CastlingSquares, EndMark, MoveText, ParsedMove, PieceMove, SpellingDeviations};
pub use pgc::PGC;
pub(crate) use placement::read_unmarked as read_placement;
pub use registry::{
    Codec, HoldsEvent, Marks, Medium, Notation, REGISTRY, SectionEnd, TokenContent, WriteBinary, find, fitting, near,
    section_end_of,
};
pub use san::SAN;
pub use sfen::{SFEN, SFEN1};
pub use spelled::{SpelledBoard, SpelledMove, SpellingError, WriteMove};
pub use uci::UCI;
