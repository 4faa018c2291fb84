//! Section G: variants.

use crate::found::{clean, earns, from_board, last_board};

#[test]
fn g1_chess960_from_the_start_position() {
    let game = from_board("4rkr1/4p1p1/8/8/8/8/8/3K2R1 w K", "1. KC+# 1-0");
    clean(&game);
    assert_eq!(last_board(&game), "4rkr1/4p1p1/8/8/8/8/8/5RK1");
    let fen = "[FEN \"bbrknnqr/pppppppp/8/8/8/8/PPPPPPPP/BBRKNNQR w KQkq - 0 1\"]\n[SetUp \"1\"]\n";
    clean(&format!("{fen}\n1. Nd3 Nd6 2. Nc5 Nc4 *"));
    for variant in ["Chess960", "Fischerandom", "chess 960"] {
        clean(&format!("[Variant \"{variant}\"]\n{fen}\n1. c3 c6 2. Kc2 *"));
        clean(&format!("[Variant \"{variant}\"]\n\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O *"));
    }
}

#[test]
fn g2_other_variants_are_named_once() {
    let game = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 Kxe4 (3... Qh9) *";
    earns(game, &["unknown-variant `\"Crazyhouse\"`"]);
    clean("[Variant \"Standard\"]\n\n1. e4 *");
    clean("[Variant \"From Position\"]\n\n1. e4 *");
}
