//! Games of variants whose half-moves are boards: behind one that cannot be read, the rules stay those of the game.

use vgn_lsp::convert::{Target, convert_game};
use vgn_lsp::lint::{Context, FileKind, Settings, apply};
use vgn_lsp::notation::{FEN, SFEN};
use vgn_lsp::replay::resolve_game;
use vgn_lsp::syntax::games::games;

use super::found::{VGN, clean, earns, found};

/// Half-moves between two boards that are damaged, each alone.
const STEP: usize = 7;

/// A game of a real file, as boards.
fn as_boards(game: &str, to: &Target) -> String {
    let settings = Settings::default();
    let conversion = convert_game(game, &Context::new(&settings, FileKind::Pgn), to, None).expect("it fits");
    apply(game, &conversion.edits)
}

#[test]
fn behind_an_unread_board_the_rules_are_those_of_the_game() {
    let inline = [
        "[Variant \"Antichess\"]\n\n1. e3 b5 2. Bxb5 Bb7 3. Bxd7 Bxg2 4. Bxe8 Bxh1 *",
        "[Variant \"Three-check\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Bxf7+ Kxf7 4. Nf3 Nf6 5. Nxe5+ Nxe5 6. Qh5+ 1-0",
        "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"bbrknnqr/pppppppp/8/8/8/8/PPPPPPPP/BBRKNNQR w KQkq - 0 1\"]\n\n\
         1. Nd3 Nd6 2. O-O-O O-O-O 3. Nc5 Nc4 *",
        "[Variant \"Horde\"]\n\n1. e5 e6 2. d4 d6 3. exd6 cxd6 *",
        "[Variant \"Racing Kings\"]\n\n1. Nxc1 Nxf1 2. Rxf1 Rxc1 3. Kg3 Kb3 *",
    ];
    let files = [
        include_str!("../data/variants/atomic.pgn"),
        include_str!("../data/variants/zh.pgn"),
        include_str!("../data/variants/antichess-programfox.pgn"),
    ];
    let real = files.iter().flat_map(|file| games(file.as_bytes()).take(10).map(|span| &file[span.range]));
    let settings = Settings::default();
    let mut tried = 0;
    for game in real.chain(inline) {
        for target in [Target::Notation(&SFEN), Target::Notation(&FEN)] {
            let text = as_boards(game, &target);
            clean(&text);
            let read = resolve_game(&text, &Context::new(&settings, FileKind::Vgn));
            let step = if read.moves.len() < STEP * 2 { 1 } else { STEP };
            // The last board of all has nothing behind it.
            for m in read.moves.iter().rev().skip(1).step_by(step) {
                let board = &text[m.range.start as usize..m.range.end as usize];
                let damaged = board.replacen('/', "/1", 1);
                let text = [&text[..m.range.start as usize], &damaged, &text[m.range.end as usize..]].concat();
                let found = found(&text);
                assert!(matches!(&*found, [one] if one.starts_with("invalid-move-text")), "{found:?}\n{board}\n{text}");
                tried += 1;
            }
        }
    }
    assert!(tried > 300, "{tried}");
}

/// What is wrong behind it is still found, by the rules of the variant.
#[test]
fn behind_an_unread_board_the_variant_is_judged() {
    let atomic = format!(
        "{VGN}[MoveFormat \"SFEN\"]\n[Variant \"Atomic\"]\n\n\
         1. rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 rnbqkbnr/ppp1pppp/9/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq \
         2. rnbqkbnr/ppp1pppp/8/3p4/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq \
         rnbqkbnr/ppp1pppp/8/8/4p3/5N2/PPPP1PPP/RNBQKB1R w KQkq *"
    );
    earns(
        &atomic,
        &[
            "invalid-move-text `9`",
            // In chess the pawn on e4 would be Black's.
            "board-not-reachable `rnbqkbnr/ppp1pppp/8/8/4p3/5N2/PPPP1PPP/RNBQKB1R w KQkq`",
        ],
    );
}
