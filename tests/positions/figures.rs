//! Every figure that the seeds claim, beside ours.

use expect_test::expect;
use shakmaty::Setup;
use shakmaty::fen::Fen;

use crate::positions::lookup::check;

fn setup(fen: &str) -> Setup {
    fen.parse::<Fen>().expect("a FEN").into_setup()
}

/// The bits of each encoding, a line each.
fn bits(fen: &str) -> String {
    check(&setup(fen)).iter().map(|(name, bits)| format!("{name} {bits}\n")).collect()
}

/// Seed 004: base 13 237, variable base 233, Huffman 164, 64 for no difference, two selector bits. Seed 003: 217. Seeds 000
/// and 001: 32 bytes. Its 210 for a list of pieces leaves out the kings, flags and numbers of pawns, ten bits a side,
/// and counts the pawns as 45 bits each: 2 · (105 + 10) - 2 · 45 + 44 + 42 are 226.
#[test]
fn the_start_position() {
    expect![[r"
        fen 448
        sfen 400
        sfen1 400
        bcfen 256
        unmoved 256
        base13 237
        variable-base 233
        huffman 164
        xor-huffman 64
        piece-list 226
        combined 66
        occupancy 217
    "]]
    .assert_eq(&bits("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
}

/// Seed 003's own position.
#[test]
fn a_typical_position() {
    expect![[r"
        fen 480
        sfen 432
        sfen1 432
        bcfen 256
        unmoved 256
        base13 237
        variable-base 233
        huffman 164
        xor-huffman 72
        piece-list 226
        combined 74
        occupancy 217
    "]]
    .assert_eq(&bits("rnbqkbnr/pppp1ppp/4p3/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"));
}

/// Seed 004: a list of pieces "works particularly well with endgame positions".
#[test]
fn an_endgame() {
    expect![[r"
        fen 280
        sfen 216
        sfen1 216
        bcfen 256
        unmoved 256
        base13 237
        variable-base 233
        huffman 80
        xor-huffman 183
        piece-list 39
        combined 41
        occupancy 105
    "]]
    .assert_eq(&bits("8/8/4k3/8/2R5/4P3/4K3/8 b - - 11 63"));
}

/// The board in FEN: 17 to 71 bytes, from two kings to pieces and empty squares in turn.
#[test]
fn the_shortest_and_the_longest_text() {
    let placement = |fen: &str| fen.split(' ').next().expect("a placement").len();
    for (fen, len) in [
        ("k7/8/8/8/8/8/8/K7 w - - 0 1", 17),
        ("rrrrrrrr/rrrrrrrr/rrrrrrrr/rrrrrrrr/RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR w - - 0 1", 71),
        ("1r1n1b1q/k1b1n1r1/1p1p1p1p/p1p1p1p1/1P1P1P1P/P1P1P1P1/1R1N1B1Q/K1B1N1R1 w - - 0 1", 71),
    ] {
        assert_eq!(placement(fen), len, "{fen}");
        let written = check(&setup(fen));
        assert_eq!(written[0], ("fen", fen.len() * 8));
    }
}
