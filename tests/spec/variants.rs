//! Section G: variants.

use crate::spec::found::{VGN, clean, earns, fixed, found, from_board, last_board, reason, safe_fixes};

#[test]
fn g1_chess960_from_the_start_position() {
    let game = from_board("4rkr1/4p1p1/8/8/8/8/8/3K2R1 w K", "1. KC+# 1-0");
    clean(&game);
    assert_eq!(last_board(&game), "4rkr1/4p1p1/8/8/8/8/8/5RK1");
    let fen = "[FEN \"bbrknnqr/pppppppp/8/8/8/8/PPPPPPPP/BBRKNNQR w KQkq - 0 1\"]\n[SetUp \"1\"]\n";
    clean(&format!("{fen}\n1. Nd3 Nd6 2. Nc5 Nc4 *"));
    for variant in ["Chess960", "Fischerandom", "chess 960"] {
        clean(&format!("[Variant \"{variant}\"]\n{fen}\n1. c3 c6 2. Kc2 *"));
        let usual = "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]";
        clean(&format!("[Variant \"{variant}\"]\n{usual}\n\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O *"));
    }
}

/// Without a board a game of Chess960 is read from the usual position; where the moves do not fit it, that is one cause.
#[test]
fn g1_chess960_without_a_board() {
    let tag = "[Variant \"Chess960\"]";
    earns(&format!("{tag}\n\n1. e4 e5 *"), &["missing-start-position `[Variant \"Chess960\"]`"]);
    earns(&format!("{tag}\n\n*"), &["missing-start-position `[Variant \"Chess960\"]`"]);
    earns(&format!("{tag}\n\n1. Nb3 e5 *"), &["illegal-move `Nb3`"]);
    earns(&format!("{tag}\n[SetUp \"1\"]\n\n1. e4 e5 *"), &["setup-without-fen `[SetUp \"1\"]`"]);
    let board = "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]";
    let whole = format!("{tag}\n{board}\n\n1. e4 e5 *");
    clean(&whole);
    assert_eq!(fixed(&format!("{tag}\n\n1. e4 e5 *"), "missing-start-position"), [whole]);
    clean("[Variant \"Standard\"]\n\n1. e4 e5 *");
}

const ZH: &str = "[Variant \"Crazyhouse\"]\n\n";

/// A PGN game of a variant that starts from a board.
fn set_up(variant: &str, fen: &str, movetext: &str) -> String {
    format!("[Variant \"{variant}\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{movetext}")
}

