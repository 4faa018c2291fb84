//! `fen`, `sfen` and `sfen1`: positions in text (PGN 16.1; seeds 000 and 001).
//!
//! They are the notations of the same names, read as for a single position: FEN with four to six fields, optionally
//! followed by EPD's operations, or with its pieces alone. Castling rights that SFEN has no letter for are omitted.

use shakmaty::Setup;

use super::rights::lettered;
use super::{EncodedFields, PositionCodec, PositionEncoding, PositionText, epd};
use crate::notation::{self, BoardError, BoardFault, BoardField, Codec, Notation, SpelledBoard, SpellingError};

/// Forsyth-Edwards Notation, or a line of EPD.
pub static FEN: PositionEncoding = PositionEncoding {
    name: "fen",
    aliases: &["epd"],
    title: "Forsyth-Edwards Notation; read as EPD too",
    carries: EncodedFields::FEN,
    bits: "8 a character",
    claimed: "17 to 71 bytes of board",
    source: "PGN specification, sections 16.1 and 16.2",
    codec: PositionCodec::Text { read: epd::read, write: |written| write(&notation::FEN, written) },
};

/// Shortened FEN 1.1.
pub static SFEN: PositionEncoding = PositionEncoding {
    name: "sfen",
    aliases: &["sfen2"],
    title: "Shortened FEN 1.1",
    carries: EncodedFields { marks: true, clocks: false, ..EncodedFields::FEN },
    bits: "8 a character",
    claimed: "17 to 71 bytes of board",
    source: "Chess Notation Updates, 2015 (seed 001)",
    codec: PositionCodec::Text {
        read: |text| read(&notation::SFEN, text),
        write: |written| write_lettered(&notation::SFEN, written),
    },
};

/// Shortened FEN 1.0.
pub static SFEN1: PositionEncoding = PositionEncoding {
    name: "sfen1",
    aliases: &[],
    title: "Shortened FEN 1.0",
    source: "Chess Notation, 2015 (seed 000)",
    codec: PositionCodec::Text {
        read: |text| read(&notation::SFEN1, text),
        write: |written| write_lettered(&notation::SFEN1, written),
    },
    ..SFEN
};

fn read(notation: &Notation, text: &str) -> Result<PositionText, BoardError> {
    match notation.codec {
        Codec::Boards { read, .. } => Ok(PositionText { board: read(text)?, operations: Vec::new() }),
        _ => Err(BoardError::new(BoardField::Placement, 0..text.len(), BoardFault::Empty)),
    }
}

fn write(notation: &Notation, written: &SpelledBoard<'_>) -> Result<String, SpellingError> {
    match notation.codec {
        Codec::Boards { write, .. } => write(written),
        _ => Err(SpellingError::binary()),
    }
}

fn write_lettered(notation: &Notation, written: &SpelledBoard<'_>) -> Result<String, SpellingError> {
    let setup = written.setup;
    let castling_rights = lettered(&setup.board, setup.castling_rights);
    write(notation, &SpelledBoard { setup: &Setup { castling_rights, ..setup.clone() }, ..*written })
}
