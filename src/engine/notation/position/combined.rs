//! `combined`: the shortest of four encodings, with a selector (seed 004, "Combined Approaches").
//!
//! | bits | what |
//! |---|---|
//! | 2 | 0 `huffman`, 1 `xor-huffman`, 2 `piece-list`, 3 `base13` |
//! | … | the bits of that encoding |
//!
//! The seed picks "the best 4" without naming them. Decision: one for ordinary boards, one for openings, one for
//! endgames, and one that bounds every board, so that no board has more than 239 bits. Among equally short ones the
//! first is written; any of the four is read.

use shakmaty::Board;

use super::{
    EncodedFields, PositionBits, PositionCodec, PositionEncoding, PositionError, PositionReader, base13, huffman,
    piece_list, whole, xor_huffman,
};

/// The shortest of four.
pub static COMBINED: PositionEncoding = PositionEncoding {
    name: "combined",
    aliases: &[],
    title: "the shortest of huffman, xor-huffman, piece-list and base13",
    carries: EncodedFields::BOARD,
    bits: "24 to 239",
    claimed: "2 more than the best",
    source: "Smallest chess board compression, 2009 (seed 004)",
    codec: PositionCodec::Binary { read: |bytes| whole(bytes, read), write: |setup| Ok(write(&setup.board)) },
};

fn write(board: &Board) -> PositionBits {
    let four = [
        Some(PositionBits::of(|sink| huffman::write(board, sink))),
        Some(PositionBits::of(|sink| xor_huffman::write(board, sink))),
        piece_list::check(board).ok().map(|()| PositionBits::of(|sink| piece_list::write(board, sink))),
        Some(PositionBits::of(|sink| base13::write(board, sink))),
    ];
    let written = (0..).zip(&four).filter_map(|(selector, bits)| Some((selector, bits.as_ref()?)));
    let shortest = written.min_by_key(|(_, bits)| bits.len);
    PositionBits::of(|sink| {
        if let Some((selector, bits)) = shortest {
            sink.put(2, selector);
            sink.append(bits);
        }
    })
}

fn read(bits: &mut PositionReader<'_>) -> Result<Board, PositionError> {
    match bits.take(2, "two bits that select the encoding")? {
        0 => huffman::read(bits),
        1 => xor_huffman::read(bits),
        2 => piece_list::read(bits),
        _ => base13::read(bits),
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;

    use super::*;

    fn board(placement: &str) -> Board {
        format!("{placement} w - - 0 1").parse::<Fen>().expect("a FEN").into_setup().board
    }

    #[test]
    fn each_of_the_four_is_chosen_where_it_is_best() {
        for (placement, selector, len) in [
            // Castled on the queenside after the opening; 2 + 64 bits at the start itself.
            ("r4rk1/1pp2ppp/p1np4/4p3/2B1P3/2PP4/PP3PPP/R4RK1", 0, None),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 1, Some(66)),
            ("8/8/8/4k3/8/8/8/4K3", 2, Some(24)),
            ("kkkkkkkk/kkkkkkkk/kkkkkkkk/KKKKKKKK/qqqqqqqq/QQQQQQQQ/kkkkkkkk/KKKKKKKK", 3, Some(239)),
        ] {
            let board = board(placement);
            let bits = write(&board);
            assert_eq!(bits.bytes[0] >> 6, selector, "{placement}");
            assert!(len.is_none_or(|len| bits.len == len), "{placement}: {}", bits.len);
            assert_eq!(whole(&bits.bytes, read).unwrap().setup.board, board);
        }
    }

    #[test]
    fn bits_are_counted_from_the_selector() {
        let error = whole(&[0xff; 30], read).unwrap_err();
        assert_eq!(error.bit, 2);
        assert_eq!(
            whole(&[], read).unwrap_err().to_string(),
            "the bits end after 0: expected two bits that select the encoding"
        );
    }
}