#[test]
fn g2_drops_are_judged() {
    clean(&format!("{ZH}1. e4 d5 2. exd5 Qxd5 3. Nc3 P@e4 4. @d6 Qxd6 *"));
    clean(&format!("{VGN}[MoveFormat \"UCI\"]\n[Variant \"Crazyhouse\"]\n\n1. e2e4 d7d5 2. e4d5 d8d5 3. b1c3 P@e4 *"));
    clean(&format!("{VGN}[MoveFormat \"LAN\"]\n[Variant \"Crazyhouse\"]\n\n1. e2-e4 d7-d5 2. e4xd5 Qd8xd5 3. P@e4 *"));
    // SAN cannot say an illegal drop, and the line is not judged further (rule D2).
    for (drop, why) in [
        ("N@f3", "White has no knight in the pocket to drop"),
        ("P@d5", "a piece can be dropped only on an empty square, and the queen on d5 stands there"),
        ("P@e8", "a piece can be dropped only on an empty square, and the king on e8 stands there"),
    ] {
        let game = format!("{ZH}1. e4 d5 2. exd5 Qxd5 3. {drop} Qh9 *");
        earns(&game, &[&format!("illegal-move `{drop}`"), "invalid-move-text `Qh9`"][..1]);
        assert_eq!(reason(&game), why);
    }
    let last_rank = set_up("Crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "1. P@a8 *");
    earns(&last_rank, &["illegal-move `P@a8`"]);
    assert_eq!(reason(&last_rank), "a pawn cannot be dropped on the first or the last rank, here on a8");
    let check = set_up("Crazyhouse", "4k3/8/8/8/8/8/8/r3K3[N] w - - 0 1", "1. N@h8 *");
    assert_eq!(reason(&check), "the king on e1 would still be in check from the rook on a1");
    clean(&check.replace("N@h8", "N@b1"));
    // In UCI it is a warning, and play goes on from the board that the text describes (rule D1).
    earns(
        &format!("{VGN}[MoveFormat \"UCI\"]\n[Variant \"Crazyhouse\"]\n\n1. N@f6 e7f6 2. e2e4 *"),
        &["illegal-move `N@f6`"],
    );
    earns("1. e4 e5 2. N@f3 Qh9 *", &["illegal-move `N@f3`"]);
}

#[test]
fn g2_promoted_men_go_to_the_pocket_as_pawns() {
    let fen = "r3k3/1P6/8/8/8/8/8/4K3/ w - - 0 1";
    clean(&set_up("Crazyhouse", fen, "1. bxa8=Q+ Ke7 2. Qa3+ Kf7 3. Qa7+ Kf6 4. Qa1+ *"));
    let taken = "1. b8=Q+ Rxb8 2. Kf2 P@b3 *";
    clean(&set_up("Crazyhouse", fen, taken));
    earns(&set_up("Crazyhouse", fen, &taken.replace("P@", "Q@")), &["illegal-move `Q@b3`"]);
    clean(&set_up("Crazyhouse", "1Q~2k3/1r6/8/8/8/8/8/4K3[] b - - 0 1", "1... Rxb8 2. Kf2 P@b3 *"));
}

#[test]
fn g2_each_variant_by_its_rules() {
    let why = |variant: &str, fen: &str, movetext: &str| reason(&set_up(variant, fen, movetext));
    assert_eq!(
        why("Antichess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "1. Ke2 *"),
        "a side that can capture must capture, and the pawn on e4 can capture on d5"
    );
    assert_eq!(why("Antichess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "1. O-O-O *"), "this variant has no castling");
    assert_eq!(
        why("Atomic", "4k3/8/8/8/3p4/3K4/8/8 w - - 0 1", "1. Kxd4 *"),
        "the king on d3 would explode with what it captures"
    );
    assert_eq!(
        why("Atomic", "4k3/8/8/8/3p4/2K5/8/3R4 w - - 0 1", "1. Rxd4 *"),
        "the capture on d4 would blow up the side's own king on c3"
    );
    assert_eq!(
        why("Racing Kings", "8/8/8/8/8/8/k7/4R2K w - - 0 1", "1. Ra1 *"),
        "the king on a2 would be in check from the rook on a1, and in this variant no move may give check"
    );
    // A king beside the other is safe in atomic, a king is no king in antichess.
    clean(&set_up("Atomic", "8/8/3k4/3K4/8/8/P7/r7 w - - 0 1", "1. Ke5 Rd1 *"));
    clean(&set_up("Antichess", "8/8/8/8/8/k7/1K6/8 w - - 0 1", "1. Kxa3# 0-1"));
    clean(&set_up("Antichess", "8/P6k/8/8/8/8/8/8 w - - 0 1", "1. a8=K Kg6 *"));
    earns(&set_up("Standard", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "1. a8=K Kg6 *"), &["invalid-promotion `a8=K`"]);
    // The first boards of variants that have their own.
    clean("[Variant \"Horde\"]\n\n1. a5 Nc6 *");
    clean("[Variant \"Racing Kings\"]\n\n1. Nxc2 *");
    // Pawns of the horde start from the first rank too.
    clean(&set_up("Horde", "4k3/8/8/8/8/8/8/PPPP4 w - - 0 1", "1. a3 Kd7 2. b2 Kc6 *"));
}

#[test]
fn g2_ends_of_the_variants() {
    for (variant, fen, moves, right) in [
        ("Atomic", "4k3/4p3/8/8/8/8/8/K3R3 w - - 0 1", "1. Rxe7#", "1-0"),
        ("Atomic", "4k3/4p3/8/8/8/8/8/K3R3 w - - 0 1", "1. Rxe7", "1-0"),
        ("King of the Hill", "4k3/8/8/8/8/3K4/8/8 w - - 0 1", "1. Ke4#", "1-0"),
        ("Three-check", "4k3/8/8/8/8/8/8/K5R1 w - - 1+3 0 1", "1. Rg8#", "1-0"),
        ("Three-check", "4k3/8/8/8/8/8/8/K5R1 w - - 0 1 +2+0", "1. Rg8+", "1-0"),
        ("Antichess", "8/8/8/8/8/k7/1P6/8 w - - 0 1", "1. bxa3", "0-1"),
        ("Horde", "4k3/8/8/8/8/8/5r2/5P2 b - - 0 1", "1... Rxf1", "0-1"),
        ("Racing Kings", "8/7K/8/8/8/8/8/k7 w - - 0 1", "1. Kg8", "1-0"),
    ] {
        clean(&set_up(variant, fen, &format!("{moves} {right}")));
        let wrong = if right == "1-0" { "0-1" } else { "1-0" };
        let game = set_up(variant, fen, &format!("{moves} {wrong}"));
        earns(&game, &[&format!("terminator-contradicts-board `{wrong}`")]);
    }
    // Both kings in the goal: a draw.
    let race = set_up("Racing Kings", "8/k6K/8/8/8/8/8/8 w - - 0 1", "1. Kg8 Kb8 1/2-1/2");
    clean(&race);
    earns(&race.replace("1/2-1/2", "1-0"), &["terminator-contradicts-board `1-0`"]);
    // Nothing follows an end.
    let hill = set_up("King of the Hill", "4k3/8/8/8/8/3K4/8/8 w - - 0 1", "1. Ke4 Kd7 2. Kd5 *");
    earns(&hill, &["move-after-end `Kd7`"]);
    // FCN has a sign for a win without mate.
    let fcn = |mark: &str| {
        from_board("FEN:4k3/4p3/8/8/8/8/8/K3R3 w - - 0 1", &format!("1. Re1-e7xP{mark} 1-0"))
            .replace("[SetUp", "[Variant \"Atomic\"]\n[SetUp")
    };
    clean(&fcn("#+"));
    earns(&fcn(""), &["wrong-end-mark `Re1-e7xP`"]);
    // The rule of 75 moves does not hold in crazyhouse, where pieces come back.
    let clock = |variant| set_up(variant, "4k3/8/8/8/8/8/4P3/4K3 w - - 149 1", "1. Kd1 Kd8 2. Ke1 *");
    earns(&clock("Standard"), &["drawn-position `Kd8`"]);
    clean(&clock("Crazyhouse"));
}

#[test]
fn g2_boards_tell_pockets_and_checks() {
    let game = |variant: &str, board: &str| set_up(variant, board, "*");
    clean(&game("Crazyhouse", "rnbqkbnr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 1"));
    clean(&game("Crazyhouse", "rnbqkbnr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKBNR/Pp w KQkq - 0 1"));
    earns(
        &game("Standard", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1"),
        &["impossible-position `4k3/8/8/8/8/8/8/4K3[P] w - - 0 1`"],
    );
    earns(&game("Crazyhouse", "4k3/8/8/8/8/8/8/4K3[X] w - - 0 1"), &["invalid-setup `X`"]);
    earns(
        &game("Racing Kings", "8/8/8/8/8/8/krbnpBRK/qrbn1BRQ w - - 0 1"),
        &["impossible-position `8/8/8/8/8/8/krbnpBRK/qrbn1BRQ w - - 0 1`"],
    );
    // As move text the boards of FEN tell them too, and are held to play.
    let boards = |pocket: &str| {
        format!(
            "{VGN}[MoveFormat \"FEN\"]\n[Variant \"Crazyhouse\"]\n\n\
             1. rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR/ b KQkq e3 0 1 \
             rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR/ w KQkq d6 0 2 \
             2. rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR/{pocket} b KQkq - 0 2 *"
        )
    };
    clean(&boards("P"));
    earns(&boards("N"), &["board-not-reachable `rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR/N b KQkq - 0 2`"]);
}

#[test]
fn g2_rules_and_pieces_tell_the_variant() {
    let game = |tags: &str, movetext: &str| format!("{VGN}{tags}\n\n{movetext}");
    clean(&game("[Rules \"0\"]\n[Pieces \"0\"]", "1. e4 *"));
    clean(&game("[Rules \"0 -I 12 13 14 15\"]", "1. e4 d5 2. exd5 Qxd5 3. P@e4 *"));
    clean(&game(
        "[Rules \"0 -c -d -e -f 1a 1b 1c 1d\"]\n[Pieces \"0 =K\"]\n[Variant \"Antichess\"]",
        "1. e3 b5 2. Bxb5 *",
    ));
    // `Rules` is believed, and the tags can be made to say the same.
    let both = game("[Variant \"Atomic\"]\n[Rules \"0 1E\"]", "1. e4 *");
    earns(&both, &["variant-mismatch `Atomic`"]);
    for mended in fixed(&both, "variant-mismatch") {
        clean(&mended);
    }
    let pieces = game("[Rules \"0\"]\n[Pieces \"0 =K\"]", "1. e4 *");
    earns(&pieces, &["variant-mismatch `0 =K`"]);
    clean(&fixed(&pieces, "variant-mismatch")[0]);
    // What is not known is said once, and no move is judged.
    earns(&game("[Rules \"0 ZZ\"]", "1. Ke5 *"), &["unknown-variant `ZZ`"]);
    earns(&game("[Rules \"0 1E 1F\"]", "1. Ke5 *"), &["unknown-variant `0 1E 1F`"]);
    earns(&game("[Pieces \"0 =A\"]", "1. Ke5 *"), &["unknown-variant `=A`"]);
    // In a PGN game they are tags like others.
    earns("[Rules \"ZZ\"]\n\n1. Ke5 *", &["illegal-move `Ke5`"]);
}

#[test]
fn g2_other_variants_are_named_once() {
    let game = "[Variant \"Bughouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 Kxe4 (3... Qh9) *";
    earns(game, &["unknown-variant `\"Bughouse\"`"]);
    let near = "[Variant \"Crazyhose\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *";
    earns(near, &["unknown-variant `\"Crazyhose\"`"]);
    clean(&fixed(near, "unknown-variant")[0]);
    clean("[Variant \"Standard\"]\n\n1. e4 *");
    clean("[Variant \"From Position\"]\n\n1. e4 *");
}

/// Real games have nothing to report but what their tags lack; after damage, what is wrong is found.
#[test]
fn g2_real_games() {
    for (text, count) in [
        (include_str!("../data/variants/atomic.pgn"), 10),
        (include_str!("../data/variants/zh.pgn"), 83),
        (include_str!("../data/variants/antichess-programfox.pgn"), 2),
        (include_str!("../data/variants/knightvuillaume-jannlee-zh-lichess.pgn"), 1),
        (include_str!("../data/variants/saturs-jannlee-zh-lichess.pgn"), 1),
    ] {
        clean(text);
        assert_eq!(crate::spec::found::count(text), count);
    }
    let damaged = include_str!("../data/variants/zh.pgn").replacen("B@b7 13. N@d2", "R@b7 13. N@d2", 1);
    earns(&damaged, &["illegal-move `R@b7`"]);
    let damaged = include_str!("../data/variants/atomic.pgn").replacen("6. Nxg7 h5", "6. Ng7 h5", 1);
    earns(&damaged, &["missing-capture `Ng7`"]);
}

/// Where the moves are not judged, the numbers alone tell whose half-move a comment is behind.
#[test]
fn comments_in_a_game_of_an_unknown_variant() {
    for tags in [
        "[Variant \"Gorgon\"]\n[SetUp \"FEN:4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 14\"]\n",
        "[Variant \"Gorgon\"]\n",
        "[Rules \"77\"]\n",
    ] {
        let game = |movetext: &str| format!("{VGN}{tags}\n{movetext}\n");
        let codes = |text: &str| -> Vec<String> {
            found(text).into_iter().filter(|found| !found.starts_with("unknown-variant")).collect()
        };
        let text = game("14.5 e6 {c} 15. e4 e5 {d} 16. Kd2 *");
        assert_eq!(codes(&text), [""; 0]);
        assert_eq!(safe_fixes(&text), [""; 0]);
        let text = game("14.5 e6 15. e4 {x} e5 *");
        assert_eq!(codes(&text), ["comment-placement `{x}`"]);
        assert_eq!(fixed(&text, "comment-placement"), [game("14.5 e6 15. e4 e5 {[%after 15.] x} *")]);
    }
}

#[test]
fn of_a_variant_with_other_pieces_only_that_is_said() {
    earns("[Variant \"capablanca\"]\n\n1. i2-i3 j5xi4 2. Aj3 *\n", &["unknown-variant `\"capablanca\"`"]);
}
